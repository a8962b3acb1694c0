import ChartScene
import Geometry
import Localization
import Painting

/// The screen while there is no chart: the welcome, the progress of reading, and failures.
@MainActor
final class StartScreen: ContentScreen {
    nonisolated static let entry = ScreenEntry(
        content: .start, make: StartScreen.init, commands: StartScreen.commands)

    let id = ScreenID.start
    private unowned let viewer: ViewerContext
    private let welcome = Pane<WelcomeModel>()
    private(set) var notice: PlaceholderModel?
    private var counter = RevisionCounter()
    private var scrolling = 0.0
    /// How far the welcome can be scrolled.
    private var mostScroll = 0.0
    /// The control that was last scrolled into view.
    private var revealed: ControlID?

    init(_ viewer: ViewerContext) { self.viewer = viewer }

    var nodes: [SemanticNode] { welcome.nodes }
    var revision: Int { counter.revision }
    var isMoving: Bool { false }
    var keyAreas: [ControlArea] { isWelcome ? [.welcome] : [] }
    private var isWelcome: Bool { viewer.model.phase == .welcome }

    func layout(in room: Rect, _ environment: ScreenEnvironment) {
        notice = StateModels.start(
            viewer.model, frame: environment.window.body, canImport: viewer.canImport,
            hovered: environment.hovered.within(.state),
            focused: environment.focused.within(.state))
        if isWelcome { layoutWelcome(environment) } else { welcome.clear() }
        counter.note([welcome.recordings, isWelcome ? 1 : 0])
    }

    private func layoutWelcome(_ environment: ScreenEnvironment) {
        var buttons = StateModels.ways(canImport: viewer.canImport)
        if viewer.canAddReading {
            buttons.append(
                StateButtons.Button(
                    id: ControlID("state.reading", in: .state), title: tr("Add a reading"),
                    command: .addReading, isProminent: false))
        }
        let frame = environment.window.body
        // In a line the most likely one is at the end, as in dialogs.
        if frame.width >= WelcomeLayout.cardsFrom { buttons.reverse() }
        func own(_ control: ControlID?) -> ControlID? {
            control.within(.state) ?? control.within(.welcome)
        }
        var model = WelcomeModel(
            frame: frame, buttons: buttons, recents: StateModels.recents(viewer.model),
            hovered: own(environment.hovered), focused: own(environment.focused))
        reveal(model, environment)
        mostScroll = max(0, layout(model, environment).height - model.frame.height)
        scrolling = min(max(scrolling, 0), mostScroll)
        model.scroll = scrolling
        welcome.update(model, environment.style, environment.resources, record: WelcomePane.record)
    }

    private func layout(
        _ model: WelcomeModel, _ environment: ScreenEnvironment
    ) -> WelcomeLayout {
        WelcomeLayout(
            model,
            PaneCanvas(
                canvas: Canvas(scale: environment.style.scale), theme: environment.style.theme,
                typesetter: environment.resources.typesetter))
    }

    /// Scrolls to the control that got the focus, if it is out of sight.
    private func reveal(_ model: WelcomeModel, _ environment: ScreenEnvironment) {
        guard model.focused != revealed else { return }
        revealed = model.focused
        guard let focused = model.focused,
            let place = layout(model, environment).place(of: focused, in: model)
        else { return }
        if place.minY < scrolling {
            scrolling = place.minY - 12
        } else if place.maxY > scrolling + model.frame.height {
            scrolling = place.maxY + 12 - model.frame.height
        }
    }

    func encode(into scene: SceneBuilder, _ tags: ViewerTags) {
        tags.group(welcome.nodes) { welcome.encode(into: scene) }
    }

    func scroll(by distance: Double, at place: Point) -> Bool {
        guard isWelcome else { return false }
        scrolling += distance
        return true
    }

    func walk(_ step: ListStep) { scrolling = step.scrolled(from: scrolling) }

    private static func commands(_ viewer: ViewerContext) -> [Command] {
        func walk(_ name: String, _ title: String, _ key: Key, _ step: ListStep) -> Command {
            Command(
                name, title, keys: [KeyCombination(key)], scope: .area(.welcome), group: .window,
                .repeats,
                isEnabled: { [unowned viewer] in
                    (viewer.content as? StartScreen).map { $0.mostScroll > 0 } ?? false
                },
                perform: { [unowned viewer] in
                    viewer.content.walk(step)
                    viewer.changed()
                })
        }
        let pages = tr("Page up or down in a list")
        let ends = tr("Start or end of a list")
        return [
            walk("welcome.page-up", pages, .pageUp, .pages(-1)),
            walk("welcome.page-down", pages, .pageDown, .pages(1)),
            walk("welcome.start", ends, .home, .start), walk("welcome.end", ends, .end, .end),
        ]
    }
}

extension ScreenID {
    static let start = ScreenID("start")
}
