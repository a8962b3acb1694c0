import ChartCore
import Charts
import Geometry
import HealthData
import Testing

@testable import Viewer

/// No key is silent: on every screen and in every dialog it changes something, or a message
/// explains why not.
@MainActor
@Suite struct SilentKeyTests {
    /// Everything that a person could see, hear or lose of a viewer.
    private func state(_ viewer: OffscreenViewer, _ calls: Int) -> String {
        let model = viewer.model
        let nodes = viewer.scene.tree.flattened.map {
            "\($0.id) \($0.name) \($0.value) \($0.frame) \($0.isSelected) \($0.isEnabled)"
        }
        return [
            nodes.joined(separator: "\n"), "\(model.x.target) \(model.axis.target)",
            "\(model.chart?.y.target ?? .nothing)", "\(viewer.scene.focus)",
            "\(viewer.context.toast?.number ?? 0)", "\(model.appearance.pins)", "\(calls)",
            "\(viewer.context.typedField.flatMap(viewer.context.text(of:)).map { "\($0)" } ?? "")",
        ].joined(separator: "\n")
    }

    struct Place: CustomTestStringConvertible, Sendable {
        var name: String
        var files: [String]
        var metric: String?
        var dialog: ScreenID?
        var testDescription: String { name + (dialog.map { ", \($0)" } ?? "") }
    }

    nonisolated static let places: [Place] =
        [
            Place(name: "a metric", files: SampleFiles.all, metric: "weight"),
            Place(name: "bars", files: SampleFiles.all, metric: "steps"),
        ]
        + ScreenCatalogue.standard.dialogs.filter { $0 != .note }.map {
            Place(name: "a metric", files: SampleFiles.all, metric: "weight", dialog: $0)
        }

    @Test(arguments: places) func noKeyIsSilent(place: Place) throws {
        let options = ViewerOptions(
            files: place.files, zone: .utc, metric: place.metric, theme: .light, library: ":memory:"
        )
        // Read once, shown many times.
        let snapshot = DocumentLoader(
            .files(place.files), zone: .utc, assumptions: Assumptions(),
            calendar: CivilCalendar(zone: .utc)
        ).load()
        let first = try OffscreenViewer(
            options, scale: 1, reducesMotion: true, snapshot: snapshot)
        var silent: [String] = []
        for command in first.controller.commands.commands {
            guard case .window = command.scope, let key = command.keys.first else { continue }
            if place.dialog != nil, !command.traits.contains(.worksOverDialogs) { continue }
            let viewer = try OffscreenViewer(
                options, scale: 1, reducesMotion: true, snapshot: snapshot,
                resources: first.scene.resources)
            var calls = 0
            viewer.host.onClose = { calls += 1 }
            viewer.host.onToggleFullscreen = { calls += 1 }
            viewer.host.onCopy = { _ in calls += 1 }
            viewer.host.onChoose = { _, _ in calls += 1 }
            viewer.host.onFindRecents = {}
            if let dialog = place.dialog { viewer.context.toggle(dialog) }
            _ = viewer.scene.advance(to: 2)
            let isTyping = viewer.context.typedField != nil
            if isTyping, key.isTyped { continue }
            // A segment that is already chosen looks chosen, and stays so.
            let focused = viewer.scene.tree.first { $0.id == viewer.scene.focus.focused }
            if command.id == "focus.press", focused?.isSelected == true { continue }
            let before = state(viewer, calls)
            viewer.controller.press([key])
            _ = viewer.scene.advance(to: 3)
            if state(viewer, calls) == before { silent.append("\(command.id) (\(key.label))") }
        }
        #expect(silent.isEmpty, "silent: \(silent)")
    }

    // MARK: Keys with a scope of their own

    /// Presses the keys of a part of the window repeatedly: each press changes something or shows a
    /// message, even at the end.
    private func press(
        _ area: ControlArea, _ viewer: OffscreenViewer, from focus: ControlID?,
        prepare: (OffscreenViewer) -> Void = { _ in }
    ) -> [String] {
        var silent: [String] = []
        var time = 10.0
        func frame() {
            time += 2
            viewer.controller.advance(to: time)
            _ = viewer.scene.advance(to: time)
        }
        viewer.controller.now = { time }
        let commands = viewer.controller.commands.commands.filter { $0.scope == .area(area) }
        #expect(!commands.isEmpty)
        for command in commands {
            guard let key = command.keys.first else { continue }
            viewer.model.active.clearSelection(at: time)
            viewer.model.active.point(at: nil, at: time)
            viewer.context.isByKeys = true
            viewer.scene.focus.focus(focus)
            viewer.scene.focus.isVisible = focus != nil
            frame()
            prepare(viewer)
            frame()
            for count in 1...40 {
                let before = state(viewer, 0)
                viewer.controller.press([key])
                frame()
                guard state(viewer, 0) == before else { continue }
                silent.append("\(command.id) (\(key.label)), press \(count)")
                break
            }
        }
        return silent
    }

    private func viewer(_ metric: String) throws -> OffscreenViewer {
        try OffscreenViewer(
            ViewerOptions(
                files: SampleFiles.all, zone: .utc, metric: metric, period: .year, theme: .light,
                library: ":memory:"), scale: 1, reducesMotion: true)
    }

    @Test(arguments: ["weight", "steps", "blood-pressure"]) func noKeyOfTheCrosshairIsSilent(
        metric: String
    ) throws {
        let silent = press(.chart, try viewer(metric), from: .chart)
        #expect(silent.isEmpty, "\(silent)")
    }

    @Test(arguments: ["overview.window", "overview.lower", "overview.upper"])
    func noKeyOfTheOverviewIsSilent(part: String) throws {
        for metric in ["weight", "steps"] {
            let silent = press(
                .overview, try viewer(metric), from: ControlID(part, in: .overview))
            #expect(silent.isEmpty, "\(metric): \(silent)")
        }
    }

    @Test(arguments: ["weight", "steps"]) func noKeyOfASelectionIsSilent(metric: String) throws {
        let silent = press(.selection, try viewer(metric), from: nil) {
            $0.controller.press([KeyCombination(.character("s"))])
        }
        #expect(silent.isEmpty, "\(silent)")
    }

    /// On the welcome screen, where hardly anything can be done.
    @Test func noKeyIsSilentWithoutRecords() throws {
        let viewer = try OffscreenViewer(
            ViewerOptions(files: [], zone: .utc, theme: .light, library: ":memory:"), scale: 1,
            reducesMotion: true, snapshot: ImportSnapshot())
        var calls = 0
        viewer.host.onClose = { calls += 1 }
        viewer.host.onToggleFullscreen = { calls += 1 }
        viewer.host.onChoose = { _, _ in calls += 1 }
        var silent: [String] = []
        for command in viewer.controller.commands.commands {
            guard case .window = command.scope, let key = command.keys.first else { continue }
            viewer.context.closeDialogs()
            viewer.context.dismissToast()
            viewer.scene.focus.focus(nil)
            _ = viewer.scene.advance(to: 2)
            let before = state(viewer, calls)
            viewer.controller.press([key])
            _ = viewer.scene.advance(to: 3)
            if state(viewer, calls) == before { silent.append("\(command.id) (\(key.label))") }
        }
        #expect(silent.isEmpty, "silent: \(silent)")
    }
}
