/// How a line ends.
public enum LineCap: Int, Hashable, Sendable {
    /// Half a disc beyond the end, of the line's width.
    case round = 0
    /// Nothing beyond the end.
    case butt = 1
    /// Half the line's width beyond the end.
    case square = 2
}

/// How a line turns.
public enum LineJoin: Hashable, Sendable {
    /// A disc of the line's width about the corner.
    case round
    /// The corner cut off from edge to edge.
    case bevel
    /// Pointed while the point is at most `limit` line widths from corner to corner, else bevelled.
    case miter(limit: Double)

    package var code: Int {
        switch self {
        case .round: 0
        case .bevel: 1
        case .miter: 2
        }
    }

    package var limit: Double {
        if case .miter(let limit) = self { return limit }
        return 1
    }
}
