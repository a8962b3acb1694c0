import ChartCore
import ChartScene
import Charts
import Geometry
import HealthData
import Painting

/// Pairs as bars, points and lines.
///
/// If pairs have no room next to each other, they are grouped by calendar unit: the bar reaches
/// from the mean low to the mean high value, over a faded one from the lowest to the highest of
/// all.
@MainActor
final class PairsMarks: MetricMarks {
    let extremes: RangeBarMark
    let bars: RangeBarMark
    let highPoints: PointMark
    let lowPoints: PointMark
    let highLine: LineMark
    let lowLine: LineMark
    /// The unit by which pairs are grouped; nil if each is shown individually.
    private(set) var unit: CalendarUnit?
    /// The range for which the groups were made.
    private var window = Extent.nothing
    private let context: MetricContext
    private var chart: Chart { context.chart }
    private var pairs: Pairs { context.pairs }
    /// Pairs that are closer than this, in points, are grouped.
    private static let closest = 7.0

    init(_ context: MetricContext) {
        self.context = context
        let (heart, secondary) = (context.theme.heart, context.theme.secondary)
        extremes = RangeBarMark(id: "extremes", style: .range(width: 8, color: heart))
        bars = RangeBarMark(id: "pairs", style: .range(width: 8, color: heart))
        highPoints = PointMark(id: "systolic", style: PointStyle(radius: 4.5, fill: heart))
        lowPoints = PointMark(
            id: "diastolic", style: PointStyle(.diamond, radius: 5, fill: secondary))
        highLine = LineMark(id: "systolic-line", style: LineStyle(width: 2, color: heart))
        lowLine = LineMark(id: "diastolic-line", style: LineStyle(width: 2, color: secondary))
        chart.marks = [extremes, bars, lowLine, highLine, lowPoints, highPoints]
        extremes.isHidden = true
        highLine.isHidden = true
        lowLine.isHidden = true
        themeDidChange()
        dataDidChange()
    }

    /// Whether the high values are visible, alone or as the ends of bars.
    var showsHighs: Bool { !highPoints.isHidden || !highLine.isHidden || !bars.isHidden }
    /// Whether the low values are visible, alone or as the ends of bars.
    var showsLows: Bool { !lowPoints.isHidden || !lowLine.isHidden || !bars.isHidden }

    /// Whether no bar reaches into a part of the plot.
    func isFree(_ x: Extent, _ y: Extent) -> Bool {
        let series = unit == nil ? pairs.series : extremes.series
        let room = x.length * 0.05
        let near = Extent(min: x.min - room, max: x.max + room)
        return series.slice(over: near).allSatisfy { index in
            let (a, b) = (series.lows[index], series.highs[index])
            let time = series.times[index]
            return time < near.min || time > near.max || max(a, b) < y.min || min(a, b) > y.max
        }
    }

    func dataDidChange() {
        window = .nothing
        if unit == nil { showEach() }
    }

    private func showEach() {
        let pairs = pairs
        bars.show(pairs.series)
        highPoints.show(pairs.high)
        lowPoints.show(pairs.low)
        highLine.show(pairs.high, longestGap: pairs.longestGap)
        lowLine.show(pairs.low, longestGap: pairs.longestGap)
    }

    /// Shows the pairs near a range grouped by a unit, with an extra screen on each side.
    private func showGathered(by unit: CalendarUnit, near range: Extent) {
        guard !window.contains(range) else { return }
        window = range.expanded(by: range.length)
        let pairs = pairs
        let calendar = context.calendar
        var times: [Double] = []
        var means: (lows: [Double], highs: [Double]) = ([], [])
        var ends: (lows: [Double], highs: [Double]) = ([], [])
        for high in pairs.high.summaries(by: unit, in: calendar, over: window) {
            guard
                let low = pairs.low.summary(
                    of: unit, containing: high.span.min, in: calendar)
            else { continue }
            times.append(high.middle(within: pairs.high.timeExtent))
            means.lows.append(low.summary.mean)
            means.highs.append(high.summary.mean)
            ends.lows.append(low.summary.minimum)
            ends.highs.append(high.summary.maximum)
        }
        bars.show(RangeSeries(times: times, lows: means.lows, highs: means.highs))
        extremes.show(RangeSeries(times: times, lows: ends.lows, highs: ends.highs))
        let highs = SampleSeries(times: times, values: means.highs)
        let lows = SampleSeries(times: times, values: means.lows)
        highPoints.show(highs)
        lowPoints.show(lows)
        let longest = max(pairs.longestGap, 1.5 * unit.meanLength)
        highLine.show(highs, longestGap: longest)
        lowLine.show(lows, longestGap: longest)
    }

    func themeDidChange() {
        let theme = context.theme
        bars.style.colors = [theme.derived(Self.barColor)]
        extremes.style.colors = [theme.derived { Self.barColor($0).opacity(0.5) }]
        highPoints.style.fill = theme.heart
        lowPoints.style.fill = theme.secondary
        let gap = GapStyle.dashed(.dots(every: 7, width: 2), opacity: 0.6)
        highLine.style = LineStyle(width: 2, color: theme.heart, gap: gap)
        lowLine.style = LineStyle(width: 2, color: theme.secondary, gap: gap)
    }

    /// Translucent, so that things behind it are visible; in high contrast strong enough to stand
    /// out.
    private static func barColor(_ theme: Theme) -> Color {
        if theme.isHighContrast { return theme.faded(theme.heart, by: 0.7, on: theme.card) }
        return theme.heart.opacity(theme.appearance == .light ? 0.26 : 0.34)
    }

    func rangeDidChange(_ range: Extent, at moment: PictureMoment) -> Bool {
        let visible = max(1, pairs.series.slice(over: range).count)
        let width = chart.plot.width
        var hasOtherUnit = false
        if moment.isSettled, width > 0 {
            let apart = width / Double(visible)
            var wanted: CalendarUnit?
            if apart < Self.closest * (unit == nil ? 1 : 1.25) {
                wanted = UnitChoice(units: [.day, .week, .month, .quarter, .year]).unit(
                    for: range, width: width, current: moment.isPage ? nil : unit)
            }
            if wanted != unit {
                unit = wanted
                window = .nothing
                hasOtherUnit = true
                if wanted == nil { showEach() }
            }
        }
        if let unit { showGathered(by: unit, near: range.union(chart.x.target)) }
        showExtremes(at: moment)
        // Marks get smaller if readings are closer than their size.
        let apart = unit.map { width * $0.meanLength / range.length } ?? width / Double(visible)
        let factor = min(max(apart / 14, 0.32), 1)
        highPoints.style.radius = 4.5 * factor
        lowPoints.style.radius = 5 * factor
        bars.style.width = .points(max(1.5, 8 * factor))
        bars.style.corners = Corners(4 * factor)
        extremes.style.width = bars.style.width
        extremes.style.corners = bars.style.corners
        return hasOtherUnit
    }

    /// Nothing moves here: the chart itself animates the fades.
    func advance(to time: Double) -> Bool { false }

    /// Shows or hides a series.
    func setShown(_ shown: Bool, _ series: String, at moment: PictureMoment) {
        context.setShown(shown, marksOf: series, at: moment)
        showExtremes(at: moment)
    }

    /// The extremes of grouped pairs appear and disappear with the bars.
    private func showExtremes(at moment: PictureMoment) {
        chart.setShown(
            unit != nil && !bars.isHidden, of: extremes, at: moment.time,
            duration: moment.duration)
    }
}
