import ChartCore
import ChartScene
import Charts
import Geometry

/// The means of readings by one unit of the calendar, with their spread: a line from the middle of
/// one unit to that of the next, broken where a unit has no reading, and a band of one standard
/// deviation on either side of it.
@MainActor
final class MeansPicture {
    let unit: CalendarUnit
    /// What the means were made for.
    private(set) var window = Extent.nothing
    let line: LineMark
    let dots: PointMark
    let band: BandMark

    init(unit: CalendarUnit) {
        self.unit = unit
        line = LineMark(id: "mean", style: LineStyle(width: 2.5, color: .clear))
        dots = PointMark(id: "mean", style: PointStyle(radius: 3, fill: .clear))
        band = BandMark(id: "spread", style: AreaStyle(upper: .clear, lower: .clear))
    }

    /// Forgets what was made: the readings are other ones.
    func reset() { window = .nothing }

    /// Makes the means near a range: a screen more on each side.
    ///
    /// - Returns: whether they were made anew.
    func adapt(_ series: SampleSeries, _ calendar: CivilCalendar, to range: Extent) -> Bool {
        guard !window.contains(range) else { return false }
        window = range.expanded(by: range.length)
        var times: [Double] = []
        var means: [Double] = []
        var lows: [Double] = []
        var highs: [Double] = []
        var end: Double?
        for bucket in series.summaries(by: unit, in: calendar, over: window) {
            if let end, end < bucket.span.min {
                times.append((end + bucket.span.min) / 2)
                means.append(.nan)
                lows.append(.nan)
                highs.append(.nan)
            }
            end = bucket.span.max
            let (mean, spread) = (bucket.summary.mean, bucket.summary.standardDeviation)
            times.append(bucket.middle(within: series.timeExtent))
            means.append(mean)
            lows.append(mean - spread)
            highs.append(mean + spread)
        }
        let made = SampleSeries(times: times, values: means)
        line.show(made, longestGap: .infinity)
        dots.show(made)
        band.show(times: times, lows: lows, highs: highs)
        return true
    }
}

extension CalendarSummary {
    /// Where the unit is drawn: its middle, and at the ends of a series the middle of what it has.
    func middle(within extent: Extent) -> Double { span.intersection(extent).mid }
}
