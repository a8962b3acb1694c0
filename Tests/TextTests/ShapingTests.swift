import CFreeType
import Testing

@testable import Text

private let body = TextStyle(size: 13)

/// The advance of one character as FreeType reads it from the file's own table, in font units.
private func designedAdvance(_ character: Unicode.Scalar, _ path: String) -> (units: Int, em: Int)?
{
    var library: FT_Library?
    var face: FT_Face?
    guard FT_Init_FreeType(&library) == 0 else { return nil }
    defer { FT_Done_FreeType(library) }
    guard FT_New_Face(library, path, 0, &face) == 0, let face else { return nil }
    defer { FT_Done_Face(face) }
    let noScale: Int32 = 1
    guard FT_Load_Char(face, FT_ULong(character.value), noScale) == 0 else { return nil }
    return (Int(face.pointee.glyph.pointee.metrics.horiAdvance), Int(face.pointee.units_per_EM))
}

@Test @MainActor func advancesAreTheDesignedOnes() throws {
    let setting = try Setting()
    let path = try #require(setting.fonts.openedFiles.first)
    let plain = TextStyle(size: 11, tabularFigures: false)
    for character in "nHmi%" {
        let scalar = try #require(character.unicodeScalars.first)
        let designed = try #require(designedAdvance(scalar, path))
        let wanted = Double(designed.units) / Double(designed.em) * 11
        let line = setting.typesetter.line(String(character), plain)
        #expect(abs(line.width - wanted) < 1e-9)
    }
    let one = setting.typesetter.line("n", plain).width
    #expect(
        abs(setting.typesetter.line(String(repeating: "n", count: 40), plain).width - one * 40)
            < 1e-6)
}

@Test @MainActor func widthGrowsWithTheSizeExactly() throws {
    let typesetter = try Setting().typesetter
    let small = typesetter.line("Blood pressure", TextStyle(size: 11))
    let large = typesetter.line("Blood pressure", TextStyle(size: 22))
    #expect(abs(large.width - 2 * small.width) < 1e-9)
    #expect(abs(large.ascent - 2 * small.ascent) < 1e-9)
    #expect(small.ascent > 0 && small.descent > 0 && small.height < 22)
}

@Test @MainActor func glyphsStandEndToEnd() throws {
    let line = try Setting().typesetter.line("May – October, steps", body)
    var pen = 0.0
    for glyph in line.glyphs {
        #expect(abs(glyph.x - pen) < 1e-9)
        pen += glyph.advance
    }
    #expect(abs(line.width - pen) < 1e-9)
    #expect(line.glyphs.map(\.cluster) == Array(0..<20))
}

@Test @MainActor func pairsAreKerned() throws {
    let typesetter = try Setting().typesetter
    let apart = typesetter.line("A", body).width + typesetter.line("V", body).width
    #expect(typesetter.line("AV", body).width < apart - 0.1)
}

@Test(arguments: FontWeight.allCases) @MainActor func tabularDigitsAreEquallyWide(
    weight: FontWeight
) throws {
    let typesetter = try Setting().typesetter
    let style = TextStyle(size: 22, weight: weight)
    let zero = typesetter.line("0000", style).width
    for digit in 1...9 {
        let text = String(repeating: "\(digit)", count: 4)
        #expect(abs(typesetter.line(text, style).width - zero) < 1e-9)
    }
}

@Test @MainActor func proportionalDigitsAreNot() throws {
    let setting = try Setting(family: "Inter")
    guard setting.fonts.family == "Inter" else {
        withKnownIssue("the font Inter is not installed, and not every font has two sets of digits")
        {
            Issue.record("skipped")
        }
        return
    }
    let style = TextStyle(size: 22, tabularFigures: false)
    let typesetter = setting.typesetter
    #expect(typesetter.line("1111", style).width < typesetter.line("0000", style).width - 1)
}

@Test @MainActor func trackingStandsBetweenClustersOnly() throws {
    let typesetter = try Setting().typesetter
    let plain = typesetter.line("ACTIVITY", TextStyle(size: 11)).width
    let tracked = typesetter.line("ACTIVITY", TextStyle(size: 11, tracking: 0.06)).width
    #expect(abs(tracked - plain - 7 * 0.06 * 11) < 1e-9)
    // A letter and its accent are one cluster.
    let accented = "e\u{301}x"
    let apart = typesetter.line(accented, TextStyle(size: 10)).width
    let spread = typesetter.line(accented, TextStyle(size: 10, tracking: 0.5)).width
    #expect(abs(spread - apart - 5) < 1e-9)
}

@Test @MainActor func heavierFacesAreOtherFaces() throws {
    let setting = try Setting()
    let widths = FontWeight.allCases.map {
        setting.typesetter.line("Steps", TextStyle(size: 22, weight: $0)).width
    }
    #expect(widths == widths.sorted())
    #expect(widths.first != widths.last)
    #expect(setting.fonts.family == "Inter" ? Set(widths).count == 4 : true)
}

@Test @MainActor func arabicIsJoinedAndRunsFromTheRight() throws {
    let setting = try Setting()
    let word = "خطوات"  // steps
    guard hasFace(for: word, setting) else {
        withKnownIssue("no installed font has Arabic") { Issue.record("skipped") }
        return
    }
    let line = setting.typesetter.line(word, body)
    #expect(line.glyphs.map(\.cluster) == line.glyphs.map(\.cluster).sorted(by: >))
    // The first letter has its initial form, which is not the glyph of the isolated letter.
    let alone = setting.typesetter.line("خ", body)
    #expect(line.glyphs.last { $0.cluster == 0 }?.glyph != alone.glyphs.first?.glyph)
    #expect(!line.hasMissingGlyphs)
    // Tracking would separate the letters.
    let tracked = setting.typesetter.line(word, TextStyle(size: 13, tracking: 0.2))
    #expect(tracked.width == line.width)
}

@Test @MainActor func hebrewRunsFromTheRightAndNumbersInItFromTheLeft() throws {
    let setting = try Setting()
    let text = "צעדים 12"
    guard hasFace(for: text, setting) else {
        withKnownIssue("no installed font has Hebrew") { Issue.record("skipped") }
        return
    }
    // Right to left as a whole: the number is on the left, its digits in reading order.
    #expect(setting.typesetter.line(text, body).glyphs.map(\.cluster) == [6, 7, 5, 4, 3, 2, 1, 0])
    // Left to right as a whole: only the word is reversed.
    let mixed = setting.typesetter.line("ab שלום cd", body)
    #expect(mixed.glyphs.map(\.cluster) == [0, 1, 2, 6, 5, 4, 3, 7, 8, 9])
    // Brackets in Hebrew open in the other direction: the first one is drawn as a closing one, on
    // the right.
    let bracketed = setting.typesetter.line("(א)", body)
    let latin = setting.typesetter.line("()", body)
    #expect(bracketed.glyphs.map(\.cluster) == [2, 1, 0])
    #expect(bracketed.glyphs.first?.glyph == latin.glyphs.first?.glyph)
}

@Test(arguments: [
    "Καρδιά", "Давление", "歩数 手机 血圧", "걸음 수", "خطوات", "צעדים", "Größe Šířka œuvre",
    "−12.5 %\u{A0}≥ 135",
])
@MainActor func everyScriptFindsAFace(text: String) throws {
    let setting = try Setting()
    let line = setting.typesetter.line(text, body)
    if line.hasMissingGlyphs {
        withKnownIssue("no installed font has all of \(text)") { Issue.record("skipped") }
        return
    }
    #expect(line.width > 0)
    #expect(line.glyphs.count <= text.unicodeScalars.count)
}

@Test @MainActor func aLetterAndItsMarkComeFromOneFace() throws {
    let setting = try Setting()
    let line = setting.typesetter.line("ש\u{5C1}x\u{302}", body)
    for cluster in Dictionary(grouping: line.glyphs, by: \.cluster).values {
        #expect(Set(cluster.map(\.face)).count == 1)
    }
}

@Test @MainActor func controlsAndLineBreaksAreSpaces() throws {
    let typesetter = try Setting().typesetter
    let line = typesetter.line("a\tb\nc\u{7}d\r\ne", body)
    #expect(!line.hasMissingGlyphs)
    #expect(abs(line.width - typesetter.line("a b c d  e", body).width) < 1e-9)
}

@Test @MainActor func nothingIsAnEmptyLine() throws {
    let typesetter = try Setting().typesetter
    let line = typesetter.line("", body)
    #expect(line.glyphs.isEmpty && line.width == 0)
    #expect(line.height > 0)
}

@Test @MainActor func nationalFormsFollowTheLanguage() throws {
    let japanese = try Setting(language: "ja")
    let chinese = try Setting(language: "zh-cn")
    guard hasFace(for: "骨", japanese) else {
        withKnownIssue("no installed font has ideographs") { Issue.record("skipped") }
        return
    }
    let first = japanese.typesetter.line("骨", body)
    let again = try Setting(language: "ja").typesetter.line("骨", body)
    #expect(first.glyphs.map(\.glyph) == again.glyphs.map(\.glyph))
    let other = chinese.typesetter.line("骨", body)
    if japanese.fonts.openedFiles.last?.contains("CJK") == true {
        #expect(first.glyphs.map(\.glyph) != other.glyphs.map(\.glyph))
    }
}

@Test @MainActor func theCaretStandsBetweenTheLetters() throws {
    let typesetter = try Setting().typesetter
    let line = typesetter.line("nnnn", TextStyle(size: 13, tabularFigures: false))
    let one = typesetter.line("n", TextStyle(size: 13, tabularFigures: false)).width
    #expect(line.caretPlaces.count == 5)
    for (index, place) in line.caretPlaces.enumerated() {
        #expect(abs(place - one * Double(index)) < 1e-9)
    }
    #expect(typesetter.line("", body).caretPlaces == [0])
    // One cluster of two scalars: the position between them is in its middle.
    let accented = typesetter.line("x\u{302}n", body)
    #expect(accented.caretPlaces.count == 4 && accented.caretPlaces[0] == 0)
    #expect(accented.caretPlaces[2] > accented.caretPlaces[1])
    #expect(abs(accented.caretPlaces[3] - accented.width) < 1e-9)
}

@Test @MainActor func theCaretFollowsTheWayATextReads() throws {
    let setting = try Setting()
    guard hasFace(for: "שלום", setting) else {
        withKnownIssue("no installed font has Hebrew") { Issue.record("skipped") }
        return
    }
    let hebrew = setting.typesetter.line("שלום", body)
    #expect(abs(hebrew.caretPlaces[0] - hebrew.width) < 1e-9, "it begins at the right")
    #expect(abs(hebrew.caretPlaces[4]) < 1e-9)
    for (one, next) in zip(hebrew.caretPlaces, hebrew.caretPlaces.dropFirst()) {
        #expect(next < one)
    }
    // Between letters of the other direction it reverses and comes back.
    let mixed = setting.typesetter.line("ab שלום cd", body).caretPlaces
    #expect(mixed[0] == 0 && mixed[1] < mixed[2] && mixed[3] > mixed[4] && mixed[4] > mixed[6])
    #expect(mixed[8] < mixed[9] && mixed[9] < mixed[10] && mixed[3] < mixed[8])
}
