// A custom animation: a histogram that is poured, grain by grain. A click pours it again.
//
// `willAdvance` gets the time of each frame and returns whether another is needed. It returns false
// when the last grain has landed; then nothing runs. The position of a grain depends only on the
// time, so every frame rate shows the same fall. `Chart.didEncode` draws over the finished chart
// with its scene, in its own coordinates. The grains are one buffer of samples and one draw call;
// they pan and zoom with the bars that they fall on.

import ChartWindows

@main
struct Particles {
    @MainActor
    static func main() {
        ChartProgram.run("Particles", size: Size(width: 800, height: 480)) { program in
            let pour = Pour(of: 900, seed: 5)
            let bars = BarMark(pour.bars(at: 0), id: "Grains").width(.fraction(0.86))
            let grains = SampleBuffer()
            let grain = PointStyle(radius: 2.5, fill: program.theme.series[1])
            let chart = Chart {
                bars
                NumberAxis()
                // Shows the range of the full heap from the start.
                ValueAxis(
                    labels: NumberLabels(),
                    filters: [BlockFilter { _, _ in Extent(min: 0, max: Pour.top) }])
            }
            chart.didEncode = { [unowned chart] scene, projection in
                scene.clipped(to: chart.plot) { scene.points(grains, grain, in: projection) }
            }
            let figure = ChartFigure([chart], theme: program.theme)
            var start: Double?
            figure.willHandle = { gesture in
                guard case .tap(1) = gesture.kind else { return [] }
                start = nil
                return .changed
            }
            figure.willAdvance = { time in
                let begin = start ?? time
                start = begin
                let falling = pour.grains(at: time - begin)
                grains.replace(times: falling.map(\.x), values: falling.map(\.y))
                bars.show(pour.bars(at: time - begin))
                return time - begin < pour.end
            }
            try program.show(figure, picturedAt: 2.6)
        }
    }
}

/// Grains that fall into slots, one after the other, with their positions at any time.
struct Pour {
    /// The height at which grains begin to fall, in grains above the ground.
    static let top = 100.0
    private static let (speed, gravity) = (20.0, 110.0)
    private static let slots = 30

    private struct Grain {
        var x: Double
        var start: Double
        /// When it lands on the earlier grains.
        var landing: Double
    }

    private var heaps = [[Grain]](repeating: [], count: slots)

    /// Pours `count` grains, most of them into the middle.
    init(of count: Int, seed: UInt64) {
        var noise = Noise(state: seed)
        for number in 0..<count {
            let sum = (0..<4).reduce(0) { sum, _ in sum + .random(in: 0..<0.25, using: &noise) }
            let slot = Int(sum * Double(Self.slots))
            let height = max(0, Self.top - Double(heaps[slot].count + 1))
            let impact = (Self.speed * Self.speed + 2 * Self.gravity * height).squareRoot()
            let start = Double(number) * 0.005
            heaps[slot].append(
                Grain(
                    x: Double(slot) + .random(in: 0.2...0.8, using: &noise), start: start,
                    landing: start + (impact - Self.speed) / Self.gravity))
        }
    }

    /// When the last grain has landed, in seconds after the first began.
    var end: Double { heaps.joined().reduce(0) { max($0, $1.landing) } }

    /// The positions of the falling grains.
    func grains(at time: Double) -> [(x: Double, y: Double)] {
        heaps.joined().filter { $0.start < time && time < $0.landing }.map { grain in
            let fallen = time - grain.start
            return (grain.x, Self.top - (Self.speed + Self.gravity / 2 * fallen) * fallen)
        }
    }

    /// The number of landed grains in each slot.
    func bars(at time: Double) -> [Bar] {
        heaps.enumerated().map { slot, heap in
            let landed = heap.count { $0.landing <= time }
            return Bar(center: Double(slot) + 0.5, slot: 1, value: Double(landed))
        }
    }
}

/// Made-up numbers, the same in every run.
struct Noise: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ state >> 32
    }
}
