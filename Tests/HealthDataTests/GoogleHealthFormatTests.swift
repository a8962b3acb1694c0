import ChartCore
import Foundation
import HealthData
import Testing

/// Google's archives of a Fitbit account, in their exact form, with made-up numbers.
@Suite("Google Health") struct GoogleHealthFormatTests {
    private let files: TestFiles

    init() throws { files = try TestFiles() }

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

    private func labels(_ result: ImportResult, _ id: MetricID) -> [String] {
        let known = result.records[id]?.labels ?? []
        return values(result, id).map { known[Int($0)] }
    }

    private static let lists = "Takeout/Google Health/Global Export Data/"
    private static let tables = "Takeout/Google Health/Physical Activity_GoogleData/"
    private static let fitness = "Takeout/Google Health/Health Fitness Data_GoogleData/"

    // MARK: Steps and heart rates

    @Test("Steps of a phone and a tracker count once, and so do lists next to the tables")
    func steps() throws {
        let path = try files.zip(
            [
                (
                    Self.tables + "Steps/steps_2026-09-01.csv",
                    """
                    timestamp,steps,data source
                    2026-09-10T04:00:00.000Z,100,MobileTrack
                    2026-09-10T04:00:00Z,90,Google Fitbit Air
                    2026-09-10T04:01:00Z,30,MobileTrack
                    2026-09-10T05:00:00Z,40,Google Fitbit Air
                    2026-09-10T06:00:00Z,,Google Fitbit Air

                    """
                ),
                (
                    Self.lists + "steps-2026-09-10.json",
                    "[{\"dateTime\":\"09/10/26 05:00:00\",\"value\":\"41\"}]"
                ),
                (
                    Self.tables + "Live Pace/live_pace_2026-09-10.csv",
                    """
                    timestamp,steps,distance millimeters,altitude gain millimeters,data source
                    2026-09-10T05:00:01Z,2,1500,0,Google Fitbit Air
                    2026-09-10T05:00:02Z,3,1600,0,Google Fitbit Air

                    """
                ),
                (
                    Self.tables + "Distance/distance_2026-09-01.csv",
                    "timestamp,distance,data source\n2026-09-10T04:00:00.096Z,8.80,Phone Health Kit\n"
                ),
                ("Takeout/Google Health/Biometrics/Glucose 202609.csv", "no data"),
                (
                    Self.tables + "Weight/weight.csv",
                    """
                    timestamp,weight grams,data source
                    2026-09-10T03:00:00.000000Z,70250,Fit Health Connect

                    """
                ),
            ], "takeout.zip")
        let result = load(path, in: try zone("Asia/Kolkata"))
        let file = result.report.files[0]
        #expect(
            file.members.map(\.format) == [
                "google-health", "fitbit", "google-health", "google-health", "", "google-health",
            ])
        // The list's minute instead of the table's, and both devices' at four.
        #expect(values(result, .steps).sorted() == [30, 41, 90, 100])
        let first = utc(2026, 9, 10, 4)
        #expect(rows(result, .steps).map(\.start) == [first, first, first + 60, first + 3600])
        #expect(rows(result, .steps).allSatisfy { $0.end == $0.start + 60 })
        // The tracker's 90 at four, the phone's 30 a minute later, the list's 41.
        let total = try #require(MetricSummary(result.records, .steps))
        #expect(total.sum == [90 + 30 + 41])
        #expect(values(result, .distance) == [8.8])
        #expect(rows(result, .distance).map(\.source) == ["Phone Health Kit"])
        #expect(values(result, .weight) == [70.25])
        // An empty cell; the phone's 100, the table's 40, and two rows by the second.
        #expect(file.refused == 1 && file.merged == 1 + 1 + 2)
        expectBalanced(result.report)
    }

    @Test("Heart rates also in a list count once; days are local, however they are written")
    func heartRates() throws {
        let path = try files.zip(
            [
                (
                    Self.tables + "heart_rate_2026-09-10.csv",
                    """
                    timestamp,beats per minute,data source
                    2026-09-10T04:00:00Z,80,Google Fitbit Air
                    2026-09-10T04:00:05Z,81.0,Google Fitbit Air
                    2026-09-10T04:00:10Z,,Google Fitbit Air

                    """
                ),
                (
                    Self.lists + "heart_rate-2026-09-10.json",
                    "[{\"dateTime\":\"09/10/26 04:00:05\",\"value\":{\"bpm\":81,\"confidence\":2}}]"
                ),
                (
                    Self.tables + "daily_resting_heart_rate.csv",
                    """
                    timestamp,beats per minute,data source
                    2026-09-10T00:00:00Z,61.25,Google Health App
                    2026-09-11T12:00:00Z,62.5,Google Health App
                    2026-09-11T20:01:13Z,63,Apple Health Health Kit

                    """
                ),
                (
                    Self.lists + "resting_heart_rate-2026-09-11.json",
                    """
                    [{"dateTime":"09/11/26 00:00:00","value":{"date":"09/11/26","value":62.4,"error":5.0}}]
                    """
                ),
            ], "takeout.zip")
        let result = load(path, in: try zone("Asia/Kolkata"))
        #expect(values(result, .heartRate) == [80, 81])
        #expect(rows(result, .heartRate).map(\.source) == ["Google Fitbit Air", "Fitbit"])
        // The tenth; the eleventh by the list; one in the evening of the eleventh in UTC, which is
        // the twelfth in India, five and a half hours ahead.
        #expect(values(result, .restingHeartRate) == [61.25, 62.4, 63])
        #expect(
            rows(result, .restingHeartRate).map(\.start) == [
                utc(2026, 9, 9, 18, 30), utc(2026, 9, 10, 18, 30), utc(2026, 9, 11, 18, 30),
            ])
        #expect(result.report.files[0].refused == 1 && result.report.files[0].merged == 2)
        expectBalanced(result.report)
    }

    @Test("Days written as midnights and noons in UTC are local ones, also when the clocks change")
    func civilDays() throws {
        let text = """
            timestamp,beats per minute,data source
            2026-03-29T00:00:00Z,61,Google Health App
            2026-03-30T12:00:00Z,62,Google Health App
            2026-10-25T12:00:00Z,63,Google Health App
            2026-10-26T00:00:00Z,64,Google Health App

            """
        let result = load(
            try files.write(text, "daily_resting_heart_rate.csv"), in: try zone("Europe/Berlin"))
        let rates = rows(result, .restingHeartRate)
        #expect(rates.map(\.value) == [61, 62, 63, 64])
        #expect(
            rates.map(\.start) == [
                utc(2026, 3, 28, 23), utc(2026, 3, 29, 22), utc(2026, 10, 24, 22),
                utc(2026, 10, 25, 23),
            ])
        #expect(rates.map { ($0.end - $0.start) / 3600 } == [23, 24, 25, 24])
        expectBalanced(result.report)
    }

    // MARK: Older tables

    @Test("Variability, oxygen, respiration and temperatures of the older and the newer tables")
    func olderTables() throws {
        let folder = "Takeout/Fitbit/"
        let path = try files.zip(
            [
                (
                    folder
                        + "Heart Rate Variability/Heart Rate Variability Details - 2023-10-02.csv",
                    """
                    timestamp,rmssd,coverage,low_frequency,high_frequency
                    2023-10-02T01:05:00,38.2,0.93,512.1,301.2
                    2023-10-02T01:10:00,41.0,0.6,500.0,280.0

                    """
                ),
                (
                    folder
                        + "Heart Rate Variability/Daily Heart Rate Variability Summary - 2023-10-(2).csv",
                    """
                    timestamp,rmssd,nremhr,entropy
                    2023-10-02T00:00:00,39.9,56.1,2.9
                    2023-10-03T00:00:00,44.1,55.0,2.8

                    """
                ),
                (
                    Self.tables + "heart_rate_variability_2023-10-01.csv",
                    """
                    timestamp,root mean square of successive differences milliseconds,standard deviation milliseconds,data source
                    2023-10-01T23:05:00Z,38.2,50.1,Charge 5
                    2023-10-01T23:20:00Z,35.5,48.0,Charge 5

                    """
                ),
                (
                    Self.tables + "daily_heart_rate_variability.csv",
                    """
                    timestamp,average heart rate variability milliseconds,non rem heart rate beats per minute,entropy,deep sleep root mean square of successive differences milliseconds,data source
                    2023-10-02T00:00:00Z,39.9,56.1,2.9,40.0,Fitbit App
                    2023-10-04T00:00:00Z,45.0,54.0,2.9,0.0,Fitbit App

                    """
                ),
                (
                    folder + "Oxygen Saturation (SpO2)/Minute SpO2 - 2023-10-02.csv",
                    "timestamp,value\n2023-10-02T01:05:00Z,95.5\n2023-10-02T01:06:00Z,50.0\n"
                ),
                (
                    folder + "Oxygen Saturation (SpO2)/Daily SpO2 - 2023-10-01-2023-10-31.csv",
                    """
                    timestamp,average_value,lower_bound,upper_bound
                    2023-10-02T05:38:30Z,95.1,93.0,97.0
                    2023-10-05T05:00:00Z,96.0,94.0,98.0

                    """
                ),
                (
                    folder
                        + "Heart Rate Variability/Daily Respiratory Rate Summary - 2023-10-02.csv",
                    "timestamp,daily_respiratory_rate\n2023-10-02T00:00:00,14.2\n"
                ),
                (
                    Self.tables + "respiratory_rate_sleep_summary_2023-10-01.csv",
                    """
                    timestamp,deep sleep stats - milli breaths per minute,deep sleep stats - signal to noise,full sleep stats - milli breaths per minute,full sleep stats - signal to noise,data source
                    2023-10-03T05:17:00Z,-1.0,0.0,15.6,6.7,Pixel Watch

                    """
                ),
                (
                    folder + "Temperature/Computed Temperature - 2023-10-01.csv",
                    """
                    type,sleep_start,sleep_end,temperature_samples,nightly_temperature,baseline_relative_sample_sum
                    SKIN,2023-10-01T23:24,2023-10-02T07:03:30,453,33.4,-456.5

                    """
                ),
                (
                    folder + "Temperature/Device Temperature - 2023-10-02.csv",
                    "recorded_time,temperature,sensor_type\n2023-10-02T03:00:00,-1.25,UNKNOWN\n"
                ),
            ], "takeout.zip")
        // Two hours ahead of UTC on these days.
        let result = load(path, in: try zone("Europe/Berlin"))
        let file = result.report.files[0]
        #expect(file.members.allSatisfy { $0.format == "google-health" && $0.failure == nil })
        #expect(file.format == "google-health.zip")
        // Two readings, one in both tables, one only in the newer; the days without readings.
        #expect(values(result, .successiveDifferences) == [38.2, 41, 35.5, 44.1, 45])
        let night = utc(2023, 10, 1, 23)
        #expect(
            rows(result, .successiveDifferences).map(\.start) == [
                night + 300, night + 600, night + 1200, utc(2023, 10, 2, 22), utc(2023, 10, 3, 22),
            ])
        #expect(rows(result, .successiveDifferences)[0].source == "Fitbit")
        // Half the oxygen is no reading; the mean of a day that has a reading is dropped.
        #expect(values(result, .oxygen) == [95.5, 96])
        #expect(
            rows(result, .oxygen).map(\.start) == [utc(2023, 10, 2, 1, 5), utc(2023, 10, 4, 22)])
        #expect(values(result, .respiration) == [14.2, 15.6])
        #expect(rows(result, .respiration).last?.start == utc(2023, 10, 3, 5, 17))
        #expect(values(result, .skinTemperature) == [33.4] && values(result, .temperature).isEmpty)
        let warm = try #require(rows(result, .skinTemperature).first)
        #expect(warm.start == utc(2023, 10, 1, 21, 24) && warm.end == utc(2023, 10, 2, 5, 3) + 30)
        // The error of a sensor is no temperature.
        #expect(values(result, .column("sensor temperature")) == [-1.25])
        #expect(file.refused == 1)
        // The older daily mean, the reading in both tables, the newer daily mean, the day of
        // oxygen.
        #expect(file.merged == 4)
        expectBalanced(result.report)
    }

    // MARK: Nights and exercises

    @Test("Nights by their stages, or as a whole without stages; exercises next to the lists")
    func nights() throws {
        let path = try files.zip(
            [
                (
                    Self.fitness + "UserSleeps_2026-09-01.csv",
                    """
                    sleep_id,sleep_type,minutes_in_sleep_period,minutes_asleep,start_utc_offset,sleep_start,end_utc_offset,sleep_end,data_source,algorithm_version
                    111,STAGES,120,100,+05:30,2026-09-11T17:30:00Z,+05:30,2026-09-11T19:30:00Z,GOOGLE_FITBIT_AIR,3
                    112,CLASSIC,30,30,+05:30,2026-09-12T08:00:00Z,+05:30,2026-09-12T08:30:00Z,GOOGLE_FITBIT_AIR,3
                    113,CLASSIC,30,30,+05:30,,+05:30,2026-09-13T08:30:00Z,GOOGLE_FITBIT_AIR,3

                    """
                ),
                (
                    Self.fitness + "UserSleepStages_2026-09-01.csv",
                    """
                    sleep_id,sleep_stage_id,sleep_stage_type,start_utc_offset,sleep_stage_start,end_utc_offset,sleep_stage_end,data_source
                    111,0,AWAKE,+05:30,2026-09-11T17:30:00Z,+05:30,2026-09-11T17:45:00Z,GOOGLE_FITBIT_AIR
                    111,1,LIGHT,+05:30,2026-09-11T17:45:00Z,+05:30,2026-09-11T18:45:00Z,GOOGLE_FITBIT_AIR
                    111,2,DEEP,+05:30,2026-09-11T18:45:00Z,+05:30,2026-09-11T19:15:00Z,GOOGLE_FITBIT_AIR
                    111,3,REM,+05:30,2026-09-11T19:15:00Z,+05:30,2026-09-11T19:30:00Z,GOOGLE_FITBIT_AIR
                    111,4,DREAMING,+05:30,2026-09-11T19:30:00Z,+05:30,2026-09-11T19:31:00Z,GOOGLE_FITBIT_AIR

                    """
                ),
                (
                    Self.fitness + "UserExercises_2026-09-01.csv",
                    """
                    exercise_id,exercise_start,exercise_end,utc_offset,activity_name,log_type,activity_type_probabilities
                    1,2026-10-04T12:54:29Z,2026-10-04T14:03:06Z,+02:00,Bike,AUTO_DETECTED,"[{""type"": ""BIKE"", ""p"": 0.9}, {""type"": ""RUN"", ""p"": 0.1}]"
                    2,2026-10-05 06:00:00+0000,2026-10-05 06:30:00+0000,+02:00,Outdoor Run,TRACKER,

                    """
                ),
                (
                    Self.lists + "exercise-0.json",
                    """
                    [{"logId":7,"activityName":"Bike","startTime":"10/04/26 12:54:29","duration":4117000}]
                    """
                ),
            ], "takeout.zip")
        let result = load(path, in: try zone("Asia/Kolkata"))
        #expect(labels(result, .sleep) == ["awake", "core", "deep", "rem", "asleep"])
        let sleep = rows(result, .sleep)
        let minutes = sleep.map { ($0.end - $0.start) / 60 }
        #expect(minutes == [15, 60, 30, 15, 30])
        #expect(sleep[0].start == utc(2026, 9, 11, 17, 30))
        #expect(sleep[4].start == utc(2026, 9, 12, 8))
        // 12:54:29 to 14:03:06 is 68 minutes and 37 seconds, in the list as in the table.
        #expect(labels(result, .workouts) == ["Cycling", "Outdoor run"])
        let workouts = rows(result, .workouts)
        let lengths: [Double] = [68 * 60 + 37, 30 * 60]
        #expect(workouts.map { $0.end - $0.start } == lengths)
        #expect(workouts.map(\.start) == [utc(2026, 10, 4, 12, 54) + 29, utc(2026, 10, 5, 6)])
        let file = result.report.files[0]
        // A night without a beginning, and an unknown stage; the repeated night and ride.
        #expect(file.refused == 2 && file.merged == 2)
        expectBalanced(result.report)
    }

    @Test("Exercises have the figures that the tracker or the person gave them")
    func exerciseFigures() throws {
        let text = """
            exercise_id,exercise_start,exercise_end,utc_offset,activity_name,log_type,distance_units,tracker_total_calories,tracker_total_steps,tracker_total_distance_mm,tracker_avg_heart_rate,tracker_peak_heart_rate,manually_logged_total_calories,manually_logged_total_distance_mm
            1,2026-10-04T12:00:00Z,2026-10-04T13:00:00Z,+02:00,Run,TRACKER,METRIC,640,9000,10250000,151,178,0,0
            2,2026-10-05T12:00:00Z,2026-10-05T12:30:00Z,+02:00,Walk,MANUAL,METRIC,0,0,,0,,120,2000000

            """
        let result = load(try files.write(text, "UserExercises_2026-10-01.csv"))
        #expect(labels(result, .workouts) == ["Running", "Walking"])
        let figures = result.records.workouts.map(\.figures)
        #expect(figures.map(\.energy) == [640, 120])
        #expect(figures.map(\.distance) == [10_250, 2000])
        #expect(figures.map(\.meanHeartRate) == [151, nil])
        #expect(figures.map(\.highestHeartRate) == [178, nil])
        expectBalanced(result.report)
    }

    // MARK: Broken tables

    @Test("A table rewritten by a spreadsheet, and one without rows")
    func respelt() throws {
        let text = """
            timestamp;weight grams;data source
            2026-07-25T10:12:44Z;64900,5;Renpho Fitbit 3P Web API
            2026-07-26T10:12:44Z;#REF!;Renpho Fitbit 3P Web API
            26.07.2026 10:12;65000,5;Renpho Fitbit 3P Web API
            2026-07-28T10:12:44Z;65100;Renpho Fitbit 3P Web API;;

            """
        let result = load(try files.write("\u{feff}" + text, "Gewicht.csv"))
        #expect(result.report.files[0].format == "google-health")
        #expect(values(result, .weight) == [64.9005, 65.1])
        #expect(result.report.files[0].refused == 2)
        expectBalanced(result.report)

        let empty = load(
            try files.write("timestamp,beats per minute,data source\n", "heart_rate_2026-09-10.csv")
        )
        #expect(empty.report.files[0].failure?.problem.contains("no rows") == true)
    }

    @Test("A truncated table gives the rows before the end")
    func cut() throws {
        var text = "timestamp,beats per minute,data source\n"
        for second in 0..<60 {
            text += "2026-09-10T04:00:\(second < 10 ? "0" : "")\(second)Z,\(60 + second),Charge 5\n"
        }
        let bytes = Array(text.utf8)
        for count in stride(from: 60, to: bytes.count, by: 97) {
            let cut = Array(bytes[..<count])
            let result = load(try files.write(cut, "heart_rate_2026-09-10.csv"))
            expectBalanced(result.report)
            let whole = cut.count { $0 == 0x0a } - 1
            // The last row may have its number, completely, partly, or not at all.
            #expect((whole...whole + 1).contains(values(result, .heartRate).count))
        }
    }

    @Test("Common columns are this program's only by file name or with its source")
    func anybody() throws {
        let own = "timestamp,steps\n2026-09-10T04:00:00Z,100\n"
        #expect(load(try files.write(own, "mine.csv")).report.files[0].format == "csv")
        let named = load(try files.write(own, "steps_2026-09-10.csv"))
        #expect(named.report.files[0].format == "google-health")
        let sourced = "timestamp,steps,data source\n2026-09-10T04:00:00Z,100,Charge 5\n"
        let told = load(try files.write(sourced, "mine.csv"))
        #expect(told.report.files[0].format == "google-health")
        #expect(rows(told, .steps).map(\.source) == ["Charge 5"])
    }

    @Test(
        "Other tables with everyday words are read as tables",
        arguments: [
            ("room.csv", "timestamp,temperature_celsius", "2026-09-10T04:00:00Z,21.5"),
            ("room.csv", "recorded_time,temperature", "2026-09-10T04:00:00Z,21.5"),
            ("scale.csv", "timestamp,body_fat_percentage", "2026-09-10T04:00:00Z,21.5"),
            ("scale.csv", "timestamp,weight_grams", "2026-09-10T04:00:00Z,70000"),
            ("steps_2025.csv", "timestamp,steps", "2026-09-10T04:00:00Z,100"),
            ("steps.csv", "timestamp,steps", "2026-09-10T04:00:00Z,100"),
            ("heart_rate_2.csv", "timestamp,beats per minute", "2026-09-10T04:00:00Z,61"),
            (
                "stocks.csv", "timestamp,average_value,lower_bound,upper_bound",
                "2026-09-10T04:00:00Z,95,90,99"
            ),
        ])
    func others(name: String, header: String, row: String) throws {
        let next = row.replacingOccurrences(of: "2026-09-10", with: "2026-09-11")
        let result = load(try files.write("\(header)\n\(row)\n\(next)\n", name))
        #expect(result.report.files[0].format == "csv")
        #expect(result.report.files[0].read == 2)
        expectBalanced(result.report)
    }

    @Test("Body fat that is also in the list of weights counts once")
    func bodyFat() throws {
        let path = try files.zip(
            [
                (
                    Self.tables + "body_fat.csv",
                    """
                    timestamp,body fat percentage,data source
                    2026-09-10T03:00:00Z,18.5,Fit Health Connect
                    2026-09-11T03:00:00Z,18.25,Fit Health Connect

                    """
                ),
                (
                    Self.lists + "weight-2026-09-10.json",
                    """
                    [{"logId":1,"weight":80.5,"bmi":24.1,"fat":18.5,"date":"09/10/26","time":"03:00:00"}]
                    """
                ),
            ], "takeout.zip")
        let result = load(path)
        #expect(values(result, .bodyFat) == [18.5, 18.25])
        #expect(values(result, .weight) == [80.5])
        #expect(result.report.files[0].merged == 1)
        expectBalanced(result.report)
    }

    @Test("The paces of exercises alone are refused, and not reported as repetitions")
    func paceAlone() throws {
        let text = """
            timestamp,steps,distance millimeters,altitude gain millimeters,data source
            2026-09-10T05:00:01Z,2,1500,0,Google Fitbit Air
            2026-09-10T05:00:02Z,3,1600,0,Google Fitbit Air

            """
        let result = load(try files.write(text, "live_pace_2026-09-10.csv"))
        let file = result.report.files[0]
        #expect(file.format == "google-health")
        #expect([file.read, file.merged, file.refused] == [2, 0, 2] as [Int])
        #expect(file.refusals.map(\.reason) == ["the tables of steps and distances have it"])
        expectBalanced(result.report)
    }
}
