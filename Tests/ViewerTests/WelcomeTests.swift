import ChartCore
import Foundation
import Geometry
import HealthData
import Testing

@testable import Viewer

/// The page before anything is opened: where records come from, and the ways to open them.
@MainActor @Suite struct WelcomeTests {
    private func viewer(_ size: Size, recents: Int = 0) throws -> OffscreenViewer {
        let viewer = try OffscreenViewer(
            ViewerOptions(
                files: [], zone: .utc, theme: .light, size: size, library: ":memory:"), scale: 1,
            reducesMotion: true, snapshot: ImportSnapshot())
        viewer.host.canImport = true
        viewer.model.recents = (0..<recents).map { "/home/me/Downloads/export-\($0).zip" }
        _ = viewer.scene.advance(to: 2)
        return viewer
    }

    private func buttons(_ viewer: OffscreenViewer, _ area: ControlArea) -> [SemanticNode] {
        viewer.scene.tree.flattened.filter { $0.id.area == area && $0.role == .button }
    }

    @Test(
        arguments: [
            Size(width: 360, height: 480), Size(width: 800, height: 600),
            Size(width: 1100, height: 720), Size(width: 2560, height: 1440),
        ], [0, 4])
    func everythingIsInsideTheWindowAndApart(size: Size, recents: Int) throws {
        let viewer = try viewer(size, recents: recents)
        defer { viewer.close() }
        let body = viewer.scene.layout.body
        let links = buttons(viewer, .welcome)
        #expect(
            links.map(\.name) == [
                "Step by step: iPhone and Apple Watch", "Step by step: Android and watches",
                "Step by step: Scale, cuff or your own table",
            ])
        let all = links + buttons(viewer, .state)
        for (index, one) in all.enumerated() where !one.frame.isEmpty {
            #expect(body.union(one.frame) == body, "\(one.id)")
            for other in all[(index + 1)...] {
                #expect(one.frame.intersection(other.frame).isEmpty, "\(one.id), \(other.id)")
            }
        }
        // The ways to open a file are in sight without scrolling.
        #expect(buttons(viewer, .state).prefix(3).allSatisfy { !$0.frame.isEmpty })
    }

    @Test func aControlOutOfSightIsScrolledIntoViewByTheKeys() throws {
        let viewer = try viewer(Size(width: 360, height: 480), recents: 4)
        defer { viewer.close() }
        let last = ControlID("state.recent.4", in: .state)
        func frame() -> Rect { viewer.scene.tree.first { $0.id == last }?.frame ?? .zero }
        #expect(frame().isEmpty)
        for _ in 0..<40 where viewer.scene.focus.focused != last {
            viewer.controller.press([KeyCombination(.tab)])
            _ = viewer.scene.advance(to: 3)
        }
        #expect(viewer.scene.focus.focused == last && frame().height == 30)
        viewer.controller.press([KeyCombination(.home)])
        _ = viewer.scene.advance(to: 4)
        #expect(frame().isEmpty)
    }

    @Test func stepsLeadToTheDialogThatImports() throws {
        let viewer = try viewer(Size(width: 1100, height: 720))
        defer { viewer.close() }
        for origin in RecordOrigin.allCases {
            #expect(viewer.context.commands.run(GuideScreen.open(origin)))
            _ = viewer.scene.advance(to: 3)
            let tree = viewer.scene.tree.flattened
            #expect(tree.contains { $0.role == .dialog && $0.name == origin.title })
            let rows = tree.filter { $0.role == .listItem }.map(\.name)
            for way in origin.ways {
                #expect(rows.contains(way.name))
                for step in way.steps { #expect(rows.contains { $0.hasSuffix(step) }) }
            }
            #expect(tree.contains { $0.role == .button && $0.command == .importFile })
        }
        // All of them together, for a person who has a library.
        viewer.context.closeDialogs()
        #expect(viewer.context.commands.run(.showGuide))
        _ = viewer.scene.advance(to: 4)
        let names = viewer.scene.tree.flattened.filter { $0.role == .listItem }.map(\.name)
        #expect(
            RecordOrigin.allCases.flatMap(\.ways).allSatisfy { names.contains($0.name) })
    }

    @Test func whatTheStepsPromiseIsRead() {
        // The kinds of files that the cards name are all read.
        let known = ["zip", "db", "fit", "tcx", "gpx", "csv", "xlsx", "ods", "json"]
        for origin in RecordOrigin.allCases {
            for name in origin.files.split(separator: ", ") {
                #expect(known.contains(String(name.split(separator: ".").last ?? "")))
            }
        }
    }
}

/// What was found: the metrics with their days.
@MainActor @Suite struct FoundTests {
    @Test func eachMetricIsThereWithItsDaysAndLeadsToItsChart() throws {
        let files = try TestFiles()
        let path = try files.write(
            "time,weight (kg),systolic,diastolic\n2024-12-31 08:00,71.4,,\n2026-05-02 23:00,71.0,121,78\n",
            "a.csv")
        let viewer = try OffscreenViewer(
            ViewerOptions(
                files: [path], zone: .utc, theme: .light, size: Size(width: 1100, height: 720),
                library: ":memory:"), scale: 1, reducesMotion: true)
        defer { viewer.close() }
        #expect(viewer.context.commands.run(.showFound))
        _ = viewer.scene.advance(to: 2)
        let dialog = try #require(
            viewer.scene.tree.first { $0.id == ControlID("dialog.body") })
        let rows = dialog.flattened.filter { $0.role == .listItem }
        func days(_ name: String) -> String? { rows.first { $0.name == name }?.value }
        #expect(rows.first?.name == "2 metrics")
        #expect(days("All together") == "31 Dec 2024 – 2 May 2026")
        #expect(days("Weight") == "31 Dec 2024 – 2 May 2026")
        #expect(days("Blood pressure") == "2 May 2026")
        let show = try #require(
            viewer.scene.tree.flattened.first { $0.name == "Show Blood pressure" })
        #expect(viewer.controller.press(control: show.id))
        #expect(viewer.model.selected == .bloodPressure && viewer.context.dialog == nil)
    }
}

/// The question that a file leaves open, as a bar over the content.
@MainActor @Suite struct QuestionBannerTests {
    private func viewer(
        _ table: String, size: Size = Size(width: 1100, height: 720)
    ) throws -> OffscreenViewer {
        let files = try TestFiles()
        let path = try files.write(table, "scale.csv")
        let viewer = try OffscreenViewer(
            ViewerOptions(
                files: [path], zone: .utc, theme: .light, size: size, library: ":memory:"),
            scale: 1, reducesMotion: true)
        // The program around the screens takes the answers.
        _ = viewer.host
        _ = viewer.scene.advance(to: 2)
        return viewer
    }

    private static let weights = "time,weight\n2026-05-01 08:00,171.4\n2026-05-02 08:00,170.9\n"

    private func shown(_ viewer: OffscreenViewer) -> SemanticNode? {
        viewer.scene.tree.first { $0.id == ControlID("banner") }
    }

    @Test(arguments: [360.0, 800, 1_100])
    func aUnitIsAskedWithWhatEachAnswerWouldMean(width: Double) throws {
        let viewer = try viewer(Self.weights, size: Size(width: width, height: 600))
        defer { viewer.close() }
        let banner = try #require(shown(viewer))
        // 170.9 kg, or 170.9 lb = 77.52 kg. Grams would be 0.17 kg and stones 1,085 kg, which no
        // person weighs.
        #expect(
            banner.name.replacing("\u{a0}", with: " ")
                == "Weight: kg or lb? The latest would be 170.9 kg or 77.5 kg.")
        #expect(banner.children.map(\.name) == ["kg", "lb", "Review…", "Close"])
        let content = viewer.scene.layout.content
        #expect(banner.frame.intersection(content).isEmpty)
        for (index, one) in banner.children.enumerated() {
            #expect(banner.frame.union(one.frame) == banner.frame)
            for other in banner.children[(index + 1)...] {
                #expect(one.frame.intersection(other.frame).isEmpty)
            }
        }
        #expect(viewer.controller.press(control: banner.children[1].id))
        #expect(viewer.host.answers.map(\.choice) == ["lb"])
        #expect(viewer.host.answers.map(\.question) == ["unit.weight"])
    }

    /// The longest answers have more than one row in a narrow window.
    @Test func everyButtonIsInsideTheBar() throws {
        let viewer = try viewer(
            "date,weight\n03/04/2026,171.4\n05/04/2026,170.9\n",
            size: Size(width: 360, height: 480))
        defer { viewer.close() }
        for time in 3..<6 {
            guard let banner = shown(viewer) else { break }
            for one in banner.children { #expect(banner.frame.union(one.frame) == banner.frame) }
            #expect(viewer.controller.press(control: "banner.close"))
            _ = viewer.scene.advance(to: Double(time))
        }
    }

    @Test func itStaysUntilItIsAnsweredOrPutOff() throws {
        let viewer = try viewer(Self.weights)
        defer { viewer.close() }
        #expect(viewer.controller.press(control: "metric.weight"))
        _ = viewer.scene.advance(to: 3)
        #expect(shown(viewer) != nil)
        #expect(viewer.controller.press(control: "banner.close"))
        _ = viewer.scene.advance(to: 4)
        #expect(shown(viewer) == nil && viewer.host.answers.isEmpty)
        // It is still asked at the foot of the list.
        #expect(viewer.scene.tree.flattened.contains { $0.command == .showReport })
    }

    @Test func oneQuestionFollowsTheOther() throws {
        let viewer = try viewer(
            "date,weight\n03/04/2026,171.4\n05/04/2026,170.9\n07/04/2026,7700\n")
        defer { viewer.close() }
        var names: [String] = []
        while let banner = shown(viewer), names.count < 9 {
            names.append(banner.name)
            #expect(banner.children.contains { $0.name == "Review…" })
            #expect(viewer.controller.press(control: "banner.close"))
            _ = viewer.scene.advance(to: 3 + Double(names.count))
        }
        let open = QuestionRows.open(viewer.model.report)
        #expect(names.count == open.count && open.count >= 2)
        #expect(Set(names).count == names.count)
        #expect(names.contains("Dates: day first or month first?"))
    }

    @Test func aRecordWithoutQuestionsHasNoBanner() throws {
        let viewer = try viewer("time,weight (kg)\n2026-05-01 08:00,71.4\n")
        defer { viewer.close() }
        #expect(shown(viewer) == nil)
    }
}
