import ChartScene
import Geometry
import HealthData
import Localization
import Painting
import Text

/// The dialog in which a note is written.
struct NoteModel: Equatable {
    var window: Rect
    var top: Double
    var title: String
    var fields: [FieldModel]
    /// The choice of the charts that show the note; nil if there is nothing to choose.
    var charts: SegmentedControl?
    var message: String
    var isError: Bool
    /// The buttons at the end of the dialog, from left to right; if there are two, the first one is
    /// at its left edge.
    var buttons: [DialogModel.Action]
    var scroll = 0.0
    var hovered: ControlID?
    var focused: ControlID?

    @MainActor
    init(
        _ prompt: NotePrompt, window: Rect, typedField: ControlID?, hovered: ControlID?,
        focused: ControlID?, locale: LocaleFormat
    ) {
        self.window = window
        top = Measure.headerHeight
        title = prompt.original == nil ? tr("New note") : tr("Edit note")
        fields = NotePrompt.Field.allCases.map { field in
            FieldModel(
                id: field.id, command: field.command, name: field.name, field: prompt[field],
                placeholder: field.placeholder, hasKeys: typedField == field.id)
        }
        charts = prompt.candidate.map { candidate in
            SegmentedControl(
                id: ControlID("note.charts", in: .dialog), name: tr("Show on"),
                options: [
                    SegmentedControl.Option(
                        label: tr("All charts"), name: tr("All charts"), command: .noteForAll,
                        isChosen: !prompt.isForOne),
                    SegmentedControl.Option(
                        label: Metric.name(of: candidate), name: Metric.name(of: candidate),
                        command: .noteForOne, isChosen: prompt.isForOne),
                ])
        }
        (message, isError) = prompt.message(locale)
        buttons = [
            DialogModel.Action(
                title: prompt.isBeingWritten ? tr("Saving…") : tr("Save"), command: .saveNote,
                look: .prominent, isEnabled: !prompt.isBeingWritten)
        ]
        if prompt.original != nil {
            buttons.insert(
                DialogModel.Action(
                    title: prompt.isPendingRemoval ? tr("Delete this note?") : tr("Delete"),
                    command: prompt.isPendingRemoval ? .confirmRemovingNote : .removeNote,
                    look: prompt.isPendingRemoval ? .grave : .plain,
                    isEnabled: !prompt.isBeingWritten), at: 0)
        }
        self.hovered = hovered
        self.focused = focused
    }
}

extension NotePrompt.Field {
    var name: String {
        switch self {
        case .text: tr("Note")
        case .start: tr("Start")
        case .end: tr("End")
        }
    }

    fileprivate var placeholder: String {
        switch self {
        case .text: tr("What happened?")
        case .start: "2026-05-02"
        case .end: tr("Optional")
        }
    }
}

@MainActor
enum NotePane {
    private static let captionHeight = 20.0
    private static let gap = 14.0
    private static let messageHeight = 36.0
    private static let buttonHeight = 30.0
    /// The least width at which the two times are next to each other.
    private static let leastWidth = 380.0

    /// The layout of the dialog, from the top left corner of its content.
    private struct Layout {
        var fields: [Rect] = []
        var charts: Rect?
        var message: Rect
        var buttons: Double
        var height: Double

        @MainActor init(_ model: NoteModel, width: Double) {
            var y = 0.0
            func next(_ x: Double, _ width: Double) -> Rect {
                Rect(x: x, y: y + captionHeight, width: width, height: FieldPane.height)
            }
            let step = captionHeight + FieldPane.height + gap
            let half = (width - gap) / 2
            for index in model.fields.indices {
                switch index {
                case 1 where width >= leastWidth: fields.append(next(0, half))
                case 2 where width >= leastWidth:
                    y -= step
                    fields.append(next(half + gap, half))
                default: fields.append(next(0, width))
                }
                y += step
            }
            if model.charts != nil {
                charts = next(0, width)
                charts?.height = SegmentedControl.height
                y += captionHeight + SegmentedControl.height + gap
            }
            message = Rect(x: 0, y: y, width: width, height: messageHeight)
            buttons = y + messageHeight + gap
            height = buttons + buttonHeight + 8
        }
    }

    static func frame(_ model: NoteModel) -> DialogFrame {
        var frame = DialogFrame(
            window: model.window, top: model.top, title: model.title, width: 520,
            contentHeight: 0, scroll: model.scroll)
        frame.contentHeight = Layout(model, width: frame.head.width).height
        return frame
    }

    /// The scroll offset at which the focused field or button is visible, in points.
    static func scroll(revealing id: ControlID?, in model: NoteModel) -> Double {
        let frame = frame(model)
        let layout = Layout(model, width: frame.head.width)
        let place: (top: Double, bottom: Double)? =
            model.fields.firstIndex { $0.id == id }.map {
                (layout.fields[$0].y - captionHeight, layout.fields[$0].maxY)
            }
            ?? (model.buttons.contains { ControlID($0.command) == id }
                ? (layout.buttons, layout.buttons + buttonHeight) : nil)
            ?? layout.charts.flatMap { charts in
                model.charts?.options.contains { ControlID($0.command) == id } == true
                    ? (charts.y - captionHeight, charts.maxY) : nil
            }
        guard let place else { return model.scroll }
        return min(max(model.scroll, place.bottom + 8 - frame.list.height), place.top)
    }

    static func record(_ model: NoteModel, _ pane: PaneCanvas) -> [SemanticNode] {
        frame(model).record(hovered: model.hovered, focused: model.focused, pane) { content in
            let layout = Layout(model, width: content.width)
            let origin = Vector(dx: content.x, dy: content.y)
            var nodes: [SemanticNode] = []
            for (field, place) in zip(model.fields, layout.fields) {
                let rect = place.offset(by: origin)
                caption(field.name, over: rect, pane)
                nodes.append(FieldPane.record(field, rect, pane))
            }
            if let charts = model.charts, let place = layout.charts {
                let rect = place.offset(by: origin)
                caption(charts.name, over: rect, pane)
                let widths = charts.widths(padding: 28, pane)
                let wide = min(rect.width, widths.reduce(8, +))
                nodes.append(
                    charts.record(
                        Rect(x: rect.x, y: rect.y, width: wide, height: rect.height),
                        widths: widths, hovered: model.hovered, focused: model.focused, pane))
            }
            nodes.append(message(model, layout.message.offset(by: origin), pane))
            nodes += buttons(model, content.offset(by: Vector(dx: 0, dy: layout.buttons)), pane)
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

    /// Draws the message in at most two lines.
    private static func message(
        _ model: NoteModel, _ rect: Rect, _ pane: PaneCanvas
    ) -> SemanticNode {
        pane.paragraph(
            model.message, TypeStyle.text, in: rect, lines: 2,
            model.isError ? pane.theme.danger : pane.theme.text2)
        return SemanticNode(
            id: ControlID("note.message"), role: model.isError ? .alert : .text,
            name: model.message,
            frame: rect)
    }

    private static func buttons(
        _ model: NoteModel, _ content: Rect, _ pane: PaneCanvas
    ) -> [SemanticNode] {
        model.buttons.enumerated().map { index, action in
            let width = ActionButton.width(action, pane.typesetter) + 16
            let isLast = index == model.buttons.count - 1
            let rect = Rect(
                x: isLast ? content.maxX - width : content.x, y: content.y, width: width,
                height: buttonHeight)
            return ActionButton.record(
                action, rect, within: rect, hovered: model.hovered, focused: model.focused, pane)
        }
    }
}
