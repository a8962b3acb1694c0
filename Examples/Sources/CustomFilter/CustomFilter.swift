// A custom range filter: an axis that is symmetric about zero.
//
// An axis gets its range from a list of small filters that run one after the other. Each is a class
// that conforms to `RangeFilter`: its input is the range of the visible data, its output the range
// to show. Both charts show the same days, the upper one with the library's own filters. The lower
// one adds a filter of this program, so that zero stays in the middle and both directions have the
// same scale. Move through the year: the values follow, and zero stays in place.

import ChartWindows
import Glibc

@main
struct CustomFilter {
    @MainActor
    static func main() {
        ChartProgram.run("A custom range filter", size: Size(width: 900, height: 600)) { program in
            let dates = Dimension(
                id: "date", kind: .time(CivilCalendar(zone: .utc)), direction: .horizontal)
            let figure = ChartFigure(theme: program.theme)
            figure.spacing = 12
            for axis in [ValueAxis(unit: "K"), symmetric(unit: "K")] {
                let chart = Chart {
                    AreaMark(warmth, id: "Against the mean")
                        .fill(
                            .init(program.theme.series[1].opacity(0.35)),
                            below: .init(program.theme.series[2].opacity(0.35)))
                    LineMark(warmth, id: "Warmth").color(program.theme.label).width(1)
                    TimeAxis(dates)
                    axis
                }
                figure.add(chart)
            }
            try program.show(figure)
        }
    }

    /// Room beyond the values, then the same room on both sides, then round ends.
    @MainActor
    static func symmetric(unit: String) -> ValueAxis {
        ValueAxis(
            labels: NumberLabels(unit: unit),
            filters: [HeadroomFilter(isZeroBased: false), SymmetricFilter(), NiceRangeFilter()])
    }

    /// How much warmer each day of 2024 was than the mean of that day: made up.
    static let warmth: SampleSeries = {
        let days = (0..<366).map(Double.init)
        return SampleSeries(
            times: days.map { 1_704_067_200 + $0 * 86_400 },
            values: days.map { day in
                0.4 + 2.2 * sin(day / 9) * cos(day / 31) + 1.2 * sin(day / 3.7) + day / 260
            })
    }()
}

/// Extends a range to the same length below and above a middle.
@MainActor
final class SymmetricFilter: RangeFilter {
    /// The value in the middle.
    let middle: Double

    init(about middle: Double = 0) { self.middle = middle }

    func filter(_ range: Extent, _ context: RangeContext) -> Extent {
        // Without data the range is empty; it is passed on to the next filter.
        guard !range.isEmpty else { return range }
        let reach = max(abs(range.min - middle), abs(range.max - middle))
        return Extent(min: middle - reach, max: middle + reach)
    }
}
