import ChartCore
import ChartInteraction
import Geometry
import Testing

@MainActor @Suite struct CommandTests {
    @Test func aDoubleClickFits() {
        let rig = Rig()
        for t in [1.0, 1.2] {
            rig.feed(t, .pointerPressed(.left), 400, 200)
            rig.feed(t + 0.05, .pointerReleased(.left), 400, 200)
        }
        #expect(rig.interaction.isMoving)
        let end = rig.run(from: 1.25)
        #expect(rig.x.extent == Extent(min: Rig.epoch, max: Rig.epoch + 1000 * Rig.day))
        #expect(end - 1.25 < 0.32)
        #expect(Set(rig.causes) == [.fit])
    }

    @Test func homeIsWhatItIsSetTo() {
        let rig = Rig()
        let home = Extent(min: Rig.epoch + 900 * Rig.day, max: Rig.epoch + 907 * Rig.day)
        rig.x.home = home
        rig.interaction.fit(at: 2)
        rig.run(from: 2)
        #expect(rig.x.extent == home)
    }

    @Test func aGlideZoomsByEqualFactorsAboutThePlaceBothWindowsShare() {
        var window = AxisWindow(Extent(min: 0, max: 100))
        window.glide(to: Extent(min: 45, max: 46), at: 10, duration: 1, easing: .linear)
        // 45 + f = 0 + 100 f: the value at f = 45/99 stays in its place.
        let f = 45.0 / 99
        for i in 0...10 {
            window.advance(to: 10 + Double(i) / 10)
            let extent = window.extent
            let expected = i == 10 ? 1 : 100 * pow10(-0.2 * Double(i))
            #expect(abs(extent.length / expected - 1) < 1e-12)
            #expect(abs(extent.min + f * extent.length - 100 * f) < 1e-9)
        }
        #expect(window.extent == Extent(min: 45, max: 46))
        #expect(!window.isMoving)
    }

    private func pow10(_ exponent: Double) -> Double {
        var value = 1.0
        // 10^0.2, computed without the library's exponential.
        let fifth = 1.584_893_192_461_113_5
        for _ in 0..<Int((abs(exponent) / 0.2).rounded()) { value /= fifth }
        return value
    }

    @Test func plusMinusAndPagesAddUp() {
        let rig = Rig()
        rig.interaction.page(by: 1, at: 1)
        rig.interaction.advance(to: 1.1)
        rig.interaction.page(by: 1, at: 1.1)
        rig.run(from: 1.1)
        #expect(abs(rig.days.min - 600) < 1e-9)
        rig.interaction.zoom(by: 2, at: 3)
        rig.run(from: 3)
        #expect(abs(rig.days.min - 625) < 1e-6)
        #expect(abs(rig.days.max - 675) < 1e-6)
        rig.interaction.page(by: -99, at: 5)
        rig.run(from: 5)
        #expect(rig.days.min == 0)
    }

    @Test func aTouchStopsAGlideAndReducedMotionHasNone() {
        let rig = Rig()
        rig.interaction.fit(at: 1)
        rig.interaction.advance(to: 1.1)
        rig.feed(1.15, .touchBegan(0), 400, 200)
        #expect(!rig.interaction.isMoving)
        #expect(rig.days.min > 0 && rig.days.min < 400)
        let calm = Rig()
        calm.interaction.options.reducesMotion = true
        calm.interaction.fit(at: 1)
        #expect(!calm.interaction.isMoving)
        #expect(calm.days.min == 0)
    }

    @Test func aKeyStopsMomentum() {
        let rig = Rig()
        rig.x.glide(to: Extent(min: Rig.epoch, max: Rig.epoch + 10 * Rig.day), at: 0, duration: 1)
        rig.interaction.stop(at: 0.5)
        #expect(!rig.interaction.isMoving)
        #expect(rig.days.max < 500)
    }

    @Test func aSharedAxisMovesEveryChartAndTellsEveryone() {
        let rig = Rig()
        var heard: [Double] = []
        rig.x.onChange { axis, _ in heard.append(axis.extent.min) }
        let other = PanZoomInteraction(
            axes: [rig.x],
            regions: ChartRegions(plot: Rect(x: 0, y: 600, width: 400, height: 100)))
        var interpreter = GestureInterpreter()
        for frame in [
            InputFrame(1, .pointerPressed(.left), 100, 650),
            InputFrame(1.1, .pointerMoved, 60, 650),
        ] {
            for gesture in interpreter.interpret(frame) { _ = other.handle(gesture) }
        }
        // 40 of 400 points are ten of a hundred days.
        #expect(abs(rig.days.min - 410) < 1e-9)
        #expect(heard == [rig.x.extent.min])
    }

    @Test func aReversedAxisFollowsTheFingerToo() {
        let rig = Rig()
        rig.x.isReversed = true
        let value = rig.x.extent.max - (300.0 - 100) / 800 * rig.x.extent.length
        rig.drag(from: Point(x: 300, y: 200), to: Point(x: 380, y: 200), release: false)
        let now = rig.x.extent.max - (380.0 - 100) / 800 * rig.x.extent.length
        #expect(abs(now - value) < 1e-3)
    }
}

@MainActor @Suite struct RangeFilterTests {
    @MainActor private final class Chart {
        let scale = Scale(id: "time", kind: .linear, range: .unit)
        let recorder = RecorderFilter()
        let filter: InteractionFilter
        let updater: RangeUpdater
        let axis: PanZoomAxis
        let interaction: PanZoomInteraction
        var interpreter = GestureInterpreter()

        init() {
            filter = InteractionFilter(
                limits: AxisLimits(minimumLength: 3600), boundedBy: recorder)
            updater = RangeUpdater(
                scale: scale,
                filters: [recorder, LengthFilter(length: 7 * Rig.day, anchor: 1), filter])
            updater.addSource(
                Extent(min: Rig.epoch, max: Rig.epoch + 100 * Rig.day), update: true)
            axis = PanZoomAxis(id: "x", direction: .horizontal, filter: filter, updater: updater)
            interaction = PanZoomInteraction(
                axes: [axis],
                regions: ChartRegions(plot: Rect(x: 0, y: 0, width: 700, height: 300)))
        }

        func feed(_ frame: InputFrame) {
            for gesture in interpreter.interpret(frame) { _ = interaction.handle(gesture) }
        }
    }

    @Test func gesturesGoThroughTheFilterAndTheUpdaterToTheScale() {
        let chart = Chart()
        #expect(abs(chart.scale.range.min - (Rig.epoch + 93 * Rig.day)) < 1e-3)
        chart.feed(InputFrame(1, .pointerPressed(.left), 100, 100))
        chart.feed(InputFrame(1.1, .pointerMoved, 300, 100))
        // Two days to the right, through the whole pipeline.
        #expect(abs(chart.scale.range.min - (Rig.epoch + 91 * Rig.day)) < 1e-3)
        #expect(abs(chart.scale.range.length - 7 * Rig.day) < 1e-3)
        #expect(chart.axis.extent == chart.scale.range)
        #expect(abs(chart.filter.state.translation - 2.0 / 7) < 1e-9)
    }

    @Test func theBoundsAreWhatTheRecorderSaw() {
        let chart = Chart()
        chart.feed(InputFrame(1, .pointerPressed(.left), 400, 100))
        chart.feed(InputFrame(1.1, .pointerMoved, 200, 100))
        // Beyond the newest sample the band yields: 50·ln(1 + 200/50) of 200 points.
        let excess = (chart.scale.range.max - (Rig.epoch + 100 * Rig.day)) / (7 * Rig.day) * 700
        #expect(abs(excess - 80.471_895_621_705) < 1e-3)
        chart.feed(InputFrame(2, .pointerReleased(.left), 200, 100))
        var t = 2.0
        while chart.interaction.advance(to: t) { t += 0.016 }
        #expect(abs(chart.scale.range.max - (Rig.epoch + 100 * Rig.day)) < 1e-3)
    }

    @Test func newDataDoNotMoveTheViewAndWidenTheBounds() {
        let chart = Chart()
        chart.feed(InputFrame(1, .wheel(Vector(dx: 0, dy: -1)), 350, 100))
        let seen = chart.scale.range
        chart.updater.addSource(
            Extent(min: Rig.epoch, max: Rig.epoch + 200 * Rig.day), update: true)
        #expect(abs(chart.scale.range.min - seen.min) < 1e-3)
        // The next gesture may move there.
        chart.feed(InputFrame(2, .pointerPressed(.left), 600, 100))
        chart.feed(InputFrame(2.1, .pointerMoved, 0, 100))
        let moved = (chart.scale.range.min - seen.min) / seen.length * 700
        #expect(abs(moved - 600) < 1e-3)
    }

    @Test func aBaseBeyondTheBoundsStaysWhereItIsWhenItIsTouched() {
        let recorder = RecorderFilter()
        let filter = InteractionFilter(boundedBy: recorder)
        let scale = Scale(id: "y", kind: .linear, range: .unit)
        // A quarter of room above and below the recorded range.
        let updater = RangeUpdater(
            scale: scale, filters: [recorder, PaddingFilter(low: 25, high: 25), filter])
        updater.addSource(Extent(min: 0, max: 100), update: true)
        #expect(scale.range == Extent(min: -25, max: 125))
        let axis = PanZoomAxis(id: "y", direction: .vertical, filter: filter, updater: updater)
        let interaction = PanZoomInteraction(
            axes: [axis], regions: ChartRegions(plot: Rect(x: 0, y: 0, width: 300, height: 300)))
        var interpreter = GestureInterpreter()
        func feed(_ frame: InputFrame) {
            for gesture in interpreter.interpret(frame) { _ = interaction.handle(gesture) }
        }
        feed(InputFrame(1, .pointerPressed(.left), 100, 100))
        feed(InputFrame(1.1, .pointerReleased(.left), 100, 100))
        #expect(scale.range == Extent(min: -25, max: 125))
        #expect(!interaction.isMoving)
        // And zooming into it is around the pointer: at the middle, 50 stays.
        feed(InputFrame(2, .wheel(Vector(dx: 0, dy: -1)), 100, 150))
        #expect(abs(scale.range.length - 125) < 1e-9)
        #expect(abs(scale.range.mid - 50) < 1e-9)
    }

    @Test func fittingGoesToTheBase() {
        let chart = Chart()
        let base = chart.scale.range
        chart.feed(InputFrame(1, .wheel(Vector(dx: 0, dy: -3)), 350, 100))
        #expect(chart.scale.range != base)
        chart.interaction.fit(at: 2)
        var t = 2.0
        while chart.interaction.advance(to: t) { t += 0.016 }
        #expect(abs(chart.scale.range.min - base.min) < 1e-3)
        #expect(abs(chart.scale.range.max - base.max) < 1e-3)
    }
}

@Suite struct OverviewTests {
    private let strip = Rect(x: 100, y: 490, width: 800, height: 56)
    private let domain = Extent(min: 0, max: 800)
    private let window = Extent(min: 200, max: 400)

    private func drag(_ x: Double, _ y: Double = 510, _ window: Extent? = nil) -> OverviewDrag? {
        OverviewDrag(
            at: Point(x: x, y: y), strip: strip, domain: domain, window: window ?? self.window)
    }

    @Test func takesHandlesMiddleOrNothing() {
        #expect(drag(300)?.part == .lowerHandle)
        #expect(drag(261)?.part == .lowerHandle)
        #expect(drag(259)?.part == nil)
        #expect(drag(313)?.part == .lowerHandle)
        #expect(drag(315)?.part == .middle)
        #expect(drag(487)?.part == .upperHandle)
        #expect(drag(539)?.part == .upperHandle)
        #expect(drag(541)?.part == nil)
        #expect(drag(400, 471)?.part == .middle)
        #expect(drag(400, 469)?.part == nil)
        // A very narrow window still has all three parts.
        #expect(drag(300, 510, Extent(min: 200, max: 203))?.part == .lowerHandle)
        #expect(drag(301.5, 510, Extent(min: 200, max: 203))?.part == .middle)
        #expect(drag(303, 510, Extent(min: 200, max: 203))?.part == .upperHandle)
    }

    @Test func movesAndResizesWithinTheRecord() {
        #expect(drag(400)?.window(at: 450) == Extent(min: 250, max: 450))
        #expect(drag(400)?.window(at: 0) == Extent(min: 0, max: 200))
        #expect(drag(400)?.window(at: 2000) == Extent(min: 600, max: 800))
        #expect(drag(300)?.window(at: 250) == Extent(min: 150, max: 400))
        // The handles stay fifty points apart.
        #expect(drag(300)?.window(at: 900) == Extent(min: 350, max: 400))
        #expect(drag(490)?.window(at: 100) == Extent(min: 200, max: 250))
        #expect(drag(490)?.window(at: 100, minimumLength: 90) == Extent(min: 200, max: 290))
        #expect(drag(490)?.window(at: 9999) == Extent(min: 200, max: 800))
    }

    @Test func regionsAreFound() {
        let regions = ChartRegions(
            plot: Rect(x: 100, y: 50, width: 800, height: 400),
            gutters: [.init(axis: "y", rect: Rect(x: 900, y: 50, width: 60, height: 400))],
            overview: strip)
        #expect(regions.region(at: Point(x: 100, y: 50)) == .plot)
        #expect(regions.region(at: Point(x: 900, y: 50)) == .gutter("y"))
        #expect(regions.region(at: Point(x: 500, y: 500)) == .overview)
        #expect(regions.region(at: Point(x: 99, y: 50)) == .none)
    }
}
