import ChartCore
import Geometry

/// The tool that drags the window over an overview, with the pointer or a finger.
///
/// What begins on the window or in the strip is taken, until it ends. The tool has no state except
/// the drag: where the overview is and what its window does is up to its owner.
@MainActor
public final class OverviewDragTool: InputTool {
    /// An overview as it is drawn.
    public struct Surroundings: Hashable, Sendable {
        /// The area in which the whole `domain` is drawn, in points.
        public var strip: Rect
        /// The range that is drawn.
        public var domain: Extent
        /// The visible range.
        public var window: Extent
        /// Whether the handles change its length; if not, every part moves it.
        public var resizes: Bool
        /// The least length of the window, in the domain's units.
        public var minimumLength: Double

        /// Makes surroundings.
        public init(
            strip: Rect, domain: Extent, window: Extent, resizes: Bool = true,
            minimumLength: Double = 0
        ) {
            self.strip = strip
            self.domain = domain
            self.window = window
            self.resizes = resizes
            self.minimumLength = minimumLength
        }
    }

    /// What the owner of an overview knows and does; times are in seconds.
    public struct Owner {
        /// The overview; nil if it is not shown.
        public var surroundings: @MainActor () -> Surroundings?
        /// Whether a press at a place outside of the strip belongs to the overview.
        public var accepts: @MainActor (Point) -> Bool
        /// A part of the window is held from now on.
        public var didTake: @MainActor (OverviewDrag.Part, _ time: Double) -> Void
        /// Shows a window.
        public var show: @MainActor (Extent, _ time: Double) -> Void
        /// The part is no longer held.
        public var didRelease: @MainActor (OverviewDrag.Part, _ time: Double) -> Void
        /// Shows the window around a place of the domain: a press next to it.
        public var showAround: @MainActor (_ place: Double, _ time: Double) -> Void

        /// Makes an owner.
        public init(
            surroundings: @escaping @MainActor () -> Surroundings?,
            accepts: @escaping @MainActor (Point) -> Bool,
            didTake: @escaping @MainActor (OverviewDrag.Part, _ time: Double) -> Void,
            show: @escaping @MainActor (Extent, _ time: Double) -> Void,
            didRelease: @escaping @MainActor (OverviewDrag.Part, _ time: Double) -> Void,
            showAround: @escaping @MainActor (_ place: Double, _ time: Double) -> Void
        ) {
            self.surroundings = surroundings
            self.accepts = accepts
            self.didTake = didTake
            self.show = show
            self.didRelease = didRelease
            self.showAround = showAround
        }
    }

    private let owner: Owner
    /// What is dragged; nil for nothing.
    private var drag: OverviewDrag?
    /// The finger that drags it; nil for the pointer.
    private var touch: Int?

    /// Makes a tool for an overview.
    public init(_ owner: Owner) { self.owner = owner }

    public func handle(_ event: InputEvent) -> Bool {
        switch event.kind {
        case .pointerPressed(.left): return begin(event, touch: nil)
        case .touchBegan(let id): return begin(event, touch: id)
        case .pointerMoved: return move(event, touch: nil)
        case .touchMoved(let id): return move(event, touch: id)
        case .pointerReleased(.left): return end(event, touch: nil)
        case .touchEnded(let id): return end(event, touch: id)
        case .pointerLeft:
            if touch == nil { reset(at: event.time) }
            return false
        case .touchCancelled:
            if touch != nil { cancel(at: event.time) }
            return false
        default: return false
        }
    }

    /// Releases the window where it is.
    public func reset(at time: Double) {
        guard let drag else { return }
        self.drag = nil
        touch = nil
        owner.didRelease(drag.part, time)
    }

    private func begin(_ event: InputEvent, touch: Int?) -> Bool {
        let point = event.position
        guard let now = owner.surroundings(),
            now.strip.inset(by: -OverviewDrag.sideReach).contains(point),
            now.strip.contains(point) || owner.accepts(point)
        else { return false }
        if let taken = OverviewDrag(
            at: point, strip: now.strip, domain: now.domain, window: now.window,
            resizes: now.resizes)
        {
            drag = taken
            self.touch = touch
            owner.didTake(taken.part, event.time)
            return true
        }
        guard now.strip.contains(point), now.domain.isProper else { return false }
        owner.showAround(
            now.domain.min + (point.x - now.strip.minX) / now.strip.width * now.domain.length,
            event.time)
        return true
    }

    /// Moves the part to under the hand.
    private func move(_ event: InputEvent, touch: Int?) -> Bool {
        guard var drag, self.touch == touch else { return false }
        guard let now = owner.surroundings() else { return true }
        if drag.domain != now.domain, now.domain.isProper {
            // The record has grown: what is held is somewhere else now.
            drag = OverviewDrag(
                taking: drag.part, from: event.position.x, strip: now.strip, domain: now.domain,
                window: now.window)
            self.drag = drag
        }
        owner.show(
            drag.window(at: event.position.x, minimumLength: now.minimumLength), event.time)
        return true
    }

    private func end(_ event: InputEvent, touch: Int?) -> Bool {
        guard drag != nil, self.touch == touch else { return false }
        reset(at: event.time)
        return true
    }

    /// Puts the window back to where it was taken.
    private func cancel(at time: Double) {
        if let drag { owner.show(drag.window, time) }
        reset(at: time)
    }
}
