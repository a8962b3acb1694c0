import ChartScene
import Geometry
import Localization
import Painting
import Text

/// A dialog with fields to type in: for a note, a target, or an export.
struct EntryModel: Equatable {
    var window: Rect
    var top: Double
    var title: String
    var fields: [FieldModel]
    /// The fields that share a row with the one after them, if there is room.
    var pairs: Set<Int> = []
    /// Choices below the fields, one under the other.
    var choices: [SegmentedControl] = []
    /// The choices that share a row with the one after them, if there is room.
    var choicePairs: Set<Int> = []
    var message: String
    /// The room for the message.
    var messageLines = 2
    /// The id of the message.
    var messageID: ControlID
    var isError: Bool
    /// The buttons at the end of the dialog, from left to right; the last one is at its right edge,
    /// and the others begin at its left edge, above it if there are many in a narrow dialog.
    var buttons: [DialogModel.Action]
    /// What comes of it, next to the fields, or below them in a narrow window; nil for nothing.
    var preview: PagePreview?
    var scroll = 0.0
    var hovered: ControlID?
    var focused: ControlID?
}

@MainActor
enum EntryPane {
    private static let captionHeight = 20.0
    private static let gap = 14.0
    private static let messageLine = 18.0
    private static let buttonHeight = 30.0
    /// The least width at which two fields are next to each other.
    private static let leastWidth = 380.0

    /// The layout of the dialog, from the top left corner of its content.
    private struct Layout {
        var fields: [Rect] = []
        var choices: [Rect] = []
        var message: Rect
        var buttons: Double
        var lastButton: Double
        var height: Double

        @MainActor init(_ model: EntryModel, width: Double) {
            var y = 0.0
            func next(_ x: Double, _ width: Double) -> Rect {
                Rect(x: x, y: y + captionHeight, width: width, height: FieldPane.height)
            }
            let step = captionHeight + FieldPane.height + gap
            let half = (width - gap) / 2
            for index in model.fields.indices {
                if width >= leastWidth, model.pairs.contains(index) {
                    fields.append(next(0, half))
                } else if width >= leastWidth, model.pairs.contains(index - 1) {
                    y -= step
                    fields.append(next(half + gap, half))
                } else {
                    fields.append(next(0, width))
                }
                y += step
            }
            let choiceStep = captionHeight + SegmentedControl.height + gap
            for index in model.choices.indices {
                let isWide = width >= leastWidth
                let isFirst =
                    isWide && model.choicePairs.contains(index)
                    && index + 1 < model.choices.count
                let isSecond = isWide && model.choicePairs.contains(index - 1)
                if isSecond { y -= choiceStep }
                var choice = next(
                    isSecond ? half + gap : 0, isFirst || isSecond ? half : width)
                choice.height = SegmentedControl.height
                choices.append(choice)
                y += choiceStep
            }
            let messageHeight = Double(model.messageLines) * messageLine
            message = Rect(x: 0, y: y, width: width, height: messageHeight)
            buttons = y + messageHeight + gap
            lastButton = buttons
            if width < leastWidth, model.buttons.count > 3 { lastButton += buttonHeight + 8 }
            height = lastButton + buttonHeight + 8
        }
    }

    private static let width = 520.0
    /// Between the fields and a preview next to them.
    private static let previewGap = 28.0

    /// Whether the preview is next to the fields.
    private static func hasSide(_ model: EntryModel) -> Bool {
        model.preview != nil && model.window.width >= width + previewGap + PagePreview.width + 24
    }

    /// The width of the fields in that of the content.
    private static func formWidth(_ model: EntryModel, in width: Double) -> Double {
        hasSide(model) ? width - previewGap - PagePreview.width : width
    }

    static func frame(_ model: EntryModel) -> DialogFrame {
        let isWide = hasSide(model)
        var frame = DialogFrame(
            window: model.window, top: model.top, title: model.title,
            width: width + (isWide ? previewGap + PagePreview.width : 0), contentHeight: 0,
            scroll: model.scroll)
        let form = Layout(model, width: formWidth(model, in: frame.head.width)).height
        let preview = model.preview?.height(in: isWide ? PagePreview.width : frame.head.width) ?? 0
        frame.contentHeight =
            isWide ? max(form, preview + 8) : form + (model.preview == nil ? 0 : preview + 24)
        return frame
    }

    /// The scroll offset at which the focused field or button is visible, in points.
    static func scroll(revealing id: ControlID?, in model: EntryModel) -> Double {
        let frame = frame(model)
        let layout = Layout(model, width: formWidth(model, in: frame.head.width))
        let place: (top: Double, bottom: Double)? =
            model.fields.firstIndex { $0.id == id }.map {
                (layout.fields[$0].y - captionHeight, layout.fields[$0].maxY)
            }
            ?? (model.buttons.contains { ControlID($0.command) == id }
                ? (layout.buttons, layout.lastButton + buttonHeight) : nil)
            ?? model.choices.firstIndex { choice in
                choice.options.contains { ControlID($0.command) == id }
            }.map { (layout.choices[$0].y - captionHeight, layout.choices[$0].maxY) }
        guard let place else { return model.scroll }
        return min(max(model.scroll, place.bottom + 8 - frame.list.height), place.top)
    }

    static func record(_ model: EntryModel, _ pane: PaneCanvas) -> [SemanticNode] {
        frame(model).record(hovered: model.hovered, focused: model.focused, pane) { content in
            let whole = content
            var content = content
            content.width = formWidth(model, in: whole.width)
            let layout = Layout(model, width: content.width)
            let origin = Vector(dx: content.x, dy: content.y)
            var nodes: [SemanticNode] = []
            for (field, place) in zip(model.fields, layout.fields) {
                let rect = place.offset(by: origin)
                caption(field.name, over: rect, pane)
                nodes.append(FieldPane.record(field, rect, pane))
            }
            for (choice, place) in zip(model.choices, layout.choices) {
                let rect = place.offset(by: origin)
                caption(choice.name, over: rect, pane)
                let widths = choice.widths(padding: 28, pane)
                let wide = min(rect.width, widths.reduce(8, +))
                nodes.append(
                    choice.record(
                        Rect(x: rect.x, y: rect.y, width: wide, height: rect.height),
                        widths: widths, hovered: model.hovered, focused: model.focused, pane))
            }
            nodes.append(message(model, layout.message.offset(by: origin), pane))
            nodes += buttons(
                model, content, ys: (content.y + layout.buttons, content.y + layout.lastButton),
                pane)
            if let preview = model.preview {
                let isWide = hasSide(model)
                let place = Rect(
                    x: isWide ? content.maxX + previewGap : content.x,
                    y: isWide ? whole.y : whole.y + layout.height + 16,
                    width: isWide ? PagePreview.width : content.width, height: 0)
                nodes.append(preview.record(place, pane))
            }
            return nodes
        }
    }

    private static func caption(_ text: String, over rect: Rect, _ pane: PaneCanvas) {
        pane.text(
            text, TypeStyle.label,
            in: Rect(
                x: rect.x, y: rect.y - captionHeight, width: rect.width,
                height: captionHeight - 2), pane.theme.text2)
    }

    /// Draws the message in the lines that it has room for.
    private static func message(
        _ model: EntryModel, _ rect: Rect, _ pane: PaneCanvas
    ) -> SemanticNode {
        pane.paragraph(
            model.message, TypeStyle.text, in: rect, lines: model.messageLines,
            model.isError ? pane.theme.danger : pane.theme.text2)
        return SemanticNode(
            id: model.messageID, role: model.isError ? .alert : .text,
            name: model.message,
            frame: rect)
    }

    private static func buttons(
        _ model: EntryModel, _ content: Rect, ys: (others: Double, last: Double),
        _ pane: PaneCanvas
    ) -> [SemanticNode] {
        var left = content.x
        return model.buttons.enumerated().map { index, action in
            let width = ActionButton.width(action, pane.typesetter) + 16
            let isLast = index == model.buttons.count - 1
            let rect = Rect(
                x: isLast ? content.maxX - width : left, y: isLast ? ys.last : ys.others,
                width: width, height: buttonHeight)
            left = rect.maxX + 8
            return ActionButton.record(
                action, rect, within: rect, hovered: model.hovered, focused: model.focused, pane)
        }
    }
}
