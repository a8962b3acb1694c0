// A signal that arrives while it is looked at: the newest ten seconds, a thousand samples each.
//
// A `RingSeries` forgets its oldest samples, `LineMark.show` sends only what is new, and the range
// moves because the program says so: new samples alone move nothing. The frame hook `willAdvance`
// answers `true` for as long as another frame is wanted; a hidden window gets none, and the samples
// that it missed are made up for in the next.

import Charts

@main
struct Streaming {
    @MainActor
    static func main() {
        ChartProgram.run("Streaming") { program in
            var ring = RingSeries(capacity: 20_000)
            let line = LineMark(ring, id: "Signal").width(1.5)
            let chart = Chart {
                line
                NumberAxis(unit: "s")
                ValueAxis()
            }
            let figure = ChartFigure([chart])
            var start: Double?
            var next = -10.0
            figure.willAdvance = { time in
                let begin = start ?? time
                start = begin
                let now = time - begin
                next = max(next, now - 10)
                while next <= now {
                    ring.append(time: next, value: wave(next))
                    next += 0.001
                }
                line.show(ring)
                chart.x.panZoom.set(Extent(min: now - 10, max: now))
                return true
            }
            try program.show(figure, picturedAt: 4)
        }
    }

    /// A sawtooth with a slow swing.
    static func wave(_ time: Double) -> Double {
        let tooth = time * 3 - (time * 3).rounded(.down)
        let swing = abs((time / 8).remainder(dividingBy: 1))
        return tooth + 2 * swing
    }
}
