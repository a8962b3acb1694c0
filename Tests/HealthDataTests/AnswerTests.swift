import ChartCore
import Foundation
import Testing

@testable import HealthData

/// Answers to what files leave open.
@Suite("Answers") struct AnswerTests {
    private func questions(_ path: String, _ answers: Answers) -> [OpenQuestion] {
        result(path, answers).report.files[0].questions
    }

    private func result(
        _ path: String, _ answers: Answers, _ assumptions: Assumptions = Assumptions()
    ) -> ImportResult {
        var options = ImportOptions(zone: .utc, assumptions: assumptions)
        options.answers = answers
        return Importer(files: [path], options: options).run()
    }

    @Test("An answer is for files of that name, and is told as one")
    func remembered() throws {
        let files = try TestFiles()
        let text = "date,weight\n03/04/2026,171.4\n"
        let mine = try files.write(text, "mine.csv")
        let other = try files.write(text, "other.csv")
        var answers = Answers()
        let asked = questions(mine, answers)
        #expect(asked.map(\.id) == ["unit.weight", "date"])
        #expect(asked.allSatisfy { !$0.isAnswered && $0.about == "csv:mine.csv" })
        answers.answer(asked[0], with: "lb")
        answers.answer(asked[1], with: "mdy")
        // What is no choice is no answer.
        answers.answer(asked[1], with: "lb")
        let read = result(mine, answers)
        let weight = try #require(read.records[.weight]?.columns)
        #expect(abs(weight.values[0] - 171.4 * 0.453_592_37) < 1e-12)
        #expect(weight.starts[0] == utc(2026, 3, 4))
        let settled = read.report.files[0].questions
        #expect(settled.map(\.id) == ["date", "unit.weight"])
        #expect(settled.map(\.assumed) == ["mdy", "lb"])
        #expect(settled.allSatisfy { $0.isAnswered })
        #expect(questions(other, answers).allSatisfy { !$0.isAnswered })
        // Another answer takes its place.
        answers.answer(settled[1], with: "kg")
        #expect(result(mine, answers).records[.weight]?.columns.values[0] == 171.4)
        // What the command line says goes before.
        var given = Assumptions()
        try given.add("unit.weight=st")
        let said = result(mine, answers, given)
        #expect(
            abs((said.records[.weight]?.columns.values[0] ?? 0) - 171.4 * 6.350_293_18) < 1e-9)
        #expect(said.report.files[0].questions.map(\.id) == ["date"])
    }

    @Test("An answer about a program's export is for all of them")
    func program() {
        let question = OpenQuestion(
            id: "unit.weight", assumed: "kg", choices: ["kg", "lb"], reason: "",
            about: Answers.about(format: "openscale", path: "a.csv"))
        #expect(question.about == Answers.about(format: "openscale", path: "b.csv"))
        #expect(Answers.about(format: "json", path: "x/a.json") == "json:a.json")
    }

    @Test("Answers come back from the file they are kept in, and a broken one says nothing")
    func kept() throws {
        var answers = Answers()
        let question = OpenQuestion(
            id: "date", assumed: "dmy", choices: ["dmy", "mdy"], reason: "", about: "csv:a.csv")
        answers.answer(question, with: "mdy")
        let data = try JSONEncoder().encode(answers)
        #expect(try JSONDecoder().decode(Answers.self, from: data) == answers)
        #expect(
            answers.assumptions(about: "csv:a.csv", over: Assumptions()).dateOrder == .monthFirst)
        let odd = Data(#"{"csv:a.csv":{"date":{"choice":"sideways","choices":[]}}}"#.utf8)
        let read = try JSONDecoder().decode(Answers.self, from: odd)
        #expect(read.assumptions(about: "csv:a.csv", over: Assumptions()) == Assumptions())
        #expect(throws: (any Error).self) {
            try JSONDecoder().decode(Answers.self, from: Data("[1]".utf8))
        }
    }

    @Test(
        "What a value would be in another unit",
        arguments: [
            ("weight", "kg", "lb", 171.4, 171.4 * 0.453_592_37),
            ("weight", "lb", "kg", 77.7457, 77.7457 / 0.453_592_37),
            ("temperature", "°C", "°F", 98.6, 37), ("temperature", "°F", "°C", 37, 98.6),
            ("height", "m", "cm", 171, 1.71), ("glucose", "mmol/L", "mg/dL", 99.088, 5.5),
        ] as [(String, String, String, Double, Double)])
    func preview(
        metric: String, assumed: String, choice: String, value: Double, wanted: Double
    ) throws {
        let question = OpenQuestion(
            id: "unit." + metric, assumed: assumed, choices: [assumed, choice], reason: "")
        #expect(abs(try #require(question.value(value, ifMeantAs: choice)) - wanted) < 1e-9)
        #expect(question.value(value, ifMeantAs: "bananas") == nil)
    }
}
