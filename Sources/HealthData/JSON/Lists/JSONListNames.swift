// What the names in nested JSON mean: which of them say nothing about a value, and which belong to
// the records of the lists below them.

import Localization
import Streams

/// Gives the columns of a list their names.
enum JSONListNames {
    /// What a member of an object says about the lists in it.
    enum Role: Sendable {
        case name, unit, source, zone, date
    }

    /// Names of values that say nothing about what was measured.
    private static let values: Set<String> = [
        "value", "values", "val", "qty", "quantity", "amount", "reading", "measurement", "number",
        "v", "y", "fp val", "int val", "numeric value", "measure", "result",
    ]
    /// Names of lists, and of objects around them, that say nothing about their records.
    private static let containers: Set<String> = [
        "data", "values", "samples", "entries", "records", "items", "points", "readings", "list",
        "results", "series", "measurements", "measures", "data points", "datapoints", "rows",
        "content", "observations", "history", "log", "logs", "metrics", "metric", "entry", "all",
        "export", "payload", "body", "response", "daily", "days", "day", "timeline", "collection",
    ]
    private static let units: Set<String> = ["unit", "units", "uom", "measurement unit"]
    private static let names: Set<String> = [
        "name", "type", "metric", "metric name", "data type", "datatype", "kind", "identifier",
        "title", "label", "parameter", "measure", "measurement type", "series name", "code",
    ]

    /// Whether a name is one of a value, and says nothing about it.
    static func isOfValue(_ name: String) -> Bool {
        values.contains(HeaderNames.normalized(name))
    }

    /// Whether a name is one of a list, and says nothing about its records.
    static func isOfContainer(_ name: String) -> Bool {
        let name = HeaderNames.normalized(name)
        return name.isEmpty || containers.contains(name)
    }

    static func isOfUnit(_ name: String) -> Bool {
        units.contains(HeaderNames.normalized(name))
    }

    /// What a member says about the lists next to it; nil if nothing.
    static func role(_ name: String) -> Role? {
        let key = HeaderNames.normalized(name)
        if names.contains(key) { return .name }
        if units.contains(key) { return .unit }
        switch HeaderNames.role(ofNormalized: key) {
        case .source: return .source
        case .zone: return .zone
        case .start: return .date
        default: return nil
        }
    }

    /// The header of a column.
    ///
    /// - Parameters:
    ///   - components: the path of the column below the record.
    ///   - label: what the list is about; empty if nothing says so.
    ///   - unit: the unit of the list; empty if it has none.
    ///   - others: the paths of all columns, as texts.
    static func header(
        _ components: [String], label: String, unit: String, others: Set<String>
    ) -> String {
        var parts = components
        if parts.count > 1, let last = parts.last {
            let stem = parts.dropLast().joined(separator: ".")
            // The name of the object around a value is that of the value.
            if isOfValue(last), !others.contains(stem) {
                parts.removeLast()
                return parts.joined(separator: " ")
            }
            if isOfUnit(last) { return stem.replacing(".", with: " ") + " unit" }
            return parts.joined(separator: ".")
        }
        guard let only = parts.first else { return label }
        let brackets = unit.isEmpty ? "" : " (\(unit))"
        // A row of a time and a value.
        if others == ["1", "2"] {
            return only == "1" ? "timestamp" : (label.isEmpty ? "value" : label) + brackets
        }
        if isOfUnit(only) { return only }
        if isOfValue(only) { return (label.isEmpty ? only : label) + brackets }
        if HeaderQualifier.split(only).stem.isEmpty, !label.isEmpty {
            return unit.isEmpty ? "\(only) \(label)" : "\(label) [\(only)]" + brackets
        }
        switch HeaderNames.role(ofNormalized: HeaderNames.normalized(only)) {
        case .start, .end, .time, .source, .recorded, .zone, .identifier, .technical, .position,
            .sport:
            return only
        case .metric, .systolic, .diastolic, .length, .unknown, nil:
            return HeaderNames.withoutUnit(only).unit == nil ? only + brackets : only
        }
    }

    /// What a list is about: the name that its surroundings give, or that of its path.
    static func label(_ path: Int, _ paths: JSONPaths, name: String) -> String {
        let own = paths.name(path)
        if !isOfContainer(own) { return withoutContainer(own) }
        if !name.isEmpty { return name }
        let above = paths.components(from: JSONPaths.root, to: path).last { !isOfContainer($0) }
        return above.map(withoutContainer) ?? ""
    }

    /// A name without the words that say nothing about it: `heartRateData` is `heart rate`.
    private static func withoutContainer(_ name: String) -> String {
        let words = HeaderNames.normalized(name).split(separator: " ")
        guard let last = words.last, words.count > 1, containers.contains(String(last)) else {
            return name
        }
        return words.dropLast().joined(separator: " ")
    }

    /// Whether a name is a date, or a date with a time.
    static func isDate(_ name: String) -> Bool {
        guard (7...35).contains(name.utf8.count) else { return false }
        return ColumnReading.padded(name) { bytes, end in isDate(bytes, 0, end) }
    }

    /// Whether a name is a date, or a date with a time: at least a year and a month, in digits.
    static func isDate(_ bytes: RawSpan, _ start: Int, _ end: Int) -> Bool {
        guard (7...35).contains(end - start) else { return false }
        var year = 0
        for index in start..<start + 4 {
            let digit = bytes.byte(index) &- 0x30
            guard digit <= 9 else { return false }
            year = 10 * year + Int(digit)
        }
        var digits = 4
        for index in start + 4..<end {
            let byte = bytes.byte(index)
            if byte &- 0x30 <= 9 {
                digits += 1
                continue
            }
            switch byte {
            case UInt8(ascii: "-"), UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: "T"),
                UInt8(ascii: "Z"), UInt8(ascii: " "), UInt8(ascii: "."), UInt8(ascii: "+"):
                break
            default: return false
            }
        }
        if digits == end - start { return digits == 10 || digits == 13 || isCompact(year, digits) }
        return digits >= 6 && (1900...2100).contains(year)
    }

    private static func isCompact(_ year: Int, _ digits: Int) -> Bool {
        digits == 8 && (1900...2100).contains(year)
    }
}
