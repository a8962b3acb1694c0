// The days of a metric against a goal.
//
// A day is judged by its total. A day without data is not judged, and ends a run. The last day of a
// record of amounts may have only begun: it is open until it has reached the goal, or can no longer.

import ChartCore
import HealthData

/// The days of amounts that count for a goal, each with whether it has reached it.
struct GoalDays: Equatable, Sendable {
    enum Mark: Sendable {
        case reached, missed
        /// The day may not be over.
        case open
    }

    /// Reached days one after the other; weekdays that do not count are passed over.
    struct Run: Equatable, Sendable {
        /// From the first day to the one after the last.
        var days: Range<Int>
        /// The number of days that reached the goal.
        var count: Int
    }

    /// The days that count and have a value, in order.
    private(set) var days: [Int] = []
    private(set) var marks: [Mark] = []
    private let goal: Goal

    /// Judges all days of a metric; nil for a metric whose values are no amounts of a day.
    ///
    /// Cost: the days of the record.
    init?(_ goal: Goal, _ data: MetricData, in calendar: CivilCalendar) {
        guard case .totals(let ladder) = data.content, data.extent.isProper,
            let values = data.dayValues(
                over: data.extent, of: data.extent, leavesOutOpenDay: false, calendar)
        else { return nil }
        self.goal = goal
        // A night is over when it has been recorded.
        let open =
            data.nights == nil
            ? ladder.days.buckets.last.map { calendar.date(of: $0.span.mid).days } : nil
        for (day, value) in zip(values.days, values.values.first ?? []) where goal.counts(day: day)
        {
            let isReached = goal.isReached(by: value)
            // More may come: what is above the least stays so, what is below the most may not.
            let isDecided = day != open || isReached != goal.isDownwards
            days.append(day)
            marks.append(!isDecided ? .open : isReached ? .reached : .missed)
        }
    }

    /// How many of the days in a range have reached it, and how many are over.
    func count(in range: Range<Int>) -> (reached: Int, of: Int) {
        var (reached, of) = (0, 0)
        for place in places(in: range) where marks[place] != .open {
            of += 1
            if marks[place] == .reached { reached += 1 }
        }
        return (reached, of)
    }

    /// Whether a day may not be over.
    func isOpen(_ day: Int) -> Bool {
        days.last == day && marks.last == .open
    }

    /// The days in a range that have reached it.
    func reached(in range: Range<Int>) -> [Int] {
        places(in: range).filter { marks[$0] == .reached }.map { days[$0] }
    }

    private func places(in range: Range<Int>) -> Range<Int> {
        let first = days.indices.partitioningIndex { days[$0] >= range.lowerBound }
        return first..<max(first, days.indices.partitioningIndex { days[$0] >= range.upperBound })
    }

    /// The runs of days that have reached it, in order.
    var runs: [Run] {
        var runs: [Run] = []
        for (day, mark) in zip(days, marks) where mark == .reached {
            if let last = runs.last, isNext(day, after: last.days.upperBound) {
                runs[runs.count - 1] = Run(
                    days: last.days.lowerBound..<day + 1, count: last.count + 1)
            } else {
                runs.append(Run(days: day..<day + 1, count: 1))
            }
        }
        return runs
    }

    /// The longest run, the latest of several.
    var longestRun: Run? { runs.reversed().max { $0.count < $1.count } }

    /// The run that reaches the last day that is over.
    var currentRun: Run? {
        guard let last = days.indices.last(where: { marks[$0] != .open }).map({ days[$0] }),
            let run = runs.last,
            run.days.upperBound == last + 1
        else { return nil }
        return run
    }

    /// Whether a day is the first that counts from another day on.
    private func isNext(_ day: Int, after end: Int) -> Bool {
        day >= end && !(end..<day).contains { goal.counts(day: $0) }
    }
}
