import ChartCore
import Geometry

/// The window over the small chart of the whole record: dragging its middle moves it, dragging a
/// handle changes its length.
///
/// A value: the host keeps it for the duration of a drag and passes the result to the axis.
public struct OverviewDrag: Hashable, Sendable {
    /// The part of the window that is dragged.
    public enum Part: Hashable, Sendable {
        /// The end at the smaller values: it moves alone.
        case lowerHandle
        /// The end at the larger values: it moves alone.
        case upperHandle
        /// The area between the handles: both ends move, and the length stays.
        case middle
    }

    /// The width of a handle, in points.
    public static let handleWidth = 14.0
    /// How far outside a handle a press still takes it, in points.
    public static let outerReach = 40.0
    /// How far above and below the strip a press still takes it, in points.
    public static let sideReach = 20.0
    /// The least distance between the handles, in points.
    public static let leastGap = 50.0

    /// The part that was taken.
    public let part: Part
    /// The visible window when it was taken: a cancelled drag returns to it.
    public let window: Extent
    /// The range drawn in the strip when it was taken.
    public let domain: Extent
    private let grip: Double
    private let strip: Rect

    /// Takes the part at a place; nil if there is none.
    ///
    /// The handles are inside the window's ends. If both are possible, the nearer one is taken.
    ///
    /// - Parameters:
    ///   - strip: the area in which the whole `domain` is drawn, in points.
    ///   - window: the visible window.
    ///   - resizes: whether the handles change the length; if not, every part moves the window.
    public init?(
        at place: Point, strip: Rect, domain: Extent, window: Extent, resizes: Bool = true
    ) {
        guard domain.isProper, window.isProper, !strip.isEmpty,
            place.y >= strip.minY - Self.sideReach, place.y <= strip.maxY + Self.sideReach
        else { return nil }
        let scale = strip.width / domain.length
        let left = strip.minX + (window.min - domain.min) * scale
        let right = strip.minX + (window.max - domain.min) * scale
        // A window too narrow for a middle between its handles keeps a third of it as the middle.
        let handle = min(Self.handleWidth, (right - left) / 3)
        let x = place.x
        if !resizes {
            guard x >= left - Self.outerReach, x <= right + Self.outerReach else { return nil }
            part = .middle
        } else if x >= left - Self.outerReach, x < left + handle, x - left <= right - x {
            part = .lowerHandle
        } else if x > right - handle, x <= right + Self.outerReach {
            part = .upperHandle
        } else if x >= left, x <= right {
            part = .middle
        } else {
            return nil
        }
        grip = x
        self.window = window
        self.domain = domain
        self.strip = strip
    }

    /// Takes a part independently of the place, as a key does; `x` is the pointer position.
    ///
    /// - Precondition: domain and window are proper, and the strip has an extent.
    public init(
        taking part: Part, from x: Double = 0, strip: Rect, domain: Extent, window: Extent
    ) {
        precondition(
            domain.isProper && window.isProper && !strip.isEmpty,
            "nothing can be dragged over \(domain) in \(strip)")
        self.part = part
        self.window = window
        self.domain = domain
        grip = x
        self.strip = strip
    }

    /// The window when the drag has reached `x`; it stays inside the domain, and the handles stay
    /// at least `leastGap` apart (or as far as they were, if they were nearer).
    ///
    /// - Parameter minimumLength: the least length of the window, in the domain's units.
    public func window(at x: Double, minimumLength: Double = 0) -> Extent {
        let travel = (x - grip) * domain.length / strip.width
        let gap = Self.leastGap * domain.length / strip.width
        let least = min(window.length, max(gap, minimumLength))
        switch part {
        case .middle:
            let lowest = min(domain.min, window.min)
            let highest = max(domain.max, window.max) - window.length
            let lower = min(max(window.min + travel, lowest), highest)
            return Extent(min: lower, max: lower + window.length)
        case .lowerHandle:
            let lowest = min(domain.min, window.min)
            let lower = min(max(window.min + travel, lowest), window.max - least)
            return Extent(min: lower, max: window.max)
        case .upperHandle:
            let highest = max(domain.max, window.max)
            let upper = max(min(window.max + travel, highest), window.min + least)
            return Extent(min: window.min, max: upper)
        }
    }
}
