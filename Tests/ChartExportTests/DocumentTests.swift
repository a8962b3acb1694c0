import ChartExport
import Foundation
import Geometry
import Imaging
import PDF
import Painting
import PictureTesting
import Testing
import Text

/// The content that readers of documents find in them: texts, structure, fonts.
@MainActor
@Suite struct DocumentTests {
    private let black = Color(hex: 0)
    private let size = Size(width: 300, height: 200)

    private func texts(_ setting: Setting, _ lines: [String]) -> Picture {
        setting.picture(scale: 1) { canvas in
            for (index, text) in lines.enumerated() {
                canvas.tagged(PictureTag(.text)) {
                    canvas.text(
                        setting.line(text, weight: index == 1 ? .bold : .regular), x: 20,
                        baseline: 40 + 30 * Double(index), color: black)
                }
            }
        }
    }

    private static let lines = [
        "Weight in kg", "AVATAR To fly", "血圧の記録", "مرحبا بالعالم", "Tokyo 東京 2024",
    ]

    /// A text without the marks that pdftotext puts around another direction.
    private func plain(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.filter { !(0x202A...0x202E).contains($0.value) }))
    }

    @Test func textsOfAPDFAreReadInTheirOrder() throws {
        let setting = try Setting()
        let pdf = try setting.pdf(texts(setting, Self.lines), size)
        let text = plain(
            try Tool.run("pdftotext", ["-layout", "FILE", "-"], on: pdf, named: "a.pdf"))
        let lines = text.split(whereSeparator: \.isNewline)
            .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
        #expect(lines == Self.lines)
        let structure = try Tool.run("pdfinfo", ["-struct-text", "FILE"], on: pdf, named: "a.pdf")
        var rest = structure[...]
        for line in Self.lines {
            let found = rest.range(of: "\"\(line)\"")
            #expect(found != nil, "\(line) is not where it belongs in \(structure)")
            if let found { rest = rest[found.upperBound...] }
        }
    }

    @Test func textsOfAnSVGAreReadInTheirOrder() throws {
        let setting = try Setting()
        let reader = SVGReader(try setting.svg(texts(setting, Self.lines), size))
        #expect(reader.error == nil)
        #expect(reader.texts.map(\.text).joined() == Self.lines.joined())
        let arabic = try #require(reader.texts.first { $0.attributes["direction"] == "rtl" })
        let line = setting.line(Self.lines[3])
        #expect(arabic.attributes["text-anchor"] == "middle")
        #expect(arabic.text.hasPrefix("مرحبا"))
        #expect(
            reader.texts.allSatisfy { $0.attributes["font-family"]?.contains("sans-serif") == true }
        )
        #expect(line.width > 0)
    }

    /// Every run of a line with several runs has its shaped position.
    @Test func runsOfAMixedLineKeepTheirPlaces() throws {
        let setting = try Setting()
        let line = setting.line("Mix مرحبا and 日本")
        let picture = setting.picture {
            $0.text(line, x: 10, baseline: 50, color: black)
        }
        let reader = SVGReader(try setting.svg(picture, size))
        #expect(reader.texts.map(\.text).joined() == line.text)
        let arabic = try #require(reader.texts.first { $0.attributes["direction"] == "rtl" })
        let own = line.glyphs.filter { (4...8).contains($0.cluster) }
        let (left, right) = (own[0].x, own[0].x + own.reduce(0) { $0 + $1.advance })
        #expect(abs(arabic.x[0] - 10 - (left + right) / 2) < 0.3)
        let length = Double(arabic.attributes["textLength"] ?? "") ?? 0
        #expect(abs(length - (right - left)) < 0.01)
        let last = try #require(reader.texts.last)
        let japanese = line.glyphs.filter { $0.cluster >= line.text.unicodeScalars.count - 2 }
        #expect(zip(last.x.suffix(2), japanese).allSatisfy { abs($0 - 10 - $1.x) < 0.002 })
    }

    /// The renderers agree with each other on the positions of texts, in every script.
    @Test func textsLookAlikeInBothFiles() throws {
        let setting = try Setting()
        let picture = texts(setting, Self.lines)
        let svg = try Bitmap.shown(svg: try setting.svg(picture, size).utf8)
        let pdf = try Bitmap.shown(pdf: try setting.pdf(picture, size))
        for index in Self.lines.indices {
            let rows = (20 + 30 * index)..<(48 + 30 * index)
            func inkSpan(_ isInk: (Int, Int) -> Bool) -> ClosedRange<Int>? {
                let columns = (0..<300).filter { x in rows.contains { isInk(x, $0) } }
                guard let first = columns.first, let last = columns.last else { return nil }
                return first...last
            }
            let a = try #require(inkSpan { svg[$0, $1].alpha > 128 })
            let b = try #require(inkSpan { pdf[$0, $1].red < 128 })
            #expect(
                abs(a.lowerBound - b.lowerBound) <= 2 && abs(a.upperBound - b.upperBound) <= 2,
                "\(Self.lines[index]): \(a) and \(b)")
        }
    }

    @Test func fontsAreEmbeddedAsFarAsTheyAreUsed() throws {
        let setting = try Setting()
        let pdf = try setting.pdf(texts(setting, Self.lines), size)
        let table = try Tool.run("pdffonts", ["FILE"], on: pdf, named: "a.pdf")
        let fonts = table.split(whereSeparator: \.isNewline).dropFirst(2)
        #expect(fonts.count >= 4)
        for font in fonts {
            // Embedded, a subset, with a table to Unicode.
            let columns = font.split(separator: " ")
            #expect(columns.suffix(5).prefix(3) == ["yes", "yes", "yes"], "\(font)")
        }
        let images = try Tool.run("pdfimages", ["-list", "FILE"], on: pdf, named: "a.pdf")
        #expect(images.split(whereSeparator: \.isNewline).count == 2)
    }

    @Test func shadowsGroupsAndGradientsAreNoImages() throws {
        let setting = try Setting()
        let rect = Rect(x: 20, y: 20, width: 100, height: 60)
        let picture = setting.picture(scale: 2) { canvas in
            canvas.shadow(rect, radius: 8, blur: 12, offset: .zero, color: black.opacity(0.3))
            canvas.group(opacity: 0.5) {
                canvas.fill(rect, .vertical(black, .clear), corners: 8)
            }
        }
        let images = try Tool.run(
            "pdfimages", ["-list", "FILE"], on: try setting.pdf(picture, size), named: "a.pdf")
        #expect(images.split(whereSeparator: \.isNewline).count == 2, "\(images)")
    }

    @Test func aPictureWithoutTagsIsOneFigure() throws {
        let setting = try Setting()
        let picture = setting.picture {
            $0.text(setting.line("72 kg"), x: 20, baseline: 40, color: black)
        }
        let pdf = try setting.pdf(picture, size, description: "Gewicht über 30 Tage: 72 → 70 kg")
        let checked = try Tool.run("qpdf", ["--check", "FILE"], on: pdf, named: "a.pdf")
        #expect(checked.contains("No syntax or stream encoding errors"))
        let reader = try PDFReader(pdf, height: 200)
        #expect(reader.text.contains("/S /Figure"))
        let structure = try Tool.run("pdfinfo", ["-struct", "FILE"], on: pdf, named: "a.pdf")
        #expect(structure.contains("Figure"))
        #expect(try alternatives(pdf) == ["Gewicht über 30 Tage: 72 → 70 kg"])
    }

    /// The alternative texts of figures, in the order of objects in qpdf's JSON.
    private func alternatives(_ pdf: [UInt8]) throws -> [String] {
        let json = try Tool.output("qpdf", ["--json=2", "FILE"], on: pdf, named: "a.pdf")
        let whole = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
        let parts = try #require(whole["qpdf"] as? [Any])
        let objects = try #require(parts.last as? [String: Any])
        return objects.keys.sorted { $0.localizedStandardCompare($1) == .orderedAscending }
            .compactMap { key in
                let value = (objects[key] as? [String: Any])?["value"] as? [String: Any]
                guard let text = value?["/Alt"] as? String else { return nil }
                return String(text.trimmingPrefix("u:"))
            }
    }

    @Test func tagsBecomeTheStructure() throws {
        let setting = try Setting()
        func text(_ canvas: Canvas, _ text: String, _ y: Double) {
            canvas.text(setting.line(text, size: 12), x: 20, baseline: y, color: black)
        }
        let picture = setting.picture { canvas in
            canvas.tagged(PictureTag(.decoration)) {
                canvas.fill(Rect(origin: .zero, size: size), Color(hex: 0xFFFFFF))
            }
            canvas.tagged(PictureTag(.heading, id: "top")) { text(canvas, "Report", 20) }
            canvas.tagged(PictureTag(.group, label: "Values", id: "values")) {
                canvas.tagged(PictureTag(.table)) {
                    canvas.tagged(PictureTag(.row)) {
                        canvas.tagged(PictureTag(.headerCell)) { text(canvas, "Day", 40) }
                        canvas.tagged(PictureTag(.headerCell)) { text(canvas, "kg", 40) }
                    }
                    canvas.tagged(PictureTag(.row)) {
                        canvas.tagged(PictureTag(.headerCell)) { text(canvas, "Monday", 60) }
                        canvas.tagged(PictureTag(.cell)) { text(canvas, "72", 60) }
                    }
                }
                canvas.clipped(to: Rect(x: 0, y: 60, width: 200, height: 60), radius: 4) {
                    canvas.transformed(by: .turn(0.1)) {
                        canvas.tagged(PictureTag(.list)) {
                            canvas.tagged(PictureTag(.listItem)) { text(canvas, "One", 80) }
                        }
                    }
                }
            }
            // A group that contains a tag.
            canvas.group(opacity: 0.5) {
                canvas.tagged(PictureTag(.figure, label: "A falling line", id: "values")) {
                    canvas.fill(Rect(x: 20, y: 100, width: 20, height: 20), black)
                    text(canvas, "60", 110)
                }
            }
            text(canvas, "Loose", 140)
        }
        let pdf = try setting.pdf(picture, size)
        let structure = try Tool.run("pdfinfo", ["-struct", "FILE"], on: pdf, named: "a.pdf")
        let types = structure.split(whereSeparator: \.isNewline).compactMap { line in
            line.trimmingPrefix(while: \.isWhitespace).split { " :".contains($0) }.first
                .map(String.init)
        }.filter { $0.first != "/" }
        #expect(
            types == [
                "Document", "H1", "Sect", "Table", "TR", "TH", "TH", "TR", "TH", "TD", "L", "LI",
                "LBody", "Figure", "P",
            ], "\(structure)")
        #expect(try alternatives(pdf) == ["A falling line"])
        let file = try PDFReader(pdf, height: 200).text
        #expect(file.components(separatedBy: "/Scope /Column").count == 3)
        #expect(file.components(separatedBy: "/Scope /Row").count == 2)
        #expect(file.contains("/Title (Report)"))
        let svg = SVGReader(try setting.svg(picture, size))
        #expect(
            svg.all("role") == [
                "img", "heading", "group", "table", "row", "columnheader", "columnheader", "row",
                "rowheader", "cell", "list", "listitem", "figure",
            ])
        let ids = svg.all("id")
        #expect(ids.contains("top") && ids.contains("values") && ids.contains("values-2"))
        #expect(Set(ids).count == ids.count)
        #expect(svg.all("aria-label") == ["Values", "A falling line"])
        #expect(svg.all("aria-hidden") == ["true"])
    }

    @Test func documentsSayWhatTheyAre() throws {
        let setting = try Setting()
        let picture = texts(setting, ["One"])
        let pdf = try PDFExport.pdf(
            of: [
                PDFExport.Page(picture, size: size),
                PDFExport.Page(picture, size: Size(width: 50, height: 60)),
            ], information: Setting.information, fonts: setting.fonts)
        let said = try Tool.run("pdfinfo", ["FILE"], on: pdf, named: "a.pdf")
        for line in [
            "Title:           Weight & <pressure>", "Author:          A. Person",
            "Subject:         A test",
            "Creator:         Oresen", "CreationDate:    Tue Nov 14 22:13:20 2023",
            "Tagged:          yes",
            "Pages:           2", "Page size:       300 x 200 pts",
        ] {
            #expect(said.contains(line), "\(line) is not in \(said)")
        }
        #expect(!said.contains("ModDate"))
        let metadata = try Tool.run("pdfinfo", ["-meta", "FILE"], on: pdf, named: "a.pdf")
        #expect(metadata.contains("Weight &amp; &lt;pressure&gt;"))
        let file = try PDFReader(pdf, height: 200).text
        for entry in ["/Lang (en-GB)", "/DisplayDocTitle true", "/Tabs /S", "/Marked true"] {
            #expect(file.contains(entry), "\(entry)")
        }
        let svg = SVGReader(try setting.svg(picture, size))
        #expect(svg.title == "Weight & <pressure>")
        #expect(svg.words == "A \"test\"")
        let root = try #require(svg.elements.first).attributes
        #expect(root["lang"] == "en-GB" && root["viewBox"] == "0 0 300 200")
        #expect(root["aria-labelledby"] == "title description")
    }

    @Test func theSamePictureGivesTheSameBytes() throws {
        let setting = try Setting()
        func picture() -> Picture { texts(setting, Self.lines) }
        #expect(try setting.svg(picture(), size) == (try setting.svg(picture(), size)))
        #expect(try setting.pdf(picture(), size) == (try setting.pdf(picture(), size)))
        // A library that has opened its faces in another order changes nothing.
        let other = try Setting()
        _ = other.line("漢字")
        #expect(try setting.pdf(picture(), size) == (try other.pdf(texts(other, Self.lines), size)))
    }
}
