// Takes the wobble out of slow movement.
//
// A hand that moves slowly trembles by more than it moves. The place is averaged over the last
// 40 ms; how much the average counts depends on the speed over the same time.
// Source: the wobble smoother of Google's ink stroke modeler: all of the average below 1.31 cm/s,
// none of it above 1.44 cm/s.
// Rejected: the 1€ filter (Casiez, Roussel, Vogel, CHI 2012). It estimates the speed from two
// samples, so its curve depends on their rate.

import Geometry

/// Averages the place of a pen while it is slow, in steps of one length.
struct WobbleFilter: Hashable, Sendable {
    /// The time over which it averages, in seconds.
    static let window = 0.04
    /// The speed below which only the average counts, in points per second: 1.31 cm/s, with
    /// 96 points per inch.
    static let slow = 1.31 / 2.54 * 96
    /// The speed above which only the place itself counts, in points per second: 1.44 cm/s.
    static let fast = 1.44 / 2.54 * 96

    private let step: Double
    /// The last places, as many as the window has, the oldest one at `oldest` once it is full.
    private var places: [Point]
    private var oldest = 0
    private let capacity: Int
    private var sum: Vector
    private var length = 0.0

    init(at place: Point, step: Double) {
        self.step = step
        capacity = Int((Self.window / step).rounded()) + 1
        places = [place]
        sum = place - .zero
    }

    /// The place as it counts, a step later.
    mutating func filter(_ place: Point) -> Point {
        length += (place - last).length
        if places.count < capacity {
            places.append(place)
        } else {
            let next = (oldest + 1) % capacity
            length -= (places[next] - places[oldest]).length
            sum = sum - (places[oldest] - .zero)
            places[oldest] = place
            oldest = next
        }
        sum = sum + (place - .zero)
        let speed = max(length, 0) / (Double(places.count - 1) * step)
        let share = min(max((speed - Self.slow) / (Self.fast - Self.slow), 0), 1)
        let mean = Point.zero + sum * (1 / Double(places.count))
        return mean + (place - mean) * share
    }

    private var last: Point {
        places.count < capacity
            ? places[places.count - 1] : places[(oldest + capacity - 1) % capacity]
    }
}
