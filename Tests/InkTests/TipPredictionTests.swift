import Foundation
import Geometry
import SeededRandom
import Testing

@testable import Ink

/// Predictions of the tip, against where it went.
@Suite struct TipPredictionTests {
    /// The distances of the drawn tip from the pen, with and without prediction, when a picture of
    /// a sample is on the screen `delay` seconds after it.
    private func distances(
        rate: Double, delay: Double, duration: Double, _ path: (Double) -> Point
    ) -> (with: [Double], without: [Double], offs: Int) {
        var prediction = TipPrediction()
        var numbers = Xorshift(seed: 5)
        var (with, without, offs) = ([Double](), [Double](), 0)
        for index in 0..<Int(duration * rate) {
            let time = Double(index) / rate
            var place = path(time)
            place.x += (numbers.unit() - 0.5) * 0.25
            place.y += (numbers.unit() - 0.5) * 0.25
            prediction.add(PenSample(time: time, position: place))
            guard time > 0.15 else { continue }
            let pen = path(time + delay)
            without.append((pen - place).length)
            with.append((pen - (prediction.predicted(for: delay).last ?? place)).length)
            if prediction.isOff { offs += 1 }
        }
        return (with.sorted(), without.sorted(), offs)
    }

    private func median(_ sorted: [Double]) -> Double { sorted[sorted.count / 2] }

    /// Handwriting at about 300 points a second.
    @Test(arguments: [125.0, 240])
    func handwritingIsPredicted(rate: Double) {
        let found = distances(rate: rate, delay: 0.016, duration: 6) { time in
            Point(x: 80 * time + 12 * sin(19 * time), y: 14 * cos(17 * time + 0.5 * sin(3 * time)))
        }
        #expect(median(found.with) < 3)
        #expect(median(found.with) < 0.6 * median(found.without))
        #expect(found.offs == 0)
    }

    @Test func aStraightLineIsPredictedWell() {
        let found = distances(rate: 240, delay: 0.016, duration: 2) { time in
            Point(x: 300 * time, y: 40 * time)
        }
        #expect(median(found.with) < 1)
        #expect(median(found.without) > 4.5)
    }

    /// Compositors send whole milliseconds, and 256ths of a point.
    @Test func roundTimesArePredictedToo() {
        var prediction = TipPrediction()
        func place(_ time: Double) -> Point {
            Point(x: 280 * time, y: 40 * sin(2.7 * time))
        }
        var distances: [Double] = []
        for index in 0..<480 {
            let time = Double(index) / 240
            let pen = place(time)
            prediction.add(
                PenSample(
                    time: (time * 1e3).rounded() / 1e3,
                    position: Point(
                        x: (pen.x * 256).rounded() / 256, y: (pen.y * 256).rounded() / 256)))
            guard index > 40 else { continue }
            let ahead = prediction.predicted(for: 0.016).last ?? pen
            distances.append((place(time + 1.0 / 60) - ahead).length)
        }
        #expect(median(distances.sorted()) < 1)
    }

    /// A pen that turns unpredictably is not predicted for long.
    @Test func whatCannotBePredictedIsNot() {
        let found = distances(rate: 125, delay: 0.016, duration: 4) { time in
            let turn = Double(Int(time * 70)) * 2.4
            return Point(
                x: 300 + 40 * cos(turn * turn), y: 300 + 40 * sin(turn * turn * 1.7))
        }
        #expect(found.offs > found.with.count / 2)
        #expect(found.with.reduce(0, +) < 1.1 * found.without.reduce(0, +))
    }

    @Test func aPenAtRestIsNotPredicted() {
        var prediction = TipPrediction()
        for index in 0..<100 {
            prediction.add(
                PenSample(time: Double(index) / 200, position: Point(x: 5, y: 5)))
        }
        #expect(prediction.predicted(for: 0.016).isEmpty)
        #expect(TipPrediction().predicted(for: 0.016).isEmpty)
    }

    /// The filter finds the derivatives of a movement that has them.
    @Test func theFilterFindsTheDerivatives() {
        var axis = AxisPrediction()
        func path(_ t: Double) -> Double { 5 + 200 * t + 900 * t * t / 2 }
        for index in 0..<200 { axis.add(path(Double(index) / 500), after: index == 0 ? 0 : 0.002) }
        let end = 199.0 / 500
        #expect(abs(axis.velocity - (200 + 900 * end)) < 2)
        #expect(abs(axis.place(after: 0) - path(end)) < 0.1)
    }
}
