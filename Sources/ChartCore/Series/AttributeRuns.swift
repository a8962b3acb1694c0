// The positions of the samples of each attribute, and their extremes.
//
// Layout: for each attribute the list of its runs. A run is a sequence of consecutive samples that
// belong together: their first and last index, the least and the greatest value, and a pyramid over
// each of those two columns. So memory and the cost of an update are proportional to the number of
// runs, and almost zero if attributes seldom change.
// Method: the extremes of the samples of one attribute between two borders are those of the runs
// within, from the pyramids over the runs, and of at most two runs that a border cuts, from the
// pyramid over the samples. A query costs O(log runs + log samples), even if every sample is its
// own run.
// Segments: a run of segments contains the sample at which its last segment ends, which is also the
// first of the next run; so a run is a piece of the line with both ends, whatever its neighbours
// are.
// Rejected: a series for each attribute (every sample twice, and in a stream appended twice); the
// set of attributes of each node of the pyramid (shows that two occur, but not how high each goes).

/// The contents of a run of one attribute.
enum AttributePart: Sendable {
    /// The samples themselves.
    case samples
    /// The segments that start at them, with both ends, and isolated samples.
    case segments
}

/// The runs of each attribute in a series.
struct AttributeRuns: Sendable {
    let part: AttributePart
    /// By attribute, up to the highest one that has ever occurred.
    private var lists: [RunList] = []

    /// The runs of one attribute, in order.
    private struct RunList: Sendable {
        /// Index of the first sample of each run.
        var starts = Column<Int>()
        /// Index of the last sample of each run.
        var ends = Column<Int>()
        var lows = ValueColumn()
        var highs = ValueColumn()
        /// The number of runs that the pyramids include.
        var settled = 0

        mutating func removeLast(_ number: Int) {
            guard number > 0 else { return }
            starts.removeLast(number)
            ends.removeLast(number)
            lows.values.removeLast(number)
            highs.values.removeLast(number)
            settled = min(settled, starts.count)
        }

        mutating func append(_ run: ClosedRange<Int>, _ extent: Extent) {
            starts.append(run.lowerBound)
            ends.append(run.upperBound)
            lows.values.append(extent.min)
            highs.values.append(extent.max)
        }

        mutating func settle() {
            lows.pyramid.update(lows.values, from: settled)
            highs.pyramid.update(highs.values, from: settled)
            settled = starts.count
        }
    }

    init(of part: AttributePart) { self.part = part }

    /// The attributes that have runs, ascending.
    var attributes: [Int] { lists.indices.filter { !lists[$0].starts.isEmpty } }

    // MARK: Updating

    /// Takes over samples that are new or have changed from an index on: O(new samples).
    mutating func update(_ values: ValueColumn, _ attributes: Column<Double>, from first: Int) {
        let scan = Scan(part: part, values: values.values, attributes: attributes)
        // A segment that starts before the first new sample may end at it.
        let begin = max(0, first - 1)
        for list in lists.indices {
            let runs = lists[list].starts
            lists[list].removeLast(
                runs.count - runs.indices.partitioningIndex { runs[$0] >= begin })
        }
        var open: (attribute: Int, start: Int)?
        if begin > 0, let attribute = scan.attribute(begin - 1), lists.indices.contains(attribute),
            let start = lists[attribute].starts.last
        {
            lists[attribute].removeLast(1)
            open = (attribute, start)
        }
        for index in begin..<max(begin, scan.count) {
            let attribute = scan.attribute(index)
            guard attribute != open?.attribute else { continue }
            if let run = open { add(run.attribute, run.start..<index, scan, values) }
            open = attribute.map { ($0, index) }
        }
        if let run = open { add(run.attribute, run.start..<scan.count, scan, values) }
        for list in lists.indices where lists[list].settled < lists[list].starts.count {
            lists[list].settle()
        }
    }

    private mutating func add(
        _ attribute: Int, _ indices: Range<Int>, _ scan: Scan, _ values: ValueColumn
    ) {
        while lists.count <= attribute { lists.append(RunList()) }
        let goesOn = part == .segments && scan.isJoined(indices.upperBound - 1)
        let last = goesOn ? indices.upperBound : indices.upperBound - 1
        lists[attribute].append(
            indices.lowerBound...last,
            values.pyramid.extent(of: indices.lowerBound..<last + 1, in: values.values))
    }

    /// The attribute of each sample's part.
    private struct Scan {
        let part: AttributePart
        let values: Column<Double>
        let attributes: Column<Double>

        var count: Int { values.count }

        func isJoined(_ index: Int) -> Bool {
            index >= 0 && index + 1 < values.count && values[index].isFinite
                && values[index + 1].isFinite
        }

        /// Nil if nothing is drawn.
        func attribute(_ index: Int) -> Int? {
            guard values[index].isFinite else { return nil }
            let isDrawn = part == .samples || isJoined(index) || !isJoined(index - 1)
            return isDrawn ? Int(attributes[index]) : nil
        }
    }

    // MARK: Reading

    /// The runs of an attribute that overlap the samples at `indices`.
    private func runs(_ list: RunList, in indices: Range<Int>) -> Range<Int> {
        let first = list.ends.indices.partitioningIndex { list.ends[$0] >= indices.lowerBound }
        let rest = first..<list.starts.count
        return first..<rest.partitioningIndex { list.starts[$0] >= indices.upperBound }
    }

    /// The extent of the values of an attribute among the samples at `indices`.
    func extent(of indices: Range<Int>, attribute: Int, in values: ValueColumn) -> Extent {
        guard !indices.isEmpty, lists.indices.contains(attribute) else { return .nothing }
        let list = lists[attribute]
        var whole = runs(list, in: indices)
        var extent = Extent.nothing
        /// Adds the part of a run between the borders.
        func add(_ run: Int) {
            let piece =
                max(
                    list.starts[run], indices.lowerBound)..<min(
                    list.ends[run] + 1, indices.upperBound)
            extent = extent.union(values.pyramid.extent(of: piece, in: values.values))
        }
        if let first = whole.first, list.starts[first] < indices.lowerBound {
            add(first)
            whole = first + 1..<whole.upperBound
        }
        if let last = whole.last, list.ends[last] >= indices.upperBound {
            add(last)
            whole = whole.lowerBound..<last
        }
        guard !whole.isEmpty else { return extent }
        return extent.union(
            Extent(
                min: list.lows.pyramid.extent(of: whole, in: list.lows.values).min,
                max: list.highs.pyramid.extent(of: whole, in: list.highs.values).max))
    }
}
