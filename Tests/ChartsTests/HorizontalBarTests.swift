import ChartCore
import ChartScene
import Charts
import GPU
import Geometry
import Testing

/// Horizontal bars, checked by their pixels, and the texts next to them.
@MainActor @Suite struct HorizontalBarTests {
    /// Three categories of 20 rows each, 0 at the 30th of 100 columns.
    private func projection() -> PlotProjection {
        PlotProjection(
            plot: Rect(x: 0, y: 0, width: 100, height: 60), x: -30...70, y: -2.5...0.5)
    }

    private func mark(_ values: [Double], corner: Double = 0) -> HorizontalBarMark {
        HorizontalBarMark(values).width(.fraction(0.5)).corners(corner)
            .colors([0xFF0000, 0x00FF00, 0x0000FF].map { Color(hex: $0) })
    }

    @Test func barsLieFromTheTopDown() throws {
        let stage = try MarkStage(width: 100, height: 60)
        let picture = try stage.draw(mark([50, -20, .nan]), in: projection())
        #expect(picture.columns(inRow: 10) == Array(30..<80))
        #expect(picture[31, 10] == 0xFF0000)
        #expect(picture.columns(inRow: 30) == Array(10..<30), "below the base to the left")
        #expect(picture[20, 30] == 0x00FF00)
        #expect(picture.columns(inRow: 50) == [])
        #expect(picture.rows(inColumn: 40) == Array(5..<15), "half of the slot")
        #expect(picture.rows(inColumn: 20) == Array(25..<35))
    }

    @Test func outerCornersAreRound() throws {
        let stage = try MarkStage(width: 100, height: 60)
        let bars = HorizontalBarMark([40, -20, 30]).width(.fraction(0.5)).corners(5)
            .colors([white])
        let picture = try stage.draw(bars, in: projection())
        let lost = 3 * 2 * (1 - Double.pi / 4) * 25
        #expect(abs(picture.area - (900 - lost)) < 3, "\(picture.area)")
        // Square at the base, round at the value.
        #expect(picture[30, 5] == 0xFFFFFF && picture.coverage(69, 5) < 0.1)
        #expect(picture[29, 25] == 0xFFFFFF && picture.coverage(10, 25) < 0.1)
    }

    @Test func categoriesGoUpwardsToo() throws {
        let bars = HorizontalBarMark([1, 2, 3], order: .upwards)
        #expect(bars.bars.map(\.start) == [-0.5, 0.5, 1.5])
        #expect(bars.bars.map(\.value) == [1, 2, 3])
        let down = HorizontalBarMark([1, 2, 3])
        #expect(down.bars.map(\.start) == [-2.5, -1.5, -0.5])
        #expect(down.bars.map(\.value) == [3, 2, 1])
        #expect(down.bar(at: 0.2)?.value == 1 && down.bar(at: -2)?.value == 3)
        #expect(down.bar(at: 0.5) == nil && down.bar(at: -2.6) == nil)
    }

    @Test func valuesAreAlongX() {
        let bars = HorizontalBarMark([5, -3, .nan], base: 1)
        #expect(bars.domain == Extent(min: -3, max: 5))
        #expect(HorizontalBarMark([5, 3]).domain == Extent(min: 0, max: 5), "with the base")
        #expect(bars.values(over: Extent(min: 100, max: 200)) == Extent(min: -2.5, max: 0.5))
        #expect(HorizontalBarMark([]).domain.isEmpty)
        #expect(!(bars is any ReadableMark))
    }

    @Test func namesStandAtWholeNumbers() {
        let names = CategoryNames(["a", "bbb", "cc"], order: .downwards)
        let step = AxisStep.decimal(DecimalStep(mantissa: 1, exponent: 0))
        func text(_ value: Double) -> String {
            names.label(Tick(value: value, ordinal: 0), step: step).text
        }
        #expect([0, -1, -2, -3, 1, -0.5].map(text) == ["a", "bbb", "cc", "", "", ""])
        #expect(names.widest.first?.text == "bbb")
        #expect(names.allows(step))
        #expect(!names.allows(.decimal(DecimalStep(mantissa: 5, exponent: -1))))
        #expect(
            CategoryNames(["a", "b"]).label(Tick(value: 1, ordinal: 0), step: step).text == "b")
    }

    /// Every name and every value is written, at the bar's middle and its end.
    @Test func valuesStandAtTheEnds() throws {
        let names = CategoryNames(["One", "Two", "Three", "Four"], order: .downwards)
        let bench = try Bench(
            x: Dimension(id: "x", kind: .linear, direction: .horizontal), values: names)
        let bars = HorizontalBarMark([40, -30, 100, 2]).colors([white])
        let labels = HorizontalBarLabels(bars) { "\(Int($0))" }
        bench.chart.marks = [bars]
        bench.chart.annotations = [labels]
        bench.chart.x.panZoom.set(Extent(min: -50, max: 100))
        bench.chart.fitValues(over: bench.chart.x.range, at: 0, animated: false)
        let picture = try bench.draw()
        let chart = bench.chart
        #expect(chart.y.range == Extent(min: -3.5, max: 0.5))
        #expect(
            chart.placedLabels(bench.typesetter).y.map(\.text).sorted()
                == ["Four", "One", "Three", "Two"])
        let placed = labels.placedLabels(in: chart)
        #expect(placed.map(\.text).sorted() == ["-30", "100", "2", "40"])
        for label in placed {
            let end = chart.projection.px(label.value)
            switch label.value {
            case 100:
                #expect(abs(label.rect.maxX - (end - 6)) < 1e-6, "inside, where there is no room")
                #expect(picture.coverage(Int(label.rect.midX), Int(label.rect.minY) + 1) == 1)
            case -30: #expect(abs(label.rect.maxX - (end - 6)) < 1e-6)
            default: #expect(abs(label.rect.minX - (end + 6)) < 1e-6)
            }
        }
    }
}
