import Geometry
import Ink
import Testing

@testable import ChartScene

/// The parts of tiles that are drawn.
@MainActor @Suite struct InkTileCellsTests {
    private func raster(_ width: Int, _ height: Int, _ strokes: [[InkNode]]) -> InkRaster {
        var raster = InkRaster(width: width + 2, height: height + 2)
        for stroke in strokes {
            raster.cover(stroke)
            raster.paint(Color(hex: 0xFF0000))
        }
        return raster
    }

    private func line(_ a: (Double, Double), _ b: (Double, Double), width: Double) -> [InkNode] {
        [
            InkNode(Point(x: a.0, y: a.1), width: width),
            InkNode(Point(x: b.0, y: b.1), width: width),
        ]
    }

    /// The pixels within the border that are in a part; none is in two.
    private func drawn(_ parts: [PixelRect], _ width: Int, _ height: Int) -> [Bool] {
        var drawn = [Bool](repeating: false, count: width * height)
        for part in parts {
            for y in part.y..<part.maxY {
                for x in part.x..<part.maxX {
                    #expect(!drawn[y * width + x])
                    drawn[y * width + x] = true
                }
            }
        }
        return drawn
    }

    @Test(arguments: [(100, 60), (256, 64), (8, 8), (9, 7), (1, 1)])
    func allInkIsInAPart(width: Int, height: Int) {
        let (w, h) = (Double(width), Double(height))
        let raster = raster(
            width, height,
            [
                line((0, 0), (w / 3, h / 2), width: 2), line((w - 1, 2), (w - 1, 3), width: 1),
                line((w / 2, h - 2), (w / 2 + 3, h + 1), width: 3),
            ])
        let cells = InkTileCells(width: width, height: height, texels: raster.bytes)
        let drawn = drawn(cells.parts, width, height)
        // With ink in the pixels around it, a pixel may get some of it when it is stretched.
        for y in 0..<height {
            for x in 0..<width {
                let isNear = (y...y + 2).contains { row in
                    (x...x + 2).contains { raster.bytes[(row * (width + 2) + $0) * 4 + 3] != 0 }
                }
                #expect(!isNear || drawn[y * width + x], "\(x), \(y)")
            }
        }
        // Squares of eight pixels, so a thin line is little of a large tile.
        if width == 256 { #expect(drawn.count { $0 } < width * height / 4) }
        #expect(InkTileCells.corners(of: cells.parts).count == cells.parts.count * 6)
    }

    @Test func aClearTileHasNoParts() {
        let none = InkTileCells(width: 32, height: 32, texels: raster(32, 32, []).bytes)
        #expect(none.parts.isEmpty)
        // Rows that are alike are one part.
        let full = InkRaster(width: 34, height: 34)
        var all = full
        all.cover(PixelRect(x: 0, y: 0, width: 34, height: 34))
        all.paint(Color(hex: 0xFFFFFF))
        let cells = InkTileCells(width: 32, height: 32, texels: all.bytes)
        #expect(cells.parts == [PixelRect(x: 0, y: 0, width: 32, height: 32)])
    }

    /// A stroke that is added later is in the parts, too.
    @Test func addedStrokesAreInParts() {
        let (width, height) = (200, 120)
        let stroke = line((20, 30), (150, 90), width: 5)
        let painted = raster(width, height, [stroke])
        let tile = InkTile(
            InkTilePixels(width: width, height: height, texels: raster(width, height, []).bytes))
        #expect(tile.corners.count == 0)
        let ink = InkBuffer()
        ink.add(stroke, color: Color(hex: 0xFF0000))
        ink.add([InkNode(Point(x: 190, y: 10), width: 4)], color: Color(hex: 0xFF0000))
        tile.add(ink)
        let corners = tile.corners.elements
        for y in 0..<height {
            for x in 0..<width where painted.bytes[((y + 1) * (width + 2) + x + 1) * 4 + 3] != 0 {
                let isIn = stride(from: 0, to: corners.count, by: 6).contains { first in
                    let (a, b) = (corners[first], corners[first + 5])
                    return Float(x) >= a.x && Float(x) < b.x && Float(y) >= a.y && Float(y) < b.y
                }
                #expect(isIn, "\(x), \(y)")
            }
        }
        // The dot is not joined to the stroke before it: between them is nothing.
        let between = stride(from: 0, to: corners.count, by: 6).contains { first in
            let (a, b) = (corners[first], corners[first + 5])
            return a.x <= 170 && b.x > 170 && a.y <= 50 && b.y > 50
        }
        #expect(!between)
    }

    /// A strip of a tile draws the parts in it, and few others.
    @Test func stripsHaveTheirParts() {
        let (width, height) = (256, 120)
        let texels = raster(
            width, height,
            (0..<8).map { index in
                let x = Double(index) * 32
                return line((x, 20), (x + 10, 100), width: 2)
            }
        ).bytes
        let tile = InkTile(InkTilePixels(width: width, height: height, texels: texels))
        let corners = tile.corners.elements
        for left in stride(from: 0.0, to: 256, by: 16) {
            let range = tile.corners(from: left, to: left + 16)
            #expect(range.count.isMultiple(of: 6) && range.count < corners.count / 3)
            for first in stride(from: 0, to: corners.count, by: 6) {
                let (a, b) = (corners[first], corners[first + 5])
                if Double(a.x) < left + 16, Double(b.x) > left { #expect(range.contains(first)) }
            }
        }
        #expect(tile.corners(from: -10, to: 300) == 0..<corners.count)
        #expect(tile.corners(from: 400, to: 500).isEmpty)
        #expect(tile.corners(from: -20, to: -10).isEmpty)
    }
}
