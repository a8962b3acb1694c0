import Geometry

/// One of a plot's two axes.
public enum PlotAxis: Hashable, Sendable {
    /// Along the width of the plot.
    case x
    /// Along the height of the plot.
    case y
}

/// Lines of whole device pixels at values: upright ones for `.x`, level ones for `.y`.
public struct RuleItem: SceneItem {
    public static let kind = SceneItemKind("rules")
    /// The values.
    public var rules: ContentState<RuleBuffer>
    /// Of which axis they are.
    public var axis: PlotAxis
    /// The lines' colour.
    public var color: Color
    /// From where to where each line goes, in device pixels; nil is across the plot.
    public var span: ClosedRange<Double>?
    /// The thickness in device pixels.
    public var pixels: Int
    /// Where the values are.
    public var projection: PlotProjection
    /// What the colour's alpha is multiplied by.
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
