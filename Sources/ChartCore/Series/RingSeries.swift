/// Streaming samples: the newest `capacity` of them, the oldest falling out.
///
/// Samples lie in slots: sample i of the series (0 is the oldest) is in slot (offset + i) mod
/// capacity. A write goes to slot (count + offset) mod capacity; while there is room `count` grows,
/// after that `offset` does. So an append changes one slot, and whoever mirrors the slots uploads
/// one sample.
public struct RingSeries: Sendable {
    /// How many samples are kept.
    public private(set) var capacity: Int
    /// How many there are now.
    public private(set) var count = 0
    /// How many have fallen out since the slots were last laid out anew.
    public private(set) var offset = 0
    /// Changes with every change.
    public private(set) var revision = Revision.none
    /// The times by slot; slots not written yet hold NaN.
    public private(set) var slotTimes: [Double]
    /// The values by slot; slots not written yet hold NaN.
    public private(set) var slotValues: [Double]

    /// A ring of `capacity` samples, at least one.
    public init(capacity: Int) {
        precondition(capacity > 0, "a ring series needs room for at least one sample")
        self.capacity = capacity
        slotTimes = Array(repeating: .nan, count: capacity)
        slotValues = Array(repeating: .nan, count: capacity)
    }

    /// The slot of sample `index`, 0 being the oldest.
    public func slot(of index: Int) -> Int {
        precondition(index >= 0 && index < count, "sample \(index) of \(count)")
        return (offset + index) % capacity
    }

    /// The time of sample `index`, 0 being the oldest.
    public func time(at index: Int) -> Double { slotTimes[slot(of: index)] }
    /// The value of sample `index`, 0 being the oldest.
    public func value(at index: Int) -> Double { slotValues[slot(of: index)] }

    /// The slot that the next sample goes to.
    public var nextSlot: Int { (count + offset) % capacity }

    /// Adds a sample; refused (false) where its time is not finite or goes back.
    @discardableResult
    public mutating func append(time: Double, value: Double) -> Bool {
        guard time.isFinite, count == 0 || time >= self.time(at: count - 1) else { return false }
        let slot = nextSlot
        slotTimes[slot] = time
        slotValues[slot] = value
        if count >= capacity { offset += 1 } else { count += 1 }
        revision = .next()
        return true
    }

    /// Makes room for `newCapacity` samples; the oldest then lies in slot 0.
    ///
    /// Smaller is a no-op.
    public mutating func reserve(_ newCapacity: Int) {
        guard newCapacity > capacity else { return }
        var times = [Double](repeating: .nan, count: newCapacity)
        var values = times
        for i in 0..<count {
            times[i] = time(at: i)
            values[i] = value(at: i)
        }
        slotTimes = times
        slotValues = values
        capacity = newCapacity
        offset = 0
        revision = .next()
    }

    /// Removes all samples and keeps the room.
    public mutating func removeAll() {
        slotTimes = Array(repeating: .nan, count: capacity)
        slotValues = slotTimes
        count = 0
        offset = 0
        revision = .next()
    }

    /// The times of the oldest and the newest sample; `Extent.nothing` where there are none.
    public var timeExtent: Extent {
        count == 0 ? .nothing : Extent(min: time(at: 0), max: time(at: count - 1))
    }

    /// The smallest and the largest value.
    ///
    /// O(count).
    public var valueExtent: Extent {
        var result = Extent.nothing
        for value in slotValues { result.include(value) }
        return result
    }

    /// The first sample (0 is the oldest) whose time is at least `time`.
    public func lowerBound(_ time: Double) -> Int {
        (0..<count).partitioningIndex { !(self.time(at: $0) < time) }
    }

    /// The samples in order, as a series.
    public var samples: SampleSeries {
        SampleSeries(
            times: (0..<count).map { time(at: $0) }, values: (0..<count).map { value(at: $0) })
    }
}
