import Geometry

/// The parts of columns of device pixels that a line covers.
public struct ColumnItem: SceneItem {
    public static let kind = SceneItemKind("columns")

    /// The columns of one style of a line.
    public struct Layer: Equatable {
        /// The parts covered by the segments of the style.
        public var columns: ContentState<ColumnBuffer>
        /// The colour.
        public var color: Color
        /// The line's width in points; a line below one device pixel gets paler.
        public var width: Double
    }

    /// The line's styles; a later one covers those before it.
    public var layers: [Layer]
    /// Whether each pixel is divided among the styles if one of them is translucent.
    public var isShared: Bool
    /// The projection of the columns.
    public var projection: PlotProjection
    /// The factor for the colours' alpha.
    public var alpha: Double

    /// The columns of a line of one style.
    @MainActor
    public init(
        _ columns: ColumnBuffer, color: Color, width: Double, in projection: PlotProjection,
        alpha: Double = 1
    ) {
        precondition(width > 0 && width.isFinite, "a line needs a width above zero, not \(width)")
        layers = [Layer(columns: ContentState(columns), color: color, width: width)]
        (isShared, self.projection, self.alpha) = (false, projection, alpha)
    }

    /// The columns of a line of several styles.
    @MainActor
    public init(_ layers: [ColumnLayer], in projection: PlotProjection, alpha: Double = 1) {
        self.layers = layers.map {
            Layer(columns: ContentState($0.buffer), color: $0.color, width: $0.width)
        }
        (isShared, self.projection, self.alpha) = (true, projection, alpha)
    }
}
