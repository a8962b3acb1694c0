import ChartCore
import Foundation
import Testing

@testable import HealthData

@Suite("Tables")
struct TableTests {
    /// A table and its contents: ids, values of the first metric, its first instant.
    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        var bytes: [UInt8]
        var ids: [String]
        var values: [Double]
        var seconds: [Double] = []
        var first: Double
        var zone = "UTC"
        var refused = 0

        var testDescription: String { name }

        init(
            _ name: String, _ text: String, _ ids: [String], _ values: [Double], _ first: Double,
            seconds: [Double] = [], zone: String = "UTC", refused: Int = 0
        ) {
            self.init(
                name, bytes: Array(text.utf8), ids, values, first, seconds: seconds, zone: zone)
            self.refused = refused
        }

        init(
            _ name: String, bytes: [UInt8], _ ids: [String], _ values: [Double], _ first: Double,
            seconds: [Double] = [], zone: String = "UTC"
        ) {
            self.name = name
            self.bytes = bytes
            self.ids = ids
            self.values = values
            self.seconds = seconds
            self.first = first
            self.zone = zone
        }
    }

    private static func utf16(_ text: String, little: Bool, mark: Bool) -> [UInt8] {
        let units = (mark ? [0xfeff] : []) + Array(text.utf16)
        return units.flatMap { unit in
            little
                ? [UInt8(unit & 255), UInt8(unit >> 8)] : [UInt8(unit >> 8), UInt8(unit & 255)]
        }
    }

    static let dialects: [Case] = {
        let day = utc(2026, 1, 5)
        let plain = "date,weight\n2026-01-05,72.5\n2026-01-06,72.1\n"
        let two = [72.5, 72.1]
        return [
            Case("comma", plain, ["weight"], two, day),
            Case(
                "semicolon, decimal comma",
                "Datum;Gewicht (kg)\n05.01.2026;72,5\n06.01.2026;72,1\n", ["weight"], two, day),
            Case("tab", "date\tweight\n2026-01-05\t72.5\n2026-01-06\t72.1\n", ["weight"], two, day),
            Case("bar", "date|weight\n2026-01-05|72.5\n2026-01-06|72.1\n", ["weight"], two, day),
            Case(
                "blanks, no header", "2026-01-05 72.5\n2026-01-06 72.1\n", ["column:value"], two,
                day),
            Case(
                "points in times", "21/01/2014 9.33.45 66,90\n22/01/2014 9.33.45 66,80\n",
                ["column:value"], [66.9, 66.8], utc(2014, 1, 21, 9, 33) + 45),
            Case("byte-order mark", "\u{feff}" + plain, ["weight"], two, day),
            Case(
                "line ends of Windows", "date,weight\r\n2026-01-05,72.5\r\n2026-01-06,72.1\r\n",
                ["weight"], two, day),
            Case(
                "line ends of old", "date,weight\r2026-01-05,72.5\r2026-01-06,72.1\r", ["weight"],
                two, day),
            Case(
                "no last line end", "date,weight\n2026-01-05,72.5\n2026-01-06,72.1", ["weight"],
                two, day),
            Case(
                "UTF-16 little", bytes: utf16(plain, little: true, mark: true), ["weight"], two, day
            ),
            Case(
                "UTF-16 big", bytes: utf16(plain, little: false, mark: true), ["weight"], two, day),
            Case(
                "UTF-16 without mark", bytes: utf16(plain, little: true, mark: false), ["weight"],
                two, day),
            Case(
                "Latin-1",
                bytes: Array("Datum;K".utf8) + [0xf6]
                    + Array("rpergewicht (kg)\n05.01.2026;72,5\n06.01.2026;72,1\n".utf8),
                ["weight"], two, day),
            Case(
                "comments and empty lines",
                "# my scale\n\ndate,weight\n# new\n2026-01-05,72.5\n\n2026-01-06,72.1\n",
                ["weight"], two, day),
            Case(
                "a preamble",
                "Report of,5\ndate,weight,note\n2026-01-05,72.5,a\n2026-01-06,72.1,b\n",
                ["weight", "category:note"], two, day),
            Case(
                "quotes",
                "\"date\",\"weight\",\"note\"\n\"2026-01-05\",\"72.5\",\"a, \"\"b\"\"\nc\"\n\"2026-01-06\",\"72.1\",\"\"\n",
                ["weight", "category:note"], two, day),
            Case(
                "thousands", "date;steps\n2026-01-05;1.234\n2026-01-06;10.567\n", ["steps"],
                [1234, 10567], day),
            Case(
                "thousands, blanks", "date;steps\n2026-01-05;1 234\n2026-01-06;10\u{202f}567\n",
                ["steps"], [1234, 10567], day),
            Case(
                "thousands, quoted", "date,steps\n2026-01-05,\"1,234\"\n2026-01-06,\"10,567\"\n",
                ["steps"], [1234, 10567], day),
            Case(
                "units behind", "date,weight\n2026-01-05,72.5 kg\n2026-01-06,158.8 lb\n",
                ["weight"], [72.5, 158.8 * 0.45359237], day),
            Case(
                "pounds in the header", "date,weight (lb)\n2026-01-05,100\n2026-01-06,200\n",
                ["weight"], [45.359237, 90.718474], day),
            Case(
                "pounds in brackets", "date,Weight [lb]\n2026-01-05,100\n2026-01-06,200\n",
                ["weight"], [45.359237, 90.718474], day),
            Case(
                "pounds behind a comma", "date;Weight, lb\n2026-01-05;100\n2026-01-06;200\n",
                ["weight"], [45.359237, 90.718474], day),
            Case(
                "kilograms behind a comma",
                "date,\"weight, kg\"\n2026-01-05,72.5\n2026-01-06,72.1\n", ["weight"], two, day),
            Case(
                "no unit behind a comma",
                "date;weight, evening\n2026-01-05;72.5\n2026-01-06;72.1\n",
                ["column:weight, evening"], two, day),
            Case(
                "ISO with offset",
                "time,value\n2026-01-05T01:00:00+02:00,1\n2026-01-05T01:30:00Z,2\n",
                ["column:value"], [1, 2], utc(2026, 1, 4, 23)),
            Case(
                "in the zone", "time,value\n2026-07-05 01:00,1\n2026-07-05 02:00,2\n",
                ["column:value"], [1, 2], utc(2026, 7, 4, 23), zone: "Europe/Berlin"),
            Case(
                "Unix seconds", "timestamp,value\n1767571200,1\n1767571260,2\n", ["column:value"],
                [1, 2], day),
            Case(
                "Unix milliseconds", "timestamp,value\n1767571200000,1\n1767571260500,2\n",
                ["column:value"], [1, 2], day),
            Case("compact", "20260105\t139\n20260106\t140\n", ["column:value"], [139, 140], day),
            Case("serial days", "date,value\n46027,1\n46027.5,2\n", ["column:value"], [1, 2], day),
            Case(
                "year first", "when,value\n2026/1/5 0:4,1\n2026/1/6 0:4,2\n", ["column:value"],
                [1, 2], utc(2026, 1, 5, 0, 4)),
            Case(
                "month names",
                "Date,Time,Pulse (bpm)\nJan 5 2026,10:43 am,61\nJan 5 2026,1:05 pm,62\n",
                ["heart-rate"], [61, 62], utc(2026, 1, 5, 10, 43)),
            Case(
                "a time column",
                "date,time,weight\n2026-01-05,08:15,72.5\n2026-01-06,8:20:30,72.1\n", ["weight"],
                two, utc(2026, 1, 5, 8, 15)),
            Case(
                "two pressures",
                "date,systolic,diastolic\n2026-01-05 08:00,120,80\n2026-01-06 08:00,125,82\n",
                ["blood-pressure"], [120, 125], utc(2026, 1, 5, 8), seconds: [80, 82]),
            Case(
                "a pair in a cell",
                "date,BP\n2026-01-05 08:00,120/80\n2026-01-06 08:00,125 / 82 mmHg\n",
                ["blood-pressure"], [120, 125], utc(2026, 1, 5, 8), seconds: [80, 82]),
            Case(
                "pressures without header",
                "# mine\n20260105\t139\t97\t76\n20260104\t141\t95\t70\n",
                ["blood-pressure", "heart-rate"], [141, 139], utc(2026, 1, 4), seconds: [95, 97]),
            Case(
                "several metrics",
                "date,steps,weight,mood\n2026-01-05,100,72.5,good\n2026-01-06,200,72.1,bad\n",
                ["steps", "weight", "category:mood"], [100, 200], day),
            Case(
                "German pressures",
                "Datum,Herzfrequenz,Systole,Diastole,Kommentare\n2026-01-05 08:00,61,120,80,\n2026-01-06 08:00,62,,,\n",
                ["blood-pressure", "heart-rate"], [120], utc(2026, 1, 5, 8), seconds: [80]),
            Case(
                "start and end",
                "start,end,steps\n2026-01-05 08:00,2026-01-05 09:00,100\n2026-01-05 09:00,2026-01-05 10:00,200\n",
                ["steps"], [100, 200], utc(2026, 1, 5, 8)),
            Case(
                "fractions of oxygen", "date,SpO2\n2026-01-05 08:00,0.97\n2026-01-06 08:00,0.29\n",
                ["oxygen"], [97, 29], utc(2026, 1, 5, 8)),
            Case(
                "newest first", "date,weight\n2026-01-06,72.1\n2026-01-05,72.5\n", ["weight"], two,
                day),
            Case(
                "exact copies", "date,weight\n2026-01-05,72.5\n2026-01-05,72.5\n2026-01-06,72.1\n",
                ["weight"], two, day),
            Case(
                "empty cells",
                "date,weight,bmi\n2026-01-05,72.5,\n2026-01-06,72.1,-\n2026-01-07,,\n", ["weight"],
                two, day, refused: 1),
        ]
    }()

    @Test("Dialects", arguments: dialects)
    func dialect(_ table: Case) throws {
        let files = try TestFiles()
        let result = load(try files.write(table.bytes), in: try zone(table.zone))
        #expect(result.report.files[0].failure == nil)
        #expect(result.records.metrics.map(\.id.rawValue) == table.ids)
        let columns = try #require(result.records.samples.first).columns
        #expect(Array(columns.values) == table.values)
        #expect(Array(columns.secondaryValues) == table.seconds)
        #expect(columns.starts.first == table.first)
        #expect(result.report.files[0].refused == table.refused)
        expectBalanced(result.report)
    }

    @Test("A broken row is refused with its line and reason, and affects no other")
    func brokenRows() throws {
        let files = try TestFiles()
        for (row, reason) in [
            ("garbage", "date"), ("2026-01-05,", "no value"), ("2026-01-05,abc", "not a number"),
            ("2026-01-05,NaN", "NaN"), ("2026-01-05,inf", "infinite"),
            ("2026-01-05,1e999", "infinite"),
            ("1601-01-01,5", "1900"), ("9999-12-31,5", "1900"), ("2026-02-30,5", "date"),
            ("2026-01-05,72,5", "more columns"), ("2026-01-05,\"72", "quotation"),
            ("2026-01-05,\"72\"x", "quotation"), ("2026-01-05,72 stone-ish", "unit"),
            (",72", "date"), ("2026-01-05", "no value"), ("\u{1}x\u{3}", "date"),
            ("2026-01-05T25:00:00,7", "date"), ("2026-01-05 08:00 +99:99,7", "date"),
        ] {
            let text =
                "date,weight (kg)\n2026-01-03,70.1\n2026-01-04,70.2\n\(row)\n2026-01-08,70.3\n2026-01-09,70.4\n"
            let result = load(try files.write(text))
            let columns = try #require(result.records[.weight], "with \(row)").columns
            #expect(columns.values == [70.1, 70.2, 70.3, 70.4], "with \(row)")
            let refusals = result.report.files[0].refusals
            #expect(refusals.map(\.place) == ["line 4"], "with \(row)")
            #expect(refusals.first?.reason.contains(reason) == true, "\(refusals) with \(row)")
        }
    }

    @Test("Control characters around valid cells do no harm; an end before the start does")
    func soundness() throws {
        let files = try TestFiles()
        let result = load(
            try files.write("date,weight\n\u{1}2026-01-05\u{7f},\u{0}72.5\u{b}\n2026-01-06,72.1\n"))
        #expect(result.records[.weight]?.columns.values == [72.5, 72.1])
        let backwards = load(
            try files.write(
                "start,end,steps\n2026-01-05 08:00,2026-01-05 09:00,1\n2026-01-05 10:00,2026-01-05 09:00,2\n"
            ))
        #expect(backwards.records[.steps]?.columns.values == [1])
        #expect(backwards.report.files[0].refusals.map(\.reason) == ["it ends before it starts"])
    }

    @Test("Only the line of ten megabytes is refused")
    func longLine() throws {
        let files = try TestFiles()
        var bytes = Array("date,weight\n2026-01-05,72.5\n2026-01-06,".utf8)
        bytes += [UInt8](repeating: UInt8(ascii: "7"), count: 10_000_000)
        bytes += Array("\n2026-01-07,72.1\n".utf8)
        let result = load(try files.write(bytes))
        #expect(result.records[.weight]?.columns.values == [72.5, 72.1])
        #expect(result.report.files[0].refusals.map(\.place) == ["line 3"])
        expectBalanced(result.report)
    }

    @Test("The order of day and month is proved anywhere in the file, assumed, or ruled and noted")
    func dateOrder() throws {
        let files = try TestFiles()
        let open = try files.write("date,weight\n03/04/2026,70\n05/06/2026,71\n", "open.csv")
        #expect(load(open).records[.weight]?.columns.starts == [utc(2026, 4, 3), utc(2026, 6, 5)])
        let question = try #require(load(open).report.files[0].questions.last)
        #expect(question.id == "date" && question.assumed == "dmy")
        #expect(question.choices == ["dmy", "mdy"] as [String])
        let assumed = load(open, assume: .monthFirst)
        #expect(assumed.records[.weight]?.columns.starts == [utc(2026, 3, 4), utc(2026, 5, 6)])
        // The proof is far behind the part that is examined at the beginning.
        var text = "date,weight\n"
        for index in 0..<40_000 { text += "0\(index % 9 + 1)/04/2026,70.\(index % 10)\n" }
        text += "04/13/2026,70\n"
        let proved = load(try files.write(text, "proved.csv"))
        #expect(proved.records[.weight]?.columns.starts.last == utc(2026, 9, 4))
        #expect(proved.records[.weight]?.columns.starts.first == utc(2026, 1, 4))
        #expect(proved.report.files[0].refused == 0)
    }

    @Test("An amount on a date fills the civil day, even one of 23 hours")
    func wholeDays() throws {
        let files = try TestFiles()
        let berlin = try zone("Europe/Berlin")
        let result = load(
            try files.write("date,steps\n2026-03-28,100\n2026-03-29,200\n2026-03-30,300\n"),
            in: berlin)
        let columns = try #require(result.records[.steps]).columns
        let borders: [Double] = Array(columns.starts.dropFirst()) + [columns.starts[2] + 86_400]
        #expect(Array(columns.ends) == borders)
        #expect(columns.starts[2] - columns.starts[1] == 82_800)
        let rows = BucketTable.rows(
            result.records, metric: .steps, unit: .day, calendar: CivilCalendar(zone: berlin))
        #expect(rows.map(\.components[0].sum) == [100, 200, 300])
        #expect(rows.map(\.coverage) == [1, 1, 1])
    }

    @Test("A table truncated anywhere gives every complete row before the end")
    func truncated() throws {
        let files = try TestFiles()
        try SeriesGenerator(records: 500, interval: 60, seed: 2).write(to: files.path("series.csv"))
        let bytes = try files.bytes("series.csv")
        let whole = try #require(load(files.path("series.csv")).records.samples.first).columns
        #expect(whole.count == 500)
        var random = SplitMix64(seed: 21)
        for _ in 0..<60 {
            let cut = Int.random(in: 60..<bytes.count, using: &random)
            let result = load(try files.write(Array(bytes[..<cut])))
            let lines = bytes[..<cut].filter { $0 == 10 }.count - 1
            let columns = try #require(result.records.samples.first).columns
            #expect(columns.values.starts(with: whole.values.prefix(lines)))
            #expect(columns.starts.starts(with: whole.starts.prefix(lines)))
            #expect(columns.count <= lines + 1)
            expectBalanced(result.report)
        }
    }

    @Test("Random bytes never end the program")
    func noise() throws {
        let files = try TestFiles()
        var random = SplitMix64(seed: 99)
        let alphabet = Array("0123456789-/:.,;\t\"\n\r #TZ+eNa|\u{0}".utf8)
        for _ in 0..<150 {
            let count = Int.random(in: 1...400, using: &random)
            var bytes = Array("date,weight\n2026-01-05,72.5\n".utf8)
            if Bool.random(using: &random) { bytes = [] }
            for _ in 0..<count { bytes.append(alphabet.randomElement(using: &random) ?? 0) }
            expectBalanced(load(try files.write(bytes)).report)
        }
    }

    @Test("Two files of the same records are not counted twice")
    func sameRecordsTwice() throws {
        let files = try TestFiles()
        let text = "date,weight\n2026-01-05,72.5\n2026-01-06,72.1\n"
        let result = load(try files.write(text, "a.csv"), try files.write(text, "a (1).csv"))
        #expect(result.records[.weight]?.columns.values == [72.5, 72.1])
        #expect(result.report.files.map(\.merged) == [0, 2])
    }

    @Test("Rows of one time keep the order of the file, reversed if the newest come first")
    func rowsOfOneTime() throws {
        let files = try TestFiles()
        let rows = ["00:00,10", "06:00,10", "06:00,0", "12:00,0", "12:00,10", "18:00,10"]
        func values(_ rows: [String]) throws -> [Double] {
            let text = "time,value\n" + rows.map { "2026-01-05T\($0)\n" }.joined()
            let result = load(try files.write(text))
            return Array(try #require(result.records[MetricID("column:value")]).columns.values)
        }
        #expect(try values(rows) == [10, 10, 0, 0, 10, 10])
        #expect(try values(rows.reversed()) == [10, 10, 0, 0, 10, 10])
        // An exact copy is dropped, wherever it is.
        #expect(try values(rows + ["06:00,10", "18:00,4"]) == [10, 10, 0, 0, 10, 10, 4])
    }

    @Test(
        "A text that begins with # is not a comment",
        arguments: [
            "run,date,weight\n\"#12\",2026-03-01,71.5\n# a comment\n\" # 13\",2026-03-02,72\n",
            "\"# run\",date,weight\n  # a comment\n\"#12\",2026-03-01,71.5\nnext,2026-03-02,72\n",
            "[{\"title\":\"#1 run\",\"date\":\"2026-03-01\",\"weight\":71.5},"
                + "{\"title\":\"#2 run\",\"date\":\"2026-03-02\",\"weight\":72}]",
        ])
    func noComments(text: String) throws {
        let files = try TestFiles()
        let result = load(try files.write(text))
        #expect(result.records[.weight].map { Array($0.columns.values) } == [71.5, 72])
        #expect(result.report.files[0].read == 2 && result.report.files[0].used == 2)
        expectBalanced(result.report)
    }

    @Test("Columns are in the order of the numbers in their names")
    func columnsInOrder() throws {
        let names = ["lap 10", "lap 2", "lap", "c01", "c1", "c 3", "x9y2", "x9y10", "lap 2b"]
        let sorted = try names.map { try #require(Metric(.column($0))) }.sorted {
            Metric.listed($0, before: $1)
        }
        #expect(
            sorted.map { $0.id.rawValue.dropFirst("column:".count) }
                == ["c 3", "c01", "c1", "lap", "lap 2", "lap 2b", "lap 10", "x9y2", "x9y10"])
        for a in sorted.indices {
            for b in sorted.indices {
                #expect(Metric.listed(sorted[a], before: sorted[b]) == (a < b))
            }
        }
    }
}
