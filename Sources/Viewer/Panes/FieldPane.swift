import ChartScene
import Geometry
import Painting
import Text

/// A line of text that can be typed, as it is to be seen.
struct FieldModel: Equatable {
    /// Of its node; what presses on it run.
    var id: ControlID
    var command: CommandID
    /// What it is called.
    var name: String
    var field: TextField
    /// What stands in it while it is empty.
    var placeholder: String
    /// Whether what is typed goes to it.
    var hasKeys: Bool
}

@MainActor
enum FieldPane {
    static let height = 34.0
    private static let inset = 10.0
    private static let style = TypeStyle.text

    /// A line as it lies in its field: where its start is, and where the caret may stand.
    private struct Placement {
        var line: ShapedLine
        /// Before each character, and behind the last, from the start of the line.
        var places: [Double]
        /// Where the line's start is.
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
            // The caret is in sight, with some of what follows it.
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
            // Beside the caret, where there is one.
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

    /// The place in the text of a field that lies nearest to a place in the window.
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

    /// Where the caret of a field is in the window.
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
