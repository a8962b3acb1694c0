import ChartCore
import Charts
import HealthData
import Localization

/// The sentences of goals, in the units that are shown.
struct GoalWords {
    let format: MetricFormat
    let calendar: CivilCalendar
    /// The year that is not written.
    let year: Int?

    private var locale: LocaleFormat { format.locale }

    /// A value with no more decimals than it needs: `71 kg`.
    func value(_ value: Double) -> String {
        let digits = LocaleFormat.fractionDigits(
            of: format.scale.shown(value), upTo: format.digits(of: value))
        return format.figure(value, digits: digits).text
    }

    /// A day: `9 Nov`, `9 Nov 2027`.
    func date(_ day: Int) -> String {
        let date = CivilDate(days: day)
        return locale.date(
            CivilMoment(calendar.start(of: date), in: calendar),
            date.year == year ? .dayMonth : .dayMonthYear)
    }

    /// Its name: `Goal 10,000`, `Goal at most 60 bpm`, `Goal 71 kg by 1 Dec`.
    func name(_ goal: Goal) -> String {
        let value = value(goal.value)
        let isAmount =
            format.metric.aggregation == .sum || format.metric.aggregation == .category
        var name =
            switch goal.direction {
            case .atMost: tr("Goal at most {1}", value)
            case .atLeast where !isAmount: tr("Goal at least {1}", value)
            case .atLeast, .reach: tr("Goal {1}", value)
            }
        if let day = goal.day { name = tr("{1} by {2}", name, date(day)) }
        if !goal.weekdays.isEmpty { name += " · " + weekdays(goal.weekdays) }
        return name
    }

    /// Its name, and when it is likely to be reached: `Goal 71 kg · about 9 Nov`.
    func sentence(_ goal: Goal, _ forecast: GoalForecast?) -> String {
        switch forecast {
        case .reached: name(goal) + " · " + tr("reached")
        case .between(_, let middle, _): name(goal) + " · " + tr("about {1}", date(middle))
        default: name(goal)
        }
    }

    /// When it is likely to be reached, or why there is no date, as a sentence; empty for nothing.
    func explanation(_ forecast: GoalForecast?) -> String {
        switch forecast {
        case nil: ""
        case .reached: tr("The last value has reached the goal.")
        case .trendReached: tr("The trend has reached the goal, the last value has not.")
        case .tooFewDays(let count):
            tr(
                "No date can be given: too few days with values in a year ({1} of {2}).",
                locale.number(count), locale.number(28))
        case .outdated: tr("No date can be given: the last value is too old.")
        case .never:
            tr("No date can be given: too few of the likely courses reach the goal within a year.")
        case .between(let first, _, let last):
            tr(
                "If the trend goes on, you reach it between {1} and {2} (80 %).", date(first),
                date(last))
        }
    }

    /// How far a value is from the goal: `1,588 to the goal`, `goal reached`.
    ///
    /// - Parameter isOpen: whether more may be added to the value.
    func state(_ goal: Goal, of value: Double, isOpen: Bool) -> String {
        if goal.isReached(by: value) {
            return isOpen && goal.isDownwards
                ? tr("{1} below the goal", distance(goal.value, value)) : tr("goal reached")
        }
        return goal.direction == .atMost
            ? tr("{1} above the goal", distance(goal.value, value))
            : tr("{1} to the goal", distance(goal.value, value))
    }

    /// How far a value is from the goal, as a figure with its name: `1,588`, `to the goal`.
    func part(_ goal: Goal, of value: Double, isOpen: Bool) -> (figure: Figure, name: String) {
        if goal.isReached(by: value), !isOpen || !goal.isDownwards {
            return (Figure(self.value(goal.value)), tr("goal reached"))
        }
        let size = Figure(distance(goal.value, value))
        if goal.isReached(by: value) { return (size, tr("below the goal")) }
        return (size, goal.direction == .atMost ? tr("above the goal") : tr("to the goal"))
    }

    /// The weekdays that count.
    func weekdays(_ days: Set<Int>) -> String {
        switch days {
        case Goal.workingDays: tr("Monday to Friday")
        case Goal.weekend: tr("Saturday and Sunday")
        default:
            days.sorted().map {
                // 5 January 1970 was a Monday.
                locale.date(
                    CivilMoment(calendar.start(of: CivilDate(days: 4 + $0)), in: calendar),
                    .weekdayName)
            }.joined(separator: ", ")
        }
    }

    private func distance(_ goal: Double, _ value: Double) -> String {
        // Two values that look equal are not.
        format.separation(goal, value)?.text ?? format.size(ofDifference: goal - value).text
    }
}
