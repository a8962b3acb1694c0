import Geometry
import Painting
import Text

extension Legend {
    /// An item of a legend: a pill with a marker and a name.
    public struct Item: Hashable, Sendable {
        /// The id of the item, for example that of a mark.
        public var id: String
        /// The name that is written.
        public var name: String
        /// The colour of the marker.
        public var color: Color
        /// The shape of the marker.
        public var shape: MarkerShape
        /// Whether the item is shown in the chart.
        public var isShown: Bool
        /// Whether it is a series, which can be shown alone; other items, such as zones, stay as
        /// they are.
        public var isSeries: Bool
        /// What the item is and how it is made, as a sentence; empty if its name is enough.
        public var explanation: String
        /// What is written behind the name, less strongly: a share, a number; empty for nothing.
        public var detail: String

        /// Makes an item.
        public init(
            id: String, name: String, color: Color, shape: MarkerShape, isShown: Bool,
            isSeries: Bool = true, explanation: String = "", detail: String = ""
        ) {
            self.detail = detail
            self.id = id
            self.name = name
            self.color = color
            self.shape = shape
            self.isShown = isShown
            self.isSeries = isSeries
            self.explanation = explanation
        }
    }

    /// Colours, type and distances of a legend; distances are in points.
    public struct Style: Hashable, Sendable {
        /// The ground of an item that is shown.
        public var ground: Color
        /// The line around an item.
        public var hairline: Color
        /// The name of an item that is shown, and a trace of it under the pointer.
        public var text: Color
        /// The name and the marker of a hidden item.
        public var hiddenText: Color
        /// The ring around the item that has the keyboard's focus.
        public var focus: Color

        /// The type of names.
        public var type = TextStyle(size: 13)
        /// The height of an item.
        public var height = 26.0
        /// Between items, and between rows.
        public var gap = 8.0
        /// From the left end of an item to the middle of its marker.
        public var markerInset = 16.0
        /// From the left end of an item to its name.
        public var nameInset = 28.0
        /// From a name to its detail.
        public var detailGap = 6.0
        /// The width of an item in addition to that of its name.
        public var padding = 40.0

        /// A style with the type and the distances of the design.
        public init(
            ground: Color, hairline: Color, text: Color, hiddenText: Color, focus: Color
        ) {
            self.ground = ground
            self.hairline = hairline
            self.text = text
            self.hiddenText = hiddenText
            self.focus = focus
        }

        /// The style in the colours of a theme.
        public init(_ theme: ChartTheme) {
            self.init(
                ground: theme.board, hairline: theme.hairline, text: theme.strongLabel,
                hiddenText: theme.label, focus: theme.label)
        }
    }

    /// The rectangles of items, in as many rows as they need.
    ///
    /// - Parameter frame: its height does not matter.
    public static func rects(
        of items: [Item], in frame: Rect, _ style: Style, _ typesetter: Typesetter
    ) -> [Rect] {
        var x = frame.x
        var y = frame.y
        return items.map { item in
            let detail =
                item.detail.isEmpty
                ? 0 : typesetter.measure(item.detail, style.type).width + style.detailGap
            let wanted =
                (typesetter.measure(item.name, style.type).width + detail + style.padding)
                .rounded(.up)
            let width = min(wanted, frame.width)
            if x > frame.x, x + width > frame.maxX {
                x = frame.x
                y += style.height + style.gap
            }
            defer { x += width + style.gap }
            return Rect(x: x, y: y, width: width, height: style.height)
        }
    }

    /// The height of items in a width; 0 without items.
    public static func height(
        of items: [Item], width: Double, _ style: Style, _ typesetter: Typesetter
    ) -> Double {
        let frame = Rect(x: 0, y: 0, width: width, height: 0)
        return rects(of: items, in: frame, style, typesetter).last?.maxY ?? 0
    }

    /// Draws items in their rectangles.
    ///
    /// - Parameters:
    ///   - hovered: the id of the item under the pointer.
    ///   - focused: the id of the item that has the keyboard's focus.
    public static func draw(
        _ items: [Item], in rects: [Rect], hovered: String? = nil, focused: String? = nil,
        on canvas: Canvas, _ style: Style, _ typesetter: Typesetter
    ) {
        for (item, rect) in zip(items, rects) {
            let corners = Corners(rect.height / 2)
            canvas.fill(
                rect, item.isShown ? style.ground : .clear, corners: corners,
                border: .hairline(style.hairline))
            if item.id == hovered { canvas.fill(rect, style.text.opacity(0.05), corners: corners) }
            if item.id == focused {
                canvas.fill(
                    rect.inset(by: -3), .clear, corners: Corners(rect.height / 2 + 3),
                    border: Border(width: 2, color: style.focus))
            }
            let center = Point(x: rect.x + style.markerInset, y: rect.midY)
            if item.isShown {
                canvas.marker(
                    item.shape, at: center, radius: item.shape == .square ? 4 : 4.75,
                    fill: item.color)
            } else {
                canvas.circle(
                    at: center, radius: 4.5, fill: .clear,
                    stroke: Border(width: 1.5, color: style.hiddenText))
            }
            let name = Rect(
                x: rect.x + style.nameInset, y: rect.y,
                width: rect.width - style.nameInset - style.gap, height: rect.height)
            guard name.width > 0 else { continue }
            let line = typesetter.line(item.name, style.type, fitting: name.width)
            canvas.text(
                line, in: name, color: item.isShown ? style.text : style.hiddenText)
            let left = line.width + style.detailGap
            guard !item.detail.isEmpty, name.width > left else { continue }
            canvas.text(
                typesetter.line(item.detail, style.type, fitting: name.width - left),
                in: Rect(
                    x: name.x + left, y: name.y, width: name.width - left, height: name.height),
                color: style.hiddenText)
        }
    }
}
