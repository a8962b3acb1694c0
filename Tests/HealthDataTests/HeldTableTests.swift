import ChartCore
import Testing

@testable import HealthData

/// Tables of programs that many people have, in the form in which they write them: sound ones, and
/// ones that are broken in the way of real files.
@Suite("Tables that people hold") struct HeldTableTests {
    private func values(_ result: ImportResult, _ id: MetricID) -> [Double] {
        Array(result.records.merged(id).values)
    }

    private func nights(_ result: ImportResult) -> [String] {
        guard let columns = result.records[.sleep]?.columns else { return [] }
        return columns.starts.indices.map { index in
            let stage = columns.sleepStage(at: index)?.label ?? "?"
            return
                "\(stage) \(Int(columns.starts[index])) \(Int(columns.end(at: index) - columns.starts[index]))"
        }
    }

    // MARK: Samsung Health

    private let exercises = """
        com.samsung.shealth.exercise,6270005,13
        total_calorie,com.samsung.health.exercise.live_data,com.samsung.health.exercise.start_time,com.samsung.health.exercise.exercise_type,com.samsung.health.exercise.duration,com.samsung.health.exercise.distance,com.samsung.health.exercise.calorie,com.samsung.health.exercise.mean_heart_rate,com.samsung.health.exercise.max_heart_rate,com.samsung.health.exercise.time_offset,com.samsung.health.exercise.end_time,com.samsung.health.exercise.deviceuuid,com.samsung.health.exercise.datauuid
        210.4,,2026-01-05 16:20:11.000,1002,1740000,5210.5,230.25,142.0,171.0,UTC+0100,2026-01-05 16:50:11.000,abc,u1,
        0.0,,2026-01-07 09:00:00.000,0,2400000,0.0,0.0,0.0,0.0,UTC+0100,2026-01-07 09:40:00.000,abc,u2,

        """

    @Test("Samsung's activities have their sport, their figures and times in UTC")
    func samsungExercises() throws {
        let files = try TestFiles()
        let result = load(try files.write(exercises, "e.csv"), in: try zone("Europe/Berlin"))
        let workouts = result.records.workouts
        #expect(workouts.map(\.sport) == ["Running", "Other"])
        let run = try #require(workouts.first)
        #expect(run.start == utc(2026, 1, 5, 16, 20) + 11 && run.end - run.start == 1800)
        #expect(run.figures.activeDuration == 1740 && run.figures.distance == 5210.5)
        #expect(run.figures.energy == 230.25)
        #expect(run.figures.meanHeartRate == 142 && run.figures.highestHeartRate == 171)
        // 0 is no figure.
        #expect(workouts[1].figures.distance == nil && workouts[1].figures.energy == nil)
        expectBalanced(result.report)
    }

    @Test("A row of Samsung's activities that was cut, and one without an end, are refused")
    func samsungBrokenExercises() throws {
        let files = try TestFiles()
        let broken =
            exercises
            + "1.0,,2026-01-08 09:00:00.000,1001,60000,10.0,1.0,,,UTC+0100,,abc,u3,\n"
            + "1.0,,2026-01-09 09:00:00.000,10"
        let result = load(try files.write(broken, "e.csv"))
        #expect(result.records.workouts.count == 2)
        let file = result.report.files[0]
        #expect([file.read, file.used, file.refused] == [4, 2, 2] as [Int])
        expectBalanced(result.report)
    }

    @Test("Samsung's nights count as a whole only where no stages are known")
    func samsungNights() throws {
        let files = try TestFiles()
        let sleep = """
            com.samsung.shealth.sleep,6270005,10
            original_efficiency,sleep_score,com.samsung.health.sleep.start_time,com.samsung.health.sleep.time_offset,com.samsung.health.sleep.end_time,com.samsung.health.sleep.pkg_name,com.samsung.health.sleep.deviceuuid,com.samsung.health.sleep.datauuid
            91.2,80,2026-01-05 22:00:00.000,UTC+0100,2026-01-06 06:00:00.000,com.sec.android.app.shealth,abc,s1,
            88.0,75,2026-01-06 22:00:00.000,UTC+0100,2026-01-07 05:00:00.000,com.sec.android.app.shealth,abc,s2,

            """
        let stages = """
            com.samsung.health.sleep_stage,6270005,2
            create_time,start_time,sleep_id,custom,update_time,stage,time_offset,deviceuuid,pkg_name,end_time,datauuid
            2026-01-06 07:00:00.000,2026-01-05 22:00:00.000,s1,,2026-01-06 07:00:00.000,40002,UTC+0100,abc,com.sec.android.app.shealth,2026-01-06 02:00:00.000,t1,
            2026-01-06 07:00:00.000,2026-01-06 02:00:00.000,s1,,2026-01-06 07:00:00.000,40003,UTC+0100,abc,com.sec.android.app.shealth,2026-01-06 06:00:00.000,t2,

            """
        let (first, second) = (Int(utc(2026, 1, 5, 22)), Int(utc(2026, 1, 6, 22)))
        let alone = load(try files.write(sleep, "com.samsung.shealth.sleep.1.csv"))
        #expect(nights(alone) == ["asleep \(first) 28800", "asleep \(second) 25200"])
        let both = load(
            try files.zip([("sleep.csv", sleep), ("stages.csv", stages)], "samsung.zip"))
        let merged = both.records.merged(.sleep)
        let spans = merged.starts.indices.map { index in
            "\(merged.sleepStage(at: index)?.label ?? "?") \(Int(merged.starts[index]))"
        }
        #expect(
            spans == ["core \(first)", "deep \(first + 14_400)", "asleep \(second)"], "\(spans)")
        expectBalanced(both.report)
    }

    @Test("Days of Samsung's pedometer count once, whatever devices repeat them")
    func samsungPedometer() throws {
        let files = try TestFiles()
        let day = Int(utc(2026, 1, 5)) * 1000
        let text = """
            com.samsung.shealth.tracker.pedometer_day_summary,6270005,5
            step_count,active_time,create_time,update_time,calorie,distance,pkg_name,day_time,deviceuuid,datauuid
            8123,4100000,2026-01-05 00:10:00.000,2026-01-05 22:59:00.000,300.25,6100.5,com.sec,\(day),phone,u1,
            8123,4100000,2026-01-05 00:10:00.000,2026-01-05 22:59:00.000,300.25,6100.5,com.sec,\(day),watch,u2,
            -1,0,2026-01-06 00:10:00.000,2026-01-06 22:59:00.000,-1,-1,com.sec,\(day + 86_400_000),watch,u3,

            """
        let result = load(try files.write(text, "p.csv"))
        #expect(values(result, .steps) == [8123] && values(result, .distance) == [6100.5])
        #expect(values(result, .activeEnergy) == [300.25])
        #expect(result.report.files[0].refused == 1)
        expectBalanced(result.report)
    }

    // MARK: Glucose

    @Test("The copies of LibreLinkUp are glucose in mg/dL at the local time")
    func libreLinkUp() throws {
        let files = try TestFiles()
        let text = """
            FactoryTimestamp,Timestamp,type,ValueInMgPerDl,TrendArrow,TrendMessage,MeasurementColor,GlucoseUnits,Value,isHigh,isLow
            1/25/2026 3:01:22 PM,1/25/2026 4:01:22 PM,0,112,3,,1,1,112,False,False
            1/25/2026 3:06:22 PM,1/25/2026 4:06:22 PM,0,118,3,,1,1,118,False,False
            1/25/2026 3:11:22 PM,1/25/2026 4:11:22 PM,0,,4,,1,1,,False,False

            """
        let result = load(try files.write(text, "graph.csv"))
        #expect(values(result, .glucose) == [112, 118])
        #expect(result.report.files[0].questions.isEmpty)
        expectBalanced(result.report)
    }

    // MARK: Long tables

    @Test("Cronometer's biometrics: pressures by their part in brackets")
    func cronometer() throws {
        let files = try TestFiles()
        let text = """
            Day,Group,Metric,Unit,Amount
            2026-01-05,,Weight,kg,81.25
            2026-01-05,,Heart Rate,bpm,61
            2026-01-06,,Blood Pressure (Systolic),mmHg,121
            2026-01-06,,Blood Pressure (Diastolic),mmHg,79
            2026-01-07,,Weight,kg,n/a

            """
        let result = load(try files.write(text, "biometrics.csv"))
        #expect(values(result, .weight) == [81.25] && values(result, .heartRate) == [61])
        let pressures = try #require(result.records[.bloodPressure])
        #expect(Array(pressures.columns.values) == [121] && Array(pressures.pairs.lower) == [79])
        #expect(result.report.files[0].refused == 1)
        expectBalanced(result.report)
    }

    @Test("A flattened Apple table: the unit is that of the value, not of the version next to it")
    func flattenedApple() throws {
        let files = try TestFiles()
        let text = """
            type,sourceName,sourceVersion,unit,creationDate,startDate,endDate,value
            HKQuantityTypeIdentifierBodyMass,Scale,1.0,lb,2026-01-05 08:00:10 +0100,2026-01-05 08:00:00 +0100,2026-01-05 08:00:00 +0100,180
            HKQuantityTypeIdentifierHeartRate,Watch,10.1,count/min,2026-01-05 08:10:10 +0100,2026-01-05 08:09:00 +0100,2026-01-05 08:09:00 +0100,64
            HKCategoryTypeIdentifierSleepAnalysis,Watch,10.1,,2026-01-06 08:10:10 +0100,2026-01-05 23:00:00 +0100,2026-01-06 01:00:00 +0100,HKCategoryValueSleepAnalysisAsleepCore
            HKQuantityTypeIdentifierStepCount,iPhone,17.1,count,2026-01-05 09:10:10 +0100,2026-01-05 09:00:00 +0100,2026-01-05 09:09:00 +0100,512
            HKQuantityTypeIdentifierStepCount,iPhone,17.1,count,2026-01-05 09:10:10 +0100,2026-01-05 09:

            """
        let result = load(try files.write(text, "records.csv"))
        let weight = try #require(values(result, .weight).first)
        #expect(abs(weight - 180 * 0.45359237) < 1e-6)
        #expect(values(result, .steps) == [512] && values(result, .heartRate) == [64])
        #expect(nights(result) == ["core \(Int(utc(2026, 1, 5, 22))) 7200"])
        #expect(result.report.files[0].questions.isEmpty, "\(result.report.files[0].questions)")
        #expect(result.report.files[0].refused == 1)
        expectBalanced(result.report)
    }
}
