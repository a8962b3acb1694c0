import ChartCore

/// Dates and instants as people type them on a command line.
public enum ISOInstant {
    /// The instant of `2026-10-31` (the day's beginning), `2026-10-31T08:00` or one with an offset;
    /// nil where the text is none or lies outside 1900 to 2100.
    public static func read(_ text: String, in calendar: CivilCalendar) -> Double? {
        ColumnReading.padded(text) { bytes, end in
            var scan = TimestampScan()
            let reading = scan.read(bytes, 0, end)
            guard reading.next == end else { return nil }
            let instant: Double
            if reading.offset != ClockReading.noOffset {
                instant = reading.local - Double(reading.offset)
            } else if reading.hasTime {
                instant = calendar.zone.instant(ofLocal: reading.local)
            } else {
                instant = calendar.start(of: CivilDate(days: Int(reading.local / 86_400)))
            }
            return SoundTime.contains(instant) ? instant : nil
        }
    }
}
