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
}

/// The window over the overview of the whole record: where hands and keys move it.
@MainActor
struct OverviewWindow {
    let model: ViewerModel

    /// Shows a window that was dragged at a time.
    func show(_ window: Extent, at time: Double? = nil) {
        model.axis.panZoom.set(window, cause: .overview, at: time)
        if let time { model.active.fitting?.follow(at: time) }
        model.onChange(.input)
    }

    /// Goes to where a place of the record is in view: to its page, or with it in the middle.
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
        let way: Double
        switch step {
        case .tenth(let count): way = 0.1 * count * view.length
        case .whole(let count): way = count * view.length
        case .end(let count): way = count * 2 * (domain.length + view.length)
        }
        let drag = OverviewDrag(taking: part, strip: strip, domain: domain, window: view)
        let moved = drag.window(
            at: way / domain.length * strip.width, minimumLength: model.shortestWindow)
        model.glide(
            to: model.isTimed ? moved : model.axis.panZoom.restingWindow?(moved) ?? moved, at: time,
            cause: .overview)
    }
}
