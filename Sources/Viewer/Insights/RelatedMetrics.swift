import ChartCore
import HealthData
import Platform
import Statistics
import Synchronization

/// Whether the days of a metric move with those of others.
struct RelatedMetrics: Sendable {
    /// Another metric, and how it moves.
    struct Pair: Sendable {
        let metric: Metric
        let correlation: LaggedCorrelation
    }

    /// The pairs that move together, the strongest first.
    let related: [Pair]
    /// The other metrics with enough common days.
    let unrelated: [Metric]
    /// The metrics with too few of them.
    let tooFew: [Metric]

    /// The days that are looked at: two years.
    static let days = 730
    /// The share of related pairs that may be so by chance.
    static let rate = 0.1

    /// Weighs all pairs together: of many, some move together by chance.
    init(_ pairs: [(metric: Metric, correlation: LaggedCorrelation?)]) {
        let tried = pairs.compactMap { pair in
            pair.correlation.map { Pair(metric: pair.metric, correlation: $0) }
        }
        let kept = Set(FalseDiscovery.kept(tried.map(\.correlation.p), rate: Self.rate))
        related = tried.indices.filter(kept.contains).map { tried[$0] }.sorted {
            abs($0.correlation.correlation) > abs($1.correlation.correlation)
        }
        unrelated = tried.indices.filter { !kept.contains($0) }.map { tried[$0].metric }
        tooFew = pairs.filter { $0.correlation == nil }.map(\.metric)
    }

    /// A value for each of the days up to one; not a number for days without.
    static func values(
        _ data: MetricData, until day: CivilDate, in calendar: CivilCalendar
    )
        -> [Double]
    {
        let source = DaySource(data, day: day, calendar)
        let first = day.days - days + 1
        var values = [Double](repeating: .nan, count: days)
        let found = source.values(first..<day.days + 1)
        guard let component = found.values.first else { return values }
        for (day, value) in zip(found.days, component) { values[day - first] = value }
        return values
    }
}

/// Looks for metrics that move with another, on threads.
@MainActor
final class RelatedLoading {
    private final class Job: Sendable {
        let made = Mutex<[(Int, LaggedCorrelation?)]>([])
        let isOver = Atomic(false)
    }

    private(set) var result: RelatedMetrics?
    private(set) var revision = 0
    private var job = Job()
    private var metrics: [Metric] = []
    private var found: [Int: LaggedCorrelation?] = [:]

    var isRunning: Bool { found.count < metrics.count }

    /// Compares a metric with others.
    ///
    /// - Parameter waits: whether it returns when everything has been compared.
    func load(
        _ data: MetricData, with others: [MetricData], until day: CivilDate,
        in calendar: CivilCalendar, waits: Bool
    ) {
        job.isOver.store(true, ordering: .relaxed)
        let job = Job()
        (self.job, metrics, found, result) = (job, others.map(\.metric), [:], nil)
        revision += 1
        @Sendable nonisolated func compare() {
            let own = RelatedMetrics.values(data, until: day, in: calendar)
            Workers.perform(others.count) { number in
                if job.isOver.load(ordering: .relaxed) { return }
                let other = RelatedMetrics.values(others[number], until: day, in: calendar)
                let correlation = LaggedCorrelation(own, other)
                job.made.withLock { $0.append((number, correlation)) }
            }
        }
        guard !others.isEmpty else { return combine() }
        if waits {
            compare()
            collect()
        } else {
            WorkerThread.detach(priority: .background) { compare() }
        }
    }

    /// Takes what threads have found.
    func collect() {
        let made = job.made.withLock { made in
            defer { made = [] }
            return made
        }
        guard !made.isEmpty else { return }
        for (number, correlation) in made { found[number] = .some(correlation) }
        if !isRunning { combine() }
    }

    /// Ends the search.
    func cancel() { job.isOver.store(true, ordering: .relaxed) }

    private func combine() {
        result = RelatedMetrics(
            metrics.indices.map { (metrics[$0], found[$0].flatMap(\.self)) })
        revision += 1
    }
}
