import Glibc
import Localization
import Platform

/// An open file with random access, for several threads.
///
/// Standard input, pipes and sockets are copied to an unnamed temporary file as their data arrive,
/// because reading a zip archive and detecting a dialect must go back; reads wait for data that
/// have not arrived yet. A stream, such as a member of an archive, is copied completely.
package final class InputFile: Sendable {
    /// The path that the user gave.
    package let path: String
    private let openedSize: Int
    private let spool: Spool?
    private let copyFailure: StreamError?
    /// The identity of the file, even if it is renamed; nil for inputs without a name.
    package let identity: FileIdentity?
    let descriptor: Int32

    /// Opens a file; `-` is standard input.
    ///
    /// - Parameter cancellation: ends all waiting for data of a pipe.
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

    /// Copies a stream to its end.
    ///
    /// If the stream fails, the data before the failure are there; see `failure`.
    ///
    /// - Parameters:
    ///   - stream: read from its current position.
    ///   - path: the name in error messages.
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

    /// Stores bytes so that they can be read like a file.
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

    /// The size in bytes: of a file when it was opened, of a pipe the data so far.
    package var size: Int { spool?.size ?? openedSize }

    /// Whether the data are complete: a pipe may still deliver more.
    package var isWhole: Bool { spool?.isWhole ?? true }

    /// The number of bytes so far, and whether they are complete.
    ///
    /// Waits until a pipe has delivered more than `known`, has ended, or has delivered nothing for
    /// the given number of seconds.
    package func wait(
        beyond known: Int, atMost limit: Double = .infinity
    ) -> (size: Int, isWhole: Bool) {
        spool?.wait(beyond: known, atMost: limit) ?? (openedSize, true)
    }

    /// Waits until the data are complete.
    ///
    /// - Throws: why a pipe could not be read to its end.
    package func waitForEnd() throws(StreamError) {
        _ = wait(beyond: .max)
        if let failure { throw failure }
    }

    /// Why a pipe or a stream could not be read to its end; nil if it could, or is not there yet.
    package var failure: StreamError? { spool?.failure ?? copyFailure }

    /// The kinds of readable paths.
    package enum Kind: Hashable, Sendable {
        /// A file, a pipe or anything else that is not a folder.
        case file
        case folder
    }

    /// The kind of a path.
    ///
    /// - Throws: that there is nothing at the path, or nothing readable.
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

    /// The current size in bytes.
    package var currentSize: Int {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
    }

    static func failure(_ path: String, _ code: Int32) -> StreamError {
        let remedy =
            switch code {
            case ENOENT: tr("check the name")
            case EACCES, EPERM: tr("change its permissions, or ask its owner to")
            default: tr("check the file and the disk it is on")
            }
        let problem =
            switch code {
            case ENOENT: tr("no such file")
            case EACCES, EPERM: tr("you have no permission to read it")
            default: tr("it cannot be opened ({1})", String(cString: strerror(code)))
            }
        return StreamError(place: path, problem: problem, remedy: remedy)
    }

    /// Reads at an offset into `buffer[range]`: at least one byte unless that is the end.
    ///
    /// There are fewer bytes than requested only at the end, or if a pipe has not delivered more
    /// yet.
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
