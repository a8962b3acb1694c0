import Geometry

/// An edge or corner of a window that can be dragged to resize it.
public enum ResizeEdge: Hashable, Sendable, CaseIterable {
    /// The edge above the content.
    case top
    /// The edge below the content.
    case bottom
    /// The edge at the left.
    case left
    /// The edge at the right.
    case right
    /// The corner of the top and the left edge.
    case topLeft
    /// The corner of the top and the right edge.
    case topRight
    /// The corner of the bottom and the left edge.
    case bottomLeft
    /// The corner of the bottom and the right edge.
    case bottomRight

    /// The edge that a press at `point` grips, or nil inside the content and far outside.
    ///
    /// - Parameters:
    ///   - point: in points from the content's top left corner; outside is negative or beyond the
    ///     size.
    ///   - size: the content's size in points.
    ///   - outside: how far the grip extends outside the content.
    ///   - inside: how far it extends into the content, for windows without a margin.
    ///   - corner: the distance from a corner, along an edge, within which both edges are gripped.
    public init?(
        at point: Point, of size: Size, outside: Double = 8, inside: Double = 0,
        corner: Double = 20
    ) {
        let reach = Rect(origin: .zero, size: size).inset(by: -outside)
        let core = Rect(origin: .zero, size: size).inset(by: inside)
        guard reach.contains(point), !core.contains(point) else { return nil }
        // On a small window the corners meet in the middle.
        let cornerX = min(corner, size.width / 2)
        let cornerY = min(corner, size.height / 2)
        let isLeft = point.x < core.minX
        let isRight = point.x >= core.maxX
        let isTop = point.y < core.minY
        let isBottom = point.y >= core.maxY
        let nearLeft = point.x < cornerX
        let nearRight = point.x >= size.width - cornerX
        let nearTop = point.y < cornerY
        let nearBottom = point.y >= size.height - cornerY
        if (isTop && nearLeft) || (isLeft && nearTop) {
            self = .topLeft
        } else if (isTop && nearRight) || (isRight && nearTop) {
            self = .topRight
        } else if (isBottom && nearLeft) || (isLeft && nearBottom) {
            self = .bottomLeft
        } else if (isBottom && nearRight) || (isRight && nearBottom) {
            self = .bottomRight
        } else if isTop {
            self = .top
        } else if isBottom {
            self = .bottom
        } else if isLeft {
            self = .left
        } else {
            self = .right
        }
    }

    /// The cursor that indicates the effect of a drag here.
    public var cursor: CursorName {
        switch self {
        case .top: .resizeNorth
        case .bottom: .resizeSouth
        case .left: .resizeWest
        case .right: .resizeEast
        case .topLeft: .resizeNorthWest
        case .topRight: .resizeNorthEast
        case .bottomLeft: .resizeSouthWest
        case .bottomRight: .resizeSouthEast
        }
    }

    /// The value of `xdg_toplevel.resize_edge`.
    var protocolValue: UInt32 {
        switch self {
        case .top: 1
        case .bottom: 2
        case .left: 4
        case .topLeft: 5
        case .bottomLeft: 6
        case .right: 8
        case .topRight: 9
        case .bottomRight: 10
        }
    }
}
