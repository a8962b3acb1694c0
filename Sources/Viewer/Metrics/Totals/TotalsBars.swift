import ChartCore
import ChartScene
import Charts
import Geometry
import HealthData
import Localization

/// Bars of calendar units with what belongs to them: the line they stand on, the dotted line at their
/// average with its label, and the labels of the dates.
@MainActor
final class TotalsBars {
    let mark: TotalsMark
    let foot: FootLine
    /// The dotted line at the average.
    let mean: ReferenceLine
    private let meanLabel: ReferenceLabel
    /// What figures are about.
    private(set) var counted: CountedTotals
    private let context: MetricContext
    private var chart: Chart { context.chart }
    /// The range for whose bars the foot line was made.
    private var footRange = Extent.nothing
    /// Whether the unit was chosen for a plot whose width is known.
    private var hasUnit = false
    /// The longest unit for whose values the axis has room.
    private var reserved: CalendarUnit?
    /// The bar whose date is emphasised; nil for none.
    private var emphasis: Extent? { didSet { if emphasis != oldValue { setLabels() } } }

    init(_ context: MetricContext) {
        self.context = context
        let theme = context.theme
        mark = TotalsMark(
            id: context.metric.id.rawValue, calendar: context.calendar, color: theme.activity)
        foot = FootLine(color: theme.activity)
        mean = ReferenceLine(
            at: .nan, width: 1.5, color: theme.text3, dash: .dots(every: 5, width: 1.5))
        meanLabel = ReferenceLabel(mean)
        counted = CountedTotals(ladder: mark.ladder)
        chart.foreground = [foot, mean]
        chart.annotations.append(meanLabel)
        meanLabel.isFree = { [mark] x, y in
            mark.totals.indices(over: x).allSatisfy { mark.totals.buckets[$0].sum <= y.min }
        }
    }

    /// What a chart of such bars makes of the range of its values.
    static var yFilters: [any RangeFilter] { [HeadroomFilter(), MetricContext.roundEnds()] }

    var ladder: CalendarLadder { mark.ladder }

    /// The unit of a bar.
    var unit: CalendarUnit { mark.unit }

    /// The span of a bar of the unit shown; nil where there is none of this index.
    func span(at index: Int) -> Extent? {
        let buckets = mark.totals.buckets
        return buckets.indices.contains(index) ? buckets[index].span : nil
    }

    /// Shows totals in place of those that were shown.
    ///
    /// - Parameter counted: what figures are about.
    func show(_ ladder: CalendarLadder, counted: CountedTotals) {
        self.counted = counted
        mark.show(ladder)
        footRange = .nothing
        reserved = nil
        unitDidChange()
    }

    /// Takes over the theme of the context, with bars of the metric's own colour.
    func themeDidChange() {
        paint(mark, context.color)
        foot.color = context.color
        mean.color = context.theme.text3
    }

    /// Draws bars in a colour, those with data on few of their days in a paler one.
    func paint(_ mark: TotalsMark, _ color: Color) {
        mark.color = color
        mark.sparseColor = context.theme.paleMark(color, by: 0.45, on: context.theme.card)
    }

    /// Lets a bar and its date stand out from the others; nil for none.
    func highlight(_ index: Int?) {
        mark.selected = index
        emphasis = index.map { mark.totals.buckets[$0].span }
    }

    private func unitDidChange() {
        setLabels()
        // The figures follow the unit.
        context.legendRevision += 1
    }

    private func setLabels() {
        chart.xAxis.labeling = TimeLabels(
            calendar: context.calendar, locale: context.locale, slot: unit, emphasis: emphasis)
    }
}

// MARK: Range

extension TotalsBars {
    /// What bars were adapted to, for those that are drawn in them.
    struct Adaptation {
        /// Whether bars of another unit are shown now.
        var hasOtherUnit: Bool
        /// Where bars are made.
        var near: Extent
        /// All that can be seen on the way to another unit.
        var seen: Extent
        /// The width of the plot, in points.
        var width: Double
    }

    /// Shows the bars of a range in the unit and the look that suit it.
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
            footRange = .nothing
            unitDidChange()
        }
        let near = mark.isTooMany(range.union(target)) ? target : range.union(target)
        mark.adapt(to: near, shown: range, width: width)
        if footRange != mark.window {
            footRange = mark.window
            foot.show(mark.totals.indices(over: mark.window), of: mark.totals, ladder)
        }
        foot.fraction = mark.fraction
        // The line does not move under a finger, and follows when the range has come to rest.
        if moment.isSettled {
            let average = counted.average(over: range, by: unit)
            mean.move(to: average ?? .nan, at: moment.time, duration: moment.duration)
            if let average {
                meanLabel.write(tr("Avg {1}", context.format.figure(average).text))
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
                for: range, width: width, current: hasUnit && !moment.isPage ? unit : nil)
            hasUnit = width > 0
            return wanted
        }
        // Far more bars than pixels: nobody sees one of them go.
        if mark.isTooMany(range), mark.isTooMany(chart.x.target) {
            return ladder.units.first { range.length / $0.meanLength < 1_000 } ?? unit
        }
        return unit
    }

    /// Keeps room for the labels of every unit that a range may be shown in, so that the plot keeps its
    /// size.
    private func reserve(width: Double) {
        let longest = chart.x.panZoom.limits.bounds ?? context.data.extent
        let unit = UnitChoice(units: ladder.units).unit(for: longest, width: width, current: nil)
        guard unit != reserved else { return }
        reserved = unit
        let headroom = HeadroomFilter()
        let totals = ladder.units.filter { $0 <= unit }.compactMap { ladder[$0] }
        context.valueRanges = totals.map { totals in
            let values = totals.extent(of: totals.buckets.indices)
            return headroom.filter(values, RangeContext(source: values))
        }
    }

    /// Moves bars and lines to the time of a frame; whether another frame is needed.
    func advance(to time: Double) -> Bool {
        let glides = mean.advance(to: time)
        let moves = mark.advance(to: time) || glides
        // What the old bars stood on is gone at once; the new ones' line comes when they have arrived.
        foot.opacity = max(0, (mark.progress - 0.6) / 0.4)
        return moves
    }
}
