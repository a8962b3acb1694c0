import Geometry

/// Labels at places in the data.
public struct LabelItem: SceneItem {
    public static let kind = SceneItemKind("labels")
    /// The labels.
    public var labels: ContentState<LabelBuffer>
    /// The axis or axes that they follow.
    public var anchoring: LabelAnchoring
    /// Where their places are.
    public var projection: PlotProjection
    /// Device pixels outside of which nothing is drawn; nil is the clip alone.
    public var strip: PixelRect?
    /// Labels whose anchor is outside of this rectangle (device pixels) are left out as a whole; nil is
    /// the plot.
    public var limits: Rect?
    /// How labels go at the ends of the limits; nil is all at once.
    ///
    /// With ends a label that begins at its
    /// anchor has its middle in the limits too.
    public var ends: LabelEnds?
    /// What the colours' alpha is multiplied by.
    public var alpha: Double

    /// Labels from their parts.
    @MainActor
    public init(
        _ labels: LabelBuffer, _ anchoring: LabelAnchoring, in projection: PlotProjection,
        strip: PixelRect? = nil, limits: Rect? = nil, ends: LabelEnds? = nil, alpha: Double = 1
    ) {
        self.labels = ContentState(labels)
        (self.anchoring, self.projection) = (anchoring, projection)
        (self.strip, self.limits, self.ends, self.alpha) = (strip, limits, ends, alpha)
    }
}
