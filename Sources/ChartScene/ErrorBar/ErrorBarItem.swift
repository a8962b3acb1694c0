import Geometry

/// Values with their error bars, the points over all bars.
///
/// Bars and caps are whole device pixels, caps as far on both sides of their bar, and the points stand in
/// the bars' middle. All are cut at the edge of the clip.
public struct ErrorBarItem: SceneItem {
    public static let kind = SceneItemKind("errorBars")
    /// The values.
    public var values: ContentState<ErrorBarBuffer>
    /// How they look.
    public var style: ErrorBarStyle
    /// Where they are.
    public var projection: PlotProjection
    /// What the colours' alpha is multiplied by.
    public var alpha: Double

    /// Values in a style.
    @MainActor
    public init(
        _ values: ErrorBarBuffer, _ style: ErrorBarStyle, in projection: PlotProjection,
        alpha: Double = 1
    ) {
        self.values = ContentState(values)
        (self.style, self.projection, self.alpha) = (style, projection, alpha)
    }
}
