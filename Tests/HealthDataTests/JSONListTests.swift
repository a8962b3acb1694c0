import ChartCore
import Foundation
import Platform
import Streams
import Testing

@testable import HealthData

/// Lists at any depth of a document in JSON.
@Suite("Nested lists in JSON") struct JSONListTests {
    private let files: TestFiles

    init() throws { files = try TestFiles() }

    private func read(_ text: String, _ name: String = "export.json") throws -> ImportResult {
        load(try files.write(text, name))
    }

    private func values(_ result: ImportResult, _ id: MetricID) -> [Double] {
        result.records[id].map { Array($0.columns.values) } ?? []
    }

    private func starts(_ result: ImportResult, _ id: MetricID) -> [Double] {
        result.records[id].map { Array($0.columns.starts) } ?? []
    }

    /// Seconds since 1970 of a day of January 2026, at a time of day in UTC.
    private func january(_ day: Int, _ hour: Int = 0, _ minute: Int = 0) -> Double {
        let seconds = (day - 1) * 86_400 + hour * 3600 + minute * 60
        return 1_767_225_600 + Double(seconds)
    }

    @Test("The name and the unit of a list come from the objects around it, wherever they are")
    func namesOfParents() throws {
        let result = try read(
            """
            {"user":{"name":"Kim"},"exported":"2026-02-01","data":{"metrics":[
            {"data":[{"date":"2026-01-05 07:00:00 +0100","qty":180.5,"source":"Scale"},
             {"date":"2026-01-06 07:00:00 +0100","qty":181,"source":"Scale"}],"units":"lb","name":"weight_body_mass"},
            {"name":"walking_running_distance","units":"km","data":[{"date":"2026-01-05 12:00:00 +0100","qty":1.25}]},
            {"units":"ml/(kg·min)","name":"vo2_max","data":[{"date":"2026-01-05 12:00:00 +0100","qty":41.5}]}]}}
            """)
        let pounds = 0.453_592_37
        let weights = values(result, .weight)
        #expect(weights.count == 2)
        for (value, number) in zip(weights, [180.5, 181]) {
            #expect(abs(value - number * pounds) < 1e-9)
        }
        #expect(starts(result, .weight) == [january(5, 6), january(6, 6)])
        #expect(values(result, .distance) == [1250])
        #expect(values(result, .vo2Max) == [41.5])
        #expect(result.records.metrics.count == 3)
        #expect(result.report.files[0].read == 4)
        expectBalanced(result.report)
    }

    @Test("Workouts and the lists in them are read side by side")
    func listsInRecords() throws {
        let result = try read(
            """
            {"data":{"metrics":[],"workouts":[
            {"id":"A","name":"Outdoor Walk","start":"2026-01-05 18:00:00 +0000","end":"2026-01-05 18:30:00 +0000","duration":1800,
             "distance":{"qty":2.4,"units":"km"},"activeEnergyBurned":{"qty":418.4,"units":"kJ"},
             "heartRateData":[{"date":"2026-01-05 18:00:00 +0000","Min":90,"Avg":95.5,"Max":100,"units":"bpm","source":"Watch"},
              {"date":"2026-01-05 18:01:00 +0000","Min":92,"Avg":97,"Max":101,"units":"bpm","source":"Watch"}]},
            {"id":"B","name":"Cycling","start":"2026-01-06 18:00:00 +0000","end":"2026-01-06 18:40:00 +0000","duration":2400,
             "distance":{"qty":12.4,"units":"km"},
             "heartRateData":[{"date":"2026-01-06 18:00:00 +0000","Min":110,"Avg":115,"Max":120,"units":"bpm","source":"Watch"}]}]}}
            """)
        let workouts = result.records.workouts
        #expect(workouts.map(\.sport) == ["Outdoor walk", "Cycling"])
        #expect(workouts.map(\.figures.distance) == [2400, 12_400])
        #expect(abs((workouts[0].figures.energy ?? 0) - 100) < 1e-9)
        #expect(values(result, .heartRate) == [95.5, 97, 115])
        #expect(result.report.files[0].questions.isEmpty)
        expectBalanced(result.report)
    }

    @Test("Nights by the lengths of their stages, in hours")
    func nights() throws {
        let result = try read(
            """
            {"data":{"metrics":[{"units":"hr","name":"sleep_analysis","data":[
            {"date":"2026-01-06 00:00:00 +0000","asleep":0,"core":4,"deep":1.25,"rem":1.5,"awake":0.25,"inBed":0,"totalSleep":6.75,"sleepStart":"2026-01-05 23:00:00 +0000","sleepEnd":"2026-01-06 06:00:00 +0000","source":"Watch"}]}]}}
            """)
        let sleep = try #require(result.records[.sleep])
        var hours: [Int: Double] = [:]
        for index in 0..<sleep.columns.count {
            hours[Int(sleep.columns.values[index]), default: 0] +=
                (sleep.columns.end(at: index) - sleep.columns.starts[index]) / 3600
        }
        #expect(
            hours == [
                SleepStage.core.rawValue: 4, SleepStage.deep.rawValue: 1.25,
                SleepStage.rem.rawValue: 1.5, SleepStage.awake.rawValue: 0.25,
            ])
        #expect(sleep.columns.starts[0] == january(5, 23))
    }

    @Test("Dates that name the members of an object are the dates of these records")
    func datedMembers() throws {
        let objects = try read(
            #"{"2026-01-05":{"steps":5000},"2026-01-06":{"steps":6000},"2026-01-07":{"steps":7000}}"#
        )
        #expect(values(objects, .steps) == [5000, 6000, 7000])
        #expect(starts(objects, .steps) == [5, 6, 7].map { january($0) })
        let lists = try read(
            #"{"log":{"2026-01-05":[{"time":"08:00","pulse":61},{"time":"12:30","pulse":72}],"2026-01-06":[{"time":"08:10","pulse":63}]}}"#
        )
        #expect(values(lists, .heartRate) == [61, 72, 63])
        #expect(
            starts(lists, .heartRate) == [january(5, 8), january(5, 12, 30), january(6, 8, 10)])
        let numbers = try read(#"{"weight kg":{"2026-01-05":81.5,"2026-01-06":81.25}}"#)
        #expect(values(numbers, .weight) == [81.5, 81.25])
    }

    @Test("A member without a date among dated ones is passed over, with all that is in it")
    func undatedMembers() throws {
        let result = try read(
            #"{"log":{"2026-01-05":{"pulse":61},"note":{"by":"Kim","x":{"2026-01-06":{"pulse":99}}},"2026-01-07":{"pulse":64}}}"#
        )
        #expect(values(result, .heartRate) == [61, 64])
        expectBalanced(result.report)
    }

    @Test("Records that have only a time of day have the date of the object around them")
    func datesOfParents() throws {
        let result = try read(
            """
            {"days":[{"entries":[{"time":"07:15","systolic":128,"diastolic":82},{"time":"21:15","systolic":131,"diastolic":84}],"date":"2026-01-05"},
            {"date":"2026-01-06","entries":[{"time":"07:20","systolic":127,"diastolic":81}]}]}
            """)
        #expect(values(result, .bloodPressure) == [128, 131, 127])
        #expect(
            starts(result, .bloodPressure) == [
                january(5, 7, 15), january(5, 21, 15), january(6, 7, 20),
            ])
    }

    @Test("Rows of a time and a value have the name and the unit of their list")
    func rows() throws {
        let result = try read(
            """
            {"series":[{"type":"weight","unit":"lb","points":[[1767600000000,180],[1767686400000,181.5]]},
            {"type":"steps","points":[[1767600000000,5000],[1767686400000,null]]}]}
            """)
        #expect(values(result, .weight).map { ($0 / 0.453_592_37 * 10).rounded() } == [1800, 1815])
        #expect(values(result, .steps) == [5000])
        #expect(starts(result, .steps) == [1_767_600_000])
    }

    @Test("What is the same in all records describes the program and is no reading")
    func constants() throws {
        let result = try read(
            """
            [{"_id":"a1","date":1767225600000,"dateString":"2026-01-01T00:00:00.000Z","sgv":102,"type":"sgv","noise":1,"rssi":100,"utcOffset":0},
            {"_id":"a2","date":1767225900000,"dateString":"2026-01-01T00:05:00.000Z","sgv":108,"type":"sgv","noise":1,"rssi":100,"utcOffset":0},
            {"_id":"a3","date":1767226200000,"dateString":"2026-01-01T00:10:00.000Z","sgv":115,"type":"sgv","noise":1,"rssi":90,"utcOffset":0}]
            """, "entries.json")
        #expect(values(result, .glucose) == [102, 108, 115])
        #expect(result.records.metrics.map(\.id) == [.glucose])
        // A single value that never changes is a reading if there is nothing else.
        let only = try read(#"[{"date":"2026-01-05","mood":3},{"date":"2026-01-06","mood":3}]"#)
        #expect(values(only, .column("mood")) == [3, 3])
    }

    @Test("The same is read whatever is in the window, in a document of one line")
    func windows() throws {
        var text =
            #"{"meta":{"note":"\#(String(repeating: "long ", count: 3000))"},"data":{"metrics":["#
        for (index, name) in ["heart_rate", "step_count", "resting_heart_rate"].enumerated() {
            if index > 0 { text += "," }
            text += #"{"data":["#
            for row in 0..<400 {
                if row > 0 { text += "," }
                let (hour, minute) = (row / 60, row % 60)
                let clock = "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
                text +=
                    #"{"date":"2026-01-05T\#(clock):00Z","qty":\#(50 + row % 40),"tags":["a",{"b":[1,2]}]}"#
            }
            text += #"],"name":"\#(name)"}"#
        }
        text += "]}}"
        let path = try files.write(text, "one.json")
        let whole = load(path)
        let rates = (0..<400).map { Double(50 + $0 % 40) }
        #expect(values(whole, .heartRate) == rates)
        #expect(values(whole, .steps) == rates)
        for size in [64, 300, 5000] {
            var options = ImportOptions(zone: .utc)
            options.documentWindowSize = size
            expectSame(whole, Importer(files: [path], options: options).run(), "\(size)")
        }
        expectBalanced(whole.report)
    }

    @Test("A document that breaks off gives everything before that place, and says so")
    func brokenOff() throws {
        let text = """
            {"data":{"metrics":[{"name":"heart_rate","units":"count/min","data":[
            {"date":"2026-01-05T08:00:00Z","qty":61},{"date":"2026-01-05T08:01:00Z","qty":62},{"date":"2026-01-05T08:02:00Z","qt
            """
        let result = try read(text)
        #expect(values(result, .heartRate) == [61, 62])
        #expect(result.report.files[0].notes.contains { $0.text.contains("broken or cut off") })
        for count in stride(from: 1, to: text.utf8.count, by: 7) {
            let part = try read(String(decoding: text.utf8.prefix(count), as: UTF8.self))
            #expect(values(part, .heartRate).count <= 2)
            expectBalanced(part.report)
        }
    }

    @Test(
        "Brackets without end, repeated names and names without end cost no more than their bytes")
    func hostile() throws {
        let names = (0..<30_000).map { "\"n\($0)\":\($0)" }.joined(separator: ",")
        let long = String(repeating: "k", count: 9_000)
        var texts = [
            String(repeating: "[", count: 100_000), String(repeating: "{\"a\":", count: 50_000),
        ]
        texts.append("{\"a\":[{\"b\":" + String(repeating: "[{\"c\":", count: 60) + "1")
        texts.append("[{\"x\":[{\(names)}]}]")
        texts.append("[{\"x\":[{\"date\":\"2026-01-05\",\"\(long)\":1,\"steps\":5}]}]")
        for text in texts {
            expectBalanced(try read(text).report)
        }
    }

    @Test("Places in the report name the list")
    func places() throws {
        let result = try read(
            """
            {"a":{"weight kg":[{"date":"2026-01-05","value":81},{"date":"2026-01-06","value":"x"},{"date":"soon","value":82},{"date":"2026-01-08","value":82.5}]},
             "b":[{"text":"words"},{"text":"more"}]}
            """)
        let file = result.report.files[0]
        #expect(values(result, .weight) == [81, 82.5])
        #expect(
            file.refusals.map(\.place) == ["a.weight kg:record 2", "a.weight kg:record 3"])
        #expect(file.notes.contains { $0.text == "the list b was passed over" })
        expectBalanced(result.report)
    }

    // MARK: Programs

    @Test("Training sessions, days, heart rates and nights of Polar")
    func polar() throws {
        let session = try read(
            """
            {"exportVersion":"1.6","name":"Run","startTime":"2026-01-05T16:00:00.000","stopTime":"2026-01-05T16:30:00.000","timezoneOffset":60,"distance":5000,
            "exercises":[{"samples":{"heartRate":[{"dateTime":"2026-01-05T16:00:00.000","value":120},{"dateTime":"2026-01-05T16:00:01.000"},{"dateTime":"2026-01-05T16:00:02.000","value":122}],
             "recordedRoute":[{"dateTime":"2026-01-05T16:00:00.000","longitude":6.5,"latitude":54.2,"altitude":3.5}]},
             "startTime":"2026-01-05T16:00:00.000","stopTime":"2026-01-05T16:30:00.000","timezoneOffset":60,"duration":"PT1800S","distance":5000,"sport":"RUNNING","kiloCalories":350,"heartRate":{"avg":130,"max":150}}]}
            """, "training-session-2026-01-05.json")
        let workout = try #require(session.records.workouts.first)
        #expect(workout.sport == "Running" && workout.start == january(5, 15))
        #expect(workout.end == january(5, 15, 30) && workout.figures.energy == 350)
        #expect(workout.figures.meanHeartRate == 130 && workout.track?.count == 1)
        #expect(values(session, .heartRate) == [120, 122])
        #expect(starts(session, .heartRate) == [january(5, 15), january(5, 15) + 2])

        let night = try read(
            """
            [{"night":"2026-01-06","evaluation":{"sleepSpan":"PT7H"},"sleepResult":{"hypnogram":{"sleepStart":"2026-01-05T23:00:00.000+01:00","sleepEnd":"2026-01-06T06:00:00.000+01:00",
            "sleepStateChanges":[{"offsetFromStart":"PT0S","state":"NONREM12"},{"offsetFromStart":"PT1H","state":"NONREM3"},{"offsetFromStart":"PT2H30M","state":"REM"},{"offsetFromStart":"PT6H","state":"WAKE"}]}}}]
            """, "sleep_result_1.json")
        #expect(
            values(night, .sleep).map { Int($0) }
                == [SleepStage.core, .deep, .rem, .awake].map(\.rawValue))
        #expect(starts(night, .sleep).first == january(5, 22))

        let rates = try read(
            #"{"deviceDays":[{"samples":[{"heartRate":60,"secondsFromDayStart":10,"source":"W"},{"heartRate":0,"secondsFromDayStart":20,"source":"W"}],"date":"2026-01-05"}]}"#,
            "247ohr_1.json")
        #expect(values(rates, .heartRate) == [60])
        #expect(starts(rates, .heartRate) == [january(5) + 10])
        #expect(rates.report.files[0].refused == 1)

        let day = try read(
            #"{"exportVersion":"1.3","date":"2026-01-05","summary":{"stepCount":9000},"samples":{"steps":[{"localTime":"07:00:00","value":12},{"localTime":"07:01:00","value":80}]}}"#,
            "activity-2026-01-05.json")
        // The sum of the day counts by as much as it exceeds the minutes.
        #expect(values(day, .steps) == [9000, 12, 80])
        #expect(starts(day, .steps) == [january(5), january(5, 7), january(5, 7, 1)])
        for result in [session, night, rates, day] { expectBalanced(result.report) }
    }

    @Test("Activities of Huawei, with a pause and without points")
    func huawei() throws {
        let result = try read(
            """
            [{"recordDay":20260105,"motionPathData":[{"sportType":4,"startTime":1767600000000,"endTime":1767600120000,"totalTime":120000,"totalDistance":400,"totalCalories":30000,
            "attribute":"HW_EXT_TRACK_DETAIL@istp=lbs;k=0;lat=54.200000;lon=6.500;alt=0.0;t=1.7676E12;\\ntp=lbs;k=1;lat=90.0;lon=-80.0;alt=0.0;t=1.76760003E12;\\ntp=lbs;k=2;lat=54.201800;lon=6.500;alt=0.0;t=1.76760006E12;\\ntp=h-r;k=1767600000000;v=120;\\ntp=h-r;k=1767600030000;v=255;\\ntp=x;k=1;v=2;\\n&&HW_EXT_TRACK_SIMPLIFY@is{\\"avgHeartRate\\": 121, \\"maxHeartRate\\": 0}"}]},
            {"recordDay":20260106,"motionPathData":[{"sportType":257,"startTime":1767686400000,"endTime":1767688200000,"totalDistance":2000,"totalCalories":90000}]},
            {"recordDay":20260107,"motionPathData":[]}]
            """, "motion path detail data.json")
        let workouts = result.records.workouts
        #expect(workouts.map(\.sport) == ["Running", "Walking"])
        #expect(workouts.map(\.figures.energy) == [30, 90])
        #expect(workouts[0].figures.meanHeartRate == 121)
        #expect(workouts[0].figures.highestHeartRate == 120)
        #expect(workouts[0].track?.count == 2)
        #expect(values(result, .heartRate) == [120])
        #expect(result.report.files[0].refused == 1)
        expectBalanced(result.report)
    }

    @Test("Observations of FHIR: in a bundle, alone, and one in each line")
    func fhir() throws {
        func observation(_ code: String, _ day: Int, _ rest: String) -> String {
            """
            {"resourceType":"Observation","status":"final","code":{"coding":[{"system":"http://loinc.org","code":"\(code)"}]},"effectiveDateTime":"2026-01-0\(day)T08:00:00Z",\(rest)}
            """
        }
        let weight = observation(
            "29463-7", 5, #""valueQuantity":{"value":180,"unit":"lb","code":"[lb_av]"}"#)
        let pressure = observation(
            "85354-9", 6,
            #""component":[{"code":{"coding":[{"code":"8480-6"}]},"valueQuantity":{"value":128,"code":"mm[Hg]"}},{"code":{"coding":[{"code":"8462-4"}]},"valueQuantity":{"value":82,"code":"mm[Hg]"}}]"#
        )
        let upper = observation("8480-6", 7, #""valueQuantity":{"value":130,"unit":"mmHg"}"#)
        let lower = observation("8462-4", 7, #""valueQuantity":{"value":85,"unit":"mmHg"}"#)
        let ferritin = """
            {"resourceType":"Observation","status":"final","code":{"text":"Ferritin"},"effectivePeriod":{"start":"2026-01-05T08:00:00Z"},"valueQuantity":{"value":80,"unit":"ug/L"}}
            """
        let text = observation("11506-3", 5, #""valueString":"well""#)
        let all = [weight, pressure, upper, lower, ferritin, text]
        let entries = all.map { #"{"fullUrl":"x","resource":\#($0)}"# }.joined(separator: ",\n")
        let bundle = try read(
            """
            {"resourceType":"Bundle","type":"collection","entry":[{"resource":{"resourceType":"Patient","birthDate":"1970-01-01"}},\(entries)]}
            """, "bundle.json")
        let lines = try read(all.joined(separator: "\n") + "\n", "observations.ndjson")
        for result in [bundle, lines] {
            #expect(values(result, .weight).map { ($0 * 1e6).rounded() } == [81_646_627])
            #expect(values(result, .bloodPressure) == [128, 130])
            #expect(values(result, .column("Ferritin")) == [80])
            expectBalanced(result.report)
        }
        #expect(bundle.report.files[0].refused == 2)
        #expect(bundle.report.files[0].refusals.contains { $0.type == "Patient" })
        let alone = try read(weight, "weight.json")
        #expect(values(alone, .weight).count == 1)
    }
}
