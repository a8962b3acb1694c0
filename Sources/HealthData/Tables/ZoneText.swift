import ChartCore
import Streams

/// The zone that a cell names: an offset from UTC, or rules.
enum ZoneText {
    /// Reads `+02:00`, `UTC-08:00`, `GMT+2`, `UTCZ`, `Z`, or the name of a zone, `Europe/Paris`.
    ///
    /// Nil for any other text. Cost: for a name, the zone's file; keep the result.
    static func zone(_ text: String) -> ZoneRules? {
        if let offset = offset(text) { return .fixed(offset: offset) }
        guard isName(text) else { return nil }
        return try? ZoneRules.named(text)
    }

    /// The offset in seconds of a text that is one.
    static func offset(_ text: String) -> Int? {
        var rest = Substring(text.uppercased()).drop { $0 == " " }
        var isNamed = false
        for prefix in ["UTC", "GMT"] where rest.hasPrefix(prefix) {
            rest = rest.dropFirst(3).drop { $0 == " " }
            isNamed = true
        }
        if rest.isEmpty { return isNamed ? 0 : nil }
        if rest == "Z" { return 0 }
        guard let sign = rest.first, "+-\u{2212}±".contains(sign) else { return nil }
        let parts = rest.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
        let digits = parts.joined()
        guard (1...3).contains(parts.count), !digits.isEmpty, digits.count <= 6,
            digits.allSatisfy({ $0.isASCII && $0.isNumber })
        else { return nil }
        var numbers = parts.compactMap { Int($0) }
        if parts.count == 1, digits.count > 2 {
            guard digits.count <= 4, let number = Int(digits) else { return nil }
            numbers = [number / 100, number % 100]
        }
        guard numbers.count >= parts.count, numbers[0] <= 18,
            numbers.dropFirst().allSatisfy({ $0 < 60 })
        else { return nil }
        let seconds = zip(numbers, [3600, 60, 1]).reduce(0) { $0 + $1.0 * $1.1 }
        return sign == "+" || sign == "±" ? seconds : -seconds
    }

    /// Whether a text has the form of a zone's name.
    static func isName(_ text: String) -> Bool {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        return (2...3).contains(parts.count)
            && parts.allSatisfy { part in
                part.count >= 2 && part.first?.isLetter == true
                    && part.allSatisfy {
                        $0.isASCII && ($0.isLetter || $0.isNumber || "_-+".contains($0))
                    }
            }
    }

    /// Whether a text can only be an offset, or is the name of a zone of the system.
    static func isZone(_ text: String) -> Bool {
        if offset(text) != nil {
            return text.contains(":") || text.contains(where: \.isLetter) || text.count >= 5
        }
        return zone(text) != nil
    }
}

/// The zones of rows that name them in a column.
struct RowZones: Sendable {
    /// The most texts whose zones are kept.
    private static let mostKnown = 1000

    private let column: Int
    private var known: [String: LocalZone?] = [:]
    /// The text of the latest row, and its zone.
    private var text = ""
    private var zone: LocalZone?

    init(column: Int) { self.column = column }

    /// Reads the zone of a row; false if the cell holds something that is none.
    mutating func read(_ bytes: RawSpan, _ row: borrowing Row) -> Bool {
        guard column < row.fields.count, !row.fields[column].isEmpty else {
            zone = nil
            text = ""
            return true
        }
        let cell = bytes.field(row.fields[column], quoted: row.hasQuotes)
        if cell == text { return zone != nil }
        text = cell
        if let found = known[cell] {
            zone = found
        } else {
            zone = ZoneText.zone(cell).map { LocalZone($0) }
            // A column of anything must not fill the memory.
            if known.count >= RowZones.mostKnown { known.removeAll() }
            known[cell] = .some(zone)
        }
        return zone != nil
    }

    /// The instant of a local time; nil if the row names no zone.
    mutating func instant(_ local: Double) -> Double? { zone?.instant(local) }

    /// The instant of the end of a row; nil if the row names no zone.
    mutating func instant(ofEnd local: Double, after start: Double) -> Double? {
        zone?.instant(ofEnd: local, after: start)
    }
}
