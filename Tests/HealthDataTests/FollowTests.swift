import ChartCore
import Foundation
import Testing

@testable import HealthData

@Suite("Files that grow")
struct FollowTests {
    private func append(_ text: String, _ path: String) throws {
        let file = try #require(FileHandle(forWritingAtPath: path))
        try file.seekToEnd()
        try file.write(contentsOf: Data(text.utf8))
        try file.close()
    }

    private func values(_ result: ImportResult?) -> [Double] {
        result?.records.samples.first.map { Array($0.columns.values) } ?? []
    }

    private func isNothing(_ result: ImportResult?) -> Bool {
        if case .none = result { true } else { false }
    }

    private func follow(_ paths: String...) -> FollowedImport {
        FollowedImport(files: paths, options: ImportOptions(zone: .utc, workers: 2))
    }

    @Test("Appended rows are read, half a row waits for its end, refusals count")
    func appended() throws {
        let files = try TestFiles()
        let path = try files.write(
            "time,value\n2026-01-05T08:00:00Z,1\n2026-01-05T08:01:00Z,2\n2026-01")
        let followed = follow(path)
        #expect(values(followed.read()) == [1, 2])
        #expect(isNothing(followed.update()))
        try append("-05T08:02:00Z,3", path)
        #expect(isNothing(followed.update()))
        try append("3\n", path)
        var result = followed.update()
        #expect(values(result) == [1, 2, 33])
        try append(
            "2026-01-05T08:03:00Z,4\nnonsense\n\n2026-01-05T08:04:00Z,5\nmore nonsense\nand", path)
        result = followed.update()
        #expect(values(result) == [1, 2, 33, 4, 5])
        let file = try #require(result?.report.files.first)
        #expect(file.read == 7 && file.used == 5 && file.refused == 2)
        #expect(file.refusals.map(\.place) == ["line 6"])
        let size = try files.bytes("file.csv").count
        #expect(file.bytes == size)
        #expect(file.notes.isEmpty)
        expectBalanced(try #require(result).report)
        #expect(followed.fullReadCount == 1)
        // A row out of order, and a copy.
        try append("\n2026-01-05T08:00:30Z,6\n2026-01-05T08:04:00Z,5\n", path)
        result = followed.update()
        #expect(values(result) == [1, 6, 2, 33, 4, 5])
        #expect(result?.report.files[0].merged == 1)
        try append("2026-01-05T08:05:00Z,7\n", path)
        #expect(values(followed.update()) == [1, 6, 2, 33, 4, 5, 7])
    }

    @Test("A file that grows by any pieces gives the same as the whole file", arguments: 0..<8)
    func pieces(_ seed: Int) throws {
        let files = try TestFiles()
        var table = RandomTable(random: SplitMix64(seed: UInt64(seed) &+ 31))
        var bytes = Array("time,value\n".utf8)
        for index in 0..<300 {
            let row = table.row(index)
            bytes += table.chance(20) ? table.mutated(row) : Array(row.utf8)
            bytes.append(10)
        }
        // So that no quote of a broken row is open at the end of a piece.
        bytes = bytes.map { $0 == UInt8(ascii: "\"") ? UInt8(ascii: "'") : $0 }
        let head = 11 + (bytes[11...].firstIndex(of: 10) ?? 0)
        var have = min(bytes.count, max(4000, head))
        let path = try files.write(Array(bytes[..<have]))
        let followed = follow(path)
        _ = followed.read()
        var last: ImportResult?
        while have < bytes.count {
            let next = min(bytes.count, have + Int.random(in: 1...900, using: &table.random))
            try append(String(decoding: bytes[have..<next], as: UTF8.self), path)
            have = next
            if let result = followed.update() { last = result }
        }
        var options = ImportOptions(zone: .utc)
        options.workers = 1
        let whole = Importer(files: [path], options: options).run()
        expectSame(try #require(last), whole, "seed \(seed)")
    }

    @Test("A truncated, rewritten or replaced file is read again, and the report says so")
    func anew() throws {
        let files = try TestFiles()
        let path = try files.write("time,value\n2026-01-05T08:00:00Z,1\n2026-01-05T08:01:00Z,2\n")
        let followed = follow(path)
        _ = followed.read()
        // Shorter.
        _ = try files.write("time,value\n2026-01-05T08:00:00Z,3\n")
        var result = followed.update()
        // Written by renaming: another file with the same name, and longer.
        #expect(values(result) == [3] && result?.report.files[0].notes.count == 1)
        _ = try files.write(
            "time,value\n2026-01-05T08:00:00Z,4\n2026-01-05T08:01:00Z,5\n", "new.csv")
        #expect(rename(files.path("new.csv"), path) == 0)
        result = followed.update()
        #expect(values(result) == [4, 5])
        #expect(result?.report.files[0].notes.map(\.text).last?.contains("replaced") == true)
        // In place, with as many bytes or more.
        let handle = try #require(FileHandle(forWritingAtPath: path))
        try handle.truncate(atOffset: 0)
        try handle.write(
            contentsOf: Data(
                "time,value\n2026-01-05T08:00:00Z,6\n2026-01-05T08:01:00Z,7\n2026-01-05T08:02:00Z,8\n"
                    .utf8))
        try handle.close()
        result = followed.update()
        #expect(values(result) == [6, 7, 8])
        #expect(result?.report.files[0].notes.map(\.text).last?.contains("rewritten") == true)
        #expect(followed.fullReadCount == 4)
        try append("2026-01-05T08:03:00Z,9\n", path)
        #expect(values(followed.update()) == [6, 7, 8, 9])
    }

    @Test("A missing file keeps its records, and continues when it is back")
    func gone() throws {
        let files = try TestFiles()
        let path = try files.write("time,value\n2026-01-05T08:00:00Z,1\n")
        let followed = follow(path)
        _ = followed.read()
        #expect(rename(path, files.path("away.csv")) == 0)
        #expect(isNothing(followed.update(closed: [path])))
        try append("2026-01-05T08:01:00Z,2\n", files.path("away.csv"))
        #expect(rename(files.path("away.csv"), path) == 0)
        #expect(values(followed.update()) == [1, 2])
        #expect(followed.fullReadCount == 1)
        try FileManager.default.removeItem(atPath: path)
        #expect(isNothing(followed.update()))
        _ = try files.write("time,value\n2026-01-05T09:00:00Z,5\n")
        #expect(values(followed.update()) == [5])
    }

    @Test(
        "Whatever happens to a file, its rows are shown once they are complete", arguments: 0..<12)
    func anything(_ seed: Int) throws {
        let files = try TestFiles()
        var random = SplitMix64(seed: UInt64(seed) &+ 7_000)
        var count = 0
        func row() -> String {
            count += 1
            let (hour, minute) = (count / 60 % 24, count % 60)
            let digits = { (number: Int) in (number < 10 ? "0" : "") + "\(number)" }
            return "2026-01-05T\(digits(hour)):\(digits(minute)):00Z,\(count)\n"
        }
        func rows() -> String {
            (0..<Int.random(in: 1...9, using: &random)).map { _ in row() }.joined()
        }
        let head = "time,value\n"
        let path = try files.write(head + rows())
        let followed = follow(path)
        var last: ImportResult? = followed.read()
        func look() { if let result = followed.update(closed: [path]) { last = result } }
        for step in 0..<40 {
            let size = try files.bytes("file.csv").count
            switch Int.random(in: 0..<6, using: &random) {
            case 0:
                // Truncated to nothing, and started again.
                _ = truncate(path, 0)
                look()
                try append(head + rows(), path)
            case 1:
                // Truncated in the middle of a line, which continues differently.
                let part = min(size, head.utf8.count + Int.random(in: 1...40, using: &random))
                _ = truncate(path, part)
                look()
                try append("9\n" + rows(), path)
            case 2:
                // Another file under its name, as from writers that rename a new file.
                _ = try files.write(head + rows(), "new.csv")
                #expect(rename(files.path("new.csv"), path) == 0)
            case 3:
                try FileManager.default.removeItem(atPath: path)
                look()
                _ = try files.write(head + rows())
            default:
                // Half a line, and then its end.
                let next = rows()
                let half = next.utf8.count - Int.random(in: 1...20, using: &random)
                try append(String(next.prefix(half)), path)
                look()
                try append(String(next.dropFirst(half)), path)
            }
            look()
            var options = ImportOptions(zone: .utc)
            options.workers = 1
            let whole = Importer(files: [path], options: options).run()
            #expect(values(last) == values(whole), "step \(step), seed \(seed)")
            #expect(
                last?.report.files[0].read == whole.report.files[0].read,
                "step \(step), seed \(seed)")
        }
    }

    @Test("A missing or empty file is read as soon as it has contents")
    func later() throws {
        let files = try TestFiles()
        let path = files.path("file.csv")
        let followed = follow(path)
        #expect(followed.read().report.files[0].failure != nil)
        #expect(isNothing(followed.update()))
        _ = try files.write("time,value\n")
        _ = followed.update()
        try append("2026-01-05T09:00:00Z,5\n", path)
        let result = followed.update()
        #expect(values(result) == [5] && result?.report.files[0].failure == nil)
    }

    @Test("XML and archives are read again when a writer has closed them, next to growing tables")
    func others() throws {
        let files = try TestFiles()
        let table = try files.write("date,weight\n2026-01-05,72.5\n")
        let xml = try files.write(
            export(record("StepCount", "count", "5", "2026-03-02 08:00:00 +0000")), "export.xml")
        let followed = follow(table, xml)
        _ = followed.read()
        _ = try files.write(
            export(record("StepCount", "count", "500", "2026-03-02 08:00:00 +0000")), "export.xml")
        try append("2026-01-06,72.1\n", table)
        let result = followed.update(closed: [xml])
        #expect(result?.records[.steps]?.columns.values == [500])
        #expect(result?.records[.weight]?.columns.values == [72.5, 72.1])
        #expect(isNothing(followed.update()))
    }

    @Test("A growing, replaced or truncated export is read again each time, and reports it")
    func exports() throws {
        func minutes(_ range: Range<Int>) -> String {
            range.map {
                record("StepCount", "count", "\($0)", "2026-03-02 08:\($0 + 10):00 +0000")
            }.joined()
        }
        func text(_ range: Range<Int>) -> String { export(minutes(range)) }
        let files = try TestFiles()
        let path = try files.write(text(0..<3), "export.xml")
        let followed = follow(path)
        var result: ImportResult? = followed.read()
        #expect(values(result) == [0, 1, 2])
        #expect(result?.report.files[0].notes.map(\.text).last?.contains("again whenever") == true)
        // While it is being written nothing of it is shown.
        let whole = Array(text(0..<9).utf8)
        _ = try files.write(Array(whole.dropLast(400)), "export.xml")
        #expect(isNothing(followed.update()))
        _ = try files.write(whole, "export.xml")
        result = followed.update(closed: [path])
        #expect(values(result) == (0..<9).map(Double.init))
        expectBalanced(try #require(result).report)
        // Replaced by renaming.
        _ = try files.write(text(2..<5), "new.xml")
        #expect(rename(files.path("new.xml"), path) == 0)
        result = followed.update(closed: [path])
        #expect(values(result) == [2, 3, 4])
        // Cut in the middle of a record: the records before it are there, and the report states the
        // cut.
        let cut = text(2..<5)
        let end = try #require(cut.range(of: "value=\"4\"")).lowerBound
        _ = try files.write(String(cut[..<end]), "export.xml")
        result = followed.update(closed: [path])
        #expect(values(result) == [2, 3])
        #expect(result?.report.files[0].notes.contains { $0.text.contains("cut off") } == true)
        // Cut to nothing, and filled again.
        _ = try files.write("", "export.xml")
        #expect(followed.update(closed: [path])?.report.files[0].failure != nil)
        _ = try files.write(text(0..<2), "export.xml")
        result = followed.update(closed: [path])
        #expect(values(result) == [0, 1] && result?.report.files[0].failure == nil)
    }

    @Test("A replaced zip is read again")
    func zip() throws {
        let files = try TestFiles()
        let path = files.path("export.zip")
        func write(_ records: Int) throws {
            try AppleHealthGenerator(records: records, seed: 3).write(to: path)
        }
        try write(40)
        let followed = follow(path)
        #expect(followed.read().report.files[0].read == 40)
        try write(70)
        #expect(followed.update(closed: [path])?.report.files[0].read == 70)
    }

    @Test("A pipe is recognised before it is opened")
    func pipes() throws {
        let files = try TestFiles()
        let table = try files.write("time,value\n")
        #expect(mkfifo(files.path("pipe"), 0o600) == 0)
        #expect(FollowedImport.isPipe("-") && FollowedImport.isPipe(files.path("pipe")))
        #expect(!FollowedImport.isPipe(table) && !FollowedImport.isPipe(files.path("none")))
    }
}
