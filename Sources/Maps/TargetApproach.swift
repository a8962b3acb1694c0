// What is worth a tone on the way to a target: crossing a ring around it, and passing it.
//
// The rules are those of SimplestGPS: rings are 10 m apart within 100 m, 100 m within 10 km, and 1 km
// beyond. A target is abeam within 15° of a right angle to the heading; from 1,500 m on the angle is
// smaller in proportion. The tone of passing comes at most every three seconds.

/// The tones of the way to a target.
public struct TargetApproach: Hashable, Sendable {
    /// What happened.
    public enum Event: Hashable, Sendable {
        /// A ring was crossed towards the target.
        case inwards
        /// A ring was crossed away from it.
        case outwards
        /// The target is abeam.
        case abeam
    }

    private var lastDistance: Double?
    private var lastAbeam = -Double.infinity

    /// On the way to no target yet.
    public init() {}

    /// What has happened since the last place on the way.
    ///
    /// - Parameters:
    ///   - distance: metres to the target.
    ///   - bearing: degrees from the heading to the target; nil if there is no heading.
    ///   - time: seconds.
    public mutating func move(
        to distance: Double, bearing: Double?, at time: Double
    ) -> [Event] {
        guard distance.isFinite else { return [] }
        defer { lastDistance = distance }
        guard let last = lastDistance else { return [] }
        var events: [Event] = []
        let apart = Self.ring(at: distance)
        let ring = ((last + distance) / 2 / apart).rounded() * apart
        // A place on the ring counts as within it.
        if last > ring, distance <= ring { events.append(.inwards) }
        if last <= ring, distance > ring { events.append(.outwards) }
        if let bearing, bearing.isFinite, time >= lastAbeam + 3 {
            let angle = 15 * min(1500 / max(distance, 1), 1)
            if abs(abs(bearing.remainder(dividingBy: 360)) - 90) < angle {
                events.append(.abeam)
                lastAbeam = time
            }
        }
        return events
    }

    /// Metres from one ring to the next at a distance.
    static func ring(at distance: Double) -> Double {
        distance < 100 ? 10 : distance < 10_000 ? 100 : 1000
    }
}
