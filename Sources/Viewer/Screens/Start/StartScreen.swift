import ChartScene
import Geometry

/// The screen while there is no chart: the welcome, the progress of reading, and failures.
@MainActor
final class StartScreen: ContentScreen {
    nonisolated static let entry = ScreenEntry(content: .start, make: StartScreen.init)

    let id = ScreenID.start
    private unowned let viewer: ViewerContext
    private(set) var notice: PlaceholderModel?

    init(_ viewer: ViewerContext) { self.viewer = viewer }

    var nodes: [SemanticNode] { [] }
    var revision: Int { 0 }
    var isMoving: Bool { false }

    func layout(in room: Rect, _ environment: ScreenEnvironment) {
        notice = StateModels.start(
            viewer.model, frame: environment.window.body, canImport: viewer.canImport,
            hovered: environment.hovered.within(.state),
            focused: environment.focused.within(.state))
    }

    func encode(into scene: SceneBuilder, _ tags: ViewerTags) {}
}

extension ScreenID {
    static let start = ScreenID("start")
}
