import Glibc

// The velocity of a finger.
//
// Data layout: the samples (time, position) of the last tenth of a second, oldest first.
// Method: the slope of a straight line fitted by least squares, each sample weighted by exp(-age /
// 40 ms), so that the newest count most and no single pair of events decides. Times are those of
// the events, so the result does not depend on when the program processes them. A finger that
// rested before it was lifted has no velocity.
// A finger that rested before it was lifted has no velocity.
// Limits: millisecond timestamps (all that Wayland provides) repeat at high report rates; the fit
// accepts repeated times. Fewer than two different times give zero.
// Rejected: FMKit's 0.3·old + 0.7·new of successive differences. Its memory is counted in events,
// so a 1000 Hz mouse gets a different fling than a 60 Hz screen for the same movement of the hand.

/// The velocity of a pointer from the event times of its recent positions.
public struct VelocityEstimate: Hashable, Sendable {
    /// The age up to which samples count, in seconds.
    ///
    /// Half a millisecond more than a tenth: timestamps are whole milliseconds, and whether a
    /// sample a tenth of a second old counts must not depend on the rounding of a difference of
    /// seconds.
    public static let window = 0.1005
    /// The age at which a sample's weight has fallen to 1/e, in seconds.
    public static let memory = 0.04
    /// The rest before the release after which the velocity is zero, in seconds; between two
    /// milliseconds like `window`, so fifty of them are a rest.
    public static let rest = 0.0495

    private struct Sample: Hashable, Sendable {
        let time: Double
        let x: Double
        let y: Double
    }

    private var samples: [Sample] = []

    /// Makes an estimate without samples.
    public init() {}

    /// Adds a position (or a running total of displacements), in points, at an event's time.
    ///
    /// A sample older than the newest one is dropped: it could only reverse the line.
    public mutating func add(x: Double, y: Double, at time: Double) {
        if let newest = samples.last, time < newest.time { return }
        samples.append(Sample(time: time, x: x, y: y))
        // One sample older than the window is kept, so that slow events still make a line.
        while samples.count > 2, samples[1].time <= time - Self.window { samples.removeFirst() }
    }

    /// Forgets everything.
    public mutating func reset() { samples.removeAll(keepingCapacity: true) }

    /// The velocity at `time`, the moment of release, in points per second.
    public func velocity(at time: Double) -> (x: Double, y: Double) {
        guard let newest = samples.last, time - newest.time < Self.rest else { return (0, 0) }
        let recent = samples.filter { newest.time - $0.time <= Self.window }
        let used = recent.count > 1 ? recent : Array(samples.suffix(2))
        // Relative to the newest sample, so that large times and places lose no precision.
        var weight = 0.0
        var meanTime = 0.0
        var meanX = 0.0
        var meanY = 0.0
        for sample in used {
            let w = exp((sample.time - newest.time) / Self.memory)
            weight += w
            meanTime += w * (sample.time - newest.time)
            meanX += w * (sample.x - newest.x)
            meanY += w * (sample.y - newest.y)
        }
        meanTime /= weight
        meanX /= weight
        meanY /= weight
        var spread = 0.0
        var alongX = 0.0
        var alongY = 0.0
        for sample in used {
            let w = exp((sample.time - newest.time) / Self.memory)
            let t = sample.time - newest.time - meanTime
            spread += w * t * t
            alongX += w * t * (sample.x - newest.x - meanX)
            alongY += w * t * (sample.y - newest.y - meanY)
        }
        guard spread > 0 else { return (0, 0) }
        return (alongX / spread, alongY / spread)
    }
}
