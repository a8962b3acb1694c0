import Foundation
import Testing

/// The Swift code in the documents compiles against the built modules.
@Suite struct SnippetTests {
    /// The documents with Swift code: the README, and articles that have some.
    static let documents: [String] = {
        let articles = ["Charts/Charts.docc", "ChartWindows/ChartWindows.docc"].flatMap { folder in
            (try? House.files(in: "Sources/\(folder)", endings: ["md"])) ?? []
        }
        return (["README.md"] + articles).filter { document in
            (try? House.text(document).contains("```swift\n")) ?? false
        }
    }()

    /// The code between fences marked as Swift, except manifests.
    static func snippets(in document: String) throws -> [String] {
        try House.text(document).components(separatedBy: "```swift\n").dropFirst()
            .compactMap { $0.components(separatedBy: "\n```").first }
            .filter { !$0.contains("import PackageDescription") }
    }

    /// A program for a snippet: the snippet itself if it imports the library; otherwise its lines
    /// in a function with a chart, after their imports.
    static func program(of snippet: String) -> String {
        let lines = snippet.split(separator: "\n", omittingEmptySubsequences: false)
        let imports = Set(lines.filter { $0.hasPrefix("import ") })
        guard imports.isDisjoint(with: ["import Charts", "import ChartWindows"]) else {
            return snippet
        }
        let rest = lines.filter { !$0.hasPrefix("import ") }
        return """
            import ChartWindows
            \(imports.sorted().joined(separator: "\n"))

            @MainActor func snippet(_ chart: Chart) throws {
            \(rest.joined(separator: "\n"))
            }
            """
    }

    @Test(arguments: documents)
    func theCodeIsUnderstood(document: String) async throws {
        let snippets = try Self.snippets(in: document)
        #expect(!snippets.isEmpty)
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "snippets-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let compiler = try await BuiltModules.toolchain() + "/swiftc"
        let flags = try await BuiltModules.flags()
        for (number, snippet) in snippets.enumerated() {
            let file = folder.appending(path: "snippet\(number).swift")
            try Data(Self.program(of: snippet).utf8).write(to: file)
            let outcome = try await House.run(
                [compiler, "-typecheck", "-swift-version", "6", "-parse-as-library"] + flags
                    + [file.path(percentEncoded: false)])
            #expect(outcome.status == 0, "\(document), snippet \(number + 1): \(outcome.errors)")
        }
    }

    @Test func theArticlesAreThere() {
        #expect(Self.documents.count > 10, "\(Self.documents)")
    }

    /// Every article must be reachable from the contents.
    @Test func everyArticleIsInTheContents() throws {
        let contents = try House.text("Sources/Charts/Charts.docc/Charts.md")
        for path in try House.files(in: "Sources/Charts/Charts.docc", endings: ["md"]) {
            let name = path.split(separator: "/").last.map { String($0.dropLast(3)) } ?? path
            #expect(name == "Charts" || contents.contains("<doc:\(name)>"), "\(path)")
        }
    }

    @Test func aChartTakesFewLines() throws {
        let programs = try Self.snippets(in: "README.md").filter {
            $0.hasPrefix("import ChartWindows")
        }
        #expect(programs.count == 1)
        #expect(programs.allSatisfy { $0.split(separator: "\n").count <= 30 })
        // From rows to a window.
        let lines = programs[0].split(separator: "\n")
        let first = try #require(lines.firstIndex { $0.contains("let chart = ") })
        let last = try #require(lines.firstIndex { $0.contains(".run()") })
        #expect(last - first < 8)
        for part in ["ChartTitle", "Legend", "marks(by"] {
            #expect(lines[first...last].contains { $0.contains(part) })
        }
    }
}
