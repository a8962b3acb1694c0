// Ten thousand bars on both sides of zero: the hourly power that a house with a solar roof feeds
// into the grid or draws from it, over more than a year. The upper chart shows all of it, the lower
// one a few days.
//
// All bars are sent to the GPU once; a frame costs one draw call for the visible bars, at any
// position. Each chart has its own dimension, so the charts move separately. While a hand moves a
// chart its values follow the visible bars, and fit them once it rests.

import ChartWindows
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

    /// The power that it feeds in (or draws, if negative) in each hour from the beginning of 2024
    /// on.
    mutating func hours(_ count: Int) -> [Bar] {
        var clouds = 0.4
        return (0..<count).map { hour in
            let start = 1_704_067_200 + Double(hour) * 3600
            let season = 0.5 - 0.5 * cos((Double(hour) / 8784 + 0.03) * 2 * .pi)
            // The season determines the length of the day and the height of the sun.
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
