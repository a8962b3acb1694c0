import EventLoop
import Glibc

/// Reads a pipe to its end in the program's loop, without ever blocking.
@MainActor
final class PipeReader {
    private let loop: EventLoop
    private let descriptor: Int32
    private let limit: Int
    private let completion: ([UInt8]?) -> Void
    private var bytes: [UInt8] = []
    private let explain: (String) -> Void
    private var token: EventLoop.Token?
    private var deadline: EventLoop.Token?
    /// The number of seconds in which an owner must send everything.
    static let patience = 60.0

    /// Takes over `descriptor`; calls `completion` once: with everything, or with nil if reading
    /// fails, is cancelled, delivers more than `limit` bytes, or takes longer than `patience`.
    ///
    /// For the last two, `explain` is called first with a clause.
    init(
        loop: EventLoop, descriptor: Int32, limit: Int,
        explain: @escaping (String) -> Void = { _ in },
        _ completion: @escaping ([UInt8]?) -> Void
    ) {
        self.explain = explain
        self.loop = loop
        self.descriptor = descriptor
        self.limit = limit
        self.completion = completion
        setNonBlocking(descriptor)
        // The loop retains the reader until it is done.
        token = loop.watch(descriptor, for: .read) { _ in self.readSome() }
        deadline = loop.schedule(after: PipeReader.patience) { [weak self] in
            self?.fail("its owner did not send it within a minute")
        }
    }

    private func readSome() {
        var chunk = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = read(descriptor, &chunk, chunk.count)
            if count > 0 {
                bytes.append(contentsOf: chunk[..<count])
                if bytes.count > limit {
                    return fail("it is longer than \(limit) bytes, so it was refused")
                }
            } else if count == 0 {
                return finish(bytes)
            } else if errno == EAGAIN {
                return
            } else if errno != EINTR {
                return finish(nil)
            }
        }
    }

    /// Cancels the transfer.
    func cancel() { finish(nil) }

    private func fail(_ reason: String) {
        if token != nil { explain(reason) }
        finish(nil)
    }

    private func finish(_ result: [UInt8]?) {
        guard let token else { return }
        self.token = nil
        loop.cancel(token)
        if let deadline { loop.cancel(deadline) }
        deadline = nil
        close(descriptor)
        completion(result)
    }
}

/// Writes bytes into a pipe in the program's loop, without ever blocking.
///
/// If the reader closes the pipe early, it no longer needs the data, which is not an error. The
/// same holds for a reader that reads nothing for a minute.
@MainActor
final class PipeWriter {
    private let loop: EventLoop
    private let descriptor: Int32
    private let bytes: [UInt8]
    private let completion: () -> Void
    private var position = 0
    private var token: EventLoop.Token?
    private var deadline: EventLoop.Token?

    /// Takes over `descriptor` and closes it when everything is written.
    ///
    /// SIGPIPE must be ignored in the process.
    init(
        loop: EventLoop, descriptor: Int32, bytes: [UInt8], _ completion: @escaping () -> Void = {}
    ) {
        self.loop = loop
        self.descriptor = descriptor
        self.bytes = bytes
        self.completion = completion
        setNonBlocking(descriptor)
        token = loop.watch(descriptor, for: .write) { _ in self.writeSome() }
        waitOn()
    }

    /// Waits another minute for the reader.
    private func waitOn() {
        if let deadline { loop.cancel(deadline) }
        deadline = loop.schedule(after: PipeReader.patience) { [weak self] in self?.cancel() }
    }

    private func writeSome() {
        let before = position
        defer { if token != nil, position > before { waitOn() } }
        while position < bytes.count {
            let count = bytes[position...].withUnsafeBytes { rest in
                write(descriptor, rest.baseAddress, rest.count)
            }
            if count >= 0 {
                position += count
            } else if errno == EAGAIN {
                return
            } else if errno != EINTR {
                break
            }
        }
        cancel()
    }

    /// Whether the pipe is closed.
    var hasEnded: Bool { token == nil }

    /// Closes the pipe, completely written or not.
    func cancel() {
        guard let token else { return }
        self.token = nil
        loop.cancel(token)
        if let deadline { loop.cancel(deadline) }
        deadline = nil
        close(descriptor)
        completion()
    }
}

/// The pipes that are being written, at most a limited number: a further one cancels the first.
@MainActor
final class PipeWriters {
    private let loop: EventLoop
    private var writers: [PipeWriter] = []
    private static let most = 16

    init(_ loop: EventLoop) { self.loop = loop }

    /// Writes all of `bytes` to `descriptor` and closes it.
    func write(_ bytes: [UInt8], to descriptor: Int32) {
        writers.removeAll { $0.hasEnded }
        if writers.count >= Self.most { writers.removeFirst().cancel() }
        writers.append(PipeWriter(loop: loop, descriptor: descriptor, bytes: bytes))
    }

    /// Closes all of them.
    func cancel() {
        for writer in writers { writer.cancel() }
        writers = []
    }
}

/// A pipe as (reading end, writing end), neither of which a child process inherits.
func makePipe() -> (reading: Int32, writing: Int32)? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
}

private func setNonBlocking(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
}
