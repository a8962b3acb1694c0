import ChartInteraction
import Charts
import Foundation
import Geometry
import Localization

/// Connects input with the state: pointer and touch go to tools, keys to commands.
///
/// It does not depend on Wayland: a picture without a window and a test use it in the same way.
@MainActor
final class ViewerController {
    let viewer: ViewerContext
    let model: ViewerModel
    let scene: ViewerScene
    private let keyboard: Keyboard
    /// The tools that receive input before those of the screen.
    private let firstTools: [any InputTool]
    /// Recognises gestures in the input that no other tool takes.
    private let gestures: GestureTool
    private var tools: InputTools
    /// The time of the frame clock, in seconds.
    var now: () -> Double {
        get { viewer.now }
        set { viewer.now = newValue }
    }
    var commands: CommandTable { viewer.commands }

    init(_ viewer: ViewerContext, scene: ViewerScene) {
        self.viewer = viewer
        model = viewer.model
        self.scene = scene
        keyboard = Keyboard(viewer)
        let controls = ControlTool(viewer, scene: scene)
        firstTools = [
            TooltipTool(viewer, scene: scene),
            DragOutTool(viewer, scene: scene) { controls.reset(at: 0) },
            controls,
            ShieldTool { [unowned viewer, unowned scene] in
                viewer.dialog != nil || (scene.layout.isDrawer && scene.layout.sidebar != nil)
                    || viewer.content.coversChart
            },
        ]
        gestures = GestureTool { [model] in model.active.handle($0) }
        tools = InputTools(firstTools + [gestures])
        viewer.commands = makeCommands()
    }

    private func makeCommands() -> CommandTable {
        let shell = ShellCommands(viewer, scene: scene)
        let entries = viewer.catalogue.entries
        let parts: [[Command]] = [
            OpeningCommands.all(viewer), shell.periods(), shell.views(),
            CrosshairCommands.all(viewer), viewer.catalogue.tools.flatMap { $0.commands(viewer) },
            SelectionCommands.all(viewer), HistoryCommands.all(viewer, scene),
            entries.flatMap { $0.commands(viewer) }, shell.window(),
            SeriesCommands.all(viewer), BarCommands.all(viewer),
            ComparisonCommands.all(viewer), SeriesCommands.valueAxis(viewer),
            LibraryCommands.all(viewer), FieldCommands.all(viewer),
        ]
        let families: [CommandMaker] =
            entries.flatMap { $0.families(viewer) }
            + [shell.metricFamily(), OpeningCommands.family(viewer)]
            + SeriesCommands.families(viewer)
        return CommandTable(parts.flatMap { $0 }, families: families)
    }

    // MARK: Keys

    /// Runs the command of a key, or types its text into a focused field.
    ///
    /// It returns whether it did either.
    ///
    /// - Parameter text: what the key enters; empty for nothing.
    @discardableResult
    func press(
        _ combinations: [KeyCombination], text: String = "", isRepeat: Bool = false
    ) -> Bool {
        keyboard.press(combinations, text: text, isRepeat: isRepeat)
    }

    /// Presses the control with an id, as assistive technology and tests do.
    @discardableResult
    func press(control id: ControlID) -> Bool { scene.press(id) }

    /// The focused text field, and the rectangle of its caret in the window; nil if there is none.
    var typing: (field: TextField, caret: Rect)? { scene.typing }

    // MARK: Pointing

    /// Sends the events of a frame to the tools.
    ///
    /// The tools of controls come first, then those of the screen, then the one that recognises
    /// gestures.
    func handle(_ frame: InputFrame) {
        updateTools(at: frame.time)
        tools.handle(frame)
    }

    private func updateTools(at time: Double) {
        tools.replace(by: firstTools + viewer.content.tools + [gestures], at: time)
    }

    /// When `advance` has to be called even without events; nil for never.
    var nextDeadline: Double? {
        [tools.nextDeadline, viewer.toast?.end].compactMap { $0 }.min()
    }

    /// Advances the time for what depends on it: a long press, a message that expires.
    func advance(to time: Double) {
        viewer.expireToast(at: time)
        tools.advance(to: time)
    }

    /// Ends everything in progress, because the window lost the pointer or the keyboard.
    func reset(at time: Double) { tools.reset(at: time) }
}
