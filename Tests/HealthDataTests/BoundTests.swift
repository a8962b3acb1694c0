import ChartCore
import Foundation
import Platform
import Streams
import Testing

@testable import HealthData

/// Input made to exhaust memory or time ends with an error message.
@Suite("Bounds of reading") struct BoundTests {
    /// Rows of steps, a minute apart.
    private static func rows(_ count: Int, from first: Int = 0) -> [UInt8] {
        var text = Array("time,steps\n".utf8)
        text.reserveCapacity(count * 13)
        for index in first..<first + count {
            text += Array("\(1_500_000_000 + index * 60),1\n".utf8)
        }
        return text
    }

    private func load(
        _ paths: [String], _ change: (inout ImportOptions) -> Void
    ) -> ImportResult {
        var options = ImportOptions(zone: .utc)
        change(&options)
        return Importer(files: paths, options: options).run()
    }

    /// A zip in a zip, nested `depth` times.
    private func nested(
        _ files: TestFiles, _ depth: Int, copies: Int, _ content: [UInt8]
    ) throws -> String {
        var inner = content
        var name = "a.csv"
        for level in 0..<depth {
            let members = (0..<copies).map { (name: "\($0)-\(name)", bytes: inner) }
            _ = try files.zip(members, "level\(level).zip")
            inner = try files.bytes("level\(level).zip")
            name = "level\(level).zip"
        }
        return files.path(name)
    }

    // MARK: Archives

    @Test("The free part of the limit does not grow with the layers of an archive")
    func layers() throws {
        let files = try TestFiles()
        let path = try nested(files, 3, copies: 8, Self.rows(2000))
        let content = Self.rows(2000).count
        let result = load([path]) { $0.freeExpansion.bytes = 8 * content }
        let file = result.report.files[0]
        let size = try files.bytes("level2.zip").count
        let most = 8 * content + 150 * size
        // All of it would be 512 times the content.
        #expect(most < 512 * content)
        #expect(file.read * 13 <= most)
        #expect(file.read > 0)
        #expect(file.cutShort?.problem.contains("150 times") == true)
        #expect(file.notes.contains { $0.text.contains("everything before it was read") })
        // The walk ended there, and did not visit the rest.
        #expect(file.members.count < 512)
        expectBalanced(result.report)
    }

    @Test("An archive in which nothing was read before the limit is refused")
    func nothingRead() throws {
        let files = try TestFiles()
        let junk = [UInt8](repeating: 7, count: 1 << 22)
        let path = try nested(files, 2, copies: 4, junk)
        let result = load([path]) { $0.freeExpansion.bytes = 1 << 16 }
        #expect(result.report.files[0].failure?.problem.contains("150 times") == true)
    }

    @Test("The limit is shared by all given files, and grows with each archive")
    func severalFiles() throws {
        let files = try TestFiles()
        let bomb = try files.zip(
            [("a.csv", [UInt8](Self.rows(100) + [UInt8](repeating: 0x20, count: 8 << 20)))],
            "bomb.zip")
        let good = try files.zip([("b.csv", Self.rows(50, from: 200))], "good.zip")
        let result = load([bomb, good]) { $0.freeExpansion.bytes = 1 << 16 }
        #expect(result.report.files[0].cutShort ?? result.report.files[0].failure != nil)
        #expect(result.report.files[1].failure == nil)
        #expect(result.report.files[1].cutShort == nil)
        #expect(result.report.files[1].read == 50)
    }

    @Test("Too many members for an archive of its size are reported before one is read")
    func members() throws {
        let files = try TestFiles()
        let members = (0..<300).map { (name: "\($0).csv", bytes: Self.rows(2, from: $0 * 2)) }
        let path = try files.zip(members, "many.zip")
        let size = try files.bytes("many.zip").count
        let refused = load([path]) { $0.freeExpansion.members = 299 - size / 512 }.report.files[0]
        #expect(refused.failure?.problem.contains("too many files") == true)
        #expect(refused.failure?.problem.contains("300") == true)
        #expect(refused.members.isEmpty)
        let taken = load([path]) { $0.freeExpansion.members = 300 - size / 512 }.report.files[0]
        #expect(taken.failure == nil)
        #expect(taken.read == 600)
    }

    @Test("A tar archive, which announces nothing, is read up to the last allowed member")
    func tarMembers() throws {
        let files = try TestFiles()
        for index in 0..<40 { _ = try files.write(Self.rows(2, from: index * 2), "m\(index).csv") }
        try files.run("tar", ["-czf", "many.tar.gz"] + (0..<40).map { "m\($0).csv" })
        let size = try files.bytes("many.tar.gz").count
        let result = load([files.path("many.tar.gz")]) {
            $0.freeExpansion.members = 10 - size / 512
        }
        let file = result.report.files[0]
        #expect(file.members.count == 10)
        #expect(file.read == 20)
        #expect(file.cutShort?.problem.contains("too many files") == true)
    }

    @Test("An archive holds no more samples than its size makes likely")
    func samples() throws {
        let files = try TestFiles()
        let path = try files.zip([("a.csv", Self.rows(400_000))], "a.zip")
        let size = try files.bytes("a.zip").count
        let result = load([path]) { $0.freeExpansion.samples = 50_000 }
        let file = result.report.files[0]
        // The limit may be exceeded by one window before it is checked.
        let most = 50_000 + size / 2 + (4 << 20) / 13
        #expect(file.read < min(most, 400_000) || size / 2 > 350_000)
        #expect((file.cutShort == nil) == (file.read == 400_000))
        #expect(load([path]) { $0.freeExpansion.samples = 400_000 }.report.files[0].cutShort == nil)
    }

    @Test("A table in a file of its own may have any number of samples")
    func plainFile() throws {
        let files = try TestFiles()
        let path = try files.write(Self.rows(5000))
        let result = load([path]) { $0.freeExpansion = .init(bytes: 0, members: 0, samples: 0) }
        #expect(result.report.files[0].read == 5000)
        #expect(result.report.files[0].cutShort == nil)
    }

    @Test("A directory that claims other sizes does not change the limit")
    func claims() throws {
        let files = try TestFiles()
        _ = try files.zip([("a.csv", Self.rows(400_000))], "a.zip")
        var bytes = try files.bytes("a.zip")
        let directory = try #require(
            bytes.indices.dropLast(4).last {
                Array(bytes[$0..<$0 + 4]) == [0x50, 0x4b, 0x01, 0x02]
            })
        bytes.replaceSubrange(directory + 24..<directory + 28, with: [10, 0, 0, 0])
        let path = try files.write(bytes, "claims.zip")
        let result = load([path]) { $0.freeExpansion.bytes = 1 << 10 }
        // Whatever the reader makes of it, no more came out than allowed.
        #expect(result.report.files[0].read * 13 <= 1 << 10 + 150 * bytes.count)
        expectBalanced(result.report)
    }

    // MARK: Memory

    /// A gauge of memory that grows by some megabytes with each call.
    private final class Growing: @unchecked Sendable {
        private let lock = NSLock()
        private var asked = 0
        let room: Int

        init(room: Int) { self.room = room }

        var gauge: MemoryGauge {
            MemoryGauge {
                self.lock.withLock {
                    self.asked += 1
                    return self.asked * (32 << 20)
                }
            } room: {
                self.lock.withLock { self.room - self.asked * (32 << 20) }
            }
        }
    }

    @Test("Reading ends when memory runs out, and reports what was read and what to do")
    func memory() throws {
        let files = try TestFiles()
        let long = try files.write(Self.rows(400_000), "long.csv")
        let other = try files.write(Self.rows(5), "other.csv")
        let result = load([long, other]) {
            $0.workers = 1
            $0.memory = Growing(room: 400 << 20).gauge
        }
        let file = result.report.files[0]
        #expect(file.read > 0 && file.read < 400_000)
        #expect(result.records[.steps]?.columns.count == file.read)
        let failure = try #require(file.cutShort)
        #expect(failure.problem.contains("no memory"))
        #expect(failure.remedy.contains("fewer files"))
        #expect(failure.place == long)
        #expect(file.notes.contains { $0.text.contains("no memory") })
        #expect(result.report.files[1].failure?.problem.contains("was not read") == true)
        #expect(!result.report.wasCancelled)
        expectBalanced(result.report)
        let whole = load([long, other]) { $0.workers = 1 }
        #expect(whole.report.cutShort.isEmpty)
        #expect(whole.report.files[0].read == 400_000)
    }

    @Test("A library that is larger than the memory is refused with a sentence")
    func memoryOfLibrary() throws {
        let files = try TestFiles()
        let library = try Library(directory: files.path("library"))
        defer { library.close() }
        _ = try library.add(
            try files.write(Self.rows(300_000), "long.csv"), options: ImportOptions(zone: .utc))
        let failure = #expect(throws: LibraryError.self) {
            try library.contents(memory: Growing(room: 260 << 20).gauge)
        }
        #expect(failure?.problem.contains("no memory") == true)
        #expect(failure?.remedy.isEmpty == false)
        #expect(try library.contents().records[.steps]?.columns.count == 300_000)
    }

    @Test("When memory runs out, every kind of document ends with the same sentence")
    func memoryOfKinds() throws {
        let files = try TestFiles()
        let point = "<trkpt lat=\"1\" lon=\"1\"><time>2026-01-01T10:00:00Z</time></trkpt>\n"
        let kinds = [
            "a.gpx": "<?xml version=\"1.0\"?><gpx creator=\"x\"><trk><trkseg>"
                + String(repeating: point, count: 60_000) + "</trkseg></trk></gpx>",
            "a.json": "["
                + (0..<200_000).map {
                    "{\"time\":\"2026-01-01T10:00:00Z\",\"weight\":\(60 + $0 % 30)}"
                }.joined(separator: ",\n") + "]",
            "a.csv": String(decoding: Self.rows(300_000), as: UTF8.self),
        ]
        for (name, text) in kinds {
            for room in [1, 160, 260] {
                let path = try files.write(text, name)
                let result = load([path]) { $0.memory = Growing(room: room << 20).gauge }
                let file = result.report.files[0]
                let failure = file.cutShort ?? file.failure
                #expect(failure?.problem.contains("no memory") == true, "\(name) \(room)")
                expectBalanced(result.report)
            }
        }
    }

    // MARK: XML

    private func refusal(_ name: String, _ text: String) throws -> String {
        let files = try TestFiles()
        let report = Importer(
            files: [try files.write(text, name)], options: ImportOptions(zone: .utc)
        ).run().report
        expectBalanced(report)
        let file = report.files[0]
        return
            ([file.failure?.description] + file.notes.map(\.text) + file.refusals.map(\.reason))
            .compactMap { $0 }.joined(separator: "; ")
    }

    @Test("Tags, comments and texts of more than a megabyte are refused")
    func tokens() throws {
        let begin = "<?xml version=\"1.0\"?><gpx creator=\"x\"><trk><trkseg>"
        let end = "</trkseg></trk></gpx>"
        func long(_ count: Int) -> String { String(repeating: "1", count: count) }
        let point = "<trkpt lat=\"1\" lon=\"1\"><time>2026-01-01T10:00:00Z</time></trkpt>"
        for count in [1 << 20, 3 << 20] {
            let documents = [
                begin + "<trkpt lat=\"" + long(count) + "\" lon=\"1\"/>" + end,
                begin + "<!--" + long(count) + "-->" + end,
                begin + "<?p " + long(count) + "?>" + end,
                begin + "<name>" + long(count + 1) + "</name>" + end,
                begin + "<name><![CDATA[" + long(count + 1) + "]]></name>" + end,
                begin + "<" + String(repeating: "a", count: 2 * count),
                begin + "</" + String(repeating: "a", count: 2 * count),
            ]
            for document in documents {
                let sentence = try refusal("a.gpx", document)
                #expect(sentence.contains("longer than 1 MB"), "\(document.prefix(70)) \(count)")
            }
        }
        // Half of that is allowed.
        let next = point.replacingOccurrences(of: "10:00:00", with: "10:00:01")
        let allowed = begin + "<!--" + long(1 << 19) + "-->" + point + next + end
        #expect(try refusal("a.gpx", allowed) == "")
        let tcx = "<TrainingCenterDatabase><Activities><!--" + long(2 << 20)
        #expect(try refusal("a.tcx", tcx).contains("longer than 1 MB"))
    }

    @Test("Too many nested elements and too many attributes are refused")
    func depthAndAttributes() throws {
        let begin = "<?xml version=\"1.0\"?><gpx creator=\"x\">"
        let deep = begin + String(repeating: "<a>", count: 300)
        #expect(try refusal("a.gpx", deep).contains("more than 256 deep"))
        let allowed =
            begin + String(repeating: "<a>", count: 200) + String(repeating: "</a>", count: 200)
        #expect(try !refusal("a.gpx", allowed + "</gpx>").contains("elements"))
        let wide = begin + "<a " + (0..<300).map { "b\($0)=\"1\"" }.joined(separator: " ") + "/>"
        #expect(try refusal("a.gpx", wide).contains("256 attributes"))
    }

    @Test("Entities stay refused, even those that no handler would get")
    func entities() throws {
        let lol =
            "<?xml version=\"1.0\"?><!DOCTYPE gpx [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;\">]>"
            + "<gpx creator=\"&b;\"><trk/></gpx>"
        #expect(try refusal("a.gpx", lol).contains("entities of its own"))
    }

    @Test("A tag of an Apple export has a limit too")
    func appleTag() throws {
        let tag =
            "<?xml version=\"1.0\"?>\n<HealthData locale=\"en\">\n<Record type=\""
            + String(repeating: "x", count: 9 << 20) + "\"/>\n</HealthData>"
        #expect(try !refusal("export.xml", tag).isEmpty)
    }
}
