// A mass on a spring with drag, which follows an anchor.
//
// The tip of a stroke follows the pen like a small mass on a spring: x'' = (a - x) / k - d x', with
// the constants of Google's ink stroke modeler (k = 11/32400 s², d = 72/s). That takes the
// trembling out of a line and keeps its shape.
// Method: that modeler integrates by Euler's rule, so its curve depends on the rate of the samples.
// Here a step is exact for an anchor that moves evenly within it. The distance from the place where
// the mass would be if the anchor had always moved so, q = x - a + k d u with the anchor's velocity
// u, is a damped oscillation without any force: q'' = -q / k - d q'. Its solution is a 2 × 2 matrix,
// the same for every step of one length.

import Foundation
import Geometry

/// A mass on a spring with drag, in steps of one length.
struct SpringDrag: Hashable, Sendable {
    /// The mass over the constant of the spring, in s².
    static let massOverSpring = 11.0 / 32_400
    /// The part of the velocity that drag takes away, per second.
    static let drag = 72.0
    /// How long it is behind an anchor that moves evenly, in seconds: 24.4 ms.
    static let lag = massOverSpring * drag

    /// The place of the mass.
    private(set) var position: Point
    /// The velocity of the mass, in points per second.
    private(set) var velocity = Vector.zero
    /// The place of the anchor.
    private(set) var anchor: Point

    /// The length of a step, in seconds.
    let step: Double
    // The matrix of a step: the new distance and its rate by the old ones.
    private let distanceByDistance: Double
    private let distanceByRate: Double
    private let rateByDistance: Double
    private let rateByRate: Double

    /// A mass at rest at its anchor.
    init(at anchor: Point, step: Double) {
        self.anchor = anchor
        self.step = step
        position = anchor
        let stiffness = 1 / Self.massOverSpring
        let decay = Self.drag / 2
        let frequency = (stiffness - decay * decay).squareRoot()
        let damping = exp(-decay * step)
        let (sine, cosine) = (sin(frequency * step), cos(frequency * step))
        distanceByDistance = damping * (cosine + decay / frequency * sine)
        distanceByRate = damping * sine / frequency
        rateByDistance = -damping * stiffness * sine / frequency
        rateByRate = damping * (cosine - decay / frequency * sine)
    }

    /// Moves the anchor evenly to a place within a step.
    mutating func move(to target: Point) {
        let pull = (target - anchor) * (1 / step)
        let distance = position - anchor + pull * Self.lag
        let rate = velocity - pull
        let moved = distance * distanceByDistance + rate * distanceByRate
        velocity = distance * rateByDistance + rate * rateByRate + pull
        position = target + (moved - pull * Self.lag)
        anchor = target
    }
}
