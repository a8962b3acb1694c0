import ChartCore
import ChartInteraction
import Charts
import Geometry
import Testing

@testable import Viewer

/// A tool that consumes all input while it is switched on, as a pen does.
@MainActor
private final class ToyTool: InputTool {
    nonisolated static let entry = ToolEntry(
        make: { viewer, area in ToyTool(viewer, area) },
        commands: { viewer in
            [
                Command(
                    "toy.toggle", "Switch the toy on or off", keys: [KeyCombination(.function(7))]
                ) { [unowned viewer] in
                    for case let tool as ToyTool in viewer.content.tools { tool.isOn.toggle() }
                }
            ]
        })

    var isOn = false
    var places: [Point] = []
    private let area: any ChartSurface

    init(_ viewer: ViewerContext, _ area: any ChartSurface) { self.area = area }

    func handle(_ event: InputEvent) -> Bool {
        guard isOn, area.frames.card.contains(event.position) else { return false }
        places.append(event.position)
        return true
    }
}

@MainActor
@Suite struct ToolTests {
    private func viewer(_ tools: [ToolEntry] = []) throws -> OffscreenViewer {
        var catalogue = ScreenCatalogue.standard
        catalogue.tools += tools
        let viewer = try OffscreenViewer(
            ViewerOptions(
                files: SampleFiles.all, zone: .utc, metric: "weight", theme: .light,
                library: ":memory:"), scale: 1, reducesMotion: true, catalogue: catalogue)
        _ = viewer.scene.advance(to: 1)
        return viewer
    }

    private func send(
        _ viewer: OffscreenViewer, _ events: [(InputEvent.Kind, Point)], at time: Double
    ) {
        viewer.controller.handle(
            InputFrame(
                time: time,
                events: events.enumerated().map { index, event in
                    InputEvent(
                        time: time + Double(index) / 1000, position: event.1, kind: event.0)
                }))
        _ = viewer.scene.advance(to: time + 0.1)
    }

    /// A new tool has its key, its place in the help, and every sample before gestures are
    /// recognised, without a change anywhere else.
    @Test func aToolIsAClassAndALineInTheCatalogue() throws {
        let viewer = try viewer([ToyTool.entry])
        let tool = try #require(
            viewer.context.content.tools.lazy.compactMap { $0 as? ToyTool }.first)
        let middle = try #require(viewer.scene.viewer.content.chart).frames.card.center
        func drag(at time: Double) {
            var events: [(InputEvent.Kind, Point)] = [
                (.pointerMoved, middle), (.pointerPressed(.left), middle),
            ]
            for step in 1...50 {
                events.append((.pointerMoved, Point(x: middle.x + Double(step), y: middle.y)))
            }
            events.append((.pointerReleased(.left), Point(x: middle.x + 50, y: middle.y)))
            send(viewer, events, at: time)
        }
        let before = viewer.model.axis.target
        viewer.controller.press([KeyCombination(.function(7))])
        #expect(tool.isOn)
        drag(at: 2)
        #expect(tool.places.count == 53 && viewer.model.axis.target == before)
        viewer.controller.press([KeyCombination(.function(7))])
        drag(at: 5)
        #expect(tool.places.count == 53 && viewer.model.axis.target != before)
    }

    /// A button that was pressed on the chart is released on the chart, whatever has been opened
    /// meanwhile.
    @Test func aDragThatADialogInterruptsEnds() throws {
        let viewer = try viewer()
        let middle = try #require(viewer.context.content.chart).frames.card.center
        func place(_ x: Double) -> Point { Point(x: middle.x + x, y: middle.y) }
        send(
            viewer,
            [
                (.pointerMoved, middle), (.pointerPressed(.left), middle),
                (.pointerMoved, place(30)),
            ], at: 2)
        #expect(viewer.model.axis.panZoom.isHeld)
        viewer.controller.press([KeyCombination(.function(1))])
        #expect(viewer.dialog != nil)
        send(viewer, [(.pointerReleased(.left), place(30))], at: 3)
        #expect(!viewer.model.axis.panZoom.isHeld)
        viewer.controller.press([KeyCombination(.escape)])
        _ = viewer.scene.advance(to: 5)
        let rest = viewer.model.axis.target
        send(viewer, [(.pointerMoved, place(90))], at: 6)
        #expect(viewer.model.axis.target == rest, "nothing is dragged any more")
    }

    /// A press on something under a dialog does nothing.
    @Test func underADialogNothingBegins() throws {
        let viewer = try viewer()
        let area = try #require(viewer.context.content.chart)
        let strip = try #require(area.frames.overview)
        let before = viewer.model.axis.target
        viewer.controller.press([KeyCombination(.function(1))])
        let free = Point(x: strip.minX + 3, y: strip.midY)
        send(viewer, [(.pointerMoved, free), (.pointerPressed(.left), free)], at: 2)
        send(viewer, [(.pointerReleased(.left), free)], at: 2.2)
        #expect(viewer.model.axis.target == before && !viewer.model.isScrubbing)
    }
}
