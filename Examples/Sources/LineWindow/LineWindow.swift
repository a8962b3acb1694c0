// The minimum: a line on a time axis, in an interactive window.
//
// A chart is a list of parts: marks show series, axes define the directions. `ChartProgram` shows
// it in a window or, with `--picture FILE`, in a picture. In the window: drag, scroll or pinch to
// move, wheel to zoom, double click for everything, hover to read values.

import ChartWindows

@main
struct LineWindow {
    @MainActor
    static func main() {
        ChartProgram.run("Weight") { program in
            let days = (0..<730).map { 1_704_067_200 + Double($0) * 86_400 }
            var (noise, weight) = (Noise(state: 1), 74.0)
            let weights = days.map { _ in
                weight += .random(in: -0.3...0.3, using: &noise)
                return weight
            }
            let chart = Chart {
                LineMark(SampleSeries(times: days, values: weights), id: "Weight")
                TimeAxis()
                ValueAxis(unit: "kg")
            }
            try program.show(chart)
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
