import ChartCore
import HealthData
import Statistics

/// A change that is worth a sentence.
enum Highlight: Equatable, Sendable {
    case month(Metric, MonthChange)
    case note(Metric, NoteChange)
    case rate(Metric, RateOfChange)
    case highest(Metric, HighestDay)

    var metric: Metric {
        switch self {
        case .month(let metric, _), .note(let metric, _), .rate(let metric, _),
            .highest(let metric, _):
            metric
        }
    }

    /// The probability of it by chance; 0 for what is simply so.
    var p: Double {
        switch self {
        case .month(_, let change): change.p
        case .note(_, let change): change.p
        case .rate(_, let rate): max(rate.p, rate.isClear ? 0 : 1)
        case .highest: 0
        }
    }
}

/// What can be said of all metrics of a library.
struct LibraryInsights: Sendable {
    /// In the order in which they are shown: one at most for each metric and kind.
    let highlights: [Highlight]
    /// Those with a clear direction first, else in the order of the metrics.
    let trends: [(metric: Metric, trend: YearTrend)]
    let states: [MetricID: RecentState]

    /// The share of sentences that may be due to chance.
    private static let rate = 0.1

    /// Chooses what is worth saying.
    ///
    /// All comparisons that were made are weighed together: of many, some differ by chance (`FalseDiscovery`).
    ///
    /// - Parameter insights: in the order of the list of metrics.
    init(_ insights: [MetricInsight]) {
        let all = insights.compactMap { insight in insight.year.map { (insight.metric, $0) } }
        trends = all.filter { $0.1.direction != 0 } + all.filter { $0.1.direction == 0 }
        states = Dictionary(
            insights.compactMap { insight in insight.state.map { (insight.metric.id, $0) } },
            uniquingKeysWith: { first, _ in first })
        var tested: [Highlight] = []
        for insight in insights {
            tested += insight.notes.map { .note(insight.metric, $0) }
            if let rate = insight.rate { tested.append(.rate(insight.metric, rate)) }
            if let month = insight.month { tested.append(.month(insight.metric, month)) }
        }
        let kept = FalseDiscovery.kept(tested.map(\.p), rate: Self.rate).map { tested[$0] }
            .filter(Self.isClear)
        var shown: [Highlight] = []
        // First what follows a note of the person's own, then what is clearest; a metric that has been
        // spoken of makes room for others.
        for highlight in kept.sorted(by: { Self.rank($0) < Self.rank($1) })
        where !shown.contains(where: { $0.metric.id == highlight.metric.id }) {
            shown.append(highlight)
        }
        for insight in insights {
            if let highest = insight.highest { shown.append(.highest(insight.metric, highest)) }
        }
        highlights = shown
    }

    private static func rank(_ highlight: Highlight) -> (Int, Double) {
        if case .note = highlight { return (0, highlight.p) }
        return (1, highlight.p)
    }

    /// Whether at least one of its intervals leaves no doubt about the direction.
    private static func isClear(_ highlight: Highlight) -> Bool {
        switch highlight {
        case .month(_, let change): change.differences.contains(where: \.isClear)
        case .note(_, let change): change.differences.contains(where: \.isClear)
        case .rate(_, let rate): rate.isClear
        case .highest: true
        }
    }
}
