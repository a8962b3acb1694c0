import ChartCore
import Testing

@testable import HealthData

/// The sign between a whole number and its decimals is the same in all columns of a file.
@Suite("The decimal sign")
struct DecimalSignTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var text: String
        var weight: [Double]
        /// The answer that is assumed, if the file leaves it open.
        var asked: String?

        init(_ name: String, _ text: String, _ weight: [Double], asked: String? = nil) {
            testDescription = name
            self.text = text
            self.weight = weight
            self.asked = asked
        }
    }

    @Test(
        "A number in one column settles the sign for all",
        arguments: [
            Case(
                "two decimals elsewhere",
                "date;weight (g);bmi\n2026-01-05;72.125;23,40\n2026-01-06;71.980;23,1\n",
                [72.125, 71.98]),
            Case(
                "both signs elsewhere",
                "date;weight (g);distance (m)\n2026-01-05;72,125;1,234.5\n2026-01-06;71,980;980\n",
                [72.125, 71.98]),
            Case(
                "a decimal comma elsewhere",
                "date;weight (kg);bmi\n2026-01-05;72,125;23,4\n2026-01-06;71,980;23,1\n",
                [72.125, 71.98]),
            Case(
                "a decimal point elsewhere, behind a comma as delimiter",
                "date,weight (kg),bmi\n2026-01-05,72.125,23\n2026-01-06,71.980,23\n",
                [72.125, 71.98]),
            Case(
                "next to whole numbers of the same size",
                "date;weight (g)\n2026-01-05;72.125\n2026-01-06;9.980\n2026-01-07;980\n",
                [72.125, 9.98, 0.98]),
            Case(
                "counts show thousands",
                "date;weight (g);steps\n2026-01-05;72,125;1,234\n2026-01-06;71,980;980\n",
                [72.125, 71.98]),
            Case(
                "nothing shows it", "date;weight (kg)\n2026-01-05;72,125\n2026-01-06;71,980\n",
                [72.125, 71.98], asked: "comma"),
            Case(
                "nothing shows it, with points",
                "date;weight (kg)\n2026-01-05;72.125\n2026-01-06;71.980\n",
                [72.125, 71.98], asked: "point"),
            Case(
                "blanks of all kinds",
                "date;weight (g)\n2026-01-05;72\u{202f}125,5\n2026-01-06;71\u{a0}980,5\n2026-01-07;\u{200e}70\u{2009}000,5\n",
                [72.1255, 71.9805, 70.0005]),
            Case(
                "Arabic digits", "date;weight (kg)\n2026-01-05;٧٢٫٥\n2026-01-06;٧١٫٢٥\n",
                [72.5, 71.25]),
        ])
    func sign(_ sample: Case) throws {
        let files = try TestFiles()
        let result = load(try files.write(sample.text))
        expectBalanced(result.report)
        let values = Array(try #require(result.records[.weight]).columns.values)
        #expect(values.count == sample.weight.count)
        for (value, wanted) in zip(values, sample.weight) { #expect(abs(value - wanted) < 1e-9) }
        let asked = result.report.files[0].questions.filter { $0.id == "decimal" }
        #expect(asked.map(\.assumed) == (sample.asked.map { [$0] } ?? []))
    }

    @Test("The proof may be far behind the beginning, and an answer settles the rest")
    func proofAndAnswer() throws {
        let files = try TestFiles()
        var text = "date;weight (kg)\n"
        for index in 0..<40_000 { text += "2026-01-0\(index % 9 + 1);7\(index % 10),125\n" }
        let open = try files.write(text, "open.csv")
        #expect(load(open).report.files[0].questions.map(\.id) == ["decimal"])
        let proved = load(try files.write(text + "2026-02-01;70,5\n", "proved.csv"))
        #expect(proved.report.files[0].questions.isEmpty)
        #expect(proved.records[.weight]?.columns.values.last == 70.5)
        var assumptions = Assumptions()
        try assumptions.add("decimal=point")
        let answered = Importer(
            files: [open], options: ImportOptions(zone: .utc, assumptions: assumptions)
        ).run()
        let weights = try #require(answered.records[.weight]).columns.values
        #expect(weights.allSatisfy { $0 >= 70_125 })
        // What is asked now is whether weights of seventy tons are right.
        #expect(answered.report.files[0].questions.map(\.id) == ["value.weight"])
        #expect(throws: Assumptions.Misfit.self) { try assumptions.add("decimal=dot") }
    }

    @Test("Numbers in JSON have a point, and nothing is asked")
    func json() throws {
        let files = try TestFiles()
        let result = load(
            try files.write(
                #"[{"date":"2026-01-05","weight kg":72.125},{"date":"2026-01-06","weight kg":71.123}]"#,
                "a.json"))
        #expect(result.records[.weight]?.columns.values == [72.125, 71.123])
        #expect(result.report.files[0].questions.isEmpty)
    }
}
