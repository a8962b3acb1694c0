import ChartCore
import ChartScene
import Charts
import Geometry
import Localization
import Testing

@MainActor
@Suite struct ChartBuilderTests {
    private let days = (0..<10).map { Double($0) * 86_400 }

    private func series(_ factor: Double) -> SampleSeries {
        SampleSeries(times: days, values: days.indices.map { Double($0) * factor })
    }

    @Test func aListOfPartsIsAChart() throws {
        let zone = Zone(2...4, color: Color(hex: 0x00FF00, alpha: 0.1))
        let over = Zone(5...6, color: Color(hex: 0x0000FF, alpha: 0.1))
        let chart = Chart {
            zone
            LineMark(series(1), id: "one").width(3)
            PointMark(series(2), id: "two").radius(5).color(Color(hex: 0x112233))
            over.drawn(.foreground)
            TimeAxis(zone: .utc)
            ValueAxis(unit: "kg")
        }
        #expect(chart.marks.map(\.id) == ["one", "two"])
        #expect(chart.background.map { ObjectIdentifier($0) } == [ObjectIdentifier(zone)])
        #expect(chart.foreground.map { ObjectIdentifier($0) } == [ObjectIdentifier(over)])
        #expect((chart.marks[0] as? LineMark)?.style.width == 3)
        #expect((chart.marks[1] as? PointMark)?.style.radius == 5)
        #expect(chart.marks[1].color == Color(hex: 0x112233))
        guard case .time = chart.x.scale.kind else {
            Issue.record("the x axis is not one of times")
            return
        }
        // All data, and round values around them.
        #expect(chart.x.range == Extent(min: 0, max: 9 * 86_400))
        #expect(chart.y.range == Extent(min: 0, max: 20))
    }

    /// A single weight belongs to a day, not to a split second.
    @Test func aroundASingleSampleIsADay() {
        let noon = 43_200.0 + 5 * 86_400
        let dates = Chart {
            LineMark(SampleSeries(times: [noon], values: [74]), id: "one")
            TimeAxis(zone: .utc)
        }
        #expect(dates.x.range == Extent(min: noon - 43_200, max: noon + 43_200))
        let numbers = Chart {
            LineMark(SampleSeries(times: [4], values: [74]), id: "one")
            NumberAxis()
        }
        #expect(numbers.x.range == Extent(min: 3.5, max: 4.5))
    }

    /// The range shown around it is not data, and is dropped when more data have come.
    @Test func theDayAroundASingleSampleGoesWhenThereAreMore() {
        let first = 1_700_000_000.0
        let live = LineMark(SampleSeries(times: [first], values: [1]), id: "live")
        let other = LineMark(SampleSeries(times: [first + 30], values: [1]), id: "other")
        let chart = Chart {
            live
            TimeAxis(zone: .utc)
        }
        // Two charts of one date axis, each with a single sample: both are visible.
        let linked = Chart {
            other
            TimeAxis(chart.x)
        }
        #expect(chart.x.filter.limits.bounds == Extent(min: first, max: first + 30))
        live.show(SampleSeries(times: [first, first + 60], values: [1, 2]))
        chart.showAll()
        #expect(chart.x.filter.limits.bounds == Extent(min: first, max: first + 60))
        #expect(chart.x.range == Extent(min: first, max: first + 60))
        #expect(linked.x.range == chart.x.range)
    }

    @Test func seriesTakeTheThemesColorsInTurn() {
        let own = Color(hex: 0x123456)
        let chart = Chart(theme: .dark) {
            LineMark(series(1), id: "a")
            LineMark(series(2), id: "b").color(own)
            PointMark(series(3), id: "c")
            BandMark(times: days, lows: days, highs: days, id: "d")
        }
        let colors = ChartTheme.dark.series
        #expect(chart.marks[0].color == colors[0])
        #expect(chart.marks[1].color == own)
        #expect(chart.marks[2].color == colors[1])
        #expect(chart.marks[3].color == colors[2].opacity(0.25))
        #expect(chart.style.ground == ChartTheme.dark.ground)
    }

    @Test(arguments: [0, 1, 13])
    func partsMayBeChosenAndRepeated(count: Int) {
        let chart = Chart {
            for number in 0..<count {
                if number.isMultiple(of: 2) {
                    LineMark(series(Double(number)), id: "line \(number)")
                } else {
                    PointMark(series(Double(number)), id: "points \(number)")
                }
            }
            if count > 5 { Zone(0...1, color: Color(hex: 0xFF0000)) }
        }
        #expect(chart.marks.count == count)
        #expect(
            chart.marks.map(\.kind)
                == (0..<count).map { $0.isMultiple(of: 2) ? MarkKind.line : .points })
        #expect(chart.background.count == (count > 5 ? 1 : 0))
        // Colours begin again after the last.
        if count == 13 { #expect(chart.marks[12].color == chart.marks[0].color) }
    }

    @Test func chartsShareADimension() {
        let x = Dimension(id: "x", kind: .linear, direction: .horizontal)
        let first = Chart {
            LineMark(SampleSeries(times: [0, 10], values: [1, 2]))
            NumberAxis(x, unit: "km")
        }
        let second = Chart {
            LineMark(SampleSeries(times: [5, 20], values: [1, 2]))
            NumberAxis(x)
        }
        #expect(first.x === second.x)
        #expect(x.range == Extent(min: 0, max: 20))
        #expect(x.panZoom.home == Extent(min: 0, max: 20))
    }

    @Test func nothingAndOneSampleAreChartsToo() throws {
        let empty = Chart { LineMark(SampleSeries()) }
        #expect(empty.marks.count == 1)
        let one = Chart { PointMark(SampleSeries(times: [7], values: [3])) }
        #expect(one.x.range == Extent(min: 6.5, max: 7.5))
        #expect(one.y.range.contains(3))
        let image = try ChartImage(fonts: try Fonts.library())
        _ = try image.draw(empty, size: Size(width: 200, height: 120))
        _ = try image.draw(one, size: Size(width: 200, height: 120))
    }

    @Test func numbersAreWrittenWithTheirUnit() throws {
        let labels = NumberLabels(unit: "kg", locale: .init(identifier: "en_US"))
        let step = AxisStep.decimal(DecimalStep(mantissa: 5, exponent: -1))
        let ticks = step.ticks(over: Extent(min: 70, max: 71))
        #expect(
            ticks.map { labels.label($0, step: step).text } == [
                "70.0\u{A0}kg", "70.5\u{A0}kg", "71.0\u{A0}kg",
            ])
    }
}
