import Dispatch
import Foundation
import Platform
import Streams
import Testing

/// A folder that exists while a test runs.
final class Folder {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "/streams-" + UUID().uuidString
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}

@Suite struct FileTests {
    private func all<Stream: ByteStream>(_ stream: inout Stream) throws -> [UInt8] {
        var result: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1000)
        while true {
            let got = try stream.read(into: &buffer, 10..<990)
            if got == 0 { return result }
            result += buffer[10..<(10 + got)]
        }
    }

    @Test func whatIsWrittenIsRead() throws {
        let folder = try Folder()
        let bytes = (0..<5000).map { UInt8($0 % 251) }
        let output = try OutputFile(path: folder.path + "/a")
        try output.write(Array(bytes[..<3]))
        try output.write(Array(bytes[3...]))
        try output.finish()
        let file = try InputFile(path: folder.path + "/a")
        #expect(file.size == 5000)
        #expect(try file.head(7) == Array(bytes[..<7]))
        #expect(try file.head(9000) == bytes)
        var whole = FileStream(file)
        #expect(try all(&whole) == bytes)
        #expect(whole.taken == 5000)
        var part = FileStream(file, from: 4, to: 2500)
        #expect(try all(&part) == Array(bytes[4..<2500]))
        #expect(part.taken == 2496)
    }

    @Test func aPipeIsReadLikeAFile() throws {
        let folder = try Folder()
        let path = folder.path + "/pipe"
        try #require(mkfifo(path, 0o600) == 0)
        let bytes = (0..<300_000).map { UInt8($0 % 253) }
        // Each end waits for the other one, so neither may wait for a thread that the other uses.
        let end = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            #expect(throws: Never.self) {
                let output = try OutputFile(path: path)
                try output.write(bytes)
                try output.finish()
            }
            end.signal()
        }
        let file = try InputFile(path: path)
        end.wait()
        try file.waitForEnd()
        #expect(file.size == bytes.count && file.isWhole)
        #expect(try file.head(bytes.count) == bytes)
    }

    @Test func aPipeIsReadWhileItStillBringsSomething() throws {
        let folder = try Folder()
        let path = folder.path + "/pipe"
        try #require(mkfifo(path, 0o600) == 0)
        // For reading and writing, so that neither side waits for the other.
        let writer = try #require(FileHandle(forUpdatingAtPath: path))
        let cancellation = Cancellation()
        let file = try InputFile(path: path, cancellation: cancellation)
        try writer.write(contentsOf: Data([1, 2, 3]))
        #expect(file.wait(beyond: 2) == (3, false))
        var stream = FileStream(file)
        var buffer = [UInt8](repeating: 0, count: 100)
        #expect(try stream.read(into: &buffer, 0..<100) == 3)
        #expect(buffer[..<3] == [1, 2, 3])
        try writer.write(contentsOf: Data([4]))
        #expect(try stream.read(into: &buffer, 0..<100) == 1 && buffer[0] == 4)
        #expect(try file.read(at: 1, into: &buffer, 0..<2) == 2 && buffer[..<2] == [2, 3])
        #expect(!file.isWhole && file.size == 4)
        // A reader that waits for missing data is released.
        let worker = try #require(
            WorkerThread {
                usleep(1_000)
                cancellation.cancel()
            })
        #expect(file.wait(beyond: 4) == (4, false))
        #expect(try stream.read(into: &buffer, 0..<100) == 0)
        worker.join()
        try writer.close()
    }

    @Test func whatAPipeBroughtIsReadToItsEnd() throws {
        let folder = try Folder()
        let path = folder.path + "/pipe"
        try #require(mkfifo(path, 0o600) == 0)
        let writer = try #require(FileHandle(forUpdatingAtPath: path))
        let file = try InputFile(path: path)
        try writer.write(contentsOf: Data([7, 8]))
        #expect(file.wait(beyond: 1) == (2, false))
        try writer.close()
        #expect(file.wait(beyond: 2) == (2, true))
        #expect(try file.head(9) == [7, 8] && file.isWhole && file.failure == nil)
    }

    @Test func aZipIsReadBack() throws {
        let folder = try Folder()
        let path = folder.path + "/a.zip"
        let bytes = (0..<200_000).map { UInt8(($0 * $0) % 17) }
        let writer = try ArchiveWriter(path: path, member: "folder/records.txt")
        try writer.write(Array(bytes[..<1234]))
        try writer.write(Array(bytes[1234...]))
        try writer.finish()
        let file = try InputFile(path: path)
        #expect(file.size < bytes.count)
        let reader = try ArchiveReader(file)
        #expect(try reader.next())
        #expect(reader.name == "folder/records.txt" && reader.members == 1)
        var head = [UInt8](repeating: 0, count: 100)
        let got = try reader.read(into: &head, 0..<100)
        head.removeLast(100 - got)
        var stream = ArchiveStream(reader, head: head)
        #expect(try all(&stream) == bytes)
        #expect(try !reader.next())
        #expect(reader.members == 1)
        // The directory at the end of the archive need not be read.
        #expect(stream.taken > got && stream.taken <= file.size)
    }

    @Test func aBrokenZipGivesWhatThereIsAndThenError() throws {
        let folder = try Folder()
        let bytes = (0..<400_000).map { UInt8(truncatingIfNeeded: ($0 &* 2_654_435_761) >> 13) }
        let writer = try ArchiveWriter(path: folder.path + "/a.zip", member: "a")
        try writer.write(bytes)
        try writer.finish()
        let whole = try InputFile(path: folder.path + "/a.zip")
        let cut = try OutputFile(path: folder.path + "/b.zip")
        try cut.write(try whole.head(whole.size / 2))
        try cut.finish()
        let reader = try ArchiveReader(try InputFile(path: folder.path + "/b.zip"))
        #expect(try reader.next())
        var read: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        let failure = #expect(throws: StreamError.self) {
            while true {
                let got = try reader.read(into: &buffer, 0..<4096)
                if got == 0 { return }
                read += buffer[..<got]
            }
        }
        #expect(failure?.place == folder.path + "/b.zip:a")
        #expect(!read.isEmpty && read.count < bytes.count && bytes.starts(with: read))
    }

    @Test func whatIsNoFileOfBytesIsRefused() throws {
        let folder = try Folder()
        for (path, problem) in [
            (folder.path + "/none", "no such file"), (folder.path, "is a folder"),
            ("/dev/null", "is a device, not a file"),
        ] {
            let failure = #expect(throws: StreamError.self) { _ = try InputFile(path: path) }
            #expect(failure?.place == path && failure?.problem == problem)
            #expect(failure?.remedy.isEmpty == false)
        }
        let refused = #expect(throws: StreamError.self) {
            _ = try OutputFile(path: folder.path + "/none/a")
        }
        #expect(refused?.remedy == "choose another place")
    }
}
