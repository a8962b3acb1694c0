// Steps of every hour of a year as heat cells, their differences between weekdays, and horizontal
// bars, with callouts and colour bars.
//
// No chart has its own theme: all take that of the figure, whose window is light or dark as the
// desktop is. Custom colours are functions of the theme. A table of cells costs its visible part:
// cells that are smaller than device pixels are reduced to pixels. The names at the left are labels
// of an ordinary axis.

import ChartWindows

@main
struct HeatMap {
    static let day = 86_400.0
    static let weekdays = [
        "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
    ]

    @MainActor
    static func main() {
        ChartProgram.run("Steps of a year", size: Size(width: 820, height: 980)) { program in
            let figure = ChartFigure([year(), week(), bars()])
            figure.spacing = 8
            try program.show(figure)
        }
    }

    /// Steps in an hour of a day: more by day, less on Sundays, none while the watch was charged.
    static func steps(_ day: Int, _ hour: Int) -> Double {
        if (150..<156).contains(day) { return .nan }
        let isAwake = hour > 6 && hour < 22
        let commute = day % 7 < 5 && (hour == 8 || hour == 17) ? 1400.0 : 0
        let season = 200.0 * (1 - abs(Double(day) - 182) / 182)
        let number = UInt32(day * 24 + hour) &* 2_654_435_761
        let mixed = (number ^ (number >> 13)) &* 2_246_822_519
        let chance = Double((mixed >> 16) % 311)
        return isAwake ? 120 + season + commute + 2 * chance : chance / 20
    }

    @MainActor
    static func year() -> Chart {
        let days = (0..<365).map { Extent(min: Double($0) * day, max: Double($0 + 1) * day) }
        let table = HeatTable(
            x: days, y: HeatTable.slots(between: (0...24).map(Double.init)), value: steps)
        let cells = HeatMark(table, id: "Steps") {
            .sequential(from: 0, to: 1500, on: $0.ground, missing: $0.grid)
        }
        return Chart {
            cells
            ColorBar(cells, title: "Steps", missing: "none")
            Callouts([
                Callout(x: 153 * day, y: 12, "No readings\nthe watch was away"),
                Callout(x: 40.5 * day, y: 17.5, "On the way home"),
            ])
            TimeAxis(zone: .utc)
            ValueAxis(
                labels: NumberLabels(unit: "h"),
                filters: [SourceFilter(alternative: .unit, expandMin: false, expandMax: false)])
        }
    }

    /// The difference of each weekday and hour from the mean of all.
    @MainActor
    static func week() -> Chart {
        let order = Array(weekdays.indices.reversed())
        let table = HeatTable(
            x: HeatTable.slots(between: (0...24).map(Double.init)),
            y: order.map { CategoryOrder.downwards.slot(of: $0) }
        ) { hour, row in
            let all = (0..<150).map { steps($0, hour) }
            let own = (0..<21).map { steps(7 * $0 + order[row], hour) }
            return own.reduce(0, +) / 21 - all.reduce(0, +) / 150
        }
        let names = CategoryNames(weekdays, order: .downwards)
        let cells = HeatMark(table, id: "Weekdays") {
            .diverging(from: -700, through: 0, to: 700, on: $0.ground)
        }
        return Chart {
            cells.gap(2).corners(4)
            ColorBar(cells, .top, title: "Difference from the mean")
            NumberAxis(unit: "h")
            ValueAxis.names(names, .leading)
        }
    }

    @MainActor
    static func bars() -> Chart {
        let change = [1240.0, -380, 620, 90, -950, 2100, -60]
        let names = CategoryNames(weekdays, order: .downwards)
        let mark = HorizontalBarMark(change, id: "Change").corners(4)
        return Chart {
            mark.themed { mark, theme in
                _ = mark.colors(change.map { $0 < 0 ? theme.series[1] : theme.series[4] })
            }
            HorizontalBarLabels(mark) { LocaleFormat.current.number($0, signed: true) }
            Callouts([Callout(x: 1500, y: -5, "A walk by the sea")])
            NumberAxis(unit: "steps")
            ValueAxis.names(names, .leading)
        }
    }
}
