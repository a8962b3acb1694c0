import ChartCore
import ChartInteraction
import ChartRendering
import GPU
import Geometry
import Text

/// A chart: a time (or other) dimension along the bottom, values along the right side, marks and
/// attachments in the plot between them.
///
/// The chart does what it is told: new samples move no range. `fitValues` gives the value axis the
/// range of what is visible; the x dimension moves when a person moves it or a program sets it.
/// A frame is `advance`, `prepare`, `draw`; what moves only changes uniforms.
///
/// While the x range only pans it is *drawn* on one grid of device pixels, less than half of one
/// beside where it is (see `PixelGrid`): the picture moves by whole pixels, and with a
/// `ChartStyle.ground` what is in the plot is drawn once and used again, but for the strip that came
/// in. `x.range` is the exact one; `projection` and `plotProjection` say what is drawn.
@MainActor
public final class Chart {
    public let x: Dimension
    /// The value scale; its range follows `viewport`.
    public let y: Scale
    /// What gives the value axis its range, told by `fitValues`.
    public let yUpdater: RangeUpdater
    public let xAxis: ChartAxis
    public let yAxis: ChartAxis
    public let interaction: PanZoomInteraction
    /// What a person may do to the value axis by itself, which pins it: nothing, unless its
    /// `gutterActions` say so.
    public let yPanZoom: PanZoomAxis
    /// When the value axis grows and shrinks while the x range moves.
    public var following = RangeFollowing()
    /// What moves attributes of marks, on the chart's clock.
    public let animator = Animator()
    /// In the order in which they are drawn.
    public var marks: [any Mark] = []
    /// Drawn under the grid and the marks.
    public var background: [any Attachment] = []
    /// Drawn over the marks.
    public var foreground: [any Attachment] = []
    /// Drawn over everything, labels too, and not cut at the plot's edges.
    public var overlay: [any Attachment] = []
    /// Laid out with the chart and drawn over it, beside the plot too.
    public var annotations: [any Annotation] = []
    public var style: ChartStyle
    /// How long the value axis takes to its new range, in seconds.
    public var rangeDuration = 0.3
    /// Whether the picture of the plot may be used again while it only pans, which costs less and may
    /// differ in the last bit of a pixel.
    public var reusesPicture = true
    /// The least width of the value axis beside that of the style, in points: charts that stand one
    /// above the other keep their plots in line by it.
    public var leastValueGutter = 0.0
    /// The chart's frame in points; set by `prepare`.
    public private(set) var frame = Rect.zero
    /// The plot in points, its edges on device pixels.
    public private(set) var plot = Rect.zero
    private(set) var deviceScale = 1.0
    private(set) var grid = PixelGrid()
    let picture = PlotPicture()
    var viewport = Viewport(x: .unit, y: .unit)
    let pin: ValuePin
    /// Up to when the values have followed the x range.
    var followedTo = -Double.infinity
    var transitionListeners: [@MainActor (Viewport.Transition) -> Void] = []
    /// The marks that fade in or out.
    var fades: [ObjectIdentifier: MarkFade] = [:]
    private var valueGutter = Gutter(quantum: 1, slack: 16)
    /// The width of the value axis on its way to what it needs, in points.
    private var gutter = MovingValue(0)
    private var time = 0.0
    /// The time of the last frame.
    var lastTime: Double { time }
    private var markFrame: MarkFrame?
    private var markLooks: [Revision] = []
    private var markCounts: [Int] = []
    private var isFading = false
    private var fonts: Fonts?
    /// Whether time has passed since the last layout.
    private var isClocked = false
    /// Called before anything of the chart is drawn, with the renderer and the projection.
    public var willEncode: ((Renderer, PlotProjection) throws(GPUError) -> Void)?
    /// Called after everything of the chart was drawn.
    public var willCommit: ((Renderer, PlotProjection) throws(GPUError) -> Void)?

    public init(
        x: Dimension, yFilters: [any RangeFilter], xLabels: any AxisLabeling,
        yLabels: any AxisLabeling, style: ChartStyle
    ) {
        self.x = x
        self.style = style
        let y = Scale(id: "y", kind: .linear, range: .unit)
        self.y = y
        yUpdater = RangeUpdater(filters: yFilters) { _ in }
        pin = ValuePin { y.range }
        // A pan over a whole screen either way finds its ticks and labels there.
        xAxis = ChartAxis(
            scale: x.scale, side: .bottom, labeling: xLabels, ticker: AxisTicker(margin: 1.1))
        yAxis = ChartAxis(
            scale: y, side: .trailing, labeling: yLabels, ticker: AxisTicker(margin: 0.5))
        yPanZoom = PanZoomAxis(
            id: y.id, direction: .vertical, filter: pin, updater: RangeUpdater { _ in },
            plotActions: [], gutterActions: [])
        interaction = PanZoomInteraction(axes: [x.panZoom, yPanZoom])
        yPanZoom.onChange { [weak self] axis, _ in self?.valuesWereMoved(axis) }
        pin.onUndo = { [weak self] in self?.undoPin(at: $0) }
    }

    /// Whether the value axis has the range of some data.
    var hasFitted = false

    /// From the first to the last place with data in any mark.
    public var domain: Extent {
        marks.reduce(Extent.nothing) { $0.union($1.domain) }
    }

    /// Whether a visible mark has data within a range.
    public func hasData(over range: Extent) -> Bool {
        marks.contains { !$0.isHidden && !$0.values(over: x.scale.kind.transform.values(of: range)).isEmpty }
    }

    // MARK: Frame

    /// Moves everything on to the time of a frame; whether another frame is needed.
    @discardableResult
    public func advance(to time: Double) -> Bool {
        if time > self.time { isClocked = true }
        self.time = time
        animator.reducesMotion = interaction.options.reducesMotion
        let animates = animator.advance(to: time)
        let moves = interaction.advance(to: time)
        let glides = viewport.advance(to: time)
        y.range = viewport.current.y
        let fades = updateMarks(fades: !interaction.options.reducesMotion)
        if let fonts {
            updateValueAxis(fonts)
            updateAxis(fonts)
        }
        return moves || glides || fades || animates || hasFadingLabels
            || gutter.isMoving(at: time)
    }

    /// Fonts and glyphs of the last layout.
    private typealias Fonts = (typesetter: Typesetter, atlas: GlyphAtlas)

    /// Whether labels are coming or going, or are going to.
    private var hasFadingLabels: Bool {
        xAxis.isFading(at: time) || yAxis.isFading(at: time)
            || annotations.contains(where: \.isFading)
    }

    /// Whether labels that change take their time: not in a picture that stands by itself, in which
    /// no time has passed.
    var fadesLabels: Bool { isClocked && !interaction.options.reducesMotion }

    private func updateValueAxis(_ fonts: Fonts) {
        yAxis.update(
            shown: y.range, length: max(0, frame.height - style.insets.top - style.insets.bottom),
            room: .nothing, style: style, deviceScale: deviceScale, typesetter: fonts.typesetter,
            atlas: fonts.atlas, at: time, fades: fadesLabels)
        // The gutter has room for every label that is known to come, and for those of the range the
        // values are going to. More than that it gets while labels fade, in half the time of a
        // change of range; it gives room back only in a picture that stands by itself: the plot does not breathe.
        let stands = !isClocked && !viewport.isMoving && !x.panZoom.isHeld && !x.panZoom.isMoving
        let wanted = valueGutter.update(
            needed: max(neededValueGutter, leastValueGutter), canShrink: stands)
        if wanted != gutter.target {
            gutter.move(to: wanted, at: time, duration: fadesLabels ? rangeDuration / 2 : 0)
        }
    }

    /// The width that the value axis needs by itself, in points, as of the last layout.
    public var neededValueGutter: Double {
        max(style.insets.right, yAxis.neededWidth + style.valueLabelGap + 10)
    }

    private func updateAxis(_ fonts: Fonts) {
        grid.update(x.range, pixels: pixelWidth)
        xAxis.update(
            shown: drawnRange, length: plot.width,
            room: Extent(min: frame.minX - plot.minX + 2, max: frame.maxX - plot.minX - 2),
            style: style, deviceScale: deviceScale, typesetter: fonts.typesetter,
            atlas: fonts.atlas, at: time, fades: fadesLabels)
    }

    /// Lays the chart out in a frame and brings ticks and labels up to date.
    ///
    /// Costs next to nothing where nothing changed, and where only the x range moved until it leaves
    /// what ticks were made for.
    public func prepare(
        in frame: Rect, deviceScale: Double, typesetter: Typesetter, atlas: GlyphAtlas
    ) {
        // A chart of another size is another picture.
        if frame != self.frame || deviceScale != self.deviceScale { isClocked = false }
        self.frame = frame
        self.deviceScale = deviceScale
        let fonts = (typesetter, atlas)
        self.fonts = fonts
        let height = max(0, frame.height - style.insets.top - style.insets.bottom)
        updateValueAxis(fonts)
        let plot = Rect(
            x: frame.x + style.insets.left, y: frame.y + style.insets.top,
            width: max(0, frame.width - style.insets.left - gutter.value(at: time)), height: height
        ).snapped(scale: deviceScale)
        if plot != self.plot || frame != regionFrame {
            self.plot = plot
            regionFrame = frame
            interaction.regions = regions
        }
        updateAxis(fonts)
        // The range may have been set since the frame's time was told: no time for a fade.
        updateMarks(fades: false)
        for annotation in annotations {
            annotation.prepare(
                for: self, deviceScale: deviceScale, typesetter: typesetter, atlas: atlas)
        }
        isClocked = false
    }

    private var regionFrame = Rect.zero

    private var regions: ChartRegions {
        ChartRegions(
            plot: plot,
            gutters: [
                .init(
                    axis: x.id,
                    rect: Rect(
                        x: plot.x, y: plot.maxY, width: plot.width, height: frame.maxY - plot.maxY)),
                .init(
                    axis: y.id,
                    rect: Rect(
                        x: plot.maxX, y: plot.y, width: max(0, frame.maxX - plot.maxX),
                        height: plot.height)),
            ])
    }

    /// Tells the marks how they are drawn next; whether one of them needs another frame for itself.
    @discardableResult
    private func updateMarks(fades: Bool) -> Bool {
        let pixels = pixelWidth
        guard pixels > 0, x.range.isProper else { return false }
        var frame = MarkFrame(
            place: grid.place(of: x.range, pixels: pixels), pixels: pixels, samples: 0, total: 0,
            isHeld: x.panZoom.isHeld || x.panZoom.isMoving, fades: fades, time: time)
        if let known = markFrame, !isFading, known.place == frame.place, known.pixels == pixels,
            known.isHeld == frame.isHeld, marksLookAsBefore
        {
            return false
        }
        // What only begins in `advance` goes on there: here time stands still.
        if isFading, let known = markFrame { frame.fades = fades || known.time == time }
        markCounts.removeAll(keepingCapacity: true)
        for mark in marks {
            markCounts.append(isDrawn(mark) ? mark.sampleCount(over: x.scale.kind.transform.values(of: frame.place.range)) : 0)
        }
        frame.total = Double(markCounts.reduce(0, +)) / Double(pixels)
        markFrame = frame
        isFading = false
        for (mark, count) in zip(marks, markCounts) where isDrawn(mark) {
            frame.samples = count
            if mark.update(frame) { isFading = true }
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

    private var pixelWidth: Int { Int((plot.width * deviceScale).rounded()) }

    /// Where the x range lies on the grid of device pixels.
    var place: PixelGrid.Place { grid.place(of: x.range, pixels: pixelWidth) }

    /// The x range as it is drawn: `x.range`, moved by less than half a device pixel while it pans.
    public var drawnRange: Extent { place.range }

    /// Values to points, as they are drawn.
    public var projection: Projection {
        Projection(
            x: ScaleMapping(kind: x.scale.kind, range: drawnRange), y: y.mapping, plot: plot)
    }

    /// Values to points, as they will be drawn where the ranges are going.
    public var targetProjection: Projection {
        Projection(
            x: ScaleMapping(kind: x.scale.kind, range: x.target),
            y: ScaleMapping(kind: y.kind, range: valueTarget), plot: plot)
    }

    /// Values to device pixels, as they are drawn.
    public var plotProjection: PlotProjection {
        let drawn = drawnRange
        return PlotProjection(
            plot: Rect(
                x: (plot.x * deviceScale).rounded(), y: (plot.y * deviceScale).rounded(),
                width: (plot.width * deviceScale).rounded(),
                height: (plot.height * deviceScale).rounded()),
            x: drawn.min...max(drawn.min, drawn.max),
            y: y.range.min...max(y.range.min, y.range.max),
            xTransform: x.scale.kind.transform, yTransform: y.kind.transform)
    }

    // MARK: Report

    /// The labels of the x axis and of the value axis that can be seen, with their places.
    public func placedLabels(_ typesetter: Typesetter) -> (x: [ReportedLabel], y: [ReportedLabel]) {
        (
            xAxis.placedLabels(
                projection, plot: plot, style: style, typesetter: typesetter),
            yAxis.placedLabels(
                projection, plot: plot, style: style, typesetter: typesetter)
        )
    }
}
