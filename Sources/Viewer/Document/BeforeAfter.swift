import ChartCore
import HealthData
import Statistics

/// The days of a metric before and after a day, and how far they differ.
struct BeforeAfter: Equatable {
    /// What is compared: how many days, and how many are left out from the day itself on.
    struct Windows: Equatable {
        /// Days on each side.
        var days = 30
        /// Days that are left out, with the day itself: what began then may need time.
        var leftOut = 1

        static let choicesOfDays = [14, 30, 60, 90]
        static let choicesOfLeftOut = [1, 7, 14]
    }

    /// One component of the metric: a blood pressure has two.
    struct Part: Equatable {
        /// The days before that have values, and those after.
        var counts: (before: Int, after: Int)
        /// Nil if too few days have values.
        var difference: MeanDifference?

        static func == (a: Part, b: Part) -> Bool {
            a.counts == b.counts && a.difference == b.difference
        }
    }

    let windows: Windows
    /// From the first instant to the first that is not in it any more.
    let before: Extent
    let after: Extent
    let parts: [Part]

    /// Compares the days around an instant; nil for a metric whose values have no days.
    ///
    /// A day counts by its total, or else by the mean of its readings. The last day of amounts that add up
    /// may have only begun, and does not count.
    ///
    /// - Parameters:
    ///   - instant: the beginning of what is looked at.
    ///   - end: its end: no day of it counts as a day after it; nil if it has none.
    init?(
        _ data: MetricData, around instant: Double, until end: Double? = nil, _ windows: Windows,
        in calendar: CivilCalendar
    ) {
        let day = calendar.date(of: instant)
        func start(_ days: Int) -> Double { calendar.start(of: day.adding(days: days)) }
        let last = end.map { calendar.date(of: max($0.nextDown, instant)).days } ?? day.days
        let first = max(windows.leftOut, last - day.days + 1)
        self.windows = windows
        before = Extent(min: start(-windows.days), max: start(0))
        after = Extent(min: start(first), max: start(first + windows.days))
        // One side in bed and the other asleep could not be compared.
        let whole = Extent(min: before.min, max: after.max)
        guard let earlier = data.dayValues(over: before, of: whole, calendar),
            let later = data.dayValues(over: after, of: whole, calendar)
        else { return nil }
        parts = zip(earlier.values, later.values).map {
            Part(
                counts: ($0.count, $1.count), difference: MeanDifference(before: $0, after: $1))
        }
    }
}
