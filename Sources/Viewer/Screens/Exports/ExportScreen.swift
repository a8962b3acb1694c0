import ChartCore
import ChartExport
import ChartScene
import Geometry
import HealthData
import Localization
import Maps
import Platform

/// The dialog in which what is shown is exported: a chart, or the way of a workout.
@MainActor
final class ExportScreen: EntryScreen {
    nonisolated static let entry = ScreenEntry(
        .export, make: ExportScreen.init,
        commands: { commands($0) + PictureCommands.all($0) }, families: families)

    let id = ScreenID.export
    private unowned let viewer: ViewerContext
    let form = EntryForm()
    private let homes: HomePrivacy
    private(set) var prompt: ExportPrompt { didSet { viewer.changed() } }
    /// The chart as it was when the dialog was opened; nil for a way, and if it shows nothing.
    private let chart: (any ChartPictures)?
    /// Whether the desktop's dialog is open for the place of the file.
    private var isChoosing = false

    convenience init(_ viewer: ViewerContext) { self.init(viewer, HomePrivacy()) }

    /// - Parameter homes: what is kept of homes.
    init(_ viewer: ViewerContext, _ homes: HomePrivacy) {
        self.viewer = viewer
        self.homes = homes
        let subject = viewer.exportSubject ?? .chart(hasPage: true)
        let hidesHomes = homes.zones.isEmpty ? nil : homes.hides ?? true
        prompt = ExportPrompt(
            subject, path: Self.path(subject, viewer),
            hidesHomes: subject == .way ? hidesHomes : nil,
            appearance: viewer.model.appearance.wantedTheme.appearance)
        chart = subject == .way ? nil : viewer.hosts.pictures?.chart(of: viewer)
    }

    /// Opens it; before the first export of a way it asks whether homes are to be hidden.
    static func open(_ viewer: ViewerContext) {
        if viewer.dialog(ExportScreen.self) != nil { return viewer.closeDialogs() }
        guard viewer.exportSubject == .way else {
            show(HomePrivacy(), viewer)
            return
        }
        viewer.hosts.homes.load { [weak viewer] result in
            guard let viewer else { return }
            switch result {
            case .failure(let failure):
                viewer.showMessage(tr("Nothing is exported: {1}", "\(failure)"))
            case .success(let homes)
            where homes.hides == nil && hasLikelyHomes(viewer.model, homes):
                viewer.open(
                    HomesScreen(
                        viewer,
                        answered: { [weak viewer] homes in
                            guard let viewer, viewer.dialog(HomesScreen.self) != nil else { return }
                            show(homes, viewer)
                        }))
            case .success(let homes): show(homes, viewer)
            }
        }
    }

    /// Opens it for a page that could not be printed, and says so.
    static func open(insteadOfPrinting sentence: String, _ viewer: ViewerContext) {
        let screen = show(HomePrivacy(), viewer)
        screen.prompt.choose(.pdf)
        screen.prompt.open(
            after: sentence + " "
                + tr("Save the page as PDF: it is opened then, to be printed from there."))
    }

    @discardableResult
    private static func show(_ homes: HomePrivacy, _ viewer: ViewerContext) -> ExportScreen {
        let screen = ExportScreen(viewer, homes)
        viewer.open(screen)
        viewer.focus.focus(ExportPane.fieldID)
        return screen
    }

    private static func hasLikelyHomes(_ model: ViewerModel, _ homes: HomePrivacy) -> Bool {
        let workouts = model.workouts.list.entries.lazy.map(\.workout)
        return !homes.missing(of: LikelyHome.find(in: workouts)).isEmpty
    }

    /// The path that is offered, in the person's home: the day and the kind of the workout, or the
    /// metric and the days in view.
    private static func path(_ subject: ExportSubject, _ viewer: ViewerContext) -> String {
        let ending = "." + (subject.forms.first?.rawValue ?? "")
        guard subject == .way else { return "~/" + ShownChartExport(viewer).name + ending }
        let model = viewer.model
        guard let workout = model.workouts.page?.entry.workout else { return "~/" }
        let day = model.calendar.start(of: .day, containing: workout.start)
        let name = ISOInstant.typed(day, in: model.calendar) + " " + WorkoutKind(workout.sport).name
        return "~/" + name.replacing("/", with: "-") + ending
    }

    var firstFocus: ControlID? { ExportPane.fieldID }

    func layout(in room: Rect, _ environment: ScreenEnvironment) {
        let typed = typedField(focused: environment.focused)
        form.layout(
            EntryModel(
                prompt, size: chart?.size(of: prompt.part), window: room, typedField: typed,
                hovered: environment.hovered, focused: environment.focused), typedField: typed,
            environment)
    }

    func typedField(focused: ControlID?) -> ControlID? {
        guard !prompt.isBeingWritten else { return nil }
        return focused == nil || focused == ExportPane.fieldID ? ExportPane.fieldID : nil
    }

    func text(of field: ControlID) -> TextField? {
        field == ExportPane.fieldID ? prompt.field : nil
    }

    func edit(_ field: ControlID, _ change: (inout TextField) -> Void) { prompt.edit(change) }

    func refuse(_ sentence: String) { prompt.refuse(sentence) }

    // MARK: Saving

    private func choosePlace() {
        guard !prompt.isBeingWritten else { return }
        isChoosing = true
        let path = TypedPath(prompt.field.text, in: .current).absolute
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
        guard prompt.form != nil else {
            return prompt.refuse(
                tr("The path has to end in {1}.", ExportForm.endings(prompt.subject.forms)))
        }
        let path = TypedPath(prompt.field.text, in: .current).absolute
        prompt.beginWriting()
        viewer.hosts.files.look(path) { [weak self] look in
            guard let self, viewer.dialog === self, prompt.isBeingWritten else { return }
            switch look {
            case .folder: prompt.refuse(tr("This is a folder: add the name of a file."))
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
            let made = try file()
            guard let host = viewer.hosts.pictures, case .pixels = made else {
                return write(try made.encoded(), to: path)
            }
            host.encode(made) { [weak self] result in
                guard let self else { return }
                switch result {
                case .success(let bytes): write(bytes, to: path)
                case .failure(let failure): prompt.refuse("\(failure)")
                }
            }
        } catch {
            prompt.refuse("\(error)")
        }
    }

    /// What the person wants as it was when the dialog was opened.
    private func file() throws -> MadePicture {
        guard prompt.subject != .way else {
            return try WayExport(viewer, hiding: prompt.hidesHomes == true ? homes.zones : [])
                .file(prompt.wish)
        }
        let export = ShownChartExport(viewer)
        guard let wish = prompt.wish else { return .file(try export.table()) }
        let pictures = try export.pictures()
        return try (chart ?? pictures).picture(wish)
    }

    private func write(_ bytes: [UInt8], to path: String) {
        viewer.hosts.files.save(bytes, to: path) { [weak self] failure in
            guard let self else { return }
            if let failure { return prompt.refuse(failure) }
            if viewer.dialog === self { viewer.closeDialogs() }
            let saved = tr("Saved as {1} in {2}", path.fileTitle, path.folderTitle)
            guard prompt.opensFile, let printing = viewer.hosts.printing else {
                return viewer.showMessage(saved)
            }
            viewer.showMessage(saved)
            printing.open(path) { [weak viewer] isOpen in
                guard !isOpen else { return }
                viewer?.showMessage(saved + ". " + tr("Open it in another program to print it."))
            }
        }
    }

    /// Copies what would be saved.
    private func copy() {
        let export = ShownChartExport(viewer)
        do {
            guard prompt.form == .csv else {
                let chart = try chart ?? export.pictures()
                PictureCommands.copy(
                    chart, prompt.wish ?? PictureWish(form: .png, part: prompt.part), viewer)
                return viewer.closeDialogs()
            }
            let table = try export.table()
            var contents = ClipboardText.types(of: table)
            contents["text/csv"] = table
            viewer.hosts.clipboard?.copy(contents)
            viewer.closeDialogs()
            viewer.showMessage(tr("Copied the values of {1}", export.title))
        } catch {
            prompt.refuse("\(error)")
        }
    }

    /// Prints what would be saved.
    private func print() {
        do {
            let chart = try chart ?? ShownChartExport(viewer).pictures()
            let (part, viewer) = (prompt.part, viewer)
            viewer.closeDialogs()
            PictureCommands.print(chart, part, viewer)
        } catch {
            prompt.refuse("\(error)")
        }
    }

    /// What is dragged from the button that saves; nil for data and ways.
    var dragged: OfferedContents? {
        guard let chart, let wish = prompt.wish, wish.form != .pdf,
            (try? ShownChartExport(viewer).pictures()) != nil
        else { return nil }
        return PictureCommands.dragged(chart, wish, viewer)
    }

    // MARK: Commands

    private static func commands(_ viewer: ViewerContext) -> [Command] {
        func within(
            _ id: CommandID, _ title: String, _ keys: [KeyCombination] = [],
            _ perform: @escaping (ExportScreen) -> Void
        ) -> Command {
            Command(
                id, title, keys: keys, scope: .area(.exportFields), group: .typing,
                isEnabled: { [unowned viewer] in
                    viewer.dialog(ExportScreen.self)?.prompt.isBeingWritten == false
                },
                perform: { [unowned viewer] in
                    if let screen = viewer.dialog(ExportScreen.self) { perform(screen) }
                })
        }
        return [
            Command(
                .exportView, tr("Export…"),
                keys: [KeyCombination(.character("e"), control: true)], group: .window,
                .worksOverDialogs,
                isEnabled: { [unowned viewer] in viewer.exportSubject != nil },
                reason: { [unowned viewer] in
                    viewer.model.phase == .shown ? tr("There is nothing to export here.") : nil
                },
                perform: { [unowned viewer] in open(viewer) }),
            within(.saveExport, tr("Save"), [KeyCombination(.enter)]) {
                $0.save()
            },
            within(.chooseExportPlace, tr("Choose a place")) { $0.choosePlace() },
            within(.copyExport, tr("Copy instead of saving")) { $0.copy() },
            within(.printExport, tr("Print instead of saving")) { $0.print() },
            within(.exportHidingHomes, tr("Leave out what is near your homes")) {
                $0.prompt.hideHomes(true)
            },
            within(.exportShowingHomes, tr("Show everything")) { $0.prompt.hideHomes(false) },
            within(.showHomesFromExport, tr("Homes in exports…")) { screen in
                screen.viewer.open(HomesScreen(screen.viewer))
            },
            Command(.editExportPath, tr("File"), group: .typing) { [unowned viewer] in
                viewer.focus.focus(ExportPane.fieldID)
                viewer.changed()
            },
        ]
    }

    /// The commands of the choices.
    private static func families(_ viewer: ViewerContext) -> [CommandMaker] {
        func choice(
            _ id: CommandID, _ title: (ExportScreen) -> String?,
            _ choose: @escaping (inout ExportPrompt) -> Void
        ) -> Command? {
            guard let screen = viewer.dialog(ExportScreen.self), let title = title(screen) else {
                return nil
            }
            return Command(id, title) { choose(&screen.prompt) }
        }
        return [
            ExportPane.form.commands { id, name in
                guard let form = ExportForm(rawValue: name) else { return nil }
                return choice(id, { ExportPane.name(of: form, $0.prompt.subject) }) {
                    $0.choose(form)
                }
            },
            ExportPane.part.commands { id, name in
                guard let part = PicturePart(rawValue: name) else { return nil }
                return choice(id, { _ in ExportPane.name(of: part) }) { $0.show(part) }
            },
            ExportPane.scale.commands { id, scale in
                guard ExportPrompt.scales.contains(scale) else { return nil }
                return choice(id, { _ in ExportPane.name(ofScale: scale) }) { $0.scale(by: scale) }
            },
            ExportPane.look.commands { id, name in
                guard let look = Appearance(rawValue: name) else { return nil }
                return choice(id, { _ in ExportPane.name(of: look) }) { $0.color(look) }
            },
        ]
    }
}

extension ScreenID {
    static let export = ScreenID("export")
}

extension CommandID {
    static let exportView = CommandID("export.open")
}

extension ControlArea {
    /// The field of an export.
    static let exportFields = ControlArea("export")
}
