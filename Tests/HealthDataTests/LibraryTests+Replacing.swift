import ChartCore
import Foundation
import Testing

@testable import HealthData

/// A file that is read again and replaces its earlier records.
extension LibraryTests {
    private static let pound = 0.453_592_37

    private func reading(
        _ file: String, _ choice: String, of question: String = "unit.weight"
    ) throws -> ImportResult {
        var answers = Answers()
        let asked = Importer(files: [file], options: options).run().report.files[0].questions
        answers.answer(try #require(asked.first { $0.id == question }), with: choice)
        var options = options
        options.answers = answers
        return Importer(files: [file], options: options).run()
    }

    @Test("The questions about a file are still known when the library is opened")
    func questionsAreKept() throws {
        let file = try files.write("time,weight\n2026-05-01 08:00,171.4\n", "scale.csv")
        _ = try library.add(file, options: options)
        let questions = try library.contents().report.files[0].questions
        #expect(questions.map(\.latestWritten) == [171.4])
        #expect(questions.map(\.id) == ["unit.weight"] && questions.allSatisfy { !$0.isAnswered })
        let dataset = try #require(try library.datasets().first)
        _ = try library.replace([(dataset, try reading(file, "lb"))])
        // It is still the same dataset.
        let replaced = try #require(try library.datasets().first)
        #expect(replaced.id == dataset.id && replaced.added == dataset.added)
        let settled = try library.contents()
        #expect(settled.report.files[0].questions.map(\.assumed) == ["lb"])
        #expect(settled.report.files[0].questions.allSatisfy { $0.isAnswered })
        #expect(settled.records[.weight]?.columns.values == [171.4 * Self.pound])
        #expect(try library.verify() == [])
    }

    @Test("Unknown kinds of records are still reported by their names")
    func kindsAreKept() throws {
        var file = FileReport(path: "/a/export.zip", format: "apple-health.zip", bytes: 1)
        file.refusals = [
            Refusal(place: "line 9", reason: "not read yet", count: 7, type: "Mood"),
            Refusal(place: "line 3", reason: "it has no value", count: 2),
        ]
        let kept = DatasetReport(json: try DatasetReport(file).json())
        #expect(
            kept.refusals.map(\.type) == ["Mood", nil] && kept.refusals.map(\.count) == [7, 2])
    }

    @Test("Another file of the same name removes nothing")
    func anotherFile() throws {
        let file = try files.write("time,weight\n2026-01-01 08:00,171.4\n", "scale.csv")
        _ = try library.add(file, options: options)
        let january = try #require(try library.datasets().first)
        _ = try files.write(
            "time,weight\n2026-02-01 08:00,170.1\n2026-02-02 08:00,170\n", "scale.csv")
        let result = try reading(file, "lb")
        let failure = #expect(throws: LibraryError.self) {
            try library.replace([(january, result)])
        }
        #expect(failure?.place == file)
        #expect(try library.contents().records[.weight]?.columns.values == [171.4])
        #expect(try library.datasets().map(\.id) == [january.id])
        #expect(try library.verify() == [])
        // A dataset that does not exist is not replaced either.
        try library.remove(january)
        #expect(throws: LibraryError.self) { try library.replace([(january, result)]) }
        #expect(try library.datasets().isEmpty)
    }

    @Test("Another file of the same name and size removes nothing either")
    func anotherFileOfTheSameSize() throws {
        let file = try files.write("time,weight\n2026-01-01 08:00,171.4\n", "scale.csv")
        _ = try library.add(file, options: options)
        let january = try #require(try library.datasets().first)
        _ = try files.write("time,weight\n2026-02-01 08:00,171.4\n", "scale.csv")
        let result = try reading(file, "lb")
        #expect(result.report.files[0].bytes == january.bytes)
        let failure = #expect(throws: LibraryError.self) {
            try library.replace([(january, result)])
        }
        #expect(failure?.place == file && failure?.isRefusal == true)
        let kept = try #require(try library.contents().records[.weight]?.columns)
        #expect(kept.values == [171.4] && kept.starts == [utc(2026, 1, 1, 8)])
        #expect(try library.verify() == [])
    }

    @Test("An answer that moves the days keeps the file the same, and other values do not")
    func otherOrderOfDates() throws {
        let header = "date,weight (kg)\n"
        let file = try files.write(header + "02/01/2026,71.5\n04/03/2026,72.5\n", "days.csv")
        _ = try library.add(file, options: options)
        let dataset = try #require(try library.datasets().first)
        let assumed = try #require(dataset.report.questions?.first { $0.id == "date" }).assumed
        #expect(assumed == "dmy")
        let starts = try #require(try library.contents().records[.weight]?.columns.starts)
        #expect(starts == [utc(2026, 1, 2), utc(2026, 3, 4)])
        _ = try library.replace([(dataset, try reading(file, "mdy", of: "date"))])
        let moved = try #require(try library.contents().records[.weight]?.columns.starts)
        #expect(moved == [utc(2026, 2, 1), utc(2026, 4, 3)])
        #expect(try library.verify() == [])

        _ = try files.write(header + "02/01/2026,81.5\n04/03/2026,82.5\n", "days.csv")
        let now = try #require(try library.datasets().first)
        let other = try reading(file, "dmy", of: "date")
        #expect(throws: LibraryError.self) { try library.replace([(now, other)]) }
        #expect(try library.contents().records[.weight]?.columns.values == [71.5, 72.5])
    }

    @Test("A dataset is its number and its records: one from a backup is another one")
    func sameNumber() throws {
        let (a, b, c) = (
            try files.write("time,weight\n2026-05-01 08:00,71\n", "a.csv"),
            try files.write("time,weight\n2026-05-02 08:00,72\n", "b.csv"),
            try files.write("time,weight\n2026-05-03 08:00,73\n", "c.csv")
        )
        _ = try library.add(a, options: options)
        let backup = files.path("backup.sqlite")
        try library.backUp(to: backup)
        _ = try library.add(b, options: options)
        let shown = try #require(try library.datasets().last)
        _ = try Library.restore(from: backup, in: files.path("library"))
        _ = try library.add(c, options: options)
        let now = try #require(try library.datasets().last)
        #expect(now.id == shown.id && now.name == "c.csv" && now != shown)
        let result = try reading(b, "lb")
        for change: () throws -> Void in [
            { try library.remove(shown) }, { _ = try library.replace([(shown, result)]) },
        ] {
            let failure = #expect(throws: LibraryError.self) { try change() }
            #expect(failure?.isRefusal == true)
            #expect(failure?.problem == "has changed; b.csv is not dataset 2 any more")
        }
        #expect(try library.datasets().map(\.name) == ["a.csv", "c.csv"])
        try library.remove(now)
        #expect(try library.datasets().map(\.name) == ["a.csv"])
    }

    /// Two exports with a day in common.
    private func overlapping() throws -> (first: String, second: String) {
        (
            try files.write(
                "time,weight\n2026-05-01 08:00,171.4\n2026-05-02 08:00,171\n", "first.csv"),
            try files.write(
                "time,weight\n2026-05-02 08:00,171\n2026-05-03 08:00,170\n", "second.csv")
        )
    }

    @Test("Samples claimed by others stay theirs")
    func claims() throws {
        let (first, second) = try overlapping()
        _ = try library.add(first, options: options)
        _ = try library.add(second, options: options)
        let dataset = try #require(try library.datasets().first { $0.name == "first.csv" })
        _ = try library.replace([(dataset, try reading(first, "lb"))])
        let values = try #require(try library.contents().records[.weight]?.columns.values)
        #expect(
            values.sorted()
                == [171.4 * Self.pound, 171 * Self.pound, 170, 171].sorted())
        #expect(try library.verify() == [])
    }

    @Test("Samples shared by several files are reported once if all of them are read again")
    func severalAtOnce() throws {
        let (first, second) = try overlapping()
        _ = try library.add(first, options: options)
        _ = try library.add(second, options: options)
        let datasets = try library.datasets()
        let question = try #require(datasets[0].report.questions?.first)
        #expect(datasets[0].isOpen(to: question, answeredBy: "lb"))
        #expect(!datasets[1].isOpen(to: question, answeredBy: "lb"))
        let readings = [
            (datasets[0], try reading(first, "lb")), (datasets[1], try reading(second, "lb")),
        ].map { (dataset: $0.0, result: $0.1) }
        _ = try library.replace(readings)
        let values = try #require(try library.contents().records[.weight]?.columns.values)
        #expect(values == [171.4 * Self.pound, 171 * Self.pound, 170 * Self.pound])
        let replaced = try library.datasets()
        #expect(replaced.map(\.id) == datasets.map(\.id))
        #expect(replaced.map(\.added) == datasets.map(\.added))
        #expect(!replaced[0].isOpen(to: question, answeredBy: "lb"))
        #expect(replaced[0].isOpen(to: question, answeredBy: "kg"))
        #expect(try library.verify() == [])
    }

    @Test("If one of several files has changed, none is touched")
    func oneOfSeveral() throws {
        let (first, second) = try overlapping()
        _ = try library.add(first, options: options)
        _ = try library.add(second, options: options)
        let datasets = try library.datasets()
        _ = try files.write(
            "time,weight\n2026-06-02 08:00,171\n2026-06-03 08:00,170\n", "second.csv")
        let readings = [
            (datasets[0], try reading(first, "lb")), (datasets[1], try reading(second, "lb")),
        ].map { (dataset: $0.0, result: $0.1) }
        let failure = #expect(throws: LibraryError.self) { try library.replace(readings) }
        #expect(failure?.place == second)
        #expect(try library.contents().records[.weight]?.columns.values == [171.4, 171, 170])
        #expect(try library.datasets() == datasets)
        #expect(try library.verify() == [])
    }
}
