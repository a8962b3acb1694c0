import Foundation
import Testing

/// The set-up: its table against the manifest, and its messages if something is missing.
@Suite struct SetupTests {
    @Test func everySystemLibraryIsInstalled() async throws {
        var packages: [String: String] = [:]
        for line in try House.text("setup/requirements.tsv").split(separator: "\n") {
            let columns = line.split(whereSeparator: \.isWhitespace)
            guard columns.first == "build", columns.count == 6, columns[1] == "module" else {
                continue
            }
            packages[String(columns[2])] = String(columns[3])
        }
        for library in try await House.systemLibraries() {
            let package = packages[library.pkgConfig ?? ""]
            let provided = library.providers?.compactMap(\.apt).flatMap { $0 }.flatMap { $0 } ?? []
            #expect(package != nil, "\(library.name) is not in setup/requirements.tsv")
            #expect(provided == [package], "\(library.name)")
        }
    }

    @Test func everyRowIsWhole() throws {
        for line in try House.text("setup/requirements.tsv").split(separator: "\n")
        where !line.hasPrefix("#") {
            let columns = line.split(whereSeparator: \.isWhitespace)
            #expect(columns.count == 6, "\(line)")
            #expect(["build", "run", "display", "test", "peers"].contains(columns.first ?? ""))
        }
    }

    @Test func nothingIsMissingWhereTheTestsRun() async throws {
        let said = try await House.run(["setup/install", "--dry-run", "build", "run", "display"])
        #expect(said.status == 0)
        #expect(said.output + said.errors == "")
    }

    /// Debian is set up; elsewhere the script prints what to install, and make stops.
    @Test(arguments: [
        ("debian", Int32(0), "install -y --no-install-recommends debian-name"),
        ("fedora", 1, "sudo dnf install fedora-name"),
        ("arch", 1, "sudo pacman -S --needed arch-name"),
        ("unknown", 1, "(names as on Debian) debian-name"),
    ])
    func whatIsMissingIsNamed(family: String, status: Int32, sentence: String) async throws {
        let table = FileManager.default.temporaryDirectory
            .appending(path: "requirements-\(UUID().uuidString).tsv")
        defer { try? FileManager.default.removeItem(at: table) }
        let row = "build program no-such-program-anywhere debian-name fedora-name arch-name\n"
        try Data(row.utf8).write(to: table)
        let said = try await House.run(
            ["setup/install", "--dry-run", "build"],
            environment: [
                "SETUP_REQUIREMENTS": table.path(percentEncoded: false),
                "SETUP_DISTRIBUTION": family,
            ])
        #expect(said.status == status)
        #expect(said.errors.contains("setup: not found: no-such-program-anywhere\n"))
        #expect(said.errors.contains(sentence), "\(said.errors)")
    }

    @Test func aMissingToolchainIsASentence() async throws {
        let said = try await House.run(
            ["setup/swift", "--version"],
            environment: ["PATH": "/usr/bin:/bin", "HOME": "/nonexistent", "SETUP_TOOLCHAINS": ""])
        #expect(said.status == 1)
        #expect(said.errors.contains("Oresen needs Swift 6.2 or later"))
    }

    /// The names in FILES reach the program one by one, including blanks.
    @Test(arguments: [
        ("'two words.csv' plain.csv", ["two words.csv", "plain.csv"]),
        ("two\\ words.csv", ["two words.csv"]),
        ("$(touch broken) `id` ;", ["$(touch", "broken)", "`id`", ";"]),
        ("setup/requirements.*", ["setup/requirements.tsv"]),
        ("README.md", ["README.md"]),
    ])
    func filesAreHandedOverWhole(given: String, names: [String]) async throws {
        let program = FileManager.default.temporaryDirectory
            .appending(path: "say-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: program) }
        try Data("#!/bin/sh\nprintf '%s\\n' \"$@\"\n".utf8).write(to: program)
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755], ofItemAtPath: program.path(percentEncoded: false))
        // An inherited connection counts as a display, so no compositor is started.
        let said = try await House.run(
            ["display/run", program.path(percentEncoded: false)],
            environment: ["FILES": given, "WAYLAND_SOCKET": "9"])
        #expect(said.status == 0, "\(said.errors)")
        #expect(said.output == names.map { $0 + "\n" }.joined())
    }
}
