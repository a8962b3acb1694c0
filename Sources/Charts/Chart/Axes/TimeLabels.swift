import ChartCore
import Localization

/// Labels of a time axis: the smallest unit that distinguishes ticks, and the larger one where it
/// begins.
///
/// A weekday alone is enough if about a week is visible. Beyond that the day of the month is added,
/// because each weekday occurs twice, and also if only a few days are visible. In the same way the
/// months of a single year need no year.
public struct TimeLabels: AxisLabeling {
    /// The calendar of the times.
    public let calendar: CivilCalendar
    /// The locale in which they are written.
    public let locale: LocaleFormat
    /// The unit of the bars: the label of a unit is under the middle of its bar.
    public let slot: CalendarUnit?
    /// The bar whose label is emphasised; nil for none.
    public var emphasis: Extent?
    /// Whether more than a week is visible, or only a few days.
    var hasDates = false
    /// Whether more than a year is visible.
    var hasManyYears = false

    /// Labels in a calendar and a locale.
    ///
    /// - Parameters:
    ///   - slot: the unit of the bars over the axis; nil if there are none.
    ///   - emphasis: the bar whose label is emphasised.
    public init(
        calendar: CivilCalendar, locale: LocaleFormat = .current, slot: CalendarUnit? = nil,
        emphasis: Extent? = nil
    ) {
        self.calendar = calendar
        self.locale = locale
        self.slot = slot
        self.emphasis = emphasis
    }

    /// A week and the hour by which clocks may change, and a year with a leap day, each with a
    /// small margin.
    private static let longest = (days: 4.3 * 86_400, week: 7.3 * 86_400, year: 369.0 * 86_400)

    public func variant(over length: Double) -> Int {
        let hasDates = length > Self.longest.week || length <= Self.longest.days
        return length > Self.longest.year ? 2 : hasDates ? 1 : 0
    }

    public func variant(_ number: Int) -> any AxisLabeling {
        var labels = self
        labels.hasDates = number >= 1
        labels.hasManyYears = number >= 2
        return labels
    }

    public func allows(_ step: AxisStep) -> Bool {
        // Bars of days have no hours to label.
        guard case .calendar(let step) = step, let slot else { return true }
        return slot == .hour ? step.unit >= .hour : step.unit >= .day
    }

    public func tier(at value: Double, step: AxisStep) -> AxisTier? {
        guard case .calendar(let step) = step else { return nil }
        let (unit, form): (CalendarUnit, DateForm)
        switch step.unit {
        case .fraction, .second, .minute, .hour: (unit, form) = (.day, .dayMonthYear)
        case .day, .week: (unit, form) = (.month, .monthYear)
        case .month: (unit, form) = (.year, .year)
        case .year: return nil
        }
        let span = calendar.span(of: unit, containing: value)
        return AxisTier(locale.date(CivilMoment(span.min, in: calendar), form), over: span)
    }

    public func label(_ tick: Tick, step: AxisStep) -> AxisLabel {
        guard case .calendar(let step) = step else { return AxisLabel("") }
        if step.unit == .fraction { return AxisLabel(fraction(tick.value, step: step.length)) }
        let begins = tick.begins ?? .minute
        var label = text(CivilMoment(tick.value, in: calendar), begins, step)
        switch place(begins, step) {
        case .middle(let unit):
            let end = calendar.next(unit, after: tick.value)
            label.placement = .slot(until: end)
            if emphasis == Extent(min: tick.value, max: end) { label.isStrong = true }
        case .beginning: label.placement = .leading
        case .tick: label.placement = .centered
        }
        label.hasGridLine = hasGridLine(begins, step)
        return label
    }

    public func samples(step: AxisStep) -> [AxisLabel] {
        guard case .calendar(let step) = step else { return [] }
        func sample(_ month: Int, _ day: Int, _ begins: CalendarUnit) -> AxisLabel {
            let moment = CivilMoment(
                year: 2028, month: month, day: day, hour: 20, minute: 48, second: 48)
            var label = text(moment, begins, step)
            if case .beginning = place(begins, step) { label.placement = .leading }
            return label
        }
        let months = 1...12
        switch step.unit {
        case .fraction:
            let moment = CivilMoment(year: 2028, month: 1, day: 1, hour: 20, minute: 48, second: 48)
            return [
                AxisLabel(
                    locale.date(moment, .timeWithSeconds)
                        + locale.axisValue(0, step: step.length).dropFirst())
            ]
        case .second: return [sample(1, 1, .minute)]
        case .hour where step.count >= 12:
            // Times of day are useful among days only if there is much room.
            let moment = CivilMoment(year: 2028, month: 9, day: 27, hour: 20, minute: 48)
            return [AxisLabel(locale.date(moment, .weekdayDayMonthTime))]
        case .minute, .hour: return [sample(1, 1, .hour)] + months.map { sample($0, 28, .day) }
        case .day where step.count == 1:
            // From a Monday to a Sunday, and the days on which months begin.
            return (20...26).map { sample(11, $0, .day) } + months.map { sample($0, 1, .month) }
        case .day, .week: return months.map { sample($0, 28, .week) } + [sample(1, 3, .year)]
        case .month: return months.map { sample($0, 1, .month) } + [sample(1, 1, .year)]
        case .year: return [sample(1, 1, .year)]
        }
    }

    /// The text at the beginning of a unit, and its look.
    private func text(
        _ moment: CivilMoment, _ begins: CalendarUnit, _ step: CalendarStep
    ) -> AxisLabel {
        func date(_ form: DateForm) -> String { locale.date(moment, form) }
        switch step.unit {
        case .fraction, .second: return AxisLabel(date(.timeWithSeconds))
        case .minute, .hour:
            if begins >= .day {
                return AxisLabel(date(.dayMonth), short: date(.weekday), isStrong: true)
            }
            return AxisLabel(date(step.unit == .hour ? .hour : .time))
        case .day where step.count == 1:
            let day = date(hasDates ? .weekdayDay : .weekday)
            if begins < .month { return AxisLabel(day) }
            return AxisLabel(
                date(begins == .year ? .dayMonthYear : .dayMonth), short: day, isStrong: true,
                isShortStrong: hasDates)
        case .day, .week:
            let day = date(.dayMonth)
            return begins == .year
                ? AxisLabel(date(.dayMonthYear), short: day, isStrong: true) : AxisLabel(day)
        case .month:
            return begins == .year
                ? AxisLabel(
                    date(.shortMonthYear), short: date(hasManyYears ? .year : .month),
                    isStrong: true, isShortStrong: hasManyYears) : AxisLabel(date(.month))
        case .year: return AxisLabel(date(.year))
        }
    }

    /// The position of a text relative to its tick.
    private enum Place {
        case tick
        case beginning
        /// In the middle of the unit that begins there.
        case middle(CalendarUnit)
    }

    private func place(_ begins: CalendarUnit, _ step: CalendarStep) -> Place {
        switch step.unit {
        case .fraction, .second: .tick
        case .minute, .hour:
            begins >= .day
                ? .beginning : slot == .hour && step.unit == .hour ? .middle(.hour) : .tick
        case .day: .middle(.day)
        case .week: .middle(slot == .week ? .week : .day)
        case .month where isSlot(step), .year where isSlot(step): slot.map { .middle($0) } ?? .tick
        case .month, .year: .beginning
        }
    }

    private func hasGridLine(_ begins: CalendarUnit, _ step: CalendarStep) -> Bool {
        switch step.unit {
        case .fraction, .second: true
        case .minute, .hour: begins >= .day || slot != .hour
        case .day: false
        case .week: slot == nil
        case .month, .year: !isSlot(step)
        }
    }

    /// Whether a bar is as long as the step.
    private func isSlot(_ step: CalendarStep) -> Bool {
        switch (step.unit, step.count) {
        case (.month, 1): slot == .month
        case (.month, 3): slot == .quarter
        case (.year, 1): slot == .year
        default: false
        }
    }

    /// A time with as many digits of the second as distinguish ticks.
    private func fraction(_ value: Double, step: Double) -> String {
        let second = value.rounded(.down)
        let digits = locale.axisValue(value - second, step: step)
        // A fraction that rounds up to the next second belongs to that second.
        let isNext = !digits.hasPrefix(locale.number(0))
        let moment = CivilMoment(isNext ? second + 1 : second, in: calendar)
        return locale.date(moment, .timeWithSeconds) + digits.dropFirst()
    }
}
