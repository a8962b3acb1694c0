import ChartCore
import Foundation
import Streams
import Testing

@testable import HealthData

/// The lists and activities of Google Fit's Takeout archive, in their original form.
@Suite("Google Fit in JSON")
struct GoogleFitJSONTests {
    private static let walker = "Google:Pixel 3:1d2c3b4a"
    private static let mergedSteps =
        "derived:com.google.step_count.delta:com.google.android.gms:merge_step_deltas"
    /// The counts of one device, before Google merged it with others.
    private static let deviceSteps =
        "derived:com.google.step_count.delta:com.google.android.gms:\(walker):"
        + "derive_step_deltas<-raw:com.google.step_count.cumulative:\(walker):Step Counter"
    private static let typedWeights =
        "raw:com.google.weight:com.google.android.apps.fitness:user_input"

    private func values(_ result: ImportResult, _ id: MetricID) -> [Double] {
        result.records[id].map { Array($0.columns.values) } ?? []
    }

    private func starts(_ result: ImportResult, _ id: MetricID) -> [Double] {
        result.records[id].map { Array($0.columns.starts) } ?? []
    }

    /// The refusals of the first file, by their reasons.
    private func refusals(_ result: ImportResult) -> [String: Int] {
        Dictionary(
            uniqueKeysWithValues: result.report.files[0].refusals.map { ($0.reason, $0.count) })
    }

    // MARK: Fixtures

    /// A merged source of one kind of data.
    private func merged(_ type: String, _ stream: String = "merged") -> String {
        "derived:com.google.\(type):com.google.android.gms:\(stream)"
    }

    /// The list of one source.
    private func list(_ source: String, _ points: String...) -> String {
        """
        {
          "Data Source": "\(source)",
          "Data Points": [\(points.joined(separator: ", "))]
        }

        """
    }

    /// The instant as nanoseconds since 1970.
    private func nanoseconds(_ instant: Double, _ rest: Int = 0) -> Int {
        Int(instant) * 1_000_000_000 + rest
    }

    /// A data point with numbers such as `"intVal": 12`, from one instant to another.
    private func point(
        _ type: String, _ numbers: String..., from start: Int, to end: Int? = nil,
        origin: String = "raw:com.google.step_count.cumulative:Google:Pixel 3:1d2c3b4a:Step Counter"
    ) -> String {
        let fields = numbers.map { "{\n      \"value\": {\n        \($0)\n      }\n    }" }
        return """
            {
                "fitValue": [\(fields.joined(separator: ", "))],
                "originDataSourceId": "\(origin)",
                "endTimeNanos": \(end ?? start),
                "dataTypeName": "com.google.\(type)",
                "startTimeNanos": \(start),
                "modifiedTimeMillis": 1767690000123,
                "rawTimestampNanos": 0
              }
            """
    }

    // MARK: Lists

    @Test("Every known kind, in its unit, to the nanosecond")
    func kinds() throws {
        let files = try TestFiles()
        let morning = utc(2026, 1, 5, 7)
        let at = nanoseconds(morning, 123_456_789)
        let later = nanoseconds(morning + 60)
        let kinds: [(type: String, stream: String, field: String, value: String)] = [
            ("step_count.delta", "merge_step_deltas", "intVal", "84"),
            ("distance.delta", "merge_distance_delta", "fpVal", "61.25"),
            ("active_minutes", "merge_active_minutes", "intVal", "3"),
            ("heart_rate.bpm", "merge_heart_rate_bpm", "fpVal", "61.5"),
            ("weight", "merge_weight", "fpVal", "80.3"),
            ("height", "merge_height", "fpVal", "1.785"),
            ("body.fat.percentage", "merged", "fpVal", "18.25"),
            ("body.temperature", "merged", "fpVal", "36.6"),
            ("oxygen_saturation", "merged", "fpVal", "97.0"),
            ("blood_glucose", "merged", "fpVal", "5.5"),
        ]
        let lists = kinds.map { kind in
            (
                name: "Fit/All Data/\(kind.type).json",
                text: list(
                    merged(kind.type, kind.stream),
                    point(kind.type, "\"\(kind.field)\": \(kind.value)", from: at, to: later))
            )
        }
        let result = load(try files.zip(lists, "takeout.zip"))
        #expect(result.report.files[0].format == "google-fit.zip")
        let expected: [(MetricID, Double)] = [
            (.steps, 84), (.distance, 61.25), (.exerciseTime, 3 * 60), (.heartRate, 61.5),
            (.weight, 80.3), (.height, 1.785), (.bodyFat, 18.25), (.temperature, 36.6),
            (.oxygen, 97), (.glucose, 99.088),
        ]
        #expect(result.records.samples.count == expected.count)
        for (id, value) in expected {
            let columns = try #require(result.records[id], "\(id)").columns
            #expect(columns.count == 1 && abs(columns.values[0] - value) < 1e-9, "\(id)")
            #expect(Array(columns.starts) == [morning + 0.123_456_789], "\(id)")
            #expect(columns.end(at: 0) == morning + 60, "\(id)")
        }
        #expect(result.records.sources.map(\.name) == ["Google Fit"])
        let report = result.report.files[0]
        #expect([report.read, report.used, report.refused] == [10, 10, 0] as [Int])
        expectBalanced(result.report)
    }

    @Test("Pressures are pairs, sleep stages have numbers, resting rates their own stream")
    func structures() throws {
        let files = try TestFiles()
        let night = utc(2026, 1, 5, 22)
        func stage(_ number: Int, _ from: Int, _ to: Int) -> String {
            point(
                "sleep.segment", "\"intVal\": \(number)",
                from: nanoseconds(night) + from * 60_000_000_000,
                to: nanoseconds(night) + to * 60_000_000_000)
        }
        let path = try files.zip(
            [
                (
                    "sleep.json",
                    list(
                        merged("sleep.segment"), stage(4, 0, 30), stage(5, 30, 70),
                        stage(6, 70, 80),
                        stage(1, 80, 85), stage(3, 85, 86), stage(2, 86, 100), stage(0, 100, 101),
                        stage(9, 101, 102))
                ),
                (
                    "pressure.json",
                    list(
                        merged("blood_pressure"),
                        point(
                            "blood_pressure", "\"fpVal\": 121.0", "\"fpVal\": 79.0",
                            "\"intVal\": 1", from: nanoseconds(night)),
                        point("blood_pressure", "\"fpVal\": 122.0", from: nanoseconds(night + 60)))
                ),
                (
                    "rest.json",
                    list(
                        merged(
                            "heart_rate.bpm", "resting_heart_rate<-merge_heart_rate_bpm"),
                        point("heart_rate.bpm", "\"fpVal\": 54.0", from: nanoseconds(night)))
                ),
                ("none.json", list(merged("heart_rate.bpm", "merge_heart_rate_bpm"))),
            ], "takeout.zip")
        let result = load(path)
        let sleep = try #require(result.records[.sleep])
        #expect(
            sleep.columns.values.map { sleep.labels[Int($0)] }
                == ["core", "deep", "rem", "awake", "awake", "asleep"])
        #expect(
            (0..<6).map { (sleep.columns.end(at: $0) - sleep.columns.starts[$0]) / 60 }
                == [30, 40, 10, 5, 1, 14])
        let pressure = try #require(result.records[.bloodPressure]).columns
        #expect(Array(pressure.values) == [121] && Array(PairColumns(pressure).lower) == [79])
        #expect(values(result, .restingHeartRate) == [54])
        #expect(result.records[.heartRate] == nil)
        #expect(
            refusals(result) == [
                "the stage of sleep is not known": 2, "one of the two pressures is missing": 1,
            ])
        expectBalanced(result.report)
    }

    // MARK: Repetitions

    /// The members of an archive that has steps in four places.
    private func takeout() -> [(name: String, text: String)] {
        let quarter = utc(2026, 1, 5, 2, 30)
        func steps(_ count: Int, _ from: Double, _ seconds: Double) -> String {
            let start = quarter + from
            return point(
                "step_count.delta", "\"intVal\": \(count)", from: nanoseconds(start),
                to: nanoseconds(start + seconds))
        }
        let name = "Takeout/Fit/All Data/derived_com.google.step_count.delta_com.google.and"
        return [
            (name + "(1).json", list(Self.mergedSteps, steps(80, 60, 60), steps(60, 120, 60))),
            // The first of them is in the merged ones, the second is not.
            (name + ".json", list(Self.deviceSteps, steps(130, 90, 70), steps(30, 3600, 60))),
            (
                "Takeout/Fit/All Data/raw_com.google.weight_com.google.android.apps.fi.json",
                list(
                    Self.typedWeights,
                    point(
                        "weight", "\"fpVal\": 80.25", from: nanoseconds(utc(2026, 1, 5, 1)),
                        origin: Self.typedWeights))
            ),
            (
                "Takeout/Fit/Daily activity metrics/2026-01-05.csv",
                """
                Start time,End time,Calories (kcal),Average heart rate (bpm),Step count
                08:00:00.000+05:30,08:15:00.000+05:30,18.5,64.5,140
                09:00:00.000+05:30,09:15:00.000+05:30,18.5,,30
                23:45:00.000+05:30,00:00:00.000+05:30,18.5,,25

                """
            ),
            (
                "Takeout/Fit/Daily activity metrics/Daily activity metrics.csv",
                """
                Date,Calories (kcal),Average heart rate (bpm),Step count,Average weight (kg)
                2026-01-05,2100.5,70.5,195,80.25
                2026-01-06,2000.5,,4000,80.5

                """
            ),
        ]
    }

    @Test("Merged lists, one source's, quarters of an hour, days: the finest count")
    func levels() throws {
        let files = try TestFiles()
        let kolkata = try zone("Asia/Kolkata")
        let members = takeout()
        for (number, order) in [members, members.reversed()].enumerated() {
            let result = load(try files.zip(order, "takeout\(number).zip"), in: kolkata)
            // Both merged ones, the one that they lack, the last quarter, and the day without any.
            // The other day has nothing that they lack: 80 + 60 + 30 + 25.
            #expect(values(result, .steps) == [195, 80, 60, 30, 25, 4000])
            #expect(Array(result.records.merged(.steps).values) == [80, 60, 30, 25, 4000])
            #expect(
                starts(result, .steps) == [
                    utc(2026, 1, 4, 18, 30), utc(2026, 1, 5, 2, 31), utc(2026, 1, 5, 2, 32),
                    utc(2026, 1, 5, 3, 30),
                    utc(2026, 1, 5, 18, 15), utc(2026, 1, 5, 18, 30),
                ])
            let rows = BucketTable.rows(
                result.records, metric: .steps, unit: .day, calendar: CivilCalendar(zone: kolkata))
            #expect(rows.map(\.components[0].sum) == [195, 4000])
            // A weight that is in no merged list counts, and the mean of its day is dropped.
            #expect(values(result, .weight) == [80.25, 80.5])
            #expect(
                starts(result, .weight) == [utc(2026, 1, 5, 1), utc(2026, 1, 5, 18, 30)])
            let weights = try #require(result.records[.weight]).columns
            #expect(weights.marks(at: 0).contains(.manual))
            #expect(values(result, .heartRate) == [64.5])
            let file = result.report.files[0]
            #expect(file.format == "google-fit.zip")
            // The repeated list entry, the second quarter and the first day.
            #expect([file.read, file.merged, file.refused] == [10, 3, 0] as [Int])
            #expect(
                Set(result.records.sources.map(\.name)).isSuperset(
                    of: ["Google Fit", "Google Pixel 3"]))
            expectBalanced(result.report)
        }
    }

    @Test("If there is only the list of one source, it counts")
    func oneSource() throws {
        let files = try TestFiles()
        let member = takeout()[1]
        let result = load(try files.write(member.text, "derived_com.google.step_count.json"))
        #expect(result.report.files[0].format == "google-fit")
        #expect(values(result, .steps) == [130, 30])
        #expect(result.report.files[0].used == 2)
        #expect(result.records.sources.map(\.name) == ["Google Pixel 3"])
    }

    @Test("Identifiers of sources show merging, manual entry, and the device")
    func identifiers() throws {
        func source(_ text: String) throws -> GoogleFitSource {
            try #require(GoogleFitSource(text), "\(text)")
        }
        let all = try [
            Self.mergedSteps, Self.deviceSteps, Self.typedWeights,
            "derived:com.google.step_count.delta:com.google.android.gms:estimated_steps",
            "raw:com.google.weight:com.withings.wiscale2:",
            "raw:com.google.heart_rate.bpm:\(Self.walker):Heart Rate",
            merged("heart_rate.bpm", "resting_heart_rate<-merge_heart_rate_bpm"),
        ].map(source)
        #expect(all.map(\.isMerged) == [true, false, false, false, false, false, false])
        #expect(all.map(\.isTyped) == [false, false, true, false, false, false, false])
        #expect(all.map(\.isAtRest) == [false, false, false, false, false, false, true])
        #expect(
            all.map(\.title) == [
                "Google Fit", "Google Pixel 3", "Google Fit", "Google Fit (estimated_steps)",
                "com.withings.wiscale2", "Google Pixel 3", "Google Fit (resting_heart_rate)",
            ])
        #expect(
            all.map(\.type).map { $0.dropFirst("com.google.".count) } == [
                "step_count.delta", "step_count.delta", "weight", "step_count.delta", "weight",
                "heart_rate.bpm", "heart_rate.bpm",
            ])
        for text in ["", "raw", "raw:com.google.weight", "baked:a:b:c", "2026-01-05T07:00:00Z"] {
            #expect(GoogleFitSource(text) == nil, "\(text)")
        }
    }

    // MARK: Broken input

    @Test("Numbers as strings are read, and a missing value costs only its point")
    func malformed() throws {
        let files = try TestFiles()
        let time = nanoseconds(utc(2026, 1, 5, 8))
        func raw(_ value: String, _ start: String, _ end: String) -> String {
            "{\(value)\"startTimeNanos\": \(start), \"endTimeNanos\": \(end)}"
        }
        let good = "\"fitValue\": [{\"value\": {\"fpVal\": 63}}], "
        let text = list(
            merged("heart_rate.bpm", "merge_heart_rate_bpm"),
            // If a point names no kind, the kind is that of the source.
            raw(
                "\"fitValue\": [{\"value\": {\"fpVal\": \"61.5\"}}], ", "\"\(time)\"", "\"\(time)\""
            ),
            raw("", "\(time)", "\(time)"),
            raw("\"fitValue\": [], ", "\(time)", "\(time)"),
            raw("\"fitValue\": [{\"value\": {}}], ", "\(time)", "\(time)"),
            raw("\"fitValue\": [{\"value\": {\"fpVal\": 0.0}}], ", "\(time)", "\(time)"),
            raw(good, "null", "\"soon\""),
            // A moment may have only an end.
            raw(good, "0", "\(time + 1_000_000_000)"),
            raw(good, "99999999999999999999999", "99999999999999999999999"),
            raw(good, "9000000000000000000", "9000000000000000000"),
            raw(good, "\(time)", "\(time - 1_000_000_000)"),
            "null",
            point("location.sample", "\"fpVal\": 47.5", "\"fpVal\": 8.5", from: time))
        let path = "derived_com.google.heart_rate.bpm_com.google.andr(2).json"
        let result = load(try files.write(text, path))
        #expect(result.report.files[0].format == "google-fit")
        #expect(values(result, .heartRate) == [61.5, 63])
        #expect(
            starts(result, .heartRate) == [utc(2026, 1, 5, 8), utc(2026, 1, 5, 8) + 1])
        #expect(
            refusals(result) == [
                "it has no value": 4, "unreadable date": 2,
                "the date is not between 1900 and 2100": 1, "it ends before it starts": 1,
                "it names no type": 1, "records of com.google.location.sample are not known": 1,
            ])
        #expect(result.report.files[0].read == 12)
        #expect(result.report.files[0].refusals[0].place == "record 2")
        expectBalanced(result.report)
    }

    @Test("A list truncated anywhere gives the points before the end")
    func cut() throws {
        let files = try TestFiles()
        let begin = nanoseconds(utc(2026, 1, 5, 8))
        let points = (0..<20).map { index in
            point(
                "step_count.delta", "\"intVal\": \(index + 1)",
                from: begin + index * 60_000_000_000, to: begin + (index + 1) * 60_000_000_000)
        }
        let head = "{\"Data Source\": \"\(Self.mergedSteps)\", \"Data Points\": ["
        let whole = Array((head + points.joined(separator: ",") + "]}").utf8)
        for count in stride(from: 1, to: whole.count, by: 37) {
            let result = load(try files.write(Array(whole[..<count]), "steps.json"))
            // Every point has its last member after its two inner objects.
            let complete =
                String(decoding: whole[..<count], as: UTF8.self)
                .components(separatedBy: "\"rawTimestampNanos\": 0\n  }").count - 1
            #expect(
                values(result, .steps) == (0..<complete).map { Double($0 + 1) }, "\(count)")
            if complete > 0 {
                #expect(
                    result.report.files[0].notes.contains { $0.text.contains("cut off") },
                    "\(count)")
            }
            expectBalanced(result.report)
        }
    }

    @Test(
        "Whole numbers of JSON are read to their last digit",
        arguments: [
            ("1767600000123456789", 1_767_600_000_123_456_789), ("0", 0), ("-42", -42),
            ("\"42\"", 42), ("1e3", 1000), ("9223372036854775807", .max),
            ("-9223372036854775808", .min), ("9223372036854775808", nil),
            ("-9223372036854775809", nil), ("1.5", nil), ("-", nil), ("\"\"", nil),
            ("\"4 2\"", nil), ("null", nil), ("[1]", nil),
        ] as [(String, Int?)])
    func integers(text: String, expected: Int?) {
        let padded = Array(text.utf8) + [UInt8](repeating: 0, count: ByteWindow.padding)
        var tape = JSONTape()
        _ = tape.parse(padded.span.bytes, from: 0, to: text.utf8.count, isFinal: true)
        #expect(tape.integer(0, padded.span.bytes) == expected)
    }

    // MARK: Activities

    /// An activity as Takeout writes it, with these members.
    private func session(_ members: String) -> String {
        """
        {
          \(members),
          "segment": [{
            "fitnessActivity": "still",
            "startTime": "2026-01-05T09:20:00Z",
            "endTime": "2026-01-05T09:21:00Z"
          }],
          "aggregate": [{
            "metricName": "com.google.calories.expended",
            "floatValue": 63.4
          }, {
            "metricName": "com.google.step_count.delta",
            "intValue": 1542
          }]
        }

        """
    }

    private var walk: String {
        session(
            """
            "fitnessActivity": "walking",
              "startTime": "2026-01-05T09:15:00.418Z",
              "endTime": "2026-01-05T09:31:15Z",
              "duration": "974.582s"
            """)
    }

    @Test("Activities are workouts, nights are sleep, and one without an end has its length")
    func sessions() throws {
        let files = try TestFiles()
        let path = try files.zip(
            [
                ("Fit/All Sessions/2026-01-05T09_15_00Z_WALKING.json", walk),
                (
                    "Fit/All Sessions/2026-01-05T12_00_00Z_BIKING.json",
                    session(
                        """
                        "fitnessActivity": "biking", "startTime": "2026-01-05T12:00:00Z",
                          "duration": "1800.5s",
                          "application": {"packageName": "com.example.rides"}
                        """)
                ),
                (
                    "Fit/All Sessions/2026-01-05T22_00_00Z_SLEEP.json",
                    session(
                        """
                        "fitnessActivity": "sleep", "startTime": "2026-01-05T22:00:00Z",
                          "endTime": "2026-01-06T05:30:00Z", "duration": "27000s"
                        """)
                ),
            ], "takeout.zip")
        let result = load(path)
        let workouts = try #require(result.records[.workouts])
        let begin = utc(2026, 1, 5, 9, 15) + 0.418
        #expect(
            workouts.columns.values.map { workouts.labels[Int($0)] } == ["Walking", "Cycling"])
        #expect(Array(workouts.columns.starts) == [begin, utc(2026, 1, 5, 12)])
        #expect(workouts.columns.end(at: 0) == utc(2026, 1, 5, 9, 31) + 15)
        // The length that the file names is that between its two times.
        #expect(abs(workouts.columns.end(at: 0) - begin - 974.582) < 1e-6)
        #expect(workouts.columns.end(at: 1) == utc(2026, 1, 5, 12, 30) + 0.5)
        let names = workouts.columns.sources.map { result.records.sources[Int($0)].name }
        #expect(names == ["Google Fit", "com.example.rides"])
        #expect(result.records.workouts.map(\.figures.energy) == [63.4, 63.4])
        #expect(result.records.workouts.map(\.figures.distance) == [nil, nil])
        let sleep = try #require(result.records[.sleep])
        #expect(sleep.labels[Int(sleep.columns.values[0])] == "asleep")
        #expect(sleep.columns.end(at: 0) - sleep.columns.starts[0] == 7.5 * 3600)
        // The activity's sums are in the lists.
        #expect(result.records[.steps] == nil)
        #expect(result.report.files[0].read == 3)
        expectBalanced(result.report)
    }

    @Test("Activities that are sleep stages are sleep, and one sport has one name")
    func names() throws {
        let files = try TestFiles()
        func activity(_ name: String, _ hour: Int) -> (name: String, text: String) {
            (
                "Fit/All Sessions/\(hour).json",
                session(
                    """
                    "fitnessActivity": "\(name)", "startTime": "2026-01-05T\(hour):00:00Z",
                      "duration": "600s"
                    """)
            )
        }
        let path = try files.zip(
            [
                activity("sleep.deep", 10), activity("sleep", 11), activity("walking", 12),
                activity("Walking", 13), activity("running.treadmill", 14),
            ], "takeout.zip")
        let result = load(path)
        #expect(
            starts(result, .sleep) == [utc(2026, 1, 5, 10), utc(2026, 1, 5, 11)])
        let sleep = try #require(result.records[.sleep])
        #expect(sleep.columns.values.map { sleep.labels[Int($0)] } == ["deep", "asleep"])
        let workouts = try #require(result.records[.workouts])
        #expect(
            workouts.columns.values.map { workouts.labels[Int($0)] }
                == ["Walking", "Walking", "Running treadmill"])
        expectBalanced(result.report)
    }

    @Test("An activity with a separate track, and a night with its stages, count once")
    func repeatedSessions() throws {
        let files = try TestFiles()
        let track = """
            <?xml version="1.0" encoding="UTF-8"?>
            <TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2">
              <Activities><Activity Sport="Walking"><Id>2026-01-05T09:15:00.418Z</Id>
              <Lap StartTime="2026-01-05T09:15:00.418Z"><Track>
              <Trackpoint><Time>2026-01-05T09:15:02.000Z</Time>
              <DistanceMeters>0.0</DistanceMeters></Trackpoint>
              <Trackpoint><Time>2026-01-05T09:15:42.000Z</Time>
              <DistanceMeters>51.5</DistanceMeters></Trackpoint>
              <Trackpoint><Time>2026-01-05T09:30:42.000Z</Time>
              <DistanceMeters>51.5</DistanceMeters></Trackpoint>
              </Track></Lap></Activity></Activities>
            </TrainingCenterDatabase>

            """
        let night = utc(2026, 1, 5, 22)
        let stages = list(
            merged("sleep.segment"),
            point(
                "sleep.segment", "\"intVal\": 5", from: nanoseconds(night + 600),
                to: nanoseconds(night + 4200)))
        let sleep = session(
            """
            "fitnessActivity": "sleep", "startTime": "2026-01-05T22:00:00Z",
              "endTime": "2026-01-05T23:30:00Z", "duration": "5400s"
            """)
        let path = try files.zip(
            [
                ("Fit/All Sessions/walk.json", walk), ("Fit/All Sessions/sleep.json", sleep),
                ("Fit/Activities/walk.tcx", track), ("Fit/All Data/sleep.json", stages),
            ], "takeout.zip")
        let result = load(path)
        let workouts = try #require(result.records[.workouts])
        #expect(Array(workouts.columns.starts) == [utc(2026, 1, 5, 9, 15) + 2])
        #expect(workouts.labels[Int(workouts.columns.values[0])] == "Walking")
        #expect(values(result, .route).reduce(0, +) == 51.5)
        let samples = try #require(result.records[.sleep])
        #expect(samples.columns.values.map { samples.labels[Int($0)] } == ["deep"])
        #expect(result.report.files[0].merged == 2)
        expectBalanced(result.report)
    }

    @Test("Broken activities are refused, or reported as cut off")
    func brokenSessions() throws {
        let files = try TestFiles()
        let begin = "\"fitnessActivity\": \"running\", \"startTime\": "
        let cases: [(members: String, reason: String)] = [
            (begin + "\"soon\", \"duration\": \"9s\"", "unreadable date"),
            (
                begin + "\"2026-01-05T09:15:00Z\", \"duration\": \"long\"",
                "unreadable date"
            ),
            (
                begin + "\"2026-01-05T09:15:00Z\", \"endTime\": \"2026-01-05T09:14:00Z\"",
                "it ends before it starts"
            ),
            (
                begin + "\"1815-01-05T09:15:00Z\", \"duration\": \"9s\"",
                "the date is not between 1900 and 2100"
            ),
            (
                begin + "\"2026-01-05T09:15:00Z\", \"duration\": \"1e300s\"",
                "the date is not between 1900 and 2100"
            ),
        ]
        for (members, reason) in cases {
            let result = load(try files.write(session(members), "broken.json"))
            #expect(refusals(result) == [reason: 1], "\(members)")
            #expect(result.records.isEmpty)
            expectBalanced(result.report)
        }
        let whole = Array(walk.utf8)
        for count in stride(from: 90, to: whole.count - 4, by: 23) {
            let result = load(try files.write(Array(whole[..<count]), "cut.json"))
            #expect(result.records.isEmpty, "\(count)")
            #expect(
                result.report.files[0].notes.contains { $0.text.contains("cut off") }, "\(count)")
            expectBalanced(result.report)
        }
    }
}
