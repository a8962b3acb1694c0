import ChartCore
import ChartRendering
import GPU
import Geometry

/// Samples joined by a line of constant width.
///
/// Drawn sample by sample where they stand apart, and as what the line covers of each column of
/// device pixels where they stand closer than that (see `Density`): any number of samples costs the
/// same. A stretch without samples longer than `longestGap` is drawn in the style's gap, a missing
/// value (NaN) not at all, at every zoom. `interpolation` makes it a stepped line or a smooth curve,
/// where samples stand apart; what the crosshair tells are the samples in any case.
///
/// The samples of an `AttributedSampleSource` choose among the styles of `style.segments` that of the
/// segment that starts at them. While samples go over to others (`Chart.blend`) the line is drawn in
/// its own style.
@MainActor
public final class LineMark: Mark, FramedMark, BlendingMark {
    public let id: String
    public let kind = "line"
    /// Width, colour, dashes and corners of the line, and what lies over gaps.
    public var style: LineStyle {
        didSet { if style != oldValue { revision = .next() } }
    }
    public var isHidden = false
    /// How it goes from one sample to the next.
    public var interpolation = LineInterpolation.linear {
        didSet { if interpolation != oldValue { revision = .next() } }
    }
    /// The samples.
    public private(set) var source: any SampleSource = SampleSeries()
    /// The longest time between two samples that are joined.
    public private(set) var longestGap = Double.infinity
    /// The samples that those shown are a thinned or smoothed picture of; nil for themselves.
    ///
    /// What a crosshair tells is read from these, and its rings stand on the line that is drawn.
    public var original: (any SampleSource)?
    public var blended: (any SampleSource)? { didSet { revision = .next() } }
    public private(set) var revision = Revision.next()
    private var density: Density
    private(set) var frame: MarkFrame?
    private let samples = SourceWindow()
    private let curve = CurvePicture()
    private let columns = ColumnPicture()
    private let attributed = AttributedColumns()
    private let scaled = ScaledSource()

    /// A line without samples.
    public init(id: String, style: LineStyle, rules: DensityRules = DensityRules()) {
        self.id = id
        self.style = style
        density = Density(rules: rules)
    }

    public var color: Color { style.color }
    public var overhang: Double { 0 }
    public var domain: Extent { source.timeExtent }
    /// What it is drawn as, or is becoming; nil before the first frame.
    public var drawnAs: DensityKind? { density.kind }

    /// Shows other samples; the line is not drawn on where the next one is further away than
    /// `longestGap`.
    ///
    /// Costs nothing where they are the same ones. No view and no range changes.
    public func show(_ source: some SampleSource, longestGap: Double = .infinity) {
        guard
            source.revision != self.source.revision || source.count != self.source.count
                || longestGap != self.longestGap
        else { return }
        self.source = source
        self.longestGap = longestGap
        revision = .next()
    }

    public func exchange(_ source: SampleSeries) { show(source, longestGap: longestGap) }

    /// The samples that are drawn.
    private var drawn: any SampleSource { blended ?? source }

    public func values(over range: Extent) -> Extent { source.valueExtent(over: range) }

    public func places(over range: Extent, on transform: ScaleTransform) -> Extent {
        source.placeExtent(over: range, on: transform)
    }

    public func sampleCount(over range: Extent) -> Int { drawn.slice(over: range).count }

    public func nearest(to x: Double, within range: Extent) -> MarkReading? {
        (original ?? source).stops.nearest(to: x, within: range).map(reading)
    }

    public func step(from x: Double, by count: Int) -> MarkReading? {
        (original ?? source).stops.step(from: x, by: count).map(reading)
    }

    private func reading(_ index: Int) -> MarkReading {
        let samples = original ?? source
        let (time, value) = (samples.time(at: index), samples.value(at: index))
        let height = original == nil && blended == nil ? value : height(at: time)
        return MarkReading(x: time, values: [value], drawn: height.map { [$0] } ?? [], index: index)
    }

    /// The value of the line at one of x, as it was drawn last; nil beyond its ends and in a gap.
    private func height(at x: Double) -> Double? {
        let transforms = scaled.transforms
        let samples = scaled.source(drawn, on: transforms)
        let place = transforms.x.place(of: x)
        let height =
            interpolation == .linear
            ? samples.height(at: place)
            : interpolation.value(of: samples, at: place, longestGap: longestGap)
        return height.map { transforms.y.value(at: $0) }
    }

    public func update(_ frame: MarkFrame) -> Bool {
        self.frame = frame
        if density.update(frame) { revision = .next() }
        return density.isFading
    }

    public func draw(
        _ renderer: Renderer, _ projection: PlotProjection, alpha: Double
    ) throws(GPUError) {
        guard source.count > 0 else { return }
        let frame = frame(for: projection)
        let drawn = scaled.source(drawn, on: projection.transforms)
        let (samples, columns) = density.shares(isOpaque: style.isOpaque)
        if density.kind == .columns {
            try drawSamples(drawn, renderer, projection, frame, alpha * samples)
            try drawColumns(drawn, renderer, projection, frame, alpha * columns)
        } else {
            try drawColumns(drawn, renderer, projection, frame, alpha * columns)
            try drawSamples(drawn, renderer, projection, frame, alpha * samples)
        }
    }

    private func drawSamples(
        _ drawn: any SampleSource, _ renderer: Renderer, _ projection: PlotProjection,
        _ frame: MarkFrame, _ alpha: Double
    ) throws(GPUError) {
        guard alpha > 0 else { return }
        let visible = drawn.slice(
            over: frame.reach(style.widest * renderer.scale), withNeighbours: true)
        guard interpolation == .linear else {
            curve.update(
                drawn, interpolation, longestGap: longestGap, visible: visible, in: projection)
            return try renderer.drawLine(curve.buffer, style, in: projection, alpha: alpha)
        }
        samples.update(drawn, longestGap: longestGap, visible: visible, in: projection)
        try renderer.drawLine(samples.buffer, style, in: projection, alpha: alpha)
    }

    private func drawColumns(
        _ drawn: any SampleSource, _ renderer: Renderer, _ projection: PlotProjection,
        _ frame: MarkFrame, _ alpha: Double
    ) throws(GPUError) {
        guard alpha > 0 else { return }
        if !style.segments.isEmpty, let source = drawn as? any AttributedSampleSource {
            return try drawColumns(of: source, renderer, projection, frame, alpha)
        }
        let reach = ColumnBuffer.margin(width: style.width, scale: renderer.scale)
        columns.update(
            drawn, longestGap: longestGap, frame.place.columns,
            frame.columns(renderer.clipRect, projection, margin: reach),
            bridges: style.gap != .none, origin: projection.y.lowerBound)
        try renderer.drawColumns(
            columns.buffer, color: style.color, width: style.width, in: projection, alpha: alpha)
        if columns.hasBridges {
            try renderer.drawLine(columns.bridges, style, in: projection, alpha: alpha)
        }
    }

    private func drawColumns(
        of source: any AttributedSampleSource, _ renderer: Renderer, _ projection: PlotProjection,
        _ frame: MarkFrame, _ alpha: Double
    ) throws(GPUError) {
        let reach = ColumnBuffer.margin(width: style.widest, scale: renderer.scale)
        let visible = frame.columns(renderer.clipRect, projection, margin: reach)
        let origin = projection.y.lowerBound
        let layers = attributed.update(
            source, style, longestGap: longestGap, frame.place.columns, visible, origin: origin)
        try renderer.drawColumns(layers, in: projection, alpha: alpha)
        guard style.gap != .none, longestGap < .infinity else { return }
        columns.update(
            source, longestGap: longestGap, frame.place.columns, visible, bridges: true,
            origin: origin)
        if columns.hasBridges {
            try renderer.drawLine(columns.bridges, style, in: projection, alpha: alpha)
        }
    }
}

/// A mark that is drawn by the frame that its chart updated it with last.
@MainActor
protocol FramedMark: Mark {
    /// The last frame; nil before the first one.
    var frame: MarkFrame? { get }
}

extension FramedMark {
    /// The frame that a projection belongs to; a new one for a mark that is drawn without a chart.
    func frame(for projection: PlotProjection) -> MarkFrame {
        if let frame, frame.matches(projection) { return frame }
        var made = MarkFrame(projection)
        made.samples = sampleCount(over: projection.xTransform.values(of: made.place.range))
        _ = update(made)
        return made
    }
}

extension MarkFrame {
    /// The drawn range with so many device pixels more on each side.
    func reach(_ pixels: Double) -> Extent {
        place.range.expanded(by: pixels * place.columns.width)
    }
}

extension Density {
    /// Brings the kind up to date with a frame; whether the picture is another one.
    mutating func update(_ frame: MarkFrame) -> Bool {
        update(
            cost: rules.cost(
                samples: Double(frame.samples) / Double(max(frame.pixels, 1)), total: frame.total),
            isHeld: frame.isHeld, at: frame.time, fades: frame.fades)
    }
}
