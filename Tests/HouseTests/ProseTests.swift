import Foundation
import Testing

/// Sentences that a new reader has to read twice.
enum Prose {
    /// A phrase that is not used, and its place.
    struct Finding: CustomStringConvertible {
        var file: String
        var line: Int
        var phrase: String
        var text: String

        var description: String { "\(file):\(line): \(phrase): \(text)" }
    }

    /// Words for which there are plainer ones: see rule 16 of DESIGN.md.
    private static var words: Regex<Substring> {
        /\b(?:told|tells|anew|beside|so many|but for|be it|stands|is said|are said|was said|by itself|on show|troubles?)\b/
            .ignoresCase().wordBoundaryKind(.simple)
    }
    /// Sentences with their end at the beginning, or without a subject.
    private static var beginnings: Regex<Substring> { #/(?:Of|Who)\ /# }

    /// A line with a word that is not used has one of these, in lower case.
    private static let clues = [
        "told", "tells", "anew", "beside", "so many", "but for", "be it", "stands", "said",
        "by itself", "on show", "trouble",
    ]

    /// The findings in lines of prose, each with its number.
    static func findings(in lines: [(number: Int, text: String)], of file: String) -> [Finding] {
        var found: [Finding] = []
        var before: (number: Int, ending: Character?) = (-1, nil)
        for (number, text) in lines {
            let text = text.trimmingCharacters(in: .whitespaces)
            defer { before = (number, text.last) }
            // Few lines need the expressions, which are slow.
            let lower = text.lowercased()
            guard
                text.has("Of ", "Who ") || clues.contains(where: { lower.contains($0) })
            else { continue }
            // What is quoted as code is a name.
            let plain = text.replacing(/`[^`]*`/, with: "")
            if let match = plain.firstMatch(of: words) {
                found.append(
                    Finding(file: file, line: number, phrase: String(match.0), text: text))
            }
            let begins =
                before.number != number - 1 || before.ending.map { ".?!:".contains($0) } ?? true
            let sentences = plain.split(separator: #/[.?!:]\s/#)
            for (place, sentence) in sentences.enumerated()
            where (place > 0 || begins) && sentence.prefixMatch(of: beginnings) != nil {
                // A question may begin so.
                if sentence.hasSuffix("?") || plain.contains("?") { continue }
                found.append(
                    Finding(file: file, line: number, phrase: "the beginning", text: text))
            }
        }
        return found
    }

    /// The comments of Swift source.
    static func comments(of source: String) -> [(number: Int, text: String)] {
        source.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
            .compactMap { index, line in
                guard let match = line.prefixMatch(of: /\s*\/\/+(.*)/) else { return nil }
                return (index + 1, String(match.1))
            }
    }

    /// The string literals of Swift source that have more than one word, each line of a long one
    /// separately, without what is inserted into them.
    static func strings(of source: String) -> [(number: Int, text: String)] {
        var found: [(number: Int, text: String)] = []
        var isLong = false
        for (index, line) in source.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        {
            if line.trimmingCharacters(in: .whitespaces).hasPrefix("//"), !isLong { continue }
            if line.contains("\"\"\"") {
                isLong.toggle()
                continue
            }
            guard isLong || line.utf8.contains(UInt8(ascii: "\"")) else { continue }
            let texts =
                isLong
                ? [String(line)]
                : line.matches(of: /"((?:[^"\\]|\\.)*)"|\/\/.*/)
                    .compactMap { $0.1.map(String.init) }
            for text in texts {
                let plain = text.replacing(/\\\([^"]*?\)/, with: "…")
                if plain.contains(" ") { found.append((index + 1, plain)) }
            }
        }
        return found
    }
}

/// Comments, strings and documents are in plain English.
@Suite struct ProseTests {
    /// The folders of Swift sources, each with the fewest files that it has.
    private static let folders = [
        "Sources": 800, "Tests": 250, "Examples/Sources": 19, "Benchmarks": 10, "Fuzzing": 3,
        "Torture": 2,
    ]

    @Test(arguments: folders)
    func commentsAndStringsArePlain(folder: String, count: Int) throws {
        // The examples of this file are what is looked for.
        let files = try House.files(in: folder, endings: ["swift"]).filter {
            !$0.hasSuffix("/ProseTests.swift") && !$0.contains("/.build/")
        }
        #expect(files.count >= count)
        for path in files {
            let text = try House.text(path)
            let found =
                Prose.findings(in: Prose.comments(of: text), of: path)
                + Prose.strings(of: text).flatMap { Prose.findings(in: [$0], of: path) }
            #expect(found.isEmpty, "\(found.map(\.description).joined(separator: "\n"))")
        }
    }

    @Test(arguments: [
        "README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md",
        "Sources/HealthData/Formats/README.md", "Tests/Traces/README.md",
    ])
    func documentsArePlain(path: String) throws {
        try expectPlain(path)
    }

    @Test func articlesArePlain() throws {
        let articles = try House.files(in: "Sources/Charts/Charts.docc", endings: ["md"])
        #expect(articles.count > 10)
        for path in articles { try expectPlain(path) }
    }

    private func expectPlain(_ path: String) throws {
        let text = try House.text(path)
        var isCode = false
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
            .compactMap { index, line -> (number: Int, text: String)? in
                if line.hasPrefix("```") { isCode.toggle() }
                return isCode ? nil : (index + 1, String(line))
            }
        let found = Prose.findings(in: lines, of: path)
        #expect(found.isEmpty, "\(found.map(\.description).joined(separator: "\n"))")
    }

    /// The findings, and the phrases that are allowed.
    @Test func whatIsFound() {
        func phrases(_ lines: String...) -> [String] {
            Prose.findings(
                in: lines.enumerated().map { ($0 + 1, $1) }, of: "file"
            ).map(\.phrase)
        }
        #expect(phrases("What is told of it") == ["told"])
        #expect(phrases("Of these the first counts.") == ["the beginning"])
        #expect(phrases("It is read. Who reads it waits.") == ["the beginning"])
        #expect(phrases("the first half", "Of these sums") == [], "a sentence goes on")
        #expect(phrases("The end.", "Who reads it waits.") == ["the beginning"])
        #expect(phrases("Who reads it?") == [])
        #expect(phrases("a `beside` b, one of many, understands") == [])
    }
    @Test func stringsAreFound() {
        let source = #"""
            let a = "key", b = "One \(value) is told." // "no string"
            """#
        #expect(Prose.strings(of: source).map(\.text) == ["One … is told."])
    }
}
