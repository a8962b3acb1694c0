import Glibc

/// A file, or the program's own output, that could not be written.
public struct FileError: ReportableError, Hashable {
    /// The file's path, or `standard output`.
    public let place: String
    /// The system's number for what went wrong (errno).
    public let code: Int32

    /// ReportableError with what is called `place`.
    public init(place: String, code: Int32) {
        self.place = place
        self.code = code
    }

    /// Whether the only reason is that nobody reads any more.
    public var isClosedPipe: Bool { code == EPIPE }

    /// The system's words for what went wrong.
    public var reason: String { String(cString: strerror(code)) }

    /// Whether there was no room for it.
    public var isFull: Bool { [ENOSPC, EDQUOT, EFBIG].contains(code) }

    public var problem: String { "cannot be written (\(reason))" }

    public var remedy: String {
        isFull ? "make room and try again" : "choose another place"
    }
}

/// What is done with open descriptors.
enum Descriptor {
    /// Writes all of the bytes, waiting where the other side is slow; 0, or errno.
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

    /// Closes it; 0, or errno where what was written did not arrive.
    static func close(_ descriptor: Int32) -> Int32 {
        // Linux has closed it even where a signal interrupted the call.
        Glibc.close(descriptor) == 0 || errno == EINTR ? 0 : errno
    }
}
