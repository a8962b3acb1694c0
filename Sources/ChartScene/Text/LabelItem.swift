import Geometry

/// Labels at places in the data.
public struct LabelItem: SceneItem {
    public static let kind = SceneItemKind("labels")
    /// The labels.
    public var labels: ContentState<LabelBuffer>
    /// The axis or axes that they follow.
    public var anchoring: LabelAnchoring
    /// The projection of their places.
    public var projection: PlotProjection
    /// Device pixels outside which nothing is drawn; nil for the clip alone.
    public var strip: PixelRect?
    /// Labels whose anchor is outside this rectangle (device pixels) are omitted entirely; nil for
    /// the plot.
    public var limits: Rect?
    /// How labels fade at the ends of the limits; nil to hide them all at once.
    ///
    /// With ends, a label that begins at its anchor must also have its middle in the limits.
    public var ends: LabelEnds?
    /// The factor for the colours' alpha.
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
