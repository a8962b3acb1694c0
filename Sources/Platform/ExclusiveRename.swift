import CLinux
import Glibc

/// Renames a file without replacing another one.
///
/// It is one step if the file system supports that (rename(2), `RENAME_NOREPLACE`). Otherwise the
/// file has both names for a moment. On file systems without second names, such as FAT, the new
/// name is checked first, so a file that is made at that moment may be missed.
///
/// - Returns: whether it has the new name. If not, `errno` is the reason; it is `EEXIST` if the
///   name exists.
public func renameExclusively(_ path: String, to other: String) -> Bool {
    // RENAME_NOREPLACE of linux/fs.h.
    if renameat2(AT_FDCWD, path, AT_FDCWD, other, 1) == 0 { return true }
    guard errno == EINVAL || errno == ENOSYS else { return false }
    if link(path, other) == 0 {
        unlink(path)
        return true
    }
    guard [EPERM, ENOTSUP, EMLINK].contains(errno) else { return false }
    guard access(other, F_OK) != 0 else {
        errno = EEXIST
        return false
    }
    return rename(path, other) == 0
}
