// Samples that sum up others, dropped where those others are.
//
// Many exports say a thing several times: a row for the day and rows for its quarters of an hour, a
// row for all devices and one for each. A summary counts only where its own file has nothing finer: it
// falls away as soon as one finer sample lies in its interval, because what it says of the rest of the
// day is in the finer ones as well. Against other files it takes part in the sweep as any sample does.
// The stages of a night of which only the lengths are known are one summary.
//
// Method: per file the finer samples in the order of time, with the latest end of all up to each; a
// summary is told by one binary search. Cost: O(n log n) where there are summaries, else nothing.

import ChartCore

enum Summaries {
    /// The finer samples of one file.
    private struct Details {
        var starts: [Double] = []
        /// The latest end of this sample and all before it.
        var latestEnds: [Double] = []

        mutating func add(_ start: Double, _ end: Double) {
            starts.append(start)
            latestEnds.append(max(end, latestEnds.last ?? -.infinity))
        }

        /// Whether one of them lies in the interval, at least in part.
        func meet(_ start: Double, _ end: Double) -> Bool {
            var low = 0
            var high = starts.count
            while low < high {
                let middle = (low + high) / 2
                if starts[middle] < end { low = middle + 1 } else { high = middle }
            }
            guard low > 0 else { return false }
            return latestEnds[low - 1] > start || starts[low - 1] >= start
        }
    }

    /// The indices of summaries that say again what finer samples of their file say.
    ///
    /// `columns` must be in the order of time.
    static func covered(_ columns: SampleColumns, _ sources: [Source]) -> [Int] {
        guard !columns.marks.isEmpty else { return [] }
        var summaries: [Int] = []
        var details: [Int: Details] = [:]
        for index in 0..<columns.count where columns.marks(at: index).contains(.summary) {
            summaries.append(index)
        }
        guard !summaries.isEmpty, summaries.count < columns.count else { return [] }
        for index in 0..<columns.count where !columns.marks(at: index).contains(.summary) {
            let file = sources[Int(columns.sources[index])].file
            details[file, default: Details()].add(columns.starts[index], columns.end(at: index))
        }
        return groups(summaries, columns).flatMap { group -> [Int] in
            let file = sources[Int(columns.sources[group[0]])].file
            let start = columns.starts[group[0]]
            // A summary without a length stands for the moment.
            let end = max(columns.end(at: group[group.count - 1]), start.nextUp)
            return details[file]?.meet(start, end) == true ? group : []
        }.sorted()
    }

    /// Summaries, each with the pieces of it that follow.
    private static func groups(_ summaries: [Int], _ columns: SampleColumns) -> [[Int]] {
        var groups: [[Int]] = []
        // The last group of each source.
        var last: [UInt16: Int] = [:]
        for index in summaries {
            let source = columns.sources[index]
            if columns.marks(at: index).contains(.continued), let group = last[source],
                let before = groups[group].last,
                columns.end(at: before) == columns.starts[index]
            {
                groups[group].append(index)
            } else {
                last[source] = groups.count
                groups.append([index])
            }
        }
        return groups
    }
}
