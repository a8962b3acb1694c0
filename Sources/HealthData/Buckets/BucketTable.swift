import ChartCore

/// The statistics of one component of a metric in one bucket.
public struct BucketStatistics: Sendable, Hashable {
    /// How many samples begin in the bucket or reach into it.
    public var count: Int
    /// Sum, mean, least and greatest of what the samples give to the bucket; nil for texts.
    public var sum: Double?
    public var mean: Double?
    public var minimum: Double?
    public var maximum: Double?

    public init(count: Int, sum: Double?, mean: Double?, minimum: Double?, maximum: Double?) {
        self.count = count
        self.sum = sum
        self.mean = mean
        self.minimum = minimum
        self.maximum = maximum
    }
}

/// One bucket of a calendar.
public struct BucketRow: Sendable, Hashable {
    /// The first instant of the bucket.
    public var start: Double
    /// The first instant of the next one.
    public var end: Double
    /// The fraction of the bucket that has data, 0…1.
    ///
    /// Amounts, sleep and workouts: the share of the time that intervals cover. Readings: the share
    /// of the bucket's hours (minutes for an hour, days for a week and longer) in which there is
    /// one.
    public var coverage: Double
    /// One entry, or two for a pair.
    public var components: [BucketStatistics]
}

// Buckets of a calendar.
//
// Method: the samples are walked in the order of time. An amount over an interval is cut at the
// borders of the buckets in proportion to the time; a reading belongs to the bucket of its start.
// Sleep and workouts give the time they take, moments that two samples cover counted once. Cost:
// O(samples + buckets).

/// Statistics of a metric per hour, day, week, month or year.
public struct BucketTable {
    private struct Cell {
        var count = 0
        var sum = ExactSum()
        var minimum = Double.infinity
        var maximum = -Double.infinity

        mutating func add(_ value: Double) {
            count += 1
            sum.add(value)
            minimum = min(minimum, value)
            maximum = max(maximum, value)
        }
    }

    private struct Bucket {
        var span: Extent
        var cells: [Cell]
        var covered = ExactSum()
        var parts = 0
        var lastPart = -Double.infinity
    }

    private let metric: Metric
    private let unit: CalendarUnit
    private let calendar: CivilCalendar
    private var buckets: [Bucket] = []
    private var numbers: [Double: Int] = [:]
    private var current = Extent.nothing
    private var currentNumber = 0

    /// The rows of a metric, in the order of time; buckets without samples are left out.
    ///
    /// `from` and `to` (half open) cut the data before it is put into buckets.
    public static func rows(
        _ records: HealthRecords, metric id: MetricID, unit: CalendarUnit, calendar: CivilCalendar,
        mode: MergeMode = .overlap, from: Double = -.infinity, to: Double = .infinity
    ) -> [BucketRow] {
        guard let samples = records[id] else { return [] }
        var table = BucketTable(metric: samples.metric, unit: unit, calendar: calendar)
        table.add(records.merged(id, mode), from: from, to: to)
        return table.rows()
    }

    private init(metric: Metric, unit: CalendarUnit, calendar: CivilCalendar) {
        self.metric = metric
        self.unit = unit
        self.calendar = calendar
    }

    private mutating func add(_ columns: SampleColumns, from: Double, to: Double) {
        var coveredTo = -Double.infinity
        let isTime = metric.id == .sleep || metric.id == .workouts
        for index in 0..<columns.count {
            let start = columns.starts[index]
            let end = columns.end(at: index)
            if metric.aggregation == .sum || isTime, end > start {
                let first = max(start, from)
                let last = min(end, to)
                guard last > first else { continue }
                if metric.id == .sleep {
                    guard SleepStage(rawValue: Int(columns.values[index]))?.isAsleep == true else {
                        continue
                    }
                }
                let fresh = max(first, coveredTo)
                if isTime {
                    spread(fresh, last) { $1 - $0 }
                } else {
                    let value = columns.values[index]
                    spread(first, last) {
                        $0 == start && $1 == end ? value : value * (($1 - $0) / (end - start))
                    }
                }
                cover(fresh, last)
                coveredTo = max(coveredTo, last)
            } else {
                guard start >= from, start < to, metric.id != .sleep else { continue }
                reading(columns, index, start)
            }
        }
    }

    /// Gives every bucket between two instants its part of a sample.
    private mutating func spread(_ from: Double, _ to: Double, _ part: (Double, Double) -> Double) {
        var position = from
        while position < to {
            let number = bucket(position)
            let next = min(to, buckets[number].span.max)
            buckets[number].cells[0].add(part(position, next))
            position = next
        }
    }

    private mutating func cover(_ from: Double, _ to: Double) {
        var position = from
        while position < to {
            let number = bucket(position)
            let next = min(to, buckets[number].span.max)
            buckets[number].covered.add(next - position)
            position = next
        }
    }

    private mutating func reading(_ columns: SampleColumns, _ index: Int, _ start: Double) {
        let number = bucket(start)
        buckets[number].cells[0].add(columns.values[index])
        if !columns.seconds.isEmpty { buckets[number].cells[1].add(columns.seconds[index]) }
        let part = calendar.start(of: partUnit, containing: start)
        if part > buckets[number].lastPart {
            buckets[number].lastPart = part
            buckets[number].parts += 1
        }
    }

    private var partUnit: CalendarUnit {
        switch unit {
        case .minute, .hour: .minute
        case .day: .hour
        default: .day
        }
    }

    /// The number of the bucket that holds an instant.
    private mutating func bucket(_ instant: Double) -> Int {
        if instant >= current.min, instant < current.max { return currentNumber }
        current = calendar.span(of: unit, containing: instant)
        if let known = numbers[current.min] {
            currentNumber = known
        } else {
            currentNumber = buckets.count
            numbers[current.min] = currentNumber
            let components = metric.aggregation == .pair ? 2 : 1
            buckets.append(
                Bucket(span: current, cells: [Cell](repeating: Cell(), count: components)))
        }
        return currentNumber
    }

    private func rows() -> [BucketRow] {
        let texts = metric.aggregation == .category && metric.id != .sleep && metric.id != .workouts
        return buckets.filter { $0.cells[0].count > 0 }.sorted { $0.span.min < $1.span.min }.map {
            bucket in
            let components = bucket.cells.map { cell in
                BucketStatistics(
                    count: cell.count, sum: texts ? nil : cell.sum.value,
                    mean: texts ? nil : cell.sum.value / Double(cell.count),
                    minimum: texts ? nil : cell.minimum, maximum: texts ? nil : cell.maximum)
            }
            return BucketRow(
                start: bucket.span.min, end: bucket.span.max, coverage: coverage(bucket),
                components: components)
        }
    }

    private func coverage(_ bucket: Bucket) -> Double {
        let covered = bucket.covered.value
        if covered > 0 { return min(1, covered / bucket.span.length) }
        guard bucket.parts > 0 else { return 0 }
        var total = 0
        for _ in calendar.spans(of: partUnit, over: bucket.span) { total += 1 }
        return min(1, Double(bucket.parts) / Double(max(1, total)))
    }
}
