// Event times are milliseconds in 32 bits with an undefined base: they wrap every 49.7 days.
//
// Nearly every compositor takes them from CLOCK_MONOTONIC. Those that use another clock (weston
// without hardware: CLOCK_MONOTONIC_RAW) announce it through wp_presentation; its distance from the
// monotonic clock is the skew. A time is interpreted as the one nearest to now with those low 32
// bits. If that is more than ten seconds away, the compositor uses another base. Then an offset is
// kept that maps the first event to now, and the differences between events stay exact. Nothing
// depends on an earlier event, so a stray time of 0 (sent by some virtual devices) does not affect
// later events.

/// Converts a compositor's millisecond stamps to seconds of the monotonic clock.
struct EventClock {
    /// Milliseconds to add to a stamp to bring it near now; 0 for CLOCK_MONOTONIC.
    private var offset: Int64 = 0

    /// The seconds by which the monotonic clock is ahead of the compositor's.
    private(set) var skew = 0.0

    private static let nearby: Int64 = 10_000

    /// Sets the skew: the compositor's clock reads `reference` when the monotonic clock reads
    /// `now`.
    ///
    /// A drift of less than five milliseconds is ignored, to keep differences exact.
    mutating func follow(_ reference: Double, now: Double) {
        if abs(now - reference - skew) > 0.005 { skew = now - reference }
    }

    /// The time of `stamp` in seconds, at a moment when the monotonic clock reads `now`.
    mutating func seconds(_ stamp: UInt32, now: Double) -> Double {
        compositorSeconds(stamp, now: now - skew) + skew
    }

    private mutating func compositorSeconds(_ stamp: UInt32, now: Double) -> Double {
        let current = Int64(now * 1000)
        let away = Int64(Int32(bitPattern: stamp &- UInt32(truncatingIfNeeded: current)))
        if abs(away) <= Self.nearby {
            offset = 0
            return Double(current + away) / 1000
        }
        let shifted = Int64(
            Int32(truncatingIfNeeded: Int64(stamp) + offset - current))
        if offset != 0 && abs(shifted) <= Self.nearby {
            return Double(current + shifted) / 1000
        }
        offset = -away
        return Double(current) / 1000
    }
}
