import ChartCore
import Foundation
import GRDB
import Testing

@testable import HealthData

extension LibraryMark {
    /// A mark on the steps of a day, with some bytes of its own.
    init(number: Int, metric: MetricID = .steps, bytes: Int = 40) {
        let day = utc(2026, 5, 1) + Double(number) * 86_400
        self.init(
            id: Int64(number), metric: metric, kind: "pen", basis: "day",
            times: day...day + 3_600, values: 4_000...9_000 + Double(number), created: day,
            changed: day, bytes: (0..<bytes).map { UInt8(truncatingIfNeeded: $0 * number) })
    }
}

/// Drawings in the library, and the journal of their changes.
extension LibraryTests {
    private func made(_ before: [LibraryMark], _ after: [LibraryMark]) -> LibraryMarkEdit {
        LibraryMarkEdit(.made, LibraryMarkChange(metric: .steps, before: before, after: after))
    }

    private func ids(_ list: [LibraryMark]) -> [Int64] { list.map(\.id) }

    @Test("Drawings are written, changed and removed, and stay for a while after that")
    func marks() throws {
        let (a, b) = (LibraryMark(number: 1), LibraryMark(number: 2))
        let first = try library.drawings.edit([made([], [a]), made([], [b])])
        #expect(first == (try library.drawings.version()))
        var list = try library.drawings.all()
        #expect(ids(list.marks) == [1, 2] && list.damages.isEmpty && list.removed.isEmpty)
        #expect(list.marks[0].bytes == a.bytes && list.marks[0].basis == "day")
        #expect(list.marks[0].times == a.times && list.marks[0].values == a.values)
        var moved = list.marks[1]
        moved.bytes = [1, 2, 3]
        moved.times = nil
        let second = try library.drawings.edit([made([list.marks[1]], [moved])])
        #expect(second != first)
        #expect(try library.drawings.all().marks[1].bytes == [1, 2, 3])
        #expect(try library.drawings.all().marks[1].times == nil)
        try library.drawings.edit([made([a], [])])
        list = try library.drawings.all()
        #expect(ids(list.marks) == [2] && ids(list.removed) == [1])
        #expect(list.removed[0].deleted != nil)
        #expect(try library.verify() == [])
        // Whoever reads has the same.
        let reader = try Library(reading: files.path("library"))
        #expect(try reader.drawings.all().version == list.version)
        reader.close()
    }

    @Test("What was done can be taken back after a restart, and made again")
    func journal() throws {
        let (a, b) = (LibraryMark(number: 1), LibraryMark(number: 2))
        let changes = [([], [a]), ([], [b]), ([a], [])] as [([LibraryMark], [LibraryMark])]
        try library.drawings.edit(changes.map { made($0, $1) })
        try library.drawings.edit([
            LibraryMarkEdit(
                .made,
                LibraryMarkChange(
                    metric: .weight, before: [],
                    after: [
                        LibraryMark(number: 3, metric: .weight)
                    ]))
        ])
        library.close()
        var opened = try Library(directory: files.path("library"))
        var list = try opened.drawings.all()
        let done = try #require(list.done[.steps])
        #expect(done.map { ids($0.before) } == [[], [], [1]])
        #expect(done.map { ids($0.after) } == [[1], [2], []])
        #expect(list.done[.weight]?.count == 1)
        // Two steps back, and one forward.
        for step in [done[2], done[1]] {
            try opened.drawings.edit([
                LibraryMarkEdit(
                    .undone,
                    LibraryMarkChange(metric: .steps, before: step.after, after: step.before))
            ])
        }
        opened.close()
        opened = try Library(directory: files.path("library"))
        list = try opened.drawings.all()
        #expect(ids(list.marks) == [1, 3])
        #expect(list.done[.steps]?.count == 1)
        // In the order in which they were taken back: the one that is made again first is the last.
        #expect(list.undone[.steps]?.map { ids($0.after) } == [[], [2]])
        try opened.drawings.edit([LibraryMarkEdit(.redone, done[1])])
        list = try opened.drawings.all()
        #expect(ids(list.marks) == [1, 2, 3] && list.undone[.steps]?.count == 1)
        // A new change ends what could be made again.
        try opened.drawings.edit([made([], [LibraryMark(number: 4)])])
        #expect(try opened.drawings.all().undone[.steps] == nil)
        #expect(try opened.verify() == [])
    }

    @Test("A drawing in progress is there after a crash, and is no change")
    func drafts() throws {
        for length in [10, 20, 30] {
            let part = LibraryMark(number: 1, bytes: length)
            let change = LibraryMarkChange(metric: .steps, before: [], after: [part])
            try library.drawings.edit([LibraryMarkEdit(.draft, change)])
        }
        let list = try library.drawings.all()
        #expect(list.marks.map(\.bytes.count) == [30] && list.done.isEmpty)
        try library.drawings.edit([made([], [LibraryMark(number: 1, bytes: 44)])])
        #expect(try library.drawings.all().marks.map(\.bytes.count) == [44])
        #expect(try library.drawings.all().done[.steps]?.count == 1)
    }

    @Test("After thirty days what was removed is gone, and so are the changes")
    func oldMarks() throws {
        let (a, b) = (LibraryMark(number: 1), LibraryMark(number: 2))
        try library.drawings.edit([made([], [a]), made([], [b]), made([a], [])])
        try library.writer.write { database in
            try database.execute(sql: "UPDATE markChange SET made = made - 31 * 86400")
        }
        var removed = try #require(try library.drawings.all().removed.first)
        removed.deleted = (removed.deleted ?? 0) - 31 * 86_400
        try library.writer.write { try StoredMarks.put(removed, $0) }
        try library.drawings.edit([made([b], [])])
        let list = try library.drawings.all()
        #expect(ids(list.removed) == [2] && list.done[.steps]?.count == 1)
        #expect(try library.verify() == [])
    }

    @Test(
        "A damaged drawing is named and costs itself alone; a copy of it is shown",
        arguments: [
            "bytes = x'00'", "metric = 'weight'", "kind = 'marker'", "basis = NULL",
            "start = start - 1", "high = high + 1", "created = created + 1", "deleted = 5.0",
            "checksum = checksum + 1",
        ])
    func damagedMarks(change: String) throws {
        try library.drawings.edit([1, 2, 3].map { made([], [LibraryMark(number: $0)]) })
        let whole = try library.drawings.all().marks
        try library.writer.write {
            try $0.execute(sql: "UPDATE mark SET \(change) WHERE id = 2")
        }
        #expect(try library.verify() == ["drawing 2 of 2026-05-03 is damaged"])
        let list = try library.drawings.all()
        #expect(list.marks == whole)
        #expect(
            list.damages == ["drawing 2 of 2026-05-03 is damaged, and a copy of it is used"])
        #expect(try library.notes().damages == [])
        // Without the copy it is lost.
        try library.writer.write { try $0.execute(sql: "DELETE FROM copy WHERE number = 2") }
        let bare = try Library(reading: files.path("library"))
        #expect(try bare.drawings.all().damages == ["drawing 2 of 2026-05-03 is damaged"])
        #expect(try ids(bare.drawings.all().marks) == [1, 3])
        bare.close()
    }

    @Test("A damaged change ends what can be taken back before it")
    func damagedChanges() throws {
        try library.drawings.edit((1...5).map { made([], [LibraryMark(number: $0)]) })
        try library.writer.write {
            try $0.execute(sql: "UPDATE markChange SET bytes = x'0101' WHERE id = 3")
        }
        let list = try library.drawings.all()
        #expect(ids(list.marks) == [1, 2, 3, 4, 5] && list.damages.isEmpty)
        #expect(list.done[.steps]?.map { ids($0.after) } == [[4], [5]])
        // Any bytes at all are refused or read.
        let bytes = PackedMarks.bytes(
            LibraryMarkChange(
                metric: .steps, before: [LibraryMark(number: 7)], after: [LibraryMark(number: 8)]))
        for index in bytes.indices {
            for value in [UInt8(0), 0x7F, 0x80, 0xFF] {
                var other = bytes
                other[index] = value
                _ = try? PackedMarks.change(other, metric: .steps)
            }
            #expect(throws: PackedReader.Malformed.self) {
                try PackedMarks.change(Array(bytes[..<index]), metric: .steps)
            }
        }
    }

    @Test("Backups have the drawings, and a library of any earlier version gets them")
    func marksOfOthers() throws {
        try library.drawings.edit([made([], [LibraryMark(number: 1)])])
        let backup = files.path("backup.sqlite")
        try library.backUp(to: backup)
        #expect(try Library.restore(from: backup, in: files.path("other")) == nil)
        let other = try Library(directory: files.path("other"))
        #expect(try ids(other.drawings.all().marks) == [1])
        #expect(try other.drawings.all().done[.steps]?.count == 1)
        // Drawings alone are enough for a backup before something else replaces them.
        other.close()
        #expect(try Library.restore(from: backup, in: files.path("other")) != nil)
        for version in 1...7 {
            let directory = files.path("early\(version)")
            try FileManager.default.createDirectory(
                atPath: directory, withIntermediateDirectories: true)
            let queue = try DatabaseQueue(path: Library.path(in: directory))
            try LibrarySchema.migrator.migrate(queue, upTo: "\(version)")
            try queue.close()
            let reader = try Library(reading: directory)
            #expect(try reader.drawings.all().marks.isEmpty)
            reader.close()
            let early = try Library(directory: directory)
            try early.drawings.edit([made([], [LibraryMark(number: 1)])])
            #expect(try ids(early.drawings.all().marks) == [1])
            #expect(try early.verify() == [])
            early.close()
        }
    }

    @Test("A full disk gives a message, and the drawings are as they were")
    func marksOnAFullDisk() throws {
        _ = try library.writer.write { database in
            let pages = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
            _ = try Int.fetchOne(database, sql: "PRAGMA max_page_count = \(pages + 12)")
        }
        var (kept, failure): ([Int64], LibraryError?) = ([], nil)
        for number in 1..<400 where failure == nil {
            do throws(LibraryError) {
                try library.drawings.edit([made([], [LibraryMark(number: number, bytes: 900)])])
                kept.append(Int64(number))
            } catch {
                failure = error
            }
        }
        #expect(failure?.problem == "the disk is full; the library is unchanged")
        #expect(!kept.isEmpty && kept.count < 399)
        #expect(try ids(library.drawings.all().marks) == kept)
        #expect(try library.verify() == [])
    }
}
