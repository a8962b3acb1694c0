import ChartCore
import ChartScene
import Charts
import GPU
import Geometry
import Testing

/// Error bars, pixel by pixel.
@MainActor @Suite struct ErrorBarTests {
    private func mark(
        _ samples: [(time: Double, value: Double, low: Double, high: Double)],
        width: Double = 1, cap: Double = 9, color: Color = white, point: PointStyle? = nil
    ) -> ErrorBarMark {
        let mark = ErrorBarMark(
            id: "errors", style: ErrorBarStyle(color: color, width: width, cap: cap, point: point))
        mark.show(
            times: samples.map(\.time), values: samples.map(\.value), lows: samples.map(\.low),
            highs: samples.map(\.high))
        return mark
    }

    @Test func aBarReachesFromLowToHighWithCaps() throws {
        let stage = try MarkStage(width: 60, height: 60)
        // The middle of column 30; low in row 49, high in row 19.
        let picture = try stage.draw(mark([(30.5, 30.5, 10.5, 40.5)]))
        #expect(picture.rows(inColumn: 30) == Array(19...49))
        #expect(picture.columns(inRow: 19) == Array(26...34))
        #expect(picture.columns(inRow: 49) == Array(26...34))
        #expect(picture.columns(inRow: 30) == [30])
        #expect(picture.area == Double(31 + 8 + 8))
    }

    @Test(arguments: [1.0, 1.5, 2.0]) func widthsAreInPoints(scale: Double) throws {
        let stage = try MarkStage(width: 60, height: 60)
        let picture = try stage.draw(
            mark([(30, 30, 10, 40)], width: 2, cap: 10), scale: scale)
        let width = Int(2 * scale)
        #expect(picture.columns(inRow: 30).count == width)
        #expect(picture.rows(inColumn: 30).count == 30 + width)
        let cap = picture.columns(inRow: 20)
        #expect(abs(Double(cap.count) - 10 * scale) <= 1)
        // Equally far on both sides.
        let bar = picture.columns(inRow: 30)
        #expect(bar[0] - cap[0] == cap[cap.count - 1] - bar[bar.count - 1])
        #expect(picture.rows(inColumn: cap[0]).count == 2 * width)
    }

    @Test func aSeeThroughBarIsEven() throws {
        let stage = try MarkStage(width: 60, height: 60)
        let half = Color(hex: 0xFFFFFF, alpha: 0.5)
        let picture = try stage.draw(
            mark([(20, 30, 10, 40), (40, 20, 20, 20), (50, 20, .nan, 30)], width: 3, color: half))
        for x in 0..<60 {
            for y in 0..<60 { #expect([0, 0x808080].contains(picture[x, y]), "\(x), \(y)") }
        }
        #expect(picture.rows(inColumn: 40).count == 3, "no error, one cap")
        // From the value at row 40 up to the cap, and no cap below.
        #expect(picture.columns(inRow: 40).filter { $0 > 45 }.count == 3)
        #expect(picture.columns(inRow: 30).filter { $0 > 45 }.count == 9)
    }

    @Test func missingValuesAreLeftOut() throws {
        let stage = try MarkStage(width: 60, height: 60)
        let point = PointStyle(.disc, radius: 3, fill: Color(hex: 0xFF0000))
        let errors = mark(
            [(10, .nan, .nan, 40), (20, 30, .nan, .nan), (30, .nan, 10, 40)], point: point)
        let picture = try stage.draw(errors)
        #expect((0..<16).allSatisfy { picture.rows(inColumn: $0).isEmpty })
        #expect(picture[20, 30] == 0xFF0000)
        #expect(picture.columns(inRow: 30).filter { $0 > 24 }.count == 1)
        #expect(errors.nearest(to: 29)?.values[0] == 30, "the only one with a value")
        #expect(errors.values(over: Extent(min: 0, max: 60)) == Extent(min: 10, max: 40))
    }

    @Test func aPanIsTheSamePictureAndSendsNothing() throws {
        let stage = try MarkStage(width: 100, height: 60)
        let samples = (0..<40).map { index in
            let value = 30 + Double((index * 7) % 11)
            return (time: Double(index) * 7.3, value: value, low: value - 9.7, high: value + 8.2)
        }
        let point = PointStyle(.diamond, radius: 3, fill: Color(hex: 0xFF0000))
        let moved = mark(samples, point: point)
        _ = try stage.draw(moved, in: stage.identity(movedBy: 60))
        for x in [61.0, 75, 120, 59, 3, 60.5, 61.29] {
            let picture = try stage.draw(moved, in: stage.identity(movedBy: x))
            #expect(stage.statistics.vertexBytes == 0, "\(x)")
            let fresh = try stage.draw(
                mark(samples, point: point), in: stage.identity(movedBy: x))
            let isSame = picture == fresh
            #expect(isSame, "\(x)")
        }
    }

    /// A zoom of either axis is drawn from the first data sent, every bar and cap on whole pixels.
    @Test func aZoomSendsNothingAndCapsKeepTheirWidth() throws {
        let stage = try MarkStage(width: 100, height: 60)
        // Small errors of large values long after the origin of time.
        let (start, base) = (1.7e9, 4e6)
        let samples = (0..<2000).map { index in
            let value = base + Double(index * 7 % 11) / 64
            return (
                time: start + Double(index) * 60, value: value, low: value - 0.07,
                high: value + 0.11
            )
        }
        let errors = mark(samples, width: 3, cap: 11)
        var isFirst = true
        for spanX in [100_000.0, 700, 180, 97.3, 11, 0.9] {
            for spanY in [40.0, 1, 0.37, 0.04] {
                let projection = PlotProjection(
                    plot: Rect(x: 0, y: 0, width: 100, height: 60),
                    x: start + 60_000 - 0.41 * spanX...start + 60_000 + 0.59 * spanX,
                    y: base + 0.05 - 0.5 * spanY...base + 0.05 + 0.5 * spanY)
                let picture = try stage.draw(errors, in: projection)
                #expect(isFirst || stage.statistics.uploadedBytes == 0, "\(spanX), \(spanY)")
                isFirst = false
                // Whether each pixel is in a bar or a cap of a sample, computed in doubles.
                var expected = [Bool](repeating: false, count: 6000)
                func fill(_ columns: Range<Int>, _ rows: Range<Int>) {
                    for y in rows.clamped(to: 0..<60) {
                        for x in columns.clamped(to: 0..<100) { expected[100 * y + x] = true }
                    }
                }
                func first(_ place: Double) -> Int {
                    Int((min(max(place, -1e4), 1e4) - 1.5 + 0.501953125).rounded(.down))
                }
                for sample in samples {
                    let left = first(projection.pixelX(sample.time))
                    let top = first(projection.pixelY(sample.high))
                    let bottom = first(projection.pixelY(sample.low))
                    fill(left..<left + 3, top..<bottom + 3)
                    fill(left - 4..<left + 7, top..<top + 3)
                    fill(left - 4..<left + 7, bottom..<bottom + 3)
                }
                let wrong = (0..<6000).filter {
                    (picture[$0 % 100, $0 / 100] != 0) != expected[$0]
                }
                #expect(wrong == [], "\(spanX), \(spanY)")
                #expect(expected.contains(true) || spanX < 97 || spanY < 1)
            }
        }
        errors.style.cap = 5
        _ = try stage.draw(errors)
        #expect(stage.statistics.uploadedBytes == 0, "nor does another style")
    }

    @Test func pointsZoomWithTheirBarsAndAreCutAtTheEdge() throws {
        let stage = try MarkStage(width: 100, height: 60)
        let point = PointStyle(.square, radius: 4, fill: Color(hex: 0xFF0000))
        let errors = mark([(50, 30, 20, 45), (100.5, 30, 20, 45)], width: 2, point: point)
        _ = try stage.draw(errors)
        for zoom in [1.0, 2.5, 30] {
            let projection = PlotProjection(
                plot: Rect(x: 0, y: 0, width: 100, height: 60),
                x: 50 - 50 / zoom...50 + 50 / zoom, y: 30 - 30 / zoom...30 + 30 / zoom)
            let picture = try stage.draw(errors, in: projection)
            #expect(stage.statistics.uploadedBytes == 0)
            #expect((46..<54).allSatisfy { picture[$0, 30] == 0xFF0000 }, "\(zoom)")
            #expect(picture[45, 30] == 0 && picture[54, 30] == 0)
            #expect((26..<34).allSatisfy { picture[50, $0] == 0xFF0000 })
            // The middle of the other one is beyond the edge, half of it is not.
            #expect((97..<100).allSatisfy { (picture[$0, 30] == 0xFF0000) == (zoom == 1) })
        }
    }

    /// Caps that share rows are drawn once.
    @Test func capsThatTouchAreEven() throws {
        let stage = try MarkStage(width: 60, height: 60)
        let half = Color(hex: 0xFFFFFF, alpha: 0.5)
        let samples = (0..<5).map { index in
            let x = 6 + 12 * Double(index)
            return (time: x, value: 30.0, low: 30.0, high: 30 + Double(index))
        }
        let picture = try stage.draw(mark(samples, width: 3, color: half))
        for x in 0..<60 {
            for y in 0..<60 { #expect([0, 0x808080].contains(picture[x, y]), "\(x), \(y)") }
        }
        for index in 0..<5 {
            let rows = picture.rows(inColumn: 3 + 12 * index)
            #expect(
                rows.count == min(3 + index, 6)
                    && picture.rows(inColumn: 6 + 12 * index).count == 3 + index)
        }
    }

    @Test func theReadingHasTheErrors() throws {
        let errors = mark([(10, 5, 4, 7), (20, 6, 5, 8)])
        let reading = try #require(errors.nearest(to: 12))
        #expect(reading.values == [5, 4, 7] && reading.drawn == [5])
        #expect(errors.step(from: 10, by: 1)?.index == 1)
        #expect(errors.domain == Extent(min: 10, max: 20))
    }
}
