import ChartCore
import Charts
import Geometry
import HealthData
import Localization

/// What was found in the records that are shown: each metric with its days.
@MainActor
final class FoundScreen: ListScreen {
    nonisolated static let entry = ScreenEntry(.found, make: FoundScreen.init) { viewer in
        [
            Command(
                .showFound, tr("What was found"),
                isEnabled: { [unowned viewer] in !viewer.model.order.isEmpty },
                perform: { [unowned viewer] in viewer.toggle(.found) })
        ]
    } families: { viewer in
        [
            show.commands { [unowned viewer] id, metric in
                guard let chart = viewer.model.metricCharts[metric] else { return nil }
                return Command(id, tr("Show {1}", chart.metric.name)) { [unowned viewer] in
                    viewer.closeDialogs()
                    viewer.model.choose(metric, at: viewer.now())
                    viewer.changed()
                }
            }
        ]
    }

    /// Shows a metric.
    private static let show = CommandFamily<MetricID>("found.show")

    let id = ScreenID.found
    let list = RowList()
    private unowned let viewer: ViewerContext
    /// The rows, by the revision of the document.
    private var known = Cached<Int, [DialogModel.Row]>()

    init(_ viewer: ViewerContext) { self.viewer = viewer }

    func layout(in room: Rect, _ environment: ScreenEnvironment) {
        list.layout(
            tr("What was found"), known(viewer.model.documentRevision) { rows }, in: room,
            environment)
    }

    private var rows: [DialogModel.Row] {
        let model = viewer.model
        let metrics = model.order.compactMap { model.metricCharts[$0] }
        let count = trn("{n} metric", "{n} metrics", count: metrics.count)
        let whole = metrics.reduce(Extent.nothing) {
            // A chart without a time axis has no days.
            $1.parts.pages == nil ? $0.union(days(of: $1)) : $0
        }
        var rows = [DialogModel.Row(leading: count, trailing: "", isHeading: true)]
        if whole.length >= 0 {
            rows.append(DialogModel.Row(leading: tr("All together"), trailing: span(whole)))
        }
        rows += metrics.map { chart in
            DialogModel.Row(
                leading: chart.metric.name,
                trailing: chart.parts.pages == nil ? span(days(of: chart)) : "",
                actions: [
                    DialogModel.Action(
                        title: tr("Show"), name: tr("Show {1}", chart.metric.name),
                        command: Self.show(chart.metric.id))
                ])
        }
        rows.append(DialogModel.Row(leading: tr("Files"), trailing: "", isHeading: true))
        func way(_ text: String, _ title: String, _ id: CommandID) {
            guard viewer.commands[id]?.isEnabled() == true else { return }
            rows.append(
                DialogModel.Row(
                    leading: text, trailing: "",
                    actions: [DialogModel.Action(title: title, command: id)]))
        }
        way(
            tr("What was read, skipped and left open"), tr("Import report"), .showReport)
        way(tr("What each file has added"), tr("Library"), .showDatasets)
        return rows
    }

    /// From the first record to the last one; totals end with their last day, which is not over
    /// before the next one begins.
    private func days(of chart: MetricChart) -> Extent {
        let extent = chart.data.extent
        return Extent(min: extent.min, max: chart.latest.time ?? extent.max)
    }

    /// The first and the last day of records.
    private func span(_ extent: Extent) -> String {
        let model = viewer.model
        let ends = [extent.min, extent.max].map {
            model.locale.date(CivilMoment($0, in: model.calendar), .dayMonthYear)
        }
        return ends[0] == ends[1] ? ends[0] : ends.joined(separator: " – ")
    }
}

extension ScreenID {
    static let found = ScreenID("found")
}

extension CommandID {
    static let showFound = CommandID("found.open")
}
