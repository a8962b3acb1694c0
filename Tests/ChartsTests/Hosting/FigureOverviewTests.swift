import ChartCore
import ChartInteraction
import Geometry
import Testing
import Text

@testable import ChartWindows
@testable import Charts

/// The overview below the charts of a figure: its place, and its window by pointer, finger and keys.
@MainActor
@Suite struct FigureOverviewTests {
    private let x: Dimension
    private let figure: ChartFigure
    private let overview: Overview
    private let typesetter: Typesetter
    private let frame = Rect(x: 0, y: 0, width: 1024, height: 500)

    init() throws {
        typesetter = Typesetter(fonts: try Fonts.library())
        let x = Dimension(id: "x", kind: .linear, direction: .horizontal)
        self.x = x
        let places = (0...1000).map(Double.init)
        let samples = SampleSeries(times: places, values: places.map { $0 < 500 ? $0 : 2000 })
        overview = Overview(of: x, showing: samples)
        figure = ChartFigure(
            [
                Chart {
                    LineMark(samples, id: "line")
                    NumberAxis(x)
                }
            ], theme: .light)
        figure.overview = overview
        x.panZoom.set(Extent(min: 200, max: 400))
        lay(at: 0)
        lay(at: 0)
    }

    @discardableResult
    private func lay(at time: Double, _ frame: Rect? = nil) -> Bool {
        let moves = figure.advance(to: time)
        figure.prepare(in: frame ?? self.frame, deviceScale: 1, typesetter: typesetter)
        return moves || figure.movesAfterLayout
    }

    private var chart: Chart { figure.panels[0].chart }

    private func place(_ value: Double) -> Point {
        Point(x: overview.frame.x + value * overview.frame.width / 1000, y: overview.frame.midY)
    }

    @discardableResult
    private func send(_ kind: InputEvent.Kind, _ place: Point, at time: Double) -> Bool {
        figure.handle(InputFrame(InputEvent(time: time, position: place, kind: kind)))
    }

    @Test func itIsBelowTheChartsWhereThereIsRoom() {
        #expect(overview.frame == Rect(x: 12, y: 432, width: 1000, height: 56))
        #expect(chart.frame == Rect(x: 0, y: 0, width: 1024, height: 420))
        lay(at: 1, Rect(x: 0, y: 0, width: 1024, height: 239))
        #expect(overview.frame.isEmpty && chart.frame.height == 239)
        lay(at: 3, Rect(x: 0, y: 0, width: 1024, height: 240))
        #expect(!overview.frame.isEmpty && chart.frame.height == 160)
        figure.overview = nil
        lay(at: 4)
        #expect(chart.frame == frame)
    }

    @Test func draggingItsMiddleMovesTheRange() {
        #expect(send(.pointerPressed(.left), place(300), at: 1))
        #expect(send(.pointerMoved, place(450), at: 1.1))
        lay(at: 1.1)
        #expect(abs(x.range.min - 350) < 1e-9 && abs(x.range.max - 550) < 1e-9)
        // It stops at the end of the record.
        send(.pointerMoved, place(5000), at: 1.2)
        #expect(abs(x.range.max - 1000) < 1e-9 && abs(x.range.length - 200) < 1e-9)
        #expect(send(.pointerReleased(.left), place(5000), at: 1.3))
        #expect(!send(.pointerMoved, place(300), at: 1.4))
        #expect(abs(x.range.max - 1000) < 1e-9)
        for step in 0..<60 { lay(at: 1.4 + Double(step) / 60) }
        #expect(!lay(at: 3), "and then nothing moves")
        #expect(chart.y.range.min > 1000, "the values have followed")
    }

    @Test func aHandleChangesTheLength() {
        send(.touchBegan(7), place(202), at: 1)
        send(.touchMoved(7), place(102), at: 1.1)
        #expect(abs(x.range.min - 100) < 1e-9 && abs(x.range.max - 400) < 1e-9)
        // A cancelled drag is undone.
        send(.touchCancelled, place(102), at: 1.2)
        #expect(x.range == Extent(min: 200, max: 400))
        overview.resizes = false
        send(.touchBegan(8), place(202), at: 2)
        send(.touchMoved(8), place(102), at: 2.1)
        #expect(abs(x.range.length - 200) < 1e-9, "without handles every part moves it")
        send(.touchEnded(8), place(102), at: 2.2)
    }

    @Test func aPressNextToItGoesThere() {
        #expect(send(.pointerPressed(.left), place(800), at: 1))
        send(.pointerReleased(.left), place(800), at: 1.1)
        #expect(x.target == Extent(min: 700, max: 900))
        #expect(lay(at: 1.1) && x.range.min > 200 && x.range.min < 700)
        lay(at: 1.4)
        #expect(x.range == Extent(min: 700, max: 900))
    }

    @Test func keysMoveItsParts() {
        func range(after part: OverviewDrag.Part, _ step: OverviewDrag.Step) -> Extent {
            x.panZoom.set(Extent(min: 200, max: 400))
            overview.move(part, by: step, at: 1)
            lay(at: 2)
            return Extent(min: x.range.min.rounded(), max: x.range.max.rounded())
        }
        #expect(range(after: .middle, .windows(1)) == Extent(min: 400, max: 600))
        #expect(range(after: .middle, .windows(-0.1)) == Extent(min: 180, max: 380))
        #expect(range(after: .middle, .end(1)) == Extent(min: 800, max: 1000))
        #expect(range(after: .upperHandle, .windows(0.1)) == Extent(min: 200, max: 420))
        #expect(range(after: .lowerHandle, .end(-1)) == Extent(min: 0, max: 400))
    }

    @Test func itsShapeIsMadeOnce() {
        var asked: [Int] = []
        let other = Overview(of: x) { domain, columns in
            asked.append(columns)
            return OverviewShape.columns(.bars, over: domain, count: columns) { _ in .nothing }
        }
        figure.overview = other
        for step in 0..<5 {
            x.panZoom.set(Extent(min: Double(step) * 10, max: 400))
            lay(at: 1 + Double(step))
        }
        #expect(asked == [142])
        other.setNeedsShape()
        lay(at: 7)
        lay(at: 8, Rect(x: 0, y: 0, width: 724, height: 500))
        #expect(asked == [142, 142, 100])
    }
}
