import Foundation
import Imaging
import PictureTesting
import Testing

/// `oresen render` as PNG, SVG and PDF: other programs find the same in the same places in all
/// three.
@Suite("Pictures, drawings and pages") struct PictureCommandTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    private static func sample(_ name: String) -> String {
        URL(filePath: #filePath).resolvingSymlinksInPath()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "assets/samples/\(name).csv").path(percentEncoded: false)
    }

    private func path(_ name: String) -> String { folder.path + "/" + name }

    /// The file that a command writes.
    private func render(_ words: [String], _ name: String) throws -> Data {
        let outcome = try Program.run(
            ["render", "--zone", "UTC"] + words + ["--output", path(name)])
        try #require(outcome.code == 0, "\(outcome.errors)")
        #expect(outcome.errors == "" && outcome.output.isEmpty)
        return try Data(contentsOf: URL(filePath: path(name)))
    }

    @Test func aPictureAboveWhatTheDriverDrawsIsRefusedAndADocumentIsNot() throws {
        let words = ["--size", "16384x16384", "--scale", "4", Self.sample("weight")]
        let outcome = try Program.run(["render"] + words + ["--output", path("large.png")])
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("65536 × 65536 pixels are too many"))
        #expect(outcome.errors.contains("smaller size or scale"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        for name in ["large.svg", "large.pdf"] { #expect(try render(words, name).count > 1000) }
    }

    @Test(arguments: ["49x720", "1100x16385", "0x0", "-1x720", "nanx720", "1100", "1100x720x2"])
    func aSizeThatIsNoneTellsWhatSizesThereAre(size: String) throws {
        for ending in ["png", "svg", "pdf"] {
            let outcome = try Program.run(
                [
                    "render", "--size=" + size, Self.sample("weight"), "--output",
                    path("a." + ending),
                ])
            #expect(outcome.code == 2)
            #expect(outcome.errors.contains("50 to 16384 each way"))
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    /// A label of an axis as in the layout, in points.
    private struct Label {
        var axis: String
        var text: String
        var (left, middle): (Double, Double)
    }

    private func labels(_ layout: Data, scale: Double) throws -> [Label] {
        let object = try #require(try JSONSerialization.jsonObject(with: layout) as? [String: Any])
        return try #require(object["ticks"] as? [[String: Any]]).compactMap { tick in
            guard let rect = tick["rect"] as? [Double], let text = tick["label"] as? String,
                let axis = tick["axis"] as? String, ["x", "y"].contains(axis)
            else { return nil }
            return Label(
                axis: axis, text: text, left: rect[0] / scale,
                middle: (rect[1] + rect[3] / 2) / scale)
        }
    }

    /// A word as found by `pdftotext`, from its origin to its end, in points.
    private struct Word {
        var text: String
        var (left, top, right, bottom): (Double, Double, Double, Double)
        var middle: Double { (top + bottom) / 2 }
    }

    private func words(_ pdf: Data) throws -> [Word] {
        let line =
            /<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">(.*?)<\/word>/
        let text = try Tool.run("pdftotext", ["-bbox", "FILE", "-"], on: pdf, named: "page.pdf")
        return text.matches(of: line).map { match in
            func number(_ text: Substring) -> Double { Double(text) ?? .nan }
            return Word(
                text: String(match.5), left: number(match.1), top: number(match.2),
                right: number(match.3), bottom: number(match.4))
        }
    }

    /// The texts of an SVG, with their left ends and their base lines.
    private func texts(_ svg: Data) -> [(text: String, left: Double, base: Double)] {
        String(decoding: svg, as: UTF8.self).matches(of: /<text ([^>]*)>(.*?)<\/text>/)
            .compactMap { match in
                let inner = String(match.2)
                let first = (String(match.1) + inner).firstMatch(of: /\bx="([\d.]+)/)
                guard let x = first.flatMap({ Double($0.1) }),
                    let y = match.1.firstMatch(of: /\by="([\d.]+)/).flatMap({ Double($0.1) })
                else { return nil }
                return (inner.replacing(/<[^>]*>/, with: ""), x, y)
            }
    }

    @Test(arguments: [1, 1.5, 2], ["weight", "steps", "blood-pressure"])
    func everyLabelIsWhereTheScreenHasIt(scale: Double, metric: String) throws {
        let words = [
            Self.sample(metric), "--metric", metric, "--period", "y", "--scale", "\(scale)",
        ]
        let pdf = try render(words + ["--layout", path("layout.json")], "page.pdf")
        let svg = try render(words, "page.svg")
        let labels = try labels(
            try Data(contentsOf: URL(filePath: path("layout.json"))), scale: scale)
        #expect(labels.count > 12)
        let (inPDF, inSVG) = (try self.words(pdf), texts(svg))
        // The rounding of the files.
        let tolerance = 0.05
        var bases: [Double] = []
        for label in labels {
            let word = inPDF.first {
                label.text.hasPrefix($0.text) && abs($0.left - label.left) <= tolerance
                    && abs($0.middle - label.middle) <= tolerance
            }
            let found = try #require(word, "\(label) is not in the PDF")
            let text = inSVG.first {
                $0.text == label.text && abs($0.left - label.left) <= tolerance
                    && $0.base > found.top && $0.base < found.bottom
            }

            let drawn = try #require(text, "\(label) is not in the SVG")
            #expect(abs(drawn.left - found.left) < 0.05)
            bases.append(drawn.base - found.middle)
        }
        // All have one size: their base lines have one distance from their middles.
        #expect((bases.max() ?? 1) - (bases.min() ?? 0) < 0.02)
    }

    @Test(
        arguments: [
            ["weight", "--period", "y"], ["steps", "--period", "m", "--theme", "dark"],
            ["blood-pressure", "--period", "6m", "--scale", "2"],
            ["weight", "--size", "612x792", "--cursor", "2026-09-14"],
            ["steps", "--size", "595x842", "--dialog", "keys", "--theme", "dark"],
        ])
    func allThreeLookTheSame(words: [String]) throws {
        let words = [Self.sample(words[0]), "--metric", words[0]] + words.dropFirst()
        let scale = words.contains("--scale") ? 2.0 : 1
        // In the corners of a shadow over a darkened part, pdftoppm rounds four layers down.
        let isExact = words.contains("--dialog")
        let png = try render(words, "page.png")
        let wanted = try Bitmap(png: Array(png), name: "page.png").straightened()
        for (name, shown) in [
            ("SVG", try Bitmap.shown(svg: render(words, "page.svg"), scale: scale)),
            (
                "PDF",
                try Bitmap.shown(pdf: render(words, "page.pdf"), scale: scale, isExact: isExact)
            ),
        ] {
            try #require(shown.width == wanted.width && shown.height == wanted.height)
            let difference = RenderingDifference(wanted, shown)
            #expect(
                difference.worst <= 3 && difference.same > 0.9, "\(words), \(name): \(difference)")
        }
    }

    @Test func aPageOfAYearIsSmallAndSound() throws {
        let words = [
            Self.sample("blood-pressure"), "--metric", "blood-pressure", "--period", "y",
            "--size", "595x842",
        ]
        let pdf = try render(words, "page.pdf")
        #expect(pdf.count < 250_000)
        #expect(try render(words, "again.pdf") == pdf)
        let svg = try render(words, "page.svg")
        #expect(try render(words, "again.svg") == svg)
        let fonts = try Tool.run("pdffonts", [path("page.pdf")]).split(separator: "\n").dropFirst(2)
        #expect(!fonts.isEmpty && fonts.allSatisfy { $0.contains(" yes yes yes ") })
        let images = try Tool.run("pdfimages", ["-list", path("page.pdf")])
        #expect(images.split(separator: "\n").count == 2)
        let check = try Tool.run("qpdf", ["--check", path("page.pdf")])
        #expect(check.contains("No syntax or stream encoding errors"))
        let structure = try Tool.run("pdfinfo", ["-struct-text", path("page.pdf")])
        #expect(structure.contains("Blood pressure, 2026: Morning 1"), "\(structure)")
    }

    @Test func textsAreTextsOrOutlines() throws {
        let words = [Self.sample("weight"), "--metric", "weight"]
        let text = String(decoding: try render(words, "a.svg"), as: UTF8.self)
        #expect(text.contains("<text ") && text.contains("font-family=\"Inter"))
        let outlines = String(
            decoding: try render(words + ["--svg-text", "outlines"], "b.svg"), as: UTF8.self)
        #expect(!outlines.contains("<text ") && !outlines.contains("font-family"))
        for svg in [text, outlines] {
            #expect(svg.contains("<title id=\"title\">Weight</title>"))
            #expect(!svg.contains("<script") && !svg.contains("href="))
        }
    }

    @Test func anEndingThatIsNoneIsTold() throws {
        for name in ["a.gif", "a", "a.pdf.txt", "a.jpeg"] {
            let said = try Program.run(
                ["render", Self.sample("weight"), "--output", path(name)])
            #expect(said.code == 2)
            #expect(said.errors.contains(".png, .svg or .pdf"), "\(said.errors)")
        }
        let said = try Program.run(
            ["render", Self.sample("weight"), "--svg-text", "outlines", "--output", path("a.pdf")])
        #expect(said.code == 2 && said.errors.contains("--svg-text"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test(arguments: ["png", "svg", "pdf"])
    func whatCannotBeWrittenLeavesWhatWasThere(ending: String) throws {
        let nowhere = path("missing/a.\(ending)")
        let said = try Program.run(["render", Self.sample("weight"), "--output", nowhere])
        #expect(said.code == 1 && said.errors.contains(nowhere), "\(said.errors)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        // A file that cannot be read is not drawn, and the existing picture is kept.
        let file = try folder.write("before", "a.\(ending)")
        let broken = try folder.write("neither a table nor anything else", "a.csv")
        let refused = try Program.run(["render", broken, "--output", file])
        #expect(refused.code == 1)
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "before")
    }
}
