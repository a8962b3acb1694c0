import ChartCore
import Foundation
import Geometry
import Localization
import Testing
import Text

@testable import HealthData
@testable import Viewer

/// The report of what was read: its contents, and that a long one opens as quickly.
@MainActor @Suite struct ReportTests {
    private func viewer(
        _ report: ImportReport, _ size: Size = Size(width: 1100, height: 720)
    ) throws -> OffscreenViewer {
        let viewer = try OffscreenViewer(
            ViewerOptions(
                files: SampleFiles.all, zone: try ZoneRules.named("UTC"), metric: "weight",
                theme: .light, size: size, library: ":memory:"), scale: 1, reducesMotion: true)
        viewer.model.show(ImportSnapshot(report: report), at: 1)
        _ = viewer.scene.advance(to: 2)
        return viewer
    }

    private func press(_ viewer: OffscreenViewer, _ key: Key) {
        viewer.controller.press([KeyCombination(key)])
        _ = viewer.scene.advance(to: 3)
    }

    private func rows(_ viewer: OffscreenViewer) throws -> [SemanticNode] {
        try #require(viewer.scene.tree.first { $0.id == "dialog.body" }).children
    }

    /// The rows of which more than an edge is visible.
    private func seen(_ viewer: OffscreenViewer) throws -> [String] {
        try rows(viewer).filter { $0.frame.height > 20 }.map(\.name)
    }

    private func file(_ path: String, _ change: (inout FileReport) -> Void) -> FileReport {
        var file = FileReport(path: path, format: "csv", bytes: 10)
        change(&file)
        return file
    }

    private func report(_ files: [FileReport]) -> ImportReport {
        var report = ImportReport()
        report.files = files
        return report
    }

    // MARK: Contents

    @Test func allFilesComeFirstThenEachByItself() {
        let rows = ReportRows.rows(
            report([
                file("/a/one.csv") {
                    ($0.read, $0.used, $0.merged, $0.refused) = (1000, 700, 200, 100)
                },
                file("/a/two.csv") { ($0.read, $0.used, $0.refused) = (50, 47, 3) },
                file("/a/three.csv") {
                    $0.failure = ImportError(
                        place: "/a/three.csv", problem: "is a picture", remedy: "give a table")
                },
            ]), locale: LocaleFormat(identifier: "C"))
        #expect(
            rows.filter(\.isHeading).map(\.leading).dropFirst() == [
                "one.csv", "two.csv", "three.csv",
            ])
        let all = rows.dropFirst().prefix { !$0.isHeading }
        #expect(
            all.map(\.trailing) == ["3", "1", "1,050", "747", "200", "103"], "\(all)")
        let own = rows.drop { $0.leading != "two.csv" }.dropFirst().prefix { !$0.isHeading }
        #expect(own.map(\.trailing) == ["50", "47", "3"])
        #expect(rows.last?.leading == "is a picture" && rows.last?.trailing == "give a table")
        // With a single file there is no summary.
        let alone = ReportRows.rows(
            report([file("/a/one.csv") { ($0.read, $0.used) = (2, 2) }]),
            locale: LocaleFormat(identifier: "C"))
        #expect(alone.map(\.leading) == ["one.csv", "Records read", "Used"])
    }

    @Test func refusalsKindsAndMembersAreAmongTheirOwn() throws {
        let rows = ReportRows.rows(
            report([
                file("/a/export.zip") {
                    $0.refusals = [
                        Refusal(place: "line 3", reason: "it has no value", count: 12),
                        Refusal(
                            place: "line 9", reason: "records of the type Mood are not read yet",
                            count: 7, type: "Mood"),
                    ]
                    var read = MemberReport(path: "a.csv", format: "csv")
                    read.read = 5
                    var lost = MemberReport(path: "b.jpg", format: "")
                    lost.failure = "is a JPEG picture"
                    var cut = MemberReport(path: "c.csv", format: "csv")
                    (cut.read, cut.failure) = (10_000, "ends in the middle")
                    $0.members = [lost, cut, read]
                    $0.notes = [ImportNote(place: "a.csv", text: "a note")]
                }
            ]), locale: LocaleFormat(identifier: "C"))
        func section(_ caption: String) throws -> [DialogModel.Row] {
            let start = try #require(
                rows.firstIndex { $0.isCaption && $0.leading == caption },
                "\(rows.filter(\.isCaption).map(\.leading))")
            return Array(rows[(start + 1)...].prefix { !$0.isCaption && !$0.isHeading })
        }
        #expect(
            try section("Skipped records") == [
                DialogModel.Row(
                    leading: "Skipped 12 times, first at line 3", trailing: "it has no value")
            ])
        #expect(
            try section("Kinds of records not supported") == [
                DialogModel.Row(leading: "Mood", trailing: "7 records, first at line 9")
            ])
        #expect(
            try section("1 file in it that could not be read") == [
                DialogModel.Row(leading: "b.jpg", trailing: "is a JPEG picture")
            ])
        // Partly read files are shown.
        #expect(
            try section("1 file in it of which a part was read") == [
                DialogModel.Row(
                    leading: "c.csv", trailing: "10,000 records, then: ends in the middle")
            ])
        #expect(
            try section("1 file in it that was read") == [
                DialogModel.Row(leading: "a.csv", trailing: "csv: 5 records")
            ])
        #expect(try section("Notes").map(\.trailing) == ["a note"])
    }

    @Test func sourcesThatDoNotCountAreToldApart() {
        let rows = ReportRows.rows(
            report([
                file("/a/one.csv") {
                    ($0.read, $0.used, $0.merged, $0.switchedOff) = (1000, 700, 300, 180)
                }
            ]), locale: LocaleFormat(identifier: "C"))
        #expect(
            rows.dropFirst().map { "\($0.leading): \($0.trailing)" } == [
                "Records read: 1,000", "Used: 700",
                "Duplicates (already recorded by another device): 120",
                "From sources that are off: 180",
            ])
    }

    @Test func theAnswersTellOfTheFileThatIsAskedAbout() throws {
        let files = try TestFiles()
        let known = try files.write("time,weight (kg)\n2026-06-01 08:00,80\n", "known.csv")
        let scale = try files.write("time,weight\n2026-05-01 08:00,171.4\n", "scale.csv")
        let report = Importer(files: [known, scale], options: ImportOptions(zone: .utc)).run()
            .report
        let rows = ReportRows.rows(report, locale: LocaleFormat(identifier: "C"))
        func preview(_ choice: String) -> String {
            rows.first { $0.leading == choice && !$0.actions.isEmpty }?.trailing ?? ""
        }
        #expect(preview("kg").contains("171.4"), "\(preview("kg"))")
        // 171.4 × 0.45359237 = 77.7457…
        #expect(preview("lb").contains("77.7"), "\(preview("lb"))")
    }

    // MARK: Long ones

    @Test func aReportOfThousandsOfFilesSetsOnlyWhatIsNearTheView() throws {
        let long = report([
            file("/a/export.zip") {
                $0.members = (0..<5000).map { MemberReport(path: "m-\($0).json", format: "fitbit") }
            }
        ])
        let viewer = try viewer(long)
        let typesetter = viewer.scene.resources.typesetter
        let before = typesetter.shapedCount
        press(viewer, .character("i"))
        let list = try #require(viewer.context.dialog(ReportScreen.self))
        // The caption and the rows above it are added to the members.
        let count = try rows(viewer).count
        #expect(count > 5000)
        #expect(try seen(viewer).count < 40)
        #expect(list.setRows < 120)
        #expect(typesetter.shapedCount - before < 1000)
        // The end is reached, and costs no more.
        press(viewer, .end)
        #expect(try seen(viewer).last == "m-4999.json")
        #expect(list.setRows < 240)
        #expect(typesetter.shapedCount - before < 2000)
        press(viewer, .home)
        #expect(list.offset == 0)
        #expect(try seen(viewer).first == "export.zip")
        // A hovered control is drawn again; no row is set again.
        let set = list.setRows
        viewer.scene.hovered = "dialog.close"
        _ = viewer.scene.advance(to: 4)
        #expect(list.setRows == set)
    }

    @Test func pagesPassOverNoRowHoweverHighTheRowsAre() throws {
        var noise = SplitMix64(seed: 12)
        let words = ["a", "row", "of", "sentences", "that", "is", "longer", "than", "another"]
        let long = report([
            file("/a/export.zip") {
                $0.notes = (0..<150).map { number in
                    let count = Int.random(in: 1...40, using: &noise)
                    let text = (0..<count).map { _ in
                        words.randomElement(using: &noise) ?? ""
                    }
                    return ImportNote(place: "n\(number)", text: text.joined(separator: " "))
                }
            }
        ])
        for size in [Size(width: 360, height: 480), Size(width: 1100, height: 720)] {
            let viewer = try viewer(long, size)
            press(viewer, .character("i"))
            let all = try rows(viewer).map(\.name)
            for (key, last) in [(Key.pageDown, all.last), (.pageUp, all.first)] {
                var met = Set(try seen(viewer))
                for _ in 0..<100 {
                    press(viewer, key)
                    met.formUnion(try seen(viewer))
                }
                #expect(met == Set(all), "\(size) \(key)")
                #expect(try seen(viewer).contains(try #require(last)))
            }
            // The same after a jump to the end.
            press(viewer, .end)
            #expect(try seen(viewer).last == all.last)
            var met = Set(try seen(viewer))
            for _ in 0..<100 {
                press(viewer, .pageUp)
                met.formUnion(try seen(viewer))
            }
            #expect(met == Set(all))
            // A page down and up again returns to the same place, even among rows that were just
            // set.
            for _ in 0..<3 { press(viewer, .pageDown) }
            let list = try #require(viewer.context.dialog(ReportScreen.self))
            let place = list.offset
            press(viewer, .pageDown)
            press(viewer, .pageUp)
            #expect(abs(list.offset - place) < 1e-6)
        }
    }

    @Test func rowsStandUnderOneAnotherWhereverTheViewIs() throws {
        let long = report([
            file("/a/export.zip") {
                $0.notes = (0..<80).map {
                    ImportNote(
                        place: "n\($0)", text: String(repeating: "many words ", count: $0 % 23 + 1))
                }
            }
        ])
        let viewer = try viewer(long, Size(width: 700, height: 500))
        press(viewer, .character("i"))
        for key in [Key.end, .pageUp, .up, .up, .home, .down, .pageDown] {
            press(viewer, key)
            let seen = try rows(viewer).filter { !$0.frame.isEmpty }
            #expect(seen.count > 2)
            for (row, next) in zip(seen, seen.dropFirst()) {
                let gap = next.frame.minY - row.frame.maxY
                #expect(abs(gap) < 1e-6 || abs(gap - 10) < 1e-6, "\(row.name) \(next.name)")
            }
        }
    }

    @Test func whatHasTheFocusIsScrolledIntoSight() throws {
        let question = OpenQuestion(
            id: "unit.weight", assumed: "kg", choices: ["kg", "lb"], reason: "nobody said it")
        let long = report(
            (0..<60).map { number in file("/a/\(number).csv") { $0.questions = [question] } })
        let viewer = try viewer(long)
        press(viewer, .character("i"))
        let buttons = try rows(viewer).flatMap(\.children).map(\.id)
        #expect(buttons.count == 120)
        var met: Set<ControlID> = []
        for _ in 0..<122 {
            press(viewer, .tab)
            let focused = try #require(viewer.scene.focus.focused)
            guard buttons.contains(focused) else { continue }
            met.insert(focused)
            let node = try #require(viewer.scene.tree.first { $0.id == focused })
            #expect(node.frame.height == 24, "\(focused)")
        }
        #expect(met == Set(buttons))
    }
}
