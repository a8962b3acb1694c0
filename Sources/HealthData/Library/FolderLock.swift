import GRDB
import Glibc
import Synchronization

/// A lock on the folder of a library, which every Oresen that writes to the library holds.
///
/// Several writers share it. A writer that brings the library to another version, or replaces a
/// damaged file, takes it exclusively. The kernel releases it when the process ends, however that
/// happens. A folder that cannot be locked, as on some network disks, counts as locked.
final class FolderLock: Sendable {
    /// How many seconds a process waits for the lock, the same as for the database.
    private static let patience = 10.0
    private static let pause = timespec(tv_sec: 0, tv_nsec: 10_000_000)
    /// -1 after release, and if the folder cannot be opened.
    private let descriptor: Mutex<Int32>

    /// Waits until this process shares the lock on the folder.
    ///
    /// - Throws: that the database is busy, if another process holds the lock exclusively for too
    ///   long.
    init(_ folder: String) throws {
        descriptor = Mutex(open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
        try lock(LOCK_SH)
    }

    deinit { release() }

    /// Releases the folder.
    func release() {
        descriptor.withLock { descriptor in
            if descriptor >= 0 { close(descriptor) }
            descriptor = -1
        }
    }

    /// Runs `body` while no other writer has the folder locked.
    ///
    /// The shared lock is given up while this waits, so that two processes that want an exclusive
    /// lock do not wait for each other. Check again what was checked before the call.
    ///
    /// - Throws: the error of `body`, or that the database is busy.
    func alone<Result>(_ body: () throws -> Result) throws -> Result {
        try lock(LOCK_EX)
        defer { try? lock(LOCK_SH) }
        return try body()
    }

    private func lock(_ kind: Int32) throws {
        let descriptor = descriptor.withLock { $0 }
        guard descriptor >= 0 else { return }
        // The kernel's own wait has no timeout.
        var waited = 0.0
        while flock(descriptor, kind | LOCK_NB) != 0 {
            if errno == EINTR { continue }
            guard errno == EWOULDBLOCK else { return }
            guard waited < Self.patience else { throw DatabaseError(resultCode: .SQLITE_BUSY) }
            var pause = Self.pause
            nanosleep(&pause, nil)
            waited += 0.01
        }
    }
}
