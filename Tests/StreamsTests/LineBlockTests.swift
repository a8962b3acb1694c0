import Streams
import Synchronization
import Testing

@Suite struct LineBlockTests {
    private func file(_ bytes: [UInt8], _ folder: Folder) throws -> InputFile {
        let path = folder.path + "/lines"
        let output = try OutputFile(path: path)
        try output.write(bytes)
        try output.finish()
        return try InputFile(path: path)
    }

    /// Lines of many lengths.
    private func text(_ lines: Int, seed: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        for line in 0..<lines {
            let length = (line &* 7919 &+ seed &* 104_729) % 40
            bytes += [UInt8](repeating: UInt8(97 + line % 26), count: line % 17 == 0 ? 0 : length)
            bytes.append(10)
        }
        return bytes
    }

    @Test func blocksOfAnySizeJoinToTheText() throws {
        let folder = try Folder()
        let bytes = text(300, seed: 1)
        let file = try file(bytes + Array("an open end".utf8), folder)
        for size in [1, 2, 3, 7, 40, 41, 100, 1000, 100_000] {
            let blocks = LineBlocks(file, 0..<file.size, size: size, longest: 1 << 20)
            var buffer: [UInt8] = []
            var joined: [UInt8] = []
            for index in 0..<blocks.count {
                let (lines, offset) = try blocks.read(index, into: &buffer)
                guard !lines.isEmpty else { continue }
                #expect(offset == joined.count, "block \(index) of \(size)")
                #expect(buffer.count >= lines.upperBound + ByteWindow.padding)
                joined += buffer[lines]
            }
            #expect(joined == bytes, "blocks of \(size)")
        }
    }

    @Test func aPartOfTheFileIsReadAlone() throws {
        let folder = try Folder()
        let file = try file(Array("one\ntwo\nthree\nfour\n".utf8), folder)
        let blocks = LineBlocks(file, 4..<14, size: 3, longest: 100)
        var buffer: [UInt8] = []
        var joined: [UInt8] = []
        for index in 0..<blocks.count {
            let (lines, _) = try blocks.read(index, into: &buffer)
            joined += buffer[lines]
        }
        #expect(joined == Array("two\nthree\n".utf8))
    }

    @Test func aLineWithoutAnEndInReachIsGivenAsItIs() throws {
        let folder = try Folder()
        let long = [UInt8](repeating: 120, count: 50_000)
        let file = try file([97, 10] + long + [10, 98, 10], folder)
        let blocks = LineBlocks(file, 0..<file.size, size: 1000, longest: 4000)
        var buffer: [UInt8] = []
        let (lines, offset) = try blocks.read(0, into: &buffer)
        #expect(offset == 0 && lines.lowerBound == 0 && lines.upperBound >= 4000)
        #expect(buffer[lines.upperBound - 1] == 120)
        #expect(try blocks.read(20, into: &buffer).lines.isEmpty)
        let last = try blocks.read(50, into: &buffer)
        #expect(Array(buffer[last.lines]) == [98, 10] && last.offset == 50_003)
    }

    @Test(arguments: 1...4) func partsAreTakenInOrder(workers: Int) throws {
        let folder = try Folder()
        let bytes = text(2000, seed: 3)
        let file = try file(bytes, folder)
        let blocks = LineBlocks(file, 0..<file.size, size: 64, longest: 1 << 16)
        struct Part: Sendable {
            var bytes: [UInt8] = []
            var offset = 0
        }
        let made = Atomic<Int>(0)
        var joined: [UInt8] = []
        blocks.forEach(
            workers: workers, ahead: 5,
            make: {
                made.wrappingAdd(1, ordering: .relaxed)
                return Part()
            },
            scan: { part, bytes, lines, offset in
                part.bytes = lines.map { bytes.byte($0) }
                part.offset = offset
            },
            take: { part in
                if part.bytes.isEmpty { return true }
                #expect(part.offset == joined.count)
                joined += part.bytes
                return true
            })
        #expect(joined == bytes)
        #expect(made.load(ordering: .relaxed) <= 6)
    }

    @Test func theTakerEndsIt() throws {
        let folder = try Folder()
        let file = try file(text(2000, seed: 3), folder)
        let blocks = LineBlocks(file, 0..<file.size, size: 64, longest: 1 << 16)
        let scanned = Atomic<Int>(0)
        var taken = 0
        blocks.forEach(
            workers: 3, ahead: 4, make: { 0 },
            scan: { _, _, _, _ in scanned.wrappingAdd(1, ordering: .relaxed) },
            take: { _ in
                taken += 1
                return taken < 7
            })
        #expect(taken == 7)
        #expect(scanned.load(ordering: .relaxed) <= 7 + 4)
    }
}
