// When the labels of a value axis change.
//
// Method: a change is shown when it is announced, unless the one before it is younger than half its
// glide. Then it waits until that moment, and only the newest waiting change is kept. So a range
// that is moved elsewhere in every frame changes its labels a few times a second, and ends with the
// last requested ones. Times are those of the requests, not of frames.

/// The newest target range of an axis, changed no more often than labels can be read.
public struct LabelTransitions<Target: Equatable> {
    /// How long a glide takes, in seconds; half of it must pass before the next change.
    public var duration: Double
    /// The target that the labels are for; nil before the first request.
    public private(set) var current: Target?
    private var start = -Double.infinity
    private var pending: Target?

    /// Creates transitions without a target.
    public init(duration: Double = 0.3) { self.duration = duration }

    /// When the waiting change can be shown; nil if none is waiting.
    public var opening: Double? { pending == nil ? nil : start + duration / 2 }

    /// Requests a change; returns whether `current` has changed.
    ///
    /// - Parameters:
    ///   - time: of the announcement, in seconds.
    ///   - isAtOnce: whether the axis jumps without a glide.
    @discardableResult
    public mutating func request(
        _ target: Target, at time: Double, isAtOnce: Bool = false
    ) -> Bool {
        let changed = advance(to: time)
        guard isAtOnce || time >= start + duration / 2 else {
            pending = target == current ? nil : target
            return changed
        }
        pending = nil
        guard target != current else { return changed }
        start = isAtOnce ? -.infinity : time
        current = target
        return true
    }

    /// Advances to a time; returns whether `current` has changed.
    @discardableResult
    public mutating func advance(to time: Double) -> Bool {
        guard let target = pending, let opening, time >= opening else { return false }
        start = opening
        pending = nil
        current = target
        return true
    }
}

extension LabelTransitions: Sendable where Target: Sendable {}
