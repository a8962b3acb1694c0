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

/// How an outline is stroked.
public struct StrokeStyle: Hashable, Sendable {
    /// In points.
    public var width: Double
    /// How lines turn.
    public var join: LineJoin
    /// How lines and dashes end.
    public var cap: LineCap
    /// The lengths of dashes and of the gaps between them in turn, in points; empty for none.
    public var dashes: [Double]
    /// How far into the dashes an outline begins, in points.
    public var dashStart: Double

    /// A style from its parts; a solid line with round joins and ends unless told otherwise.
    public init(
        width: Double, join: LineJoin = .round, cap: LineCap = .round, dashes: [Double] = [],
        dashStart: Double = 0
    ) {
        self.width = width
        self.join = join
        self.cap = cap
        self.dashes = dashes
        self.dashStart = dashStart
    }

    /// Whether there is a pattern: dashes of lengths that are no nonsense, with a sum above zero.
    public var isDashed: Bool {
        !dashes.isEmpty && dashes.allSatisfy { $0 >= 0 && $0.isFinite }
            && dashes.reduce(0, +) > 0
    }
}
