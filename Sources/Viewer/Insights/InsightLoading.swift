import ChartCore
import HealthData
import Platform
import Synchronization

/// Finds out what can be said of the metrics of a document, on threads.
///
/// What was found for a metric is kept for as long as its data, its notes and the day are the same.
@MainActor
final class InsightLoading {
    /// What a metric's insight depends on.
    private struct Key: Equatable {
        var revision: Int
        var day: Int
        var isToday: Bool
        var notes: [Library.Note]
    }

    private final class Job: Sendable {
        let made = Mutex<[(Int, MetricInsight?)]>([])
        let isOver = Atomic(false)
    }

    /// One metric to look at.
    struct Subject {
        var data: MetricData
        /// Changes whenever the data do.
        var revision: Int
    }

    /// What was found; nil until everything has been looked at once.
    private(set) var insights: LibraryInsights?
    /// Changes whenever `insights` does.
    private(set) var revision = 0
    /// Whether metrics are being looked at.
    var isRunning: Bool { missing > 0 }
    /// How many metrics have been looked at: for tests.
    private(set) var lookedAt = 0

    private var known: [MetricID: (key: Key, insight: MetricInsight?)] = [:]
    private var order: [MetricID] = []
    private var keys: [MetricID: Key] = [:]
    private var job = Job()
    private var pending: [MetricID] = []
    private var missing = 0

    /// Looks at metrics; those that have not changed are not looked at again.
    ///
    /// - Parameters:
    ///   - subjects: in the order of the list.
    ///   - day: the last day that counts.
    ///   - isToday: whether that day is not over.
    ///   - waits: whether it returns when everything has been found.
    func load(
        _ subjects: [Subject], day: CivilDate, isToday: Bool, notes: [Library.Note],
        in calendar: CivilCalendar,
        waits: Bool
    ) {
        var keys: [MetricID: Key] = [:]
        for subject in subjects {
            let metric = subject.data.metric.id
            keys[metric] = Key(
                revision: subject.revision, day: day.days, isToday: isToday,
                notes: notes.filter { $0.metric == nil || $0.metric == metric })
        }
        let order = subjects.map(\.data.metric.id)
        guard keys != self.keys || order != self.order else { return }
        (self.keys, self.order) = (keys, order)
        known = known.filter { $0.value.key == keys[$0.key] }
        let wanted = subjects.filter { known[$0.data.metric.id] == nil }
        job.isOver.store(true, ordering: .relaxed)
        let job = Job()
        self.job = job
        pending = wanted.map(\.data.metric.id)
        missing = wanted.count
        guard !wanted.isEmpty else { return combine() }
        let data = wanted.map(\.data)
        @Sendable nonisolated func look() {
            Workers.perform(data.count) { number in
                if job.isOver.load(ordering: .relaxed) { return }
                let insight = MetricInsight(
                    data[number], day: day, isToday: isToday, notes: notes, in: calendar)
                job.made.withLock { $0.append((number, insight)) }
            }
        }
        if waits {
            look()
            collect()
        } else {
            WorkerThread.detach(priority: .background) { look() }
        }
    }

    /// Takes what threads have found.
    func collect() {
        let made = job.made.withLock { made in
            defer { made = [] }
            return made
        }
        guard !made.isEmpty else { return }
        for (number, insight) in made {
            let metric = pending[number]
            guard let key = keys[metric] else { continue }
            known[metric] = (key, insight)
        }
        lookedAt += made.count
        missing -= made.count
        if missing == 0 { combine() }
    }

    private func combine() {
        insights = LibraryInsights(order.compactMap { known[$0]?.insight })
        revision += 1
    }
}
