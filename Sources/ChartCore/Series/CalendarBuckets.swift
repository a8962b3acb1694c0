// Samples aggregated by a unit of the calendar: an hour, a day, a week, a month, a year of a zone.
//
// Input: samples with a start and an end, in the order of their starts. The treatment of one that
// crosses the border of a bucket depends on the meaning of its value:
//   - cumulative (steps, energy): the value is spread evenly over its time and each bucket gets its
//     share; every bucket that overlaps it counts it, with the share as the value there;
//   - discrete (weight, pulse): the whole value belongs to the bucket in which it starts;
//   - duration (sleep, workouts): the time itself; each bucket gets the seconds that no earlier
//     sample covers; a sample that adds none is not counted.
// mean = sum / count, and minimum <= mean <= maximum, in all cases. NaN values are gaps and are not
// counted. Rejected: whole values in the minimum and maximum of shares, which makes the mean
// smaller than the minimum.
//
// Coverage is the fraction of a bucket that has data. If samples have length, it is the length of
// their union inside the bucket divided by the bucket's length. If they are instants, it is the
// number of the bucket's parts that contain one divided by the number of its parts: the minutes of
// an hour, the hours of a day, the days of a week and of all longer units. Buckets without samples
// are omitted, never written as zero.
//
// Sums are compensated (see `CompensatedSum`), so the sum of a bucket of millions of small values
// is correct except for the last digit or two. Samples come in order, so only the cells from the
// latest start on are open; those before are already buckets. Cost: O(1) a sample, and O(1) for
// each border that a sample crosses.

/// The aggregated samples of one calendar unit.
public struct CalendarBucket: Hashable, Sendable {
    /// The instants at which the unit begins and ends.
    public var span: Extent
    /// The number of samples that contribute.
    public var count: Int
    /// The sum of the values, or of their shares.
    public var sum: Double
    /// The smallest of the values or shares.
    public var minimum: Double
    /// The largest of the values or shares.
    public var maximum: Double
    /// The fraction of the bucket that has data, above 0 up to 1.
    public var coverage: Double

    /// Creates a bucket.
    public init(
        span: Extent, count: Int, sum: Double, minimum: Double, maximum: Double, coverage: Double
    ) {
        self.span = span
        self.count = count
        self.sum = sum
        self.minimum = minimum
        self.maximum = maximum
        self.coverage = coverage
    }

    /// `sum / count`.
    public var mean: Double { sum / Double(count) }
}

/// Aggregates samples by a calendar unit; see `CalendarBucket`.
public struct CalendarBuckets: Sendable {
    /// The meaning of a value that was measured over a period of time.
    public enum Quantity: Hashable, Sendable {
        /// An amount that accumulated over the time, to be added up.
        case cumulative
        /// A level during the time, to be averaged.
        case discrete
        /// The time itself, in seconds; moments that two samples cover are counted once.
        ///
        /// The values of the samples are ignored.
        case duration
    }

    /// A bucket that is still being filled.
    struct Cell {
        var span: Extent
        var count = 0
        /// The number of them that were counted in the cell before as well.
        var continued = 0
        var total = CompensatedSum()
        var extent = Extent.nothing
        /// The extent of the samples that are entirely in this cell.
        var whole = Extent.nothing
        var covered = 0.0
        var parts = 0
        var lastPart = -Double.infinity

        /// Adds a sample that is entirely in this cell; no earlier one covers any time from `fresh`
        /// on.
        @inline(__always)
        mutating func take(
            _ value: Double, _ start: Double, _ end: Double, fresh: Double, as quantity: Quantity
        ) {
            let isFresh = end > fresh
            if quantity == .duration {
                if isFresh { add(end - fresh, isWhole: true) }
            } else {
                add(value, isWhole: true)
            }
            if isFresh { covered += end - fresh }
        }

        @inline(__always)
        mutating func add(_ value: Double, isWhole: Bool, continues: Bool = false) {
            count += 1
            if continues { continued += 1 }
            extent.include(value)
            if isWhole { whole.include(value) }
            total.add(value)
        }
    }

    /// A sample that contributes to more than one cell.
    struct Crossing {
        var start: Double
        var end: Double
        var value: Double

        /// The sample's share of a span of time.
        func share(of span: Extent) -> Double {
            let length = min(end, span.max) - max(start, span.min)
            return length == end - start ? value : value * (length / (end - start))
        }
    }

    /// The calendar whose units the buckets are.
    public let calendar: CivilCalendar
    /// The unit of the buckets.
    public let unit: CalendarUnit
    /// The meaning of the values.
    public let quantity: Quantity
    /// The cells that are kept: all of them if the crossings are kept too.
    private(set) var cells: [Cell] = []
    /// The buckets before those: they get no more samples.
    private var finished: [CalendarBucket] = []
    /// The samples that crossed a border, in the order of their starts.
    private(set) var crossings: [Crossing] = []
    private let keepsCrossings: Bool
    /// The hour of the evening before at which a day begins; nil for midnight.
    private let evening: Int?
    /// The cell of the latest start; new samples begin in it or later.
    private var current = 0
    private var latestStart = -Double.infinity
    private var coveredUntil = -Double.infinity
    /// The part of a bucket that contains the latest instant.
    private var part = Extent.nothing
    private var latestNight: CivilCalendar.Night?

    /// Buckets without samples.
    public init(calendar: CivilCalendar, unit: CalendarUnit, quantity: Quantity) {
        self.init(calendar: calendar, unit: unit, quantity: quantity, keepsCrossings: false)
    }

    /// Buckets that also keep the samples that cross their borders, from which longer units can be
    /// made.
    ///
    /// - Parameter evening: The hour of the evening before at which a day begins; nil for midnight.
    init(
        calendar: CivilCalendar, unit: CalendarUnit, quantity: Quantity, keepsCrossings: Bool,
        evening: Int? = nil
    ) {
        precondition(evening == nil || unit == .day, "only days can begin in the evening")
        self.calendar = calendar
        self.unit = unit
        self.quantity = quantity
        self.keepsCrossings = keepsCrossings
        self.evening = evening
    }

    /// Reserves room for the buckets of samples, which are usually in order, as far as this can be
    /// estimated.
    ///
    /// Buckets are large: growing step by step costs as much as filling them.
    mutating func reserve<Numbers: RandomAccessCollection<Double>>(for starts: Numbers) {
        guard let first = starts.first, let last = starts.last else { return }
        let units = ((last - first) / unit.meanLength).magnitude + 8
        // Few samples cross a border, and many are far from one another.
        let room = Int(min(units, Double(starts.count) * 1.25 + 8))
        if keepsCrossings {
            cells.reserveCapacity(room)
        } else {
            finished.reserveCapacity(room)
        }
    }

    /// The bucket that contains an instant.
    private mutating func span(containing instant: Double) -> Extent {
        guard let evening else { return calendar.span(of: unit, containing: instant) }
        let night = calendar.night(containing: instant, from: evening, behind: latestNight)
        latestNight = night
        return night.span
    }

    /// Adds a sample that is an instant.
    public mutating func add(time: Double, value: Double) {
        add(start: time, end: time, value: value)
    }

    /// Adds a sample from `start` to `end`; an end before the start counts as the start.
    ///
    /// Starts must not go back (a trap); NaN values and times that are not finite are ignored.
    public mutating func add(start: Double, end: Double, value: Double) {
        // Most samples are in the cell of the one before them.
        if current < cells.count, start >= latestStart, end > start,
            start >= cells[current].span.min, end <= cells[current].span.max, !value.isNaN
        {
            latestStart = start
            takeWhole(value, start, end)
            return
        }
        add(start: start, end: end, value: value, over: .everything)
    }

    /// Adds the part of a sample inside a half-open range, which is the same for all samples.
    private mutating func add(start: Double, end: Double, value: Double, over range: Extent) {
        guard start.isFinite, !value.isNaN, end < .infinity else { return }
        precondition(start >= latestStart, "samples must come in the order of their starts")
        latestStart = start
        guard end > start else {
            guard start >= range.min, start < range.max else { return }
            moveCurrent(to: start)
            cells[current].add(quantity == .duration ? 0 : value, isWhole: true)
            addPart(of: start, to: current)
            return
        }
        let from = max(start, range.min)
        let to = min(end, range.max)
        guard from < to, quantity != .discrete || from == start else { return }
        moveCurrent(to: from)
        if from == start, to == end, end <= cells[current].span.max {
            takeWhole(value, start, end)
            return
        }
        let fresh = max(from, coveredUntil)
        coveredUntil = max(coveredUntil, to)
        if quantity == .discrete { cells[current].add(value, isWhole: true) }
        var position = quantity == .duration ? fresh : from
        var index = current
        while index < cells.count, cells[index].span.max <= position { index += 1 }
        let first = position
        while position < to {
            if index == cells.count {
                cells.append(Cell(span: span(containing: position)))
            } else if cells[index].span.min > position {
                cells.insert(Cell(span: span(containing: position)), at: index)
            }
            let next = min(to, cells[index].span.max)
            let length = next - position
            let isFirst = position == first
            let isWhole = isFirst && next == to
            switch quantity {
            case .cumulative:
                cells[index].add(
                    length == end - start ? value : value * (length / (end - start)),
                    isWhole: isWhole, continues: !isFirst)
            case .duration: cells[index].add(length, isWhole: isWhole, continues: !isFirst)
            case .discrete: break
            }
            if keepsCrossings, isFirst, !isWhole, quantity != .discrete {
                crossings.append(
                    quantity == .duration
                        ? Crossing(start: first, end: to, value: to - first)
                        : Crossing(start: start, end: end, value: value))
            }
            if next > fresh { cells[index].covered += next - max(position, fresh) }
            position = next
            index += 1
        }
    }

    /// Adds a sample that is entirely in the current cell.
    @inline(__always)
    private mutating func takeWhole(_ value: Double, _ start: Double, _ end: Double) {
        let fresh = max(start, coveredUntil)
        coveredUntil = max(coveredUntil, end)
        cells[current].take(value, start, end, fresh: fresh, as: quantity)
    }

    private mutating func moveCurrent(to start: Double) {
        while current < cells.count, cells[current].span.max <= start { current += 1 }
        // Earlier cells are stored as buckets, which are small; cells are not.
        if current >= 64, !keepsCrossings {
            for cell in cells[..<current] { finish(cell) }
            cells.removeFirst(current)
            current = 0
        }
        if current == cells.count {
            cells.append(Cell(span: span(containing: start)))
        } else if cells[current].span.min > start {
            cells.insert(Cell(span: span(containing: start)), at: current)
        }
    }

    private mutating func addPart(of instant: Double, to index: Int) {
        if !(instant >= part.min && instant < part.max) {
            part = calendar.span(of: partUnit, containing: instant)
        }
        if cells[index].lastPart != part.min {
            cells[index].lastPart = part.min
            cells[index].parts += 1
        }
    }

    /// The unit in which the coverage of a bucket is counted if the samples are instants.
    private var partUnit: CalendarUnit {
        switch unit {
        case .minute, .hour: .minute
        case .day: .hour
        case .week, .month, .quarter, .year: .day
        }
    }

    /// The buckets so far, in order, without empty ones.
    public var buckets: [CalendarBucket] {
        var whole = self
        for cell in cells { whole.finish(cell) }
        return whole.finished
    }

    /// Removes and returns all buckets: samples added later come after them.
    mutating func takeBuckets() -> [CalendarBucket] {
        for cell in cells { finish(cell) }
        cells = []
        current = 0
        defer { finished = [] }
        return finished
    }

    private mutating func finish(_ cell: Cell) {
        guard cell.count > 0 else { return }
        finished.append(
            CalendarBucket(
                span: cell.span, count: cell.count, sum: cell.total.value,
                minimum: cell.extent.min, maximum: cell.extent.max, coverage: coverage(of: cell)))
    }

    func coverage(of cell: Cell) -> Double {
        if cell.covered > 0 { return min(1, cell.covered / cell.span.length) }
        var parts = 0
        for _ in calendar.spans(of: partUnit, over: cell.span) { parts += 1 }
        return min(1, Double(cell.parts) / Double(max(1, parts)))
    }

    /// The buckets of samples in any order.
    ///
    /// - Parameters:
    ///   - ends: The ends of the samples; none if they are instants.
    ///   - range: A half-open span; everything outside is ignored, and a sample that crosses its
    ///     ends counts only with its share inside. Discrete samples count where they start.
    @specialized(where Numbers == Column<Double>)
    @specialized(where Numbers == [Double])
    public static func gather<Numbers: RandomAccessCollection<Double>>(
        starts: Numbers, ends: Numbers? = nil, values: Numbers, by unit: CalendarUnit,
        in calendar: CivilCalendar, as quantity: Quantity, over range: Extent? = nil
    ) -> [CalendarBucket] where Numbers.Index == Int {
        var buckets = CalendarBuckets(calendar: calendar, unit: unit, quantity: quantity)
        visit(starts: starts, ends: ends, values: values) { start, end, value in
            buckets.add(start: start, end: end, value: value, over: range ?? .everything)
        }
        return buckets.buckets
    }

    /// Calls `body` with every sample in the order of the starts.
    static func visit<Numbers: RandomAccessCollection<Double>>(
        starts: Numbers, ends: Numbers?, values: Numbers,
        _ body: (_ start: Double, _ end: Double, _ value: Double) -> Void
    ) where Numbers.Index == Int {
        precondition(
            starts.count == values.count && ends.map { $0.count == values.count } ?? true,
            "every column needs one entry for each sample")
        func visit(_ i: Int) {
            body(starts[i], max(starts[i], ends?[i] ?? starts[i]), values[i])
        }
        var latest = -Double.infinity
        let isSorted = starts.allSatisfy { start in
            defer { latest = start }
            return start >= latest
        }
        if isSorted {
            for i in starts.indices { visit(i) }
        } else {
            let order = starts.indices.filter { starts[$0].isFinite }
                .sorted { (starts[$0], $0) < (starts[$1], $1) }
            for i in order { visit(i) }
        }
    }
}

/// A sum with its rounding errors kept separately.
///
/// Source: A. Neumaier, ZAMM 54, 1974.
struct CompensatedSum: Hashable, Sendable {
    private var sum = 0.0
    private var compensation = 0.0

    var value: Double { sum + compensation }

    mutating func add(_ value: Double) {
        // The error of the sum, without a test which of the two is larger (D. Knuth, TAOCP 2,
        // 4.2.2).
        let total = sum + value
        let taken = total - sum
        compensation += (sum - (total - taken)) + (value - taken)
        sum = total
    }
}

extension CalendarBuckets {
    /// The buckets of a series of instants, over a half-open span if one is given.
    public static func gather(
        _ series: SampleSeries, by unit: CalendarUnit, in calendar: CivilCalendar,
        as quantity: Quantity, over range: Extent? = nil
    ) -> [CalendarBucket] {
        var buckets = CalendarBuckets(calendar: calendar, unit: unit, quantity: quantity)
        let low = range.map { series.lowerBound($0.min) } ?? 0
        let high = range.map { series.lowerBound($0.max) } ?? series.count
        for i in low..<max(low, high) {
            buckets.add(time: series.times[i], value: series.values[i])
        }
        return buckets.buckets
    }
}

extension Extent {
    /// All of time.
    fileprivate static let everything = Extent(min: -.infinity, max: .infinity)
}
