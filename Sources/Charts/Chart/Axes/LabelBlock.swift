// Labels of several lines, in styles of their own, with an optional pill behind them.
//
// Method: labels of one line are moved by the GPU. An axis has a dozen blocks; each is recorded
// once as a list of its own and drawn at its position, on whole device pixels.

import ChartScene
import Geometry
import Painting
import Text

/// The label of an axis at a tick, if it is more than a line of text.
public struct LabelBlock: Hashable, Sendable {
    /// A line of it.
    public struct Line: Hashable, Sendable {
        /// The text.
        public var text: String
        /// Its type; nil for the axis' own.
        public var type: TextStyle?
        /// Its colour; nil for the axis' own.
        public var color: Color?

        /// A line from its parts.
        public init(_ text: String, type: TextStyle? = nil, color: Color? = nil) {
            self.text = text
            self.type = type
            self.color = color
        }
    }

    /// A rounded ground behind the lines.
    public struct Pill: Hashable, Sendable {
        /// Its fill.
        public var fill: Color
        /// The line along its edge; nil for none.
        public var border: Border?
        /// The radius of its corners in points; nil for half of its height.
        public var radius: Double?

        /// A pill from its parts.
        public init(_ fill: Color, border: Border? = nil, radius: Double? = nil) {
            self.fill = fill
            self.border = border
            self.radius = radius
        }
    }

    /// From the top down; at least one.
    public var lines: [Line]
    /// The pill behind them; nil for none.
    public var pill: Pill?

    /// A block from its parts.
    public init(_ lines: [Line], pill: Pill? = nil) {
        precondition(!lines.isEmpty, "a block of a label has a line at least")
        self.lines = lines
        self.pill = pill
    }

    /// Its texts, separated by newlines.
    public var text: String { lines.map(\.text).joined(separator: "\n") }

    /// The distance from a pill's edge to the lines, in points.
    private static let padding = Vector(dx: 7, dy: 2)

    /// The room from the block's edge to its lines, in points.
    private var margin: Vector { pill == nil ? .zero : Self.padding }

    /// Shapes its lines, in the type of an axis if they have none of their own.
    @MainActor
    func shaped(_ typesetter: Typesetter, _ type: TextStyle) -> [ShapedLine] {
        lines.map { typesetter.line($0.text, $0.type ?? type) }
    }

    /// The size of the block, in points.
    func size(_ shaped: [ShapedLine]) -> Size {
        let width = shaped.reduce(0) { max($0, $1.width) }
        let height = shaped.reduce(0) { $0 + $1.height }
        return Size(width: width + 2 * margin.dx, height: height + 2 * margin.dy)
    }

    /// From the block's top to the baseline of its first line, in points.
    func firstBaseline(_ shaped: [ShapedLine]) -> Double {
        margin.dy + (shaped.first?.ascent ?? 0)
    }

    /// Records the block with its top left corner at the origin.
    @MainActor
    func record(
        _ shaped: [ShapedLine], color: Color, alignment: TextAlignment, on canvas: Canvas
    ) {
        let bounds = Rect(origin: .zero, size: size(shaped))
        if let pill {
            let radius = pill.radius ?? bounds.height / 2
            canvas.fill(
                bounds, pill.fill, corners: Corners(min(radius, bounds.height / 2)),
                border: pill.border)
        }
        var top = margin.dy
        for (line, styled) in zip(shaped, lines) {
            canvas.text(
                line,
                in: Rect(
                    x: margin.dx, y: top, width: bounds.width - 2 * margin.dx,
                    height: line.height),
                color: styled.color ?? color, alignment: alignment)
            top += line.height
        }
    }
}
