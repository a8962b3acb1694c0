import ChartScene
import Geometry
import Localization
import Painting
import Text

/// The dialog in which the way of a workout is exported.
struct ExportModel: Equatable {
    var window: Rect
    var top: Double
    var field: FieldModel
    var forms: SegmentedControl
    /// Whether homes are hidden; nil if there is none.
    var homes: SegmentedControl?
    var message: String
    var isError: Bool
    /// From left to right; the first one is at the left edge.
    var buttons: [DialogModel.Action]
    var scroll = 0.0
    var hovered: ControlID?
    var focused: ControlID?

    @MainActor
    init(
        _ prompt: ExportPrompt, window: Rect, hasKeys: Bool, hovered: ControlID?,
        focused: ControlID?
    ) {
        self.window = window
        top = Measure.headerHeight
        field = FieldModel(
            id: ExportPane.fieldID, command: .editExportPath, name: tr("File"),
            field: prompt.field, placeholder: tr("Type a path, for example ~/run.gpx"),
            hasKeys: hasKeys)
        forms = SegmentedControl(
            id: ControlID("export.forms", in: .dialog), name: tr("Kind of file"),
            options: WayForm.allCases.map { form in
                SegmentedControl.Option(
                    label: form.rawValue.uppercased(), name: ExportPane.name(of: form),
                    command: ExportPane.form(form.rawValue), isChosen: prompt.form == form)
            })
        homes = prompt.hidesHomes.map { hides in
            SegmentedControl(
                id: ControlID("export.privacy", in: .dialog), name: tr("Homes"),
                options: [
                    SegmentedControl.Option(
                        label: tr("Hidden"), name: tr("Leave out what is near your homes"),
                        command: .exportHidingHomes, isChosen: hides),
                    SegmentedControl.Option(
                        label: tr("Shown"), name: tr("Show everything"),
                        command: .exportShowingHomes, isChosen: !hides),
                ])
        }
        isError = prompt.failure != nil
        message = prompt.failure ?? ExportPane.explanation(of: prompt)
        buttons = [
            DialogModel.Action(title: tr("Homes…"), command: .showHomesFromExport),
            DialogModel.Action(
                title: prompt.isBeingWritten
                    ? tr("Saving…") : prompt.replaced != nil ? tr("Replace") : tr("Save"),
                command: .saveExport, look: prompt.replaced != nil ? .grave : .prominent,
                isEnabled: !prompt.isBeingWritten),
        ]
        self.hovered = hovered
        self.focused = focused
    }
}

@MainActor
enum ExportPane {
    nonisolated static let fieldID = ControlID(.editExportPath, in: .exportFields)
    /// Chooses a form, by its extension.
    nonisolated static let form = CommandFamily<String>("export.form")
    private static let captionHeight = 20.0
    private static let gap = 14.0
    private static let messageHeight = 54.0
    private static let buttonHeight = 30.0

    static func name(of form: WayForm) -> String {
        switch form {
        case .gpx: tr("Positions, as GPX")
        case .png: tr("Map, as PNG")
        case .svg: tr("Map, as SVG")
        case .pdf: tr("Map, as PDF")
        }
    }

    /// What is in the file.
    static func explanation(of prompt: ExportPrompt) -> String {
        let content =
            prompt.form == .gpx
            ? tr("The positions of this workout, with heart rate, cadence and power.")
            : tr("The map as it is shown.")
        switch prompt.hidesHomes {
        case nil: return content + " " + tr("No homes are hidden.")
        case true?:
            return content + " "
                + tr("What is near your homes is left out, and lengths count from there on.")
        case false?: return content + " " + tr("It shows where you live.")
        }
    }

    /// The layout of the dialog, from the top left corner of its content.
    private struct Layout {
        var field: Rect
        var forms: Rect
        var homes: Rect?
        var message: Rect
        var buttons: Double
        var height: Double

        @MainActor init(_ model: ExportModel, width: Double) {
            var y = 0.0
            func next(_ height: Double) -> Rect {
                y += captionHeight
                defer { y += height + gap }
                return Rect(x: 0, y: y, width: width, height: height)
            }
            field = next(FieldPane.height)
            forms = next(SegmentedControl.height)
            if model.homes != nil { homes = next(SegmentedControl.height) }
            message = Rect(x: 0, y: y, width: width, height: messageHeight)
            buttons = y + messageHeight + gap
            height = buttons + buttonHeight + 8
        }
    }

    static func frame(_ model: ExportModel) -> DialogFrame {
        var frame = DialogFrame(
            window: model.window, top: model.top, title: tr("Export the way"), width: 520,
            contentHeight: 0, scroll: model.scroll)
        frame.contentHeight = Layout(model, width: frame.head.width).height
        return frame
    }

    /// The scroll offset at which a focused control is visible, in points.
    static func scroll(revealing id: ControlID?, in model: ExportModel) -> Double {
        let frame = frame(model)
        let layout = Layout(model, width: frame.head.width)
        func has(_ control: SegmentedControl?) -> Bool {
            control?.options.contains { ControlID($0.command, in: .dialog) == id } ?? false
        }
        let place: (top: Double, bottom: Double)? =
            id == fieldID
            ? (0, layout.field.maxY)
            : has(model.forms)
                ? (layout.forms.y - captionHeight, layout.forms.maxY)
                : has(model.homes)
                    ? layout.homes.map { ($0.y - captionHeight, $0.maxY) }
                    : model.buttons.contains { ControlID($0.command) == id }
                        ? (layout.buttons, layout.buttons + buttonHeight) : nil
        guard let place else { return model.scroll }
        return min(max(model.scroll, place.bottom + 8 - frame.list.height), place.top)
    }

    static func record(_ model: ExportModel, _ pane: PaneCanvas) -> [SemanticNode] {
        frame(model).record(hovered: model.hovered, focused: model.focused, pane) { content in
            let layout = Layout(model, width: content.width)
            let origin = Vector(dx: content.x, dy: content.y)
            let field = layout.field.offset(by: origin)
            caption(model.field.name, over: field, pane)
            var nodes = [FieldPane.record(model.field, field, pane)]
            for (control, place) in [(model.forms, layout.forms), (model.homes, layout.homes)] {
                guard let control, let place else { continue }
                let rect = place.offset(by: origin)
                caption(control.name, over: rect, pane)
                let widths = control.widths(padding: 28, pane)
                let width = min(rect.width, widths.reduce(8, +))
                nodes.append(
                    control.record(
                        Rect(x: rect.x, y: rect.y, width: width, height: rect.height),
                        widths: widths, hovered: model.hovered, focused: model.focused, pane))
            }
            let message = layout.message.offset(by: origin)
            pane.paragraph(
                model.message, TypeStyle.text, in: message, lines: 3,
                model.isError ? pane.theme.danger : pane.theme.text2)
            nodes.append(
                SemanticNode(
                    id: ControlID("export.message"), role: model.isError ? .alert : .text,
                    name: model.message, frame: message))
            return nodes
                + buttons(model, content.offset(by: Vector(dx: 0, dy: layout.buttons)), pane)
        }
    }

    private static func caption(_ text: String, over rect: Rect, _ pane: PaneCanvas) {
        pane.text(
            text, TypeStyle.label,
            in: Rect(
                x: rect.x, y: rect.y - captionHeight, width: rect.width,
                height: captionHeight - 2), pane.theme.text2)
    }

    private static func buttons(
        _ model: ExportModel, _ content: Rect, _ pane: PaneCanvas
    ) -> [SemanticNode] {
        model.buttons.enumerated().map { index, action in
            let width = ActionButton.width(action, pane.typesetter) + 16
            let rect = Rect(
                x: index == 0 ? content.x : content.maxX - width, y: content.y, width: width,
                height: buttonHeight)
            return ActionButton.record(
                action, rect, within: rect, hovered: model.hovered, focused: model.focused, pane)
        }
    }
}

extension CommandID {
    static let editExportPath = CommandID("export.path")
    static let exportHidingHomes = CommandID("export.hide-homes")
    static let exportShowingHomes = CommandID("export.show-homes")
    static let showHomesFromExport = CommandID("export.homes")
    static let saveExport = CommandID("export.save")
}
