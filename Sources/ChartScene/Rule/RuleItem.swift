import Geometry

/// One of a plot's two axes.
public enum PlotAxis: Hashable, Sendable {
    /// Along the width of the plot.
    case x
    /// Along the height of the plot.
    case y
}

/// Lines of whole device pixels at values: vertical ones for `.x`, horizontal ones for `.y`.
public struct RuleItem: SceneItem {
    public static let kind = SceneItemKind("rules")
    /// The values.
    public var rules: ContentState<RuleBuffer>
    /// The axis of the values.
    public var axis: PlotAxis
    /// The lines' colour.
    public var color: Color
    /// The two ends of each line, in device pixels; nil for all across the plot.
    public var span: ClosedRange<Double>?
    /// The thickness in device pixels.
    public var pixels: Int
    /// The projection of the values.
    public var projection: PlotProjection
    /// The factor for the colour's alpha.
    public var alpha: Double

    /// Lines at values.
    @MainActor
    public init(
        _ rules: RuleBuffer, axis: PlotAxis, color: Color, span: ClosedRange<Double>? = nil,
        pixels: Int = 1, in projection: PlotProjection, alpha: Double = 1
    ) {
        self.rules = ContentState(rules)
        (self.axis, self.color, self.span, self.pixels) = (axis, color, span, pixels)
        (self.projection, self.alpha) = (projection, alpha)
    }
}
