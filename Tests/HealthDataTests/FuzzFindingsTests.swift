import Foundation
import Testing

@testable import HealthData

/// What the fuzzer found (see `Fuzzing/`), and what it goes on from, read once more.
@Suite("What fuzzing found") struct FuzzFindingsTests {
    /// An input in a file, and the reader that its folder names.
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

    /// The names of what stands in one of its folders.
    private static func names(in folder: String) -> [String] {
        let path = package.appending(path: folder).path(percentEncoded: false)
        return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }

    /// The inputs in one of its folders, which has one for each reader.
    private static func inputs(in folder: String) -> [Input] {
        names(in: folder).flatMap { reader in
            names(in: "\(folder)/\(reader)").map {
                Input(
                    reader: reader,
                    file: package.appending(path: "\(folder)/\(reader)/\($0)"))
            }
        }
    }

    @Test(
        "Every finding is read by its reader and by the importer", arguments: inputs(in: "Findings")
    )
    func finding(input: Input) throws {
        let bytes = try input.bytes
        try #require(FuzzReader.named(input.reader)).read(bytes)
        try #require(FuzzReader.named("any")).read(bytes)
    }

    @Test("Every input of the corpus is read by its reader", arguments: FuzzReader.all.map(\.name))
    func corpus(name: String) throws {
        let reader = try #require(FuzzReader.named(name))
        for input in Self.inputs(in: "Corpus") where input.reader == name {
            do throws(FuzzReader.Violation) {
                try reader.read((try? input.bytes) ?? [])
            } catch {
                Issue.record("\(input.testDescription): \(error)")
            }
        }
    }

    @Test("Every reader has inputs to begin with, and those of formats give samples")
    func seeds() throws {
        let seeds = try FuzzSeed.all()
        #expect(Set(seeds.keys) == Set(FuzzReader.all.map(\.name)))
        for (name, seeds) in seeds {
            let reader = try #require(FuzzReader.named(name))
            let format = FormatCatalogue.all.first { format in
                name == format.name || name == format.name + "-blocks"
                    || (2...9).contains { "\(format.name)-\($0)" == name }
            }
            // Those are told by the names of their files.
            let isNamed = ["google-health", "apple-ecg"].contains(name)
            for seed in seeds {
                #expect(!seed.bytes.isEmpty && seed.bytes.count <= reader.longest, "\(name)")
                #expect(throws: Never.self, "\(name): \(seed.name)") {
                    try reader.read(seed.bytes)
                }
                guard format != nil || name == "any" else { continue }
                let result = try FormatReading.result(
                    of: FormatReading.Input(seed.bytes), as: isNamed ? format : nil)
                #expect(!result.records.isEmpty, "\(name): \(seed.name)")
                guard let format else { continue }
                #expect(
                    result.report.files.first?.format == format.name, "\(name): \(seed.name)")
            }
        }
    }

    @Test("Folders and dictionaries are named after readers")
    func names() {
        let readers = Set(FuzzReader.all.map(\.name))
        for folder in ["Findings", "Corpus"] {
            #expect(Set(Self.names(in: folder)).isSubset(of: readers), "\(folder)")
        }
        let dictionaries = Self.names(in: "Dictionaries").map {
            $0.replacing(".dict", with: "")
        }
        #expect(Set(dictionaries).isSubset(of: readers))
    }
}
