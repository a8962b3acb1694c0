// Samples of one metric, as a struct of arrays.
//
// Layout: parallel arrays, 18 to 35 bytes a sample. `ends`, `seconds` and `marks` stay empty while
// every sample is an instant, a single value, an ordinary record; so ten million rows `time,value`
// cost 18 bytes each and a reader that needs only one column touches only its memory. Times are
// seconds since 1970-01-01T00:00:00Z, values in the metric's canonical unit. Rejected: an array of
// structs (twice the memory traffic for what charts read), one array per source (the sweep over
// devices and the charts want time order).

/// What is known of one sample beside its numbers.
public struct SampleMarks: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A person typed the value in.
    public static let manual = SampleMarks(rawValue: 1)
    /// Another sample already stands for this one's record (second value of a row).
    public static let attached = SampleMarks(rawValue: 2)
    /// The sample was made of two records (systolic and diastolic).
    public static let paired = SampleMarks(rawValue: 4)
    /// A further piece of a sample that another device's interval cut in two; counted with the
    /// first.
    public static let continued = SampleMarks(rawValue: 8)

    /// How many records of the file the sample stands for: 0, 1 or 2.
    public var records: Int {
        contains(.attached) || contains(.continued) ? 0 : contains(.paired) ? 2 : 1
    }
}

/// The samples of one metric in columns.
public struct SampleColumns: Sendable, Equatable {
    /// Start instants in seconds since 1970.
    ///
    /// Rising once the import has finished.
    public private(set) var starts: [Double] = []
    /// End instants; empty while every sample is an instant (`end == start`).
    public private(set) var ends: [Double] = []
    /// Values in the canonical unit; systolic for a pair; an index into the labels for a category.
    public private(set) var values: [Double] = []
    /// Second values (diastolic) of a pair; empty for other metrics.
    public private(set) var seconds: [Double] = []
    /// Indices into the table of sources.
    public private(set) var sources: [UInt16] = []
    /// Marks; empty while no sample has any.
    public private(set) var marks: [SampleMarks] = []

    public init() {}

    /// How many samples there are.
    public var count: Int { starts.count }

    public var isEmpty: Bool { starts.isEmpty }

    /// Whether every sample is an instant.
    public var areInstants: Bool { ends.isEmpty }

    /// The end of one sample.
    @inlinable
    public func end(at index: Int) -> Double { ends.isEmpty ? starts[index] : ends[index] }

    /// The marks of one sample.
    public func marks(at index: Int) -> SampleMarks { marks.isEmpty ? [] : marks[index] }

    /// Makes room for `count` further samples.
    public mutating func reserve(_ count: Int) {
        let total = starts.count + count
        starts.reserveCapacity(total)
        values.reserveCapacity(total)
        sources.reserveCapacity(total)
        if !ends.isEmpty { ends.reserveCapacity(total) }
        if !seconds.isEmpty { seconds.reserveCapacity(total) }
        if !marks.isEmpty { marks.reserveCapacity(total) }
    }

    /// Adds a sample.
    ///
    /// `second` is for pairs alone; a metric is either always or never a pair.
    public mutating func append(
        start: Double, end: Double, value: Double, second: Double? = nil, source: UInt16,
        marks mark: SampleMarks = []
    ) {
        if !ends.isEmpty {
            ends.append(end)
        } else if end != start {
            ends = starts
            ends.append(end)
        }
        if !marks.isEmpty {
            marks.append(mark)
        } else if !mark.isEmpty {
            marks = [SampleMarks](repeating: [], count: starts.count)
            marks.append(mark)
        }
        starts.append(start)
        values.append(value)
        if let second { seconds.append(second) }
        sources.append(source)
    }

    /// Adds all samples of other columns, which must be of the same metric.
    public mutating func append(contentsOf other: SampleColumns) {
        if starts.isEmpty {
            // What is kept between two files or batches keeps its own memory.
            removeAll()
        }
        if !ends.isEmpty || !other.ends.isEmpty {
            if ends.isEmpty { ends = starts }
            ends.append(contentsOf: other.ends.isEmpty ? other.starts : other.ends)
        }
        if !marks.isEmpty || !other.marks.isEmpty {
            if marks.isEmpty { marks = [SampleMarks](repeating: [], count: starts.count) }
            if other.marks.isEmpty {
                marks.append(contentsOf: repeatElement([], count: other.count))
            } else {
                marks.append(contentsOf: other.marks)
            }
        }
        starts.append(contentsOf: other.starts)
        values.append(contentsOf: other.values)
        seconds.append(contentsOf: other.seconds)
        sources.append(contentsOf: other.sources)
    }

    /// Forgets the samples and keeps the memory for the next batch.
    public mutating func removeAll() {
        starts.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        values.removeAll(keepingCapacity: true)
        seconds.removeAll(keepingCapacity: true)
        sources.removeAll(keepingCapacity: true)
        marks.removeAll(keepingCapacity: true)
    }

    /// Gives every sample's source another number: `table[old]`.
    mutating func renumberSources(_ table: [UInt16]) {
        for index in sources.indices { sources[index] = table[Int(sources[index])] }
    }

    /// Gives every category's value another number: `table[old]`.
    mutating func renumberValues(_ table: [Int]) {
        for index in values.indices { values[index] = Double(table[Int(values[index])]) }
    }

    /// The samples at these indices, in this order.
    public func gathered(_ order: [Int]) -> SampleColumns {
        var result = SampleColumns()
        result.starts = order.map { starts[$0] }
        if !ends.isEmpty { result.ends = order.map { ends[$0] } }
        result.values = order.map { values[$0] }
        if !seconds.isEmpty { result.seconds = order.map { seconds[$0] } }
        result.sources = order.map { sources[$0] }
        if !marks.isEmpty { result.marks = order.map { marks[$0] } }
        return result
    }
}
