// Values over many powers of ten: a logarithmic axis, both axes logarithmic, and a symmetric one
// that passes through zero.
//
// Marks have values; the scale maps them to places. A value that is not above zero has no place on
// a logarithmic axis and is a gap in a line. A symmetric axis is linear about zero, and logarithmic
// beyond.

import ChartWindows
import Glibc

@main
struct LogAxis {
    @MainActor
    static func main() {
        ChartProgram.run("Powers of ten", size: Size(width: 760, height: 840)) { program in
            let theme = program.theme
            let figure = ChartFigure(
                [growth(), response(theme), drift(theme)], theme: theme)
            figure.spacing = 12
            try program.show(figure)
        }
    }

    /// Cells that double every twenty minutes until nothing is left to eat, counted now and then.
    @MainActor
    static func growth() -> Chart {
        let hours = (0...160).map { Double($0) / 10 }
        let cells = hours.map { 3e8 / (1 + 3e7 * exp2(-3 * $0)) }
        let counted = hours.indices.filter { $0 % 12 == 0 }
        return Chart {
            LineMark(SampleSeries(times: hours, values: cells), id: "Cells")
            PointMark(
                SampleSeries(
                    times: counted.map { hours[$0] },
                    values: counted.map { cells[$0] * (0.7 + Double($0 % 5) / 8) }), id: "Counted")
            NumberAxis(unit: "h")
            ValueAxis(scale: .logarithmic)
        }
    }

    /// The effect of a dose, over a million-fold range of doses, with its spread.
    @MainActor
    static func response(_ theme: ChartTheme) -> Chart {
        let doses = (-30...30).map { pow(10, Double($0) / 10) }
        let effects = doses.map { 100 * $0 / ($0 + 1.8) }
        return Chart {
            BandMark(
                times: doses, lows: effects.map { $0 * 0.75 }, highs: effects.map { $0 * 1.3 },
                id: "Spread"
            ).color(theme.color(of: 2).opacity(0.25))
            LineMark(SampleSeries(times: doses, values: effects), id: "Effect")
                .color(theme.color(of: 2))
            NumberAxis(unit: "mg", scale: .logarithmic)
            ValueAxis(unit: "%", scale: .logarithmic)
        }
    }

    /// The error of a clock, in seconds: mostly small, now and then very large.
    @MainActor
    static func drift(_ theme: ChartTheme) -> Chart {
        let days = (0..<240).map(Double.init)
        let drift = days.map { day -> Double in
            let wave = sin(day / 19) * cos(day / 7.3)
            return wave * pow(10, 4 * abs(wave)) * 0.02
        }
        return Chart {
            AreaMark(SampleSeries(times: days, values: drift), id: "Off")
                .fill(
                    .init(theme.color(of: 4).opacity(0.3)),
                    below: .init(theme.color(of: 3).opacity(0.3)))
            LineMark(SampleSeries(times: days, values: drift), id: "Drift").width(1.5)
            NumberAxis(unit: "d")
            ValueAxis(unit: "s", scale: .symmetricLogarithmic(linearTo: 0.01))
        }
    }
}
