/// What the kinds of series share: samples in the order of time, and a revision.
public protocol TimedSeries: Sendable {
    /// How many samples there are, gaps included.
    var count: Int { get }
    /// The revision of the samples; changes with every change.
    var revision: Revision { get }
    /// The times of the first and the last sample; `Extent.nothing` where there are none.
    var timeExtent: Extent { get }
    /// The smallest and the largest value; `Extent.nothing` where there are none.
    var valueExtent: Extent { get }
    /// The smallest and the largest value in a closed span of time.
    func valueExtent(over range: Extent) -> Extent
}

/// Samples of one value each, in the order of time.
///
/// Times are instants (seconds since 1970) or any other ascending quantity. A value of NaN is a
/// gap: the sample keeps its place, lines break at it and no statistic counts it. Adding samples
/// changes nothing but the samples: no view, no range. A value with copy-on-write; 16.6 bytes a
/// sample.
public struct SampleSeries: TimedSeries {
    private var data = TimeColumns(columns: 1)
    private var extrema = ExtremaIndex()
    private var log = ChangeLog()

    /// A series without samples.
    public init() {}

    /// A series of the samples given, in whatever order.
    public init(times: [Double], values: [Double]) {
        append(times: times, values: values)
    }

    /// The times, ascending.
    public var times: [Double] { data.times }
    /// The values, in the order of the times.
    public var values: [Double] { data.columns[0] }
    public var count: Int { data.times.count }
    /// Whether there are no samples.
    public var isEmpty: Bool { data.times.isEmpty }
    public var revision: Revision { log.revision }

    public var timeExtent: Extent {
        guard let first = data.times.first, let last = data.times.last else { return .nothing }
        return Extent(min: first, max: last)
    }

    public var valueExtent: Extent { valueExtent(of: 0..<count) }

    /// Makes room for samples to come.
    public mutating func reserve(_ count: Int) { data.reserve(count) }

    /// Adds samples, in whatever order; those with a time that is not finite are refused.
    ///
    /// O(batch) where the batch comes after the data, else a merge of what lies after its first
    /// sample.
    /// - Returns: How many were refused.
    @discardableResult
    public mutating func append(times: [Double], values: [Double]) -> Int {
        let (first, refused) = data.append(times: times, columns: [values])
        if refused < times.count { changed(from: first) }
        return refused
    }

    /// Adds one sample; false where its time is not finite.
    @discardableResult
    public mutating func append(time: Double, value: Double) -> Bool {
        guard let first = data.append(time: time, { _ in value }) else { return false }
        changed(from: first)
        return true
    }

    /// Removes all samples.
    public mutating func removeAll() {
        data.removeAll()
        changed(from: 0)
    }

    private mutating func changed(from first: Int) {
        extrema.update(lows: data.columns[0], highs: data.columns[0], from: first)
        log.note(firstIndex: first)
    }

    /// The first index that may differ from the series as it was at `earlier`; nil where nothing
    /// changed.
    public func firstChange(since earlier: Revision) -> Int? { log.firstChange(since: earlier) }

    /// The first index whose time is at least `time`.
    public func lowerBound(_ time: Double) -> Int { data.lowerBound(time) }
    /// The first index whose time is later than `time`.
    public func upperBound(_ time: Double) -> Int { data.upperBound(time) }

    /// The indices of the samples in a closed span, optionally with one more on each side, so that
    /// a line goes on to the edges.
    public func slice(over range: Extent, withNeighbours: Bool = false) -> Range<Int> {
        data.slice(over: range, withNeighbours: withNeighbours)
    }

    /// The smallest and the largest of the values at `indices`.
    ///
    /// O(log count).
    public func valueExtent(of indices: Range<Int>) -> Extent {
        extrema.extent(of: indices, lows: data.columns[0], highs: data.columns[0])
    }

    public func valueExtent(over range: Extent) -> Extent {
        valueExtent(of: slice(over: range))
    }

    /// The index of the sample nearest in time that is not a gap; of two as near, the earlier one.
    public func nearest(to time: Double) -> Int? {
        data.nearest(to: time) { !data.columns[0][$0].isNaN }
    }
}

/// Samples of a low and a high value each (blood pressure, a day's least and greatest pulse).
///
/// As `SampleSeries`, with two columns. A sample is a gap where both are NaN; one alone may be
/// missing.
public struct RangeSeries: TimedSeries {
    private var data = TimeColumns(columns: 2)
    private var extrema = ExtremaIndex()
    private var log = ChangeLog()

    /// A series without samples.
    public init() {}

    /// A series of the samples given, in whatever order.
    public init(times: [Double], lows: [Double], highs: [Double]) {
        append(times: times, lows: lows, highs: highs)
    }

    /// The times, ascending.
    public var times: [Double] { data.times }
    /// The low values.
    public var lows: [Double] { data.columns[0] }
    /// The high values.
    public var highs: [Double] { data.columns[1] }
    public var count: Int { data.times.count }
    /// Whether there are no samples.
    public var isEmpty: Bool { data.times.isEmpty }
    public var revision: Revision { log.revision }

    public var timeExtent: Extent {
        guard let first = data.times.first, let last = data.times.last else { return .nothing }
        return Extent(min: first, max: last)
    }

    public var valueExtent: Extent { valueExtent(of: 0..<count) }

    /// Makes room for samples to come.
    public mutating func reserve(_ count: Int) { data.reserve(count) }

    /// Adds samples, in whatever order; those with a time that is not finite are refused.
    ///
    /// A low above its high is put right by exchanging the two.
    /// - Returns: How many were refused.
    @discardableResult
    public mutating func append(times: [Double], lows: [Double], highs: [Double]) -> Int {
        var lows = lows
        var highs = highs
        for i in 0..<min(lows.count, highs.count) where lows[i] > highs[i] {
            (lows[i], highs[i]) = (highs[i], lows[i])
        }
        let (first, refused) = data.append(times: times, columns: [lows, highs])
        if refused < times.count { changed(from: first) }
        return refused
    }

    /// Adds one sample; false where its time is not finite.
    @discardableResult
    public mutating func append(time: Double, low: Double, high: Double) -> Bool {
        append(times: [time], lows: [low], highs: [high]) == 0
    }

    /// Removes all samples.
    public mutating func removeAll() {
        data.removeAll()
        changed(from: 0)
    }

    private mutating func changed(from first: Int) {
        extrema.update(lows: data.columns[0], highs: data.columns[1], from: first)
        log.note(firstIndex: first)
    }

    /// The first index that may differ from the series as it was at `earlier`; nil where nothing
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
    public func valueExtent(of indices: Range<Int>) -> Extent {
        extrema.extent(of: indices, lows: data.columns[0], highs: data.columns[1])
    }

    public func valueExtent(over range: Extent) -> Extent {
        valueExtent(of: slice(over: range))
    }

    /// The index of the sample nearest in time that is not a gap; of two as near, the earlier one.
    public func nearest(to time: Double) -> Int? {
        data.nearest(to: time) { !(data.columns[0][$0].isNaN && data.columns[1][$0].isNaN) }
    }

    /// The lows or the highs as a series of their own, for a line.
    public func series(of side: Side) -> SampleSeries {
        SampleSeries(times: times, values: side == .low ? lows : highs)
    }

    /// One of the two values.
    public enum Side: Hashable, Sendable {
        case low
        case high
    }
}
