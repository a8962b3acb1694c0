import ChartScene
import GPU
import Geometry
import Glibc
import Painting
import Testing

/// Lines through vertices of a plane, against their geometry.
@MainActor
@Suite struct PolylineTests {
    private typealias Vertex = PolylineBuffer.Vertex

    private func buffer(_ vertices: [Vertex]) -> PolylineBuffer {
        let buffer = PolylineBuffer()
        buffer.replace(vertices)
        return buffer
    }

    private func drawn(
        _ buffer: PolylineBuffer, _ map: AffineTransform, width: Double, scale: Double = 1,
        color: Color? = nil
    ) throws -> Picture {
        try Stage(width: 80, height: 80).draw(scale: scale) {
            $0.polyline(buffer, map: map, width: width, color: color)
        }
    }

    @Test func linesAreWhereAPlaneIsMovedStretchedAndTurned() throws {
        // The plane is small, as that of a map is: a unit of it is 10,000 points.
        let places = [(-0.002, 0.001), (0.0012, 0.0018), (0.0025, -0.001), (-0.001, -0.002)]
        let lines = buffer(
            places.enumerated().map {
                Vertex(x: $1.0, y: $1.1, color: $0 == places.count - 1 ? nil : white)
            })
        for turn in [0, 0.4, 2.5, -1.2] {
            let map = AffineTransform(
                a: 10_000 * cos(turn), b: 10_000 * sin(turn), c: -10_000 * sin(turn),
                d: 10_000 * cos(turn), tx: 20.3, ty: 19.6)
            let picture = try drawn(lines, map, width: 2.5, scale: 2)
            let pixels = places.map { place -> (Double, Double) in
                let point = map(Point(x: place.0, y: place.1))
                return (point.x * 2, point.y * 2)
            }
            let pieces = RoundSegment.pieces(pixels) { _ in 5 }
            var worst = 0.0
            for y in 0..<80 {
                for x in 0..<80 {
                    let place = Point(x: Double(x) + 0.5, y: Double(y) + 0.5)
                    worst = max(
                        worst, RoundSegment.error(picture.coverage(x, y), at: place, of: pieces))
                }
            }
            #expect(worst < 0.02, "turned by \(turn)")
        }
    }

    @Test func aLineOfManyVerticesIsAsEvenAsOneOfFew() throws {
        let few = buffer([Vertex(x: 5, y: 9, color: white), Vertex(x: 75, y: 61, color: nil)])
        let many = buffer(
            (0...35).map {
                let part = Double($0) / 35
                return Vertex(x: 5 + 70 * part, y: 9 + 52 * part, color: $0 == 35 ? nil : white)
            })
        let (a, b) = (
            try drawn(few, .identity, width: 4), try drawn(many, .identity, width: 4)
        )
        let worst = (0..<80).flatMap { y in
            (0..<80).map { abs(a.coverage($0, y) - b.coverage($0, y)) }
        }.max()
        #expect(try #require(worst) < 0.02)
    }

    @Test func segmentsHaveTheirOwnColorsAndSomeAreMissing() throws {
        let (red, blue) = (Color(hex: 0xFF0000), Color(hex: 0x0000FF))
        let lines = buffer([
            Vertex(x: 10, y: 20, color: red), Vertex(x: 30, y: 20, color: nil),
            Vertex(x: 50, y: 20, color: blue), Vertex(x: 70, y: 20, color: nil),
        ])
        let picture = try drawn(lines, .identity, width: 6)
        #expect(picture[20, 20] == 0xFF0000)
        #expect(picture[40, 20] == 0)
        #expect(picture[60, 20] == 0x0000FF)
        // The ends around the missing one are round.
        #expect(picture[31, 20] == 0xFF0000 && picture[34, 20] == 0)
        #expect(picture[48, 20] == 0x0000FF && picture[45, 20] == 0)
        let green = Color(hex: 0x00FF00)
        let covered = try drawn(lines, .identity, width: 6, color: green)
        #expect(covered[20, 20] == 0x00FF00 && covered[60, 20] == 0x00FF00)
        #expect(covered[40, 20] == 0)
    }

    @Test func panZoomAndTurnSendNothing() throws {
        let stage = try Stage(width: 80, height: 80)
        let lines = buffer(
            (0..<500).map {
                Vertex(x: Double($0 % 80), y: Double($0 / 8), color: $0 == 499 ? nil : white)
            })
        _ = try stage.draw { $0.polyline(lines, map: .identity, width: 2) }
        #expect(stage.statistics.uploadedBytes > 0)
        for map in [AffineTransform.move(Vector(dx: 5, dy: 3)), .scale(2, 2)] {
            _ = try stage.draw { $0.polyline(lines, map: map, width: 2) }
            #expect(stage.statistics.uploadedBytes == 0)
            #expect(stage.statistics.draws == 1)
        }
    }

    @Test func theOutlineIsTheSameLine() throws {
        let (red, blue) = (Color(hex: 0xFF0000), Color(hex: 0x0000FF))
        let lines = buffer([
            Vertex(x: 10, y: 10, color: red), Vertex(x: 30, y: 25, color: red),
            Vertex(x: 40, y: 60, color: blue), Vertex(x: 70, y: 50, color: nil),
            Vertex(x: 70, y: 20, color: blue), Vertex(x: 50, y: 10, color: nil),
        ])
        let turned = AffineTransform.turn(0.3, about: Point(x: 40, y: 40))
        let drawn = try drawn(lines, turned, width: 4)
        let outline = try Stage(width: 80, height: 80).draw { scene in
            let canvas = Canvas(scale: 1)
            PolylineItem(lines, map: turned, width: 4).record(
                on: canvas, in: PixelRect(x: 0, y: 0, width: 80, height: 80))
            scene.picture(canvas.finish())
        }
        // Where the colour changes, one has the border at the bisector and the other a round end.
        let change = turned(Point(x: 40, y: 60))
        let differing = (0..<80).flatMap { y in (0..<80).map { (x: $0, y: y) } }.filter {
            let place = Point(x: Double($0.x) + 0.5, y: Double($0.y) + 0.5)
            if (place - change).length < 3.5 { return false }
            let (a, b) = (drawn[$0.x, $0.y], outline[$0.x, $0.y])
            return [0, 8, 16].contains { abs(Int(a >> $0 & 255) - Int(b >> $0 & 255)) > 40 }
        }
        #expect(differing.isEmpty)
    }
}
