import Glibc

/// A source of monotonic time, in seconds.
///
/// Tests use a `TestClock`, the program `SystemClock`.
public protocol MonotonicClock: Sendable {
    /// Seconds since some fixed moment; never decreases.
    var now: Double { get }
}

/// `CLOCK_MONOTONIC`, the clock of Wayland's event and presentation times on Linux.
public struct SystemClock: MonotonicClock {
    /// The machine's clock: all values of this type return the same time.
    public init() {}

    public var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }
}

/// `CLOCK_REALTIME`, for what depends on the date; motion is timed by a `MonotonicClock`.
public enum WallClock {
    /// Seconds since 1970-01-01T00:00:00Z; may jump when the machine's clock is set.
    public static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }
}

/// A clock that only advances on request, for deterministic tests of motion.
public final class TestClock: MonotonicClock, @unchecked Sendable {
    private var time: Double

    /// A clock at a time, in seconds.
    public init(now: Double = 0) { time = now }

    public var now: Double { time }

    /// Advances the clock by `seconds`, which must not be negative.
    public func advance(by seconds: Double) {
        precondition(seconds >= 0, "a monotonic clock cannot go back by \(-seconds) s")
        time += seconds
    }
}
