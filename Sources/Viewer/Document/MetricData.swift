import ChartCore
import HealthData

/// The totals of one calendar unit, in order, empty units left out.
///
/// Sums over any stretch cost two look-ups: `running[i]` is the sum of all totals before the i-th.
struct Totals: Sendable, Equatable {
    let unit: CalendarUnit
    private(set) var spans: [Extent] = []
    private(set) var values: [Double] = []
    private var running: [Double] = [0]

    init(unit: CalendarUnit, buckets: [CalendarBucket]) {
        self.unit = unit
        spans.reserveCapacity(buckets.count)
        values.reserveCapacity(buckets.count)
        running.reserveCapacity(buckets.count + 1)
        for bucket in buckets {
            spans.append(bucket.span)
            values.append(bucket.sum)
            running.append(running[running.count - 1] + bucket.sum)
        }
    }

    var extent: Extent {
        guard let first = spans.first, let last = spans.last else { return .nothing }
        return Extent(min: first.min, max: last.max)
    }

    /// The indices of the units whose middle lies in the range: what a person sees most of.
    func indices(over range: Extent) -> Range<Int> {
        let lower = spans.indices.partitioningIndex { spans[$0].mid >= range.min }
        let upper = spans.indices.partitioningIndex { spans[$0].mid >= range.max }
        return lower..<max(lower, upper)
    }

    func sum(of indices: Range<Int>) -> Double {
        running[indices.upperBound] - running[indices.lowerBound]
    }
}

/// The samples of one metric in the form in which its chart, its row and its headline read them.
///
/// Built off the main thread from merged records, handed over as a value.
struct MetricData: Sendable {
    enum Content: Sendable {
        /// Amounts that add up: totals by day, and by hour where the samples are that fine.
        case totals(daily: Totals, hourly: Totals?)
        /// Single readings, their smoothed trend, and sums for averages.
        case readings(SampleSeries, trend: SampleSeries, breaks: [Int], sums: RunningSums)
        /// Two readings that belong together, with sums by time of day.
        case pairs(RangeSeries, breaks: [Int], sums: PairSums)
    }

    let metric: Metric
    let content: Content
    /// How many samples stand behind it.
    let count: Int

    /// From the first instant with data to the first without: half open, like a day.
    var extent: Extent {
        func halfOpen(_ extent: Extent) -> Extent {
            extent.isEmpty ? extent : Extent(min: extent.min, max: extent.max.nextUp)
        }
        switch content {
        case .totals(let daily, _): return daily.extent
        case .readings(let series, _, _, _): return halfOpen(series.timeExtent)
        case .pairs(let series, _, _): return halfOpen(series.timeExtent)
        }
    }

    /// - Parameters:
    ///   - samples: merged samples in the order of their starts.
    ///   - calendar: whose days the totals are of.
    init(_ samples: MetricSamples, calendar: CivilCalendar) {
        metric = samples.metric
        count = samples.columns.count
        let columns = samples.columns
        switch samples.metric.aggregation {
        case .sum:
            content = MetricData.totals(
                starts: columns.starts, ends: columns.ends, values: columns.values, calendar)
        case .category:
            content = MetricData.durations(samples, calendar)
        case .mean:
            let series = SampleSeries(times: columns.starts, values: columns.values)
            content = .readings(
                series, trend: MetricData.trend(of: series, metric: samples.metric),
                breaks: MetricData.breaks(in: series.times), sums: RunningSums(series.values))
        case .pair:
            let series = RangeSeries(
                times: columns.starts, lows: columns.seconds, highs: columns.values)
            content = .pairs(
                series, breaks: MetricData.breaks(in: series.times),
                sums: PairSums(series, calendar: calendar))
        }
    }

    private static func totals(
        starts: [Double], ends: [Double], values: [Double], _ calendar: CivilCalendar
    ) -> Content {
        let daily = CalendarBuckets.gather(
            starts: starts, ends: ends.isEmpty ? nil : ends, values: values, by: .day, in: calendar,
            as: .cumulative)
        var hourly: Totals?
        // Hours are told only where the file tells them: where half the samples are no longer.
        let fine = starts.indices.reduce(into: 0) { count, index in
            let length = (ends.isEmpty ? starts[index] : ends[index]) - starts[index]
            if length <= 3600, !(ends.isEmpty || length == 0) { count += 1 }
        }
        if fine * 2 > starts.count {
            hourly = Totals(
                unit: .hour,
                buckets: CalendarBuckets.gather(
                    starts: starts, ends: ends.isEmpty ? nil : ends, values: values, by: .hour,
                    in: calendar, as: .cumulative))
        }
        return .totals(daily: Totals(unit: .day, buckets: daily), hourly: hourly)
    }

    /// States over intervals (sleep, workouts) become the seconds spent in them, day by day.
    private static func durations(_ samples: MetricSamples, _ calendar: CivilCalendar) -> Content {
        let columns = samples.columns
        let counted = (0..<columns.count).filter { index in
            samples.metric.id != .sleep
                || SleepStage(rawValue: Int(columns.values[index]))?.isAsleep == true
        }
        return .totals(
            daily: Totals(
                unit: .day,
                buckets: CalendarBuckets.gather(
                    starts: counted.map { columns.starts[$0] },
                    ends: counted.map { columns.end(at: $0) },
                    values: [Double](repeating: 0, count: counted.count), by: .day, in: calendar,
                    as: .duration)),
            hourly: nil)
    }

    /// After which samples a line is interrupted: where the next is further away than six usual
    /// intervals, and at least a day and a half.
    private static func breaks(in times: [Double]) -> [Int] {
        guard let usual = GapPolicy.usualInterval(of: times) else { return [] }
        let limit = max(6 * usual, 129_600)
        return times.indices.dropLast().filter { times[$0 + 1] - times[$0] > limit }
    }

    /// The trend that people who weigh themselves know: a tenth of the way to each new reading.
    private static func trend(of series: SampleSeries, metric: Metric) -> SampleSeries {
        guard metric.family == .body, series.count > 1 else { return SampleSeries() }
        return Trend.exponential(series)
    }
}
