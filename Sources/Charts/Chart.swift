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
    /// In the order in which they are drawn.
    public var marks: [any Mark] = []
    /// Drawn under the grid and the marks.
    public var background: [any Attachment] = []
    /// Drawn over the marks.
    public var foreground: [any Attachment] = []
    public var style: ChartStyle
    /// How long the value axis takes to its new range, in seconds.
    public var rangeDuration = 0.3
    /// The chart's frame in points; set by `prepare`.
    public private(set) var frame = Rect.zero
    /// The plot in points, its edges on device pixels.
    public private(set) var plot = Rect.zero
    private(set) var deviceScale = 1.0
    private(set) var grid = PixelGrid()
    let picture = PlotPicture()
    private var viewport = Viewport(x: .unit, y: .unit)
    private var valueGutter = Gutter(quantum: 1, slack: 16)
    private var time = 0.0
    private var markFrame: MarkFrame?
    private var markLooks: [Revision] = []
    private var markCounts: [Int] = []
    private var isFading = false
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
        let box = TargetBox()
        yUpdater = RangeUpdater(filters: yFilters) { box.range = $0 }
        // A pan over a whole screen either way finds its ticks and labels there.
        xAxis = ChartAxis(
            scale: x.scale, side: .bottom, labeling: xLabels, ticker: AxisTicker(margin: 1.1))
        yAxis = ChartAxis(
            scale: y, side: .trailing, labeling: yLabels, ticker: AxisTicker(margin: 0.5))
        interaction = PanZoomInteraction(axes: [x.panZoom])
        target = box
    }

    /// Where the updater leaves the range that the viewport is then sent to.
    private final class TargetBox {
        var range: Extent?
    }

    private let target: TargetBox

    /// From the first to the last place with data in any mark.
    public var domain: Extent {
        marks.reduce(Extent.nothing) { $0.union($1.domain) }
    }

    /// Whether a visible mark has data within a range.
    public func hasData(over range: Extent) -> Bool {
        marks.contains { !$0.isHidden && !$0.values(over: range).isEmpty }
    }

    // MARK: Ranges

    /// Gives the value axis the range of what the marks show over `range`.
    ///
    /// - Parameters:
    ///   - range: mostly the target of the x dimension.
    ///   - time: of the frame clock.
    ///   - animated: whether it glides there.
    public func fitValues(over range: Extent, at time: Double, animated: Bool) {
        var extent = Extent.nothing
        for mark in marks where !mark.isHidden { extent = extent.union(mark.values(over: range)) }
        // A stretch without readings says nothing of where the values are: the axis stays.
        if extent.isEmpty, target.range != nil { return }
        yUpdater.viewportLength = plot.height
        yUpdater.setSource(extent, update: false)
        yUpdater.update()
        guard let range = target.range else { return }
        let transition = viewport.move(
            y: range, at: time, duration: animated ? rangeDuration : 0)
        if transition != nil { yAxis.announce() }
        y.range = viewport.current.y
    }

    /// Where the value axis is going.
    public var valueTarget: Extent { viewport.target.y }

    /// Moves everything on to the time of a frame; whether another frame is needed.
    @discardableResult
    public func advance(to time: Double) -> Bool {
        self.time = time
        let moves = interaction.advance(to: time)
        let glides = viewport.advance(to: time)
        y.range = viewport.current.y
        let fades = updateMarks(fades: !interaction.options.reducesMotion)
        return moves || glides || fades
    }

    // MARK: Frame

    /// Lays the chart out in a frame and brings ticks and labels up to date.
    ///
    /// Costs next to nothing where nothing changed, and where only the x range moved until it leaves
    /// what ticks were made for.
    public func prepare(
        in frame: Rect, deviceScale: Double, typesetter: Typesetter, atlas: GlyphAtlas
    ) {
        self.frame = frame
        self.deviceScale = deviceScale
        let height = max(0, frame.height - style.insets.top - style.insets.bottom)
        yAxis.update(
            range: viewport.target.y, length: height, room: .nothing, style: style,
            deviceScale: deviceScale, typesetter: typesetter, atlas: atlas)
        // The gutter grows at once and shrinks only when much is unused: the plot does not breathe.
        let needed = max(
            style.insets.right, yAxis.widestLabel + style.valueLabelGap + 10)
        let gutter = valueGutter.update(needed: needed)
        let plot = Rect(
            x: frame.x + style.insets.left, y: frame.y + style.insets.top,
            width: max(0, frame.width - style.insets.left - gutter), height: height
        ).snapped(scale: deviceScale)
        if plot != self.plot || frame != regionFrame {
            self.plot = plot
            regionFrame = frame
            interaction.regions = regions
        }
        grid.update(x.range, pixels: pixelWidth)
        xAxis.update(
            range: drawnRange, length: plot.width,
            room: Extent(min: frame.minX - plot.minX + 2, max: frame.maxX - plot.minX - 2),
            style: style, deviceScale: deviceScale, typesetter: typesetter, atlas: atlas)
        // The range may have been set since the frame's time was told: no time for a fade.
        updateMarks(fades: false)
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
            markCounts.append(mark.isHidden ? 0 : mark.sampleCount(over: frame.place.range))
        }
        frame.total = Double(markCounts.reduce(0, +)) / Double(pixels)
        markFrame = frame
        isFading = false
        for (mark, count) in zip(marks, markCounts) where !mark.isHidden {
            frame.samples = count
            if mark.update(frame) { isFading = true }
        }
        markLooks.removeAll(keepingCapacity: true)
        for mark in marks where !mark.isHidden { markLooks.append(mark.revision) }
        return isFading
    }

    private var marksLookAsBefore: Bool {
        var index = 0
        for mark in marks where !mark.isHidden {
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

    /// Values to device pixels, as they are drawn.
    public var plotProjection: PlotProjection {
        let drawn = drawnRange
        return PlotProjection(
            plot: Rect(
                x: (plot.x * deviceScale).rounded(), y: (plot.y * deviceScale).rounded(),
                width: (plot.width * deviceScale).rounded(),
                height: (plot.height * deviceScale).rounded()),
            x: drawn.min...max(drawn.min, drawn.max),
            y: y.range.min...max(y.range.min, y.range.max))
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
