// What can be said of one metric, by rules that a person can check.
//
// Every rule works on the values of days (`DayValues`), names the least number of days that it needs, and
// says nothing with fewer. "The day" is the last day that counts: today, or the last day with any record
// if that is earlier, so that an old export is described as it was.

import ChartCore
import HealthData
import Statistics

/// What can be said of one metric.
struct MetricInsight: Sendable {
    let metric: Metric
    /// This month against the one before.
    let month: MonthChange?
    /// The days after notes against those before.
    let notes: [NoteChange]
    /// How fast it rises or falls.
    let rate: RateOfChange?
    /// A day of the last week that was the highest in a long time.
    let highest: HighestDay?
    /// The last 90 days against the year before.
    let year: YearTrend?
    /// Where the latest value is among the usual ones, or where the values go.
    let state: RecentState?

    /// Finds everything; nil for a metric whose values have no days.
    ///
    /// Cost: some thousand values of days.
    ///
    /// - Parameters:
    ///   - day: the last day that counts.
    ///   - isToday: whether that day is not over.
    ///   - notes: the notes of the library.
    init?(
        _ data: MetricData, day: CivilDate, isToday: Bool, notes: [Library.Note],
        in calendar: CivilCalendar
    ) {
        let days = DaySource(data, day: day, isToday: isToday, calendar)
        guard days.hasDays else { return nil }
        metric = data.metric
        month = MonthChange(days)
        self.notes = NoteChange.all(notes, days)
        rate = RateOfChange(days)
        highest = HighestDay(days)
        year = YearTrend(days)
        state = RecentState(days)
    }
}

/// The days of a metric up to one of them.
struct DaySource {
    let data: MetricData
    /// The last day that counts.
    let day: CivilDate
    /// Whether that day is not over.
    let isToday: Bool
    let calendar: CivilCalendar

    init(_ data: MetricData, day: CivilDate, isToday: Bool = false, _ calendar: CivilCalendar) {
        (self.data, self.day, self.isToday, self.calendar) = (data, day, isToday, calendar)
    }

    var metric: Metric { data.metric }

    /// Whether the values have days.
    var hasDays: Bool {
        switch data.content {
        case .totals, .readings, .pairs: true
        case .lines, .categories: false
        }
    }

    /// The values of the days of a range that count.
    func values(_ days: Range<Int>, leavesOutOpenDay: Bool = true) -> DayValues {
        let days = days.clamped(to: Int.min / 2..<day.days + 1)
        guard !days.isEmpty else { return DayValues() }
        let span = calendar.extent(ofDays: days)
        return data.dayValues(
            over: span, of: span, leavesOutOpenDay: leavesOutOpenDay, calendar) ?? DayValues()
    }

    /// The days of the month that contains a day.
    func month(of day: CivilDate) -> Range<Int> {
        let start = calendar.start(of: .month, containing: calendar.start(of: day))
        let end = calendar.next(.month, after: start)
        return calendar.date(of: start).days..<calendar.date(of: end).days
    }
}

extension [MeanDifference] {
    /// The probability of the clearest of several differences by chance (Bonferroni's correction).
    var leastP: Double { Swift.min(1, (map(\.p).min() ?? 1) * Double(count)) }
}

/// A month against the one before.
struct MonthChange: Equatable, Sendable {
    /// The days of the month, and of the one before.
    let days: Range<Int>
    let daysBefore: Range<Int>
    /// Whether it is the month of the last day that counts.
    let isCurrent: Bool
    /// The number of days that could have a value.
    let elapsed: Int
    let values: DayValues
    let valuesBefore: DayValues
    /// One for each component.
    let differences: [MeanDifference]

    var p: Double { differences.leastP }

    /// A month needs eight days with values, and values on half of its days; a month that has only begun
    /// gives way to the one before.
    init?(_ source: DaySource) {
        let current = source.month(of: source.day)
        for month in [current, source.month(of: CivilDate(days: current.lowerBound - 1))] {
            let before = source.month(of: CivilDate(days: month.lowerBound - 1))
            let values = source.values(month)
            let elapsed = Swift.min(month.upperBound, source.day.days + 1) - month.lowerBound
            guard values.count >= MeanDifference.least, values.count * 2 >= elapsed else {
                continue
            }
            let valuesBefore = source.values(before)
            guard valuesBefore.count * 2 >= before.count else { return nil }
            let differences = zip(valuesBefore.values, values.values).compactMap {
                MeanDifference(before: $0, after: $1)
            }
            guard differences.count == values.values.count, !differences.isEmpty else {
                return nil
            }
            days = month
            daysBefore = before
            isCurrent = month == current
            self.elapsed = elapsed
            self.values = values
            self.valuesBefore = valuesBefore
            self.differences = differences
            return
        }
        return nil
    }
}

/// The days after a note against those before.
struct NoteChange: Equatable, Sendable {
    let note: Library.Note
    let comparison: BeforeAfter
    let values: DayValues
    let valuesBefore: DayValues

    var differences: [MeanDifference] { comparison.parts.compactMap(\.difference) }
    var p: Double { differences.leastP }

    /// A note that began longer ago is no news, in days.
    private static let oldest = 180
    /// The most notes that are looked at, the latest first.
    private static let most = 12

    static func == (a: NoteChange, b: NoteChange) -> Bool {
        a.note == b.note && a.comparison == b.comparison
    }

    /// The changes at the latest notes of a metric, with enough days on both sides.
    static func all(_ notes: [Library.Note], _ source: DaySource) -> [NoteChange] {
        let first = source.calendar.start(
            of: source.day.adding(days: -oldest))
        let end = source.calendar.start(of: source.day.adding(days: 1))
        return notes.filter {
            ($0.metric == nil || $0.metric == source.metric.id) && $0.start >= first
                && $0.start < end
        }.suffix(most).compactMap { NoteChange($0, source) }
    }

    private init?(_ note: Library.Note, _ source: DaySource) {
        guard
            let found = BeforeAfter(
                source.data, around: note.start, until: note.end, BeforeAfter.Windows(),
                in: source.calendar),
            found.parts.allSatisfy({ $0.difference != nil }), !found.parts.isEmpty
        else { return nil }
        self.note = note
        comparison = found
        let whole = Extent(min: found.before.min, max: found.after.max)
        func days(_ span: Extent) -> DayValues {
            source.data.dayValues(over: span, of: whole, source.calendar) ?? DayValues()
        }
        (valuesBefore, values) = (days(found.before), days(found.after))
    }
}

/// How fast readings rise or fall.
struct RateOfChange: Equatable, Sendable {
    /// The days that were looked at.
    let days: Range<Int>
    let values: DayValues
    /// Per week, with where it is likely to be.
    let perWeek: Double
    let interval: ClosedRange<Double>
    let p: Double

    /// The days that are looked at: six weeks.
    static let length = 42
    /// The least number of days with values, and days from the first of them to the last.
    static let least = (count: 10, span: 28)
    /// The metrics whose rate is worth a sentence.
    private static let metrics: Set<MetricID> = [.weight, .bodyFat, .muscle, .waist]

    var isClear: Bool { interval.lowerBound > 0 || interval.upperBound < 0 }

    init?(_ source: DaySource) {
        guard Self.metrics.contains(source.metric.id) else { return nil }
        self.init(anyOf: source)
    }

    /// The rate of any metric.
    init?(anyOf source: DaySource) {
        let days = source.day.days - Self.length + 1..<source.day.days + 1
        let values = source.values(days)
        guard values.count >= Self.least.count, let first = values.days.first,
            let last = values.days.last, last - first >= Self.least.span,
            let line = TheilSen(values.days.map { Double($0 - first) }, values.values[0])
        else { return nil }
        self.days = days
        self.values = values
        perWeek = line.slope * 7
        interval = line.interval.lowerBound * 7...line.interval.upperBound * 7
        p = MannKendall(values.values[0])?.p ?? 1
    }
}

/// A day of the last week that was the highest in a long time.
struct HighestDay: Equatable, Sendable {
    let day: Int
    let value: Double
    /// The latest earlier day that was as high; nil if there was none.
    let earlier: Int?
    /// The values of the last four weeks.
    let values: DayValues

    /// How long no day may have been higher, and how many of those days need values.
    static let least = (days: 28, count: 14)
    /// How many days ago it may be.
    private static let recent = 7

    init?(_ source: DaySource) {
        // A high day of other sums, such as the hours of sleep, is nothing to aim at.
        guard source.metric.family == .activity, source.metric.aggregation == .sum else {
            return nil
        }
        let end = source.day.days + 1
        let values = source.values(end - Self.least.days..<end, leavesOutOpenDay: false)
        guard values.count >= Self.least.count,
            let best = values.days.indices.max(by: {
                values.values[0][$0] < values.values[0][$1]
            }), values.days[best] > source.day.days - Self.recent, values.values[0][best] > 0
        else { return nil }
        let value = values.values[0][best]
        // A tie has no highest day.
        guard values.values[0].count(where: { $0 == value }) == 1 else { return nil }
        let first = source.calendar.date(of: source.data.extent.min).days
        let before = source.values(first..<values.days[best], leavesOutOpenDay: false)
        let earlier = before.days.indices.last { before.values[0][$0] >= value }
        day = values.days[best]
        self.value = value
        self.earlier = earlier.map { before.days[$0] }
        self.values = values
        guard day - (self.earlier ?? first) >= Self.least.days else { return nil }
    }
}

/// The last 90 days against the year before.
struct YearTrend: Equatable, Sendable {
    /// The mean of the days, for each component, in the year before and in the last 90 days.
    let before: [Double]
    let after: [Double]
    /// The direction, if there is no doubt about it: 1 up, -1 down, else 0.
    let direction: Int
    /// The numbers of days with values.
    let counts: (before: Int, after: Int)
    /// The means of the weeks of the 90 days; not a number for weeks without values.
    let weeks: [Double]

    static let length = 90
    static let least = (before: 90, after: 28)

    static func == (a: YearTrend, b: YearTrend) -> Bool {
        a.before == b.before && a.after == b.after && a.direction == b.direction
            && a.counts == b.counts && a.weeks.count == b.weeks.count
    }

    init?(_ source: DaySource) {
        let end = source.day.days + 1
        let after = source.values(end - Self.length..<end)
        let before = source.values(end - Self.length - 365..<end - Self.length)
        guard after.count >= Self.least.after, before.count >= Self.least.before else {
            return nil
        }
        let differences = zip(before.values, after.values).compactMap {
            MeanDifference(before: $0, after: $1)
        }
        guard differences.count == after.values.count, let first = differences.first else {
            return nil
        }
        self.before = differences.map(\.before)
        self.after = differences.map(\.after)
        direction = first.isClear ? (first.difference > 0 ? 1 : -1) : 0
        counts = (before.count, after.count)
        weeks = stride(from: end - 91, to: end, by: 7).map { start in
            let week = after.within(start..<start + 7)
            return week.count > 0
                ? week.values[0].reduce(0, +) / Double(week.count) : .nan
        }
    }
}

/// Where the latest value is among the usual ones, or where the values go.
enum RecentState: Equatable, Sendable {
    case rising, falling, steady
    case aboveUsual, usual, belowUsual

    /// How many days the usual values are of, and how many need a value.
    static let least = (days: 90, count: 28)

    /// The part of an arrow: 1 up, -1 down, else 0.
    var direction: Int {
        switch self {
        case .rising, .aboveUsual: 1
        case .falling, .belowUsual: -1
        case .steady, .usual: 0
        }
    }

    /// Weights and pressures rise or fall; of others, the latest day is among the middle half of the days
    /// before it, or above or below them.
    init?(_ source: DaySource) {
        let slow = MetricData.hasTrend(source.metric) || source.metric.aggregation == .pair
        if slow {
            guard let rate = RateOfChange(anyOf: source) else { return nil }
            self =
                rate.isClear && rate.p < 0.05 ? (rate.perWeek > 0 ? .rising : .falling) : .steady
            return
        }
        let end = source.day.days + 1
        let days = source.values(end - Self.least.days..<end, leavesOutOpenDay: false)
        guard let last = days.days.last else { return nil }
        let value = days.values[0][days.count - 1]
        guard let usual = UsualRange(before: last, in: days) else { return nil }
        // A day that is not over may still become a usual one, or more.
        let isOpen =
            source.metric.aggregation == .sum && source.isToday && last == source.day.days
        if value > usual.range.upperBound {
            self = .aboveUsual
        } else if isOpen {
            return nil
        } else {
            self = value < usual.range.lowerBound ? .belowUsual : .usual
        }
    }
}
