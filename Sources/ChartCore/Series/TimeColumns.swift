// Columns of numbers in the order of a column of times, each with its pyramid.
//
// A batch that begins no earlier than the end of the data is appended; any other is sorted (stably)
// and merged with the samples after its first one: O(batch · log batch + moved). Samples with equal
// times keep their order of arrival. Values that cannot be drawn, infinite ones for one, become NaN,
// so that they are missing for ranges, sums and lines alike; where the extents of the new nodes have
// none of them, which is nearly always, no value is looked at for it.

/// A column of values with the pyramid over it.
struct ValueColumn: Sendable {
    var values = Column<Double>()
    var pyramid = Pyramid()
}

/// Sorted times with one or more columns of values.
struct TimeColumns: Sendable {
    private(set) var times = Column<Double>()
    private(set) var columns: [ValueColumn]
    private(set) var marks = TimeMarks()
    /// Whether a value was made missing because it cannot be drawn.
    private var hasRemoved = false

    init(columns count: Int) {
        columns = Array(repeating: ValueColumn(), count: count)
    }

    /// Columns that are already in order.
    init(times: Column<Double>, _ columns: [ValueColumn]) {
        self.times = times
        self.columns = columns
        marks.update(times, from: 0)
    }

    mutating func removeAll() { self = TimeColumns(columns: columns.count) }

    mutating func removeFirst(_ count: Int) {
        times.removeFirst(count)
        marks.removeFirst(count)
        for i in columns.indices {
            columns[i].values.removeFirst(count)
            columns[i].pyramid.removeFirst(count)
        }
    }

    /// Adds one sample; returns the first index that changed, or nil if the time is not finite.
    mutating func append(time: Double, _ value: (Int) -> Double) -> Int? {
        guard time.isFinite else { return nil }
        let old = times.count
        if time >= (times.last ?? -.infinity) {
            times.append(time)
            for i in columns.indices { columns[i].values.append(value(i)) }
            update(from: old)
            return old
        }
        let at = upperBound(time)
        insert(times: [time], columns: columns.indices.map { [value($0)] }, at: at)
        return at
    }

    /// Adds a batch; samples whose time is not finite are refused.
    ///
    /// - Returns: The first index that changed (the count if none did), and the number of refused
    ///   samples.
    mutating func append(
        times newTimes: [Double], columns newColumns: [[Double]]
    ) -> (first: Int, refused: Int) {
        precondition(
            newColumns.count == columns.count
                && newColumns.allSatisfy { $0.count == newTimes.count },
            "every column of a batch needs one value for each time")
        let old = times.count
        if TimeColumns.isAscending(newTimes.span, after: times.last ?? -.infinity) {
            times.append(contentsOf: newTimes)
            for i in columns.indices { columns[i].values.append(contentsOf: newColumns[i]) }
            update(from: old)
            return (old, 0)
        }
        var order = newTimes.indices.filter { newTimes[$0].isFinite }
        let refused = newTimes.count - order.count
        guard !order.isEmpty else { return (old, refused) }
        order.sort { (newTimes[$0], $0) < (newTimes[$1], $1) }
        let sorted = order.map { newTimes[$0] }
        let first = upperBound(sorted[0])
        insert(
            times: sorted, columns: newColumns.map { column in order.map { column[$0] } }, at: first
        )
        return (first, refused)
    }

    /// Takes over columns that begin with the present samples; only new samples are read.
    ///
    /// - Returns: As for `append`.
    mutating func extend(
        times newTimes: Column<Double>, columns newColumns: [Column<Double>]
    ) -> (first: Int, refused: Int) {
        let old = times.count
        precondition(
            newColumns.count == columns.count
                && newColumns.allSatisfy { $0.count == newTimes.count },
            "every column of a batch needs one value for each time")
        precondition(newTimes.count >= old, "columns that extend a series begin with its samples")
        let fresh = old..<newTimes.count
        var latest = times.last ?? -.infinity
        var isInOrder = true
        newTimes.withSpans(in: fresh) { piece in
            if isInOrder, !piece.isEmpty {
                isInOrder = TimeColumns.isAscending(piece, after: latest)
                latest = piece[piece.count - 1]
            }
        }
        guard isInOrder else {
            return append(
                times: Array(newTimes[fresh]), columns: newColumns.map { Array($0[fresh]) })
        }
        times = newTimes
        for i in columns.indices { columns[i].values = newColumns[i].aligned }
        // The given columns still have the values that were removed here.
        update(from: hasRemoved ? 0 : old)
        return (old, 0)
    }

    /// Whether the times are finite and do not go back.
    private static func isAscending(_ times: Span<Double>, after earlier: Double) -> Bool {
        if times.isEmpty { return true }
        guard times[0] >= earlier, times[0] > -.infinity, times[times.count - 1] < .infinity else {
            return false
        }
        var last = times[0]
        var isAscending = true
        for i in times.indices {
            let time = times[i]
            // No early exit from the loop, so that it can be vectorized.
            isAscending = isAscending && last <= time
            last = time
        }
        return isAscending
    }

    /// Merges sorted samples with those from `first` on; for equal times the new ones come last.
    private mutating func insert(
        times newTimes: [Double], columns newColumns: [[Double]], at first: Int
    ) {
        let later = Array(times[first...])
        let laterColumns = columns.map { Array($0.values[first...]) }
        times.removeLast(later.count)
        for i in columns.indices { columns[i].values.removeLast(later.count) }
        var mine = 0
        var theirs = 0
        while mine < later.count || theirs < newTimes.count {
            if theirs == newTimes.count
                || (mine < later.count && later[mine] <= newTimes[theirs])
            {
                times.append(later[mine])
                for i in columns.indices { columns[i].values.append(laterColumns[i][mine]) }
                mine += 1
            } else {
                times.append(newTimes[theirs])
                for i in columns.indices { columns[i].values.append(newColumns[i][theirs]) }
                theirs += 1
            }
        }
        update(from: first)
    }

    private mutating func update(from first: Int) {
        marks.update(times, from: first)
        for i in columns.indices {
            columns[i].pyramid.update(columns[i].values, from: first)
            removeUndrawable(in: i, from: first)
        }
    }

    /// Makes new values of a column that cannot be drawn missing.
    private mutating func removeUndrawable(in column: Int, from first: Int) {
        let limits = Extent(min: -Extent.greatest, max: Extent.greatest)
        let count = columns[column].values.count
        guard first < count else { return }
        let extent = columns[column].pyramid.extent(of: first..<count, in: columns[column].values)
        guard !extent.isEmpty, !limits.contains(extent) else { return }
        hasRemoved = true
        for index in first..<count {
            let value = columns[column].values[index]
            if !value.isNaN, !limits.contains(value) { columns[column].values[index] = .nan }
        }
        columns[column].pyramid.update(columns[column].values, from: first)
    }

    // MARK: Searching

    var timeExtent: Extent {
        guard let first = times.first, let last = times.last else { return .nothing }
        return Extent(min: first, max: last)
    }

    /// The first index whose time is at least `time`; the count if there is none.
    func lowerBound(_ time: Double) -> Int {
        var hint = marks.likely(time, in: times)
        let guess = marks.guess(time, in: times, hint: &hint)
        return TimeMarks.search(time, in: times, guess.low, guess.high, near: guess.likely)
    }

    /// The first index whose time is later than `time`; the count if there is none.
    func upperBound(_ time: Double) -> Int { lowerBound(time.nextUp) }

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

    /// The index nearest in time among those for which `isPresent`; the earlier one of two equally
    /// near.
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
