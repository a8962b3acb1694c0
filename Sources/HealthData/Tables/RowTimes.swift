import ChartCore
import Streams

/// Reads the time of a row, by the plan of its table.
struct RowTimes: Sendable {
    /// The result for one row.
    enum Outcome {
        /// The start and the end, in seconds since 1970.
        case span(Double, Double)
        case refused(RowRefusal)
        /// The row has only a date, which belongs to the rows behind it.
        case date
    }

    private let plan: TablePlan
    private let calendar: CivilCalendar
    private var dates = DateReader()
    var localZone: LocalZone
    private var zones: RowZones?
    /// The date that the latest row with one named, in seconds since 1970 of its midnight.
    private var carried: Double?

    init(_ plan: TablePlan, _ zone: ZoneRules) {
        self.plan = plan
        zones = plan.zone.map { RowZones(column: $0) }
        calendar = CivilCalendar(zone: zone)
        localZone = LocalZone(zone, order: plan.order)
        dates.years = plan.years
    }

    @inline(__always)
    mutating func span(_ bytes: RawSpan, _ row: borrowing Row) -> Outcome {
        guard plan.start < row.fields.count else {
            return .refused(.date)
        }
        if zones != nil, zones?.read(bytes, row) == false { return .refused(.zone) }
        let field = row.fields[plan.start]
        let found =
            plan.carriesDates
            ? carriedMoment(bytes, field) : moment(bytes, field, plan.startShape)
        guard var reading = found, !field.isEmpty || plan.carriesDates else {
            return .refused(.date)
        }
        if plan.carriesDates, hasOnlyDate(row) { return .date }
        if let time = plan.time, time < row.fields.count, !row.fields[time].isEmpty {
            let field = row.fields[time]
            guard let clock = DateReader.timeOfDay(bytes, field.lowerBound, field.upperBound) else {
                return .refused(.time)
            }
            reading.local += clock.seconds
            reading.offset = clock.offset
            reading.hasTime = true
        }
        let start = instant(reading)
        guard SoundTime.contains(start) else {
            return .refused(.outside)
        }
        if plan.end == nil, plan.duration == nil, reading.hasTime {
            return .span(start, start + plan.length)
        }
        return end(bytes, row, reading, start)
    }

    /// Reads a cell with a date, or with a time of the plan's day.
    @inline(__always)
    private mutating func moment(
        _ bytes: RawSpan, _ field: Range<Int>, _ shape: DateShape
    ) -> ClockReading? {
        if let day = plan.day {
            guard let clock = DateReader.timeOfDay(bytes, field.lowerBound, field.upperBound)
            else { return nil }
            var reading = ClockReading.none
            reading.local = day + clock.seconds
            reading.offset = clock.offset
            reading.hasTime = true
            return reading
        }
        var reading = dates.read(bytes, field.lowerBound, field.upperBound, shape)
        guard reading.next == field.upperBound else { return nil }
        if plan.hasCivilDays { setDay(&reading) }
        return reading
    }

    /// Reads a cell with a date, with a time of the date before it, or with nothing, which is that
    /// date.
    private mutating func carriedMoment(
        _ bytes: RawSpan, _ field: Range<Int>
    ) -> ClockReading? {
        if !field.isEmpty, let reading = moment(bytes, field, plan.startShape) {
            carried = (reading.local / 86_400).rounded(.down) * 86_400
            return reading
        }
        guard let carried else { return nil }
        var reading = ClockReading.none
        reading.local = carried
        reading.offset = ClockReading.noOffset
        reading.hasTime = false
        if field.isEmpty { return reading }
        guard let clock = DateReader.timeOfDay(bytes, field.lowerBound, field.upperBound)
        else { return nil }
        reading.local += clock.seconds
        reading.offset = clock.offset
        reading.hasTime = true
        return reading
    }

    /// Whether no cell of a row holds anything but its date.
    private func hasOnlyDate(_ row: borrowing Row) -> Bool {
        var column = 0
        while column < row.fields.count {
            if column != plan.start, !row.fields[column].isEmpty { return false }
            column += 1
        }
        return true
    }

    /// Reads a cell with a time of day as the next such time from a start on.
    private func clock(
        _ bytes: RawSpan, _ field: Range<Int>, after start: ClockReading
    ) -> ClockReading? {
        guard let clock = DateReader.timeOfDay(bytes, field.lowerBound, field.upperBound) else {
            return nil
        }
        var reading = start
        reading.local = (start.local / 86_400).rounded(.down) * 86_400 + clock.seconds
        if reading.local < start.local { reading.local += 86_400 }
        if clock.offset != ClockReading.noOffset { reading.offset = clock.offset }
        reading.hasTime = true
        return reading
    }

    /// Replaces a time by the local day that it means.
    private mutating func setDay(_ reading: inout ClockReading) {
        var day = (reading.local / 86_400).rounded(.down) * 86_400
        // A day is written as its midnight or noon; any other time is an instant within the day.
        if reading.local - day != 0, reading.local - day != 43_200 {
            let date = calendar.date(of: instant(reading))
            day = Double(CivilDays.number(date.year, date.month, date.day)) * 86_400
        }
        reading.local = day
        reading.offset = ClockReading.noOffset
        reading.hasTime = false
    }

    /// The end that a row names, or the end of the day for an amount with a date and no time.
    private mutating func end(
        _ bytes: RawSpan, _ row: borrowing Row, _ start: ClockReading, _ from: Double
    ) -> Outcome {
        let hasEnd = plan.end.map { $0 < row.fields.count && !row.fields[$0].isEmpty } ?? false
        if plan.needsEnd, !hasEnd { return .refused(.end) }
        if hasEnd, let column = plan.end {
            let field = row.fields[column]
            let found =
                plan.endIsClock
                ? clock(bytes, field, after: start) : moment(bytes, field, plan.endShape)
            guard let reading = found else { return .refused(.end) }
            var end = self.end(reading, after: from)
            // The last quarter of an hour of a day ends at midnight, which is the start of the next
            // day.
            if plan.day != nil, end <= from { end += 86_400 }
            guard SoundTime.contains(end) else {
                return .refused(.outside)
            }
            guard end >= from else {
                return .refused(.backwards)
            }
            // From a day to the same day means the whole day.
            if end > from || reading.hasTime { return .span(from, end) }
        }
        if let length = plan.duration, length.column < row.fields.count,
            let seconds = length.text.seconds(
                bytes.field(row.fields[length.column], quoted: row.hasQuotes)), seconds > 0
        {
            guard SoundTime.contains(from + seconds) else { return .refused(.outside) }
            return .span(from, from + seconds)
        }
        guard !start.hasTime, start.offset == ClockReading.noOffset else {
            return .span(from, from)
        }
        let next = calendar.next(.day, after: from)
        guard SoundTime.contains(from: from, to: next) else {
            return .refused(.outside)
        }
        return .span(from, next)
    }

    @inline(__always)
    private mutating func instant(_ reading: ClockReading) -> Double {
        if reading.offset != ClockReading.noOffset { return reading.local - Double(reading.offset) }
        if zones != nil, let own = zones?.instant(reading.local) { return own }
        if let offset = plan.offset { return reading.local - Double(offset) }
        guard reading.hasTime else { return localZone.instant(ofDay: reading.local) }
        return localZone.instant(reading.local)
    }

    /// The instant of the end of a row.
    private mutating func end(_ reading: ClockReading, after start: Double) -> Double {
        let isLocal = reading.offset == ClockReading.noOffset && plan.offset == nil
        guard isLocal, reading.hasTime else { return instant(reading) }
        if zones != nil, let own = zones?.instant(ofEnd: reading.local, after: start) { return own }
        return localZone.instant(ofEnd: reading.local, after: start)
    }
}
