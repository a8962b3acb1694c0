import ChartCore
import Charts
import Geometry
import HealthData
import Testing

@testable import Viewer

/// No key is silent: on every screen and in every dialog it changes something, or it is said why not.
@MainActor
@Suite struct SilentKeyTests {
    /// All that a person could see, hear or lose of a viewer.
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
            viewer.controller.window.close = { calls += 1 }
            viewer.controller.window.toggleFullscreen = { calls += 1 }
            viewer.controller.window.copy = { _ in calls += 1 }
            viewer.controller.window.chooseFiles = { _, _ in calls += 1 }
            viewer.controller.window.findRecents = {}
            if let dialog = place.dialog { viewer.context.toggle(dialog) }
            _ = viewer.scene.advance(to: 2)
            let isTyping = viewer.context.typedField != nil
            if isTyping, key.isTyped { continue }
            // A segment that is chosen already looks chosen, and stays so.
            let focused = viewer.scene.tree.first { $0.id == viewer.scene.focus.focused }
            if command.id == "focus.press", focused?.isSelected == true { continue }
            let before = state(viewer, calls)
            viewer.controller.press([key])
            _ = viewer.scene.advance(to: 3)
            if state(viewer, calls) == before { silent.append("\(command.id) (\(key.label))") }
        }
        #expect(silent.isEmpty, "silent: \(silent)")
    }
}
