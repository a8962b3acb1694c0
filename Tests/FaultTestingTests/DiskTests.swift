import Foundation
import Testing

@testable import FaultTesting

/// The contents of a disk after a power cut, compared with the changes made to it.
@Suite struct DiskTests {
    private func change(
        _ what: DiskChange.What, inode: UInt64 = 1, offset: Int = 0, path: String = "/r/a",
        other: String = "", bytes: [UInt8] = []
    ) -> DiskChange {
        DiskChange(
            what: what, inode: inode, offset: offset, path: path, other: other, bytes: bytes)
    }

    /// The contents of a new folder `r` after a cut, by name.
    private func cut(
        _ rest: Disk.Rest, _ changes: (_ root: String) -> [DiskChange]
    ) throws -> [String: [UInt8]] {
        let root = FileManager.default.temporaryDirectory
            .appending(path: "disk-\(UUID().uuidString)").path(percentEncoded: false)
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: root) }
        var disk = Disk(root)
        for change in changes(root) { disk.take(change) }
        var dice = Dice(seed: 1)
        try disk.cut(rest, &dice).write(to: root)
        var found: [String: [UInt8]] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: root) {
            found[name] = [UInt8](FileManager.default.contents(atPath: root + "/" + name) ?? Data())
        }
        return found
    }

    @Test func onlyWhatWasSyncedIsThereForCertain() throws {
        let written = { (root: String) in
            [
                self.change(.create, path: root + "/a"),
                self.change(.write, path: root + "/a", bytes: [1, 2, 3]),
                self.change(.sync, path: root + "/a"),
                self.change(.write, offset: 1, path: root + "/a", bytes: [9, 9, 9]),
            ]
        }
        // Its name was not synced, so the file is not found.
        #expect(try cut(.nothing, written) == [:])
        #expect(try cut(.all, written) == ["a": [1, 9, 9, 9]])
        #expect(
            try cut(.nothing) { written($0) + [change(.syncFolder, path: $0)] } == ["a": [1, 2, 3]])
    }

    @Test func aNewNameIsKeptByTheSyncOfItsFolder() throws {
        let renamed = { (root: String) in
            [
                self.change(.create, path: root + "/a"),
                self.change(.write, path: root + "/a", bytes: [7]), self.change(.sync),
                self.change(.syncFolder, path: root),
                self.change(.rename, path: root + "/a", other: root + "/b"),
            ]
        }
        #expect(try cut(.nothing, renamed) == ["a": [7]])
        #expect(try cut(.nothing) { renamed($0) + [change(.syncFolder, path: $0)] } == ["b": [7]])
    }

    @Test func partsOfAWriteReachTheDiskByThemselves() throws {
        let bytes = [UInt8](repeating: 5, count: 512 * 40)
        let found = try cut(.half) { root in
            [
                change(.create, path: root + "/a"), change(.syncFolder, path: root),
                change(.write, path: root + "/a", bytes: bytes),
            ]
        }
        let file = try #require(found["a"])
        let parts = stride(from: 0, to: file.count, by: 512).map { Set(file[$0..<$0 + 512]) }
        #expect(parts.allSatisfy { $0 == [5] || $0 == [0] })
        #expect(parts.contains([5]) && (parts.contains([0]) || parts.count < 40))
    }
}
