// Samples of one metric, as a struct of columns.
//
// Layout: parallel columns in chunks that copies share, 16 to 36 bytes a sample. `ends`,
// `secondaryValues` and `marks` stay empty while every sample is an instant, a single value and an
// ordinary record. `sources` is one number while there is one source. So a hundred million rows
// `time,value` cost 16 bytes each, a reader of one column touches only its memory, and a copy of
// the samples read so far costs nothing. Whether the starts rise is tracked while samples come in,
// so a sorted file needs no extra pass. Times are seconds since 1970-01-01T00:00:00Z, values are in
// the metric's canonical unit. Sorting, merging and storing use the numbers of all metrics in the
// same way. `PairColumns`, `LabelColumns` and `NamedValues` read these columns as what they mean for
// pairs, categories and named values. Rejected: an array of structs (twice the memory traffic for
// what charts read), one array per source (the sweep over devices and the charts need time order).

import ChartCore

/// Facts about one sample in addition to its numbers.
package struct SampleMarks: OptionSet, Hashable, Sendable, BitwiseCopyable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) { self.rawValue = rawValue }

    /// A person typed the value in.
    package static let manual = SampleMarks(rawValue: 1)
    /// Another sample already represents this one's record (second value of a row).
    package static let attached = SampleMarks(rawValue: 2)
    /// The sample was made from two records (systolic and diastolic).
    package static let paired = SampleMarks(rawValue: 4)
    /// A further piece of one record, such as of a sample that another device's interval cut in
    /// two; counted with the first.
    package static let continued = SampleMarks(rawValue: 8)

    /// The sample sums up others, or repeats what another source states better.
    ///
    /// Examples: a day's total next to its quarters of an hour, a workout known only by the points
    /// of a track. It counts only if neither the samples that it sums up nor the workout itself are
    /// present.
    package static let summary = SampleMarks(rawValue: 16)
    /// The sample sums up summaries: a quarter of an hour next to lists that sum up others.
    ///
    /// It also has the mark of a summary, and counts only if no summary without this mark is
    /// present.
    package static let coarse = SampleMarks(rawValue: 32)
    /// The sample sums up coarse ones: a day's total next to its quarters of an hour.
    ///
    /// It also has their mark, and counts only if none of them is present.
    package static let coarsest = SampleMarks(rawValue: 64)
    /// The sample is the complete sum of an amount in its time: a day's total.
    ///
    /// It is a summary too, and counts for the amount by which it exceeds the samples of parts of
    /// it. Summaries without this mark only repeat others, and are dropped as soon as one of those
    /// is present.
    package static let total = SampleMarks(rawValue: 128)
    /// The value is outside of what is possible (`PossibleValues`), and nobody has said that it is
    /// right.
    package static let impossible = SampleMarks(rawValue: 256)
    /// The sample is dated after tomorrow, and nobody has said that this is right.
    package static let future = SampleMarks(rawValue: 512)
    /// The marks of samples that are kept, but left out of everything that is counted or drawn.
    package static let leftOut: SampleMarks = [.impossible, .future]

    /// How many records of the file the sample represents: 0, 1 or 2.
    package var records: Int {
        contains(.attached) || contains(.continued) ? 0 : contains(.paired) ? 2 : 1
    }

    /// How many times the sample's content was summed up: 0 for a sample that is not a summary,
    /// then one more for each of the summary marks.
    var level: Int {
        contains(.coarsest) ? 3 : contains(.coarse) ? 2 : contains(.summary) ? 1 : 0
    }
}

/// One sample, before it is added to columns.
struct SampleRow: Sendable, BitwiseCopyable {
    var start: Double
    var end: Double
    var value: Double
    /// For pairs only; a metric is either always or never a pair.
    var second: Double?
    var source: UInt16
    var marks: SampleMarks
}

/// The samples of one metric in columns.
package struct SampleColumns: Sendable, Equatable {
    /// Start instants in seconds since 1970; row numbers for named values, which have no times.
    ///
    /// Rising once the import has finished.
    package private(set) var starts = Column<Double>()
    /// End instants; empty while every sample is an instant (`end == start`).
    package private(set) var ends = Column<Double>()
    /// Values in the canonical unit; for a category the numbers of labels, which `LabelColumns` reads.
    package private(set) var values = Column<Double>()
    /// The second value of each pair, which `PairColumns` reads, or the number of each name, which
    /// `NamedValues` reads; empty for other metrics.
    private(set) var secondaryValues = Column<Double>()
    /// Indices into the table of sources.
    package private(set) var sources = SourceColumn()
    /// Marks; empty while no sample has any.
    package private(set) var marks = Column<SampleMarks>()
    /// Whether every sample starts later than the one before it.
    package private(set) var isStrictlyRising = true
    /// Whether the samples are in the order in which they were added, not in one given to them
    /// later.
    ///
    /// Such columns of one import begin with the samples that the import had before.
    package private(set) var isAsAdded = true
    private var lastStart = -Double.infinity

    package init() {}

    /// How many samples there are.
    package var count: Int { starts.count }

    package var isEmpty: Bool { starts.isEmpty }

    /// Whether every sample is an instant.
    package var areInstants: Bool { ends.isEmpty }

    /// The end of one sample.
    @inlinable
    package func end(at index: Int) -> Double { ends.isEmpty ? starts[index] : ends[index] }

    /// The marks of one sample.
    package func marks(at index: Int) -> SampleMarks { marks.isEmpty ? [] : marks[index] }

    /// Adds a sample.
    ///
    /// `second` is for pairs only; a metric is either always or never a pair.
    package mutating func append(
        start: Double, end: Double, value: Double, second: Double? = nil, source: UInt16,
        marks mark: SampleMarks = []
    ) {
        if !ends.isEmpty {
            ends.append(end)
        } else if end != start {
            // Without samples, a copy would only share storage that is not theirs.
            if !starts.isEmpty { ends = starts }
            ends.append(end)
        }
        if !marks.isEmpty {
            marks.append(mark)
        } else if !mark.isEmpty {
            marks = Column(repeating: [], count: starts.count)
            marks.append(mark)
        }
        if start <= lastStart { isStrictlyRising = false }
        lastStart = start
        starts.append(start)
        values.append(value)
        if let second { secondaryValues.append(second) }
        sources.append(source)
    }

    /// Adds samples column by column: room is reserved once for each column, not for each sample.
    mutating func append(_ rows: [SampleRow]) {
        if !ends.isEmpty || rows.contains(where: { $0.end != $0.start }) {
            // Without samples, a copy would only share storage that is not theirs.
            if ends.isEmpty, !starts.isEmpty { ends = starts }
            ends.append(count: rows.count) { rows[$0].end }
        }
        if !marks.isEmpty || rows.contains(where: { !$0.marks.isEmpty }) {
            if marks.isEmpty { marks = Column(repeating: [], count: starts.count) }
            marks.append(count: rows.count) { rows[$0].marks }
        }
        for row in rows {
            if row.start <= lastStart { isStrictlyRising = false }
            lastStart = row.start
        }
        starts.append(count: rows.count) { rows[$0].start }
        values.append(count: rows.count) { rows[$0].value }
        for case let second? in rows.lazy.map(\.second) { secondaryValues.append(second) }
        var first = 0
        while first < rows.count {
            var end = first + 1
            while end < rows.count, rows[end].source == rows[first].source { end += 1 }
            sources.append(rows[first].source, times: end - first)
            first = end
        }
    }

    /// Adds instants without marks, all of one source, to columns without second values.
    ///
    /// `areRising` means that each of them is later than the one before it.
    mutating func append(
        starts new: Span<Double>, values newValues: Span<Double>, areRising: Bool, source: UInt16
    ) {
        guard new.count > 0 else { return }
        if !areRising || new[0] <= lastStart { isStrictlyRising = false }
        lastStart = new[new.count - 1]
        if !ends.isEmpty { ends.append(contentsOf: new) }
        if !marks.isEmpty { marks.append(contentsOf: Column(repeating: [], count: new.count)) }
        starts.append(contentsOf: new)
        values.append(contentsOf: newValues)
        sources.append(source, times: new.count)
    }

    /// Columns made from others of equal length; sources and marks come in runs.
    init(
        starts: [Double], ends: [Double]?, values: [Double], secondaryValues: [Double]?,
        sources: [(UInt16, Int)], marks: [(SampleMarks, Int)]
    ) {
        precondition(values.count == starts.count, "\(starts.count) starts, \(values.count) values")
        for start in starts {
            if start <= lastStart { isStrictlyRising = false }
            lastStart = start
        }
        self.starts.append(contentsOf: starts)
        self.values.append(contentsOf: values)
        if let ends { self.ends.append(contentsOf: ends) }
        if let secondaryValues { self.secondaryValues.append(contentsOf: secondaryValues) }
        for (source, times) in sources { self.sources.append(source, times: times) }
        if marks.contains(where: { !$0.0.isEmpty }) {
            for (mark, times) in marks {
                self.marks.append(contentsOf: Column(repeating: mark, count: times))
            }
        }
    }

    /// Adds all samples of other columns, which must be of the same metric.
    ///
    /// Whole chunks are shared where these columns end at the border of one.
    package mutating func append(contentsOf other: SampleColumns) {
        if other.isEmpty { return }
        if isEmpty {
            self = other
            return
        }
        if !ends.isEmpty || !other.ends.isEmpty {
            if ends.isEmpty { ends = starts }
            ends.append(contentsOf: other.ends.isEmpty ? other.starts : other.ends)
        }
        if !marks.isEmpty || !other.marks.isEmpty {
            if marks.isEmpty { marks = Column(repeating: [], count: starts.count) }
            marks.append(
                contentsOf: other.marks.isEmpty
                    ? Column(repeating: [], count: other.count) : other.marks)
        }
        if !other.isStrictlyRising || other.starts[0] <= lastStart { isStrictlyRising = false }
        lastStart = other.lastStart
        isAsAdded = isAsAdded && other.isAsAdded
        starts.append(contentsOf: other.starts)
        values.append(contentsOf: other.values)
        secondaryValues.append(contentsOf: other.secondaryValues)
        sources.append(contentsOf: other.sources)
    }

    /// Changes the marks of every sample; `change` gets its index and its marks.
    mutating func updateMarks(_ change: (Int, inout SampleMarks) -> Void) {
        var changed = Column<SampleMarks>()
        changed.append(count: count) { index in
            var mark = marks(at: index)
            change(index, &mark)
            return mark
        }
        marks = changed
        forgetEmptyMarks()
    }

    /// The marks that some sample has.
    ///
    /// Cost: nothing if no sample has a mark, else O(samples).
    var usedMarks: SampleMarks {
        var used: SampleMarks = []
        marks.withSpans(in: 0..<marks.count) { marks in
            for index in marks.indices { used.formUnion(marks[index]) }
        }
        return used
    }

    private mutating func forgetEmptyMarks() {
        if usedMarks.isEmpty { marks = Column() }
    }

    /// Removes all samples, and keeps their storage for reuse if nobody shares it.
    mutating func removeAll() {
        starts.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        values.removeAll(keepingCapacity: true)
        secondaryValues.removeAll(keepingCapacity: true)
        marks.removeAll(keepingCapacity: true)
        sources.removeAll()
        isStrictlyRising = true
        isAsAdded = true
        lastStart = -.infinity
    }

    /// Gives every sample's source another number: `table[old]`.
    mutating func renumberSources(_ table: [UInt16]) { sources.renumber(table) }

    /// Gives the label of every sample of a category another number: `table[old]`.
    mutating func renumberLabels(_ table: [Int]) {
        for index in values.indices { values[index] = Double(table[Int(values[index])]) }
    }

    /// Gives the name of every named value another number: `table[old]`.
    mutating func renumberNames(_ table: [Int]) {
        for index in secondaryValues.indices {
            secondaryValues[index] = Double(table[Int(secondaryValues[index])])
        }
    }

    /// Gives named values row numbers from `first` on, in place of times.
    mutating func numberRows(from first: Int) {
        starts = Column((0..<count).map { Double(first + $0) })
        ends = Column()
        lastStart = Double(first + count - 1)
        isStrictlyRising = true
    }

    /// The samples at these indices, in this order.
    package func gathered(_ order: [some BinaryInteger]) -> SampleColumns {
        var result = self
        result.gather(order)
        return result
    }

    /// Keeps the samples at these indices, in this order.
    ///
    /// Works column by column, so that at most one column exists twice, if nobody shares these
    /// columns.
    mutating func gather(_ order: [some BinaryInteger]) {
        isAsAdded = false
        // The marked samples may be among those left out.
        if !marks.isEmpty {
            marks =
                order.contains { !marks[Int($0)].isEmpty } ? marks.gathered(at: order) : Column()
        }
        sources = sources.gathered(at: order)
        values = values.gathered(at: order)
        if !secondaryValues.isEmpty { secondaryValues = secondaryValues.gathered(at: order) }
        ends = ends.isEmpty ? ends : ends.gathered(at: order)
        starts = starts.gathered(at: order)
        updateOrder()
    }

    /// Checks whether every sample starts later than the one before it.
    private mutating func updateOrder() {
        var latest = -Double.infinity
        isStrictlyRising = true
        starts.withSpans(in: 0..<count) { starts in
            for index in starts.indices where isStrictlyRising {
                if starts[index] <= latest { isStrictlyRising = false }
                latest = starts[index]
            }
        }
        lastStart = starts.last ?? -.infinity
    }

    /// Removes the samples at these indices, which must rise.
    mutating func remove(_ dropped: [Int]) {
        if let first = dropped.first, first == count - dropped.count {
            return removeLast(dropped.count)
        }
        var kept: [Int] = []
        kept.reserveCapacity(count - dropped.count)
        var next = 0
        for index in 0..<count {
            if next < dropped.count, dropped[next] == index {
                next += 1
            } else {
                kept.append(index)
            }
        }
        gather(kept)
    }

    /// Removes the last samples.
    private mutating func removeLast(_ number: Int) {
        isAsAdded = false
        starts.removeLast(number)
        values.removeLast(number)
        sources.removeLast(number)
        if !ends.isEmpty { ends.removeLast(number) }
        if !secondaryValues.isEmpty { secondaryValues.removeLast(number) }
        if !marks.isEmpty { marks.removeLast(number) }
        settleRest()
    }

    /// The samples from an index on; their storage is shared.
    func suffix(from index: Int) -> SampleColumns {
        var rest = self
        rest.isAsAdded = false
        rest.starts.removeFirst(index)
        rest.values.removeFirst(index)
        rest.sources.removeFirst(index)
        if !ends.isEmpty { rest.ends.removeFirst(index) }
        if !secondaryValues.isEmpty { rest.secondaryValues.removeFirst(index) }
        if !marks.isEmpty { rest.marks.removeFirst(index) }
        rest.settleRest()
        return rest
    }

    /// Brings what is known of all samples up to date after some were removed at an end.
    private mutating func settleRest() {
        // The marked samples may be among those left out.
        forgetEmptyMarks()
        if isStrictlyRising {
            lastStart = starts.last ?? -.infinity
        } else {
            updateOrder()
        }
    }

    package static func == (a: SampleColumns, b: SampleColumns) -> Bool {
        a.starts == b.starts && a.values == b.values && a.secondaryValues == b.secondaryValues
            && a.sources == b.sources
            && (a.ends == b.ends || a.indices.allSatisfy { a.end(at: $0) == b.end(at: $0) })
            && (a.marks == b.marks || a.indices.allSatisfy { a.marks(at: $0) == b.marks(at: $0) })
    }

    private var indices: Range<Int> { 0..<count }
}
