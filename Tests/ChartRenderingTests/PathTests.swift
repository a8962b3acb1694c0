import ChartRendering
import ChartScene
import GPU
import Geometry
import Painting
import Testing
import Text

/// Paths, images, groups and maps of pictures, compared with arithmetic.
@MainActor
@Suite struct PathTests {
    private let red = Color(hex: 0xFF0000)

    private func draw(
        _ stage: Stage, scale: Double = 1, _ record: (Canvas) -> Void
    ) throws -> Picture {
        let canvas = Canvas(scale: scale)
        record(canvas)
        let picture = canvas.finish()
        return try stage.draw(scale: scale) { $0.picture(picture) }
    }

    // MARK: Areas

    @Test(arguments: [1.0, 1.5, 2.0]) func anAreaIsAsLargeAsItsOutline(scale: Double) throws {
        let stage = try Stage(width: 120, height: 120)
        let square = try draw(stage, scale: scale) {
            $0.fill(Path(Rect(x: 10.25, y: 5.5, width: 30.3, height: 20.7)), .color(white))
        }
        #expect(abs(square.area - 30.3 * 20.7 * scale * scale) < 1)
        let disc = try draw(stage, scale: scale) {
            $0.fill(Path(circleAt: Point(x: 28, y: 29), radius: 20), .color(white))
        }
        #expect(abs(disc.area - .pi * 400 * scale * scale) < 2.5 * scale)
        #expect(disc.coverage(Int(28 * scale), Int(29 * scale)) == 1)
        let triangle = try draw(stage, scale: scale) {
            $0.fill(
                Path([Point(x: 3, y: 4), Point(x: 50.5, y: 9.25), Point(x: 20, y: 55)]),
                .color(white))
        }
        let wanted = abs(47.5 * 51 - 17 * 5.25) / 2 * scale * scale
        #expect(abs(triangle.area - wanted) < 1.5)
    }

    @Test func holesAreLeftOutByEitherRule() throws {
        let stage = try Stage(width: 60, height: 60)
        var ring = Path(Rect(x: 10, y: 10, width: 40, height: 40))
        ring.append(Path(Rect(x: 20, y: 20, width: 20, height: 20)))
        var turned = Path(Rect(x: 10, y: 10, width: 40, height: 40))
        turned.append(
            Path([
                Point(x: 20, y: 20), Point(x: 20, y: 40), Point(x: 40, y: 40),
                Point(x: 40, y: 20),
            ]))
        for (path, rule, area) in [
            (ring, FillRule.evenOdd, 1200.0), (ring, .nonZero, 1600), (turned, .nonZero, 1200),
            (turned, .evenOdd, 1200),
        ] {
            let picture = try draw(stage) { $0.fill(path, .color(white), rule: rule) }
            #expect(abs(picture.area - area) < 0.01, "\(rule)")
            #expect(picture.coverage(30, 30) == (area == 1600 ? 1 : 0))
        }
    }

    @Test func aGradientGoesFromPointToPoint() throws {
        let stage = try Stage(width: 100, height: 20)
        let gradient = LinearGradient(
            from: Color(hex: 0), at: Point(x: 20, y: 0), to: white, at: Point(x: 80, y: 0))
        for element in 0..<2 {
            let picture = try draw(stage) { canvas in
                let rect = Rect(x: 0, y: 5, width: 100, height: 10)
                if element == 0 {
                    canvas.fill(Path(rect), .linear(gradient))
                } else {
                    canvas.fill(rect, .linear(gradient))
                }
            }
            for x in [0, 10, 30, 50, 70, 90] {
                let wanted = min(max((Double(x) + 0.5 - 20) / 60, 0), 1)
                #expect(abs(picture.coverage(x, 10) - wanted) < 0.006, "\(x)")
            }
        }
    }

    @Test func whatIsFarOutsideAndWhatIsNoNumberIsNoError() throws {
        let stage = try Stage(width: 40, height: 40)
        let picture = try draw(stage) { canvas in
            canvas.fill(
                Path(Rect(x: -1e7, y: 10, width: 2e7, height: 5)), .color(white))
            canvas.fill(Path([Point(x: .nan, y: 0), Point(x: 5, y: 5)]), .color(white))
            canvas.fill(Path(Rect(x: 5, y: 5, width: 0, height: 0)), .color(white))
            canvas.stroke(
                Path([Point(x: 0, y: 30), Point(x: .infinity, y: 30)], isClosed: false), white,
                StrokeStyle(width: 2, dashes: [3, 3]))
        }
        #expect(picture.rows(inColumn: 20) == [10, 11, 12, 13, 14])
    }

    // MARK: Strokes

    @Test func dashesAreAsLongAsTheirPattern() throws {
        let stage = try Stage(width: 120, height: 30)
        let line = Path([Point(x: 10, y: 15), Point(x: 110, y: 15)], isClosed: false)
        for (dashes, start, wanted) in [
            ([10.0, 10], 0.0, Array(10..<20) + Array(30..<40)), ([10, 10], 5, Array(10..<15)),
            ([10, 10], 15, Array(15..<25)), ([4], 0, Array(10..<14) + Array(18..<22)),
        ] {
            let picture = try draw(stage) {
                $0.stroke(
                    line, white,
                    StrokeStyle(width: 4, cap: .butt, dashes: dashes, dashStart: start))
            }
            let columns = picture.columns(inRow: 15)
            #expect(columns.starts(with: wanted), "\(dashes) from \(start): \(columns)")
            #expect(picture.rows(inColumn: wanted[1]) == [13, 14, 15, 16])
        }
    }

    @Test func aClosedOutlineIsStrokedAllRound() throws {
        let stage = try Stage(width: 60, height: 60)
        let picture = try draw(stage) {
            $0.stroke(
                Path(Rect(x: 10, y: 10, width: 40, height: 40)), white,
                StrokeStyle(width: 2, join: .miter(limit: 4)))
        }
        #expect(abs(picture.area - 4 * 40 * 2) < 2)
        #expect(picture.coverage(9, 9) > 0.95 && picture.coverage(30, 30) == 0)
    }

    // MARK: Images

    /// Four pixels: red and green above blue and white.
    private let image = PaintedImage(
        width: 2, height: 2,
        bytes: [255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 255])

    @Test func anImageIsDrawnPixelForPixelAndEnlarged() throws {
        let stage = try Stage(width: 40, height: 40)
        let picture = try draw(stage) {
            $0.image(image, in: Rect(x: 3, y: 4, width: 2, height: 2))
            $0.image(image, in: Rect(x: 10, y: 10, width: 20, height: 20), sampling: .nearest)
        }
        #expect(picture[3, 4] == 0xFF0000 && picture[4, 4] == 0x00FF00)
        #expect(picture[3, 5] == 0x0000FF && picture[4, 5] == 0xFFFFFF)
        #expect(picture[2, 4] == 0 && picture[5, 4] == 0 && picture[3, 6] == 0)
        for (x, y, color) in [
            (10, 10, 0xFF0000), (19, 19, 0xFF0000), (20, 19, 0x00FF00), (19, 20, 0x0000FF),
            (29, 29, 0xFFFFFF), (30, 29, 0), (29, 30, 0),
        ] {
            #expect(picture[x, y] == UInt32(color), "\(x), \(y)")
        }
    }

    @Test func betweenPixelsColoursAreMixedAndAtTheEdgeTheyGoOn() throws {
        let stage = try Stage(width: 40, height: 40)
        let row = PaintedImage(
            width: 2, height: 1, bytes: [0, 0, 0, 255, 255, 255, 255, 255])
        let picture = try draw(stage) {
            $0.image(row, in: Rect(x: 0, y: 0, width: 40, height: 40))
        }
        // The middles of the pixels are at 10 and 30.
        for x in [0, 5, 12, 20, 28, 35, 39] {
            let wanted = min(max((Double(x) + 0.5 - 10) / 20, 0), 1)
            #expect(abs(picture.coverage(x, 20) - wanted) < 0.006, "\(x)")
        }
    }

    @Test func anImageIsTurned() throws {
        let stage = try Stage(width: 40, height: 40)
        let turn = AffineTransform.turn(.pi / 2, about: Point(x: 20, y: 20))
        let ways: [(SceneBuilder) -> Void] = [
            { [image] in
                $0.image(
                    image, in: Rect(x: 10, y: 10, width: 20, height: 20), map: turn,
                    sampling: .nearest)
            },
            { [image] scene in
                let canvas = Canvas(scale: 1)
                canvas.transformed(by: turn) {
                    canvas.image(
                        image, in: Rect(x: 10, y: 10, width: 20, height: 20),
                        sampling: .nearest)
                }
                scene.picture(canvas.finish())
            },
        ]
        for body in ways {
            let picture = try stage.draw(body)
            // A quarter clockwise: the pixel from the upper left is at the upper right.
            #expect(picture[25, 15] == 0xFF0000 && picture[25, 25] == 0x00FF00)
            #expect(picture[15, 15] == 0x0000FF && picture[15, 25] == 0xFFFFFF)
            #expect(picture[8, 20] == 0)
        }
    }

    // MARK: Groups and maps

    @Test func aGroupIsSeeThroughAsAWhole() throws {
        let stage = try Stage(width: 40, height: 40)
        let first = Rect(x: 5, y: 5, width: 20, height: 20)
        let second = Rect(x: 15, y: 15, width: 20, height: 20)
        let picture = try draw(stage) { canvas in
            canvas.group(opacity: 0.5) {
                canvas.fill(first, white)
                canvas.fill(second, red, corners: 4)
            }
        }
        #expect(abs(picture.coverage(8, 8) - 0.5) < 0.005)
        // Where both are, only the upper one is visible.
        #expect(picture[20, 20] == 0x800000 || picture[20, 20] == 0x7F0000)
        let scene = try stage.draw { scene in
            scene.group(opacity: 0.5) {
                scene.fill(first, white)
                scene.group(opacity: 0.5) { scene.fill(second, red) }
            }
        }
        #expect(scene[30, 30] >> 16 == 0x40 || scene[30, 30] >> 16 == 0x3F)
        #expect(abs(Int(scene[20, 20] >> 16) - 0x80) <= 1)
        #expect(abs(Int(scene[20, 20] & 255) - 0x40) <= 1)
    }

    @Test func aMapMovesAndEnlargesEverything() throws {
        let stage = try Stage(width: 80, height: 80)
        let map = AffineTransform.move(Vector(dx: 10, dy: 20)).after(.scale(2, 2))
        let mapped = try draw(stage) { canvas in
            canvas.transformed(by: map) {
                canvas.fill(Rect(x: 0, y: 0, width: 10, height: 5), white, corners: 2)
                canvas.circle(at: Point(x: 20, y: 20), radius: 5, fill: white)
                canvas.polyline(
                    [Point(x: 0, y: 10), Point(x: 10, y: 20)], width: 1.5, color: white)
            }
        }
        let plain = try draw(stage) { canvas in
            canvas.fill(Rect(x: 10, y: 20, width: 20, height: 10), white, corners: 4)
            canvas.circle(at: Point(x: 50, y: 60), radius: 10, fill: white)
            canvas.polyline([Point(x: 10, y: 40), Point(x: 30, y: 60)], width: 3, color: white)
        }
        #expect(mapped == plain)
    }

    @Test func whatIsTurnedKeepsItsSize() throws {
        let stage = try Stage(width: 120, height: 120)
        let line = stage.typesetter.line("Oresen", TextStyle(size: 20))
        func picture(_ angle: Double) throws -> Picture {
            try draw(stage) { canvas in
                canvas.transformed(by: .turn(angle, about: Point(x: 60, y: 60))) {
                    canvas.text(line, x: 60 - line.width / 2, baseline: 66, color: white)
                    canvas.fill(Rect(x: 30, y: 80, width: 60, height: 10), white)
                }
            }
        }
        let upright = try picture(0)
        for angle in [0.3, .pi / 2, 2] {
            let turned = try picture(angle)
            #expect(abs(turned.area - upright.area) < 0.03 * upright.area, "\(angle)")
        }
        // A quarter turn puts the bar below to the left.
        let quarter = try picture(.pi / 2)
        #expect(quarter.coverage(35, 60) > 0.99 && quarter.coverage(35, 25) < 0.01)
    }

    @Test func somethingTurnedIsDrawnByItselfOnce() throws {
        let stage = try Stage(width: 100, height: 100)
        let line = stage.typesetter.line("8,412", TextStyle(size: 16))
        let canvas = Canvas(scale: 1)
        canvas.transformed(by: .turn(0.5, about: Point(x: 50, y: 50))) {
            canvas.text(line, x: 30, baseline: 50, color: white)
        }
        let picture = canvas.finish()
        let first = try stage.draw { $0.picture(picture) }
        #expect(first.area > 20)
        #expect(try stage.draw { $0.picture(picture) } == first)
        #expect(stage.statistics.uploadedBytes == 0 && stage.statistics.draws <= 2)
    }
}
