import ChartCore
import Foundation
import HealthData
import Testing

/// Programs of phones: more forms of their tables, and how those break.
extension TableFormatTests {
    // MARK: Samsung Health

    @Test("Samsung Health: weights with zeros for unset values, commas in quotes, a cut row")
    func samsungWeights() throws {
        let files = try TestFiles()
        let text = """
            com.samsung.health.weight,6312001,9
            start_time,fat_free_mass,custom,update_time,create_time,body_fat_mass,total_body_water,time_offset,skeletal_muscle,muscle_mass,weight,height,body_fat,basal_metabolic_rate,vfa_level,skeletal_muscle_mass,deviceuuid,fat_free,comment,pkg_name,datauuid
            2026-01-05 22:10:00.000,,,2026-01-05 22:10:05.000,2026-01-05 22:10:05.000,,,UTC+0900,,,71.25,174.0,,,,,dev1,,,com.sec.android.app.shealth,w1,
            2026-01-06 22:12:30.500,57.1,,2026-01-06 22:12:40.000,2026-01-06 22:12:40.000,14.1,38.2,UTC+0900,30.1,,71.2,174.0,19.75,1500,7,30.1,dev2,,"after, dinner",com.sec.android.app.shealth,w2,
            2026-01-07 22:12:30.500,,,2026-01-07 22:12:40.000,2026-01-07 22:12:40.000,,,UTC+0900,,,-1.0,-1.0,-1.0,,,,dev2,,,com.sec.android.app.shealth,w3,
            2026-01-08 22:1
            """
        // Its times are UTC in any zone.
        let result = load(
            try files.write("\u{feff}" + text, "com.samsung.health.weight.20260109.csv"),
            in: try zone("Asia/Seoul"))
        #expect(format(result) == "samsung-health")
        #expect(values(result, .weight) == [71.25, 71.2])
        #expect(
            starts(result, .weight) == [utc(2026, 1, 5, 22, 10), utc(2026, 1, 6, 22, 12) + 30.5])
        #expect(values(result, .bodyFat) == [19.75])
        // -1 centimetre is not a height either.
        #expect(values(result, .height) == [1.74, 1.74])
        let file = result.report.files[0]
        #expect([file.read, file.used, file.refused] == [4, 2, 2] as [Int])
        #expect(file.refusals.map(\.place) == ["line 5", "line 6"])
        expectBalanced(result.report)
    }

    @Test("Samsung Health: rates, oxygen, floors and glucose behind prefixes, an open quote")
    func samsungReadings() throws {
        let files = try TestFiles()
        let prefix = "com.samsung.health.heart_rate."
        let heart = """
            com.samsung.shealth.tracker.heart_rate,6312001,7
            source,tag_id,\(prefix)heart_beat_count,\(prefix)max,\(prefix)min,\(prefix)time_offset,\(prefix)pkg_name,\(prefix)end_time,\(prefix)heart_rate,\(prefix)start_time
            ,21313,1,0.0,0.0,UTC+0100,com.sec.android.app.shealth,2026-01-05 15:00:30.000,61.0,2026-01-05 15:00:30.000,
            ,21313,60,88.0,55.0,UTC+0100,com.sec.android.app.shealth,2026-01-05 15:59:00.000,67.5,2026-01-05 15:00:00.000,
            ,21313,1,0.0,0.0,UTC+0100,com.sec.android.app.shealth,2026-01-05 17:00:00.000,0.0,2026-01-05 17:00:00.000,
            ,21313,1,0.0,0.0,UTC+0100,com.sec.android.app.shealth,2026-01-05 18:00:00.000,"64.0,2026-01-05 18:00:00.000,

            """
        let berlin = try zone("Europe/Berlin")
        let result = load(try files.write(heart, "heart.csv"), in: berlin)
        #expect(format(result) == "samsung-health")
        #expect(values(result, .heartRate) == [67.5, 61])
        #expect(
            starts(result, .heartRate) == [utc(2026, 1, 5, 15), utc(2026, 1, 5, 15) + 30])
        let file = result.report.files[0]
        #expect(file.refusals.map(\.place) == ["line 5", "line 6"])
        #expect(result.records.sources.map(\.name).contains("com.sec.android.app.shealth"))
        expectBalanced(result.report)

        let path = try files.zip(
            [
                (
                    "com.samsung.shealth.tracker.oxygen_saturation.1.csv",
                    """
                    com.samsung.shealth.tracker.oxygen_saturation,6312001,3
                    tag_id,com.samsung.health.oxygen_saturation.spo2,com.samsung.health.oxygen_saturation.start_time,com.samsung.health.oxygen_saturation.time_offset,com.samsung.health.oxygen_saturation.datauuid
                    31000,97.0,2026-03-29 00:30:00.000,UTC+0100,o1,
                    31000,95.0,2026-03-29 01:30:00.000,UTC+0200,o2,

                    """
                ),
                (
                    "com.samsung.health.floors_climbed.1.csv",
                    """
                    com.samsung.health.floors_climbed,6312001,2
                    create_sh_ver,start_time,floor,raw_data,time_offset,pkg_name,end_time,datauuid
                    ,2026-01-05 09:00:00.000,2.0,,UTC+0000,p,2026-01-05 09:01:00.000,f1,

                    """
                ),
                (
                    "com.samsung.shealth.blood_glucose.1.csv",
                    """
                    com.samsung.shealth.blood_glucose,6312001,2
                    com.samsung.health.blood_glucose.start_time,com.samsung.health.blood_glucose.glucose,com.samsung.health.blood_glucose.datauuid
                    2026-01-05 09:00:00.000,5.5,g1,

                    """
                ),
                (
                    "com.samsung.health.height.1.csv",
                    """
                    com.samsung.health.height,6312001,2
                    start_time,height,time_offset,datauuid
                    2026-01-05 09:00:00.000,178.5,UTC+0000,h1,
                    2026-01-06 09:00:00.000,-1,UTC+0000,h2,

                    """
                ),
            ], "samsung.zip")
        let others = load(path, in: berlin)
        #expect(format(others) == "samsung-health.zip")
        // The clocks are set forward between the two; the times are UTC all the same.
        #expect(values(others, .oxygen) == [97, 95])
        #expect(starts(others, .oxygen) == [utc(2026, 3, 29, 0, 30), utc(2026, 3, 29, 1, 30)])
        #expect(values(others, .flights) == [2])
        #expect(others.records[.flights]?.columns.end(at: 0) == utc(2026, 1, 5, 9, 1))
        #expect(abs((values(others, .glucose).first ?? 0) - 5.5 * 18.016) < 1e-9)
        #expect(values(others, .height) == [1.785])
        #expect(others.report.files[0].refused == 1)
        expectBalanced(others.report)
    }

    @Test("Samsung Health: days of 23 hours, days as texts in older exports, a truncated day")
    func samsungDays() throws {
        let files = try TestFiles()
        let header = """
            com.samsung.shealth.step_daily_trend,6312001,1
            binning_data,update_time,create_time,source_pkg_name,source_type,count,speed,distance,calorie,deviceuuid,pkg_name,datauuid,day_time

            """
        func row(_ kind: Int, _ count: Int, _ day: String) -> String {
            "a.json,2026-03-29 20:00:00.000,2026-03-29 01:00:00.000,,\(kind),\(count),0.9,"
                + "\(count < 0 ? "-1.0" : "6400.5"),-1.0,x,com.sec.android.app.shealth,u,\(day),\n"
        }
        let day = Int(utc(2026, 3, 29)) * 1000
        let rows =
            row(-2, 9000, "\(day)") + row(0, 5000, "\(day)") + row(1, 4000, "\(day)")
            + row(-2, -1, "\(day + 86_400_000)") + "f.json,2026-04-01 20:0"
        let berlin = try zone("Europe/Berlin")
        let result = load(try files.write(header + rows, "steps.csv"), in: berlin)
        #expect(format(result) == "samsung-health")
        #expect(values(result, .steps) == [9000] && values(result, .distance) == [6400.5])
        #expect(starts(result, .steps) == [utc(2026, 3, 28, 23)])
        #expect(result.records[.steps]?.columns.end(at: 0) == utc(2026, 3, 29, 22))
        #expect(result.records[.activeEnergy] == nil)
        let file = result.report.files[0]
        #expect([file.read, file.merged, file.refused] == [5, 2, 2] as [Int])
        #expect(file.refusals.map(\.place) == ["line 6", "line 7"])
        expectBalanced(result.report)

        let older =
            row(-2, 7000, "2026-03-29 00:00:00.000") + row(-2, 8000, "2026-03-30 00:00:00.000")
        let texts = load(try files.write(header + older, "older.csv"), in: berlin)
        #expect(values(texts, .steps) == [7000, 8000])
        #expect(starts(texts, .steps) == [utc(2026, 3, 28, 23), utc(2026, 3, 29, 22)])
        #expect(texts.records[.steps]?.columns.end(at: 1) == utc(2026, 3, 30, 22))
        expectBalanced(texts.report)
    }

    @Test("Samsung Health: unsupported kinds are refused by their names, and counted nowhere")
    func samsungOtherKinds() throws {
        let files = try TestFiles()
        let day = Int(utc(2026, 1, 5)) * 1000
        let steps = """
            com.samsung.shealth.step_daily_trend,6312001,1
            binning_data,update_time,create_time,source_pkg_name,source_type,count,speed,distance,calorie,deviceuuid,pkg_name,datauuid,day_time
            a.json,2026-01-05 20:00:00.000,2026-01-05 01:00:00.000,,-2,7578,0.9,5300.5,310.2,x,com.sec.android.app.shealth,u1,\(day),

            """
        // A row for each device and one for all of them, with one cell more than there are names.
        let summary = """
            com.samsung.shealth.tracker.pedometer_day_summary,6312001,4
            step_count,binning_data,active_time,recommendation,run_step_count,update_time,source_package_name,create_time,source_info,speed,distance,calorie,walk_step_count,deviceuuid,pkg_name,healthy_step,achievement,datauuid,day_time
            7578,b.json,3900000,6000,120,2026-01-05 20:00:00.000,,2026-01-05 01:00:00.000,i.json,0.9,5300.5,310.2,7458,x,com.sec.android.app.shealth,3000,,d1,\(day),
            7578,b.json,3900000,6000,120,2026-01-05 20:10:00.000,,2026-01-05 01:00:00.000,i.json,0.9,5300.5,310.2,7458,y,com.sec.android.app.shealth,3000,,d2,\(day),

            """
        let activity = """
            com.samsung.shealth.activity.day_summary,6312001,9
            step_count,active_time,distance,update_time,create_time,calorie,goal,deviceuuid,pkg_name,datauuid,day_time
            7578,3900000,5300.5,2026-01-05 20:00:00.000,2026-01-05 01:00:00.000,310.2,6000,x,com.sec.android.app.shealth,a1,\(day),

            """
        // A supported kind, in a form that it has never had.
        let weights = """
            com.samsung.health.weight,7312001,1
            begin,kilograms,datauuid
            2026-01-05 20:00:00.000,71.5,w1,

            """
        let result = load(
            try files.zip(
                [
                    ("com.samsung.shealth.step_daily_trend.1.csv", steps),
                    ("com.samsung.shealth.tracker.pedometer_day_summary.1.csv", summary),
                    ("com.samsung.shealth.activity.day_summary.1.csv", activity),
                    ("com.samsung.health.weight.1.csv", weights),
                ], "samsung.zip"))
        let file = result.report.files[0]
        #expect(file.members.map(\.format) == [String](repeating: "samsung-health", count: 4))
        #expect(result.records.merged(.steps).values.reduce(0, +) == 7578)
        #expect(Array(result.records.merged(.distance).values) == [5300.5])
        #expect(result.records[.weight] == nil)
        #expect([file.read, file.used, file.merged, file.refused] == [5, 1, 2, 2] as [Int])
        #expect(
            Dictionary(uniqueKeysWithValues: file.refusals.map { ($0.reason, $0.count) }) == [
                "records of the type com.samsung.shealth.activity.day_summary are not read yet": 1,
                "the columns of com.samsung.health.weight are not known": 1,
            ])
        #expect(file.refusals.map(\.place).allSatisfy { $0.hasSuffix(":line 3") })
        #expect(file.refusals.compactMap(\.type).count == 2)
        expectBalanced(result.report)

        // Alone a day of two devices counts once, too.
        let alone = load(try files.write(summary, "alone.csv"))
        #expect(
            format(alone) == "samsung-health"
                && Array(alone.records.merged(.steps).values) == [7578])
        expectBalanced(alone.report)
    }

    @Test("Samsung Health: a day without a row for all devices counts once, by one of its devices")
    func samsungDevicesAlone() throws {
        let files = try TestFiles()
        func row(_ kind: Int, _ count: Int, _ day: Int) -> String {
            "\(kind),\(count),\(Double(count) * 0.5),-1.0,com.sec.android.app.shealth,"
                + "\(Int(utc(2026, 1, day)) * 1000),\n"
        }
        // The first day has a row for all devices, the second only those of two devices, the third
        // only one; device 0 has the most days.
        let text =
            "com.samsung.shealth.step_daily_trend,6312001,1\n"
            + "source_type,count,distance,calorie,pkg_name,day_time\n"
            + row(-2, 9000, 5) + row(0, 8000, 5) + row(2, 4000, 5) + row(0, 7000, 6)
            + row(2, 3000, 6) + row(0, 6000, 7)
        let result = load(try files.write(text, "steps.csv"))
        let merged = result.records.merged(.steps)
        #expect(Array(merged.values) == [9000, 7000, 6000])
        #expect(Array(merged.starts) == [utc(2026, 1, 5), utc(2026, 1, 6), utc(2026, 1, 7)])
        #expect(Array(result.records.merged(.distance).values) == [4500, 3500, 3000])
        let file = result.report.files[0]
        #expect([file.read, file.used, file.merged, file.refused] == [6, 3, 3, 0] as [Int])
        expectBalanced(result.report)
    }

    // MARK: Google Fit

    @Test("Google Fit: quarters on days of clock changes, in another order, truncated")
    func googleFitQuarters() throws {
        let files = try TestFiles()
        let spring = """
            Start time,End time,Calories (kcal),Distance (m),Heart Points,Heart Minutes,Average heart rate (bpm),Max heart rate (bpm),Min heart rate (bpm),Low latitude (deg),Low longitude (deg),High latitude (deg),High longitude (deg),Average speed (m/s),Max speed (m/s),Min speed (m/s),Step count,Average weight (kg),Max weight (kg),Min weight (kg),Biking duration (ms)
            00:00:00.000+01:00,00:15:00.000+01:00,17.625,,,,,,,,,,,,,,,,,,
            01:45:00.000+01:00,03:00:00.000+02:00,17.625,120.5,,,61.5,70.0,58.0,,,,,,,,160,,,,
            03:00:00.000+02:00,03:15:00.000+02:00,17.625,,,,,,,,,,,,,,40,80.5,80.5,80.5,
            25:00:00.000+02:00,25:15:00.000+02:00,17.625,,,,,,,,,,,,,,40,,,,
            03:15:00.000+02:00,03:30:00.0
            """
        let berlin = try zone("Europe/Berlin")
        let result = load(try files.write(spring, "2026-03-29.csv"), in: berlin)
        #expect(format(result) == "google-fit")
        #expect(values(result, .steps) == [160, 40])
        // A quarter of an hour, although the clock shows an hour and a quarter.
        #expect(starts(result, .steps) == [utc(2026, 3, 29, 0, 45), utc(2026, 3, 29, 1)])
        let steps = try #require(result.records[.steps]).columns
        #expect(steps.end(at: 0) == utc(2026, 3, 29, 1))
        #expect(steps.end(at: 1) == utc(2026, 3, 29, 1, 15))
        #expect(values(result, .distance) == [120.5] && values(result, .heartRate) == [61.5])
        #expect(values(result, .weight) == [80.5])
        let file = result.report.files[0]
        #expect([file.read, file.used, file.refused] == [5, 2, 3] as [Int])
        #expect(file.refusals.map(\.place) == ["line 2", "line 5", "line 6"])
        #expect(file.refusals.map(\.count) == [1, 1, 1])
        expectBalanced(result.report)

        let autumn = """
            End time,Start time,Step count,Calories (kcal)
            02:00:00.000+01:00,02:45:00.000+02:00,70,17.5
            02:15:00.000+01:00,02:00:00.000+01:00,80,17.5

            """
        let other = load(try files.write(autumn, "2026-10-25.csv"), in: berlin)
        #expect(values(other, .steps) == [70, 80])
        #expect(starts(other, .steps) == [utc(2026, 10, 25, 0, 45), utc(2026, 10, 25, 1)])
        #expect(other.records[.steps]?.columns.end(at: 0) == utc(2026, 10, 25, 1))

        let bare = """
            Start time,End time,Distance (m)
            08:00:00.000+01:00,08:15:00.000+01:00,900.5

            """
        let distances = load(try files.write(bare, "2026-10-25.csv"), in: berlin)
        #expect(format(distances) == "google-fit")
        #expect(values(distances, .distance) == [900.5])
        #expect(starts(distances, .distance) == [utc(2026, 10, 25, 7)])

        let impossible = load(try files.write(spring, "2026-02-30.csv"), in: berlin)
        #expect(impossible.report.files[0].failure?.problem.contains("2026-10-31.csv") == true)
    }

    @Test("Google Fit: days of an older archive, with pressures, broken dates and a cut row")
    func googleFitDays() throws {
        let files = try TestFiles()
        let text = """
            Step count,Date,Average systolic blood pressure (mmHg),Average diastolic blood pressure (mmHg),Calories (kcal),Low latitude (deg),Distance (m),Biking duration (ms),Average weight (kg)
            6000,2026-03-29,121.0,79.0,2100.5,47.1,4200.25,60000,
            4000,2026-03-30,122.0,,2000.5,,,,80.5
            ,2026-03-31,,,1900.25,,,,
            5000,2026-03-32,,,1900.25,,,,
            12x,2026-04-01,,,1900.25,,10.5,,
            7000,2026-0
            """
        let result = load(
            try files.write(text, "Daily Summaries.csv"), in: try zone("Europe/Berlin"))
        #expect(format(result) == "google-fit")
        #expect(values(result, .steps) == [6000, 4000])
        #expect(starts(result, .steps) == [utc(2026, 3, 28, 23), utc(2026, 3, 29, 22)])
        #expect(values(result, .distance) == [4200.25, 10.5])
        let pressure = try #require(result.records[.bloodPressure]).columns
        #expect(Array(pressure.values) == [121] && Array(PairColumns(pressure).lower) == [79])
        // The mean of a day of 23 hours covers all of it.
        #expect(pressure.starts[0] == utc(2026, 3, 28, 23))
        #expect(pressure.end(at: 0) == utc(2026, 3, 29, 22))
        #expect(values(result, .weight) == [80.5])
        let file = result.report.files[0]
        #expect([file.read, file.used, file.refused] == [6, 3, 3] as [Int])
        #expect(file.refusals.map(\.place) == ["line 4", "line 5", "line 7"])
        #expect(file.refusals.map(\.count) == [1, 1, 1])
        expectBalanced(result.report)
    }

    @Test("Google Fit: days without calories, recognised by one of its columns or by name")
    func googleFitDaysWithoutCalories() throws {
        let files = try TestFiles()
        for (header, name) in [
            ("Date,Heart Points,Distance (m)", "days.csv"),
            ("Date,Walking duration (ms),Distance (m)", "days.csv"),
            ("Date,Speed,Distance (m)", "Daily activity metrics.csv"),
        ] {
            let text = header + "\n2026-01-05,12,4200.5\n2026-01-06,,3100\n"
            let result = load(try files.write(text, name))
            #expect(format(result) == "google-fit", "\(header)")
            #expect(values(result, .distance) == [4200.5, 3100])
        }
    }

    @Test(
        "Google Fit: tables of others that also have dates and calories are read as tables",
        arguments: [
            (
                "nutrition.csv", "Date,Meal,Calories,Fat (g)", "2026-01-05,Lunch,600,20.5",
                "2026-01-06,Dinner,700,25"
            ),
            (
                "diary.csv", "date,calories,weight (kg)", "2026-01-05,2100,72.5",
                "2026-01-06,2200,72"
            ),
            (
                "workouts.csv", "Start time,End time,Activity,Calories,Distance (m)",
                "2026-01-05 08:00,2026-01-05 08:30,Run,300,5000",
                "2026-01-06 08:00,2026-01-06 08:30,Run,310,5100"
            ),
            (
                "log.csv", "Date,Calories (kcal),Distance (m),Weight (kg)",
                "30/10/2026,2100,5000,72.5", "31/10/2026,2200,5100,72"
            ),
            (
                "2026-01-05.csv", "Start time,End time,Calories (kcal),Distance (m)",
                "2026-01-05 08:00,2026-01-05 08:30,300,5000",
                "2026-01-06 08:00,2026-01-06 08:30,310,5100"
            ),
            (
                "2026.csv", "Start time,End time,Calories (kcal),Distance (m)",
                "2026-01-05 08:00,2026-01-05 08:30,300,5000",
                "2026-01-06 08:00,2026-01-06 08:30,310,5100"
            ),
        ])
    func caloriesOfOthers(name: String, header: String, first: String, second: String) throws {
        let files = try TestFiles()
        let text = [header, first, second, ""].joined(separator: "\n")
        let result = load(try files.write(text, name))
        #expect(format(result) == "csv")
        #expect(result.report.files[0].failure == nil)
        #expect([result.report.files[0].read, result.report.files[0].used] == [2, 2] as [Int])
        if header.contains("Activity") {
            // The distance is that of a workout.
            #expect(result.records.workouts.compactMap(\.figures.distance) == [5000, 5100])
        } else if header.contains("Distance") {
            #expect(values(result, .distance) == [5000, 5100])
        }
        if header.lowercased().contains("weight") {
            #expect(values(result, .weight) == [72.5, 72])
        }
        expectBalanced(result.report)
    }
}
