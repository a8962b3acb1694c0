import ChartCore
import ChartInteraction
import ChartScene
import Geometry
import Text

/// A chart: a time (or other) dimension along the bottom, values along a side, and marks and
/// attachments in the plot between them.
///
/// It has one x dimension and one or more value dimensions (`add(_:)`). Any number of axes can show
/// each of them, on either side of the plot or in it. Marks and attachments belong to the first
/// value dimension, `y`, unless they are assigned to another.
///
/// A chart changes no range on its own: new samples move none. `fitValues` fits the value
/// dimensions to what is visible; the x dimension moves only when a person moves it or a program
/// sets it. A frame consists of `advance`, `prepare` and `encode`; motion changes no contents.
///
/// While the x range only pans, it is *drawn* on one grid of device pixels, less than half a device
/// pixel from its exact position (see `PixelGrid`). The picture moves by whole pixels. With a
/// `ChartStyle.ground`, the plot's contents are drawn once and reused, except for the strip that
/// came into view. `x.range` is the exact range; `projection` and `plotProjection` describe what is
/// drawn.
@MainActor
public final class Chart {
    /// The dimension along the bottom; charts can share it.
    public let x: Dimension
    /// The value dimensions, at least one; `add` adds others.
    public var dimensions: [ValueDimension] { valueDimensions.all }
    /// The first value dimension, which marks belong to unless they are assigned to another.
    public var y: ValueDimension { dimensions[0] }
    /// All axes; on each side, earlier ones are nearer to the plot; `add` adds others.
    public var axes: [ChartAxis] { arrangement.axes }
    /// The first axis of x.
    public let xAxis: ChartAxis
    /// The first axis of `y`.
    public let yAxis: ChartAxis
    /// Maps gestures to changes of the dimensions.
    public let interaction: PanZoomInteraction
    /// Animates attributes of marks, on the chart's clock.
    public let animator = Animator()
    /// The marks, in drawing order; a mark is in one chart.
    public var marks: [any Mark] = [] { didSet { theming.apply(marks, after: oldValue) } }
    /// Drawn under the grid and the marks.
    public var background: [any Attachment] = [] {
        didSet { theming.apply(background, after: oldValue) }
    }
    /// Drawn over the marks.
    public var foreground: [any Attachment] = [] {
        didSet { theming.apply(foreground, after: oldValue) }
    }
    /// Drawn over everything, labels too, and not cut at the plot's edges.
    public var overlay: [any Attachment] = [] { didSet { theming.apply(overlay, after: oldValue) } }
    /// Laid out with the chart and drawn over it, also outside the plot.
    public var annotations: [any Annotation] = [] {
        didSet {
            renewDependencies()
            theming.apply(annotations, after: oldValue)
        }
    }
    /// The colours and type of axes and grid.
    ///
    /// Colours in it that come from the chart's theme change with the theme.
    public var style: ChartStyle
    /// The chart's own theme; nil, the default, to use that of the figure it is in.
    ///
    /// Another theme changes the colours that come from the theme: those in `style`, of marks that
    /// were given none, and of parts that are `Themed`. Colours that a program chose stay. The
    /// program has to request a frame.
    public var theme: ChartTheme? { didSet { theming.renew(self) } }
    /// How long value ranges take to reach a new range, in seconds.
    public var rangeDuration = 0.3
    /// Whether the picture of the plot may be reused while it only pans, which costs less and may
    /// differ in the last bit of a pixel.
    public var reusesPicture = true
    /// The least room for axes at the plot's sides, in addition to that of the style: it aligns the
    /// plots of charts placed one above the other.
    public var leastGutters = SideGutters()
    /// The chart's frame in points; set by `prepare`.
    public private(set) var frame = Rect.zero
    /// The plot in points, its edges on device pixels.
    public private(set) var plot = Rect.zero
    private(set) var deviceScale = 1.0
    /// Whether the last layout was of a standalone picture.
    private(set) var isLaidOutAlone = true
    private(set) var grid = PixelGrid()
    let picture = PlotPicture()
    let theming = ChartTheming()
    let arrangement = AxisArrangement()
    let following = ValueFollowing()
    let fades: MarkFades
    var valueDimensions = ValueDimensions()
    /// The legend that a figure takes when the chart is added to it and it has none; nil for none.
    public var legend: Legend?
    /// The room outside the axes and the plot that annotations take.
    private(set) var margins = ChartMargins()
    private let preparation = PreparationOrder()
    private let updates = MarkUpdates()
    private var clock = ChartClock()
    /// The time of the last frame.
    var lastTime: Double { clock.time }
    private var typesetter: Typesetter?
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
        fades = MarkFades(animator)
        interaction = PanZoomInteraction(axes: [x.panZoom])
        add(y)
        add(xAxis)
        add(yAxis)
    }

    /// A chart with an axis of x below the plot and a value axis at its right.
    ///
    /// - Parameters:
    ///   - yFilters: turn the extremes of what is visible into a range, one after the other.
    ///   - xLabels: the labels of the x axis; `yLabels` alike.
    public convenience init(
        x: Dimension, yFilters: [any RangeFilter], xLabels: any AxisLabeling,
        yLabels: any AxisLabeling, style: ChartStyle
    ) {
        let y = ValueDimension(filters: yFilters)
        self.init(
            x: x, y: y, xAxis: ChartAxis(scale: x.scale, side: .bottom, labeling: xLabels),
            yAxis: ChartAxis(scale: y.scale, side: .trailing, labeling: yLabels), style: style)
    }

    /// Reads the dependencies of the annotations again.
    public func renewDependencies() { preparation.forget() }

    /// The extent from the first to the last position with data in any mark.
    public var domain: Extent { marks.reduce(Extent.nothing) { $0.union($1.domain) } }

    /// Whether a visible mark has data within a range.
    public func hasData(over range: Extent) -> Bool {
        marks.contains {
            !$0.isHidden && !$0.values(over: x.scale.kind.transform.values(of: range)).isEmpty
        }
    }

    // MARK: Frame

    /// Makes the next frame a picture without transitions, like the first one of a chart.
    ///
    /// New labels appear in it at once, and the room at the sides is what they need. Use it for a
    /// jump to other data, or to a distant part of the data, where labels have no motion to fade
    /// along with. Animations of marks and fades under way continue. Gliding value ranges keep the
    /// room at the sides, so fit them without motion (`fitValues`).
    public func resetTransitions() { clock.resetTransitions() }

    /// Advances everything to the time of a frame; returns whether another frame is needed.
    @discardableResult
    public func advance(to time: Double) -> Bool {
        clock.advance(to: time)
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
        var changes = false
        for attachment in [background, foreground, overlay].joined()
        where attachment.advance(to: time) {
            changes = true
        }
        if let typesetter {
            arrangement.updateValueAxes(of: self, typesetter)
            updateAxes(typesetter)
        }
        return moves || glides || fades || animates || changes || arrangement.isMoving(at: time)
            || annotations.contains(where: \.isFading)
    }

    /// Whether everything changes at once, except what a hand moves.
    var isStill: Bool { interaction.isStill }

    /// Whether labels fade when they change: not in a standalone picture, before any time has
    /// passed.
    var fadesLabels: Bool { clock.hasPassed && !isStill }

    /// Whether the next layout is of a standalone picture, with value ranges at rest.
    var isStandalone: Bool {
        !clock.hasPassed && !dimensions.contains(where: \.isMoving) && !isHeld
    }

    /// Whether the x range is held by a finger or moving.
    private var isHeld: Bool { x.panZoom.isHeld || x.panZoom.isMoving }

    /// The distance over which labels fade at the ends of axes, in points: none at rest, so that
    /// they are whole or absent in a still picture.
    var endSoftness: Double {
        isHeld || dimensions.contains(where: \.isMoving)
            ? AxisEnds.movingSoftness : AxisEnds.restingSoftness
    }

    private func updateAxes(_ typesetter: Typesetter) {
        grid.update(x.range, pixels: pixelWidth)
        arrangement.updateHorizontalAxes(of: self, typesetter)
    }

    /// Lays the chart out in a frame and brings ticks and labels up to date.
    ///
    /// Costs next to nothing if nothing changed, or if only the x range moved within the span that
    /// ticks were made for.
    public func prepare(
        in frame: Rect, deviceScale: Double, typesetter: Typesetter
    ) {
        // A chart of another size is another picture.
        if frame != self.frame || deviceScale != self.deviceScale { clock.beginOther() }
        self.frame = frame
        self.deviceScale = deviceScale
        self.typesetter = typesetter
        updates.claim(marks, for: self)
        let margins = ChartMargins(of: self, typesetter)
        if margins.room != self.margins.room { arrangement.forgetRegions() }
        self.margins = margins
        arrangement.arrangeRows(style)
        arrangement.findCrossings()
        arrangement.updateValueAxes(of: self, typesetter)
        plot = arrangement.plot(in: frame, style, margins.room, at: lastTime)
            .snapped(scale: deviceScale)
        arrangement.updateRegions(of: self)
        updateAxes(typesetter)
        // The range may have changed since the time of the frame was set: too late for a fade.
        updateMarks(fades: false)
        for annotation in preparation.order(of: annotations) {
            annotation.prepare(
                for: self, deviceScale: deviceScale, typesetter: typesetter)
        }
        isLaidOutAlone = isStandalone
        clock.endLayout()
    }

    /// Prepares the marks for the next drawing; returns whether one of them needs another frame for
    /// itself.
    @discardableResult
    private func updateMarks(fades isFading: Bool) -> Bool {
        let pixels = pixelWidth
        guard pixels > 0, x.range.isProper else { return false }
        let update = MarkUpdate(
            range: grid.place(of: x.range, pixels: pixels).range, pixels: pixels, samples: 0,
            total: 0, isHeld: isHeld, fades: isFading, time: lastTime)
        return updates.send(marks, of: update, x.scale.kind.transform, fades)
    }

    /// The room, in points, that an annotation was given outside the plot in the last layout, as
    /// long as the plot; nil if it took none.
    public func margin(of annotation: any Annotation) -> Rect? {
        margins.rect(of: annotation, in: frame, plot: plot)
    }

    /// Adds the chart to a scene, as it was prepared.
    ///
    /// If the style has a ground and only the x position changed, the renderer copies the plot's
    /// contents from the previous picture, and marks add only the strip that came into view.
    public func encode(into scene: SceneBuilder) { ChartEncoder(self, into: scene)?.encode() }

    // MARK: Places

    var pixelWidth: Int { Int((plot.width * deviceScale).rounded()) }

    /// The position of the x range on the grid of device pixels.
    var place: PixelGrid.Place { grid.place(of: x.range, pixels: pixelWidth) }

    /// The x range as it is drawn: `x.range`, moved by less than half a device pixel while it pans.
    public var drawnRange: Extent { place.range }

    private var space: ChartSpace {
        ChartSpace(x: x, drawnRange: drawnRange, plot: plot, scale: deviceScale)
    }

    /// Maps x and the first value dimension to points, as they are drawn.
    public var projection: Projection { projection(of: y) }

    /// Maps x and a value dimension to points, as they are drawn.
    public func projection(of dimension: ValueDimension) -> Projection {
        space.projection(of: dimension)
    }

    /// Maps values to points, as they will be drawn when the ranges have reached their targets.
    public var targetProjection: Projection { targetProjection(of: y) }

    /// Maps x and a value dimension to points, as they will be drawn when the ranges have reached
    /// their targets.
    public func targetProjection(of dimension: ValueDimension) -> Projection {
        space.targetProjection(of: dimension)
    }

    /// Maps x and the first value dimension to device pixels, as they are drawn.
    public var plotProjection: PlotProjection { plotProjection(of: y) }

    /// Maps x and a value dimension to device pixels, as they are drawn.
    public func plotProjection(of dimension: ValueDimension) -> PlotProjection {
        space.plotProjection(of: dimension)
    }

    // MARK: Report

    /// The visible labels of the x axes and the value axes, with their positions.
    ///
    /// - Parameter asDrawn: whether the positions are the drawn ones, on whole device pixels; else
    ///   they are exact, which is up to one pixel away and moves evenly with the chart.
    public func placedLabels(
        _ typesetter: Typesetter, asDrawn: Bool = false
    ) -> (x: [ReportedLabel], y: [ReportedLabel]) {
        let labels = axes.map {
            ($0.side.isHorizontal, placedLabels(of: $0, typesetter, asDrawn: asDrawn))
        }
        return (labels.filter(\.0).flatMap(\.1), labels.filter { !$0.0 }.flatMap(\.1))
    }

    /// The visible labels of an axis, with their positions.
    public func placedLabels(
        of axis: ChartAxis, _ typesetter: Typesetter, asDrawn: Bool = false
    ) -> [ReportedLabel] {
        axis.placedLabels(
            projection(of: dimension(of: axis)), style: style, typesetter: typesetter,
            drawnAt: asDrawn ? deviceScale : nil)
    }
}
