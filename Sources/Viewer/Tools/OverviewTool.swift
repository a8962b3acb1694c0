import ChartCore
import ChartInteraction
import Charts
import Geometry
import Localization

/// The tool of the overview.
///
/// It drags the window over the whole record, and the two handles that make it longer or shorter.
@MainActor
final class OverviewTool: InputTool {
    nonisolated static let entry = ToolEntry(
        make: OverviewTool.init, commands: OverviewCommands.all)

    private let drag: OverviewDragTool

    init(_ viewer: ViewerContext, _ area: any ChartSurface) {
        drag = OverviewDragTool(
            .init(
                surroundings: { [unowned viewer, unowned area] in
                    guard area.chart != nil, let frame = area.frames.overview else { return nil }
                    let model = viewer.model
                    return .init(
                        strip: frame, domain: model.overviewDomain, window: model.axis.range,
                        resizes: model.isTimed, minimumLength: model.shortestWindow)
                },
                accepts: { [unowned area] in !area.frames.card.contains($0) },
                didTake: { [unowned viewer] part, _ in
                    viewer.model.chart?.interaction.stop(at: viewer.now())
                    viewer.model.scrubbedPart = part
                },
                show: { [unowned viewer] in OverviewWindow(model: viewer.model).show($0, at: $1) },
                didRelease: { [unowned viewer] part, _ in
                    let model = viewer.model
                    model.active.fitting?.releaseTime = viewer.now()
                    model.scrubbedPart = nil
                    if part == .middle { model.settlePages(at: viewer.now()) }
                },
                showAround: { [unowned viewer] place, _ in
                    OverviewWindow(model: viewer.model).show(around: place, at: viewer.now())
                }))
    }

    func handle(_ event: InputEvent) -> Bool { drag.handle(event) }

    func reset(at time: Double) { drag.reset(at: time) }
}
