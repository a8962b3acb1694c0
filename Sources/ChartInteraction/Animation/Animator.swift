// All animations of a window.
//
// Data layout: waiting animations in the order they were added, running ones by the key of the
// value they move (one at a time); both are arrays, since there are only a few.
// Method: a value is a list of numbers (see `Animatable`), each with its own curve. Everything
// happens inside `advance(to:)`, which the frame calls before it draws: waiting animations that are
// due start, running ones step, finished ones are removed, and their successors start in the same
// frame at the moment the predecessor ended. A value is a function of the time since the start, so
// frame rate and dropped frames do not change it.
// Limits: an animation added inside a step starts within the same `advance`.
// Rejected: one timer per animation; a delta per frame.

/// Runs animations inside the frame: pending, running, done.
///
/// `advance(to:)` returns whether frames are needed; `nextDeadline` is when a delayed animation
/// needs the next one, so that nothing wakes up while it waits.
@MainActor
public final class Animator {
    /// How an animation treats others of the same value.
    public enum Conflict: Hashable, Sendable {
        /// Starts from the present value and velocity of the running one; waiting ones are dropped.
        case replace
        /// Starts when all earlier ones have ended.
        case enqueue
        /// Drops waiting ones and starts when the running one has ended.
        case dropPending
    }

    /// The handle of one animation.
    public struct Token: Hashable, Sendable {
        fileprivate let number: Int
    }

    private struct Animation {
        let token: Token
        let key: AnyHashable
        let from: [Double]?
        let to: [Double]
        let timing: AnimationCurve.Timing
        let delay: Double
        let conflict: Conflict
        var added: Double?
        let onStart: (() -> Void)?
        let onEnd: ((Bool) -> Void)?
        let step: ([Double]) -> Void
    }

    private struct Running {
        let animation: Animation
        let curves: [AnimationCurve]
        let start: Double
        var hasStepped = false

        /// When it arrives, in seconds.
        var end: Double { start + (curves.lazy.map(\.duration).max() ?? 0) }

        func parts(at time: Double) -> [Double] { curves.map { $0.value(at: time - start) } }
    }

    /// No motion: every animation reaches its target in the frame in which it would start, and
    /// running ones do so in the next frame.
    public var reducesMotion = false

    private var waiting: [Animation] = []
    private var running: [Running] = []
    /// When the last animation of a key ended, for the one that follows it in the same frame.
    private var ends: [AnyHashable: Double] = [:]
    private var values: [AnyHashable: [Double]] = [:]
    private var lastNumber = 0
    /// The time of the last frame.
    private var frameTime = -Double.infinity

    /// Makes an animator without animations.
    public init() {}

    /// Whether nothing runs and nothing waits.
    public var isIdle: Bool { running.isEmpty && waiting.isEmpty }

    /// When the next delayed animation starts, in seconds; nil if none waits only for its time.
    public var nextDeadline: Double? {
        waiting.compactMap { animation in animation.added.map { $0 + animation.delay } }
            .filter { $0 > frameTime }.min()
    }

    /// Adds an animation of the value named by `key`.
    ///
    /// - Parameters:
    ///   - key: identifies the animated value; animations of equal keys conflict, others are
    ///     independent.
    ///   - from: the start value if nothing of this key runs; nil for the end value of the last
    ///     animation of this key (or the target, if there was none).
    ///   - delay: seconds before it starts.
    ///   - time: when it is added; nil for the time of the next frame.
    ///   - onStart: called once, in the frame of the first step and before it.
    ///   - onEnd: called once, with whether it arrived (false if it was replaced or cancelled).
    ///   - step: called with the value in every frame, the last time with exactly `to`.
    /// - Precondition: the delay is not negative, and all values of a key are of one type.
    @discardableResult
    public func animate<Value: Animatable>(
        _ key: some Hashable, from: Value? = nil, to: Value,
        timing: AnimationCurve.Timing = .range, delay: Double = 0, conflict: Conflict = .replace,
        at time: Double? = nil, onStart: (() -> Void)? = nil, onEnd: ((Bool) -> Void)? = nil,
        step: @escaping (Value) -> Void
    ) -> Token {
        precondition(delay >= 0, "an animation cannot be delayed by \(delay) s")
        lastNumber += 1
        let key = AnyHashable(key)
        let animation = Animation(
            token: Token(number: lastNumber), key: key, from: from?.animatedParts,
            to: to.animatedParts, timing: timing, delay: delay, conflict: conflict, added: time,
            onStart: onStart, onEnd: onEnd, step: { step(Value(animatedParts: $0)) })
        if conflict != .enqueue { dropWaiting { $0.key == key } }
        waiting.append(animation)
        return animation.token
    }

    /// Stops an animation where it is.
    public func cancel(_ token: Token) { remove { $0.token == token } }

    /// Stops every animation of a value where it is.
    public func cancel(key: some Hashable) {
        guard !running.isEmpty || !waiting.isEmpty else { return }
        let key = AnyHashable(key)
        remove { $0.key == key }
    }

    /// The final target of a value, or nil if nothing of this key runs or waits.
    public func target<Value: Animatable>(
        of key: some Hashable, as type: Value.Type = Double.self
    ) -> Value? {
        let key = AnyHashable(key)
        let parts =
            waiting.last { $0.key == key }?.to
            ?? running.first { $0.animation.key == key }?.animation.to
        return parts.map { Value(animatedParts: $0) }
    }

    /// Starts, moves and ends everything that is due at a frame's time; returns whether the next
    /// frame is needed.
    ///
    /// It is also needed for animations added at a later time than the frame's: the time of a frame
    /// may have passed already when it begins, as after one that took long.
    public func advance(to time: Double) -> Bool {
        frameTime = time
        for index in waiting.indices where waiting[index].added == nil {
            waiting[index].added = time
        }
        // Every round ends or starts something. An animation that adds itself again at once without
        // a duration would continue forever, so animations added during the rounds wait at most one
        // round.
        let lastOfFrame = lastNumber + 1
        ends.removeAll(keepingCapacity: true)
        repeat {
            startDue(at: time, upTo: lastOfFrame)
            stepAll(at: time)
        } while waiting.contains { isDue($0, at: time, upTo: lastOfFrame) }
        for index in waiting.indices where waiting[index].added == nil {
            waiting[index].added = time
        }
        return !running.isEmpty
            || waiting.contains {
                isDue($0, at: time, upTo: .max) || ($0.added.map { $0 > time } ?? false)
            }
    }

    // MARK: A frame

    private func isDue(_ animation: Animation, at time: Double, upTo number: Int) -> Bool {
        guard animation.token.number <= number else { return false }
        let start = (animation.added ?? time) + (reducesMotion ? 0 : animation.delay)
        guard start <= time else { return false }
        if animation.conflict == .replace { return true }
        let isFirst = waiting.first { $0.key == animation.key }?.token == animation.token
        return isFirst && !running.contains { $0.animation.key == animation.key }
    }

    private func startDue(at time: Double, upTo number: Int) {
        while let index = waiting.firstIndex(where: { isDue($0, at: time, upTo: number) }) {
            let animation = waiting.remove(at: index)
            var start = (animation.added ?? time) + (reducesMotion ? 0 : animation.delay)
            var from = animation.from ?? values[animation.key] ?? animation.to
            var velocities: [Double]?
            if let old = running.firstIndex(where: { $0.animation.key == animation.key }) {
                start = max(start, running[old].start)
                if running[old].end <= start {
                    // It had arrived before, but no frame was drawn since.
                    step(running[old].animation.token, at: time)
                } else {
                    let replaced = running.remove(at: old)
                    velocities = replaced.curves.map { $0.velocity(at: start - replaced.start) }
                    values[animation.key] = replaced.parts(at: start)
                    replaced.animation.onEnd?(false)
                }
                from = values[animation.key] ?? from
            } else if let end = ends[animation.key] {
                start = max(start, end)
                from = values[animation.key] ?? from
            }
            precondition(
                from.count == animation.to.count,
                "the values of \(animation.key) are not all of one type")
            let curves = from.indices.map { index in
                AnimationCurve(
                    from: from[index], to: animation.to[index],
                    timing: reducesMotion ? .eased(0, .linear) : animation.timing,
                    velocity: velocities?[index])
            }
            running.append(Running(animation: animation, curves: curves, start: start))
        }
    }

    private func stepAll(at time: Double) {
        // A step may cancel another animation.
        for token in running.map(\.animation.token) { step(token, at: time) }
    }

    private func step(_ token: Token, at time: Double) {
        guard let index = running.firstIndex(where: { $0.animation.token == token }) else { return }
        let item = running[index]
        running[index].hasStepped = true
        let isDone = reducesMotion || time >= item.end
        let parts = isDone ? item.animation.to : item.parts(at: time)
        values[item.animation.key] = parts
        if isDone {
            running.remove(at: index)
            ends[item.animation.key] = min(item.end, time)
        }
        if !item.hasStepped { item.animation.onStart?() }
        item.animation.step(parts)
        if isDone { item.animation.onEnd?(true) }
    }

    // MARK: Removal

    private func dropWaiting(where isDropped: (Animation) -> Bool) {
        let dropped = waiting.filter(isDropped)
        waiting.removeAll(where: isDropped)
        for animation in dropped { animation.onEnd?(false) }
    }

    private func remove(where isRemoved: (Animation) -> Bool) {
        let stopped = running.filter { isRemoved($0.animation) }
        running.removeAll { isRemoved($0.animation) }
        for item in stopped { item.animation.onEnd?(false) }
        dropWaiting(where: isRemoved)
    }
}
