import Glibc
import Localization
import Platform

/// An open file that can be read at any place, by several threads.
///
/// Standard input, pipes and sockets are copied to an unnamed temporary file as they come, because
/// a zip archive and the detection of a dialect need to go back; what has not come yet is waited
/// for. A stream, such as a member of an archive, is copied to one as a whole.
package final class InputFile: Sendable {
    /// The path as the person gave it.
    package let path: String
    private let openedSize: Int
    private let spool: Spool?
    private let copyFailure: StreamError?
    /// Which file it is, whatever its name may be by now; nil for what has no name.
    package let identity: FileIdentity?
    let descriptor: Int32

    /// Opens a file; `-` is standard input.
    ///
    /// - Parameter cancellation: ends all waiting for what a pipe has not brought yet.
    package init(
        path: String, cancellation: Cancellation = Cancellation()
    ) throws(StreamError) {
        self.path = path
        copyFailure = nil
        let opened = path == "-" ? dup(0) : Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
        guard opened >= 0 else { throw InputFile.failure(path, errno) }
        var status = stat()
        guard fstat(opened, &status) == 0 else {
            let code = errno
            close(opened)
            throw InputFile.failure(path, code)
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG:
            identity = path == "-" ? nil : FileIdentity(status)
            descriptor = opened
            openedSize = Int(status.st_size)
            spool = nil
        case S_IFDIR:
            close(opened)
            throw StreamError(
                place: path, problem: tr("is a folder"),
                remedy: tr("name the files in it one by one"))
        case let kind
        where [S_IFIFO, S_IFSOCK].contains(kind) || kind == S_IFCHR && path == "-":
            identity = nil
            let spool = try Spool(opened, path: path, cancellation: cancellation)
            descriptor = spool.descriptor
            openedSize = 0
            self.spool = spool
        default:
            close(opened)
            throw StreamError(
                place: path, problem: tr("is a device, not a file"),
                remedy: tr("give a file of records"))
        }
    }

    /// Copies what a stream has, to its end.
    ///
    /// What came before a stream broke is there; see `trouble`.
    ///
    /// - Parameters:
    ///   - stream: read from where it stands.
    ///   - path: what troubles name it.
    /// - Throws: that no copy can be written.
    package init<Stream: ByteStream>(
        copying stream: inout Stream, path: String, cancellation: Cancellation = Cancellation()
    ) throws(StreamError) {
        let copy = try TemporaryFile(for: path)
        self.path = path
        identity = nil
        spool = nil
        descriptor = copy.descriptor
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var size = 0
        var failure: StreamError?
        while !cancellation.isCancelled {
            var got = 0
            do throws(StreamError) {
                got = try stream.read(into: &buffer, 0..<buffer.count)
            } catch {
                failure = error
            }
            guard got > 0 else { break }
            do throws(StreamError) {
                try copy.write(buffer[..<got])
            } catch {
                close(copy.descriptor)
                throw error
            }
            size += got
        }
        openedSize = size
        copyFailure = failure
    }

    /// Keeps bytes that are in memory, so that they are read as a file is.
    ///
    /// - Throws: that no temporary file can be written.
    package init(bytes: [UInt8], path: String) throws(StreamError) {
        let copy = try TemporaryFile(for: path)
        do throws(StreamError) {
            try copy.write(bytes[...])
        } catch {
            close(copy.descriptor)
            throw error
        }
        self.path = path
        identity = nil
        spool = nil
        copyFailure = nil
        descriptor = copy.descriptor
        openedSize = bytes.count
    }

    deinit {
        if let spool { spool.abandon() } else { close(descriptor) }
    }

    /// The size in bytes: of a file when it was opened, of a pipe what it has brought so far.
    package var size: Int { spool?.size ?? openedSize }

    /// Whether all of it is there: a pipe may still bring something.
    package var isWhole: Bool { spool?.isWhole ?? true }

    /// How many bytes are there, and whether that is all; waits until a pipe has brought more than
    /// `known`, or has ended, or has brought nothing for so many seconds.
    package func wait(
        beyond known: Int, atMost limit: Double = .infinity
    ) -> (size: Int, isWhole: Bool) {
        spool?.wait(beyond: known, atMost: limit) ?? (openedSize, true)
    }

    /// Waits until all of it is there.
    ///
    /// - Throws: why a pipe could not be read to its end.
    package func waitForEnd() throws(StreamError) {
        _ = wait(beyond: .max)
        if let failure { throw failure }
    }

    /// Why a pipe or a stream could not be read to its end; nil where it could, or has not come
    /// there.
    package var failure: StreamError? { spool?.failure ?? copyFailure }

    /// What a path can name that may be read.
    package enum Kind: Hashable, Sendable {
        /// A file, a pipe or whatever else is no folder.
        case file
        case folder
    }

    /// What a path names.
    ///
    /// - Throws: that there is nothing of this name, or nothing that may be read.
    package static func kind(of path: String) throws(StreamError) -> Kind {
        var status = stat()
        guard stat(path, &status) == 0, access(path, R_OK) == 0 else {
            throw failure(path, errno)
        }
        return status.st_mode & S_IFMT == S_IFDIR ? .folder : .file
    }

    /// Whether a path names a folder.
    package static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Whether a path names a pipe or a socket; standard input always counts as one.
    package static func isPipe(_ path: String) -> Bool {
        var status = stat()
        guard path != "-" else { return true }
        guard stat(path, &status) == 0 else { return false }
        return [S_IFIFO, S_IFSOCK].contains(status.st_mode & S_IFMT)
    }

    /// The size in bytes now.
    package var currentSize: Int {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
    }

    static func failure(_ path: String, _ code: Int32) -> StreamError {
        let remedy =
            switch code {
            case ENOENT: tr("check the name")
            case EACCES, EPERM: tr("ask its owner for leave to read it")
            default: tr("check the file and the disk it is on")
            }
        let problem =
            switch code {
            case ENOENT: tr("no such file")
            case EACCES, EPERM: tr("it may not be read")
            default: tr("it cannot be opened ({1})", String(cString: strerror(code)))
            }
        return StreamError(place: path, problem: problem, remedy: remedy)
    }

    /// Reads at an offset into `buffer[range]`: at least one byte unless that is the end, and fewer
    /// than asked for only there, or where a pipe has not brought more yet.
    package func read(
        at offset: Int, into buffer: inout [UInt8], _ range: Range<Int>
    ) throws(StreamError) -> Int {
        guard !range.isEmpty else { return 0 }
        if let spool {
            let (size, isWhole) = spool.wait(beyond: offset)
            if size <= offset {
                if isWhole, let failure = spool.failure { throw failure }
                return 0
            }
        }
        while true {
            let got = buffer.withUnsafeMutableBytes { bytes in
                pread(descriptor, bytes[range].baseAddressIfAny, range.count, off_t(offset))
            }
            if got >= 0 { return got }
            let code = errno
            if code == EINTR { continue }
            throw StreamError(
                place: "\(path):byte \(offset)",
                problem: tr("reading fails ({1})", String(cString: strerror(code))),
                remedy: tr("check the disk the file is on"))
        }
    }

    /// The first bytes, at most `count`.
    package func head(_ count: Int) throws(StreamError) -> [UInt8] {
        let most = spool == nil ? max(0, openedSize) : .max
        var buffer = [UInt8](repeating: 0, count: min(count, most))
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
