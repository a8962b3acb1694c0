import Foundation
import Testing

/// Which folders of a module use each other.
struct FolderUses {
    /// A type of another folder, and the file that uses it.
    struct Use: Hashable {
        var type: String
        var file: String
    }

    /// Two folders that use each other, with some of the uses in both directions.
    struct Pair: CustomStringConvertible {
        var folders: [String]
        var uses: [[Use]]

        var description: String {
            zip(uses, [folders, folders.reversed()]).map { uses, way in
                "\(way[0]) uses \(way[1]): "
                    + uses.prefix(4).map { "\($0.type) in \($0.file)" }.joined(separator: ", ")
            }.joined(separator: "; ")
        }
    }

    /// The keywords that declare a type.
    private static let kinds: Set<Substring> = [
        "class", "struct", "enum", "actor", "protocol", "typealias",
    ]

    private var declared: [String: Set<String>] = [:]
    private var words: [(file: String, folder: String, words: Set<String>)] = []

    /// Adds a file.
    ///
    /// - Parameter folder: The first part of its path in the module; `.` for files at the module's
    ///   root.
    mutating func add(_ source: String, file: String, folder: String) {
        let tokens = SwiftTokens.tokens(of: source)
        var depth = 0
        var own: Set<String> = []
        for (index, token) in tokens.enumerated() {
            switch token.text {
            case "{": depth += 1
            case "}": depth -= 1
            default:
                guard Self.kinds.contains(token.text), index + 1 < tokens.count,
                    tokens[index + 1].isWord
                else { continue }
                let name = String(tokens[index + 1].text)
                own.insert(name)
                if depth == 0 { declared[name, default: []].insert(folder) }
            }
        }
        // A type that a file declares in another one is its own, whatever else has that name.
        let used = Set(tokens.filter(\.isWord).map { String($0.text) }).subtracting(own)
        words.append((file, folder, used))
    }

    /// The folders that use each other, by the types that are declared at the top of their files.
    ///
    /// A type counts if its name is declared in one folder only.
    var pairs: [Pair] {
        var uses: [String: [String: Set<Use>]] = [:]
        for file in words {
            for word in file.words {
                guard let folders = declared[word], folders.count == 1, let other = folders.first,
                    other != file.folder
                else { continue }
                uses[file.folder, default: [:]][other, default: []]
                    .insert(Use(type: word, file: file.file))
            }
        }
        func sorted(_ uses: Set<Use>) -> [Use] {
            uses.sorted { ($0.type, $0.file) < ($1.type, $1.file) }
        }
        return uses.keys.sorted().flatMap { one in
            (uses[one] ?? [:]).keys.sorted().compactMap { other in
                guard one < other, let there = uses[one]?[other], let back = uses[other]?[one]
                else { return nil }
                return Pair(folders: [one, other], uses: [sorted(there), sorted(back)])
            }
        }
    }

    /// The pairs of folders of a module.
    static func of(module: String) throws -> FolderUses {
        var uses = FolderUses()
        for path in try House.files(in: "Sources/\(module)", endings: ["swift"]) {
            let parts = path.split(separator: "/").dropFirst(2)
            uses.add(
                try House.text(path), file: parts.last.map(String.init) ?? path,
                folder: parts.count > 1 ? String(parts[parts.startIndex]) : ".")
        }
        return uses
    }
}

/// The folders of a module do not use each other, except for a few pairs that are one subject.
@Suite struct FolderPairTests {
    @Test(arguments: [("Viewer", 3), ("HealthData", 5), ("Charts", 5)])
    func fewFoldersUseEachOther(module: String, most: Int) throws {
        let pairs = try FolderUses.of(module: module).pairs
        #expect(
            pairs.count <= most,
            "\(pairs.count) pairs in \(module):\n\(pairs.map(\.description).joined(separator: "\n"))"
        )
    }

    /// What counts as a use.
    @Test func usesAreFound() {
        var uses = FolderUses()
        uses.add("struct A { var b: B }  // C", file: "A.swift", folder: "One")
        uses.add(
            "public final class B {\n struct A2 {}\n}\nlet text = \"A\"", file: "B.swift",
            folder: "Two")
        #expect(uses.pairs.isEmpty, "the text and the comment are not uses")
        uses.add("extension B { func a() -> A? { nil } }", file: "B+A.swift", folder: "Two")
        uses.add("struct C { var a2: A2; struct D {}; var d: D }", file: "C.swift", folder: "Three")
        uses.add("struct D { var c: C }", file: "D.swift", folder: "Four")
        #expect(uses.pairs.map(\.folders) == [["One", "Two"]])
        #expect(uses.pairs.first?.description.contains("One uses Two: B in A.swift") == true)
    }
}
