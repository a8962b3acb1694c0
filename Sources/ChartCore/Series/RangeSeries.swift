/// Samples with a low and a high value each (blood pressure, a day's lowest and highest pulse).
///
/// Like `SampleSeries`, with two columns and a pyramid over each. A sample is a gap if both values
/// are NaN; one of them may be missing.
public struct RangeSeries: Sendable {
    private var data = TimeColumns(columns: 2)
    private var log = ChangeLog()

    /// A series without samples.
    public init() {}

    /// A series of the given samples, in any order; those with a time that is not finite are
    /// refused.
    ///
    /// Columns that are already in order are shared and not copied.
    public init(
        times: some Sequence<Double>, lows: some Sequence<Double>, highs: some Sequence<Double>
    ) {
        let given = (times: Column(times), lows: Column(lows), highs: Column(highs))
        var (lows, highs) = (given.lows, given.highs)
        for (i, (low, high)) in zip(given.lows, given.highs).enumerated() where low > high {
            (lows[i], highs[i]) = (high, low)
        }
        _ = data.extend(times: given.times, columns: [lows, highs])
        log.note(firstIndex: 0)
    }

    /// The times, ascending.
    public var times: Column<Double> { data.times }
    /// The low values.
    public var lows: Column<Double> { data.columns[0].values }
    /// The high values.
    public var highs: Column<Double> { data.columns[1].values }
    /// How many samples there are, gaps included.
    public var count: Int { data.times.count }
    /// Whether there are no samples.
    public var isEmpty: Bool { data.times.isEmpty }
    /// The revision of the samples; changes with every change.
    public var revision: Revision { log.revision }
    /// The times of the first and the last sample; `Extent.nothing` if there are none.
    public var timeExtent: Extent { data.timeExtent }
    /// The smallest and the largest value; `Extent.nothing` if there are none.
    public var valueExtent: Extent { valueExtent(of: 0..<count) }

    /// Adds samples, in any order; those with a time that is not finite are refused.
    ///
    /// If a low value is above its high value, the two are exchanged.
    /// - Returns: The number of refused samples.
    @discardableResult
    public mutating func append(times: [Double], lows: [Double], highs: [Double]) -> Int {
        var lows = lows
        var highs = highs
        for i in 0..<min(lows.count, highs.count) where lows[i] > highs[i] {
            (lows[i], highs[i]) = (highs[i], lows[i])
        }
        let (first, refused) = data.append(times: times, columns: [lows, highs])
        if refused < times.count { log.note(firstIndex: first) }
        return refused
    }

    /// Adds one sample; returns false if its time is not finite.
    @discardableResult
    public mutating func append(time: Double, low: Double, high: Double) -> Bool {
        append(times: [time], lows: [low], highs: [high]) == 0
    }

    /// Removes all samples.
    public mutating func removeAll() {
        data.removeAll()
        log.note(firstIndex: 0)
    }

    /// The first index that may differ from the series at the revision `earlier`; nil if nothing
    /// changed.
    public func firstChange(since earlier: Revision) -> Int? { log.firstChange(since: earlier) }

    /// The first index whose time is at least `time`.
    public func lowerBound(_ time: Double) -> Int { data.lowerBound(time) }
    /// The first index whose time is later than `time`.
    public func upperBound(_ time: Double) -> Int { data.upperBound(time) }

    /// The indices of the samples in a closed span, optionally with one more on each side.
    public func slice(over range: Extent, withNeighbours: Bool = false) -> Range<Int> {
        data.slice(over: range, withNeighbours: withNeighbours)
    }

    /// The smallest and the largest of the values at `indices`.
    ///
    /// O(log count).
    public func valueExtent(of indices: Range<Int>) -> Extent {
        data.columns.reduce(.nothing) { extent, column in
            extent.union(column.pyramid.extent(of: indices, in: column.values))
        }
    }

    /// The smallest and the largest value in a closed span of time.
    public func valueExtent(over range: Extent) -> Extent {
        valueExtent(of: slice(over: range))
    }

    /// The summary of the lows or the highs at `indices`.
    ///
    /// O(log count).
    public func summary(of indices: Range<Int>, _ side: Side) -> Summary {
        let column = data.columns[side == .low ? 0 : 1]
        return column.pyramid.summary(of: indices, in: column.values)
    }

    /// The index of the sample nearest in time that is not a gap; the earlier one of two equally
    /// near.
    public func nearest(to time: Double) -> Int? {
        data.nearest(to: time) {
            !(data.columns[0].values[$0].isNaN && data.columns[1].values[$0].isNaN)
        }
    }

    /// The lows or the highs as a separate series, for a line; it shares the columns.
    public func series(of side: Side) -> SampleSeries {
        SampleSeries(times: times, values: data.columns[side == .low ? 0 : 1])
    }

    /// One of the two values.
    public enum Side: Hashable, Sendable {
        /// The lower one.
        case low
        /// The upper one.
        case high
    }
}
