import Foundation
import Testing

/// A line of a source file, with what is code in it told from the rest.
struct SourceLine {
    /// The whole line.
    let text: String
    /// The line without its string literals and its comment.
    let code: String

    init(_ text: String) {
        self.text = text
        let bare = text.replacing(/"(?:\\.|[^"\\])*"/, with: "\"\"")
        code = bare.replacing(/\/\/.*$/, with: "")
    }

    /// The lines of the file at `path` below the root, numbered from 1.
    static func lines(of path: String) throws -> [(Int, SourceLine)] {
        let text = try House.text(path)
        return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
            .map { ($0.offset + 1, SourceLine(String($0.element))) }
    }
}

/// The rules for source files that the formatter does not know.
@Suite struct SourceTests {
    static let sourceFolders = [
        "Sources", "Shaders", "Plugins", "Benchmarks/Sources", "Examples/Sources",
        "Fuzzing/Sources", "Torture/Sources",
    ]

    /// Every Swift file of the product and of its tests.
    static func swiftFiles(andTests: Bool) throws -> [String] {
        var files: [String] = []
        for folder in sourceFolders + (andTests ? ["Tests"] : []) {
            files += try House.files(in: folder, endings: ["swift"])
        }
        try #require(files.count > 10, "no sources found below \(House.root.path())")
        return files
    }

    @Test func theFormatterHasNothingToSay() async throws {
        let there =
            Self.sourceFolders + [
                "Tests", "Package.swift", "Benchmarks/Package.swift",
                "Examples/Package.swift", "Fuzzing/Package.swift",
                "Torture/Package.swift",
            ]
        let said = try await House.run(
            ["swift", "format", "lint", "--strict", "--parallel", "--recursive"] + there)
        let findings = (said.output + said.errors).split(separator: "\n")
        #expect(
            said.status == 0 && findings.isEmpty,
            """
            \(findings.count) findings (make format mends most of them):
            \(findings.prefix(40).joined(separator: "\n"))
            """)
    }

    @Test func noFileIsEndless() throws {
        for path in try Self.swiftFiles(andTests: true) {
            let count = try House.text(path).count { $0.isNewline }
            #expect(count <= 1000, "\(path) has \(count) lines")
        }
    }

    @Test func namesSayWhatAThingIs() throws {
        let empty = /(?:Manager|Helper|Util|Utils|Utility|Utilities|Common)(?:[A-Z0-9_+.]|s?$)/
        let declaration =
            /^\s*(?:[\w@()]+\s+)*(?:class|struct|enum|actor|protocol|typealias)\s+(\w+)/
        for path in try Self.swiftFiles(andTests: true) {
            let file = String(path.split(separator: "/").last?.dropLast(".swift".count) ?? "")
            #expect(file.firstMatch(of: empty) == nil, "the name of \(path)")
            for (number, line) in try SourceLine.lines(of: path) {
                guard let match = line.code.prefixMatch(of: declaration) else { continue }
                #expect(
                    match.1.firstMatch(of: empty) == nil, "\(path):\(number): the name \(match.1)")
            }
        }
    }

    /// Trouble from outside is thrown, and misuse traps with `precondition` and a sentence.
    @Test func nothingGivesUpInSilence() throws {
        let forbidden = /\btry!|\bas!|\bfatalError\(/
        for path in try Self.swiftFiles(andTests: false) {
            for (number, line) in try SourceLine.lines(of: path) {
                if let match = line.code.firstMatch(of: forbidden) {
                    Issue.record("\(path):\(number): \(match.0)")
                }
            }
        }
    }

    @Test func nothingIsLeftForLater() throws {
        let marker = /\b(?:TODO|FIXME|XXX|HACK)\b/
        var files = try Self.swiftFiles(andTests: false)
        files.append("Makefile")
        for path in files {
            for (number, line) in try SourceLine.lines(of: path) {
                #expect(line.text.firstMatch(of: marker) == nil, "\(path):\(number)")
            }
        }
    }

    /// What the rules look at, shown on lines of each kind.
    @Test(arguments: [
        ("let a = b // try! not", "let a = b "),
        ("say(\"fatalError( is \\\"bad\\\"\") // yes", "say(\"\") "),
        ("try! open()", "try! open()"),
    ])
    func codeIsToldFromWordsAboutIt(line: String, code: String) {
        #expect(SourceLine(line).code == code)
    }
}
