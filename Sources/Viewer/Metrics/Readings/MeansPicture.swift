import ChartCore
import ChartScene
import Charts
import Geometry

/// The means of readings by one calendar unit, with their spread and their extremes.
///
/// A line connects the middle of one unit to that of the next, broken at units without readings. A
/// band of one standard deviation is on either side of it, and a bar behind them reaches from the
/// least reading of the unit to the greatest. The mean over too little of its unit is a hollow dot,
/// which no line reaches (`ReadingCoverage`).
@MainActor
final class MeansPicture {
    let unit: CalendarUnit
    /// The range for which the means were made.
    private(set) var window = Extent.nothing
    let line: LineMark
    /// What separates the line from the bars behind it.
    let halo: LineMark
    let dots: PointMark
    /// The means over too little of their unit.
    let hollow: PointMark
    let band: BandMark
    let extremes: RangeBarMark
    /// The edges of the band.
    let edges: [LineMark]

    init(unit: CalendarUnit) {
        self.unit = unit
        line = LineMark(id: "mean", style: LineStyle(width: 2.5, color: .clear))
        halo = LineMark(id: "mean", style: LineStyle(width: 5.5, color: .clear))
        dots = PointMark(id: "mean", style: PointStyle(radius: 3, fill: .clear))
        hollow = PointMark(id: "mean", style: PointStyle(radius: 3.5, fill: .clear))
        band = BandMark(id: "spread", style: AreaStyle(upper: .clear, lower: .clear))
        extremes = RangeBarMark(id: "measured", style: .range(width: 8, color: .clear))
        edges = (0..<2).map { _ in
            LineMark(id: "spread", style: LineStyle(width: 1, color: .clear))
        }
    }

    /// Discards the means, because the readings have changed.
    func reset() { window = .nothing }

    /// Makes the means near a range, with an extra screen on each side.
    ///
    /// - Returns: whether they were recomputed.
    func adapt(_ readings: Readings, _ calendar: CivilCalendar, to range: Extent) -> Bool {
        let series = readings.series
        guard !window.contains(range) else { return false }
        window = range.expanded(by: range.length)
        var times: [Double] = []
        var means: [Double] = []
        var lows: [Double] = []
        var highs: [Double] = []
        var (hollowTimes, hollowMeans): ([Double], [Double]) = ([], [])
        var end: Double?
        let summaries = Array(series.summaries(by: unit, in: calendar, over: window))
        for bucket in summaries {
            if let end, end < bucket.span.min {
                times.append((end + bucket.span.min) / 2)
                means.append(.nan)
                lows.append(.nan)
                highs.append(.nan)
            }
            end = bucket.span.max
            let (mean, spread) = (bucket.summary.mean, bucket.summary.standardDeviation)
            let middle = bucket.middle(within: series.timeExtent)
            times.append(middle)
            if ReadingCoverage(of: bucket.span, unit, by: readings, calendar).isTooLittle {
                hollowTimes.append(middle)
                hollowMeans.append(mean)
                means.append(.nan)
                lows.append(.nan)
                highs.append(.nan)
                continue
            }
            means.append(mean)
            lows.append(mean - spread)
            highs.append(mean + spread)
        }
        let made = SampleSeries(times: times, values: means)
        line.show(made, longestGap: .infinity)
        halo.show(made, longestGap: .infinity)
        dots.show(made)
        hollow.show(SampleSeries(times: hollowTimes, values: hollowMeans))
        band.show(times: times, lows: lows, highs: highs)
        for (edge, values) in zip(edges, [lows, highs]) {
            edge.show(SampleSeries(times: times, values: values), longestGap: .infinity)
        }
        extremes.show(
            RangeSeries(
                times: summaries.map { $0.middle(within: series.timeExtent) },
                lows: summaries.map(\.summary.minimum), highs: summaries.map(\.summary.maximum)))
        return true
    }

    /// Gives the bars a width that suits a number of points for each unit; returns whether it
    /// changed.
    func setSlot(_ slot: Double) -> Bool {
        let width = min(max((slot * 0.3).rounded(.down), 1), 8)
        guard extremes.style.width != .points(width) else { return false }
        extremes.style.width = .points(width)
        extremes.style.corners = Corners(width / 2)
        return true
    }
}

extension CalendarSummary {
    /// The position of the unit: its middle, or at the ends of a series the middle of the covered
    /// part.
    func middle(within extent: Extent) -> Double { span.intersection(extent).mid }
}
