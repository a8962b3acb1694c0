// When a level is likely to reach its goal.
//
// Method: the local linear trend of the last year of days (`LocalLinearTrend`), and the first passage of
// 4,000 of its courses (`FirstPassage`) with a fixed seed, so that the same data have the same dates.

import ChartCore
import HealthData
import Platform
import Statistics
import Synchronization

/// When the values of days are likely to reach a goal.
enum GoalForecast: Equatable, Sendable {
    /// The last day has reached it.
    case reached
    /// The last day has not, but its trend has.
    case trendReached
    /// Fewer days with values than a trend needs: how many there are.
    case tooFewDays(Int)
    /// The last value is from long ago.
    case outdated
    /// Too few of the likely courses arrive within a year.
    case never
    /// Days, as `CivilDate.days` counts them: 80 of 100 courses arrive between the first and the last, and
    /// half of them until the one in the middle.
    case between(first: Int, middle: Int, last: Int)

    /// How many days a trend is made of.
    private static let days = 365
    /// From how many days on the last value is too old for a date.
    private static let oldFrom = 31
    private static let seed: UInt64 = 20_261_129

    /// Finds it; nil for a metric whose values are no levels.
    ///
    /// Cost: some tens of milliseconds.
    ///
    /// - Parameter day: the last day that counts.
    init?(_ goal: Goal, _ data: MetricData, day: CivilDate, in calendar: CivilCalendar) {
        guard case .readings = data.content else { return nil }
        let source = DaySource(data, day: day, calendar)
        let found = source.values(day.days - 10 * Self.days..<day.days + 1)
        guard let last = found.days.last, let value = found.values.first?.last else {
            self = .tooFewDays(0)
            return
        }
        if goal.isReached(by: value) {
            self = .reached
            return
        }
        guard day.days - last < Self.oldFrom else {
            self = .outdated
            return
        }
        let first = last - Self.days + 1
        var values = [Double](repeating: .nan, count: Self.days)
        for (day, value) in zip(found.days, found.values[0]) where day >= first {
            values[day - first] = value
        }
        values = Array(values.drop { !$0.isFinite })
        guard let trend = LocalLinearTrend(values), let level = trend.states.last?.level else {
            self = .tooFewDays(values.count(where: \.isFinite))
            return
        }
        if goal.isReached(by: level) {
            self = .trendReached
            return
        }
        var random = SplitMix64(seed: Self.seed)
        guard let passage = FirstPassage(of: trend, at: goal.value, using: &random),
            last + passage.days.upperBound > day.days
        else {
            self = .never
            return
        }
        self = .between(
            first: last + passage.days.lowerBound, middle: last + passage.middle,
            last: last + passage.days.upperBound)
    }
}

/// Finds forecasts on threads; each only again if its data, its goal or the day change.
@MainActor
final class ForecastLoading {
    private struct Key: Equatable {
        var revision: [Int]
        var goal: Goal
        var day: Int
    }

    private final class Job: Sendable {
        let made = Mutex<[(metric: MetricID, number: Int, forecast: GoalForecast?)]>([])
    }

    /// What is wanted of a metric, and what was found.
    private struct Entry {
        var key: Key
        /// The number of its job: what an earlier one finds is of no use any more.
        var number: Int
        var isFound = false
        var forecast: GoalForecast?
    }

    private var entries: [MetricID: Entry] = [:]
    private let job = Job()
    /// How many forecasts have been started: for tests.
    private(set) var started = 0

    /// Whether a forecast is being made.
    var isRunning: Bool { entries.values.contains { !$0.isFound } }

    /// The forecast of a metric, started if there is none; nil until it has been found.
    ///
    /// - Parameters:
    ///   - revision: changes whenever the document or the data do.
    ///   - day: the last day that counts.
    ///   - waits: whether it returns when it has been found.
    func forecast(
        _ goal: Goal, _ data: MetricData, revision: [Int], day: CivilDate,
        in calendar: CivilCalendar,
        waits: Bool
    ) -> GoalForecast? {
        collect()
        let metric = data.metric.id
        let key = Key(revision: revision, goal: goal, day: day.days)
        if entries[metric]?.key != key {
            started += 1
            let number = started
            entries[metric] = Entry(key: key, number: number)
            let job = job
            @Sendable nonisolated func find() {
                let forecast = GoalForecast(goal, data, day: day, in: calendar)
                job.made.withLock { $0.append((metric, number, forecast)) }
            }
            if waits {
                find()
                collect()
            } else {
                WorkerThread.detach(priority: .background) { find() }
            }
        }
        return entries[metric]?.forecast
    }

    /// Forgets a metric whose goal was removed.
    func forget(_ metric: MetricID) { entries[metric] = nil }

    /// Takes what threads have found.
    func collect() {
        let made = job.made.withLock { made in
            defer { made = [] }
            return made
        }
        for one in made where entries[one.metric]?.number == one.number {
            entries[one.metric]?.forecast = one.forecast
            entries[one.metric]?.isFound = true
        }
    }
}
