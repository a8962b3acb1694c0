import ChartCore
import ChartInteraction
import Charts
import Foundation
import Geometry
import HealthData
import Testing

@testable import Viewer

/// A chart of several lines in the viewer.
@MainActor @Suite struct LinesViewerTests {
    /// The contest's file in its shape: two charts, of two and of four lines.
    nonisolated static let contest: String = {
        let times = (0..<112).map { 1_542_412_800_000 + $0 * 86_400_000 }
        func column(_ id: String, _ values: [Int]) -> String {
            "[\"\(id)\"," + values.map(String.init).joined(separator: ",") + "]"
        }
        func chart(_ count: Int) -> String {
            let ids = (0..<count).map { "y\($0)" }
            let colors = ["#3DC23F", "#F34C44", "#E9B824", "#3896E8"]
            let columns =
                [column("x", times)]
                + ids.enumerated().map { line, id in
                    column(id, times.indices.map { (line + 1) * 100 + $0 * ($0 % 7) % 40 })
                }
            func object(_ values: [String]) -> String {
                zip(ids, values).map { "\"\($0)\":\"\($1)\"" }.joined(separator: ",")
            }
            return "{\"columns\":[" + columns.joined(separator: ",") + "],\"types\":{"
                + object(ids.map { _ in "line" }) + ",\"x\":\"x\"},\"names\":{"
                + object(["Joined", "Left", "Views", "Shares"]) + "},\"colors\":{"
                + object(colors) + "}}"
        }
        return "[" + chart(2) + "," + chart(4) + "]"
    }()

    private final class Rig: ViewerRig {
        let files: TestFiles

        init(_ text: String, _ name: String, metric: String? = nil) throws {
            files = try TestFiles()
            try super.init(
                ViewerOptions(
                    files: [try files.write(text, name)], zone: .utc, metric: metric, period: .all,
                    theme: .light, size: Size(width: 1100, height: 720), library: ":memory:"))
        }
    }

    private func color(_ rig: ViewerRig, _ index: Int) -> Color? {
        rig.model.metricChart?.legend[index].color
    }

    @Test func aFilesChartHasItsLinesInItsColours() throws {
        let rig = try Rig(Self.contest, "chart_data.json", metric: "lines:chart_data 2")
        #expect(rig.model.order.map(\.rawValue) == ["lines:chart_data 1", "lines:chart_data 2"])
        let legend = rig.model.metricChart?.legend ?? []
        #expect(legend.map(\.name) == ["Joined", "Left", "Shares", "Views"])
        let theme = rig.model.appearance.theme
        for (item, hex) in zip(legend, [0x3DC23F, 0xF34C44, 0x3896E8, 0xE9B824] as [UInt32]) {
            #expect(item.color.contrast(with: theme.card) >= 2.99)
            // A pale colour becomes stronger; one with enough contrast stays as it is.
            if Color(hex: hex).contrast(with: theme.card) >= 3 {
                #expect(item.color == Color(hex: hex))
            }
        }
        #expect(color(rig, 1) == Color(hex: 0xF34C44))
    }

    @Test func aLineThatIsHiddenLeavesChartBoardAndOverview() throws {
        let rig = try Rig(Self.contest, "chart_data.json", metric: "lines:chart_data 2")
        let chart = try #require(rig.model.chart)
        let metricChart = try #require(rig.model.metricChart)
        func overview() -> OverviewShape {
            metricChart.overview(over: rig.model.overviewDomain, columns: 100)
        }
        #expect(overview().lines.count == 4)
        let all = chart.y.target
        #expect(all.max >= 439)
        let place = chart.x.range.mid
        #expect(
            metricChart.reading(at: place)?.rows.map(\.name) == [
                "Joined", "Left", "Shares", "Views",
            ])
        for name in ["Views", "Shares"] {
            let item = try #require(metricChart.legend.first { $0.name == name })
            rig.click(try #require(rig.node("series.\(item.id)")).frame.center)
        }
        rig.settle()
        #expect(chart.y.range.max < 300 && chart.y.range.max >= 239)
        #expect(overview().lines.map(\.color) == [color(rig, 1), color(rig, 0)])
        let reading = try #require(metricChart.reading(at: place))
        #expect(reading.rows.map(\.name) == ["Joined", "Left"])
        #expect(reading.markers.count == 2)
        let figures = metricChart.figures(over: chart.x.range)
        #expect(figures.map(\.caption) == ["Left", "Joined"])
    }

    /// Columns of one unit are in the list by themselves, and together as one chart.
    @Test func columnsOfATableAreOneChartToo() throws {
        let text =
            "date,left arm (kg),right arm (kg),skin (°C)\n"
            + (1..<20).map { "2025-01-\($0 < 10 ? "0" : "")\($0),3.\($0 % 7),3.\($0 % 5),31.5\n" }
            .joined()
        let rig = try Rig(text, "arms.csv")
        #expect(rig.model.order.contains(MetricID("lines:left arm, right arm")))
        #expect(rig.model.order.contains(MetricID("column:left arm")))
        #expect(rig.model.order.filter { $0.rawValue.hasPrefix("lines:") }.count == 1)
    }

    /// The figures of a span are those of each line.
    @Test func aSpanHasTheFiguresOfEachLine() throws {
        let rig = try Rig(Self.contest, "chart_data.json")
        let metricChart = try #require(rig.model.metricChart)
        let span = metricChart.data.extent
        let summary = metricChart.data.summary(
            over: span, isClosed: true, unit: nil, calendar: metricChart.calendar)
        #expect(summary.count == 224 && summary.daysWithData == 112 && summary.parts.count == 2)
        let report = SpanReport(
            SpanFigures(span: span, summary: summary, spanBefore: span, before: SpanSummary()),
            metricChart, calendar: metricChart.calendar)
        let values = (0..<112).map { Double(100 + $0 * ($0 % 7) % 40) }
        let mean = values.reduce(0, +) / 112
        #expect(abs(summary.parts[0].values.mean - mean) < 1e-9)
        #expect(report.rows.map(\.name).prefix(2) == ["Joined, average", "Joined, first to last"])
        #expect(
            report.table.contains("\"chart_data 1\",Joined,selected,")
                || report.table.contains("chart_data 1,Joined,selected,"))
    }
}
