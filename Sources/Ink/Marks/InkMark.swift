import Geometry

/// What the values of an axis are sums over: "day", "week".
///
/// A mark at a value of such an axis belongs to charts of the same sums only: 10,000 steps a day are
/// 70,000 a week. A program chooses the names.
public struct InkBasis: RawRepresentable, Hashable, Sendable {
    /// The name.
    public var rawValue: String

    /// A basis by its name.
    public init(rawValue: String) { self.rawValue = rawValue }
}

/// A mark that a person has drawn: a stroke or a figure, its colour, and how it is attached to a
/// chart.
public struct InkMark: Hashable, Sendable, Identifiable {
    /// The number of a mark, unique in its document.
    public struct ID: Hashable, Sendable, Comparable {
        /// The number.
        public var number: Int

        /// An identity from its number.
        public init(_ number: Int) { self.number = number }

        public static func < (a: ID, b: ID) -> Bool { a.number < b.number }
    }

    /// What is drawn.
    public enum Content: Hashable, Sendable {
        /// A stroke, in the points of the view in which it was drawn.
        case stroke(InkStroke)
        /// A figure; its ends are in the same points.
        case figure(InkFigure)
    }

    /// The number.
    public var id: ID
    /// What is drawn.
    public var content: Content
    /// The colour, without the opacity of the brush.
    public var color: InkColor
    /// How it follows the chart sideways.
    public var x: InkAxis
    /// How it follows the chart upwards and downwards.
    public var y: InkAxis
    /// What the values of the chart were sums over; nil if they were none, or if it has no value.
    public var basis: InkBasis?

    /// A mark from its parts.
    public init(
        id: ID, _ content: Content, color: InkColor, x: InkAxis, y: InkAxis, basis: InkBasis? = nil
    ) {
        (self.id, self.content, self.color, self.x, self.y) = (id, content, color, x, y)
        self.basis = basis
    }

    /// A figure whose ends are values: on every scale, and to the last digit.
    ///
    /// A figure over the whole height of a plot (`InkFigure.Kind.crossesHeight`) is at times only:
    /// it has no basis, and is on every chart.
    ///
    /// - Parameters:
    ///   - start: the values of both axes where it begins.
    ///   - end: those where it ends.
    public init(
        id: ID, _ kind: InkFigure.Kind, from start: Point, to end: Point, brush: InkBrush,
        color: InkColor, basis: InkBasis? = nil
    ) {
        let isAtTimes = kind.crossesHeight
        func place(_ point: Point) -> Point { isAtTimes ? Point(x: point.x, y: 0.5) : point }
        self.init(
            id: id,
            .figure(
                InkFigure(
                    kind, from: place(start), to: place(kind.ends.count == 1 ? start : end),
                    brush: brush)), color: color, x: .values(origin: 0, perPoint: 1),
            y: isAtTimes
                ? .fractions(origin: 0, perPoint: 1) : .values(origin: 0, perPoint: 1),
            basis: isAtTimes ? nil : basis)
    }

    /// What it is drawn with.
    public var brush: InkBrush {
        get {
            switch content {
            case .stroke(let stroke): stroke.brush
            case .figure(let figure): figure.brush
            }
        }
        set {
            switch content {
            case .stroke(var stroke):
                stroke.brush = newValue
                content = .stroke(stroke)
            case .figure(var figure):
                figure.brush = newValue
                content = .figure(figure)
            }
        }
    }

    /// The stroke; nil for a figure.
    public var stroke: InkStroke? { if case .stroke(let stroke) = content { stroke } else { nil } }

    /// The figure; nil for a stroke.
    public var figure: InkFigure? { if case .figure(let figure) = content { figure } else { nil } }

    /// The colour as it is drawn on a ground, with the opacity that a view leaves it.
    public func paint(on ground: Color, presence: Double = 1) -> Color {
        color.color(on: ground).opacity(Float(brush.opacity * presence))
    }

    /// Whether it belongs to a chart whose values are sums over a basis.
    ///
    /// A mark whose height is a fraction of the plot belongs to every chart.
    public func belongs(to basis: InkBasis?) -> Bool {
        if case .fractions = y { return true }
        return self.basis == basis
    }
}
