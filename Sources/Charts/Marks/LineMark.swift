import ChartCore
import ChartScene
import Geometry

/// Samples joined by a line of constant width.
///
/// Samples wider apart than device pixels are drawn one by one. Denser ones are drawn as the part
/// of each column of device pixels that the line covers (see `Density`), so any number of samples
/// costs the same. A stretch without samples longer than `longestGap` is drawn in the style's gap;
/// a missing value (NaN) is not drawn, at any zoom. `interpolation` makes it a stepped line or a
/// smooth curve while samples are drawn one by one; the crosshair reads the samples in any case.
///
/// Each sample of an `AttributedSampleSource` chooses a style of `style.segments` for the segment
/// that starts at it. During a transition to other samples (`Chart.blend`) the line is drawn in its
/// own style.
@MainActor
public final class LineMark: SampledMark {
    public let id: String
    public let kind = MarkKind.line
    /// Width, colour, dashes and corners of the line, and how gaps are drawn.
    public var style: LineStyle { didSet { if style != oldValue { content.change() } } }
    public var isHidden = false
    /// How the line runs from one sample to the next.
    public var interpolation = LineInterpolation.linear {
        didSet { if interpolation != oldValue { content.change() } }
    }
    /// The original of thinned or smoothed samples that are shown; nil if they are the original.
    ///
    /// A crosshair reads its values here; its rings are on the line that is drawn.
    public var original: (any SampleSource)?
    public var content: SampledContent
    private let samples = SourceWindow()
    private let curve = CurvePicture()
    private let columns = ColumnPicture()
    private let attributed = AttributedColumns()
    private let printed = PrintedSamples()

    /// A line without samples.
    public init(id: String, style: LineStyle, rules: DensityRules = DensityRules()) {
        self.id = id
        self.style = style
        content = SampledContent(rules: rules)
    }

    public var color: Color { style.color }

    /// Shows other samples; the line is interrupted where the next one is further away than
    /// `longestGap`.
    ///
    /// Costs nothing if they are the same samples. Changes no view and no range.
    public func show(_ source: some SampleSource, longestGap: Double = .infinity) {
        content.show(source, longestGap: longestGap)
    }

    // MARK: Reading

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

    /// The value of the line at a value of x, as last drawn; nil beyond its ends and in a gap.
    private func height(at x: Double) -> Double? {
        let transforms = content.transforms
        let samples = content.placed(on: transforms)
        let place = transforms.x.place(of: x)
        let height =
            interpolation == .linear
            ? samples.height(at: place)
            : interpolation.value(of: samples, at: place, longestGap: longestGap)
        return height.map { transforms.y.value(at: $0) }
    }

    // MARK: Encoding

    public func encode(into scene: SceneBuilder, _ frame: MarkFrame) {
        guard source.count > 0 else { return }
        let alpha = frame.opacity
        let shares = content.shares(in: frame, for: scene.purpose, isOpaque: style.isOpaque)
        let drawn = content.placed(on: frame.projection.transforms)
        if content.kind == .columns {
            encode(samplesOf: drawn, into: scene, frame, alpha * shares.samples)
            encode(columnsOf: drawn, into: scene, frame, alpha * shares.columns)
        } else {
            encode(columnsOf: drawn, into: scene, frame, alpha * shares.columns)
            encode(samplesOf: drawn, into: scene, frame, alpha * shares.samples)
        }
    }

    private func encode(
        samplesOf drawn: any SampleSource, into scene: SceneBuilder, _ frame: MarkFrame,
        _ alpha: Double
    ) {
        guard alpha > 0 else { return }
        let projection = frame.projection
        let visible = drawn.slice(
            over: frame.reach(style.widest * scene.scale), withNeighbours: true)
        guard scene.purpose.isPixels || !printed.thins(visible, frame) else {
            printed.update(drawn, longestGap: longestGap, visible: visible, frame)
            return scene.line(printed.buffer, style, in: projection, alpha: alpha)
        }
        guard interpolation == .linear else {
            curve.update(
                drawn, interpolation, longestGap: longestGap, visible: visible, in: projection)
            return scene.line(curve.buffer, style, in: projection, alpha: alpha)
        }
        samples.update(drawn, longestGap: longestGap, visible: visible, in: projection)
        scene.line(samples.buffer, style, in: projection, alpha: alpha)
    }

    private func encode(
        columnsOf drawn: any SampleSource, into scene: SceneBuilder, _ frame: MarkFrame,
        _ alpha: Double
    ) {
        guard alpha > 0 else { return }
        let projection = frame.projection
        if !style.segments.isEmpty, let source = drawn as? any AttributedSampleSource {
            return encode(columnsOf: source, into: scene, frame, alpha)
        }
        let reach = ColumnBuffer.margin(width: style.width, scale: scene.scale)
        columns.update(
            drawn, longestGap: longestGap, frame.place.columns, frame.columns(margin: reach),
            bridges: style.gap != .none, origin: projection.y.lowerBound)
        scene.columns(
            columns.buffer, color: style.color, width: style.width, in: projection, alpha: alpha)
        if columns.hasBridges {
            scene.line(columns.bridges, style, in: projection, alpha: alpha)
        }
    }

    private func encode(
        columnsOf source: any AttributedSampleSource, into scene: SceneBuilder,
        _ frame: MarkFrame, _ alpha: Double
    ) {
        let projection = frame.projection
        let reach = ColumnBuffer.margin(width: style.widest, scale: scene.scale)
        let visible = frame.columns(margin: reach)
        let origin = projection.y.lowerBound
        let layers = attributed.update(
            source, style, longestGap: longestGap, frame.place.columns, visible, origin: origin)
        scene.columns(layers, in: projection, alpha: alpha)
        guard style.gap != .none, longestGap < .infinity else { return }
        columns.update(
            source, longestGap: longestGap, frame.place.columns, visible, bridges: true,
            origin: origin)
        if columns.hasBridges {
            scene.line(columns.bridges, style, in: projection, alpha: alpha)
        }
    }
}
