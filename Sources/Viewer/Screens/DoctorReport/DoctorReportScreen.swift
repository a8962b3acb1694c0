import ChartCore
import ChartExport
import Charts
import Geometry
import HealthData
import Localization
import PDF
import Platform
import Reports
import Text

/// The dialog in which a report for a doctor is composed, with its pages as they will be printed.
@MainActor
final class DoctorReportScreen: EntryScreen {
    nonisolated static let entry = ScreenEntry(
        .doctorReport, make: DoctorReportScreen.init, commands: commands, families: families)

    private static let preset = CommandFamily<String>("doctor-report.preset")
    private static let days = CommandFamily<Int>("doctor-report.days")
    private static let paper = CommandFamily<String>("doctor-report.paper")
    private static let rule = CommandFamily<String>("doctor-report.rule")
    private static let notes = CommandFamily<Bool>("doctor-report.notes")

    let id = ScreenID.doctorReport
    private unowned let viewer: ViewerContext
    let form = EntryForm()
    private var prompt: DoctorReportPrompt { didSet { viewer.changed() } }
    /// The records; nil while they are being read.
    private var records: Result<HealthRecords, ExportFailure>? { didSet { viewer.changed() } }
    private var fonts: FontLibrary?
    private var known = Cached<Key, Made>()
    private var makings = 0
    private var isChoosing = false

    /// What the pages depend on.
    private struct Key: Equatable {
        var preset: ReportPreset
        var days: Int
        var paper: Paper
        var rule: PressureRule
        var hasNotes: Bool?
        var name: String
        var born: CivilDate?
        var isThere: Bool
        /// Whether the birth date can be read.
        var isReadable: Bool
        var units: UnitPreferences
    }

    /// The report, or why there is none.
    private struct Made {
        var report: Report?
        var message: String
        var revision: Int
    }

    init(_ viewer: ViewerContext) {
        self.viewer = viewer
        let model = viewer.model
        let presets = Self.presets(model)
        let selected = model.selected
        // What is shown is what the report is probably about.
        let first =
            presets.first { $0 != .all && selected.map($0.metrics.contains) == true }
            ?? presets.first ?? .bloodPressure
        prompt = DoctorReportPrompt(
            first, among: presets, paper: Self.usualPaper, hasNotes: !model.notes.all.isEmpty)
        viewer.hosts.records?.readRecords { [weak self] in self?.records = $0 }
    }

    /// The presets of which there are records; all of them are one, too, if there are several.
    static func presets(_ model: ViewerModel) -> [ReportPreset] {
        let single = ReportPreset.allCases.filter { preset in
            preset != .all && preset.metrics.contains { model.metricCharts[$0] != nil }
        }
        return single.count > 1 ? single + [.all] : single
    }

    /// Letter where it is usual.
    private static var usualPaper: Paper {
        let territories: Set<String> = ["US", "CA", "MX", "PH", "CL", "CO", "VE"]
        return LocaleFormat.current.measurement.territory.map(territories.contains) == true
            ? .letter : .a4
    }

    var firstFocus: ControlID? { DoctorReportPrompt.Field.name.id }

    // MARK: The report

    private var options: ReportOptions? {
        let model = viewer.model
        guard case .some(let born) = prompt.born(in: model.calendar) else { return nil }
        var options = ReportOptions(
            prompt.preset,
            heading: SheetHeading(
                name: prompt[.name].text.withSingleSpaces, born: born,
                printed: model.calendar.date(of: viewer.today()),
                version: viewer.hosts.records?.version ?? ""),
            calendar: model.calendar, paper: prompt.paper, span: .last(days: prompt.days),
            rule: prompt.rule)
        let units = model.appearance.pins.units
        let place = model.locale.measurement
        options.glucoseUnit =
            units.unit(of: .glucose, in: place) == .millimolePerLiter ? .millimoles : .milligrams
        options.weightUnit =
            [.pound, .stone].contains(units.unit(of: .mass, in: place)) ? .pounds : .kilograms
        guard prompt.hasNotes == true else { return options }
        options.notes = model.notes.all.filter { note in
            note.metric.map(prompt.preset.metrics.contains) ?? true
        }.map { note in
            ReportNote(
                day: model.calendar.date(of: note.start),
                lastDay: model.calendar.date(of: max(note.end.nextDown, note.start)),
                text: note.text)
        }
        return options
    }

    private func made(_ fonts: FontLibrary) -> Made {
        let options = options
        let key = Key(
            preset: prompt.preset, days: prompt.days, paper: prompt.paper, rule: prompt.rule,
            hasNotes: prompt.hasNotes, name: prompt[.name].text, born: options?.heading.born,
            isThere: records != nil, isReadable: options != nil,
            units: viewer.model.appearance.pins.units)
        return known(key) {
            makings += 1
            switch records {
            case nil:
                let sentence =
                    viewer.hosts.records == nil
                    ? tr("The records cannot be read here.") : tr("Reading the records…")
                return Made(message: sentence, revision: makings)
            case .failure(let failure):
                return Made(message: "\(failure)", revision: makings)
            case .success(let records):
                guard let options else {
                    return Made(
                        message: tr("Write the birth date as 1968-03-14."), revision: makings)
                }
                do throws(ReportError) {
                    return Made(
                        report: try Report(
                            records, options, fonts: fonts, format: viewer.model.locale),
                        message: "", revision: makings)
                } catch {
                    return Made(message: error.description, revision: makings)
                }
            }
        }
    }

    func layout(in room: Rect, _ environment: ScreenEnvironment) {
        fonts = environment.resources.fonts
        let made = made(environment.resources.fonts)
        let typed = typedField(focused: environment.focused)
        var model = EntryModel(
            window: room, top: Measure.headerHeight, title: tr("Report for a doctor"),
            fields: DoctorReportPrompt.Field.allCases.map { field in
                FieldModel(
                    id: field.id, command: field.command, name: Self.name(of: field),
                    field: prompt[field], placeholder: Self.placeholder(of: field),
                    hasKeys: typed == field.id)
            },
            message: prompt.failure
                ?? tr("Nothing is sent anywhere. A name is printed only if you write one."),
            messageID: ControlID("doctor-report.message"), isError: prompt.failure != nil,
            buttons: [
                DialogModel.Action(
                    title: tr("Choose a place…"), command: .chooseReportPlace,
                    isEnabled: !prompt.isBeingWritten),
                DialogModel.Action(
                    title: tr("Print…"), command: .printDoctorReport,
                    isEnabled: made.report != nil && !prompt.isBeingWritten),
                DialogModel.Action(
                    title: prompt.isBeingWritten ? tr("Saving…") : tr("Save PDF"),
                    command: .saveDoctorReport, look: .prominent,
                    isEnabled: made.report != nil && !prompt.isBeingWritten),
            ], hovered: environment.hovered, focused: environment.focused)
        model.pairs = [0]
        model.choices = choices
        model.preview = PagePreview(
            pages: (made.report?.pages ?? []).map {
                PagePreview.Page(picture: $0.picture, size: $0.size)
            }, revision: made.revision, message: made.message,
            name: made.report?.title ?? tr("Report for a doctor"))
        form.layout(model, typedField: typed, environment)
    }

    private var choices: [SegmentedControl] {
        func control<Subject: Equatable>(
            _ id: String, _ name: String, _ all: [Subject], chosen: Subject,
            _ label: (Subject) -> String, _ command: (Subject) -> CommandID
        ) -> SegmentedControl {
            SegmentedControl(
                id: ControlID(id, in: .dialog), name: name,
                options: all.map {
                    SegmentedControl.Option(
                        label: label($0), name: label($0), command: command($0),
                        isChosen: $0 == chosen)
                })
        }
        var choices = [
            control(
                "doctor-report.presets", tr("About"), prompt.presets, chosen: prompt.preset,
                Self.name(of:), { Self.preset($0.rawValue) }),
            control(
                "doctor-report.periods", tr("Last days"), DoctorReportPrompt.days,
                chosen: prompt.days, { viewer.model.locale.number($0) }, { Self.days($0) }),
            control(
                "doctor-report.papers", tr("Paper"), Paper.allCases, chosen: prompt.paper,
                { $0 == .a4 ? "A4" : tr("Letter") }, { Self.paper($0.rawValue) }),
        ]
        if [.bloodPressure, .all].contains(prompt.preset) {
            choices.insert(
                control(
                    "doctor-report.rules", tr("Average by"), PressureRule.allCases,
                    chosen: prompt.rule, { $0.name.isEmpty ? tr("All readings") : $0.name },
                    { Self.rule($0.rawValue) }), at: 2)
        }
        if let hasNotes = prompt.hasNotes {
            choices.append(
                control(
                    "doctor-report.printed-notes", tr("Notes"), [true, false], chosen: hasNotes,
                    { $0 ? tr("Print") : tr("Leave out") }, { Self.notes($0) }))
        }
        return choices
    }

    private static func name(of preset: ReportPreset) -> String {
        switch preset {
        case .bloodPressure: tr("Blood pressure")
        case .glucose: tr("Glucose")
        case .weight: tr("Weight")
        case .heartSleep: tr("Heart, sleep")
        case .all: tr("All")
        }
    }

    private static func name(of field: DoctorReportPrompt.Field) -> String {
        switch field {
        case .name: tr("Name")
        case .born: tr("Born")
        case .path: tr("File")
        }
    }

    private static func placeholder(of field: DoctorReportPrompt.Field) -> String {
        switch field {
        case .name: tr("Optional")
        case .born: tr("Optional, as 1968-03-14")
        case .path: "~/report.pdf"
        }
    }

    // MARK: Typing

    func typedField(focused: ControlID?) -> ControlID? {
        guard !prompt.isBeingWritten else { return nil }
        guard let focused else { return prompt.current.id }
        return DoctorReportPrompt.Field(id: focused)?.id
    }

    func text(of field: ControlID) -> TextField? {
        DoctorReportPrompt.Field(id: field).map { prompt[$0] }
    }

    func edit(_ field: ControlID, _ change: (inout TextField) -> Void) {
        if let field = DoctorReportPrompt.Field(id: field) { prompt.edit(field, change) }
    }

    func refuse(_ sentence: String) { prompt.refuse(sentence) }

    // MARK: Saving and printing

    /// The pages as a PDF.
    private func pdf() throws -> [UInt8] {
        guard let fonts, let report = made(fonts).report else {
            throw ExportFailure(tr("There is no report yet"))
        }
        return try report.pdf(
            fonts: fonts, version: viewer.hosts.records?.version ?? "",
            created: viewer.today().rounded(.down))
    }

    private func choosePlace() {
        guard !prompt.isBeingWritten else { return }
        isChoosing = true
        let path = TypedPath(prompt[.path].text, in: .current).absolute
        viewer.hosts.files.choosePlace(path) { [weak self] place in
            guard let self, isChoosing, viewer.dialog === self else { return }
            isChoosing = false
            switch place {
            case .path(let path): prompt.take(path: path)
            case .dismissed: break
            case .absent:
                prompt.refuse(tr("This desktop has no dialog for that. Type a path instead."))
            case .failed(let sentence): prompt.refuse(sentence)
            }
        }
    }

    private func save() {
        guard !prompt.isBeingWritten else { return }
        guard prompt[.path].text.lowercased().hasSuffix(".pdf") else {
            return prompt.refuse(tr("The path has to end in .pdf."), at: .path)
        }
        let path = TypedPath(prompt[.path].text, in: .current).absolute
        prompt.beginWriting()
        viewer.hosts.files.look(path) { [weak self] look in
            guard let self, viewer.dialog === self, prompt.isBeingWritten else { return }
            switch look {
            case .folder: prompt.refuse(tr("This is a folder: add the name of a file."), at: .path)
            case .file where prompt.replaced != path:
                prompt.refuse(
                    tr("This file is there already. Save once more to replace it."),
                    replacing: path)
            case .file, .failure: write(to: path)
            }
        }
    }

    private func write(to path: String) {
        do {
            let bytes = try pdf()
            viewer.hosts.files.save(bytes, to: path) { [weak self] failure in
                guard let self else { return }
                if let failure { return prompt.refuse(failure) }
                if viewer.dialog === self { viewer.closeDialogs() }
                viewer.showMessage(tr("Saved as {1} in {2}", path.fileTitle, path.folderTitle))
            }
        } catch {
            prompt.refuse("\(error)")
        }
    }

    private func printPages() {
        guard let fonts, let report = made(fonts).report else { return }
        guard let printing = viewer.hosts.printing else {
            return prompt.refuse(
                tr("This desktop cannot print. Save the report, and print it from there."))
        }
        let bytes: [UInt8]
        do {
            bytes = try pdf()
        } catch {
            return prompt.refuse("\(error)")
        }
        // The sheet has margins of its own, and the paper that the person has chosen here.
        printing.print(report.title) { _ in
            bytes
        } _: { [weak self] outcome in
            guard let self else { return }
            switch outcome {
            case .printed:
                viewer.closeDialogs()
                viewer.showMessage(tr("Printing {1}", report.title))
            case .dismissed: prompt.refuse(tr("Nothing was printed."))
            case .absent:
                prompt.refuse(
                    tr("This desktop cannot print. Save the report, and print it from there."))
            case .failed(let sentence):
                prompt.refuse(tr("Nothing was printed: {1}", sentence))
            }
        }
    }

    // MARK: Commands

    private static func commands(_ viewer: ViewerContext) -> [Command] {
        func within(
            _ id: CommandID, _ title: String, _ keys: [KeyCombination] = [],
            _ perform: @escaping (DoctorReportScreen) -> Void
        ) -> Command {
            Command(
                id, title, keys: keys, scope: .area(.doctorReportFields), group: .typing,
                isEnabled: { [unowned viewer] in
                    viewer.dialog(DoctorReportScreen.self)?.prompt.isBeingWritten == false
                },
                perform: { [unowned viewer] in
                    if let screen = viewer.dialog(DoctorReportScreen.self) { perform(screen) }
                })
        }
        return [
            Command(
                .makeDoctorReport, tr("Report for a doctor…"),
                keys: [KeyCombination(.character("r"), control: true)], group: .notes,
                isEnabled: { [unowned viewer] in
                    viewer.model.phase == .shown && viewer.hosts.records != nil
                        && !presets(viewer.model).isEmpty
                },
                reason: { [unowned viewer] in
                    viewer.model.phase == .shown
                        ? tr(
                            "Reports are about blood pressure, glucose, weight, heart rate and sleep, and none of these is here."
                        ) : nil
                }, perform: { [unowned viewer] in viewer.toggle(.doctorReport) }),
            within(.saveDoctorReport, tr("Save"), [KeyCombination(.enter)]) {
                $0.save()
            },
            within(.printDoctorReport, tr("Print the report")) { $0.printPages() },
            within(.chooseReportPlace, tr("Choose a place")) { $0.choosePlace() },
        ]
            + DoctorReportPrompt.Field.allCases.map { field in
                Command(field.command, name(of: field), group: .typing) { [unowned viewer] in
                    viewer.dialog(DoctorReportScreen.self)?.prompt.enter(field)
                    viewer.focus.focus(field.id)
                    viewer.changed()
                }
            }
    }

    private static func families(_ viewer: ViewerContext) -> [CommandMaker] {
        func choice(
            _ id: CommandID, _ title: String,
            _ choose: @escaping (inout DoctorReportPrompt) -> Void
        ) -> Command? {
            guard let screen = viewer.dialog(DoctorReportScreen.self) else { return nil }
            return Command(id, title) { choose(&screen.prompt) }
        }
        return [
            preset.commands { id, name in
                ReportPreset(rawValue: name).flatMap { preset in
                    choice(id, Self.name(of: preset)) { $0.choose(preset) }
                }
            },
            days.commands { id, days in choice(id, tr("Last days")) { $0.choose(days: days) } },
            paper.commands { id, name in
                Paper(rawValue: name).flatMap { paper in
                    choice(id, tr("Paper")) { $0.choose(paper) }
                }
            },
            rule.commands { id, name in
                PressureRule(rawValue: name).flatMap { rule in
                    choice(id, tr("Average by")) { $0.choose(rule) }
                }
            },
            notes.commands { id, notes in choice(id, tr("Notes")) { $0.print(notes: notes) } },
        ]
    }
}

extension ScreenID {
    static let doctorReport = ScreenID("doctor-report")
}

extension CommandID {
    static let makeDoctorReport = CommandID("doctor-report.open")
    static let saveDoctorReport = CommandID("doctor-report.save")
    static let printDoctorReport = CommandID("doctor-report.print")
    static let chooseReportPlace = CommandID("doctor-report.choose-place")
}

extension ControlArea {
    /// The fields of a report for a doctor.
    static let doctorReportFields = ControlArea("doctor-report")
}
