import Glibc
import TestCompositor
import Testing

/// A named pipe that a test writes to while a program reads.
final class NamedPipe {
    let path: String
    private var descriptor: Int32

    /// Makes the pipe and opens it.
    init(path: String) throws {
        self.path = path
        guard mkfifo(path, 0o600) == 0 else {
            throw CompositorError(
                "\(path): no pipe can be made: \(String(cString: strerror(errno)))")
        }
        // For reading as well, so that neither side waits for the other. For this process only, so
        // that closing it here ends the data.
        descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        try #require(descriptor >= 0)
    }

    deinit { close() }

    /// Writes as much as fits and returns the number of bytes.
    func write(_ bytes: ArraySlice<UInt8>) throws -> Int {
        let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        if count < 0, errno == EAGAIN { return 0 }
        try #require(count >= 0)
        return count
    }

    /// Ends the data.
    func close() {
        if descriptor >= 0 { Glibc.close(descriptor) }
        descriptor = -1
    }
}
