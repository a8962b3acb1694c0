import ChartExport
import Foundation
import Geometry
import PDF
import Painting
import Testing
import Text

/// Fonts, and both exports of a drawing on a canvas.
@MainActor
struct Setting {
    let fonts: FontLibrary
    let typesetter: Typesetter

    init(language: String = "en") throws {
        fonts = try FontLibrary(language: language)
        typesetter = Typesetter(fonts: fonts)
    }

    static let information = PDFInformation(
        title: "Weight & <pressure>", author: "A. Person", subject: "A test", creator: "Oresen",
        language: "en-GB", created: 1_700_000_000)

    func line(_ text: String, size: Double = 20, weight: FontWeight = .regular) -> ShapedLine {
        typesetter.line(text, TextStyle(size: size, weight: weight))
    }

    func picture(scale: Double = 1, _ draw: (Canvas) -> Void) -> Picture {
        let canvas = Canvas(scale: scale)
        draw(canvas)
        return canvas.finish()
    }

    func svg(
        _ picture: Picture, _ size: Size = Size(width: 200, height: 100),
        text: SVGExport.TextForm = .text
    ) throws -> String {
        try SVGExport.svg(
            of: picture, size: size, title: "Weight & <pressure>", description: "A \"test\"",
            language: "en-GB", text: text, fonts: fonts)
    }

    func pdf(
        _ picture: Picture, _ size: Size = Size(width: 200, height: 100),
        description: String = "A rising line"
    ) throws -> [UInt8] {
        try PDFExport.pdf(
            of: [PDFExport.Page(picture, size: size)], information: Self.information,
            description: description, fonts: fonts)
    }
}

/// Whether two rectangles have the same edges except for rounding.
func same(_ a: Rect, _ b: Rect, within tolerance: Double = 0.012) -> Bool {
    abs(a.minX - b.minX) <= tolerance && abs(a.minY - b.minY) <= tolerance
        && abs(a.maxX - b.maxX) <= tolerance && abs(a.maxY - b.maxY) <= tolerance
}

/// Foundation has a type of the same name.
typealias PlaneMap = Geometry.AffineTransform
