import ChartCore
import ChartInteraction
import ChartScene
import Geometry
import Testing
import Text

@testable import Charts

/// Charts in a grid, values that charts share, and labels that are written once.
@MainActor
@Suite struct FigureGridTests {
    private let frame = Rect(x: 0, y: 0, width: 900, height: 640)
    private let x = NumberAxis()
    private let typesetter: Typesetter

    init() throws { typesetter = Typesetter(fonts: try Fonts.library()) }

    /// A line from 0 to a height over the places from 0 to 100.
    private func chart(
        _ height: Double, _ y: ValueAxis, title: String? = nil, id: String = "rise"
    ) -> Chart {
        let places = (0...100).map(Double.init)
        let line = LineMark(
            SampleSeries(times: places, values: places.map { $0 * height / 100 }), id: id)
        guard let title else {
            return Chart {
                line
                x
                y
            }
        }
        return Chart {
            ChartTitle(title)
            line
            x
            y
        }
    }

    private func lay(_ figure: ChartFigure, in frame: Rect? = nil, at time: Double? = nil) {
        if let time { figure.advance(to: time) }
        figure.prepare(in: frame ?? self.frame, deviceScale: 1, typesetter: typesetter)
    }

    private func labels(_ panel: ChartFigure.Panel) -> (x: [String], y: [String]) {
        let placed = panel.chart.placedLabels(typesetter)
        return (placed.x.map(\.text), placed.y.map(\.text))
    }

    /// Titles, wide and narrow numbers: whatever is around them, the plots have one size, and those
    /// of a row and of a column are in line.
    @Test(arguments: [1, 2, 3, 4], [1.0, 1.5, 2])
    func plotsAreInLine(columns: Int, scale: Double) {
        let charts = (0..<7).map { number in
            chart(
                number == 2 ? 1e6 : 10, ValueAxis(number % 3 == 1 ? .leading : .trailing),
                title: number == 4 ? "Four" : nil)
        }
        let figure = ChartFigure(charts)
        figure.columns = columns
        figure.spacing = 6
        figure.labelsSharedAxesOnce = columns == 1
        figure.prepare(in: frame, deviceScale: scale, typesetter: typesetter)
        let plots = figure.panels.map(\.chart.plot)
        for (index, plot) in plots.enumerated() {
            // Edges are on device pixels.
            #expect(abs(plot.width - plots[0].width) < 1.01 / scale)
            #expect(abs(plot.height - plots[0].height) < 1.01 / scale)
            #expect(plot.minX == plots[index % columns].minX)
            #expect(plot.minY == plots[index / columns * columns].minY)
            #expect(plot.width > 60 && plot.height > 30)
            let own = figure.panels[index].chart.frame
            #expect(frame.inset(by: -0.5).contains(own))
            for other in figure.panels where other.chart !== figure.panels[index].chart {
                #expect(!own.inset(by: 0.5).intersects(other.chart.frame))
            }
        }
        // The room is used: the outermost frames reach the edges.
        let frames = figure.panels.map(\.chart.frame)
        #expect(abs((frames.map(\.maxX).max() ?? 0) - frame.maxX) < 1)
        #expect(abs((frames.map(\.maxY).max() ?? 0) - frame.maxY) < 1)
        // The next frame changes nothing.
        figure.prepare(in: frame, deviceScale: scale, typesetter: typesetter)
        #expect(figure.panels.map(\.chart.frame) == frames)
    }

    @Test func rowsHaveTheirShares() {
        let figure = ChartFigure((0..<4).map { _ in chart(1, ValueAxis()) })
        figure.columns = 2
        figure.panels[1].share = 3
        lay(figure)
        let plots = figure.panels.map(\.chart.plot)
        #expect(abs(plots[0].height - 3 * plots[2].height) < 3)
        #expect(plots[0].height == plots[1].height)
    }

    @Test func sharedValuesHaveRoomForAllCharts() {
        let y = ValueAxis(headroom: 0).shared()
        let figure = ChartFigure([chart(10, y), chart(40, y), chart(3, ValueAxis(headroom: 0))])
        figure.columns = 3
        lay(figure)
        let ranges = figure.panels.map(\.chart.y.range)
        #expect(ranges[0] == Extent(min: 0, max: 40) && ranges[1] == ranges[0])
        #expect(ranges[2] == Extent(min: 0, max: 3))
        // They follow what all charts show in the visible range: 10 and 40 at most, 2.5 and 10 there.
        figure.panels[0].chart.x.panZoom.set(Extent(min: 0, max: 25))
        lay(figure, at: 1)
        lay(figure, at: 3)
        #expect(figure.panels[0].chart.y.range == Extent(min: 0, max: 10))
        // A series that is hidden needs no room.
        figure.panels[1].chart.setShown(false, of: figure.panels[1].chart.marks[0], at: 3)
        figure.fitTarget(of: figure.panels[0].chart.x, at: 3)
        lay(figure, at: 5)
        #expect(figure.panels[1].chart.y.range == Extent(min: 0, max: 2.5))
    }

    @Test func aChartThatIsGoneNeedsNoRoom() {
        let y = ValueAxis(headroom: 0).shared()
        let kept = chart(10, y)
        do {
            let lost = chart(40, y)
            lay(ChartFigure([kept, lost]))
            #expect(kept.y.range == Extent(min: 0, max: 40))
            #expect(kept.y.charts.count == 2)
        }
        #expect(kept.y.charts.count == 1 && kept.y.axes.count == 1)
        kept.fitValues(over: kept.x.target, at: 0, animated: false)
        #expect(kept.y.range == Extent(min: 0, max: 10))
    }

    /// A drag on one value axis moves the values of all; a double click on it fits them again.
    @Test func aGestureOnOneAxisMovesAll() {
        let y = ValueAxis(headroom: 0).shared()
        let figure = ChartFigure([chart(10, y), chart(40, y)])
        figure.columns = 2
        lay(figure, at: 0)
        let axis = Point(x: figure.panels[1].chart.plot.maxX + 10, y: 300)
        func send(_ kind: Gesture.Kind, _ phase: Gesture.Phase, dy: Double, at time: Double) {
            figure.handle(
                Gesture(
                    kind: kind, phase: phase, id: 1, device: .mouse, time: time, origin: axis,
                    translation: Vector(dx: 0, dy: dy), delta: Vector(dx: 0, dy: dy),
                    velocity: .zero))
        }
        send(.pan(.vertical), .began, dy: 0, at: 1)
        send(.pan(.vertical), .changed, dy: 60, at: 1.1)
        send(.pan(.vertical), .ended, dy: 60, at: 1.2)
        lay(figure, at: 2)
        let moved = figure.panels[0].chart.y.range
        #expect(moved != Extent(min: 0, max: 40) && figure.panels[1].chart.y.range == moved)
        #expect(figure.panels.allSatisfy { $0.chart.hasPinnedValues })
        send(.tap(count: 2), .ended, dy: 0, at: 3)
        lay(figure, at: 3)
        lay(figure, at: 5)
        #expect(figure.panels.allSatisfy { $0.chart.y.range == Extent(min: 0, max: 40) })
    }

    @Test func sharedAxesAreLabelledOnce() {
        let y = ValueAxis(unit: "kg").shared()
        let figure = ChartFigure.grid(columns: 3, (0..<9).map { chart(10 * Double($0 + 1), y) })
        lay(figure)
        for (index, panel) in figure.panels.enumerated() {
            let (x, y) = labels(panel)
            #expect(x.isEmpty == (index < 6), "\(index): \(x)")
            #expect(y.isEmpty == (index % 3 < 2), "\(index): \(y)")
        }
        // The others keep their grid lines, and have the room.
        let whole = ChartFigure((0..<9).map { chart(10 * Double($0 + 1), ValueAxis()) })
        whole.columns = 3
        lay(whole)
        let (own, other) = (figure.panels[0].chart.plot, whole.panels[0].chart.plot)
        #expect(own.width > other.width + 20 && own.height > other.height + 10)
        #expect(figure.panels[0].chart.yAxis.hasGrid)
        // Axes that are not shared have labels everywhere.
        #expect(whole.panels.allSatisfy { !labels($0).x.isEmpty && !labels($0).y.isEmpty })
    }

    @Test func anAxisWithoutLabelsHasNoTitle() {
        let y = ValueAxis().titled("Weight").shared()
        let figure = ChartFigure.grid(columns: 2, (0..<2).map { _ in chart(10, y) })
        lay(figure)
        let rooms = figure.panels.map(\.chart.margins.room.top)
        #expect(rooms[0] == 0 && rooms[1] > 10)
        #expect(figure.panels[0].chart.plot.minY == figure.panels[1].chart.plot.minY)
    }

    /// Seven charts in three columns: the last row has one, and what is above the empty cells is
    /// labelled there.
    @Test func anIncompleteRowLeavesNoAxisWithoutLabels() {
        let y = ValueAxis().shared()
        let figure = ChartFigure.grid(columns: 3, (0..<7).map { _ in chart(10, y) })
        lay(figure)
        let shown = figure.panels.map { (x: !labels($0).x.isEmpty, y: !labels($0).y.isEmpty) }
        #expect(shown.map(\.x) == [false, false, false, false, true, true, true])
        #expect(shown.map(\.y) == [false, false, true, false, false, true, true])
    }

    /// When a chart leaves, its neighbours get the labels, and it has its own again.
    @Test func labelsFollowTheCharts() {
        let y = ValueAxis().shared()
        let figure = ChartFigure.grid(columns: 2, (0..<4).map { _ in chart(10, y) })
        lay(figure, at: 0)
        let first = figure.panels[0].chart
        #expect(labels(figure.panels[0]).x.isEmpty)
        figure.remove(figure.panels[3].chart)
        lay(figure, at: 1)
        #expect(!labels(figure.panels[1]).x.isEmpty && labels(figure.panels[0]).x.isEmpty)
        figure.remove(first)
        first.prepare(in: frame, deviceScale: 1, typesetter: typesetter)
        #expect(!first.placedLabels(typesetter).x.isEmpty)
    }

    /// In a frame that is too small nothing breaks.
    @Test func smallFramesAreNoMistake() {
        let y = ValueAxis().shared()
        let figure = ChartFigure.grid(columns: 3, (0..<9).map { chart(1, y, title: "\($0)") })
        for side in [0.0, 1, 40, 120, 300] {
            lay(figure, in: Rect(x: 0, y: 0, width: side, height: side))
        }
        lay(figure)
        #expect(figure.panels.allSatisfy { $0.chart.plot.width > 200 })
    }

    @Test func theDrawingHasTheRoomAroundTheCharts() {
        final class Marker: FigureDrawing {
            var asked: (frame: Rect, insets: Insets)?
            var encoded = 0
            func prepare(
                in frame: Rect, insets: Insets, theme: ChartTheme, deviceScale: Double,
                typesetter: Typesetter
            ) { asked = (frame, insets) }
            func encode(into scene: SceneBuilder) { encoded += 1 }
        }
        let marker = Marker()
        let figure = ChartFigure([chart(1, ValueAxis())])
        figure.drawing = marker
        figure.insets = Insets(left: 300, top: 10)
        figure.legend = Legend()
        lay(figure)
        #expect(marker.asked?.frame == frame && marker.asked?.insets.left == 300)
        #expect(figure.panels[0].chart.frame.minX == 300)
        #expect(figure.panels[0].chart.frame.minY == 10)
        let scene = SceneBuilder(size: frame.size, scale: 1, purpose: .screen)
        figure.encode(into: scene)
        #expect(marker.encoded == 1)
    }

    // MARK: Marks

    @Test func aMarkMayMoveToAnotherChart() {
        let first = chart(1, ValueAxis())
        let second = Chart {}
        lay(ChartFigure([first]))
        second.marks = first.marks
        first.marks = []
        lay(ChartFigure([second]))
        first.marks = second.marks
        second.marks = []
        lay(ChartFigure([first]))
        #expect(first.marks.count == 1)
    }

    @Test func aMarkInTwoChartsIsAMistake() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent])
        {
            try await MainActor.run {
                let line = LineMark(SampleSeries(times: [1, 2], values: [3, 4]), id: "rise")
                let typesetter = Typesetter(fonts: try Fonts.library())
                ChartFigure([Chart { line }, Chart { line.width(3) }]).prepare(
                    in: Rect(x: 0, y: 0, width: 300, height: 300), deviceScale: 1,
                    typesetter: typesetter)
            }
        }
        let errors = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(errors.contains("the mark “rise” is in two charts"))
    }
}
