import GRDB
import Localization

/// Health Connect's export: `health_connect_export.db`, mostly inside a zip.
///
/// A table for each type of record, which grow by columns with the versions of Android, so columns are
/// looked for and never counted. Times are milliseconds since 1970 in UTC; masses are grams and
/// energies calories; 5e-324 means that nothing was recorded.
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

    /// What is read in ways of its own.
    private enum Special {
        static let pressures = "blood_pressure_record_table"
        static let heartRates = "heart_rate_record_series_table"
        static let sleep = "sleep_session_record_table"
        static let stages = "sleep_stages_table"
        static let exercises = "exercise_session_record_table"
    }

    static func read(_ document: Document, _ session: ImportSession) throws(ImportTrouble) {
        var records = try DatabaseRecords(document, session)
        let known =
            kinds.map(\.table) + [
                Special.pressures, Special.heartRates, Special.sleep, Special.stages,
                Special.exercises,
            ]
        try records.expect(known)
        let sources = try HealthConnectSources(&records)
        for kind in kinds {
            let times = kind.isInterval ? ["start_time", "end_time"] : ["time"]
            guard let sql = try select(kind.table, times + [kind.column], &records) else {
                continue
            }
            let slot = records.slot(kind.metric)
            try records.each(sql) { records, row in
                let source = sources.number(row, &records)
                records.add(
                    slot, from: row.instant(times[0]),
                    to: kind.isInterval ? row.instant(times[1]) : nil,
                    row.recorded(kind.column).map { $0 * kind.factor }, source,
                    marks: row.isTyped ? .manual : [])
            }
        }
        if let sql = try select(Special.pressures, ["time", "systolic", "diastolic"], &records) {
            let slot = records.slot(.bloodPressure)
            try records.each(sql) { records, row in
                let source = sources.number(row, &records)
                records.add(
                    slot, from: row.instant("time"), to: nil, row.recorded("systolic"),
                    second: row.recorded("diastolic"), needsSecond: true, source,
                    marks: row.isTyped ? .manual : [])
            }
        }
        if let sql = try select(
            Special.heartRates, ["beats_per_minute", "epoch_millis"], of: "heart_rate_record_table",
            &records)
        {
            let slot = records.slot(.heartRate)
            try records.each(sql) { records, row in
                let source = sources.number(row, &records)
                records.add(
                    slot, from: row.instant("epoch_millis"), to: nil,
                    row.recorded("beats_per_minute"), source, marks: row.isTyped ? .manual : [])
            }
        }
        try readSleep(&records, sources)
        if let sql = try select(
            Special.exercises, ["start_time", "end_time", "exercise_type"], &records)
        {
            let slot = records.slot(.workouts)
            try records.each(sql) { records, row in
                let source = sources.number(row, &records)
                let label = HealthConnectExercise.name(row.integer("exercise_type") ?? 0)
                records.add(
                    slot, from: row.instant("start_time"), to: row.instant("end_time"),
                    Double(records.sink.label(label, slot: slot)), source,
                    marks: row.isTyped ? .manual : [])
            }
        }
        for table in records.file.tables.keys.sorted()
        where table.hasSuffix("_record_table") && !known.contains(table)
            && table != "heart_rate_record_table"
        {
            records.passOver(
                try records.file.count(table), tr("records of {1} are not known", table),
                type: table)
        }
        try records.finish(tr("it holds no records"))
    }

    /// Sleep by its stages, and as a whole where a session has none.
    private static func readSleep(
        _ records: inout DatabaseRecords, _ sources: HealthConnectSources
    ) throws(ImportTrouble) {
        let times = ["stage_start_time", "stage_end_time", "stage_type"]
        let stages = try select(Special.stages, times, of: Special.sleep, &records)
        var sessions = try select(Special.sleep, ["start_time", "end_time"], &records)
        guard stages != nil || sessions != nil else { return }
        let slot = records.slot(.sleep)
        records.sink.setLabels(SleepStage.allCases.map(\.label), slot: slot)
        let unknown = records.sink.reason(tr("the stage of sleep is not known"))
        if let stages {
            try records.each(stages) { records, row in
                let source = sources.number(row, &records)
                guard let stage = SleepStage(androidNumber: row.integer("stage_type") ?? -1) else {
                    records.sink.met()
                    return records.refuse(unknown)
                }
                records.add(
                    slot, from: row.instant(times[0]), to: row.instant(times[1]),
                    Double(stage.rawValue), source, marks: row.isTyped ? .manual : [])
            }
            sessions? +=
                " WHERE t.row_id NOT IN (SELECT parent_key FROM \(Special.stages) "
                + "WHERE parent_key IS NOT NULL)"
        }
        guard let sessions else { return }
        try records.each(sessions) { records, row in
            let source = sources.number(row, &records)
            records.add(
                slot, from: row.instant("start_time"), to: row.instant("end_time"),
                Double(SleepStage.asleep.rawValue), source, marks: row.isTyped ? .manual : [])
        }
    }

    /// What asks for these columns of a table, and for what tells its source; nil where there is no
    /// such table, or it has no such columns, which the report says then.
    ///
    /// - Parameter parent: the table whose rows these are parts of, and which knows the source.
    private static func select(
        _ table: String, _ columns: [String], of parent: String? = nil,
        _ records: inout DatabaseRecords
    ) throws(ImportTrouble) -> String? {
        guard let known = records.file.tables[table] else { return nil }
        let wanted = Set(columns + (parent == nil ? [] : ["parent_key"]))
        let owner = parent.flatMap { records.file.tables[$0] }
        guard wanted.isSubset(of: known), parent == nil || owner?.contains("row_id") == true else {
            records.passOver(
                try records.file.count(table), tr("the columns of {1} are not known", table),
                type: table)
            return nil
        }
        let others = HealthConnectSources.columns.filter((owner ?? known).contains)
        let parts =
            columns.map { "t.\(DatabaseFile.quoted($0))" }
            + others.map { "\(parent == nil ? "t" : "p").\($0)" }
        let join = parent.map { " LEFT JOIN \($0) p ON p.row_id = t.parent_key" } ?? ""
        return "SELECT \(parts.joined(separator: ", ")) FROM \(table) t\(join)"
    }
}

/// Which program and which kind of device a record is from.
struct HealthConnectSources {
    /// The columns that say it, and whether a person typed the record in.
    static let columns = ["app_info_id", "device_info_id", "recording_method"]

    private var programs: [Int: String] = [:]
    private var devices: [Int: SourceKind] = [:]

    init(_ records: inout DatabaseRecords) throws(ImportTrouble) {
        var programs: [Int: String] = [:]
        var devices: [Int: SourceKind] = [:]
        if let columns = records.file.tables["application_info_table"],
            columns.isSuperset(of: ["row_id", "package_name"])
        {
            let name = columns.contains("app_name") ? "app_name" : "package_name"
            try records.file.rows(
                "SELECT row_id, package_name, \(name) AS name FROM application_info_table"
            ) { row in
                let title = row.text("name")
                programs[row.integer("row_id") ?? 0] =
                    title.isEmpty ? row.text("package_name") : title
                return true
            }
        }
        if let columns = records.file.tables["device_info_table"],
            columns.isSuperset(of: ["row_id", "device_type"])
        {
            try records.file.rows("SELECT row_id, device_type FROM device_info_table") { row in
                // Watch, phone, scale, ring, on the head, band, chest strap, display.
                let kind: SourceKind =
                    switch row.integer("device_type") ?? 0 {
                    case 1, 4, 6, 7: .watch
                    case 2: .phone
                    default: .other
                    }
                devices[row.integer("row_id") ?? 0] = kind
                return true
            }
        }
        self.programs = programs
        self.devices = devices
    }

    func number(_ row: DatabaseRow, _ records: inout DatabaseRecords) -> UInt16 {
        let program = row.integer("app_info_id").flatMap { programs[$0] } ?? "Health Connect"
        let kind = row.integer("device_info_id").flatMap { devices[$0] } ?? .other
        return records.source(program, kind)
    }
}

extension DatabaseRow {
    /// An instant in milliseconds.
    fileprivate func instant(_ column: String) -> Double? { number(column).map { $0 / 1000 } }

    /// A value; nil where it says that none was recorded.
    fileprivate func recorded(_ column: String) -> Double? {
        number(column).flatMap { $0 == Double.leastNonzeroMagnitude ? nil : $0 }
    }

    /// Whether a person typed the record in.
    fileprivate var isTyped: Bool {
        hasColumn("recording_method") && number("recording_method") == 3
    }
}

extension SleepStage {
    /// A stage by its number in Health Connect and in Google Fit; nil for one that is not known.
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
/// They are the platform's (android.health.connect.datatypes.ExerciseSessionType in AOSP), not those
/// of the client library in AndroidX, which programs use and which are others.
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

    /// The name of a kind; one that is not known keeps its number.
    static func name(_ number: Int) -> String { names[number] ?? "Exercise \(number)" }
}
