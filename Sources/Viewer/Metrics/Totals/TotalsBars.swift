import ChartCore
import ChartScene
import Charts
import Geometry
import HealthData
import Localization

/// Bars of calendar units with the parts that belong to them.
///
/// Those are the stubs of empty ones, the dotted line at their average with its label, and the
/// labels of the dates.
@MainActor
final class TotalsBars {
    let mark: TotalsMark
    let stubs: ZeroStubs
    /// The dotted line at the average.
    let mean: ReferenceLine
    private let meanLabel: ReferenceLabel
    /// Whether something else covers a part of the plot, given by x and y in the data.
    var isCovered: (Extent, Extent) -> Bool = { _, _ in false }
    /// The totals that figures are about.
    private(set) var counted: CountedTotals
    private let context: MetricContext
    private var chart: Chart { context.chart }
    /// The range for which the stubs were made.
    private var stubRange = Extent.nothing
    /// Whether the unit was chosen for a plot whose width is known.
    private var hasUnit = false
    /// The longest unit for whose values the axis has space.
    private var reserved: CalendarUnit?
    /// The bar whose date is emphasised; nil for none.
    private var emphasis: Extent? { didSet { if emphasis != oldValue { setLabels() } } }
    /// Whether the bars are in the chart; another picture may take their place.
    var isDrawn = true {
        didSet {
            stubs.isHidden = !isDrawn
            mean.isHidden = !isDrawn
        }
    }
    /// Whether dates are written under the slots of bars.
    var hasSlots = true { didSet { if hasSlots != oldValue { setLabels() } } }

    init(_ context: MetricContext) {
        self.context = context
        let theme = context.theme
        mark = TotalsMark(
            id: context.metric.id.rawValue, calendar: context.calendar, color: theme.activity)
        stubs = ZeroStubs(color: theme.activity)
        mean = ReferenceLine(
            at: .nan, width: 1.5, color: theme.text3, dash: .dots(every: 5, width: 1.5))
        meanLabel = ReferenceLabel(mean)
        counted = CountedTotals(ladder: mark.ladder)
        chart.foreground = [stubs, mean]
        chart.annotations.append(meanLabel)
        meanLabel.isFree = { [mark, weak self] x, y in
            let values = mark.values(over: x)
            return (values.isEmpty || values.max <= y.min) && self?.isCovered(x, y) != true
        }
    }

    /// The filters for the value range of a chart with such bars.
    static var yFilters: [any RangeFilter] {
        [HeadroomFilter(), MetricContext.roundEnds()]
    }

    var ladder: CalendarLadder { mark.ladder }

    /// The unit of a bar.
    var unit: CalendarUnit { mark.unit }

    /// The span of a bar of the current unit; nil if the index is out of range.
    func span(at index: Int) -> Extent? {
        let buckets = mark.totals.buckets
        return buckets.indices.contains(index) ? buckets[index].span : nil
    }

    /// Shows other totals.
    ///
    /// - Parameter counted: the totals that figures are about.
    func show(_ heights: BarHeights, counted: CountedTotals) {
        self.counted = counted
        mark.show(heights)
        stubRange = .nothing
        reserved = nil
        unitDidChange()
    }

    /// Takes the theme of the context, with bars of the metric's own colour.
    func themeDidChange() {
        paint(mark, context.color)
        stubs.color = context.color
        mean.color = context.theme.text3
    }

    /// Sets the colour of bars, and the one between the stripes of those that are incomplete.
    func paint(_ mark: TotalsMark, _ color: Color) {
        mark.color = color
        mark.gapColor = color.mixed(with: context.theme.card, 0.75)
    }

    /// Highlights a bar and its date; nil for none.
    func highlight(_ index: Int?) {
        mark.selected = index
        emphasize(index.map { mark.totals.buckets[$0].span })
    }

    /// Emphasises the date of a slot; nil for none.
    func emphasize(_ slot: Extent?) { emphasis = slot }

    private func unitDidChange() {
        setLabels()
        // The figures follow the unit.
        context.legendRevision += 1
    }

    private func setLabels() {
        chart.xAxis.labeling = TimeLabels(
            calendar: context.calendar, locale: context.locale, slot: hasSlots ? unit : nil,
            emphasis: hasSlots ? emphasis : nil)
    }
}

// MARK: Range

extension TotalsBars {
    /// The result of an adaptation, for bars that are drawn inside these.
    struct Adaptation {
        /// Whether bars of another unit are shown now.
        var hasOtherUnit: Bool
        /// The range in which bars are made.
        var near: Extent
        /// The range that is visible during a transition to another unit.
        var seen: Extent
        /// The width of the plot, in points.
        var width: Double
    }

    /// Shows the bars of a range in a suitable unit and look.
    func adapt(to range: Extent, at moment: PictureMoment) -> Adaptation {
        let width = chart.plot.width
        reserve(width: width)
        let target = chart.x.target
        let wanted = wantedUnit(for: range, width: width, at: moment)
        let hasOtherUnit = wanted != unit
        let seen = range.union(chart.x.range)
        if hasOtherUnit {
            mark.show(
                wanted, over: seen, at: moment.time,
                duration: moment.isSettled ? moment.duration : 0)
            stubRange = .nothing
            unitDidChange()
        }
        let near = mark.isTooMany(range.union(target)) ? target : range.union(target)
        mark.adapt(to: near, shown: range, width: width)
        if stubRange != mark.window {
            stubRange = mark.window
            // If a missing day is a day of nothing, there is nothing to distinguish.
            let empty =
                context.metric.missingDays == .zero ? [] : mark.bars.filter { $0.value == 0 }
            stubs.show(empty.map { Extent(min: $0.start, max: $0.end) })
        }
        stubs.fraction = mark.fraction
        // The line does not move under a finger, and follows when the range has come to rest.
        if moment.isSettled {
            let average = counted.average(over: range, by: unit, as: context.barAmount)
            mean.move(to: average ?? .nan, at: moment.time, duration: moment.duration)
            if let average {
                meanLabel.write(tr("Avg {1}", context.format.average(average).text))
            }
        }
        return Adaptation(hasOtherUnit: hasOtherUnit, near: near, seen: seen, width: width)
    }

    private func wantedUnit(
        for range: Extent, width: Double, at moment: PictureMoment
    ) -> CalendarUnit {
        if moment.isSettled {
            let choice = UnitChoice(units: ladder.units)
            let wanted = choice.unit(
                for: range, width: width, current: hasUnit && !moment.isPage ? unit : nil,
                isWhole: { moment.isPage && isWhole(range, $0) })
            hasUnit = width > 0
            return wanted
        }
        // Far more bars than pixels: nobody sees an individual bar disappear.
        if mark.isTooMany(range), mark.isTooMany(chart.x.target) {
            return ladder.units.first { range.length / $0.meanLength < 1_000 } ?? unit
        }
        return unit
    }

    /// Whether a range begins and ends with bars of a unit, so that none is cut.
    private func isWhole(_ range: Extent, _ unit: CalendarUnit) -> Bool {
        let calendar = context.calendar
        return [range.min, range.max].allSatisfy {
            abs(calendar.start(of: unit, containing: $0 + 1) - $0) < 1.5
        }
    }

    /// Reserves space for the labels of every unit that a range may have, so that the plot keeps
    /// its size.
    private func reserve(width: Double) {
        let longest = chart.x.panZoom.limits.bounds ?? context.data.extent
        let unit = UnitChoice(units: ladder.units).unit(for: longest, width: width, current: nil)
        guard unit != reserved else { return }
        reserved = unit
        let headroom = HeadroomFilter()
        let totals = ladder.units.filter { $0 <= unit }.compactMap { ladder[$0] }
        context.valueRanges = totals.map { totals in
            let values = mark.heights.extent(of: totals.buckets.indices, of: totals)
            return headroom.filter(values, RangeContext(source: values))
        }
    }

    /// Advances bars and lines to the time of a frame, and returns whether another frame is needed.
    func advance(to time: Double) -> Bool {
        let glides = mean.advance(to: time)
        let moves = mark.advance(to: time) || glides
        // The stubs of the old bars disappear at once; those of the new ones appear when they
        // arrive.
        stubs.opacity = max(0, (mark.progress - 0.6) / 0.4)
        return moves
    }
}
