import ChartCore
import Geometry
import HealthData
import Localization
import Testing
import Text

@testable import Viewer

/// Sentences that are longer than the window is wide.
@MainActor @Suite struct TextFittingTests {
    nonisolated private static let sizes = [
        Size(width: 360, height: 480), Size(width: 700, height: 500),
        Size(width: 1100, height: 720),
    ]

    /// The semantic tree of a window of this size over these files.
    private func tree(
        _ files: [String], _ size: Size, metric: MetricID? = nil,
        _ change: (ViewerContext) -> Void = { _ in }
    ) throws -> SemanticNode {
        let calendar = CivilCalendar(zone: .utc)
        let locale = LocaleFormat(identifier: "C")
        let model = ViewerModel(
            calendar: calendar, locale: locale, theme: .light, metric: metric)
        model.appearance.reducesMotion = true
        let scene = ViewerScene(
            ViewerContext(model, catalogue: .standard),
            resources: PaneResources(fonts: try FontLibrary(), locale: locale)
        )
        scene.look = WindowLook(
            surface: size, content: Rect(origin: .zero, size: size), scale: 1)
        model.beginReading()
        model.show(
            DocumentLoader(
                .files(files), zone: .utc, assumptions: Assumptions(), calendar: calendar
            ).load(), at: 0)
        change(scene.viewer)
        _ = scene.advance(to: 1)
        scene.update()
        return scene.tree
    }

    private func nodes(_ node: SemanticNode) -> [SemanticNode] {
        [node] + node.children.flatMap(nodes)
    }

    @Test(arguments: sizes) func buttonsStayInTheWindowHoweverMuchIsSaid(size: Size) throws {
        let files = try TestFiles()
        let paths = try (1...6).map { try files.write("nonsense without a table", "\($0).csv") }
        let all = nodes(try tree(paths, size))
        let window = Rect(origin: .zero, size: size)
        let button = try #require(all.first { $0.role == .button && $0.command == "samples.open" })
        let alert = try #require(all.first { $0.role == .alert })
        #expect(window.contains(button.frame) && window.contains(alert.frame))
        #expect(!alert.frame.intersects(button.frame))
        #expect(alert.value.contains("Oresen needs a column of dates"), "it is read in full")
    }

    @Test func rowsOfTheReportGrowWithTheirSentences() throws {
        let files = try TestFiles()
        let path = try files.write("when;value\n03/04/2026;5\n04/05/2026;7\n", "t.csv")
        var heights: [Double] = []
        for size in TextFittingTests.sizes {
            let all = nodes(try tree([path], size) { $0.toggle(.report) })
            let rows = all.filter { $0.id.hasPrefix("dialog.row") }
            #expect(rows.count > 3)
            for (row, next) in zip(rows, rows.dropFirst()) {
                // There is room above the beginning of a section.
                let gap = next.frame.minY - row.frame.maxY
                #expect(gap == 0 || abs(gap - 10) < 1e-9)
            }
            let note = try #require(rows.first { $0.value.contains("Assuming ") })
            heights.append(note.frame.height)
        }
        #expect(heights[0] > DialogPane.rowHeight && heights[2] == DialogPane.rowHeight)
    }

    @Test func theChosenMetricCanBeSeenInALongList() throws {
        let files = try TestFiles()
        let names = (10..<50).map { "c\($0)" }
        let row = (10..<50).map { "\($0)" }.joined(separator: ",")
        let path = try files.write(
            "time,\(names.joined(separator: ","))\n2026-01-05 08:00,\(row)\n2026-01-06 08:00,\(row)\n",
            "many.csv")
        for (name, height) in [("c10", 720.0), ("c49", 720), ("c30", 480)] {
            let size = Size(width: 1100, height: height)
            let all = nodes(try tree([path], size, metric: .column(name)))
            let chosen = try #require(all.first { $0.name == name && $0.role == .listItem })
            #expect(chosen.isSelected)
            #expect(chosen.frame.height == SidebarPane.rowHeight, "\(name)")
        }
    }

    @Test func standardInputHasAName() throws {
        #expect("-".fileTitle == "standard input" && "/a/b.csv".fileTitle == "b.csv")
    }
}
