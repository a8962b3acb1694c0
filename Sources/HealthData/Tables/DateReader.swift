// Dates as tables write them, in one of the shapes below; a column has one shape.
//
// A cell that cannot be read as it is is rewritten without the words, digits and blanks of other
// languages (`DateText`) and read once more. Two-digit years are 20YY up to 79 and 19YY from 80 on,
// except in the Buddhist era (`YearCount`). The length distinguishes Unix times from
// compact dates: eight digits are YYYYMMDD, nine or ten are seconds, twelve or thirteen
// milliseconds, fifteen or sixteen microseconds, eighteen or nineteen nanoseconds. Serial days are
// Excel's (1900 system): 25569 is 1970-01-01.

import Streams

/// How the dates of a column are written.
enum DateShape: Sendable, Hashable, CaseIterable {
    /// `2026-10-31`, with or without a time and an offset.
    case iso
    /// `2026/1/5`, `2026.01.05`, `2012-10-8 0:4`.
    case yearFirst
    /// `20261031`, `20261031T081500`, `202610310815`.
    case compact
    /// `Jul 6 2023`, `6 Jul 2023`, `12-Jan-2025`, `2025 Jan 12`.
    case monthName
    /// `31.10.2026`, `31/10/26`.
    case dayFirst
    /// `10/31/2026`.
    case monthFirst
    case unixTime
    case serialDay
}

/// Which years the numbers of years mean.
enum YearCount: Sendable, Hashable {
    /// The common era.
    case common
    /// The Buddhist era, 543 years more.
    case buddhist
    /// The common era, and the years 2400 to 2700 in the Buddhist era: for finding out which it is.
    case either

    /// The year of the common era.
    ///
    /// - Parameter digits: the number of digits; with two, the century is left out.
    func civil(_ year: Int, digits: Int) -> Int {
        if digits == 2 {
            if self == .buddhist { return 2500 + year - 543 }
            return year < 80 ? 2000 + year : 1900 + year
        }
        return self != .common && YearCount.buddhistYears.contains(year) ? year - 543 : year
    }

    /// The years 1857 to 2157.
    static let buddhistYears = 2400...2700
    /// The start of the year 2400, in seconds since 1970.
    static let firstBuddhist = 13_569_465_600.0
}

struct DateReader {
    /// The years that are meant.
    var years = YearCount.common
    private var iso = TimestampScan()

    /// Reads all of `from..<end`, which has no blanks around it.
    @inline(__always)
    mutating func read(
        _ bytes: RawSpan, _ from: Int, _ end: Int, _ shape: DateShape
    ) -> ClockReading {
        if shape == .iso {
            let reading = iso.read(bytes, from, end)
            if reading.next == end, reading.local < YearCount.firstBuddhist || years == .common {
                return reading
            }
        }
        return readSlowly(bytes, from, end, shape)
    }

    /// Reads a date as it is written or, if that fails, without the words of other languages.
    @inline(never)
    private mutating func readSlowly(
        _ bytes: RawSpan, _ from: Int, _ end: Int, _ shape: DateShape
    ) -> ClockReading {
        let reading = readPlain(bytes, from, end, shape)
        if reading.next == end { return reading }
        guard let text = DateText.plain(bytes, from, end) else { return reading }
        var other = ColumnReading.padded(text) { bytes, count in
            let other = readPlain(bytes, 0, count, shape)
            return other.next == count ? other : .none
        }
        guard other.next >= 0 else { return reading }
        other.next = end
        return other
    }

    private func readPlain(
        _ bytes: RawSpan, _ from: Int, _ end: Int, _ shape: DateShape
    ) -> ClockReading {
        switch shape {
        case .iso, .yearFirst: return numeric(bytes, from, end, year: 0, month: 1, day: 2)
        case .dayFirst: return numeric(bytes, from, end, year: 2, month: 1, day: 0)
        case .monthFirst: return numeric(bytes, from, end, year: 2, month: 0, day: 1)
        case .compact: return compact(bytes, from, end)
        case .monthName: return named(bytes, from, end)
        case .unixTime: return unixTime(bytes, from, end)
        case .serialDay: return serialDay(bytes, from, end)
        }
    }

    /// Reads three numbers with separators, then perhaps a time.
    private func numeric(
        _ bytes: RawSpan, _ from: Int, _ end: Int, year: Int, month: Int, day: Int
    ) -> ClockReading {
        var numbers = [0, 0, 0]
        var lengths = [0, 0, 0]
        var index = from
        var separator: UInt8 = 0
        for part in 0..<3 {
            let first = index
            while index < end, index - first < 5, bytes.byte(index) &- 0x30 <= 9 {
                numbers[part] = numbers[part] * 10 + Int(bytes.byte(index) &- 0x30)
                index += 1
            }
            lengths[part] = index - first
            guard lengths[part] > 0 else { return .none }
            if part < 2 {
                guard index < end else { return .none }
                let byte = bytes.byte(index)
                guard byte == 0x2d || byte == 0x2e || byte == 0x2f,
                    separator == 0 || byte == separator
                else { return .none }
                separator = byte
                index += 1
                // "1. 2. 2026"
                if byte == 0x2e { while index < end, bytes.byte(index) == 0x20 { index += 1 } }
            }
        }
        // "2026. 2. 1."
        if separator == 0x2e, index < end, bytes.byte(index) == 0x2e { index += 1 }
        guard lengths[month] <= 2, lengths[day] <= 2,
            lengths[year] == 4 || lengths[year] == 2 && year == 2
        else { return .none }
        return finish(
            bytes, index, end, year: numbers[year], digits: lengths[year], month: numbers[month],
            day: numbers[day])
    }

    private func finish(
        _ bytes: RawSpan, _ at: Int, _ end: Int, year: Int, digits: Int, month: Int, day: Int
    ) -> ClockReading {
        let full = years.civil(year, digits: digits)
        guard CivilDays.isValid(full, month, day) else { return .none }
        var reading = ClockReading(
            local: Double(CivilDays.number(full, month, day)) * 86_400,
            offset: ClockReading.noOffset,
            hasTime: false, next: at)
        var index = at
        if index < end, bytes.byte(index) == 0x2c { index += 1 }
        if index < end, bytes.byte(index) | 0x20 == 0x74 { index += 1 }
        while index < end, bytes.byte(index) == 0x20 { index += 1 }
        index = DateReader.behindDash(bytes, index, end)
        if index == end { return reading }
        guard index > at, let time = DateReader.timeOfDay(bytes, index, end) else { return .none }
        reading.local += time.seconds
        reading.offset = time.offset
        reading.hasTime = true
        reading.next = end
        return reading
    }

    /// The index behind a dash with blanks around it, `26.06.2015 - 19:10`.
    private static func behindDash(_ bytes: RawSpan, _ at: Int, _ end: Int) -> Int {
        guard at < end, bytes.byte(at &- 1) == 0x20 else { return at }
        var index = at
        if bytes.byte(at) == 0x2d {
            index += 1
        } else if at + 2 < end, bytes.byte(at) == 0xe2, bytes.byte(at + 1) == 0x80,
            bytes.byte(at + 2) == 0x93 || bytes.byte(at + 2) == 0x94
        {
            index += 3
        }
        guard index > at, index < end, bytes.byte(index) == 0x20 else { return at }
        while index < end, bytes.byte(index) == 0x20 { index += 1 }
        return index
    }

    private func compact(_ bytes: RawSpan, _ from: Int, _ end: Int) -> ClockReading {
        var digits = 0
        while from + digits < end, bytes.byte(from + digits) &- 0x30 <= 9 { digits += 1 }
        func number(_ at: Int, _ count: Int) -> Int {
            (0..<count).reduce(0) { $0 * 10 + Int(bytes.byte(from + at + $1) &- 0x30) }
        }
        guard digits == 8 || digits == 12 || digits == 14 else { return .none }
        let year = years.civil(number(0, 4), digits: 4)
        let month = number(4, 2)
        let day = number(6, 2)
        guard CivilDays.isValid(year, month, day), year >= 1000 else { return .none }
        var reading = ClockReading(
            local: Double(CivilDays.number(year, month, day)) * 86_400,
            offset: ClockReading.noOffset,
            hasTime: false, next: end)
        if digits > 8 {
            let hour = number(8, 2)
            let minute = number(10, 2)
            let second = digits == 14 ? number(12, 2) : 0
            guard hour < 24, minute < 60, second <= 60, from + digits == end else { return .none }
            reading.local += Double(hour * 3600 + minute * 60 + second)
            reading.hasTime = true
            return reading
        }
        if from + digits == end { return reading }
        // 20261031T081500Z
        var index = from + 8
        guard bytes.byte(index) | 0x20 == 0x74 || bytes.byte(index) == 0x20 else { return .none }
        index += 1
        var timeDigits = 0
        while index + timeDigits < end, bytes.byte(index + timeDigits) &- 0x30 <= 9 {
            timeDigits += 1
        }
        guard timeDigits == 4 || timeDigits == 6 else {
            return finish(
                bytes, from + 8, end, year: number(0, 4), digits: 4, month: month, day: day)
        }
        let hour = number(9, 2)
        let minute = number(11, 2)
        let second = timeDigits == 6 ? number(13, 2) : 0
        guard hour < 24, minute < 60, second <= 60 else { return .none }
        reading.local += Double(hour * 3600 + minute * 60 + second)
        reading.hasTime = true
        index += timeDigits
        if index == end { return reading }
        guard let offset = DateReader.offset(bytes, index, end) else { return .none }
        reading.offset = offset
        return reading
    }

    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]

    private func named(_ bytes: RawSpan, _ from: Int, _ end: Int) -> ClockReading {
        var index = from
        var day: Int?
        var month: Int?
        var year: Int?
        while index < end {
            let byte = bytes.byte(index)
            if byte == 0x20 || byte == 0x2d || byte == 0x2c || byte == 0x2e || byte == 0x2f {
                index += 1
                continue
            }
            let first = index
            if byte &- 0x30 <= 9 {
                var number = 0
                while index < end, index - first < 5, bytes.byte(index) &- 0x30 <= 9 {
                    number = number * 10 + Int(bytes.byte(index) &- 0x30)
                    index += 1
                }
                let digits = index - first
                if digits == 4, year == nil, month == nil, day == nil {
                    year = number
                } else if let year {
                    guard let month, digits <= 2 else { return .none }
                    // "2026. Jan 5. 8:05"
                    if index < end, bytes.byte(index) == 0x2e { index += 1 }
                    return finish(
                        bytes, index, end, year: year, digits: 4, month: month, day: number)
                } else if day == nil, digits <= 2 {
                    day = number
                } else {
                    guard let day, let month, digits == 2 || digits == 4 else { return .none }
                    return finish(
                        bytes, index, end, year: number, digits: digits, month: month, day: day)
                }
                continue
            }
            guard month == nil else { return .none }
            while index < end, bytes.byte(index) | 0x20 >= 0x61, bytes.byte(index) | 0x20 <= 0x7a {
                index += 1
            }
            guard index - first >= 3 else { return .none }
            let name = bytes.text(first, first + 3).lowercased()
            guard let number = DateReader.months.firstIndex(of: name) else { return .none }
            month = number + 1
        }
        return .none
    }

    private func unixTime(_ bytes: RawSpan, _ from: Int, _ end: Int) -> ClockReading {
        var digits = 0
        while from + digits < end, bytes.byte(from + digits) &- 0x30 <= 9 { digits += 1 }
        let scale: Double
        switch digits {
        case 9, 10: scale = 1
        case 12, 13: scale = 1e3
        case 15, 16: scale = 1e6
        case 18, 19: scale = 1e9
        default: return .none
        }
        let number = NumberScan.read(bytes, from, end)
        guard number.outcome == .number, number.next == end else { return .none }
        return ClockReading(local: number.value / scale, offset: 0, hasTime: true, next: end)
    }

    private func serialDay(_ bytes: RawSpan, _ from: Int, _ end: Int) -> ClockReading {
        let number = NumberScan.read(bytes, from, end)
        guard number.outcome == .number, number.next == end, number.value >= 20_000,
            number.value < 80_000
        else { return .none }
        // A serial day has a binary fraction of a day; it is only exact to a thousandth of a
        // second.
        let seconds = (((number.value - 25_569) * 86_400) * 1000).rounded() / 1000
        let wholeDay = number.value.rounded(.down) == number.value
        return ClockReading(
            local: seconds, offset: ClockReading.noOffset, hasTime: !wholeDay, next: end)
    }

    // MARK: Times of day

    /// Reads all of `from..<end` as a time of day: `8:30`, `08.30.15`, `10:43 am`,
    /// `08:15:00+02:00`, `午後9:05`.
    static func timeOfDay(
        _ bytes: RawSpan, _ from: Int, _ end: Int
    ) -> (seconds: Double, offset: Int)? {
        if let time = plainTimeOfDay(bytes, from, end) { return time }
        guard let text = DateText.plain(bytes, from, end) else { return nil }
        return ColumnReading.padded(text) { bytes, count in plainTimeOfDay(bytes, 0, count) }
    }

    /// Reads `am`, `p.m.` and the like at `at`.
    private static func noon(
        _ bytes: RawSpan, _ at: Int, _ end: Int
    ) -> (isAfternoon: Bool, next: Int)? {
        guard at + 1 < end, bytes.byte(at) | 0x20 == 0x61 || bytes.byte(at) | 0x20 == 0x70 else {
            return nil
        }
        var next = at + 1
        if bytes.byte(next) == 0x2e { next += 1 }
        guard next < end, bytes.byte(next) | 0x20 == 0x6d else { return nil }
        next += 1
        if next < end, bytes.byte(next) == 0x2e { next += 1 }
        while next < end, bytes.byte(next) == 0x20 { next += 1 }
        return (bytes.byte(at) | 0x20 == 0x70, next)
    }

    private static func plainTimeOfDay(
        _ bytes: RawSpan, _ from: Int, _ end: Int
    ) -> (seconds: Double, offset: Int)? {
        var index = from
        var half = noon(bytes, from, end)
        if let half { index = half.next }
        var parts: [Double] = []
        var separator: UInt8 = 0
        while parts.count < 3 {
            let first = index
            var number = 0.0
            while index < end, index - first < 3, bytes.byte(index) &- 0x30 <= 9 {
                number = number * 10 + Double(bytes.byte(index) &- 0x30)
                index += 1
            }
            guard index > first, index - first <= 2 else { return nil }
            parts.append(number)
            guard index < end else { break }
            let byte = bytes.byte(index)
            guard byte == 0x3a || byte == 0x2e, separator == 0 || separator == byte, parts.count < 3
            else { break }
            separator = byte
            index += 1
        }
        guard parts.count >= 2 else { return nil }
        if parts.count == 3, index < end, bytes.byte(index) == 0x2e || bytes.byte(index) == 0x2c {
            let point = index
            index += 1
            var scale = 0.1
            while index < end, bytes.byte(index) &- 0x30 <= 9 {
                parts[2] += Double(bytes.byte(index) &- 0x30) * scale
                scale /= 10
                index += 1
            }
            guard index > point + 1 else { return nil }
        }
        var hour = parts[0]
        while index < end, bytes.byte(index) == 0x20 { index += 1 }
        if half == nil, let behind = noon(bytes, index, end) {
            half = behind
            index = behind.next
        }
        if let half {
            // Noon and midnight are 12, in Japan also 0.
            guard hour <= 12 else { return nil }
            hour = (hour == 12 ? 0 : hour) + (half.isAfternoon ? 12 : 0)
        }
        guard hour < 24, parts[1] < 60, parts.count < 3 || parts[2] < 61 else { return nil }
        let seconds = hour * 3600 + parts[1] * 60 + (parts.count == 3 ? parts[2] : 0)
        if index == end { return (seconds, ClockReading.noOffset) }
        guard let offset = offset(bytes, index, end) else { return nil }
        return (seconds, offset)
    }

    /// Reads all of `from..<end` as an offset: `Z`, `UTC`, `+02:00`, `-0530`, `UTC+0530`, or with
    /// the seconds of a local mean time `-04:56:02`.
    static func offset(_ bytes: RawSpan, _ from: Int, _ end: Int) -> Int? {
        let text = bytes.text(from, end).uppercased()
        if text == "Z" || text == "UTC" || text == "GMT" { return 0 }
        var rest = Substring(text)
        for prefix in ["UTC", "GMT"] where rest.hasPrefix(prefix) { rest = rest.dropFirst(3) }
        guard let sign = rest.first, sign == "+" || sign == "-" else { return nil }
        let digits = rest.dropFirst().filter { $0 != ":" }
        guard digits.allSatisfy(\.isNumber), [2, 4, 6].contains(digits.count),
            let number = Int(digits + String(repeating: "0", count: 6 - digits.count))
        else { return nil }
        let hours = number / 10_000
        let minutes = number / 100 % 100
        let seconds = number % 100
        guard hours < 24 || hours == 24 && seconds == 0, minutes < 60, seconds < 60 else {
            return nil
        }
        return (sign == "-" ? -1 : 1) * (hours * 3600 + minutes * 60 + seconds)
    }
}
