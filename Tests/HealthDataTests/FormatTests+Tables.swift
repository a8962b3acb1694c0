import ChartCore
import Foundation
import HealthData
import Testing

/// The tables of programs, in their exact form, with made-up numbers.
@Suite("Tables of programs")
struct TableFormatTests {
    /// The format that a file was recognised as.
    func format(_ result: ImportResult) -> String? { result.report.files.first?.format }

    func values(_ result: ImportResult, _ id: MetricID) -> [Double] {
        result.records[id].map { Array($0.columns.values) } ?? []
    }

    func starts(_ result: ImportResult, _ id: MetricID) -> [Double] {
        result.records[id].map { Array($0.columns.starts) } ?? []
    }

    // MARK: Withings

    @Test("Withings: weights with masses, in the language of the account, newest first")
    func withingsWeights() throws {
        let files = try TestFiles()
        let english = """
            Date,"Weight (kg)","Fat mass (kg)","Bone mass (kg)","Muscle mass (kg)","Hydration (kg)",Comments
            "2025-10-26 08:12:45",80.0,16.0,3.1,60.8,44.0,
            "2025-03-02 07:58:01",82.0,,,,,"after a run, ""really"" long"

            """
        let berlin = try zone("Europe/Berlin")
        let result = load(try files.write(english, "weight.csv"), in: berlin)
        #expect(format(result) == "withings")
        // The clocks are set back on 26 October: 08:12 is winter time already.
        #expect(
            starts(result, .weight) == [utc(2025, 3, 2, 6, 58) + 1, utc(2025, 10, 26, 7, 12) + 45])
        #expect(values(result, .weight) == [82, 80])
        #expect(values(result, .bodyFat) == [20])
        #expect(values(result, .muscle) == [76])
        #expect(values(result, .bodyWater) == [55])
        #expect(values(result, .boneMass) == [3.1])
        expectBalanced(result.report)

        let german = """
            Date,"Gewicht (kg)","Fettmasse (kg)","Knochenmasse (kg)","Muskelmasse (kg)","Hydration (kg)",Kommentare
            "2025-10-26 08:12:45",80.0,16.0,3.1,60.8,44.0,

            """
        let other = load(try files.write(german, "weight.csv"), in: berlin)
        #expect(format(other) == "withings" && values(other, .bodyFat) == [20])

        let pounds = english.replacingOccurrences(of: "(kg)", with: "(lb)")
        let american = load(try files.write(pounds, "any name.csv"), in: berlin)
        #expect(format(american) == "withings")
        #expect(abs(values(american, .weight)[1] - 80 * 0.453_592_37) < 1e-9)
        #expect(values(american, .bodyFat) == [20])
    }

    @Test(
        "Withings: an unknown language is recognised by name and order, unless a header objects")
    func withingsByName() throws {
        let files = try TestFiles()
        let finnish = """
            Päivä,Syke,Yläpaine,Alapaine,Huomautukset
            "2026-01-05 08:00:00",61,121,79,
            "2026-01-06 08:00:00",64,,,

            """
        let result = load(try files.write(finnish, "bp.csv"))
        #expect(format(result) == "withings")
        #expect(values(result, .bloodPressure) == [121])
        #expect(result.records[.bloodPressure].map { Array($0.pairs.lower) } == [79])
        #expect(values(result, .heartRate) == [61, 64])
        expectBalanced(result.report)

        let own = "date,systolic,diastolic,pulse,notes\n2026-01-05 08:00,121,79,61,\n"
        let mine = load(try files.write(own, "bp.csv"))
        #expect(format(mine) == "csv")
        #expect(values(mine, .bloodPressure) == [121] && values(mine, .heartRate) == [61])
    }

    @Test("Withings: lists of minutes next to sums of days")
    func withingsArchive() throws {
        let files = try TestFiles()
        let path = try files.zip(
            [
                (
                    "raw_tracker_steps.csv",
                    """
                    start,duration,value
                    2026-01-05T08:00:00+01:00,"[60,60,120]","[6,5,30]"
                    2026-01-05T09:00:00+01:00,"[60,60]","[6]"
                    2026-01-05T10:00:00+01:00,60,6

                    """
                ),
                (
                    "aggregates_steps.csv", "date,value\n2026-01-05,9000\n2026-01-06,4000\n"
                ),
                (
                    "raw_hr_hr.csv",
                    "start,duration,value\n2026-01-05T08:00:00+01:00,\"[0,10,10]\",\"[61,62,0]\"\n"
                ),
                (
                    "raw_tracker_sleep-state.csv",
                    "start,duration,value\n2026-01-06T23:00:00+01:00,\"[600,1200,60]\",\"[1,2,0]\"\n"
                ),
                (
                    "sleep.csv",
                    """
                    from,to,"light (s)","deep (s)","rem (s)","awake (s)","wake up","Duration to sleep (s)"
                    2026-01-06T23:00:00+01:00,2026-01-07T06:00:00+01:00,12000,6000,5000,2200,2,300
                    2026-01-07T23:30:00+01:00,2026-01-08T06:30:00+01:00,10800,7200,5400,1800,1,300

                    """
                ),
            ], "withings.zip")
        let result = load(path, in: try zone("Europe/Berlin"))
        #expect(format(result) == "withings.zip")
        // The sum of the day and three of its minutes, a row with lists of different lengths, one
        // without lists; then the day without minutes.
        #expect(values(result, .steps) == [9000, 6, 5, 30, 4000])
        #expect(
            starts(result, .steps) == [
                utc(2026, 1, 4, 23, 0), utc(2026, 1, 5, 7, 0), utc(2026, 1, 5, 7, 1),
                utc(2026, 1, 5, 7, 2),
                utc(2026, 1, 5, 23, 0),
            ])
        #expect(values(result, .heartRate) == [61, 62])
        #expect(starts(result, .heartRate) == [utc(2026, 1, 5, 7, 0), utc(2026, 1, 5, 7, 0)])
        let sleep = try #require(result.records[.sleep])
        let stages = sleep.columns.values.map { sleep.labels[Int($0)] }
        #expect(stages == ["core", "deep", "awake", "core", "deep", "rem", "awake"])
        let lengths = (0..<7).map { sleep.columns.end(at: $0) - sleep.columns.starts[$0] }
        #expect(lengths == [600, 1200, 60, 10_800, 7200, 5400, 1800])
        let file = result.report.files[0]
        #expect(file.refusals.map(\.count).reduce(0, +) == 3)
        // The first night; from the first day's 9000 the 41 of its minutes are subtracted.
        #expect(file.merged == 1)
        #expect(areNear(MetricSummary(result.records, .steps)?.sum, [9000 + 4000]))
        expectBalanced(result.report)
    }

    // MARK: openScale

    @Test(
        "openScale: versions 3 and 2, zeros for missing values, and the question about the unit"
    )
    func openScale() throws {
        let files = try TestFiles()
        let third = """
            DATE,TIME,BMI,BODY_FAT,BONE,COMMENT,HEART_RATE,MUSCLE,VISCERAL_FAT,WAIST,WATER,WEIGHT
            2026-01-05,08:00:00,24.1,18.5,3.2,,0.0,42.0,7.0,88.0,55.1,78.5
            2026-01-06,8:30:00 AM,24.0,0.0,0.0,"soup; salad",61,0.0,0.0,0.0,0.0,78.1

            """
        let result = load(try files.write(third, "openScale.csv"))
        #expect(format(result) == "openscale")
        #expect(values(result, .weight) == [78.5, 78.1])
        #expect(starts(result, .weight) == [utc(2026, 1, 5, 8), utc(2026, 1, 6, 8, 30)])
        #expect(values(result, .bodyFat) == [18.5] && values(result, .heartRate) == [61])
        #expect(values(result, .waist) == [0.88] && values(result, .visceralFat) == [7])
        let question = try #require(result.report.files[0].questions.first)
        #expect(question.id == "unit.weight" && question.assumed == "kg")
        #expect(question.choices.contains("lb") && question.choices.contains("st"))
        expectBalanced(result.report)

        var options = ImportOptions(zone: .utc)
        try options.assumptions.add("unit.weight=lb")
        let pounds = Importer(files: [files.path("openScale.csv")], options: options).run()
        #expect(abs(values(pounds, .weight)[0] - 78.5 * 0.453_592_37) < 1e-9)
        #expect(pounds.report.files[0].questions.isEmpty)

        let second = """
            biceps,bone,caliper1,caliper2,caliper3,calories,chest,comment,dateTime,fat,hip,lbm,muscle,neck,thigh,visceralFat,waist,water,weight
            0.0,0.0,0.0,0.0,0.0,0.0,0.0,,2019-10-13 06:29,18.5,0.0,0.0,0.0,0.0,0.0,0.0,0.0,55.0,79.0

            """
        let older = load(try files.write(second, "old.csv"))
        #expect(format(older) == "openscale")
        #expect(values(older, .weight) == [79] && values(older, .bodyFat) == [18.5])
        #expect(values(older, .boneMass).isEmpty)

        // After a round trip through a spreadsheet a row lost its weight and gained a word.
        let broken =
            third
            + "2026-01-07,08:00:00,24.1,18.5,3.2,,0.0,42.0,7.0,88.0,55.1,#REF!\nTotal,,,,,,,,,,,\n"
        let kept = load(try files.write(broken, "broken.csv"))
        #expect(values(kept, .weight) == [78.5, 78.1])
        #expect(values(kept, .bodyFat) == [18.5, 18.5])
        #expect(kept.report.files[0].refused == 1)
        expectBalanced(kept.report)
    }

    // MARK: Cuffs

    @Test("Omron Connect: months as words, dashes, and rows of both regions")
    func omron() throws {
        let files = try TestFiles()
        let text = """
            "Date","Time","Systolic (mmHg)","Diastolic (mmHg)","Pulse (bpm)","Symptoms","Consumed","TruRead","Notes"
            "Jul 6 2023","10:43 pm","128","84","66","-","-","-","-"
            "Jan 12 2025","08:15","121","79","-","-","-","-","after, coffee"
            "Jan 13 2025","08:15","121","-","70","-","-","-","-"
            "Jan 14 2025","25:15","121","79","70","-","-","-","-"

            """
        let result = load(try files.write("\u{feff}" + text, "omron.csv"))
        #expect(format(result) == "omron")
        #expect(values(result, .bloodPressure) == [128, 121])
        #expect(
            starts(result, .bloodPressure) == [utc(2023, 7, 6, 22, 43), utc(2025, 1, 12, 8, 15)])
        #expect(values(result, .heartRate) == [66, 70])
        #expect(result.report.files[0].refused == 1)
        expectBalanced(result.report)

        let other = """
            Measurement Date,Time Zone,SYS(mmHg),DIA(mmHg),Pulse(bpm),Device
            2025/01/12 08:15,Asia/Tokyo,121,79,61,HEM-7600T

            """
        let second = load(try files.write(other, "asia.csv"))
        #expect(format(second) == "omron")
        #expect(values(second, .bloodPressure) == [121])
        #expect(second.records.sources.map(\.name).contains("HEM-7600T"))
    }

    @Test("Blood pressure monitor: both versions, and the word null")
    func bloodPressureMonitor() throws {
        let files = try TestFiles()
        let first = """
            timestampUnixMs,systolic,diastolic,pulse,notes,needlePin
            1736668800000,121,79,61,,
            1736755200000,125,null,64,"tired",
            1736841600000,null,null,null,only a note,

            """
        let result = load(try files.write(first, "bp.csv"))
        #expect(format(result) == "blood-pressure-monitor")
        #expect(values(result, .bloodPressure) == [121])
        #expect(starts(result, .bloodPressure) == [1_736_668_800])
        #expect(values(result, .heartRate) == [61, 64])
        #expect(result.report.files[0].refused == 1)
        expectBalanced(result.report)

        let second = """
            \u{feff}timestampUnixMs;systolic;diastolic;pulse;notes;color;intakes;bodyweight
            1736668800000;121;79;61;;;;80.5

            """
        let later = load(try files.write(second, "bp2.csv"))
        #expect(format(later) == "blood-pressure-monitor")
        #expect(values(later, .weight) == [80.5] && values(later, .bloodPressure) == [121])
    }

    // MARK: Phones

    @Test("Samsung Health: UTC next to an offset, days of all devices, columns with prefixes")
    func samsung() throws {
        let files = try TestFiles()
        let day = utc(2026, 1, 5) * 1000
        let steps = """
            com.samsung.shealth.step_daily_trend,6312001,1
            binning_data,update_time,create_time,source_pkg_name,source_type,count,speed,distance,calorie,deviceuuid,pkg_name,datauuid,day_time
            a.json,2026-01-05 20:00:00.000,2026-01-05 01:00:00.000,,-2,9000,0.9,6400.5,310.2,x,com.sec.android.app.shealth,u1,\(Int(day)),
            b.json,2026-01-05 20:00:00.000,2026-01-05 01:00:00.000,,0,9000,0.9,6400.5,310.2,y,com.sec.android.app.shealth,u2,\(Int(day)),

            """
        let seoul = try zone("Asia/Seoul")
        let result = load(
            try files.write(
                "\u{feff}" + steps, "com.samsung.shealth.step_daily_trend.20260106.csv"),
            in: seoul)
        #expect(format(result) == "samsung-health")
        #expect(values(result, .steps) == [9000] && values(result, .distance) == [6400.5])
        // The local day in Seoul begins nine hours before that of UTC, and the count fills it.
        #expect(starts(result, .steps) == [utc(2026, 1, 4, 15)])
        #expect(result.records[.steps].map { $0.columns.end(at: 0) } == utc(2026, 1, 5, 15))
        #expect(result.report.files[0].merged == 1)
        expectBalanced(result.report)

        let pressure = """
            com.samsung.shealth.blood_pressure,6312001,1
            create_sh_ver,com.samsung.health.blood_pressure.start_time,com.samsung.health.blood_pressure.systolic,com.samsung.health.blood_pressure.diastolic,com.samsung.health.blood_pressure.pulse,com.samsung.health.blood_pressure.time_offset,com.samsung.health.blood_pressure.comment
            1,2026-01-05 22:30:00.000,121.0,79.0,61,UTC+0900,it hurt, a little
            1,2026-01-05 22:31:00.000,122.0,80.0,-1,UTC+0900,

            """
        let cuff = load(try files.write(pressure, "bp.csv"), in: seoul)
        #expect(format(cuff) == "samsung-health")
        #expect(starts(cuff, .bloodPressure).last == utc(2026, 1, 5, 22, 31))
        #expect(values(cuff, .heartRate).last == 61 || values(cuff, .heartRate).isEmpty)
        expectBalanced(cuff.report)

        let night = """
            com.samsung.health.sleep_stage,6312001,3
            start_time,sleep_id,custom,update_time,create_time,stage,time_offset,deviceuuid,pkg_name,end_time,datauuid
            2026-01-05 14:00:00.000,s,,,,40002,UTC+0900,d,p,2026-01-05 14:30:00.000,u,
            2026-01-05 14:30:00.000,s,,,,40003,UTC+0900,d,p,2026-01-05 15:00:00.000,u,
            2026-01-05 15:00:00.000,s,,,,40009,UTC+0900,d,p,2026-01-05 15:10:00.000,u,

            """
        let sleep = load(try files.write(night, "sleep.csv"), in: seoul)
        let samples = try #require(sleep.records[.sleep])
        #expect(samples.columns.values.map { samples.labels[Int($0)] } == ["core", "deep"])
        #expect(samples.columns.starts[0] == utc(2026, 1, 5, 14))
        #expect(sleep.report.files[0].refused == 1)
    }

    @Test("Google Fit: days count for what their quarters of an hour lack")
    func googleFit() throws {
        let files = try TestFiles()
        let daily = """
            Date,Move Minutes count,Calories (kcal),Distance (m),Heart Points,Average heart rate (bpm),Step count,Average weight (kg),Walking duration (ms)
            2026-01-05,30,2100.5,4200.25,12,71.5,6000,,1800000
            2026-01-06,20,2000.5,3100.25,,,4000,80.5,

            """
        let quarters = """
            Start time,End time,Move Minutes count,Calories (kcal),Distance (m),Step count
            00:00:00.000+05:30,00:15:00.000+05:30,,18.5,,
            08:00:00.000+05:30,08:15:00.000+05:30,12,30.1,900.5,1200
            23:45:00.000+05:30,00:00:00.000+05:30,1,19.0,20.5,30

            """
        let folder = "Takeout/Fit/Daily activity metrics/"
        let path = try files.zip(
            [
                (folder + "Daily activity metrics.csv", daily),
                (folder + "2026-01-05.csv", quarters),
            ], "takeout.zip")
        let result = load(path, in: try zone("Asia/Kolkata"))
        #expect(format(result) == "google-fit.zip")
        #expect(values(result, .steps) == [6000, 1200, 30, 4000])
        #expect(
            starts(result, .steps) == [
                utc(2026, 1, 4, 18, 30), utc(2026, 1, 5, 2, 30), utc(2026, 1, 5, 18, 15),
                utc(2026, 1, 5, 18, 30),
            ])
        let columns = try #require(result.records[.steps]).columns
        #expect(columns.end(at: 2) == utc(2026, 1, 5, 18, 30))
        #expect(columns.end(at: 3) == utc(2026, 1, 6, 18, 30))
        #expect(values(result, .weight) == [80.5])
        #expect(values(result, .heartRate) == [71.5])
        // The day as the app shows it, whichever of its quarters are present.
        let kolkata = try zone("Asia/Kolkata")
        #expect(areNear(dailySums(result.records, .steps, in: kolkata), [6000, 4000]))
        #expect(areNear(dailySums(result.records, .distance, in: kolkata), [4200.25, 3100.25]))
        #expect(
            areNear(dailySums(result.records, .exerciseTime, in: kolkata), [30 * 60, 20 * 60]))
        expectBalanced(result.report)

        let nameless = load(try files.write(quarters, "renamed.csv"))
        #expect(nameless.report.files[0].failure?.problem.contains("2026-10-31.csv") == true)
    }

    // MARK: Glucose

    @Test("LibreView: kinds of rows, both units, and an unproved order of dates")
    func libreView() throws {
        let files = try TestFiles()
        let text = """
            Glucose Data,Created on,01-02-2026 10:00 UTC,Created by,A. Person
            Device,Serial Number,Device Timestamp,Record Type,Historic Glucose mg/dL,Scan Glucose mg/dL,Non-numeric Rapid-Acting Insulin,Rapid-Acting Insulin (units),Notes
            FreeStyle LibreLink,abc,01-05-2026 11:45 PM,0,105,,,,
            FreeStyle LibreLink,abc,01-13-2026 12:01 AM,1,,98,,,
            FreeStyle LibreLink,abc,01-13-2026 08:00 AM,4,,,,5,

            """
        let result = load(try files.write("\u{feff}" + text, "libre.csv"))
        #expect(format(result) == "libreview")
        #expect(values(result, .glucose) == [105, 98])
        #expect(starts(result, .glucose) == [utc(2026, 1, 5, 23, 45), utc(2026, 1, 13, 0, 1)])
        #expect(result.report.files[0].refused == 1)
        expectBalanced(result.report)

        let german = """
            Glukose-Werte,Erstellt am,02-01-2026 10:00 UTC,Erstellt von,A. Person
            Gerät,Seriennummer,Gerätezeitstempel,Aufzeichnungstyp,Glukosewert-Verlauf mmol/L,Glukose-Scan mmol/L
            FreeStyle LibreLink,abc,05-01-2026 23:45,0,"5,8",

            """
        let open = load(try files.write(german, "libre2.csv"))
        #expect(format(open) == "libreview")
        #expect(abs((values(open, .glucose).first ?? 0) - 5.8 * 18.016) < 1e-9)
        #expect(open.report.files[0].questions.map(\.id) == ["date"])
        #expect(starts(open, .glucose) == [utc(2026, 1, 5, 23, 45)])
    }

    @Test("Dexcom Clarity: rows about the person, and words for values outside the range")
    func clarity() throws {
        let files = try TestFiles()
        let text = """
            Index,Timestamp (YYYY-MM-DDThh:mm:ss),Event Type,Event Subtype,Patient Info,Device Info,Source Device ID,Glucose Value (mg/dL),Insulin Value (u),Carb Value (grams),Duration (hh:mm:ss),Glucose Rate of Change (mg/dL/min),Transmitter Time (Long Integer),Transmitter ID
            1,,FirstName,,A,,,,,,,,,
            2,,Device,,,Dexcom G6,abc,,,,,,,
            11,2026-01-05T00:04:21,EGV,,,,abc,112,,,,,6543,8XX
            12,2026-01-05T00:09:21,EGV,,,,abc,High,,,,,6843,8XX
            13,2026-01-05T00:14:21,EGV,,,,abc,118,,,,,7143,8XX

            """
        let result = load(try files.write(text, "clarity.csv"))
        #expect(format(result) == "clarity")
        #expect(values(result, .glucose) == [112, 118])
        #expect(starts(result, .glucose).first == utc(2026, 1, 5, 0, 4) + 21)
        #expect(result.report.files[0].refused == 3)
        expectBalanced(result.report)
    }

    @Test("Withings: lists of any length in one cell, and distances next to activities")
    func withingsLongCells() throws {
        let files = try TestFiles()
        // 30,000 minutes in a row: cells of 90 and 60 thousand bytes.
        let ones = [String](repeating: "1", count: 30_000).joined(separator: ",")
        let minutes = [String](repeating: "60", count: 30_000).joined(separator: ",")
        let steps = """
            start,duration,value
            2026-01-05T08:00:00+01:00,"[\(minutes)]","[\(ones)]"
            2026-02-05T08:00:00+01:00,"[60]","[7]"

            """
        let result = load(try files.write(steps, "raw_tracker_steps.csv"))
        #expect(values(result, .steps).count == 30_001 && values(result, .steps).last == 7)
        #expect(result.report.files[0].refused == 0)
        expectBalanced(result.report)

        let way = [String](repeating: "[47.1,8.5]", count: 10_000).joined(separator: ",")
        let activities = """
            from,to,"from (manual)","to (manual)",Timezone,"Activity type",Data,GPS,Modified
            2026-01-05T08:00:00+01:00,2026-01-05T08:30:00+01:00,,,Europe/Zurich,Walking,"{""steps"":9}","[\(way)]",1
            2026-01-06T08:00:00+01:00,2026-01-06T08:30:00+01:00,,,Europe/Zurich,Running,"{}","[]",1

            """
        let workouts = load(try files.write(activities, "activities.csv"))
        #expect(format(workouts) == "withings")
        #expect(
            starts(workouts, .workouts) == [utc(2026, 1, 5, 7), utc(2026, 1, 6, 7)])
        #expect(workouts.report.files[0].refused == 0)
        expectBalanced(workouts.report)
    }

    // MARK: All

    @Test("The samples of every format are truncated anywhere without harm")
    func truncated() throws {
        let files = try TestFiles()
        let text = """
            Date,"Weight (kg)","Fat mass (kg)","Bone mass (kg)","Muscle mass (kg)","Hydration (kg)",Comments
            "2025-10-26 08:12:45",80.0,16.0,3.1,60.8,44.0,
            "2025-03-02 07:58:01",82.0,,,,,"after a run"

            """
        for count in stride(from: 1, to: text.utf8.count, by: 3) {
            let result = load(
                try files.write(Array(text.utf8.prefix(count)), "weight.csv"))
            expectBalanced(result.report)
            #expect(values(result, .weight).count <= 2)
        }
    }
}
