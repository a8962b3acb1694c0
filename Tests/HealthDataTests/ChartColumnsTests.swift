import Foundation
import Testing

@testable import HealthData

/// Charts as columns in JSON, the form of the Telegram charts contest.
@Suite("Charts as columns") struct ChartColumnsTests {
    private let files: TestFiles

    init() throws { files = try TestFiles() }

    private func column(_ id: String, _ values: [String]) -> String {
        "[\"\(id)\"," + values.joined(separator: ",") + "]"
    }

    /// A chart of the contest's first stage.
    private func chart(
        _ times: [String], _ columns: [[String]], types: [String]? = nil, more: String = ""
    ) -> String {
        let ids = columns.indices.map { "y\($0)" }
        let lists = [column("x", times)] + zip(ids, columns).map { column($0, $1) }
        func object(_ values: [String]) -> String {
            "{" + zip(ids, values).map { "\"\($0)\":\"\($1)\"" }.joined(separator: ",") + "}"
        }
        let kinds = types ?? columns.map { _ in "line" }
        let colors = ["#3DC23F", "#F34C44", "#e9b824", "#3896E8FF"]
        let kindsText = object(kinds).dropLast() + ",\"x\":\"x\"}"
        return "{\"columns\":[\(lists.joined(separator: ","))],\"types\":\(kindsText),"
            + "\"names\":\(object(columns.indices.map { "#\($0)" })),"
            + "\"colors\":\(object(Array(colors.prefix(columns.count))))\(more)}"
    }

    private let days = (0..<3).map { String(1_542_412_800_000 + $0 * 86_400_000) }

    @Test("Each line of each chart has its name, its colour and its values")
    func contest() throws {
        let text =
            "["
            + [
                chart(days, [["37", "20", "32"], ["22", "12", "30"]]),
                chart(
                    days, [["1", "2", "3"], ["4", "5", "6"], ["7", "8", "9"], ["0", "1", "0"]]),
            ].joined(separator: ",") + "]"
        let result = load(try files.write(text, "chart_data.json"))
        #expect(result.report.files[0].format == "chart-columns")
        #expect(result.report.files[0].read == 18 && result.report.files[0].used == 18)
        expectBalanced(result.report)
        let lines = result.records.metrics.map(\.line)
        #expect(
            lines == [
                ChartLine(chart: "chart_data 1", name: "#0", color: 0x3DC23F),
                ChartLine(chart: "chart_data 1", name: "#1", color: 0xF34C44),
                ChartLine(chart: "chart_data 2", name: "#0", color: 0x3DC23F),
                ChartLine(chart: "chart_data 2", name: "#1", color: 0xF34C44),
                ChartLine(chart: "chart_data 2", name: "#2", color: 0xE9B824),
                ChartLine(chart: "chart_data 2", name: "#3", color: 0x3896E8),
            ])
        let first = try #require(result.records[result.records.metrics[0].id])
        #expect(Array(first.columns.values) == [37, 20, 32])
        #expect(Array(first.columns.starts) == [1_542_412_800, 1_542_499_200, 1_542_585_600])
    }

    @Test("A file of the second stage is one chart, with its own name if it has one")
    func stageTwo() throws {
        let one = load(
            try files.write(
                "\u{FEFF}"
                    + chart(
                        days, [["1", "2", "3"]], types: ["area"],
                        more: ",\"percentage\":true,\"stacked\":true"), "overview.json"))
        #expect(one.records.metrics.map(\.line?.chart) == ["overview"])
        let named = load(
            try files.write(
                chart(days, [["1", "2", "3"]], more: ",\"title\":\"Calls/day\""), "2.json"))
        #expect(named.records.metrics.map(\.line?.chart) == ["Calls∕day"])
        // Times in seconds, as other programs write them.
        let seconds = load(
            try files.write(
                chart(["1542412800", "1542499200", "1542585600"], [["1", "2", "3"]]), "3.json"))
        let samples = try #require(seconds.records[seconds.records.metrics[0].id])
        #expect(samples.columns.starts.first == 1_542_412_800)
    }

    @Test("What is missing, too long, no number or cut off is refused, and the rest is kept")
    func broken() throws {
        let text =
            "["
            + [
                chart(days, [["1", "null", "3"], ["4", "5", "\"six\"", "7"]]),
                #"{"columns":[["a",1,2],["b",3,4]],"types":{"a":"line","b":"line"}}"#,
                #"{"names":{}}"#,
                chart(["1542412800000", "1e40", "null"], [["1", "2", "3"]]),
            ].joined(separator: ",") + ",{\"columns\":[[\"x\",15424128"
        let result = load(try files.write(text, "broken.json"))
        expectBalanced(result.report)
        let file = result.report.files[0]
        #expect(file.used == 5)
        #expect(file.refused == 7)
        let values = result.records.metrics.compactMap { result.records[$0.id] }
            .map { Array($0.columns.values) }
        #expect(values == [[1, 3], [4, 5], [1]])
        #expect(file.notes.contains { $0.text.contains("broken or cut off") })
    }

    @Test("An id says what the line is, whatever its name")
    func ids() {
        for line in [
            ChartLine(chart: "a", name: "b/c#d", color: 0x00_00FF), ChartLine(chart: "", name: ""),
            ChartLine(chart: "x y", name: "#AABBCC"),
        ] {
            #expect(ChartLine(line.id) == line)
            #expect(Metric(line.id) == line.metric)
        }
        #expect(ChartLine(MetricID("column:a/b#AABBCC")) == nil)
        #expect(ChartLine.color(of: "#12345") == nil && ChartLine.color(of: "red") == nil)
        #expect(ChartLine.color(of: "#12x456") == nil)
    }
}
