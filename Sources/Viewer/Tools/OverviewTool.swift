import ChartCore
import ChartInteraction
import Charts
import Geometry
import Localization

/// The tool of the overview: it drags the window over the whole record, and the two handles that make it
/// longer or shorter.
@MainActor
final class OverviewTool: InputTool {
    nonisolated static let entry = ToolEntry(
        make: OverviewTool.init, commands: OverviewCommands.all)

    private unowned let area: any ChartSurface
    private unowned let viewer: ViewerContext
    private var model: ViewerModel { viewer.model }
    private var window: OverviewWindow { OverviewWindow(model: model) }
    /// What is dragged; nil for nothing.
    private var drag: OverviewDrag?
    /// The finger that drags it; nil for the pointer.
    private var touch: Int?

    init(_ viewer: ViewerContext, _ area: any ChartSurface) {
        self.viewer = viewer
        self.area = area
    }

    func handle(_ event: InputEvent) -> Bool {
        switch event.kind {
        case .pointerPressed(.left): return begin(at: event.position, touch: nil)
        case .touchBegan(let id): return begin(at: event.position, touch: id)
        case .pointerMoved: return move(to: event, touch: nil)
        case .touchMoved(let id): return move(to: event, touch: id)
        case .pointerReleased(.left): return end(touch: nil)
        case .touchEnded(let id): return end(touch: id)
        case .pointerLeft:
            if touch == nil { end() }
            return false
        case .touchCancelled:
            if touch != nil { cancel(at: event.time) }
            return false
        default: return false
        }
    }

    func reset(at time: Double) { end() }

    /// Takes what of the overview lies at a place, or goes to where a press beside the window
    /// points.
    private func begin(at point: Point, touch: Int?) -> Bool {
        let frames = area.frames
        guard area.chart != nil, let frame = frames.overview,
            frame.inset(by: -OverviewDrag.sideReach).contains(point),
            frame.contains(point) || !frames.card.contains(point)
        else { return false }
        let domain = model.overviewDomain
        if let taken = OverviewDrag(
            at: point, strip: frame, domain: domain, window: model.axis.range,
            resizes: model.isTimed)
        {
            model.chart?.interaction.stop(at: viewer.now())
            drag = taken
            self.touch = touch
            model.scrubbedPart = taken.part
            return true
        }
        guard frame.contains(point), domain.isProper else { return false }
        window.show(
            around: domain.min + (point.x - frame.minX) / frame.width * domain.length,
            at: viewer.now())
        return true
    }

    /// Moves what was taken to under the hand.
    private func move(to event: InputEvent, touch: Int?) -> Bool {
        guard var drag, self.touch == touch else { return false }
        guard let strip = area.frames.overview else { return true }
        let domain = model.overviewDomain
        if drag.domain != domain, domain.isProper {
            // More of the record has been read: what is held is somewhere else now.
            drag = OverviewDrag(
                taking: drag.part, from: event.position.x, strip: strip, domain: domain,
                window: model.axis.range)
            self.drag = drag
        }
        window.show(
            drag.window(at: event.position.x, minimumLength: model.shortestWindow),
            at: event.time)
        return true
    }

    private func end(touch: Int?) -> Bool {
        guard drag != nil, self.touch == touch else { return false }
        end()
        return true
    }

    /// Lets go of what was taken.
    private func end() {
        guard let drag else { return }
        self.drag = nil
        touch = nil
        model.active.fitting?.releaseTime = viewer.now()
        model.scrubbedPart = nil
        if drag.part == .middle { model.settlePages(at: viewer.now()) }
    }

    /// Puts the window back to where it was taken.
    private func cancel(at time: Double) {
        if let drag { window.show(drag.window, at: time) }
        end()
    }
}
