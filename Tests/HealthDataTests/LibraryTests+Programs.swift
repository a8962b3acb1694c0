import ChartCore
import Foundation
import GRDB
import Testing

@testable import HealthData

/// The program whose export a source is from, in the library.
extension LibraryTests {
    /// An archive with the exports of two programs, and some days of a third.
    private func twoPrograms(_ name: String, days: ClosedRange<Int> = 1...1) throws -> String {
        var sums = "date,value\n"
        for day in days { sums += "2026-02-0\(day),\(1000 * day)\n" }
        return try files.zip(
            [ProgramTests.ring, ProgramTests.watch, ("Withings/aggregates_steps.csv", sums)], name)
    }

    private func oxygen(_ library: Library) throws -> [Double] {
        Array(try library.contents().records[.oxygen]?.columns.values ?? [])
    }

    @Test("Sources keep their programs, even if their samples pass to another file")
    func programs() throws {
        let early = try twoPrograms("early.zip")
        let late = try twoPrograms("late.zip", days: 1...3)
        let first = try #require(try library.add(early, options: options).dataset)
        try expectHolds([early])
        let programs = ["oura", "samsung-health", "withings"]
        #expect(try library.contents().records.sources.map(\.program) == programs)
        #expect(try oxygen(library) == [97.125, 95, 96.5])
        _ = try library.add(late, options: options)
        try expectHolds([early, late])
        try library.remove(first.id)
        try expectHolds([late])
        #expect(try library.contents().records.sources.map(\.program) == programs)
        #expect(try oxygen(library) == [97.125, 95, 96.5])
    }

    @Test("A library of the second version is migrated to this one, with the same contents")
    func programsOfTheSecondVersion() throws {
        let early = try twoPrograms("early.zip")
        let added = try library.add(early, options: options)
        try EarlierLibrary.make(2, library.writer)
        library.close()

        let opened = try Library(directory: files.path("library"))
        let contents = try opened.contents()
        #expect(contents.damages.isEmpty)
        #expect(contents.records.sources.allSatisfy { $0.program == nil })
        // As everything given together has one owner, the watch's reading repeats the ring's mean.
        #expect(try oxygen(opened) == [95, 96.5])
        #expect(try opened.verify() == [])
        // The same file is still recognised.
        let again = try opened.add(early, options: options)
        #expect(again.dataset == nil && again.known == added.new)
        #expect(try opened.datasets().count == 1)
        // New files have their programs.
        let late = try twoPrograms("late.zip", days: 2...3)
        #expect(try opened.add(late, options: options).new == 2)
        #expect(try opened.verify() == [])
        try opened.remove(try #require(added.dataset).id)
        try expectHolds([late], in: opened)
    }

    @Test("A backup of the second version can be restored")
    func backupOfTheSecondVersion() throws {
        let early = try twoPrograms("early.zip")
        _ = try library.add(early, options: options)
        let backup = files.path("backup.sqlite")
        try library.backUp(to: backup)
        let queue = try DatabaseQueue(path: backup)
        try EarlierLibrary.make(2, queue)
        try queue.close()
        #expect(try Library.restore(from: backup, in: files.path("other")) == nil)
        let restored = try Library(directory: files.path("other"))
        #expect(try oxygen(restored) == [95, 96.5])
        #expect(try restored.verify() == [])
        #expect(try restored.add(early, options: options).dataset == nil)
    }

    @Test("A library made by the second version is opened")
    func secondVersion() throws {
        let directory = files.path("second")
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true)
        let queue = try DatabaseQueue(path: Library.path(in: directory))
        try LibrarySchema.migrator.migrate(queue, upTo: "2")
        try queue.close()
        let opened = try Library(directory: directory)
        let early = try twoPrograms("early.zip")
        _ = try opened.add(early, options: options)
        try expectHolds([early], in: opened)
    }

    @Test("Totals are kept with their parts, whichever of them count")
    func totals() throws {
        func minutes(_ steps: Int) -> (name: String, text: String) {
            (
                "raw_tracker_steps.csv",
                "start,duration,value\n2026-02-01T08:00:00+00:00,\"[60]\",\"[\(steps)]\"\n"
            )
        }
        let sums = (name: "aggregates_steps.csv", text: "date,value\n2026-02-01,8000\n")
        let some = try files.zip([sums, minutes(3000)], "some.zip")
        let whole = try files.zip([sums, minutes(7990)], "whole.zip")
        for (path, sum) in [(some, 8000.0), (whole, 7990)] {
            let addition = try library.add(path, options: options)
            #expect(addition.dataset?.samples == 2)
            try expectHolds([path])
            #expect(areNear(dailySums(try library.contents().records, .steps), [sum]))
            try library.remove(try #require(addition.dataset).id)
        }
    }
}
