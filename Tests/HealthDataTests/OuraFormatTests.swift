import ChartCore
import Foundation
import HealthData
import Testing

/// The export of an Oura ring, in its exact form, with made-up numbers.
@Suite("Oura") struct OuraFormatTests {
    private let files: TestFiles

    init() throws { files = try TestFiles() }

    private func rows(
        _ result: ImportResult, _ id: MetricID
    ) -> [(start: Double, end: Double, value: Double)] {
        guard let columns = result.records[id]?.columns else { return [] }
        return (0..<columns.count).map {
            (columns.starts[$0], columns.end(at: $0), columns.values[$0])
        }
    }

    private func values(_ result: ImportResult, _ id: MetricID) -> [Double] {
        rows(result, id).map(\.value)
    }

    private func labels(_ result: ImportResult, _ id: MetricID) -> [String] {
        let known = result.records[id]?.labels ?? []
        return values(result, id).map { known[Int($0)] }
    }

    private static let folder = "App Data/"

    // MARK: Days

    @Test("Days, oxygen as JSON in cells, heart rates, fitness and workouts")
    func days() throws {
        let path = try files.zip(
            [
                (
                    Self.folder + "dailyactivity.csv",
                    """
                    id;active_calories;average_met_minutes;contributors;day;equivalent_walking_distance;met;score;steps;timestamp;total_calories
                    a1;520;1.5;{"meet_daily_targets":78,"move_every_hour":100};2026-01-05;6200;{"interval":60.0,"items":[0.9,1.1],"timestamp":"2026-01-05T04:00:00.000+01:00"};88;8421;2026-01-05T04:00:00+01:00;2450
                    a2;310;1.3;"{""meet_daily_targets"":60}";2026-01-06;3100;;70;4000;2026-01-06T04:00:00+01:00;2200
                    a3;0;;;2026-01-07;0;;;0;2026-01-07T04:00:00+01:00;0

                    """
                ),
                (
                    Self.folder + "dailyspo2.csv",
                    """
                    id;breathing_disturbance_index;day;spo2_percentage
                    s1;3;2026-01-05;{"average": 97.125}
                    s2;3;2026-01-06;"{""average"": 96.5}"
                    s3;3;2026-01-07;95.5
                    s4;;2026-01-08;{}
                    s5;;2026-01-09;not-json

                    """
                ),
                (
                    Self.folder + "heartrate.csv",
                    """
                    timestamp;bpm;source
                    2026-01-05T10:00:00.000Z;61;awake
                    2026-01-05T10:05:00.000Z;64;workout
                    2026-01-05T10:10:00.000Z;0;awake

                    """
                ),
                (
                    Self.folder + "vo2max.csv",
                    "id;day;timestamp;vo2_max\nv1;2026-01-05;2026-01-05T08:00:00+01:00;42.5\n"
                ),
                (
                    Self.folder + "workout.csv",
                    """
                    id;activity;calories;day;distance;end_datetime;intensity;label;source;start_datetime
                    w1;walking;100;2026-01-05;1500;2026-01-05T10:30:00+01:00;easy;;confirmed;2026-01-05T10:00:00+01:00

                    """
                ),
            ], "oura.zip")
        let result = load(path, in: try zone("Europe/Berlin"))
        let file = result.report.files[0]
        #expect(file.format == "oura.zip" && file.members.allSatisfy { $0.format == "oura" })
        #expect(values(result, .steps) == [8421, 4000])
        #expect(values(result, .activeEnergy) == [520, 310])
        #expect(values(result, .column("activity score")) == [88, 70])
        // The local day, an hour ahead of UTC, not the ring's day, which begins at four.
        let day = try #require(rows(result, .steps).first)
        #expect(day.start == utc(2026, 1, 4, 23) && day.end == utc(2026, 1, 5, 23))
        #expect(values(result, .oxygen) == [97.125, 96.5, 95.5])
        #expect(values(result, .heartRate) == [61, 64])
        #expect(rows(result, .heartRate).map(\.start)[1] == utc(2026, 1, 5, 10, 5))
        #expect(values(result, .vo2Max) == [42.5])
        #expect(labels(result, .workouts) == ["Walking"])
        #expect(rows(result, .workouts).map { $0.end - $0.start } == [1800])
        #expect(result.records.workouts.map(\.figures.distance) == [1500])
        #expect(result.records.workouts.map(\.figures.energy) == [100])
        #expect(result.records.sources.map(\.name) == ["Oura"])
        // A day without steps, an object without a mean, invalid JSON, no beats.
        #expect(file.refused == 4)
        expectBalanced(result.report)
    }

    @Test("Days on which the clocks change have their local length")
    func changedClocks() throws {
        let text = """
            id;active_calories;day;score;steps
            a1;520;2026-03-28;80;1000
            a2;520;2026-03-29;80;2000
            a3;520;2026-10-25;80;3000

            """
        let result = load(
            try files.write(text, "dailyactivity.csv"), in: try zone("Europe/Berlin"))
        let steps = rows(result, .steps)
        #expect(steps.map { ($0.end - $0.start) / 3600 } == [24, 23, 25])
        #expect(
            steps.map(\.start) == [
                utc(2026, 3, 27, 23), utc(2026, 3, 28, 23), utc(2026, 10, 24, 22),
            ])
        expectBalanced(result.report)
    }

    @Test("The subject of a score is the name of its table, and each has its own metric")
    func scores() throws {
        let path = try files.zip(
            [
                (
                    Self.folder + "dailyreadiness.csv",
                    """
                    id;contributors;day;score;temperature_deviation;timestamp
                    r1;{"hrv_balance":80};2026-01-05;81;-0.25;2026-01-05T00:00:00+01:00
                    r2;{};2026-01-06;77;;2026-01-06T00:00:00+01:00

                    """
                ),
                (
                    Self.folder + "dailysleep.csv",
                    "id;contributors;day;score;timestamp\ns1;{};2026-01-05;70;2026-01-05T00:00:00Z\n"
                ),
                (
                    Self.folder + "dailystress.csv",
                    "id;day;day_summary;recovery_high;stress_high\nt1;2026-01-05;normal;3600;1800\n"
                ),
            ], "oura.zip")
        let result = load(path)
        let file = result.report.files[0]
        #expect(file.members.allSatisfy { $0.format == "oura" })
        #expect(values(result, .column("readiness score")) == [81, 77])
        #expect(values(result, .column("skin temperature deviation")) == [-0.25])
        #expect(values(result, .column("sleep score")) == [70])
        #expect(values(result, .column("seconds of high stress")) == [1800])
        #expect(values(result, .column("seconds of high recovery")) == [3600])
        #expect(result.records[.column("score")] == nil)
        #expect([file.read, file.refused] == [4, 0] as [Int])
        expectBalanced(result.report)
    }

    // MARK: Nights

    private static let header =
        "id;average_breath;average_heart_rate;average_hrv;awake_time;bedtime_end;bedtime_start;day;"
        + "deep_sleep_duration;efficiency;heart_rate;hrv;latency;light_sleep_duration;"
        + "lowest_heart_rate;movement_30_sec;period;rem_sleep_duration;sleep_phase_5_min;"
        + "time_in_bed;total_sleep_duration;type"

    /// A series of readings every five minutes, in the form of a cell.
    private func series(_ items: String, _ begin: String) -> String {
        "{\"interval\":300.0,\"items\":[\(items)],\"timestamp\":\"\(begin)\"}"
    }

    @Test("Nights by five minutes, or by lengths, without withdrawn ones")
    func nights() throws {
        let begin = "2026-01-05T23:00:00.000+01:00"
        // Seventeen times five minutes for 82 minutes.
        let phases = "4" + "222" + "1111" + "3333" + "2222" + "4"
        let quoted = series("48.0", "2026-01-07T00:00:00.000+01:00")
            .replacingOccurrences(of: "\"", with: "\"\"")
        let text = """
            \(Self.header)
            n1;14.25;59.0;54;420;2026-01-06T00:22:00.000+01:00;\(begin);2026-01-06;1200;92;\(series("60.0,null,58.0", begin));\(series("null,54.0,55.0", begin));300;2100;55;1121;0;1200;\(phases);4920;4500;long_sleep
            n2;13.5;57.5;48;300;2026-01-07T02:00:00.000+01:00;2026-01-07T00:00:00.000+01:00;2026-01-07;1800;90;;"\(quoted)";200;3600;52;;0;900;;7200;6300;sleep
            n3;0;0;0;0;2026-01-08T01:00:00.000+01:00;2026-01-08T00:30:00.000+01:00;2026-01-08;0;0;;;0;0;0;;0;0;22;1800;0;deleted
            n4;;;;;2026-01-09T01:00:00.000+01:00;2026-01-09T00:30:00.000+01:00;2026-01-09;;;;;;;;;;;;;;late_nap

            """
        let result = load(try files.write(text, "sleepmodel.csv"), in: try zone("Asia/Tokyo"))
        let file = result.report.files[0]
        #expect(file.format == "oura")
        let first = utc(2026, 1, 5, 22)
        let second = utc(2026, 1, 6, 23)
        #expect(
            labels(result, .sleep) == [
                "awake", "core", "deep", "rem", "core", "awake", "awake", "deep", "core", "rem",
            ])
        let sleep = rows(result, .sleep)
        #expect(
            sleep.prefix(6).map { $0.start - first } == [0, 300, 1200, 2400, 3600, 4800])
        // The last five minutes end with the night, after 82 minutes.
        #expect(sleep[5].end == first + 82 * 60)
        // The lengths in the order of their columns.
        #expect(sleep.dropFirst(6).map { $0.start - second } == [0, 300, 2100, 5700])
        #expect(sleep[9].end == second + 300 + 1800 + 3600 + 900)
        // Readings of both nights instead of the means, except for the heart rate of the second.
        #expect(values(result, .successiveDifferences) == [54, 55, 48])
        #expect(
            rows(result, .successiveDifferences).map(\.start) == [first + 300, first + 600, second])
        #expect(values(result, .heartRate) == [60, 58, 57.5])
        #expect(rows(result, .heartRate).map(\.start) == [first, first + 600, second])
        #expect(rows(result, .heartRate)[2].end == second + 7200)
        #expect(values(result, .respiration) == [14.25, 13.5])
        // The withdrawn one, and a nap about which nothing is known.
        #expect([file.read, file.refused, file.merged] == [4, 2, 0] as [Int])
        #expect(file.refusals.contains { $0.reason.contains("it was deleted") })
        expectBalanced(result.report)
    }

    @Test("A period with a missing or an unknown type is refused as such")
    func types() throws {
        func row(_ id: String, _ day: Int, _ type: String) -> String {
            "\(id);14.0;59.0;;300;2026-01-0\(day)T02:00:00Z;2026-01-0\(day)T00:00:00Z;2026-01-0\(day);"
                + "1800;90;;;200;3600;52;;0;900;;7200;6300;\(type)\n"
        }
        let text =
            Self.header + "\n" + row("n1", 5, "long_sleep") + row("n2", 6, "")
            + row("n3", 7, "dream") + row("n4", 8, "rest") + row("n5", 9, "deleted")
        let result = load(try files.write(text, "sleepmodel.csv"))
        let refusals = result.report.files[0].refusals
        #expect(
            Dictionary(uniqueKeysWithValues: refusals.map { ($0.reason, $0.count) }) == [
                "its text is not known": 2,
                "it was deleted, or was rest and not sleep": 2,
            ])
        #expect(values(result, .respiration) == [14])
        expectBalanced(result.report)
    }

    @Test("A night's readings and those of the table of heart rates count once")
    func beside() throws {
        let begin = "2026-01-05T23:00:00.000+01:00"
        let cells = [
            "n1", "14.0", "59.0", "", "0", "2026-01-06T00:00:00.000+01:00", begin, "2026-01-06",
            "1200", "92", series("60.0,61.0", begin), "", "0", "2400", "55", "", "0", "0", "",
            "3600",
            "3600", "long_sleep",
        ]
        let path = try files.zip(
            [
                (
                    Self.folder + "sleepmodel.csv",
                    Self.header + "\n" + cells.joined(separator: ";") + "\n"
                ),
                (
                    Self.folder + "heartrate.csv",
                    "timestamp;bpm;source\n2026-01-05T22:05:00Z;61;sleep\n2026-01-05T22:10:00Z;62;sleep\n"
                ),
            ], "oura.zip")
        let result = load(path)
        #expect(values(result, .heartRate) == [60, 61, 62])
        expectBalanced(result.report)
    }

    // MARK: Broken tables

    @Test("Numbers as a German spreadsheet writes them, rows with a cell too many or too few")
    func localised() throws {
        let text = """
            id;active_calories;day;equivalent_walking_distance;steps
            a1;520,5;2026-01-05;6.200;8.421
            a2;300,25;2026-01-06;4.100;1.234
            a3;300,25
            a4;300,25;2026-01-08;4.100;2.345;oops
            a5;;2026-01-09;;
            a6;#NAME?;2026-01-10;1;3.456

            """
        let result = load(try files.write("\u{feff}" + text, "dailyactivity.csv"))
        let file = result.report.files[0]
        #expect(file.format == "oura")
        #expect(values(result, .steps) == [8421, 1234, 3456])
        #expect(values(result, .activeEnergy) == [520.5, 300.25])
        #expect(file.refused == 3)
        expectBalanced(result.report)
    }

    @Test("A table truncated anywhere is harmless")
    func cut() throws {
        let begin = "2026-01-05T23:00:00.000+01:00"
        let text =
            Self.header
            + "\nn1;14.25;59.0;54;420;2026-01-06T00:22:00.000+01:00;\(begin);2026-01-06;1200;92;"
            + "\"\(series("60.0,null", begin).replacingOccurrences(of: "\"", with: "\"\""))\";"
            + "\(series("54.0", begin));300;2100;55;1121;0;1200;4221;4920;4500;long_sleep\n"
        for count in stride(from: 1, to: text.utf8.count, by: 5) {
            let result = load(
                try files.write(Array(text.utf8.prefix(count)), "sleepmodel.csv"))
            expectBalanced(result.report)
            #expect(values(result, .heartRate).count <= 2)
        }
    }

    @Test("Common columns are this program's only by file name")
    func anybody() throws {
        let text = "timestamp;bpm;source\n2026-01-05T10:00:00Z;61;awake\n"
        #expect(load(try files.write(text, "HeartRate.csv")).report.files[0].format == "oura")
        #expect(load(try files.write(text, "mine.csv")).report.files[0].format == "csv")
        let commas = text.replacingOccurrences(of: ";", with: ",")
        #expect(load(try files.write(commas, "heartrate.csv")).report.files[0].format == "csv")
    }
}
