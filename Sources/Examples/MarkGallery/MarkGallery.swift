// Marks beside lines and bars, one below the other: an area with two fills, a smooth and a stepped
// line, a stack with a negative part, values with their errors, and a ring.
//
// Each is a part in the list of its chart and takes the colours of the theme in turn, unless it is told
// others. An axis may be hidden, as around the ring.

import Charts

@main
struct MarkGallery {
    @MainActor
    static func main() {
        ChartProgram.run("Marks", size: Size(width: 760, height: 1000)) { program in
            let figure = ChartFigure(charts(program.theme), theme: program.theme)
            figure.spacing = 12
            try program.show(figure)
        }
    }

    @MainActor
    static func charts(_ theme: ChartTheme) -> [Chart] {
        let places = (0...30).map(Double.init)
        let swing = places.map { 3 * (($0 * 0.37).remainder(dividingBy: 2)) - 0.5 }
        let rough = places.map { Double(Int($0 * 7919) % 11) }
        let slots = (0..<12).map { Extent(min: Double($0), max: Double($0) + 1) }
        let table = BarTable(
            slots: slots,
            series: [
                slots.indices.map { Double($0 % 5 + 2) }, slots.indices.map { Double($0 % 3 + 1) },
                slots.indices.map { -Double($0 % 4) },
            ])
        return [
            Chart(theme: theme) {
                AreaMark(SampleSeries(times: places, values: swing), id: "Balance")
                    .fill(
                        .init(theme.series[4].opacity(0.35)),
                        below: .init(theme.series[3].opacity(0.35)))
                LineMark(SampleSeries(times: places, values: swing), id: "Line")
                NumberAxis()
            },
            Chart(theme: theme) {
                LineMark(SampleSeries(times: places, values: rough), id: "Smooth")
                    .interpolation(.monotone)
                LineMark(SampleSeries(times: places, values: rough.map { $0 - 12 }), id: "Steps")
                    .interpolation(.stepped(.middle))
                NumberAxis()
            },
            Chart(theme: theme) {
                StackedBarMark(table, colors: Array(theme.series[0..<3]))
                NumberAxis()
                ValueAxis(includesZero: true)
            },
            Chart(theme: theme) {
                ErrorBarMark(
                    times: places, values: rough, lows: rough.map { $0 - 1.5 },
                    highs: rough.map { $0 + 2 }, id: "Measured")
                NumberAxis()
            },
            Chart(theme: theme) {
                PieMark(
                    [("Deep", 1.4), ("Core", 4.1), ("REM", 1.7), ("Awake", 0.5)].enumerated().map {
                        .init(id: $1.0, value: $1.1, color: theme.color(of: $0))
                    }, innerRadius: 44)
                NumberAxis.hidden
                ValueAxis.hidden
            },
        ]
    }
}
