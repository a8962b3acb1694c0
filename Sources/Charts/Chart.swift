import ChartCore
import ChartInteraction
import ChartScene
import Geometry
import Text

/// A chart: a time (or other) dimension along the bottom, values along a side, marks and attachments
/// in the plot between them.
///
/// It has one x dimension and one or several value dimensions (`add(_:)`), each shown by any number
/// of axes on either side of the plot or in it. Marks and attachments stand on the first value
/// dimension, `y`, unless they were assigned to another.
///
/// The chart does what it is told: new samples move no range. `fitValues` gives the value dimensions
/// the ranges of what is visible; the x dimension moves when a person moves it or a program sets it.
/// A frame is `advance`, `prepare`, `encode`; what moves changes no contents.
///
/// While the x range only pans it is *drawn* on one grid of device pixels, less than half of one
/// beside where it is (see `PixelGrid`): the picture moves by whole pixels, and with a
/// `ChartStyle.ground` what is in the plot is drawn once and used again, but for the strip that came
/// in. `x.range` is the exact one; `projection` and `plotProjection` say what is drawn.
@MainActor
public final class Chart {
    /// The dimension along the bottom; other charts may have it too.
    public let x: Dimension
    /// The value dimensions, at least one; `add` adds others.
    public internal(set) var dimensions: [ValueDimension]
    /// The first of the value dimensions, on which marks stand that were assigned to no other.
    public var y: ValueDimension { dimensions[0] }
    /// All axes, each nearer to the plot than the next one on its side; `add` adds others.
    public internal(set) var axes: [ChartAxis]
    /// The first axis of x.
    public let xAxis: ChartAxis
    /// The first axis of `y`.
    public let yAxis: ChartAxis
    /// What gestures do to the dimensions.
    public let interaction: PanZoomInteraction
    /// What moves attributes of marks, on the chart's clock.
    public let animator = Animator()
    /// In the order in which they are drawn.
    public var marks: [any Mark] = [] { didSet { dress(marks, after: oldValue) } }
    /// Drawn under the grid and the marks.
    public var background: [any Attachment] = [] { didSet { dress(background, after: oldValue) } }
    /// Drawn over the marks.
    public var foreground: [any Attachment] = [] { didSet { dress(foreground, after: oldValue) } }
    /// Drawn over everything, labels too, and not cut at the plot's edges.
    public var overlay: [any Attachment] = [] { didSet { dress(overlay, after: oldValue) } }
    /// Laid out with the chart and drawn over it, beside the plot too.
    public var annotations: [any Annotation] = [] {
        didSet {
            renewDependencies()
            dress(annotations, after: oldValue)
        }
    }
    /// The annotations, each after those that it depends on; nil where that has to be found anew.
    ///
    /// (An initialiser that sets the annotations observes no change.)
    private var preparation: [any Annotation]?
    /// The colours and type of axes and grid.
    ///
    /// Colours in it that are those of the chart's theme follow that.
    public var style: ChartStyle
    /// The theme of the chart's own; nil, unless told otherwise, to have that of the figure it is in.
    ///
    /// With another one the colours change that are the theme's: those in `style`, of marks that were
    /// given none, of parts that are `Themed`. What a program chose itself stays. A frame has to be
    /// asked for.
    public var theme: ChartTheme? { didSet { renewTheme() } }
    var wear = ChartWear()
    /// How long values take to a new range, in seconds.
    public var rangeDuration = 0.3
    /// Whether the picture of the plot may be used again while it only pans, which costs less and may
    /// differ in the last bit of a pixel.
    public var reusesPicture = true
    /// The least room for axes at the plot's sides, beside that of the style: charts that stand one
    /// above the other keep their plots in line by it.
    public var leastGutters = SideGutters()
    /// The chart's frame in points; set by `prepare`.
    public private(set) var frame = Rect.zero
    /// The plot in points, its edges on device pixels.
    public private(set) var plot = Rect.zero
    private(set) var deviceScale = 1.0
    private(set) var grid = PixelGrid()
    let picture = PlotPicture()
    /// Up to when the values have followed the x range.
    var followedTo = -Double.infinity
    /// The marks that fade in or out.
    var fades: [ObjectIdentifier: MarkFade] = [:]
    /// The parts that stand on another value dimension than the first.
    var assignments: [ObjectIdentifier: Assignment] = [:]
    /// The room that axes above and below the plot take beside that of the style, in points.
    var axisRows = (above: 0.0, below: 0.0)
    /// The room beside axes and plot that annotations take, and who has which part of it.
    var margins = ChartMargins()
    /// The room for axes at the plot's sides, on its way to what they need, in points.
    private var gutters = (leading: SideGutter(), trailing: SideGutter())
    /// The room for the axes at a side of the plot.
    private struct SideGutter {
        /// What they need, which shrinks reluctantly.
        var needed = Gutter(quantum: 1, slack: 16)
        /// On its way there, in points.
        var width = MovingValue(0)
    }

    private var time = 0.0
    /// The time of the last frame.
    var lastTime: Double { time }
    private var markUpdate: MarkUpdate?
    private var markLooks: [Revision] = []
    private var markCounts: [Int] = []
    private var isFading = false
    private var typesetter: Typesetter?
    /// Whether time has passed since the last layout.
    private var isClocked = false
    /// Whether the next layout is of a picture by itself, whatever time passes until then.
    private var standsAnew = false
    /// Called before anything of the chart is added to a scene, with the scene and the projection.
    public var willEncode: ((SceneBuilder, PlotProjection) -> Void)?
    /// Called after everything of the chart was added to a scene.
    public var didEncode: ((SceneBuilder, PlotProjection) -> Void)?

    /// A chart of two dimensions with an axis each; `add` adds others.
    ///
    /// - Parameters:
    ///   - xAxis: an axis of the scale of `x`, below the plot or above it.
    ///   - yAxis: an axis of the scale of `y`, at a side of the plot.
    public init(
        x: Dimension, y: ValueDimension, xAxis: ChartAxis, yAxis: ChartAxis, style: ChartStyle
    ) {
        precondition(
            xAxis.scale === x.scale && yAxis.scale === y.scale,
            "the axes of a chart show its dimensions")
        self.x = x
        self.style = style
        self.xAxis = xAxis
        self.yAxis = yAxis
        dimensions = []
        axes = []
        interaction = PanZoomInteraction(axes: [x.panZoom])
        add(y)
        add(xAxis)
        add(yAxis)
    }

    /// A chart with an axis of x below the plot and one of values at its right.
    ///
    /// - Parameters:
    ///   - yFilters: what makes a range of the extremes of what is visible, one after the other.
    ///   - xLabels: what the axis of x writes at its ticks; `yLabels` alike.
    public convenience init(
        x: Dimension, yFilters: [any RangeFilter], xLabels: any AxisLabeling,
        yLabels: any AxisLabeling, style: ChartStyle
    ) {
        let y = ValueDimension(filters: yFilters)
        self.init(
            x: x, y: y, xAxis: ChartAxis(scale: x.scale, side: .bottom, labeling: xLabels),
            yAxis: ChartAxis(scale: y.scale, side: .trailing, labeling: yLabels), style: style)
    }

    /// Asks the annotations anew what they depend on.
    public func renewDependencies() { preparation = nil }

    private func orderOfPreparation() -> [any Annotation] {
        if let preparation { return preparation }
        let order = DependencyOrder.order(
            annotations, identity: { ObjectIdentifier($0) }, dependencies: { $0.dependencies })
        preparation = order
        return order
    }

    /// From the first to the last place with data in any mark.
    public var domain: Extent {
        marks.reduce(Extent.nothing) { $0.union($1.domain) }
    }

    /// Whether a visible mark has data within a range.
    public func hasData(over range: Extent) -> Bool {
        marks.contains {
            !$0.isHidden && !$0.values(over: x.scale.kind.transform.values(of: range)).isEmpty
        }
    }

    // MARK: Frame

    /// Lets the next frame be a picture by itself, as that of a chart which is shown first.
    ///
    /// Labels that are others stand in it at once, and the room at the sides is what they need. For
    /// another place in the data, or other data, that nothing leads to: where a mark jumps there is
    /// nothing for its labels to fade along with. Animations of marks and fades under way go on; values
    /// that glide keep the room at the sides, so fit them without a motion (`fitValues`).
    public func standAnew() {
        isClocked = false
        standsAnew = true
    }

    /// Moves everything on to the time of a frame; whether another frame is needed.
    @discardableResult
    public func advance(to time: Double) -> Bool {
        if time > self.time, !standsAnew { isClocked = true }
        self.time = time
        animator.reducesMotion = isStill
        let animates = animator.advance(to: time)
        let moves = interaction.advance(to: time)
        var glides = false
        for dimension in dimensions {
            // Motion that is no longer wanted ends where it would have ended.
            if isStill { dimension.arrive(at: time) }
            if dimension.advance(to: time) { glides = true }
        }
        let fades = updateMarks(fades: !isStill)
        let changes = advanceAttachments(to: time)
        if let typesetter {
            updateValueAxes(typesetter)
            updateAxes(typesetter)
        }
        return moves || glides || fades || animates || changes || hasFadingLabels
            || gutters.leading.width.isMoving(at: time)
            || gutters.trailing.width.isMoving(at: time)
    }

    /// Moves what is animated of the attachments on; whether one of them needs another frame.
    private func advanceAttachments(to time: Double) -> Bool {
        var needsAnother = false
        func advance(_ attachments: [any Attachment]) {
            for attachment in attachments where attachment.advance(to: time) {
                needsAnother = true
            }
        }
        advance(background)
        advance(foreground)
        advance(overlay)
        return needsAnother
    }

    /// Whether labels are coming or going, or are going to.
    private var hasFadingLabels: Bool {
        axes.contains { $0.isFading(at: time) } || annotations.contains(where: \.isFading)
    }

    /// Whether everything that no hand moves changes at once.
    var isStill: Bool { interaction.isStill }

    /// Whether labels that change take their time: not in a picture that stands by itself, in which
    /// no time has passed.
    var fadesLabels: Bool { isClocked && !isStill }

    private func updateValueAxes(_ typesetter: Typesetter) {
        let length = plot(leading: 0, trailing: 0).height
        for axis in axes where !axis.side.isHorizontal {
            axis.update(
                shown: axis.scale.range, length: length, room: .nothing, style: style,
                deviceScale: deviceScale, typesetter: typesetter,
                at: time, fades: fadesLabels)
        }
        // A gutter has room for every label that is known to come, and for those of the range the
        // values are going to. More than that it gets while labels fade, in half the time of a
        // change of range; it gives room back only in a picture that stands by itself: the plot does not breathe.
        let stands =
            !isClocked && !dimensions.contains(where: \.isMoving) && !x.panZoom.isHeld
            && !x.panZoom.isMoving
        let duration = fadesLabels ? rangeDuration / 2 : 0
        func widen(_ gutter: inout SideGutter, _ side: ChartAxis.Side, _ least: Double) {
            let wanted = arrange(side, &gutter.needed, least: least, canShrink: stands)
            guard wanted != gutter.width.target else { return }
            // A side without axes has the style's inset at once.
            let isBare = gutter.needed.thickness == 0
            gutter.width.move(to: wanted, at: time, duration: isBare ? 0 : duration)
        }
        widen(
            &gutters.leading, .leading,
            max(style.insets.left, leastGutters.leading - margins.room.left))
        widen(
            &gutters.trailing, .trailing,
            max(style.insets.right, leastGutters.trailing - margins.room.right))
    }

    private func updateAxes(_ typesetter: Typesetter) {
        grid.update(x.range, pixels: pixelWidth)
        for axis in axes where axis.side.isHorizontal {
            axis.update(
                // Of a range that nobody has said, as of a chart without data, there is nothing to tell.
                shown: x.scale.hasRange ? drawnRange : .nothing, length: plot.width,
                room: Extent(min: frame.minX - plot.minX + 2, max: frame.maxX - plot.minX - 2),
                style: style, deviceScale: deviceScale, typesetter: typesetter, at: time,
                fades: fadesLabels)
        }
    }

    /// The plot between rooms at its sides, in whole device pixels.
    private func plot(leading: Double, trailing: Double) -> Rect {
        let top = style.insets.top + axisRows.above + margins.room.top
        let bottom = style.insets.bottom + axisRows.below + margins.room.bottom
        return Rect(
            x: frame.x + leading, y: frame.y + top,
            width: max(0, frame.width - leading - trailing),
            height: max(0, frame.height - top - bottom)
        ).snapped(scale: deviceScale)
    }

    /// Lays the chart out in a frame and brings ticks and labels up to date.
    ///
    /// Costs next to nothing where nothing changed, and where only the x range moved until it leaves
    /// what ticks were made for.
    public func prepare(
        in frame: Rect, deviceScale: Double, typesetter: Typesetter
    ) {
        // A chart of another size is another picture.
        if frame != self.frame || deviceScale != self.deviceScale { isClocked = false }
        self.frame = frame
        self.deviceScale = deviceScale
        self.typesetter = typesetter
        arrangeMargins(typesetter)
        arrangeRows()
        findCrossings()
        updateValueAxes(typesetter)
        let leading = gutters.leading.width.value(at: time) + margins.room.left
        let trailing = gutters.trailing.width.value(at: time) + margins.room.right
        let plot = plot(leading: leading, trailing: trailing)
        if plot != self.plot || frame != regionFrame {
            self.plot = plot
            regionFrame = frame
            interaction.regions = regions
        }
        updateAxes(typesetter)
        // The range may have been set since the frame's time was told: no time for a fade.
        updateMarks(fades: false)
        for annotation in orderOfPreparation() {
            annotation.prepare(
                for: self, deviceScale: deviceScale, typesetter: typesetter)
        }
        isClocked = false
        standsAnew = false
    }

    /// The frame that the interaction's regions are for; nil where axes lie elsewhere now.
    var regionFrame: Rect?

    /// Tells the marks how they are drawn next; whether one of them needs another frame for itself.
    @discardableResult
    private func updateMarks(fades: Bool) -> Bool {
        let pixels = pixelWidth
        guard pixels > 0, x.range.isProper else { return false }
        let range = grid.place(of: x.range, pixels: pixels).range
        var update = MarkUpdate(
            range: range, pixels: pixels, samples: 0, total: 0,
            isHeld: x.panZoom.isHeld || x.panZoom.isMoving, fades: fades, time: time)
        if let known = markUpdate, !isFading, known.range == range, known.pixels == pixels,
            known.isHeld == update.isHeld, marksLookAsBefore
        {
            return false
        }
        // What only begins in `advance` goes on there: here time stands still.
        if isFading, let known = markUpdate { update.fades = fades || known.time == time }
        let values = x.scale.kind.transform.values(of: range)
        markCounts.removeAll(keepingCapacity: true)
        for mark in marks {
            let adaptive = isDrawn(mark) ? mark as? any AdaptiveMark : nil
            markCounts.append(adaptive?.sampleCount(over: values) ?? 0)
        }
        update.total = Double(markCounts.reduce(0, +)) / Double(pixels)
        markUpdate = update
        isFading = false
        for (mark, count) in zip(marks, markCounts) where isDrawn(mark) {
            update.samples = count
            if (mark as? any AdaptiveMark)?.update(update) == true { isFading = true }
        }
        markLooks.removeAll(keepingCapacity: true)
        for mark in marks where isDrawn(mark) { markLooks.append(mark.revision) }
        return isFading
    }

    private var marksLookAsBefore: Bool {
        var index = 0
        for mark in marks where isDrawn(mark) {
            guard index < markLooks.count, markLooks[index] == mark.revision else { return false }
            index += 1
        }
        return index == markLooks.count
    }

    var pixelWidth: Int { Int((plot.width * deviceScale).rounded()) }

    /// Where the x range lies on the grid of device pixels.
    var place: PixelGrid.Place { grid.place(of: x.range, pixels: pixelWidth) }

    /// The x range as it is drawn: `x.range`, moved by less than half a device pixel while it pans.
    public var drawnRange: Extent { place.range }

    /// Values of x and of the first value dimension to points, as they are drawn.
    public var projection: Projection { projection(of: y) }

    /// Values of x and of a value dimension to points, as they are drawn.
    public func projection(of dimension: ValueDimension) -> Projection {
        Projection(
            x: ScaleMapping(kind: x.scale.kind, range: drawnRange), y: dimension.scale.mapping,
            plot: plot)
    }

    /// Values to points, as they will be drawn where the ranges are going.
    public var targetProjection: Projection { targetProjection(of: y) }

    /// Values of x and of a value dimension to points, as they will be drawn where the ranges are
    /// going.
    public func targetProjection(of dimension: ValueDimension) -> Projection {
        Projection(
            x: ScaleMapping(kind: x.scale.kind, range: x.target),
            y: ScaleMapping(kind: dimension.scale.kind, range: dimension.target), plot: plot)
    }

    /// Values of x and of the first value dimension to device pixels, as they are drawn.
    public var plotProjection: PlotProjection { plotProjection(of: y) }

    /// Values of x and of a value dimension to device pixels, as they are drawn.
    public func plotProjection(of dimension: ValueDimension) -> PlotProjection {
        let drawn = drawnRange
        let range = dimension.range
        return PlotProjection(
            plot: Rect(
                x: (plot.x * deviceScale).rounded(), y: (plot.y * deviceScale).rounded(),
                width: (plot.width * deviceScale).rounded(),
                height: (plot.height * deviceScale).rounded()),
            x: drawn.min...max(drawn.min, drawn.max), y: range.min...max(range.min, range.max),
            xTransform: x.scale.kind.transform, yTransform: dimension.scale.kind.transform)
    }

    // MARK: Report

    /// The labels of the axes of x and of those of values that can be seen, with their places.
    public func placedLabels(_ typesetter: Typesetter) -> (x: [ReportedLabel], y: [ReportedLabel]) {
        func labels(_ isHorizontal: Bool) -> [ReportedLabel] {
            axes.filter { $0.side.isHorizontal == isHorizontal }.flatMap {
                placedLabels(of: $0, typesetter)
            }
        }
        return (labels(true), labels(false))
    }

    /// The labels of an axis that can be seen, with their places.
    public func placedLabels(of axis: ChartAxis, _ typesetter: Typesetter) -> [ReportedLabel] {
        axis.placedLabels(
            projection(of: dimension(of: axis)), style: style, typesetter: typesetter)
    }
}
