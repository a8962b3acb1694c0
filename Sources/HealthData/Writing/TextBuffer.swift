import ChartCore

/// Text under construction, as UTF-8 bytes; cheap enough for a million rows a second.
package struct TextBuffer: Sendable {
    package private(set) var bytes: [UInt8] = []

    package init() {}

    package var count: Int { bytes.count }

    /// The text so far.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    package mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    package mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    package mutating func append(text: String) { bytes.append(contentsOf: text.utf8) }

    mutating func append(bytes more: [UInt8]) { bytes.append(contentsOf: more) }

    /// Appends a whole number.
    package mutating func append(_ number: Int) {
        if number < 0 { bytes.append(0x2d) }
        var rest = number.magnitude
        let first = bytes.count
        repeat {
            bytes.append(UInt8(truncatingIfNeeded: rest % 10) + 0x30)
            rest /= 10
        } while rest > 0
        bytes[first...].reverse()
    }

    /// Appends a whole number with leading zeros.
    package mutating func append(_ number: Int, width: Int) {
        var divisor = 1
        for _ in 1..<max(1, width) { divisor *= 10 }
        while divisor > 0 {
            bytes.append(UInt8(truncatingIfNeeded: number / divisor % 10) + 0x30)
            divisor /= 10
        }
    }

    /// Appends a number in units of `10^-places`: `append(1234, places: 2)` appends 12.34.
    package mutating func append(_ number: Int, places: Int) {
        if number < 0 { bytes.append(0x2d) }
        var divisor = 1
        for _ in 0..<places { divisor *= 10 }
        let size = Int(number.magnitude)
        append(size / divisor)
        guard places > 0 else { return }
        bytes.append(0x2e)
        append(size % divisor, width: places)
    }

    /// Appends a number in the shortest form that reads back as the same: `8412`, `72.5`, `1e-07`.
    package mutating func append(_ number: Double) {
        if number == number.rounded(), abs(number) < 1e15 {
            append(Int(number))
        } else {
            append(text: "\(number)")
        }
    }

    /// Appends a local date.
    mutating func append(date: CivilDate) {
        append(date.year, width: 4)
        bytes.append(0x2d)
        append(date.month, width: 2)
        bytes.append(0x2d)
        append(date.day, width: 2)
    }

    /// The second day of year 1 to the last but one of 9999, so that no zone leads out of these
    /// years.
    private static let years = (min: -62_135_510_400.0, max: 253_402_214_400.0)

    /// Appends a time of day in seconds.
    mutating func append(clock seconds: Int, withSeconds: Bool = true) {
        append(seconds / 3600, width: 2)
        bytes.append(0x3a)
        append(seconds / 60 % 60, width: 2)
        guard withSeconds else { return }
        bytes.append(0x3a)
        append(seconds % 60, width: 2)
    }

    /// Appends an instant as ISO 8601 with the zone's offset: `2026-10-31T08:00:00+01:00`.
    ///
    /// Fractions of a second are written only if needed, to the microsecond. An instant outside the
    /// years with four digits is moved to the nearest day in them; NaN becomes 1970.
    package mutating func append(instant given: Double, in zone: ZoneRules) {
        let instant = given.isNaN ? 0 : min(max(given, TextBuffer.years.min), TextBuffer.years.max)
        let microseconds = (instant * 1e6).rounded()
        let whole = (microseconds / 1e6).rounded(.down)
        let fraction = Int(microseconds - whole * 1e6)
        let offset = zone.offset(at: instant)
        let local = Int(whole) + offset
        let day = (local >= 0 ? local : local - 86_399) / 86_400
        append(date: CivilDate(days: day))
        bytes.append(0x54)
        append(clock: local - day * 86_400)
        if fraction > 0 {
            var digits = fraction
            var places = 6
            while digits % 10 == 0 {
                digits /= 10
                places -= 1
            }
            bytes.append(0x2e)
            append(digits, width: places)
        }
        append(text: ZoneRules.isoOffset(offset))
    }
}

/// A sum that keeps the low bits of small numbers that are added to a large one.
///
/// Neumaier's variant of Kahan's compensated summation (Z. Angew. Math. Mech. 54, 1974): the result
/// is the correctly rounded sum in all but contrived cases, so it does not depend on the order.
package struct ExactSum: Sendable {
    private var total = 0.0
    private var lost = 0.0

    package init() {}

    package mutating func add(_ value: Double) {
        let next = total + value
        lost += abs(total) >= abs(value) ? (total - next) + value : (value - next) + total
        total = next
    }

    package var value: Double { total + lost }
}
