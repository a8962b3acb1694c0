// Columns of numbers in the order of a column of times.
//
// A batch that begins no earlier than the data end is appended; any other is sorted (stably) and
// merged from the back, in place, touching only what comes after its first sample: O(batch · log
// batch + moved). Samples with equal times keep the order in which they came.

/// Sorted times with one or more columns of values beside them.
struct TimeColumns: Sendable {
    private(set) var times: [Double] = []
    private(set) var columns: [[Double]]

    init(columns count: Int) {
        columns = Array(repeating: [], count: count)
    }

    mutating func reserve(_ count: Int) {
        times.reserveCapacity(count)
        for i in columns.indices { columns[i].reserveCapacity(count) }
    }

    mutating func removeAll() {
        times.removeAll()
        for i in columns.indices { columns[i].removeAll() }
    }

    mutating func removeFirst(_ count: Int) {
        times.removeFirst(count)
        for i in columns.indices { columns[i].removeFirst(count) }
    }

    /// Adds one sample; the first index that changed, or nil where the time is not finite.
    mutating func append(time: Double, _ value: (Int) -> Double) -> Int? {
        guard time.isFinite else { return nil }
        let at = time >= (times.last ?? -.infinity) ? times.count : upperBound(time)
        if at == times.count {
            times.append(time)
            for i in columns.indices { columns[i].append(value(i)) }
        } else {
            times.insert(time, at: at)
            for i in columns.indices { columns[i].insert(value(i), at: at) }
        }
        return at
    }

    /// Adds a batch; samples whose time is not finite are refused.
    ///
    /// - Returns: The first index that changed (the count where none did), and how many were
    ///   refused.
    mutating func append(
        times newTimes: [Double], columns newColumns: [[Double]]
    ) -> (first: Int, refused: Int) {
        precondition(
            newColumns.count == columns.count
                && newColumns.allSatisfy { $0.count == newTimes.count },
            "every column of a batch needs one value for each time")
        let old = times.count
        var last = times.last ?? -.infinity
        var inOrder = true
        for time in newTimes {
            if !(time >= last && time < .infinity) {
                inOrder = false
                break
            }
            last = time
        }
        if inOrder {
            times.append(contentsOf: newTimes)
            for i in columns.indices { columns[i].append(contentsOf: newColumns[i]) }
            return (old, 0)
        }
        var order = newTimes.indices.filter { newTimes[$0].isFinite }
        let refused = newTimes.count - order.count
        guard !order.isEmpty else { return (old, refused) }
        order.sort { (newTimes[$0], $0) < (newTimes[$1], $1) }

        let total = old + order.count
        times.append(contentsOf: repeatElement(0, count: order.count))
        for i in columns.indices {
            columns[i].append(contentsOf: repeatElement(0, count: order.count))
        }
        var write = total - 1
        var mine = old - 1
        var theirs = order.count - 1
        while theirs >= 0 {
            let time = newTimes[order[theirs]]
            if mine >= 0, times[mine] > time {
                times[write] = times[mine]
                for i in columns.indices { columns[i][write] = columns[i][mine] }
                mine -= 1
            } else {
                times[write] = time
                for i in columns.indices { columns[i][write] = newColumns[i][order[theirs]] }
                theirs -= 1
            }
            write -= 1
        }
        return (mine + 1, refused)
    }

    /// The first index whose time is at least `time`; the count where there is none.
    func lowerBound(_ time: Double) -> Int {
        times.indices.partitioningIndex { !(times[$0] < time) }
    }

    /// The first index whose time is later than `time`; the count where there is none.
    func upperBound(_ time: Double) -> Int {
        times.indices.partitioningIndex { !(times[$0] <= time) }
    }

    func slice(over range: Extent, withNeighbours: Bool) -> Range<Int> {
        guard !range.isEmpty else { return 0..<0 }
        var low = lowerBound(range.min)
        var high = upperBound(range.max)
        if withNeighbours {
            low = max(0, low - 1)
            high = min(times.count, high + 1)
        }
        return low..<max(low, high)
    }

    /// The index nearest in time among those for which `isPresent`; of two as near, the earlier
    /// one.
    func nearest(to time: Double, isPresent: (Int) -> Bool) -> Int? {
        guard !time.isNaN else { return nil }
        let split = lowerBound(time)
        var after = split
        while after < times.count, !isPresent(after) { after += 1 }
        var before = split - 1
        let reach = after < times.count ? times[after] - time : .infinity
        while before >= 0, time - times[before] <= reach, !isPresent(before) { before -= 1 }
        if before < 0 { return after < times.count ? after : nil }
        return time - times[before] <= reach ? before : after
    }
}
