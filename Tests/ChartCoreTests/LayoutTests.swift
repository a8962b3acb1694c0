import ChartCore
import Geometry
import Testing

@Suite struct PlotLayoutTests {
    private let bounds = Rect(x: 10, y: 20, width: 800, height: 500)

    private func axes(left: Double, bottom: Double = 14) -> [AxisBand] {
        [
            AxisBand(id: "y", side: .left, tickLength: 6, gap: 4) { _ in left },
            AxisBand(id: "x", side: .bottom, tickLength: 5, gap: 4) { _ in bottom },
        ]
    }

    @Test func plotAndBandsFillTheBounds() {
        var arranger = PlotArranger()
        let layout = arranger.arrange(
            bounds: bounds, padding: Insets(left: 2, top: 3, right: 4, bottom: 5),
            axes: axes(left: 28))
        // 6 + 28 + 8 = 42, in steps of four 44; 5 + 14 + 8 = 27, so 28.
        #expect(layout.plot == Rect(x: 56, y: 23, width: 750, height: 464))
        #expect(layout.bands["y"] == Rect(x: 12, y: 23, width: 44, height: 464))
        #expect(layout.bands["x"] == Rect(x: 56, y: 487, width: 750, height: 28))
        #expect(layout.hidden.isEmpty)
    }

    @Test func thePlotDoesNotBreathe() {
        var arranger = PlotArranger()
        let first = arranger.arrange(bounds: bounds, axes: axes(left: 28)).plot
        for width in [27.0, 21, 30, 22, 28] {
            #expect(arranger.arrange(bounds: bounds, axes: axes(left: width)).plot == first)
        }
        let wide = arranger.arrange(bounds: bounds, axes: axes(left: 35)).plot
        #expect(wide.width == first.width - 8)
        #expect(arranger.arrange(bounds: bounds, axes: axes(left: 28)).plot == wide)
        #expect(arranger.arrange(bounds: bounds, axes: axes(left: 10)).plot.width > first.width)
        arranger.reset()
        #expect(arranger.arrange(bounds: bounds, axes: axes(left: 28)).plot == first)
    }

    @Test func bandsOnOneSideLieSideBySide() {
        var arranger = PlotArranger()
        let layout = arranger.arrange(
            bounds: bounds,
            axes: [
                AxisBand(id: "a", side: .right, gap: 4) { _ in 20 },
                AxisBand(id: "b", side: .right, gap: 4) { _ in 32 },
                AxisBand(id: "none", side: .top) { _ in 0 },
            ])
        #expect(layout.plot.maxX == 810 - 28 - 40)
        #expect(layout.bands["a"]?.minX == layout.plot.maxX)
        #expect(layout.bands["b"]?.minX == layout.bands["a"]?.maxX)
        #expect(layout.bands["b"]?.maxX == 810)
        #expect(layout.plot.minY == 20)
    }

    @Test func labelsAreAskedForTheLengthTheyGet() {
        var arranger = PlotArranger()
        var asked = 0.0
        let layout = arranger.arrange(
            bounds: bounds,
            axes: [
                AxisBand(id: "x", side: .bottom) {
                    asked = $0
                    return 14
                },
                AxisBand(id: "y", side: .left) { $0 > 100 ? 40 : 20 },
            ])
        #expect(asked == layout.plot.width)
    }

    @Test func smallWindowsGiveUpBands() {
        var arranger = PlotArranger()
        let tiny = arranger.arrange(
            bounds: Rect(x: 0, y: 0, width: 100, height: 200), axes: axes(left: 28))
        #expect(tiny.hidden == ["y"])
        #expect(tiny.plot == Rect(x: 0, y: 0, width: 100, height: 172))
        let none = arranger.arrange(
            bounds: Rect(x: 0, y: 0, width: 20, height: 10), axes: axes(left: 28))
        #expect(none.hidden.count == 2)
        #expect(none.plot == Rect(x: 0, y: 0, width: 20, height: 10))
    }
}
