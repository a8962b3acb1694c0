import ChartCore
import ChartInteraction
import ChartScene
import Geometry
import Imaging
import Localization
import Painting
import Testing
import Text

@testable import ChartWindows
@testable import Charts

/// Tooltips of points, pies, lying bars and polar marks.
@MainActor
@Suite struct TooltipTests {
    private let typesetter: Typesetter

    init() throws { typesetter = Typesetter(fonts: try Fonts.library()) }

    private func lay(_ figure: ChartFigure, at time: Double = 0) {
        figure.advance(to: time)
        figure.prepare(
            in: Rect(x: 0, y: 0, width: 600, height: 400), deviceScale: 1, typesetter: typesetter)
    }

    private func figure(_ chart: Chart) -> ChartFigure {
        let figure = ChartFigure([chart], theme: .light)
        figure.locale = LocaleFormat(identifier: "C")
        lay(figure)
        return figure
    }

    @discardableResult
    private func send(
        _ figure: ChartFigure, _ kind: InputEvent.Kind, _ place: Point, at time: Double
    ) -> Bool {
        figure.handle(InputFrame(InputEvent(time: time, position: place, kind: kind)))
    }

    private func picture(_ figure: ChartFigure) throws -> Bitmap {
        try ChartImage(fonts: try Fonts.library()).draw(
            figure, size: Size(width: 600, height: 400))
    }

    private func color(_ picture: Bitmap, _ x: Double, _ y: Double) -> Bitmap.Pixel {
        picture[Int(x), Int(y)]
    }

    /// The texts after the pointer moved to a place.
    private func texts(_ figure: ChartFigure, at place: Point) -> [String]? {
        send(figure, .pointerMoved, place, at: 1)
        lay(figure, at: 1)
        guard let shown = figure.panels[0].chart.tooltip?.shown else { return nil }
        return [shown.title]
            + shown.rows.map { "\($0.name)|\($0.value)|\($0.unit)" }
    }

    private let tooltip = Tooltip()

    private func scatter() -> (ChartFigure, PointMark) {
        let points = PointMark(
            AttributedSeries(
                times: [1, 2, 2.02, 3, 4], values: [10, 20, 35, 30, 15],
                attributes: [0, 1, 0, 1, 0]), id: "Petals")
        points.attributeStyles[1] = PointStyle(radius: 4, fill: Color(hex: 0x00AA00))
        points.attributeNames = [0: "setosa", 1: "virginica"]
        let figure = figure(
            Chart {
                points
                tooltip
                NumberAxis(unit: "cm").titled("Length")
                ValueAxis(unit: "mm").titled("Width")
            })
        return (figure, points)
    }

    @Test func thePointNearestInBothDirectionsIsDescribed() {
        let (figure, _) = scatter()
        let chart = figure.panels[0].chart
        func place(_ x: Double, _ y: Double) -> Point {
            Point(x: chart.projection.pointX(x), y: chart.projection.pointY(y))
        }
        // Two points are almost at the same x: the one at this height counts.
        #expect(
            texts(figure, at: place(2, 20) + Vector(dx: 4, dy: -4))
                == ["virginica", "Length|2|cm", "Width|20|mm"])
        #expect(
            texts(figure, at: place(2.02, 35) + Vector(dx: -4, dy: 4))
                == ["setosa", "Length|2.02|cm", "Width|35|mm"])
        #expect(tooltip.element?.color == chart.marks[0].color)
        // The board is in the chart and covers no ring.
        let rect = tooltip.rect ?? .zero
        let anchor = tooltip.element?.anchor ?? .zero
        #expect(chart.frame.contains(Point(x: rect.minX, y: rect.minY)))
        #expect(chart.frame.contains(Point(x: rect.maxX, y: rect.maxY)) && !rect.contains(anchor))
        // Far from all there is none, and no crosshair in its place.
        #expect(texts(figure, at: place(3.5, 12)) == nil)
        #expect(figure.crosshairHold == nil && tooltip.rect == nil)
        #expect(texts(figure, at: Point(x: 5, y: 5)) == nil)
    }

    @Test func aTapHoldsItAndMovingTheChartRemovesIt() {
        let (figure, _) = scatter()
        let chart = figure.panels[0].chart
        let place = Point(x: chart.projection.pointX(3), y: chart.projection.pointY(30))
        send(figure, .pointerMoved, place, at: 1)
        send(figure, .pointerPressed(.left), place, at: 2)
        send(figure, .pointerReleased(.left), place, at: 2.1)
        send(figure, .pointerMoved, Point(x: place.x, y: place.y + 90), at: 3)
        #expect(tooltip.element?.index == 3, "it is held")
        send(figure, .pointerPressed(.left), Point(x: place.x, y: place.y + 90), at: 4)
        send(figure, .pointerReleased(.left), Point(x: place.x, y: place.y + 90), at: 4.1)
        #expect(tooltip.element == nil, "a tap next to it")
        lay(figure, at: 5)
        send(figure, .pointerMoved, place, at: 6)
        #expect(tooltip.element?.index == 3)
        let before = chart.projection
        chart.x.panZoom.set(Extent(min: 2, max: 3.5))
        lay(figure, at: 7)
        lay(figure, at: 8)
        #expect(chart.projection != before)
        #expect(tooltip.element == nil, "the chart moved")
        send(
            figure, .pointerMoved,
            Point(x: chart.projection.pointX(3), y: chart.projection.pointY(30)), at: 9)
        #expect(tooltip.element?.index == 3)
        chart.marks[0].isHidden = true
        #expect(
            texts(figure, at: Point(x: chart.projection.pointX(3), y: chart.projection.pointY(30)))
                == nil)
    }

    @Test func aSliceHasItsNameItsValueAndItsShare() {
        let pie = PieMark(
            [
                .init(id: "Rye", value: 3, color: Color(hex: 0xAA0000)),
                .init(id: "Oats", value: 1, color: Color(hex: 0x0000AA)),
            ], innerRadius: 30)
        let figure = figure(
            Chart {
                pie
                tooltip
                NumberAxis.hidden
                ValueAxis.hidden
            })
        let middle = figure.panels[0].chart.plot.center
        #expect(texts(figure, at: middle + Vector(dx: 60, dy: 60)) == ["Rye", "|3|", "|75|%"])
        #expect(texts(figure, at: middle + Vector(dx: -60, dy: -60)) == ["Oats", "|1|", "|25|%"])
        #expect(texts(figure, at: middle) == nil, "the hole")
    }

    @Test func aLyingBarHasTheNameOfItsCategory() {
        let bars = HorizontalBarMark(
            id: "Sales", style: BarStyle(width: .fraction(0.7), colors: [Color(hex: 0x0000AA)]))
        bars.show([30, 10, 20])
        let figure = figure(
            Chart {
                bars
                tooltip
                NumberAxis(unit: "t")
                ValueAxis.names(
                    CategoryNames(["Rye", "Oats", "Wheat"], order: .downwards), .leading)
            })
        let projection = figure.panels[0].chart.projection
        func place(_ row: Double) -> Point {
            Point(x: projection.plot.maxX - 5, y: projection.pointY(row))
        }
        #expect(texts(figure, at: place(CategoryOrder.downwards.place(of: 0))) == ["Rye", "|30|t"])
        #expect(
            texts(figure, at: place(CategoryOrder.downwards.place(of: 2))) == ["Wheat", "|20|t"])
    }

    @Test func polarMarksAreReadByAngleAndRadius() throws {
        let space = PolarSpace(PolarLayout(range: Extent(min: 0, max: 10), turn: 4))
        let bars = PolarBarMark(
            id: "Wind", in: space, colors: [Color(hex: 0xAA0000), Color(hex: 0x0000AA)])
        bars.show(
            BarTable(
                slots: (0..<4).map { Extent(min: Double($0) - 0.5, max: Double($0) + 0.5) },
                series: [[4, 4, 4, 4], [3, 3, 3, 3]]))
        let points = PolarPointMark(
            id: "Gusts", in: space, style: PointStyle(radius: 3, fill: Color(hex: 0x00AA00)))
        points.show([PolarSample(angle: 0, value: 9)])
        let figure = figure(
            Chart {
                bars
                points
                tooltip
                NumberAxis.hidden
                ValueAxis.hidden
            })
        let chart = figure.panels[0].chart
        // Sectors are found where they were drawn.
        _ = try picture(figure)
        let polar = space.projection(in: chart.plot)
        #expect(texts(figure, at: polar.point(2, at: 1)) == ["Wind", "|4|"])
        #expect(texts(figure, at: polar.point(5.5, at: 1)) == ["Wind", "|3|"])
        #expect(texts(figure, at: polar.point(9, at: 0)) == ["Gusts", "|9|"])
        #expect(texts(figure, at: polar.point(9.5, at: 2)) == nil)
    }

    @Test func aProgramWritesItsOwnTexts() {
        let (figure, _) = scatter()
        tooltip.texts = { element, _ in
            Tooltip.Texts(
                title: "No. \(element.index)",
                rows: [InfoBoard.Row(name: "", value: "own", color: element.color)])
        }
        let chart = figure.panels[0].chart
        let place = Point(x: chart.projection.pointX(1), y: chart.projection.pointY(10))
        #expect(texts(figure, at: place) == ["No. 0", "|own|"])
    }

    @Test func itIsDrawnWithARingInTheThemesColours() throws {
        let (figure, _) = scatter()
        let chart = figure.panels[0].chart
        let place = Point(x: chart.projection.pointX(3), y: chart.projection.pointY(30))
        let plain = try picture(figure)
        send(figure, .pointerMoved, place, at: 1)
        let shown = try picture(figure)
        let rect = try #require(tooltip.rect)
        let inside = (x: rect.midX, y: rect.minY + 3)
        #expect(color(shown, inside.x, inside.y) == Bitmap.Pixel(InfoBoard.Style(.light).ground))
        #expect(color(shown, place.x + 6, place.y) != color(plain, place.x + 6, place.y))
        figure.theme = .dark
        let dark = try picture(figure)
        #expect(color(dark, inside.x, inside.y) == Bitmap.Pixel(InfoBoard.Style(.dark).ground))
    }
}
