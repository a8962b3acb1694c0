// The totals of a metric by every unit of the calendar, from hours to years.
//
// Layout: for each unit the buckets in the order of time, without empty ones, with the sums of all
// buckets before each: a bucket or a sum over any stretch costs O(1) in addition to the binary
// search.
//
// Method: one pass over the samples aggregates the days (and the hours, if requested); weeks and
// longer units are made from the days, in O(days). The results are exactly those that
// `CalendarBuckets` would get in one pass over the samples. A sample that crosses midnight is
// counted by both days, so a week omits those that a day continues from the day before. Each day
// gets a share of it, so the extremes of a week are those of the samples that are entirely in one
// day and of the week's shares of the (few) crossing samples, which are kept separately. Rejected:
// a pass over the samples for every unit (six times the work); the extremes of the days' shares
// (too low for a night's sleep).
//
// Days may begin in the evening before (nights). They are aggregated between their own borders and
// then represent their dates, so that bars are on the calendar's days; samples that cross the
// border of a week are cut at the evening before it.
//
// The coverage of a longer unit is the length of its samples' union divided by its own length or,
// if they are instants, the fraction of its days that have one, as `CalendarBuckets` defines it.

/// The totals of one unit of the calendar, in order, without empty units.
public struct CalendarTotals: Hashable, Sendable {
    /// The unit of the buckets.
    public let unit: CalendarUnit
    /// The buckets that have data, in the order of time.
    public let buckets: [CalendarBucket]
    /// The number of days with data in each bucket; 1 for days and hours.
    public let days: [Int]
    private let running: [Double]

    /// Totals of buckets in the order of time.
    init(unit: CalendarUnit, buckets: [CalendarBucket], days: [Int]) {
        self.unit = unit
        self.buckets = buckets
        self.days = days
        var running = [0.0]
        running.reserveCapacity(buckets.count + 1)
        var sum = CompensatedSum()
        for bucket in buckets {
            sum.add(bucket.sum)
            running.append(sum.value)
        }
        self.running = running
    }

    /// From the start of the first bucket to the end of the last.
    public var extent: Extent {
        guard let first = buckets.first, let last = buckets.last else { return .nothing }
        return Extent(min: first.span.min, max: last.span.max)
    }

    /// The buckets that overlap a range.
    ///
    /// O(log count).
    public func indices(over range: Extent) -> Range<Int> {
        guard range.max > range.min else { return 0..<0 }
        let lower = buckets.indices.partitioningIndex { buckets[$0].span.max > range.min }
        let upper = buckets.indices.partitioningIndex { buckets[$0].span.min >= range.max }
        return lower..<max(lower, upper)
    }

    /// The buckets whose middle is in a half-open range: those that a person sees most of.
    ///
    /// O(log count).
    public func indices(centredIn range: Extent) -> Range<Int> {
        let lower = buckets.indices.partitioningIndex { buckets[$0].span.mid >= range.min }
        let upper = buckets.indices.partitioningIndex { buckets[$0].span.mid >= range.max }
        return lower..<max(lower, upper)
    }

    /// The bucket that contains an instant; nil if it has no data.
    ///
    /// O(log count).
    public func index(containing instant: Double) -> Int? {
        let index = buckets.indices.partitioningIndex { buckets[$0].span.max > instant }
        return index < buckets.count && buckets[index].span.min <= instant ? index : nil
    }

    /// The sum of the buckets at `indices`.
    ///
    /// O(1).
    public func sum(of indices: Range<Int>) -> Double {
        running[indices.upperBound] - running[indices.lowerBound]
    }

    /// From 0 to the smallest and the largest of the sums at `indices`; `nothing` if there are
    /// none.
    public func extent(of indices: Range<Int>) -> Extent {
        guard !indices.isEmpty else { return .nothing }
        var extent = Extent(min: 0, max: 0)
        for index in indices { extent.include(buckets[index].sum) }
        return extent
    }
}

/// The totals of a metric by day, week, month, quarter and year, and by hour if requested.
public struct CalendarLadder: Sendable {
    /// The calendar that defines the units.
    public let calendar: CivilCalendar
    private let rungs: [CalendarUnit: CalendarTotals]
    /// The totals of the days.
    public let days: CalendarTotals

    /// A ladder without data.
    public init(calendar: CivilCalendar) {
        self.init(calendar: calendar, days: [], crossings: [], hours: nil, evening: nil)
    }

    /// Aggregates samples in any order.
    ///
    /// O(samples) if they are in order, O(samples · log samples) otherwise.
    /// - Parameters:
    ///   - ends: The ends of the samples; none if they are instants.
    ///   - quantity: `.cumulative` or `.duration`; levels have no totals.
    ///   - hasHours: Whether there are totals of hours.
    ///   - evening: The hour of the wall clock on the evening before at which a day (and so every
    ///     longer unit) begins; nil for midnight.
    @specialized(where Numbers == Column<Double>)
    @specialized(where Numbers == [Double])
    public init<Numbers: RandomAccessCollection<Double>>(
        starts: Numbers, ends: Numbers? = nil, values: Numbers, in calendar: CivilCalendar,
        as quantity: CalendarBuckets.Quantity, hasHours: Bool, evening: Int? = nil
    ) where Numbers.Index == Int {
        precondition(quantity != .discrete, "levels are averaged, not added up")
        var days = CalendarBuckets(
            calendar: calendar, unit: .day, quantity: quantity, keepsCrossings: true,
            evening: evening)
        var hours = CalendarBuckets(calendar: calendar, unit: .hour, quantity: quantity)
        days.reserve(for: starts)
        if hasHours { hours.reserve(for: starts) }
        CalendarBuckets.visit(starts: starts, ends: ends, values: values) { start, end, value in
            days.add(start: start, end: end, value: value)
            if hasHours { hours.add(start: start, end: end, value: value) }
        }
        self.init(
            calendar: calendar, days: days.cells.filter { $0.count > 0 },
            crossings: days.crossings, hours: hasHours ? hours.takeBuckets() : nil, evening: evening
        )
    }

    private init(
        calendar: CivilCalendar, days gathered: [CalendarBuckets.Cell],
        crossings: [CalendarBuckets.Crossing], hours: [CalendarBucket]?, evening: Int?
    ) {
        self.calendar = calendar
        var days = gathered
        if let evening {
            var latest: CivilCalendar.Night?
            for index in days.indices {
                let night = calendar.night(
                    containing: days[index].span.min, from: evening, behind: latest)
                latest = night
                days[index].span = night.day
            }
        }
        let ruler = CalendarBuckets(calendar: calendar, unit: .day, quantity: .cumulative)
        let daily = CalendarTotals(
            unit: .day,
            buckets: days.map { cell in
                CalendarBucket(
                    span: cell.span, count: cell.count, sum: cell.total.value,
                    minimum: cell.extent.min, maximum: cell.extent.max,
                    coverage: ruler.coverage(of: cell))
            }, days: [Int](repeating: 1, count: days.count))
        var rungs: [CalendarUnit: CalendarTotals] = [.day: daily]
        for unit in [CalendarUnit.week, .month, .quarter, .year] {
            rungs[unit] = CalendarLadder.rung(
                unit, days: days, crossings: crossings, calendar: calendar, evening: evening)
        }
        if let hours {
            rungs[.hour] = CalendarTotals(
                unit: .hour, buckets: hours, days: [Int](repeating: 1, count: hours.count))
        }
        self.rungs = rungs
        self.days = daily
    }

    private static func rung(
        _ unit: CalendarUnit, days: [CalendarBuckets.Cell],
        crossings: [CalendarBuckets.Crossing], calendar: CivilCalendar, evening: Int?
    ) -> CalendarTotals {
        var cells: [CalendarBuckets.Cell] = []
        var counts: [Int] = []
        for day in days {
            let isFirst = cells.last.map { $0.span.max <= day.span.min } ?? true
            if isFirst {
                cells.append(
                    CalendarBuckets.Cell(
                        span: calendar.span(of: unit, containing: day.span.min)))
                counts.append(0)
            }
            let last = cells.count - 1
            cells[last].count += isFirst ? day.count : day.count - day.continued
            cells[last].total.add(day.total.value)
            cells[last].extent = cells[last].extent.union(day.whole)
            cells[last].covered += day.covered
            if day.parts > 0 { cells[last].parts += 1 }
            counts[last] += 1
        }
        // The extent of the samples of each cell.
        let borders = cells.map { cell in
            guard let evening, !crossings.isEmpty else { return cell.span }
            return Extent(
                min: calendar.evening(beforeDay: cell.span.min, from: evening),
                max: calendar.evening(beforeDay: cell.span.max, from: evening))
        }
        var from = 0
        for crossing in crossings {
            while from < cells.count, borders[from].max <= crossing.start { from += 1 }
            var index = from
            while index < cells.count, borders[index].min < crossing.end {
                cells[index].extent.include(crossing.share(of: borders[index]))
                index += 1
            }
        }
        let ruler = CalendarBuckets(calendar: calendar, unit: unit, quantity: .cumulative)
        return CalendarTotals(
            unit: unit,
            buckets: cells.map { cell in
                CalendarBucket(
                    span: cell.span, count: cell.count, sum: cell.total.value,
                    minimum: cell.extent.min, maximum: cell.extent.max,
                    coverage: ruler.coverage(of: cell))
            }, days: counts)
    }

    /// A ladder of totals that are known.
    init(calendar: CivilCalendar, rungs: [CalendarUnit: CalendarTotals]) {
        self.calendar = calendar
        self.rungs = rungs
        days = rungs[.day] ?? CalendarTotals(unit: .day, buckets: [], days: [])
    }

    /// The totals of a unit; nil for hours if there are none, and for minutes.
    public subscript(unit: CalendarUnit) -> CalendarTotals? { rungs[unit] }

    /// The units that have totals, the shortest first.
    public var units: [CalendarUnit] { CalendarUnit.allCases.filter { rungs[$0] != nil } }

    /// From the start of the first day with data to the end of the last.
    public var extent: Extent { days.extent }

    /// The number of days in a span of whole days; a date that a zone skipped does not count.
    ///
    /// O(1): clock changes never amount to half a day, and one that skips a date removes its length
    /// too.
    public func dayCount(of span: Extent) -> Int {
        Int((span.length / CalendarUnit.day.meanLength).rounded())
    }
}
