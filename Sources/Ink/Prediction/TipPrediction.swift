// Where a pen will be when the next picture is on the screen.
//
// Method: a Kalman filter for each axis, with the place, its velocity, its acceleration and its jerk
// as the state, driven by random changes of the jerk; the place is measured. The prediction follows
// the velocity in full, the acceleration by half and the jerk by a tenth, as Google's ink stroke
// modeler does: higher derivatives are the less certain the longer they are followed.
// The time that is predicted shrinks with the confidence, a product of four numbers from 0 to 1: how
// many samples there were, how near the last predictions came, how fast the pen moves, and how
// straight.
// A prediction is drawn in one frame and never kept. It switches itself off while it is wrong.

import Foundation
import Geometry

/// Predicts the place of a pen a few milliseconds ahead.
public struct TipPrediction: Sendable {
    /// The longest time that is predicted, in seconds.
    public static let longest = 0.016
    /// The number of samples after which a prediction has its full length.
    static let fullSamples = 20.0
    /// The number of past predictions that are judged.
    static let judged = 30
    /// The mean error of past predictions from which on there is none, in points.
    static let largestError = 3.0
    /// Speeds below the first are not predicted, those above the second in full; in points per
    /// second.
    static let speeds = 20.0...120

    private var x = AxisPrediction()
    private var y = AxisPrediction()
    private var samples: [PenSample] = []
    private var count = 0
    /// Predictions that no sample has reached yet.
    private var open: [(time: Double, place: Point)] = []
    private var errors: [Double] = []

    /// A prediction without samples.
    public init() {}

    /// Whether past predictions were too far from the pen.
    public var isOff: Bool { errors.count >= 5 && meanError > Self.largestError }

    private var meanError: Double {
        errors.isEmpty ? 0 : errors.reduce(0, +) / Double(errors.count)
    }

    /// Takes a sample, clean and later than the one before.
    public mutating func add(_ sample: PenSample) {
        if let last = samples.last {
            judge(last, sample)
            let step = sample.time - last.time
            // After a rest the past says nothing.
            if step > 0.1 { self = TipPrediction(errors: errors) }
        }
        let step = samples.last.map { sample.time - $0.time } ?? 0
        x.add(sample.position.x, after: step)
        y.add(sample.position.y, after: step)
        samples.append(sample)
        if samples.count > 8 { samples.removeFirst() }
        count += 1
        if let ahead = places(for: Self.longest).last {
            open.append((sample.time + Self.longest * confidence, ahead))
        }
    }

    private init(errors: [Double]) { self.errors = errors }

    /// Compares predictions for times between two samples with the line between these.
    private mutating func judge(_ last: PenSample, _ next: PenSample) {
        while let first = open.first, first.time <= next.time {
            open.removeFirst()
            guard first.time >= last.time else { continue }
            let part = (first.time - last.time) / (next.time - last.time)
            let place = last.position + (next.position - last.position) * part
            errors.append((first.place - place).length)
            if errors.count > Self.judged { errors.removeFirst() }
        }
    }

    /// The places after the last sample, over a time in seconds; none if they are not known well
    /// enough.
    ///
    /// - Parameter time: the time to the picture; it counts up to `longest`.
    public func predicted(for time: Double) -> [Point] {
        isOff || time <= 0 ? [] : places(for: time)
    }

    private func places(for time: Double) -> [Point] {
        let reach = min(time, Self.longest) * confidence
        guard reach > 0.001 else { return [] }
        let steps = max(Int((reach / 0.004).rounded(.up)), 1)
        return (1...steps).map { step in
            let ahead = reach * Double(step) / Double(steps)
            return Point(x: x.place(after: ahead), y: y.place(after: ahead))
        }
    }

    /// How much of the time is predicted, from 0 to 1.
    private var confidence: Double {
        guard let first = samples.first, let last = samples.last, count > 2 else { return 0 }
        let enough = min(Double(count) / Self.fullSamples, 1)
        let near = 1 - min(meanError / Self.largestError, 1) * 0.5
        let speed = Vector(dx: x.velocity, dy: y.velocity).length
        let range = Self.speeds.upperBound - Self.speeds.lowerBound
        let fast = min(max((speed - Self.speeds.lowerBound) / range, 0), 1)
        // The part of the way that is progress.
        let way = zip(samples, samples.dropFirst()).reduce(0) {
            $0 + ($1.1.position - $1.0.position).length
        }
        let progress = way > 0 ? (last.position - first.position).length / way : 0
        let straight = 0.4 + 0.6 * progress * progress
        return enough * near * fast * straight
    }
}

/// The Kalman filter of one axis.
struct AxisPrediction: Sendable {
    /// The parts of the higher derivatives that are followed.
    static let accelerationPart = 0.5
    static let jerkPart = 0.1
    /// The standard deviation of a measured place, in points.
    static let noise = 0.3
    /// The change of the jerk within a second, as a standard deviation, in points per s³.
    static let unrest = 1e6

    /// The place, the velocity, the acceleration and the jerk.
    private var state: SIMD4<Double>?
    /// Their covariance, by rows.
    private var covariance: [SIMD4<Double>] = []

    /// The velocity, in points per second.
    var velocity: Double { state?[1] ?? 0 }

    /// Takes a measured place.
    mutating func add(_ place: Double, after step: Double) {
        guard let before = state, step > 0 else {
            state = SIMD4(place, 0, 0, 0)
            covariance = [
                SIMD4(Self.noise * Self.noise, 0, 0, 0), SIMD4(0, 1e6, 0, 0),
                SIMD4(0, 0, 1e8, 0), SIMD4(0, 0, 0, 1e10),
            ]
            return
        }
        let transition = Self.transition(step)
        var now = SIMD4(
            transition[0].dot(before), transition[1].dot(before), transition[2].dot(before),
            before[3])
        var spread = product(product(transition, covariance), transposed(transition))
        let drive = SIMD4(step * step * step / 6, step * step / 2, step, 1)
        let change = Self.unrest * Self.unrest * step
        for row in 0..<4 { spread[row] += drive * (drive[row] * change) }
        // The measurement is the place alone.
        let total = spread[0][0] + Self.noise * Self.noise
        let column = SIMD4(spread[0][0], spread[1][0], spread[2][0], spread[3][0])
        let gain = column / total
        let first = spread[0]
        now += gain * (place - now[0])
        for row in 0..<4 { spread[row] -= first * gain[row] }
        state = now
        covariance = spread
    }

    /// The place a time after the last measurement.
    func place(after time: Double) -> Double {
        guard let state else { return 0 }
        return state[0] + state[1] * time + Self.accelerationPart * state[2] * time * time / 2
            + Self.jerkPart * state[3] * time * time * time / 6
    }

    private static func transition(_ step: Double) -> [SIMD4<Double>] {
        let (square, cube) = (step * step / 2, step * step * step / 6)
        return [
            SIMD4(1, step, square, cube), SIMD4(0, 1, step, square), SIMD4(0, 0, 1, step),
            SIMD4(0, 0, 0, 1),
        ]
    }

    private func transposed(_ matrix: [SIMD4<Double>]) -> [SIMD4<Double>] {
        (0..<4).map { column in
            SIMD4(matrix[0][column], matrix[1][column], matrix[2][column], matrix[3][column])
        }
    }

    private func product(_ a: [SIMD4<Double>], _ b: [SIMD4<Double>]) -> [SIMD4<Double>] {
        a.map { row in b[0] * row[0] + b[1] * row[1] + b[2] * row[2] + b[3] * row[3] }
    }
}

extension SIMD4<Double> {
    fileprivate func dot(_ other: SIMD4<Double>) -> Double { (self * other).sum() }
}
