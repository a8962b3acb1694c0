// Lengths of time in cells: `7:30`, `0:45:10`, `7h 30m`, `PT45M`, `450` with a unit in the header.

/// How the lengths of a column are written.
struct DurationText: Sendable {
    /// The seconds of one, for a number without a unit.
    var unit = 1.0
    /// Whether two numbers with a colon are minutes and seconds, not hours and minutes.
    var arePairsMinutes = false
    var style = NumberStyle.point

    /// The seconds that a text means; nil if it is no length of time.
    func seconds(_ text: String) -> Double? {
        let text = text.trimmingBlanks()
        guard !text.isEmpty, text.utf8.count <= 64 else { return nil }
        if text.contains(":") { return clock(text) }
        if let parts = CompoundQuantity.parts(text, style) {
            var sum = 0.0
            for (number, unit) in parts {
                guard let size = DurationText.size(unit) else { return nil }
                sum += number * size
            }
            return sum
        }
        return ColumnReading.padded(text) { bytes, end in
            guard case .number(let number, let own) = NumberText.read(bytes, 0, end, style)
            else { return nil }
            if own.isEmpty { return number * unit }
            return DurationText.size(own).map { number * $0 }
        }
    }

    /// `1:02:03`, `7:30`, perhaps with a fraction of a second.
    private func clock(_ text: String) -> Double? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2 || parts.count == 3 else { return nil }
        var numbers: [Double] = []
        for (index, part) in parts.enumerated() {
            let isLast = index == parts.count - 1
            let digits = isLast ? part.map { $0 == "," ? "." : $0 } : Array(part)
            guard let first = digits.first, first.isASCII, first.isNumber,
                digits.allSatisfy({ $0.isASCII && $0.isNumber || isLast && $0 == "." }),
                let number = Double(String(digits))
            else { return nil }
            guard index == 0 || number < 60 else { return nil }
            numbers.append(number)
        }
        if numbers.count == 3 { return numbers[0] * 3600 + numbers[1] * 60 + numbers[2] }
        return arePairsMinutes
            ? numbers[0] * 60 + numbers[1] : numbers[0] * 3600 + numbers[1] * 60
    }

    /// The seconds of a unit of time; nil for another unit.
    static func size(_ unit: String) -> Double? {
        let name = unit.lowercased().filter { !$0.isWhitespace && $0 != "." }
        return sizes[name]
    }

    private static let sizes: [String: Double] = {
        var table: [String: Double] = ["ms": 0.001, "msec": 0.001, "milliseconds": 0.001]
        for name in ["s", "sec", "secs", "second", "seconds", "sek", "sekunden", "秒", "с"] {
            table[name] = 1
        }
        for name in [
            "m", "min", "mins", "minute", "minutes", "minuten", "minutos", "minuti", "分", "мин",
        ] {
            table[name] = 60
        }
        for name in [
            "h", "hr", "hrs", "hour", "hours", "std", "stunden", "stunde", "heures", "heure",
            "horas", "ore", "uur", "timer", "timmar", "時間", "小时", "ч",
        ] {
            table[name] = 3600
        }
        for name in ["d", "day", "days", "tage"] { table[name] = 86_400 }
        return table
    }()

    /// The seconds of the unit that a word of a normalized name is; nil if none is.
    static func size(inName name: String) -> Double? {
        for word in name.split(separator: " ").reversed() where word.count > 1 {
            if let size = sizes[String(word)], word != "day", word != "days" { return size }
        }
        return nil
    }
}
