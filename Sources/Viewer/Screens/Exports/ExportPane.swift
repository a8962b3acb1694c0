import Geometry
import Localization

extension EntryModel {
    /// The dialog in which the way of a workout is exported.
    @MainActor
    init(
        _ prompt: ExportPrompt, window: Rect, typedField: ControlID?, hovered: ControlID?,
        focused: ControlID?
    ) {
        let field = FieldModel(
            id: ExportPane.fieldID, command: .editExportPath, name: tr("File"),
            field: prompt.field, placeholder: tr("Type a path, for example ~/run.gpx"),
            hasKeys: typedField != nil)
        let forms = SegmentedControl(
            id: ControlID("export.forms", in: .dialog), name: tr("Kind of file"),
            options: WayForm.allCases.map { form in
                SegmentedControl.Option(
                    label: form.rawValue.uppercased(), name: ExportPane.name(of: form),
                    command: ExportPane.form(form.rawValue), isChosen: prompt.form == form)
            })
        let homes = prompt.hidesHomes.map { hides in
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
        self.init(
            window: window, top: Measure.headerHeight, title: tr("Export the way"),
            fields: [field], choices: [forms] + (homes.map { [$0] } ?? []),
            message: prompt.failure ?? ExportPane.explanation(of: prompt), messageLines: 3,
            messageID: ControlID("export.message"), isError: prompt.failure != nil, buttons: [],
            hovered: hovered, focused: focused)
        buttons = [
            DialogModel.Action(title: tr("Homes…"), command: .showHomesFromExport),
            DialogModel.Action(
                title: prompt.isBeingWritten
                    ? tr("Saving…") : prompt.replaced != nil ? tr("Replace") : tr("Save"),
                command: .saveExport, look: prompt.replaced != nil ? .grave : .prominent,
                isEnabled: !prompt.isBeingWritten),
        ]
    }
}

@MainActor
enum ExportPane {
    nonisolated static let fieldID = ControlID(.editExportPath, in: .exportFields)
    /// Chooses a form, by its extension.
    nonisolated static let form = CommandFamily<String>("export.form")

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
}

extension CommandID {
    static let editExportPath = CommandID("export.path")
    static let exportHidingHomes = CommandID("export.hide-homes")
    static let exportShowingHomes = CommandID("export.show-homes")
    static let showHomesFromExport = CommandID("export.homes")
    static let saveExport = CommandID("export.save")
}
