// Three years of temperatures: a chart of some months, below it an overview of the whole record with
// a window to drag, and a legend that shows and hides the series.
//
// An overview and a legend belong to a `ChartFigure`, which lays them out and passes them their
// input. The board at the crosshair is there without a line of code.

import ChartWindows
import Glibc

@main
struct OverviewLegend {
    @MainActor
    static func main() {
        ChartProgram.run("Temperatures", size: Size(width: 900, height: 520)) { program in
            let theme = program.theme
            let days = (0..<1096).map { 1_672_531_200 + Double($0) * 86_400 }
            var noise = Noise(state: 3)
            let mean = days.indices.map { day in
                10 - 9 * cos(Double(day - 20) / 365.25 * 2 * .pi)
                    + .random(in: -3...3, using: &noise)
            }
            let lows = mean.map { $0 - .random(in: 2...7, using: &noise) }
            let highs = mean.map { $0 + .random(in: 2...7, using: &noise) }
            let samples = SampleSeries(times: days, values: mean)

            let dates = Dimension(
                id: "date", kind: .time(CivilCalendar(zone: .utc)), direction: .horizontal)
            let chart = Chart {
                BandMark(times: days, lows: lows, highs: highs, id: "Day and night")
                    .color(theme.series[2].opacity(0.25))
                LineMark(samples, id: "Mean").color(theme.series[2])
                TimeAxis(dates)
                ValueAxis(unit: "°C")
            }
            dates.panZoom.set(Extent(min: days[420], max: days[600]))

            let figure = ChartFigure([chart], theme: theme)
            figure.overview = Overview(of: dates, showing: samples)
            figure.overview?.color = theme.series[2]
            figure.legend = Legend()
            if program.picture != nil {
                // A picture has no pointer.
                figure.showCrosshair(at: days[530], of: dates, at: 0)
            }
            try program.show(figure, picturedAt: 1)
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
