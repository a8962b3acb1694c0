// A year of a person's records in three linked charts: weight with a goal and a healthy zone, the
// steps of each day, and blood pressure as bars from the diastolic to the systolic value.
//
// The charts share a date axis (one `Dimension`). They are one below the other with different
// shares of the height, and each has a board for the day under the pointer. A zone is under the
// marks, a reference line over them, and its label is placed so that it covers no data. The records
// are made up, with a summer, weekends and days without a reading.

import ChartWindows
import Glibc

@main
struct HealthTrio {
    @MainActor
    static func main() {
        ChartProgram.run("A year of health", size: Size(width: 960, height: 780)) { program in
            let theme = program.theme
            let calendar = CivilCalendar(zone: .utc)
            let dates = Dimension(id: "date", kind: .time(calendar), direction: .horizontal)
            let year = Year(seed: 11)
            let figure = ChartFigure(theme: theme)
            figure.spacing = 10
            figure.add(weight(year, dates, theme), share: 4)
            figure.add(steps(year, dates, theme), share: 3)
            figure.add(pressure(year, dates, theme), share: 3)
            if program.picture != nil {
                // A picture has no pointer.
                figure.showCrosshair(at: year.days[222], of: dates, at: 0)
            }
            try program.show(figure, picturedAt: 1)
        }
    }

    @MainActor
    static func weight(_ year: Year, _ dates: Dimension, _ theme: ChartTheme) -> Chart {
        let goal = goal(76, theme)
        let words = ReferenceLabel(goal)
        words.write("Goal 76 kg")
        return Chart {
            Zone(60...78, color: theme.series[4].opacity(0.1))
            LineMark(SampleSeries(times: year.weighed, values: year.weights), id: "Weight")
            goal.drawn(.foreground)
            words
            TimeAxis(dates)
            ValueAxis(unit: "kg", headroom: 0.1)
        }
    }

    @MainActor
    static func steps(_ year: Year, _ dates: Dimension, _ theme: ChartTheme) -> Chart {
        let bars = zip(year.days, year.steps).map { day, count in
            Bar(start: day, end: day + 86_400, value: count, color: count < 8000 ? 1 : 0)
        }
        return Chart {
            BarMark(bars, id: "Steps")
                .colors(theme.series[1], theme.series[1].mixed(with: theme.ground, 0.5))
            goal(8000, theme).drawn(.foreground)
            TimeAxis(dates)
            ValueAxis(includesZero: true)
        }
    }

    @MainActor
    static func pressure(_ year: Year, _ dates: Dimension, _ theme: ChartTheme) -> Chart {
        let readings = RangeSeries(
            times: year.measured, lows: year.diastolic, highs: year.systolic)
        return Chart {
            Zone(80...120, color: theme.series[2].opacity(0.1))
            RangeBarMark(readings, id: "Blood pressure").width(.points(3)).color(theme.series[2])
            TimeAxis(dates)
            ValueAxis(unit: "mmHg")
        }
    }

    @MainActor
    static func goal(_ value: Double, _ theme: ChartTheme) -> ReferenceLine {
        ReferenceLine(
            at: value, width: 1.5, color: theme.strongLabel.opacity(0.7),
            dash: .points(on: 5, off: 4, width: 1.5))
    }
}

/// The records of 2024: made up, and the same in every run.
struct Year: RandomNumberGenerator {
    let days = (0..<366).map { 1_704_067_200 + Double($0) * 86_400 }
    private(set) var (weighed, weights): ([Double], [Double]) = ([], [])
    private(set) var steps: [Double] = []
    private(set) var (measured, systolic, diastolic): ([Double], [Double], [Double]) = ([], [], [])
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
        for (number, day) in days.enumerated() {
            let summer = 0.5 - 0.5 * cos(Double(number) / 366 * 2 * .pi)
            let isWeekend = number % 7 > 4
            let walked = 5600 + 3800 * summer + (isWeekend ? 1500 : 0)
            steps.append((walked + about(3600)).rounded())
            if about(1) > -0.25 {
                weighed.append(day + 7 * 3600 + about(3600))
                weights.append(81.4 - 6.2 * Double(number) / 366 - 0.8 * summer + about(0.6))
            }
            if number % 4 == 0 {
                measured.append(day + 8 * 3600)
                systolic.append((131 - 9 * Double(number) / 366 + about(9)).rounded())
                diastolic.append((86 - 6 * Double(number) / 366 + about(6)).rounded())
            }
        }
    }

    /// A number about zero, mostly a small one.
    private mutating func about(_ most: Double) -> Double {
        (0..<3).reduce(0) { sum, _ in sum + .random(in: -most...most, using: &self) } / 3
    }

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ state >> 32
    }
}
