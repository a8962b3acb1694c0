import ChartCore
import Foundation
import Streams
import Testing

@testable import HealthData

/// The cost of lists in JSON that are made to be expensive, and the parts of them that are ignored.
@Suite("Lists in JSON as tables") struct JSONTableTests {
    private let files: TestFiles

    init() throws { files = try TestFiles() }

    private func open(
        _ text: String
    ) throws -> (table: JSONTable, head: DocumentHead, file: InputFile) {
        let bytes = Array(text.utf8)
        let file = try InputFile(bytes: bytes, path: "list.json")
        let head = DocumentHead(
            path: "list.json", bytes: Array(bytes.prefix(DocumentHead.size)),
            isWhole: bytes.count < DocumentHead.size)
        let table = try JSONTable(head, file, ImportOptions(zone: .utc), stopAsked: { false })
        return (table, head, file)
    }

    private func values(_ result: ImportResult, _ id: MetricID) -> [Double] {
        result.records[id].map { Array($0.columns.values) } ?? []
    }

    @Test("Short records of a list with many names become rows a few at a time")
    func rowsAtOnce() throws {
        // 500 names, a date and a weight among them, then records whose rows are each a hundred
        // times as long as the record.
        let names = (0..<498).map { "\"n\($0)\":0" }.joined(separator: ",")
        let records = 40_000
        var text = "[{\"date\":\"2026-01-05T00:00:00Z\",\"weight kg\":70,\(names)}"
        for index in 0..<records { text += index % 100 == 0 ? ",{\"n7\":1}" : ",{}" }
        text += ",{\"date\":\"2026-01-06T00:00:00Z\",\"weight kg\":71}]"
        let (table, head, file) = try open(text)
        var stream = JSONTableStream(table, head, file, ImportOptions(zone: .utc))
        var buffer = [UInt8](repeating: 0, count: 1 << 22)
        var most = 0
        var total = 0
        var lines = 0
        while true {
            let count = try stream.read(into: &buffer, 0..<buffer.count)
            if count == 0 { break }
            most = max(most, count)
            total += count
            lines += buffer[..<count].count { $0 == UInt8(ascii: "\n") }
        }
        // A quarter of a megabyte, and the row that exceeded it.
        #expect(most <= 1 << 18 + 4_000)
        #expect(lines == records + 3)
        // Empty records are empty lines; the others have all commas.
        #expect(total < (records / 100 + 2) * 600 + records + 6_000)

        let result = load(try files.write(text, "list.json"))
        #expect(values(result, .weight) == [70, 71])
        // A record without cells is not counted, and the others without a date are refused.
        #expect(result.report.files[0].read == 2 + records / 100)
        #expect(result.report.files[0].refusals.map(\.count) == [records / 100])
        expectBalanced(result.report)
    }

    @Test("Rows continue where the last ones stopped, whatever is in the window")
    func stops() throws {
        // Rows of a thousand cells, so that they stop every 260 records.
        let names = (0..<990).map { "\"n\($0)\":0" }.joined(separator: ",")
        var text = "{\"date\":\"2026-01-05T00:00:00Z\",\"weight kg\":70,\(names)}\n"
        var expected = [70.0]
        for index in 1..<3_000 {
            let (day, hour, minute) = (5 + index / 1_440, index / 60 % 24, index % 60)
            let weight = 70 + Double(index) / 10
            let clock = "0\(day)T\(hour / 10)\(hour % 10):\(minute / 10)\(minute % 10):00Z"
            text += "{\"date\":\"2026-01-\(clock)\",\"weight kg\":\(weight)}\n"
            expected.append(weight)
        }
        for window in [300, 1 << 14, 1 << 20] {
            var options = ImportOptions(zone: .utc)
            options.documentWindowSize = window
            let result = Importer(
                files: [try files.write(text, "list.json")], options: options
            ).run()
            #expect(result.report.files[0].read == 3_000)
            #expect(values(result, .weight).sorted() == expected.sorted(), "\(window)")
            expectBalanced(result.report)
        }
    }

    @Test("Only a thousand of endless lists are named")
    func manyLists() throws {
        var text = ""
        for index in 0..<2_500 {
            text += "{\"date\":\"2026-01-05\",\"weight kg\":70,\"list \(index)\":[]}\n"
        }
        let (table, _, _) = try open(text)
        #expect(table.columns == ["date", "weight kg"])
        #expect(table.notes.count == 1_001)
        #expect(
            table.notes.last?.text
                == "there are more than 1000 such lists; the others were passed over as well")
        let notes = load(try files.write(text, "list.json")).report.files[0].notes
        #expect(notes.contains { $0.text == "the list list 1 was passed over" })
    }

    @Test("A text of any length costs its record nothing, and is reported as skipped")
    func longTexts() throws {
        // With quotes in it, which are doubled in a table.
        let long = String(repeating: "word \\\"x\\\", ", count: 7_000)
        let text = """
            [{"date":"2026-01-05","weight kg":70,"notes":"\(long)","mood":"good"},
            {"date":"2026-01-06","weight kg":71,"notes":"short","mood":"bad"},
            {"date":"2026-01-07","weight kg":72,"\(String(repeating: "n", count: 5_000))":1}]
            """
        let result = load(try files.write(text, "list.json"))
        #expect(values(result, .weight) == [70, 71, 72])
        let file = result.report.files[0]
        #expect([file.read, file.used, file.refused] == [3, 3, 0] as [Int])
        #expect(
            file.notes.contains { $0.text == "texts of more than 4 kB in notes were passed over" })
        #expect(
            file.notes.contains {
                $0.text == "values whose names have more than 4 kB were passed over"
            }
        )
        let mood = try #require(result.records[.category("mood")])
        #expect(mood.columns.values.map { mood.labels[Int($0)] } == ["good", "bad"])
        expectBalanced(result.report)
    }

    @Test("The last occurrence of a repeated name counts, and a null is no value")
    func repeatedNames() throws {
        let text = """
            [{"weight kg":1,"date":"2026-01-05","weight kg":70},
            {"date":"2026-01-06","weight kg":71,"height":null}]
            """
        #expect(values(load(try files.write(text, "list.json")), .weight) == [70, 71])
    }
}
