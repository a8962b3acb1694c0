// Marks other than plain lines and bars, one below the other: an area with two fills, a smooth and
// a stepped line, a line and points whose samples choose their styles, on a card, a stack of twelve
// series, values with their errors, and a ring.

import ChartWindows

@main
struct MarkGallery {
    @MainActor
    static func main() {
        ChartProgram.run("Marks", size: Size(width: 760, height: 1320)) { program in
            let figure = ChartFigure(charts(program.theme), theme: program.theme)
            figure.spacing = 12
            try program.show(figure)
        }
    }

    @MainActor
    static func charts(_ theme: ChartTheme) -> [Chart] {
        let places = (0...30).map(Double.init)
        let swing = places.map { 3 * (($0 * 0.37).remainder(dividingBy: 2)) - 0.5 }
        let rough = places.map { Double(Int($0 * 7919) % 11) }
        let slots = (0..<12).map { Extent(min: Double($0), max: Double($0) + 1) }
        let table = BarTable(
            slots: slots,
            series: [
                slots.indices.map { Double($0 % 5 + 2) }, slots.indices.map { Double($0 % 3 + 1) },
                slots.indices.map { -Double($0 % 4) },
            ])
        return [
            Chart {
                AreaMark(SampleSeries(times: places, values: swing), id: "Balance")
                    .fill(
                        .init(theme.series[4].opacity(0.35)),
                        below: .init(theme.series[3].opacity(0.35)))
                LineMark(SampleSeries(times: places, values: swing), id: "Line")
                NumberAxis()
            },
            Chart {
                LineMark(SampleSeries(times: places, values: rough), id: "Smooth")
                    .interpolation(.monotone)
                LineMark(SampleSeries(times: places, values: rough.map { $0 - 12 }), id: "Steps")
                    .interpolation(.stepped(.middle))
                NumberAxis()
            },
            classes(theme, places, rough.map { $0 + 2 }),
            Chart {
                StackedBarMark(table, colors: Array(theme.series[0..<3]))
                NumberAxis()
                ValueAxis(includesZero: true)
            },
            Chart {
                StackedBarMark(
                    BarTable(
                        slots: slots,
                        series: (0..<12).map { part in
                            slots.indices.map { Double(($0 * 5 + part * part) % 7 + 1) }
                        }),
                    id: "Twelve", colors: shades(theme))
                NumberAxis()
                ValueAxis(includesZero: true)
            },
            Chart {
                ErrorBarMark(
                    times: places, values: rough, lows: rough.map { $0 - 1.5 },
                    highs: rough.map { $0 + 2 }, id: "Measured")
                NumberAxis()
            },
            Chart {
                PieMark(
                    [("Deep", 1.4), ("Core", 4.1), ("REM", 1.7), ("Awake", 0.5)].enumerated().map {
                        .init(id: $1.0, value: $1.1, color: theme.color(of: $0))
                    }, innerRadius: 44)
                NumberAxis.hidden
                ValueAxis.hidden
            },
        ]
    }

    /// Samples of three classes, on a card that clips them to its round corners.
    ///
    /// High samples have a separate colour; a dotted line leads to a sample that is only assumed.
    @MainActor
    static func classes(_ theme: ChartTheme, _ places: [Double], _ values: [Double]) -> Chart {
        let samples = AttributedSeries(
            times: places, values: values,
            attributes: places.map { place -> UInt8 in
                (9..<14).contains(place) ? 2 : values[Int(place)] > 8 ? 1 : 0
            })
        let high = theme.color(of: 3)
        let chart = Chart {
            LineMark(samples, id: "Classes")
                .width(4)
                .color(theme.color(of: 0).opacity(0.6))
                .segments([
                    1: SegmentStyle(width: 8, color: high.opacity(0.6)),
                    2: SegmentStyle(width: 4, color: theme.label, dash: .dots(every: 9, width: 4)),
                ])
            PointMark(samples, id: "Samples")
                .radius(4)
                .color(theme.color(of: 0))
                .attributes([
                    1: PointStyle(
                        radius: 7, fill: theme.ground, stroke: Border(width: 3, color: high)),
                    2: PointStyle(.diamond, radius: 5, fill: theme.label),
                ])
            NumberAxis()
        }
        let shade = theme.ground.mixed(with: theme.label, 0.1)
        chart.style.plotArea = PlotAreaStyle(
            paint: .vertical(shade, theme.ground.mixed(with: theme.label, 0.18)), radius: 18)
        chart.style.grid = theme.label.opacity(0.25)
        // Leaves room for the first and the last point between the card's edges.
        chart.x.panZoom.set(Extent(min: -1, max: 31))
        return chart
    }

    /// A colour of the theme in twelve shades.
    static func shades(_ theme: ChartTheme) -> [Color] {
        (0..<12).map { theme.color(of: 0).mixed(with: theme.color(of: 3), Float($0) / 11) }
    }
}
