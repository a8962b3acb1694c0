import ChartCore
import ChartScene
import Charts
import Geometry
import HealthData
import Text

/// The list of metrics: its rows, its scroll offset, and the status at its foot.
///
/// The status has its own pane: while files are read it changes often, and the rows do not.
@MainActor
final class SidebarStage {
    private let pane = Pane<SidebarModel>()
    private let foot = Pane<SidebarStatusModel>()
    /// The scroll offset, in points.
    private(set) var offset = 0.0
    /// The document whose metrics are listed.
    private var document: Int?
    /// The state for which the selected row was last scrolled into view.
    private var revealed: RevealKey?
    private var known = Cached<SectionsKey, [SidebarModel.Section]>()
    /// How days are written, as of the last update.
    private var words: DayWords?
    private var links: [SidebarModel.Link] = []

    private struct RevealKey: Equatable {
        var selected: MetricID
        var height: Double
        /// The data's revision; nil once it does not matter.
        var data: Int?
    }

    private struct SectionsKey: Equatable {
        var words: DayWords
        var revision: Int
        var selected: MetricID?
        var units: UnitPreferences
    }

    var nodes: [SemanticNode] { pane.nodes + foot.nodes }

    /// How often the list was recorded, without its status.
    var recordings: Int { pane.recordings }

    /// Draws the list without its status.
    func encodeList(into scene: SceneBuilder) { pane.encode(into: scene) }

    func encodeStatus(into scene: SceneBuilder) { foot.encode(into: scene) }

    /// Brings the list up to date with the model; without a frame it is hidden.
    func update(
        _ model: ViewerModel, frame: Rect?, isDrawer: Bool, cornerRadius: Double,
        words: DayWords, links: [SidebarModel.Link], status: SidebarStatus?, hovered: ControlID?,
        focused: ControlID?,
        _ style: PaneStyle, _ resources: PaneResources
    ) {
        self.words = words
        let sections = sections(of: model)
        let wanted =
            SidebarPane.headHeight + SidebarPane.contentHeight(sections)
            + SidebarPane.height(of: status)
            + SidebarPane.linksHeight(links.count, in: frame?.height ?? 0)
        self.links = links.filter { !$0.isExtra || wanted <= frame?.height ?? 0 }
        guard let frame else {
            pane.clear()
            foot.clear()
            return
        }
        if document != model.documentNumber {
            document = model.documentNumber
            offset = 0
        }
        let height = listHeight(frame.height, status)
        revealSelection(model, height: height, sections)
        let most = max(0, SidebarPane.contentHeight(sections) - height)
        offset = min(max(offset, 0), most)
        pane.update(
            SidebarModel(
                frame: frame, isSummary: model.navigator.route == .summary, links: self.links,
                sections: sections,
                statusHeight: SidebarPane.height(of: status), isDrawer: isDrawer,
                scroll: offset, hovered: hovered.within(.metrics),
                focused: focused.within(.metrics), cornerRadius: cornerRadius), style, resources,
            record: SidebarPane.record)
        guard let status else { return foot.clear() }
        foot.update(
            SidebarStatusModel(
                frame: Rect(
                    x: frame.x, y: frame.maxY - SidebarPane.height(of: status),
                    width: frame.width,
                    height: SidebarPane.height(of: status)),
                status: status, hovered: hovered.within(.status), focused: focused.within(.status)),
            style, resources, record: SidebarPane.recordStatus)
    }

    /// Scrolls until a metric's row is visible in a list of that height.
    func reveal(
        _ metric: MetricID, _ model: ViewerModel, height: Double, status: SidebarStatus?
    ) {
        reveal(metric, model, height: listHeight(height, status), sections(of: model))
    }

    /// Scrolls by a distance in points.
    func scroll(by distance: Double) { offset += distance }

    /// The height that a status at the foot leaves for the rows.
    private func listHeight(_ height: Double, _ status: SidebarStatus?) -> Double {
        max(
            0,
            height - SidebarPane.headHeight - SidebarPane.linksHeight(links.count, in: height)
                - SidebarPane.height(of: status))
    }

    /// The rows; made again only if the data or the selection changed.
    private func sections(of model: ViewerModel) -> [SidebarModel.Section] {
        guard let words else { return [] }
        let key = SectionsKey(
            words: words, revision: model.dataRevision, selected: model.selected,
            units: model.appearance.pins.units)
        return known(key) { SidebarStage.sections(of: model, words) }
    }

    private static func sections(
        of model: ViewerModel, _ words: DayWords
    ) -> [SidebarModel.Section] {
        var sections: [SidebarModel.Section] = []
        for id in model.order {
            guard let metricChart = model.metricCharts[id] else { continue }
            let row = SidebarRow(
                metric: id, name: metricChart.metric.name, glyph: MetricGlyph(metricChart.metric),
                value: metricChart.latest.text,
                day: metricChart.latest.day(words, isNight: metricChart.data.nights != nil),
                accent: metricChart.accent,
                sparkline: metricChart.sparkline,
                isSelected: id == model.selected)
            let title = metricChart.metric.family.name
            if sections.last?.title == title {
                sections[sections.count - 1].rows.append(row)
            } else {
                sections.append(SidebarModel.Section(title: title, rows: [row]))
            }
        }
        return sections
    }

    /// Scrolls to the selected row if the selection or the window changed.
    ///
    /// Until the first input it also does so if rows were inserted before it.
    private func revealSelection(
        _ model: ViewerModel, height: Double, _ sections: [SidebarModel.Section]
    ) {
        guard let selected = model.selected else { return }
        let key = RevealKey(
            selected: selected, height: height,
            data: model.isTouched ? nil : model.dataRevision)
        if key == revealed { return }
        revealed = key
        reveal(selected, model, height: height, sections)
    }

    private func reveal(
        _ metric: MetricID, _ model: ViewerModel, height: Double,
        _ sections: [SidebarModel.Section]
    ) {
        guard let span = SidebarPane.span(of: metric, in: sections) else { return }
        let lowest = span.bottom + SidebarPane.topPadding - height
        offset = min(max(offset, lowest), span.top - SidebarPane.captionHeight)
    }
}
