import Geometry
import Painting

/// The style of samples drawn as points.
public struct PointStyle: Hashable, Sendable {
    /// The points' shape.
    public var shape: MarkerShape
    /// In points, to the outside of the stroke.
    public var radius: Double
    /// The fill colour.
    public var fill: Color
    /// A stroke along the inside of the edge: with a fill in the ground's colour, a ring.
    public var stroke: Border?

    /// A style from its parts; the radius is above zero.
    public init(
        _ shape: MarkerShape = .disc, radius: Double, fill: Color, stroke: Border? = nil
    ) {
        precondition(
            radius > 0 && radius.isFinite, "a point needs a radius above zero, not \(radius)")
        self.shape = shape
        self.radius = radius
        self.fill = fill
        self.stroke = stroke
    }
}
