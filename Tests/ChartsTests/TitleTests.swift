import ChartCore
import ChartExport
import ChartScene
import Charts
import Geometry
import Testing
import Text

/// Titles of charts and of axes, and the parts of a list that belong to the figure.
@MainActor
@Suite struct TitleTests {
    private let typesetter: Typesetter
    private let samples = SampleSeries(times: [0, 10], values: [0, 100])

    init() throws { typesetter = Typesetter(fonts: try Fonts.library()) }

    private func lay(
        _ chart: Chart, width: Double = 500, height: Double = 300
    ) -> [AnnotationLabel] {
        let figure = ChartFigure([chart], theme: .light)
        for _ in 0..<2 {
            figure.advance(to: 0)
            figure.prepare(
                in: Rect(x: 0, y: 0, width: width, height: height), deviceScale: 2,
                typesetter: typesetter)
        }
        return chart.annotations.flatMap { $0.placedLabels(in: chart) }
            .filter { $0.axis == "title" }
    }

    @Test func aTitleIsAboveThePlotFromItsLeftEdgeOn() throws {
        let plain = Chart { LineMark(samples) }
        _ = lay(plain)
        let chart = Chart {
            ChartTitle("Weight", subtitle: "every morning")
            LineMark(samples)
        }
        let labels = lay(chart)
        #expect(labels.map(\.text) == ["Weight", "every morning"])
        #expect(labels.allSatisfy { $0.rect.x == chart.plot.x })
        #expect(labels[0].rect.maxY <= labels[1].rect.y)
        #expect(labels[1].rect.maxY <= chart.plot.y)
        #expect(labels[0].rect.height > labels[1].rect.height)
        // The room is taken from the plot, at its top only.
        let taken = plain.plot.height - chart.plot.height
        #expect(taken == chart.plot.y - plain.plot.y && taken > labels[1].rect.maxY - 1)
        #expect(chart.plot.width == plain.plot.width)
    }

    @Test func aLongTitleEndsWithAnEllipsisInTheChart() throws {
        let long = String(repeating: "A title without end ", count: 20)
        let labels = lay(
            Chart {
                ChartTitle(long)
                LineMark(samples)
                ValueAxis().titled(long)
            }, width: 300)
        #expect(labels.count == 2)
        for label in labels {
            #expect(label.text.hasSuffix("…") && label.rect.minX >= 0 && label.rect.maxX <= 300)
        }
    }

    @Test func aLowChartHasLessOfThem() {
        let title = ChartTitle("Weight", subtitle: "every morning")
        func chart() -> Chart {
            Chart {
                title
                LineMark(samples)
                ValueAxis().titled("kg")
            }
        }
        #expect(lay(chart(), height: 400).map(\.text) == ["kg", "Weight", "every morning"])
        #expect(lay(chart(), height: 150).map(\.text) == ["Weight"])
        #expect(lay(chart(), height: 80).isEmpty)
        // None of them is in the way of what is left.
        title.text = ""
        title.subtitle = ""
        #expect(lay(chart(), height: 400).map(\.text) == ["kg"])
    }

    @Test func valueAxesOnBothSidesShareARow() throws {
        let chart = Chart {
            LineMark(samples, id: "a")
            LineMark(samples, id: "b").on("right")
            NumberAxis().titled("Hours")
            NumberAxis(.top).titled("Hours again")
            ValueAxis(.leading, id: "left").titled("Degrees")
            ValueAxis(.trailing, id: "right").titled("Millimetres").color(
                Color(red: 0, green: 0, blue: 0))
        }
        let labels = lay(chart)
        func place(_ text: String) throws -> Rect {
            try #require(labels.first { $0.text == text }).rect
        }
        let (left, right) = (try place("Degrees"), try place("Millimetres"))
        #expect(left.midY == right.midY && left.maxX < right.minX)
        #expect(left.maxY <= chart.plot.y && right.maxX <= 500)
        let (below, above) = (try place("Hours"), try place("Hours again"))
        #expect(abs(below.midX - chart.plot.midX) < 0.01 && below.minY >= chart.plot.maxY)
        #expect(abs(above.midX - chart.plot.midX) < 0.01 && above.maxY <= chart.plot.minY)
        // Below the labels of the axis, and above those of the upper one.
        let ticks = chart.placedLabels(typesetter).x.map(\.rect).filter {
            $0.minY >= chart.plot.maxY
        }
        #expect(!ticks.isEmpty && ticks.allSatisfy { $0.maxY <= below.minY + 0.5 })
    }

    @Test func titlesAreTextsOfADocument() throws {
        let chart = Chart {
            ChartTitle("Weight & height", subtitle: "<every> morning")
            LineMark(samples)
            ValueAxis().titled("kg")
            Legend()
        }
        let fonts = try Fonts.library()
        let document = try ChartImage(fonts: fonts).document(
            chart, size: Size(width: 500, height: 400), title: "Weight")
        let svg = String(decoding: try document.svg(fonts: fonts), as: UTF8.self)
            .replacing(/<\/?tspan[^>]*>/, with: "")
        for text in ["Weight &amp; height", "&lt;every&gt; morning", ">kg<", ">line<"] {
            #expect(svg.contains(text), "\(text)")
        }
    }

    @Test func aFigureTakesTheLegendOfItsFirstChart() {
        let legend = Legend()
        let first = Chart { LineMark(samples) }
        let second = Chart {
            LineMark(samples)
            legend
        }
        #expect(second.legend === legend && first.legend == nil)
        #expect(ChartFigure([first, second]).legend === legend)
        let own = Legend()
        let figure = ChartFigure([first])
        figure.legend = own
        figure.add(second)
        #expect(figure.legend === own)
    }

    private struct Row {
        let x: Int
        let y: Double
        let name: String
    }

    @Test func aMarkIsMadeForEachValueOfAColumn() throws {
        let rows = [("b", 1.0), ("a", 2), ("b", 3), ("c", 4), ("a", 5)].enumerated().map {
            Row(x: $0.offset, y: $0.element.1, name: $0.element.0)
        }
        let marks = rows.marks(by: \.name) { LineMark($0, x: \.x, y: \.y, id: $1) }
        #expect(marks.map(\.id) == ["b", "a", "c"])
        let lines = marks.compactMap { $0 as? LineMark }
        let all = Extent(min: 0, max: 10)
        #expect(lines.map { $0.nearest(to: 0, within: all)?.values } == [[1], [2], [4]])
        #expect(lines.map { $0.nearest(to: 9, within: all)?.values } == [[3], [5], [4]])
        let chart = Chart(theme: .light) { marks }
        #expect(
            chart.marks.compactMap { ($0 as? LineMark)?.style.color }
                == Array(ChartTheme.light.series.prefix(3)))
        #expect([Row]().marks(by: \.x) { LineMark($0, x: \.x, y: \.y, id: $1) }.isEmpty)
    }
}
