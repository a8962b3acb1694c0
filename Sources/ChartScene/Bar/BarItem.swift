import Geometry

/// Bars.
///
/// Edges across the bar and its base lie on device pixels, the value does not: its pixel is covered as
/// far as the bar reaches into it. A bar that is not of length 0 shows at least one device pixel.
public struct BarItem: SceneItem {
    public static let kind = SceneItemKind("bars")
    /// The bars.
    public var bars: ContentState<BarBuffer>
    /// How they look.
    public var style: BarStyle
    /// Where they are.
    public var projection: PlotProjection
    /// What the colours' alpha is multiplied by.
    public var alpha: Double

    /// Bars in a style.
    @MainActor
    public init(
        _ bars: BarBuffer, _ style: BarStyle, in projection: PlotProjection, alpha: Double = 1
    ) {
        self.bars = ContentState(bars)
        (self.style, self.projection, self.alpha) = (style, projection, alpha)
    }
}
