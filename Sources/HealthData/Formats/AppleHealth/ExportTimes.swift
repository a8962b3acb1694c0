import ChartCore
import Streams

/// Reads the dates of an export.
struct ExportTimes {
    let zone: ZoneRules
    var clock = TimestampScan()

    init(_ zone: ZoneRules) { self.zone = zone }

    /// The instant of a date; NaN if it is not a date.
    @inline(__always)
    mutating func instant(_ bytes: RawSpan, _ range: Range<Int>) -> Double {
        clock.plainInstant(bytes, range.lowerBound, range.upperBound) ?? otherInstant(bytes, range)
    }

    @inline(never)
    private mutating func otherInstant(_ bytes: RawSpan, _ range: Range<Int>) -> Double {
        var end = range.upperBound
        while end > range.lowerBound, bytes.byte(end &- 1) <= 0x20 { end &-= 1 }
        let reading = clock.read(bytes, range.lowerBound, end)
        // Leftover text could change the meaning of the time.
        guard reading.next == end, reading.hasTime else { return .nan }
        clock.noteOffset(reading, bytes, range.lowerBound, range.upperBound)
        if reading.offset != ClockReading.noOffset { return reading.local - Double(reading.offset) }
        return zone.instant(ofLocal: reading.local)
    }

    /// The local midnight of a day such as `2026-03-02`, in seconds of local time since 1970; nil
    /// for other texts.
    mutating func midnight(of text: String) -> Double? {
        ColumnReading.padded(text) { bytes, end in
            let reading = clock.read(bytes, 0, end)
            return reading.next == end && !reading.hasTime ? reading.local : nil
        }
    }
}
