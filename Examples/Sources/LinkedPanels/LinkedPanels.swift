// Three charts that share a date axis: a gesture in one moves all, and the crosshair appears in
// all.
//
// Charts are linked by holding the same `Dimension`: it has the range, the limits and the motion. A
// `ChartFigure` lays out the charts one below the other with aligned plots.

import ChartWindows

@main
struct LinkedPanels {
    @MainActor
    static func main() {
        ChartProgram.run("Linked panels", size: Size(width: 900, height: 700)) { program in
            let figure = ChartFigure(charts(program.theme), theme: program.theme)
            figure.spacing = 8
            try program.show(figure)
        }
    }

    @MainActor
    static func charts(_ theme: ChartTheme) -> [Chart] {
        let calendar = CivilCalendar(zone: .utc)
        let dates = Dimension(id: "date", kind: .time(calendar), direction: .horizontal)
        let days = (0..<365).map { 1_704_067_200 + Double($0) * 86_400 }
        var noise = Noise(state: 1)
        func walk(from start: Double, step: Double) -> [Double] {
            var value = start
            return days.map { _ in
                value += .random(in: -step...step, using: &noise)
                return value
            }
        }
        let steps = zip(days, walk(from: 8000, step: 750)).map { day, count in
            Bar(start: day, end: day + 86_400, value: max(500, count))
        }
        let mean = walk(from: 60, step: 0.5)
        return [
            Chart {
                BarMark(steps, id: "Steps").colors(theme.series[1])
                TimeAxis(dates)
                ValueAxis(includesZero: true)
            },
            Chart {
                LineMark(SampleSeries(times: days, values: walk(from: 72, step: 0.3)), id: "Weight")
                TimeAxis(dates)
                ValueAxis(unit: "kg")
            },
            Chart {
                BandMark(
                    times: days, lows: zip(mean, walk(from: 8, step: 0.3)).map { $0 - abs($1) },
                    highs: zip(mean, walk(from: 12, step: 0.4)).map { $0 + abs($1) }, id: "Pulse"
                ).color(theme.series[3].opacity(0.25))
                LineMark(SampleSeries(times: days, values: mean), id: "Mean")
                    .color(theme.series[3])
                TimeAxis(dates)
                ValueAxis(unit: "bpm")
            },
        ]
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
