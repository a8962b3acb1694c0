import ChartCore
import Ink
import Localization

extension InkBasis {
    /// The bases, by the units of bars.
    private static let names: [(unit: CalendarUnit, name: String)] = [
        (.hour, "hour"), (.day, "day"), (.week, "week"), (.month, "month"),
        (.quarter, "quarter"), (.year, "year"),
    ]

    /// The basis of sums over a unit; nil for minutes, which no bar shows.
    init?(_ unit: CalendarUnit) {
        guard let name = Self.names.first(where: { $0.unit == unit })?.name else { return nil }
        self.init(rawValue: name)
    }

    /// The unit of its sums; nil for a basis of a later version.
    var unit: CalendarUnit? { Self.names.first { $0.name == rawValue }?.unit }

    /// A period whose bars have this basis, if they show totals.
    var period: Period? {
        switch unit {
        case .hour: .day
        case .day: .month
        case .week: .halfYear
        case .month, .quarter: .year
        case .year: .all
        case .minute, nil: nil
        }
    }

    /// How many drawings belong to it, in words.
    func words(count: Int) -> String {
        switch unit {
        case .hour: trn("{n} drawing on hours", "{n} drawings on hours", count: count)
        case .day: trn("{n} drawing on days", "{n} drawings on days", count: count)
        case .week: trn("{n} drawing on weeks", "{n} drawings on weeks", count: count)
        case .month, .quarter:
            trn("{n} drawing on months", "{n} drawings on months", count: count)
        case .year: trn("{n} drawing on years", "{n} drawings on years", count: count)
        case .minute, nil:
            trn("{n} drawing on other sums", "{n} drawings on other sums", count: count)
        }
    }
}
