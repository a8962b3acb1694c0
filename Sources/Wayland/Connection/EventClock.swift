// Event times are milliseconds in 32 bits with an undefined base: they come round every 49.7 days.
//
// Nearly every compositor takes them from CLOCK_MONOTONIC, and those that take another clock (weston
// without hardware of its own: CLOCK_MONOTONIC_RAW) name it through wp_presentation; its distance from
// the monotonic clock is the skew. A time is read as the one nearest to now that has those low 32
// bits. Where that is more than ten seconds away the compositor counts from elsewhere: then an offset
// is kept that puts the first event at now, and the differences between events stay exact. Nothing
// depends on an earlier event, so a stray time of 0 (some virtual devices send it) spoils none that
// follow it.

/// Turns a compositor's millisecond stamps into seconds of the monotonic clock.
struct EventClock {
    /// Milliseconds to add to a stamp for it to lie near now; 0 for CLOCK_MONOTONIC.
    private var offset: Int64 = 0

    /// Seconds by which the monotonic clock is ahead of the compositor's.
    private(set) var skew = 0.0

    private static let nearby: Int64 = 10_000

    /// The compositor's clock reads `reference` when the monotonic clock reads `now`.
    ///
    /// Drift of less than five milliseconds is let be, for the sake of exact differences.
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
