// A sensor that sends its values one after another, and a model that the chart follows.
//
// While the window is open, tasks of the main actor run: one of them takes the values from an
// `AsyncStream` and puts them into the model. `observe` shows what the model holds whenever it
// changes. When the sensor has ended nothing runs any more, and the program does not wake.

import ChartWindows
import Observation

@main
struct Sensor {
    @MainActor
    static func main() {
        ChartProgram.run("Sensor") { program in
            let model = Recording()
            let line = LineMark(model.samples, id: "Sensor").width(2)
            let chart = Chart {
                line
                NumberAxis(unit: "s")
                ValueAxis()
            }
            try program.show(chart) { window in
                window.observe {
                    line.show(model.samples)
                    chart.showAll()
                }
                Task {
                    for await (time, value) in readings(from: 5) {
                        model.samples.append(time: time, value: value)
                    }
                }
            }
        }
    }

    /// Forty values in two seconds, as a sensor would send them.
    static func readings(from start: Double) -> AsyncStream<(Double, Double)> {
        AsyncStream { stream in
            Task.detached {
                for number in 1...40 {
                    try await Task.sleep(for: .milliseconds(50))
                    let time = start + Double(number) * 0.05
                    stream.yield((time, wave(time)))
                }
                stream.finish()
            }
        }
    }

    /// A sawtooth with a slow swing.
    nonisolated static func wave(_ time: Double) -> Double {
        let tooth = time * 3 - (time * 3).rounded(.down)
        return tooth + 2 * abs((time / 8).remainder(dividingBy: 1))
    }
}

/// What was measured so far, at first the five seconds before the program began.
@MainActor @Observable
final class Recording {
    var samples = RingSeries(capacity: 1_000)

    init() {
        for number in 0...100 {
            samples.append(time: Double(number) * 0.05, value: Sensor.wave(Double(number) * 0.05))
        }
    }
}
