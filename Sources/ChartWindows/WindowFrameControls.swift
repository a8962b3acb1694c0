import ChartInteraction
import Geometry
import Wayland

/// The window's frame if we draw it ourselves: edges that resize, and a header whose ground moves
/// the window, maximises it on a double click and opens the window's menu.
@MainActor
public final class WindowFrameControls {
    private let window: Window
    private let toggleMaximized: () -> Void
    private let isHeaderGround: (Point) -> Bool
    /// A press on the header's ground that becomes a move once it has moved a little.
    private var press: Press?
    private var lastClick = -Double.infinity

    private struct Press {
        var at: Point
        /// The finger, or nil for the pointer.
        var touch: Int?
    }

    /// How far a press must move to move the window, in points.
    private static let slop = 4.0
    /// Two clicks within this many seconds are one double click.
    private static let doubleClick = 0.4

    /// The controls of a window.
    ///
    /// - Parameters:
    ///   - isHeaderGround: whether a position on the surface, in points, moves the window.
    ///   - toggleMaximized: is called on a double click there.
    public init(
        window: Window, isHeaderGround: @escaping (Point) -> Bool,
        toggleMaximized: @escaping () -> Void
    ) {
        self.window = window
        self.isHeaderGround = isHeaderGround
        self.toggleMaximized = toggleMaximized
    }

    /// Forgets a press: the compositor draws the frame now.
    public func reset() {
        press = nil
        window.cursor = .default
    }

    /// Whether an event belongs to the frame; positions are on the surface.
    public func handle(_ event: InputEvent) -> Bool {
        let origin = window.contentRect.origin
        let place = Point(x: event.position.x - origin.x, y: event.position.y - origin.y)
        switch event.kind {
        case .pointerMoved:
            window.cursor = window.resizeEdge(at: place)?.cursor ?? .default
            return movesWindow(event.position, touch: nil)
        case .touchMoved(let id): return movesWindow(event.position, touch: id)
        case .pointerPressed(.left): return begin(event, at: place, touch: nil)
        case .touchBegan(let id): return begin(event, at: place, touch: id)
        case .pointerPressed(.right):
            guard isHeaderGround(event.position) else { return false }
            window.showWindowMenu(at: place)
            return true
        case .pointerReleased(.left): return end(touch: nil)
        case .touchEnded(let id): return end(touch: id)
        case .pointerLeft:
            if press?.touch == nil { press = nil }
            return false
        case .touchCancelled:
            if press?.touch != nil { press = nil }
            return false
        default: return false
        }
    }

    private func begin(_ event: InputEvent, at place: Point, touch: Int?) -> Bool {
        if let edge = window.resizeEdge(at: place) {
            window.beginResize(edge)
            return true
        }
        guard press == nil, isHeaderGround(event.position) else { return false }
        if event.time - lastClick < Self.doubleClick {
            lastClick = -.infinity
            toggleMaximized()
        } else {
            lastClick = event.time
            press = Press(at: event.position, touch: touch)
        }
        return true
    }

    private func movesWindow(_ position: Point, touch: Int?) -> Bool {
        guard let press, press.touch == touch else { return false }
        if (position - press.at).length > Self.slop {
            self.press = nil
            window.beginMove()
        }
        return true
    }

    private func end(touch: Int?) -> Bool {
        guard let press, press.touch == touch else { return false }
        self.press = nil
        return true
    }
}
