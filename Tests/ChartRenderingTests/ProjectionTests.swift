import ChartCore
import ChartRendering
import ChartScene
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

    @Test func valuesBecomePlacesByTheTransforms() {
        let logarithmic = PlotProjection(
            plot: Rect(x: 10, y: 20, width: 200, height: 100), x: 0...4, y: -1...1,
            xTransform: .logarithmic, yTransform: .symmetricLogarithmic(linearTo: 5))
        #expect(logarithmic.pixelX(1) == 10 && logarithmic.pixelX(100) == 110)
        #expect(logarithmic.pixelX(ofPlace: 3) == 160)
        #expect(logarithmic.pixelX(0).isNaN && logarithmic.boundX(0) < -10_000)
        #expect(abs(logarithmic.valueX(atPixel: 160) - 1000) < 1e-9)
        #expect(logarithmic.placeX(atPixel: 160) == 3)
        #expect(logarithmic.pixelY(0) == 70 && logarithmic.valueY(atPixel: 70) == 0)
        #expect(logarithmic.pixelY(-3) + logarithmic.pixelY(3) == 140)
        #expect(logarithmic.boundY(-3) == logarithmic.pixelY(-3))
        #expect(logarithmic.valuesX.min == 1 && logarithmic.valuesX.max == 10_000)
        #expect(projection.valuesX == Extent(min: 1000, max: 1100))
        #expect(projection.transforms.isIdentity && projection != logarithmic)
    }

    @Test func anEmptyRangeIsNoDivision() {
        let flat = PlotProjection(
            plot: Rect(x: 0, y: 0, width: 10, height: 10), x: 3...3, y: 4...4)
        #expect(flat.pixelX(3) == 0)
        #expect(flat.valueX(atPixel: 7) == 3)
        #expect(flat.valueY(atPixel: 7) == 4)
    }
}
