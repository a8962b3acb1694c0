import Geometry

/// Samples as points of a constant size.
public struct PointItem: SceneItem {
    public static let kind = SceneItemKind("points")
    /// The samples.
    public var samples: ContentState<SampleBuffer>
    /// The style of the points.
    public var style: PointStyle
    /// The styles of attributes 1, 2 and so on, those of higher attributes on top; attribute 0, and
    /// any beyond the last style, has `style`.
    public var others: [PointStyle]
    /// The projection of the samples.
    public var projection: PlotProjection
    /// The factor for the colours' alpha.
    public var alpha: Double

    /// Points at samples.
    @MainActor
    public init(
        _ samples: SampleBuffer, _ style: PointStyle, others: [PointStyle] = [],
        in projection: PlotProjection, alpha: Double = 1
    ) {
        self.samples = ContentState(samples)
        (self.style, self.others) = (style, others)
        (self.projection, self.alpha) = (projection, alpha)
    }
}
