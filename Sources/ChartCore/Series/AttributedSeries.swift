/// Samples of one value and one attribute each, in the order of time.
///
/// Like `SampleSeries`, with an additional number that selects a sample's style. A sample takes 24
/// bytes and its part of the pyramids 3; a run of equal attributes takes 64 more.
public struct AttributedSeries: AttributedSampleSource {
    private var data = TimeColumns(columns: 2)
    private var log = ChangeLog()
    private var points = AttributeRuns(of: .samples)
    private var segments = AttributeRuns(of: .segments)

    /// A series without samples.
    public init() {}

    /// A series of the given samples, in any order; those with a time that is not finite are
    /// refused.
    public init(
        times: some Sequence<Double>, values: some Sequence<Double>,
        attributes: some Sequence<UInt8>
    ) {
        let (first, _) = data.extend(
            times: Column(times), columns: [Column(values), Column(attributes.map(Double.init))])
        note(first)
    }

    /// The times, ascending.
    public var times: Column<Double> { data.times }
    /// The values, in the order of the times.
    public var values: Column<Double> { data.columns[0].values }
    /// The samples without their attributes, as a series that shares their memory.
    public var samples: SampleSeries { SampleSeries(times: times, values: data.columns[0]) }
    public var count: Int { data.times.count }
    public var revision: Revision { log.revision }
    public var timeExtent: Extent { data.timeExtent }
    public var attributes: [Int] { points.attributes }

    public func time(at index: Int) -> Double { data.times[index] }
    public func value(at index: Int) -> Double { data.columns[0].values[index] }
    public func attribute(at index: Int) -> Int { Int(data.columns[1].values[index]) }

    /// Adds samples, in any order; those with a time that is not finite are refused.
    ///
    /// O(batch) if the batch comes after the data, otherwise a merge of the samples after its first
    /// one.
    /// - Returns: The number of refused samples.
    @discardableResult
    public mutating func append(
        times: [Double], values: [Double], attributes: [UInt8]
    ) -> Int {
        let (first, refused) = data.append(
            times: times, columns: [values, attributes.map(Double.init)])
        if refused < times.count { note(first) }
        return refused
    }

    /// Adds one sample; returns false if its time is not finite.
    @discardableResult
    public mutating func append(time: Double, value: Double, attribute: UInt8) -> Bool {
        guard let first = data.append(time: time, { $0 == 0 ? value : Double(attribute) }) else {
            return false
        }
        note(first)
        return true
    }

    /// Removes all samples.
    public mutating func removeAll() {
        data.removeAll()
        note(0)
    }

    private mutating func note(_ first: Int) {
        let attributes = data.columns[1].values
        points.update(data.columns[0], attributes, from: first)
        segments.update(data.columns[0], attributes, from: first)
        log.note(firstIndex: first)
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

    public func valueExtent(of indices: Range<Int>, attribute: Int) -> Extent {
        points.extent(of: indices, attribute: attribute, in: data.columns[0])
    }

    public func segmentExtent(of indices: Range<Int>, attribute: Int) -> Extent {
        segments.extent(of: indices, attribute: attribute, in: data.columns[0])
    }

    public func columnSpans(
        _ grid: ColumnGrid, _ columns: Range<Int>, longestGap: Double,
        into spans: inout [ColumnSpan]
    ) {
        data.columnSpans(grid, columns, longestGap: longestGap, into: &spans)
    }
}
