import ChartExport
import ChartScene
import Charts
import Geometry
import Glibc
import Imaging
import PictureTesting
import Testing

/// Every mark and every attachment on the GPU, as SVG and as PDF: away from edges all three are
/// equal.
@MainActor
@Suite struct BackendTests {
    enum Backend: String, CaseIterable, Sendable {
        case svg
        case pdf

        /// The picture of a document by another program, at a number of device pixels per point.
        @MainActor
        func pixels(of document: PictureDocument, scale: Double = 1) throws -> Bitmap {
            let fonts = try Fonts.library()
            return switch self {
            case .svg: try .shown(svg: document.svg(fonts: fonts), scale: scale)
            case .pdf: try .shown(pdf: document.pdf(fonts: fonts), scale: scale)
            }
        }
    }

    @Test(arguments: ReferencePicture.all, Backend.allCases)
    func aMarkLooksTheSame(_ reference: ReferencePicture, _ backend: Backend) throws {
        let image = try ChartImage(fonts: try Fonts.library())
        for theme in [ChartTheme.light, .dark] {
            let size = ReferencePicture.size
            let wanted = try image.draw(reference.chart(theme), size: size)
            let document = image.document(
                reference.chart(theme), size: size, title: reference.name)
            let other = try backend.pixels(of: document)
            try #require(other.width == wanted.width && other.height == wanted.height)
            let difference = RenderingDifference(wanted, other)
            #expect(difference.worst <= 3 && difference.same > 0.5, "\(difference)")
        }
    }

    /// All parts in a plot, over it and next to it, each in a chart that has marks too.
    private static func furnished(_ number: Int, _ theme: ChartTheme) throws -> ChartFigure {
        let times = (0...40).map { Double($0) * 86_400 }
        let values = times.map { 50 + 30 * sin($0 / 400_000) }
        let line = LineMark(SampleSeries(times: times, values: values), id: "Line")
        switch number {
        case 0:
            let goal = ReferenceLine(
                at: 62, width: 2, color: theme.series[3], dash: DashPattern(on: 4, off: 3))
            let span = SpanHighlight(
                style: .init(fill: theme.series[1].opacity(0.2), edge: theme.series[1]))
            let chart = Chart(theme: theme) {
                line
                Zone(40...60, color: theme.series[2].opacity(0.3))
                TimeAxis(zone: .utc)
                ValueAxis()
            }
            let label = ReferenceLabel(goal)
            label.write("Goal 62")
            span.show(Extent(min: times[10], max: times[20]), at: 0)
            span.advance(to: 10)
            chart.foreground = [goal, span]
            chart.annotations += [
                Callouts([Callout(x: times[30], y: values[30], "A place\nin the data")]),
                label, TierLabels(),
            ]
            return ChartFigure([chart], theme: theme)
        case 1:
            let chart = Chart(theme: theme) {
                BarMark(
                    (0..<8).map { Bar(center: Double($0), slot: 1, value: Double($0 % 5 + 1)) },
                    id: "Bars")
                NumberAxis()
                ValueAxis()
            }
            chart.xAxis.lines = .ruled(theme.label)
            chart.yAxis.lines = .ruled(theme.label)
            return ChartFigure([chart], theme: theme)
        case 2:
            let bars = HorizontalBarMark([5, 3, 8])
            let chart = Chart(theme: theme) {
                bars
                NumberAxis()
                ValueAxis()
            }
            chart.annotations.append(HorizontalBarLabels(bars) { "\(Int($0))" })
            return ChartFigure([chart], theme: theme)
        case 3:
            let chart = Chart(theme: theme) {
                line
                TimeAxis(zone: .utc)
                ValueAxis()
            }
            let lane = EventLane(
                style: .init(
                    sign: theme.series[4], text: theme.label, rule: theme.grid,
                    band: theme.series[4].opacity(0.2)))
            lane.events = [
                ChartEvent(id: 1, span: Extent(min: times[5], max: times[5]), text: "A moment"),
                ChartEvent(id: 2, span: Extent(min: times[12], max: times[25]), text: "A span"),
            ]
            chart.background = [lane.bands]
            chart.annotations = [lane]
            chart.style.insets.top += EventLane.height
            chart.style.eventLane = EventLane.height
            let figure = ChartFigure([chart], theme: theme)
            // The crosshair with its board is where it was put.
            let image = try ChartImage(fonts: try Fonts.library())
            _ = image.scene(figure, size: Size(width: 420, height: 300), at: 0)
            figure.showCrosshair(at: times[33], of: chart.x, at: 0)
            return figure
        case 4:
            let categories = CategoryChart(
                CategorySeries([
                    ("Apples", 7.0), ("Tangerines", 1), ("Peaches", 9), ("Grapes", 6),
                    ("Strawberries", 3), ("Bananas", 2),
                ]), id: "Eaten")
            let figure = ChartFigure(theme: theme)
            figure.add(categories)
            return figure
        default:
            let space = PolarSpace()
            let grid = PolarGrid(space, color: theme.grid, spokes: 8)
            let chart = Chart(theme: theme) {
                grid
                PolarLineMark(
                    angles: [0, 60, 120, 200, 300], values: [3, 5, 2, 6, 4], in: space
                ).closed() as any Mark
                PolarLabels(grid)
                NumberAxis.hidden
                ValueAxis.hidden
            }
            return ChartFigure([chart], theme: theme)
        }
    }

    @Test(arguments: 0..<6, Backend.allCases)
    func whatIsAroundMarksLooksTheSame(_ number: Int, _ backend: Backend) throws {
        let image = try ChartImage(fonts: try Fonts.library())
        let size = Size(width: 420, height: 300)
        for (theme, scale) in [(ChartTheme.light, 1.0), (.dark, 2)] {
            let wanted = try image.draw(
                Self.furnished(number, theme), size: size, scale: scale, at: 10)
            let document = image.document(
                try Self.furnished(number, theme), size: size, title: "Around marks",
                scale: scale, at: 10)
            let difference = RenderingDifference(
                wanted, try backend.pixels(of: document, scale: scale))
            #expect(
                difference.worst <= 3 && difference.same > 0.7, "scale \(scale): \(difference)")
        }
    }
}
