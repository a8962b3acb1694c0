// Axes of all kinds: through the origin as in a textbook, above the plot, with labels of two lines
// and on pills.
//
//     Axes [--picture FILE.png] [--scale N] [--light | --dark]

import ChartWindows

@main
@MainActor
struct Axes {
    /// A curve whose axes cross at zero; they are kept at the edge while zero is out of view.
    static func curve(_ theme: ChartTheme) -> Chart {
        let places = (-160...160).map { Double($0) / 40 }
        let values = places.map { $0 * ($0 * $0 - 7) / 4 }
        let line = AxisLines.ruled(theme.label)
        return Chart {
            LineMark(SampleSeries(times: places, values: values), id: "f").width(2.5)
            NumberAxis().at(value: 0).lines(line)
            ValueAxis(.leading).at(value: 0).lines(line)
        }
    }

    /// A number above its meaning, optionally on a pill.
    private struct TwoLines: AxisLabeling {
        var color: Color
        var pill: LabelBlock.Pill?
        let first: (Int) -> String
        let second: (Int) -> String

        func label(_ tick: Tick, step: AxisStep) -> AxisLabel {
            let value = Int(tick.shown.rounded())
            let strong = TextStyle(size: 12, weight: .semibold)
            return AxisLabel(
                LabelBlock(
                    [
                        .init(first(value), type: strong, color: color),
                        .init(second(value), type: TextStyle(size: 10)),
                    ], pill: pill))
        }

        func samples(step: AxisStep) -> [AxisLabel] {
            [label(Tick(value: 88, ordinal: 0), step: step)]
        }
    }

    /// Laps below, their distance above; seconds per lap, and the corresponding pace.
    static func laps(_ theme: ChartTheme) -> Chart {
        let laps = (0...25).map(Double.init)
        let times = laps.map { 92 + 6 * ($0 * 0.7).truncatingRemainder(dividingBy: 3) + $0 * 0.4 }
        let x = Dimension(id: "laps", kind: .linear, direction: .horizontal)
        let lap = TwoLines(color: theme.strongLabel) {
            "\($0)"
        } second: {
            "\($0 * 4 / 10).\($0 * 4 % 10) km"
        }
        let pace = TwoLines(color: theme.color(of: 1), pill: .init(theme.grid, radius: 6)) {
            let seconds = $0 * 5 / 2
            return "\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)"
        } second: { _ in
            "min/km"
        }
        return Chart {
            LineMark(SampleSeries(times: laps, values: times), id: "Time").interpolation(.monotone)
            PointMark(SampleSeries(times: laps, values: times), id: "Laps")
                .color(theme.color(of: 0)).radius(3)
            NumberAxis(x, labels: lap).ticks(.every(5))
            NumberAxis(x, .top, unit: "km", conversion: ShownUnit(size: 2.5))
                .color(theme.color(of: 2))
            ValueAxis(unit: "s").ticks(.atMost(5, base: 5))
            ValueAxis(.leading, labels: pace, filters: [])
        }
    }

    static func main() {
        ChartProgram.run("Axes", size: Size(width: 640, height: 640)) { program in
            let theme = program.theme
            try program.show(ChartFigure([curve(theme), laps(theme)], theme: theme))
        }
    }
}
