// Angles as people write them.
//
// Method: a text is cut into numbers, letters of directions, signs of units and separators
// (`AngleItem`). A comma between two digits may be a decimal comma; so there are two readings. The
// border between two angles (`AngleText.borders(in:)`) is a letter of a direction, a sign, a comma or
// semicolon, or the half of all numbers.

/// A part of a text of angles.
enum AngleItem: Equatable {
    /// A number, as it was written.
    case number(Double, isWhole: Bool)
    /// -1 or 1.
    case sign(Double)
    /// A direction: whether it is north or south, and its sign.
    case direction(isLatitude: Bool, sign: Double)
    /// Whether the angle is a latitude.
    case label(isLatitude: Bool)
    /// Degrees, minutes or seconds: 0, 1 or 2.
    case unit(Int)
    /// It is between two angles, or between their parts if it is weak.
    case separator(isWeak: Bool)

    var isNumber: Bool { if case .number = self { true } else { false } }
}

enum AngleText {
    /// The ways to read a text, the likeliest first; empty if it has other things in it.
    static func readings(of text: String) -> [[AngleItem]] {
        [true, false].compactMap { items(text, hasDecimalCommas: $0) }
    }

    private static func items(_ text: String, hasDecimalCommas: Bool) -> [AngleItem]? {
        var items: [AngleItem] = []
        var rest = Substring(text)
        while let first = rest.first {
            if first.isASCII, first.isNumber {
                guard let numbers = number(&rest, hasDecimalCommas) else { return nil }
                items += numbers
                // A unit that follows a number at once may be a letter.
                if let unit = letterOfUnit(rest, isAfterMinutes: items.contains(.unit(1))) {
                    items.append(.unit(unit))
                    rest.removeFirst()
                }
                continue
            }
            // The ordinal, which looks like the sign of degrees, is a letter.
            if first.isLetter, first != "º" {
                guard let item = word(&rest) else { return nil }
                items.append(item)
                continue
            }
            guard let item = sign(&rest) else { return nil }
            items.append(item)
        }
        return items
    }

    /// The unit of a letter right after a number, if another one or nothing follows that is no word.
    private static func letterOfUnit(_ rest: Substring, isAfterMinutes: Bool) -> Int? {
        let word = rest.prefix(while: \.isLetter).lowercased()
        guard let letter = word.first,
            word.count == 1 || word.count == 2 && "nsew".contains(word.last ?? " ")
        else { return nil }
        switch letter {
        case "d": return 0
        case "m": return 1
        // Else it is south.
        case "s" where isAfterMinutes: return 2
        default: return nil
        }
    }

    /// Takes a number, or several that are joined by points.
    private static func number(_ rest: inout Substring, _ hasDecimalCommas: Bool) -> [AngleItem]? {
        let digits: (inout Substring) -> Substring = { rest in
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            rest = rest[digits.endIndex...]
            return digits
        }
        var parts = [digits(&rest)]
        let points: [Character] = hasDecimalCommas ? [".", ","] : ["."]
        var point: Character?
        while let next = rest.first, points.contains(next), point ?? next == next,
            let after = rest.dropFirst().first, after.isASCII, after.isNumber
        {
            point = next
            rest.removeFirst()
            parts.append(digits(&rest))
        }
        if parts.count == 2 {
            return Double(parts.joined(separator: ".")).map { [.number($0, isWhole: false)] }
        }
        // With two commas or points or more they separate.
        let wholes = parts.compactMap { Double($0) }
        guard wholes.count == parts.count else { return nil }
        return Array(
            wholes.map { [AngleItem.number($0, isWhole: true)] }
                .joined(separator: [.separator(isWeak: true)]))
    }

    private static func word(_ rest: inout Substring) -> AngleItem? {
        let word = rest.prefix(while: \.isLetter)
        rest = rest[word.endIndex...]
        switch word.lowercased() {
        case "n", "north": return .direction(isLatitude: true, sign: 1)
        case "s", "south": return .direction(isLatitude: true, sign: -1)
        case "e", "east": return .direction(isLatitude: false, sign: 1)
        case "w", "west": return .direction(isLatitude: false, sign: -1)
        case "deg", "degree", "degrees": return .unit(0)
        case "min", "minute", "minutes": return .unit(1)
        case "sec", "second", "seconds": return .unit(2)
        case "lat", "latitude", "lon", "long", "lng", "longitude":
            // They are between a label and its value.
            rest = rest.drop { $0 == ":" || $0 == "=" }
            return .label(isLatitude: word.lowercased().hasPrefix("la"))
        default: return nil
        }
    }

    private static func sign(_ rest: inout Substring) -> AngleItem? {
        let first = rest.removeFirst()
        switch first {
        case "+": return .sign(1)
        case "-", "\u{2212}", "\u{2013}": return .sign(-1)
        case "°", "º", "˚": return .unit(0)
        case "″", "\"", "”", "“", "˝": return .unit(2)
        case "′", "'", "’", "‘", "´", "`":
            // Two of them are seconds.
            guard rest.first == first else { return .unit(1) }
            rest.removeFirst()
            return .unit(2)
        case ",", ";", "/", "&", "\n", "\r", "\r\n": return .separator(isWeak: false)
        case ":", ".", "(", ")", "[", "]": return .separator(isWeak: true)
        default: return first.isWhitespace ? .separator(isWeak: true) : nil
        }
    }

    /// Where the second of two angles may begin, the likeliest first.
    static func borders(in items: [AngleItem]) -> [Int] {
        let numbers = items.indices.filter { items[$0].isNumber }
        guard let first = numbers.first, numbers.count >= 2 else { return [] }
        let directions = items.indices.filter {
            if case .direction = items[$0] { true } else { false }
        }
        let labels = items.indices.filter { if case .label = items[$0] { true } else { false } }
        if labels.count == 2 { return [labels[1]] }
        if directions.count == 2 {
            // Before both angles or after both.
            return [directions[0] < first ? directions[1] : directions[0] + 1]
        }
        // A sign before another number than the first.
        let signs = items.indices.dropLast().filter {
            if case .sign = items[$0] { $0 > first && items[$0 + 1].isNumber } else { false }
        }
        if signs.count == 1 { return signs }
        let strong = items.indices.filter {
            items[$0] == .separator(isWeak: false) && $0 > first && $0 < numbers[numbers.count - 1]
        }
        if strong.count == 1 { return strong }
        return numbers.count.isMultiple(of: 2) ? [numbers[numbers.count / 2]] : []
    }
}
