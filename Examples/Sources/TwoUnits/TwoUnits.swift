// Two units and two dimensions in one chart.
//
// A weight is stored in kilograms. The axis at the right shows kilograms, the one at the left
// pounds, each with its own round numbers. A pressure over the same days has its own dimension,
// with its range, its axis further out at the left, and its colour. A gesture on an axis moves the
// values of that axis alone.
//
//     TwoUnits [--picture FILE.png] [--scale N] [--light | --dark]

import ChartWindows

/// A year of days with a weight and a pressure, made up.
private struct Year {
    var times: [Double] = []
    var weights: [Double] = []
    var pressures: [Double] = []

    init() {
        var state: UInt64 = 11
        func noise() -> Double {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Double(state >> 40) / Double(1 << 24) - 0.5
        }
        var weight = 84.0
        for day in 0..<365 {
            weight += noise() * 0.5 - 0.018
            times.append(1_735_689_600 + Double(day) * 86_400)
            weights.append(weight)
            pressures.append(128 + (weight - 80) * 1.6 + noise() * 9)
        }
    }
}

@main
@MainActor
struct TwoUnits {
    /// The parts, in the colours of a theme.
    static func chart(_ theme: ChartTheme) -> Chart {
        let year = Year()
        let weight = SampleSeries(times: year.times, values: year.weights)
        let pressure = SampleSeries(times: year.times, values: year.pressures)
        let pounds = ShownUnit(size: 0.453_592_37)
        let line = AxisLines.ruled(theme.label)
        return Chart {
            PointMark(pressure, id: "Systolic").radius(1.5).color(theme.color(of: 1))
                .on("pressure")
            LineMark(weight, id: "Weight").width(2).color(theme.color(of: 0))
            TimeAxis(zone: .utc).lines(line)
            ValueAxis(unit: "kg").lines(line)
            ValueAxis(.leading, unit: "lb", conversion: pounds).lines(line)
            ValueAxis(.leading, id: "pressure", unit: "mmHg").lines(line)
                .color(theme.color(of: 1))
        }
    }

    static func main() {
        ChartProgram.run("Two units", size: Size(width: 760, height: 420)) { program in
            try program.show(ChartFigure([chart(program.theme)], theme: program.theme))
        }
    }
}
