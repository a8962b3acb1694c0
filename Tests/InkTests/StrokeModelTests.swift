import Foundation
import Geometry
import SeededRandom
import Testing

@testable import Ink

/// From samples to the nodes of a stroke.
@Suite struct StrokeModelTests {
    /// Loops as of handwriting: 25 points high, up to 300 points a second.
    private static func loops(_ time: Double) -> Point {
        Point(
            x: 40 + 60 * time + 9 * sin(2 * .pi * 2.5 * time),
            y: 60 + 12 * cos(2 * .pi * 2.5 * time))
    }

    @Test(arguments: [StrokeModel.Fidelity.draw, .write])
    func theCurveDoesNotDependOnTheRate(fidelity: StrokeModel.Fidelity) {
        let curves = [60, 125, 240, 1_000].map { rate in
            places(StrokeModel(fidelity, rate: rate, duration: 2, Self.loops).nodes)
        }
        for (index, a) in curves.enumerated() {
            for b in curves[(index + 1)...] {
                #expect(departure(of: a, from: b) < 0.3)
                #expect(departure(of: b, from: a) < 0.3)
            }
        }
    }

    /// Zigzags with straight legs and sharp corners, from slow to very fast.
    @Test(arguments: [30.0, 60, 133, 240, 1_000], [200.0, 2_000, 20_000])
    func aDrawnCurveIsWithinAPointOfTheSamples(rate: Double, speed: Double) {
        var numbers = Xorshift(seed: UInt64(rate * speed))
        var model = StrokeModel(InkBrush(.pen, size: 4), .draw)
        var samples: [Point] = []
        var place = Point(x: 500, y: 400)
        var angle = 0.0
        for index in 0..<160 {
            if index % 4 == 0 { angle = numbers.unit() * 2 * .pi }
            place = place + Vector(dx: cos(angle), dy: sin(angle)) * (speed / rate)
            samples.append(place)
            model.add(PenSample(time: Double(index) / rate, position: place))
        }
        let nodes = model.finish()
        let step = max(0.5, speed / rate / 50)
        let curve = dense(places(nodes), step: step)
        #expect(departure(of: curve, from: samples) <= StrokeModel.departure)
        #expect(departure(of: dense(samples, step: step), from: curve) <= StrokeModel.departure)
        #expect((nodes[nodes.count - 1].position - samples[159]).length < 0.02)
        // What is kept is as near.
        let kept = InkStroke(model)?.nodes ?? []
        #expect(
            departure(of: samples, from: places(kept)) <= StrokeModel.departure)
    }

    /// A hand that trembles by more than it moves.
    @Test func aTremblingHandDrawsASmoothLine() {
        func trembling(_ time: Double) -> Point {
            Point(x: 100 + 30 * time, y: 100 + 0.6 * sin(2 * .pi * 11 * time))
        }
        let model = StrokeModel(.write, rate: 240, duration: 3, trembling)
        let heights = places(model.nodes).filter { $0.x > 105 && $0.x < 185 }.map(\.y)
        let spread = (heights.max() ?? 0) - (heights.min() ?? 0)
        #expect(spread < 0.75, "of 1.2 points")
    }

    @Test(arguments: [StrokeModel.Fidelity.draw, .write])
    func aStrokeEndsWhereThePenWas(fidelity: StrokeModel.Fidelity) {
        for rate in [60.0, 240] {
            let model = StrokeModel(fidelity, rate: rate, duration: 0.7, Self.loops)
            let end = model.nodes[model.nodes.count - 1].position
            #expect((end - Self.loops(0.7)).length < 0.02)
            #expect((model.nodes[0].position - Self.loops(0)).length < 0.02)
        }
    }

    /// What is drawn while the pen is down reaches the pen, and what has settled stays.
    @Test(arguments: [StrokeModel.Fidelity.draw, .write])
    func theLiveCurveReachesThePen(fidelity: StrokeModel.Fidelity) {
        var model = StrokeModel(InkBrush(.pen, size: 4), fidelity)
        var settled: [InkNode] = []
        for index in 0...240 {
            let time = Double(index) / 120
            model.add(PenSample(time: time, position: Self.loops(time)))
            let now = Array(model.nodes[..<model.settledCount])
            #expect(Array(now.prefix(settled.count)) == settled)
            settled = now
            let rest = model.catchUp()
            let tip = rest[rest.count - 1].position
            #expect((tip - Self.loops(time)).length < 0.02)
            if let last = settled.last { #expect(rest[0] == last) }
        }
        var whole = model.nodes[..<max(model.settledCount - 1, 0)] + model.catchUp()
        var finished = model
        let nodes = finished.finish()
        // The ends become thin, the places stay.
        let thin = Set(nodes.map(\.position))
        whole.removeAll { thin.contains($0.position) }
        #expect(whole.isEmpty)
    }

    @Test func samplesThatCannotBeAreHarmless() {
        for fidelity in [StrokeModel.Fidelity.draw, .write] {
            var model = StrokeModel(InkBrush(.pen, size: 8), fidelity)
            model.add(PenSample(time: .nan, position: .zero))
            model.add(PenSample(time: 1, position: Point(x: .infinity, y: 0)))
            #expect(model.isEmpty)
            model.add(PenSample(time: 1, position: Point(x: 10, y: 10), pressure: .nan))
            model.add(PenSample(time: 0.5, position: Point(x: 20, y: 10), pressure: 7))
            model.add(PenSample(time: 0.2, position: Point(x: 20, y: .nan)))
            model.add(PenSample(time: 1e12, position: Point(x: 30, y: 10), tilt: .nan))
            model.add(PenSample(time: -1e12, position: Point(x: 40, y: 10)))
            let nodes = model.finish()
            #expect(nodes.allSatisfy { $0.position.x.isFinite && $0.width.isFinite })
            #expect(nodes[nodes.count - 1].position == Point(x: 40, y: 10))
            #expect(nodes.count < 2_000)
        }
    }

    @Test func tenThousandSamplesOfOneFrameAllCount() {
        var model = StrokeModel(InkBrush(.pen, size: 4), .draw)
        var samples: [Point] = []
        for index in 0..<10_000 {
            let turn = Double(index) / 500
            samples.append(
                Point(x: 300 + 200 * cos(turn), y: 300 + (100 + turn) * sin(3 * turn)))
            model.add(PenSample(time: 5, position: samples[index]))
        }
        let curve = places(model.finish())
        #expect(departure(of: samples, from: curve) <= StrokeModel.departure)
    }

    @Test func aTapIsADot() {
        for fidelity in [StrokeModel.Fidelity.draw, .write] {
            var model = StrokeModel(InkBrush(.pen, size: 6), fidelity)
            model.add(PenSample(time: 0, position: Point(x: 5, y: 6), pressure: 0.5))
            model.add(PenSample(time: 0.1, position: Point(x: 5, y: 6), pressure: 0.5))
            let nodes = model.finish()
            #expect(nodes == [InkNode(Point(x: 5, y: 6), width: 6)])
        }
    }

    /// A pen that rests keeps its place, and the line goes on from there.
    @Test func aRestIsNotAMovement() {
        var model = StrokeModel(InkBrush(.pen, size: 4), .draw)
        for (time, x) in [(0.0, 0.0), (0.1, 50), (60, 50), (60.1, 100)] {
            model.add(PenSample(time: time, position: Point(x: x, y: 20)))
        }
        let nodes = model.finish()
        #expect(nodes.allSatisfy { $0.position.y == 20 })
        #expect(zip(nodes, nodes.dropFirst()).allSatisfy { $0.position.x <= $1.position.x + 0.8 })
        #expect(nodes.count < 300)
    }
}
