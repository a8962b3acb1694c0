import Foundation
import Geometry
import Testing

@testable import GPU

@MainActor
@Suite struct ProgramCacheTests {
    private let path = FileManager.default.temporaryDirectory
        .appendingPathComponent("programs-\(UUID().uuidString)").path
    private let vertex = ShaderSource([.init(file: "quad.vert", text: ProgramTests.quad)])
    private let fragment = ShaderSource([.init(file: "plain.frag", text: ProgramTests.plain)])

    /// The first pixel of a picture that the program has filled, with a separate device and the
    /// cache.
    private func draw(_ cache: ProgramCache?) throws -> [UInt8] {
        let device = try Device()
        device.programCache = cache
        let surface = try Surface(device: device, width: 4, height: 4)
        let program = try Program(device, name: "plain", vertex: vertex, fragment: fragment)
        try surface.begin()
        try device.clear(.clear)
        program.set(program.uniform("uRect"), -1, -1, 1, 1)
        program.set(program.uniform("uColor"), 1, 0.2, 0, 1)
        device.setBlend(.none)
        let array = try VertexArray(device)
        try device.draw(.triangleStrip, vertices: 4, program: program, vertexArray: array)
        return Array(try surface.readPixels().prefix(4))
    }

    @Test func aProgramFromTheFileDrawsWhatTheCompiledOneDoes() throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        let compiled = try draw(nil)
        #expect(compiled == [255, 51, 0, 255])
        let first = ProgramCache(path: path)
        #expect(try draw(first) == compiled)
        // A driver may have no binary form of programs; then nothing is saved.
        guard first.isChanged else { return }
        #expect(first.save() && !first.isChanged)
        let second = ProgramCache(path: path)
        #expect(try draw(second) == compiled)
        // It was in the cache: nothing was compiled that would have to be saved.
        #expect(!second.isChanged)
    }

    @Test func whatTheDriverRefusesIsCompiled() throws {
        let cache = ProgramCache(path: nil)
        #expect(try draw(cache) == [255, 51, 0, 255])
        guard cache.isChanged else { return }
        let mark = try #require(cache.marks.first)
        let good = try #require(cache.entry(mark))
        var bytes = good.bytes
        for index in bytes.indices { bytes[index] ^= 0x5A }
        cache.add(.init(format: good.format, bytes: bytes), mark)
        #expect(try draw(cache) == [255, 51, 0, 255])
        #expect(cache.entry(mark)?.bytes.count == good.bytes.count)
        #expect(cache.entry(mark)?.bytes != bytes)
    }

    @Test func theFileIsReadBackAsFarAsItIsWhole() throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        let cache = ProgramCache(path: path)
        cache.use(driver: "A")
        cache.add(.init(format: 7, bytes: [1, 2, 3]), 10)
        cache.add(.init(format: 8, bytes: []), 11)
        cache.add(.init(format: 9, bytes: [4, 5]), 12)
        #expect(cache.save())
        let whole = try Data(contentsOf: URL(fileURLWithPath: path))
        for (dropped, kept) in [(0, 3), (1, 2), (2, 2), (3, 2), (18, 2), (19, 1), (100, 0)] {
            try whole.dropLast(dropped).write(to: URL(fileURLWithPath: path))
            let read = ProgramCache(path: path)
            read.use(driver: "A")
            #expect(read.marks.count == kept, "\(dropped) bytes less")
            #expect((read.entry(10) == .init(format: 7, bytes: [1, 2, 3])) == (kept > 0))
        }
    }

    @Test func anotherDriversProgramsAreForgotten() throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        let cache = ProgramCache(path: path)
        cache.use(driver: "A")
        cache.add(.init(format: 7, bytes: [1]), 10)
        #expect(cache.save())
        let read = ProgramCache(path: path)
        read.use(driver: "B")
        #expect(read.entry(10) == nil)
    }

    @Test func programsThatNobodyUsesGoWhenThereAreMany() throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        let cache = ProgramCache(path: path)
        cache.use(driver: "A")
        for mark in 0...UInt64(ProgramCache.limit) { cache.add(.init(format: 1, bytes: [0]), mark) }
        #expect(cache.entry(3) != nil)
        #expect(cache.save())
        let read = ProgramCache(path: path)
        read.use(driver: "A")
        #expect(read.marks == [3])
    }

    @Test func aFolderThatIsNotThereIsNoError() {
        let cache = ProgramCache(path: "/nonexistent/oresen/programs")
        cache.use(driver: "A")
        cache.add(.init(format: 7, bytes: [1]), 10)
        #expect(!cache.save())
        #expect(cache.entry(10) != nil)
    }
}
