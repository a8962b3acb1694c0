import ChartCore
import Foundation
import Testing

@testable import HealthData

/// A file that is read anew in the place of what it brought.
extension LibraryTests {
    private static let pound = 0.453_592_37

    private func reading(_ file: String, _ unit: String) throws -> ImportResult {
        var answers = Answers()
        let asked = Importer(files: [file], options: options).run().report.files[0].questions
        answers.answer(try #require(asked.first { $0.id == "unit.weight" }), with: unit)
        var options = options
        options.answers = answers
        return Importer(files: [file], options: options).run()
    }

    @Test("What a file leaves open is still known when the library is opened")
    func questionsAreKept() throws {
        let file = try files.write("time,weight\n2026-05-01 08:00,171.4\n", "scale.csv")
        _ = try library.add(file, options: options)
        let questions = try library.contents().report.files[0].questions
        #expect(questions.map(\.latestWritten) == [171.4])
        #expect(questions.map(\.id) == ["unit.weight"] && questions.allSatisfy { !$0.isAnswered })
        let dataset = try #require(try library.datasets().first)
        _ = try library.replace(dataset.id, with: try reading(file, "lb"))
        let settled = try library.contents()
        #expect(settled.report.files[0].questions.map(\.assumed) == ["lb"])
        #expect(settled.report.files[0].questions.allSatisfy { $0.isAnswered })
        #expect(settled.records[.weight]?.columns.values == [171.4 * Self.pound])
        #expect(try library.verify() == [])
    }

    @Test("Kinds of records that are not known are still told by their names")
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

    @Test("Another file of the same name takes nothing away")
    func anotherFile() throws {
        let file = try files.write("time,weight\n2026-01-01 08:00,171.4\n", "scale.csv")
        _ = try library.add(file, options: options)
        let january = try #require(try library.datasets().first)
        _ = try files.write(
            "time,weight\n2026-02-01 08:00,170.1\n2026-02-02 08:00,170\n", "scale.csv")
        let result = try reading(file, "lb")
        let trouble = #expect(throws: LibraryTrouble.self) {
            try library.replace(january.id, with: result)
        }
        #expect(trouble?.place == file)
        #expect(try library.contents().records[.weight]?.columns.values == [171.4])
        // A dataset that is not there is not replaced either.
        #expect(throws: LibraryTrouble.self) { try library.replace(january.id + 1, with: result) }
        #expect(try library.datasets().map(\.id) == [january.id])
        #expect(try library.verify() == [])
    }

    @Test("What others claim of it stays theirs")
    func claims() throws {
        let first = try files.write(
            "time,weight\n2026-05-01 08:00,171.4\n2026-05-02 08:00,171\n", "first.csv")
        let second = try files.write(
            "time,weight\n2026-05-02 08:00,171\n2026-05-03 08:00,170\n", "second.csv")
        _ = try library.add(first, options: options)
        _ = try library.add(second, options: options)
        let dataset = try #require(try library.datasets().first { $0.name == "first.csv" })
        _ = try library.replace(dataset.id, with: try reading(first, "lb"))
        let values = try #require(try library.contents().records[.weight]?.columns.values)
        #expect(
            values.sorted()
                == [171.4 * Self.pound, 171 * Self.pound, 170, 171].sorted())
        #expect(try library.verify() == [])
    }
}
