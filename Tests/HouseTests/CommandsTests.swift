import Foundation
import Testing

/// Compares the commands in the documents with the Makefile.
@Suite struct CommandsTests {
    static let documents = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"]

    /// The targets that `make help` lists.
    static func targets() async throws -> Set<String> {
        let said = try await House.run(["make", "--no-print-directory", "help"])
        try #require(said.status == 0, "\(said.errors)")
        return Set(said.output.matches(of: /(?m)^make ([a-z-]+)/).map { String($0.1) })
    }

    @Test func theDocumentsNameOnlyCommandsThatAreThere() async throws {
        let targets = try await Self.targets()
        #expect(targets.isSuperset(of: ["run", "test", "build", "bench", "format", "install"]))
        for document in Self.documents {
            let text = try House.text(document)
            // In running text a command is between backquotes, in a block at the start of a line.
            for match in text.matches(of: /(?m)(?:`|^ {0,4}(?:\$ )?)make ([a-z-]+)/) {
                #expect(
                    targets.contains(String(match.1)), "\(document) names make \(match.1)")
            }
        }
    }

    @Test func theReadmeGivesTheTwoCommands() throws {
        let readme = try House.text("README.md")
        #expect(readme.contains("make run"))
        #expect(readme.contains("make test"))
    }

    @Test func theTableForContributorsIsComplete() async throws {
        let rows = try House.text("CONTRIBUTING.md").matches(of: /(?m)^\| `make ([a-z-]+)[^|]*\|/)
        #expect(Set(rows.map { String($0.1) }) == (try await Self.targets()))
    }

    @Test func everyLinkLeadsSomewhere() throws {
        for document in Self.documents {
            for match in try House.text(document).matches(of: /\]\(([^)#\s]+)[^)]*\)/) {
                let target = String(match.1)
                if target.contains("://") { continue }
                let path = House.root.appending(path: target).path(percentEncoded: false)
                #expect(
                    FileManager.default.fileExists(atPath: path),
                    "\(document) points to \(target)")
            }
        }
    }

    @Test func theContinuousCheckIsTheSameCommand() throws {
        #expect(try House.text(".ci/run").contains("exec make test"))
    }
}
