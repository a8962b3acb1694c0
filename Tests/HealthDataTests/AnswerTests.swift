import ChartCore
import Foundation
import Testing

@testable import HealthData

/// Answers to the questions about ambiguous files.
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

    @Test("An answer is for files of that name, and is reported as one")
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
        // An unknown choice is no answer.
        answers.answer(asked[1], with: "lb")
        let read = result(mine, answers)
        let weight = try #require(read.records[.weight]?.columns)
        #expect(abs(weight.values[0] - 171.4 * 0.453_592_37) < 1e-12)
        #expect(weight.starts[0] == utc(2026, 3, 4))
        let settled = read.report.files[0].questions
        #expect(settled.map(\.id) == ["unit.weight", "date"])
        #expect(settled.map(\.assumed) == ["lb", "mdy"])
        #expect(settled.allSatisfy { $0.isAnswered })
        #expect(questions(other, answers).allSatisfy { !$0.isAnswered })
        // Another answer replaces it.
        answers.answer(settled[0], with: "kg")
        #expect(result(mine, answers).records[.weight]?.columns.values[0] == 171.4)
        // The command line has priority.
        var given = Assumptions()
        try given.add("unit.weight=st")
        let said = result(mine, answers, given)
        #expect(
            abs((said.records[.weight]?.columns.values[0] ?? 0) - 171.4 * 6.350_293_18) < 1e-9)
        // Nobody weighs 171 stones.
        #expect(said.report.files[0].questions.map(\.id) == ["date", "value.weight"])
    }

    @Test("An answer about a program's export applies to all of them")
    func program() {
        let question = OpenQuestion(
            id: "unit.weight", assumed: "kg", choices: ["kg", "lb"], reason: "",
            about: Answers.about(format: OpenScaleFormat.self, name: "a.csv"))
        #expect(question.about == Answers.about(format: OpenScaleFormat.self, name: "b.csv"))
        #expect(Answers.about(format: GenericJSONFormat.self, name: "a.json") == "json:a.json")
    }

    @Test("An answer about a table applies to tables of that name in any archive")
    func members() throws {
        let files = try TestFiles()
        let text = "date,weight\n2026-04-13,171.4\n"
        let april = try files.zip([("weights.csv", text)], "export-2026-04.zip")
        var answers = Answers()
        let asked = questions(april, answers)
        #expect(asked.map(\.about) == ["csv:weights.csv"])
        answers.answer(try #require(asked.first), with: "lb")
        _ = try files.zip([("all/weights.csv", text)], "inner.zip")
        let may = try files.zip([("inner.zip", try files.bytes("inner.zip"))], "export-2026-05.zip")
        for path in [april, may, try files.write(text, "weights.csv")] {
            let read = result(path, answers)
            #expect(read.report.files[0].questions.map(\.isAnswered) == [true], "\(path)")
            let value = try #require(read.records[.weight]?.columns.values[0])
            #expect(abs(value - 171.4 * 0.453_592_37) < 1e-12, "\(path)")
        }
    }

    @Test("An answer is reported only for files that are ambiguous")
    func unused() throws {
        let files = try TestFiles()
        var answers = Answers()
        let scale = try files.write(
            "[{\"logId\":1,\"weight\":176.4,\"bmi\":24.1,\"date\":\"01/05/20\"}]",
            "weight-2020-01-05.json")
        answers.answer(try #require(questions(scale, answers).first), with: "lb")
        #expect(questions(scale, answers).map(\.isAnswered) == [true])
        let steps = try files.write(
            "[{\"dateTime\":\"12/15/19 13:00:00\",\"value\":\"12\"}]", "steps-2019-12-15.json")
        #expect(questions(steps, answers).isEmpty)
        // A table whose header now names the unit, and one with units after all numbers.
        let open = try files.write("date,weight\n2026-04-13,171.4\n", "mine.csv")
        answers.answer(try #require(questions(open, answers).first), with: "lb")
        for text in ["date,weight (kg)\n2026-04-13,77.7\n", "date,weight\n2026-04-13,77.7 kg\n"] {
            let read = result(try files.write(text, "mine.csv"), answers)
            #expect(read.report.files[0].questions.isEmpty, "\(text)")
            #expect(read.records[.weight]?.columns.values == [77.7], "\(text)")
        }
        // If only some have one, the answer is for the others.
        let mixed = result(
            try files.write("date,weight\n2026-04-13,77.7 kg\n2026-04-14,170\n", "mine.csv"),
            answers)
        #expect(mixed.report.files[0].questions.map(\.isAnswered) == [true])
        let values = try #require(mixed.records[.weight]?.columns.values)
        #expect(values[0] == 77.7 && abs(values[1] - 170 * 0.453_592_37) < 1e-12)
    }

    @Test("Proof in the file overrides an answer; contradictory proof does not")
    func proved() throws {
        let files = try TestFiles()
        var said = Answers()
        let open = try files.write("date,steps\n03/04/2026,5\n", "days.csv")
        said.answer(try #require(questions(open, said).first), with: "mdy")
        #expect(result(open, said).records[.steps]?.columns.starts[0] == utc(2026, 3, 4))
        // Four hundred rows are examined to determine the form; the proof comes after them.
        var text = "date,steps\n"
        for index in 0..<1_000 { text += "03/04/2026,\(index)\n" }
        let proof = result(try files.write(text + "13/04/2026,5\n", "days.csv"), said)
        #expect(proof.report.files[0].questions.isEmpty && proof.report.files[0].refused == 0)
        #expect(proof.records[.steps]?.columns.starts.first == utc(2026, 4, 3))
        let both = result(
            try files.write(text + "13/04/2026,5\n04/13/2026,5\n", "days.csv"), said)
        #expect(both.report.files[0].refused == 1)
        #expect(both.records[.steps]?.columns.starts.first == utc(2026, 3, 4))
    }

    @Test("A question has the latest value of its own file, as written there")
    func latest() throws {
        let files = try TestFiles()
        let known = try files.write("time,weight (kg)\n2026-06-01 08:00,80\n", "known.csv")
        let scale = try files.write(
            "time,weight\n2026-05-02 08:00,170.9\n2026-05-01 08:00,171.4\n", "scale.csv")
        var options = ImportOptions(zone: .utc)
        func question() throws -> OpenQuestion {
            let report = Importer(files: [known, scale], options: options).run().report
            #expect(report.files[0].questions.isEmpty)
            return try #require(report.files[1].questions.first)
        }
        let open = try question()
        #expect(open.latestWritten == 170.9)
        #expect(open.latest(ifMeantAs: "kg") == 170.9)
        #expect(
            abs(try #require(open.latest(ifMeantAs: "lb")) - 170.9 * 0.453_592_37) < 1e-12)
        options.answers.answer(open, with: "lb")
        let settled = try question()
        #expect(settled.isAnswered)
        #expect(abs(try #require(settled.latestWritten) - 170.9) < 1e-9)
    }

    @Test("If parts of a file were read by different assumptions, none is reported for all of it")
    func several() throws {
        let files = try TestFiles()
        func record(_ day: String, _ weight: String) -> String {
            "[{\"logId\":1,\"weight\":\(weight),\"bmi\":24.1,\"date\":\"\(day)\"}]"
        }
        let pounds = ("weight-2020-01-05.json", record("01/05/20", "176.4"))
        let kilograms = ("weight-2020-02-05.json", record("02/05/20", "80"))
        let mixed = questions(
            try files.zip([kilograms, pounds].map { ($0.0, $0.1) }, "both.zip"), Answers())
        #expect(mixed.map(\.isMixed) == [true])
        // The later one is in kilograms.
        #expect(mixed.first?.latestWritten == 80 && mixed.first?.assumed == "kg")
        let one = questions(try files.zip([pounds], "one.zip"), Answers())
        #expect(one.map(\.isMixed) == [false] && one.first?.assumed == "lb")
    }

    @Test("Answers are read back from their file; a broken one has none")
    func kept() throws {
        var answers = Answers()
        let question = OpenQuestion(
            id: "date", assumed: "dmy", choices: ["dmy", "mdy"], reason: "", about: "csv:a.csv")
        answers.answer(question, with: "mdy")
        let data = try JSONEncoder().encode(answers)
        #expect(try JSONDecoder().decode(Answers.self, from: data) == answers)
        #expect(
            answers.assumptions(about: "csv:a.csv", over: Assumptions()).dateOrder == .monthFirst)
        // A question that was stored before it had a latest value.
        let earlier = Data(
            """
            {"id":"date","assumed":"dmy","choices":["dmy","mdy"],"reason":"",
            "about":"csv:a.csv","isAnswered":false}
            """.utf8)
        #expect(try JSONDecoder().decode(OpenQuestion.self, from: earlier) == question)
        let odd = Data(#"{"csv:a.csv":{"date":{"choice":"sideways","choices":[]}}}"#.utf8)
        let read = try JSONDecoder().decode(Answers.self, from: odd)
        #expect(read.assumptions(about: "csv:a.csv", over: Assumptions()) == Assumptions())
        #expect(throws: (any Error).self) {
            try JSONDecoder().decode(Answers.self, from: Data("[1]".utf8))
        }
    }

    @Test(
        "The value in another unit",
        arguments: [
            ("weight", "kg", "lb", 171.4, 171.4 * 0.453_592_37),
            ("weight", "lb", "kg", 77.7457, 77.7457 / 0.453_592_37),
            ("temperature", "°C", "°F", 98.6, 37), ("temperature", "°F", "°C", 37, 98.6),
            ("height", "m", "cm", 171, 1.71), ("glucose", "mmol/L", "mg/dL", 99.088, 5.5),
        ] as [(String, String, String, Double, Double)])
    func preview(
        metric: String, assumed: String, choice: String, value: Double, wanted: Double
    ) throws {
        var question = OpenQuestion(
            id: "unit." + metric, assumed: assumed, choices: [assumed, choice], reason: "")
        #expect(question.latest(ifMeantAs: choice) == nil)
        question.note(latest: value)
        #expect(abs(try #require(question.latest(ifMeantAs: choice)) - wanted) < 1e-9)
        #expect(abs(try #require(question.latest(ifMeantAs: assumed)) - value) < 1e-9)
        #expect(question.latest(ifMeantAs: "bananas") == nil)
    }
}
