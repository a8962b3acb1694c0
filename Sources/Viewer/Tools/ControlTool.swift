import ChartInteraction
import Geometry

/// The tool of the window's controls: it highlights and presses them, places carets, and scrolls
/// lists.
///
/// It comes before all other tools.
@MainActor
final class ControlTool: InputTool {
    private let viewer: ViewerContext
    private let scene: ViewerScene
    /// The control that a pointer or finger went down on; it is pressed if it comes up there too.
    private var pressed: Press?
    /// A finger that scrolls a list, and where it was.
    private var listScroll: (touch: Int, y: Double)?

    /// A button or a finger that is down on a control.
    private struct Press {
        var control: ControlID
        /// The finger; nil for the pointer's left button.
        var touch: Int?
        var place: Point
        /// What happens if it is held long; nil for nothing.
        var hold: Hold?
    }

    /// A press that does something else if it is held.
    private struct Hold {
        /// The command that runs then.
        var command: CommandID
        /// The time at which it runs.
        var due: Double
        /// Whether it also runs if the press ends earlier.
        var isCertain: Bool
        /// Whether it has run.
        var isDone = false

        /// How long a control is held, in seconds.
        static let duration = 0.5
        /// How far the hand may move meanwhile, in points.
        static let slack = 8.0
    }

    /// How far a finger moves on a control before it scrolls the list around it, in points.
    private static let scrollSlop = 8.0
    /// How far a step of a wheel scrolls, in points.
    static let wheelStep = 48.0

    init(_ viewer: ViewerContext, scene: ViewerScene) {
        self.viewer = viewer
        self.scene = scene
    }

    // MARK: Tool

    func handle(_ event: InputEvent) -> Bool {
        let point = event.position
        switch event.kind {
        case .pointerMoved:
            setHovered(scene.tree.pressable(at: point)?.id)
            guard let pressed, pressed.touch == nil else { return false }
            scene.placeCaret(in: pressed.control, at: point, selecting: true)
            watchHold(point)
            return true
        case .pointerLeft:
            // The compositor took the pointer: a button that was down no longer counts.
            if pressed?.touch == nil { pressed = nil }
            setHovered(nil)
            return false
        case .pointerPressed(let button):
            if viewer.dialog == nil, pressHistoryButton(button) { return true }
            guard button == .left else { return viewer.dialog != nil }
            return begin(event, touch: nil)
        case .pointerReleased(let button):
            guard button == .left else { return viewer.dialog != nil }
            return end(at: point, touch: nil)
        case .touchBegan(let id): return begin(event, touch: id)
        case .touchMoved(let id):
            if pressed?.touch == id { watchHold(point) }
            return scrollList(id, to: point)
        case .touchEnded(let id): return end(at: point, touch: id)
        case .touchCancelled:
            pressed = nil
            listScroll = nil
            return false
        case .wheel(let steps): return scroll(by: steps.dy * Self.wheelStep, at: point)
        case .scrolled(let delta, _): return scroll(by: delta.dy, at: point)
        default: return false
        }
    }

    var nextDeadline: Double? { waitingHold?.due }

    func advance(to time: Double) {
        guard let hold = waitingHold, hold.due <= time else { return }
        pressed?.hold?.isDone = true
        viewer.commands.run(hold.command)
    }

    func reset(at time: Double) { pressed = nil }

    // MARK: Presses

    /// The hold that has not run yet.
    private var waitingHold: Hold? {
        pressed?.hold.flatMap { $0.isDone || $0.isCertain ? nil : $0 }
    }

    private func begin(_ event: InputEvent, touch: Int?) -> Bool {
        viewer.isByKeys = false
        scene.focus.isVisible = false
        guard let node = scene.tree.pressable(at: event.position) else { return false }
        pressed = Press(
            control: node.id, touch: touch, place: event.position,
            hold: node.holdCommand.map {
                Hold(
                    command: $0, due: event.time + Hold.duration,
                    isCertain: event.modifiers.contains(.alt))
            })
        scene.focus.focus(node.isFocusable ? node.id : nil)
        scene.placeCaret(
            in: node.id, at: event.position, selecting: event.modifiers.contains(.shift))
        return true
    }

    private func end(at point: Point, touch: Int?) -> Bool {
        if let touch, listScroll?.touch == touch {
            listScroll = nil
            return true
        }
        guard let pressed, pressed.touch == touch else { return false }
        self.pressed = nil
        guard scene.tree.pressable(at: point)?.id == pressed.control, pressed.hold?.isDone != true
        else { return true }
        if let hold = pressed.hold, hold.isCertain {
            viewer.commands.run(hold.command)
        } else {
            scene.press(pressed.control)
        }
        return true
    }

    /// Cancels the hold when the hand moves away.
    private func watchHold(_ place: Point) {
        guard let pressed, waitingHold != nil, (place - pressed.place).length > Hold.slack else {
            return
        }
        self.pressed?.hold = nil
    }

    /// Goes back or forward with a mouse button, and returns whether it was one for that.
    private func pressHistoryButton(_ button: PointerButton) -> Bool {
        switch button {
        case .other(8): viewer.commands.run(.previousView)
        case .other(9): viewer.commands.run(.nextView)
        default: return false
        }
        return true
    }

    // MARK: Scrolling

    /// Returns whether a moving finger is the one that pressed a control.
    ///
    /// In a list it scrolls from then on.
    private func scrollList(_ touch: Int, to place: Point) -> Bool {
        if let scroll = listScroll, scroll.touch == touch {
            listScroll = (touch, place.y)
            return self.scroll(by: scroll.y - place.y, at: place)
        }
        guard let pressed, pressed.touch == touch else { return false }
        if abs(place.y - pressed.place.y) > Self.scrollSlop,
            self.scroll(by: pressed.place.y - place.y, at: pressed.place)
        {
            self.pressed = nil
            listScroll = (touch, place.y)
        }
        return true
    }

    private func scroll(by distance: Double, at point: Point) -> Bool {
        if let dialog = viewer.dialog {
            _ = dialog.scroll(by: distance, at: point)
            viewer.changed()
            return true
        }
        guard
            scene.scrollSidebar(by: distance, at: point)
                || viewer.content.scroll(by: distance, at: point)
        else { return false }
        viewer.changed()
        return true
    }

    private func setHovered(_ id: ControlID?) {
        guard id != scene.hovered else { return }
        scene.hovered = id
        viewer.changed()
    }
}
