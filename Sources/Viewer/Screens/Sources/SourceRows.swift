import HealthData
import Localization

/// The rows of the displayed metric's sources: each name with its actions, its own value, and the
/// part that counts.
@MainActor
enum SourceRows {
    /// Moves a source up, by its number.
    static let up = CommandFamily<Int>("sources.up")

    /// Moves it down.
    static let down = CommandFamily<Int>("sources.down")

    /// Switches a source on or off.
    static let toggle = CommandFamily<Int>("sources.counts")

    /// The source that a command changes; nil for other commands.
    static func source(of command: CommandID?) -> Int? {
        [up, down, toggle].lazy.compactMap { $0.subject(of: command) }.first
    }

    /// Resets the order to the default.
    static let reset = CommandID("sources.reset")

    private static func kind(of source: SourceKey) -> String {
        if source == .manual { return tr("Entered by hand") }
        return switch source.kind {
        case .watch?: tr("Watch")
        case .phone?: tr("Phone")
        case .other?, nil: tr("Other")
        }
    }

    static func title(_ model: ViewerModel) -> String {
        tr("{1}: data sources", model.metricChart?.metric.name ?? "")
    }

    /// What the rows depend on.
    struct Content: Equatable {
        private var metric: MetricID?
        private var data: Int
        private var document: Int
        private var canMerge: Bool
        private var units: UnitPreferences

        @MainActor
        init(_ model: ViewerModel) {
            metric = model.metricChart?.metric.id
            data = model.dataRevision
            document = model.documentRevision
            canMerge = model.canMerge
            units = model.appearance.pins.units
        }
    }

    static func rows(_ model: ViewerModel) -> [DialogModel.Row] {
        guard let metricChart = model.metricChart, model.sources.areSeveral else {
            return [DialogModel.Row(leading: tr("All records are from one source."), trailing: "")]
        }
        let sources = model.sources.listed
        let values = Values(metricChart.metric, model)
        var rows = [DialogModel.Row(leading: rule(metricChart.metric), trailing: "")]
        for (place, listed) in sources.enumerated() {
            rows += self.rows(listed, place, of: sources, values, model)
        }
        if let all = values.all(sources) {
            rows.append(DialogModel.Row(leading: tr("Total used"), trailing: all))
        }
        if !model.canMerge {
            rows.append(
                DialogModel.Row(
                    leading: tr(
                        "Data from a pipe can’t be read again, so this can’t be changed."
                    ), trailing: ""))
        } else if model.sources.haveOwnOrder {
            rows.append(
                DialogModel.Row(
                    leading: tr("You changed this."), trailing: "",
                    actions: [
                        DialogModel.Action(title: tr("Reset to default"), command: reset)
                    ]))
        }
        return rows
    }

    /// The rule that combines the records of several sources.
    private static func rule(_ metric: Metric) -> String {
        if metric.id == .workouts {
            return tr(
                "If several devices recorded the same workout, the one higher in the list is used."
            )
        }
        return metric.mergesDevices
            ? tr(
                "Where devices overlap, the one higher in the list is used. The others fill the gaps."
            ) : tr("All sources are used, unless you turn one off.")
    }

    private static func rows(
        _ listed: ListedSource, _ place: Int, of sources: [ListedSource], _ values: Values,
        _ model: ViewerModel
    ) -> [DialogModel.Row] {
        let share = listed.share
        let (name, kind) = (share.source.title, kind(of: share.source))
        let samples = trn("{n} record", "{n} records", count: share.samples)
        return [
            DialogModel.Row(
                leading: model.sources.areRanked
                    ? tr("{1}. {2}", model.locale.number(place + 1), name) : name,
                trailing: kind, isHeading: true,
                actions: model.canMerge
                    ? actions(listed, name, place, of: sources, isRanked: model.sources.areRanked)
                    : []),
            DialogModel.Row(
                leading: kind + " · " + samples, trailing: values.own(share)),
            DialogModel.Row(
                leading: tr("Used"),
                trailing: listed.counts ? values.counted(share) : tr("nothing")),
        ]
    }

    private static func actions(
        _ listed: ListedSource, _ name: String, _ place: Int, of sources: [ListedSource],
        isRanked: Bool
    ) -> [DialogModel.Action] {
        let number = listed.number
        let isLast = listed.counts && sources.count(where: \.counts) == 1
        let toggle = DialogModel.Action(
            title: tr("On"), name: tr("Use {1}", name),
            value: listed.counts ? tr("yes") : tr("no"), command: Self.toggle(number),
            look: .toggle(isOn: listed.counts), isEnabled: !isLast)
        guard isRanked else { return [toggle] }
        return [
            DialogModel.Action(
                title: tr("Move {1} up", name), command: up(number), look: .arrow(up: true),
                isEnabled: place > 0),
            DialogModel.Action(
                title: tr("Move {1} down", name), command: down(number), look: .arrow(up: false),
                isEnabled: place < sources.count - 1), toggle,
        ]
    }

    /// The values of shares in words.
    @MainActor
    private struct Values {
        let metric: Metric
        let format: MetricFormat
        /// Whether the counted values are not known yet.
        let isPending: Bool

        init(_ metric: Metric, _ model: ViewerModel) {
            self.metric = metric
            format = MetricFormat(metric, locale: model.locale, units: model.appearance.pins.units)
            isPending = model.isMerging
        }

        /// A source's own value: a sum, or the mean of readings; empty for texts.
        func own(_ share: SourceShare) -> String {
            guard let sum = share.sums.first, metric.aggregation != .named else { return "" }
            if metric.mergesDevices { return format.figure(sum).text }
            let means = share.means
            return tr(
                "Avg {1}",
                means.count == 2
                    ? format.pair(means[0], means[1]).text : format.figure(means[0]).text)
        }

        /// The part of it that counts; all of it, if the metric is not swept.
        func counted(_ share: SourceShare) -> String {
            guard metric.mergesDevices else { return tr("all") }
            guard !isPending else { return "…" }
            return share.counted.first.map { format.figure($0).text } ?? ""
        }

        /// The sum of everything that counts; nil if the metric is not summed.
        func all(_ sources: [ListedSource]) -> String? {
            guard metric.mergesDevices else { return nil }
            if isPending { return "…" }
            var sum = ExactSum()
            for source in sources { sum.add(source.share.counted.first ?? 0) }
            return format.figure(sum.value).text
        }
    }
}
