import Geometry

/// A mark that a person has drawn: a stroke, its colour, and how it is attached to a chart.
public struct InkMark: Hashable, Sendable, Identifiable {
    /// The number of a mark, unique in its document.
    public struct ID: Hashable, Sendable, Comparable {
        /// The number.
        public var number: Int

        /// An identity from its number.
        public init(_ number: Int) { self.number = number }

        public static func < (a: ID, b: ID) -> Bool { a.number < b.number }
    }

    /// The number.
    public var id: ID
    /// The stroke, in the points of the view in which it was drawn.
    public var stroke: InkStroke
    /// The colour, without the opacity of the brush.
    public var color: Color
    /// How it follows the chart sideways.
    public var x: InkAxis
    /// How it follows the chart upwards and downwards.
    public var y: InkAxis

    /// A mark from its parts.
    public init(id: ID, stroke: InkStroke, color: Color, x: InkAxis, y: InkAxis) {
        (self.id, self.stroke, self.color, self.x, self.y) = (id, stroke, color, x, y)
    }

    /// The colour as it is drawn.
    public var paint: Color { color.opacity(Float(stroke.brush.opacity)) }
}
