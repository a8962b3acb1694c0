import ChartRendering
import ChartScene
import GPU
import Geometry
import Glibc
import Painting
import Testing

/// Marks and masks, pixel by pixel, compared with the fraction of each pixel that the shape covers.
///
/// The expected coverage is counted on 16 × 16 subpixels of the shape's own inequality. Soft edges
/// are drawn by distance, which at a straight edge of any slope is within 0.05 of the area; a pixel
/// that contains a tip may be further off.
@MainActor
@Suite struct ShapeTests {
    /// Compares white on black with a shape in device pixels, y downwards.
    private func compare(
        _ picture: Picture, worst limit: Double, mean: Double = 0.02, _ what: String,
        _ isInside: (Double, Double) -> Bool
    ) {
        var (worst, place, sum, count) = (0.0, "", 0.0, 0)
        for y in 0..<picture.height {
            for x in 0..<picture.width {
                let (left, top) = (Double(x), Double(y))
                let probes = [0.0, 0.5, 1].flatMap { dx in
                    [0.0, 0.5, 1].map { isInside(left + dx, top + $0) }
                }
                var wanted = probes[0] ? 1.0 : 0
                if Set(probes).count > 1 {
                    var hits = 0
                    for index in 0..<256 {
                        let dx = (Double(index % 16) + 0.5) / 16
                        let dy = (Double(index / 16) + 0.5) / 16
                        if isInside(left + dx, top + dy) { hits += 1 }
                    }
                    wanted = Double(hits) / 256
                    count += 1
                }
                let difference = abs(picture.coverage(x, y) - wanted)
                sum += difference
                if difference > worst {
                    worst = difference
                    place = "\(x), \(y): \(picture.coverage(x, y)) for \(wanted)"
                }
            }
        }
        #expect(worst <= limit, "\(what): \(place)")
        // On average over the pixels that an edge crosses.
        #expect(sum <= mean * Double(max(count, 1)) + 0.01, "\(what): \(sum) of \(count)")
    }

    /// Whether a place is in a rectangle with a radius for each corner.
    private func isInside(_ x: Double, _ y: Double, _ rect: Rect, _ corners: Corners) -> Bool {
        guard x >= rect.minX, x <= rect.maxX, y >= rect.minY, y <= rect.maxY else { return false }
        let isLeft = x < rect.midX
        let isTop = y < rect.midY
        let radius =
            isTop
            ? (isLeft ? corners.leftTop : corners.rightTop)
            : (isLeft ? corners.leftBottom : corners.rightBottom)
        let dx = isLeft ? rect.minX + radius - x : x - rect.maxX + radius
        let dy = isTop ? rect.minY + radius - y : y - rect.maxY + radius
        return dx <= 0 || dy <= 0 || dx * dx + dy * dy <= radius * radius
    }

    // MARK: Masks and bars

    @Test(arguments: [1.0, 3, 7.5, 12, 20, 29])
    func aRoundedMaskCutsItsCircles(radius: Double) throws {
        let stage = try Stage(width: 80, height: 70)
        let rect = Rect(x: 10, y: 5, width: 60, height: 58)
        let picture = try stage.draw { r in
            r.clipped(to: rect, radius: radius) {
                r.fill(Rect(x: 0, y: 0, width: 80, height: 70), white)
            }
        }
        compare(picture, worst: 0.08, "radius \(radius)") {
            isInside($0, $1, rect, Corners(radius))
        }
    }

    /// A bar upwards, downwards, to the right and to the left.
    @Test func everyCornerOfABarIsItsCircle() throws {
        let stage = try Stage(width: 90, height: 90)
        let (a, b, c, d) = (12.0, 6.0, 3.0, 9.0)
        let given = Corners(leftTop: a, rightTop: b, rightBottom: c, leftBottom: d)
        let upright = Rect(x: 30, y: 20, width: 30, height: 50)
        let lying = Rect(x: 20, y: 30, width: 50, height: 30)
        // The radii as they appear: the value's end of a bar that points up is its top; one that is
        // horizontal has its left side below, which is at the left in the bar that points up.
        let cases: [(Bar, Bool, Rect, Corners)] = [
            (Bar(start: 30, end: 60, base: 20, value: 70), false, upright, given),
            (
                Bar(start: 30, end: 60, base: 70, value: 20), false, upright,
                Corners(leftTop: d, rightTop: c, rightBottom: b, leftBottom: a)
            ),
            (
                Bar(start: 30, end: 60, base: 20, value: 70), true, lying,
                Corners(leftTop: d, rightTop: a, rightBottom: b, leftBottom: c)
            ),
            (
                Bar(start: 30, end: 60, base: 70, value: 20), true, lying,
                Corners(leftTop: a, rightTop: d, rightBottom: c, leftBottom: b)
            ),
        ]
        for (bar, isHorizontal, rect, corners) in cases {
            let buffer = BarBuffer()
            buffer.replace([bar])
            let style = BarStyle(
                width: .fraction(1), colors: [white], corners: given, isHorizontal: isHorizontal)
            let picture = try stage.draw { r in
                r.bars(buffer, style, in: stage.identity)
            }
            compare(picture, worst: 0.08, "\(bar), lying \(isHorizontal)") {
                isInside($0, $1, rect, corners)
            }
        }
    }

    // MARK: Points

    @Test(arguments: [1.5, 3, 4.25, 9, 15])
    func aPointIsItsShapeWhereverItStands(radius: Double) throws {
        let stage = try Stage(width: 40, height: 40)
        let places = [(20.0, 20.0), (20.5, 20.5), (20.25, 19.6), (19.9, 20.35)]
        for shape in [MarkerShape.disc, .diamond, .square] {
            for (x, y) in places {
                let buffer = SampleBuffer()
                buffer.replace(times: [x], values: [y])
                func inside(_ px: Double, _ py: Double, _ reach: Double) -> Bool {
                    let (dx, dy) = (abs(px - x), abs(40 - py - y))
                    switch shape {
                    case .disc: return dx * dx + dy * dy <= reach * reach
                    case .diamond: return dx + dy <= reach
                    case .square: return max(dx, dy) <= reach
                    }
                }
                let solid = try stage.draw { r in
                    r.points(
                        buffer, PointStyle(shape, radius: radius, fill: white), in: stage.identity)
                }
                // A corner is in a separate pixel, and a small disc is all edge.
                let limit = shape == .disc ? (radius < 2 ? 0.16 : 0.1) : 0.3
                compare(solid, worst: limit, mean: 0.09, "\(shape) of \(radius) at \(x), \(y)") {
                    inside($0, $1, radius)
                }
                guard radius > 4 else { continue }
                let ring = try stage.draw { r in
                    r.points(
                        buffer,
                        PointStyle(
                            shape, radius: radius, fill: Color(hex: 0),
                            stroke: Border(width: 2, color: white)), in: stage.identity)
                }
                // A stroke is as wide across a slanted edge as across a vertical one.
                let hole = radius - (shape == .diamond ? 2 * 2.0.squareRoot() : 2)
                compare(ring, worst: 0.3, mean: 0.09, "ring \(shape) of \(radius)") {
                    inside($0, $1, radius) && !inside($0, $1, hole)
                }
            }
        }
    }

    // MARK: Slices

    @Test(arguments: [(0.0, 0.9), (0.4, 2.2), (2, 5.5), (3.1, 3.3), (-0.3, 3.0)], [0.0, 4, 18])
    func aSliceIsCoveredAsItsAngleSays(angles: (Double, Double), inner: Double) throws {
        let stage = try Stage(width: 80, height: 80)
        let (outer, center) = (35.0, Point(x: 40.3, y: 39.6))
        let canvas = Canvas(scale: 1)
        canvas.sector(
            center: center, inner: inner, outer: outer, from: angles.0, to: angles.1, color: white)
        let list = canvas.finish()
        let picture = try stage.draw { r in r.picture(list) }
        func inside(_ x: Double, _ y: Double) -> Bool {
            let (dx, dy) = (x - center.x, y - center.y)
            let distance = (dx * dx + dy * dy).squareRoot()
            guard distance >= inner, distance <= outer else { return false }
            var angle = atan2(dx, -dy) - angles.0
            while angle < 0 { angle += 2 * .pi }
            return angle <= angles.1 - angles.0
        }
        // The mesh's edge is a ramp between its corners: a tip is up to half a pixel off, and a slice
        // thinner than a pixel fades.
        let isThin = angles.1 - angles.0 < 0.5
        compare(picture, worst: 0.5, mean: isThin ? 0.15 : 0.045, "\(angles) from \(inner)", inside)
        let area = (angles.1 - angles.0) / 2 * (outer * outer - inner * inner)
        #expect(abs(picture.area - area) < 0.01 * area + 2, "\(picture.area) for \(area)")
    }

    // MARK: Areas

    /// The area in a column is its integral there, at any slope.
    @Test(arguments: [0.0, 0.2, 0.5, 1, 2, 4])
    func anAreasColumnsAreItsIntegral(slope: Double) throws {
        let stage = try Stage(width: 60, height: 100)
        let band = BandBuffer()
        // Up from 20 as far as it goes, and down again.
        let rise = min(slope * 15, 60)
        let turn = 10 + (slope > 0 ? rise / slope : 15)
        let end = turn + turn - 10
        band.replace(times: [10, turn, end], values: [20, 20 + rise, 20])
        let area = try stage.draw { r in
            r.area(
                band, AreaStyle(upper: white, lower: white, base: 5), in: stage.identity)
        }
        func height(_ x: Double) -> Double {
            x < 10 || x > end ? 5 : 20 + slope * (x < turn ? x - 10 : end - x)
        }
        for x in 0..<60 {
            let edges = [Double(x), Double(x) + 1]
            // Columns that contain an end or the turn are not compared separately.
            guard [10, turn, end].allSatisfy({ $0 <= edges[0] || $0 >= edges[1] }) else { continue }
            let wanted = (height(edges[0] + 1e-9) + height(edges[1] - 1e-9)) / 2 - 5
            #expect(abs(area.column(x) - wanted) < 0.12, "\(slope) at \(x)")
        }
        let whole = (end - 10) * 15 + rise * (turn - 10)
        #expect(abs(area.area - whole) < 0.01 * whole, "\(slope)")
        // The same line as the upper edge of a band, whose lower edge has the opposite slope.
        band.replace(
            times: [10, turn, end], low: [15, 15 - rise / 5, 15], high: [20, 20 + rise, 20])
        let between = try stage.draw { r in
            r.area(band, AreaStyle(upper: white, lower: white), in: stage.identity)
        }
        for x in 11..<Int(end) - 1 where abs(Double(x) + 0.5 - turn) > 1 {
            let middle = Double(x) + 0.5
            let wanted = 1.2 * (height(middle) - 20) + 5
            #expect(abs(between.column(x) - wanted) < 0.15, "\(slope) at \(x)")
        }
    }

    /// The colours of a gradient depend only on the value, wherever the area is.
    @Test func aGradientHasItsColoursOnBothSides() throws {
        let stage = try Stage(width: 40, height: 101)
        let (red, blue) = (Color(hex: 0xFF0000), Color(hex: 0x0000FF))
        let style = AreaStyle(upper: red, lower: blue, gradient: 20...80, base: 50)
        let band = BandBuffer()
        band.replace(times: [-1, 20, 20.001, 41], values: [101, 101, 0, 0])
        let picture = try stage.draw { r in
            r.area(band, style, in: stage.identity)
        }
        for y in 0..<101 {
            let value = 100.5 - Double(y)
            let part = min(max((value - 20) / 60, 0), 1)
            // Above the base at the left, below it at the right, and one colour for one value.
            let pixel = picture[value > 50 ? 5 : 35, y]
            guard abs(value - 51) > 1 else { continue }
            #expect(abs(Double(pixel >> 16) - 255 * part) <= 2, "\(value)")
            #expect(abs(Double(pixel & 255) - 255 * (1 - part)) <= 2, "\(value)")
            #expect(picture[value > 50 ? 35 : 5, y] == 0, "\(value)")
        }
    }

    // MARK: Dashes

    private func buffer(_ points: [(Double, Double)]) -> SampleBuffer {
        let buffer = SampleBuffer()
        buffer.replace(times: points.map(\.0), values: points.map(\.1))
        return buffer
    }

    /// Dashes keep their lengths in points at any zoom of the data.
    @Test(arguments: [0.5, 1, 2, 5])
    func dashesAreAsLongAtEveryZoom(zoom: Double) throws {
        let stage = try Stage(width: 200, height: 20)
        let line = buffer([(0, 10), (30, 10), (55, 10), (400, 10)])
        for phase in [0.0, 0.25, 0.5] {
            var projection = stage.identity
            projection.x = 0...200 / zoom
            let style = LineStyle(
                width: 4, color: white, cap: .butt, dash: DashPattern(on: 3, off: 2, phase: phase))
            let picture = try stage.draw { r in
                r.line(line, style, in: projection)
            }
            // 12 on and 8 off, a part of the 20 further on.
            for x in 0..<200 {
                let isOn = (Double(x) + 0.5 + phase * 20).truncatingRemainder(dividingBy: 20) < 12
                #expect(picture.coverage(x, 10) == (isOn ? 1 : 0), "\(zoom), \(phase) at \(x)")
            }
        }
    }

    /// Including those in corners: none is cut, bent, doubled or lost.
    @Test(arguments: [6.0, 7.3, 9], [1, 0.5])
    func dotsAreWholeInCorners(every: Double, alpha: Double) throws {
        let stage = try Stage(width: 160, height: 100)
        let points: [(Double, Double)] = [
            (10, 20), (25, 80), (40, 22), (62, 60), (70, 78), (90, 20), (110, 21), (120, 85),
            (150, 40),
        ]
        let style = LineStyle(
            width: 4, color: Color(hex: 0xFFFFFF, alpha: Float(alpha)),
            dash: .dots(every: every, width: 4))
        let line = buffer(points)
        let picture = try stage.draw { r in
            r.line(line, style, in: stage.identity)
        }
        // The middles, along the line.
        var middles: [Point] = []
        var (next, walked) = (0.0, 0.0)
        for (a, b) in zip(points, points.dropFirst()) {
            let length = ((b.0 - a.0) * (b.0 - a.0) + (b.1 - a.1) * (b.1 - a.1)).squareRoot()
            while next <= walked + length {
                let part = (next - walked) / length
                middles.append(
                    Point(x: a.0 + (b.0 - a.0) * part, y: 100 - a.1 - (b.1 - a.1) * part))
                next += every
            }
            walked += length
        }
        #expect(middles.count > 40)
        var worst = 0.0
        for y in 0..<100 {
            for x in 0..<160 {
                let place = Point(x: Double(x) + 0.5, y: Double(y) + 0.5)
                let distance = middles.map { (place - $0).length }.min() ?? .infinity
                let wanted = alpha * min(max(2.5 - distance, 0), 1)
                // Where two dots touch at a sharp corner an opaque line adds their edges up.
                let near = middles.count { (place - $0).length < 2.5 }
                guard near < 2 else { continue }
                worst = max(worst, abs(picture.coverage(x, y) - wanted))
            }
        }
        #expect(worst < 0.06, "a pixel is \(worst) off")
    }

    /// A dash with round ends has its length and two half discs; no sliver is next to it.
    @Test func roundDashesHaveTheirAreas() throws {
        let stage = try Stage(width: 260, height: 20)
        let style = LineStyle(
            width: 6, color: white, dash: DashPattern(on: 2, off: 3, isRound: true))
        // Periods of 30: eight dashes of 12 from 5 on.
        let picture = try stage.draw { r in
            r.line(buffer([(5, 10), (240, 10)]), style, in: stage.identity)
        }
        #expect(abs(picture.area - 8 * (12 * 6 + 9 * .pi)) < 2, "\(picture.area)")
        for number in 0..<8 {
            let start = 5 + 30 * number
            #expect((start..<start + 12).allSatisfy { picture[$0, 9] == 0xFFFFFF }, "\(number)")
            #expect((start + 16..<start + 26).allSatisfy { picture[$0, 9] == 0 }, "\(number)")
        }
    }
}
