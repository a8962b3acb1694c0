import Geometry
import Testing

@testable import Text

private let body = TextStyle(size: 13)

/// The coverage under the quads of `run`, quad by quad.
@MainActor
private func pictures(_ run: GlyphRun, _ atlas: GlyphAtlas) -> [[UInt8]] {
    run.quads.map {
        atlas.pages[$0.page].coverage(
            in: GlyphAtlas.Area(
                x: Int($0.sourceX), y: Int($0.sourceY), width: Int($0.width), height: Int($0.height)
            ))
    }
}

/// Ideographs are plentiful; if no font has them, capitals at many sizes are used.
@MainActor
private func lines(_ count: Int, _ typesetter: Typesetter) -> [ShapedLine] {
    (0..<count).map { n in
        let scalar = Unicode.Scalar(UInt32(0x4E00 + n)) ?? "A"
        return typesetter.line(String(Character(scalar)), TextStyle(size: 13 + Double(n % 7)))
    }
}

@Test @MainActor func glyphsInUseAreNeverOverwritten() throws {
    let setting = try Setting()
    let atlas = GlyphAtlas(
        fonts: setting.fonts, limits: GlyphAtlas.Limits(initial: 64, comfortable: 64, maximum: 128))
    atlas.beginFrame()
    let kept = atlas.run(setting.typesetter.line("Blood pressure 118/76 mmHg", body), scale: 1.5)
    let before = pictures(kept, atlas)
    for line in lines(400, setting.typesetter) {
        atlas.beginFrame()
        _ = atlas.run(line, scale: 2)
    }
    #expect(atlas.evictions > 100)
    #expect(pictures(kept, atlas) == before)
    // A repeated request finds them in the same place, and nothing is drawn again.
    let drawn = atlas.drawnCount
    let again = atlas.run(setting.typesetter.line("Blood pressure 118/76 mmHg", body), scale: 1.5)
    #expect(again.quads == kept.quads)
    #expect(atlas.drawnCount == drawn)
}

@Test @MainActor func glyphsOfTheFrameStayWithoutBeingHeld() throws {
    let setting = try Setting()
    let atlas = GlyphAtlas(
        fonts: setting.fonts, limits: GlyphAtlas.Limits(initial: 64, comfortable: 64, maximum: 128))
    let all = lines(300, setting.typesetter)
    atlas.beginFrame()
    var quads: [[GlyphQuad]] = []
    var seen: [[[UInt8]]] = []
    for line in all {
        let run = atlas.run(line, scale: 2)
        quads.append(run.quads)
        seen.append(pictures(run, atlas))
    }
    // All are in use: the page grew, then others were opened, and nothing was evicted.
    #expect(atlas.evictions == 0)
    #expect(atlas.pages.count > 1 && atlas.pages[0].edge == 128)
    for (line, before) in zip(all, zip(quads, seen)) {
        let run = atlas.run(line, scale: 2)
        #expect(run.quads == before.0)
        #expect(pictures(run, atlas) == before.1)
    }
}

@Test @MainActor func whatNobodyHoldsMakesRoom() throws {
    let setting = try Setting()
    let atlas = GlyphAtlas(
        fonts: setting.fonts,
        limits: GlyphAtlas.Limits(initial: 128, comfortable: 128, maximum: 128))
    for line in lines(600, setting.typesetter) {
        atlas.beginFrame()
        _ = atlas.run(line, scale: 1)
    }
    #expect(atlas.pages.count == 1)
    #expect(atlas.evictions > 0)
    #expect(atlas.glyphCount + atlas.evictions == atlas.drawnCount)
}

@Test @MainActor func quadsOnAPageDoNotOverlap() throws {
    let setting = try Setting()
    let atlas = GlyphAtlas(fonts: setting.fonts)
    atlas.beginFrame()
    var cells: [GlyphQuad] = []
    for line in lines(200, setting.typesetter) { cells += atlas.run(line, scale: 1.25).quads }
    cells = Array(Set(cells))
    var taken = Set<[Int]>()
    for quad in cells {
        // The picture and the empty texels to the right of it and below it.
        for y in 0...Int(quad.height) {
            for x in 0...Int(quad.width) {
                let fresh = taken.insert([quad.page, Int(quad.sourceX) + x, Int(quad.sourceY) + y])
                    .inserted
                #expect(fresh)
            }
        }
    }
}

/// The centre of the ink of a run of one glyph, in device pixels, and the amount of ink.
@MainActor
private func ink(_ run: GlyphRun, _ atlas: GlyphAtlas) -> (x: Double, total: Double) {
    guard let quad = run.quads.first, let bytes = pictures(run, atlas).first else { return (0, 0) }
    var total = 0.0
    var moment = 0.0
    for (i, byte) in bytes.enumerated() {
        total += Double(byte)
        moment += Double(byte) * (Double(Int(quad.x) + i % Int(quad.width)) + 0.5)
    }
    return (moment / total, total)
}

@Test(arguments: [1, 1.5, 2]) @MainActor func glyphsMoveByQuartersOfAPixel(scale: Double) throws {
    let setting = try Setting()
    let atlas = GlyphAtlas(fonts: setting.fonts)
    let line = setting.typesetter.line("H", TextStyle(size: 16))
    let still = ink(atlas.run(line, scale: scale), atlas)
    for quarters in -9...9 {
        let origin = Point(x: Double(quarters) / 4 / scale, y: 0)
        let moved = ink(atlas.run(line, scale: scale, at: origin), atlas)
        // Coverage has 256 steps, so the centre is accurate to only a few hundredths.
        #expect(abs(moved.x - still.x - Double(quarters) / 4) < 0.05)
        #expect(abs(moved.total / still.total - 1) < 0.01)
    }
}

@Test @MainActor func theBaselineIsAWholePixel() throws {
    let setting = try Setting()
    let atlas = GlyphAtlas(fonts: setting.fonts)
    let line = setting.typesetter.line("H", TextStyle(size: 16))
    for (y, row) in [(0.0, 0), (10, 15), (10.2, 15), (10.4, 16)] {
        let quad = try #require(atlas.run(line, scale: 1.5, at: Point(x: 0, y: y)).quads.first)
        // A flat letter is on its baseline: its lowest row is full, right above it.
        #expect(Int(quad.y + quad.height) == row)
        let bytes = atlas.pages[quad.page].coverage(
            in: GlyphAtlas.Area(
                x: Int(quad.sourceX), y: Int(quad.sourceY + quad.height - 1),
                width: Int(quad.width),
                height: 1))
        #expect(bytes.max() == 255)
    }
}

@Test @MainActor func theInkOfALineIsAsWideAsTheLine() throws {
    let setting = try Setting()
    let atlas = GlyphAtlas(fonts: setting.fonts)
    let line = setting.typesetter.line("12,000", TextStyle(size: 11))
    for scale in [1, 1.25, 1.5, 2] {
        let quads = atlas.run(line, scale: scale).quads
        let right = quads.map { Double($0.x + $0.width) }.max() ?? 0
        let left = quads.map { Double($0.x) }.min() ?? 0
        #expect(quads.count == 6)
        #expect(right - left <= line.width * scale + 2)
        #expect(right - left >= line.width * scale - 4 * scale)
    }
}

@Test @MainActor func spacesHaveNoQuads() throws {
    let setting = try Setting()
    let atlas = GlyphAtlas(fonts: setting.fonts)
    #expect(atlas.run(setting.typesetter.line(" \u{A0} ", body), scale: 1).quads.isEmpty)
    #expect(atlas.run(setting.typesetter.line("", body), scale: 1).quads.isEmpty)
}

@Test @MainActor func aCopyFollowsByTheChanges() throws {
    let setting = try Setting()
    let atlas = GlyphAtlas(
        fonts: setting.fonts, limits: GlyphAtlas.Limits(initial: 64, comfortable: 128, maximum: 128)
    )
    var copies: [(revision: UInt64, edge: Int, texels: [UInt8])] = []
    var seen: (areas: Int, whole: Int, none: Int) = (0, 0, 0)
    for (n, line) in lines(260, setting.typesetter).enumerated() {
        atlas.beginFrame()
        _ = atlas.run(line, scale: 1)
        if n % 3 == 0 { _ = atlas.run(line, scale: 1) }
        // Now and then the renderer misses many frames.
        if n > 100, n < 200 { continue }
        for (i, page) in atlas.pages.enumerated() {
            if i == copies.count { copies.append((0, 0, [])) }
            switch page.changes(since: copies[i].revision) {
            case .none: seen.none += 1
            case .whole:
                seen.whole += 1
                copies[i].edge = page.edge
                copies[i].texels = page.coverage(in: page.whole)
            case .areas(let areas):
                seen.areas += 1
                for area in areas {
                    let bytes = page.coverage(in: area)
                    for y in 0..<area.height {
                        let row = (area.y + y) * copies[i].edge + area.x
                        copies[i].texels.replaceSubrange(
                            row..<(row + area.width),
                            with: bytes[(y * area.width)..<((y + 1) * area.width)])
                    }
                }
            }
            copies[i].revision = page.revision
            #expect(page.changes(since: page.revision) == .none)
            #expect(copies[i].texels == page.coverage(in: page.whole))
        }
    }
    #expect(seen.areas > 50 && seen.whole >= 3)
}

@Test @MainActor func theSameTextGivesTheSameBytes() throws {
    func texels() throws -> [UInt8] {
        let setting = try Setting()
        let atlas = GlyphAtlas(fonts: setting.fonts)
        atlas.beginFrame()
        _ = atlas.run(setting.typesetter.line("Steps 8,412 歩数", body), scale: 1.5)
        let page = try #require(atlas.pages.first)
        return page.coverage(in: page.whole)
    }
    #expect(try texels() == texels())
}
