// Putting samples in the order of time, and dropping exact copies.
//
// Method: a natural merge sort over an index permutation: runs that already rise (or fall, as in
// files with the newest first) are found and merged pairwise, so a file in order costs one pass and
// one of k sorted sources n log k. Compared are start, end, identity of the source, value, second
// value: copies end up next to each other, the earliest met first, and are dropped in the same
// pass. What is left of samples that differ in their values alone then stands as the file has it (a
// step down is two samples of one time), turned round where the file has the newest first. Indices
// have four bytes where that is enough, for there are two lists of them beside the samples. Rejected:
// hashing every record (more memory than the samples have).

import ChartCore

enum SampleOrder {
    /// Puts columns in order and drops copies.
    ///
    /// - Parameters:
    ///   - identity: equal numbers for sources whose equal samples are copies of each other.
    ///   - drop: hears of each copy while the columns still have it: its index in them.
    static func sort(
        _ columns: inout SampleColumns, identity: [Int], drop: (SampleColumns, Int) -> Void
    ) {
        if columns.isStrictlyRising { return }
        if columns.count <= Int(UInt32.max) {
            sort(&columns, by: UInt32.self, identity, drop)
        } else {
            sort(&columns, by: UInt.self, identity, drop)
        }
    }

    private static func sort<Index: UnsignedInteger & FixedWidthInteger>(
        _ columns: inout SampleColumns, by _: Index.Type, _ identity: [Int],
        _ drop: (SampleColumns, Int) -> Void
    ) {
        // Nobody else has the columns once the order is known.
        guard let order = Sorting<Index>(columns, identity: identity).order(drop) else { return }
        columns.gather(order)
    }
}

/// The sorting of columns whose indices are numbers of some size.
private struct Sorting<Index: UnsignedInteger & FixedWidthInteger> {
    private let columns: SampleColumns
    /// Equal numbers for sources whose equal samples are copies of each other.
    private let identity: [Int]

    init(_ columns: SampleColumns, identity: [Int]) {
        self.columns = columns
        self.identity = identity
    }

    /// The indices of what is kept, in order; nil where the columns are in order.
    func order(_ drop: (SampleColumns, Int) -> Void) -> [Index]? {
        if isStrictlyRising { return nil }
        var permutation = permutation()
        var kept = 0
        for position in permutation.indices {
            let index = permutation[position]
            if kept > 0, !precedes(Int(permutation[kept - 1]), Int(index)) {
                drop(columns, Int(index))
                continue
            }
            permutation[kept] = index
            kept += 1
        }
        permutation.removeLast(permutation.count - kept)
        restoreOrderOfFile(&permutation)
        return permutation
    }

    /// Puts samples that differ in their values alone in the order in which they were met.
    private func restoreOrderOfFile(_ permutation: inout [Index]) {
        let isNewestFirst = (columns.starts.first ?? 0) > (columns.starts.last ?? 0)
        var start = 0
        while start < permutation.count {
            var end = start + 1
            while end < permutation.count,
                areTogether(Int(permutation[start]), Int(permutation[end]))
            {
                end += 1
            }
            if end - start > 1 {
                permutation[start..<end].sort { isNewestFirst ? $0 > $1 : $0 < $1 }
            }
            start = end
        }
    }

    /// Whether two samples are of the same time and source.
    private func areTogether(_ a: Int, _ b: Int) -> Bool {
        columns.starts[a] == columns.starts[b] && columns.end(at: a) == columns.end(at: b)
            && identity[Int(columns.sources[a])] == identity[Int(columns.sources[b])]
    }

    private var isStrictlyRising: Bool {
        let starts = columns.starts
        var index = 1
        while index < starts.count {
            if starts[index - 1] >= starts[index], !precedes(index - 1, index) { return false }
            index += 1
        }
        return true
    }

    /// Whether sample `a` stands before sample `b`; false for copies.
    @inline(__always)
    private func precedes(_ a: Int, _ b: Int) -> Bool {
        let left = columns.starts[a]
        let right = columns.starts[b]
        if left != right { return left < right }
        return precedesAtSameStart(a, b)
    }

    @inline(never)
    private func precedesAtSameStart(_ a: Int, _ b: Int) -> Bool {
        let left = columns.end(at: a)
        let right = columns.end(at: b)
        if left != right { return left < right }
        let leftSource = identity[Int(columns.sources[a])]
        let rightSource = identity[Int(columns.sources[b])]
        if leftSource != rightSource { return leftSource < rightSource }
        if columns.values[a] != columns.values[b] { return columns.values[a] < columns.values[b] }
        guard !columns.seconds.isEmpty else { return false }
        return columns.seconds[a] < columns.seconds[b]
    }

    private func permutation() -> [Index] {
        var order = Array(0..<Index(columns.count))
        var bounds = runs(&order)
        guard bounds.count > 2 else { return order }
        var other = order
        while bounds.count > 2 {
            var merged = [0]
            var run = 0
            while run + 2 < bounds.count {
                merge(order, &other, bounds[run], bounds[run + 1], bounds[run + 2])
                merged.append(bounds[run + 2])
                run += 2
            }
            if run + 1 < bounds.count {
                for index in bounds[run]..<bounds[run + 1] { other[index] = order[index] }
                merged.append(bounds[run + 1])
            }
            swap(&order, &other)
            bounds = merged
        }
        return order
    }

    /// Turns falling runs round and returns the bounds of all runs, 0 first and the count last.
    private func runs(_ order: inout [Index]) -> [Int] {
        var bounds = [0]
        var start = 0
        while start < order.count {
            var end = start + 1
            if end < order.count, precedes(end, start) {
                while end < order.count, precedes(end, end - 1) { end += 1 }
                order[start..<end].reverse()
            } else {
                while end < order.count, !precedes(end, end - 1) { end += 1 }
            }
            bounds.append(end)
            start = end
        }
        return bounds
    }

    private func merge(
        _ from: [Index], _ to: inout [Index], _ start: Int, _ middle: Int, _ end: Int
    ) {
        var left = start
        var right = middle
        var position = start
        while left < middle, right < end {
            if precedes(Int(from[right]), Int(from[left])) {
                to[position] = from[right]
                right += 1
            } else {
                to[position] = from[left]
                left += 1
            }
            position += 1
        }
        while left < middle {
            to[position] = from[left]
            left += 1
            position += 1
        }
        while right < end {
            to[position] = from[right]
            right += 1
            position += 1
        }
    }
}
