import ChartCore
import Foundation
import Platform
import Testing

@testable import HealthData

@Suite("Tables by several threads")
struct BlockTests {
    private func load(_ path: String, workers: Int, block: Int, window: Int) -> ImportResult {
        var options = ImportOptions(zone: .utc, workers: workers)
        options.blockSize = block
        options.windowSize = window
        return Importer(files: [path], options: options).run()
    }

    /// A table of three kinds of columns, with quotes around line ends, comments and broken rows.
    private func wide(_ table: inout RandomTable, _ rows: Int) -> [UInt8] {
        var text = "# from a device\nwhen,Source,Weight (kg),Mood,Steps\n"
        let names = ["Scale", "Watch", "\"Ann, her phone\"", "", "Ring"]
        let moods = ["good", "bad", "\"so\nso\"", "\"he said \"\"no\"\"\"", ""]
        for index in 0..<rows {
            if table.chance(40) { text += "# a remark\n" }
            if table.chance(40) { text += "\n" }
            var row = "2026-01-\(10 + index % 20) 0\(index % 10):00,\(table.pick(names)),"
            row += "7\(index % 10).\(index % 7),\(table.pick(moods)),\(index)"
            if table.chance(30) { row += ",1,2,3" }
            if table.chance(30) { row = "\"" + row }
            if table.chance(60) { row += ",\"" + String(repeating: "x\n", count: 50) + "\"" }
            if table.chance(30) { row = String(decoding: table.mutated(row), as: UTF8.self) }
            text += row + "\n"
        }
        return Array(text.utf8)
    }

    @Test("Any table in any blocks gives the same as one thread", arguments: 0..<16)
    func sameAsOneThread(_ seed: Int) throws {
        let files = try TestFiles()
        var table = RandomTable(random: SplitMix64(seed: UInt64(seed) &+ 70))
        var bytes: [UInt8]
        if seed % 2 == 0 {
            bytes = wide(&table, 400)
        } else {
            bytes = Array("time,value\n".utf8)
            for index in 0..<700 {
                let row = table.row(index)
                bytes += table.chance(20) ? table.mutated(row) : Array(row.utf8)
                bytes.append(10)
            }
        }
        if table.chance(2) { bytes.removeLast() }
        if table.chance(4) { bytes = bytes.map { $0 == 10 ? 13 : $0 } }
        let path = try files.write(bytes)
        let alone = load(path, workers: 1, block: 1 << 20, window: 1 << 20)
        expectBalanced(alone.report)
        #expect(alone.report.files[0].read > 300)
        for _ in 0..<6 {
            let workers = Int.random(in: 1...4, using: &table.random)
            let block = Int.random(in: 1...3000, using: &table.random)
            let window = Int.random(in: 8...600, using: &table.random)
            expectSame(
                load(path, workers: workers, block: block, window: window), alone,
                "seed \(seed), \(workers) threads, blocks of \(block), window of \(window)")
        }
    }

    @Test("A long line and an unclosed quote cost one row each, also in blocks")
    func long() throws {
        let files = try TestFiles()
        var bytes = Array("date,weight\n".utf8)
        for index in 0..<200 {
            bytes += Array("2026-01-05T00:00:0\(index % 10)Z,70.\(index)\n".utf8)
        }
        bytes += Array("2026-01-06,".utf8)
        bytes += [UInt8](repeating: UInt8(ascii: "7"), count: 5_000_000)
        bytes += Array("\n2026-01-07,72.1\n2026-01-08,\"72.2\n".utf8)
        for index in 0..<9000 { bytes += Array("2026-02-05,7\(index % 10).\(index)\n".utf8) }
        let path = try files.write(bytes)
        let alone = load(path, workers: 1, block: 1 << 20, window: 1 << 20)
        #expect(alone.report.files[0].refusals.map(\.place) == ["line 202", "line 204"])
        for block in [1000, 65_536, 1 << 20] {
            let result = load(path, workers: 2, block: block, window: 1000)
            expectSame(result, alone, "blocks of \(block)")
        }
    }

    @Test("Each intermediate result begins with the one before it, and shares its memory")
    func snapshots() throws {
        let files = try TestFiles()
        try SeriesGenerator(records: 20_000, interval: 1, seed: 4).write(to: files.path("a.csv"))
        var options = ImportOptions(zone: .utc, workers: 2)
        options.blockSize = 10_000
        options.windowSize = 5000
        var counts: [Int] = []
        var last = SampleColumns()
        let result = Importer(files: [files.path("a.csv")], options: options).run(
            grown: { soFar in
                let columns = soFar().samples[0].columns
                counts.append(columns.count)
                #expect(columns.starts.prefix(last.count).elementsEqual(last.starts))
                #expect(columns.isStrictlyRising && columns.isAsAdded)
                last = columns
            })
        #expect(counts.count > 20 && counts == counts.sorted() && counts[0] < 1000)
        let whole = try #require(result.records.samples.first)
        #expect(whole.columns.count == 20_000)
        #expect(whole.columns.sources.single == 0)
        // The finished records are the columns that grew, not copies of them.
        #expect(whole.columns.isAsAdded)
        #expect(result.records.merged(whole.metric.id) == whole.columns)
    }

    @Test("A pipe gives the same as a file", arguments: 0..<3)
    func pipe(_ seed: Int) throws {
        let files = try TestFiles()
        let path = files.path("table.csv")
        try SeriesGenerator(records: 60_000, interval: 1, seed: UInt64(seed)).write(to: path)
        // Without a line end at the end.
        let bytes = try files.bytes("table.csv").dropLast()
        let file = load(try files.write(Array(bytes)), workers: 2, block: 1 << 16, window: 1 << 16)
        let pipe = files.path("pipe")
        #expect(mkfifo(pipe, 0o600) == 0)
        Thread.detachNewThread {
            guard let writer = FileHandle(forWritingAtPath: pipe) else { return }
            var random = SplitMix64(seed: UInt64(seed) &+ 5)
            var rest = bytes
            while !rest.isEmpty {
                let piece = rest.prefix(1 + Int(random.next() % 300_000))
                rest = rest.dropFirst(piece.count)
                try? writer.write(contentsOf: Data(piece))
            }
            try? writer.close()
        }
        let piped = load(pipe, workers: 2, block: 1 << 16, window: 1 << 16)
        #expect(piped.records.samples.first?.columns.count == 60_000)
        #expect(piped.records.samples.first?.columns == file.records.samples.first?.columns)
        #expect(piped.report.files[0].bytes == bytes.count)
        #expect(piped.report.files[0].read == file.report.files[0].read)
        #expect(piped.report.files[0].refused == 0 && piped.report.files[0].notes.isEmpty)
    }

    @Test("Stopping between blocks keeps the records that were read")
    func stopped() throws {
        let files = try TestFiles()
        try SeriesGenerator(records: 20_000, interval: 1, seed: 4).write(to: files.path("a.csv"))
        var options = ImportOptions(zone: .utc, workers: 3)
        options.blockSize = 5000
        options.windowSize = 5000
        var asked = 0
        let cancellation = Cancellation()
        let result = Importer(files: [files.path("a.csv")], options: options).run(
            progress: { _ in
                asked += 1
                if asked > 10 { cancellation.cancel() }
            }, cancellation: cancellation)
        #expect(result.report.wasCancelled)
        let columns = try #require(result.records.samples.first).columns
        #expect(columns.count > 1000 && columns.count < 5000)
        let starts = (0..<columns.count).map { SeriesGenerator.start + Double($0) }
        #expect(Array(columns.starts) == starts)
    }
}

@Suite("Columns of samples")
struct SampleColumnTests {
    @Test("Sources are one number until a second comes")
    func sources() {
        var sources = SourceColumn()
        var plain: [UInt16] = []
        var random = SplitMix64(seed: 5)
        for round in 0..<40 {
            let number = UInt16(round < 10 ? 3 : random.next() % 4)
            let times = Int(random.next() % 50)
            sources.append(number, times: times)
            plain += [UInt16](repeating: number, count: times)
            #expect(Array(sources) == plain)
            #expect(sources.single == (Set(plain).count == 1 ? plain[0] : nil))
        }
        var other = SourceColumn()
        other.append(1, times: 4)
        var joined = other
        joined.append(contentsOf: sources)
        #expect(Array(joined) == [1, 1, 1, 1] + plain)
        joined.renumber([7, 6, 5, 4])
        #expect(Array(joined) == ([1, 1, 1, 1] + plain).map { 7 - $0 })
        other.renumber([0, 9])
        #expect(other.single == 9)
    }

    @Test("Ends, marks and order are known in whatever order samples are added")
    func order() {
        var random = SplitMix64(seed: 6)
        for _ in 0..<200 {
            var single = SampleColumns()
            var parts = SampleColumns()
            var part = SampleColumns()
            var starts: [Double] = []
            for _ in 0..<Int.random(in: 1...30, using: &random) {
                let start =
                    Double.random(in: 0...100, using: &random).rounded()
                    + Double(starts.count * 20)
                let end = random.next() % 8 == 0 ? start + 1 : start
                let marks: SampleMarks = random.next() % 8 == 0 ? .manual : []
                let source = UInt16(random.next() % 8 == 0 ? 1 : 0)
                starts.append(start)
                single.append(start: start, end: end, value: 1, source: source, marks: marks)
                part.append(start: start, end: end, value: 1, source: source, marks: marks)
                if random.next() % 4 == 0 {
                    parts.append(contentsOf: part)
                    part = SampleColumns()
                }
            }
            parts.append(contentsOf: part)
            #expect(parts == single)
            let rises = zip(starts, starts.dropFirst()).allSatisfy { $0 < $1 }
            #expect(single.isStrictlyRising == rises && parts.isStrictlyRising == rises)
            let order = starts.indices.sorted { starts[$0] < starts[$1] }
            let sorted = single.gathered(order)
            #expect(sorted.isStrictlyRising == (Set(starts).count == starts.count))
            #expect(!sorted.isAsAdded && Array(sorted.starts) == starts.sorted())
        }
    }
}
