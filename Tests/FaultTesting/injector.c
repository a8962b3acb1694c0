// A library that intercepts a program's calls to the C library's functions on files.
//
// It is loaded by LD_PRELOAD. It counts calls of a kind on files below given folders. At the n-th
// call it ends the program, returns an error, or does only a part. It can also make parts of a file
// unreadable, and keep a journal of all changes of the disk, from which the state after a power cut
// can be rebuilt.
//
// The environment selects the behaviour:
//   FAULT_ROOTS=FOLDER[:FOLDER…]   calls on files below these count
//   FAULT_KINDS=KIND[,KIND…]       which calls: write truncate sync rename link unlink create read map close
//   FAULT_AT=N                     at which call, from 1; 0: only counting
//   FAULT_DO=kill-before|kill-after|short|ENOSPC|EIO|EROFS|EDQUOT|EINTR
//   FAULT_AGAIN=1                  from then on, not only once
//   FAULT_STATE=FILE               one number per kind, then the number of faults, kept also if
//                                  the program is killed
//   FAULT_UNREADABLE=DEVICE:INODE:OFFSET:LENGTH[,…]   reads that touch these fail with EIO
//   FAULT_JOURNAL=FILE             records of struct Record, each with its paths and bytes
//
// It opens its own files when it is loaded, because the program may later give up the right to open
// them. It calls the kernel directly, so that it does not intercept itself. The program's children
// inherit it, and continue counting in the same state.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum Kind { WRITE, TRUNCATE, SYNC, RENAME, LINK, UNLINK, CREATE, READ, MAP, CLOSE, KINDS };
static const char *const names[KINDS] = {"write",  "truncate", "sync", "rename", "link",
                                         "unlink", "create",   "read", "map",    "close"};

enum Action { NOTHING, KILL_BEFORE, KILL_AFTER, SHORT, FAIL };

// The state shared by a program and its children, in a mapped file.
struct State {
    _Atomic uint64_t counts[KINDS];
    _Atomic uint64_t faults;
    // Counts the calls of all chosen kinds together.
    _Atomic uint64_t chosen;
};

struct Record {
    uint32_t magic;
    // The letter of the change: w write, t truncate, s sync, d sync of a folder, r rename, l link,
    // u unlink, c create, m make a folder, o report on standard output.
    uint32_t what;
    uint64_t inode;
    uint64_t offset;
    uint64_t length;
    uint32_t path;
    uint32_t other;
};

struct Range {
    uint64_t device, inode, start, end;
};

static struct State private_state, *state = &private_state;
static char roots[8][PATH_MAX];
static int root_count;
static unsigned chosen_kinds;
static uint64_t fault_at;
static int again, action = NOTHING, fault_errno, journal = -1;
static struct Range ranges[4096];
static int range_count;
static atomic_flag lock = ATOMIC_FLAG_INIT;
static atomic_int is_ready;

static void hold(void) {
    while (atomic_flag_test_and_set_explicit(&lock, memory_order_acquire)) syscall(SYS_sched_yield);
}
static void let_go(void) { atomic_flag_clear_explicit(&lock, memory_order_release); }

static int private_file(const char *path, int flags) {
    long opened = syscall(SYS_openat, AT_FDCWD, path, flags | O_CLOEXEC | O_CREAT, 0600);
    if (opened < 0) return -1;
    // A high number, because programs use the low ones for their own files.
    long far = syscall(SYS_fcntl, (int)opened, F_DUPFD_CLOEXEC, 700);
    if (far < 0) return (int)opened;
    syscall(SYS_close, (int)opened);
    return (int)far;
}

__attribute__((constructor)) static void load(void) {
    const char *text = getenv("FAULT_ROOTS");
    while (text && *text && root_count < 8) {
        size_t length = strcspn(text, ":");
        if (length && length < PATH_MAX) {
            memcpy(roots[root_count], text, length);
            roots[root_count++][length] = 0;
        }
        text += length + (text[length] == ':');
    }
    text = getenv("FAULT_KINDS");
    while (text && *text) {
        size_t length = strcspn(text, ",");
        for (int kind = 0; kind < KINDS; kind++)
            if (strlen(names[kind]) == length && !strncmp(text, names[kind], length)) chosen_kinds |= 1u << kind;
        text += length + (text[length] == ',');
    }
    if ((text = getenv("FAULT_AT"))) fault_at = strtoull(text, NULL, 10);
    again = getenv("FAULT_AGAIN") != NULL;
    if ((text = getenv("FAULT_DO"))) {
        static const struct {
            const char *name;
            int action, number;
        } all[] = {{"kill-before", KILL_BEFORE, 0}, {"kill-after", KILL_AFTER, 0}, {"short", SHORT, 0},
                   {"ENOSPC", FAIL, ENOSPC},        {"EIO", FAIL, EIO},            {"EROFS", FAIL, EROFS},
                   {"EDQUOT", FAIL, EDQUOT},        {"EINTR", FAIL, EINTR}};
        for (size_t i = 0; i < sizeof all / sizeof *all; i++)
            if (!strcmp(text, all[i].name)) {
                action = all[i].action;
                fault_errno = all[i].number;
            }
    }
    text = getenv("FAULT_UNREADABLE");
    while (text && *text && range_count < 4096) {
        char *end;
        struct Range range;
        range.device = strtoull(text, &end, 10);
        range.inode = strtoull(end + (*end == ':'), &end, 10);
        range.start = strtoull(end + (*end == ':'), &end, 10);
        range.end = range.start + strtoull(end + (*end == ':'), &end, 10);
        ranges[range_count++] = range;
        text = end + (*end == ',');
        if (text == end && *end) break;
    }
    if ((text = getenv("FAULT_STATE"))) {
        int file = private_file(text, O_RDWR);
        if (file >= 0 && !syscall(SYS_ftruncate, file, sizeof(struct State))) {
            long at = syscall(SYS_mmap, NULL, sizeof(struct State), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0L);
            if (at > 0) state = (struct State *)at;
        }
        if (file >= 0) syscall(SYS_close, file);
    }
    if ((text = getenv("FAULT_JOURNAL"))) journal = private_file(text, O_WRONLY | O_APPEND);
    atomic_store(&is_ready, 1);
}

// MARK: Selecting the calls

static int is_below(const char *path) {
    for (int i = 0; i < root_count; i++) {
        size_t length = strlen(roots[i]);
        if (!strncmp(path, roots[i], length) && (path[length] == '/' || !path[length])) return 1;
    }
    return 0;
}

// The path of an open file; empty if it has none.
static void path_of(int file, char *path) {
    char link[40];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    long length = syscall(SYS_readlinkat, AT_FDCWD, link, path, PATH_MAX - 1);
    path[length < 0 ? 0 : length] = 0;
}

// A name from the program, as an absolute path.
static void absolute(int folder, const char *name, char *path) {
    if (name[0] == '/') {
        snprintf(path, PATH_MAX, "%s", name);
        return;
    }
    char from[PATH_MAX];
    if (folder == AT_FDCWD) {
        if (syscall(SYS_getcwd, from, sizeof from) < 0) from[0] = 0;
    } else {
        path_of(folder, from);
    }
    if (name[0] == '.' && name[1] == '/') name += 2;
    if (snprintf(path, PATH_MAX, "%s/%s", from, name) >= PATH_MAX) path[0] = 0;
}

static void die(void) {
    syscall(SYS_kill, syscall(SYS_getpid), SIGKILL);
    for (;;) syscall(SYS_pause);
}

// Counts a call, and decides whether it fails.
static int decide(enum Kind kind, const char *path) {
    if (!atomic_load(&is_ready) || !is_below(path)) return NOTHING;
    atomic_fetch_add(&state->counts[kind], 1);
    if (!(chosen_kinds & 1u << kind)) return NOTHING;
    uint64_t number = atomic_fetch_add(&state->chosen, 1) + 1;
    if (!fault_at || action == NOTHING) return NOTHING;
    if (number != fault_at && !(again && number > fault_at)) return NOTHING;
    atomic_fetch_add(&state->faults, 1);
    if (action == KILL_BEFORE) die();
    return action;
}

static int decide_of(enum Kind kind, int file, char *path) {
    path_of(file, path);
    return path[0] ? decide(kind, path) : NOTHING;
}

#define FAILED(result)           \
    do {                         \
        errno = fault_errno;     \
        return result;           \
    } while (0)

// MARK: The journal

static void record(int what, uint64_t inode, uint64_t offset, const void *bytes, uint64_t length, const char *path,
                   const char *other) {
    struct Record head = {0x0FA17010, (uint32_t)what, inode, offset, length, (uint32_t)strlen(path),
                          (uint32_t)strlen(other)};
    struct iovec parts[4] = {{&head, sizeof head},
                             {(void *)path, head.path},
                             {(void *)other, head.other},
                             {(void *)bytes, bytes ? length : 0}};
    int saved = errno;
    syscall(SYS_writev, journal, parts, 4);
    errno = saved;
}

static uint64_t inode_of(int file, uint64_t *size, int *is_folder) {
    struct stat status;
    if (fstat(file, &status)) return 0;
    if (size) *size = (uint64_t)status.st_size;
    if (is_folder) *is_folder = S_ISDIR(status.st_mode);
    return status.st_ino;
}

static uint64_t inode_at(const char *path) {
    struct stat status;
    return lstat(path, &status) ? 0 : status.st_ino;
}

// MARK: Writing

static ssize_t written(int file, const void *bytes, size_t length, off64_t offset, int has_offset, int counts) {
    char path[PATH_MAX];
    int what = NOTHING;
    if (counts) {
        what = decide_of(WRITE, file, path);
    } else {
        path_of(file, path);
    }
    if (what == FAIL) FAILED(-1);
    if (what == SHORT && length > 1) length /= 2;
    int is_kept = journal >= 0 && (file == STDOUT_FILENO || is_below(path));
    uint64_t place = (uint64_t)offset;
    if (is_kept) hold();
    if (is_kept && !has_offset && file != STDOUT_FILENO) {
        int flags = (int)syscall(SYS_fcntl, file, F_GETFL);
        if (flags & O_APPEND) {
            inode_of(file, &place, NULL);
        } else {
            place = (uint64_t)syscall(SYS_lseek, file, 0, SEEK_CUR);
        }
    }
    ssize_t done = has_offset ? syscall(SYS_pwrite64, file, bytes, length, offset)
                              : syscall(SYS_write, file, bytes, length);
    if (is_kept) {
        if (done > 0)
            record(file == STDOUT_FILENO ? 'o' : 'w', inode_of(file, NULL, NULL), place, bytes, (uint64_t)done, path, "");
        let_go();
    }
    if (what == KILL_AFTER) die();
    return done;
}

ssize_t write(int file, const void *bytes, size_t length) { return written(file, bytes, length, 0, 0, 1); }
ssize_t pwrite64(int file, const void *bytes, size_t length, off64_t offset) {
    return written(file, bytes, length, offset, 1, 1);
}
ssize_t pwrite(int file, const void *bytes, size_t length, off_t offset) {
    return written(file, bytes, length, offset, 1, 1);
}

// One call, in all of its parts; a part that is not completely written ends it.
static ssize_t written_parts(int file, const struct iovec *parts, int count, off64_t offset, int has_offset) {
    ssize_t sum = 0;
    for (int i = 0; i < count; i++) {
        if (!parts[i].iov_len) continue;
        ssize_t done = written(file, parts[i].iov_base, parts[i].iov_len, offset + sum, has_offset, i == 0);
        if (done < 0) return sum ? sum : -1;
        sum += done;
        if ((size_t)done < parts[i].iov_len) break;
    }
    return sum;
}
ssize_t writev(int file, const struct iovec *parts, int count) { return written_parts(file, parts, count, 0, 0); }
ssize_t pwritev(int file, const struct iovec *parts, int count, off_t offset) {
    return written_parts(file, parts, count, offset, 1);
}
ssize_t pwritev64(int file, const struct iovec *parts, int count, off64_t offset) {
    return written_parts(file, parts, count, offset, 1);
}

static int truncated(int file, off64_t length) {
    char path[PATH_MAX];
    int what = decide_of(TRUNCATE, file, path);
    if (what == FAIL) FAILED(-1);
    int is_kept = journal >= 0 && is_below(path);
    if (is_kept) hold();
    int result = (int)syscall(SYS_ftruncate, file, length);
    if (is_kept) {
        if (!result) record('t', inode_of(file, NULL, NULL), (uint64_t)length, NULL, 0, path, "");
        let_go();
    }
    if (what == KILL_AFTER) die();
    return result;
}
int ftruncate(int file, off_t length) { return truncated(file, length); }
int ftruncate64(int file, off64_t length) { return truncated(file, length); }

static int grown(int file, int mode, off64_t offset, off64_t length) {
    char path[PATH_MAX];
    int what = decide_of(TRUNCATE, file, path);
    if (what == FAIL) FAILED(-1);
    int is_kept = journal >= 0 && is_below(path);
    if (is_kept) hold();
    int result = (int)syscall(SYS_fallocate, file, mode, offset, length);
    if (is_kept) {
        uint64_t size = 0;
        uint64_t inode = inode_of(file, &size, NULL);
        if (!result) record('t', inode, size, NULL, 0, path, "");
        let_go();
    }
    if (what == KILL_AFTER) die();
    return result;
}
int fallocate(int file, int mode, off_t offset, off_t length) { return grown(file, mode, offset, length); }
int fallocate64(int file, int mode, off64_t offset, off64_t length) { return grown(file, mode, offset, length); }
int posix_fallocate(int file, off_t offset, off_t length) { return grown(file, 0, offset, length) ? errno : 0; }
int posix_fallocate64(int file, off64_t offset, off64_t length) { return grown(file, 0, offset, length) ? errno : 0; }

static int synced(int file, long number) {
    char path[PATH_MAX];
    int what = decide_of(SYNC, file, path);
    if (what == FAIL) FAILED(-1);
    int is_kept = journal >= 0 && is_below(path), is_folder = 0;
    if (is_kept) hold();
    // A power cut is only simulated, so nothing needs to wait for the real disk.
    int result = root_count && is_below(path) ? 0 : (int)syscall(number, file);
    if (is_kept) {
        uint64_t inode = inode_of(file, NULL, &is_folder);
        if (!result) record(is_folder ? 'd' : 's', inode, 0, NULL, 0, path, "");
        let_go();
    }
    if (what == KILL_AFTER) die();
    return result;
}
int fsync(int file) { return synced(file, SYS_fsync); }
int fdatasync(int file) { return synced(file, SYS_fdatasync); }

// MARK: Names

static int renamed(int from, const char *name, int to, const char *other, unsigned flags) {
    char path[PATH_MAX], target[PATH_MAX];
    absolute(from, name, path);
    absolute(to, other, target);
    int what = decide(RENAME, is_below(path) ? path : target);
    if (what == FAIL) FAILED(-1);
    int is_kept = journal >= 0 && (is_below(path) || is_below(target));
    if (is_kept) hold();
    uint64_t inode = is_kept ? inode_at(path) : 0;
    int result = (int)syscall(SYS_renameat2, from, name, to, other, flags);
    if (is_kept) {
        if (!result) record('r', inode, 0, NULL, 0, path, target);
        let_go();
    }
    if (what == KILL_AFTER) die();
    return result;
}
int rename(const char *name, const char *other) { return renamed(AT_FDCWD, name, AT_FDCWD, other, 0); }
int renameat(int from, const char *name, int to, const char *other) { return renamed(from, name, to, other, 0); }
int renameat2(int from, const char *name, int to, const char *other, unsigned flags) {
    return renamed(from, name, to, other, flags);
}

int linkat(int from, const char *name, int to, const char *other, int flags) {
    char path[PATH_MAX], target[PATH_MAX];
    absolute(from, name, path);
    absolute(to, other, target);
    int what = decide(LINK, target);
    if (what == FAIL) FAILED(-1);
    int is_kept = journal >= 0 && is_below(target);
    if (is_kept) hold();
    int result = (int)syscall(SYS_linkat, from, name, to, other, flags);
    if (is_kept) {
        if (!result) record('l', inode_at(target), 0, NULL, 0, path, target);
        let_go();
    }
    if (what == KILL_AFTER) die();
    return result;
}
int link(const char *name, const char *other) { return linkat(AT_FDCWD, name, AT_FDCWD, other, 0); }

int unlinkat(int folder, const char *name, int flags) {
    char path[PATH_MAX];
    absolute(folder, name, path);
    int what = decide(UNLINK, path);
    if (what == FAIL) FAILED(-1);
    int is_kept = journal >= 0 && is_below(path);
    if (is_kept) hold();
    uint64_t inode = is_kept ? inode_at(path) : 0;
    int result = (int)syscall(SYS_unlinkat, folder, name, flags);
    if (is_kept) {
        if (!result) record('u', inode, 0, NULL, 0, path, "");
        let_go();
    }
    if (what == KILL_AFTER) die();
    return result;
}
int unlink(const char *name) { return unlinkat(AT_FDCWD, name, 0); }
int remove(const char *name) {
    int result = unlinkat(AT_FDCWD, name, 0);
    return result && errno == EISDIR ? unlinkat(AT_FDCWD, name, AT_REMOVEDIR) : result;
}

int mkdirat(int folder, const char *name, mode_t mode) {
    char path[PATH_MAX];
    absolute(folder, name, path);
    int what = decide(CREATE, path);
    if (what == FAIL) FAILED(-1);
    int is_kept = journal >= 0 && is_below(path);
    if (is_kept) hold();
    int result = (int)syscall(SYS_mkdirat, folder, name, mode);
    if (is_kept) {
        if (!result) record('m', inode_at(path), 0, NULL, 0, path, "");
        let_go();
    }
    if (what == KILL_AFTER) die();
    return result;
}
int mkdir(const char *name, mode_t mode) { return mkdirat(AT_FDCWD, name, mode); }

static int opened(int folder, const char *name, int flags, mode_t mode) {
    char path[PATH_MAX];
    int what = NOTHING, is_kept = 0;
    if (flags & (O_CREAT | O_TRUNC) && !(flags & O_PATH)) {
        absolute(folder, name, path);
        if (flags & O_CREAT) what = decide(CREATE, path);
        if (what == FAIL) FAILED(-1);
        is_kept = journal >= 0 && is_below(path);
    }
    if (is_kept) hold();
    uint64_t before = is_kept ? inode_at(path) : 0;
    int result = (int)syscall(SYS_openat, folder, name, flags, mode);
    if (is_kept) {
        if (result >= 0) {
            uint64_t inode = inode_of(result, NULL, NULL);
            if (inode != before) record('c', inode, 0, NULL, 0, path, "");
            if (flags & O_TRUNC) record('t', inode, 0, NULL, 0, path, "");
        }
        let_go();
    }
    if (what == KILL_AFTER) die();
    return result;
}

static mode_t mode_of(int flags, va_list more) {
    return flags & O_CREAT || (flags & O_TMPFILE) == O_TMPFILE ? (mode_t)va_arg(more, int) : 0;
}
#define OPENED(folder, large)                                   \
    va_list more;                                               \
    va_start(more, flags);                                      \
    mode_t mode = mode_of(flags, more);                         \
    va_end(more);                                               \
    return opened(folder, name, flags | (large), mode)
int open(const char *name, int flags, ...) { OPENED(AT_FDCWD, 0); }
int open64(const char *name, int flags, ...) { OPENED(AT_FDCWD, O_LARGEFILE); }
int openat(int folder, const char *name, int flags, ...) { OPENED(folder, 0); }
int openat64(int folder, const char *name, int flags, ...) { OPENED(folder, O_LARGEFILE); }
int creat(const char *name, mode_t mode) { return opened(AT_FDCWD, name, O_CREAT | O_TRUNC | O_WRONLY, mode); }
int creat64(const char *name, mode_t mode) { return creat(name, mode); }
int __open_2(const char *name, int flags) { return opened(AT_FDCWD, name, flags, 0); }
int __open64_2(const char *name, int flags) { return opened(AT_FDCWD, name, flags, 0); }
int __openat_2(int folder, const char *name, int flags) { return opened(folder, name, flags, 0); }
int __openat64_2(int folder, const char *name, int flags) { return opened(folder, name, flags, 0); }

// MARK: Reading

static int is_unreadable(int file, uint64_t start, uint64_t length) {
    struct stat status;
    if (!range_count || fstat(file, &status)) return 0;
    for (int i = 0; i < range_count; i++)
        if (ranges[i].device == status.st_dev && ranges[i].inode == status.st_ino && start < ranges[i].end
            && ranges[i].start < start + length)
            return 1;
    return 0;
}

static ssize_t taken(int file, void *bytes, size_t length, off64_t offset, int has_offset) {
    char path[PATH_MAX];
    if (!root_count && !range_count) goto ordinary;
    int what = decide_of(READ, file, path);
    if (what == FAIL) FAILED(-1);
    if (what == SHORT && length > 1) length /= 2;
    if (range_count) {
        uint64_t start = has_offset ? (uint64_t)offset : (uint64_t)syscall(SYS_lseek, file, 0, SEEK_CUR);
        if (is_unreadable(file, start, length)) {
            errno = EIO;
            return -1;
        }
    }
    ssize_t done = has_offset ? syscall(SYS_pread64, file, bytes, length, offset)
                              : syscall(SYS_read, file, bytes, length);
    if (what == KILL_AFTER) die();
    return done;
ordinary:
    return has_offset ? syscall(SYS_pread64, file, bytes, length, offset) : syscall(SYS_read, file, bytes, length);
}
ssize_t read(int file, void *bytes, size_t length) { return taken(file, bytes, length, 0, 0); }
ssize_t pread(int file, void *bytes, size_t length, off_t offset) { return taken(file, bytes, length, offset, 1); }
ssize_t pread64(int file, void *bytes, size_t length, off64_t offset) { return taken(file, bytes, length, offset, 1); }
ssize_t __read_chk(int file, void *bytes, size_t length, size_t room) {
    (void)room;
    return taken(file, bytes, length, 0, 0);
}
ssize_t __pread_chk(int file, void *bytes, size_t length, off_t offset, size_t room) {
    (void)room;
    return taken(file, bytes, length, offset, 1);
}
ssize_t __pread64_chk(int file, void *bytes, size_t length, off64_t offset, size_t room) {
    (void)room;
    return taken(file, bytes, length, offset, 1);
}
ssize_t readv(int file, const struct iovec *parts, int count) {
    ssize_t sum = 0;
    for (int i = 0; i < count; i++) {
        if (!parts[i].iov_len) continue;
        ssize_t done = taken(file, parts[i].iov_base, parts[i].iov_len, 0, 0);
        if (done < 0) return sum ? sum : -1;
        sum += done;
        if ((size_t)done < parts[i].iov_len) break;
    }
    return sum;
}

static void *mapped(void *at, size_t length, int protection, int flags, int file, off64_t offset) {
    char path[PATH_MAX];
    int what = file >= 0 && !(flags & MAP_ANONYMOUS) ? decide_of(MAP, file, path) : NOTHING;
    if (what == FAIL) FAILED(MAP_FAILED);
    if (file >= 0 && is_unreadable(file, (uint64_t)offset, length)) {
        errno = EIO;
        return MAP_FAILED;
    }
    void *result = (void *)syscall(SYS_mmap, at, length, protection, flags, file, offset);
    if (what == KILL_AFTER) die();
    return result;
}
void *mmap(void *at, size_t length, int protection, int flags, int file, off_t offset) {
    return mapped(at, length, protection, flags, file, offset);
}
void *mmap64(void *at, size_t length, int protection, int flags, int file, off64_t offset) {
    return mapped(at, length, protection, flags, file, offset);
}

int close(int file) {
    char path[PATH_MAX];
    int what = root_count ? decide_of(CLOSE, file, path) : NOTHING;
    // The file is closed anyway, as when the kernel's own close fails.
    int result = (int)syscall(SYS_close, file);
    if (what == FAIL) FAILED(-1);
    if (what == KILL_AFTER) die();
    return result;
}
