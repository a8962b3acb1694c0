import ChartCore
import ChartInteraction
import Charts
import Geometry
import Localization

/// The keys that move the overview's window and its handles.
@MainActor
enum OverviewCommands {
    /// What moves the part of the overview that has the focus.
    static func all(_ viewer: ViewerContext) -> [Command] {
        func command(
            _ name: String, _ title: String, _ key: Key, shift: Bool = false,
            _ step: OverviewStep
        ) -> Command {
            Command(
                name, title, keys: [KeyCombination(key, shift: shift)], scope: .area(.overview),
                group: .moving, .repeats,
                isEnabled: { [unowned viewer] in viewer.model.chart != nil },
                perform: { [unowned viewer] in
                    ChartView.change(viewer, orSay: reason(step, viewer)) { move(step, viewer) }
                })
        }
        let little = tr("Overview: move")
        let whole = tr("Overview: move by one page")
        let far = tr("Overview: move to the start or end")
        return [
            command("overview.back", little, .left, .tenth(-1)),
            command("overview.on", little, .right, .tenth(1)),
            command("overview.back-page", whole, .left, shift: true, .whole(-1)),
            command("overview.on-page", whole, .right, shift: true, .whole(1)),
            command("overview.start", far, .home, .end(-1)),
            command("overview.end", far, .end, .end(1)),
        ]
    }

    /// Why a part of the overview cannot be moved any further.
    private static func reason(_ step: OverviewStep, _ viewer: ViewerContext) -> String {
        let isForward = step.way > 0
        switch OverviewDrag.Part(focus: viewer.shownFocus) {
        case .lowerHandle where isForward, .upperHandle where !isForward:
            return tr("The period shown can’t be any shorter.")
        default:
            return isForward
                ? tr("This is the end of your records.") : tr("This is the start of your records.")
        }
    }

    private static func move(_ step: OverviewStep, _ viewer: ViewerContext) {
        guard let strip = viewer.content.chart?.frames.overview,
            let part = OverviewDrag.Part(focus: viewer.shownFocus)
        else { return }
        viewer.model.moveOverview(part, step, strip: strip, at: viewer.now())
    }
}

/// How far a key moves a part of the overview, with the direction as its sign.
enum OverviewStep {
    /// Tenths of the window.
    case tenth(Double)
    /// Whole windows, or pages where there are any.
    case whole(Double)
    case end(Double)

    /// The direction: below zero to the past, above zero to the present.
    var way: Double {
        switch self {
        case .tenth(let way), .whole(let way), .end(let way): way
        }
    }
}

extension OverviewDrag.Part {
    /// The part's name in the semantic tree.
    var nodeID: ControlID {
        switch self {
        case .middle: ControlID("overview.window", in: .overview)
        case .lowerHandle: ControlID("overview.lower", in: .overview)
        case .upperHandle: ControlID("overview.upper", in: .overview)
        }
    }

    init?(focus: ControlID?) {
        let parts: [Self] = [.middle, .lowerHandle, .upperHandle]
        guard let part = parts.first(where: { $0.nodeID == focus }) else { return nil }
        self = part
    }
}

extension ViewerModel {
    /// Goes to where a place of the record is in view: to its page, or with it in the middle.
    func showOverview(around place: Double, at time: Double) {
        if hasCalendarPages { return turn(toPageOf: place, at: time) }
        let view = axis.target
        let moved = axis.panZoom.limits.moved(view, by: place - view.mid)
        glide(to: axis.panZoom.restingWindow?(moved) ?? moved, at: time, cause: .overview)
    }

    /// Moves a part of the overview's window by a key.
    func moveOverview(
        _ part: OverviewDrag.Part, _ step: OverviewStep, strip: Rect, at time: Double
    ) {
        let domain = overviewDomain
        let view = axis.target
        guard domain.isProper, view.isProper, !strip.isEmpty else { return }
        if part == .middle {
            switch step {
            case .tenth(let way) where !isTimed: return turnPage(by: Int(way), at: time)
            case .whole(let way) where !isTimed || hasCalendarPages:
                return turnPage(by: Int(way), at: time)
            case .end(let way) where hasCalendarPages:
                return turn(toPageOf: way < 0 ? domain.min : domain.max.nextDown, at: time)
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
            at: way / domain.length * strip.width, minimumLength: shortestWindow)
        glide(
            to: isTimed ? moved : axis.panZoom.restingWindow?(moved) ?? moved, at: time,
            cause: .overview)
    }
}
