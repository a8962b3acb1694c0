import Glibc

/// How far one axis has been moved and zoomed from its base window.
///
/// The visible range has the base's length divided by `scale`, and its middle is `translation` base
/// lengths below the base's: a positive translation is a drag to the right. 0 and 1 show the base.
public struct AxisInteractionState: Hashable, Sendable {
    /// How far the content was moved towards larger places, in base lengths.
    public var translation: Double
    /// The zoom factor; values above 1 are closer.
    public var scale: Double

    /// Creates a state.
    public init(translation: Double = 0, scale: Double = 1) {
        self.translation = translation
        self.scale = scale
    }

    /// Not moved and not zoomed.
    public static let identity = AxisInteractionState()

    /// The state that shows a range over a base; both must have a length above zero.
    public init(visible: Extent, base: Extent) {
        precondition(
            base.length > 0 && visible.length > 0, "an interaction needs ranges with length")
        translation = (base.mid - visible.mid) / base.length
        scale = base.length / visible.length
    }

    /// The state of an axis at `angle` in a plane that was moved and scaled in two directions.
    ///
    /// `tx`, `ty` are in window lengths and `sx`, `sy` are the factors of the two directions. With
    /// p = (cos φ / sx, sin φ / sy) the range's length is multiplied by the length of p, and its
    /// middle is moved by cos φ · tx + sin φ · ty. Angle 0 is the x axis, π/2 the y axis.
    public init(angle: Double, tx: Double, ty: Double, sx: Double, sy: Double) {
        let (c, s) = AxisInteractionState.direction(angle)
        let length = ((c / sx) * (c / sx) + (s / sy) * (s / sy)).squareRoot()
        translation = c * tx + s * ty
        scale = 1 / length
    }

    /// The range that is visible over a base.
    ///
    /// A base without length is shown unchanged.
    public func visible(of base: Extent) -> Extent {
        guard base.length > 0 else { return base }
        if self == .identity { return base }
        let middle = base.mid - base.length * translation
        let half = base.length / scale / 2
        return Extent(min: middle - half, max: middle + half)
    }
}

extension AxisInteractionState {
    /// Cosine and sine, exact at the right angles, where an axis must not depend on the other
    /// direction.
    private static func direction(_ angle: Double) -> (Double, Double) {
        let quarter = (angle / (Double.pi / 2)).rounded()
        if abs(angle - quarter * (Double.pi / 2)) < 1e-12 {
            switch Int(quarter) & 3 {
            case 0: return (1, 0)
            case 1: return (0, 1)
            case 2: return (-1, 0)
            default: return (0, -1)
            }
        }
        return (cos(angle), sin(angle))
    }
}

/// How far an axis may be moved and zoomed.
public struct AxisLimits: Hashable, Sendable {
    /// The shortest range that may be shown.
    public var minimumLength: Double
    /// The longest range that may be shown; nil for the length of the bounds.
    public var maximumLength: Double?
    /// The range that may be shown; nil for everything.
    public var bounds: Extent?

    /// Creates limits; all are optional.
    public init(minimumLength: Double = 0, maximumLength: Double? = nil, bounds: Extent? = nil) {
        self.minimumLength = minimumLength
        self.maximumLength = maximumLength
        self.bounds = bounds
    }

    /// No limits.
    public static let none = AxisLimits()

    /// The nearest length that is allowed.
    public func constrain(length: Double) -> Double {
        let longest =
            maximumLength ?? bounds.map { $0.isProper ? $0.length : .infinity } ?? .infinity
        return max(min(length, longest), min(minimumLength, longest))
    }

    /// The nearest allowed range: first the length (about the middle), then the place.
    ///
    /// A range longer than the bounds (if `maximumLength` allows it) moves freely as long as it
    /// contains all of them.
    public func constrain(_ range: Extent) -> Extent {
        let length = constrain(length: range.length)
        var result = range
        // A length computed from two ends has rounding errors: no reason to move the ends again.
        if abs(length - range.length) > 2 * max(abs(range.min), abs(range.max)).ulp {
            let middle = range.mid
            result = Extent(min: middle - length / 2, max: middle + length / 2)
        }
        let excess = excess(of: result)
        guard excess != 0, let bounds else { return result }
        // Exactly on the bound, without a rounding error: otherwise it would count as moved.
        if result.length >= bounds.length ? excess > 0 : excess < 0 {
            return Extent(min: bounds.min, max: bounds.min + result.length)
        }
        return Extent(min: bounds.max - result.length, max: bounds.max)
    }

    /// How far a range is outside its bounds, in units: negative below them, positive above.
    public func excess(of range: Extent) -> Double {
        guard let bounds, bounds.min <= bounds.max else { return 0 }
        let first = bounds.min
        let last = bounds.max - range.length
        let low = min(first, last)
        let high = max(first, last)
        // Compares the ends, not sums, so that a range placed on its bound has no excess.
        if range.length >= bounds.length {
            if range.min > bounds.min { return range.min - high }
            if range.max < bounds.max { return min(0, range.min - low) }
            return 0
        }
        if range.min < bounds.min { return range.min - low }
        if range.max > bounds.max { return range.max - bounds.max }
        return 0
    }

    /// A range moved by a distance, within the limits.
    public func moved(_ range: Extent, by distance: Double) -> Extent {
        constrain(range.offset(by: distance))
    }

    /// A range zoomed by a factor (above 1 is closer) within the limits, with the value `about`
    /// kept in its place.
    ///
    /// The factor is limited first, so that nothing drifts at a limit.
    public func zoomed(_ range: Extent, by factor: Double, about: Double) -> Extent {
        guard factor > 0, factor.isFinite, range.length > 0 else { return constrain(range) }
        let length = constrain(length: range.length / factor)
        let place = (about - range.min) / range.length
        let start = about - place * length
        return constrain(Extent(min: start, max: start + length))
    }
}

/// One axis as seen by the gestures: a base window, its visible part, and its limits.
///
/// `InteractionFilter` conforms to it; code that interprets gestures needs no more than this.
@MainActor
public protocol InteractiveAxis: AnyObject {
    /// The window that is visible when nothing has been moved.
    var base: Extent { get }
    /// The range that is visible now.
    var visible: Extent { get }
    /// How far it may be moved and zoomed, bounds included.
    var limits: AxisLimits { get }
    /// How far it has been moved and zoomed from the base window.
    var state: AxisInteractionState { get }
    /// Takes over a state.
    ///
    /// - Parameter overshoot: Whether it may go beyond the limits, as during a drag past the end;
    ///   otherwise it is clamped to them, so that the state never contains a distance that has to
    ///   be dragged back.
    func apply(_ state: AxisInteractionState, overshoot: Bool)
    /// Makes a range visible exactly; ranges without length are ignored.
    ///
    /// - Parameter overshoot: As for `apply`.
    func show(_ range: Extent, overshoot: Bool)
    /// Goes back to the base window.
    func reset()
    /// A gesture takes hold of the axis. The default implementation does nothing.
    func holdBegan()
    /// The gesture was cancelled: the range visible before it is already shown again, and its other
    /// changes are to be undone.
    func holdWasCancelled(at time: Double)
}

extension InteractiveAxis {
    public func holdBegan() {}
    public func holdWasCancelled(at time: Double) {}

    /// Makes a range visible, within the limits.
    public func show(_ range: Extent) { show(range, overshoot: false) }

    /// How far the visible range is outside its bounds, in units; negative below them.
    public var excess: Double { limits.excess(of: visible) }
}

/// Shows the part of the range to which the person has moved and zoomed.
///
/// The incoming range is the base window. As long as nothing has been moved, the base is shown
/// unchanged. After that, the visible range stays when the base changes (`keepsVisible`): new data
/// give the state another base and do not move the picture.
///
/// It stores the visible range and computes the state from it, so the range shown is exactly the
/// one requested, and nothing drifts when the base changes often. Showing exactly the base counts
/// as not moved: a person who pans back to the newest end follows it again.
@MainActor
public final class InteractionFilter: RangeFilter, InteractiveAxis {
    public private(set) var base = Extent(min: -1, max: 1)
    /// Whether the visible range stays when the base changes; if not, the state stays (in base
    /// lengths).
    public var keepsVisible = true
    /// Records the range from which the bounds are taken, upstream of this filter.
    ///
    /// Nil for `limits.bounds`.
    public let recorder: RecorderFilter?
    /// The visible range; nil if nothing has been moved and the base is shown.
    private var shown: Extent?
    private var ownLimits: AxisLimits
    private var overshoots = false
    private var listeners: [@MainActor (AxisInteractionState) -> Void] = []

    /// A filter with limits; its bounds are a recorder's range if one is given.
    public init(limits: AxisLimits = .none, boundedBy recorder: RecorderFilter? = nil) {
        ownLimits = limits
        self.recorder = recorder
    }

    /// The limits; new ones are applied to the visible range at once.
    public var limits: AxisLimits {
        get {
            guard let recorder, recorder.range.isProper else { return ownLimits }
            var limits = ownLimits
            limits.bounds = recorder.range
            return limits
        }
        set {
            ownLimits = newValue
            settle()
        }
    }

    public var visible: Extent { shown ?? base }

    /// Whether the person has moved or zoomed it away from its base.
    public var isTouched: Bool { shown != nil }

    public var state: AxisInteractionState {
        guard let shown, base.length > 0 else { return .identity }
        return AxisInteractionState(visible: shown, base: base)
    }

    /// Adds a listener that is called after every change of the visible range.
    public func onChange(_ listener: @escaping @MainActor (AxisInteractionState) -> Void) {
        listeners.append(listener)
    }

    public func apply(_ state: AxisInteractionState, overshoot: Bool) {
        guard state.scale > 0, state.scale.isFinite, state.translation.isFinite else { return }
        if state == .identity {
            reset()
        } else {
            show(state.visible(of: base), overshoot: overshoot)
        }
    }

    public func show(_ range: Extent, overshoot: Bool) {
        guard range.isProper else { return }
        overshoots = overshoot
        set(overshoot ? range : limits.constrain(range))
    }

    public func reset() {
        overshoots = false
        set(nil)
    }

    public func filter(_ range: Extent, _ context: RangeContext) -> Extent {
        guard range.isProper else { return range }
        if range != base {
            let state = state
            base = range
            if shown != nil, !keepsVisible { set(state.visible(of: range)) }
        }
        settle()
        return visible
    }

    /// Brings the visible range back within the limits, unless a gesture holds it outside.
    ///
    /// An untouched base is shown unchanged, even if it extends beyond the bounds.
    private func settle() {
        guard let shown, !overshoots else { return }
        set(limits.constrain(shown))
    }

    private func set(_ range: Extent?) {
        let range = range == base ? nil : range
        guard range != shown else { return }
        shown = range
        let state = state
        for listener in listeners { listener(state) }
    }
}
