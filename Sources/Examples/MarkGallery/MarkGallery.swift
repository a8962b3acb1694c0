import Charts

/// Marks beside lines and bars: an area, a smooth and a stepped line, a stack, errors and a ring, drawn
/// off screen into `gallery.png`, or `gallery-dark.png` with `--dark`.
@main
struct MarkGallery {
    @MainActor
    static func main() throws {
        let isDark = CommandLine.arguments.contains("--dark")
        let theme = isDark ? ChartTheme.dark : .light
        let figure = ChartFigure(charts(theme), theme: theme)
        figure.spacing = 12
        let picture = try ChartImage().draw(figure, size: Size(width: 760, height: 1000))
        try picture.writePNG(toFile: isDark ? "gallery-dark.png" : "gallery.png")
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
