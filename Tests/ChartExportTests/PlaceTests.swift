import ChartExport
import Foundation
import Geometry
import Imaging
import Painting
import PictureTesting
import Testing
import Text

/// The positions of shapes in the files, read by independent code, compared with arithmetic.
@MainActor
@Suite struct PlaceTests {
    private let red = Color(hex: 0xC03040)
    private let blue = Color(hex: 0x2040B0)
    private nonisolated static let scales = [1, 1.5, 2]

    /// The content of both files for a picture.
    private func shapes(
        _ setting: Setting, _ picture: Picture
    ) throws -> [(name: String, shapes: [ReadShape])] {
        let svg = SVGReader(try setting.svg(picture))
        #expect(svg.error == nil)
        let pdf = try PDFReader(try setting.pdf(picture), height: 100)
        return [("SVG", svg.shapes), ("PDF", pdf.shapes)]
    }

    @Test(arguments: scales) func rectanglesAreOnDevicePixels(scale: Double) throws {
        let setting = try Setting()
        let rect = Rect(x: 10.3, y: 20.71, width: 30.42, height: 15.2)
        let picture = setting.picture(scale: scale) { canvas in
            canvas.fill(rect, red)
            canvas.fill(rect, blue, snapped: false)
            canvas.transformed(by: .move(Vector(dx: 50.2, dy: 1.1))) { canvas.fill(rect, red) }
        }
        func rounded(_ value: Double) -> Double { (value * scale).rounded() / scale }
        func edges(_ x: Double, _ y: Double) -> Rect {
            let (left, top) = (rounded(10.3 + x), rounded(20.71 + y))
            return Rect(
                x: left, y: top, width: rounded(40.72 + x) - left,
                height: rounded(35.91 + y) - top)
        }
        for (name, shapes) in try shapes(setting, picture) {
            try #require(shapes.count == 3, "\(name)")
            #expect(same(shapes[0].box, edges(0, 0)), "\(name): \(shapes[0].box)")
            #expect(shapes[0].color == "#C03040", "\(name)")
            #expect(same(shapes[1].box, rect), "\(name)")
            #expect(same(shapes[2].box, edges(50.2, 1.1)), "\(name): \(shapes[2].box)")
        }
    }

    @Test(arguments: scales) func aBorderLiesWithinItsEdge(scale: Double) throws {
        let setting = try Setting()
        let rect = Rect(x: 10, y: 20, width: 60, height: 40)
        let widths: [(given: Double, wanted: Double)] = [
            (0, 1 / scale), (2.2, (2.2 * scale).rounded() / scale), (0.1, 1 / scale),
        ]
        for (given, wanted) in widths {
            for (border, corners) in [(blue, Corners(0)), (blue, 8), (blue.opacity(0.5), 8)] {
                let picture = setting.picture(scale: scale) {
                    $0.fill(
                        rect, red, corners: corners, border: Border(width: given, color: border))
                }
                for (name, shapes) in try shapes(setting, picture) {
                    try #require(shapes.count == 2, "\(name)")
                    #expect(same(shapes[1].inkBox, rect), "\(name) \(given): \(shapes[1].inkBox)")
                    #expect(abs(shapes[1].width - wanted) < 0.01, "\(name) \(given)")
                    // The inside extends under an opaque border, and not under a translucent one.
                    let inset = border.alpha == 1 ? wanted / 2 : wanted
                    #expect(same(shapes[0].box, rect.inset(by: inset)), "\(name) \(given)")
                }
            }
        }
    }

    @Test(arguments: scales) func linesOfDevicePixelsBeginWithTheirRow(scale: Double) throws {
        let setting = try Setting()
        let picture = setting.picture(scale: scale) {
            $0.horizontalLine(from: 90.2, to: 10.4, y: 33.3, color: red)
            $0.verticalLine(x: 44.9, from: 12.2, to: 70.7, color: blue, pixels: 3)
        }
        func rounded(_ value: Double) -> Double { (value * scale).rounded() / scale }
        func floored(_ value: Double) -> Double { (value * scale).rounded(.down) / scale }
        let level = Rect(
            x: rounded(10.4), y: floored(33.3), width: rounded(90.2) - rounded(10.4),
            height: 1 / scale)
        let upright = Rect(
            x: floored(44.9), y: rounded(12.2), width: 3 / scale,
            height: rounded(70.7) - rounded(12.2))
        for (name, shapes) in try shapes(setting, picture) {
            try #require(shapes.count == 2, "\(name)")
            #expect(same(shapes[0].box, level), "\(name): \(shapes[0].box)")
            #expect(same(shapes[1].box, upright), "\(name): \(shapes[1].box)")
        }
    }

    @Test(arguments: MarkerShape.allCases) func markersAreExact(shape: MarkerShape) throws {
        let setting = try Setting()
        let center = Point(x: 50.37, y: 40.61)
        let picture = setting.picture(scale: 1.5) {
            $0.marker(shape, at: center, radius: 7.3, fill: red)
            $0.marker(shape, at: center, radius: 7.3, fill: red, stroke: .hairline(blue))
        }
        let box = Rect(x: center.x - 7.3, y: center.y - 7.3, width: 14.6, height: 14.6)
        for (name, shapes) in try shapes(setting, picture) {
            try #require(shapes.count == 3, "\(name)")
            #expect(same(shapes[0].box, box), "\(name): \(shapes[0].box)")
            // Half of the line's width; at a diamond's tips, that along its diagonal.
            let half = 1 / 1.5 / 2 * (shape == .diamond ? 2.0.squareRoot() : 1)
            #expect(same(shapes[2].box, box.inset(by: half)), "\(name): \(shapes[2].box)")
            #expect(abs(shapes[2].width - 1 / 1.5) < 0.01, "\(name)")
        }
    }

    @Test func linesGoThroughTheirPoints() throws {
        let setting = try Setting()
        let points = [Point(x: 10.11, y: 80.22), Point(x: 60.33, y: 15.44), Point(x: 120.5, y: 60)]
        let picture = setting.picture(scale: 2) { canvas in
            canvas.polyline(points, width: 2.5, color: red)
            canvas.polygon(points, color: blue)
            canvas.transformed(by: .turn(.pi / 2, about: Point(x: 50, y: 50))) {
                canvas.polyline(points, width: 2.5, color: red)
            }
        }
        let turned = points.map { Point(x: 100 - $0.y, y: $0.x) }
        for (name, shapes) in try shapes(setting, picture) {
            try #require(shapes.count == 3, "\(name)")
            for (read, wanted) in zip(shapes, [points, points, turned]) {
                for (a, b) in zip(read.points, wanted) {
                    #expect((a - b).length < 0.012, "\(name): \(a), not \(b)")
                }
            }
            #expect(shapes[0].isStroke && abs(shapes[0].width - 2.5) < 0.01, "\(name)")
        }
    }

    @Test func sectorsAreArcs() throws {
        let setting = try Setting()
        let center = Point(x: 60, y: 50)
        let picture = setting.picture(scale: 1) {
            // From 3 to 6 o'clock.
            $0.sector(
                center: center, inner: 10, outer: 40, from: .pi / 2, to: .pi, color: red)
        }
        for (name, shapes) in try shapes(setting, picture) {
            let points = try #require(shapes.first).points
            #expect(same(shapes[0].box, Rect(x: 60, y: 50, width: 40, height: 40)), "\(name)")
            for end in [(100.0, 50.0), (60, 90), (60, 60), (70, 50)] {
                let place = Point(x: end.0, y: end.1)
                #expect(points.contains { ($0 - place).length < 0.012 }, "\(name): \(end)")
            }
        }
    }

    @Test func bandsAndPathsKeepTheirPoints() throws {
        let setting = try Setting()
        let above = [Point(x: 10, y: 20), Point(x: 50, y: 10), Point(x: 90, y: 30)]
        let below = above.map { Point(x: $0.x, y: 90) }
        var path = Path()
        path.move(to: Point(x: 100, y: 10))
        path.curve(Point(x: 120, y: 0), Point(x: 140, y: 50), to: Point(x: 160, y: 20))
        path.close()
        let picture = setting.picture(scale: 2) {
            $0.band(above, below, color: red)
            $0.fill(path, .color(blue))
            $0.stroke(path, red, StrokeStyle(width: 1.5, dashes: [4, 2], dashStart: 1))
        }
        for (name, shapes) in try shapes(setting, picture) {
            try #require(shapes.count == 3, "\(name)")
            #expect(same(shapes[0].box, Rect(x: 10, y: 10, width: 80, height: 80)), "\(name)")
            for shape in shapes.dropFirst() {
                #expect(
                    same(shape.box, Rect(x: 100, y: 0, width: 60, height: 50)),
                    "\(name): \(shape.box)")
            }
        }
    }

    @Test(arguments: scales) func textBeginsOnADevicePixel(scale: Double) throws {
        let setting = try Setting()
        let line = setting.line("Hello", size: 13)
        let picture = setting.picture(scale: scale) { canvas in
            canvas.tagged(PictureTag(.text)) {
                canvas.text(line, x: 20.3, baseline: 40.7, color: red)
            }
            canvas.tagged(PictureTag(.text)) {
                canvas.text(line, x: 100.3, baseline: 80.2, color: red, alignment: .trailing)
            }
        }
        func rounded(_ value: Double) -> Double { (value * scale).rounded() / scale }
        let places = [
            Point(x: rounded(20.3), y: rounded(40.7)),
            Point(x: rounded(100.3 - line.width), y: rounded(80.2)),
        ]
        let first = line.glyphs[0].x
        let svg = SVGReader(try setting.svg(picture))
        let pdf = try PDFReader(try setting.pdf(picture), height: 100)
        try #require(svg.texts.count == 2 && pdf.textOrigins.count == 2)
        for (index, place) in places.enumerated() {
            #expect(abs(svg.texts[index].x[0] - place.x - first) < 0.002)
            #expect(abs(svg.texts[index].y - place.y) < 0.002)
            #expect(abs(pdf.textOrigins[index].x - place.x - first) < 0.012)
            #expect(abs(pdf.textOrigins[index].y - place.y) < 0.012)
        }
        // Each letter has its shaped position.
        for (x, glyph) in zip(svg.texts[0].x, line.glyphs) {
            #expect(abs(x - places[0].x - glyph.x) < 0.002)
        }
    }

    @Test func outlinesOfTextCoverTheSamePlaces() throws {
        let setting = try Setting()
        let picture = setting.picture(scale: 1) {
            $0.text(setting.line("HH", size: 40), x: 20, baseline: 80, color: red)
        }
        let reader = SVGReader(try setting.svg(picture, text: .outlines))
        #expect(reader.texts.isEmpty)
        let box = try #require(reader.shapes.first).box
        let metrics = setting.fonts.metrics(TextStyle(size: 40))
        #expect(abs(box.maxY - 80) < 0.1)
        #expect(abs(box.height - metrics.capHeight) < 0.5)
        #expect(reader.all("aria-label") == ["HH"])
        let shown = try Bitmap.shown(svg: try setting.svg(picture, text: .outlines).utf8)
        let asText = try Bitmap.shown(svg: try setting.svg(picture).utf8)
        func ink(_ bitmap: Bitmap) -> Int { bitmap.bytes.reduce(0) { $0 + Int($1) } }
        #expect(abs(ink(shown) - ink(asText)) < ink(asText) / 20)
    }
}
