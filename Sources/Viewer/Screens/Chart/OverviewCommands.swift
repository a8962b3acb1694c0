import ChartCore
import ChartInteraction
import Charts
import Geometry
import Localization

/// The keys that move the overview's window and its handles.
@MainActor
enum OverviewCommands {
    /// The commands that move the focused part of the overview.
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
                    ChartView.change(viewer, orExplain: reason(step, viewer)) { move(step, viewer) }
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

    /// The reason why a part of the overview cannot be moved any further.
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
        OverviewWindow(model: viewer.model).move(part, step, strip: strip, at: viewer.now())
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
