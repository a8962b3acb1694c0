import ChartCore
import ChartScene
import Charts
import Geometry

/// Readings by one calendar unit: a capsule from the least reading of each unit to the greatest, and the mean.
///
/// A line connects the means through the capsules, broken at units without readings; each mean has a dot if there
/// is room. The mean over too little of its unit is a hollow dot, which no line reaches (`ReadingCoverage`).
@MainActor
final class MeansPicture {
    let unit: CalendarUnit
    /// The range for which the means were made.
    private(set) var window = Extent.nothing
    let line: LineMark
    /// What separates the line from the capsules behind it.
    let halo: LineMark
    let dots: PointMark
    /// The means over too little of their unit.
    let hollow: PointMark
    let capsules: RangeBarMark

    init(unit: CalendarUnit) {
        self.unit = unit
        line = LineMark(id: "mean", style: LineStyle(width: 2.5, color: .clear))
        halo = LineMark(id: "mean", style: LineStyle(width: 5.5, color: .clear))
        dots = PointMark(id: "mean", style: PointStyle(radius: 3, fill: .clear))
        hollow = PointMark(id: "mean", style: PointStyle(radius: 3.5, fill: .clear))
        capsules = RangeBarMark(id: "range", style: .range(width: 8, color: .clear))
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
        var (hollowTimes, hollowMeans): ([Double], [Double]) = ([], [])
        var end: Double?
        let summaries = Array(series.summaries(by: unit, in: calendar, over: window))
        for bucket in summaries {
            if let end, end < bucket.span.min {
                times.append((end + bucket.span.min) / 2)
                means.append(.nan)
            }
            end = bucket.span.max
            let mean = bucket.summary.mean
            let middle = bucket.middle(within: series.timeExtent)
            times.append(middle)
            if ReadingCoverage(of: bucket.span, unit, by: readings, calendar).isTooLittle {
                hollowTimes.append(middle)
                hollowMeans.append(mean)
                means.append(.nan)
                continue
            }
            means.append(mean)
        }
        let made = SampleSeries(times: times, values: means)
        line.show(made, longestGap: .infinity)
        halo.show(made, longestGap: .infinity)
        dots.show(made)
        hollow.show(SampleSeries(times: hollowTimes, values: hollowMeans))
        capsules.show(
            RangeSeries(
                times: summaries.map { $0.middle(within: series.timeExtent) },
                lows: summaries.map(\.summary.minimum), highs: summaries.map(\.summary.maximum)))
        return true
    }

    /// Gives the capsules a width that suits a number of points for each unit; returns whether it
    /// changed.
    func setSlot(_ slot: Double) -> Bool {
        let width = min(max((slot * 0.4).rounded(.down), 1), 12)
        guard capsules.style.width != .points(width) else { return false }
        capsules.style.width = .points(width)
        capsules.style.corners = Corners(width / 2)
        return true
    }
}

extension CalendarSummary {
    /// The position of the unit: its middle, or at the ends of a series the middle of the covered
    /// part.
    func middle(within extent: Extent) -> Double { span.intersection(extent).mid }
}
