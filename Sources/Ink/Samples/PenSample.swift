import Geometry

/// What a pen, a finger or a pointer reports at one moment.
public struct PenSample: Hashable, Sendable {
    /// When, in seconds of the clock of the device's events.
    public var time: Double
    /// Where, in points.
    public var position: Point
    /// How hard it is pressed, from 0 to 1; nil if the device does not measure it.
    public var pressure: Double?
    /// How far it leans from the upright, from 0 to 90 degrees; 0 if the device does not measure it.
    public var tilt: Double

    /// A sample from its parts.
    public init(time: Double, position: Point, pressure: Double? = nil, tilt: Double = 0) {
        self.time = time
        self.position = position
        self.pressure = pressure
        self.tilt = tilt
    }
}

/// Makes the samples of a device fit for arithmetic: one after the other in time, and finite.
public struct SampleCleaner: Hashable, Sendable {
    private var last: PenSample?

    /// The least time from one sample to the next, in seconds.
    public static let leastInterval = 1e-6
    /// The longest time from one sample to the next, in seconds: a longer rest counts as one so
    /// long.
    public static let longestInterval = 1.0

    /// What rests have been shortened by, in seconds.
    private var shortened = 0.0

    /// Makes a cleaner for the samples of one stroke.
    public init() {}

    /// The sample as it counts; nil if it has no place on a screen.
    ///
    /// A time that is not after the one before becomes the least later time: a device may report
    /// several samples for one millisecond, and a clock may run backwards. A missing or impossible
    /// pressure is the one before.
    public mutating func clean(_ sample: PenSample) -> PenSample? {
        let farthest = 1e7
        guard sample.time.isFinite, abs(sample.position.x) <= farthest,
            abs(sample.position.y) <= farthest
        else { return nil }
        var clean = sample
        if let pressure = sample.pressure, pressure.isFinite {
            clean.pressure = min(max(pressure, 0), 1)
        } else {
            clean.pressure = last?.pressure
        }
        clean.tilt = sample.tilt.isFinite ? min(max(sample.tilt, 0), 90) : last?.tilt ?? 0
        clean.time -= shortened
        if let last {
            clean.time = max(clean.time, last.time + Self.leastInterval)
            let excess = clean.time - last.time - Self.longestInterval
            if excess > 0 {
                shortened += excess
                clean.time -= excess
            }
        }
        last = clean
        return clean
    }
}
