#include <sqlite3.h>

// Sets an option of a connection. The SQLite function is variadic, so Swift cannot call it.
static inline int oresen_sqlite_switch(sqlite3 *connection, int which, int value) {
    return sqlite3_db_config(connection, which, value, (int *)0);
}

// An open file of the read-only file system: the part that SQLite requires, and the source of its
// bytes.
typedef struct oresen_sqlite_file {
    sqlite3_file base;
    const void *source;
} oresen_sqlite_file;
