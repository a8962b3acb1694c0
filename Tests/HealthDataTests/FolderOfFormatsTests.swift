import Foundation
import Testing

@testable import HealthData

/// A folder with a file of every format.
@Suite("A folder of every format") struct FolderOfFormatsTests {
    @Test("It is read in one go, and the report says of each file what it was taken for")
    func everyFormat() throws {
        let files = try TestFiles()
        let folder = files.path("all")
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false)
        let seeds = try FuzzSeed.all()
        var wanted: [String: String] = [:]
        var counts: [String: Int] = [:]
        for format in FormatCatalogue.all {
            let number = counts[format.name, default: 0] + 1
            counts[format.name] = number
            let reader = number == 1 ? format.name : "\(format.name)-\(number)"
            let seed = try #require(seeds[reader]?.first, "no example of \(reader)")
            let input = FormatReading.Input(seed.bytes)
            // Each is in a folder of its own, since the names of some files say what they are.
            let place = "\(folder)/\(reader)"
            try FileManager.default.createDirectory(
                atPath: place, withIntermediateDirectories: false)
            try Data(input.bytes).write(to: URL(filePath: "\(place)/\(input.name)"))
            wanted["\(reader)/\(input.name)"] = format.name
        }
        let result = load(folder)
        let report = try #require(result.report.files.first)
        #expect(result.report.files.count == 1)
        #expect(report.members.count == wanted.count)
        for member in report.members {
            #expect(member.format == wanted[member.path], "\(member.path)")
            #expect(member.failure == nil, "\(member.path): \(member.failure ?? "")")
            #expect(member.read > member.refused, "\(member.path)")
        }
        expectBalanced(result.report)
    }
}
