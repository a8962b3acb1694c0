import ChartCore
import ChartScene
import Charts
import GPU
import Geometry
import Glibc
import Testing

/// A small chart whose picture is kept for viewing and for comparison.
///
/// A new mark is one more entry in `all`. The charts show no texts, because glyphs depend on the
/// fonts of the machine.
struct ReferencePicture: Sendable, CustomTestStringConvertible {
    /// The type of the mark that it shows, and its variety after a hyphen.
    let name: String
    /// The chart, in the colours of a theme.
    let chart: @MainActor @Sendable (ChartTheme) -> Chart

    init(_ name: String, _ chart: @escaping @MainActor @Sendable (ChartTheme) -> Chart) {
        self.name = name
        self.chart = chart
    }

    /// The type of the mark.
    var mark: String { String(name.prefix { $0 != "-" }) }
    var testDescription: String { name }

    /// The size of all of them, in points.
    static let size = Size(width: 240, height: 160)

    /// A chart of marks and no axes.
    @MainActor
    private static func chart(
        _ theme: ChartTheme, includesZero: Bool = false, _ marks: any Mark...
    ) -> Chart {
        let values = ValueAxis(
            labels: ValueAxis.hidden.labels,
            filters: ValueAxis(includesZero: includesZero, headroom: 0.08).filters)
        return Chart(theme: theme) {
            for mark in marks { mark }
            NumberAxis.hidden
            values
        }
    }

    private static let places = (0...24).map(Double.init)

    /// Two waves of different lengths, around zero.
    private static let swing = places.map { 30 * sin($0 * 0.42) + 14 * sin($0 * 1.3 + 1) }

    private static let rough = places.map { Double(Int($0 * 7919) % 11) }

    @MainActor private static func table(_ slots: Int) -> BarTable {
        BarTable(
            slots: (0..<slots).map { Extent(min: Double($0), max: Double($0) + 1) },
            series: [
                (0..<slots).map { Double($0 % 5 + 2) }, (0..<slots).map { Double($0 % 3 + 1) },
                (0..<slots).map { -Double($0 % 4) },
            ])
    }

    @MainActor
    private static func points(_ shape: MarkerShape, _ lift: Double, _ color: Color) -> PointMark {
        let mark = PointMark(
            id: "\(shape) \(lift)", style: PointStyle(shape, radius: 4.5, fill: color))
        mark.show(SampleSeries(times: places, values: swing.map { lift + $0 / 3 }))
        return mark
    }

    /// Cells with the key to their colours, without texts.
    @MainActor
    private static func keyed(_ side: ChartAxis.Side, _ theme: ChartTheme) -> Chart {
        let cells = HeatMark(
            HeatTable(
                x: HeatTable.slots(between: [0, 1, 2, 3]), y: HeatTable.slots(between: [0, 1, 2]),
                values: [0, 20, 40, 60, .nan, 100])
        ) {
            .sequential(from: 0, to: 100, on: $0.ground, missing: $0.grid)
        }
        return Chart {
            cells.gap(2)
            ColorBar(side, labels: HiddenLabels(), missing: "") { cells.scale }
            NumberAxis.hidden
            ValueAxis.hidden
        }
    }

    /// Every kind of mark, with its visible properties.
    static let all: [ReferencePicture] = [
        ReferencePicture("LineMark") { theme in
            let lower = LineMark(
                SampleSeries(times: places, values: swing.map { $0 - 60 }), id: "points"
            ).width(5).corners(.miter(limit: 4), cap: .butt)
            return chart(
                theme, LineMark(SampleSeries(times: places, values: swing)), lower)
        },
        ReferencePicture("LineMark-crossing") { theme in
            // Up and down many times within the width of the line, translucent.
            let times = (0...60).map { Double($0) * 0.4 }
            let values = times.map { 40 * sin($0 * 3.1) * cos($0 * 0.7) }
            return chart(
                theme,
                LineMark(SampleSeries(times: times, values: values))
                    .width(9).color(theme.series[0].opacity(0.5)))
        },
        ReferencePicture("LineMark-curves") { theme in
            chart(
                theme,
                LineMark(SampleSeries(times: places, values: rough), id: "smooth")
                    .interpolation(.monotone),
                LineMark(SampleSeries(times: places, values: rough.map { $0 - 12 }), id: "steps")
                    .interpolation(.stepped(.middle)))
        },
        ReferencePicture("LineMark-dashes") { theme in
            let dashes = LineMark(SampleSeries(times: places, values: swing), id: "dashes")
                .dash(DashPattern(on: 4, off: 3)).corners(.round, cap: .butt)
            let dots = LineMark(
                SampleSeries(times: places, values: swing.map { $0 - 40 }), id: "dots"
            ).width(4).dash(.dots(every: 9, width: 4))
            let times = places.filter { !(8...13).contains($0) }
            let gap = LineMark(
                SampleSeries(times: times, values: times.map { 2 * $0 - 100 }), id: "gap",
                longestGap: 2
            ).gap(.dashed(.dots(every: 6, width: 2), opacity: 0.6))
            return chart(theme, dashes, dots, gap)
        },
        ReferencePicture("LineMark-dense") { theme in
            // Eighty samples per pixel.
            let times = (0..<20_000).map { Double($0) / 800 }
            let values = times.enumerated().map { index, time in
                30 * sin(time * 0.5) + Double((index * 7919) % 23)
            }
            return chart(theme, LineMark(SampleSeries(times: times, values: values)).width(1))
        },
        ReferencePicture("AreaMark") { theme in
            let samples = SampleSeries(times: places, values: swing)
            let (above, below) = (theme.series[4], theme.series[3])
            return chart(
                theme,
                AreaMark(samples).fill(
                    .init(upper: above.opacity(0.7), lower: above.opacity(0.1), gradient: 0...44),
                    below: .init(
                        upper: below.opacity(0.1), lower: below.opacity(0.7), gradient: -44...0)),
                LineMark(samples))
        },
        ReferencePicture("BandMark") { theme in
            chart(
                theme,
                BandMark(
                    times: places, lows: swing.map { $0 - 12 },
                    highs: swing.enumerated().map { $1 + 6 + Double($0 % 5) * 3 }),
                LineMark(SampleSeries(times: places, values: swing)))
        },
        ReferencePicture("PointMark") { theme in
            let rings = points(.disc, 90, theme.ground)
            rings.style.stroke = Border(width: 2, color: theme.series[3])
            return chart(
                theme, points(.disc, 60, theme.series[0]), points(.diamond, 30, theme.series[1]),
                points(.square, 0, theme.series[2].opacity(0.6)), rings)
        },
        ReferencePicture("BarMark") { theme in
            let bars = (0..<16).map { number in
                Bar(
                    start: Double(number), end: Double(number) + 1,
                    value: swing[number], color: swing[number] < 0 ? 1 : 0)
            }
            return chart(
                theme, includesZero: true,
                BarMark(bars).colors(theme.series[0], theme.series[1]).corners(3))
        },
        ReferencePicture("RangeBarMark") { theme in
            chart(
                theme,
                RangeBarMark(
                    RangeSeries(
                        times: places, lows: swing.map { $0 - 10 },
                        highs: rough.enumerated().map { swing[$0] + $1 * 3 - 10 })))
        },
        ReferencePicture("SegmentedBarMark") { theme in
            let mark = SegmentedBarMark(
                id: "nights",
                style: SegmentedBarMark.Style(
                    fraction: 0.6, colors: Array(theme.series[0..<3]), radius: 5))
            mark.show(
                (0..<9).map { slot in
                    let low = -8 - swing[slot] / 30
                    let borders = [low, low + 1.5, low + 3, low + 3.4 + rough[slot] / 10, low + 7]
                    return SegmentedBar(
                        start: Double(slot), end: Double(slot + 1),
                        segments: slot == 4
                            ? []
                            : zip(borders, borders.dropFirst()).enumerated().map {
                                .init(low: $1.0, high: $1.1, color: $0 % 3)
                            })
                })
            return chart(theme, mark)
        },
        ReferencePicture("LaneMark") { theme in
            let mark = LaneMark(
                id: "stages",
                style: LaneMark.Style(
                    colors: Array(theme.series[0..<3]), joint: theme.label, border: theme.grid))
            var start = 0.0
            mark.show(
                (0..<14).map { number in
                    defer { start += 1 + rough[number] / 4 }
                    return LaneBlock(
                        start: start, end: start + 1 + rough[number] / 4,
                        lane: [0, 1, 2, 1][number % 4])
                }, laneCount: 3, longestJoint: 0)
            return chart(theme, mark)
        },
        ReferencePicture("GroupedBarMark") { theme in
            chart(
                theme, includesZero: true,
                GroupedBarMark(table(6), colors: Array(theme.series[0..<3])))
        },
        ReferencePicture("StackedBarMark") { theme in
            let stack = StackedBarMark(table(12), colors: Array(theme.series[0..<3]))
            stack.style.corners = Corners(top: 3)
            return chart(theme, includesZero: true, stack)
        },
        ReferencePicture("ErrorBarMark") { theme in
            chart(
                theme,
                ErrorBarMark(
                    times: places, values: rough, lows: rough.map { $0 - 1.5 },
                    highs: rough.map { $0 + 2 }))
        },
        ReferencePicture("PieMark") { theme in
            let pie = PieMark(
                [1.4, 4.1, 1.7, 0.5, 0.1].enumerated().map {
                    .init(
                        id: "\($0)", value: $1, color: theme.color(of: $0),
                        outerRadius: $0 == 1 ? 53 : nil)
                }, innerRadius: 24)
            pie.outerRadius = 46
            return chart(theme, pie)
        },
        ReferencePicture("LineMark-attributes") { theme in
            let samples = AttributedSeries(
                times: places, values: swing, attributes: places.map { UInt8(Int($0) / 5 % 3) })
            return chart(
                theme,
                LineMark(samples).width(4).color(theme.series[0].opacity(0.6))
                    .segments([
                        1: SegmentStyle(width: 9, color: theme.series[3].opacity(0.6)),
                        2: SegmentStyle(
                            width: 4, color: theme.series[2], dash: .dots(every: 9, width: 4)),
                    ]))
        },
        ReferencePicture("PointMark-attributes") { theme in
            let samples = AttributedSeries(
                times: places, values: swing, attributes: places.map { UInt8(Int($0) % 3) })
            return chart(
                theme,
                PointMark(samples).color(theme.series[0])
                    .attributes([
                        1: PointStyle(
                            radius: 6, fill: theme.ground,
                            stroke: Border(width: 2.5, color: theme.series[3])),
                        2: PointStyle(.diamond, radius: 5, fill: theme.series[1]),
                    ]))
        },
        ReferencePicture("HeatMark") { theme in
            let columns = HeatTable.slots(between: (0...16).map(Double.init))
            let rows = HeatTable.slots(between: (0...9).map(Double.init))
            let values = (0..<144).map { cell -> Double in
                let (x, y) = (Double(cell % 16), Double(cell / 16))
                return cell % 37 == 5 ? .nan : sin(x * 0.5) * cos(y * 0.6)
            }
            return chart(
                theme,
                HeatMark(
                    HeatTable(x: columns, y: rows, values: values),
                    scale: .diverging(from: -1, through: 0, to: 1, on: theme.ground)
                ).gap(1.5).corners(3))
        },
        ReferencePicture("ColorBar") { keyed(.trailing, $0) },
        ReferencePicture("ColorBar-above") { keyed(.top, $0) },
        ReferencePicture("HorizontalBarMark") { theme in
            chart(theme, HorizontalBarMark([9, 4, -3, 6.5, -1, 2]).corners(4))
        },
        ReferencePicture("PolarBarMark") { theme in
            let space = PolarSpace(margin: 6)
            let bars = PolarBarMark(
                BarTable(
                    slots: (0..<8).map {
                        Extent(min: 45 * Double($0) - 18, max: 45 * Double($0) + 18)
                    },
                    series: [[4, 3, 2, 3, 5, 9, 8, 5], [3, 2, 1, 2, 4, 8, 9, 4]]),
                in: space, colors: [theme.series[2], theme.series[1]])
            space.fit([bars])
            return chart(theme, bars)
        },
        ReferencePicture("PolarLineMark") { theme in
            let space = PolarSpace(
                PolarLayout(range: Extent(min: 0, max: 10), turn: 24), margin: 6)
            let values = (0..<24).map { 5 + 4 * sin(Double($0) * 0.9) }
            return chart(
                theme,
                PolarLineMark(angles: (0..<24).map(Double.init), values: values, in: space)
                    .closed())
        },
        ReferencePicture("PolarAreaMark") { theme in
            let space = PolarSpace(PolarLayout(range: Extent(min: 0, max: 10), turn: 6), margin: 6)
            return chart(
                theme,
                PolarAreaMark(
                    angles: (0..<6).map(Double.init), values: [7, 5, 8, 4, 6, 9], in: space,
                    base: 2))
        },
        ReferencePicture("PolarPointMark") { theme in
            let space = PolarSpace(
                PolarLayout(range: Extent(min: 0, max: 10), turn: 360), margin: 6)
            let angles = (0..<60).map { Double($0) * 18 }
            return chart(
                theme,
                PolarPointMark(angles: angles, values: angles.map { $0 / 108 }, in: space))
        },
        ReferencePicture("DrawnMark") { theme in
            let (stripe, edge) = (theme.series[2].opacity(0.3), theme.series[2])
            return chart(
                theme,
                DrawnMark(
                    id: "stripes", domain: { Extent(min: 0, max: 8) },
                    values: { _ in Extent(min: 0, max: 10) },
                    drawing: { scene, frame in
                        for left in stride(from: 0.0, to: 8, by: 2) {
                            scene.zone(
                                left...left + 1, axis: .x,
                                color: stripe.opacity(Float(frame.opacity)), in: frame.projection)
                            scene.referenceLine(
                                at: left + 1, axis: .x, width: 1, color: edge,
                                in: frame.projection)
                        }
                    }))
        },
    ]
}
