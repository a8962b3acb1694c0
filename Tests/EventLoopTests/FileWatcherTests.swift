import Foundation
import Glibc
import Testing

@testable import EventLoop

@MainActor
@Suite struct FileWatcherTests {
    /// A folder with a watched file in it, and the reported changes.
    @MainActor
    final class Scene {
        let folder: String
        let loop: EventLoop
        var watcher: FileWatcher?
        var changes: [[String: FileChange]] = []

        init(_ names: [String], content: String? = "a\n") throws {
            folder = NSTemporaryDirectory() + "/watched-" + UUID().uuidString
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true)
            loop = try EventLoop()
            for name in names { if let content { try write(content, name) } }
            watcher = try FileWatcher(loop: loop, paths: names.map(path)) { [weak self] in
                self?.changes.append($0)
            }
        }

        isolated deinit { try? FileManager.default.removeItem(atPath: folder) }

        func path(_ name: String) -> String { folder + "/" + name }

        func write(_ text: String, _ name: String, append: Bool = false) throws {
            let flags = O_WRONLY | O_CREAT | (append ? O_APPEND : O_TRUNC)
            let file = open(path(name), flags, 0o600)
            try #require(file >= 0)
            try #require(Glibc.write(file, text, text.utf8.count) == text.utf8.count)
            close(file)
        }

        /// Turns until a change of the file was reported, and returns all of its changes.
        func next(_ name: String, _ wanted: FileChange) throws -> FileChange {
            var all: FileChange = []
            _ = try loop.run(
                until: {
                    for change in changes { all.formUnion(change[path(name)] ?? []) }
                    changes = []
                    return all.isSuperset(of: wanted)
                }, waitingAtMost: 10)
            return all
        }
    }

    @Test func writingIsToldOnceForManyWrites() throws {
        let scene = try Scene(["a"])
        for index in 0..<50 { try scene.write("\(index)\n", "a", append: true) }
        try scene.loop.runOnce(waitingAtMost: 10)
        #expect(scene.changes == [[scene.path("a"): [.written, .closed]]])
        // Nothing more: the loop would wait for ever.
        scene.changes = []
        try scene.loop.runOnce(waitingAtMost: 0)
        #expect(scene.changes.isEmpty)
    }

    @Test func otherFilesOfTheFolderSayNothing() throws {
        let scene = try Scene(["a"])
        try scene.write("x", "b")
        try scene.write("x", "b", append: true)
        try scene.write("x", "a", append: true)
        #expect(try scene.next("a", .closed) == [.written, .closed])
        #expect(scene.changes.allSatisfy { $0[scene.path("b")] == nil })
    }

    @Test func aReplacedFileIsWatchedOn() throws {
        let scene = try Scene(["a", "c"])
        for _ in 0..<3 {
            try scene.write("new\n", "b")
            #expect(rename(scene.path("b"), scene.path("a")) == 0)
            #expect(try scene.next("a", .replaced).contains(.replaced))
            try scene.write("more\n", "a", append: true)
            #expect(try scene.next("a", .closed) == [.written, .closed])
        }
        try scene.write("more\n", "c", append: true)
        #expect(try scene.next("c", .closed) == [.written, .closed])
    }

    @Test func aFileThatGoesAndComesBackIsWatchedOn() throws {
        let scene = try Scene(["a"])
        #expect(unlink(scene.path("a")) == 0)
        #expect(try scene.next("a", .gone).contains(.gone))
        try scene.write("again\n", "a")
        #expect(try scene.next("a", .replaced).contains(.replaced))
        try scene.write("more\n", "a", append: true)
        #expect(try scene.next("a", [.written, .closed]).isSuperset(of: [.written, .closed]))
        #expect(rename(scene.path("a"), scene.path("elsewhere")) == 0)
        #expect(try scene.next("a", .gone) == .gone)
        // The file that disappeared now belongs to another name.
        scene.changes = []
        try scene.write("more\n", "elsewhere", append: true)
        try scene.loop.runOnce(waitingAtMost: 0)
        #expect(scene.changes.isEmpty)
        #expect(rename(scene.path("elsewhere"), scene.path("a")) == 0)
        #expect(try scene.next("a", .replaced).contains(.replaced))
    }

    @Test func aFileMayComeLater() throws {
        let scene = try Scene(["a"], content: nil)
        try scene.write("first\n", "a")
        #expect(try scene.next("a", .replaced).contains(.replaced))
    }

    @Test func aFileUnderALinkIsWatchedWhereItLies() throws {
        let scene = try Scene(["a"])
        let other = try Scene(["target"])
        #expect(unlink(scene.path("a")) == 0)
        #expect(symlink(other.path("target"), scene.path("a")) == 0)
        #expect(try scene.next("a", .replaced).contains(.replaced))
        try other.write("more\n", "target", append: true)
        #expect(try scene.next("a", .closed) == [.written, .closed])
        try other.write("new\n", "b")
        #expect(rename(other.path("b"), other.path("target")) == 0)
        #expect(try scene.next("a", .replaced).contains(.replaced))
    }

    @Test func whatIsClosedTellsNothing() throws {
        let scene = try Scene(["a"])
        scene.watcher?.close()
        try scene.write("more\n", "a", append: true)
        try scene.loop.runOnce(waitingAtMost: 0)
        #expect(scene.changes.isEmpty)
        scene.watcher?.close()
    }
}
