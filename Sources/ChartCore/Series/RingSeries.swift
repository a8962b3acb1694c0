// Streaming samples.
//
// The samples are in columns like those of any other series: new ones are appended and old ones
// dropped at the front, chunk by chunk, together with the pyramid. So the cost of a batch depends
// on the new samples, not on the capacity; code that draws a series can draw this one; and a copy
// held by a chart shares all but the newest samples and does not cause copying on append.
//
// Slots are the positions of the samples for code that mirrors the ring in a buffer of fixed size:
// sample i of the series (0 is the oldest) is in slot (offset + i) mod capacity. A write goes to
// slot (count + offset) mod capacity; while there is room `count` grows, after that `offset` does.
// So an append changes one slot.
//
// Rejected: keeping the samples in slots: each range would be two, the pyramid would have to be
// rebuilt after the write, and an append while a chart holds a copy would copy whole chunks.

/// Streaming samples: the newest `capacity` samples; the oldest are removed.
public struct RingSeries: SampleSource {
    private var data = TimeColumns(columns: 1)
    private var log = ChangeLog()
    /// How many samples are kept.
    public private(set) var capacity: Int
    /// How many samples have been removed since the slots were last laid out.
    public private(set) var offset = 0

    /// A ring of `capacity` samples, at least one.
    public init(capacity: Int) {
        precondition(capacity > 0, "a ring series needs room for at least one sample")
        self.capacity = capacity
    }

    /// How many samples there are now.
    public var count: Int { data.times.count }
    public var revision: Revision { log.revision }
    public var timeExtent: Extent { data.timeExtent }

    /// The times, ascending.
    public var times: Column<Double> { data.times }
    /// The values, in the order of the times.
    public var values: Column<Double> { data.columns[0].values }

    public func time(at index: Int) -> Double { data.times[index] }
    public func value(at index: Int) -> Double { data.columns[0].values[index] }

    /// The slot of sample `index`; 0 is the oldest.
    public func slot(of index: Int) -> Int {
        precondition(index >= 0 && index < count, "sample \(index) of \(count)")
        return (offset + index) % capacity
    }

    /// The slot of the next sample.
    public var nextSlot: Int { (count + offset) % capacity }

    /// Adds a sample; refused (false) if its time is not finite or goes back.
    @discardableResult
    public mutating func append(time: Double, value: Double) -> Bool {
        guard time.isFinite, time >= (data.times.last ?? -.infinity),
            let first = data.append(time: time, { _ in value })
        else { return false }
        dropOldest(changedFrom: first)
        return true
    }

    /// Adds samples in their order; those whose time is not finite or goes back are refused.
    ///
    /// O(batch), whatever the capacity.
    /// - Returns: The number of refused samples.
    @discardableResult
    public mutating func append(times: [Double], values: [Double]) -> Int {
        precondition(times.count == values.count, "a batch needs one value for each time")
        var latest = data.times.last ?? -.infinity
        var goodTimes: [Double] = []
        var goodValues: [Double] = []
        var refused = 0
        for (index, time) in times.enumerated() {
            if time >= latest, time.isFinite {
                latest = time
                if refused > 0 {
                    goodTimes.append(time)
                    goodValues.append(values[index])
                }
            } else {
                if refused == 0 {
                    goodTimes = Array(times[..<index])
                    goodValues = Array(values[..<index])
                }
                refused += 1
            }
        }
        guard refused < times.count else { return refused }
        let (first, _) =
            refused == 0
            ? data.append(times: times, columns: [values])
            : data.append(times: goodTimes, columns: [goodValues])
        dropOldest(changedFrom: first)
        return refused
    }

    private mutating func dropOldest(changedFrom first: Int) {
        let gone = max(0, count - capacity)
        if gone > 0 {
            data.removeFirst(gone)
            offset += gone
        }
        // If samples were removed, every other sample has a new number.
        log.note(firstIndex: gone > 0 ? 0 : first)
    }

    /// Makes room for `newCapacity` samples; the oldest is then in slot 0.
    ///
    /// A smaller capacity changes nothing.
    public mutating func reserve(_ newCapacity: Int) {
        guard newCapacity > capacity else { return }
        capacity = newCapacity
        offset = 0
        log.note(firstIndex: 0)
    }

    /// Removes all samples and keeps the capacity.
    public mutating func removeAll() {
        data.removeAll()
        offset = 0
        log.note(firstIndex: 0)
    }

    public func firstChange(since earlier: Revision) -> Int? { log.firstChange(since: earlier) }

    public func lowerBound(_ time: Double) -> Int { data.lowerBound(time) }
    public func upperBound(_ time: Double) -> Int { data.upperBound(time) }

    public func summary(of indices: Range<Int>) -> Summary {
        data.columns[0].pyramid.summary(of: indices, in: data.columns[0].values)
    }

    public func valueExtent(of indices: Range<Int>) -> Extent {
        data.columns[0].pyramid.extent(of: indices, in: data.columns[0].values)
    }

    public func columnSpans(
        _ grid: ColumnGrid, _ columns: Range<Int>, longestGap: Double,
        into spans: inout [ColumnSpan]
    ) {
        data.columnSpans(grid, columns, longestGap: longestGap, into: &spans)
    }

    /// The samples in order, as a series.
    public var samples: SampleSeries { SampleSeries(times: times, values: values) }

    /// The bytes of the samples and their pyramid, including those shared with copies.
    public var byteCount: (samples: Int, pyramid: Int) {
        (times.byteCount + values.byteCount, data.columns[0].pyramid.byteCount)
    }
}
