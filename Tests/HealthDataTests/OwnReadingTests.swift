import ChartCore
import GRDB
import Testing

@testable import HealthData

/// Readings that a person typed in, as datasets of a library.
@Suite struct OwnReadingTests {
    private let files: TestFiles
    private let library: Library
    /// 2026-05-02, 07:30 UTC.
    private let time = 1_777_707_000.0

    init() throws {
        files = try TestFiles()
        library = try Library(directory: files.folder + "/library")
    }

    private func weight(_ value: Double, after seconds: Double = 0) -> OwnReading {
        OwnReading(metric: .weight, time: time + seconds, value: value)
    }

    /// The weights of the library, in the order of time.
    private func weights() throws -> [Double] {
        #expect(try library.verify() == [])
        guard let columns = try library.contents().records[.weight]?.columns else { return [] }
        return (0..<columns.count).map { columns.values[$0] }
    }

    @Test func aReadingReplacesAnother() throws {
        let other = try weight(80, after: 3600).keep(in: library)
        let old = try weight(71.25).keep(in: library)
        #expect(weight(71.25).isKept(as: old))
        let new = try weight(72.5, after: 60).replace(old, in: library)
        #expect(try weights() == [72.5, 80])
        #expect(new.id == old.id && new.added == old.added && new != old)
        #expect(new.span?.first == time + 60)
        #expect(weight(72.5, after: 60).isKept(as: new) && !weight(71.25).isKept(as: new))
        // Back again, as by Undo.
        #expect(try weight(71.25).replace(new, in: library) == old)
        #expect(try weights() == [71.25, 80])
        #expect(try Set(library.datasets()) == [other, old])
        // The same once more changes nothing.
        #expect(try weight(71.25).replace(old, in: library) == old)
        #expect(try weights() == [71.25, 80])
    }

    @Test func aPairReplacesAPair() throws {
        func pressure(_ high: Double, _ low: Double) -> OwnReading {
            OwnReading(metric: .bloodPressure, time: time, value: high, second: low)
        }
        let old = try pressure(118, 76).keep(in: library)
        let new = try pressure(118, 78).replace(old, in: library)
        #expect(pressure(118, 78).isKept(as: new) && !pressure(118, 76).isKept(as: new))
        let kept = try #require(try library.contents().records[.bloodPressure])
        #expect(kept.columns.count == 1 && kept.pairs.lower[0] == 78)
        #expect(throws: LibraryError.self) {
            try OwnReading(metric: .bloodPressure, time: time, value: 118).replace(
                new, in: library)
        }
    }

    /// What is refused leaves the library as it was.
    @Test func whatCannotReplaceItIsRefused() throws {
        let old = try weight(71).keep(in: library)
        _ = try weight(80, after: 60).keep(in: library)
        func refusal(_ reading: OwnReading, _ dataset: LibraryDataset) throws -> String? {
            let error = #expect(throws: LibraryError.self) {
                try reading.replace(dataset, in: library)
            }
            #expect(error?.isRefusal == true)
            return error?.problem
        }
        #expect(try refusal(weight(7000), old) == "this value is not possible")
        #expect(
            try refusal(weight(71, after: 60), old)
                == "you have entered another reading at this time")
        #expect(
            try refusal(weight(80, after: 60), old)
                == "you have entered another reading at this time")
        #expect(
            try refusal(OwnReading(metric: .glucose, time: time, value: 98), old)
                == "“manual:weight” is not a reading of this metric")
        #expect(try weights() == [71, 80])
        // Two at one time were allowed before: each can be corrected, but not to be the other one.
        let twin = try weight(72).keep(in: library)
        #expect(try refusal(weight(71), twin) == "the library has this reading already")
        #expect(try weights() == [71, 72, 80])
        _ = try weight(73).replace(twin, in: library)
        #expect(try weights() == [71, 73, 80])
    }

    @Test func aReadingThatSomebodyDeletedIsNotReplaced() throws {
        let old = try weight(71).keep(in: library)
        let second = try Library(directory: library.directory)
        try second.remove(old)
        second.close()
        for reading in [weight(71), weight(72)] {
            let error = #expect(throws: LibraryError.self) {
                try reading.replace(old, in: library)
            }
            #expect(error?.problem == "another program has changed or deleted the reading")
        }
        #expect(try weights() == [])
        // Another one may have its number now.
        let next = try weight(90).keep(in: library)
        #expect(next != old)
        #expect(throws: LibraryError.self) { try weight(72).replace(old, in: library) }
        #expect(try weights() == [90])
    }

    /// The old reading is there until the new one is: a failure at any point changes nothing.
    @Test(arguments: [
        "BEFORE INSERT ON dataset", "AFTER DELETE ON dataset", "AFTER INSERT ON series",
        "AFTER INSERT ON source",
    ])
    func aFailureKeepsTheOldOne(event: String) throws {
        let old = try weight(71).keep(in: library)
        try library.writer.write {
            try $0.execute(
                sql: "CREATE TRIGGER fail \(event) BEGIN SELECT RAISE(FAIL, 'struck'); END")
        }
        #expect(throws: LibraryError.self) { try weight(72).replace(old, in: library) }
        try library.writer.write { try $0.execute(sql: "DROP TRIGGER fail") }
        #expect(try weights() == [71])
        #expect(try library.datasets() == [old])
        _ = try weight(72).replace(old, in: library)
        #expect(try weights() == [72])
    }

    /// A file with the same reading keeps it.
    @Test func whatAFileHasTooStays() throws {
        let old = try weight(71).keep(in: library)
        _ = try library.add(
            try files.write(
                "date,weight (kg)\n2026-05-02 07:30,71\n2026-05-03 07:30,70\n", "a.csv"),
            options: ImportOptions(zone: .utc))
        _ = try weight(72).replace(old, in: library)
        #expect(try weights().sorted() == [70, 71, 72])
    }
}
