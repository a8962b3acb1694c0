// Records of several values, of which only some repeat another record.
//
// A row of a table makes a sample in each of its columns. The first of them represents the row,
// the others are attached to it. If the first repeats a sample of another row but one of the others
// does not, the row repeats nothing as a whole: it counts as used, not as merged.
//
// Samples do not refer to one another, but those of one row have the same source and the same
// start. So for each source and start it is counted how many rows lost their first sample, how many
// kept it, and how many attached samples of one metric are left; those that are not explained by
// rows that kept their first sample belong to rows that lost it. Only sources with attached samples
// are looked at, and only if one of them lost a first sample. Cost: O(samples) for the marks, and
// O(samples + lost samples · log) if there are any of those.

import ChartCore

struct PartlyRepeatedRecords {
    /// Where the samples of one record are.
    struct Key: Hashable, Comparable, Sendable {
        var start: Double
        var source: UInt16

        static func < (a: Key, b: Key) -> Bool {
            a.start != b.start ? a.start < b.start : a.source < b.source
        }
    }

    /// The places where first samples were lost, in order, and how many of each.
    private var keys: [Key] = []
    private var lost: [Int] = []
    /// How many first samples are left at each.
    private var kept: [Int]
    /// The most attached samples of one metric that are left at each.
    private var attached: [Int]

    /// Whether each source has attached samples.
    static func sources(of samples: [MetricSamples], count: Int) -> [Bool] {
        var found = [Bool](repeating: false, count: count)
        for columns in samples.map(\.columns)
        where columns.usedMarks.contains(.attached) {
            if let single = columns.sources.single {
                found[Int(single)] = true
                continue
            }
            for index in 0..<columns.count where columns.marks[index].contains(.attached) {
                found[Int(columns.sources[index])] = true
            }
        }
        return found
    }

    /// - Parameter lost: the places of the first samples that were lost, in any order.
    init(lost places: [Key]) {
        for place in places.sorted() {
            if keys.last == place {
                lost[lost.count - 1] += 1
            } else {
                keys.append(place)
                lost.append(1)
            }
        }
        kept = [Int](repeating: 0, count: keys.count)
        attached = kept
    }

    /// Takes the samples of a metric that are left, in the order of time.
    mutating func take(_ columns: SampleColumns) {
        var own: [Int: Int] = [:]
        var from = 0
        for index in 0..<columns.count {
            let start = columns.starts[index]
            while from < keys.count, keys[from].start < start { from += 1 }
            guard from < keys.count else { break }
            guard keys[from].start == start else { continue }
            let wanted = Key(start: start, source: columns.sources[index])
            let place = (from..<keys.count).partitioningIndex { keys[$0] >= wanted }
            guard place < keys.count, keys[place] == wanted else { continue }
            let marks = columns.marks(at: index)
            if marks.records > 0 {
                kept[place] += 1
            } else if !marks.contains(.continued) {
                own[place, default: 0] += 1
            }
        }
        for (place, count) in own { attached[place] = max(attached[place], count) }
    }

    /// How many records that lost their first sample have others left, by source.
    var used: [Int: Int] {
        var used: [Int: Int] = [:]
        for place in keys.indices {
            let count = min(lost[place], max(0, attached[place] - kept[place]))
            if count > 0 { used[Int(keys[place].source), default: 0] += count }
        }
        return used
    }
}
