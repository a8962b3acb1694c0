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
    public var dimensions: [ValueDimension] { valueDimensions.all }
    /// The first of the value dimensions, on which marks stand that were assigned to no other.
    public var y: ValueDimension { dimensions[0] }
    /// All axes, each nearer to the plot than the next one on its side; `add` adds others.
    public var axes: [ChartAxis] { arrangement.axes }
    /// The first axis of x.
    public let xAxis: ChartAxis
    /// The first axis of `y`.
    public let yAxis: ChartAxis
    /// What gestures do to the dimensions.
    public let interaction: PanZoomInteraction
    /// What moves attributes of marks, on the chart's clock.
    public let animator = Animator()
    /// In the order in which they are drawn.
    public var marks: [any Mark] = [] { didSet { wear.dress(marks, after: oldValue) } }
    /// Drawn under the grid and the marks.
    public var background: [any Attachment] = [] {
        didSet { wear.dress(background, after: oldValue) }
    }
    /// Drawn over the marks.
    public var foreground: [any Attachment] = [] {
        didSet { wear.dress(foreground, after: oldValue) }
    }
    /// Drawn over everything, labels too, and not cut at the plot's edges.
    public var overlay: [any Attachment] = [] { didSet { wear.dress(overlay, after: oldValue) } }
    /// Laid out with the chart and drawn over it, beside the plot too.
    public var annotations: [any Annotation] = [] {
        didSet {
            renewDependencies()
            wear.dress(annotations, after: oldValue)
        }
    }
    /// The colours and type of axes and grid.
    ///
    /// Colours in it that are those of the chart's theme follow that.
    public var style: ChartStyle
    /// The theme of the chart's own; nil, unless told otherwise, to have that of the figure it is in.
    ///
    /// With another one the colours change that are the theme's: those in `style`, of marks that were
    /// given none, of parts that are `Themed`. What a program chose itself stays. A frame has to be
    /// asked for.
    public var theme: ChartTheme? { didSet { wear.renew(self) } }
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
    let wear = ChartWear()
    let arrangement = AxisArrangement()
    let following = ValueFollowing()
    let fades: MarkFades
    var valueDimensions = ValueDimensions()
    /// The room beside axes and plot that annotations take.
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
    public func renewDependencies() { preparation.forget() }

    /// From the first to the last place with data in any mark.
    public var domain: Extent { marks.reduce(Extent.nothing) { $0.union($1.domain) } }

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
    public func standAnew() { clock.standAnew() }

    /// Moves everything on to the time of a frame; whether another frame is needed.
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

    /// Whether everything that no hand moves changes at once.
    var isStill: Bool { interaction.isStill }

    /// Whether labels that change take their time: not in a picture that stands by itself, in which
    /// no time has passed.
    var fadesLabels: Bool { clock.hasPassed && !isStill }

    /// Whether the next layout is of a picture by itself, of values that stand.
    var standsByItself: Bool {
        !clock.hasPassed && !dimensions.contains(where: \.isMoving) && !isHeld
    }

    /// Whether the x range is under a finger or moves.
    private var isHeld: Bool { x.panZoom.isHeld || x.panZoom.isMoving }

    private func updateAxes(_ typesetter: Typesetter) {
        grid.update(x.range, pixels: pixelWidth)
        arrangement.updateHorizontalAxes(of: self, typesetter)
    }

    /// Lays the chart out in a frame and brings ticks and labels up to date.
    ///
    /// Costs next to nothing where nothing changed, and where only the x range moved until it leaves
    /// what ticks were made for.
    public func prepare(
        in frame: Rect, deviceScale: Double, typesetter: Typesetter
    ) {
        // A chart of another size is another picture.
        if frame != self.frame || deviceScale != self.deviceScale { clock.beginOther() }
        self.frame = frame
        self.deviceScale = deviceScale
        self.typesetter = typesetter
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
        // The range may have been set since the frame's time was told: no time for a fade.
        updateMarks(fades: false)
        for annotation in preparation.order(of: annotations) {
            annotation.prepare(
                for: self, deviceScale: deviceScale, typesetter: typesetter)
        }
        clock.endLayout()
    }

    /// Tells the marks how they are drawn next; whether one of them needs another frame for itself.
    @discardableResult
    private func updateMarks(fades isFading: Bool) -> Bool {
        let pixels = pixelWidth
        guard pixels > 0, x.range.isProper else { return false }
        let update = MarkUpdate(
            range: grid.place(of: x.range, pixels: pixels).range, pixels: pixels, samples: 0,
            total: 0, isHeld: isHeld, fades: isFading, time: lastTime)
        return updates.tell(marks, of: update, x.scale.kind.transform, fades)
    }

    /// The room that an annotation was given beside the plot in the last layout, in points, as long
    /// as the plot; nil where it took none.
    public func margin(of annotation: any Annotation) -> Rect? {
        margins.rect(of: annotation, in: frame, plot: plot)
    }

    /// Adds the chart to a scene, as it was prepared.
    ///
    /// With a ground in the style and nothing changed but the place of x, whoever draws copies what is in
    /// the plot from where it was drawn before, and marks add only what is in the strip that came in.
    public func encode(into scene: SceneBuilder) { ChartEncoder(self, into: scene)?.encode() }

    // MARK: Places

    var pixelWidth: Int { Int((plot.width * deviceScale).rounded()) }

    /// Where the x range lies on the grid of device pixels.
    var place: PixelGrid.Place { grid.place(of: x.range, pixels: pixelWidth) }

    /// The x range as it is drawn: `x.range`, moved by less than half a device pixel while it pans.
    public var drawnRange: Extent { place.range }

    private var space: ChartSpace {
        ChartSpace(x: x, drawnRange: drawnRange, plot: plot, scale: deviceScale)
    }

    /// Values of x and of the first value dimension to points, as they are drawn.
    public var projection: Projection { projection(of: y) }

    /// Values of x and of a value dimension to points, as they are drawn.
    public func projection(of dimension: ValueDimension) -> Projection {
        space.projection(of: dimension)
    }

    /// Values to points, as they will be drawn where the ranges are going.
    public var targetProjection: Projection { targetProjection(of: y) }

    /// Values of x and of a value dimension to points, as they will be drawn where the ranges are
    /// going.
    public func targetProjection(of dimension: ValueDimension) -> Projection {
        space.targetProjection(of: dimension)
    }

    /// Values of x and of the first value dimension to device pixels, as they are drawn.
    public var plotProjection: PlotProjection { plotProjection(of: y) }

    /// Values of x and of a value dimension to device pixels, as they are drawn.
    public func plotProjection(of dimension: ValueDimension) -> PlotProjection {
        space.plotProjection(of: dimension)
    }

    // MARK: Report

    /// The labels of the axes of x and of those of values that can be seen, with their places.
    ///
    /// - Parameter asDrawn: where they are drawn, on whole device pixels; else where they would be without
    ///   pixels, which is up to one of those away and moves evenly while the chart does.
    public func placedLabels(
        _ typesetter: Typesetter, asDrawn: Bool = false
    ) -> (x: [ReportedLabel], y: [ReportedLabel]) {
        let labels = axes.map {
            ($0.side.isHorizontal, placedLabels(of: $0, typesetter, asDrawn: asDrawn))
        }
        return (labels.filter(\.0).flatMap(\.1), labels.filter { !$0.0 }.flatMap(\.1))
    }

    /// The labels of an axis that can be seen, with their places.
    public func placedLabels(
        of axis: ChartAxis, _ typesetter: Typesetter, asDrawn: Bool = false
    ) -> [ReportedLabel] {
        axis.placedLabels(
            projection(of: dimension(of: axis)), style: style, typesetter: typesetter,
            drawnAt: asDrawn ? deviceScale : nil)
    }
}
