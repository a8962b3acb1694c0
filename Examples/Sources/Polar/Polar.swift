// A wind rose, a day around the clock and two profiles, in polar space.
//
// Marks and grid share a `PolarSpace`, which maps an angle and a radius to a point in the plot; the
// chart's own axes are hidden.

import ChartWindows

@main
struct Polar {
    @MainActor
    static func main() {
        ChartProgram.run("Polar", size: Size(width: 400, height: 1140)) { program in
            let figure = ChartFigure(charts(program.theme), theme: program.theme)
            try program.show(figure)
        }
    }

    @MainActor
    static func charts(_ theme: ChartTheme) -> [Chart] {
        [rose(theme), clock(theme), profile(theme)]
    }

    /// The directions of the wind, in three strengths; eight directions clockwise from north.
    @MainActor
    static func rose(_ theme: ChartTheme) -> Chart {
        let space = PolarSpace(margin: 16)
        let table = BarTable(
            slots: (0..<8).map { Extent(min: 45 * Double($0) - 22.5, max: 45 * Double($0) + 22.5) },
            series: [
                [4, 3, 2, 3, 5, 9, 8, 5], [3, 2, 1, 2, 4, 8, 9, 4], [1, 0, 0, 1, 2, 5, 7, 2],
            ])
        let bars = PolarBarMark(
            table, in: space,
            colors: ColorScale.sequential(from: 0, to: 3, on: theme.ground).colors(5)[1...3]
                .map { $0 })
        space.fit([bars])
        let grid = PolarGrid(space, color: theme.grid, spokes: 8) {
            PolarGrid.winds[Int($0) / 45]
        } ringText: { value, _ in
            "\(Int(value)) %"
        }
        return chart(theme, grid, [bars])
    }

    /// The pulse of a day, one turn in 24 hours with midnight at the top, with a gap.
    @MainActor
    static func clock(_ theme: ChartTheme) -> Chart {
        let space = PolarSpace(PolarLayout(range: Extent(min: 40, max: 120), turn: 24), margin: 20)
        space.layout.hole = 0.2
        let hours = (0..<96).map { Double($0) / 4 }
        let pulse = hours.map { hour -> Double in
            let night = hour < 7 ? 14.0 : hour > 22 ? 8 : 0
            let run = hour > 17.4 && hour < 18.6 ? 38.0 : 0
            let beat = Double(Int(hour * 4) * 7919 % 13) - 6
            return hour > 12.6 && hour < 13.9 ? .nan : 74 - night + run + beat * 0.8
        }
        let grid = PolarGrid(space, color: theme.grid, spokes: 8)
        return chart(
            theme, grid,
            [
                PolarAreaMark(angles: hours, values: pulse, in: space, base: 60)
                    .interpolation(.turning).color(theme.series[3].opacity(0.3)),
                PolarLineMark(angles: hours, values: pulse, in: space).closed()
                    .interpolation(.turning).color(theme.series[3]),
                PolarPointMark(angles: [18], values: [116], in: space).color(theme.series[1]),
            ], ringAngle: 13.25)
    }

    /// Two profiles over six properties.
    @MainActor
    static func profile(_ theme: ChartTheme) -> Chart {
        let names = ["Strength", "Speed", "Balance", "Stamina", "Recovery", "Sleep"]
        let space = PolarSpace(
            PolarLayout(range: Extent(min: 0, max: 10), turn: Double(names.count)), margin: 30)
        let grid = PolarGrid(space, color: theme.grid, spokes: names.count) { names[Int($0)] }
        let axes = names.indices.map(Double.init)
        let marks = [[7.0, 5, 8, 4, 6, 9], [4, 9, 5, 7.5, 8, 5]].enumerated().flatMap {
            number, values -> [any PolarMark] in
            let color = theme.color(of: 2 * number)
            return [
                PolarAreaMark(angles: axes, values: values, in: space).color(color.opacity(0.25)),
                PolarLineMark(angles: axes, values: values, in: space).closed().color(color),
                PolarPointMark(angles: axes, values: values, in: space).color(color),
            ]
        }
        return chart(theme, grid, marks)
    }

    @MainActor
    static func chart(
        _ theme: ChartTheme, _ grid: PolarGrid, _ marks: [any PolarMark], ringAngle: Double? = nil
    ) -> Chart {
        let labels = PolarLabels(grid)
        labels.ringAngle = ringAngle
        let chart = Chart {
            grid
            for mark in marks { mark as any Mark }
            labels
            NumberAxis.hidden
            ValueAxis.hidden
        }
        // The hidden axes need no room.
        chart.style.insets = Insets(left: 18, top: 6, right: 18, bottom: 6)
        return chart
    }
}
