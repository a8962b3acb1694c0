import ChartCore
import ChartInteraction
import Geometry
import Testing
import Text

@testable import ChartWindows
@testable import Charts

/// A tool that takes the input in the left half of a figure.
@MainActor
private final class LeftHalf: InputTool {
    var places: [Double] = []
    var advances: [Double] = []
    var nextDeadline: Double?

    func handle(_ event: InputEvent) -> Bool {
        guard event.position.x < 300 else { return false }
        places.append(event.position.x)
        return true
    }
    func advance(to time: Double) { advances.append(time) }
}

/// The selection of a figure by pointer and keys, raw input, and values that follow a target.
@MainActor
@Suite struct FigureSelectionTests {
    private let frame = Rect(x: 0, y: 0, width: 600, height: 400)
    private let x: Dimension
    private let figure: ChartFigure
    private let typesetter: Typesetter

    /// A line with samples at every tenth place above bars over five places each.
    init() throws {
        typesetter = Typesetter(fonts: try Fonts.library())
        let x = Dimension(id: "x", kind: .linear, direction: .horizontal)
        self.x = x
        let tens = (0...10).map { Double($0) * 10 }
        figure = ChartFigure([
            Chart {
                LineMark(SampleSeries(times: tens, values: tens), id: "tens")
                NumberAxis(x)
            },
            Chart {
                BarMark(
                    (0..<20).map {
                        Bar(start: Double($0) * 5, end: Double($0) * 5 + 5, value: Double($0))
                    }, id: "fives")
                NumberAxis(x)
            },
        ])
        figure.selectsSpans = true
        x.panZoom.setLimits(
            AxisLimits(minimumLength: 1, bounds: Extent(min: 0, max: 100)), at: 0)
        x.panZoom.set(Extent(min: 20, max: 60))
        frame(at: 0)
    }

    private func frame(at time: Double) {
        figure.prepare(in: frame, deviceScale: 1, typesetter: typesetter)
        figure.advance(to: time)
        figure.prepare(in: frame, deviceScale: 1, typesetter: typesetter)
    }

    private func place(_ value: Double, in panel: Int = 0) -> Point {
        let chart = figure.panels[panel].chart
        return Point(x: chart.projection.px(value), y: chart.plot.midY)
    }

    private func send(
        _ kind: Gesture.Kind, _ phase: Gesture.Phase, from: Point, to place: Point,
        at time: Double
    ) {
        figure.handle(
            Gesture(
                kind: kind, phase: phase, id: 1, device: .mouse, button: .left, time: time,
                origin: from, translation: place - from, delta: .zero, velocity: .zero))
    }

    private func select(_ from: Double, _ to: Double, in panel: Int = 0, at time: Double) {
        // The pointer is over the chart whose span is selected.
        send(
            .hover, .changed, from: place(from, in: panel), to: place(from, in: panel),
            at: time - 0.1)
        send(.select, .began, from: place(from, in: panel), to: place(from, in: panel), at: time)
        send(
            .select, .changed, from: place(from, in: panel), to: place(to, in: panel),
            at: time + 0.1)
        send(
            .select, .ended, from: place(from, in: panel), to: place(to, in: panel),
            at: time + 0.2)
    }

    @Test func aDragSelectsFromSampleToSampleInAllChartsOfTheDimension() {
        var told: [Extent?] = []
        figure.onSelect = { told.append($0?.span) }
        let before = x.target
        select(28, 47, at: 1)
        frame(at: 2)
        #expect(figure.selectedSpan?.span == Extent(min: 30, max: 50))
        #expect(figure.selectedSpan?.hold == nil)
        #expect(
            figure.panels.map(\.highlight.span) == [
                Extent(min: 30, max: 50), Extent(min: 30, max: 50),
            ])
        #expect(told.last == Extent(min: 30, max: 50) && x.target == before)
        #expect(figure.crosshairHold == nil, "the selection is not covered")
        // A click in the span keeps it; one elsewhere clears it and does nothing else.
        send(.tap(count: 1), .ended, from: place(40), to: place(40), at: 3)
        #expect(figure.selectedSpan != nil)
        send(.tap(count: 1), .ended, from: place(22), to: place(22), at: 4)
        frame(at: 5)
        #expect(figure.selectedSpan == nil && figure.panels.allSatisfy { $0.highlight.span == nil })
    }

    @Test func barsAreSelectedFromBorderToBorder() {
        select(31, 44, in: 1, at: 1)
        #expect(figure.selectedSpan?.span == Extent(min: 30, max: 45))
        send(.select, .began, from: place(50, in: 1), to: place(50, in: 1), at: 2)
        send(.select, .cancelled, from: place(50, in: 1), to: place(58, in: 1), at: 3)
        #expect(figure.selectedSpan?.span == Extent(min: 30, max: 45), "as it was before the drag")
    }

    @Test func keysSelectFromReadingToReadingAndTakeTheViewAlong() {
        figure.beginSelection(at: 1)
        #expect(figure.selectedSpan?.span == Extent(min: 40, max: 40))
        figure.extendSelection(by: 3, at: 2)
        #expect(figure.selectedSpan?.span == Extent(min: 40, max: 70))
        #expect(x.target.contains(70) && figure.selectedSpan?.hold == .keys)
        figure.extendSelection(by: -4, at: 3)
        #expect(figure.selectedSpan?.span == Extent(min: 30, max: 40))
        figure.finishSelection(at: 4)
        #expect(figure.selectedSpan?.hold == nil)
        figure.clearSelection(at: 5)
        #expect(figure.selectedSpan == nil)
    }

    @Test func withoutSelectsSpansNothingIsSelected() {
        figure.selectsSpans = false
        select(28, 47, at: 1)
        figure.beginSelection(at: 2)
        #expect(figure.selectedSpan == nil)
    }

    // MARK: Tools

    @Test func rawInputGoesToToolsBeforeGesturesAreRecognised() {
        let tool = LeftHalf()
        figure.tools = [tool]
        let before = x.target
        func drag(from left: Double, at time: Double) {
            let kinds: [(InputEvent.Kind, Double)] =
                [(.pointerMoved, left), (.pointerPressed(.left), left)]
                + (1...20).map { (.pointerMoved, left + Double($0)) }
                + [(.pointerReleased(.left), left + 20)]
            figure.handle(
                InputFrame(
                    time: time,
                    events: kinds.enumerated().map { index, event in
                        InputEvent(
                            time: time + Double(index) / 1000,
                            position: Point(x: event.1, y: figure.panels[0].chart.plot.midY),
                            kind: event.0)
                    }))
        }
        drag(from: 200, at: 1)
        #expect(tool.places.count == 23 && x.range == before)
        drag(from: 400, at: 2)
        #expect(tool.places.count == 23 && x.range != before)
        tool.nextDeadline = 7
        #expect(figure.nextDeadline == 7)
        figure.wake(at: 7)
        #expect(tool.advances == [7])
    }

    // MARK: Values

    /// While keys zoom, the values move to what will be visible together with the range.
    @Test func valuesGoToTheTargetTogetherWithTheRange() {
        let y = figure.panels[0].chart.y
        let before = y.range
        figure.perform(.zoom(by: 4), at: 1)
        frame(at: 1 + 0.1)
        #expect(y.target != before, "the target is known at once")
        let target = y.target
        for number in 1...60 { frame(at: 1.1 + Double(number) / 60) }
        #expect(y.range == target && x.range == x.target)
    }
}
