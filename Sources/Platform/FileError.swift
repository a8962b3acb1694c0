import Glibc

/// A file, or the program's own output, that could not be written.
public struct FileError: ReportableError, Hashable {
    /// The file's path, or `standard output`.
    public let place: String
    /// The system's error number (errno).
    public let code: Int32

    /// An error with the file or output `place`.
    public init(place: String, code: Int32) {
        self.place = place
        self.code = code
    }

    /// Whether the only reason is that the reader has closed the pipe.
    public var isClosedPipe: Bool { code == EPIPE }

    /// The system's message for the error.
    public var reason: String { String(cString: strerror(code)) }

    /// Whether the disk or quota is full.
    public var isFull: Bool { [ENOSPC, EDQUOT, EFBIG].contains(code) }

    public var problem: String { "cannot be written (\(reason))" }

    public var remedy: String {
        isFull ? "make room and try again" : "choose another place"
    }
}

/// Functions for open descriptors.
enum Descriptor {
    /// Writes all of the bytes, waiting if the other side is slow; returns 0 or errno.
    static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
        bytes.withUnsafeBytes { all in
            var rest = all[...]
            while !rest.isEmpty {
                let piece = UnsafeRawBufferPointer(rebasing: rest)
                let put = Glibc.write(descriptor, piece.baseAddress, piece.count)
                if put > 0 {
                    rest = rest.dropFirst(put)
                } else if put == 0 {
                    return ENOSPC
                } else if errno == EAGAIN {
                    // Another program on the same terminal has made it non-blocking.
                    var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                    if poll(&wanted, 1, -1) < 0, errno != EINTR { return errno }
                } else if errno != EINTR {
                    return errno
                }
            }
            return 0
        }
    }

    /// Closes it; returns 0, or errno if the written data did not arrive.
    static func close(_ descriptor: Int32) -> Int32 {
        // Linux closes it even if a signal interrupts the call.
        Glibc.close(descriptor) == 0 || errno == EINTR ? 0 : errno
    }
}
