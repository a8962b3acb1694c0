import Foundation
import Testing

/// The desktop files of an installed program: one identity, and valid files.
@Suite struct DesktopFilesTests {
    static let identity = "io.github.oresen.Oresen"

    @Test func theDesktopEntryIsValid() async throws {
        let said = try await House.run(
            ["desktop-file-validate", "assets/applications/\(Self.identity).desktop"])
        #expect(said.status == 0 && said.output.isEmpty, "\(said.output)\(said.errors)")
    }

    @Test func theMetainfoIsValid() async throws {
        let said = try await House.run(
            [
                "appstreamcli", "validate", "--no-net",
                "assets/metainfo/\(Self.identity).metainfo.xml",
            ])
        #expect(said.status == 0, "\(said.output)\(said.errors)")
    }

    @Test func everyPlaceHasTheSameIdentity() throws {
        let entry = try House.text("assets/applications/\(Self.identity).desktop")
        #expect(entry.contains("\nIcon=\(Self.identity)\n"))
        #expect(entry.contains("\nStartupWMClass=\(Self.identity)\n"))
        let metainfo = try House.text("assets/metainfo/\(Self.identity).metainfo.xml")
        #expect(metainfo.contains("<id>\(Self.identity)</id>"))
        #expect(
            metainfo.contains(
                "<launchable type=\"desktop-id\">\(Self.identity).desktop</launchable>"))
        #expect(try House.text("Makefile").contains("APP_ID := \(Self.identity)\n"))
        // A compositor matches a window with its desktop entry by this identity.
        let viewer = try House.files(in: "Sources", endings: ["swift"])
        #expect(
            try viewer.contains { try House.text($0).contains("\"\(Self.identity)\"") },
            "no source gives the window the identity \(Self.identity)")
    }

    @Test func anIconIsThereInEverySize() throws {
        let icons = try House.files(in: "assets/icons", endings: ["svg", "png"])
        for size in ["scalable", "48x48", "128x128", "256x256"] {
            #expect(icons.contains { $0.contains("/\(size)/apps/\(Self.identity).") }, "\(size)")
        }
        #expect(icons.contains { $0.hasSuffix("/symbolic/apps/\(Self.identity)-symbolic.svg") })
    }

    @Test func theKindsOfFileAgree() throws {
        let entry = try House.text("assets/applications/\(Self.identity).desktop")
        let metainfo = try House.text("assets/metainfo/\(Self.identity).metainfo.xml")
        let line = try #require(entry.split(separator: "\n").first { $0.hasPrefix("MimeType=") })
        let claimed = line.dropFirst("MimeType=".count).split(separator: ";").map(String.init)
        let provided = metainfo.matches(of: /<mediatype>([^<]+)</).map { String($0.1) }
        #expect(Set(claimed) == Set(provided))
    }

    /// The phone's file is recognised by its name as well as by its content.
    @Test func theExportOfThePhoneIsKnownByItsName() throws {
        let kinds = try House.text("assets/mime/\(Self.identity).xml")
        #expect(kinds.contains("<glob pattern=\"export.xml\" weight=\"50\"/>"))
        #expect(kinds.contains("<magic priority="))
    }

    /// What is installed is the program without names of functions, with the licences of what is in
    /// it; removing leaves nothing.
    @Test func theProgramIsInstalledAndRemoved() async throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "install-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let program = ".build/debug/oresen"
        func files() throws -> [String: Int] {
            var found: [String: Int] = [:]
            let all = FileManager.default.enumerator(atPath: folder.path(percentEncoded: false))
            while let path = all?.nextObject() as? String {
                let facts = all?.fileAttributes ?? [:]
                if facts[.type] as? FileAttributeType == .typeRegular {
                    found[path] = facts[.size] as? Int
                }
            }
            return found
        }
        let environment: [String: String?] = [
            "DESTDIR": folder.path(percentEncoded: false), "PREFIX": "/usr",
        ]
        let installed = try await House.run(
            ["setup/install-program", program, Self.identity], environment: environment)
        try #require(installed.status == 0, "\(installed.errors)")
        let all = try files()
        let built = try FileManager.default.attributesOfItem(
            atPath: House.root.appending(path: program).path(percentEncoded: false))
        let whole = try #require(built[.size] as? Int)
        #expect(try #require(all["usr/bin/oresen"]) < whole * 3 / 4)
        for name in ["LICENSE", "LICENSE.GRDB", "LICENSE.Swift", "LICENSE.swift-argument-parser"] {
            #expect((all["usr/share/licenses/oresen/\(name)"] ?? 0) > 500, "\(name)")
        }
        let said = try await House.run(
            [folder.appending(path: "usr/bin/oresen").path(percentEncoded: false), "--version"])
        #expect(said.status == 0, "\(said.errors)")
        let removed = try await House.run(
            ["setup/install-program", "--remove", program, Self.identity], environment: environment)
        #expect(removed.status == 0, "\(removed.errors)")
        #expect(try files().isEmpty)
    }
}
