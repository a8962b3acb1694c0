// A live signal: the newest ten seconds, a thousand samples each.
//
// A `RingSeries` drops its oldest samples, and `LineMark.show` sends only the new ones. The program
// moves the range: new samples alone move nothing. The frame hook `willAdvance` returns `true`
// while another frame is needed. A hidden window gets no frames; the samples that it missed are
// added in the next one.

import ChartWindows

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
