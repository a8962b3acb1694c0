// A table of months and four charts of days in one window, and in one picture.
//
// The charts are in a grid and share the date axis. The table is the program's own drawing: the
// figure leaves it room at the left, and it writes its cells there with the figure's type and theme.
//
//     TableAndCharts [--picture FILE.png] [--scale N] [--light | --dark]

import ChartWindows

@main
struct TableAndCharts {
    @MainActor
    static func main() {
        ChartProgram.run("Half a year", size: Size(width: 1120, height: 600)) { program in
            let records = Records()
            let figure = ChartFigure()
            figure.columns = 2
            figure.insets = Insets(left: 350)
            figure.drawing = Table(records)
            let date = TimeAxis(zone: .utc)
            for (number, column) in records.columns.enumerated() {
                let samples = SampleSeries(times: records.days, values: column.values)
                figure.add(
                    Chart {
                        ChartTitle(column.name, subtitle: column.unit)
                        LineMark(samples, id: column.name).themed { line, theme in
                            _ = line.color(theme.color(of: number))
                        }
                        date
                        ValueAxis()
                    })
            }
            try program.show(figure)
        }
    }
}

/// The mean of each month as a row.
@MainActor
final class Table: FigureDrawing {
    private let rows: [[String]]
    private var recorded: (frame: Rect, scale: Double, theme: ChartTheme, picture: Picture)?

    init(_ records: Records) {
        let months = ["January", "February", "March", "April", "May", "June"]
        rows =
            [["Mean"] + records.columns.map(\.name)]
            + months.enumerated().map { number, name in [name] + records.means(ofMonth: number) }
    }

    func prepare(
        in frame: Rect, insets: Insets, theme: ChartTheme, deviceScale: Double,
        typesetter: Typesetter
    ) {
        if let recorded, recorded.frame == frame, recorded.scale == deviceScale,
            recorded.theme == theme
        {
            return
        }
        let canvas = Canvas(scale: deviceScale)
        let width = (insets.left - 40) / Double(rows[0].count)
        for (number, row) in rows.enumerated() {
            let place = Rect(x: 24, y: 44 + 32 * Double(number), width: width, height: 32)
            let type = TextStyle(size: 13, weight: number == 0 ? .semibold : .regular)
            for (column, text) in row.enumerated() {
                canvas.text(
                    typesetter.line(text, type, fitting: width),
                    in: place.offset(by: Vector(dx: width * Double(column), dy: 0)),
                    color: column == 0 ? theme.label : theme.strongLabel,
                    alignment: column == 0 ? .leading : .trailing)
            }
            canvas.horizontalLine(
                from: place.minX, to: insets.left - 16, y: place.maxY, color: theme.grid)
        }
        recorded = (frame, deviceScale, theme, canvas.finish())
    }

    func encode(into scene: SceneBuilder) {
        if let recorded { scene.picture(recorded.picture) }
    }
}

/// Made-up readings of 182 days, the same in every run.
struct Records {
    let days = (0..<182).map { 1_735_689_600 + Double($0) * 86_400 }
    let columns: [(name: String, unit: String, digits: Int, values: [Double])]

    init() {
        var state: UInt64 = 7
        func walk(_ start: Double, to end: Double, _ step: Double) -> [Double] {
            (0..<182).map { day in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                let chance = Double(state >> 40) / Double(1 << 24) - 0.5
                return start + (end - start) * Double(day) / 181 + chance * step
            }
        }
        columns = [
            ("Weight", "kg", 1, walk(82, to: 77, 1.6)), ("Pulse", "bpm", 0, walk(64, to: 58, 9)),
            ("Sleep", "h", 1, walk(6.6, to: 7.4, 2)),
            ("Steps", "a day", 0, walk(6000, to: 9000, 5000)),
        ]
    }

    /// The means over a sixth of the days, in the order of the columns.
    func means(ofMonth month: Int) -> [String] {
        columns.map { column in
            let part = column.values[month * 182 / 6..<(month + 1) * 182 / 6]
            return LocaleFormat.current.number(
                part.reduce(0, +) / Double(part.count), fractionDigits: column.digits)
        }
    }
}
