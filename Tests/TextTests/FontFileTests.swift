import Geometry
import Glibc
import Testing
import Text

/// The data of a library for exporters: the files of faces and the outlines of glyphs.
@MainActor
@Suite struct FontFileTests {
    @Test func aFaceKnowsItsFile() throws {
        let setting = try Setting()
        for weight in FontWeight.allCases {
            let line = setting.typesetter.line("Hello", TextStyle(size: 12, weight: weight))
            let file = setting.fonts.file(of: line.glyphs[0].face)
            #expect(access(file.path, R_OK) == 0, "\(file.path)")
            #expect(setting.fonts.openedFiles.contains(file.path))
            #expect(file.families.contains(setting.fonts.family))
            #expect(file.weight == weight || !file.isVariable)
        }
    }

    @Test func aStandInNamesItsOwnFamily() throws {
        let setting = try Setting()
        guard hasFace(for: "血", setting) else {
            Issue.record("no font with Japanese is installed")
            return
        }
        let line = setting.typesetter.line("a血", TextStyle(size: 12))
        let files = line.glyphs.map { setting.fonts.file(of: $0.face) }
        #expect(files[0].families != files[1].families)
        #expect(files[0].path != files[1].path)
    }

    /// The outline of a capital is on the baseline, has the face's cap height, and scales linearly.
    @Test func outlinesHaveTheDesignedSize() throws {
        let setting = try Setting()
        for size in [10.0, 100] {
            let style = TextStyle(size: size)
            let line = setting.typesetter.line("H", style)
            let outline = try #require(
                setting.fonts.outline(of: line.glyphs[0], size: size))
            let points = outline.steps.map { step in
                switch step {
                case .move(let point), .line(let point), .curve(_, _, to: let point): point
                }
            }
            let (low, high) = (points.map(\.y).min() ?? 0, points.map(\.y).max() ?? 0)
            let capital = setting.fonts.metrics(style).capHeight
            #expect(abs(high) < 0.001 * size)
            #expect(abs(low + capital) < 0.01 * size, "\(low), not \(-capital)")
            #expect(points.allSatisfy { $0.x >= 0 && $0.x <= line.width })
        }
    }

    @Test func aSpaceHasNoOutline() throws {
        let setting = try Setting()
        let line = setting.typesetter.line("a b", TextStyle(size: 12))
        #expect(setting.fonts.outline(of: line.glyphs[1], size: 12)?.steps == [])
    }
}
