import ChartCore
import Foundation
import HealthData
import Testing

/// Garmin's archive of an account, in its exact form, with made-up numbers.
@Suite("Garmin") struct GarminFormatTests {
    private let files: TestFiles

    init() throws { files = try TestFiles() }

    /// The samples of a metric in the order of the files.
    private func rows(
        _ result: ImportResult, _ id: MetricID
    ) -> [(start: Double, end: Double, value: Double, source: String)] {
        guard let columns = result.records[id]?.columns else { return [] }
        return (0..<columns.count).map {
            (
                columns.starts[$0], columns.end(at: $0), columns.values[$0],
                result.records.sources[Int(columns.sources[$0])].name
            )
        }
    }

    private func values(_ result: ImportResult, _ id: MetricID) -> [Double] {
        rows(result, id).map(\.value)
    }

    /// The labels of a category's samples, in the order of time.
    private func labels(_ result: ImportResult, _ id: MetricID) -> [String] {
        let known = result.records[id]?.labels ?? []
        return values(result, id).map { known[Int($0)] }
    }

    /// A time as Garmin writes it.
    private func stamp(_ time: Double) -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "yyyy-MM-dd'T'HH:mm:ss'.0'"
        return formatter.string(from: Date(timeIntervalSince1970: time))
    }

    /// A day of the aggregator, with the instants of the local day next to its date.
    private func day(_ date: String, from start: Double, _ members: String) -> String {
        """
        {"userProfilePK": 1, "calendarDate": "\(date)", "uuid": "x", "durationInMilliseconds": 86400000,
        "wellnessStartTimeGmt": "\(stamp(start))", "wellnessEndTimeGmt": "\(stamp(start + 86_400))",
        "wellnessStartTimeLocal": "\(date)T00:00:00.0", "allDayStress": {"aggregatorList": [{"type": "TOTAL"}]},
        \(members)}
        """
    }

    /// An archive as Garmin packs it, with FIT files in an archive of their own.
    private func archive(
        _ lists: [(name: String, text: String)], fit: [FITWriter] = []
    ) throws -> String {
        var members: [(name: String, bytes: [UInt8])] = []
        for list in lists {
            members.append((name: "DI_CONNECT/" + list.name, bytes: Array(list.text.utf8)))
        }
        if !fit.isEmpty {
            var recordings: [(name: String, bytes: [UInt8])] = []
            for (index, writer) in fit.enumerated() {
                recordings.append((name: "mail_\(index).fit", bytes: writer.file()))
            }
            _ = try files.zip(recordings, "UploadedFiles.zip")
            members.append(
                (
                    name: "DI_CONNECT/DI-Connect-Uploaded-Files/UploadedFiles_0-_Part1.zip",
                    bytes: try files.bytes("UploadedFiles.zip")
                ))
        }
        return try files.zip(members, "garmin.zip")
    }

    // MARK: Days

    /// Three messages of a monitored day: the initial count, and two later ones.
    private func monitoring(from begin: Double) -> FITWriter {
        var writer = FITWriter()
        writer.define(
            0, 55, [(253, FITWriter.uint32, 4), (5, 0, 1), (3, FITWriter.uint32, 4)])
        for (seconds, count) in [(0, 0), (60, 100), (120, 250)] {
            writer.data(
                0, [(FITWriter.time(begin + Double(seconds)), 4), (6, 1), (count, 4)])
        }
        return writer
    }

    /// The counted values of a metric, in the order of time.
    private func counted(_ result: ImportResult, _ id: MetricID) -> [Double] {
        Array(result.records.merged(id).values)
    }

    @Test("Days count for what the FIT files lack; invalid days are refused")
    func days() throws {
        let berlin = try zone("Europe/Berlin")
        // Midnight in Berlin is 23:00 in UTC in winter.
        let first = utc(2026, 1, 4, 23)
        let fifth = """
            "totalSteps": 9000, "totalDistanceMeters": 7000.5, "activeKilocalories": 400.0,
            "bmrKilocalories": 1700.0, "restingHeartRate": 52, "currentDayRestingHeartRate": 50,
            "minHeartRate": 45, "maxHeartRate": 150, "floorsAscended": 12, "floorsAscendedInMeters": 36.5,
            "moderateIntensityMinutes": 10, "vigorousIntensityMinutes": 5
            """
        let sixth = """
            "totalSteps": 4000, "totalDistanceMeters": 3000, "activeKilocalories": 350.0,
            "bmrKilocalories": 1710.0, "restingHeartRate": 53, "floorsAscendedInMeters": 30.48
            """
        let text = """
            [{"hydration": {"goalInML": 2000, "valueInML": 900}},
            \(day("2026-01-05", from: first, fifth)),
            \(day("2026-01-06", from: first + 86_400, sixth)),
            {"calendarDate": "2026-01-07", "totalSteps": 1234},
            {"calendarDate": "2026-01-07", "totalSteps": 1300},
            {"calendarDate": "2026-01-08", "totalSteps": 0, "restingHeartRate": null}]
            """
        let path = try archive(
            [("DI-Connect-Aggregator/UDSFile_2026-01-01_2026-04-11.json", text)],
            fit: [monitoring(from: utc(2026, 1, 5, 8))])
        let result = load(path, in: berlin)
        let file = result.report.files[0]
        #expect(file.format == "garmin.zip" && file.failure == nil)
        // The fifth with its minutes, then the days without minutes.
        #expect(values(result, .steps) == [9000, 100, 250 - 100, 4000, 1234])
        let steps = rows(result, .steps)
        #expect(steps[3].start == first + 86_400 && steps[3].end == first + 2 * 86_400)
        // A day without instants is the local one.
        #expect(steps[4].start == utc(2026, 1, 6, 23) && steps[4].end == utc(2026, 1, 7, 23))
        #expect(steps[3].source == "Garmin Connect")
        // As on Garmin's own pages: the minutes are included in the fifth's 9000.
        let total = try #require(MetricSummary(result.records, .steps))
        #expect(areNear(total.sum, [9000 + 4000 + 1234]))
        #expect(areNear(dailySums(result.records, .steps, in: berlin), [9000, 4000, 1234]))
        #expect(values(result, .distance) == [7000.5, 3000])
        #expect(values(result, .activeEnergy) == [400, 350])
        #expect(values(result, .basalEnergy) == [1700, 1710])
        #expect(values(result, .exerciseTime) == [(10 + 5) * 60])
        // Metres of climbing are not floors.
        #expect(values(result, .flights) == [12])
        #expect(file.notes.contains { $0.text.contains("metres and not in floors") })
        #expect(values(result, .restingHeartRate) == [50, 53])
        #expect(rows(result, .restingHeartRate).map(\.start) == [first, first + 86_400])
        // Hydration, the seventh a second time, and the eighth without a value.
        #expect(file.refused == 3)
        // The first message, with the initial count.
        #expect(file.merged == 1)
        expectBalanced(result.report)
    }

    @Test("Days without instants are as long as on their clocks")
    func changedClocks() throws {
        let text = """
            [{"calendarDate":"2026-03-29","totalSteps":100,"totalDistanceMeters":80},
            {"calendarDate":"2026-10-25","totalSteps":200,"totalDistanceMeters":160}]
            """
        let result = load(
            try files.write(text, "UDSFile_2026-01-01.json"), in: try zone("Europe/Berlin"))
        let steps = rows(result, .steps)
        #expect(steps.map(\.start) == [utc(2026, 3, 28, 23), utc(2026, 10, 24, 22)])
        #expect(steps.map { ($0.end - $0.start) / 3600 } == [23, 25])
        expectBalanced(result.report)
    }

    // MARK: Activities

    private static let run = utc(2026, 5, 3, 7, 30)
    private static let gym = utc(2026, 5, 10, 18)

    /// A run of ten minutes with a point every ten seconds.
    private var recordedRun: FITWriter {
        var writer = FITWriter()
        writer.define(0, 0, [(0, FITWriter.enumeration, 1), (8, FITWriter.text, 16)])
        writer.data(0, [(4, 1)], behind: Array("Forerunner 255".utf8) + [0, 0])
        writer.define(
            1, 20,
            [
                (253, FITWriter.uint32, 4), (0, FITWriter.sint32, 4), (1, FITWriter.sint32, 4),
                (3, FITWriter.uint8, 1),
            ])
        let scale = 2_147_483_648.0 / 180
        for index in 0...60 {
            writer.data(
                1,
                [
                    (FITWriter.time(Self.run + Double(index) * 10), 4),
                    (Int(((47 + Double(index) * 1e-4) * scale).rounded()), 4),
                    (Int((8.5 * scale).rounded()), 4), (140, 1),
                ])
        }
        writer.define(3, 18, [(253, FITWriter.uint32, 4), (5, 0, 1)])
        writer.data(3, [(FITWriter.time(Self.run + 600), 4), (1, 1)])
        return writer
    }

    /// The list with the same run, a second longer at both ends, and an hour without a recording.
    private var activities: String {
        """
        [{"summarizedActivitiesExport":[
        {"activityId":1,"name":"Morning","activityType":"running","beginTimestamp":\(Int(Self.run - 1) * 1000),
        "startTimeGmt":\((Self.run - 1) * 1000),"startTimeLocal":\((Self.run + 7199) * 1000),"duration":540000.0,
        "elapsedDuration":602000.0,"distance":66700.0,"avgSpeed":0.11,"avgHr":140.0,"calories":838.0,
        "splits":[{"startTimeGMT":1,"measurements":[{"fieldEnum":"SUM_DISTANCE","value":5.0}]}]},
        {"activityId":2,"activityType":"strength_training","beginTimestamp":\((Self.gym) * 1000),
        "duration":1800000.0,"distance":0.0,"avgHr":110.0,"calories":502.8,"bmrCalories":83.8},
        {"activityId":3,"activityType":"other","beginTimestamp":null,"duration":60000.0}]}]
        """
    }

    @Test("An activity of the list and its recording are one workout")
    func activitiesBesideRecordings() throws {
        let text = "[" + day("2026-05-03", from: utc(2026, 5, 3), "\"activeKilocalories\": 500.0")
        let path = try archive(
            [
                ("DI-Connect-Fitness/me_0_summarizedActivities.json", activities),
                ("DI-Connect-Aggregator/UDSFile_2026-05-01_2026-08-09.json", text + "]"),
            ], fit: [recordedRun])
        let result = load(path)
        #expect(labels(result, .workouts) == ["Running", "Strength training"])
        let workouts = rows(result, .workouts)
        #expect(workouts.map(\.source) == ["Forerunner 255", "Garmin Connect"])
        #expect(workouts.map(\.start) == [Self.run, Self.gym])
        #expect(workouts.map(\.end) == [Self.run + 600, Self.gym + 1800])
        #expect(result.records.merged(.workouts).count == 2)
        // The steps between the recorded points, without the 667 metres of the list.
        #expect(rows(result, .route).count == 60)
        let way = EarthTruth.meridian(47, 47 + 60e-4)
        #expect(abs(values(result, .route).reduce(0, +) - way) < 0.1)
        // Sixty-one readings, and the mean if there are none.
        #expect(values(result, .heartRate) == [Double](repeating: 140, count: 61) + [110])
        #expect(rows(result, .heartRate).last?.end == Self.gym + 1800)
        // The day's energy includes the run's 200 kcal; the hour's is separate.
        let energy = counted(result, .activeEnergy)
        #expect(energy.count == 2 && energy[0] == 500)
        #expect(abs((energy.last ?? 0) - 100) < 1e-9)
        #expect(result.report.files[0].refused == 1)
        expectBalanced(result.report)
    }

    @Test("The energy of a march of thirty hours is included in that of its two days")
    func longActivity() throws {
        let first = utc(2026, 6, 6)
        // From six to noon of the next day: 37,710 kJ by 4.19 are 9,000 kilocalories.
        let march = """
            [{"summarizedActivitiesExport":[{"activityType":"hiking","duration":108000000.0,
            "beginTimestamp":\(Int(first + 6 * 3600) * 1000),"calories":37710.0}]}]
            """
        let days = [
            day("2026-06-06", from: first, "\"activeKilocalories\": 5500.0"),
            day("2026-06-07", from: first + 86_400, "\"activeKilocalories\": 4000.0"),
        ]
        let result = load(
            try archive([
                ("DI-Connect-Fitness/me_0_summarizedActivities.json", march),
                (
                    "DI-Connect-Aggregator/UDSFile_2026-06-01_2026-09-09.json",
                    "[\(days.joined(separator: ","))]"
                ),
            ]))
        #expect(result.records.workouts.count == 1)
        #expect(abs((result.records.workouts.first?.figures.energy ?? 0) - 9000) < 1e-9)
        #expect(counted(result, .activeEnergy) == [5500, 4000])
        #expect(Array(result.records.merged(.activeEnergy, .none).values) == [5500, 4000])
        let file = result.report.files[0]
        #expect([file.read, file.used, file.merged] == [3, 3, 0] as [Int])
        expectBalanced(result.report)
    }

    @Test("A list alone gives workouts with distance, energy and heart rate")
    func activitiesAlone() throws {
        let result = load(try files.write(activities, "me_0_summarizedActivities.json"))
        #expect(result.report.files[0].format == "garmin")
        #expect(labels(result, .workouts) == ["Running", "Strength training"])
        #expect(rows(result, .workouts).map(\.start) == [Self.run - 1, Self.gym])
        #expect(rows(result, .workouts).map(\.end) == [Self.run + 601, Self.gym + 1800])
        #expect(values(result, .route) == [66_700 / 100])
        #expect(values(result, .heartRate) == [140, 110])
        let energy = values(result, .activeEnergy)
        #expect(energy.count == 2 && abs(energy[0] - 200) < 1e-9)
        #expect(result.report.files[0].read == 3)
        let figures = result.records.workouts.map(\.figures)
        #expect(figures.map(\.activeDuration) == [540, 1800])
        #expect(figures.map(\.distance) == [667, 0])
        #expect(zip(figures, [200, 120]).allSatisfy { abs(($0.energy ?? 0) - $1) < 1e-9 })
        #expect(figures.map(\.meanHeartRate) == [140, 110])
        #expect(figures.map(\.highestHeartRate) == [nil, nil])
        expectBalanced(result.report)
    }

    @Test("An activity of several sports counts by its parts, and as a whole if they are missing")
    func multisport() throws {
        func activity(_ type: String, _ from: Double, _ seconds: Int, _ more: String) -> String {
            "{\"activityType\":\"\(type)\",\"beginTimestamp\":\((Self.run + from) * 1000),"
                + "\"duration\":\(seconds)000.0,\(more)}"
        }
        let parent = activity(
            "multi_sport", 0, 4200,
            "\"parent\":true,\"distance\":3150000.0,\"calories\":4190.0,\"avgHr\":140.0")
        let swim = activity(
            "swimming", 0, 1200,
            "\"parent\":false,\"distance\":150000.0,\"calories\":838.0,\"avgHr\":130.0")
        let ride = activity(
            "cycling", 1300, 2900,
            "\"parent\":false,\"distance\":3000000.0,\"calories\":3352.0,\"avgHr\":145.0")
        for list in [[parent, swim, ride], [swim, ride, parent]] {
            let text = "[{\"summarizedActivitiesExport\":[\(list.joined(separator: ","))]}]"
            let result = load(try files.write(text, "me_0_summarizedActivities.json"))
            #expect(labels(result, .workouts) == ["Swimming", "Cycling"])
            #expect(values(result, .route) == [1500, 30_000])
            #expect(values(result, .heartRate) == [130, 145])
            // 838 and 3352 kJ are two and eight hundred kilocalories.
            let energy = values(result, .activeEnergy)
            #expect(energy.count == 2)
            #expect(zip(energy, [200, 800]).allSatisfy { abs($0 - $1) < 1e-9 })
            let file = result.report.files[0]
            #expect([file.read, file.merged, file.refused] == [3, 1, 0] as [Int])
            expectBalanced(result.report)
        }
        let alone = load(
            try files.write(
                "[{\"summarizedActivitiesExport\":[\(parent)]}]",
                "me_1_summarizedActivities.json"))
        #expect(labels(alone, .workouts) == ["Multi sport"])
        #expect(values(alone, .route) == [31_500])
        expectBalanced(alone.report)
    }

    @Test("Several lists of one archive are one: parts in the next list, a day in two of them")
    func severalLists() throws {
        func activity(_ type: String, _ from: Double, _ seconds: Int, _ more: String) -> String {
            "{\"activityType\":\"\(type)\",\"beginTimestamp\":\((Self.run + from) * 1000),"
                + "\"duration\":\(seconds)000.0,\(more)}"
        }
        func list(_ activities: String...) -> String {
            "[{\"summarizedActivitiesExport\":[\(activities.joined(separator: ","))]}]"
        }
        let parent = activity(
            "multi_sport", 0, 4200,
            "\"parent\":true,\"distance\":3150000.0,\"calories\":4190.0,\"maxHr\":180.0")
        let swim = activity("swimming", 0, 1200, "\"parent\":false,\"distance\":150000.0")
        let ride = activity("cycling", 1300, 2900, "\"parent\":false,\"distance\":3000000.0")
        let run = Self.run - 86_400
        let first = day("2026-01-04", from: run, "\"totalSteps\": 9000")
        let part = day("2026-01-05", from: run + 86_400, "\"totalSteps\": 4000")
        let whole = day("2026-01-05", from: run + 86_400, "\"totalSteps\": 11000")
        for isTurned in [false, true] {
            var lists = [
                (name: "me_0_summarizedActivities.json", text: list(parent)),
                (name: "me_1001_summarizedActivities.json", text: list(swim, ride)),
                (name: "UDSFile_2025-10-01_2026-01-05.json", text: "[\(first),\(part)]"),
                (name: "UDSFile_2026-01-05_2026-04-01.json", text: "[\(whole)]"),
            ]
            if isTurned { lists.reverse() }
            let result = load(try archive(lists))
            #expect(labels(result, .workouts) == ["Swimming", "Cycling"])
            #expect(counted(result, .route).reduce(0, +) == 31_500)
            let figures = result.records.workouts.map(\.figures)
            #expect(figures.map(\.distance) == [1_500, 30_000])
            // The whole's own figures are given to none of its parts.
            #expect(figures.map(\.energy) == [nil, nil])
            #expect(figures.map(\.highestHeartRate) == [nil, nil])
            #expect(Array(result.records.merged(.steps).values) == [9_000, 11_000])
            let file = result.report.files[0]
            #expect([file.read, file.merged, file.refused] == [6, 2, 0] as [Int])
            expectBalanced(result.report)
        }
    }

    @Test("A hundred thousand wholes and parts are separated by a search")
    func manyWholes() throws {
        // Comparing each of them with all others would be billions of comparisons.
        var list: [String] = []
        for index in 0..<100_000 {
            let begin = 1_600_000_000_000 + index * 1_000
            list.append(
                "{\"beginTimestamp\":\(begin),\"duration\":1,\"parent\":\(index % 2 == 0)}")
        }
        let text = "[{\"summarizedActivitiesExport\":[\(list.joined(separator: ","))]}]"
        let result = load(try files.write(text, "me_0_summarizedActivities.json"))
        #expect(result.report.files[0].read == 100_000 && result.report.files[0].refused == 0)
        // A thousandth of a second each, so none is inside another.
        #expect(result.records[.workouts]?.columns.count == 100_000)
    }

    @Test("A list is read piece by piece, however long it and its first activity are")
    func longActivities() throws {
        func padding(_ count: Int) -> String {
            "[" + [String](repeating: "{\"a\":[1,2]}", count: count).joined(separator: ",") + "]"
        }
        var list: [String] = []
        for index in 0..<300 {
            let begin = (Self.run + Double(index) * 86_400) * 1000
            list.append(
                "{\"splits\":\(padding(index == 0 ? 8000 : 1500)),\"activityType\":\"walking\","
                    + "\"beginTimestamp\":\(begin),\"duration\":600000.0}")
        }
        let text =
            "[ {\n \"summarizedActivitiesExport\" : [" + list.joined(separator: ",\n") + "] } ]"
        // Longer than the head, and all together longer than a window.
        #expect(list[0].utf8.count > 1 << 16 && text.utf8.count > 1 << 22)
        let result = load(try files.write(text, "me_0_summarizedActivities.json"))
        let workouts = rows(result, .workouts)
        #expect(workouts.count == 300 && result.report.files[0].read == 300)
        #expect(workouts.map { $0.end - $0.start }.reduce(0, +) == 300 * 600)
        #expect(workouts.last?.start == Self.run + 299 * 86_400)
        #expect(result.report.files[0].notes.isEmpty)
        expectBalanced(result.report)
    }

    @Test("A truncated list gives the activities before the end")
    func cutActivities() throws {
        let head = "[{\"summarizedActivitiesExport\":["
        let list = (0..<40).map { index in
            "{\"activityId\":\(index),\"activityType\":\"hiking\",\"duration\":600000.0,"
                + "\"beginTimestamp\":\((Self.run + Double(index) * 7200) * 1000)}"
        }
        let bytes = Array((head + list.joined(separator: ",") + "]}]").utf8)
        for count in stride(from: head.utf8.count, to: bytes.count, by: 37) {
            let cut = Array(bytes[..<count])
            let result = load(try files.write(cut, "summarizedActivities.json"))
            let whole = cut.count { $0 == UInt8(ascii: "}") }
            // The last braces close what is around the list.
            #expect(result.report.files[0].read == min(whole, 40))
            #expect(values(result, .workouts).count == min(whole, 40))
            #expect(result.report.files[0].notes.contains { $0.text.contains("cut off") })
            expectBalanced(result.report)
        }
    }

    // MARK: Nights

    @Test("Nights by the lengths of their stages, without stages, and without the watch; naps")
    func nights() throws {
        func night(_ start: Double, _ hours: Double, _ members: String) -> String {
            """
            {"sleepStartTimestampGMT":"\(stamp(start))","sleepEndTimestampGMT":"\(stamp(start + hours * 3600))",
            "calendarDate":"2026-01-06",\(members),"retro":false}
            """
        }
        let starts = [
            utc(2026, 1, 5, 22), utc(2026, 1, 6, 22), utc(2026, 1, 7, 22), utc(2026, 1, 8, 22),
        ]
        let stages = """
            "sleepWindowConfirmationType":"ENHANCED_CONFIRMED_FINAL","deepSleepSeconds":5400,
            "lightSleepSeconds":14400,"remSleepSeconds":5400,"awakeSleepSeconds":1800,"unmeasurableSeconds":0,
            "sleepScores":{"overallScore":80}
            """
        let naps = """
            "sleepWindowConfirmationType":"AUTO_CONFIRMED_FINAL","napList":[
            {"napTimeSec":1200,"napStartTimestampGMT":"2026-01-07T13:00:00.0","napEndTimestampGMT":"2026-01-07T13:20:00.0"},
            {"napTimeSec":900,"napStartTimestampGMT":"2026-01-07T16:00:00.0"},
            {"napTimeSec":900}]
            """
        let notRecorded = "\"sleepWindowConfirmationType\":\"UNCONFIRMED\""
        let tooLong = "\"deepSleepSeconds\":7200,\"lightSleepSeconds\":null"
        let text = """
            [{"sleepWindowConfirmationType":"OFF_WRIST","retro":false},
            \(night(starts[0], 8, stages)), \(night(starts[1], 7, naps)),
            \(night(starts[2], 8, notRecorded)), \(night(starts[3], 1, tooLong))]
            """
        let result = load(
            try files.write(text, "2026-01-01_2026-04-11_me_sleepData.json"),
            in: try zone("America/New_York"))
        let file = result.report.files[0]
        #expect(file.format == "garmin")
        #expect(
            labels(result, .sleep) == [
                "core", "deep", "rem", "awake", "asleep", "asleep", "asleep", "asleep",
            ])
        let sleep = rows(result, .sleep)
        let first = starts[0]
        #expect(
            sleep.prefix(5).map(\.start) == [
                first, first + 14_400, first + 19_800, first + 25_200, starts[1],
            ])
        #expect(sleep[3].end == first + 27_000 && sleep[4].end == starts[1] + 7 * 3600)
        #expect(sleep[5].start == utc(2026, 1, 7, 13) && sleep[5].end == utc(2026, 1, 7, 13, 20))
        #expect(sleep[6].end == utc(2026, 1, 7, 16, 15))
        #expect(sleep[7].start == starts[3] && sleep[7].end == starts[3] + 3600)
        let total = try #require(MetricSummary(result.records, .sleep))
        let asleep: [Double] = [14_400, 5400, 5400, 7 * 3600, 1200, 900, 3600]
        #expect(total.sum == [asleep.reduce(0, +)])
        #expect([file.read, file.refused, file.merged] == [5, 2, 0] as [Int])
        #expect(file.refusals.contains { $0.reason.contains("did not record the night") })
        #expect(file.notes.contains { $0.text.contains("laid one after the other") })
        #expect(file.notes.contains { $0.text.contains("longer than the night") })
        #expect(file.notes.contains { $0.text.contains("nap without a time") })
        expectBalanced(result.report)
    }

    // MARK: Weights

    @Test("Weights in grams, with local times or times in UTC; pressures with lists for dates")
    func body() throws {
        let weights = """
            [{"metaData":{"calendarDate":"2026-01-05T07:00:00.0","sequence":1},"weight":{"weight":80500.0,
            "bodyFat":18.5,"bodyWater":55.0,"boneMass":3200.0,"muscleMass":40250.0},"version":2},
            {"metaData":{"calendarDate":"2026-01-06T07:30:00.0"},"userSetNullForWeight":true,"height":178.0},
            {"metaData":{"calendarDate":"2026-01-07T07:30:00.0"},
            "weight":{"weight":80100.0,"timestampGMT":"2026-01-07T06:31:00.0"}},
            {"metaData":{},"weight":{"weight":79000.0}}, 7]
            """
        let pressures = """
            [{"metaData":{"calendarDate":[2026,1,7,8,15]},"bloodPressure":{"systolic":121,"diastolic":79,"pulse":61}},
            {"metaData":{"calendarDate":[2026,13,7]},"bloodPressure":{"systolic":121,"diastolic":79}},
            {"metaData":{"calendarDate":[2026,1,8]},"bloodPressure":{"systolic":121}}]
            """
        let path = try archive([
            ("DI-Connect-Wellness/1_userBioMetrics.json", weights),
            ("DI-Connect-Wellness/1_bloodPressure.json", pressures),
        ])
        let result = load(path, in: try zone("Europe/Berlin"))
        #expect(values(result, .weight) == [80.5, 80.1])
        #expect(
            rows(result, .weight).map(\.start) == [utc(2026, 1, 5, 6), utc(2026, 1, 7, 6, 31)])
        #expect(values(result, .bodyFat) == [18.5] && values(result, .bodyWater) == [55])
        #expect(values(result, .boneMass) == [3.2] && values(result, .muscle) == [50])
        #expect(values(result, .bloodPressure) == [121])
        #expect(result.records[.bloodPressure].map { Array($0.pairs.lower) } == [79])
        #expect(rows(result, .bloodPressure).map(\.start) == [utc(2026, 1, 7, 7, 15)])
        #expect(values(result, .heartRate) == [61])
        #expect(values(result, .height) == [1.78])
        #expect(rows(result, .height).map(\.start) == [utc(2026, 1, 6, 6, 30)])
        let file = result.report.files[0]
        #expect([file.read, file.refused] == [8, 4] as [Int])
        #expect(file.refusals.contains { $0.place.hasSuffix("userBioMetrics.json:record 5") })
        // The date of the second pressure, and the half of the third.
        #expect(file.refusals.contains { $0.reason.contains("one of the two pressures") })
        expectBalanced(result.report)
    }

    /// Readings of a scale and a cuff: hundredths of kilograms, percentages, bone mass in
    /// kilograms, and pressures with their pulses.
    private func readings(
        _ weights: [(time: Double, weight: Int, fat: Int, bone: Int)],
        _ pressures: [(time: Double, upper: Int, lower: Int)]
    ) -> FITWriter {
        var writer = FITWriter()
        writer.define(
            0, 30,
            [
                (253, FITWriter.uint32, 4), (0, FITWriter.uint16, 2), (1, FITWriter.uint16, 2),
                (4, FITWriter.uint16, 2),
            ])
        for one in weights {
            writer.data(
                0, [(FITWriter.time(one.time), 4), (one.weight, 2), (one.fat, 2), (one.bone, 2)])
        }
        writer.define(
            1, 51,
            [(253, FITWriter.uint32, 4), (0, FITWriter.uint16, 2), (1, FITWriter.uint16, 2)])
        for one in pressures {
            writer.data(1, [(FITWriter.time(one.time), 4), (one.upper, 2), (one.lower, 2)])
        }
        return writer
    }

    @Test("Readings of a scale and a cuff that the lists repeat count once")
    func bodyBesideRecordings() throws {
        let morning = utc(2026, 1, 5, 6)
        func weight(_ time: Double, _ grams: Double, _ more: String = "") -> String {
            """
            {"metaData":{"calendarDate":"\(stamp(time))"},
            "weight":{"weight":\(grams),\(more)"timestampGMT":"\(stamp(time))"}}
            """
        }
        func pressure(_ time: Double, _ upper: Int, _ lower: Int) -> String {
            """
            {"metaData":{"calendarDate":"\(stamp(time))"},
            "bloodPressure":{"systolic":\(upper),"diastolic":\(lower),"timestampGMT":"\(stamp(time))"}}
            """
        }
        let weights = [
            // The same one at the same time, and three seconds later, with one decimal.
            weight(morning, 80_500),
            weight(morning + 86_403, 80_200, "\"bodyFat\":18.5,\"boneMass\":3200.0,"),
            // Entered by hand, four minutes after that; and without a recording, a day later.
            weight(morning + 86_640, 80_600), weight(morning + 2 * 86_400, 80_100),
        ]
        let pressures = [
            pressure(morning + 3605, 121, 79), pressure(morning + 3900, 118, 77),
        ]
        let path = try archive(
            [
                (
                    "DI-Connect-Wellness/1_userBioMetrics.json",
                    "[\(weights.joined(separator: ","))]"
                ),
                (
                    "DI-Connect-Wellness/1_bloodPressure.json",
                    "[\(pressures.joined(separator: ","))]"
                ),
            ],
            fit: [
                readings(
                    [
                        (morning, 8050, 1825, 315), (morning + 86_400, 8024, 1847, 316),
                        // Two weighings of the person, two minutes apart.
                        (morning + 86_520, 8031, 1846, 316),
                    ], [(morning + 3600, 121, 79)])
            ])
        let result = load(path)
        #expect(areNear(values(result, .weight), [80.5, 80.24, 80.31, 80.6, 80.1]))
        #expect(
            rows(result, .weight).map { $0.start - morning } == [
                0, 86_400, 86_520, 86_640, 2 * 86_400,
            ])
        #expect(areNear(values(result, .bodyFat), [18.25, 18.47, 18.46]))
        #expect(areNear(values(result, .boneMass), [3.15, 3.16, 3.16]))
        #expect(values(result, .bloodPressure) == [121, 118])
        #expect(
            rows(result, .bloodPressure).map { $0.start - morning } == [3600, 3900])
        let file = result.report.files[0]
        // Two weights and a pressure of the lists.
        #expect([file.read, file.merged, file.refused] == [10, 3, 0] as [Int])
        expectBalanced(result.report)
    }

    @Test("Separate heights and fitness are read, and half a pressure next to them is noted")
    func bodyWithoutWeight() throws {
        let text = """
            [{"metaData":{"calendarDate":"2026-01-05T07:00:00.0"},"vo2Max":48.5},
            {"metaData":{"calendarDate":"2026-01-06T07:00:00.0"},"vo2MaxRunning":49.0,"height":178.5,
            "bloodPressure":{"systolic":121}},
            {"metaData":{"calendarDate":"2026-01-07T07:00:00.0"},"activityClass":70}]
            """
        let result = load(try files.write(text, "1_userBioMetrics.json"))
        let file = result.report.files[0]
        #expect(file.format == "garmin")
        #expect(values(result, .vo2Max) == [48.5, 49])
        #expect(values(result, .height) == [1.785])
        #expect(result.records[.bloodPressure] == nil)
        #expect(file.notes.map(\.place) == ["record 2"])
        #expect(file.refusals.map(\.reason) == ["it has no value"])
        #expect([file.read, file.used] == [3, 2] as [Int])
        expectBalanced(result.report)
    }
}
