import Dispatch
import Foundation
import Testing

@testable import Platform

@Suite("A file is written completely or not at all")
struct FileDraftTests {
    /// A folder that is removed with the test.
    private final class Folder {
        let path = NSTemporaryDirectory() + "oresen-draft-" + UUID().uuidString

        init() throws {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true)
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }

        var names: [String] {
            ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
        }

        func text(_ name: String) -> String? {
            FileManager.default.contents(atPath: path + "/" + name).map {
                String(decoding: $0, as: UTF8.self)
            }
        }

        func put(_ text: String, _ name: String) throws {
            try Data(text.utf8).write(to: URL(fileURLWithPath: path + "/" + name))
        }

        func mode(_ name: String) -> mode_t {
            var status = stat()
            return lstat(path + "/" + name, &status) == 0 ? status.st_mode : 0
        }
    }

    /// How a draft is made and finished.
    enum Way: CaseIterable {
        /// As on the file systems of today.
        case unnamed
        /// As on file systems without nameless files.
        case named
        /// As without /proc.
        case copied
    }

    private func draft(_ path: String, _ way: Way) throws -> FileDraft {
        let draft = try FileDraft(at: path, readers: .owner, isNamed: way == .named)
        if way == .copied { draft.descriptors = "/nowhere" }
        return draft
    }

    @Test(arguments: Way.allCases, [true, false])
    func itTakesThePlaceOfWhatIsThere(_ way: Way, _ isLasting: Bool) throws {
        let folder = try Folder()
        for text in ["first", "second"] {
            let file = try draft(folder.path + "/a", way)
            try file.write(Array(text.utf8))
            #expect(folder.text("a") == (text == "first" ? nil : "first"))
            try file.finish(isLasting: isLasting)
            #expect(folder.text("a") == text)
        }
        #expect(folder.names == ["a"])
        #expect(folder.mode("a") == S_IFREG | 0o600)
    }

    @Test(arguments: Way.allCases)
    func whatIsNotFinishedLeavesNothing(_ way: Way) throws {
        let folder = try Folder()
        try folder.put("before", "a")
        do {
            let file = try draft(folder.path + "/a", way)
            try file.write(Array("half".utf8))
            #expect(folder.text("a") == "before")
        }
        #expect(folder.names == ["a"])
        #expect(folder.text("a") == "before")
        // A place that cannot be written to is reported, and nothing is left either.
        mkdir(folder.path + "/folder", 0o700)
        #expect(throws: FileError(place: folder.path + "/folder", code: EISDIR)) {
            try self.draft(folder.path + "/folder", way)
        }
        let late = try draft(folder.path + "/b", way)
        mkdir(folder.path + "/b", 0o700)
        #expect(throws: FileError.self) { try late.finish(isLasting: false) }
        withExtendedLifetime(late) {}
    }

    @Test(arguments: Way.allCases)
    func aLinkIsReplacedAndNotFollowed(_ way: Way) throws {
        let folder = try Folder()
        try folder.put("untouched", "target")
        try #require(symlink("target", folder.path + "/a") == 0)
        try #require(symlink("nothing", folder.path + "/b") == 0)
        for name in ["a", "b"] {
            let file = try draft(folder.path + "/" + name, way)
            try file.write(Array("new".utf8))
            try file.finish(isLasting: false)
            #expect(folder.text(name) == "new")
            #expect(folder.mode(name) & S_IFMT == S_IFREG)
        }
        #expect(folder.text("target") == "untouched")
        #expect(folder.names == ["a", "b", "target"])
    }

    @Test func everybodyMayReadWhatIsForEverybody() throws {
        let folder = try Folder()
        try FileDraft.write([1], to: folder.path + "/a", readers: .everybody, isLasting: false)
        // The umask of the test run determines the mode.
        let made = open(folder.path + "/b", O_CREAT | O_WRONLY, 0o666)
        close(made)
        #expect(folder.mode("a") == folder.mode("b"))
    }

    @Test func whatIsNoFileIsWrittenToAsItIs() throws {
        let folder = try Folder()
        try FileDraft.write([1, 2], to: "/dev/null", readers: .owner, isLasting: true)
        #expect(throws: FileError(place: "/dev/full", code: ENOSPC)) {
            try FileDraft.write([1, 2], to: "/dev/full", readers: .owner, isLasting: true)
        }
        // One of the program's own descriptors, by both of its names, from its current position.
        let path = folder.path + "/open"
        let own = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        try #require(own >= 0)
        defer { close(own) }
        for name in ["/dev/fd/\(own)", "/proc/self/fd/\(own)"] {
            try FileDraft.write(Array("ab".utf8), to: name, readers: .owner, isLasting: false)
        }
        #expect(folder.text("open") == "abab")
        #expect(folder.names == ["open"])
    }

    @Test func aPipeIsWaitedFor() throws {
        let folder = try Folder()
        let path = folder.path + "/pipe"
        try #require(mkfifo(path, 0o600) == 0)
        let bytes = (0..<300_000).map { UInt8($0 % 251) }
        // Each end waits for the other one, so neither may wait for a thread that the other uses.
        let end = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            #expect(throws: Never.self) {
                try FileDraft.write(bytes, to: path, readers: .owner, isLasting: true)
            }
            end.signal()
        }
        let reader = try #require(FileHandle(forReadingAtPath: path))
        let read = try #require(try reader.readToEnd())
        end.wait()
        #expect(Array(read) == bytes)
        #expect(folder.mode("pipe") & S_IFMT == S_IFIFO)
    }

    @Test func aLiveFileIsReadWhileItIsWritten() throws {
        let folder = try Folder()
        try folder.put("old", "a")
        chmod(folder.path + "/a", 0o644)
        let reader = try #require(FileHandle(forReadingAtPath: folder.path + "/a"))
        let live = try LiveFile(path: folder.path + "/a")
        #expect(folder.mode("a") == S_IFREG | 0o600)
        try live.write(Array("one\n".utf8))
        #expect(reader.availableData == Data("one\n".utf8))
        try live.write(Array("two\n".utf8))
        #expect(reader.availableData == Data("two\n".utf8))
        try live.finish()
        #expect(throws: FileError(place: "/dev/full", code: ENOSPC)) {
            try LiveFile(path: "/dev/full").write([1])
        }
    }

    @Test func aLiveFileFollowsNoLink() throws {
        let folder = try Folder()
        try folder.put("untouched", "target")
        try folder.put("untouched", "other")
        try #require(symlink("target", folder.path + "/a") == 0)
        try #require(link(folder.path + "/other", folder.path + "/b") == 0)
        for name in ["a", "b"] {
            let live = try LiveFile(path: folder.path + "/" + name)
            try live.write(Array("new".utf8))
            #expect(folder.text(name) == "new")
            #expect(folder.mode(name) == S_IFREG | 0o600)
        }
        #expect(folder.text("target") == "untouched" && folder.text("other") == "untouched")
    }
}
