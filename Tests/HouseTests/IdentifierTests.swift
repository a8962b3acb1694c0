import Foundation
import Testing

/// Commands and controls have typed ids: the subject of one is a value, and never parsed from its
/// name.
@Suite struct IdentifierTests {
    /// Whether a line of the viewer inspects the beginning or the parts of an id.
    private static func parses(_ code: String) -> Bool {
        let parsed =
            /(?:\b(?:id|command|control|focused|hovered|shownFocus)\b[?!]?(?:\.name|\.id)?[?!]?)\.(?:hasPrefix|hasSuffix|split|dropFirst|components)\b/
            .wordBoundaryKind(.simple)
        return code.contains(parsed)
    }

    @Test func nothingIsDecidedByAPrefixOfAnID() throws {
        let files = try House.files(in: "Sources/Viewer", endings: ["swift"])
        #expect(files.count > 100)
        for path in files {
            for (number, line) in try SourceLine.lines(of: path) where Self.parses(line.code) {
                Issue.record("\(path):\(number): an id is parsed: \(line.code)")
            }
        }
    }

    @Test func whatIsFound() {
        #expect(Self.parses("if command.name.hasPrefix(prefix) {"))
        #expect(Self.parses("let parts = id.split(separator: part)"))
        #expect(Self.parses("focused?.name.hasPrefix(word)"))
        #expect(!Self.parses("path.hasPrefix(home)"))
        #expect(!Self.parses("entry.name.hasPrefix(dot)"))
    }
}
