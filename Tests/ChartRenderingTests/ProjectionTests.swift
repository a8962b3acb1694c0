import ChartRendering
import Geometry
import Testing

@Suite struct ProjectionTests {
    private let projection = PlotProjection(
        plot: Rect(x: 10, y: 20, width: 200, height: 100), x: 1000...1100, y: -5...5)

    @Test func edgesMeetTheRanges() {
        #expect(projection.pixelX(1000) == 10)
        #expect(projection.pixelX(1100) == 210)
        #expect(projection.pixelY(-5) == 120)
        #expect(projection.pixelY(5) == 20)
        #expect(projection.pixelY(0) == 70)
    }

    @Test func valuesComeBack() {
        #expect(projection.valueX(atPixel: projection.pixelX(1042)) == 1042)
        #expect(projection.valueY(atPixel: projection.pixelY(3)) == 3)
    }

    @Test func anEmptyRangeIsNoDivision() {
        let flat = PlotProjection(
            plot: Rect(x: 0, y: 0, width: 10, height: 10), x: 3...3, y: 4...4)
        #expect(flat.pixelX(3) == 0)
        #expect(flat.valueX(atPixel: 7) == 3)
        #expect(flat.valueY(atPixel: 7) == 4)
    }
}
