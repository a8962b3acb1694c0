import Foundation
import Synchronization
import Testing

/// A line of a source file, with its code separated from the rest.
struct SourceLine: Sendable {
    /// The whole line.
    let text: String
    /// The line without its string literals and its comment.
    let code: String

    init(_ text: String) {
        self.text = text
        var code: [UInt8] = []
        var bytes = Array(text.utf8)[...]
        while let byte = bytes.first {
            if byte == UInt8(ascii: "/"), bytes.dropFirst().first == byte { break }
            bytes = bytes.dropFirst()
            code.append(byte)
            guard byte == UInt8(ascii: "\""), let end = Self.endOfLiteral(bytes) else { continue }
            code.append(byte)
            bytes = bytes[end...]
        }
        self.code = String(decoding: code, as: UTF8.self)
    }

    /// The index after the quote that ends a literal; nil if the line has none.
    private static func endOfLiteral(_ bytes: ArraySlice<UInt8>) -> Int? {
        var at = bytes.startIndex
        while at < bytes.endIndex {
            switch bytes[at] {
            case UInt8(ascii: "\""): return at + 1
            case UInt8(ascii: "\\"): at += 2
            default: at += 1
            }
        }
        return nil
    }

    private static let known = Mutex<[String: [(Int, SourceLine)]]>([:])

    /// The lines of the file at `path` below the root, numbered from 1; read once, since many rules
    /// use them.
    static func lines(of path: String) throws -> [(Int, SourceLine)] {
        if let lines = known.withLock({ $0[path] }) { return lines }
        let text = try House.text(path)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
            .map { ($0.offset + 1, SourceLine(String($0.element))) }
        known.withLock { $0[path] = lines }
        return lines
    }
}

extension String {
    /// Whether it contains one of some words; much cheaper than a regular expression, which few
    /// lines match.
    func has(_ words: String...) -> Bool { words.contains { contains($0) } }
}

/// The rules for source files that the formatter does not check.
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
            \(findings.count) findings (make format fixes most of them):
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
            for (number, line) in try SourceLine.lines(of: path)
            where line.code.has("Manager", "Helper", "Util", "Common") {
                guard let match = line.code.prefixMatch(of: declaration) else { continue }
                #expect(
                    match.1.firstMatch(of: empty) == nil, "\(path):\(number): the name \(match.1)")
            }
        }
    }

    /// Failures from outside are thrown, and misuse traps with `precondition` and a message.
    @Test func nothingGivesUpInSilence() throws {
        let forbidden = /\btry!|\bas!|\bfatalError\(/
        for path in try Self.swiftFiles(andTests: false) {
            for (number, line) in try SourceLine.lines(of: path)
            where line.code.has("y!", "s!", "fatalError") {
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
            for (number, line) in try SourceLine.lines(of: path)
            where line.text.has("TODO", "FIXME", "XXX", "HACK") {
                #expect(line.text.firstMatch(of: marker) == nil, "\(path):\(number)")
            }
        }
    }

    /// The code that the rules check, by examples of each kind.
    @Test(arguments: [
        ("let a = b // try! not", "let a = b "),
        ("say(\"fatalError( is \\\"bad\\\"\") // yes", "say(\"\") "),
        ("try! open()", "try! open()"),
    ])
    func codeIsToldFromWordsAboutIt(line: String, code: String) {
        #expect(SourceLine(line).code == code)
    }
}
