// Quantities in two units: `12st 4.5lb`, `5' 11"`, `7h 30m`, or in two columns, stones and pounds.

/// A quantity that is written as several numbers, each with a smaller unit than the one before it.
enum CompoundQuantity {
    /// The numbers of a text and their units; nil if it is not such a quantity.
    ///
    /// The last number may lack its unit (`12st 4`), which is then empty.
    static func parts(_ text: String, _ style: NumberStyle) -> [(number: Double, unit: String)]? {
        var parts: [(Double, String)] = []
        var rest = Substring(text.trimmingBlanks())
        // `PT7H30M`, ISO 8601.
        if rest.hasPrefix("PT") { rest = rest.dropFirst(2) }
        guard rest.utf8.count <= 64 else { return nil }
        while !rest.isEmpty {
            let sign: Character = style == .comma ? "," : "."
            let digits = rest.prefix { $0.isASCII && $0.isNumber || $0 == sign }
            guard digits.first?.isNumber == true,
                let number = Double(String(digits.map { $0 == "," ? "." : $0 }))
            else { return nil }
            rest = rest.dropFirst(digits.count).drop { $0 == " " || $0 == "\u{a0}" }
            let unit = rest.prefix { !$0.isNumber && $0 != " " && $0 != "," }
            rest = rest.dropFirst(unit.count).drop { $0 == " " || $0 == "," || $0 == "\u{a0}" }
            if unit.isEmpty, !rest.isEmpty { return nil }
            parts.append((number, unit.trimmingPunctuation()))
        }
        return parts.count >= 2 && !parts[0].1.isEmpty || text.hasPrefix("PT") && !parts.isEmpty
            ? parts : nil
    }

    /// The value in a canonical unit of a quantity in several units; nil if the text is none.
    static func read(_ text: String, _ style: NumberStyle, to canonical: String) -> Double? {
        guard let parts = parts(text, style), parts.count >= 2 else { return nil }
        var sum = 0.0
        var last = Double.infinity
        for (index, part) in parts.enumerated() {
            let unit = part.unit.isEmpty ? smaller(than: parts[index - 1].unit) : part.unit
            guard let unit, let conversion = UnitConversion.from(unit, to: canonical),
                conversion.offset == 0
            else { return nil }
            let size = conversion.value(ofWritten: 1)
            // Only the last number may have a fraction, and none reaches the unit before it.
            guard size < last, last.isInfinite || part.number * size < last,
                index == parts.count - 1 || part.number == part.number.rounded()
            else { return nil }
            sum += part.number * size
            last = size
        }
        return sum
    }

    /// The unit that usually follows another: pounds follow stones.
    static func smaller(than unit: String) -> String? {
        switch unit.lowercased() {
        case "st", "stone", "stones": "lb"
        case "ft", "feet", "foot", "'", "\u{2032}": "in"
        case "lb", "lbs", "pounds": "oz"
        default: nil
        }
    }

    /// How many of a unit make the unit before it, for two columns that are one quantity.
    static func ratio(_ larger: UnitConversion, _ smaller: UnitConversion) -> Double? {
        guard larger.offset == 0, smaller.offset == 0 else { return nil }
        let ratio = larger.value(ofWritten: 1) / smaller.value(ofWritten: 1)
        return [12.0, 14, 16].first { abs($0 - ratio) < 1e-6 }
    }
}

extension Substring {
    /// The text without points at its end, as in `lb.`.
    fileprivate func trimmingPunctuation() -> String {
        var text = self
        while text.last == "." { text = text.dropLast() }
        return String(text)
    }
}
