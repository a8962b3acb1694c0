import Foundation
import Platform
import SeededRandom
import Testing

@testable import Streams

/// Members large enough to be unpacked by the faster library instead of libarchive.
@Suite struct ArchiveMemberTests {
    /// Text with repetitions, and noise, so that it is deflated in blocks of several kinds.
    private static let content: [UInt8] = (0..<700_000).map { index in
        index % 50_000 < 20_000
            ? UInt8(truncatingIfNeeded: (index &* 2_654_435_761) >> 13)
            : Array("records of a day, ".utf8)[index % 18]
    }

    /// A zip with members between two small ones.
    private func zip(
        _ folder: Folder, _ members: [(name: String, bytes: [UInt8])]
    ) throws -> [UInt8] {
        let path = folder.path + "/made.zip"
        let writer = try ArchiveWriter(path: path, member: "before")
        try writer.write(Array("small".utf8))
        for (name, bytes) in members {
            try writer.begin(member: name)
            try writer.write(bytes)
        }
        try writer.begin(member: "behind")
        try writer.write(Array("also small".utf8))
        try writer.finish()
        return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    private struct Outcome: Equatable {
        var names: [String] = []
        var contents: [[UInt8]] = []
        var failures = 0
    }

    /// The result of reading an archive.
    private func read(_ bytes: [UInt8], _ folder: Folder) throws -> Outcome {
        let file = try InputFile(bytes: bytes, path: folder.path + "/read.zip")
        let reader = try ArchiveReader(file)
        var outcome = Outcome()
        var taken = 0
        do throws(StreamError) {
            while try reader.next() {
                outcome.names.append(reader.name)
                outcome.contents.append([])
                do throws(StreamError) {
                    var buffer = [UInt8](repeating: 0, count: 5000)
                    while true {
                        let got = try reader.read(into: &buffer, 7..<4993)
                        if got == 0 { break }
                        outcome.contents[outcome.contents.count - 1] += buffer[7..<7 + got]
                        #expect(reader.taken >= taken && reader.taken <= file.size)
                        taken = reader.taken
                    }
                } catch {
                    outcome.failures += 1
                    // Nothing follows an error.
                    var buffer = [UInt8](repeating: 0, count: 10)
                    #expect(try reader.read(into: &buffer, 0..<10) == 0)
                }
            }
        } catch {
            outcome.failures += 1
        }
        return outcome
    }

    /// The position of a name's entry in the directory at the end.
    private func entry(_ name: String, _ bytes: [UInt8]) -> Int? {
        let wanted = Array("PK\u{1}\u{2}".utf8)
        return bytes.indices.dropLast(46).last { place in
            Array(bytes[place..<place + 4]) == wanted
                && bytes[(place + 46)...].starts(with: Array(name.utf8))
        }
    }

    @Test func largeMembersAreUnpackedByTheLibraryForThem() throws {
        try #require(InflateLibrary.shared != nil, "libisal is one of the packages of the tests")
        let folder = try Folder()
        let bytes = try zip(folder, [("a", Self.content), ("folder/b ü", Self.content.reversed())])
        let file = try InputFile(bytes: bytes, path: "x.zip")
        let directory = try #require(ZipDirectory(file))
        #expect(directory.member(Array("a".utf8))?.member.size == Self.content.count)
        #expect(directory.member(Array("folder/b ü".utf8)) != nil)
        #expect(directory.member(Array("nobody".utf8)) == nil)
        let outcome = try read(bytes, folder)
        #expect(outcome.names == ["before", "a", "folder/b ü", "behind"])
        #expect(
            outcome.contents == [
                Array("small".utf8), Self.content, Self.content.reversed(),
                Array("also small".utf8),
            ])
        #expect(outcome.failures == 0)
    }

    @Test("A damaged member gives the bytes before the damage", arguments: 0..<20)
    func damaged(_ number: Int) throws {
        let folder = try Folder()
        var bytes = try zip(folder, [("a", Self.content)])
        let start = 200
        let end = try #require(entry("before", bytes)) - 200
        bytes[start + (end - start) * number / 20] ^= 0x55
        let outcome = try read(bytes, folder)
        #expect(outcome.names.prefix(2) == ["before", "a"])
        #expect(outcome.failures >= 1)
        #expect(
            outcome.contents.count > 1 && outcome.contents[1].count <= Self.content.count + 5000)
        // Everything after it is unchanged.
        #expect(outcome.names.last != "behind" || outcome.contents.last == Array("also small".utf8))
    }

    @Test func aSumThatIsNotRightIsErrorAtTheEnd() throws {
        let folder = try Folder()
        var bytes = try zip(folder, [("a", Self.content)])
        let place = try #require(entry("a", bytes))
        bytes[place + 16] ^= 1
        let outcome = try read(bytes, folder)
        #expect(outcome.failures == 1)
        #expect(outcome.contents[1] == Self.content)
        #expect(outcome.contents.last == Array("also small".utf8))
    }

    @Test("Members with wrong directory entries are left to the other library")
    func untrueDirectory() throws {
        let folder = try Folder()
        let whole = try zip(folder, [("a", Self.content)])
        let place = try #require(entry("a", whole))
        // A different position of the member, a size beyond the file, an unknown method, an
        // encrypted member.
        for (offset, value) in [(42, 0xff), (23, 0x7f), (10, 12), (8, 1)] as [(Int, UInt8)] {
            var bytes = whole
            bytes[place + offset] = value
            let file = try InputFile(bytes: bytes, path: "x.zip")
            #expect(ZipDirectory(file)?.member(Array("a".utf8)) == nil, "offset \(offset)")
        }
        // Two members of the same name.
        let twice = try zip(folder, [("a", Self.content), ("a", Self.content)])
        let file = try InputFile(bytes: twice, path: "x.zip")
        #expect(ZipDirectory(file)?.member(Array("a".utf8)) == nil)
        #expect(try read(twice, folder).contents[2] == Self.content)
    }

    @Test("No bytes make a directory that is read beyond its end", arguments: 0..<200)
    func anyBytes(_ seed: Int) throws {
        let folder = try Folder()
        var bytes = try zip(folder, [("a", [1, 2, 3])])
        var numbers = LinearCongruence(seed: UInt64(seed) &* 0x9e37_79b9_7f4a_7c15 | 1)
        for _ in 0..<1 + seed % 9 {
            let state = numbers.next()
            let place = bytes.count - 1 - Int(state >> 33) % min(260, bytes.count)
            bytes[place] = UInt8(truncatingIfNeeded: state >> 20)
        }
        let directory = ZipDirectory(try InputFile(bytes: bytes, path: "x.zip"))
        for name in ["before", "a", "behind", ""] {
            if let found = directory?.member(Array(name.utf8)) {
                #expect(found.start + found.member.compressedSize <= bytes.count)
            }
        }
        for length in [0, 1, 21, 22, 45] {
            _ = ZipDirectory(try InputFile(bytes: Array(bytes.suffix(length)), path: "x.zip"))
        }
    }
}
