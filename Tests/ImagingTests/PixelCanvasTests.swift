import Geometry
import Testing

@testable import Imaging

/// The canvas of whole pixels, against the figures of the paint program that it descends from.
@Suite struct PixelCanvasTests {
    private static let black = PixelBrush.color(red: false, green: false, blue: false)
    private static let white = PixelBrush.color(red: true, green: true, blue: true)

    private func places(_ x0: Int, _ y0: Int, _ x1: Int, _ y1: Int) -> [PixelPlace] {
        Array(PixelLine(from: PixelPlace(x: x0, y: y0), to: PixelPlace(x: x1, y: y1)))
    }

    @Test func aLineHasThePixelsOfBresenham() {
        let flat = [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3), (7, 3)]
        #expect(places(0, 0, 7, 3) == flat.map { PixelPlace(x: $0.0, y: $0.1) })
        #expect(places(0, 0, 3, 7) == flat.map { PixelPlace(x: $0.1, y: $0.0) })
        #expect(places(0, 0, 100, 37).count == 101)
        #expect(places(4, -2, 4, -2) == [PixelPlace(x: 4, y: -2)])
    }

    /// The closed form, against the steps with a running error.
    @Test func aLineHasTheSamePixelsAsStepByStep() {
        for (x1, y1) in [(7, 3), (3, 7), (-8, 5), (5, -8), (-6, -6), (0, 9), (-9, 0), (12, 1)] {
            var steps: [PixelPlace] = []
            var (x, y) = (2, -3)
            let end = (x: x + x1, y: y + y1)
            var error = abs(x1) - abs(y1)
            while true {
                steps.append(PixelPlace(x: x, y: y))
                if (x, y) == end { break }
                let twice = 2 * error
                if twice > -abs(y1) { (error, x) = (error - abs(y1), x + x1.signum()) }
                if twice < abs(x1) { (error, y) = (error + abs(x1), y + y1.signum()) }
            }
            #expect(places(2, -3, 2 + x1, -3 + y1) == steps, "to (\(x1), \(y1))")
        }
    }

    @Test func discsHaveTheCountsOfTheAncestor() {
        let counts = [2, 4, 8, 16, 32, 64].map { PixelBrush(size: $0).disc.count }
        #expect(counts == [5, 21, 65, 225, 861, 3_329])
        func widths(_ size: Int) -> [Int] {
            let disc = PixelBrush(size: size).disc
            return (-disc.radius...disc.radius).map { disc.columns(inRow: $0).count }
        }
        #expect(widths(4) == [3, 5, 5, 5, 3])
        #expect(widths(8) == [3, 7, 9, 9, 9, 9, 9, 7, 3])
        #expect(PixelBrush(size: 1).disc.count == 1)
    }

    @Test func aCanvasFitsAView() {
        func width(_ width: Double, _ height: Double, _ multiple: Int) -> Int {
            PixelCanvas.fittedWidth(
                for: Size(width: width, height: height), multipleOf: multiple)
        }
        #expect(width(375, 667, 16) == 288)
        #expect(width(414, 896, 16) == 224)
        #expect(width(834, 1_194, 16) == 352)
        #expect(width(1_920, 1_080, 16) == 896)
        // Without that rule no column of the view is lost.
        #expect(width(414, 896, 1) == 237)
        #expect(width(1_920, 1_080, 1) == 911)
        #expect(width(1, 10_000, 16) == 16)
    }

    @Test func brushesHaveTheSizesAndColoursOfTheAncestor() {
        var brush = PixelBrush()
        var sizes = [brush.size]
        for _ in 0..<7 {
            brush.grow()
            sizes.append(brush.size)
        }
        #expect(sizes == [1, 2, 4, 8, 16, 32, 64, 64])
        for _ in 0..<7 { brush.shrink() }
        #expect(brush.size == 1)
        #expect(Set(PixelBrush.colors).count == 8)
        #expect(PixelBrush.colors.allSatisfy { $0.alpha == 255 })
    }

    @Test func everyPixelOfAViewCanBeReached() {
        let canvas = PixelCanvas(width: 7, height: 5)
        let view = Size(width: 100, height: 30)
        let xs = (0..<1_000).compactMap {
            canvas.place(of: Point(x: Double($0) / 10, y: 0), in: view)?.x
        }
        #expect(Set(xs) == Set(0..<7))
        #expect(canvas.place(of: Point(x: 99.999, y: 29.999), in: view) == PixelPlace(x: 6, y: 4))
        for outside in [Point(x: 100, y: 0), Point(x: 0, y: 30), Point(x: -0.1, y: 0)] {
            #expect(canvas.place(of: outside, in: view) == nil)
        }
        #expect(canvas.place(of: Point(x: .nan, y: 0), in: view) == nil)
    }

    /// A line covers the union of the discs around its pixels, and each pixel once.
    @Test(arguments: [1, 2, 3, 8, 9, 17, 64])
    func aTranslucentLineIsEven(size: Int) {
        let half = Bitmap.Pixel(red: 0, green: 0, blue: 0, alpha: 102)
        let brush = PixelBrush(size: size, color: half)
        let ends = [(90, 60), (60, 90), (20, 70), (-30, 40), (40, 200), (50, 50), (3, 3)]
        for (x, y) in ends {
            var canvas = PixelCanvas(width: 97, height: 101)
            let line = (from: PixelPlace(x: 50, y: 50), to: PixelPlace(x: x, y: y))
            canvas.line(from: line.from, to: line.to, brush)
            var expected = Bitmap(width: 97, height: 101, filledWith: Self.white)
            let disc = brush.disc
            for middle in PixelLine(from: line.from, to: line.to) {
                for row in -disc.radius...disc.radius {
                    for column in disc.columns(inRow: row) {
                        let (x, y) = (middle.x + column, middle.y + row)
                        guard (0..<97).contains(x), (0..<101).contains(y) else { continue }
                        // 255 · (1 - 102 / 255)
                        expected[x, y] = Bitmap.Pixel(red: 153, green: 153, blue: 153)
                    }
                }
            }
            #expect(canvas.bitmap == expected, "size \(size) to (\(x), \(y))")
        }
    }

    /// The part of a line outside of the canvas costs nothing, and changes no pixel within.
    @Test func aLineFromFarAwayIsTheSameWithin() {
        let far = PixelPlace.farthest
        var canvas = PixelCanvas(width: 40, height: 40)
        let line = (from: PixelPlace(x: -far, y: 10), to: PixelPlace(x: far, y: 20))
        canvas.line(from: line.from, to: line.to, PixelBrush(size: 4))
        // Half way down, at (0, 15).
        #expect(canvas.bitmap[0, 15] == Self.black)
        #expect(canvas.bitmap[39, 17] == Self.black)
        #expect(canvas.bitmap[20, 18] == Self.white)
        var empty = PixelCanvas(width: 40, height: 40)
        empty.line(
            from: PixelPlace(x: -far, y: -9), to: PixelPlace(x: far, y: -9), PixelBrush(size: 16))
        #expect(empty.bitmap == PixelCanvas(width: 40, height: 40).bitmap)
    }

    @Test func clearingRestoresTheGround() {
        var canvas = PixelCanvas(width: 9, height: 9)
        canvas.dot(at: PixelPlace(x: 4, y: 4), PixelBrush(size: 8))
        #expect(canvas.bitmap[4, 4] == Self.black)
        canvas.clear()
        #expect(canvas == PixelCanvas(width: 9, height: 9))
    }
}
