import Foundation
import Testing

/// Protections that make bugs in the program harder to exploit.
@Suite struct HardeningTests {
    /// The words after a flag in the command that `make build` runs.
    static func words(after flag: String, in command: [String]) -> [String] {
        zip(command, command.dropFirst()).filter { $0.0 == flag }.map { $0.1 }
    }

    /// The flags that `make build` passes to the compiler and the linker.
    static func flags() async throws -> [String] {
        let said = try await House.run(["make", "--no-print-directory", "-n", "build"])
        try #require(said.status == 0, "\(said.errors)")
        let line = said.output.replacing("\\\n", with: " ").split(separator: "\n")
            .first { $0.contains("setup/swift build") }
        let command = try #require(line).split(whereSeparator: \.isWhitespace).map(String.init)
        return words(after: "-Xswiftc", in: command)
            + words(after: "-Xcc", in: command).flatMap { ["-Xcc", $0] }
            + words(after: "-Xlinker", in: command).flatMap { ["-Xlinker", $0] }
    }

    /// A small program that passes an address on its stack, built with the flags of `make build`.
    @Test func theFlagsOfTheReleaseDoWhatTheySay() async throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "hardening-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let source = folder.appending(path: "main.swift")
        try """
        import Glibc
        @inline(never) func size(_ file: Int32) -> Int {
            var status = stat()
            return fstat(file, &status) == 0 ? Int(status.st_size) : -1
        }
        print(size(0))
        """.write(to: source, atomically: true, encoding: .utf8)
        let program = folder.appending(path: "program")
        let said = try await House.run(
            ["setup/swift", "--toolchain"])
        let compiler = said.output.trimmingCharacters(in: .newlines) + "/swiftc"
        let built = try await House.run(
            [compiler, "-O", "-static-stdlib", "-no-toolchain-stdlib-rpath"] + Self.flags()
                + [
                    "-module-cache-path",
                    folder.appending(path: "cache").path(percentEncoded: false),
                ]
                + ["-o", program.path(percentEncoded: false), source.path(percentEncoded: false)])
        try #require(built.status == 0, "\(built.errors)")
        #expect(try await House.run([program.path(percentEncoded: false)]).status == 0)
        let file = try ELFFile(program)
        #expect(file.weaknesses == [])
        let library = try await House.run(["getconf", "GNU_LIBC_VERSION"]).output
        let version = library.firstMatch(of: /2\.(\d+)/).flatMap { Int($0.1) } ?? 0
        #expect(file.isPacked == (version >= 36))
    }

    /// The release build, if it was built after the last change of the flags.
    @Test func theProgramForUseIsGuarded() throws {
        func changed(_ path: String) -> Date? {
            let file = House.root.appending(path: path)
            return try? file.resourceValues(forKeys: [.contentModificationDateKey])
                .contentModificationDate
        }
        guard let built = changed(".build/release/oresen"), let flags = changed("Makefile"),
            built > flags
        else { return }
        let file = try ELFFile(House.root.appending(path: ".build/release/oresen"))
        #expect(file.weaknesses == [])
    }

    /// The debug build lacks the protections of `make build`.
    @Test func whatIsWeakIsFound() throws {
        let file = try ELFFile(House.products.appending(path: "oresen"))
        #expect(!file.weaknesses.isEmpty)
        #expect(!file.weaknesses.contains("code can run on its stack"))
        #expect(!file.weaknesses.contains("it is loaded at a fixed address"))
    }
}
