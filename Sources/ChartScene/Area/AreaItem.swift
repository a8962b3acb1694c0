import Geometry

/// The area between low and high values, or from values to a base.
public struct AreaItem: SceneItem {
    public static let kind = SceneItemKind("area")
    /// The values.
    public var band: ContentState<BandBuffer>
    /// The style of the area.
    public var style: AreaStyle
    /// The projection of the values.
    public var projection: PlotProjection
    /// The factor for the colours' alpha.
    public var alpha: Double

    /// An area between values.
    @MainActor
    public init(
        _ band: BandBuffer, _ style: AreaStyle, in projection: PlotProjection, alpha: Double = 1
    ) {
        self.band = ContentState(band)
        (self.style, self.projection, self.alpha) = (style, projection, alpha)
    }
}
