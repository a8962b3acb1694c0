import ChartRendering
import ChartScene
import GPU
import Geometry
import Glibc
import Painting
import SeededRandom
import Testing

/// Thick lines that cross themselves a thousand times, compared with a stroke computed on the CPU.
///
/// Coverage is a distance in the shaders and an area in `StrokeOracle`. At a straight edge of any
/// slope these differ by at most 0.08, and 8 × 8 subpixels by the same amount again; if a pixel
/// contains a corner (of a butt end, of a point), by up to 0.3. A translucent line is the maximum
/// of its segments: where two soft edges meet it may be anything between the larger one and their
/// union.
@MainActor
@Suite struct StrokeTests {
    nonisolated static let widths = [0.5, 1, 1.5, 2, 3, 5, 8, 13, 20, 40]
    /// Plots of 1 : 20, 1 : 1 and 20 : 1.
    nonisolated static let plots = [(20, 400), (90, 90), (400, 20)]
    nonisolated static let joins: [LineJoin] = [.round, .bevel, .miter(limit: 4)]
    nonisolated static let caps: [LineCap] = [.round, .butt, .square]

    /// Points in a square of thirteen by thirteen plots around the plot, 0…1 by 0…1.
    private func scattered(_ count: Int, seed: UInt64) -> [Point] {
        var chance = SplitMix(seed: seed)
        return (0..<count).map { _ in
            Point(x: chance.unit() * 13 - 6, y: chance.unit() * 13 - 6)
        }
    }

    /// A walk of short steps that stays in the plot.
    private func walk(_ count: Int, step: Double, seed: UInt64) -> [Point] {
        var chance = SplitMix(seed: seed)
        var place = Point(x: 0.5, y: 0.5)
        return (0..<count).map { _ in
            place.x = min(max(place.x + (chance.unit() - 0.5) * step, 0.05), 0.95)
            place.y = min(max(place.y + (chance.unit() - 0.5) * step, 0.05), 0.95)
            return place
        }
    }

    private func buffer(_ points: [Point]) -> SampleBuffer {
        let buffer = SampleBuffer()
        buffer.replace(times: points.map(\.x), values: points.map(\.y))
        return buffer
    }

    private func draw(
        _ stage: Stage, _ line: SampleBuffer, _ style: LineStyle
    ) throws -> Picture {
        var projection = stage.identity
        projection.x = 0...1
        projection.y = 0...1
        return try stage.draw { r in r.line(line, style, in: projection) }
    }

    /// The differences of a picture from the expected one.
    private struct Differences {
        var count = 0
        var sum = 0.0
        /// By more than a straight edge can cause.
        var strong = 0
        var worst = 0.0
        var place = ""

        mutating func add(_ difference: Double, _ place: @autoclosure () -> String) {
            count += 1
            sum += difference
            if difference > 0.12 { strong += 1 }
            guard difference > worst else { return }
            worst = difference
            self.place = place()
        }

        var text: String {
            "\(count) pixels, mean \(sum / Double(max(count, 1))), \(strong) strong, "
                + "worst \(worst) at \(place)"
        }
    }

    /// Compares pixels of the soft edges and others with the oracle.
    private func compare(
        _ picture: Picture, _ points: [Point], _ style: LineStyle, tone: Double, pixels: Int,
        _ differences: inout Differences
    ) {
        let places = points.map {
            Point(
                x: $0.x * Double(picture.width), y: (1 - $0.y) * Double(picture.height))
        }
        let oracle = StrokeOracle(
            places, width: max(style.width, 1), join: style.join, cap: style.cap)
        let full = tone * min(style.width, 1)
        var chance = SplitMix(seed: 5)
        var left = pixels
        var edges = pixels / 2
        for _ in 0..<pixels * 40 where left > 0 {
            let x = Int(chance.unit() * Double(picture.width))
            let y = Int(chance.unit() * Double(picture.height))
            let seen = picture.coverage(x, y) / full
            // As many from the edges as from everywhere.
            let isEdge = seen > 0.02 && seen < 0.98
            if !isEdge && left <= edges { continue }
            if isEdge { edges -= 1 }
            left -= 1
            let wanted = oracle.coverage(x, y)
            if wanted.isWhole {
                #expect(abs(seen - 1) * full * 255 <= 1, "\(x), \(y) is \(seen) of the tone")
            }
            // In an opaque line the soft edges of two segments may be on top of each other.
            let most = tone < 1 ? wanted.most : 1 - (1 - wanted.most) * (1 - wanted.most)
            let difference = max(wanted.least - seen, seen - most, 0)
            differences.add(
                difference,
                "\(x), \(y): \(seen) for \(wanted), \(style.width) wide, \(style.join) and "
                    + "\(style.cap), \(picture.width) × \(picture.height)")
        }
    }

    @Test(arguments: widths)
    func aThousandRandomPointsAreOneTone(width: Double) throws {
        let lines = [scattered(1000, seed: 7), walk(1000, step: 0.3, seed: 8)]
        let buffers = lines.map(buffer)
        // 0.5 of white on black, and paler where the line is thinner than a pixel.
        let tone = 0.5 * min(width, 1)
        var differences = Differences()
        for (number, (w, h)) in Self.plots.enumerated() {
            let stage = try Stage(width: w, height: h)
            for (index, join) in Self.joins.enumerated() {
                // Each join with each cap, in one of the plots.
                let cap = Self.caps[(index + number) % 3]
                let style = LineStyle(
                    width: width, color: Color(hex: 0xFFFFFF, alpha: 0.5), join: join, cap: cap)
                for (points, line) in zip(lines, buffers) {
                    let picture = try draw(stage, line, style)
                    var most: UInt8 = 0
                    for at in stride(from: 0, to: picture.bytes.count, by: 4) {
                        most = max(most, picture.bytes[at])
                    }
                    #expect(
                        abs(Double(most) - tone * 255) <= 1,
                        "\(most) at its most, \(join) and \(cap) in \(w) × \(h)")
                    compare(picture, points, style, tone: 0.5, pixels: 60, &differences)
                }
            }
        }
        #expect(differences.count > 200)
        #expect(differences.sum < 0.02 * Double(differences.count), "\(differences.text)")
        #expect(differences.strong * 50 < differences.count, "\(differences.text)")
        #expect(differences.worst < 0.35, "\(differences.text)")
    }

    // MARK: Widths

    /// Two ends of a line through the middle of a plot, `reach` device pixels from it, as data.
    private func line(_ stage: Stage, degrees: Double, reach: Double) -> SampleBuffer {
        let (w, h) = (Double(stage.surface.width), Double(stage.surface.height))
        let arm = Vector(dx: cos(degrees * .pi / 180), dy: sin(degrees * .pi / 180)) * reach
        return buffer(
            [-1.0, 1].map { Point(x: 0.5 + $0 * arm.dx / w, y: 0.5 + $0 * arm.dy / h) })
    }

    @Test(arguments: [(80, 1600), (160, 160), (1600, 80)])
    func theWidthIsTheWidthAtEveryAngle(w: Int, h: Int) throws {
        let stage = try Stage(width: w, height: h)
        for degrees in stride(from: 2.5, to: 180, by: 15) {
            let line = line(stage, degrees: degrees, reach: 3_000)
            let (cosine, sine) = (abs(cos(degrees * .pi / 180)), abs(sin(degrees * .pi / 180)))
            for width in Self.widths {
                let picture = try draw(stage, line, LineStyle(width: width, color: white))
                // Cuts near the middle, across which the whole line is in the picture.
                let isFlat = cosine > sine
                let middle = isFlat ? w / 2 : h / 2
                let cuts = middle - 8..<middle + 8
                let measured = cuts.map {
                    (isFlat ? picture.column($0) : picture.row($0)) * max(cosine, sine)
                }
                #expect(
                    measured.allSatisfy { abs($0 - width) < 0.1 },
                    "\(measured) for \(width) at \(degrees)° in \(w) × \(h)")
            }
        }
    }

    /// Along a diagonal every cut meets the pixels in the same way, so errors do not average out.
    @Test func theWidthIsTheWidthAlongTheDiagonal() throws {
        let stage = try Stage(width: 100, height: 100)
        for phase in stride(from: 0, to: 1, by: 0.125) {
            let line = buffer(
                [Point(x: -0.2, y: -0.2), Point(x: 1.2, y: 1.2)].map {
                    Point(x: $0.x, y: $0.y + phase / 100)
                })
            for width in Self.widths {
                let picture = try draw(stage, line, LineStyle(width: width, color: white))
                let measured = picture.column(50) * 0.5.squareRoot()
                #expect(abs(measured - width) < 0.1, "\(measured) for \(width) at \(phase)")
            }
        }
    }

    /// The length computed from a line's area, as the mean over some positions between the pixels.
    @Test func capsReachAsFarAsTheyShould() throws {
        let stage = try Stage(width: 120, height: 120)
        var chance = SplitMix(seed: 3)
        for degrees in stride(from: 0.0, through: 90, by: 22.5) {
            let arm = Vector(dx: cos(degrees * .pi / 180), dy: sin(degrees * .pi / 180)) * 25
            let lines = (0..<6).map { _ in
                let middle = Point(x: 60 + chance.unit(), y: 60 + chance.unit())
                return buffer(
                    [middle + arm, middle + arm * -1].map { Point(x: $0.x / 120, y: $0.y / 120) })
            }
            for width in [2.0, 5, 13, 40] {
                for (cap, extra) in zip(Self.caps, [.pi / 4 * width, 0, width]) {
                    let style = LineStyle(width: width, color: white, cap: cap)
                    let sum = try lines.reduce(0) { try $0 + draw(stage, $1, style).area }
                    let length = sum / 6 / width
                    // A tenth of a pixel at each end; a little more where an end is two pixels.
                    #expect(
                        abs(length - 50 - extra) < (width < 5 ? 0.35 : 0.2),
                        "\(length) for \(50 + extra), \(width) wide, \(cap) at \(degrees)°")
                }
            }
        }
    }

    // MARK: Corners

    /// Two legs from the middle of a plot of 120 by 120, the first one 20° off the x axis.
    private func corner(turn degrees: Double, leg: Double) -> [Point] {
        let first = 20 * Double.pi / 180
        let second = first + degrees * .pi / 180
        return [
            Point(x: 60 - leg * cos(first), y: 60 - leg * sin(first)), Point(x: 60, y: 60),
            Point(x: 60 + leg * cos(second), y: 60 + leg * sin(second)),
        ].map { Point(x: $0.x / 120, y: $0.y / 120) }
    }

    /// Also if the corner is deeper than its legs are long, and translucent.
    @Test(arguments: [45.0, 14], [1, 0.5])
    func cornersHaveTheirShapeAtEveryAngle(leg: Double, alpha: Double) throws {
        let stage = try Stage(width: 120, height: 120)
        let color = Color(hex: 0xFFFFFF, alpha: Float(alpha))
        var differences = Differences()
        for turn in [0, 5, 20, 45, 60, 90, 100, 120, 135, 150, 160, 170, 175, 179.0] {
            let points = corner(turn: turn, leg: leg)
            let line = buffer(points)
            for width in [3.0, 8, 20] {
                for (index, join) in Self.joins.enumerated() {
                    let style = LineStyle(
                        width: width, color: color, join: join, cap: Self.caps[2 - index])
                    let picture = try draw(stage, line, style)
                    compare(picture, points, style, tone: alpha, pixels: 80, &differences)
                }
            }
        }
        #expect(differences.count > 3_000)
        #expect(differences.sum < 0.015 * Double(differences.count), "\(differences.text)")
        #expect(differences.strong * 50 < differences.count, "\(differences.text)")
        #expect(differences.worst < 0.4, "\(differences.text)")
    }

    @Test(arguments: [1.5, 2, 4, 10])
    func aPointIsThereUpToItsLimit(limit: Double) throws {
        let stage = try Stage(width: 120, height: 120)
        let half = 5.0
        let edge = 2 * acos(1 / limit) * 180 / Double.pi
        for step in [-30.0, -10, -1, 1, 10, 30] where edge + step < 175 {
            let line = buffer(corner(turn: edge + step, leg: 50))
            func area(_ join: LineJoin) throws -> Double {
                let style = LineStyle(width: 2 * half, color: white, join: join, cap: .butt)
                return try draw(stage, line, style).area
            }
            let turn = (edge + step) * .pi / 180
            // The point is a kite about the corner, the bevel the triangle that is its lower half.
            let more = half * half * (tan(turn / 2) - sin(turn) / 2)
            let wanted = step < 0 ? more : 0
            let measured = try area(.miter(limit: limit)) - area(.bevel)
            #expect(abs(measured - wanted) < 0.03 * more + 0.2, "\(limit) at \(step)")
        }
    }

    @Test func aTurnBackIsFlatOrRound() throws {
        let stage = try Stage(width: 100, height: 40)
        // 50 to the right and 30 back.
        let line = buffer([(0.2, 0.5), (0.7, 0.5), (0.4, 0.5)].map { Point(x: $0.0, y: $0.1) })
        for alpha in [1, 0.5] {
            for (join, extra) in zip(Self.joins, [.pi * 32.0, 0, 0]) {
                let style = LineStyle(
                    width: 16, color: Color(hex: 0xFFFFFF, alpha: Float(alpha)), join: join,
                    cap: .butt)
                let area = try draw(stage, line, style).area / alpha
                #expect(abs(area - 50 * 16 - extra) < 4, "\(join): \(area)")
            }
        }
    }

    @Test(arguments: [1, 0.5])
    func repeatedSamplesLeaveNoHole(alpha: Double) throws {
        let stage = try Stage(width: 100, height: 100)
        let corner = [Point(x: 0.2, y: 0.2), Point(x: 0.5, y: 0.8), Point(x: 0.8, y: 0.3)]
        let repeated = corner.flatMap { [$0, $0, $0] }
        let color = Color(hex: 0xFFFFFF, alpha: Float(alpha))
        // Lines end and turn round there, whatever their caps and joins.
        let wanted = try draw(stage, buffer(corner), LineStyle(width: 14, color: color))
        for (join, cap) in zip(Self.joins, Self.caps) {
            let style = LineStyle(width: 14, color: color, join: join, cap: cap)
            let picture = try draw(stage, buffer(repeated), style)
            for y in 0..<100 {
                for x in 0..<100 where wanted.coverage(x, y) > 0.99 * alpha {
                    #expect(picture.coverage(x, y) == wanted.coverage(x, y), "\(x), \(y)")
                }
            }
            #expect(abs(picture.area - wanted.area) < 0.02 * wanted.area)
            let dot = try draw(stage, buffer([corner[0], corner[0], corner[0]]), style)
            #expect(abs(dot.area / alpha - 49 * .pi) < (alpha < 1 ? 2 : 12), "\(dot.area)")
        }
    }
}
