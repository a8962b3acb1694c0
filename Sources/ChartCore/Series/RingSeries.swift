// Streaming samples.
//
// The samples lie in columns like those of any other series: new ones are appended, old ones
// dropped at the front, chunk by chunk, and the pyramid with them. So a batch costs what is new,
// whatever the capacity; what draws a series draws this one; and a copy that a chart holds shares
// all but the newest samples and makes no append copy anything.
//
// Slots are where the samples lie for whoever mirrors the ring in a buffer of fixed size: sample i
// of the series (0 is the oldest) is in slot (offset + i) mod capacity. A write goes to slot (count
// + offset) mod capacity; while there is room `count` grows, after that `offset` does. So an append
// changes one slot.
//
// Rejected: keeping the samples themselves in slots, where each range is two, the pyramid has to be
// redone behind the write, and an append while a chart holds a copy copies whole chunks.

/// Streaming samples: the newest `capacity` of them, the oldest falling out.
public struct RingSeries: SampleSource {
    private var data = TimeColumns(columns: 1)
    private var log = ChangeLog()
    /// How many samples are kept.
    public private(set) var capacity: Int
    /// How many have fallen out since the slots were last laid out anew.
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

    /// The slot of sample `index`, 0 being the oldest.
    public func slot(of index: Int) -> Int {
        precondition(index >= 0 && index < count, "sample \(index) of \(count)")
        return (offset + index) % capacity
    }

    /// The slot that the next sample goes to.
    public var nextSlot: Int { (count + offset) % capacity }

    /// Adds a sample; refused (false) where its time is not finite or goes back.
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
    /// - Returns: How many were refused.
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
        // Where samples fell out, every other one has a new number.
        log.note(firstIndex: gone > 0 ? 0 : first)
    }

    /// Makes room for `newCapacity` samples; the oldest then lies in slot 0.
    ///
    /// Smaller is a no-op.
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

    /// The bytes that the samples and their pyramid take, those shared with copies included.
    public var byteCount: (samples: Int, pyramid: Int) {
        (times.byteCount + values.byteCount, data.columns[0].pyramid.byteCount)
    }
}
