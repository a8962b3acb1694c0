import Geometry
import Text

extension InfoBoard {
    /// Colours, type and distances of a board; distances are in points.
    public struct Style: Hashable, Sendable {
        /// The board's ground.
        public var ground: Color
        /// The line around the board, and above the notes.
        public var hairline: Color
        /// The shadow; none if it is clear.
        public var shadow: Color
        /// The title, units and names.
        public var label: Color
        /// The notes.
        ///
        /// A value whose colour cannot be read on the ground (4.5:1) is written in a colour nearer
        /// to this one.
        public var strongLabel: Color

        /// The type of the title, units, names and notes.
        public var labelType = TextStyle(size: 11)
        /// The type of values.
        public var valueType = TextStyle(size: 15, weight: .semibold)

        /// The radius of the corners.
        public var corner = 8.0
        /// From the sides to the texts.
        public var padding = 12.0
        /// From the top and the bottom to the texts.
        public var paddingY = 8.0
        /// The height of the title.
        public var titleHeight = 18.0
        /// The height of a row.
        public var rowHeight = 21.0
        /// From the top of a row to its baseline.
        public var baseline = 15.0
        /// Between a value and its unit.
        public var unitGap = 4.0
        /// Between values and names.
        public var nameGap = 12.0
        /// Between columns.
        public var columnGap = 18.0
        /// Between the rows and the notes; a line is in its middle.
        public var noteGap = 11.0
        /// The height of a line of notes.
        public var noteHeight = 15.0
        /// The greatest width of notes above narrower rows.
        public var noteWidth = 220.0
        /// The greatest number of lines of notes.
        public var mostNoteLines = 6
        /// The least distance from the board to the edges of the chart.
        public var margin = 6.0

        /// A style with the type and the distances of the design.
        public init(
            ground: Color, hairline: Color, shadow: Color, label: Color, strongLabel: Color
        ) {
            self.ground = ground
            self.hairline = hairline
            self.shadow = shadow
            self.label = label
            self.strongLabel = strongLabel
        }

        /// The style in the colours of a theme.
        public init(_ theme: ChartTheme) {
            self.init(
                ground: theme.board, hairline: theme.hairline, shadow: theme.shadow,
                label: theme.label, strongLabel: theme.strongLabel)
        }

        /// The colour in which a value of a series is written.
        func legible(_ color: Color) -> Color {
            color.standingOut(on: [ground], at: 4.5, towards: strongLabel)
        }
    }
}
