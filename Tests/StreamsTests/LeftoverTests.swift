import Foundation
import Glibc
import Streams
import Testing

/// Files left behind by a program that was interrupted.
@Suite struct LeftoverTests {
    private func names(_ folder: Folder) throws -> Set<String> {
        Set(try FileManager.default.contentsOfDirectory(atPath: folder.path))
    }

    private func make(_ folder: Folder, _ name: String, age: Double = 0) throws {
        let path = folder.path + "/" + name
        try Data("a".utf8).write(to: URL(fileURLWithPath: path))
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -age)], ofItemAtPath: path)
    }

    /// The number of a process that has ended.
    private func endedProcess() throws -> Int32 {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/true")
        try process.run()
        process.waitUntilExit()
        return process.processIdentifier
    }

    @Test func whatARunningProcessWritesStays() throws {
        let folder = try Folder()
        let own = Leftovers.name("backup.sqlite.part-")
        #expect(own != Leftovers.name("backup.sqlite.part-"))
        try make(folder, own, age: 1e6)
        try make(folder, own + "-journal", age: 1e6)
        #expect(Leftovers.sweep(folder.path, marker: ".part-") == [])
        #expect(try names(folder) == [own, own + "-journal"])
    }

    @Test func whatAnEndedProcessWroteGoesWithWhatIsBesideIt() throws {
        let folder = try Folder()
        var parts = Leftovers.name("").split(separator: "-").map(String.init)
        parts[1] = "\(try endedProcess())"
        let dead = "backup.sqlite.part-" + parts.joined(separator: "-")
        // The same number, but the process that has it now began at another time.
        parts[1] = "\(getpid())"
        parts[2] = "1"
        let reused = "b.part-" + parts.joined(separator: "-")
        for ending in Leftovers.endings { try make(folder, dead + ending) }
        try make(folder, reused)
        try make(folder, "backup.sqlite")
        try make(folder, "backup.sqlite.part-of-something")
        let gone = Leftovers.sweep(folder.path, marker: ".part-")
        #expect(Set(gone) == Set(Leftovers.endings.map { dead + $0 } + [reused]))
        #expect(try names(folder) == ["backup.sqlite", "backup.sqlite.part-of-something"])
    }

    @Test func whatAnotherMachineWritesIsLeftAloneForADay() throws {
        let folder = try Folder()
        let other = "a.part-0123456789abcdef-1-1-"
        try make(folder, other + "a", age: 80_000)
        try make(folder, other + "b", age: 90_000)
        #expect(Leftovers.sweep(folder.path, marker: ".part-") == [other + "b"])
    }

    @Test func anEarlierVersionsNamesAreRecognisedByTheCaller() throws {
        let folder = try Folder()
        let earlier = "a.part-2E51E9D9-5C5E-4D6F-8C43-0A2B7A0E2F11"
        try make(folder, earlier, age: 90_000)
        try make(folder, earlier + "-journal", age: 90_000)
        try make(folder, "b" + earlier, age: 100)
        #expect(Leftovers.sweep(folder.path, marker: ".part-") == [])
        let gone = Leftovers.sweep(folder.path, marker: ".part-") { name in
            name.contains(/\.part-[0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12}$/)
        }
        #expect(Set(gone) == [earlier, earlier + "-journal"])
    }

    @Test func foldersLinksAndTheOtherNameOfAFileStay() throws {
        let folder = try Folder()
        let name = "a.part-0123456789abcdef-1-1-"
        try make(folder, "kept", age: 90_000)
        try make(folder, name + "a", age: 90_000)
        #expect(link(folder.path + "/" + name + "a", folder.path + "/second") == 0)
        #expect(symlink("kept", folder.path + "/" + name + "b") == 0)
        try FileManager.default.createDirectory(
            atPath: folder.path + "/" + name + "c", withIntermediateDirectories: false)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -90_000)],
            ofItemAtPath: folder.path + "/" + name + "c")
        #expect(Leftovers.sweep(folder.path, marker: ".part-") == [name + "a"])
        #expect(try names(folder).count == 4)
    }

    /// SQLite writes a random number of 64 bits without leading zeros.
    @Test func temporaryDatabasesGoHoweverManyDigitsTheirNumberHas() throws {
        let folder = try Folder()
        let left = ["etilqs_467cf1c81d447b", "etilqs_0", "etilqs_f", "etilqs_e467cf1c81d447b9"]
        let own = [
            "etilqs_", "etilqs_05", "etilqs_1e467cf1c81d447b9", "etilqs_467CF1", "etilqs_notes",
            "my-etilqs_467cf1c81d447b",
        ]
        for name in left + own { try make(folder, name) }
        #expect(Set(TemporaryFile.sweepLeftovers(in: folder.path)) == Set(left))
        #expect(try names(folder) == Set(own))
    }
}
