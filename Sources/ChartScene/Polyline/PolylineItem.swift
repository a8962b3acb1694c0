import Geometry

/// Lines through vertices of a plane that is moved, stretched and turned; their width is not.
///
/// Each segment has its own colour. Joins and ends are round.
public struct PolylineItem: SceneItem {
    public static let kind = SceneItemKind("polyline")
    /// The lines.
    public var lines: ContentState<PolylineBuffer>
    /// From the plane to points of the target.
    public var map: AffineTransform
    /// The width, in points.
    public var width: Double
    /// A colour in place of those of the segments; nil for these.
    public var color: Color?
    /// The factor for the colours' alpha.
    public var alpha: Double

    /// Lines from their parts.
    @MainActor
    public init(
        _ lines: PolylineBuffer, map: AffineTransform, width: Double, color: Color? = nil,
        alpha: Double = 1
    ) {
        self.lines = ContentState(lines)
        (self.map, self.width, self.color, self.alpha) = (map, width, color, alpha)
    }
}

extension SceneBuilder {
    /// Adds lines through vertices of a plane; see `PolylineItem`.
    ///
    /// - Parameters:
    ///   - map: from the plane to points of the target.
    ///   - width: the width, in points.
    ///   - color: in place of the colours of the segments.
    public func polyline(
        _ lines: PolylineBuffer, map: AffineTransform, width: Double, color: Color? = nil,
        alpha: Double = 1
    ) {
        guard lines.count > 1, alpha > 0, color?.alpha != 0 else { return }
        add(PolylineItem(lines, map: map, width: width, color: color, alpha: alpha))
    }
}
