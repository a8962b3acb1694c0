import ChartExport
import Geometry
import Glibc
import Imaging
import Painting
import PictureTesting
import Testing
import Text

/// The output of other renderers for the files, away from edges, compared with arithmetic.
@MainActor
@Suite struct ColorTests {
    private let white = Color(hex: 0xFFFFFF)
    private let red = Color(hex: 0xC03040)
    private let blue = Color(hex: 0x2040B0)
    private let size = Size(width: 120, height: 80)

    /// Both files as pictures, two pixels a point, on white.
    private func shown(
        scale: Double = 2, _ draw: (Setting, Canvas) -> Void
    ) throws -> [(name: String, picture: Bitmap)] {
        let setting = try Setting()
        let canvas = Canvas(scale: scale)
        canvas.fill(Rect(origin: .zero, size: size), white)
        draw(setting, canvas)
        let picture = canvas.finish()
        return [
            ("SVG", try .shown(svg: try setting.svg(picture, size).utf8, scale: 2)),
            ("PDF", try .shown(pdf: try setting.pdf(picture, size), scale: 2)),
        ]
    }

    private func expect(
        _ picture: Bitmap, _ x: Double, _ y: Double, _ wanted: Color, within: Int = 3,
        _ name: String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let (is_, should) = (picture[Int(x * 2), Int(y * 2)], Bitmap.Pixel(wanted))
        let difference =
            [
                Int(is_.red) - Int(should.red), Int(is_.green) - Int(should.green),
                Int(is_.blue) - Int(should.blue),
            ].map(abs).max() ?? 0
        #expect(
            difference <= within, "\(name) at (\(x), \(y)): \(is_), not \(should)",
            sourceLocation: sourceLocation)
    }

    @Test func colorsCoverWhatLiesBelow() throws {
        for (name, picture) in try shown({ _, canvas in
            canvas.fill(Rect(x: 10, y: 10, width: 40, height: 40), red)
            canvas.fill(Rect(x: 30, y: 30, width: 40, height: 40), blue.opacity(0.4))
        }) {
            #expect(picture.width == 240 && picture.height == 160, "\(name)")
            expect(picture, 20, 20, red, name)
            expect(picture, 40, 40, blue.opacity(0.4).over(red), name)
            expect(picture, 60, 60, blue.opacity(0.4).over(white), name)
            expect(picture, 100, 70, white, name)
        }
    }

    @Test func aBorderCoversItsEdgeOnly() throws {
        let half = blue.opacity(0.5)
        for (name, picture) in try shown({ _, canvas in
            canvas.fill(
                Rect(x: 10, y: 10, width: 40, height: 40), red,
                border: Border(width: 6, color: half))
            canvas.marker(
                .square, at: Point(x: 90, y: 30), radius: 20, fill: red,
                stroke: Border(width: 6, color: blue))
        }) {
            expect(picture, 13, 30, half.over(white), name)
            expect(picture, 30, 30, red, name)
            expect(picture, 8, 30, white, name)
            expect(picture, 73, 30, blue, name)
            expect(picture, 78, 30, red, name)
        }
    }

    @Test func gradientsChangeEvenly() throws {
        for (name, picture) in try shown({ _, canvas in
            canvas.fill(Rect(x: 10, y: 10, width: 100, height: 20), .horizontal(red, blue))
            canvas.fill(Rect(x: 10, y: 40, width: 100, height: 20), .horizontal(red, .clear))
            canvas.fill(
                Path(Rect(x: 10, y: 65, width: 100, height: 10)),
                .linear(
                    LinearGradient(
                        from: red, at: Point(x: 60, y: 0), to: blue, at: Point(x: 110, y: 0))))
        }) {
            for x in [20.25, 60.25, 100.25] {
                let part = Float((x - 10) / 100)
                expect(picture, x, 20, red.mixed(with: blue, part), name)
                expect(picture, x, 50, red.opacity(1 - part).over(white), name)
            }
            expect(picture, 30, 70, red, name)
            expect(picture, 85.25, 70, red.mixed(with: blue, 0.505), name)
        }
    }

    @Test func aGroupIsSeenThroughAsOne() throws {
        for (name, picture) in try shown({ _, canvas in
            canvas.group(opacity: 0.5) {
                canvas.fill(Rect(x: 10, y: 10, width: 40, height: 40), red)
                canvas.fill(Rect(x: 30, y: 30, width: 40, height: 40), blue)
            }
        }) {
            expect(picture, 20, 20, red.opacity(0.5).over(white), name)
            expect(picture, 40, 40, blue.opacity(0.5).over(white), name)
        }
    }

    @Test func aClipCutsEdgesAndCorners() throws {
        for (name, picture) in try shown({ _, canvas in
            canvas.clipped(to: Rect(x: 20, y: 20, width: 40, height: 40), radius: 20) {
                canvas.fill(Rect(x: 0, y: 0, width: 120, height: 40), red)
            }
        }) {
            expect(picture, 40, 30, red, name)
            expect(picture, 40, 18, white, name)
            expect(picture, 22, 22, white, name)
            expect(picture, 40, 42, white, name)
        }
    }

    @Test func holesStayOpen() throws {
        var rings = Path(circleAt: Point(x: 40, y: 40), radius: 30)
        rings.append(Path(circleAt: Point(x: 40, y: 40), radius: 15))
        for (name, picture) in try shown({ _, canvas in
            canvas.fill(rings, .color(red), rule: .evenOdd)
            canvas.sector(
                center: Point(x: 95, y: 40), inner: 8, outer: 20, from: 0, to: .pi, color: blue)
            canvas.sector(
                center: Point(x: 95, y: 40), inner: 8, outer: 20, from: 0, to: 7, color: red)
        }) {
            expect(picture, 18, 40, red, name)
            expect(picture, 40, 40, white, name)
            expect(picture, 95, 40, white, name)
            expect(picture, 109, 40, red, name)
            expect(picture, 81, 40, red, name)
        }
    }

    @Test func dashesLeaveGaps() throws {
        var line = Path()
        line.move(to: Point(x: 10, y: 40))
        line.line(to: Point(x: 110, y: 40))
        for (name, picture) in try shown({ _, canvas in
            canvas.stroke(
                line, red, StrokeStyle(width: 8, cap: .butt, dashes: [20, 10], dashStart: 5))
        }) {
            expect(picture, 17, 40, red, name)
            expect(picture, 30, 40, white, name)
            expect(picture, 45, 40, red, name)
            expect(picture, 60, 40, white, name)
        }
    }

    @Test func aMapTurnsAndEnlarges() throws {
        for (name, picture) in try shown({ _, canvas in
            canvas.transformed(by: .turn(.pi / 4, about: Point(x: 40, y: 40))) {
                canvas.fill(
                    Rect(x: 20, y: 20, width: 40, height: 40), red,
                    border: Border(width: 4, color: blue))
            }
            canvas.transformed(by: .scale(2, 2)) {
                canvas.fill(Rect(x: 40, y: 10, width: 10, height: 10), blue)
            }
            canvas.transformed(by: .scale(1, 4)) {
                canvas.marker(.square, at: Point(x: 110, y: 10), radius: 5, fill: red)
            }
        }) {
            expect(picture, 40, 40, red, name)
            expect(picture, 40, 15, blue, name)
            expect(picture, 22, 22, white, name)
            expect(picture, 82, 22, blue, name)
            expect(picture, 98, 38, blue, name)
            expect(picture, 110, 24, red, name)
            expect(picture, 110, 56, red, name)
        }
    }

    @Test func imagesAreStretchedAndSeenThrough() throws {
        let image = PaintedImage(
            width: 2, height: 2,
            bytes: [255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 0, 0, 0, 128])
        for (name, picture) in try shown({ _, canvas in
            canvas.image(
                image, in: Rect(x: 10, y: 10, width: 40, height: 40), sampling: .nearest)
            canvas.image(
                image, in: Rect(x: 60, y: 10, width: 40, height: 40), sampling: .nearest,
                opacity: 0.5)
        }) {
            expect(picture, 12, 12, Color(hex: 0xFF0000), name)
            expect(picture, 48, 12, Color(hex: 0x00FF00), name)
            expect(picture, 12, 48, Color(hex: 0x0000FF), name)
            expect(picture, 48, 48, Color(hex: 0x000000, alpha: 128.0 / 255).over(white), name)
            expect(picture, 62, 12, Color(hex: 0xFF0000, alpha: 0.5).over(white), name)
        }
    }

    /// Along the middle of a side a shadow is the integral of a Gaussian.
    @Test func shadowsFadeAsAGaussianDoes() throws {
        let color = Color(hex: 0x000000, alpha: 0.2)
        for (name, picture) in try shown({ _, canvas in
            canvas.shadow(
                Rect(x: 20, y: 10, width: 80, height: 50), radius: 4, blur: 8,
                offset: Vector(dx: 0, dy: 2), color: color)
        }) {
            for y in [56.25, 60.25, 62.25, 64.25, 66.25, 68.25] {
                let alpha = 0.2 * 0.5 * (1 - erf((y - 62) / (4 * 2.0.squareRoot())))
                // The area that the rectangle will cover stays free, except its edge.
                let isCovered = y < 57
                expect(
                    picture, 60, y,
                    isCovered ? white : color.opacity(Float(alpha / 0.2)).over(white), name)
            }
        }
    }

    @Test func theGroundIsItsRectangleAndWhatIsUnderIt() throws {
        let setting = try Setting()
        let canvas = Canvas(scale: 2)
        let rect = Rect(x: 20, y: 20, width: 60, height: 40)
        canvas.ground(rect, red, in: Rect(origin: .zero, size: size), corners: 10) {
            canvas.fill(rect.inset(by: -5), blue)
        }
        let picture = canvas.finish()
        let svg = try Bitmap.shown(svg: try setting.svg(picture, size).utf8, scale: 2)
        #expect(svg[10, 10].alpha == 0)
        for (name, picture) in [
            ("SVG", svg), ("PDF", try .shown(pdf: try setting.pdf(picture, size), scale: 2)),
        ] {
            expect(picture, 50, 40, red, name)
            expect(picture, 17, 40, blue, name)
            expect(picture, 21, 21, blue, name)
        }
    }
}
