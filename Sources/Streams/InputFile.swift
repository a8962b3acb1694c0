import Glibc
import Localization

/// An open file that can be read at any place, by several threads.
///
/// Standard input, pipes and sockets are first copied to an unnamed temporary file, because a zip
/// archive and the detection of a dialect need to go back.
public final class InputFile: Sendable {
    /// The path as the person gave it.
    public let path: String
    /// The size in bytes when it was opened.
    public let size: Int
    /// Which file it is, whatever its name may be by now; nil for what has no name.
    public let identity: FileIdentity?
    let descriptor: Int32

    /// Opens a file; `-` is standard input.
    public init(path: String) throws(StreamTrouble) {
        self.path = path
        let opened = path == "-" ? dup(0) : Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
        guard opened >= 0 else { throw InputFile.trouble(path, errno) }
        var status = stat()
        guard fstat(opened, &status) == 0 else {
            let code = errno
            close(opened)
            throw InputFile.trouble(path, code)
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG:
            identity = path == "-" ? nil : FileIdentity(status)
            descriptor = opened
            size = Int(status.st_size)
        case S_IFDIR:
            close(opened)
            throw StreamTrouble(
                place: path, problem: tr("is a folder"),
                remedy: tr("name the files in it one by one"))
        case S_IFIFO, S_IFSOCK:
            identity = nil
            (descriptor, size) = try InputFile.spooled(opened, path)
        case S_IFCHR where path == "-":
            identity = nil
            (descriptor, size) = try InputFile.spooled(opened, path)
        default:
            close(opened)
            throw StreamTrouble(
                place: path, problem: tr("is a device, not a file"),
                remedy: tr("give a file of records"))
        }
    }

    deinit { close(descriptor) }

    /// The size in bytes now.
    public var currentSize: Int {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
    }

    private static func trouble(_ path: String, _ code: Int32) -> StreamTrouble {
        let remedy =
            switch code {
            case ENOENT: tr("check the name")
            case EACCES, EPERM: tr("ask its owner for leave to read it")
            default: tr("check the file and the disk it is on")
            }
        let problem =
            switch code {
            case ENOENT: tr("there is no such file")
            case EACCES, EPERM: tr("it may not be read")
            default: tr("it cannot be opened ({1})", String(cString: strerror(code)))
            }
        return StreamTrouble(place: path, problem: problem, remedy: remedy)
    }

    /// Copies what comes from a descriptor into a file without a name, and closes the descriptor.
    private static func spooled(
        _ source: Int32, _ path: String
    ) throws(StreamTrouble) -> (Int32, Int) {
        defer { close(source) }
        let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array((folder + "/oresen-XXXXXX").utf8CString)
        let target = mkstemp(&template)
        guard target >= 0 else {
            throw StreamTrouble(
                place: path,
                problem:
                    tr(
                        "no temporary file can be made in {1} ({2})", folder,
                        String(cString: strerror(errno))),
                remedy: tr("set TMPDIR to a folder that can be written to"))
        }
        unlink(template)
        _ = fcntl(target, F_SETFD, FD_CLOEXEC)
        var buffer = [UInt8](repeating: 0, count: 1 << 18)
        var total = 0
        while true {
            let got = Glibc.read(source, &buffer, buffer.count)
            if got < 0, errno == EINTR { continue }
            if got < 0 {
                let code = errno
                close(target)
                throw trouble(path, code)
            }
            if got == 0 { break }
            var written = 0
            while written < got {
                let put = buffer.withUnsafeBytes { bytes in
                    Glibc.write(target, bytes[written...].baseAddressIfAny, got - written)
                }
                if put < 0, errno == EINTR { continue }
                if put <= 0 {
                    close(target)
                    throw StreamTrouble(
                        place: path,
                        problem: tr("the temporary copy cannot be written in {1}", folder),
                        remedy: tr("make room there, or set TMPDIR to another folder"))
                }
                written += put
            }
            total += got
        }
        return (target, total)
    }

    /// Reads at an offset into `buffer[range]`; fewer bytes only at the end of the file.
    public func read(
        at offset: Int, into buffer: inout [UInt8], _ range: Range<Int>
    ) throws(StreamTrouble) -> Int {
        guard !range.isEmpty else { return 0 }
        while true {
            let got = buffer.withUnsafeMutableBytes { bytes in
                pread(descriptor, bytes[range].baseAddressIfAny, range.count, off_t(offset))
            }
            if got >= 0 { return got }
            let code = errno
            if code == EINTR { continue }
            throw StreamTrouble(
                place: "\(path):byte \(offset)",
                problem: tr("reading fails ({1})", String(cString: strerror(code))),
                remedy: tr("check the disk the file is on"))
        }
    }

    /// The first bytes, at most `count`.
    public func head(_ count: Int) throws(StreamTrouble) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: min(count, max(0, size)))
        var have = 0
        while have < buffer.count {
            let got = try read(at: have, into: &buffer, have..<buffer.count)
            if got == 0 { break }
            have += got
        }
        buffer.removeLast(buffer.count - have)
        return buffer
    }
}

extension Slice where Base == UnsafeRawBufferPointer {
    var baseAddressIfAny: UnsafeRawPointer? { UnsafeRawBufferPointer(rebasing: self).baseAddress }
}

extension Slice where Base == UnsafeMutableRawBufferPointer {
    var baseAddressIfAny: UnsafeMutableRawPointer? {
        UnsafeMutableRawBufferPointer(rebasing: self).baseAddress
    }
}
