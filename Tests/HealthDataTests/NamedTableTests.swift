import ChartCore
import Testing

@testable import HealthData

@Suite("Tables of names and values")
struct NamedTableTests {
    /// The names and values of a metric, in their order.
    private func pairs(_ result: ImportResult, _ name: String) -> [String] {
        guard let samples = result.records[.category(name)] else { return [] }
        return (0..<samples.columns.count).map { index in
            let label = samples.namedValues.name(at: index)
            return "\(label)=\(samples.columns.values[index])"
        }
    }

    @Test("Any delimiter, decimal sign and encoding, with a header or none")
    func forms() throws {
        let files = try TestFiles()
        let cases: [(text: String, name: String)] = [
            ("name,value\nRice,5\nMilk,1.5\n", "value"),
            ("Rice,5\nMilk,1.5\n", "value"),
            ("name;value\nRice;5\nMilk;1,5\n", "value"),
            ("Rice\t5\nMilk\t1.5", "value"),
            ("name|value\r\nRice|5\r\nMilk|1.5\r\n", "value"),
            ("\u{feff}name,value\nRice,5\nMilk,1.5\n", "value"),
            ("# foods\nname,value\n\nRice,5 pieces\nMilk,1.5\n", "value"),
            ("\"name\",\"value\"\n\"Rice\",\"5\"\n\"Milk\",\"1.5\"\n", "value"),
            ("value,name\n5,Rice\n1.5,Milk\n", "value"),
        ]
        let tags = load(try files.write("name,value\n\"#rice\",5\n#milk,2\n\"#tea\",1.5\n"))
        #expect(pairs(tags, "value") == ["#rice=5.0", "#tea=1.5"])
        for (text, name) in cases {
            let result = load(try files.write(text))
            #expect(pairs(result, name) == ["Rice=5.0", "Milk=1.5"], "\(text)")
            expectBalanced(result.report)
            #expect(result.report.files[0].refused == 0, "\(text)")
        }
    }

    @Test("Thirteen Japanese names keep their order, even repeated ones")
    func japanese() throws {
        let files = try TestFiles()
        let names = "りんご みかん バナナ ぶどう いちご 桃 梨 柿 すいか メロン さくらんぼ りんご キウイ".split(separator: " ")
        let values = [7, 1, 2, 6, 3, 9, 2, 9, 1, 5, 1, 1, 6]
        let text =
            "名前,個数\n" + zip(names, values).map { "\($0),\($1)\n" }.joined()
        let result = load(try files.write(text))
        #expect(
            pairs(result, "個数") == zip(names, values).map { "\($0)=\(Double($1))" })
        let metric = try #require(result.records[.category("個数")]?.metric)
        #expect(metric.aggregation == .named && metric.name == "個数")
        let summary = try #require(MetricSummary(result.records, metric.id))
        #expect(summary.first == nil && summary.last == nil)
        #expect(summary.samples == 13 && summary.sum == [53] && summary.maximum == [9])
    }

    @Test("Every column of numbers is a separate metric; texts next to the names are skipped")
    func columns() throws {
        let files = try TestFiles()
        let text = """
            Food,2025,Weight (g),Remark
            Rice,5,120,good
            Milk,,80.5,
            Eggs,3,x,
            """
        let result = load(try files.write(text))
        // A header that begins with a name with numbers is recognised by its words.
        let other = load(try files.write("name,2025,2026\nRice,5,6\nMilk,7,8\n", "years.csv"))
        #expect(pairs(other, "2025") == ["Rice=5.0", "Milk=7.0"])
        #expect(pairs(other, "2026") == ["Rice=6.0", "Milk=8.0"])
        #expect(pairs(result, "Weight") == ["Rice=120.0", "Milk=80.5"])
        #expect(result.records[.category("Weight")]?.metric.unit == "g")
        #expect(result.report.files[0].notes.contains { $0.text.contains("Remark") })
        expectBalanced(result.report)
    }

    @Test("Rows without a number or a name are refused with their line and reason")
    func refusals() throws {
        let files = try TestFiles()
        let rows = [
            ("Tea,nothing", "not a number"), ("Tea,", "no value"), (",4", "no name"),
            ("Tea,NaN", "NaN"), ("Tea,4,5,6", "more columns"),
        ]
        for (row, reason) in rows {
            let text = "name,value\nRice,5\nMilk,1\n\(row)\nEggs,3\nSalt,1\n"
            let result = load(try files.write(text))
            let refusals = result.report.files[0].refusals
            #expect(refusals.map(\.place) == ["line 4"], "\(row)")
            #expect(refusals.first?.reason.contains(reason) == true, "\(refusals) with \(row)")
            #expect(pairs(result, "value").count == 4)
            expectBalanced(result.report)
        }
    }

    @Test("A series with dates is never mistaken for names")
    func series() throws {
        let files = try TestFiles()
        for text in [
            "date,weight\n2026-01-05,72.5\n2026-01-06,71\n",
            "2026-01-05 08:00;72,5\n2026-01-06 08:00;71\n",
            "date,mood,count\n2026-01-05,good,3\n2026-01-06,bad,4\n",
            "mood,date,count\ngood,2026-01-05,3\nbad,2026-01-06,4\n",
        ] {
            let result = load(try files.write(text))
            #expect(!result.records.isEmpty)
            #expect(
                result.records.metrics.allSatisfy { $0.aggregation != .named }, "\(text)")
        }
        // Dates in an unreadable form are refused as a whole, as before.
        for text in [
            "date,weight\n2026x01x05,72.5\n2026x01x06,71\n",
            "when,weight\n20:26:01:05,72.5\n20:26:01:06,71\n",
            "date,weight\n3rd of May,72.5\n4th of May,71\n",
            "just some words\nand more words\n", "1,2\n3,4\n",
        ] {
            let result = load(try files.write(text))
            #expect(result.report.nothingUsed, "\(text)")
        }
        // Days of the week and months are names.
        let days = load(try files.write("day,steps\nMonday,5\nTuesday,7\n"))
        #expect(pairs(days, "steps") == ["Monday=5.0", "Tuesday=7.0"])
    }

    @Test("Several threads and several files keep the order of the rows")
    func order() throws {
        let files = try TestFiles()
        let rows = (0..<20_000).map { "Name \($0 % 300),\($0)" }
        let path = try files.write("name,value\n" + rows.joined(separator: "\n") + "\n")
        var options = ImportOptions(zone: .utc, workers: 4)
        options.blockSize = 4096
        options.windowSize = 4096
        let result = Importer(files: [path], options: options).run()
        let samples = try #require(result.records[.category("value")])
        #expect(samples.columns.values.elementsEqual((0..<20_000).map(Double.init)))
        #expect(samples.columns.starts.elementsEqual((0..<20_000).map(Double.init)))
        #expect(
            (0..<20_000).allSatisfy {
                samples.namedValues.name(at: $0) == "Name \($0 % 300)"
            })
        let a = try files.write("name,value\nRice,5\nMilk,1\n", "a.csv")
        let b = try files.write("name,value\nMilk,2\nRice,7\n", "b.csv")
        let both = load(a, b)
        #expect(pairs(both, "value") == ["Rice=5.0", "Milk=1.0", "Milk=2.0", "Rice=7.0"])
        expectBalanced(both.report)
        // Texts with times and values with names may have the same name.
        let texts = try files.write("date,value\n2026-01-05,good\n2026-01-06,bad\n", "t.csv")
        let mixed = load(texts, a)
        #expect(mixed.records[.category("value")]?.metric.aggregation == .category)
        #expect(pairs(mixed, "value 2") == ["Rice=5.0", "Milk=1.0"])
    }
}
