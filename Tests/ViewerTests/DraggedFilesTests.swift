import Foundation
import Testing

@testable import Viewer

/// Files of drags, and their end.
@MainActor
@Suite struct DraggedFilesTests {
    @Test func theyAreTheirOwnersAndGoWithTheProgram() throws {
        let files = try TestFiles()
        let folder = files.folder.path + "/dragged"
        let dragged = DraggedFiles(folder: folder)
        let path = try #require(dragged.write([1, 2], named: "a.png"))
        #expect(try Array(Data(contentsOf: URL(filePath: path))) == [1, 2])
        func mode(_ path: String) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        }
        #expect(try mode(path) == 0o600 && mode(folder) == 0o700)
        // The next drag of the same view replaces it.
        #expect(dragged.write([3], named: "a.png") == path)
        #expect(try Array(Data(contentsOf: URL(filePath: path))) == [3])
        dragged.removeAll()
        #expect(!FileManager.default.fileExists(atPath: folder))
    }

    @Test func whatAKilledProgramLeftGoesADayLater() throws {
        let files = try TestFiles()
        let folder = files.folder.path
        let old = try files.write("old", "old.png")
        let fresh = try files.write("fresh", "fresh.png")
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -2 * 86_400)], ofItemAtPath: old)
        let dragged = DraggedFiles(folder: folder)
        let path = try #require(dragged.write([1], named: "new.png"))
        #expect(!FileManager.default.fileExists(atPath: old))
        #expect(FileManager.default.fileExists(atPath: fresh))
        dragged.removeAll()
        // Another program may still need what is left.
        #expect(!FileManager.default.fileExists(atPath: path))
        #expect(FileManager.default.fileExists(atPath: fresh))
    }

    @Test func aFolderThatCannotBeMadeGivesNoFile() {
        #expect(DraggedFiles(folder: "/proc/no/such").write([1], named: "a.png") == nil)
    }
}
