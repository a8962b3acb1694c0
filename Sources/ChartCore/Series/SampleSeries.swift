/// Samples of one value each, in the order of time.
///
/// Times are instants (seconds since 1970) or any other ascending quantity. A NaN value is a gap:
/// the sample keeps its place, lines are interrupted at it and statistics ignore it. A value that
/// cannot be drawn, one that is infinite or beyond `Extent.greatest`, becomes NaN. Adding samples
/// changes only the samples: no view, no range. Copies share their common samples; a sample takes
/// 16 bytes and its part of the pyramid 1.5.
public struct SampleSeries: SampleSource {
    private var data = TimeColumns(columns: 1)
    private var log = ChangeLog()

    /// A series without samples.
    public init() {}

    /// A series of the given samples, in any order; those with a time that is not finite are
    /// refused.
    ///
    /// There are as many times as values, which a precondition checks. Columns that are already in
    /// order are shared and not copied.
    public init(times: some Sequence<Double>, values: some Sequence<Double>) {
        extend(times: Column(times), values: Column(values))
    }

    /// The series of columns in order, with the pyramid over the values.
    init(times: Column<Double>, values: ValueColumn) {
        data = TimeColumns(times: times, [values])
        log.note(firstIndex: 0)
    }

    /// The times, ascending.
    public var times: Column<Double> { data.times }
    /// The values, in the order of the times.
    public var values: Column<Double> { data.columns[0].values }
    public var count: Int { data.times.count }
    public var revision: Revision { log.revision }
    public var timeExtent: Extent { data.timeExtent }

    public func time(at index: Int) -> Double { data.times[index] }
    public func value(at index: Int) -> Double { data.columns[0].values[index] }

    /// Adds samples, in any order; those with a time that is not finite are refused.
    ///
    /// O(batch) if the batch comes after the data, otherwise a merge of the samples after its first
    /// one.
    /// - Returns: The number of refused samples.
    @discardableResult
    public mutating func append(times: [Double], values: [Double]) -> Int {
        let (first, refused) = data.append(times: times, columns: [values])
        if refused < times.count { log.note(firstIndex: first) }
        return refused
    }

    /// Adds one sample; returns false if its time is not finite.
    @discardableResult
    public mutating func append(time: Double, value: Double) -> Bool {
        guard let first = data.append(time: time, { _ in value }) else { return false }
        log.note(firstIndex: first)
        return true
    }

    /// Takes over columns that begin with the samples of the series and continue after them.
    ///
    /// Their chunks are shared, and only new samples are read: O(new samples) if those are in
    /// order, otherwise as for `append`.
    /// - Returns: The number of new samples that were refused because their times are not finite.
    @discardableResult
    public mutating func extend(times: Column<Double>, values: Column<Double>) -> Int {
        let old = count
        let (first, refused) = data.extend(times: times, columns: [values])
        if refused < times.count - old { log.note(firstIndex: first) }
        return refused
    }

    /// Removes all samples.
    public mutating func removeAll() {
        data.removeAll()
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

    /// The index of the sample nearest in time that is not a gap; the earlier one of two equally
    /// near.
    public func nearest(to time: Double) -> Int? {
        data.nearest(to: time) { !data.columns[0].values[$0].isNaN }
    }

    /// The bytes of the samples and their pyramid, including those shared with copies.
    public var byteCount: (samples: Int, pyramid: Int) {
        (times.byteCount + values.byteCount, data.columns[0].pyramid.byteCount)
    }
}
