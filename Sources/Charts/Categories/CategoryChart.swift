// Named values on pages.
//
// Made of parts that other charts also use: a dimension whose unit is the index of a category, with
// the same gestures and physics as any other, which comes to rest on pages; a chart with its value
// axis; a mark of bars; and annotations for names, values and pages. Limits: a page is never
// zoomed; its slots are at least as wide as the widest value, so a narrower chart shows fewer bars
// on a page and more pages.

import ChartCore
import ChartInteraction
import ChartScene
import Geometry
import Text

/// A bar chart of named values, a few of them on a page, with one scale for all pages.
///
/// A frame is `advance`, `prepare`, `draw`; gestures are passed to `handle`, and pages are turned
/// by swipes, by the wheel and by `turnPage`.
@MainActor
public final class CategoryChart {
    /// The chart that is drawn: its x dimension counts categories, and its marks are `bars`.
    public let chart: Chart
    /// The bars, which have the values.
    public let bars: CategoryMark
    /// The largest number of bars on a page, if there is room for them.
    public let mostBars: Int
    /// How the categories are divided into pages for the room available.
    public private(set) var pages: CategoryPages
    /// How long bars take to reach their values, in seconds.
    public var growth = 0.3
    private let labels: CategoryLabels
    private let dots: PageDots
    private let zero: ZeroLine
    private let room: ValueRoom
    private let axisLabels: SwitchedLabels
    /// The page that swipes start from.
    private var restingPage = 0 { didSet { anchor = restingPage * pages.barsPerPage } }
    /// The category that stays visible when pages get other lengths.
    private var anchor = 0
    private var widest: [WidestKey: Double] = [:]

    private struct WidestKey: Hashable {
        var series: Revision
        var type: TextStyle
    }

    /// A chart without categories.
    ///
    /// - Parameters:
    ///   - id: the name of the series.
    ///   - mostBars: the largest number of bars on a page, if there is room for them.
    ///   - axisLabels: of the value axis, which exists if the chart is wide.
    ///   - format: formats the values on the bars.
    ///   - pageText: the text for a page, from its number, from 1, and the number of pages.
    public init(
        id: String, style: CategoryStyle, chartStyle: ChartStyle, mostBars: Int = 5,
        axisLabels: any AxisLabeling, format: @escaping (Double) -> String,
        pageText: @escaping (Int, Int) -> String = { "\($0) / \($1)" }
    ) {
        precondition(mostBars > 0, "a page needs at least one bar, not \(mostBars)")
        self.mostBars = mostBars
        pages = CategoryPages(count: 0, barsPerPage: mostBars)
        bars = CategoryMark(id: id, style: style)
        labels = CategoryLabels(mark: bars, format: format)
        dots = PageDots(style: style, text: pageText)
        zero = ZeroLine(color: style.baseline)
        room = ValueRoom()
        self.axisLabels = SwitchedLabels(axisLabels)
        let x = Dimension(
            id: "x", kind: .linear, direction: .horizontal, plotActions: .pan, gutterActions: .pan)
        let room = room
        chart = Chart(
            x: x, yFilters: [BlockFilter { room.range(of: $0, $1) }], xLabels: HiddenLabels(),
            yLabels: self.axisLabels, style: chartStyle)
        chart.marks = [bars]
        chart.annotations = [zero, labels, dots]
        chart.interaction.options.wheelTurnsPages = true
        chart.interaction.options.verticalScroll = .pansHorizontally
        chart.interaction.options.fitsOnDoubleTap = false
        applyPages(showing: 0)
        x.panZoom.restingWindow = { [weak self] carried in
            guard let self else { return carried }
            return pages.window(pages.page(after: restingPage, carriedTo: carried))
        }
        setInsets()
    }

    // MARK: What is shown

    /// The look of the bars.
    public var style: CategoryStyle {
        get { bars.style }
        set {
            bars.style = newValue
            dots.style = newValue
            zero.color = newValue.baseline
        }
    }

    /// The colours and type of the axis; its insets are the chart's own.
    public var chartStyle: ChartStyle {
        get { chart.style }
        set {
            chart.style = newValue
            setInsets()
        }
    }

    /// Shows other categories; bars grow to their values from their present ones.
    ///
    /// The page stays.
    ///
    /// - Parameter time: when they came, in seconds of the frame clock.
    public func show(_ series: CategorySeries, at time: Double) {
        let isFirst = bars.series.count == 0
        bars.show(series, at: time, duration: chart.isStill ? 0 : growth)
        if series.count != pages.count {
            let shown = page
            pages = CategoryPages(count: series.count, barsPerPage: pages.barsPerPage)
            applyPages(showing: shown)
        }
        // Additional slots on a page glide in.
        adapt(to: chart.frame, glidingFrom: isFirst ? nil : time)
        chart.fitValues(over: chart.x.target, at: time, animated: !isFirst)
    }

    /// The page that is shown, or is being turned to; the first one is 0.
    public var page: Int { pages.page(nearest: chart.x.target) }

    /// The categories on that page.
    public var shownIndices: Range<Int> { pages.indices(on: page) }

    /// Shows a page at once.
    public func setPage(_ page: Int) {
        restingPage = min(max(page, 0), pages.pageCount - 1)
        chart.x.panZoom.set(pages.window(restingPage), cause: .page)
    }

    /// Turns by a number of pages; quick calls add up.
    public func turnPage(by count: Int, at time: Double) {
        chart.interaction.page(by: Double(count), at: time)
    }

    /// Turns to a page.
    public func turn(to page: Int, at time: Double) { turnPage(by: page - self.page, at: time) }

    /// Moves to rest on the nearest page, after something else moved the dimension.
    public func settle(at time: Double) {
        restingPage = pages.page(nearest: chart.x.panZoom.target)
        let window = pages.window(restingPage)
        guard chart.x.panZoom.target != window else { return }
        chart.x.panZoom.glide(
            to: window, at: time, duration: chart.interaction.glideDuration, cause: .page)
    }

    /// The category whose slot contains a position of the dimension; nil if there is none.
    public func index(at x: Double) -> Int? {
        guard x.isFinite, abs(x) < 1e15 else { return nil }
        let index = Int(x.rounded())
        return (0..<pages.count).contains(index) ? index : nil
    }

    /// The rectangle of the page dots or words, in points; zero if there is one page.
    public var pagesRect: Rect { dots.rect }

    // MARK: Frame

    /// Handles a gesture.
    @discardableResult
    public func handle(_ gesture: Gesture) -> PanZoomInteraction.Response {
        chart.interaction.handle(gesture)
    }

    /// Advances everything to the time of a frame; returns whether another frame is needed.
    @discardableResult
    public func advance(to time: Double) -> Bool {
        if chart.isStill { bars.arrive() }
        let moves = chart.advance(to: time)
        return follow(at: time) || moves
    }

    /// Updates the pages for the chart's size and position.
    ///
    /// For a program that advances the `chart` itself. Returns whether another frame is needed.
    @discardableResult
    public func follow(at time: Double) -> Bool {
        if adapt(to: chart.frame) {
            chart.fitValues(over: chart.x.target, at: time, animated: false)
        }
        let axis = chart.x.panZoom
        if !axis.isHeld, !axis.isMoving {
            let page = pages.page(nearest: axis.extent)
            if page != restingPage { restingPage = page }
        }
        return axis.isMoving
    }

    /// Lays the chart out in a frame.
    public func prepare(
        in frame: Rect, deviceScale: Double, typesetter: Typesetter
    ) {
        func prepare() {
            chart.prepare(
                in: frame, deviceScale: deviceScale, typesetter: typesetter)
        }
        let isOther = frame != chart.frame && adapt(to: frame)
        prepare()
        // The widths of values and of the axis are known only now.
        if adapt(to: frame) || isOther {
            chart.fitValues(over: chart.x.target, at: chart.lastTime, animated: false)
            prepare()
        }
    }

    /// Draws the chart as it was prepared.
    public func encode(into scene: SceneBuilder) { chart.encode(into: scene) }

    // MARK: Layout

    /// The least width of a chart with a value axis, in points.
    private static let leastWidthOfAxis = 520.0
    private static let sideInset = 18.0
    private static let axisInset = 52.0

    /// Chooses the number of bars on a page in a frame; returns whether anything changed.
    @discardableResult
    public func adapt(to frame: Rect) -> Bool { adapt(to: frame, glidingFrom: nil) }

    /// - Parameter time: when the change came, if pages change with a transition; nil for at once.
    @discardableResult
    private func adapt(to frame: Rect, glidingFrom time: Double?) -> Bool {
        guard frame.width > 0 else { return false }
        var isOther = false
        // Zeros alone have no scale to label.
        let extent = bars.extent
        let isFlat = extent.isEmpty || (extent.min == 0 && extent.max == 0)
        let hasAxis = frame.width >= Self.leastWidthOfAxis && !isFlat
        if hasAxis != axisLabels.isShown {
            axisLabels.isShown = hasAxis
            chart.yAxis.generation += 1
            isOther = true
        }
        let gutter = chart.frame.isEmpty ? 0 : chart.frame.maxX - chart.plot.maxX
        let right = hasAxis ? max(Self.axisInset, gutter) : Self.sideInset
        let width = frame.width - Self.sideInset - right
        let count = barsPerPage(in: width)
        if count != pages.barsPerPage {
            // The first bar of the page that was turned to stays visible.
            let first = anchor
            pages = CategoryPages(count: pages.count, barsPerPage: count)
            applyPages(showing: pages.page(of: first), glidingFrom: time)
            anchor = first
            isOther = true
        }
        let slot = width / Double(count)
        labels.isWide = slot >= max(style.wideSlot, widestValue(isWide: true))
        bars.drawnFraction = min(style.barFraction, style.widestBar / max(slot, 1))
        if setInsets() { isOther = true }
        let height = frame.height - chart.style.insets.top - chart.style.insets.bottom
        return room.update(height: height, isWide: labels.isWide, style: style) || isOther
    }

    private func barsPerPage(in width: Double) -> Int {
        // A few bars take all the room: there is no other page that needs the same positions.
        let most = min(mostBars, max(1, bars.series.count))
        for isWide in [true, false] {
            let least = isWide ? style.wideSlot : style.leastSlot
            let count = CategoryPages.barsPerPage(
                in: width, slot: max(least, widestValue(isWide: isWide)), most: most)
            // Values use the larger type if all bars have room for it.
            if count == most || !isWide { return count }
        }
        return 1
    }

    private func widestValue(isWide: Bool) -> Double {
        guard let typesetter = labels.typesetter else { return 0 }
        let key = WidestKey(
            series: bars.series.revision,
            type: style.valueType(isWide: isWide, isMaximum: true))
        if let known = widest[key] { return known }
        if widest.count > 4 { widest = [:] }
        let width = labels.widestValue(isWide: isWide, typesetter)
        widest[key] = width
        return width
    }

    /// Names, and dots if there are several pages, are below the plot.
    @discardableResult
    private func setInsets() -> Bool {
        var insets = chart.style.insets
        insets.left = Self.sideInset
        insets.right = axisLabels.isShown ? Self.axisInset : Self.sideInset
        insets.bottom =
            CategoryLabels.nameGap + 2 * style.nameRow(isWide: labels.isWide)
            + (dots.isShown ? PageDots.height + 10 : 8)
        guard insets != chart.style.insets else { return false }
        chart.style.insets = insets
        return true
    }

    private func applyPages(showing page: Int, glidingFrom time: Double? = nil) {
        dots.pages = pages
        let x = chart.x
        let before = x.range
        let length = Double(pages.barsPerPage)
        x.filter.limits = AxisLimits(
            minimumLength: time == nil ? length : min(before.length, length),
            maximumLength: time == nil ? length : max(before.length, length),
            bounds: pages.bounds)
        x.updater.setSource(pages.bounds, update: false)
        x.updater.update()
        x.panZoom.home = pages.window(0)
        x.panZoom.refresh(at: chart.lastTime)
        restingPage = min(max(page, 0), pages.pageCount - 1)
        let window = pages.window(restingPage)
        if let time, !chart.isStill, before.isProper {
            x.panZoom.set(before, cause: .limits, at: time)
            x.panZoom.glide(
                to: window, at: time, duration: chart.interaction.glideDuration, cause: .limits)
        } else {
            x.panZoom.set(window, cause: .limits)
        }
    }
}

/// The range of values with room for the texts on the bars.
@MainActor
private final class ValueRoom {
    private var height = 0.0
    private var label = 24.0

    /// Takes the height of the plot; returns whether it changed.
    func update(height: Double, isWide: Bool, style: CategoryStyle) -> Bool {
        let type = isWide ? style.valueType : style.tightValueType
        let label = type.size + 2 * CategoryLabels.valueGap
        guard height != self.height || label != self.label else { return false }
        self.height = height
        self.label = label
        return true
    }

    func range(of data: Extent, _ context: RangeContext) -> Extent {
        var range = context.hasData ? context.source : Extent(min: 0, max: 0)
        range.include(0)
        // Zeros alone: the line at the bottom, and room above it.
        if range.length <= 0 { return .unit }
        // The sum is not a finite number.
        guard range.length.isFinite else { return range }
        let above = range.max > 0 ? label : 0
        let below = range.min < 0 ? label : 0
        let inner = max(height - above - below, height / 4)
        guard height > 0, inner > 0 else { return range }
        let unit = range.length / inner
        return Extent(
            min: range.min - unit * min(below, height), max: range.max + unit * min(above, height))
    }
}

/// The labels of a value axis that may be absent.
@MainActor
private final class SwitchedLabels: AxisLabeling {
    private let labels: any AxisLabeling
    var isShown = true

    init(_ labels: any AxisLabeling) { self.labels = labels }

    func label(_ tick: Tick, step: AxisStep) -> AxisLabel {
        isShown ? labels.label(tick, step: step) : AxisLabel("", hasGridLine: false)
    }

    func samples(step: AxisStep) -> [AxisLabel] { isShown ? labels.samples(step: step) : [] }

    func allows(_ step: AxisStep) -> Bool { labels.allows(step) }
}

/// The zero line, which is the base of the bars; a device pixel high, and drawn at the plot's edge
/// too.
@MainActor
private final class ZeroLine: Annotation {
    var color: Color
    private var plot = Rect.zero

    init(color: Color) { self.color = color }

    func prepare(
        for chart: Chart, deviceScale: Double, typesetter: Typesetter
    ) {
        plot = chart.plot
    }

    func encode(into scene: SceneBuilder, _ projection: PlotProjection) {
        let y = projection.pixelY(0).rounded()
        guard y >= projection.plot.minY, y <= projection.plot.maxY else { return }
        let pixels = scene.pixels(plot)
        scene.fill(
            pixels: PixelRect(x: pixels.x, y: Int(y), width: pixels.width, height: 1), color)
    }

    func placedLabels(in chart: Chart) -> [AnnotationLabel] { [] }
}
