import Testing

@testable import Text

private let body = TextStyle(size: 13)

@Test @MainActor func whatWasShapedIsNotShapedAgain() throws {
    let typesetter = try Setting().typesetter
    for _ in 0..<3 {
        for label in ["0", "4,000", "8,000", "12,000"] { _ = typesetter.line(label, body) }
    }
    #expect(typesetter.shapedCount == 4)
    _ = typesetter.line("0", TextStyle(size: 11))
    #expect(typesetter.shapedCount == 5)
}

@Test @MainActor func theCacheIsBoundedAndKeepsWhatIsInUse() throws {
    let typesetter = Typesetter(fonts: try FontLibrary(), capacity: 20)
    for n in 0..<200 {
        _ = typesetter.line("always", body)
        _ = typesetter.line("\(n)", body)
        #expect(typesetter.cachedCount <= 20)
    }
    #expect(typesetter.shapedCount == 201)
}

@Test @MainActor func aScaleShapesNothing() throws {
    let setting = try Setting()
    let atlas = GlyphAtlas(fonts: setting.fonts)
    let line = setting.typesetter.line("Weight", body)
    for scale in [1, 1.25, 1.5, 2] {
        atlas.beginFrame()
        _ = atlas.run(line, scale: scale)
    }
    #expect(setting.typesetter.shapedCount == 1)
}

@Test(arguments: [10.0, 30, 55.5, 80, 120, 10_000])
@MainActor func aShortenedLineFitsAndIsTheLongestThatDoes(width: Double) throws {
    let typesetter = try Setting().typesetter
    let text = "Blood pressure in the morning"
    let line = typesetter.line(text, body, fitting: width)
    #expect(line.width <= width)
    if line.text == text {
        #expect(typesetter.line(text, body).width <= width)
        return
    }
    guard line.text.hasSuffix("…") else {
        #expect(line.text.isEmpty && typesetter.line("…", body).width > width)
        return
    }
    #expect(text.hasPrefix(line.text.dropLast()))
    #expect(!line.text.dropLast().hasSuffix(" "))
    // One more character, including the one after it if that is a space, would not fit.
    var longer = line.text.count
    if Array(text)[longer - 1] == " " { longer += 1 }
    #expect(typesetter.line(String(text.prefix(longer)) + "…", body).width > width)
}

@Test @MainActor func aShortenedTextOfMegabytesIsShapedInParts() throws {
    let typesetter = try Setting().typesetter
    let text = String(repeating: "0123456789", count: 100_000)
    let line = typesetter.line(text, body, fitting: 100)
    #expect(line.width <= 100 && line.width > 80)
    #expect(typesetter.shapedCount < 20)
}

@Test @MainActor func wrappedLinesFitAndLoseNothing() throws {
    let typesetter = try Setting().typesetter
    let text =
        "The file holds no records that Oresen could use; see the report for what was refused."
    for width in [60.0, 140, 300] {
        let lines = typesetter.lines(text, body, wrappedTo: width)
        #expect(lines.allSatisfy { $0.width <= width + 0.05 })
        #expect(lines.map(\.text).joined(separator: " ") == text)
        // Greedy: the first word of the next line would not have fitted.
        for (line, next) in zip(lines, lines.dropFirst()) {
            let word = next.text.prefix { $0 != " " }
            #expect(typesetter.line(line.text + " " + word, body).width > width)
        }
    }
}

@Test @MainActor func linesBreakAtBreaksAndIdeographsAndInLongWords() throws {
    let typesetter = try Setting().typesetter
    let two = typesetter.lines("one\ntwo\r\n", body, wrappedTo: 500).map(\.text)
    #expect(two == ["one", "two", ""])
    let ideographs = typesetter.lines(String(repeating: "血圧", count: 20), body, wrappedTo: 100)
    #expect(ideographs.count > 3 && ideographs.allSatisfy { $0.width <= 100 })
    let path = "/home/person/downloads/apple_health_export_of_last_year.zip"
    let broken = typesetter.lines(path, body, wrappedTo: 90)
    #expect(broken.map(\.text).joined() == path)
    #expect(broken.allSatisfy { $0.width <= 90 })
    let narrow = typesetter.lines("abc", body, wrappedTo: 1)
    #expect(narrow.map(\.text) == ["a", "b", "c"])
}
