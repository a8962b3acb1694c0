import ChartCore
import ChartScene
import Geometry
import HealthData
import Localization
import Maps
import Platform

/// The dialog in which the way of the workout that is shown is exported.
@MainActor
final class ExportScreen: EntryScreen {
    nonisolated static let entry = ScreenEntry(
        .export, make: ExportScreen.init, commands: commands
    ) { viewer in
        [
            ExportPane.form.commands { [unowned viewer] id, name in
                guard let screen = viewer.dialog(ExportScreen.self),
                    let form = WayForm(rawValue: name)
                else { return nil }
                return Command(id, ExportPane.name(of: form)) { screen.prompt.choose(form) }
            }
        ]
    }

    let id = ScreenID.export
    private unowned let viewer: ViewerContext
    let form = EntryForm()
    private let homes: HomePrivacy
    private(set) var prompt: ExportPrompt { didSet { viewer.changed() } }

    convenience init(_ viewer: ViewerContext) { self.init(viewer, HomePrivacy()) }

    /// - Parameter homes: what is kept of homes.
    init(_ viewer: ViewerContext, _ homes: HomePrivacy) {
        self.viewer = viewer
        self.homes = homes
        prompt = ExportPrompt(
            path: Self.path(viewer.model),
            hidesHomes: homes.zones.isEmpty ? nil : homes.hides ?? true)
    }

    /// Opens it; before the first export it asks whether homes are to be hidden.
    static func open(_ viewer: ViewerContext) {
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

    private static func show(_ homes: HomePrivacy, _ viewer: ViewerContext) {
        viewer.open(ExportScreen(viewer, homes))
        viewer.focus.focus(ExportPane.fieldID)
    }

    private static func hasLikelyHomes(_ model: ViewerModel, _ homes: HomePrivacy) -> Bool {
        let workouts = model.workouts.list.entries.lazy.map(\.workout)
        return !homes.missing(of: LikelyHome.find(in: workouts)).isEmpty
    }

    /// The path that is offered: the day and the kind of the workout, in the person's home.
    private static func path(_ model: ViewerModel) -> String {
        guard let workout = model.workouts.page?.entry.workout else { return "~/" }
        let day = model.calendar.start(of: .day, containing: workout.start)
        let name = ISOInstant.typed(day, in: model.calendar) + " " + WorkoutKind(workout.sport).name
        return "~/" + name.replacing("/", with: "-") + ".gpx"
    }

    var firstFocus: ControlID? { ExportPane.fieldID }

    func layout(in room: Rect, _ environment: ScreenEnvironment) {
        let typed = typedField(focused: environment.focused)
        form.layout(
            EntryModel(
                prompt, window: room, typedField: typed, hovered: environment.hovered,
                focused: environment.focused), typedField: typed, environment)
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

    private func save() {
        guard !prompt.isBeingWritten else { return }
        guard prompt.form != nil else {
            return prompt.refuse(tr("The path has to end in .gpx, .png, .svg or .pdf."))
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
        guard let form = prompt.form else { return }
        let bytes: [UInt8]
        do {
            bytes = try WayExport(viewer, hiding: prompt.hidesHomes == true ? homes.zones : [])
                .file(form)
        } catch {
            return prompt.refuse("\(error)")
        }
        viewer.hosts.files.save(bytes, to: path) { [weak self] failure in
            guard let self else { return }
            if let failure { return prompt.refuse(failure) }
            if viewer.dialog === self { viewer.closeDialogs() }
            viewer.showMessage(tr("Saved as {1}", path.fileTitle))
        }
    }

    // MARK: Commands

    private static func commands(_ viewer: ViewerContext) -> [Command] {
        func within(
            _ id: CommandID, _ title: String, _ keys: [KeyCombination] = [],
            _ perform: @escaping (ExportScreen) -> Void
        ) -> Command {
            Command(
                id, title, keys: keys, scope: .area(.exportFields), group: .route,
                isEnabled: { [unowned viewer] in
                    viewer.dialog(ExportScreen.self)?.prompt.isBeingWritten == false
                },
                perform: { [unowned viewer] in
                    if let screen = viewer.dialog(ExportScreen.self) { perform(screen) }
                })
        }
        return [
            Command(
                .exportWay, tr("Export the way…"),
                keys: [KeyCombination(.character("e"), control: true)], group: .route,
                .worksOverDialogs,
                isEnabled: { [unowned viewer] in viewer.model.workouts.page?.hasRoute == true },
                perform: { [unowned viewer] in open(viewer) }),
            within(.saveExport, tr("Save the export"), [KeyCombination(.enter)]) {
                $0.save()
            },
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
}

extension ScreenID {
    static let export = ScreenID("export")
}

extension CommandID {
    static let exportWay = CommandID("export.way")
}

extension ControlArea {
    /// The field of an export.
    static let exportFields = ControlArea("export")
}
