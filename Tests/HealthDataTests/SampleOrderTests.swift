import ChartCore
import Testing

@testable import HealthData

/// The order of samples against an algorithm that compares all pairs.
@Suite("Samples in the order of time") struct SampleOrderTests {
    private struct Row: Hashable {
        var start: Double
        var end: Double
        var value: Double
        var source: UInt16

        /// Everything except the source's number, since two may have one name.
        func key(_ identity: [Int]) -> [Double] {
            [start, end, Double(identity[Int(source)]), value]
        }
    }

    private static func columns(_ rows: [Row]) -> SampleColumns {
        var columns = SampleColumns()
        for row in rows {
            columns.append(start: row.start, end: row.end, value: row.value, source: row.source)
        }
        return columns
    }

    private static func rows(_ columns: SampleColumns) -> [Row] {
        (0..<columns.count).map {
            Row(
                start: columns.starts[$0], end: columns.end(at: $0), value: columns.values[$0],
                source: columns.sources[$0])
        }
    }

    /// The rows without copies except the first, ordered by start, end and identity.
    ///
    /// Rows that are equal in these keep the order of the file, or the reverse order if the newest
    /// are first.
    private static func expected(_ rows: [Row], _ identity: [Int]) -> [Row] {
        var seen: Set<[Double]> = []
        let kept = rows.enumerated().filter { seen.insert($0.element.key(identity)).inserted }
        let isNewestFirst = (rows.first?.start ?? 0) > (rows.last?.start ?? 0)
        func precedes(_ a: (offset: Int, element: Row), _ b: (offset: Int, element: Row)) -> Bool {
            let (left, right) = (a.element.key(identity), b.element.key(identity))
            for place in 0..<3 where left[place] != right[place] {
                return left[place] < right[place]
            }
            return isNewestFirst ? a.offset > b.offset : a.offset < b.offset
        }
        return kept.sorted(by: precedes).map(\.element)
    }

    /// Rows in the orders of files: by time, newest first, source by source, days mixed, or no
    /// order at all.
    private static func random(_ kind: Int, _ random: inout SplitMix64) -> [Row] {
        let count = Int.random(in: 0...300, using: &random)
        var rows = (0..<count).map { (number: Int) -> Row in
            let start = Double(number / Int.random(in: 1...3, using: &random))
            return Row(
                start: start, end: start + Double(Int.random(in: 0...2, using: &random)),
                value: Double(Int.random(in: 0...2, using: &random)),
                source: UInt16.random(in: 0...2, using: &random))
        }
        switch kind {
        case 0: rows.sort { $0.start < $1.start }
        case 1: rows.sort { $0.start > $1.start }
        case 2: rows.sort { ($0.source, $0.start) < ($1.source, $1.start) }
        case 3:
            // Consecutive days, each out of order.
            rows.sort { $0.start < $1.start }
            for first in stride(from: 0, to: count, by: 40) {
                rows[first..<min(first + 40, count)].shuffle(using: &random)
            }
        default: rows.shuffle(using: &random)
        }
        return rows
    }

    @Test(arguments: 0..<5)
    func samplesAreSortedAndCopiesDropped(kind: Int) {
        var random = SplitMix64(seed: UInt64(kind) &+ 31)
        let identity = [0, 1, 0]
        for _ in 0..<80 {
            let rows = Self.random(kind, &random)
            var columns = Self.columns(rows)
            var dropped: [Row] = []
            SampleOrder.sort(&columns, identity: identity) { columns, index in
                dropped.append(
                    Row(
                        start: columns.starts[index], end: columns.end(at: index),
                        value: columns.values[index], source: columns.sources[index]))
            }
            let sorted = Self.rows(columns)
            #expect(sorted == Self.expected(rows, identity))
            // Nothing is lost without a report.
            #expect(Self.counts(sorted + dropped) == Self.counts(rows))
        }
    }

    private static func counts(_ rows: [Row]) -> [Row: Int] {
        rows.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }

    @Test func columnsInOrderAreNotTouched() {
        let rows = (0..<2000).map { (number: Int) -> Row in
            // Two at one time, as for a step down.
            let time = Double(number / 2)
            return Row(start: time, end: time, value: Double(-number), source: 0)
        }
        var columns = Self.columns(rows)
        SampleOrder.sort(&columns, identity: [0]) { _, _ in }
        #expect(columns.isAsAdded && Self.rows(columns) == rows)
    }

    @Test(arguments: 0..<20)
    func rowsBecomeTheColumnsThatTheyWouldBeOneByOne(seed: Int) {
        var random = SplitMix64(seed: UInt64(seed))
        var together = SampleColumns()
        var alone = SampleColumns()
        let hasSeconds = Bool.random(using: &random)
        for piece in 0..<6 {
            let rows = (0..<Int.random(in: 0...40, using: &random)).map { _ -> SampleRow in
                let start = Double(Int.random(in: 0...50, using: &random))
                return SampleRow(
                    start: start,
                    // The first pieces are instants without marks and of one source.
                    end: start + (piece > 1 ? Double(Int.random(in: 0...1, using: &random)) : 0),
                    value: start * 2, second: hasSeconds ? start / 2 : nil,
                    source: piece > 2 ? UInt16.random(in: 0...1, using: &random) : 0,
                    marks: piece > 3 && Bool.random(using: &random) ? .manual : [])
            }
            together.append(rows)
            for row in rows {
                alone.append(
                    start: row.start, end: row.end, value: row.value, second: row.second,
                    source: row.source, marks: row.marks)
            }
            #expect(together == alone)
            #expect(together.isStrictlyRising == alone.isStrictlyRising)
            #expect(together.areInstants == alone.areInstants)
            #expect(together.secondaryValues.count == alone.secondaryValues.count)
        }
        let number = Int.random(in: 0...together.count, using: &random)
        var shorter = together
        shorter.remove(Array(together.count - number..<together.count))
        #expect(shorter == together.gathered(Array(0..<together.count - number)))
    }
}
