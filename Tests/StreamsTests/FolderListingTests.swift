import Foundation
import Glibc
import Platform
import Streams
import Testing

@Suite struct FolderListingTests {
    private func make(_ names: [String], in folder: Folder) throws {
        for name in names {
            if name.hasSuffix("/") {
                try FileManager.default.createDirectory(
                    atPath: folder.path + "/" + name, withIntermediateDirectories: true)
            } else {
                try Data([1]).write(to: URL(filePath: folder.path + "/" + name))
            }
        }
    }

    @Test func everyNameIsThereWithItsKind() throws {
        let folder = try Folder()
        try make(["a.csv", ".hidden", "inner/", "inner/below.csv"], in: folder)
        for (link, target) in [("to-folder", "inner"), ("to-file", "a.csv"), ("nowhere", "gone")] {
            #expect(symlink(target, folder.path + "/" + link) == 0)
        }
        let entries = try FolderListing(path: folder.path).entries
        let kinds = Dictionary(uniqueKeysWithValues: entries.map { ($0.name, $0.isFolder) })
        #expect(
            kinds == [
                "a.csv": false, ".hidden": false, "inner": true, "to-folder": true,
                "to-file": false, "nowhere": false,
            ])
    }

    @Test func whatIsNotWantedAnyMoreIsNotReadToItsEnd() throws {
        let folder = try Folder()
        try make((0..<50).map { "f\($0)" }, in: folder)
        let cancellation = Cancellation()
        cancellation.cancel()
        #expect(
            try FolderListing(path: folder.path, cancellation: cancellation).entries.count == 1)
    }

    @Test func whatIsNoFolderIsASentence() throws {
        let folder = try Folder()
        try make(["a.csv"], in: folder)
        for name in ["gone", "a.csv"] {
            let failure = #expect(throws: StreamError.self) {
                try FolderListing(path: folder.path + "/" + name)
            }
            #expect(failure?.place == folder.path + "/" + name)
        }
    }

    @Test func whatAPathNamesIsTold() throws {
        let folder = try Folder()
        try make(["a.csv", "inner/"], in: folder)
        #expect(try InputFile.kind(of: folder.path + "/a.csv") == .file)
        #expect(try InputFile.kind(of: folder.path + "/inner") == .folder)
        let failure = #expect(throws: StreamError.self) {
            try InputFile.kind(of: folder.path + "/b.csv")
        }
        #expect(failure?.problem == "no such file")
    }
}
