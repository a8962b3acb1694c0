import ChartCore
import Charts
import HealthData
import Localization

/// The rows of the library: each dataset's name with its actions, and its contents.
enum DatasetRows {
    /// Asks to confirm the removal of a dataset, by its number.
    static let remove = CommandFamily<Int64>("dataset.remove")
    /// Removes it.
    static let confirm = CommandFamily<Int64>("dataset.confirm")

    @MainActor
    static func rows(
        _ datasets: [Library.Dataset], pendingRemoval: Int64?, calendar: CivilCalendar,
        locale: LocaleFormat
    ) -> [DialogModel.Row] {
        guard !datasets.isEmpty else {
            return [DialogModel.Row(leading: tr("Your library is empty."), trailing: "")]
        }
        func day(_ instant: Double) -> String {
            locale.date(CivilMoment(instant, in: calendar), .dayMonthYear)
        }
        let typed = datasets.filter { $0.ownMetric != nil }
        var own: [DialogModel.Row] = []
        if !typed.isEmpty {
            own = [
                DialogModel.Row(leading: tr("Entered by hand"), trailing: "", isHeading: true),
                DialogModel.Row(
                    leading: trn("{n} reading", "{n} readings", count: typed.count),
                    trailing: tr("Delete one in “All readings”")),
            ]
        }
        return own
            + datasets.filter { $0.ownMetric == nil }.flatMap { dataset -> [DialogModel.Row] in
                let isPendingRemoval = dataset.id == pendingRemoval
                var rows = [
                    DialogModel.Row(
                        leading: dataset.name, trailing: dataset.format, isHeading: true,
                        actions: [
                            DialogModel.Action(
                                title: isPendingRemoval ? tr("Remove for good?") : tr("Remove"),
                                command: isPendingRemoval
                                    ? confirm(dataset.id) : remove(dataset.id),
                                look: isPendingRemoval ? .grave : .plain)
                        ]),
                    DialogModel.Row(
                        leading: tr("Samples kept, of all devices"),
                        trailing: locale.number(dataset.samples)
                            + (dataset.isPartial ? " · " + tr("only a part was read") : "")),
                ]
                if let span = dataset.span {
                    rows.append(
                        DialogModel.Row(
                            leading: tr("Days"),
                            trailing: day(span.first) + " – " + day(span.last)))
                }
                rows.append(DialogModel.Row(leading: tr("Added"), trailing: day(dataset.added)))
                rows.append(DialogModel.Row(leading: tr("From"), trailing: dataset.path))
                return rows
            }
    }
}
