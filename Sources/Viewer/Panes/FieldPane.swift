import ChartScene
import Geometry
import Painting
import Text

/// The appearance of an editable line of text.
struct FieldModel: Equatable {
    /// The id of its node, and the command that a press on it runs.
    var id: ControlID
    var command: CommandID
    /// Its accessible name.
    var name: String
    var field: TextField
    /// The text shown while it is empty.
    var placeholder: String
    /// Whether it receives what is typed.
    var hasKeys: Bool
}

@MainActor
enum FieldPane {
    static let height = 34.0
    private static let inset = 10.0
    private static let style = TypeStyle.text

    /// A line's position in its field: where it starts, and where the caret may be.
    private struct Placement {
        var line: ShapedLine
        /// Before each character, and after the last, from the start of the line.
        var places: [Double]
        /// The x of the line's start.
        var x: Double

        @MainActor init(_ field: TextField, in room: Rect, _ typesetter: Typesetter) {
            line = typesetter.line(field.shownText, style)
            let scalars = line.caretPlaces
            places = [0]
            var scalar = 0
            for character in field.shownText {
                scalar += character.unicodeScalars.count
                places.append(scalars[min(scalar, scalars.count - 1)])
            }
            places[0] = scalars[0]
            // The caret is visible, with some of the text after it.
            let most = max(0, line.width + 2 - room.width)
            let caret = places[field.shownCaret ?? field.composedPart.upperBound]
            x = room.x - min(max(0, caret - room.width * 0.75), most)
        }
    }

    private static func room(_ rect: Rect) -> Rect {
        rect.inset(by: Insets(left: inset, top: 2, right: inset, bottom: 2))
    }

    /// Draws a field and returns its node.
    static func record(_ model: FieldModel, _ rect: Rect, _ pane: PaneCanvas) -> SemanticNode {
        let theme = pane.theme
        pane.canvas.fill(
            rect, theme.control, corners: Corners(Measure.controlCorner),
            border: model.hasKeys
                ? Border(width: 2, color: theme.focus) : pane.border(theme.controlBorder))
        draw(model, rect, pane)
        return SemanticNode(
            id: model.id, role: .textField, name: model.name, value: model.field.text, frame: rect,
            command: model.command)
    }

    private static func draw(_ model: FieldModel, _ rect: Rect, _ pane: PaneCanvas) {
        let theme = pane.theme
        let room = room(rect)
        let placement = Placement(model.field, in: room, pane.typesetter)
        func draw(_ color: Color) {
            pane.canvas.text(
                placement.line,
                in: Rect(x: placement.x, y: rect.y, width: 0, height: rect.height), color: color)
        }
        if model.field.shownText.isEmpty {
            // Next to the caret, if there is one.
            let left = model.hasKeys ? 3.0 : 0
            pane.text(
                model.placeholder, style,
                in: Rect(
                    x: room.x + left, y: rect.y, width: room.width - left, height: rect.height),
                theme.text2)
        }
        pane.canvas.clipped(to: room.inset(by: Insets(left: -2, top: 0, right: -2, bottom: 0))) {
            draw(theme.text1)
            let marked = model.field.selection
            if !marked.isEmpty {
                let ends = [
                    placement.places[marked.lowerBound], placement.places[marked.upperBound],
                ]
                let band = Rect(
                    x: placement.x + min(ends[0], ends[1]), y: rect.y + 7,
                    width: abs(ends[1] - ends[0]), height: rect.height - 14)
                pane.canvas.fill(band, theme.prominent)
                pane.canvas.clipped(to: band) { draw(theme.prominentInk) }
            }
            let composed = model.field.composedPart
            if !composed.isEmpty {
                let ends = [composed.lowerBound, composed.upperBound].map {
                    placement.x + placement.places[$0]
                }
                pane.canvas.horizontalLine(
                    from: min(ends[0], ends[1]), to: max(ends[0], ends[1]), y: rect.maxY - 8,
                    color: theme.text1)
            }
            if model.hasKeys, let caret = model.field.shownCaret {
                let x = placement.x + placement.places[caret]
                pane.canvas.fill(
                    Rect(x: x - 0.75, y: rect.y + 8, width: 1.5, height: rect.height - 16),
                    theme.text1)
            }
        }
    }

    /// The position in the text of a field that is nearest to an x in the window.
    static func caret(
        in field: TextField, _ rect: Rect, at x: Double, _ typesetter: Typesetter
    ) -> Int {
        let placement = Placement(field, in: room(rect), typesetter)
        let wanted = x - placement.x
        let place = placement.places.indices.min {
            abs(placement.places[$0] - wanted) < abs(placement.places[$1] - wanted)
        }
        return field.place(ofShown: place ?? 0)
    }

    /// The rectangle of a field's caret in the window.
    static func caretPlace(
        in field: TextField, _ rect: Rect, _ typesetter: Typesetter
    ) -> Rect {
        let room = room(rect)
        let placement = Placement(field, in: room, typesetter)
        let x = placement.x + placement.places[field.shownCaret ?? field.caret]
        return Rect(
            x: min(max(x, room.minX), room.maxX), y: rect.y + 8, width: 1.5,
            height: rect.height - 16)
    }
}
