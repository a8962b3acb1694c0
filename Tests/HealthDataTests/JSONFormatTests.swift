import ChartCore
import Foundation
import Platform
import Streams
import Testing

@testable import HealthData

@Suite("JSON")
struct JSONFormatTests {
    private func values(_ result: ImportResult, _ id: MetricID) -> [Double] {
        result.records[id].map { Array($0.columns.values) } ?? []
    }

    private func starts(_ result: ImportResult, _ id: MetricID) -> [Double] {
        result.records[id].map { Array($0.columns.starts) } ?? []
    }

    // MARK: The tape

    /// The contents of a tape, in the form of Foundation's result.
    private func object(_ tape: JSONTape, _ node: Int, _ bytes: RawSpan) -> Any {
        switch tape.nodes[node].kind {
        case .object:
            var values: [Any] = []
            tape.forEach(in: node) { values.append(object(tape, $0, bytes)) }
            return Dictionary(zip(tape.names(of: node, bytes), values)) { first, _ in first }
        case .array:
            var values: [Any] = []
            tape.forEach(in: node) { values.append(object(tape, $0, bytes)) }
            return values
        case .string: return tape.text(node, bytes) ?? ""
        case .number: return tape.number(node, bytes) ?? .nan
        case .yes: return true
        case .no: return false
        case .null: return NSNull()
        }
    }

    private func random(_ depth: Int, _ noise: inout SplitMix64) -> Any {
        switch Int.random(in: 0...(depth > 3 ? 4 : 7), using: &noise) {
        case 0: return Double(Int.random(in: -100_000...100_000, using: &noise)) / 8
        case 1: return Bool.random(using: &noise)
        case 2: return NSNull()
        case 3: return "ü \"quoted\" \\ / \u{1} 👣 \(noise.next())"
        case 4: return ""
        case 5, 6:
            return (0..<Int.random(in: 0...4, using: &noise)).map { _ in random(depth + 1, &noise) }
        default:
            var object: [String: Any] = [:]
            for _ in 0..<Int.random(in: 0...4, using: &noise) {
                object["k\n\(noise.next() % 7)"] = random(depth + 1, &noise)
            }
            return object
        }
    }

    @Test("A tape has the same contents as Foundation's result, and any truncation is detected")
    func tape() throws {
        var noise = SplitMix64(seed: 4)
        for _ in 0..<200 {
            let value = [random(0, &noise)]
            let data = try JSONSerialization.data(withJSONObject: value)
            let padded = Array(data) + [UInt8](repeating: 0, count: ByteWindow.padding)
            var tape = JSONTape()
            let outcome = tape.parse(
                padded.span.bytes, from: 0, to: data.count, isFinal: true)
            guard case .whole(data.count) = outcome else {
                Issue.record("\(String(decoding: data, as: UTF8.self))")
                continue
            }
            let own = object(tape, 0, padded.span.bytes) as? [Any]
            #expect(NSArray(array: own ?? []) == NSArray(array: value))
            for end in 0..<data.count {
                var cut = Array(data[..<end])
                cut += [UInt8](repeating: 0, count: ByteWindow.padding)
                var tape = JSONTape()
                guard case .cut = tape.parse(cut.span.bytes, from: 0, to: end, isFinal: false)
                else {
                    Issue.record("\(end) of \(String(decoding: data, as: UTF8.self))")
                    break
                }
            }
        }
    }

    @Test(
        "Invalid JSON is reported",
        arguments: ["{1:2}", "[1 2]", "{\"a\" 1}", "[tru]", "{\"a\":}", "x"])
    func broken(text: String) {
        let padded = Array(text.utf8) + [UInt8](repeating: 0, count: ByteWindow.padding)
        var tape = JSONTape()
        guard
            case .broken = tape.parse(
                padded.span.bytes, from: 0, to: text.utf8.count, isFinal: true)
        else {
            Issue.record("\(text) was read")
            return
        }
    }

    @Test("Values nested too deeply are refused")
    func deep() {
        let text = [UInt8](repeating: UInt8(ascii: "["), count: 100_000)
        let padded = text + [UInt8](repeating: 0, count: ByteWindow.padding)
        var tape = JSONTape()
        guard
            case .broken = tape.parse(padded.span.bytes, from: 0, to: text.count, isFinal: true)
        else {
            Issue.record("it was read")
            return
        }
    }

    // MARK: Fitbit

    @Test("Fitbit: minutes and heart rates in UTC, numbers as strings, doubtful values")
    func fitbitArchive() throws {
        let files = try TestFiles()
        let folder = "MyFitbitData/A/Physical Activity/"
        let path = try files.zip(
            [
                (
                    folder + "steps-2019-12-15.json",
                    """
                    [{
                      "dateTime" : "12/15/19 13:00:00",
                      "value" : "12"
                    },{
                      "dateTime" : "12/15/19 13:01:00",
                      "value" : "0"
                    },{
                      "dateTime" : "12/15/19 25:01:00",
                      "value" : "5"
                    }]
                    """
                ),
                (
                    folder + "heart_rate-2019-12-15.json",
                    """
                    [{"dateTime":"12/15/19 13:00:05","value":{"bpm":61,"confidence":3}},
                    {"dateTime":"12/15/19 13:00:10","value":{"bpm":70,"confidence":0}},
                    {"dateTime":"12/15/19 13:00:20","value":{"bpm":62,"confidence":1}}]
                    """
                ),
                (
                    folder + "resting_heart_rate-2019-12-15.json",
                    """
                    [{"dateTime":"12/15/19 00:00:00","value":{"date":"12/15/19","value":58.5,"error":6.8}},
                    {"dateTime":"12/16/19 00:00:00","value":{"date":null,"value":0.0,"error":0.0}}]
                    """
                ),
                (
                    folder + "exercise-0.json",
                    """
                    [{"logId":1,"activityName":"Run","startTime":"12/15/19 20:00:00","duration":1800000,
                    "distance":5.2,"distanceUnit":"Kilometer"}]
                    """
                ),
                (folder + "badge.json", "[{\"encodedId\":\"x\",\"badgeType\":\"DAILY_STEPS\"}]"),
            ], "fitbit.zip")
        let sydney = try zone("Australia/Sydney")
        let result = load(path, in: sydney)
        #expect(result.report.files[0].format == "fitbit.zip")
        #expect(values(result, .steps) == [12, 0])
        #expect(starts(result, .steps) == [utc(2019, 12, 15, 13), utc(2019, 12, 15, 13, 1)])
        #expect(values(result, .heartRate) == [61, 62])
        #expect(starts(result, .heartRate)[1] == utc(2019, 12, 15, 13) + 20)
        #expect(values(result, .restingHeartRate) == [58.5])
        // Midnight of the local day; Sydney is eleven hours ahead in summer.
        #expect(starts(result, .restingHeartRate) == [utc(2019, 12, 14, 13)])
        let run = try #require(result.records[.workouts])
        #expect(run.labels == ["Running"] && run.columns.end(at: 0) == utc(2019, 12, 15, 20, 30))
        let file = result.report.files[0]
        #expect(file.refused == 3)
        #expect(file.refusals.contains { $0.place.hasSuffix("steps-2019-12-15.json:record 3") })
        #expect(file.members.contains { $0.path.hasSuffix("badge.json") && $0.failure != nil })
        expectBalanced(result.report)
    }

    @Test("Fitbit: lists of minutes and days by their names, never as one series of numbers")
    func fitbitOtherLists() throws {
        let files = try TestFiles()
        func list(_ records: [(String, String)]) -> String {
            let texts = records.map { "{\"dateTime\":\"\($0.0)\",\"value\":\"\($0.1)\"}" }
            return "[\(texts.joined(separator: ","))]"
        }
        let minutes = [("01/05/20 08:00:00", "1.2"), ("01/05/20 08:01:00", "3.4")]
        let folder = "MyFitbitData/A/Global Export Data/"
        func days(_ numbers: [Int]) -> [(String, String)] {
            numbers.enumerated().map { ("01/0\($0.offset + 5)/20 00:00:00", "\($0.element)") }
        }
        let lists: [(name: String, text: String)] = [
            (folder + "steps-2020-01-05.json", list([("01/05/20 08:00:00", "20")])),
            (folder + "calories-2020-01-05.json", list(minutes)),
            (folder + "altitude-2020-01-05.json", list([("01/05/20 08:00:00", "10")])),
            (folder + "sedentary_minutes-2020-01-05.json", list(days([700, 800]))),
            (folder + "lightly_active_minutes-2020-01-05.json", list(days([200, 180]))),
            (folder + "moderately_active_minutes-2020-01-05.json", list(days([30, 12]))),
            (folder + "very_active_minutes-2020-01-05.json", list(days([30, 25]))),
        ]
        let berlin = try zone("Europe/Berlin")
        let result = load(try files.zip(lists, "fitbit.zip"), in: berlin)
        let file = result.report.files[0]
        #expect(file.members.map(\.format) == [String](repeating: "fitbit", count: 7))
        #expect(Set(result.records.metrics.map(\.id)) == [.steps, .exerciseTime])
        #expect(values(result, .steps) == [20])
        // Two kinds of minutes a day; those of the first day are equal.
        let totals = result.records.merged(.exerciseTime)
        #expect(totals.count == 4)
        #expect(totals.values.reduce(0, +) == Double(30 + 30 + 12 + 25) * 60)
        let first = (0..<4).filter { totals.starts[$0] == utc(2020, 1, 4, 23) }
        #expect(first.map { totals.values[$0] } == [1_800, 1_800])
        #expect(file.questions.isEmpty)
        #expect([file.read, file.used, file.refused] == [12, 5, 7] as [Int])
        #expect(
            Dictionary(uniqueKeysWithValues: file.refusals.map { ($0.reason, $0.count) }) == [
                "records of the type calories are not read yet": 2,
                "records of the type altitude are not read yet": 1,
                "records of the type sedentary minutes are not read yet": 2,
                "records of the type lightly active minutes are not read yet": 2,
            ])
        expectBalanced(result.report)
        // Separately they have the same result.
        let apart = try lists.map { list in
            try files.write(list.text, String(list.name.dropFirst(folder.count)))
        }
        let single = Importer(files: apart, options: ImportOptions(zone: berlin)).run()
        #expect(single.records.merged(.exerciseTime).values.reduce(0, +) == 5_820)

        // A person's own list with other dates is not taken for Fitbit's.
        let own =
            "[{\"dateTime\":\"31/10/2026\",\"value\":5},{\"dateTime\":\"01/11/2026\",\"value\":6}]"
        let mine = load(try files.write(own, "mine.json"))
        #expect(mine.report.files[0].format == "json" && mine.report.files[0].used == 2)
    }

    @Test("Fitbit: one sport has one name, whatever the exercise's name")
    func fitbitSports() throws {
        let files = try TestFiles()
        let list = ["Walk", "walking", "Bike", ""].enumerated().map { index, name in
            "{\"logId\":\(index),\"activityName\":\"\(name)\",\"duration\":600000,"
                + "\"startTime\":\"12/15/19 1\(index):00:00\"}"
        }
        let result = load(
            try files.write("[\(list.joined(separator: ","))]", "exercise-0.json"))
        let workouts = try #require(result.records[.workouts])
        #expect(
            workouts.columns.values.map { workouts.labels[Int($0)] }
                == ["Walking", "Walking", "Cycling", "Other"])
        expectBalanced(result.report)
    }

    @Test("Fitbit: the unit of weights is guessed by the body mass index and asked for")
    func fitbitWeights() throws {
        let files = try TestFiles()
        func text(_ weight: String) -> String {
            "[{\"logId\":1,\"weight\":\(weight),\"bmi\":24.1,\"fat\":18.5,\"date\":\"01/05/20\","
                + "\"time\":\"23:59:59\"}]"
        }
        let pounds = load(try files.write(text("176.4"), "weight-2020-01-05.json"))
        #expect(abs(values(pounds, .weight)[0] - 176.4 * 0.453_592_37) < 1e-9)
        #expect(pounds.report.files[0].questions.map(\.assumed) == ["lb"])
        #expect(starts(pounds, .weight) == [utc(2020, 1, 5, 23, 59) + 59])
        #expect(values(pounds, .bodyFat) == [18.5])
        let kilograms = load(try files.write(text("80.0"), "weight-2020-01-05.json"))
        #expect(values(kilograms, .weight) == [80])
        #expect(kilograms.report.files[0].questions.map(\.assumed) == ["kg"])
        var options = ImportOptions(zone: .utc)
        try options.assumptions.add("unit.weight=kg")
        let said = Importer(
            files: [try files.write(text("176.4"), "weight.json")], options: options
        ).run()
        #expect(values(said, .weight) == [176.4] && said.report.files[0].questions.isEmpty)
    }

    @Test("Fitbit: a later record may prove the unit of all; without proof no reason is made up")
    func fitbitUnitTellsLater() throws {
        let files = try TestFiles()
        func record(_ day: String, _ weight: String, _ rest: String) -> String {
            "{\"logId\":1,\"weight\":\(weight),\(rest)\"fat\":18.5,\"date\":\"\(day)\"}"
        }
        let bare = record("01/05/20", "176.4", "\"bmi\":0,")
        // A height of nine metres proves nothing.
        let odd = record("01/06/20", "177", "\"bmi\":1,")
        let telling = record("01/07/20", "178", "\"bmi\":24.1,")
        let told = load(
            try files.write("[\(bare),\(odd),\(telling),\(bare)]", "weight-2020-01-05.json"))
        #expect(told.report.files[0].format == "fitbit")
        let pounds = 0.453_592_37
        let wanted = [176.4 * pounds, 177 * pounds, 178 * pounds]
        #expect(zip(values(told, .weight), wanted).allSatisfy { abs($0 - $1) < 1e-9 })
        #expect(values(told, .weight).count == 3)
        let question = try #require(told.report.files[0].questions.first)
        #expect(question.assumed == "lb" && question.reason.contains("body mass index next to it"))
        expectBalanced(told.report)
        let silent = load(try files.write("[\(odd),\(bare)]", "weight-2020-01-05.json"))
        #expect(values(silent, .weight) == [176.4, 177])
        #expect(values(silent, .bodyFat) == [18.5, 18.5])
        let asked = try #require(silent.report.files[0].questions.first)
        #expect(asked.assumed == "kg" && !asked.reason.contains("body mass index"))
        expectBalanced(silent.report)
    }

    @Test("Fitbit: nights of both kinds, with short waking times cut out of the stages")
    func fitbitNights() throws {
        let files = try TestFiles()
        let text = """
            [{"logId":1,"dateOfSleep":"2020-01-06","startTime":"2020-01-05T23:00:00.000",
            "levels":{"summary":{},"data":[
            {"dateTime":"2020-01-05T23:00:00.000","level":"light","seconds":1800},
            {"dateTime":"2020-01-05T23:30:00.000","level":"deep","seconds":600}],
            "shortData":[{"dateTime":"2020-01-05T23:10:00.000","level":"wake","seconds":60}]},
            "mainSleep":true},
            {"logId":2,"dateOfSleep":"2020-01-07","startTime":"2020-01-06T13:00:00.000",
            "levels":{"summary":{},"data":[
            {"dateTime":"2020-01-06T13:00:00.000","level":"asleep","seconds":1200},
            {"dateTime":"2020-01-06T13:20:00.000","level":"restless","seconds":60}]}},
            {"logId":3,"dateOfSleep":"2020-01-08","startTime":"x","levels":{"data":[]}}]
            """
        let result = load(try files.write(text, "sleep-2020-01-05.json"))
        let samples = try #require(result.records[.sleep])
        let columns = samples.columns
        #expect(
            columns.values.map { samples.labels[Int($0)] } == [
                "core", "awake", "core", "deep", "asleep", "awake",
            ])
        let lengths = (0..<columns.count).map { columns.end(at: $0) - columns.starts[$0] }
        #expect(lengths == [600, 60, 1140, 600, 1200, 60] as [Double])
        #expect(columns.starts[0] == utc(2020, 1, 5, 23))
        #expect([result.report.files[0].read, result.report.files[0].refused] == [3, 1] as [Int])
        expectBalanced(result.report)
    }

    @Test("Fitbit: a night of many pieces, and of overlapping pieces")
    func fitbitLongNight() throws {
        let files = try TestFiles()
        func piece(_ second: Int, _ length: Int, _ level: String) -> String {
            let clock = [second / 3600, second / 60 % 60, second % 60].map {
                ($0 < 10 ? "0" : "") + "\($0)"
            }
            return "{\"dateTime\":\"2020-01-05T\(clock.joined(separator: ":")).000\","
                + "\"level\":\"\(level)\",\"seconds\":\(length)}"
        }
        func load(
            _ data: [String], _ short: [String], behind first: String = ""
        ) throws -> ImportResult {
            let text =
                "[\(first){\"dateOfSleep\":\"2020-01-05\",\"levels\":{\"data\":[\(data.joined(separator: ","))],"
                + "\"shortData\":[\(short.joined(separator: ","))]}}]"
            return HealthDataTests.load(try files.write(text, "sleep-2020-01-05.json"))
        }
        // Each short time is cut out of its piece, and one out of two.
        let night = try load(
            [piece(0, 100, "light"), piece(100, 100, "deep")],
            [piece(10, 5, "wake"), piece(95, 10, "wake"), piece(98, 3, "wake")])
        let columns = try #require(night.records[.sleep]).columns
        let begin = utc(2020, 1, 5)
        #expect(columns.starts.map { $0 - begin } == [0, 10, 15, 95, 100, 105])
        #expect((0..<6).map { columns.end(at: $0) - begin } == [10, 15, 95, 100, 105, 200])
        let stages: [SleepStage] = [.core, .awake, .core, .awake, .awake, .deep]
        #expect(columns.values.map { Int($0) } == stages.map(\.rawValue))
        // Twenty thousand pieces of ten hours with as many short times: a second is left of each.
        let data = (0..<20_000).map { piece($0, 36_000, "light") }
        let short = (0..<20_000).map { piece($0, 1, $0 % 2 == 0 ? "wake" : "restless") }
        let before = """
            {"dateOfSleep":"2020-01-04","levels":{"data":[
            {"dateTime":"2020-01-04T00:00:00.000","level":"deep","seconds":60}]}},
            """
        let crowded = try load(data, short, behind: before)
        let many = try #require(crowded.records[.sleep]).columns
        // The first piece has all short times and a remainder, the others the part by which they
        // are longer.
        #expect(many.count == 1 + 20_000 + 1 + 19_999)
        let lengths = (0..<many.count).map { many.end(at: $0) - many.starts[$0] }
        let whole: Double = 60 + 36_000 + 19_999
        #expect(lengths.reduce(0, +) == whole)
        expectBalanced(crowded.report)
    }

    @Test("Truncated JSON gives the records before the end")
    func cut() throws {
        let files = try TestFiles()
        var text = "[\n"
        for minute in 0..<200 {
            text +=
                "{\"dateTime\":\"12/15/19 \(10 + minute / 60):\(10 + minute % 50):00\",\"value\":\"7\"},\n"
        }
        let bytes = Array(text.utf8)
        for count in stride(from: 60, to: bytes.count, by: 501) {
            let result = load(
                try files.write(Array(bytes[..<count]), "steps-2019-12-15.json"))
            let whole =
                String(decoding: bytes[..<count], as: UTF8.self)
                .components(separatedBy: "}").count - 1
            #expect(result.report.files[0].read == whole)
            #expect(result.report.files[0].notes.contains { $0.text.contains("cut off") })
            expectBalanced(result.report)
        }
    }

    // MARK: Lists of any kind

    @Test(
        "Objects, rows, lines, and dates with values all give the same table",
        arguments: [
            "[{\"date\":\"2026-01-05\",\"weight\":{\"kg\":72.5},\"note\":\"a\\nb\"},{\"weight\":{\"kg\":71},\"date\":\"2026-01-06\"}]",
            "{\"version\":2,\"data\":[{\"date\":\"2026-01-05\",\"weight kg\":72.5},{\"date\":\"2026-01-06\",\"weight kg\":71}]}",
            "{\"date\":\"2026-01-05\",\"weight kg\":72.5}\n{\"date\":\"2026-01-06\",\"weight kg\":71}\n",
        ])
    func lists(text: String) throws {
        let files = try TestFiles()
        let result = load(try files.write(text, "list.json"))
        #expect(result.report.files[0].format == "json")
        #expect(values(result, .weight) == [72.5, 71])
        #expect(starts(result, .weight) == [utc(2026, 1, 5), utc(2026, 1, 6)])
        expectBalanced(result.report)
    }

    @Test("Pairs without names, and an object of dates")
    func pairs() throws {
        let files = try TestFiles()
        for text in [
            "[[\"2026-01-05T08:00:00Z\",5],[\"2026-01-06T08:00:00Z\",7.5]]",
            "{\"2026-01-05T08:00:00Z\":5,\"2026-01-06T08:00:00Z\":7.5}",
            "[[1767600000000,5],[1767686400000,7.5]]",
            "[\"2026-01-05T08:00:00Z\",5]\n[\"2026-01-06T08:00:00Z\",7.5]\n",
        ] {
            let result = load(try files.write(text, "pairs.json"))
            let sample = try #require(result.records.samples.first, "\(text)")
            #expect(Array(sample.columns.values) == [5, 7.5], "\(text)")
            #expect(
                Array(sample.columns.starts) == [utc(2026, 1, 5, 8), utc(2026, 1, 6, 8)], "\(text)")
            expectBalanced(result.report)
        }
    }

    @Test("Names beyond the greatest number are skipped, and that is noted")
    func names() throws {
        let files = try TestFiles()
        func row(_ day: Int, _ count: Int) -> String {
            let members = (0..<count).map { "\"n\($0)\":\($0)" }.joined(separator: ",")
            return "{\"date\":\"2026-01-0\(day)\",\"weight kg\":72,\(members)}"
        }
        for (count, isNoted) in [(998, false), (999, true)] {
            let result = load(
                try files.write("[\(row(5, count)),\(row(6, count))]", "wide.json"))
            #expect(values(result, .weight) == [72, 72])
            #expect(
                result.report.files[0].notes.contains { $0.text.contains("more than") } == isNoted)
            expectBalanced(result.report)
        }
    }

    @Test("A list reports places by records, and the values that it skipped")
    func places() throws {
        let files = try TestFiles()
        let text = """
            [{"date":"2026-01-05","weight":72.5,"tags":["a"]},
            {"date":"nonsense","weight":72.5},
            {"date":"2026-01-07","weight":71,"extra":1}
            """
        let result = load(try files.write(text, "list.json"))
        let file = result.report.files[0]
        #expect(file.refusals.map(\.place) == ["record 2"])
        #expect(values(result, .weight) == [72.5, 71])
        #expect(file.notes.contains { $0.text.contains("the list tags") })
        #expect(file.notes.contains { $0.text.contains("cut off") })
        #expect(result.records[.column("extra")]?.columns.count == 1)
        #expect(file.questions.map(\.id) == ["unit.weight"])
        expectBalanced(result.report)
    }

    // MARK: Several documents, and documents that are too large

    @Test("Consecutive lists are all read, and anything else after them is noted")
    func documents() throws {
        let files = try TestFiles()
        let lists = """
            [{"date":"2026-01-05","weight kg":72.5}]
            [{"date":"2026-01-06","weight kg":71},{"date":"2026-01-07","weight kg":70.5}]
            """
        let result = load(try files.write(lists, "lists.json"))
        #expect(values(result, .weight) == [72.5, 71, 70.5])
        #expect(!result.report.files[0].notes.contains { $0.text.contains("broken") })
        expectBalanced(result.report)
        let behind = load(try files.write(lists + "\nand more", "lists.json"))
        #expect(values(behind, .weight) == [72.5, 71, 70.5])
        #expect(behind.report.files[0].notes.contains { $0.text.contains("broken") })
    }

    @Test("Lines are recognised as such even if the first one is longer than the head")
    func longLines() throws {
        let files = try TestFiles()
        let track = [String](repeating: "[1,2]", count: 20_000).joined(separator: ",")
        let text = """
            {"date":"2026-01-05","weight kg":72.5,"track":[\(track)]}
            {"date":"2026-01-06","weight kg":71,"track":[]}
            {"date":"2026-01-07","weight kg":70.5}

            """
        let result = load(try files.write(text, "lines.json"))
        #expect(values(result, .weight) == [72.5, 71, 70.5])
        #expect(result.report.files[0].read == 3)
        #expect(result.report.files[0].notes.contains { $0.text.contains("the list track") })
        expectBalanced(result.report)
        // An object of that length without anything after it is still a list of its members.
        let one = """
            {"track":[\(track)],"data":[{"date":"2026-01-05","weight kg":72.5}]}
            """
        let object = try JSONScan.records(of: one)
        #expect(object.names == [String](repeating: "track", count: 20_000) + ["data"])
    }

    /// The records of a text, through the windows of a small reader.
    private enum JSONScan {
        static func records(of text: String) throws -> (names: [String], tooLong: Int) {
            let bytes = Array(text.utf8)
            let head = DocumentHead(
                path: "a.json", bytes: Array(bytes.prefix(DocumentHead.size)),
                isWhole: bytes.count < DocumentHead.size)
            var records = JSONRecords(head)
            let padded = bytes + [UInt8](repeating: 0, count: ByteWindow.padding)
            var names: [String] = []
            let end = records.scan(
                padded.span.bytes, to: bytes.count, isFinal: true, isStuck: false
            ) { _, name in names.append(name) }
            try #require(end == bytes.count && !records.isBroken)
            return (names, records.tooLong)
        }
    }

    @Test("A record that is too long is refused alone, with its number and the true reason")
    func longRecords() throws {
        let files = try TestFiles()
        var options = ImportOptions(zone: .utc)
        options.documentWindowSize = 256
        options.longestItem = 1024
        let nested = [String](repeating: "{\"]}\":[\"\\\"\"]}", count: 200).joined(separator: ",")
        func minute(_ index: Int, _ more: String = "") -> String {
            let digits = (index < 10 ? "0" : "") + "\(index)"
            return "{\"dateTime\":\"12/15/19 13:\(digits):00\",\"value\":\"\(index)\"\(more)}"
        }
        let minutes = (0..<60).map { minute($0, $0 == 1 ? ",\"more\":[\(nested)]" : "") }
        let text = "[" + minutes.joined(separator: ",") + "]"
        let steps = Importer(
            files: [try files.write(text, "steps-2019-12-15.json")], options: options
        ).run()
        #expect(values(steps, .steps) == [0] + (2..<60).map(Double.init))
        let file = steps.report.files[0]
        #expect(file.refusals.map(\.place) == ["record 2"])
        #expect(file.refusals.allSatisfy { $0.reason.contains("longer than") })
        #expect([file.read, file.refused, file.notes.count] == [60, 1, 0] as [Int])
        expectBalanced(steps.report)

        let list = """
            {"about":[],"rows":[{"date":"2026-01-05","weight kg":72.5},
            {"date":"2026-01-06","more":[\(nested)]},{"date":"nonsense","weight kg":71},
            {"date":"2026-01-07","weight kg":70.5}],"last":"\(String(repeating: "x", count: 2000))"}
            """
        let table = Importer(files: [try files.write(list, "list.json")], options: options).run()
        #expect(values(table, .weight) == [72.5, 70.5])
        let report = table.report.files[0]
        #expect(
            Dictionary(uniqueKeysWithValues: report.refusals.map { ($0.place, $0.count) })
                == ["record 2": 2, "record 3": 1])
        #expect([report.read, report.refused] == [5, 3] as [Int])
        expectBalanced(table.report)
    }

    @Test("Invalid JSON among the members is reported at once")
    func brokenMember() {
        let text = "{\"a\":1,b:2"
        let bytes = Array(text.utf8)
        var records = JSONRecords(DocumentHead(path: "a.json", bytes: bytes, isWhole: false))
        let padded = bytes + [UInt8](repeating: 0, count: ByteWindow.padding)
        // Until its end is known, the object may be the first of several.
        _ = records.scan(padded.span.bytes, to: bytes.count, isFinal: false, isStuck: true) {
            _, _ in
        }
        #expect(records.isBroken && records.count == 1)
    }

    @Test("NaN and infinities, as some programs write them, are no values")
    func notFinite() throws {
        let files = try TestFiles()
        let text = """
            [{"dateTime":"12/15/19 13:00:00","value":NaN},
            {"dateTime":"12/15/19 13:01:00","value":-Infinity},
            {"dateTime":"12/15/19 13:02:00","value":8,"more":[Infinity,NaN]},
            {"dateTime":"12/15/19 13:03:00","value":9}]
            """
        let result = load(try files.write(text, "steps-2019-12-15.json"))
        #expect(values(result, .steps) == [8, 9])
        #expect(result.report.files[0].refusals.map(\.count) == [2])
        #expect(result.report.files[0].notes.isEmpty)
        expectBalanced(result.report)
    }

    @Test("A record with an empty list is no wrapper of the others")
    func emptyLists() throws {
        let files = try TestFiles()
        let text = """
            [{"tags":[]},{"date":"2026-01-05","weight kg":72.5},{"date":"2026-01-06","weight kg":71}]
            """
        let result = load(try files.write(text, "list.json"))
        #expect(values(result, .weight) == [72.5, 71])
        #expect(starts(result, .weight) == [utc(2026, 1, 5), utc(2026, 1, 6)])
        expectBalanced(result.report)
        // An empty list, as from an account without activities, is no record.
        let none = load(
            try files.write("[{\"summarizedActivitiesExport\":[]}]", "summarizedActivities.json"))
        #expect(none.report.files[0].read == 0 && none.report.files[0].format == "garmin")
    }
}
