import ChartCore
import ChartInteraction
import Charts
import Geometry

/// How far a key moves a part of the overview, with the direction as its sign.
enum OverviewStep {
    /// Tenths of the window.
    case tenth(Double)
    /// Whole windows, or pages if there are any.
    case whole(Double)
    case end(Double)

    /// The direction: negative to the past, positive to the present.
    var way: Double {
        switch self {
        case .tenth(let way), .whole(let way), .end(let way): way
        }
    }
}

/// The window over the overview of the whole record, as hands and keys move it.
@MainActor
struct OverviewWindow {
    let model: ViewerModel

    /// Shows a window that was dragged, at the time of the event.
    func show(_ window: Extent, at time: Double? = nil) {
        model.axis.panZoom.set(window, cause: .overview, at: time)
        if let time { model.active.fitting?.follow(at: time) }
        model.onChange(.input)
    }

    /// Shows the page of a position in the record, or the view centered on it.
    func show(around place: Double, at time: Double) {
        if model.hasCalendarPages { return model.turn(toPageOf: place, at: time) }
        let view = model.axis.target
        let moved = model.axis.panZoom.limits.moved(view, by: place - view.mid)
        model.glide(
            to: model.axis.panZoom.restingWindow?(moved) ?? moved, at: time, cause: .overview)
    }

    /// Moves a part of the overview's window by a key.
    func move(
        _ part: OverviewDrag.Part, _ step: OverviewStep, strip: Rect, at time: Double
    ) {
        let domain = model.overviewDomain
        let view = model.axis.target
        guard domain.isProper, view.isProper, !strip.isEmpty else { return }
        if part == .middle {
            switch step {
            case .tenth(let way) where !model.isTimed: return model.turnPage(by: Int(way), at: time)
            case .whole(let way) where !model.isTimed || model.hasCalendarPages:
                return model.turnPage(by: Int(way), at: time)
            case .end(let way) where model.hasCalendarPages:
                return model.turn(toPageOf: way < 0 ? domain.min : domain.max.nextDown, at: time)
            default: break
            }
        }
        let keyStep: OverviewDrag.Step =
            switch step {
            case .tenth(let count): .windows(0.1 * count)
            case .whole(let count): .windows(count)
            case .end(let direction): .end(direction)
            }
        let moved = OverviewDrag.window(
            moving: part, by: keyStep, strip: strip, domain: domain, window: view,
            minimumLength: model.shortestWindow)
        model.glide(
            to: model.isTimed ? moved : model.axis.panZoom.restingWindow?(moved) ?? moved, at: time,
            cause: .overview)
    }
}
