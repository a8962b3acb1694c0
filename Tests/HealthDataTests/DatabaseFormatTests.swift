import ChartCore
import Foundation
import GRDB
import HealthData
import Testing

/// Databases as phones and programs write them.
@Suite("Formats that are databases") struct DatabaseFormatTests {
    private let files: TestFiles

    init() throws { files = try TestFiles() }

    /// A database made by these statements.
    private func database(_ name: String, log: Bool = false, _ sql: String) throws -> String {
        let path = files.path(name)
        let queue = try DatabaseQueue(path: path)
        try queue.writeWithoutTransaction { database in
            if log { try database.execute(sql: "PRAGMA journal_mode = WAL") }
            try database.execute(sql: sql)
            if log { try database.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
        }
        try queue.close()
        return path
    }

    private func table(
        _ result: ImportResult, _ id: MetricID
    ) throws -> [(start: Double, end: Double, value: Double, source: String, marks: SampleMarks)] {
        let columns = try #require(result.records[id]?.columns)
        return (0..<columns.count).map {
            (
                columns.starts[$0], columns.end(at: $0), columns.values[$0],
                result.records.sources[Int(columns.sources[$0])].name, columns.marks(at: $0)
            )
        }
    }

    private static let day = 1_780_272_000  // 2026-06-01T00:00:00Z

    // MARK: Health Connect

    private func milliseconds(_ seconds: Int) -> Int { (Self.day + seconds) * 1000 }

    private var healthConnect: String {
        """
        CREATE TABLE application_info_table (row_id INTEGER PRIMARY KEY, package_name TEXT, app_name TEXT);
        INSERT INTO application_info_table VALUES (1, 'com.example.watch', 'Watch App'),
            (2, 'com.example.phone', NULL);
        CREATE TABLE device_info_table (row_id INTEGER PRIMARY KEY, manufacturer TEXT, model TEXT,
            device_type INTEGER);
        INSERT INTO device_info_table VALUES (1, 'M', 'W', 1), (2, 'M', 'P', 2);
        CREATE TABLE steps_record_table (row_id INTEGER PRIMARY KEY, uuid BLOB, start_time INTEGER,
            start_zone_offset INTEGER, end_time INTEGER, end_zone_offset INTEGER, local_date INTEGER,
            app_info_id INTEGER, device_info_id INTEGER, recording_method INTEGER, count INTEGER);
        INSERT INTO steps_record_table VALUES
            (1, x'00', \(milliseconds(28_800)), 7200, \(milliseconds(30_600)), 7200, 20605, 1, 1, 2, 900),
            (2, x'01', \(milliseconds(28_800)), 7200, \(milliseconds(30_600)), 7200, 20605, 2, 2, 2, 850),
            (3, x'02', \(milliseconds(40_000)), 7200, \(milliseconds(39_000)), 7200, 20605, 2, 2, 2, 5);
        CREATE TABLE weight_record_table (row_id INTEGER PRIMARY KEY, time INTEGER, zone_offset INTEGER,
            app_info_id INTEGER, device_info_id INTEGER, recording_method INTEGER, weight REAL);
        INSERT INTO weight_record_table VALUES (1, \(milliseconds(25_200)), 7200, 2, 2, 3, 71250.0),
            (2, \(milliseconds(25_300)), 7200, 2, 2, 3, 5e-324);
        CREATE TABLE blood_pressure_record_table (row_id INTEGER PRIMARY KEY, time INTEGER,
            app_info_id INTEGER, device_info_id INTEGER, systolic REAL, diastolic REAL,
            measurement_location INTEGER, body_position INTEGER);
        INSERT INTO blood_pressure_record_table VALUES (1, \(milliseconds(26_000)), 2, 2, 121.0, 79.0, 0, 0);
        CREATE TABLE blood_glucose_record_table (row_id INTEGER PRIMARY KEY, time INTEGER,
            app_info_id INTEGER, level REAL);
        INSERT INTO blood_glucose_record_table VALUES (1, \(milliseconds(27_000)), 2, 5.5);
        CREATE TABLE heart_rate_record_table (row_id INTEGER PRIMARY KEY, start_time INTEGER,
            end_time INTEGER, app_info_id INTEGER, device_info_id INTEGER);
        INSERT INTO heart_rate_record_table VALUES (7, 0, 0, 1, 1);
        CREATE TABLE heart_rate_record_series_table (parent_key INTEGER, beats_per_minute INTEGER,
            epoch_millis INTEGER);
        INSERT INTO heart_rate_record_series_table VALUES (7, 61, \(milliseconds(100))),
            (7, 64, \(milliseconds(160)));
        CREATE TABLE sleep_session_record_table (row_id INTEGER PRIMARY KEY, start_time INTEGER,
            end_time INTEGER, app_info_id INTEGER, device_info_id INTEGER);
        INSERT INTO sleep_session_record_table VALUES (1, \(milliseconds(0)), \(milliseconds(7200)), 1, 1),
            (2, \(milliseconds(90_000)), \(milliseconds(95_000)), 1, 1);
        CREATE TABLE sleep_stages_table (parent_key INTEGER, stage_start_time INTEGER,
            stage_end_time INTEGER, stage_type INTEGER);
        INSERT INTO sleep_stages_table VALUES (1, \(milliseconds(0)), \(milliseconds(3600)), 4),
            (1, \(milliseconds(3600)), \(milliseconds(5400)), 5),
            (1, \(milliseconds(5400)), \(milliseconds(7200)), 6), (1, 5, 6, 99);
        CREATE TABLE exercise_session_record_table (row_id INTEGER PRIMARY KEY, start_time INTEGER,
            end_time INTEGER, app_info_id INTEGER, device_info_id INTEGER, exercise_type INTEGER);
        INSERT INTO exercise_session_record_table
            VALUES (1, \(milliseconds(28_800)), \(milliseconds(30_600)), 1, 1, 33);
        CREATE TABLE hydration_record_table (row_id INTEGER PRIMARY KEY, start_time INTEGER, volume REAL);
        INSERT INTO hydration_record_table VALUES (1, 0, 0.2), (2, 0, 0.3);
        """
    }

    @Test(
        "Health Connect: units, sources, series, stages, and unknown records",
        arguments: [false, true])
    func healthConnectRows(log: Bool) throws {
        let path = try database("health_connect_export.db", log: log, healthConnect)
        let zip = try files.zip(
            [("health_connect_export.db", try files.bytes("health_connect_export.db"))],
            "export.zip")
        for (path, format) in [(path, "health-connect"), (zip, "health-connect.zip")] {
            let result = load(path)
            let report = result.report.files[0]
            #expect(report.format == format && report.failure == nil)
            expectBalanced(result.report)
            // 3 + 2 + 1 + 1 + 2 + 4 + 1 + 1 + 2
            #expect(report.read == 17)
            let day = Double(Self.day)
            let steps = try table(result, .steps)
            #expect(steps.map(\.value) == [900, 850] || steps.map(\.value) == [850, 900])
            #expect(Set(steps.map(\.source)) == ["Watch App", "com.example.phone"])
            let merged = result.records.merged(.steps)
            #expect(merged.values.reduce(0, +) == 900)
            #expect(steps[0].start == day + 28_800 && steps[0].end == day + 30_600)
            let weights = try table(result, .weight)
            #expect(weights.map(\.value) == [71.25] && weights[0].marks.contains(.manual))
            let pressure = try #require(result.records[.bloodPressure]?.columns)
            #expect(Array(pressure.values) == [121] && Array(PairColumns(pressure).lower) == [79])
            #expect(abs(try table(result, .glucose)[0].value - 99.088) < 1e-9)
            let hearts = try table(result, .heartRate)
            #expect(hearts.map(\.value) == [61, 64] && hearts[0].source == "Watch App")
            #expect(hearts.map(\.start) == [day + 100, day + 160])
            let sleep = try table(result, .sleep)
            #expect(
                sleep.map { Int($0.value) }
                    == [SleepStage.core, .deep, .rem, .asleep].map(\.rawValue))
            #expect(sleep[3].start == day + 90_000)
            let workouts = try #require(result.records[.workouts])
            #expect(workouts.labels == ["Running"] && workouts.columns.count == 1)
            let reasons = Dictionary(
                uniqueKeysWithValues: report.refusals.map { ($0.reason, $0.count) })
            #expect(
                reasons == [
                    "it ends before it starts": 1, "it has no value": 1,
                    "the stage of sleep is not known": 1,
                    "records of hydration_record_table are not known": 2,
                ])
        }
        // The original is unchanged, and there is nothing next to it.
        let names = try FileManager.default.contentsOfDirectory(atPath: files.folder)
        #expect(Set(names) == ["health_connect_export.db", "export.zip"])
    }

    @Test("Health Connect of an Android with other columns: missing ones are reported")
    func otherColumns() throws {
        let path = try database(
            "health_connect_export.db",
            """
            CREATE TABLE steps_record_table (row_id INTEGER PRIMARY KEY, start_time INTEGER,
                end_time INTEGER, count INTEGER);
            INSERT INTO steps_record_table VALUES (1, \(milliseconds(0)), \(milliseconds(60)), 70);
            CREATE TABLE weight_record_table (row_id INTEGER PRIMARY KEY, time INTEGER, mass REAL);
            INSERT INTO weight_record_table VALUES (1, 0, 1), (2, 0, 1);
            """)
        let result = load(path)
        expectBalanced(result.report)
        #expect(try table(result, .steps).map(\.source) == ["Health Connect"])
        #expect(
            result.report.files[0].refusals.map(\.reason)
                == ["the columns of weight_record_table are not known"])
    }

    @Test("Health Connect: sports by the numbers of the platform, not by those of its client")
    func healthConnectExercises() throws {
        // ExerciseSessionType; in the client's own numbering 4 is baseball, 53 rowing, and so on.
        let sports = [
            0: "Other", 3: "Basketball", 4: "Cycling", 5: "Indoor cycling", 20: "Interval training",
            31: "Rowing", 33: "Running", 34: "Treadmill", 44: "Stair climbing",
            45: "Strength training", 49: "Pool swimming", 53: "Walking", 56: "Wheelchair",
            57: "Yoga", 59: "Stair machine", 60: "Elliptical", 61: "Rowing machine",
            99: "Exercise 99",
        ]
        let rows = sports.keys.sorted().map { number in
            "(\(milliseconds(number * 3600)), \(milliseconds(number * 3600 + 600)), \(number))"
        }
        let path = try database(
            "health_connect_export.db",
            """
            CREATE TABLE steps_record_table (start_time INTEGER, end_time INTEGER, count INTEGER);
            CREATE TABLE exercise_session_record_table (start_time INTEGER, end_time INTEGER,
                exercise_type INTEGER);
            INSERT INTO exercise_session_record_table VALUES \(rows.joined(separator: ","));
            """)
        let result = load(path)
        let workouts = try #require(result.records[.workouts])
        let found = workouts.columns.values.map { workouts.labels[Int($0)] }
        #expect(Array(found) == sports.keys.sorted().map { sports[$0] })
        expectBalanced(result.report)
    }

    // MARK: Gadgetbridge

    private var gadgetbridge: String {
        """
        CREATE TABLE DEVICE (_id INTEGER PRIMARY KEY, NAME TEXT, MANUFACTURER TEXT, IDENTIFIER TEXT,
            TYPE INTEGER, MODEL TEXT, ALIAS TEXT);
        INSERT INTO DEVICE VALUES (1, 'Band 7', 'X', 'a', 0, NULL, NULL), (2, 'Watch', 'H', 'b', 0, NULL, 'Mine');
        CREATE TABLE MI_BAND_ACTIVITY_SAMPLE (TIMESTAMP INTEGER, DEVICE_ID INTEGER, USER_ID INTEGER,
            RAW_INTENSITY INTEGER, STEPS INTEGER, RAW_KIND INTEGER, HEART_RATE INTEGER);
        INSERT INTO MI_BAND_ACTIVITY_SAMPLE VALUES
            (\(Self.day), 1, 1, 30, 40, 1, 71), (\(Self.day + 60), 1, 1, 30, 0, 1, 255),
            (\(Self.day + 120), 1, 1, 30, 25, 1, 255), (\(Self.day + 180), 1, 1, 3, 0, 112, 58);
        CREATE TABLE HUAWEI_ACTIVITY_SAMPLE (TIMESTAMP INTEGER, DEVICE_ID INTEGER, USER_ID INTEGER,
            OTHER_TIMESTAMP INTEGER, SOURCE INTEGER, RAW_KIND INTEGER, RAW_INTENSITY INTEGER,
            STEPS INTEGER, HEART_RATE INTEGER);
        INSERT INTO HUAWEI_ACTIVITY_SAMPLE VALUES
            (\(Self.day + 3600), 2, 1, \(Self.day + 3900), 13, 1, 0, 300, -1),
            (\(Self.day + 3900), 2, 1, \(Self.day + 3600), 13, 1, 0, 300, -1);
        CREATE TABLE MI_SCALE_WEIGHT_SAMPLE (TIMESTAMP INTEGER, DEVICE_ID INTEGER, USER_ID INTEGER, WEIGHT_KG REAL);
        INSERT INTO MI_SCALE_WEIGHT_SAMPLE VALUES (\(milliseconds(25_000)), 1, 1, 70.85);
        CREATE TABLE XIAOMI_SPO2_SAMPLE (TIMESTAMP INTEGER, DEVICE_ID INTEGER, USER_ID INTEGER, SPO2 INTEGER);
        INSERT INTO XIAOMI_SPO2_SAMPLE VALUES (\(milliseconds(26_000)), 1, 1, 97), (\(milliseconds(26_100)), 1, 1, 0);
        CREATE TABLE XIAOMI_STRESS_SAMPLE (TIMESTAMP INTEGER, DEVICE_ID INTEGER, USER_ID INTEGER, STRESS INTEGER);
        INSERT INTO XIAOMI_STRESS_SAMPLE VALUES (\(milliseconds(26_000)), 1, 1, 40);
        CREATE TABLE BASE_ACTIVITY_SUMMARY (_id INTEGER PRIMARY KEY, NAME TEXT, START_TIME INTEGER,
            END_TIME INTEGER, ACTIVITY_KIND INTEGER, DEVICE_ID INTEGER, USER_ID INTEGER, SUMMARY_DATA TEXT);
        INSERT INTO BASE_ACTIVITY_SUMMARY VALUES (1, NULL, \(milliseconds(30_000)), \(milliseconds(31_800)), 16, 1, 1, '{}');
        """
    }

    @Test("Gadgetbridge: seconds and milliseconds, no values, placeholders, devices")
    func gadgetbridgeRows() throws {
        let path = try database("Gadgetbridge", gadgetbridge)
        let zip = try files.zip(
            [("database/Gadgetbridge", try files.bytes("Gadgetbridge"))], "backup.zip")
        for (path, format) in [(path, "gadgetbridge"), (zip, "gadgetbridge.zip")] {
            let result = load(path)
            let report = result.report.files[0]
            #expect(report.format == format && report.failure == nil)
            expectBalanced(result.report)
            let day = Double(Self.day)
            let steps = try table(result, .steps)
            #expect(steps.map(\.value) == [40, 25, 300])
            #expect(steps.map(\.start) == [day, day + 120, day + 3600])
            #expect(steps.map(\.end) == [day + 60, day + 180, day + 3900])
            #expect(steps.map(\.source) == ["Band 7", "Band 7", "Mine"])
            #expect(try table(result, .heartRate).map(\.value) == [71, 58])
            #expect(try table(result, .weight).map(\.value) == [70.85])
            #expect(try table(result, .weight)[0].start == day + 25_000)
            #expect(try table(result, .oxygen).map(\.value) == [97])
            #expect(result.records[.workouts]?.labels == ["Running"])
            #expect(result.records[.sleep] == nil)
            let reasons = Dictionary(
                uniqueKeysWithValues: report.refusals.map { ($0.reason, $0.count) })
            #expect(
                reasons == [
                    "it only marks the end of another record": 1, "it has no value": 1,
                    "records of xiaomi_stress_sample are not known": 1,
                ])
            #expect(
                report.notes.map(\.text)
                    == ["1 minutes of mi_band_activity_sample hold neither steps nor a heart rate"])
        }
    }

    @Test("Gadgetbridge: temperatures by their place, variability by its kind")
    func gadgetbridgeTemperatures() throws {
        let columns = "TIMESTAMP INTEGER, DEVICE_ID INTEGER, USER_ID INTEGER"
        let types = "TEMPERATURE REAL, TEMPERATURE_TYPE INTEGER, TEMPERATURE_LOCATION INTEGER"
        let path = try database(
            "Gadgetbridge",
            """
            CREATE TABLE DEVICE (_id INTEGER PRIMARY KEY, NAME TEXT);
            INSERT INTO DEVICE VALUES (1, 'Band');
            CREATE TABLE MI_BAND_ACTIVITY_SAMPLE (TIMESTAMP INTEGER, STEPS INTEGER);
            CREATE TABLE GENERIC_TEMPERATURE_SAMPLE (\(columns), \(types));
            INSERT INTO GENERIC_TEMPERATURE_SAMPLE VALUES
                (\(milliseconds(0)), 1, 1, 36.75, 1, 1), (\(milliseconds(60)), 1, 1, 33.5, 2, 9),
                (\(milliseconds(120)), 1, 1, 21.5, 3, 0), (\(milliseconds(180)), 1, 1, 30.25, 0, 0),
                (\(milliseconds(240)), 1, 1, 0, 2, 9);
            CREATE TABLE HUAWEI_TEMPERATURE_SAMPLE (\(columns), LAST_TIMESTAMP INTEGER, \(types));
            INSERT INTO HUAWEI_TEMPERATURE_SAMPLE VALUES
                (\(milliseconds(300)), 1, 1, 0, 31.5, 2, 9), (\(milliseconds(360)), 1, 1, 0, 32.5, 0, 0);
            CREATE TABLE COLMI_TEMPERATURE_SAMPLE (\(columns), TEMPERATURE REAL);
            INSERT INTO COLMI_TEMPERATURE_SAMPLE VALUES (\(milliseconds(420)), 1, 1, 34.5);
            CREATE TABLE FEMOMETER_VINCA2_TEMPERATURE_SAMPLE (\(columns), TEMPERATURE REAL,
                TEMPERATURE_TYPE INTEGER);
            INSERT INTO FEMOMETER_VINCA2_TEMPERATURE_SAMPLE VALUES
                (\(milliseconds(480)), 1, 1, 36.25, 6), (\(milliseconds(540)), 1, 1, 36.5, 2);
            CREATE TABLE OTHER_TEMPERATURE_SAMPLE (\(columns), TEMPERATURE REAL);
            INSERT INTO OTHER_TEMPERATURE_SAMPLE VALUES (\(milliseconds(600)), 1, 1, 29.5);
            CREATE TABLE GARMIN_HRV_VALUE_SAMPLE (\(columns), VALUE INTEGER);
            INSERT INTO GARMIN_HRV_VALUE_SAMPLE VALUES (\(milliseconds(0)), 1, 1, 41),
                (\(milliseconds(300)), 1, 1, 262), (\(milliseconds(600)), 1, 1, 0);
            """)
        let result = load(path)
        let day = Double(Self.day)
        let body = try table(result, .temperature)
        #expect(body.map(\.value) == [36.75, 36.25, 36.5])
        #expect(body.map(\.start) == [day, day + 480, day + 540])
        let skin = try table(result, .skinTemperature)
        #expect(skin.map(\.value) == [33.5, 31.5, 32.5, 34.5])
        #expect(skin.map(\.start) == [day + 60, day + 300, day + 360, day + 420])
        #expect(try table(result, .successiveDifferences).map(\.value) == [41, 262])
        #expect(result.records[.heartRateVariability] == nil)
        let report = result.report.files[0]
        #expect([report.read, report.used, report.refused] == [14, 9, 5] as [Int])
        #expect(
            Dictionary(uniqueKeysWithValues: report.refusals.map { ($0.reason, $0.count) }) == [
                "it is not the temperature of a body": 1,
                "its kind of temperature is not known": 2, "it has no value": 2,
            ])
        expectBalanced(result.report)
    }

    // MARK: Broken databases

    @Test("A truncated database is read as far as possible, or refused with a message")
    func cutOff() throws {
        var rows: [String] = []
        for index in 0..<20_000 {
            rows.append("(\(Self.day + index * 60), 1, 1, 3, \(index % 90), 1, \(60 + index % 9))")
        }
        let whole = try database(
            "Gadgetbridge",
            """
            CREATE TABLE MI_BAND_ACTIVITY_SAMPLE (TIMESTAMP INTEGER, DEVICE_ID INTEGER, USER_ID INTEGER,
                RAW_INTENSITY INTEGER, STEPS INTEGER, RAW_KIND INTEGER, HEART_RATE INTEGER);
            INSERT INTO MI_BAND_ACTIVITY_SAMPLE VALUES \(rows.joined(separator: ","));
            """)
        #expect(load(whole).report.files[0].read == 20_000)
        let bytes = try files.bytes("Gadgetbridge")
        for part in [100, 3_000, 5_000, bytes.count / 2, bytes.count - 4_096] {
            let cut = try files.write(Array(bytes.prefix(part)), "cut.db")
            let result = load(cut)
            let report = result.report.files[0]
            expectBalanced(result.report)
            #expect(report.failure != nil || !report.notes.isEmpty, "\(part)")
            #expect(report.read < 20_000)
        }
        var changed = bytes
        for index in stride(from: 5_000, to: changed.count, by: 97) { changed[index] ^= 0x5A }
        expectBalanced(load(try files.write(changed, "changed.db")).report)
    }

    @Test("A truncated Health Connect export, as a file and in its zip, is harmless")
    func healthConnectCutOff() throws {
        let whole = try database("health_connect_export.db", healthConnect)
        #expect(load(whole).report.files[0].read == 17)
        let bytes = try files.bytes("health_connect_export.db")
        _ = try files.zip([("health_connect_export.db", bytes)], "export.zip")
        let zipped = try files.bytes("export.zip")
        for (all, name) in [(bytes, "cut.db"), (zipped, "cut.zip")] {
            for part in 1..<8 {
                let result = load(try files.write(Array(all.prefix(all.count * part / 8)), name))
                let report = result.report.files[0]
                expectBalanced(result.report)
                #expect(report.read <= 17, "\(name) \(part)")
                #expect(
                    report.failure != nil || !report.notes.isEmpty || report.read == 17,
                    "\(name) \(part)")
            }
        }
    }

    @Test("Numbers beyond all bounds are refused, and stop nothing")
    func beyondBounds() throws {
        let path = try database(
            "Gadgetbridge",
            """
            CREATE TABLE DEVICE (_id INTEGER, NAME TEXT);
            INSERT INTO DEVICE VALUES (9223372036854775807, 'A'), (1e300, 'B'), ('x', 'C');
            CREATE TABLE MI_BAND_ACTIVITY_SAMPLE (TIMESTAMP INTEGER, DEVICE_ID INTEGER, STEPS INTEGER, HEART_RATE INTEGER);
            INSERT INTO MI_BAND_ACTIVITY_SAMPLE VALUES (9223372036854775807, 9223372036854775807, 5, 60),
                (-9223372036854775808, 1e300, 5, 60), (1e308, 'x', 9e999, 60), ('a', NULL, 'b', 60),
                (\(Self.day), x'00', 1e18, 60);
            CREATE TABLE BASE_ACTIVITY_SUMMARY (START_TIME INTEGER, END_TIME INTEGER, ACTIVITY_KIND INTEGER);
            INSERT INTO BASE_ACTIVITY_SUMMARY VALUES (\(Self.day), \(Self.day + 60), 1e300),
                (\(Self.day), \(Self.day + 60), 9223372036854775807);
            """)
        let result = load(path)
        expectBalanced(result.report)
        #expect(try table(result, .steps).map(\.value) == [1e18])
        #expect(result.records[.workouts]?.labels == ["Other"])
        let connect = try database(
            "health_connect_export.db",
            """
            CREATE TABLE steps_record_table (start_time INTEGER, end_time INTEGER, count INTEGER,
                app_info_id INTEGER, device_info_id INTEGER, recording_method INTEGER);
            INSERT INTO steps_record_table VALUES (9223372036854775807, 0, 1, 1e300, 9223372036854775807, 1e300);
            CREATE TABLE exercise_session_record_table (start_time INTEGER, end_time INTEGER, exercise_type INTEGER);
            INSERT INTO exercise_session_record_table VALUES (\(milliseconds(0)), \(milliseconds(60)), 1e300);
            """)
        expectBalanced(load(connect).report)
    }

    @Test("A database of another kind is reported as one")
    func other() throws {
        let path = try database(
            "cats.db", "CREATE TABLE cats (name TEXT); INSERT INTO cats VALUES ('Tom');")
        let failure = try #require(load(path).report.files[0].failure)
        #expect(failure.problem == "is an SQLite database, not a file of records")
        let empty = try database(
            "Gadgetbridge",
            "CREATE TABLE MI_BAND_ACTIVITY_SAMPLE (TIMESTAMP INTEGER, STEPS INTEGER, HEART_RATE INTEGER)"
        )
        #expect(load(empty).report.files[0].failure?.problem == "it holds no records")
    }
}
