import ChartCore
import Geometry
import HealthData
import Localization
import Statistics

/// The metrics that move with the displayed one from day to day.
@MainActor
final class RelatedScreen: ListScreen {
    nonisolated static let entry = ScreenEntry(
        .related, make: RelatedScreen.init, commands: commands, families: families)

    /// Shows another metric.
    private static let show = CommandFamily<MetricID>("related.show")

    let id = ScreenID.related
    private unowned let viewer: ViewerContext
    let list = RowList()
    private let loading = RelatedLoading()
    private var key: Key?

    private struct Key: Equatable {
        var metric: MetricID
        var data: Int
        var day: CivilDate
    }

    init(_ viewer: ViewerContext) { self.viewer = viewer }

    var isMoving: Bool { loading.isRunning }

    func close() { loading.cancel() }

    func layout(in room: Rect, _ environment: ScreenEnvironment) {
        load()
        loading.collect()
        list.layout(
            tr("{1}: what moves with it", viewer.model.metricChart?.metric.name ?? ""), rows,
            in: room, environment)
    }

    /// Starts the search if the metric or the data are others.
    private func load() {
        let model = viewer.model
        guard let chart = model.metricChart else { return }
        let key = Key(metric: chart.metric.id, data: model.dataRevision, day: viewer.lastDay)
        guard key != self.key else { return }
        self.key = key
        let others = model.order.compactMap { id -> MetricData? in
            guard id != key.metric, let data = model.metricCharts[id]?.data,
                DaySource(data, day: key.day, model.calendar).hasDays
            else { return nil }
            return data
        }
        loading.load(
            chart.data, with: others, until: key.day, in: model.calendar,
            waits: viewer.isOffscreen)
    }

    private var rows: [DialogModel.Row] {
        guard let result = loading.result else {
            return [DialogModel.Row(leading: tr("Comparing the days of two years…"), trailing: "")]
        }
        let locale = viewer.model.locale
        var rows = result.related.map { pair in
            DialogModel.Row(
                leading: pair.metric.name, trailing: words(pair.correlation),
                actions: [
                    DialogModel.Action(
                        title: tr("Show"), name: tr("Show {1}", pair.metric.name),
                        command: Self.show(pair.metric.id))
                ])
        }
        if rows.isEmpty {
            rows.append(
                DialogModel.Row(
                    leading: tr("No other metric clearly moves with it."), trailing: ""))
        }
        func names(_ metrics: [Metric]) -> String {
            metrics.map(\.name).joined(separator: ", ")
        }
        if !result.unrelated.isEmpty {
            rows.append(
                DialogModel.Row(
                    leading: tr("No clear relation"), trailing: names(result.unrelated)))
        }
        if !result.tooFew.isEmpty {
            rows.append(
                DialogModel.Row(
                    leading: tr(
                        "Fewer than {1} days in common", locale.number(LaggedCorrelation.least)),
                    trailing: names(result.tooFew)))
        }
        rows.append(
            DialogModel.Row(
                leading: tr(
                    "Days of the last two years, without differences between weekdays and slow changes. {1} pairs were tried; about one in ten of those listed may be due to chance. It does not say what caused it.",
                    locale.number(result.related.count + result.unrelated.count)), trailing: "",
                isCaption: true))
        return rows
    }

    /// How another metric moves, in words.
    private func words(_ found: LaggedCorrelation) -> String {
        let locale = viewer.model.locale
        let days = abs(found.lag)
        let when =
            switch found.lag {
            case 0: tr("on the same day")
            case 1...: trn("{n} day later", "{n} days later", count: days)
            default: trn("{n} day earlier", "{n} days earlier", count: days)
            }
        let way =
            found.correlation > 0
            ? tr("higher when this is higher") : tr("lower when this is higher")
        return [
            tr("{1}, {2}", way, when),
            tr(
                "correlation {1}",
                locale.number(found.correlation, fractionDigits: 2, signed: true)),
            trn("{n} day", "{n} days", count: found.count),
        ].joined(separator: " · ")
    }

    // MARK: Commands

    private static func commands(_ viewer: ViewerContext) -> [Command] {
        [
            Command(
                .showRelated, tr("What moves with it"), keys: [KeyCombination(.character("k"))],
                group: .series,
                isEnabled: { [unowned viewer] in
                    guard viewer.model.phase == .shown, let chart = viewer.model.metricChart
                    else { return false }
                    return DaySource(chart.data, day: viewer.lastDay, viewer.model.calendar).hasDays
                },
                reason: { [unowned viewer] in
                    viewer.model.phase == .shown ? tr("Choose a metric first.") : nil
                }, perform: { [unowned viewer] in viewer.toggle(.related) })
        ]
    }

    private static func families(_ viewer: ViewerContext) -> [CommandMaker] {
        [
            show.commands { [unowned viewer] id, metric in
                guard viewer.dialog(RelatedScreen.self) != nil,
                    let chart = viewer.model.metricCharts[metric]
                else { return nil }
                return Command(id, tr("Show {1}", chart.metric.name)) {
                    viewer.closeDialogs()
                    viewer.model.choose(metric, at: viewer.now())
                }
            }
        ]
    }
}

extension ScreenID {
    static let related = ScreenID("related")
}

extension CommandID {
    static let showRelated = CommandID("related.open")
}
