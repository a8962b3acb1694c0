import Foundation
import Testing

@testable import HealthData

/// The fuzzer's findings (see `Fuzzing/`) and its initial inputs, read once more.
@Suite("What fuzzing found") struct FuzzFindingsTests {
    /// An input in a file, and the reader named by its folder.
    struct Input: Sendable, CustomTestStringConvertible {
        let reader: String
        let file: URL

        var testDescription: String { "\(reader): \(file.lastPathComponent)" }

        var bytes: [UInt8] {
            get throws { Array(try Data(contentsOf: file)) }
        }
    }

    /// The folder of the fuzzing package.
    private static let package = URL(filePath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Fuzzing")

    /// The names of the entries in a folder.
    private static func names(in folder: URL) -> [String] {
        let path = folder.path(percentEncoded: false)
        return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }

    /// The inputs in a folder, which has one subfolder for each reader.
    private static func inputs(in folder: URL) -> [Input] {
        names(in: folder).flatMap { reader in
            names(in: folder.appending(path: reader)).map {
                Input(reader: reader, file: folder.appending(path: "\(reader)/\($0)"))
            }
        }
    }

    private static let findings = inputs(in: package.appending(path: "Findings"))

    @Test(
        "Every finding is read by its reader and by the importer", arguments: findings)
    func finding(input: Input) throws {
        let bytes = try input.bytes
        try #require(FuzzReader.named(input.reader)).read(bytes)
        try #require(FuzzReader.named("any")).read(bytes)
    }

    @Test("Every input of the corpus is read by its reader", arguments: FuzzReader.all.map(\.name))
    func corpus(name: String) throws {
        let reader = try #require(FuzzReader.named(name))
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "corpus-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let unpacking = try Process.run(
            Self.package.appending(path: "corpus"),
            arguments: ["unpack", folder.path(percentEncoded: false), name])
        unpacking.waitUntilExit()
        try #require(unpacking.terminationStatus == 0)
        let isKept = Self.names(in: Self.package.appending(path: "Corpus"))
            .contains(name + ".tar.gz")
        let inputs = Self.inputs(in: folder)
        #expect(inputs.isEmpty != isKept)
        for input in inputs {
            do throws(FuzzReader.Violation) {
                try reader.read((try? input.bytes) ?? [])
            } catch {
                Issue.record("\(input.testDescription): \(error)")
            }
        }
    }

    @Test("Every reader has initial inputs, and those of formats give samples")
    func seeds() throws {
        let seeds = try FuzzSeed.all()
        #expect(Set(seeds.keys) == Set(FuzzReader.all.map(\.name)))
        for (name, seeds) in seeds {
            let reader = try #require(FuzzReader.named(name))
            let format = FormatCatalogue.all.first { format in
                name == format.name || name == format.name + "-blocks"
                    || (2...9).contains { "\(format.name)-\($0)" == name }
            }
            // Their formats are recognised by the names of their files.
            let isNamed = ["google-health", "apple-ecg"].contains(name)
            for seed in seeds {
                #expect(!seed.bytes.isEmpty && seed.bytes.count <= reader.longest, "\(name)")
                #expect(throws: Never.self, "\(name): \(seed.name)") {
                    try reader.read(seed.bytes)
                }
                guard format != nil || name == "any" else { continue }
                let result = try FormatReading.result(
                    of: FormatReading.Input(seed.bytes), as: isNamed ? format : nil)
                #expect(
                    !result.records.isEmpty || !result.records.places.isEmpty,
                    "\(name): \(seed.name)")
                guard let format else { continue }
                #expect(
                    result.report.files.first?.format == format.name, "\(name): \(seed.name)")
            }
        }
    }

    @Test(
        "Findings, archives and dictionaries are named after readers",
        arguments: [("Findings", ""), ("Corpus", ".tar.gz"), ("Dictionaries", ".dict")])
    func names(folder: String, ending: String) {
        let names = Self.names(in: Self.package.appending(path: folder))
        #expect(names.allSatisfy { $0.hasSuffix(ending) })
        let readers = Set(FuzzReader.all.map(\.name))
        #expect(Set(names.map { String($0.dropLast(ending.count)) }).isSubset(of: readers))
    }
}
