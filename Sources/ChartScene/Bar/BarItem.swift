import Geometry

/// Bars.
///
/// Edges across the bar and its base are on device pixels, the value is not: its pixel is covered
/// as far as the bar extends into it. A bar with a length other than 0 shows at least one device
/// pixel.
public struct BarItem: SceneItem {
    public static let kind = SceneItemKind("bars")
    /// The bars.
    public var bars: ContentState<BarBuffer>
    /// Their style.
    public var style: BarStyle
    /// Their projection.
    public var projection: PlotProjection
    /// The factor for the colours' alpha.
    public var alpha: Double

    /// Bars in a style.
    @MainActor
    public init(
        _ bars: BarBuffer, _ style: BarStyle, in projection: PlotProjection, alpha: Double = 1
    ) {
        precondition(
            style.hatching == nil || style.colors.count <= 8,
            "bars with stripes have at most 8 colours")
        self.bars = ContentState(bars)
        (self.style, self.projection, self.alpha) = (style, projection, alpha)
    }
}
