import ChartRendering
import GPU
import Geometry
import Localization
import Text

/// What can lie over everything, one at a time: the help, the report, the library, the menu.
@MainActor
final class DialogPanes {
    private let helpPane = Pane<HelpModel>()
    /// The report, or the library.
    private let list = Pane<DialogModel>()
    private let menu = Pane<MenuModel>()
    /// How far a page of the list that is open goes, in points.
    private(set) var page = 0.0
    /// What the help lists and the menu offers: set by whoever owns the command table.
    var help: () -> [HelpModel.Group] = { [] }
    var choices: () -> [SegmentedControl] = { [] }
    var items: () -> [MenuModel.Item] = { [] }

    /// The semantic nodes of what is open.
    var nodes: [SemanticNode] { helpPane.nodes + list.nodes + menu.nodes }

    /// Brings what is open up to date with the model, and the model's scrolling within its limits.
    ///
    /// - Parameter anchor: the menu's button.
    func update(
        _ model: ViewerModel, window: Rect, anchor: Rect, hovered: String?, focused: String?,
        _ style: PaneStyle, _ resources: PaneResources
    ) {
        if model.dialog != .keys { helpPane.clear() }
        if model.dialog != .report, model.dialog != .library { list.clear() }
        if model.dialog != .menu { menu.clear() }
        func scroll(_ frame: DialogFrame) -> Double {
            page = max(DialogPane.rowHeight, frame.list.height - DialogPane.rowHeight)
            model.dialogScroll = min(max(model.dialogScroll, 0), frame.maximumScroll)
            return model.dialogScroll
        }
        switch model.dialog {
        case .keys:
            var content = HelpModel(
                window: window, top: Measure.headerHeight, groups: help(), hovered: hovered,
                focused: focused)
            content.scroll = scroll(HelpPane.frame(content, resources.typesetter))
            helpPane.update(content, style, resources, record: HelpPane.record)
        case .report, .library:
            let isReport = model.dialog == .report
            var content = DialogModel(
                window: window, top: Measure.headerHeight,
                title: isReport ? tr("What was read") : tr("What the library holds"),
                rows: isReport
                    ? ReportRows.rows(model.report, locale: model.locale) {
                        model.presenters[$0]?.latestValue
                    }
                    : LibraryRows.rows(
                        model.datasets ?? [], doubted: model.doubtedDataset,
                        calendar: model.calendar, locale: model.locale),
                scroll: 0, hovered: hovered, focused: focused)
            content.scroll = scroll(DialogPane.frame(content, resources.typesetter))
            list.update(content, style, resources, record: DialogPane.record)
        case .menu:
            menu.update(
                MenuModel(
                    window: window, anchor: anchor, choices: choices(), items: items(),
                    hovered: hovered, focused: focused), style, resources, record: MenuPane.record)
        case nil: break
        }
    }

    func draw(_ renderer: Renderer) throws(GPUError) {
        try helpPane.draw(renderer)
        try list.draw(renderer)
        try menu.draw(renderer)
    }
}
