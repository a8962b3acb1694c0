import Foundation
import Geometry
import PDF
import Platform
import Testing

/// Documents made call by call, and read by other programs.
@Suite struct PDFDocumentTests {
    private let red = Color(hex: 0xC03040)
    private let size = Size(width: 200, height: 100)

    private func make(
        _ information: PDFInformation = PDFInformation(title: "A title", created: 0),
        _ draw: (PDFDocument) throws -> Void
    ) throws -> PDFFile {
        let document = try PDFDocument(information)
        document.beginPage(size)
        try draw(document)
        try document.endPage()
        return PDFFile(bytes: try document.finish())
    }

    private func addSquare(to document: PDFDocument, at origin: Point = Point(x: 10, y: 20)) {
        document.move(to: origin)
        for corner in [(30.0, 0.0), (30, 30), (0, 30)] {
            document.line(to: Point(x: origin.x + corner.0, y: origin.y + corner.1))
        }
        document.close()
    }

    @Test func everyKindOfDrawingIsSound() throws {
        let file = try make { document in
            addSquare(to: document)
            document.fill(.color(red))
            addSquare(to: document)
            document.fill(
                .linear(
                    from: .zero, to: Point(x: 50, y: 0),
                    [PDFStop(0, red), PDFStop(0.5, .clear), PDFStop(1, red)]), rule: .evenOdd)
            addSquare(to: document)
            document.fill(
                .radial(
                    center: Point(x: 20, y: 30), from: 2, to: 20,
                    [PDFStop(0, red), PDFStop(1, .clear)]))
            for (cap, join) in [
                (PDFStroke.Cap.butt, PDFStroke.Join.miter(limit: 3)), (.round, .round),
                (.square, .bevel),
            ] {
                document.move(to: .zero)
                document.curve(
                    Point(x: 10, y: 0), Point(x: 20, y: 30), to: Point(x: 40, y: 40))
                document.stroke(
                    red, PDFStroke(width: 2, cap: cap, join: join, dashes: [3, 1], dashStart: 1))
            }
            document.save()
            document.transform(by: .turn(1, about: Point(x: 50, y: 50)))
            addSquare(to: document)
            document.clip()
            document.beginGroup()
            addSquare(to: document)
            document.fill(.color(red))
            document.endGroup(opacity: 0.5)
            document.restore()
        }
        #expect(
            try file.told(by: "qpdf", "--check", "FILE")
                .contains("No syntax or stream encoding errors"))
        let content = try file.unpacked()
        #expect(content.contains("[ 3 1] 1 d") || content.contains("[3 1] 1 d"), "\(content.count)")
        #expect(try file.told(by: "pdfimages", "-list", "FILE").split(separator: "\n").count == 2)
    }

    @Test func anImageIsThere() throws {
        let file = try make {
            $0.image(
                width: 2, height: 1, bytes: [255, 0, 0, 255, 0, 0, 128, 128],
                in: Rect(x: 10, y: 10, width: 20, height: 10), isSmooth: true, opacity: 0.5)
        }
        let list = try file.told(by: "pdfimages", "-list", "FILE")
        #expect(list.contains("image       2     1  rgb"), "\(list)")
    }

    @Test func textHasItsWords() throws {
        let path = try FontFile.path()
        let file = try make { document in
            let font = try document.font(path: path)
            #expect(try document.font(path: path) === font)
            // One glyph for three letters, and two for one.
            document.show(
                [
                    PDFGlyph(index: 10, x: 10, y: 50), PDFGlyph(index: 11, x: 30, y: 50),
                    PDFGlyph(index: 12, x: 40, y: 50),
                ], text: "ffié",
                clusters: [
                    PDFCluster(byteCount: 3, glyphCount: 1),
                    PDFCluster(byteCount: 2, glyphCount: 2),
                ], isRightToLeft: false, font: font, size: 20, color: red)
        }
        let text = try file.told(by: "pdftotext", "FILE", "-")
        #expect(text.filter { !$0.isWhitespace } == "ffi\u{C3}\u{A9}", "\(text)")
        let fonts = try file.told(by: "pdffonts", "FILE").split(separator: "\n").dropFirst(2)
        #expect(fonts.count == 1 && fonts.allSatisfy { $0.contains("yes yes yes") })
    }

    @Test(.enabled(if: FontFile.variable != nil, "no variable font is installed"))
    func aVariableFontIsSetToItsWeight() throws {
        let path = try #require(FontFile.variable)
        let ink = try [100, 400, 900].map { weight in
            let file = try make { document in
                let font = try document.font(path: path, weight: weight)
                document.show(
                    (0..<4).map {
                        PDFGlyph(index: UInt32(20 + $0), x: 10 + 40 * Double($0), y: 80)
                    }, text: "abcd",
                    clusters: (0..<4).map { _ in PDFCluster(byteCount: 1, glyphCount: 1) },
                    isRightToLeft: false, font: font, size: 60, color: Color(hex: 0))
            }
            let picture = try file.told(by: "pdftoppm", "-gray", "FILE")
            return picture.unicodeScalars.reduce(0) { $0 + 255 - Int($1.value) }
        }
        #expect(ink[0] < ink[1] && ink[1] < ink[2], "\(ink)")
    }

    @Test func tagsAndOutlineLeadThroughThePages() throws {
        let document = try PDFDocument(PDFInformation(title: "Two pages", created: 0))
        for number in 1...2 {
            document.beginPage(size)
            for (tag, outline) in [
                (PDFTag.heading, "Page \(number)"),
                (.figure(alternative: "Figure \(number) ü"), ""),
                (.headerCell(ofColumn: number == 1), ""), (.paragraph, ""),
                (.figure(alternative: "Another \(number)"), ""),
            ] {
                document.begin(tag)
                document.addOutline(outline, y: 30)
                addSquare(to: document)
                document.fill(.color(red))
                document.endTag()
            }
            try document.endPage()
        }
        let file = PDFFile(bytes: try document.finish())
        let structure = try file.told(by: "pdfinfo", "-struct", "FILE")
        let types = structure.split(separator: "\n")
            .compactMap { $0.split { " :".contains($0) }.first }.filter { !$0.hasPrefix("/") }
        let page = ["H1", "Figure", "TH", "P", "Figure"]
        #expect(types.map(String.init) == ["Document"] + page + page, "\(structure)")
        let content = try file.unpacked()
        // In the order of objects, which is that of tags.
        let alternatives = content.matches(of: /\/Alt \((.*)\)/).map { String($0.1) }
        #expect(
            alternatives == ["Figure 1 \u{FC}", "Another 1", "Figure 2 \u{FC}", "Another 2"],
            "\(alternatives)")
        let scopes = content.matches(of: /\/Scope \/(\w+)/).map { String($0.1) }
        #expect(scopes == ["Column", "Row"])
        #expect(content.contains("/Title (Page 1)") && content.contains("/Title (Page 2)"))
        #expect(!content.contains("/Title ()"))
        // To 30 points below the top, in PDF's own direction.
        #expect(content.matches(of: /\/XYZ\s+0\s+70\s+0/).count == 2)
    }

    /// An opaque rectangle over the whole page removes no tag.
    @Test func aGroundKeepsTheTagsBeforeIt() throws {
        let file = try make { document in
            document.begin(.figure(alternative: "A ground"))
            document.move(to: .zero)
            for corner in [(200.0, 0.0), (200, 100), (0, 100)] {
                document.line(to: Point(x: corner.0, y: corner.1))
            }
            document.close()
            document.fill(.color(red))
            document.endTag()
        }
        #expect(try file.unpacked().contains("/Alt (A ground)"))
    }

    @Test func largePagesHaveLargeUnits() throws {
        let document = try PDFDocument(PDFInformation(title: "", created: 0))
        document.beginPage(Size(width: 28_800, height: 100))
        try document.endPage()
        document.beginPage(Size(width: 100, height: 100))
        try document.endPage()
        let file = PDFFile(bytes: try document.finish())
        let content = try file.unpacked()
        #expect(content.matches(of: /\/UserUnit 2(?:\.0+)?\s/).count == 1)
        #expect(content.hasPrefix("%PDF-1.6"))
        #expect(try file.told(by: "pdfinfo", "FILE").contains("Pages:           2"))
    }

    @Test(arguments: [
        (0.0, "Thu Jan  1 00:00:00 1970"), (951_825_600.9, "Tue Feb 29 12:00:00 2000"),
        (Double.nan, "Thu Jan  1 00:00:00 1970"), (1e300, "Thu Jan  1 00:00:00 1970"),
    ])
    func theDateIsTheOneGiven(created: Double, date: String) throws {
        let file = try make(PDFInformation(title: "A", created: created)) { _ in }
        let said = try file.told(by: "pdfinfo", "FILE")
        #expect(said.contains("CreationDate:    \(date)"), "\(said)")
    }

    @Test func equalCallsGiveEqualBytes() throws {
        let path = try FontFile.path()
        func document() throws -> [UInt8] {
            try make(PDFInformation(title: "Ü", author: "A", language: "de", created: 5)) {
                $0.begin(.figure(alternative: "F"))
                addSquare(to: $0)
                $0.fill(
                    .linear(
                        from: .zero, to: Point(x: 9, y: 9), [PDFStop(0, red), PDFStop(1, .clear)]))
                let font = try $0.font(path: path)
                $0.show(
                    [PDFGlyph(index: 5, x: 1, y: 9)], text: "A",
                    clusters: [PDFCluster(byteCount: 1, glyphCount: 1)], isRightToLeft: false,
                    font: font, size: 9, color: red)
                $0.endTag()
            }.bytes
        }
        #expect(try document() == (try document()))
    }

    // MARK: Errors

    @Test(
        arguments: [
            (0x0002, false), (0x0200, false), (0x0000, true), (0x0004, true), (0x0008, true),
            // The mildest right counts.
            (0x0006, true),
        ] as [(UInt16, Bool)])
    func licencesAreHeeded(flags: UInt16, isAllowed: Bool) throws {
        try FontFile.withLicence(flags) { path in
            let document = try PDFDocument(PDFInformation(title: "", created: 0))
            if isAllowed {
                #expect(try document.font(path: path).path == path)
            } else {
                let failure = #expect(throws: PDFError.embeddingForbidden(path: path)) {
                    _ = try document.font(path: path)
                }
                #expect(failure?.description.hasPrefix(path + ": ") == true)
            }
        }
    }

    @Test func whatIsNoFontIsNamed() throws {
        let document = try PDFDocument(PDFInformation(title: "", created: 0))
        for path in ["/nonexistent/font.ttf", "/etc/passwd"] {
            #expect(throws: PDFError.font(path: path)) { _ = try document.font(path: path) }
        }
        #expect(throws: PDFError.font(path: try FontFile.path())) {
            _ = try document.font(path: try FontFile.path(), index: 99)
        }
    }

    @Test func aMistakeInDrawingIsThrownAtTheEndOfThePage() throws {
        let document = try PDFDocument(PDFInformation(title: "", created: 0))
        document.beginPage(size)
        document.restore()
        document.restore()
        document.restore()
        #expect(throws: PDFError.self) { try document.endPage() }
    }

    @Test func anImageThatIsTooLargeIsError() throws {
        let document = try PDFDocument(PDFInformation(title: "", created: 0))
        document.beginPage(size)
        document.image(
            width: 40_000, height: 1, bytes: [UInt8](repeating: 9, count: 160_000),
            in: Rect(x: 0, y: 0, width: 9, height: 9), isSmooth: false)
        #expect(throws: PDFError.self) { try document.endPage() }
    }

    @Test func troubleIsASentenceWithItsRemedy() {
        #expect(
            PDFError.noCairo.description
                == "cairo: the library libcairo.so.2, which writes PDF, cannot be loaded; install it, on Debian the package libcairo2"
        )
        #expect(PDFError.noQPDF.description.contains("libqpdf29"))
        #expect(PDFError.writing(detail: "out of memory").description.contains("(out of memory)"))
    }
}
