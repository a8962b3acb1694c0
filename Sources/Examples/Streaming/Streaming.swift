import Charts

/// A signal that arrives while it is looked at: the newest ten seconds, sixty times a second.
@main
struct Streaming {
    @MainActor
    static func main() throws {
        var ring = RingSeries(capacity: 20_000)
        let line = LineMark(ring, id: "Signal").width(1.5)
        let chart = Chart {
            line
            NumberAxis(unit: "s")
            ValueAxis()
        }
        let window = try ChartWindow("Streaming", chart)
        var phase = 0.0
        window.willAdvance = { time in
            // A thousand samples a second, whatever the rate of the frames.
            while phase < time {
                phase = max(phase + 0.001, time - 10)
                ring.append(time: phase, value: wave(phase))
            }
            line.show(ring)
            chart.x.panZoom.set(Extent(min: time - 10, max: time))
            return true
        }
        try window.run()
    }

    /// A sawtooth with a slow swing.
    static func wave(_ time: Double) -> Double {
        let tooth = time * 3 - (time * 3).rounded(.down)
        let swing = abs((time / 8).remainder(dividingBy: 1))
        return tooth + 2 * swing
    }
}
