import ChartCore
import Charts
import HealthData
import Localization

/// A year of a metric by days, and how it is written.
struct CalendarYear {
    /// How many days a weekday needs for a mean.
    static let leastOfWeekday = 5

    let year: Int
    /// All days with a value.
    let values: DayValues
    /// The last day if it may have only begun: it has a value, but does not count.
    let openDay: Int?
    let steps: DaySteps
    let profile: WeekdayProfile

    init(_ year: Int, _ source: DaySource) {
        self.year = year
        let days = YearGrid.days(of: year)
        values = source.values(days, leavesOutOpenDay: false)
        let counted = source.values(days)
        openDay = values.count > counted.count ? values.days.last : nil
        steps = DaySteps(counted.values.first ?? [])
        profile = WeekdayProfile(counted)
    }
}

/// The words of a year.
struct CalendarWords {
    let format: MetricFormat
    let locale: LocaleFormat

    /// The components of a day or of a mean in one.
    private func text(_ values: [Double], _ figure: (Double) -> Figure) -> String {
        guard let first = values.first else { return "" }
        return
            (values.count == 2 ? format.pair(figure(values[0]), figure(values[1])) : figure(first))
            .text
    }

    private func moment(_ day: Int) -> CivilMoment {
        let date = CivilDate(days: day)
        return CivilMoment(year: date.year, month: date.month, day: date.day)
    }

    /// The days of the year, in order.
    func days(_ year: CalendarYear) -> [CalendarModel.Day] {
        let places = Dictionary(
            zip(year.values.days, year.values.days.indices), uniquingKeysWith: { a, _ in a })
        return YearGrid.days(of: year.year).map { day in
            let date = locale.date(moment(day), .weekdayDayMonthYear)
            guard let place = places[day] else {
                return CalendarModel.Day(step: nil, date: date, value: tr("no record"))
            }
            let values = year.values.values.map { $0[place] }
            let step = year.steps.index(of: values.first ?? 0)
            let isOpen = day == year.openDay
            return CalendarModel.Day(
                step: step, date: date,
                value: text(values, format.figure) + " · "
                    + (isOpen ? tr("the day may not be over") : rank(step, year)))
        }
    }

    /// How a day compares with the year.
    private func rank(_ step: Int, _ year: CalendarYear) -> String {
        if year.steps.steps.count < 2 { return tr("as on all days") }
        return switch step {
        case 0: tr("among the lowest days")
        case 1: tr("among the lower days")
        case 2: tr("among the middle days")
        case 3: tr("among the higher days")
        default: tr("among the highest days")
        }
    }

    /// The names of the steps that have days, with their values.
    func keys(_ year: CalendarYear) -> [(step: Int?, words: String)] {
        let steps = year.steps.steps
        var keys: [(step: Int?, words: String)] = steps.map { step in
            let range = step.range
            let low = format.figure(range.lowerBound)
            let high = format.figure(range.upperBound)
            let values =
                low == high ? low.text : format.range(range.lowerBound, range.upperBound).text
            if steps.count < 2 { return (step.index, tr("All days: {1}", values)) }
            return switch step.index {
            case 0: (0, tr("Lowest: {1}", values))
            case 1: (1, tr("Lower: {1}", values))
            case 2: (2, tr("Middle: {1}", values))
            case 3: (3, tr("Higher: {1}", values))
            default: (step.index, tr("Highest: {1}", values))
            }
        }
        if year.values.count < YearGrid.days(of: year.year).count {
            keys.append((nil, tr("No record")))
        }
        return keys
    }

    /// What the colours are, as sentences.
    func explanation(_ year: CalendarYear) -> String {
        guard year.values.count > 0 else { return tr("The year has no records.") }
        var sentences = [
            trn("{n} day has a record.", "{n} days have a record.", count: year.values.count)
        ]
        if year.steps.steps.count > 1 {
            sentences.append(tr("Each colour has about a fifth of them."))
            if year.values.values.count > 1 {
                sentences.append(tr("They are coloured by the upper value."))
            }
        }
        return sentences.joined(separator: " ")
    }

    /// The weekdays from the first one of the week on; none in a year without values.
    func weekdays(_ year: CalendarYear, firstWeekday: Weekday) -> [CalendarModel.Weekday] {
        guard year.values.count > 0 else { return [] }
        let known = year.profile.weekdays.filter { $0.count >= CalendarYear.leastOfWeekday }
        var ends = Extent.nothing
        for day in known {
            if let mean = day.means.first { ends.include(mean) }
            if let half = day.quartiles.first {
                ends.include(half.lowerBound)
                ends.include(half.upperBound)
            }
        }
        // Amounts begin at nothing; of other values only the differences are of interest.
        let isAmount = format.metric.aggregation == .sum
        if isAmount { ends.include(0) }
        let margin = max(ends.length, 1e-9) * 0.04
        let low = isAmount ? ends.min : ends.min - margin
        let length = ends.max + margin - low
        return (0..<7).map { offset in
            let place = (firstWeekday.rawValue - 1 + offset) % 7
            let day = year.profile.weekdays[place]
            // 5 January 1970 was a Monday.
            let name = locale.date(moment(4 + place), .weekdayName)
            let count = trn("{n} day", "{n} days", count: day.count)
            guard day.count >= CalendarYear.leastOfWeekday, let mean = day.means.first,
                let half = day.quartiles.first
            else {
                let value = tr("{1}: too few for a mean", count)
                return CalendarModel.Weekday(name: name, value: value, lines: [value])
            }
            let means = text(day.means, format.average)
            let halves = day.quartiles.map { format.range($0.lowerBound, $0.upperBound).number }
                .joined(separator: ", ")
            return CalendarModel.Weekday(
                name: name, value: tr("mean {1}, half {2}, {3}", means, halves, count),
                lines: [tr("mean {1}, {2}", means, count), tr("half {1}", halves)],
                bar: CalendarModel.Weekday.Bar(
                    half: (half.lowerBound - low) / length...(half.upperBound - low) / length,
                    mean: (mean - low) / length))
        }
    }

    /// The short names of the rows of the calendar.
    func rowNames(firstWeekday: Weekday) -> [String] {
        (0..<7).map { locale.date(moment(4 + (firstWeekday.rawValue - 1 + $0) % 7), .weekday) }
    }

    /// The short names of the months.
    var monthNames: [String] {
        (1...12).map { locale.date(CivilMoment(year: 2001, month: $0, day: 1), .month) }
    }
}
