import ChartCore

@testable import HealthData

/// A random set of overlapping devices, and the simplest computation of the counted amounts: minute
/// by minute, the first source wins.
struct SweepOracle {
    /// A sample on whole minutes.
    struct Interval {
        var source: Int
        var start: Int
        var end: Int
        var value: Double
        var isManual: Bool
    }

    static let minutes = 720

    let sources: [Source]
    /// The intervals in the order of their starts.
    let intervals: [Interval]

    init(_ random: inout SplitMix64) {
        sources = (0..<Int.random(in: 2...5, using: &random)).map { index in
            Source(
                name: "Device \(index)",
                kind: [.watch, .phone, .other].randomElement(using: &random) ?? .other, file: 0)
        }
        var intervals: [Interval] = []
        for _ in 0..<Int.random(in: 2...80, using: &random) {
            let start = Int.random(in: 0..<Self.minutes - 130, using: &random)
            let isInstant = Int.random(in: 0..<12, using: &random) == 0
            intervals.append(
                Interval(
                    source: Int.random(in: sources.indices, using: &random), start: start,
                    end: isInstant ? start : start + Int.random(in: 1...120, using: &random),
                    value: Double.random(in: 0...500, using: &random),
                    isManual: Int.random(in: 0..<15, using: &random) == 0))
        }
        intervals.sort { $0.start < $1.start }
        self.intervals = intervals
    }

    /// The same as columns, as the readers produce them.
    var columns: SampleColumns {
        var columns = SampleColumns()
        for interval in intervals {
            columns.append(
                start: Double(interval.start * 60), end: Double(interval.end * 60),
                value: interval.value, source: UInt16(interval.source),
                marks: interval.isManual ? .manual : [])
        }
        return columns
    }

    /// The sources in their usual order: watch, phone, others; the one with more samples first,
    /// then by name.
    var usualOrder: [Int] {
        func count(_ source: Int) -> Int {
            intervals.count { $0.source == source && !$0.isManual }
        }
        return sources.indices.sorted { a, b in
            let (left, right) = (sources[a], sources[b])
            if left.kind != right.kind { return left.kind.rawValue < right.kind.rawValue }
            if count(a) != count(b) { return count(a) > count(b) }
            return left.name < right.name
        }
    }

    /// The counted amount in each minute, for an order of sources (nil means manual entries); a
    /// source that is not in it does not count.
    func expected(_ order: [Int?]) -> [Double] {
        let ranks = intervals.map { interval in
            order.firstIndex(of: interval.isManual ? nil : interval.source)
        }
        var expected = [Double](repeating: 0, count: Self.minutes)
        for minute in 0..<Self.minutes {
            let open = intervals.indices.filter {
                intervals[$0].start <= minute && minute < intervals[$0].end && ranks[$0] != nil
            }
            let best = open.compactMap { ranks[$0] }.min()
            for index in open where ranks[index] == best {
                let interval = intervals[index]
                expected[minute] += interval.value / Double(interval.end - interval.start)
            }
        }
        // A moment counts unless an earlier source has an interval there.
        for (index, interval) in intervals.enumerated() where interval.start == interval.end {
            guard let rank = ranks[index] else { continue }
            let isHidden = intervals.indices.contains { other in
                guard let before = ranks[other] else { return false }
                return before < rank && intervals[other].start <= interval.start
                    && interval.start < intervals[other].end
            }
            if !isHidden { expected[interval.start] += interval.value }
        }
        return expected
    }

    /// The amounts of samples on whole minutes in each minute.
    static func minutes(of columns: SampleColumns) -> [Double] {
        var got = [Double](repeating: 0, count: minutes)
        for index in 0..<columns.count {
            let start = Int(columns.starts[index] / 60)
            let end = Int(columns.end(at: index) / 60)
            if start == end {
                got[start] += columns.values[index]
            } else {
                for minute in start..<end {
                    got[minute] += columns.values[index] / Double(end - start)
                }
            }
        }
        return got
    }
}
