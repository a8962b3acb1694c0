import ChartCore
import HealthData

/// Individual readings, with their trend if the metric has one.
struct Readings: Sendable {
    var series = SampleSeries()
    /// The trend, with as many samples as the series, or none.
    var trend = SampleSeries()
    /// The longest time over which two readings are joined, in seconds.
    var longestGap = Double.infinity
    /// How many readings up to each are within the metric's target; empty if it has none.
    var withinTarget: [Int] = []
    /// The time in ranges; nil for a metric without, and for readings that are too far apart.
    var timeInRanges: TimeInRanges?

    /// The fraction of some readings that is within the target, 0…1; nil if there is no target.
    func shareWithinTarget(_ indices: Range<Int>) -> Double? {
        guard withinTarget.count == series.count, let last = indices.last else { return nil }
        let before = indices.lowerBound > 0 ? withinTarget[indices.lowerBound - 1] : 0
        return Double(withinTarget[last] - before) / Double(indices.count)
    }
}

/// Readings of two values that belong together.
struct Pairs: Sendable {
    /// A part of the day; the morning ends at noon.
    enum Part: Hashable, Sendable, CaseIterable {
        case all
        case morning
        case evening
    }

    private(set) var series = RangeSeries()
    private(set) var highs: [Part: SampleSeries] = [:]
    private(set) var lows: [Part: SampleSeries] = [:]
    private(set) var longestGap = Double.infinity
    /// The index of the first pair of each day.
    private var dayStarts: [Int] = []
    private var trailing: [TrailingMeans.Window: TrailingMeans] = [:]

    init() {}

    init(_ series: RangeSeries, of metric: Metric, calendar: CivilCalendar) {
        self.series = series
        let isMorning = series.times.map { calendar.components(of: $0).hour < 12 }
        for part in Part.allCases {
            let indices = isMorning.indices.filter {
                part == .all || isMorning[$0] == (part == .morning)
            }
            let times = indices.map { series.times[$0] }
            highs[part] = SampleSeries(times: times, values: indices.map { series.highs[$0] })
            lows[part] = SampleSeries(times: times, values: indices.map { series.lows[$0] })
        }
        longestGap = MetricData.longestGap(in: self.highs[.all] ?? SampleSeries(), of: metric)
        var day: Extent = .nothing
        for (index, time) in series.times.enumerated() where !(time >= day.min && time < day.max) {
            let start = calendar.start(of: .day, containing: time)
            day = Extent(min: start, max: calendar.next(.day, after: start))
            dayStarts.append(index)
        }
        let days = dayStarts.map { calendar.start(of: .day, containing: series.times[$0]) }
        for window in TrailingMeans.Window.allCases {
            trailing[window] = TrailingMeans(
                over: window, ofHighs: high, lows: low, days: days, calendar)
        }
    }

    /// The means of the days that end with each day.
    func trailingMeans(_ window: TrailingMeans.Window) -> TrailingMeans {
        trailing[window] ?? TrailingMeans()
    }

    /// The high values, one for each pair.
    var high: SampleSeries { highs[.all] ?? SampleSeries() }
    /// The low values, one for each pair.
    var low: SampleSeries { lows[.all] ?? SampleSeries() }

    /// The number of days of a half-open range that have pairs.
    func dayCount(over range: Extent) -> Int {
        let indices = high.lowerBound(range.min)..<high.lowerBound(range.max)
        guard !indices.isEmpty else { return 0 }
        // The day in which the range begins counts, too.
        let later = dayStarts.indices.partitioningIndex { dayStarts[$0] > indices.lowerBound }
        let last = dayStarts.indices.partitioningIndex { dayStarts[$0] >= indices.upperBound }
        return 1 + max(0, last - later)
    }

    /// The mean high and low value of a part of the day in a half-open range; nil if there is none.
    func means(_ part: Part, over range: Extent) -> (high: Double, low: Double)? {
        guard let highs = highs[part], let lows = lows[part] else { return nil }
        let indices = highs.lowerBound(range.min)..<highs.lowerBound(range.max)
        guard !indices.isEmpty else { return nil }
        let (high, low) = (highs.summary(of: indices), lows.summary(of: indices))
        return high.count > 0 && low.count > 0 ? (high.mean, low.mean) : nil
    }
}

/// The samples of one metric in the form that its chart, its row and its headline use.
///
/// It is built from merged records off the main thread, and passed on as a value.
struct MetricData: Sendable {
    enum Content: Sendable {
        /// Amounts that add up: totals by every calendar unit.
        case totals(CalendarLadder)
        case readings(Readings)
        case pairs(Pairs)
        /// Values by name; their index is their position.
        case categories(CategorySeries)
        /// The lines of one chart.
        case lines(LineSet)
    }

    let metric: Metric
    private(set) var content: Content
    /// The number of samples it is made from.
    let count: Int
    /// The nights that totals of sleep consist of; nil for other metrics.
    let nights: SleepNights?
    /// The totals of the days with a record, if `content` also counts those without one.
    private(set) var recorded: CalendarLadder?
    /// What each source contributes, in order of precedence.
    ///
    /// It is empty if there is only one source, or while the files are being read.
    var shares: [SourceShare] = []
    /// The source of each reading, in the order of time; nil for totals and names, and while the
    /// files are being read.
    var sources: ReadingSources?
    /// How many decimals its readings have in the metric's own unit, at most as many as a format
    /// shows; nil if that is not known.
    var decimals: Int?
    /// The samples that look wrong and are left out of everything else, in the order of time.
    ///
    /// It is empty while the files are being read.
    var leftOut: [LeftOutValue] = []

    /// From the first instant with data to the first without: half open, like a day.
    ///
    /// For values by name from the first slot to the last.
    var extent: Extent {
        func halfOpen(_ extent: Extent) -> Extent {
            extent.isEmpty ? extent : Extent(min: extent.min, max: extent.max.nextUp)
        }
        switch content {
        case .totals(let ladder): return ladder.extent
        case .readings(let readings): return halfOpen(readings.series.timeExtent)
        case .pairs(let pairs): return halfOpen(pairs.series.timeExtent)
        case .lines(let lines): return halfOpen(lines.timeExtent)
        case .categories(let series): return series.indexExtent.expanded(by: 0.5)
        }
    }

    /// From the first to the last day with a record, as `extent`.
    var recordedExtent: Extent { recorded?.extent ?? extent }

    /// The data with the days without a record as days of 0, up to an instant; nil if nothing
    /// changes.
    ///
    /// Only a metric of which a missing day means 0 has such days. O(days).
    func countingDays(until end: Double) -> MetricData? {
        guard metric.missingDays == .zero, case .totals(let shown) = content else { return nil }
        let filled = (recorded ?? shown).filled(until: end)
        guard recorded == nil || filled.extent != shown.extent else { return nil }
        var result = self
        result.recorded = recorded ?? shown
        result.content = .totals(filled)
        return result
    }

    /// Creates the data of a metric.
    ///
    /// - Parameters:
    ///   - samples: merged samples in the order of their starts.
    ///   - calendar: the calendar that defines the days of the totals.
    init(_ samples: MetricSamples, calendar: CivilCalendar) {
        metric = samples.metric
        count = samples.columns.count
        let columns = samples.columns
        decimals = nil
        let nights =
            samples.metric.id == .sleep ? SleepNights(samples.columns, calendar: calendar) : nil
        self.nights = nights
        switch samples.metric.aggregation {
        case .sum:
            content = .totals(
                CalendarLadder(
                    starts: columns.starts, ends: columns.areInstants ? nil : columns.ends,
                    values: columns.values, in: calendar, as: .cumulative,
                    hasHours: MetricData.isHourly(columns)))
        case .category:
            content = .totals(
                nights?.ladder(of: SleepNights.series) ?? MetricData.durations(columns, calendar))
        case .named:
            content = .categories(MetricData.named(samples))
        case .mean:
            let series = SampleSeries(times: columns.starts, values: columns.values)
            content = .readings(
                Readings(
                    series: series,
                    trend: MetricData.trend(of: series, metric: samples.metric, calendar),
                    longestGap: MetricData.longestGap(in: series, of: samples.metric),
                    withinTarget: MetricData.withinTarget(series, of: samples.metric),
                    timeInRanges: samples.metric.id == .glucose
                        ? TimeInRanges(series, calendar) : nil))
            decimals = MetricFormat.decimals(of: columns.values, samples.metric)
        case .pair:
            let pairs = samples.pairs
            content = .pairs(
                Pairs(
                    RangeSeries(times: pairs.starts, lows: pairs.lower, highs: pairs.upper),
                    of: samples.metric, calendar: calendar))
        }
    }

    /// Creates the data of a metric whose samples are not nights, from its content.
    init(metric: Metric, content: Content, count: Int) {
        self.metric = metric
        self.content = content
        self.count = count
        nights = nil
        decimals = nil
    }

    /// Values by name in the order of the file.
    private static func named(_ samples: MetricSamples) -> CategorySeries {
        let named = samples.namedValues
        return CategorySeries((0..<named.count).map { (named.name(at: $0), named.values[$0]) })
    }

    /// Whether totals by hour make sense.
    ///
    /// That is so if half of the samples last no longer than an hour, or if they are instants that
    /// mostly follow one another within an hour.
    private static func isHourly(_ columns: SampleColumns) -> Bool {
        if columns.areInstants {
            let every = max(1, columns.count / 1_024)
            let intervals = stride(from: every, to: columns.count, by: every).map {
                columns.starts[$0] - columns.starts[$0 - 1]
            }.sorted()
            return !intervals.isEmpty && intervals[intervals.count / 2] <= 3600
        }
        let fine = (0..<columns.count).reduce(into: 0) { count, index in
            let length = columns.end(at: index) - columns.starts[index]
            if length > 0, length <= 3600 { count += 1 }
        }
        return fine * 2 > columns.count
    }

    /// The seconds spent in states over intervals (workouts).
    private static func durations(
        _ columns: SampleColumns, _ calendar: CivilCalendar
    ) -> CalendarLadder {
        let indices = 0..<columns.count
        return CalendarLadder(
            starts: indices.map { columns.starts[$0] }, ends: indices.map { columns.end(at: $0) },
            values: [Double](repeating: 0, count: columns.count), in: calendar, as: .duration,
            hasHours: false)
    }

    /// How many usual intervals make a gap.
    static let usualIntervalsOfGap = 6.0

    /// The longest time over which a line connects one sample to the next.
    ///
    /// It is six usual intervals, and at least a day and a half for values that people measure
    /// themselves, sometimes twice in a minute and then not again before the next day.
    static func longestGap(in series: SampleSeries, of metric: Metric) -> Double {
        let byHand: Set<MetricID> = [
            .weight, .bodyFat, .bodyMassIndex, .height, .bloodPressure, .glucose, .temperature,
        ]
        let limit = GapPolicy.multipleOfUsual(usualIntervalsOfGap).limit(for: series)
        return byHand.contains(metric.id) ? max(limit, 129_600) : limit
    }

    private static func withinTarget(_ series: SampleSeries, of metric: Metric) -> [Int] {
        guard let target = metric.target else { return [] }
        var count = 0
        return series.values.map { value in
            if target.contains(value) { count += 1 }
            return count
        }
    }

    /// Counts the decimals of the readings.
    mutating func measureDecimals() {
        guard case .readings(let readings) = content else { return }
        decimals = MetricFormat.decimals(of: readings.series.values, metric)
    }

    /// Whether a metric's readings have a trend.
    static func hasTrend(_ metric: Metric) -> Bool {
        let slow: Set<MetricID> = [.weight, .bodyFat, .bodyMassIndex, .height]
        return slow.contains(metric.id)
    }

    /// The trend familiar from weight tracking: each day a tenth of the way.
    private static func trend(
        of series: SampleSeries, metric: Metric, _ calendar: CivilCalendar
    ) -> SampleSeries {
        guard hasTrend(metric), series.count > 1 else { return SampleSeries() }
        return Trend.daily(series, in: calendar)
    }
}
