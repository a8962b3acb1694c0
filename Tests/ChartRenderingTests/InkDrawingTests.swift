import ChartRendering
import ChartScene
import GPU
import Geometry
import Glibc
import Imaging
import Ink
import Painting
import SeededRandom
import Testing

/// Strokes of ink on the GPU, against their geometry and against a canvas of whole pixels.
@MainActor
@Suite struct InkDrawingTests {
    /// Whether a place is within two circles and their common tangents.
    nonisolated private func covers(_ place: Point, _ a: InkNode, _ b: InkNode) -> Bool {
        let (r, s) = (a.width / 2, b.width / 2)
        let way = b.position - a.position
        let size = way.length
        let near = (place - a.position).length <= r || (place - b.position).length <= s
        if near || size <= abs(r - s) { return near }
        let along = way * (1 / size)
        let from = place - a.position
        let x = from.dx * along.dx + from.dy * along.dy
        let y = abs(from.dy * along.dx - from.dx * along.dy)
        // The quadrilateral between the places where the tangents touch the circles.
        let slope = (r - s) / size
        let lift = (1 - slope * slope).squareRoot()
        let (ax, ay) = (r * slope, r * lift)
        let (bx, by) = (size + s * slope, s * lift)
        return x >= ax && x <= bx && y <= ay + (by - ay) * (x - ax) / (bx - ax)
    }

    /// The part of a pixel that pieces cover, of 16 × 16 places.
    nonisolated private func coverage(_ x: Int, _ y: Int, _ pieces: [InkNode]) -> Double {
        let near = zip(pieces, pieces.dropFirst()).filter { a, b in
            let reach = max(a.width, b.width) / 2 + 1
            let middle = Point(x: Double(x) + 0.5, y: Double(y) + 0.5)
            return middle.x > min(a.position.x, b.position.x) - reach
                && middle.x < max(a.position.x, b.position.x) + reach
                && middle.y > min(a.position.y, b.position.y) - reach
                && middle.y < max(a.position.y, b.position.y) + reach
        }
        if near.isEmpty { return 0 }
        var count = 0
        for row in 0..<16 {
            for column in 0..<16 {
                let place = Point(
                    x: Double(x) + (Double(column) + 0.5) / 16,
                    y: Double(y) + (Double(row) + 0.5) / 16)
                if near.contains(where: { covers(place, $0, $1) }) { count += 1 }
            }
        }
        return Double(count) / 256
    }

    private func drawn(
        _ size: Int, _ pieces: [InkNode], _ color: Color = white
    ) throws -> Picture {
        let stage = try Stage(width: size, height: size)
        let ink = InkBuffer()
        ink.add(pieces, color: color)
        return try stage.draw { $0.ink(ink) }
    }

    @Test(arguments: [1.0, 2, 3, 5, 8, 13, 32, 64])
    func joinsAndCapsAreRound(width: Double) throws {
        let size = 128
        let widths = [1, 0.8, 1, 0.5, 1].map { max($0 * width, 1) }
        let places = [(40.3, 45.1), (80.7, 47.9), (84.2, 82.6), (52.4, 80.3), (63.0, 41.5)]
        let pieces = zip(places, widths).map { InkNode(Point(x: $0.0, y: $0.1), width: $1) }
        let picture = try drawn(size, pieces)
        var (area, worst) = (0.0, 0.0)
        for y in 0..<size {
            for x in 0..<size {
                let expected = coverage(x, y, pieces)
                area += expected
                if expected == 0 || expected == 1 {
                    worst = max(worst, abs(picture.coverage(x, y) - expected))
                    continue
                }
                // Where the soft edges of two parts meet, the larger one counts.
                let largest =
                    zip(pieces, pieces.dropFirst()).map { coverage(x, y, [$0, $1]) }.max() ?? 0
                let drawn = picture.coverage(x, y)
                worst = max(worst, largest - drawn, drawn - expected)
            }
        }
        #expect(abs(picture.area - area) / area < max(0.005, 0.06 / width))
        // A distance is not quite an area: at an end narrower than a pixel by up to a third.
        #expect(worst < (width <= 2 ? 0.34 : 0.14), "\(worst)")
    }

    /// A figure eight at 40 %: no more than two levels apart from its edges.
    @Test(arguments: [3.0, 12, 40])
    func aStrokeThatCrossesItselfIsEven(width: Double) throws {
        let pieces = (0...120).map { index in
            let turn = Double(index) / 120 * 2 * .pi
            return InkNode(
                Point(x: 100 + 60 * sin(turn), y: 100 + 60 * sin(turn) * cos(turn)), width: width)
        }
        let picture = try drawn(200, pieces, white.opacity(0.4))
        var counts: [Int: Int] = [:]
        var edges = 0
        for y in 0..<200 {
            for x in 0..<200 {
                let expected = coverage(x, y, pieces)
                let level = Int((picture.coverage(x, y) * 255).rounded())
                if expected == 0 || expected == 1 {
                    // The soft edge begins half a pixel before and ends half a pixel after.
                    if level == 0 || level == 102 {
                        counts[level, default: 0] += 1
                    } else {
                        edges += 1
                    }
                }
                #expect(level <= 102)
            }
        }
        #expect(counts.count == 2)
        #expect(edges < 900)
    }

    /// What is drawn piece by piece is the same as the whole.
    @Test func aStrokeThatGrowsIsTheSame() throws {
        let pieces = (0..<40).map { index in
            InkNode(
                Point(x: 10 + 2 * Double(index), y: 50 + 30 * sin(Double(index) / 4)),
                width: 3 + Double(index % 7))
        }
        let whole = try drawn(100, pieces)
        let stage = try Stage(width: 100, height: 100)
        let ink = InkBuffer()
        ink.add([InkNode(Point(x: 90, y: 90), width: 6)], color: white)
        ink.removeAll()
        ink.add(Array(pieces[..<1]), color: white)
        _ = try stage.draw { $0.ink(ink) }
        for part in [1..<2, 2..<15, 15..<15, 15..<40] {
            ink.extend(Array(pieces[part]))
            _ = try stage.draw { $0.ink(ink) }
        }
        #expect(try stage.draw { $0.ink(ink) } == whole)
        // A tail lasts until the stroke grows.
        ink.removeAll()
        ink.add([], tail: Array(pieces[..<3]), color: white)
        for part in [0..<1, 1..<1, 1..<2, 2..<30, 30..<40] {
            ink.extend(Array(pieces[part]), tail: [InkNode(Point(x: 90, y: 5), width: 9)])
            let picture = try stage.draw { $0.ink(ink) }
            #expect(picture[90, 5] == 0xFFFFFF)
        }
        ink.extend([])
        #expect(try stage.draw { $0.ink(ink) } == whole)
        // Moved by whole pixels it is the same too.
        let moved = try stage.draw { $0.ink(ink, offset: Vector(dx: 3, dy: -2)) }
        for y in 2..<98 {
            for x in 3..<100 { #expect(moved[x, y - 2] == whole[x - 3, y]) }
        }
    }

    /// A stroke whose mask is kept from frame to frame is the same as one that is drawn at once,
    /// wherever the picture is moved and however its end changes.
    @Test(arguments: [1.0, 0.4])
    func aKeptMaskIsTheSame(alpha: Float) throws {
        let pieces: [InkNode] = (0..<90).map { index in
            let turn = Double(index) / 7
            let place = Point(x: 150 + 9.8 * turn * cos(turn), y: 110 + 40 * sin(turn * 1.75))
            return InkNode(place, width: 14 + Double(index % 9))
        }
        let color = white.opacity(alpha)
        let stage = try Stage(width: 300, height: 220)
        let ink = InkBuffer()
        ink.add([], tail: Array(pieces[..<2]), color: color)
        var offset = Vector.zero
        for (index, part) in [0..<0, 0..<1, 1..<2, 2..<20, 20..<20, 20..<60, 60..<90].enumerated() {
            if index == 5 { offset = Vector(dx: 7, dy: -3) }
            let tail = Array(pieces[part.upperBound..<min(part.upperBound + 6, pieces.count)])
            ink.extend(Array(pieces[part]), tail: tail)
            let kept = try stage.draw { $0.add(InkItem(ink, offset: offset, isGrowing: true)) }
            let whole = InkBuffer()
            whole.add(Array(pieces[..<part.upperBound]) + tail, color: color)
            let expected = try stage.draw { $0.ink(whole, offset: offset) }
            #expect(kept == expected, "part \(index)")
        }
        // Another stroke begins with nothing.
        ink.removeAll()
        ink.add(Array(pieces[..<3]), color: color)
        let kept = try stage.draw { $0.add(InkItem(ink, isGrowing: true)) }
        #expect(kept == (try stage.draw { $0.ink(ink) }))
    }

    /// Pixels that are painted without the GPU are those that it draws.
    @Test(arguments: [1.0, 2.5, 8, 40])
    func theRasterPaintsTheSame(width: Double) throws {
        var chance = SplitMix(seed: UInt64(width * 10))
        let stage = try Stage(width: 130, height: 90)
        let ink = InkBuffer()
        var raster = InkRaster(width: 130, height: 90)
        for number in 0..<6 {
            let pieces: [InkNode] = (0..<12).map { _ in
                let place = Point(x: chance.unit() * 170 - 20, y: chance.unit() * 130 - 20)
                return InkNode(place, width: width * (0.3 + chance.unit()))
            }
            let color = Color(hex: [0xFF0000, 0x00FF00, 0x3050FF][number % 3])
                .opacity(number % 2 == 0 ? 1 : 0.4)
            ink.add(pieces, color: color)
            raster.cover(pieces)
            raster.paint(color)
        }
        ink.add([InkNode(Point(x: 60.3, y: 40.8), width: width)], color: white)
        raster.cover([InkNode(Point(x: 60.3, y: 40.8), width: width)])
        raster.paint(white)
        let tile = InkTile(InkTilePixels(width: 128, height: 88, texels: raster.bytes))
        let drawn = try stage.draw { $0.ink(ink) }
        let painted = try stage.draw {
            $0.add(InkTileItem(tile, in: Rect(x: 1, y: 1, width: 128, height: 88)))
        }
        var worst = 0
        for y in 1..<89 {
            for x in 1..<129 {
                for shift in [0, 8, 16] {
                    let (a, b) = (drawn[x, y] >> shift & 0xFF, painted[x, y] >> shift & 0xFF)
                    worst = max(worst, abs(Int(a) - Int(b)))
                }
            }
        }
        #expect(worst <= 3, "\(worst)")
        #expect(painted[0, 0] == 0)
    }

    /// Stretched tiles meet without a seam, and strokes that were added to one are part of it.
    @Test func tilesMeet() throws {
        let stage = try Stage(width: 100, height: 40)
        func tile() -> InkTile {
            var raster = InkRaster(width: 34, height: 34)
            raster.cover(PixelRect(x: 0, y: 0, width: 34, height: 34))
            raster.paint(white.opacity(0.5))
            return InkTile(InkTilePixels(width: 32, height: 32, texels: raster.bytes))
        }
        let (left, right) = (tile(), tile())
        for (start, width) in [(3.0, 32.0), (3.4, 40.3), (10.6, 17.7)] {
            let picture = try stage.draw {
                $0.add(InkTileItem(left, in: Rect(x: start, y: 2, width: width, height: 32)))
                $0.add(
                    InkTileItem(right, in: Rect(x: start + width, y: 2, width: width, height: 32)))
            }
            let first = Int(start.rounded())
            for x in first..<Int((start + 2 * width).rounded()) {
                #expect(abs(Int(picture[x, 10] & 0xFF) - 128) <= 1, "\(x)")
            }
            #expect(picture[first - 1, 10] == 0)
        }
        let added = InkBuffer()
        added.add([InkNode(Point(x: 17, y: 17), width: 10)], color: Color(hex: 0xFF0000))
        left.add(added)
        for _ in 0..<2 {
            let picture = try stage.draw {
                $0.add(InkTileItem(left, in: Rect(x: 0, y: 0, width: 32, height: 32)))
            }
            #expect(picture[16, 16] == 0xFF0000)
            #expect(abs(Int(picture[2, 16] & 0xFF) - 128) <= 1)
        }
    }

    /// Strokes of one colour share a mask, others cover those before.
    @Test func laterStrokesCover() throws {
        let (red, blue) = (Color(hex: 0xFF0000), Color(hex: 0x0000FF))
        func line(_ y: Double) -> [InkNode] {
            [InkNode(Point(x: 10, y: y), width: 8), InkNode(Point(x: 50, y: y), width: 8)]
        }
        func cross(_ x: Double) -> [InkNode] {
            [InkNode(Point(x: x, y: 5), width: 8), InkNode(Point(x: x, y: 55), width: 8)]
        }
        let stage = try Stage(width: 60, height: 60)
        let ink = InkBuffer()
        ink.add(line(20), color: red)
        ink.add(line(40), color: red)
        ink.add(cross(30), color: blue)
        ink.add([InkNode(Point(x: 30, y: 40), width: 4)], color: red.opacity(0.5))
        let picture = try stage.draw { $0.ink(ink) }
        #expect(picture[20, 20] == 0xFF0000 && picture[20, 40] == 0xFF0000)
        #expect(picture[30, 20] == 0x0000FF && picture[30, 50] == 0x0000FF)
        #expect(picture[30, 40] == 0x80007F || picture[30, 40] == 0x7F0080)
        // Nothing joins one stroke to the next.
        #expect(picture[52, 30] == 0 && picture[15, 30] == 0)
    }

    /// Strokes at up to 20,000 points a second: one connected part, which covers the line that a
    /// canvas of pixels paints through the samples.
    @Test(arguments: [30.0, 133, 1_000], [500.0, 5_000, 20_000])
    func fastStrokesHaveNoGap(rate: Double, speed: Double) throws {
        let size = 600
        var chance = SplitMix(seed: UInt64(rate + speed))
        for kind in InkBrush.Kind.allCases {
            var model = StrokeModel(InkBrush(kind, size: 4), .draw)
            var oracle = PixelCanvas(width: size, height: size)
            var place = Point(x: 300, y: 300)
            var way = Vector(dx: 1, dy: 0)
            var last: PixelPlace?
            for index in 0..<80 {
                if index % 3 == 0 {
                    let turn = chance.unit() * 2 * .pi
                    way = Vector(dx: cos(turn), dy: sin(turn))
                }
                let next = place + way * min(speed / rate, 250)
                if next.x < 20 || next.x > 580 { way.dx *= -1 }
                if next.y < 20 || next.y > 580 { way.dy *= -1 }
                place = place + way * min(speed / rate, 250)
                place = Point(x: min(max(place.x, 20), 580), y: min(max(place.y, 20), 580))
                model.add(PenSample(time: Double(index) / rate, position: place))
                let pixel = PixelPlace(x: Int(place.x), y: Int(place.y))
                oracle.line(from: last ?? pixel, to: pixel, PixelBrush(size: 1))
                last = pixel
            }
            model.finish()
            let stroke = try #require(InkStroke(model))
            let picture = try drawn(size, stroke.curve.flattened(within: 0.1))
            #expect(parts(of: picture) == 1)
            var missing = 0
            for y in 1..<size - 1 {
                for x in 1..<size - 1 where oracle.bitmap[x, y].red == 0 {
                    let isNear = (-1...1).contains { dy in
                        (-1...1).contains { picture.coverage(x + $0, y + dy) > 0.5 }
                    }
                    if !isNear { missing += 1 }
                }
            }
            #expect(missing == 0, "\(kind)")
        }
    }

    /// The number of connected parts of what is at least half covered; corners connect.
    private func parts(of picture: Picture) -> Int {
        var seen = Set<Int>()
        var count = 0
        let size = picture.width
        for start in 0..<(size * size)
        where picture.bytes[start * 4] > 127 && !seen.contains(start) {
            count += 1
            var open = [start]
            seen.insert(start)
            while let index = open.popLast() {
                let (x, y) = (index % size, index / size)
                for dy in -1...1 {
                    for dx in -1...1 {
                        let (u, v) = (x + dx, y + dy)
                        guard (0..<size).contains(u), (0..<size).contains(v) else { continue }
                        let next = v * size + u
                        if picture.bytes[next * 4] > 127, seen.insert(next).inserted {
                            open.append(next)
                        }
                    }
                }
            }
        }
        return count
    }
}
