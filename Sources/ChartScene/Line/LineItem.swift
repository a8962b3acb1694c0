import Geometry

/// Samples joined by a line.
///
/// Drawn within the plot and the clip. If samples have attributes and the style has segment styles,
/// each segment has the style of the sample at which it starts.
public struct LineItem: SceneItem {
    public static let kind = SceneItemKind("line")
    /// The samples.
    public var samples: ContentState<SampleBuffer>
    /// The style of the line.
    public var style: LineStyle
    /// The projection of the samples.
    public var projection: PlotProjection
    /// The factor for the colour's alpha.
    public var alpha: Double

    /// A line through samples.
    @MainActor
    public init(
        _ samples: SampleBuffer, _ style: LineStyle, in projection: PlotProjection,
        alpha: Double = 1
    ) {
        self.samples = ContentState(samples)
        (self.style, self.projection, self.alpha) = (style, projection, alpha)
    }
}
