// Finds the samples of a new file that the library already has.
//
// Method: both lists are in the order of their starts, so one walk along both finds the samples of
// one instant. Among these, samples are the same if end, source, value and second value are equal,
// with labels compared by their texts. Among the stored chunks only the good ones are read that
// may overlap the new samples. Cost: O(n + m), and for k samples of one instant k more, where n and
// m are the samples of the time that both have.

import ChartCore

struct KnownSamples {
    /// A series of the library with its texts, as far as it is good and may hold some of the new
    /// samples.
    struct Stored {
        let series: StoredSeries
        let columns: SampleColumns
        /// The numbers of the samples in the series.
        let numbers: ClaimRuns
        let sources: [StoredSource]
    }

    /// The key by which two samples of one start are compared.
    private struct Key: Hashable {
        var end: Double
        var source: String
        var value: Double
        var label: String
        var second: Double
    }

    /// The new samples that no series has, and for each series the numbers of those that it has.
    static func split(
        _ new: MetricSamples, _ sources: [StoredSource], _ stored: [Stored]
    ) -> (fresh: [Int], claimed: [ClaimRuns]) {
        if new.metric.aggregation == .named { return splitNamed(new, stored) }
        var isKnown = [Bool](repeating: false, count: new.columns.count)
        let claimed = stored.map { old -> ClaimRuns in
            var found: [Int] = []
            walk(new.columns, old.columns) { here, there in
                var places: [Key: Int] = [:]
                for index in there where places.count < there.count {
                    places[
                        key(old.columns, index, old.sources, old.series.metric, old.series.labels)] =
                        index
                }
                for index in here where !isKnown[index] {
                    guard
                        let place = places[
                            key(new.columns, index, sources, new.metric, new.labels)]
                    else { continue }
                    isKnown[index] = true
                    found.append(place)
                }
            }
            // Samples of one instant may come in any order, and one may match two.
            found.sort()
            var places = ClaimRuns()
            for place in found where place >= places.runs.last?.upperBound ?? 0 {
                places.append(place..<place + 1)
            }
            return old.numbers.numbers(at: places)
        }
        return (isKnown.indices.filter { !isKnown[$0] }, claimed)
    }

    /// Values by name have no times: a table is known completely or not at all.
    private static func splitNamed(
        _ new: MetricSamples, _ stored: [Stored]
    ) -> (fresh: [Int], claimed: [ClaimRuns]) {
        var claimed = [ClaimRuns](repeating: ClaimRuns(), count: stored.count)
        let same = stored.firstIndex { old in
            old.columns.count == new.columns.count && old.series.samples == old.columns.count
                && old.series.labels == new.labels
                && old.columns.values == new.columns.values
                && old.columns.secondaryValues == new.columns.secondaryValues
        }
        guard let same else { return (Array(0..<new.columns.count), claimed) }
        claimed[same] = stored[same].numbers
        return ([], claimed)
    }

    /// Calls `body` with the samples of every start that both have.
    private static func walk(
        _ a: SampleColumns, _ b: SampleColumns, _ body: (Range<Int>, Range<Int>) -> Void
    ) {
        func end(_ columns: SampleColumns, _ from: Int) -> Int {
            var to = from + 1
            while to < columns.count, columns.starts[to] == columns.starts[from] { to += 1 }
            return to
        }
        guard let first = b.starts.first else { return }
        // A short activity overlaps only a part of many years.
        var left = place(of: first, in: a.starts)
        var right = 0
        while left < a.count, right < b.count {
            let (first, second) = (a.starts[left], b.starts[right])
            if first < second {
                left += 1
            } else if second < first {
                right += 1
            } else {
                let here = left..<end(a, left)
                let there = right..<end(b, right)
                body(here, there)
                (left, right) = (here.upperBound, there.upperBound)
            }
        }
    }

    /// The position of the first of some rising starts that is not before an instant.
    private static func place(of instant: Double, in starts: Column<Double>) -> Int {
        var (low, high) = (0, starts.count)
        while low < high {
            let middle = (low + high) / 2
            if starts[middle] < instant { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private static func key(
        _ columns: SampleColumns, _ index: Int, _ sources: [StoredSource], _ metric: Metric,
        _ labels: [String]
    ) -> Key {
        let value = columns.values[index]
        let isLabel = metric.aggregation == .category
        let number = isLabel ? columns.labelNumber(at: index) ?? -1 : -1
        let hasLabel = labels.indices.contains(number)
        return Key(
            end: columns.end(at: index), source: sources[Int(columns.sources[index])].identity,
            value: hasLabel ? 0 : value, label: hasLabel ? labels[number] : "",
            second: columns.secondaryValues.isEmpty ? 0 : columns.secondaryValues[index])
    }
}
