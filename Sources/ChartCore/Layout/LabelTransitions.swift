// When the labels of a value axis change.
//
// Method: a change is shown when it is announced, unless the one before it is younger than half its
// glide: then it waits for that moment, and of several that wait only the newest is kept. So a range
// that is sent somewhere else in every frame changes its labels a few times a second, and ends with
// the last one asked for. Times are those of the requests, not of frames.

/// The newest of the ranges that an axis is sent to, no more often than labels can be read.
public struct LabelTransitions<Target: Equatable> {
    /// How long a glide takes, in seconds: half of it has to pass before the next change.
    public var duration: Double
    /// What labels are for; nil before the first request.
    public private(set) var current: Target?
    private var start = -Double.infinity
    private var pending: Target?

    /// Nothing shown yet.
    public init(duration: Double = 0.3) { self.duration = duration }

    /// When the gate opens for what waits; nil where nothing does.
    public var opening: Double? { pending == nil ? nil : start + duration / 2 }

    /// Asks for a change; whether `current` is another one now.
    ///
    /// - Parameters:
    ///   - time: of the announcement, in seconds.
    ///   - isAtOnce: whether the axis is there without a glide.
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

    /// Moves on to a time; whether `current` is another one now.
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
