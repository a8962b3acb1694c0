// What comes through a pipe, in a file without a name.
//
// Method: a thread copies what comes, as it comes, and tells how much is there; readers read the
// file and wait for what is not there yet. So a pipe is read as a file is, at any place and again,
// while it still brings something. Limits: the copy takes as much room in the folder of temporary
// files as the pipe brings. Rejected: waiting for the end of the pipe (nothing to see until then).

import Glibc
import Localization
import Platform

/// A copy of what a pipe has brought so far.
final class Spool: @unchecked Sendable {
    /// `F_SETPIPE_SZ` of fcntl(2).
    private static let setPipeSize: Int32 = 1031

    /// The copy.
    var descriptor: Int32 { copied.descriptor }
    private let copied: TemporaryFile
    private let source: Int32
    private let path: String
    private let cancellation: Cancellation
    private let monitor = Monitor()
    private var arrived = 0
    private var hasEnded = false
    private var isWanted = true
    private var firstFailure: StreamError?

    /// Begins to copy what comes from a descriptor, and closes that at its end.
    init(
        _ source: Int32, path: String, cancellation: Cancellation
    ) throws(StreamError) {
        self.source = source
        self.path = path
        self.cancellation = cancellation
        do throws(StreamError) {
            copied = try TemporaryFile(for: path)
        } catch {
            close(source)
            throw error
        }
        // As much room as a pipe may have, so that its writer waits less often; it need not succeed.
        _ = fcntl(source, Spool.setPipeSize, Int32(1 << 20))
        cancellation.onCancel { [weak self] in
            self?.monitor.locked { self?.monitor.wakeAll() }
        }
        let copy: @Sendable () -> Void = { self.copy() }
        WorkerThread.detach(copy)
    }

    deinit { close(copied.descriptor) }

    /// Nobody reads it any more: what still comes is not taken.
    func abandon() { monitor.locked { isWanted = false } }

    /// How much is there: more than `known` unless no more comes, the reading is cancelled, or
    /// nothing came for so many seconds.
    func wait(beyond known: Int, atMost limit: Double = .infinity) -> (size: Int, isWhole: Bool) {
        let deadline = SystemClock().now + limit
        return monitor.locked {
            while arrived <= known, !hasEnded, !cancellation.isCancelled {
                if !monitor.wait(until: deadline) { break }
            }
            return (arrived, hasEnded)
        }
    }

    /// How much is there.
    var size: Int { monitor.locked { arrived } }

    /// Whether no more comes.
    var isWhole: Bool { monitor.locked { hasEnded } }

    /// Why it ended before the end of the pipe; nil where it did not.
    var failure: StreamError? { monitor.locked { firstFailure } }

    private func copy() {
        var buffer = [UInt8](repeating: 0, count: 1 << 18)
        var failure: StreamError?
        while failure == nil {
            let got = Glibc.read(source, &buffer, buffer.count)
            if got < 0, errno == EINTR { continue }
            if got < 0 { failure = InputFile.failure(path, errno) }
            guard got > 0 else { break }
            failure = write(buffer[..<got])
            let goesOn = monitor.locked {
                if failure == nil { arrived += got }
                monitor.wakeAll()
                return isWanted
            }
            if !goesOn { break }
        }
        close(source)
        monitor.locked {
            self.firstFailure = failure
            hasEnded = true
            monitor.wakeAll()
        }
    }

    private func write(_ bytes: ArraySlice<UInt8>) -> StreamError? {
        do throws(StreamError) {
            try copied.write(bytes)
            return nil
        } catch {
            return error
        }
    }
}
