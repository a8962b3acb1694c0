import Foundation
import Testing

/// The tables of what corresponds to the parts of the ancestors.
@Suite struct ParityTests {
    /// The names that are declared in some files.
    private func declared(_ folders: [String]) throws -> Set<String> {
        let words: Set<Substring> = [
            "class", "struct", "enum", "protocol", "extension", "func", "var", "let", "case",
            "typealias",
        ]
        var found: Set<String> = []
        for folder in folders {
            for path in try House.files(in: folder, endings: ["swift"]) {
                let text = try House.text(path)
                for line in text.split(separator: "\n") {
                    let tokens = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
                    for (word, name) in zip(tokens, tokens.dropFirst()) where words.contains(word) {
                        found.insert(String(name))
                    }
                }
            }
        }
        return found
    }

    @Test(arguments: ["Charts", "Cartography"]) func everyReferenceExists(_ module: String) throws {
        let types = try declared(["Sources"])
        let suites = try declared(["Tests"])
        let examples = Set(
            try House.files(in: "Examples/Sources", endings: ["swift"]).compactMap {
                $0.split(separator: "/").dropFirst(2).first.map(String.init)
            })
        let rows = try House.text("Sources/\(module)/PARITY.md").split(separator: "\n")
            .filter { $0.hasPrefix("| ") }.dropFirst(2)
        #expect(rows.count > 30)
        for row in rows {
            let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == 4 else {
                Issue.record("\(row)")
                continue
            }
            for (index, part) in cells[1].components(separatedBy: "`").enumerated()
            where index % 2 == 1 {
                let name = part.components(separatedBy: ".").last ?? ""
                #expect(types.contains(name), "\(part) of “\(cells[0])”")
            }
            // What has no counterpart says so, and has no test.
            if cells[1].hasPrefix("not here: "), cells[2] == "–" { continue }
            for name in cells[2].components(separatedBy: ", ") {
                #expect(suites.contains(name), "\(name) of “\(cells[0])”")
            }
            // A name with a capital inside it is that of an example.
            let words = cells[3].split { !$0.isLetter }.map(String.init)
            for word in words where word.dropFirst().contains(where: \.isUppercase) {
                #expect(examples.contains(word), "\(word) of “\(cells[0])”")
            }
            #expect(!words.isEmpty, "“\(cells[0])” is used by nothing")
        }
    }
}
