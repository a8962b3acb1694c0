import Geometry
import Painting

/// One straight line between two places of the target.
public struct RulerItem: SceneItem {
    public static let kind = SceneItemKind("ruler")
    /// Where it begins, in device pixels.
    public var start: Point
    /// Where it ends, in device pixels.
    public var end: Point
    /// In points; a line below one device pixel gets paler.
    public var width: Double
    /// The line's colour.
    public var color: Color
    /// Dashes; nil for a solid line.
    public var dash: DashPattern?
    /// How it ends.
    public var cap: LineCap

    /// A line from its parts.
    public init(
        from start: Point, to end: Point, width: Double, color: Color, dash: DashPattern? = nil,
        cap: LineCap = .butt
    ) {
        (self.start, self.end, self.width, self.color) = (start, end, width, color)
        (self.dash, self.cap) = (dash, cap)
    }
}
