import ChartInteraction
import Geometry

/// Hands the input over the panels to their figure.
@MainActor
final class RoutePanelsTool: InputTool {
    private let frame: () -> Rect?
    private let send: (InputFrame) -> Void
    private var events: [InputEvent] = []
    /// The buttons and fingers that went down over the panels.
    private var held: Set<Int> = []
    private static let button = -1

    init(frame: @escaping () -> Rect?, send: @escaping (InputFrame) -> Void) {
        (self.frame, self.send) = (frame, send)
    }

    func handle(_ event: InputEvent) -> Bool {
        guard let frame = frame(), !frame.isEmpty else {
            held = []
            return false
        }
        let isInside = frame.contains(event.position)
        switch event.kind {
        case .pointerPressed:
            guard isInside else { return false }
            held.insert(Self.button)
        case .pointerReleased:
            guard held.remove(Self.button) != nil else { return false }
        case .touchBegan(let id):
            guard isInside else { return false }
            held.insert(id)
        case .touchMoved(let id):
            guard held.contains(id) else { return false }
        case .touchEnded(let id):
            guard held.remove(id) != nil else { return false }
        case .pointerMoved, .pointerLeft, .touchCancelled, .scrollStopped, .pinchEnded:
            // What follows sees these, too: they end whatever it has begun.
            events.append(event)
            return held.contains(Self.button)
        default:
            guard isInside else { return false }
        }
        events.append(event)
        return true
    }

    func endFrame(at time: Double) {
        guard !events.isEmpty else { return }
        let frame = InputFrame(time: time, events: events)
        events = []
        send(frame)
    }

    func reset(at time: Double) {
        events = []
        held = []
    }
}

/// Drags the knob of the playback.
@MainActor
final class RouteSliderTool: InputTool {
    private let line: () -> Rect?
    private let scrub: (_ part: Double, _ time: Double) -> Void
    /// The finger that holds the knob; -1 for the pointer's button.
    private var holder: Int?

    init(line: @escaping () -> Rect?, scrub: @escaping (_ part: Double, _ time: Double) -> Void) {
        (self.line, self.scrub) = (line, scrub)
    }

    func handle(_ event: InputEvent) -> Bool {
        guard let line = line() else {
            holder = nil
            return false
        }
        let isInside = line.inset(by: -8).contains(event.position)
        func move() { scrub((event.position.x - line.x) / max(line.width, 1), event.time) }
        switch event.kind {
        case .pointerPressed(.left):
            guard isInside else { return false }
            holder = -1
            move()
        case .touchBegan(let id):
            guard isInside, holder == nil else { return false }
            holder = id
            move()
        case .pointerMoved:
            guard holder == -1 else { return false }
            move()
        case .touchMoved(let id):
            guard holder == id else { return false }
            move()
        case .pointerReleased(.left):
            guard holder == -1 else { return false }
            holder = nil
        case .touchEnded(let id):
            guard holder == id else { return false }
            holder = nil
        case .touchCancelled:
            holder = nil
            return false
        default: return false
        }
        return true
    }

    func reset(at time: Double) { holder = nil }
}
