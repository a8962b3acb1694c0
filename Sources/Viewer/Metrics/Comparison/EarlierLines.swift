// Earlier pages of the calendar with the page that is shown: each as dashed lines in grey.
//
// They are behind lines and points, and in front of bars, which would hide them, on a pale ground.
// They are made when the range comes to rest, or its target is known, and only if that is another page.
// While a hand moves the range they move with the plot. The value axis includes them.

import ChartCore
import ChartScene
import Charts
import Geometry
import HealthData
import Localization

/// The lines of earlier pages behind the marks of a chart.
@MainActor
final class EarlierLines: Attachment {
    var isHidden = false
    /// What the page is compared with; nil for nothing.
    var compared: ComparedPage? {
        didSet { if compared != oldValue { key = nil } }
    }
    private(set) var pages: [EarlierPage] = []
    private let context: MetricContext
    private let bars: TotalsBars?
    private var key: Key?
    private var hidden: Set<String> = []
    private var look = Revision.next()
    private var isAttached = false

    /// An earlier page, and its lines.
    struct EarlierPage {
        /// The id of its item in the legend.
        var id: String
        var page: Extent
        var name: String
        var series: [SampleSeries]
        var lines: [LineMark]
        /// What is under the lines, so that they can be seen on bars.
        var grounds: [LineMark]
    }

    /// What the lines are made from.
    private struct Key: Equatable {
        var page: Extent
        var unit: CalendarUnit
        var amount: BarAmount
        var data: Int
    }

    /// The dashes of the latest earlier page, and of those before it: on, off, in points.
    private static let dashes: [(Double, Double)] = [(2, 4), (6, 4), (10, 4), (1, 7)]
    private static let width = 2.0
    private static let groundWidth = 4.5

    /// - Parameter bars: the bars of the chart; nil if it has none.
    init(_ context: MetricContext, _ bars: TotalsBars?) {
        (self.context, self.bars) = (context, bars)
    }

    var revision: Revision? { look }
    var coversGrid: Bool { true }

    /// Adapts to the visible range; returns whether the value axis has to be fitted again.
    func rangeDidChange(at moment: PictureMoment) -> Bool {
        guard moment.isSettled else { return false }
        let wanted = wantedKey
        guard wanted != key || wanted == nil && !pages.isEmpty else { return false }
        key = wanted
        make()
        return fit()
    }

    private var wantedKey: Key? {
        let page = context.chart.x.target
        guard let compared, context.ownLabels == nil,
            !compared.pages(of: page, context.calendar).isEmpty
        else { return nil }
        // Bars are compared with bars of the same unit.
        let unit =
            bars?.unit
            ?? (page.length < 35 * 86_400 ? .day : page.length < 200 * 86_400 ? .week : .month)
        guard unit >= .day, unit <= .month else { return nil }
        return Key(
            page: page, unit: unit, amount: context.barAmount, data: context.dataRevision)
    }

    private func make() {
        pages = []
        look = .next()
        context.legendRevision += 1
        guard let key, let compared else { return }
        let words = PageWords(calendar: context.calendar, locale: context.locale)
        let gap = max(key.unit.meanLength * 3.5, longestGap)
        for (index, page) in compared.pages(of: key.page, context.calendar).enumerated() {
            let series = context.data.earlier(
                page, at: key.page, by: key.unit,
                isTotal: bars != nil && key.amount == .total, context.calendar)
            guard series.contains(where: { $0.count > 0 }) else { continue }
            let id = "earlier.\(index)"
            func lines(_ style: LineStyle) -> [LineMark] {
                series.enumerated().map { component, series in
                    let line = LineMark(id: id + ".\(component)", style: style)
                    line.show(series, longestGap: gap)
                    return line
                }
            }
            let name = words.text(page, before: key.page).capitalizedFirst
            pages.append(
                EarlierPage(
                    id: id, page: page, name: name, series: series, lines: lines(style(index)),
                    grounds: bars == nil ? [] : lines(groundStyle)))
        }
        if !pages.isEmpty { attach() }
    }

    private var longestGap: Double {
        switch context.data.content {
        case .readings(let readings): readings.longestGap
        case .pairs(let pairs): pairs.longestGap
        case .totals, .lines, .categories: 0
        }
    }

    /// The colour of a page: the older, the paler.
    private func color(_ index: Int) -> Color {
        let theme = context.theme
        switch index {
        case 0: return bars == nil ? theme.text3 : theme.text2
        case 1: return theme.text3
        default: return theme.paleMark(theme.text3, by: 0.4, on: theme.card)
        }
    }

    private func style(_ index: Int) -> LineStyle {
        let dash = Self.dashes[min(index, Self.dashes.count - 1)]
        return LineStyle(
            width: Self.width, color: color(index),
            dash: .points(on: dash.0, off: dash.1, width: Self.width))
    }

    private var groundStyle: LineStyle {
        LineStyle(width: Self.groundWidth, color: context.theme.card.opacity(0.9))
    }

    private func attach() {
        guard !isAttached else { return }
        isAttached = true
        if bars == nil {
            context.chart.background.append(self)
        } else {
            context.chart.foreground.insert(self, at: 0)
        }
    }

    func themeDidChange() {
        for (index, page) in pages.enumerated() {
            for line in page.lines { line.style = style(index) }
            for line in page.grounds { line.style = groundStyle }
        }
        look = .next()
    }

    /// Lets the value axis include what is shown; returns whether that has changed.
    private func fit() -> Bool {
        var extent = Extent.nothing
        for page in pages where !hidden.contains(page.id) {
            for series in page.series where series.count > 0 {
                let summary = series.summary(of: 0..<series.count)
                extent.include(summary.minimum)
                extent.include(summary.maximum)
            }
        }
        guard extent != context.added.extent else { return false }
        context.added.extent = extent
        return true
    }

    // MARK: Legend

    /// The items of the legend.
    var items: [LegendItem] {
        pages.enumerated().map { index, page in
            LegendItem(
                id: page.id, name: page.name, color: color(index), sign: .dashes,
                isShown: !hidden.contains(page.id), isSeries: false,
                explanation: tr("The same days of an earlier page, for comparison."))
        }
    }

    /// Shows or hides a page; returns whether the item is one of these.
    func setShown(_ shown: Bool, _ item: String) -> Bool {
        guard pages.contains(where: { $0.id == item }) else { return false }
        if shown { hidden.remove(item) } else { hidden.insert(item) }
        look = .next()
        _ = fit()
        return true
    }

    // MARK: The crosshair

    /// A reading with the values of the earlier pages at the same time.
    func completed(_ reading: Reading) -> Reading {
        guard let key else { return reading }
        var result = reading
        for (index, page) in pages.enumerated() where !hidden.contains(page.id) {
            let values = page.series.compactMap { nearest(to: reading.time, in: $0, key.unit) }
            guard values.count == page.series.count, let first = values.first else { continue }
            let figure =
                values.count == 2
                ? context.format.pair(values[0], values[1]) : context.format.figure(first)
            result.rows.append(
                Reading.Row(figure: figure, name: page.name, color: color(index), isDetail: true))
        }
        return result
    }

    /// The value nearest to a time; nil if it is more than half a unit away.
    private func nearest(
        to time: Double, in series: SampleSeries, _ unit: CalendarUnit
    ) -> Double? {
        let next = series.lowerBound(time)
        let places = [next - 1, next].filter { (0..<series.count).contains($0) }
        let best = places.min {
            abs(series.time(at: $0) - time) < abs(series.time(at: $1) - time)
        }
        guard let best, abs(series.time(at: best) - time) <= unit.meanLength * 0.52 else {
            return nil
        }
        return series.value(at: best)
    }

    // MARK: Drawing

    func encode(into scene: SceneBuilder, _ projection: PlotProjection) {
        let frame = MarkFrame(projection, in: scene)
        for page in pages where !hidden.contains(page.id) {
            for line in page.grounds + page.lines { line.encode(into: scene, frame) }
        }
    }
}

/// Extends the values of an axis to those of earlier pages.
@MainActor
final class EarlierValuesFilter: RangeFilter {
    /// The values; `nothing` for none.
    var extent = Extent.nothing

    func filter(_ range: Extent, _ context: RangeContext) -> Extent {
        guard context.hasData, extent.min <= extent.max, range.min <= range.max else {
            return range
        }
        return range.union(extent)
    }
}
