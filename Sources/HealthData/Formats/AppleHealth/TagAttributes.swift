import Streams

/// All attributes of a tag by name, for elements so rare that a dictionary costs nothing.
struct TagAttributes {
    /// The amount of an attribute.
    enum Reading {
        case missing
        /// It is not an amount, or not in a unit of its kind.
        case unreadable
        case amount(Double)
    }

    private var values: [String: String] = [:]

    /// Reads the attributes of the tag at `open`, which was read before and ends before `end`.
    ///
    /// If an attribute is repeated, the first counts.
    init(_ bytes: RawSpan, _ open: Int, _ end: Int) {
        var index = open
        // Skip the name of the element.
        while index < end, bytes.byte(index) > 0x20 { index += 1 }
        while index < end {
            while index < end, TagAttributes.isBetween(bytes.byte(index)) { index += 1 }
            let equals = bytes.first(UInt8(ascii: "="), from: index, to: end)
            guard equals < end else { return }
            var nameEnd = equals
            while nameEnd > index, bytes.byte(nameEnd - 1) <= 0x20 { nameEnd -= 1 }
            var quote = equals + 1
            while quote < end, bytes.byte(quote) <= 0x20 { quote += 1 }
            guard quote < end else { return }
            let close = bytes.first(bytes.byte(quote), from: quote + 1, to: end)
            guard close < end else { return }
            let name = bytes.text(index, nameEnd)
            if values[name] == nil {
                values[name] = AppleTypes.decoded(bytes.text(quote + 1, close))
            }
            index = close + 1
        }
    }

    private static func isBetween(_ byte: UInt8) -> Bool {
        byte <= 0x20 || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">")
    }

    /// The text of an attribute; nil if it is missing or empty.
    subscript(name: String) -> String? {
        guard let text = values[name]?.trimmingBlanks(), !text.isEmpty else { return nil }
        return text
    }

    /// An amount of 0 or more, given in a unit.
    func amount(_ name: String, in unit: String?, to canonical: String) -> Reading {
        guard let text = self[name] else { return .missing }
        guard let conversion = UnitConversion.from(unit ?? "", to: canonical) else {
            return .unreadable
        }
        let number = ColumnReading.padded(text) { bytes, end in
            let reading = NumberScan.read(bytes, 0, end, shift: conversion.shift)
            return reading.outcome == .number && reading.next == end ? reading.value : nil
        }
        guard let number, number >= 0 else { return .unreadable }
        return .amount(conversion.apply(number))
    }
}
