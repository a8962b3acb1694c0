import ChartCore
import ChartInteraction
import Geometry
import Testing
import Text

@testable import Charts

/// The crosshair of a figure by pointer, finger and keys.
@MainActor
@Suite struct FigureCrosshairTests {
    private let frame = Rect(x: 0, y: 0, width: 600, height: 400)
    private let x: Dimension
    private let figure: ChartFigure
    private let typesetter: Typesetter

    /// Two charts of one dimension, with samples at every tenth position and at every position.
    init() throws {
        typesetter = Typesetter(fonts: try Fonts.library())
        let x = Dimension(id: "x", kind: .linear, direction: .horizontal)
        self.x = x
        let tens = (0...10).map { Double($0) * 10 }
        let ones = (0...100).map(Double.init)
        figure = ChartFigure([
            Chart {
                LineMark(SampleSeries(times: tens, values: tens), id: "tens")
                NumberAxis(x)
            },
            Chart {
                PointMark(SampleSeries(times: ones, values: ones.map { 50 - $0 }), id: "ones")
                NumberAxis(x)
            },
        ])
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

    /// Runs a motion to its end.
    private func settle(from time: Double) {
        for number in 0..<120 { frame(at: time + Double(number) / 60) }
    }

    private func place(_ value: Double, in panel: Int = 0) -> Point {
        let chart = figure.panels[panel].chart
        return Point(x: chart.projection.px(value), y: chart.plot.midY)
    }

    private func send(
        _ kind: Gesture.Kind, _ phase: Gesture.Phase, _ place: Point,
        _ device: Gesture.Device = .mouse, at time: Double
    ) {
        figure.handle(
            Gesture(
                kind: kind, phase: phase, id: 1, device: device, button: .left, time: time,
                origin: place, translation: .zero, delta: .zero, velocity: .zero))
    }

    /// The position of the crosshair in each panel; nil if it is not there, or fading out.
    private var places: [Double?] {
        figure.panels.map { $0.crosshair.isLeaving ? nil : $0.crosshair.x }
    }

    @Test func aClickPinsItAndASecondOneLetsItFollowAgain() {
        send(.hover, .changed, place(31.2), at: 1)
        #expect(places == [30, 31] && figure.crosshairHold == .hover)
        send(.tap(count: 1), .ended, place(31.2), at: 2)
        #expect(figure.crosshairHold == .pinned)
        // The pointer moves on, and away; it stays.
        send(.hover, .changed, place(52), at: 3)
        send(.hover, .ended, place(52), at: 3.1)
        #expect(places == [30, 31])
        // A pan moves it along.
        send(.pan(.free), .began, place(40), at: 4)
        x.panZoom.set(Extent(min: 25, max: 65), cause: .pan)
        frame(at: 4.1)
        #expect(places == [30, 31] && figure.crosshairHold == .pinned)
        // It disappears when its position leaves the view.
        x.panZoom.set(Extent(min: 45, max: 85), cause: .pan)
        frame(at: 4.2)
        #expect(places == [nil, nil] && figure.crosshairHold == nil)
        // The same one again: the pointer shows what is under it again.
        x.panZoom.set(Extent(min: 20, max: 60))
        frame(at: 5)
        send(.tap(count: 1), .ended, place(40), at: 6)
        send(.tap(count: 1), .ended, place(40), at: 7)
        #expect(places == [40, 40] && figure.crosshairHold == .hover)
        send(.hover, .ended, place(40), at: 8)
        #expect(places == [nil, nil])
    }

    @Test func aFingerThatIsHeldScrubsAndATapPins() {
        send(.longPress, .began, place(40), .touch, at: 1)
        send(.longPress, .changed, place(48), .touch, at: 1.1)
        #expect(places == [50, 48] && figure.crosshairHold == .scrub)
        send(.longPress, .ended, place(48), .touch, at: 1.2)
        #expect(places == [nil, nil])
        send(.tap(count: 1), .ended, place(30), .touch, at: 2)
        #expect(places == [30, 30] && figure.crosshairHold == .pinned)
        send(.tap(count: 1), .ended, place(30), .touch, at: 3)
        #expect(places == [nil, nil], "no pointer is left there")
    }

    /// Steps are those of the panel that is pointed at.
    @Test func keysStepThroughTheReadingsAndTheViewFollows() {
        figure.stepCrosshair(by: 1, at: 1)
        #expect(places == [20, 20] && figure.crosshairHold == .keys)
        figure.stepCrosshair(by: 1, at: 1.1)
        #expect(places == [30, 30])
        figure.moveCrosshair(toEnd: true, at: 1.2)
        #expect(places == [60, 60])
        figure.stepCrosshair(by: 2, at: 1.3)
        settle(from: 1.3)
        #expect(places == [80, 80] && figure.crosshairHold == .keys)
        #expect(x.range.contains(80) && abs(x.range.length - 40) < 1e-9)
        // In the lower panel every position has a sample.
        figure.hideCrosshair(at: 5)
        send(.hover, .changed, place(70.1, in: 1), at: 6)
        figure.stepCrosshair(by: -1, at: 7)
        #expect(places == [70, 69])
        figure.toggleCrosshair(at: 8)
        #expect(places == [nil, nil])
        figure.toggleCrosshair(at: 9)
        #expect(figure.crosshairHold == .keys && places[1] != nil)
    }

    @Test func aPageTakesTheCrosshairOfTheKeysAlong() throws {
        figure.moveCrosshair(toEnd: false, at: 1)
        figure.stepCrosshair(by: 1, at: 1.1)
        frame(at: 1.2)
        #expect(places == [30, 30])
        figure.perform(.page(by: 1), at: 2)
        settle(from: 2)
        let now = try #require(places[0])
        #expect(x.range.contains(now) && now > 60, "it is at the same position in the new page")
        // A zoom keeps it in view.
        figure.moveCrosshair(toEnd: true, at: 5)
        let last = try #require(places[0])
        figure.perform(.zoom(by: 4), at: 6)
        settle(from: 6)
        #expect(places[0] == last && x.range.contains(last))
    }

    @Test func otherDataAreToldWithTheNextFrame() throws {
        let chart = Chart {
            LineMark(
                SampleSeries(times: [0, 10, 20, 30, 40], values: [1, 2, 3, 4, 5]), id: "a")
            NumberAxis(x)
        }
        let figure = ChartFigure([chart])
        figure.prepare(in: frame, deviceScale: 1, typesetter: typesetter)
        figure.showCrosshair(at: 40, of: x, at: 0)
        #expect(figure.panels[0].board.rows.map(\.value) == ["5"])
        (chart.marks[0] as? LineMark)?.show(
            SampleSeries(times: [0, 10, 20, 30, 40], values: [1, 2, 3, 4, 9]))
        figure.advance(to: 1)
        #expect(figure.panels[0].board.rows.map(\.value) == ["9"])
        chart.marks[0].isHidden = true
        figure.advance(to: 2)
        #expect(figure.panels[0].crosshair.isLeaving, "hidden marks are not read")
    }

    @Test func aFigureWithoutACrosshairHasNoneByKeys() {
        figure.showsCrosshair = false
        figure.stepCrosshair(by: 1, at: 1)
        figure.toggleCrosshair(at: 2)
        send(.tap(count: 1), .ended, place(40), at: 3)
        #expect(places == [nil, nil])
    }

    /// Its rings and its board have the colours of the marks, also after the theme was changed, and
    /// after a mark was coloured by hand.
    @Test(arguments: [true, false]) func itsColoursFollowTheTheme(isPointed: Bool) {
        if isPointed {
            send(.hover, .changed, place(31.2), at: 1)
        } else {
            #expect(figure.showCrosshair(at: 31.2, of: x, at: 1))
        }
        frame(at: 1.1)
        func expectColours() {
            for panel in figure.panels {
                let wanted = panel.chart.marks[0].color
                #expect(panel.crosshair.rings.map(\.color) == [wanted])
                #expect(panel.board.rows.map(\.color) == [wanted])
            }
        }
        expectColours()
        let light = figure.panels[0].chart.marks[0].color
        figure.theme = .dark
        frame(at: 1.2)
        #expect(figure.panels[0].chart.marks[0].color != light)
        expectColours()
        (figure.panels[0].chart.marks[0] as? LineMark)?.style.color = Color(hex: 0x123456)
        frame(at: 1.3)
        expectColours()
    }
}
