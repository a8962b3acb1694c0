import ChartCore
import ChartScene
import Charts
import Geometry
import HealthData
import Painting

/// Means of pairs over the last days as bold lines, over the pairs as points and bars.
///
/// If pairs have no room next to each other, or if there are several of a day over more than some days, they are
/// grouped by calendar unit: points and bar are at the mean low and the mean high value, and thin lines reach from
/// there to the lowest and to the highest of all.
@MainActor
final class PairsMarks: MetricMarks {
    /// From the mean high value of a group to its highest, and from its lowest value to the mean low one.
    let highExtremes: RangeBarMark
    let lowExtremes: RangeBarMark
    let bars: RangeBarMark
    let highPoints: PointMark
    let lowPoints: PointMark
    let highMean: LineMark
    let lowMean: LineMark
    /// The unit by which pairs are grouped; nil if each is shown individually.
    private(set) var unit: CalendarUnit?
    /// The days of a mean.
    private(set) var meanWindow = TrailingMeans.Window.week
    /// The range for which the groups were made.
    private var window = Extent.nothing
    private let context: MetricContext
    private var chart: Chart { context.chart }
    private var pairs: Pairs { context.pairs }

    /// Pairs that are closer than this, in points, are grouped.
    private static let closest = 7.0
    /// Over more days than this, several pairs of a day are grouped; grouped ones stay so down to fewer.
    private static let mostDays = (toGroup: 10.0, toStay: 8.0)
    /// With more pairs of a day than this, there are several.
    private static let several = 1.25
    /// Over more days than this, means are of 30 days; they stay so down to fewer.
    private static let longMeans = (from: 92.0, toStay: 75.0)
    /// The sizes of marks, in points.
    private static let disc = 3.2
    private static let diamond = 3.8
    private static let stem = 6.0

    init(_ context: MetricContext) {
        self.context = context
        let (heart, secondary) = (context.theme.heart, context.theme.secondary)
        highExtremes = RangeBarMark(id: "extremes", style: .range(width: 1.5, color: heart))
        lowExtremes = RangeBarMark(id: "extremes", style: .range(width: 1.5, color: secondary))
        bars = RangeBarMark(id: "pairs", style: .range(width: Self.stem, color: heart))
        highPoints = PointMark(id: "systolic", style: PointStyle(radius: Self.disc, fill: heart))
        lowPoints = PointMark(
            id: "diastolic", style: PointStyle(.diamond, radius: Self.diamond, fill: secondary))
        highMean = LineMark(id: "systolic-mean", style: LineStyle(width: 3, color: heart))
        lowMean = LineMark(id: "diastolic-mean", style: LineStyle(width: 3, color: secondary))
        chart.marks = [highExtremes, lowExtremes, bars, lowPoints, highPoints, lowMean, highMean]
        highExtremes.isHidden = true
        lowExtremes.isHidden = true
        dataDidChange()
        themeDidChange()
    }

    /// The marks of the pairs themselves, which are shown and hidden together.
    private var ofPairs: [any Mark] { [bars, lowPoints, highPoints] }

    /// Whether the pairs are visible, alone or behind their means.
    var showsPairs: Bool { !bars.isHidden }
    /// Whether the means of the high values are visible.
    var showsHighMean: Bool { !highMean.isHidden }
    /// Whether the means of the low values are visible.
    var showsLowMean: Bool { !lowMean.isHidden }

    /// The means that the lines are made of.
    var means: TrailingMeans { pairs.trailingMeans(meanWindow) }

    func dataDidChange() {
        window = .nothing
        if unit == nil { showEach() }
        showMeans()
    }

    private func showEach() {
        let pairs = pairs
        bars.show(pairs.series)
        highPoints.show(pairs.high)
        lowPoints.show(pairs.low)
    }

    private func showMeans() {
        let means = means
        highMean.show(means.highs, longestGap: meanWindow.longestGap)
        lowMean.show(means.lows, longestGap: meanWindow.longestGap)
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
            let time = high.middle(within: pairs.high.timeExtent)
            times.append(time)
            means.lows.append(low.summary.mean)
            means.highs.append(high.summary.mean)
            ends.lows.append(low.summary.minimum)
            ends.highs.append(high.summary.maximum)
        }
        bars.show(RangeSeries(times: times, lows: means.lows, highs: means.highs))
        highExtremes.show(RangeSeries(times: times, lows: means.highs, highs: ends.highs))
        lowExtremes.show(RangeSeries(times: times, lows: ends.lows, highs: means.lows))
        highPoints.show(SampleSeries(times: times, values: means.highs))
        lowPoints.show(SampleSeries(times: times, values: means.lows))
    }

    func themeDidChange() {
        let theme = context.theme
        bars.style.colors = [theme.derived(Self.barColor)]
        paintPairs()
        let gap = GapStyle.dashed(.dots(every: 7, width: 3), opacity: 0.6)
        highMean.style = LineStyle(width: 3, color: theme.heart, gap: gap)
        lowMean.style = LineStyle(width: 3, color: theme.secondary, gap: gap)
    }

    /// Translucent, so that things behind it are visible; in high contrast strong enough to stand
    /// out.
    private static func barColor(_ theme: Theme) -> Color {
        if theme.isHighContrast { return theme.faded(theme.heart, by: 0.7, on: theme.card) }
        return theme.heart.opacity(theme.appearance == .light ? 0.12 : 0.18)
    }

    /// Gives the pairs their colours: paler than the means in front of them, if there are any.
    private func paintPairs() {
        let theme = context.theme
        let isBehind = !theme.isHighContrast && means.count > 1 && (showsHighMean || showsLowMean)
        func color(_ color: Color) -> Color {
            guard isBehind else { return color }
            // The strongest ground that they are on.
            return theme.derived {
                $0.paleMark(color, by: 0.45, on: $0.zoneHigh.over($0.card))
            }
        }
        highPoints.style.fill = color(theme.heart)
        lowPoints.style.fill = color(theme.secondary)
        highExtremes.style.colors = [color(theme.heart)]
        lowExtremes.style.colors = [color(theme.secondary)]
    }

    func rangeDidChange(_ range: Extent, at moment: PictureMoment) -> Bool {
        let visible = max(1, pairs.series.slice(over: range).count)
        let width = chart.plot.width
        var hasOtherUnit = false
        if moment.isSettled {
            chooseMeans(range, isPage: moment.isPage)
            if width > 0 {
                let wanted = wantedUnit(range, visible: visible, isPage: moment.isPage)
                if wanted != unit {
                    unit = wanted
                    window = .nothing
                    hasOtherUnit = true
                    context.legendRevision += 1
                    if wanted == nil { showEach() }
                }
            }
        }
        if let unit { showGathered(by: unit, near: range.union(chart.x.target)) }
        paintPairs()
        showExtremes(at: moment)
        // Marks get smaller if readings are closer than their size.
        let apart = unit.map { width * $0.meanLength / range.length } ?? width / Double(visible)
        let factor = min(max(apart / 11, 0.4), 1)
        highPoints.style.radius = Self.disc * factor
        lowPoints.style.radius = Self.diamond * factor
        bars.style.width = .points(max(1.5, Self.stem * factor))
        bars.style.corners = Corners(Self.stem / 2 * factor)
        return hasOtherUnit
    }

    /// The unit by which pairs are grouped in a range; nil for none.
    private func wantedUnit(_ range: Extent, visible: Int, isPage: Bool) -> CalendarUnit? {
        let width = chart.plot.width
        let stays = unit != nil && !isPage
        let isDense = width / Double(visible) < Self.closest * (stays ? 1.25 : 1)
        let isLong = range.length > (stays ? Self.mostDays.toStay : Self.mostDays.toGroup) * 86_400
        guard
            isDense
                || isLong
                    && Double(visible) > Self.several * Double(max(1, pairs.dayCount(over: range)))
        else { return nil }
        return UnitChoice(units: [.day, .week, .month, .quarter, .year]).unit(
            for: range, width: width, current: isPage ? nil : unit)
    }

    private func chooseMeans(_ range: Extent, isPage: Bool) {
        let stays = meanWindow == .month && !isPage
        let isLong = range.length > (stays ? Self.longMeans.toStay : Self.longMeans.from) * 86_400
        let wanted = isLong ? TrailingMeans.Window.month : .week
        guard wanted != meanWindow else { return }
        meanWindow = wanted
        showMeans()
        context.legendRevision += 1
    }

    /// Nothing moves here: the chart itself animates the fades.
    func advance(to time: Double) -> Bool { false }

    /// Shows or hides a series.
    func setShown(_ shown: Bool, _ series: String, at moment: PictureMoment) {
        if series == bars.id {
            for mark in ofPairs {
                chart.setShown(shown, of: mark, at: moment.time, duration: moment.duration)
            }
        } else {
            context.setShown(shown, marksOf: series, at: moment)
        }
        paintPairs()
        showExtremes(at: moment)
    }

    /// The extremes of grouped pairs appear and disappear with the bars.
    private func showExtremes(at moment: PictureMoment) {
        for mark in [highExtremes, lowExtremes] {
            chart.setShown(
                unit != nil && !bars.isHidden, of: mark, at: moment.time,
                duration: moment.duration)
        }
    }
}
