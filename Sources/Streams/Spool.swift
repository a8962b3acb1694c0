// The data of a pipe, in a file without a name.
//
// Method: a thread copies the data as they arrive and publishes their size; readers read the file
// and wait for data that are not there yet. So a pipe is read like a file, at any place and
// repeatedly, while it still delivers data. Limits: the copy takes as much space in the folder of
// temporary files as the pipe delivers. Rejected: waiting for the end of the pipe (nothing would be
// visible until then).

import Glibc
import Localization
import Platform

/// A copy of the data that a pipe has delivered so far.
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

    /// Begins to copy the data from a descriptor, and closes that at its end.
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
        // The largest capacity of a pipe, so that its writer waits less often; it need not succeed.
        _ = fcntl(source, Spool.setPipeSize, Int32(1 << 20))
        cancellation.onCancel { [weak self] in
            self?.monitor.locked { self?.monitor.wakeAll() }
        }
        let copy: @Sendable () -> Void = { self.copy() }
        WorkerThread.detach(copy)
    }

    deinit { close(copied.descriptor) }

    /// Stops copying: the data are no longer needed.
    func abandon() { monitor.locked { isWanted = false } }

    /// The size so far.
    ///
    /// Waits until it is more than `known`, the data have ended, the reading is cancelled, or
    /// nothing has arrived for the given number of seconds.
    func wait(beyond known: Int, atMost limit: Double = .infinity) -> (size: Int, isWhole: Bool) {
        let deadline = SystemClock().now + limit
        return monitor.locked {
            while arrived <= known, !hasEnded, !cancellation.isCancelled {
                if !monitor.wait(until: deadline) { break }
            }
            return (arrived, hasEnded)
        }
    }

    /// The size so far.
    var size: Int { monitor.locked { arrived } }

    /// Whether the data have ended.
    var isWhole: Bool { monitor.locked { hasEnded } }

    /// Why it ended before the end of the pipe; nil if it did not.
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
