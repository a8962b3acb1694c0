import ChartCore
import ChartRendering
import GPU
import Geometry

/// Samples as points.
///
/// Where samples stand much closer than device pixels, some of each column are drawn, at most twenty:
/// the first, lowest, highest and last, so that no outlier is left out, and up to sixteen that stand
/// for all others (fewer of wide points, which reach over more columns), so that a cloud is as dense
/// in its midst as it is there.
///
/// The samples of an `AttributedSampleSource` choose among the styles of `attributeStyles` that of
/// their point; points of higher attributes lie over the others.
@MainActor
public final class PointMark: Mark, FramedMark, BlendingMark {
    public let id: String
    public let kind = "points"
    /// Shape, radius and colours of the points.
    public var style: PointStyle {
        didSet { if !style.looksLike(oldValue) { revision = .next() } }
    }
    /// The styles of samples with the attributes 1, 2 and so on; attribute 0, and any beyond the
    /// last, has `style`.
    public var attributeStyles: [PointStyle] = [] {
        didSet { if attributeStyles != oldValue { revision = .next() } }
    }
    public var isHidden = false
    /// The samples.
    public private(set) var source: any SampleSource = SampleSeries()
    public var blended: (any SampleSource)? { didSet { revision = .next() } }
    public private(set) var revision = Revision.next()
    private var density: Density
    private(set) var frame: MarkFrame?
    private let samples = SourceWindow()
    private let columns = PointColumns()
    private let scaled = ScaledSource()

    /// Points without samples.
    public init(id: String, style: PointStyle, rules: DensityRules = DensityRules()) {
        self.id = id
        self.style = style
        density = Density(rules: rules)
    }

    public var color: Color { style.fill }
    public var overhang: Double { attributeStyles.reduce(style.radius) { max($0, $1.radius) } }

    /// The radius of the narrowest points, by whose width enough of a crowd are drawn.
    private var narrowest: Double { attributeStyles.reduce(style.radius) { min($0, $1.radius) } }
    public var domain: Extent { source.timeExtent }
    /// What it is drawn as, or is becoming; nil before the first frame.
    public var drawnAs: DensityKind? { density.kind }

    /// Shows other samples.
    ///
    /// Costs nothing where they are the same ones. No view and no range changes.
    public func show(_ source: some SampleSource) {
        guard source.revision != self.source.revision || source.count != self.source.count else {
            return
        }
        self.source = source
        revision = .next()
    }

    public func values(over range: Extent) -> Extent { source.valueExtent(over: range) }

    public func places(over range: Extent, on transform: ScaleTransform) -> Extent {
        source.placeExtent(over: range, on: transform)
    }

    public func exchange(_ source: SampleSeries) { show(source) }

    /// The samples that are drawn.
    private var drawn: any SampleSource { blended ?? source }

    public func sampleCount(over range: Extent) -> Int { drawn.slice(over: range).count }

    public func nearest(to x: Double, within range: Extent) -> MarkReading? {
        source.stops.nearest(to: x, within: range).map(reading)
    }

    public func step(from x: Double, by count: Int) -> MarkReading? {
        source.stops.step(from: x, by: count).map(reading)
    }

    private func reading(_ index: Int) -> MarkReading {
        MarkReading(x: source.time(at: index), values: [source.value(at: index)], index: index)
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
        let shares = density.shares(
            isOpaque: style.fill.alpha >= 1 && attributeStyles.allSatisfy { $0.fill.alpha >= 1 })
        let reach = overhang * renderer.scale + 1
        if shares.samples > 0 {
            samples.update(
                drawn, longestGap: .infinity, visible: drawn.slice(over: frame.reach(reach)),
                in: projection)
            try renderer.drawPoints(
                samples.buffer, style, others: attributeStyles, in: projection,
                alpha: alpha * shares.samples)
        }
        if shares.columns > 0 {
            columns.update(
                drawn, frame.place.columns,
                frame.columns(
                    renderer.clipRect, projection, margin: Int(reach.rounded(.up)) + 1),
                diameter: 2 * narrowest * renderer.scale)
            try renderer.drawPoints(
                columns.buffer, style, others: attributeStyles, in: projection,
                alpha: alpha * shares.columns)
        }
    }
}

extension PointStyle {
    /// Whether points look alike in both styles, but for the last digits of the radius.
    func looksLike(_ other: PointStyle) -> Bool {
        var same = self
        if abs(radius - other.radius) < 1e-9 { same.radius = other.radius }
        return same == other
    }
}
