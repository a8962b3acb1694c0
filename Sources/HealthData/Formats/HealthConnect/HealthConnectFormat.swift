import Localization
import Streams

/// Health Connect's export: `health_connect_export.db`, usually inside a zip.
///
/// Each type of record has a table. Tables get further columns with new versions of Android, so
/// columns are found by name and never by position. Times are milliseconds since 1970 in UTC;
/// masses are grams and energies calories; 5e-324 means that nothing was recorded.
enum HealthConnectFormat: RecordFormat {
    static let name = "health-connect"
    static let program: String? = "health-connect"

    static func sniff(_ head: DocumentHead) -> Sniffed? {
        guard DatabaseFile.begins(head) else { return nil }
        for name in ["steps_record_table", "weight_record_table", "heart_rate_record_table"]
            as [StaticString]
        where head.position(of: name) != nil {
            return .certain(tr("an SQLite database with the table {1}", "\(name)"))
        }
        return nil
    }

    /// A table of single values.
    private struct Kind {
        var table: String
        var column: String
        var metric: MetricID
        var factor = 1.0
        var isInterval = false
    }

    private static let kinds: [Kind] = [
        Kind(table: "steps_record_table", column: "count", metric: .steps, isInterval: true),
        Kind(
            table: "distance_record_table", column: "distance", metric: .distance,
            isInterval: true),
        Kind(
            table: "floors_climbed_record_table", column: "floors", metric: .flights,
            isInterval: true),
        Kind(
            table: "active_calories_burned_record_table", column: "energy", metric: .activeEnergy,
            factor: 0.001, isInterval: true),
        Kind(table: "weight_record_table", column: "weight", metric: .weight, factor: 0.001),
        Kind(table: "height_record_table", column: "height", metric: .height),
        Kind(table: "body_fat_record_table", column: "percentage", metric: .bodyFat),
        Kind(table: "bone_mass_record_table", column: "mass", metric: .boneMass, factor: 0.001),
        Kind(
            table: "body_temperature_record_table", column: "temperature", metric: .temperature),
        Kind(
            table: "blood_glucose_record_table", column: "level", metric: .glucose,
            factor: 18.016),
        Kind(
            table: "resting_heart_rate_record_table", column: "beats_per_minute",
            metric: .restingHeartRate),
        Kind(
            table: "heart_rate_variability_rmssd_record_table",
            column: "heart_rate_variability_millis", metric: .successiveDifferences),
        Kind(table: "oxygen_saturation_record_table", column: "percentage", metric: .oxygen),
        Kind(table: "respiratory_rate_record_table", column: "rate", metric: .respiration),
        Kind(
            table: "vo2_max_record_table", column: "vo2_milliliters_per_minute_kilogram",
            metric: .vo2Max),
    ]

    /// Tables that are read in their own ways.
    private enum Special {
        static let pressures = "blood_pressure_record_table"
        static let heartRates = "heart_rate_record_series_table"
        static let heartSessions = "heart_rate_record_table"
        static let sleep = "sleep_session_record_table"
        static let stages = "sleep_stages_table"
        static let exercises = "exercise_session_record_table"
    }

    static func read(_ document: Document, _ output: RecordOutput) throws(ImportError) {
        var records = try DatabaseRecords(document, output)
        let sources = HealthConnectSources(&records)
        for kind in kinds {
            let times = kind.isInterval ? ["start_time", "end_time"] : ["time"]
            guard holds(kind.table, times + [kind.column], &records) else { continue }
            let slot = records.slot(kind.metric)
            each(kind.table, times + [kind.column], &records) { records, row, origin in
                records.add(
                    slot, from: row.instant(times[0]),
                    to: kind.isInterval ? row.instant(times[1]) : nil,
                    row.recorded(kind.column).map { $0 * kind.factor },
                    sources.number(origin, &records), marks: origin.marks)
            }
        }
        let pressures = ["time", "systolic", "diastolic"]
        if holds(Special.pressures, pressures, &records) {
            let slot = records.slot(.bloodPressure)
            each(Special.pressures, pressures, &records) { records, row, origin in
                records.add(
                    slot, from: row.instant("time"), to: nil, row.recorded("systolic"),
                    second: row.recorded("diastolic"), needsSecond: true,
                    sources.number(origin, &records), marks: origin.marks)
            }
        }
        let rates = ["beats_per_minute", "epoch_millis"]
        if holds(Special.heartRates, rates, of: Special.heartSessions, &records) {
            let slot = records.slot(.heartRate)
            each(Special.heartRates, rates, of: Special.heartSessions, &records) {
                records, row, origin in
                records.add(
                    slot, from: row.instant("epoch_millis"), to: nil,
                    row.recorded("beats_per_minute"), sources.number(origin, &records),
                    marks: origin.marks)
            }
        }
        readSleep(&records, sources)
        let exercises = ["start_time", "end_time", "exercise_type"]
        if holds(Special.exercises, exercises, &records) {
            let slot = records.slot(.workouts)
            each(Special.exercises, exercises, &records) { records, row, origin in
                let label = HealthConnectExercise.name(row.integer("exercise_type") ?? 0)
                records.addLabel(
                    slot, from: row.instant("start_time"), to: row.instant("end_time"), label,
                    sources.number(origin, &records), marks: origin.marks)
            }
        }
        let known = Set(
            kinds.map(\.table) + [
                Special.pressures, Special.heartSessions, Special.sleep, Special.exercises,
            ])
        for table in records.tables
        where table.hasSuffix("_record_table") && !known.contains(table) {
            records.passOver(table, tr("records of {1} are not known", table))
        }
        try records.finish(tr("it holds no records"))
    }

    /// Reads sleep by its stages, and as a whole if a session has none.
    private static func readSleep(
        _ records: inout DatabaseRecords, _ sources: HealthConnectSources
    ) {
        let times = ["stage_start_time", "stage_end_time", "stage_type"]
        let spans = ["start_time", "end_time"]
        let hasStages = holds(Special.stages, times, of: Special.sleep, &records)
        let hasSessions = holds(Special.sleep, spans, &records)
        guard hasStages || hasSessions else { return }
        let slot = records.slot(.sleep)
        records.sink.setLabels(SleepStage.allCases.map(\.label), slot: slot)
        let unknown = records.sink.reason(tr("the stage of sleep is not known"))
        var staged: Set<Int> = []
        if hasStages {
            each(Special.stages, times, of: Special.sleep, &records) { records, row, origin in
                if let session = row.key("parent_key") { staged.insert(session) }
                guard let stage = SleepStage(androidNumber: row.integer("stage_type") ?? -1) else {
                    records.sink.met()
                    return records.refuse(unknown)
                }
                records.addStage(
                    slot, from: row.instant(times[0]), to: row.instant(times[1]), stage,
                    sources.number(origin, &records), marks: origin.marks)
            }
        }
        guard hasSessions else { return }
        each(Special.sleep, ["row_id"] + spans, &records) { records, row, origin in
            if let session = row.key("row_id"), staged.contains(session) { return }
            records.addStage(
                slot, from: row.instant("start_time"), to: row.instant("end_time"), .asleep,
                sources.number(origin, &records), marks: origin.marks)
        }
    }

    /// Whether a table has these columns; the report notes a table without them.
    ///
    /// - Parameter parent: the table whose rows these are parts of, and which has the source.
    private static func holds(
        _ table: String, _ columns: [String], of parent: String? = nil,
        _ records: inout DatabaseRecords
    ) -> Bool {
        guard records.has(table) else { return false }
        let isJoined = parent.map {
            records.has(table, "parent_key") && records.has($0, "row_id")
        }
        guard isJoined != false, records.has(table, columns) else {
            records.passOver(table, tr("the columns of {1} are not known", table))
            return false
        }
        return true
    }

    /// Reads the rows of a table with the source of each.
    ///
    /// - Parameter parent: the table whose rows these belong to, and which has the source.
    private static func each(
        _ table: String, _ columns: [String], of parent: String? = nil,
        _ records: inout DatabaseRecords,
        _ body: (inout DatabaseRecords, ForeignRow, HealthConnectOrigin) -> Void
    ) {
        guard let parent else {
            records.each(table, columns + HealthConnectOrigin.columns) { records, row in
                body(&records, row, HealthConnectOrigin(row))
            }
            return
        }
        let origins = records.parents(
            parent, key: "row_id", HealthConnectOrigin.columns, HealthConnectOrigin.init)
        records.each(table, columns + ["parent_key"]) { records, row in
            let origin = row.key("parent_key").flatMap { origins[$0] }
            body(&records, row, origin ?? HealthConnectOrigin())
        }
    }
}

/// The origin of a row's record.
private struct HealthConnectOrigin: Hashable {
    /// The columns with the origin, and whether a person typed the record in.
    static let columns = ["app_info_id", "device_info_id", "recording_method"]

    private(set) var program: Int?
    private(set) var device: Int?
    private var method: Int?

    /// An unknown origin.
    init() {}

    init(_ row: ForeignRow) {
        program = row.key("app_info_id")
        device = row.key("device_info_id")
        method = row.key("recording_method")
    }

    /// The marks of a sample: whether a person typed it in.
    var marks: SampleMarks { method == 3 ? .manual : [] }
}

/// Finds the program and the kind of device of a record.
private struct HealthConnectSources {
    private let programs: DatabaseParents<String>
    private let devices: DatabaseParents<SourceKind>

    init(_ records: inout DatabaseRecords) {
        let applications = "application_info_table"
        programs =
            records.has(applications, "row_id", "package_name")
            ? records.parents(applications, key: "row_id", ["package_name", "app_name"]) { row in
                let title = row.text("app_name")
                return title.isEmpty ? row.text("package_name") : title
            } : DatabaseParents()
        let models = "device_info_table"
        devices =
            records.has(models, "row_id", "device_type")
            ? records.parents(models, key: "row_id", ["device_type"]) { row in
                // Watch, phone, scale, ring, head-mounted, band, chest strap, display.
                switch row.integer("device_type") ?? 0 {
                case 1, 4, 6, 7: .watch
                case 2: .phone
                default: .other
                }
            } : DatabaseParents()
    }

    func number(_ origin: HealthConnectOrigin, _ records: inout DatabaseRecords) -> UInt16 {
        let program = origin.program.flatMap { programs[$0] } ?? "Health Connect"
        let kind = origin.device.flatMap { devices[$0] } ?? .other
        return records.source(program, kind)
    }
}

extension ForeignRow {
    /// An instant in milliseconds.
    fileprivate func instant(_ column: String) -> Double? { number(column).map { $0 / 1000 } }

    /// A value; nil if nothing was recorded.
    fileprivate func recorded(_ column: String) -> Double? {
        number(column).flatMap { $0 == Double.leastNonzeroMagnitude ? nil : $0 }
    }
}

extension SleepStage {
    /// Makes a stage from its number in Health Connect and in Google Fit; nil if it is unknown.
    init?(androidNumber number: Int) {
        switch number {
        // Out of bed, and awake in bed, are awake.
        case 1, 3, 7: self = .awake
        case 2: self = .asleep
        case 4: self = .core
        case 5: self = .deep
        case 6: self = .rem
        default: return nil
        }
    }
}

/// The kinds of exercise by their numbers in Health Connect's database.
///
/// They are the platform's (android.health.connect.datatypes.ExerciseSessionType in AOSP), not
/// those of the client library in AndroidX, which programs use and which are different.
enum HealthConnectExercise {
    private static let names: [Int: String] = [
        0: "Other", 1: "Badminton", 2: "Baseball", 3: "Basketball", 4: "Cycling",
        5: "Indoor cycling", 6: "Boot camp", 7: "Boxing", 8: "Calisthenics", 9: "Cricket",
        10: "Dancing", 11: "Exercise class", 12: "Fencing", 13: "American football",
        14: "Australian football", 15: "Frisbee", 16: "Golf", 17: "Guided breathing",
        18: "Gymnastics", 19: "Handball", 20: "Interval training", 21: "Hiking", 22: "Ice hockey",
        23: "Ice skating", 24: "Martial arts", 25: "Paddling", 26: "Paragliding", 27: "Pilates",
        28: "Racquetball", 29: "Climbing", 30: "Roller hockey", 31: "Rowing", 32: "Rugby",
        33: "Running", 34: "Treadmill", 35: "Sailing", 36: "Scuba diving", 37: "Skating",
        38: "Skiing", 39: "Snowboarding", 40: "Snowshoeing", 41: "Soccer", 42: "Softball",
        43: "Squash", 44: "Stair climbing", 45: "Strength training", 46: "Stretching",
        47: "Surfing", 48: "Open-water swimming", 49: "Pool swimming", 50: "Table tennis",
        51: "Tennis", 52: "Volleyball", 53: "Walking", 54: "Water polo", 55: "Weightlifting",
        56: "Wheelchair", 57: "Yoga", 58: "Other", 59: "Stair machine", 60: "Elliptical",
        61: "Rowing machine",
    ]

    /// The name of a kind; an unknown one keeps its number.
    static func name(_ number: Int) -> String { names[number] ?? "Exercise \(number)" }
}
