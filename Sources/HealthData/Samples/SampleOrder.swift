// Sorts samples by time and drops exact copies.
//
// Method: a natural merge sort over an index permutation. Runs that already rise (or fall, as in
// files with the newest first) are found and merged pairwise, each pair only where it overlaps. So
// one of k sorted sources costs n log k, and days out of order cost little more than a look at each
// sample. The keys are start, end, identity of the source, value, second value. Copies end up next
// to each other, the earliest met first, and are dropped. The samples left that differ only in
// their values are put in file order (a step down is two samples at one time), reversed if the file
// has the newest first. If the starts never fall, there is no permutation, and only samples with
// equal starts are compared: columns in order are not touched. Indices have four bytes if that is
// enough, since there are two lists of them in addition to the samples. Rejected: hashing every
// record (more memory than the samples have).

import ChartCore

enum SampleOrder {
    /// Puts columns in order and drops copies.
    ///
    /// - Parameters:
    ///   - identity: equal numbers for sources whose equal samples are copies of each other.
    ///   - drop: called for each copy, with its index, while the columns still contain it.
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
        // From here on nobody else holds the columns.
        guard let order = Sorting<Index>(columns, identity: identity).order(drop) else { return }
        columns.gather(order)
    }
}

/// The sort of columns with indices of a given size.
private struct Sorting<Index: UnsignedInteger & FixedWidthInteger> {
    private let columns: SampleColumns
    /// Equal numbers for sources whose equal samples are copies of each other.
    private let identity: [Int]

    init(_ columns: SampleColumns, identity: [Int]) {
        self.columns = columns
        self.identity = identity
    }

    /// The indices of the samples to keep, in order; nil if the columns are in order.
    func order(_ drop: (SampleColumns, Int) -> Void) -> [Index]? {
        if let repeated = repeatedStarts { return orderOfRising(repeated, drop) }
        var permutation = permutation()
        let isNewestFirst = (columns.starts.first ?? 0) > (columns.starts.last ?? 0)
        var kept = 0
        var position = 0
        while position < permutation.count {
            let end = endOfStart(at: position, permutation.count) { Int(permutation[$0]) }
            if end == position + 1 {
                permutation[kept] = permutation[position]
                kept += 1
            } else {
                for index in settled(permutation[position..<end], isNewestFirst, drop) {
                    permutation[kept] = index
                    kept += 1
                }
            }
            position = end
        }
        permutation.removeLast(permutation.count - kept)
        return permutation
    }

    /// The same for columns whose starts never fall, given the indices of the samples that start
    /// when the one before them does.
    private func orderOfRising(
        _ repeated: [Int], _ drop: (SampleColumns, Int) -> Void
    ) -> [Index]? {
        var order: [Index]?
        // The order is complete up to here.
        var known = 0
        var next = 0
        while next < repeated.count {
            let first = repeated[next] - 1
            var end = first + 1
            while next < repeated.count, repeated[next] == end {
                end += 1
                next += 1
            }
            if order == nil, isSettled(first..<end) { continue }
            let together = Array(Index(first)..<Index(end))
            let settled = settled(together[...], false, drop)
            if order == nil, settled == together { continue }
            if order == nil { order = [] }
            order?.append(contentsOf: Index(known)..<Index(first))
            order?.append(contentsOf: settled)
            known = end
        }
        order?.append(contentsOf: Index(known)..<Index(columns.count))
        return order
    }

    /// Whether samples with one start are in the right order, as far as a quick check can show.
    private func isSettled(_ together: Range<Int>) -> Bool {
        let first = together.lowerBound
        if together.count == 2, areTogether(first, first + 1) {
            return precedesAtSameStart(first, first + 1) || precedesAtSameStart(first + 1, first)
        }
        return together.dropFirst().allSatisfy { precedesAtSameStart($0 - 1, $0) }
    }

    /// The end of the run of samples that have the same start as the one at a position.
    @inline(__always)
    private func endOfStart(
        at position: Int, _ count: Int, _ index: (Int) -> Int
    ) -> Int {
        let start = columns.starts[index(position)]
        var end = position + 1
        while end < count, columns.starts[index(end)] == start { end += 1 }
        return end
    }

    /// Samples with one start in order, without copies.
    private func settled(
        _ together: ArraySlice<Index>, _ isNewestFirst: Bool, _ drop: (SampleColumns, Int) -> Void
    ) -> [Index] {
        let sorted = together.sorted { a, b in
            if precedesAtSameStart(Int(a), Int(b)) { return true }
            return !precedesAtSameStart(Int(b), Int(a)) && a < b
        }
        var kept: [Index] = []
        for index in sorted {
            if let last = kept.last, !precedesAtSameStart(Int(last), Int(index)) {
                drop(columns, Int(index))
            } else {
                kept.append(index)
            }
        }
        // Samples that differ only in their values keep the order in which they were met.
        var start = 0
        while start < kept.count {
            var end = start + 1
            while end < kept.count, areTogether(Int(kept[start]), Int(kept[end])) { end += 1 }
            if end - start > 1 { kept[start..<end].sort { isNewestFirst ? $0 > $1 : $0 < $1 } }
            start = end
        }
        return kept
    }

    /// Whether two samples with one start have the same end and source.
    private func areTogether(_ a: Int, _ b: Int) -> Bool {
        columns.end(at: a) == columns.end(at: b)
            && identity[Int(columns.sources[a])] == identity[Int(columns.sources[b])]
    }

    /// The samples that start when the one before them does; nil if one starts earlier than that.
    private var repeatedStarts: [Int]? {
        var repeated: [Int] = []
        var first = 0
        var isRising = true
        columns.starts.withSpans(in: 0..<columns.count) { starts in
            if isRising, first > 0 { note(first, columns.starts[first - 1], starts[0]) }
            // Most samples start later than the one before them.
            var offset = 1
            while isRising, offset < starts.count {
                if starts[offset] > starts[offset - 1] {
                    offset += 1
                    continue
                }
                note(first + offset, starts[offset - 1], starts[offset])
                offset += 1
            }
            first += starts.count
        }
        return isRising ? repeated : nil

        func note(_ index: Int, _ before: Double, _ start: Double) {
            if start < before { isRising = false }
            if start == before { repeated.append(index) }
        }
    }

    /// Whether sample `a` comes before sample `b`; false for copies.
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
        guard !columns.secondaryValues.isEmpty else { return false }
        return columns.secondaryValues[a] < columns.secondaryValues[b]
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

    /// Shorter runs are extended to this length by insertion, which is cheaper than merging a few
    /// samples.
    private static var leastRun: Int { 24 }

    /// Reverses falling runs and returns the bounds of all runs, 0 first and the count last.
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
            let least = min(start + Sorting.leastRun, order.count)
            while end < least {
                insert(end, &order, from: start)
                end += 1
            }
            bounds.append(end)
            start = end
        }
        return bounds
    }

    /// Moves the index at a position back into the sorted ones before it.
    private func insert(_ place: Int, _ order: inout [Index], from start: Int) {
        let index = order[place]
        var place = place
        while place > start, precedes(Int(index), Int(order[place - 1])) {
            order[place] = order[place - 1]
            place -= 1
        }
        order[place] = index
    }

    /// Merges two sorted stretches that follow one another.
    private func merge(
        _ from: [Index], _ to: inout [Index], _ start: Int, _ middle: Int, _ end: Int
    ) {
        // The indices before all of the right stretch, or after all of the left one, do not move.
        let first = (start..<middle).partitioningIndex {
            precedes(Int(from[middle]), Int(from[$0]))
        }
        let last = (middle..<end).partitioningIndex {
            !precedes(Int(from[$0]), Int(from[middle - 1]))
        }
        for index in start..<first { to[index] = from[index] }
        for index in last..<end { to[index] = from[index] }
        var left = first
        var right = middle
        var position = first
        while left < middle, right < last {
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
        while right < last {
            to[position] = from[right]
            right += 1
            position += 1
        }
    }
}
