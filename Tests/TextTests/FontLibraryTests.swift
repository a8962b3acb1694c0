import Glibc
import Platform
import Testing

@testable import Text

/// A temporary file for one test.
private func withFile(_ text: String, _ body: (String) throws -> Void) throws {
    var template = Array("/tmp/oresen-fonts-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    try #require(descriptor >= 0)
    let bytes = Array(text.utf8)
    try #require(write(descriptor, bytes, bytes.count) == bytes.count)
    close(descriptor)
    let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    defer { unlink(path) }
    try body(path)
}

@Test @MainActor func noFontIsASentence() throws {
    try withFile(#"<?xml version="1.0"?><fontconfig></fontconfig>"#) { path in
        let failure = #expect(throws: FontError.self) {
            try FontLibrary(configuration: path)
        }
        let sentence = failure?.description ?? ""
        #expect(sentence.contains("no usable font is installed"))
        #expect(sentence.contains("fonts-inter") && sentence.contains("fonts-noto-core"))
    }
}

@Test @MainActor func aBrokenConfigurationIsNamed() throws {
    let path = "/nonexistent/oresen/fonts.conf"
    let failure = #expect(throws: FontError.self) { try FontLibrary(configuration: path) }
    #expect(failure?.description.hasPrefix(path) == true)
}

@Test @MainActor func onlyTheFontsOfTheConfigurationAreUsed() throws {
    let fonts = try FontLibrary()
    let file = try #require(fonts.openedFiles.first)
    let folder = file.prefix(upTo: file.lastIndex(of: "/") ?? file.endIndex)
    let text = #"<?xml version="1.0"?><fontconfig><dir>\#(folder)</dir></fontconfig>"#
    try withFile(text) { path in
        let few = try FontLibrary(configuration: path)
        #expect(few.family == fonts.family)
        let line = Typesetter(fonts: few).line("a漢\u{1F600}\u{10FFFF}", TextStyle(size: 13))
        #expect(few.openedFiles.allSatisfy { $0.hasPrefix(folder) })
        // A character that no font has gets the face's sign for missing ones, which has a width.
        #expect(line.hasMissingGlyphs && line.width > 13)
    }
}

@Test @MainActor func aFamilyThatIsNotThereIsPassedOver() throws {
    let asked = try FontLibrary(family: "No Such Family At All 1234")
    let plain = try FontLibrary()
    #expect(asked.family == plain.family)
    #expect(plain.family == plain.family.trimmingPrefix(" "))
    for family in FontLibrary.preferredFamilies {
        let found = try FontLibrary(family: family)
        #expect(found.family == family || found.family == plain.family)
    }
}

@Test @MainActor func theFirstInstalledOfThePreferredFamiliesIsTaken() throws {
    let plain = try FontLibrary()
    let installed = try FontLibrary.preferredFamilies.first {
        try FontLibrary(family: $0).family == $0
    }
    if let installed { #expect(plain.family == installed) }
}

@Test @MainActor func theSameFontsGiveTheSameFaces() throws {
    let text = "Aα Я 血 ا א ≥ ½ ☃"
    func faces() throws -> [String] {
        let fonts = try FontLibrary(language: "en")
        _ = Typesetter(fonts: fonts).line(text, TextStyle(size: 13))
        return fonts.openedFiles
    }
    #expect(try faces() == faces())
}

@Suite(.serialized) @MainActor struct FontMemoryTests {
    @Test func aSecondLibraryNeedsNoConfiguration() throws {
        try withFile("") { memory in
            let first = try FontLibrary(memory: memory)
            #expect(first.hasReadConfiguration)
            let weights = FontWeight.allCases.map { first.primary($0).path }
            let second = try FontLibrary(memory: memory)
            #expect(FontWeight.allCases.map { second.primary($0).path } == weights)
            #expect(second.family == first.family && !second.hasReadConfiguration)
            #expect(second.openedFiles == first.openedFiles)
            // A query that was not stored goes to fontconfig again, and is found.
            let line = Typesetter(fonts: second).line("漢", TextStyle(size: 13))
            let wanted = Typesetter(fonts: first).line("漢", TextStyle(size: 13))
            #expect(second.hasReadConfiguration && line.width == wanted.width)
            #expect(second.openedFiles == first.openedFiles)
        }
    }

    @Test func aChangedConfigurationIsReadAgain() throws {
        let plain = try FontLibrary()
        let file = try #require(plain.openedFiles.first)
        let folder = file.prefix(upTo: file.lastIndex(of: "/") ?? file.endIndex)
        let text = #"<?xml version="1.0"?><fontconfig><dir>\#(folder)</dir></fontconfig>"#
        try withFile("") { memory in
            try withFile(text) { path in
                _ = try FontLibrary(configuration: path, memory: memory)
                let again = try FontLibrary(configuration: path, memory: memory)
                #expect(!again.hasReadConfiguration)
                let other = try FontLibrary(language: "ja", configuration: path, memory: memory)
                #expect(other.hasReadConfiguration)
                _ = try FontLibrary(configuration: path, memory: memory)
                var times = [timespec(tv_sec: 1, tv_nsec: 0), timespec(tv_sec: 1, tv_nsec: 0)]
                try #require(utimensat(AT_FDCWD, path, &times, 0) == 0)
                let changed = try FontLibrary(configuration: path, memory: memory)
                #expect(changed.hasReadConfiguration && changed.family == again.family)
            }
        }
    }
}
