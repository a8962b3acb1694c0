import Geometry

/// Values with their error bars; the points are above all bars.
///
/// Bars and caps are whole device pixels, caps extend equally on both sides of their bar, and the
/// points are at the bars' middle. All are cut at the edge of the clip.
public struct ErrorBarItem: SceneItem {
    public static let kind = SceneItemKind("errorBars")
    /// The values.
    public var values: ContentState<ErrorBarBuffer>
    /// Their style.
    public var style: ErrorBarStyle
    /// Their projection.
    public var projection: PlotProjection
    /// The factor for the colours' alpha.
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
