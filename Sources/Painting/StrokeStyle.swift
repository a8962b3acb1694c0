/// How a line ends.
public enum LineCap: Int, Hashable, Sendable {
    /// Half a disc beyond the end, of the line's width.
    case round = 0
    /// Nothing beyond the end.
    case butt = 1
    /// Half the line's width beyond the end.
    case square = 2
}

/// How two segments of a line are joined.
public enum LineJoin: Hashable, Sendable {
    /// A disc of the line's width around the corner.
    case round
    /// The corner cut off from edge to edge.
    case bevel
    /// Pointed if the miter length is at most `limit` line widths, otherwise bevelled.
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
    /// How segments are joined.
    public var join: LineJoin
    /// How lines and dashes end.
    public var cap: LineCap
    /// The alternating lengths of dashes and gaps, in points; empty for none.
    public var dashes: [Double]
    /// The offset into the dashes at which an outline begins, in points.
    public var dashStart: Double

    /// A style from its parts; by default a solid line with round joins and ends.
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

    /// Whether there is a dash pattern: valid lengths with a sum above zero.
    public var isDashed: Bool {
        !dashes.isEmpty && dashes.allSatisfy { $0 >= 0 && $0.isFinite }
            && dashes.reduce(0, +) > 0
    }
}
