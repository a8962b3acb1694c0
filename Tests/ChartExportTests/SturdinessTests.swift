import ChartExport
import Foundation
import Geometry
import Imaging
import PDF
import Painting
import PictureTesting
import Testing
import Text

/// Pictures and texts that would not be drawn on purpose.
@MainActor
@Suite struct SturdinessTests {
    private let red = Color(hex: 0xC03040)

    /// Whether other programs can read both files, and their content.
    private func read(
        _ setting: Setting, _ picture: Picture, _ size: Size = Size(width: 200, height: 100)
    ) throws -> (svg: SVGReader, pdf: [UInt8], text: String) {
        let text = try setting.svg(picture, size)
        let svg = SVGReader(text)
        #expect(svg.error == nil)
        let pdf = try setting.pdf(picture, size)
        let said = try Tool.run("qpdf", ["--check", "FILE"], on: pdf, named: "a.pdf")
        #expect(said.contains("No syntax or stream encoding errors"), "\(said)")
        return (svg, pdf, text)
    }

    /// Every number of an SVG is short and without an exponent.
    private func expectShortNumbers(_ svg: SVGReader, _ text: String) {
        let lowered = text.lowercased()
        #expect(!lowered.contains("nan") && !lowered.contains("inf"))
        for element in svg.elements {
            for (name, value) in element.attributes
            where ["x", "y", "width", "height", "d", "cx", "cy", "r", "rx"].contains(name) {
                #expect(
                    value.firstMatch(of: /[0-9]e[-+0-9]|\.[0-9]{4}/) == nil, "\(name)=\(value)")
            }
        }
    }

    @Test func anEmptyPictureIsADocument() throws {
        let (svg, pdf, _) = try read(try Setting(), Picture(scale: 1, []))
        #expect(svg.shapes.isEmpty && svg.texts.isEmpty)
        let structure = try Tool.run("pdfinfo", ["-struct", "FILE"], on: pdf, named: "a.pdf")
        #expect(!structure.contains("P (block)"))
    }

    @Test(arguments: [1.0, 14_400, 20_000]) func sizesOfEveryKind(side: Double) throws {
        let setting = try Setting()
        let size = Size(width: side, height: side)
        let picture = setting.picture {
            $0.fill(Rect(x: 0, y: side / 2, width: side, height: side / 2), red, snapped: false)
        }
        let (svg, pdf, _) = try read(setting, picture, size)
        #expect(svg.elements[0].attributes["width"].flatMap(Double.init) == side)
        let shown = try Tool.picture(
            "pdftoppm",
            ["-scale-to-x", "20", "-scale-to-y", "20", "-png", "-singlefile", "FILE", "OUTPUT"],
            on: pdf, named: "a.pdf")
        #expect(shown[10, 15] == Bitmap.Pixel(red), "\(side)")
        #expect(shown[10, 5] == Bitmap.Pixel(Color(hex: 0xFFFFFF)), "\(side)")
        let file = try PDFReader(pdf, height: side).text
        #expect(file.contains("/UserUnit") == (side > 14_400))
    }

    @Test func whatIsNotFiniteIsLeftOut() throws {
        let setting = try Setting()
        let line = setting.line("x")
        for bad in [Double.nan, .infinity, -.infinity] {
            let place = Point(x: bad, y: 10)
            let rect = Rect(x: 10, y: bad, width: 20, height: 20)
            var path = Path([place, .zero, Point(x: 5, y: 5)])
            path.append(Path(Rect(x: 1, y: 2, width: 3, height: 4)))
            let picture = setting.picture { canvas in
                canvas.fill(rect, red, border: .hairline(red))
                canvas.fill(Rect(x: 1, y: 1, width: bad, height: 1), .horizontal(red, .clear))
                canvas.shadow(rect, radius: 2, blur: 4, offset: .zero, color: red)
                canvas.shadow(
                    Rect(x: 1, y: 1, width: 9, height: 9), radius: 2, blur: bad, offset: .zero,
                    color: red)
                canvas.horizontalLine(from: 0, to: bad, y: 3, color: red)
                canvas.verticalLine(x: bad, from: 0, to: 3, color: red)
                canvas.circle(at: place, radius: 3, fill: red)
                canvas.circle(at: .zero, radius: bad, fill: red)
                canvas.polygon([place, .zero, Point(x: 1, y: 1)], color: red)
                canvas.band([place, .zero], [.zero, .zero], color: red)
                canvas.sector(center: place, inner: 0, outer: 5, from: 0, to: 1, color: red)
                canvas.sector(center: .zero, inner: 0, outer: 5, from: 0, to: bad, color: red)
                canvas.text(line, x: bad, baseline: 3, color: red)
                canvas.clipped(to: rect) { canvas.circle(at: .zero, radius: 3, fill: red) }
                canvas.stroke(path, red, StrokeStyle(width: bad))
                canvas.transformed(by: .scale(bad, 1)) {
                    canvas.circle(at: .zero, radius: 3, fill: red)
                }
                canvas.transformed(by: .scale(0, 1)) {
                    canvas.circle(at: .zero, radius: 3, fill: red)
                }
                canvas.group(opacity: .nan) { canvas.circle(at: .zero, radius: 3, fill: red) }
                // The valid parts of these are present.
                canvas.polyline([.zero, place, Point(x: 9, y: 8)], width: 2, color: red)
                canvas.fill(path, .color(red))
            }
            let (svg, pdf, text) = try read(setting, picture)
            expectShortNumbers(svg, text)
            let shapes = try PDFReader(pdf, height: 100).shapes
            for (name, shapes) in [("SVG", svg.shapes), ("PDF", shapes)] {
                try #require(shapes.count == 2, "\(bad) in \(name): \(shapes)")
                #expect(same(shapes[0].box, Rect(x: 0, y: 0, width: 9, height: 8)), "\(name)")
                #expect(same(shapes[1].box, Rect(x: 1, y: 2, width: 3, height: 4)), "\(name)")
            }
        }
    }

    @Test func whatIsFarAwayStaysInBounds() throws {
        let setting = try Setting()
        let picture = setting.picture { canvas in
            canvas.fill(Rect(x: -1e12, y: 40, width: 2e12, height: 20), red)
            canvas.polyline(
                [Point(x: -1e300, y: 10), Point(x: 1e300, y: 10)], width: 4, color: red)
            canvas.circle(at: Point(x: 50, y: 80), radius: 1e-9, fill: red)
            canvas.shadow(
                Rect(x: 10, y: 80, width: 20, height: 10), radius: 1e9, blur: 1e300,
                offset: Vector(dx: 1e300, dy: 0), color: red)
            canvas.fill(
                Rect(x: 60, y: 70, width: 20, height: 20),
                Color(red: .nan, green: .infinity, blue: -3))
        }
        let (svg, pdf, text) = try read(setting, picture)
        expectShortNumbers(svg, text)
        for picture in [try Bitmap.shown(svg: text.utf8), try Bitmap.shown(pdf: pdf)] {
            #expect(picture[100, 50] == Bitmap.Pixel(red))
            #expect(picture[100, 10] == Bitmap.Pixel(red))
            #expect(picture[70, 80] == Bitmap.Pixel(Color(hex: 0x00FF00)))
        }
    }

    /// The reader of these tests detects invalid files.
    @Test(arguments: [
        "", "<a>", "<a></b>", "<a/><b/>", "<a b=c/>", "<a b=\"1\" b=\"2\"/>", "<a>&</a>",
        "<a b=\"<\"/>", "<a>\u{1}</a>", "<a>&nbsp;</a>", "text", "<a b=\"1\"c=\"2\"/>",
    ])
    func whatIsNotWellFormedIsAFault(text: String) {
        #expect(throws: XMLReader.Fault.self) { _ = try XMLReader(text) }
    }

    private nonisolated static let hostile = [
        "</text><script>alert(1)</script>", "a & b < c > d \"e\" 'f' ]]> <!-- -->",
        "bell \u{7} null \u{0} escape \u{1B}[31m", "\u{202E}reversed \u{2066}isolate\u{2069}",
        "\u{FFFE}\u{FFFF} \u{85}\u{2028}line", "%s \\( \\) (unbalanced", "👩‍👩‍👧 \u{1F600}",
        "  two  blanks  ",
    ]

    @Test(arguments: hostile) func textsAreOnlyText(hostile: String) throws {
        let setting = try Setting()
        let picture = setting.picture { canvas in
            canvas.tagged(PictureTag(.figure, label: hostile, id: hostile)) {
                canvas.text(setting.line(hostile), x: 10, baseline: 50, color: red)
            }
            canvas.tagged(PictureTag(.heading)) {
                canvas.text(setting.line(hostile), x: 10, baseline: 90, color: red)
            }
        }
        for form in SVGExport.TextForm.allCases {
            let text = try SVGExport.svg(
                of: picture, size: Size(width: 200, height: 100), title: hostile,
                description: hostile, language: hostile, text: form, fonts: setting.fonts)
            let reader = SVGReader(text)
            #expect(reader.error == nil, "\(hostile)")
            // Another XML reader accepts it too.
            #expect(try Bitmap.shown(svg: text.utf8).width == 200)
            #expect(
                Set(reader.elements.map(\.name))
                    .isSubset(of: ["svg", "title", "desc", "g", "text", "tspan", "path"]))
            // Invisible and control characters are removed; everything else is present.
            let scalars = text.unicodeScalars
            #expect(!scalars.contains { $0.value < 0x20 && $0 != "\n" })
            for id in reader.all("id") {
                #expect(id.wholeMatch(of: /[A-Za-z][-A-Za-z0-9_]*/) != nil, "\(id)")
            }
            if form == .text {
                let visible = hostile.unicodeScalars.filter {
                    $0.properties.isAlphabetic || "<>&\"'".unicodeScalars.contains($0)
                }
                let read = reader.texts.map(\.text).joined().unicodeScalars
                #expect(read.filter(visible.contains).count == 2 * visible.count)
            }
        }
        let pdf = try PDFExport.pdf(
            of: [PDFExport.Page(picture, size: Size(width: 200, height: 100))],
            information: PDFInformation(
                title: hostile, author: hostile, subject: hostile, creator: hostile,
                language: hostile, created: .nan), fonts: setting.fonts)
        let said = try Tool.run("qpdf", ["--check", "FILE"], on: pdf, named: "a.pdf")
        #expect(said.contains("No syntax or stream encoding errors"), "\(said)")
        let metadata = try Tool.output("pdfinfo", ["-meta", "FILE"], on: pdf, named: "a.pdf")
        let start = try #require(metadata.firstRange(of: Data("<x:xmpmeta".utf8)))
        let end = try #require(metadata.firstRange(of: Data("</x:xmpmeta>".utf8)))
        let packet = String(
            decoding: metadata[start.lowerBound..<end.upperBound], as: UTF8.self)
        #expect(SVGReader(packet).error == nil, "\(packet)")
    }

    @Test func idsAreUniqueAndRefersToNothingOutside() throws {
        let setting = try Setting()
        let picture = setting.picture(scale: 2) { canvas in
            for id in ["clip", "clip", "title", "1st", "ü", "", "paint"] {
                canvas.tagged(PictureTag(.group, id: id)) {
                    canvas.clipped(to: Rect(x: 0, y: 0, width: 50, height: 50)) {
                        canvas.fill(
                            Rect(x: 0, y: 0, width: 90, height: 90),
                            .vertical(red, .clear))
                    }
                }
            }
            canvas.image(
                PaintedImage(width: 1, height: 1, bytes: [1, 2, 3, 255]),
                in: Rect(x: 0, y: 0, width: 5, height: 5))
        }
        let (svg, _, text) = try read(setting, picture)
        let ids = svg.all("id")
        #expect(Set(ids).count == ids.count)
        for reference in text.matches(of: /url\(([^)]*)\)/) {
            #expect(ids.contains(String(reference.1.dropFirst())), "\(reference.0)")
        }
        // Repeated elements are written once.
        #expect(svg.elements.count { $0.name == "clipPath" } == 1)
        #expect(svg.elements.count { $0.name == "linearGradient" } == 1)
        for value in svg.all("href") { #expect(value.hasPrefix("data:image/png;base64,")) }
        #expect(!text.contains("<script") && text.matches(of: /https?:/).count == 1)
    }

    @Test func aLongLineIsWrittenWhole() throws {
        let setting = try Setting()
        let points = (0..<200_000).map {
            Point(x: Double($0) / 100, y: 50 + Double($0 * 7919 % 1000) / 25)
        }
        let size = Size(width: 2000, height: 100)
        let picture = setting.picture(scale: 2) { $0.polyline(points, width: 1, color: red) }
        let svg = SVGReader(try setting.svg(picture, size))
        // Neighbours closer than a thousandth of a pixel are merged; these are not.
        #expect(svg.shapes.first?.points.count == points.count)
        // On the grid of a PDF's coordinates some of them are on one line with their neighbours.
        let pdf = try PDFReader(try setting.pdf(picture, size), height: 100)
        #expect((pdf.shapes.first?.points.count ?? 0) > points.count * 9 / 10)
    }
}
