import ChartCore
import Foundation
import Platform
import Streams
import Testing

@testable import HealthData

@Suite("Archives and folders")
struct ContainerTests {
    private static let weights = "date,weight (kg)\n2026-01-05,72.5\n2026-01-06,72.1\n"
    private static let pulses = "time,heart rate\n2026-01-05 08:00,61\nnonsense,62\n"

    private func expectBoth(
        _ result: ImportResult, format: String, _ location: SourceLocation = #_sourceLocation
    ) throws {
        let file = try #require(result.report.files.first, sourceLocation: location)
        #expect(file.failure == nil, sourceLocation: location)
        #expect(file.format == format, sourceLocation: location)
        #expect(file.bytes > 0, sourceLocation: location)
        let counts: [Int] = [file.read, file.used, file.refused]
        #expect(counts == [4, 3, 1] as [Int], sourceLocation: location)
        #expect(
            result.records[.weight]?.columns.values == [72.5, 72.1], sourceLocation: location)
        #expect(result.records[.heartRate]?.columns.values == [61], sourceLocation: location)
        expectBalanced(result.report, location)
    }

    @Test("Every member of a zip is recognised by its content")
    func zip() throws {
        let files = try TestFiles()
        let path = try files.zip(
            [
                ("a/weights.dat", Self.weights), ("__MACOSX/a/._weights.dat", "junk\0\u{1}"),
                ("a/pulse.txt", Self.pulses), ("a/paper.csv", "%PDF-1.7"), ("a/.DS_Store", "x"),
                ("a/empty.csv", ""),
            ], "all.zip")
        let result = load(path)
        try expectBoth(result, format: "csv.zip")
        let file = result.report.files[0]
        #expect(
            file.members.map(\.path) == [
                "a/weights.dat", "a/pulse.txt", "a/paper.csv", "a/empty.csv",
            ])
        #expect(file.members.map(\.format) == ["csv", "csv", "", ""])
        #expect(file.members.map(\.read) == [2, 2, 0, 0])
        #expect(file.members[1].refused == 1)
        #expect(file.members[2].failure?.contains("PDF") == true)
        #expect(file.members[3].failure == "the file is empty")
        #expect(file.members[0].evidence.first?.format == "csv")
        let refusal = try #require(file.refusals.first)
        #expect(refusal.place == "a/pulse.txt:line 3")
    }

    @Test("Archives in archives, to a depth")
    func nested() throws {
        let files = try TestFiles()
        _ = try files.zip([("weights.csv", Self.weights)], "inner.zip")
        let path = try files.zip(
            [("x/inner.zip", try files.bytes("inner.zip")), ("p.csv", Array(Self.pulses.utf8))],
            "outer.zip")
        let result = load(path)
        try expectBoth(result, format: "csv.zip")
        #expect(result.report.files[0].members.map(\.path) == ["x/inner.zip:weights.csv", "p.csv"])

        var deep = try files.bytes("inner.zip")
        for level in 0..<6 {
            _ = try files.zip([("\(level).zip", deep)], "deep.zip")
            deep = try files.bytes("deep.zip")
        }
        let refused = load(files.path("deep.zip")).report.files[0]
        #expect(refused.failure?.problem.contains("too deeply") == true)
    }

    @Test("Compressed tables and tar archives", arguments: ["gzip", "bzip2", "xz"])
    func compressed(program: String) throws {
        let files = try TestFiles()
        _ = try files.write(Self.weights, "weights.csv")
        _ = try files.write(Self.pulses, "pulse.csv")
        try files.run("tar", ["-cf", "all.tar", "weights.csv", "pulse.csv"])
        try expectBoth(load(files.path("all.tar")), format: "csv.archive")
        try files.run(program, ["all.tar"])
        let ending = ["gzip": "gz", "bzip2": "bz2", "xz": "xz"][program] ?? ""
        try expectBoth(load(files.path("all.tar.\(ending)")), format: "csv.archive")
        try files.run(program, ["weights.csv"])
        let alone = load(files.path("weights.csv.\(ending)"))
        #expect(alone.records[.weight]?.columns.values == [72.5, 72.1])
        #expect(alone.records.sources.map(\.name) == ["weights.csv"])
    }

    @Test("A folder with folders in it, read in the order of names")
    func folder() throws {
        let files = try TestFiles()
        let inner = files.path("all/b/c")
        try FileManager.default.createDirectory(
            atPath: inner, withIntermediateDirectories: true)
        _ = try files.write(Self.weights, "all/b/c/weights.csv")
        _ = try files.write(Self.pulses, "all/pulse.csv")
        _ = try files.write("hidden", "all/.hidden")
        try FileManager.default.createSymbolicLink(
            atPath: files.path("all/b/loop"), withDestinationPath: files.path("all"))
        let result = load(files.path("all"))
        try expectBoth(result, format: "csv.folder")
        #expect(result.report.files[0].members.map(\.path) == ["b/c/weights.csv", "pulse.csv"])
    }

    @Test("A truncated zip gives the members before the end")
    func broken() throws {
        let files = try TestFiles()
        var noise = SplitMix64(seed: 5)
        let pulses =
            "time,heart rate\n"
            + (0..<2000).map { index in
                "2026-01-0\(1 + index / 1440) \(10 + index / 60 % 14):\(10 + index % 50),"
                    + "\(50 + noise.next() % 50)\n"
            }.joined()
        let path = try files.zip([("w.csv", Self.weights), ("p.csv", pulses)], "whole.zip")
        let bytes = try files.bytes("whole.zip")
        _ = path
        let cut = try files.write(Array(bytes[..<(bytes.count * 2 / 3)]), "cut.zip")
        let result = load(cut)
        let file = result.report.files[0]
        #expect(file.failure == nil)
        #expect(result.records[.weight]?.columns.values == [72.5, 72.1])
        #expect((result.records[.heartRate]?.columns.count ?? 0) > 100)
        #expect(file.notes.contains { $0.text.contains("damaged or cut off") })
        expectBalanced(result.report)
    }

    @Test("An endless member is refused, and the members before it are kept")
    func bomb() throws {
        let files = try TestFiles()
        let writer = try ArchiveWriter(path: files.path("bomb.zip"))
        try writer.begin(member: "weights.csv")
        try writer.write(Array(Self.weights.utf8))
        try writer.begin(member: "zeros.xml")
        try writer.write(Array(export("").utf8))
        let blanks = [UInt8](repeating: 0x20, count: 1 << 24)
        for _ in 0..<4 { try writer.write(blanks) }
        try writer.finish()
        var options = ImportOptions(zone: .utc)
        options.freeExpansion.bytes = 1 << 20
        let result = Importer(files: [files.path("bomb.zip")], options: options).run()
        #expect(result.records[.weight]?.columns.values == [72.5, 72.1])
        let file = result.report.files[0]
        #expect(file.notes.contains { $0.text.contains("150 times") })
    }

    @Test("A locked archive is reported as such")
    func locked() throws {
        let files = try TestFiles()
        _ = try files.zip([("weights.csv", Self.weights)], "locked.zip")
        var bytes = try files.bytes("locked.zip")
        // The flag of encryption, in the local header and in the directory.
        bytes[6] |= 1
        let directory = try #require(
            bytes.indices.dropLast(4).first {
                Array(bytes[$0..<$0 + 4]) == [0x50, 0x4b, 0x01, 0x02]
            })
        bytes[directory + 8] |= 1
        let report = load(try files.write(bytes, "locked.zip")).report
        #expect(report.files[0].failure?.problem.contains("locked with a password") == true)
    }

    @Test("Progress counts the records of all members, also between many that are skipped")
    func progressOfMembers() throws {
        let files = try TestFiles()
        let members = (0..<200).map { index in
            (
                name: "a/\(index).csv",
                text: index % 3 == 0 ? Self.weights : index % 3 == 1 ? "%PDF-1.7" : Self.pulses
            )
        }
        var reads: [Int] = []
        let result = Importer(
            files: [try files.zip(members, "many.zip")], options: ImportOptions(zone: .utc)
        ).run(progress: { reads.append($0.read) })
        // Sixty-seven members of either kind of table with two rows each, but one row less of
        // pulses.
        #expect(result.report.files[0].read == 67 * 2 + 66 * 2)
        #expect(reads == reads.sorted() && reads.last == 67 * 2 + 66 * 2)
        let failing = result.report.files[0].members.filter { $0.failure != nil }
        #expect(failing.map(\.path) == (0..<200).filter { $0 % 3 == 1 }.map { "a/\($0).csv" })
        #expect(failing.allSatisfy { $0.format.isEmpty })
    }
}
