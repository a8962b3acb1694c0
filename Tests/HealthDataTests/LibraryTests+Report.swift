import ChartCore
import Foundation
import GRDB
import Synchronization
import Testing

@testable import HealthData

/// The library's report about the records of its files, and the data that it reads for it.
extension LibraryTests {
    // MARK: Sums

    /// Expects the sums over all files to be those of an import of the files together.
    private func expectSums(
        of paths: [String], order: SourceOrder = SourceOrder(),
        _ location: SourceLocation = #_sourceLocation
    ) throws {
        var options = options
        options.order = order
        let wanted = Importer(files: paths, options: options).run().report
        let told = try library.contents(order: order).report
        expectBalanced(told, location)
        #expect(told.files.map(\.path) == paths, sourceLocation: location)
        for count: KeyPath<FileReport, Int> in [
            \.read, \.used, \.merged, \.switchedOff, \.refused,
        ] {
            func sum(_ report: ImportReport) -> Int {
                report.files.reduce(0) { $0 + $1[keyPath: count] }
            }
            #expect(sum(told) == sum(wanted), "\(count)", sourceLocation: location)
        }
    }

    @Test("The report of one file is that of its import")
    func reportOfOne() throws {
        let pressure = try files.write(
            "time,systolic,diastolic\n2026-05-01 08:00,120,80\n2026-05-01 08:00,120,80\nnone,1,2\n",
            "bp.csv")
        _ = try library.add(pressure, options: options)
        try expectSums(of: [pressure])
        let file = try library.contents().report.files[0]
        #expect([file.read, file.used, file.merged, file.refused] == [3, 1, 1, 1] as [Int])
    }

    @Test("Records that later exports repeat are counted as repeated, in the later export")
    func repeatedExports() throws {
        let early = try export(days: 1...12, "early.xml")
        let late = try export(days: 4...20, "late.xml")
        let other = try export(days: 10...15, "other.xml")
        for file in [early, late, other] { _ = try library.add(file, options: options) }
        try expectSums(of: [early, late, other])
        let told = try library.contents().report.files
        #expect(told.map(\.read) == [12 * 8, 17 * 8, 6 * 8])
        // Everything in the third one is there already.
        #expect(told[2].used == 0 && told[2].merged == 48)
        #expect(told[1].merged >= 9 * 8)
        try library.remove(try library.datasets()[0])
        try expectSums(of: [late, other])
    }

    @Test("Records of a source that is switched off are counted as such")
    func switchedOffSources() throws {
        let early = try export(days: 1...6, "early.xml")
        let late = try export(days: 4...9, "late.xml")
        for file in [early, late] { _ = try library.add(file, options: options) }
        var order = SourceOrder()
        order[.steps] = [SourceOrder.Entry(.named("Watch", nil), counts: false)]
        try expectSums(of: [early, late], order: order)
        let told = try library.contents(order: order).report.files
        // Three walks of the watch on each of nine days, three of which are in both files.
        #expect(told.map(\.switchedOff) == [6 * 3, 3 * 3])
    }

    // MARK: What is read for it

    /// The statements that a connection runs.
    private final class Statements: Sendable {
        private let list = Mutex<[String]>([])

        func append(_ statement: String) { list.withLock { $0.append(statement) } }

        /// Takes the statements that read chunks or sources, and counts them.
        func take() -> (chunks: Int, sources: Int) {
            let all = list.withLock { list in
                defer { list = [] }
                return list
            }
            return (
                all.count { $0.contains("FROM chunk WHERE series =") },
                all.count { $0.contains("FROM source WHERE dataset =") }
            )
        }
    }

    @Test("Only data that may overlap a new file are read")
    func readsWhatMeets() throws {
        func day(_ day: Int, _ name: String) throws -> String {
            var text = "time,heart rate (bpm),weight (kg)\n"
            for minute in 0..<60 {
                text += String(format: "2026-03-%02d 08:%02d,%d,70\n", day, minute, 60 + minute)
            }
            return try files.write(text, name)
        }
        for number in 1...20 {
            _ = try library.add(try day(number, "\(number).csv"), options: options)
        }
        let statements = Statements()
        library.writer.writeWithoutTransaction { database in
            database.trace { statements.append("\($0)") }
        }
        #expect(try library.add(try day(22, "apart.csv"), options: options).new == 120)
        let apart = statements.take()
        // Its own sources are read for the copy of its description.
        #expect(apart.chunks == 0 && apart.sources == 1)
        var text = "time,heart rate (bpm),weight (kg)\n2026-03-07 08:30,90,70\n"
        text += "2026-03-07 08:31,91,77\n"
        let meeting = try library.add(try files.write(text, "meeting.csv"), options: options)
        #expect(meeting.known == 3 && meeting.new == 1)
        // One dataset, two metrics.
        let met = statements.take()
        #expect(met.chunks == 2 && met.sources == 2)
    }

    @Test("Only the chunks of a long series that may overlap a span are read")
    func readsChunksInSpan() throws {
        var text = "time,heart rate (bpm)\n"
        for index in 0..<150_000 {
            text += "\(1_700_000_000 + index * 5),\(60 + index % 50)\n"
        }
        _ = try library.add(try files.write(text, "long.csv"), options: options)
        let start = 1_700_000_000 + 5 * 70_000.0
        let (numbers, first) = try library.writer.read { database in
            let series = try #require(try StoredSeries.one(1, database))
            let (columns, numbers) = try series.readable(
                database, sources: 1, in: start...start + 100)
            return (numbers, columns.starts.first)
        }
        #expect(numbers.runs == [65_536..<131_072])
        #expect(first == 1_700_000_000 + 5 * 65_536.0)
    }
}
