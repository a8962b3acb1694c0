// The glide of a place to another one.
//
// Method: the polynomial of the fifth degree from a place, a velocity and an acceleration to a place at
// rest in half a second: of all ways it has the least jerk (Flash and Hogan, Journal of Neuroscience
// 5, 1985). A new target takes the velocity and the acceleration with it. What is added at once
// (`offset`) does not glide: a picture that is cut in another way stays where it is.

import Geometry

/// A place that glides to where it should be.
public struct PlaceGlide: Hashable, Sendable {
    /// What is added to the place at once.
    public var offset = Vector.zero
    /// Where it will be, without the offset; nil before the first place.
    public private(set) var target: Point?
    private var start = -Double.infinity
    private var x = Quintic()
    private var y = Quintic()

    /// Seconds.
    static let duration = 0.5

    /// Nowhere yet.
    public init() {}

    /// Lets it glide to a place from a time on; the first place it takes at once.
    public mutating func move(to place: Point, at time: Double) {
        guard target != nil else { return jump(to: place) }
        guard place != target else { return }
        x = Quintic(from: x.state(after: time - start), to: place.x)
        y = Quintic(from: y.state(after: time - start), to: place.y)
        (target, start) = (place, time)
    }

    /// Takes a place at once, as under a finger.
    public mutating func jump(to place: Point) {
        (x, y) = (Quintic(at: place.x), Quintic(at: place.y))
        (target, start) = (place, -.infinity)
    }

    /// Where it is at a time, with the offset; nil before the first place.
    public func place(at time: Double) -> Point? {
        guard target != nil else { return nil }
        let passed = time - start
        return Point(x: x.state(after: passed).place, y: y.state(after: passed).place) + offset
    }

    /// When it is at rest.
    public var restTime: Double { start + Self.duration }
}

/// A coordinate on its way to rest.
private struct Quintic: Hashable {
    struct State {
        var place: Double
        var velocity: Double
        var acceleration: Double
    }

    private var end = 0.0
    /// The factors of the powers of what is left of the time, as a part of the duration.
    private var third = 0.0
    private var fourth = 0.0
    private var fifth = 0.0

    init() {}

    init(at place: Double) { end = place }

    init(from state: State, to end: Double) {
        self.end = end
        // In parts of the duration: p(1) = x, p'(1) = -v, p''(1) = a for p(u) = c3 u³ + c4 u⁴ + c5 u⁵.
        let duration = PlaceGlide.duration
        let (x, v, a) = (
            state.place - end, -state.velocity * duration, state.acceleration * duration * duration
        )
        (third, fourth, fifth) = (
            10 * x - 4 * v + a / 2, -15 * x + 7 * v - a, 6 * x - 3 * v + a / 2
        )
    }

    func state(after time: Double) -> State {
        let duration = PlaceGlide.duration
        let u = 1 - min(max(time / duration, 0), 1)
        let (c, d, e) = (third, fourth, fifth)
        return State(
            place: end + u * u * u * (c + u * (d + u * e)),
            velocity: -u * u * (3 * c + u * (4 * d + u * 5 * e)) / duration,
            acceleration: u * (6 * c + u * (12 * d + u * 20 * e)) / (duration * duration))
    }
}
