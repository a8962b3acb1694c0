// Ten thousand bars on both sides of zero: what a house with a solar roof feeds into the grid each hour
// and what it draws, over more than a year. From far above, and from near below.
//
// All bars lie on the GPU and are sent once; a frame costs a draw call for those in view, wherever a
// drag, a throw or a wheel has gone. The two charts have a dimension each, so each moves by itself. While
// a hand moves one its values follow what is visible, and fit it once it rests.

import Charts
import Glibc

@main
struct TenThousandBars {
    @MainActor
    static func main() {
        ChartProgram.run("Ten thousand bars", size: Size(width: 960, height: 640)) { program in
            var house = House(seed: 3)
            let bars = house.hours(10_000)
            let charts = ["All", "Near"].map { name in
                Chart {
                    BarMark(bars, id: "Power")
                        .colors(program.theme.series[4], program.theme.series[1])
                        .width(.fraction(0.8))
                        .corners(2)
                    TimeAxis(
                        Dimension(
                            id: name, kind: .time(CivilCalendar(zone: .utc)),
                            direction: .horizontal))
                    ValueAxis(unit: "kW", includesZero: true)
                }
            }
            // Four days in June.
            charts[1].x.panZoom.set(Extent(min: 1_718_841_600, max: 1_719_187_200))
            let figure = ChartFigure(charts, theme: program.theme)
            figure.spacing = 12
            try program.show(figure)
        }
    }
}

/// A house with a roof of 6 kW, and the weather over it.
struct House: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// What it feeds in, or draws where negative, in each hour from the beginning of 2024 on.
    mutating func hours(_ count: Int) -> [Bar] {
        var clouds = 0.4
        return (0..<count).map { hour in
            let start = 1_704_067_200 + Double(hour) * 3600
            let season = 0.5 - 0.5 * cos((Double(hour) / 8784 + 0.03) * 2 * .pi)
            // Days are as long and the sun is as high as the season says.
            let height = 1.4 * season - 0.75 - cos(Double(hour % 24) / 24 * 2 * .pi)
            clouds = min(max(clouds + .random(in: -0.16...0.16, using: &self), 0), 0.85)
            let sun = max(0, height) * 3.4 * (1 - clouds)
            let evening = (17...22).contains(hour % 24) ? 1.1 : 0
            let drawn = 0.5 + evening + .random(in: 0...0.8, using: &self) + 0.8 * (1 - season)
            let power = sun - drawn
            return Bar(start: start, end: start + 3600, value: power, color: power < 0 ? 1 : 0)
        }
    }

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ state >> 32
    }
}
