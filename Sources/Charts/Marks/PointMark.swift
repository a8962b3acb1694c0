import ChartCore
import ChartScene
import Geometry

/// Samples as points.
///
/// Where samples are much denser than device pixels, those that would hide one another are drawn
/// once, with the opacity of all of them (`PointCells`): a cloud is as dense in the picture as in the
/// data, no class changes another, and no outlier is lost.
///
/// Each sample of an `AttributedSampleSource` chooses a style of `attributeStyles` for its point;
/// points of higher attributes are drawn over the others.
@MainActor
public final class PointMark: SampledMark {
    public let id: String
    public let kind = MarkKind.points
    /// Shape, radius and colours of the points.
    public var style: PointStyle {
        didSet { if !style.looksLike(oldValue) { content.change() } }
    }
    /// The styles of samples with an attribute, by the attribute; attribute 0, and any without a
    /// style here, has `style`.
    public var attributeStyles: [Int: PointStyle] = [:] {
        didSet { if attributeStyles != oldValue { content.change() } }
    }
    /// The names of classes, by the attribute, for tooltips.
    public var attributeNames: [Int: String] = [:]
    public var isHidden = false
    public var content: SampledContent
    private let samples = SourceWindow()
    private let cells = PointCells()
    private let printed = PrintedSamples()

    /// Points without samples.
    public init(id: String, style: PointStyle, rules: DensityRules = DensityRules()) {
        self.id = id
        self.style = style
        content = SampledContent(rules: rules)
    }

    public var color: Color { style.fill }
    public var overhang: Double {
        attributeStyles.values.reduce(style.radius) { max($0, $1.radius) }
    }

    /// The styles of the attributes from 1 on.
    private var others: [PointStyle] {
        let last = attributeStyles.keys.reduce(0, max)
        return (0..<last).map { attributeStyles[$0 + 1] ?? style }
    }

    /// Shows other samples.
    ///
    /// Costs nothing if they are the same samples. Changes no view and no range.
    public func show(_ source: some SampleSource) {
        content.show(source, longestGap: .infinity)
    }

    public func encode(into scene: SceneBuilder, _ frame: MarkFrame) {
        guard source.count > 0 else { return }
        let (projection, alpha) = (frame.projection, frame.opacity)
        let others = others
        let shares = content.shares(
            in: frame, for: scene.purpose,
            isOpaque: style.fill.alpha >= 1 && others.allSatisfy { $0.fill.alpha >= 1 })
        let drawn = content.placed(on: projection.transforms)
        let reach = overhang * scene.scale + 1
        // A document shows only some of the points that cover one another, as pixels do.
        let visible = drawn.slice(over: frame.reach(reach))
        let isThinned = !scene.purpose.isPixels && printed.thins(visible, frame)
        if shares.samples > 0, !isThinned {
            samples.update(drawn, longestGap: .infinity, visible: visible, in: projection)
            scene.points(
                samples.buffer, style, others: others, in: projection,
                alpha: alpha * shares.samples)
        }
        if shares.columns > 0 || isThinned {
            let pixel = projection.scaleY == 0 ? 0 : 1 / -projection.scaleY
            cells.update(
                drawn, frame.place.columns,
                frame.columns(margin: Int(reach.rounded(.up)) + 1),
                values: Extent(min: projection.y.lowerBound, max: projection.y.upperBound)
                    .expanded(by: reach * pixel), pixel: pixel,
                look: PointCells.Look(styles: [style] + others, scale: scene.scale))
            for layer in cells.layers {
                scene.points(
                    layer.buffer, layer.style, in: projection,
                    alpha: alpha * (isThinned ? 1 : shares.columns))
            }
        }
    }
}

extension PointStyle {
    /// Whether points look alike in both styles, except for the last digits of the radius.
    func looksLike(_ other: PointStyle) -> Bool {
        var same = self
        if abs(radius - other.radius) < 1e-9 { same.radius = other.radius }
        return same == other
    }
}
