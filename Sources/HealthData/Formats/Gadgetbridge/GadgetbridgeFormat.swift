import Localization
import Streams

/// Gadgetbridge's database: `Gadgetbridge`, also inside the zip of a backup.
///
/// Each family of devices has tables of its own, so they are found by the ends of their names and
/// by their columns. Times are seconds in the older tables and milliseconds in the newer. The
/// meaning of the numbers of RAW_KIND and of sleep stages differs from device to device; it is not
/// guessed.
enum GadgetbridgeFormat: RecordFormat {
    static let name = "gadgetbridge"
    static let program: String? = "gadgetbridge"

    static func sniff(_ head: DocumentHead) -> Sniffed? {
        guard DatabaseFile.begins(head) else { return nil }
        for name in ["_ACTIVITY_SAMPLE", "BASE_ACTIVITY_SUMMARY"] as [StaticString]
        where head.position(of: name) != nil {
            return .certain(tr("an SQLite database with the table {1}", "…\(name)"))
        }
        return nil
    }

    /// A table of single readings.
    private struct Reading {
        /// The end of the table's name.
        var suffix: String
        var column: String
        var metric: MetricID
        /// Whether devices send it in one byte, in which 255 means no value.
        var isByte = false

        init(_ suffix: String, _ column: String, _ metric: MetricID, isByte: Bool = false) {
            self.suffix = suffix
            self.column = column
            self.metric = metric
            self.isByte = isByte
        }

        /// The smallest number that means no value; larger ones do as well.
        var none: Double { isByte ? 255 : .infinity }
    }

    private static let readings = [
        Reading("_weight_sample", "weight_kg", .weight),
        Reading("_spo2_sample", "spo2", .oxygen, isByte: true),
        Reading("_heart_rate_resting_sample", "heart_rate", .restingHeartRate, isByte: true),
        Reading("_heart_rate_manual_sample", "heart_rate", .heartRate, isByte: true),
        Reading("_heart_rate_max_sample", "heart_rate", .heartRate, isByte: true),
        // Averages of five minutes, as watches compute them (hrv_value in the profile of FIT):
        // RMSSD.
        Reading("_hrv_value_sample", "value", .successiveDifferences),
        Reading("_respiratory_rate_sample", "respiratory_rate", .respiration, isByte: true),
        Reading("_vo2max_sample", "value", .vo2Max),
    ]
    private static let temperatures = Reading("_temperature_sample", "temperature", .temperature)

    static func read(_ document: Document, _ output: RecordOutput) throws(ImportError) {
        var records = try DatabaseRecords(document, output)
        let tables = records.tables
        let minutes = tables.filter {
            $0.hasSuffix("_activity_sample") && records.has($0, "timestamp")
        }
        func isRead(_ table: String, _ reading: Reading) -> Bool {
            table.hasSuffix(reading.suffix) && records.has(table, "timestamp", reading.column)
        }
        let single = tables.compactMap { table in
            readings.first { isRead(table, $0) }.map { (table, $0) }
        }
        let warm = tables.filter { isRead($0, temperatures) }
        let summaries = "base_activity_summary"
        let known = Set(minutes + single.map(\.0) + warm)
        let devices = GadgetbridgeDevices(&records)
        for table in minutes { readMinutes(table, devices, &records) }
        for (table, reading) in single {
            let slot = records.slot(reading.metric)
            records.each(table, ["timestamp", reading.column, "device_id"]) { records, row in
                let source = devices.number(row, &records)
                // 0 and negative numbers mean no value as well.
                let value = row.number(reading.column).flatMap {
                    $0 > 0 && $0 < reading.none ? $0 : nil
                }
                records.add(slot, from: row.moment("timestamp"), to: nil, value, source)
            }
        }
        for table in warm { readTemperatures(table, devices, &records) }
        let spans = ["start_time", "end_time", "activity_kind"]
        if records.has(summaries, spans) {
            let slot = records.slot(.workouts)
            records.each(summaries, spans + ["device_id"]) { records, row in
                let source = devices.number(row, &records)
                let label = name(ofKind: row.integer("activity_kind") ?? 0)
                records.addLabel(
                    slot, from: row.moment("start_time"), to: row.moment("end_time"), label, source)
            }
        }
        for table in tables where table.hasSuffix("_sample") && !known.contains(table) {
            records.passOver(table, tr("records of {1} are not known", table))
        }
        try records.finish(tr("it holds no records"))
    }

    /// The kind of a temperature, as the column `temperature_type` numbers it.
    ///
    /// Source: TemperatureSample of Gadgetbridge.
    private enum TemperatureType: Int {
        case unknown, body, skin, ambient

        /// The kind that the devices of a table measure, if its rows do not give it.
        init(table: String) {
            let family = table.split(separator: "_").first
            self =
                switch family {
                case "femometer": .body
                case "huawei", "colmi": .skin
                default: .unknown
                }
        }
    }

    /// Reads temperatures: those of thermometers, and those that bands and rings measure on the
    /// skin.
    private static func readTemperatures(
        _ table: String, _ devices: GadgetbridgeDevices, _ records: inout DatabaseRecords
    ) {
        let usual = TemperatureType(table: table)
        // For the thermometer the column used to give the place on the body.
        let hasType = records.has(table, "temperature_type") && usual != .body
        let ambient = records.sink.reason(tr("it is not the temperature of a body"))
        let unknown = records.sink.reason(tr("its kind of temperature is not known"))
        let columns = ["timestamp", "temperature", "device_id"]
        records.each(table, columns + (hasType ? ["temperature_type"] : [])) { records, row in
            let stored = row.integer("temperature_type").map {
                TemperatureType(rawValue: $0) ?? .ambient
            }
            var type = stored ?? .unknown
            if type == .unknown { type = usual }
            guard type == .body || type == .skin else {
                records.sink.met()
                return records.refuse(type == .ambient ? ambient : unknown)
            }
            let slot = records.slot(type == .body ? .temperature : .skinTemperature)
            let source = devices.number(row, &records)
            let value = row.number("temperature").flatMap { $0 > 0 ? $0 : nil }
            records.add(slot, from: row.moment("timestamp"), to: nil, value, source)
        }
    }

    /// Reads a device's minutes: steps, and the heart rate at the start of each.
    private static func readMinutes(
        _ table: String, _ devices: GadgetbridgeDevices, _ records: inout DatabaseRecords
    ) {
        let hasSteps = records.has(table, "steps")
        let hasRates = records.has(table, "heart_rate")
        guard hasSteps || hasRates else {
            return records.passOver(table, tr("records of {1} are not known", table))
        }
        let steps = hasSteps ? records.slot(.steps) : nil
        let heart = hasRates ? records.slot(.heartRate) : nil
        let noTime = records.sink.reason(tr("it has no time"))
        let badTime = records.sink.reason(SoundTime.reason)
        var empty = 0
        let closing = records.sink.reason(tr("it only marks the end of another record"))
        // Huawei's bands write rows that only close another one.
        let columns = ["timestamp", "steps", "heart_rate", "device_id", "other_timestamp"]
        records.each(table, columns) { records, row in
            let count = row.number("steps") ?? 0
            let beats = row.number("heart_rate") ?? 0
            let rate = beats > 0 && beats < 255 ? beats : 0
            if count <= 0, rate == 0 {
                empty += 1
                return
            }
            records.sink.met()
            guard let start = row.moment("timestamp") else { return records.refuse(noTime) }
            guard SoundTime.contains(start) else { return records.refuse(badTime) }
            var end = start + 60
            if let other = row.moment("other_timestamp") {
                guard other >= start else { return records.refuse(closing) }
                if other > start { end = other }
            }
            let source = devices.number(row, &records)
            var marks: SampleMarks = []
            if let steps, count > 0 {
                records.sink.add(steps, start: start, end: end, value: count, source: source)
                marks = .attached
            }
            if let heart, rate > 0 {
                records.sink.add(
                    heart, start: start, end: start, value: rate, source: source, marks: marks)
            }
        }
        if empty > 0 {
            records.sink.note(
                "", tr("{1} minutes of {2} hold neither steps nor a heart rate", "\(empty)", table))
        }
    }

    /// The kinds of activity that all devices share; others keep their number.
    ///
    /// Source: ActivityKind of Gadgetbridge.
    private static func name(ofKind kind: Int) -> String {
        switch kind {
        case 0x10: "Running"
        case 0x20: "Walking"
        case 0x40: "Swimming"
        case 0x80: "Cycling"
        case 0x100: "Treadmill"
        case 0x200: "Exercise"
        case 0x400: "Open-water swimming"
        case 0x800: "Indoor cycling"
        case 0x1000: "Elliptical"
        case 0x2000: "Jump rope"
        case 0x4000: "Yoga"
        case 0x8000: "Soccer"
        case 0x10000: "Rowing machine"
        case 0x20000: "Cricket"
        case 0x40000: "Basketball"
        case 0x80000: "Table tennis"
        case 0x100000: "Badminton"
        case 0x200000: "Strength training"
        case 0x400000: "Hiking"
        case 0x800000: "Climbing"
        default: kind == 0 ? "Other" : "Activity \(kind)"
        }
    }
}

/// The devices by their numbers.
struct GadgetbridgeDevices {
    private let names: DatabaseParents<String>

    init(_ records: inout DatabaseRecords) {
        guard records.has("device", "_id", "name") else {
            names = DatabaseParents()
            return
        }
        names = records.parents("device", key: "_id", ["name", "alias"]) { row in
            let alias = row.text("alias")
            return alias.isEmpty ? row.text("name") : alias
        }
    }

    func number(_ row: ForeignRow, _ records: inout DatabaseRecords) -> UInt16 {
        let name = row.key("device_id").flatMap { names[$0] } ?? ""
        return records.source(name.isEmpty ? "Gadgetbridge" : name, .watch)
    }
}

extension ForeignRow {
    /// An instant in seconds or milliseconds, by its size.
    fileprivate func moment(_ column: String) -> Double? {
        number(column).map { abs($0) > 1e11 ? $0 / 1000 : $0 }
    }
}
