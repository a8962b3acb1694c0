#include <sqlite3.h>

// A function with a variable number of arguments, which Swift cannot call: sets a switch of a connection.
static inline int oresen_sqlite_switch(sqlite3 *connection, int which, int value) {
    return sqlite3_db_config(connection, which, value, (int *)0);
}

// An open file of the read-only file system: what SQLite needs of it, and whose bytes it has.
typedef struct oresen_sqlite_file {
    sqlite3_file base;
    const void *source;
} oresen_sqlite_file;
