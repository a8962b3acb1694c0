import Foundation
import Testing

@testable import ChartCore

/// The zone of the system, with replaced sources.
@Suite struct ZoneSystemTests {
    private func folder() throws -> String {
        let path = NSTemporaryDirectory() + "zones-" + UUID().uuidString
        try FileManager.default.createDirectory(
            atPath: path + "/zoneinfo/Area", withIntermediateDirectories: true)
        return path
    }

    @Test func theVariableComesFirst() throws {
        #expect(try ZoneRules.system(variable: "Asia/Tokyo").name == "Asia/Tokyo")
        #expect(try ZoneRules.system(variable: ":Asia/Tokyo").name == "Asia/Tokyo")
        #expect(try ZoneRules.system(variable: "").name == "UTC")
        #expect(try ZoneRules.system(variable: "JST-9").offset(at: 0) == 32_400)
        let path = ZoneRules.databaseDirectory + "/Asia/Tokyo"
        #expect(try ZoneRules.system(variable: path).offset(at: 0) == 32_400)
        #expect(throws: ZoneError.self) { try ZoneRules.system(variable: "No/Where") }
    }

    @Test func theLocaltimeLinkNamesTheZone() throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let tokyo = try Data(
            contentsOf: URL(fileURLWithPath: ZoneRules.databaseDirectory + "/Asia/Tokyo"))
        try tokyo.write(to: URL(fileURLWithPath: folder + "/zoneinfo/Area/City"))
        try FileManager.default.createSymbolicLink(
            atPath: folder + "/localtime", withDestinationPath: "zoneinfo/Area/City")
        let linked = try ZoneRules.system(
            variable: nil, localtime: folder + "/localtime", directory: folder + "/zoneinfo")
        #expect(linked.name == "Area/City")
        #expect(linked.offset(at: 0) == 32_400)

        // A copy instead of a link: the name file is used only if the bytes agree.
        try tokyo.write(to: URL(fileURLWithPath: folder + "/copy"))
        try Data("Area/City\n".utf8).write(to: URL(fileURLWithPath: folder + "/timezone"))
        let copied = try ZoneRules.system(
            variable: nil, localtime: folder + "/copy", nameFile: folder + "/timezone",
            directory: folder + "/zoneinfo")
        #expect(copied.name == "Area/City")
        let berlin = try Data(
            contentsOf: URL(fileURLWithPath: ZoneRules.databaseDirectory + "/Europe/Berlin"))
        try berlin.write(to: URL(fileURLWithPath: folder + "/zoneinfo/Area/City"))
        let stale = try ZoneRules.system(
            variable: nil, localtime: folder + "/copy", nameFile: folder + "/timezone",
            directory: folder + "/zoneinfo")
        #expect(stale.name == folder + "/copy")
        #expect(stale.offset(at: 0) == 32_400)
        #expect(try ZoneRules.system(variable: nil, localtime: folder + "/none").name == "UTC")
    }

    @Test func brokenFilesAreRefused() throws {
        let good = [UInt8](
            try Data(contentsOf: URL(fileURLWithPath: ZoneRules.databaseDirectory + "/Asia/Tokyo")))
        func read(_ bytes: [UInt8]) throws(ZoneError) -> ZoneRules {
            try ZoneRules(name: "X", file: bytes, path: "/x")
        }
        #expect(try read(good).offset(at: 0) == 32_400)
        #expect(throws: ZoneError.self) { try read([]) }
        #expect(throws: ZoneError.self) {
            try read(Array("not a zone file at all, but long enough to be".utf8))
        }
        // Cut anywhere before the footer: refused or (in the footer) read without it, never a trap.
        for length in 0..<good.count { _ = try? read(Array(good[..<length])) }
        // Any byte changed: refused or read, never a trap.
        for i in good.indices {
            var bytes = good
            bytes[i] ^= 0xFF
            _ = try? read(bytes)
        }
    }
}
