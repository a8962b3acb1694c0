import ChartCore
import ChartScene
import Geodesy
import Geometry
import HealthData
import Localization

/// The dialog in which a target is written or changed.
@MainActor
final class TargetScreen: EntryScreen {
    nonisolated static let entry = ScreenEntry(
        .target,
        make: { viewer in
            viewer.model.targets.areKept
                ? TargetScreen(new(viewer), viewer) : TargetsScreen(viewer) as any Screen
        }, commands: commands)

    let id = ScreenID.target
    private unowned let viewer: ViewerContext
    let form = EntryForm()
    private(set) var prompt: TargetPrompt { didSet { viewer.changed() } }

    init(_ prompt: TargetPrompt, _ viewer: ViewerContext) {
        self.prompt = prompt
        self.viewer = viewer
    }

    /// Opens it; if the list of targets is open, it goes on top and leads back to the list.
    static func open(_ prompt: TargetPrompt, _ viewer: ViewerContext) {
        let screen = TargetScreen(prompt, viewer)
        if viewer.dialog(TargetsScreen.self) != nil {
            viewer.push(screen)
        } else {
            viewer.open(screen)
        }
        viewer.focus.focus(TargetPrompt.Field.name.id)
    }

    /// A new target, at the place that a map shows.
    static func new(_ viewer: ViewerContext) -> TargetPrompt {
        prompt(nil, at: viewer.routeStage?.state?.cursor, viewer)
    }

    /// A prompt for a target, or for a new one at a place.
    static func prompt(
        _ target: LibraryTarget?, at place: Coordinate? = nil, _ viewer: ViewerContext
    ) -> TargetPrompt {
        let model = viewer.model
        let unit = Metric(.elevation).flatMap {
            MetricFormat($0, locale: model.locale, units: model.appearance.pins.units).unit
        }
        return TargetPrompt(
            target, at: place, in: model.targets.coordinates, heightUnit: unit ?? .meter)
    }

    var firstFocus: ControlID? { TargetPrompt.Field.name.id }

    func layout(in room: Rect, _ environment: ScreenEnvironment) {
        let typed = typedField(focused: environment.focused)
        form.layout(
            EntryModel(
                prompt, window: room, typedField: typed, hovered: environment.hovered,
                focused: environment.focused), typedField: typed, environment)
    }

    // MARK: Typing

    func typedField(focused: ControlID?) -> ControlID? {
        guard !prompt.isBeingWritten else { return nil }
        guard let focused else { return prompt.current.id }
        return TargetPrompt.Field(id: focused)?.id
    }

    func text(of field: ControlID) -> TextField? {
        TargetPrompt.Field(id: field).map { prompt[$0] }
    }

    func edit(_ field: ControlID, _ change: (inout TextField) -> Void) {
        if let field = TargetPrompt.Field(id: field) { prompt.edit(field, change) }
    }

    func refuse(_ sentence: String) {
        prompt.refuse(TargetPrompt.InputError(field: prompt.current, sentence: sentence))
    }

    private func enter(_ field: TargetPrompt.Field) {
        prompt.enter(field)
        viewer.focus.focus(field.id)
        viewer.changed()
    }

    // MARK: Keeping

    private func save() {
        do throws(TargetPrompt.InputError) {
            let target = try prompt.target()
            write(prompt.original == nil ? .add([target]) : .change(target))
        } catch {
            prompt.refuse(error)
            if let field = error.field { enter(field) }
        }
    }

    /// Makes an edit; the dialog stays until it is done, and shows any error.
    private func write(_ edit: TargetEdit) {
        prompt.beginWriting()
        viewer.write([edit], .new) { [self] failure in
            if let failure {
                prompt.refuse(.init(field: nil, sentence: "\(failure)"))
            } else if viewer.dialog === self {
                viewer.closeDialog()
            }
        }
    }

    // MARK: Commands

    private static func commands(_ viewer: ViewerContext) -> [Command] {
        func within(
            _ id: CommandID, _ title: String, _ keys: [Key] = [],
            perform: @escaping (TargetScreen) -> Void
        ) -> Command {
            Command(
                id, title, keys: keys.map { KeyCombination($0) }, scope: .area(.targetFields),
                group: .targets,
                isEnabled: { [unowned viewer] in
                    viewer.dialog(TargetScreen.self).map { !$0.prompt.isBeingWritten } ?? false
                },
                perform: { [unowned viewer] in
                    if let screen = viewer.dialog(TargetScreen.self) { perform(screen) }
                })
        }
        return [
            Command(
                .writeTarget, tr("New target…"), group: .targets, .worksOverDialogs,
                isEnabled: { [unowned viewer] in viewer.model.phase == .shown },
                perform: { [unowned viewer] in
                    guard viewer.model.targets.areKept else { return viewer.toggle(.targets) }
                    open(new(viewer), viewer)
                }),
            within(.saveTarget, tr("Save target"), [.enter]) { $0.save() },
            within(.removeTarget, tr("Delete target")) { screen in
                if let target = screen.prompt.original { screen.write(.remove(target)) }
            },
        ]
            + TargetPrompt.Field.allCases.map { field in
                Command(field.command, field.name, group: .targets) { [unowned viewer] in
                    viewer.dialog(TargetScreen.self)?.enter(field)
                }
            }
    }
}

extension ViewerContext {
    /// The way that is shown; nil if none is.
    var routeStage: RouteStage? {
        guard let route = (content as? any RouteShowing)?.route, route.state != nil else {
            return nil
        }
        return route
    }

    /// Makes edits of the targets, and offers to take back what cannot be seen any more.
    ///
    /// - Parameter done: receives the error; nil if there was none.
    func write(
        _ edits: [TargetEdit], _ step: TargetShelf.Step,
        then done: @escaping (LibraryError?) -> Void = { _ in }
    ) {
        guard let store = hosts.targets else { return done(nil) }
        store.write(edits) { [weak self] result in
            guard let self else { return }
            switch result {
            case .success(let outcome):
                model.targets.take(outcome, after: step)
                if step == .new, case .remove(let target) = edits.first {
                    showMessage(
                        tr("Deleted the target “{1}”.", target.name),
                        action: Toast.Action(title: tr("Undo")) { [weak self] in
                            self?.undoTargets()
                        })
                }
                done(nil)
            case .failure(let failure):
                done(failure)
            }
        }
    }

    /// Takes the last edit of the targets back.
    func undoTargets() {
        guard let edits = model.targets.undo else { return }
        write(edits, .undo) { [weak self] in self?.report($0) }
    }

    /// Makes the edit again that was taken back last.
    func redoTargets() {
        guard let edits = model.targets.redo else { return }
        write(edits, .redo) { [weak self] in self?.report($0) }
    }

    private func report(_ failure: LibraryError?) {
        if let failure { showMessage("\(failure)") }
    }
}

extension ScreenID {
    static let target = ScreenID("target")
}

extension CommandID {
    static let writeTarget = CommandID("target.write")
    static let saveTarget = CommandID("target.save")
    static let removeTarget = CommandID("target.remove")
}
