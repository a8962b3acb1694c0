import ChartExport
import Geometry
import Localization

extension EntryModel {
    /// The dialog in which something that is shown is exported.
    ///
    /// - Parameter size: the size of the picture in points; nil if it is not known.
    @MainActor
    init(
        _ prompt: ExportPrompt, size: Size?, window: Rect, typedField: ControlID?,
        hovered: ControlID?, focused: ControlID?
    ) {
        let isWay = prompt.subject == .way
        let field = FieldModel(
            id: ExportPane.fieldID, command: .editExportPath, name: tr("File"),
            field: prompt.field,
            placeholder: isWay
                ? tr("Type a path, for example ~/run.gpx")
                : tr("Type a path, for example ~/weight.png"),
            hasKeys: typedField != nil)
        let choices = ExportPane.choices(of: prompt)
        self.init(
            window: window, top: Measure.headerHeight,
            title: isWay ? tr("Export the way") : tr("Export the chart"),
            fields: [field], choices: choices, choicePairs: [0, 2],
            message: prompt.failure ?? prompt.note
                ?? ExportPane.explanation(of: prompt, size: size), messageLines: 3,
            messageID: ControlID("export.message"), isError: prompt.failure != nil, buttons: [],
            hovered: hovered, focused: focused)
        if isWay {
            buttons.append(DialogModel.Action(title: tr("Homes…"), command: .showHomesFromExport))
        } else {
            buttons += [
                DialogModel.Action(
                    title: tr("Copy"), name: tr("Copy instead of saving"), command: .copyExport,
                    isEnabled: !prompt.isBeingWritten && prompt.form != nil),
                DialogModel.Action(
                    title: tr("Print…"), name: tr("Print instead of saving"),
                    command: .printExport, isEnabled: !prompt.isBeingWritten && prompt.form != .csv),
            ]
        }
        buttons += [
            DialogModel.Action(
                title: tr("Browse…"), name: tr("Choose a place"), command: .chooseExportPlace,
                isEnabled: !prompt.isBeingWritten),
            DialogModel.Action(
                title: prompt.isBeingWritten
                    ? tr("Saving…") : prompt.isReplacing ? tr("Replace") : tr("Save"),
                command: .saveExport, look: prompt.isReplacing ? .grave : .prominent,
                isEnabled: !prompt.isBeingWritten),
        ]
    }
}

extension ExportPrompt {
    /// Whether the person has been asked about a file that is replaced.
    var isReplacing: Bool { replaced != nil && failure != nil }
}

@MainActor
enum ExportPane {
    nonisolated static let fieldID = ControlID(.editExportPath, in: .exportFields)
    /// Chooses a form, by its extension.
    nonisolated static let form = CommandFamily<String>("export.form")
    /// Chooses what a picture shows.
    nonisolated static let part = CommandFamily<String>("export.part")
    /// Chooses the size of a picture, in device pixels per point.
    nonisolated static let scale = CommandFamily<Int>("export.scale")
    /// Chooses light or dark.
    nonisolated static let look = CommandFamily<String>("export.look")

    static func name(of form: ExportForm, _ subject: ExportSubject) -> String {
        let isWay = subject == .way
        return switch form {
        case .gpx: tr("Positions, as GPX")
        case .png: isWay ? tr("Map, as PNG") : tr("Picture, as PNG")
        case .svg: isWay ? tr("Map, as SVG") : tr("Drawing, as SVG")
        case .pdf: isWay ? tr("Map, as PDF") : tr("Page, as PDF")
        case .csv: tr("Values, as CSV")
        }
    }

    static func name(of part: PicturePart) -> String {
        part == .page
            ? tr("The chart with its title, figures and legend") : tr("The chart alone")
    }

    static func name(ofScale scale: Int) -> String {
        scale == 1 ? tr("As many pixels as points") : tr("{1} pixels a point", "\(scale)")
    }

    static func name(of look: Appearance) -> String {
        look == .dark ? tr("Dark colours") : tr("Light colours")
    }

    // MARK: Choices

    /// The choices of a file of the form that is typed.
    static func choices(of prompt: ExportPrompt) -> [SegmentedControl] {
        func choice(
            _ id: String, _ name: String, _ options: [SegmentedControl.Option]
        ) -> SegmentedControl {
            SegmentedControl(
                id: ControlID("export." + id, in: .dialog), name: name, options: options)
        }
        var choices = [
            choice(
                "forms", tr("Kind of file"),
                prompt.subject.forms.map { form in
                    SegmentedControl.Option(
                        label: form.rawValue.uppercased(), name: name(of: form, prompt.subject),
                        command: self.form(form.rawValue), isChosen: prompt.form == form)
                })
        ]
        if let wish = prompt.wish {
            if prompt.subject == .chart(hasPage: true) {
                choices.append(
                    choice(
                        "parts", tr("What it shows"),
                        [(PicturePart.page, tr("Page")), (.chart, tr("Chart only"))].map {
                            part, label in
                            SegmentedControl.Option(
                                label: label, name: name(of: part),
                                command: self.part(part.rawValue),
                                isChosen: wish.part == part)
                        }))
            }
            choices.append(
                choice(
                    "looks", tr("Colours"),
                    [(Appearance.light, tr("Light")), (.dark, tr("Dark"))].map { look, label in
                        SegmentedControl.Option(
                            label: label, name: name(of: look), command: self.look(look.rawValue),
                            isChosen: prompt.appearance == look)
                    }))
            if wish.form == .png {
                choices.append(
                    choice(
                        "scales", tr("Pixels"),
                        ExportPrompt.scales.map { scale in
                            SegmentedControl.Option(
                                label: "\(scale)×", name: name(ofScale: scale),
                                command: self.scale(scale), isChosen: prompt.scale == scale)
                        }))
            }
        }
        if let hides = prompt.hidesHomes {
            choices.append(
                choice(
                    "privacy", tr("Homes"),
                    [
                        SegmentedControl.Option(
                            label: tr("Hidden"), name: tr("Leave out what is near your homes"),
                            command: .exportHidingHomes, isChosen: hides),
                        SegmentedControl.Option(
                            label: tr("Shown"), name: tr("Show everything"),
                            command: .exportShowingHomes, isChosen: !hides),
                    ]))
        }
        return choices
    }

    // MARK: Words

    /// What is in the file.
    static func explanation(of prompt: ExportPrompt, size: Size?) -> String {
        guard prompt.subject == .way else { return chartExplanation(of: prompt, size) }
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

    private static func chartExplanation(of prompt: ExportPrompt, _ size: Size?) -> String {
        switch prompt.form {
        case .png:
            guard let size else { return tr("The view as a picture.") }
            let scale = Double(prompt.scale)
            return tr(
                "The view as a picture of {1} × {2} pixels.",
                "\(Int((size.width * scale).rounded()))", "\(Int((size.height * scale).rounded()))")
        case .svg:
            return tr("The view as a drawing that keeps sharp at any size. Its text stays text.")
        case .pdf: return tr("The view as a page to read and print. Its text stays text.")
        case .csv:
            return tr(
                "The values in view with their times, in the units in which they are kept and in those shown."
            )
        default: return tr("The ending of the name says which kind of file it is.")
        }
    }
}

extension CommandID {
    static let editExportPath = CommandID("export.path")
    static let exportHidingHomes = CommandID("export.hide-homes")
    static let exportShowingHomes = CommandID("export.show-homes")
    static let showHomesFromExport = CommandID("export.homes")
    static let chooseExportPlace = CommandID("export.place")
    static let copyExport = CommandID("export.copy-this")
    static let printExport = CommandID("export.print-this")
    static let saveExport = CommandID("export.save")
}
