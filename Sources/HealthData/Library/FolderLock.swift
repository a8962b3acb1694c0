import GRDB
import Glibc
import Synchronization

/// A lock on the folder of a library, which every Oresen that writes to the library holds.
///
/// Several writers share it. Whoever brings the library to another version, or puts a new file in the
/// place of a damaged one, takes it alone. The kernel releases it when the process ends, however that
/// happens. A folder that cannot be locked, as on some network disks, counts as locked.
final class FolderLock: Sendable {
    /// How long it is waited for, in seconds, as for the database itself.
    private static let patience = 10.0
    private static let pause = timespec(tv_sec: 0, tv_nsec: 10_000_000)
    /// -1 once it was released, and where the folder cannot be opened.
    private let descriptor: Mutex<Int32>

    /// Waits until the folder is locked, together with other writers.
    ///
    /// - Throws: that the database is busy, where somebody has the folder alone for too long.
    init(_ folder: String) throws {
        descriptor = Mutex(open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
        try lock(LOCK_SH)
    }

    deinit { release() }

    /// Lets go of the folder.
    func release() {
        descriptor.withLock { descriptor in
            if descriptor >= 0 { close(descriptor) }
            descriptor = -1
        }
    }

    /// Does something while no other writer has the folder locked.
    ///
    /// The shared lock is given up while this waits, so that two who want to be alone do not wait for
    /// each other: look again at what was seen before.
    ///
    /// - Throws: what `body` throws, and that the database is busy.
    func alone<Result>(_ body: () throws -> Result) throws -> Result {
        try lock(LOCK_EX)
        defer { try? lock(LOCK_SH) }
        return try body()
    }

    private func lock(_ kind: Int32) throws {
        let descriptor = descriptor.withLock { $0 }
        guard descriptor >= 0 else { return }
        // A wait of the kernel's has no end that one could give it.
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
