import Charts

/// Three charts of one date axis: a gesture in one moves all, and the crosshair stands in all.
@main
struct LinkedPanels {
    @MainActor
    static func main() throws {
        let figure = ChartFigure(charts())
        figure.spacing = 8
        if CommandLine.arguments.contains("--picture") {
            let picture = try ChartImage().draw(figure, size: Size(width: 900, height: 700))
            return try picture.writePNG(toFile: "panels.png")
        }
        try ChartWindow("Linked panels", figure, size: Size(width: 900, height: 700)).run()
    }

    @MainActor
    static func charts() -> [Chart] {
        let calendar = CivilCalendar(zone: .utc)
        let dates = Dimension(id: "date", kind: .time(calendar), direction: .horizontal)
        let days = (0..<365).map { Double($0) * 86_400 + 1_704_067_200 }
        func walk(_ seed: Int, from start: Double, step: Double) -> [Double] {
            var (state, value) = (UInt64(seed), start)
            return days.map { _ in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                value += (Double(state >> 40) / Double(1 << 24) - 0.5) * step
                return value
            }
        }
        let steps = zip(days, walk(1, from: 8000, step: 1500)).map { day, count in
            Bar(start: day, end: day + 86_400, value: max(500, count))
        }
        let theme = ChartTheme.light
        return [
            Chart {
                BarMark(steps, id: "Steps").colors(theme.series[1])
                TimeAxis(dates)
                ValueAxis(includesZero: true)
            },
            Chart {
                LineMark(
                    SampleSeries(times: days, values: walk(2, from: 72, step: 0.6)), id: "Weight")
                TimeAxis(dates)
                ValueAxis(unit: "kg")
            },
            Chart {
                BandMark(
                    times: days, lows: walk(3, from: 52, step: 1),
                    highs: walk(4, from: 68, step: 1),
                    id: "Pulse"
                ).color(theme.series[3].opacity(0.25))
                LineMark(SampleSeries(times: days, values: walk(5, from: 60, step: 1)), id: "Mean")
                    .color(theme.series[3])
                TimeAxis(dates)
                ValueAxis(unit: "bpm")
            },
        ]
    }
}
