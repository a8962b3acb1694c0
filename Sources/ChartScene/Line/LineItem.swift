import Geometry

/// Samples joined by a line.
///
/// Drawn within the plot and the clip. Of samples with attributes, and a style that has some for them,
/// each segment has the style of the sample that it starts at.
public struct LineItem: SceneItem {
    public static let kind = SceneItemKind("line")
    /// The samples.
    public var samples: ContentState<SampleBuffer>
    /// How the line looks.
    public var style: LineStyle
    /// Where the samples are.
    public var projection: PlotProjection
    /// What the colour's alpha is multiplied by.
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
