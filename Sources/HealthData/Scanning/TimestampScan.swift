// Reads ISO 8601 dates and times from bytes: `2026-10-31`, `2026-10-31 08:00`,
// `2026-10-31T08:00:00.25+01:00`, `2026-10-31 08:00:00 +0100`, `20261031T080000Z`.
//
// Method: fixed positions checked digit by digit; the day number by Howard Hinnant's
// `days_from_civil` (chrono-compatible low-level date algorithms, 2013). The last day read is
// remembered: neighbours share it. Limits: years 0000…9999 are read; `SoundTime` decides which are
// allowed.

import Localization
import Streams

/// A date and perhaps a time of day as written, before any zone is applied.
struct ClockReading {
    /// Seconds of local time since 1970-01-01T00:00.
    var local: Double
    /// Seconds east of universal time as written; `noOffset` if there is none.
    var offset: Int
    /// Whether there is a time of day.
    var hasTime: Bool
    /// The index behind the text that was read; below zero if it could not be read.
    var next: Int

    static let noOffset = Int.min
    static let none = ClockReading(local: 0, offset: noOffset, hasTime: false, next: -1)
}

/// The instants that a record may have: the years 1900 to 2100.
enum SoundTime {
    /// 1900-01-01T00:00:00Z.
    static let first = -2_208_988_800.0
    /// 2101-01-01T00:00:00Z.
    static let end = 4_133_980_800.0

    @inline(__always)
    static func contains(_ instant: Double) -> Bool { instant >= first && instant < end }

    /// Whether a span is within these years; its end may be the end of the last year.
    @inline(__always)
    static func contains(from start: Double, to last: Double) -> Bool {
        start >= first && start < end && last >= start && last <= end
    }

    static var reason: String { tr("the date is not between 1900 and 2100") }
    static var backwards: String { tr("it ends before it starts") }
}

/// The days of the civil calendar as numbers.
enum CivilDays {
    /// Days from 1970-01-01 to a date of the proleptic Gregorian calendar.
    @inline(__always)
    static func number(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let shifted = month <= 2 ? year &- 1 : year
        let era = (shifted >= 0 ? shifted : shifted &- 399) / 400
        let yearOfEra = shifted &- era &* 400
        let dayOfYear = (153 &* (month &+ (month > 2 ? -3 : 9)) &+ 2) / 5 &+ day &- 1
        return era &* 146_097 &+ yearOfEra &* 365 &+ yearOfEra / 4 &- yearOfEra / 100 &+ dayOfYear
            &- 719_468
    }

    @inline(__always)
    static func isValid(_ year: Int, _ month: Int, _ day: Int) -> Bool {
        guard month >= 1, month <= 12, day >= 1 else { return false }
        if day <= 28 { return true }
        switch month {
        case 2: return day == 29 && (year % 4 == 0 && year % 100 != 0 || year % 400 == 0)
        case 4, 6, 9, 11: return day <= 30
        default: return day <= 31
        }
    }
}

/// Reads time stamps and remembers the last day.
struct TimestampScan {
    // At first the day is that of 1970-01-01, in the bytes of a text.
    private var lastHead: UInt64 = 0x2d31_302d_3037_3931
    private var lastTail: UInt16 = 0x3130
    private var lastDay = 0.0
    /// The six bytes of the last offset, ` +0100`, and its seconds; the initial value is greater
    /// than any six bytes.
    private var lastZone = UInt64.max
    private var lastOffset = 0.0

    @inline(__always)
    private func pair(_ bytes: RawSpan, _ index: Int) -> Int {
        // 0…99, or at least 1000 if one of the two is not a digit.
        let tens = Int(bytes.byte(index) &- 0x30)
        let ones = Int(bytes.byte(index &+ 1) &- 0x30)
        return tens <= 9 && ones <= 9 ? tens &* 10 &+ ones : 1000
    }

    /// Reads a date with dashes, and the time after it.
    ///
    /// `next` is below zero if no valid date begins here. After a date without a time, `next` is
    /// the index after the date. Seconds may be 60 (a leap second).
    @inline(__always)
    mutating func read(_ bytes: RawSpan, _ from: Int, _ end: Int) -> ClockReading {
        guard from &+ 10 <= end, let day = day(bytes, from) else { return .none }
        return readTime(bytes, from &+ 10, end, day: day)
    }

    /// The length of `2026-10-31 08:00:00 +0100`.
    private static let plainCount = 25

    /// The instant of a text like `2026-10-31 08:00:00 +0100` with the same offset as the one
    /// before it and without a leap second; nil for every other form, which may still be a date.
    ///
    /// The eight digits and colons of the time are checked and read as one word.
    @inline(__always)
    mutating func plainInstant(_ bytes: RawSpan, _ from: Int, _ end: Int) -> Double? {
        guard end &- from == TimestampScan.plainCount, TimestampScan.zone(bytes, from) == lastZone,
            bytes.byte(from &+ 10) == 0x20, let day = day(bytes, from)
        else { return nil }
        let digits = bytes.word(from &+ 11) ^ 0x3030_3a30_303a_3030
        // A digit is below ten and a colon has become 0, so there is no carry.
        guard (digits | (digits &+ 0x0606_0f06_060f_0606)) & 0xf0f0_f0f0_f0f0_f0f0 == 0 else {
            return nil
        }
        let pairs = digits &* 10 &+ digits >> 8
        let (hour, minute, second) = (pairs & 0xff, pairs >> 24 & 0xff, pairs >> 48 & 0xff)
        guard hour <= 23, minute <= 59, second <= 59 else { return nil }
        return day + Double(Int(hour &* 3600 &+ minute &* 60 &+ second)) - lastOffset
    }

    /// Remembers the offset of a date that was read, if it has the form of `plainInstant`.
    mutating func noteOffset(_ reading: ClockReading, _ bytes: RawSpan, _ from: Int, _ end: Int) {
        // If a blank follows, it is padding, and the offset came before it.
        guard end - from == TimestampScan.plainCount, bytes.byte(from + 19) == 0x20,
            bytes.byte(from + 20) > 0x20, reading.offset != ClockReading.noOffset
        else { return }
        lastZone = TimestampScan.zone(bytes, from)
        lastOffset = Double(reading.offset)
    }

    /// The six bytes behind the seconds.
    @inline(__always)
    private static func zone(_ bytes: RawSpan, _ from: Int) -> UInt64 {
        bytes.word(from &+ 19) & 0xffff_ffff_ffff
    }

    /// The seconds from 1970 to the date at `from`, where ten bytes must be readable; nil if it is
    /// not a date.
    @inline(__always)
    mutating func day(_ bytes: RawSpan, _ from: Int) -> Double? {
        let head = bytes.word(from)
        let tail = UInt16(truncatingIfNeeded: bytes.word(from &+ 8))
        if head != lastHead || tail != lastTail {
            guard readDay(bytes, from) else { return nil }
            lastHead = head
            lastTail = tail
        }
        return lastDay
    }

    /// Reads `YYYY-MM-DD` at `from` into `lastDay`; false if it is not a date.
    @inline(never)
    private mutating func readDay(_ bytes: RawSpan, _ from: Int) -> Bool {
        let century = pair(bytes, from)
        let yearOfCentury = pair(bytes, from + 2)
        let month = pair(bytes, from + 5)
        let day = pair(bytes, from + 8)
        guard century < 100, yearOfCentury < 100, bytes.byte(from + 4) == 0x2d,
            bytes.byte(from + 7) == 0x2d
        else { return false }
        let year = century * 100 + yearOfCentury
        guard CivilDays.isValid(year, month, day) else { return false }
        lastDay = Double(CivilDays.number(year, month, day)) * 86_400
        return true
    }

    /// Reads `[T ]HH:MM[:SS[.fff]][ ][Z|±HH[:]MM]` from `at` on; a missing time is valid.
    @inline(__always)
    func readTime(_ bytes: RawSpan, _ at: Int, _ end: Int, day: Double) -> ClockReading {
        var result = ClockReading(
            local: day, offset: ClockReading.noOffset, hasTime: false, next: at)
        guard at &+ 6 <= end, bytes.byte(at) == 0x20 || bytes.byte(at) | 0x20 == 0x74,
            bytes.byte(at &+ 3) == 0x3a
        else { return result }
        let hour = pair(bytes, at &+ 1)
        let minute = pair(bytes, at &+ 4)
        guard hour <= 24, minute <= 59 else { return .none }
        var seconds = Double(hour &* 3600 &+ minute &* 60)
        var index = at &+ 6
        if index &+ 3 <= end, bytes.byte(index) == 0x3a {
            let second = pair(bytes, index &+ 1)
            guard second <= 60 else { return .none }
            seconds += Double(second)
            index &+= 3
            if index < end, bytes.byte(index) == 0x2e || bytes.byte(index) == 0x2c,
                index &+ 1 < end, bytes.byte(index &+ 1) &- 0x30 <= 9
            {
                index &+= 1
                var digits = 0.0
                var scale = 1.0
                while index < end, bytes.byte(index) &- 0x30 <= 9 {
                    if scale < 1e15 {
                        digits = digits * 10 + Double(bytes.byte(index) &- 0x30)
                        scale *= 10
                    }
                    index &+= 1
                }
                seconds += digits / scale
            }
        }
        // 24:00:00 is the end of the day; later times are invalid.
        guard seconds <= 86_400 || hour < 24 else { return .none }
        result.local = day + seconds
        result.hasTime = true
        result.next = index
        readOffset(bytes, index, end, into: &result)
        return result
    }

    /// Reads an offset, with or without a blank before it.
    @inline(__always)
    private func readOffset(
        _ bytes: RawSpan, _ at: Int, _ end: Int, into result: inout ClockReading
    ) {
        var index = at
        guard index < end else { return }
        if bytes.byte(index) == 0x20 { index &+= 1 }
        guard index < end else { return }
        let sign = bytes.byte(index)
        if sign | 0x20 == 0x7a {
            result.offset = 0
            result.next = index &+ 1
            return
        }
        guard sign == 0x2b || sign == 0x2d, index &+ 3 <= end else { return }
        let hours = pair(bytes, index &+ 1)
        guard hours <= 24 else { return }
        var minutes = 0
        var behind = index &+ 3
        if behind &+ 2 <= end, bytes.byte(behind) &- 0x30 <= 9 {
            minutes = pair(bytes, behind)
            behind &+= 2
        } else if behind &+ 3 <= end, bytes.byte(behind) == 0x3a {
            minutes = pair(bytes, behind &+ 1)
            behind &+= 3
        }
        guard minutes <= 59 else { return }
        let offset = hours &* 3600 &+ minutes &* 60
        result.offset = sign == 0x2d ? -offset : offset
        result.next = behind
    }
}
