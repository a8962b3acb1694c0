import ChartCore

/// The times of samples, counted between the borders of totals.
struct OwnTimes {
    /// How many began before the end of each total, and how many were over when it began.
    var starts: MomentCounts
    var ends: MomentCounts

    mutating func add(_ start: Double, _ end: Double) {
        starts.add(start)
        ends.add(Swift.max(end, start.nextUp))
    }

    mutating func sum() {
        starts.sum()
        ends.sum()
    }

    /// Whether one of them overlaps a total.
    func reach(into start: Double, _ end: Double) -> Bool {
        starts.count(before: end) > ends.count(before: start.nextUp)
    }
}

/// The time that totals cover, counted once if several cover it.
struct TotalTime {
    private var starts: [Double] = []
    private var ends: [Double] = []
    /// The total length of those before each one.
    private var before: [Double] = []

    init(_ totals: [SummarySearch.Summary]) {
        var sum = 0.0
        for total in totals.sorted(by: { $0.start < $1.start }) {
            if let end = ends.last, total.start <= end {
                ends[ends.count - 1] = max(end, total.end)
                continue
            }
            if let start = starts.last, let end = ends.last { sum += end - start }
            starts.append(total.start)
            ends.append(total.end)
            before.append(sum)
        }
    }

    /// Whether most of a summary is inside; if exactly half of it is, its middle decides.
    func hasMost(of summary: SummarySearch.Summary) -> Bool {
        let inside = 2 * (length(before: summary.end) - length(before: summary.start))
        return inside > summary.length || inside == summary.length && has(summary.middle)
    }

    /// The covered time before a moment.
    private func length(before moment: Double) -> Double {
        let next = starts.first(from: moment)
        guard next > 0 else { return 0 }
        return before[next - 1] + min(moment, ends[next - 1]) - starts[next - 1]
    }

    private func has(_ moment: Double) -> Bool {
        let next = starts.first(from: moment.nextUp)
        return next > 0 && moment < ends[next - 1]
    }
}

extension [Double] {
    /// The position of the first of sorted moments that is not before a given one.
    func first(from moment: Double) -> Int {
        indices.partitioningIndex { self[$0] >= moment }
    }
}
