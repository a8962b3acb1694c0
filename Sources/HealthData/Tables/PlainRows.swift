// Plain rows, `2026-10-31T08:00:00Z,72.5`, read without splitting them into fields.
//
// Method: the ten bytes of the date are compared with those of the row before; a date is read only
// if they differ. The eight bytes of the time of day and up to eight digits of the number are
// processed as words ("SIMD within a register"): a carry into the high half of a byte shows that it
// is not a digit; digits are combined by twos, then by fours, then by eights (D. Lemire, "Quickly
// parsing eight digits", 2018). The number is a mantissa and one exact division, as in
// `NumberScan`, so the results equal those of the general path bit for bit. A row that is not quite
// plain (blanks, quotes, fractions of seconds, offsets, missing values) is left to the general
// path, row by row.
//
// Layout: columns of `capacity` rows that stay in the first-level cache; the caller copies them in
// one piece. Limit: the caller guarantees `ByteWindow.padding` readable bytes behind `end`.

import Streams

/// Reads runs of plain rows into columns.
struct PlainRows: Sendable {
    /// The most rows that are read at once.
    static let capacity = 1024

    private(set) var starts: [Double]
    private(set) var values: [Double]
    /// The number of rows of the last run.
    private(set) var count = 0
    /// Whether each row starts later than the one before it.
    private(set) var areRising = true
    private let delimiter: UInt8
    private let newline: UInt8
    private let conversion: UnitConversion
    /// Whether the plan allows plain rows.
    private let isPossible: Bool
    private var clock = TimestampScan()

    init(_ plan: TablePlan, isOn: Bool) {
        delimiter = plan.dialect.delimiter
        newline = plan.dialect.newline
        conversion = plan.values.first?.conversion ?? .same
        if isOn, let value = plan.values.first, plan.values.count == 1 {
            var isNumber = false
            if case .number = value.kind { isNumber = true }
            isPossible =
                plan.start == 0 && plan.startShape == .iso && plan.time == nil && plan.end == nil
                && plan.source == nil && delimiter != 0x20 && value.column == 1
                && isNumber && value.style == .point && value.missing.isEmpty
                && value.unit == nil
                && plan.offset == nil && plan.day == nil
                && plan.marks.isEmpty && plan.filter == nil && !plan.hasCivilDays
                && plan.length == 0 && plan.duration == nil && plan.zone == nil
                && !plan.isSequential
        } else {
            isPossible = false
        }
        starts = [Double](repeating: 0, count: isPossible ? PlainRows.capacity : 0)
        values = starts
    }

    /// Reads plain rows from `from` on until one is not plain.
    ///
    /// - Returns: the index behind the last row read.
    mutating func read(
        _ bytes: RawSpan, from: Int, to end: Int, _ zone: inout LocalZone
    ) -> Int {
        count = 0
        guard isPossible else { return from }
        var scan = clock
        var index = from
        var row = 0
        var isRising = true
        var last = -Double.infinity
        // Moved out for the run: two spans over parts of one value would overlap.
        var startColumn: [Double] = []
        var valueColumn: [Double] = []
        swap(&startColumn, &starts)
        swap(&valueColumn, &values)
        defer {
            swap(&startColumn, &starts)
            swap(&valueColumn, &values)
        }
        var newStarts = startColumn.mutableSpan
        var newValues = valueColumn.mutableSpan
        while row < PlainRows.capacity {
            let behind = bytes.word(index &+ 8)
            let separator = UInt8(truncatingIfNeeded: behind >> 16)
            guard index &+ 22 <= end, separator == 0x20 || separator | 0x20 == 0x74,
                let day = scan.day(bytes, index)
            else { break }
            // H H : M M : S S
            let clock = bytes.word(index &+ 11) ^ 0x3030_3a30_303a_3030
            guard ((clock &+ 0x0606_0f06_060f_0606) | clock) & Digits.high == 0 else { break }
            let pairs = clock &* 10 &+ clock >> 8
            let hour = Int(pairs & 0xff)
            let minute = Int(pairs >> 24 & 0xff)
            let second = Int(pairs >> 48 & 0xff)
            guard hour < 24, minute < 60, second < 60 else { break }
            var start = day + Double(hour &* 3600 &+ minute &* 60 &+ second)
            var position = index &+ 19
            let isUniversal = bytes.byte(position) | 0x20 == 0x7a
            if isUniversal { position &+= 1 }
            guard bytes.byte(position) == delimiter else { break }
            if !isUniversal { start = zone.instant(start) }
            guard SoundTime.contains(start) else { break }
            let number = Digits.read(bytes, position &+ 1, end, shift: conversion.shift)
            position = number.next
            let stop = bytes.byte(position)
            if stop == 0x0d, newline == 0x0a { position &+= 1 }
            guard number.outcome == .number, bytes.byte(position) == newline, position < end else {
                break
            }
            isRising = isRising && start > last
            last = start
            newStarts[unchecked: row] = start
            newValues[unchecked: row] = conversion.apply(number.value)
            row &+= 1
            index = position &+ 1
        }
        clock = scan
        count = row
        areRising = isRising
        return index
    }
}

/// Reads numbers in words of eight digits.
private enum Digits {
    static let zeros: UInt64 = 0x3030_3030_3030_3030
    static let high: UInt64 = 0xf0f0_f0f0_f0f0_f0f0

    /// Does the same as `NumberScan.read`, with the same results.
    @inline(__always)
    static func read(_ bytes: RawSpan, _ from: Int, _ end: Int, shift: Int) -> NumberReading {
        let isNegative = bytes.byte(from) == 0x2d
        let first = isNegative ? from &+ 1 : from
        let whole = bytes.word(first) ^ zeros
        let wholeEnd = ((whole &+ 0x0606_0606_0606_0606) | whole) & high
        guard wholeEnd != 0 else { return readLong(bytes, from, end, shift) }
        let wholeBits = wholeEnd.trailingZeroBitCount & ~7
        var next = first &+ wholeBits >> 3
        var mantissa: UInt64
        var places = 0
        if bytes.byte(next) == 0x2e {
            let fraction = bytes.word(next &+ 1) ^ zeros
            let fractionEnd = ((fraction &+ 0x0606_0606_0606_0606) | fraction) & high
            guard fractionEnd != 0 else { return readLong(bytes, from, end, shift) }
            let fractionBits = fractionEnd.trailingZeroBitCount & ~7
            places = fractionBits >> 3
            next &+= 1 &+ places
            let bits = wholeBits &+ fractionBits
            guard bits > 0, bits <= 64 else { return readLong(bytes, from, end, shift) }
            let below = whole & (1 << UInt64(wholeBits) &- 1)
            mantissa = eight((below | fraction << UInt64(wholeBits)) << UInt64(64 &- bits))
        } else {
            guard wholeBits > 0 else { return readLong(bytes, from, end, shift) }
            mantissa = eight(whole << UInt64(64 &- wholeBits))
        }
        if bytes.byte(next) | 0x20 == 0x65 { return readLong(bytes, from, end, shift) }
        let value = NumberScan.scaled(mantissa, places: places &- shift)
        return NumberReading(value: isNegative ? -value : value, next: next, outcome: .number)
    }

    /// The value of eight digits; the first digit is in the lowest byte.
    @inline(__always)
    private static func eight(_ digits: UInt64) -> UInt64 {
        let pairs = digits &* 10 &+ digits >> 8
        let upper = (pairs & 0x0000_00ff_0000_00ff) &* 0x000f_4240_0000_0064
        let lower = (pairs >> 16 & 0x0000_00ff_0000_00ff) &* 0x0000_2710_0000_0001
        return (upper &+ lower) >> 32
    }

    @inline(never)
    private static func readLong(
        _ bytes: RawSpan, _ from: Int, _ end: Int, _ shift: Int
    ) -> NumberReading {
        NumberScan.read(bytes, from, end, shift: shift)
    }
}
