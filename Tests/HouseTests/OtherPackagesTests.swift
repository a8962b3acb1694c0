import Foundation
import Testing

/// The packages that measure, fuzz and torture are built only on request, so this type-checks them
/// against the built modules.
@Suite struct OtherPackagesTests {
    /// A program of another package.
    struct Program: CustomTestStringConvertible, Sendable {
        var folder: String
        /// Modules of its package that it imports.
        var modules: [String] = []
        /// Files outside of its folder that are linked into it.
        var others: [String] = []
        var testDescription: String { folder }
    }

    static let programs = [
        Program(
            folder: "Fuzzing/Sources/fuzzing",
            others: ["Tests/HealthDataTests/Fuzzing"]),
        Program(folder: "Torture/Sources/torture"),
        Program(folder: "Benchmarks/Sources/benchmarks", modules: ["Benchmarks/Sources/Measuring"]),
    ]

    private static func name(_ folder: String) -> String {
        folder.split(separator: "/").last.map(String.init) ?? folder
    }

    private static func sources(_ path: String) throws -> [String] {
        let all =
            path.hasSuffix(".swift") ? [path] : try House.files(in: path, endings: ["swift"])
        return all.map { House.root.appending(path: $0).path(percentEncoded: false) }
    }

    @Test(arguments: programs)
    func whatItUsesIsThere(program: Program) async throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "packages-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let compiler = try await BuiltModules.toolchain() + "/swiftc"
        let place = folder.path(percentEncoded: false)
        // GRDB's module map of SQLite is in its checkout.
        let maps =
            try House.files(in: "Fuzzing/Sources", endings: ["modulemap"])
            + [".build/checkouts/GRDB.swift/Sources/GRDBSQLite/module.modulemap"]
        let root = House.root.path(percentEncoded: false)
        let flags =
            try await BuiltModules.flags()
            + maps.flatMap { ["-Xcc", "-fmodule-map-file=\(root)/\($0)"] } + [
                "-I", place, "-swift-version", "6",
            ]
        for module in program.modules {
            let name = Self.name(module)
            let outcome = try await House.run(
                [compiler, "-emit-module", "-module-name", name, "-parse-as-library"] + flags
                    + ["-emit-module-path", "\(place)/\(name).swiftmodule"]
                    + Self.sources(module))
            #expect(outcome.status == 0, "\(module): \(outcome.errors)")
        }
        let files = try ([program.folder] + program.others).flatMap(Self.sources)
        #expect(!files.isEmpty)
        let outcome = try await House.run(
            [
                compiler, "-typecheck", "-module-name", Self.name(program.folder),
                "-parse-as-library",
            ] + flags + files
        )
        #expect(outcome.status == 0, "\(program.folder): \(outcome.errors)")
    }
}
