import ChartInteraction
import Geometry
import Localization

/// The tool that lets the person drag a picture of the chart out of the window.
///
/// It is dragged from the button that exports: the one in the header, or the one that saves in the
/// dialog, with the choices made there. A press that does not move is a press of the button.
@MainActor
final class DragOutTool: InputTool {
    private let viewer: ViewerContext
    private let scene: ViewerScene
    /// Where the pointer went down on such a button; nil if it is not down on one.
    private var start: Point?
    /// Called when a drag has begun: the button is not pressed any more.
    private let onBegin: () -> Void

    /// How far the pointer moves before a drag begins, in points.
    private static let slack = 8.0

    init(_ viewer: ViewerContext, scene: ViewerScene, onBegin: @escaping () -> Void) {
        (self.viewer, self.scene, self.onBegin) = (viewer, scene, onBegin)
    }

    func handle(_ event: InputEvent) -> Bool {
        switch event.kind {
        case .pointerPressed(.left):
            start = isHandle(at: event.position) ? event.position : nil
            return false
        case .pointerMoved:
            guard let start, (event.position - start).length > Self.slack else { return false }
            self.start = nil
            guard begin() else { return false }
            onBegin()
            return true
        case .pointerReleased, .pointerLeft:
            start = nil
            return false
        default: return false
        }
    }

    var nextDeadline: Double? { nil }
    func advance(to time: Double) {}
    func reset(at time: Double) { start = nil }

    private func isHandle(at place: Point) -> Bool {
        let id = scene.tree.pressable(at: place)?.id
        return id == .exportButton || id == ControlID(.saveExport, in: .dialog)
    }

    private func begin() -> Bool {
        let dialog = viewer.dialog(ExportScreen.self)
        guard let contents = dialog?.dragged ?? PictureCommands.dragged(from: viewer),
            let window = viewer.hosts.window
        else { return false }
        return window.drag(contents) { _ in }
    }
}
