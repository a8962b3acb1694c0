import ChartCore
import SeededRandom
import Testing

@Suite struct AttributedSeriesTests {
    /// Samples with missing values and long gaps; attributes in runs of about a given length.
    private static func samples(
        _ count: Int, run: Double, seed: UInt64
    ) -> (times: [Double], values: [Double], attributes: [UInt8]) {
        var dice = LinearCongruence(seed: seed)
        var (times, values, attributes) = ([Double](), [Double](), [UInt8]())
        var time = 0.0
        var attribute = UInt8(0)
        for _ in 0..<count {
            time += dice.unit() < 0.02 ? 3 + 4 * dice.unit() : dice.unit() * 0.2
            if dice.unit() < 1 / run { attribute = UInt8(dice.unit() * 4) }
            times.append(time)
            values.append(dice.unit() < 0.05 ? .nan : dice.unit() * 100)
            attributes.append(attribute)
        }
        return (times, values, attributes)
    }

    /// The parts of columns that the segments of each attribute, and isolated samples, cover;
    /// computed segment by segment.
    private static func extents(
        _ series: AttributedSeries, _ grid: ColumnGrid, _ columns: Int, gap: Double
    ) -> [[Extent]] {
        let (times, values) = (Array(series.times), Array(series.values))
        func isJoined(_ index: Int) -> Bool {
            index >= 0 && index + 1 < times.count && values[index].isFinite
                && values[index + 1].isFinite && times[index + 1] - times[index] <= gap
        }
        var extents = [[Extent]](
            repeating: [Extent](repeating: .nothing, count: columns), count: 5)
        for index in times.indices {
            let (time, value) = (times[index], values[index])
            let attribute = series.attribute(at: index)
            let first = grid.column(containing: time)
            guard isJoined(index) else {
                if value.isFinite, !isJoined(index - 1) { extents[attribute][first].include(value) }
                continue
            }
            let (to, later) = (times[index + 1], values[index + 1])
            for column in first...grid.column(containing: to) {
                for place in [max(time, grid.left(of: column)), min(to, grid.left(of: column + 1))]
                {
                    let part = to > time ? (place - time) / (to - time) : 0
                    extents[attribute][column].include(value * (1 - part) + later * part)
                }
            }
        }
        return extents
    }

    private static func check(_ series: AttributedSeries, width: Double, gap: Double) -> [String] {
        let grid = ColumnGrid(origin: -1.03, width: width)
        let last = grid.column(containing: series.timeExtent.max) + 2
        let wanted = extents(series, grid, last, gap: gap)
        var wrong: [String] = []
        var spans: [ColumnSpan] = []
        for attribute in wanted.indices {
            series.columnSpans(grid, 0..<last, longestGap: gap, attribute: attribute, into: &spans)
            guard spans.count == last else { return ["\(spans.count) spans"] }
            for (column, (found, wanted)) in zip(spans, wanted[attribute]).enumerated() {
                let same =
                    found.isEmpty
                    ? wanted.isEmpty
                    : abs(found.low - wanted.min) < 1e-9 && abs(found.high - wanted.max) < 1e-9
                if !same { wrong.append("\(attribute) in \(column): \(found) for \(wanted)") }
            }
        }
        return wrong
    }

    @Test(arguments: [1.0, 3, 40], [0.07, 0.9, 2.4])
    func columnsOfAnAttributeAreItsSegments(run: Double, width: Double) {
        let given = Self.samples(900, run: run, seed: 7)
        let series = AttributedSeries(
            times: given.times, values: given.values, attributes: given.attributes)
        #expect(Self.check(series, width: width, gap: 2.5) == [])
        if width < 1 { #expect(Self.check(series, width: width, gap: .infinity) == []) }
    }

    /// However samples are split and ordered on arrival, runs are those of the whole.
    @Test func whatIsAddedIsAsIfItHadBeenThere() {
        let given = Self.samples(700, run: 5, seed: 3)
        var series = AttributedSeries()
        var dice = LinearCongruence(seed: 19)
        var at = 0
        var later: [Int] = []
        while at < given.times.count {
            let next = min(given.times.count, at + Int(dice.unit() * 60) + 1)
            if dice.unit() < 0.2 {
                later.append(contentsOf: at..<next)
            } else if next - at == 1 {
                series.append(
                    time: given.times[at], value: given.values[at],
                    attribute: given.attributes[at])
            } else {
                series.append(
                    times: Array(given.times[at..<next]), values: Array(given.values[at..<next]),
                    attributes: Array(given.attributes[at..<next]))
            }
            at = next
        }
        series.append(
            times: later.map { given.times[$0] }, values: later.map { given.values[$0] },
            attributes: later.map { given.attributes[$0] })
        #expect(Array(series.times) == given.times)
        #expect((0..<series.count).map { UInt8(series.attribute(at: $0)) } == given.attributes)
        #expect(Self.check(series, width: 0.5, gap: 2.5) == [])
        #expect(series.attributes == Array(Set(given.attributes.map(Int.init))).sorted())
    }

    @Test func theExtentOfAnAttributeIsThatOfItsSamples() {
        let given = Self.samples(2000, run: 2, seed: 5)
        let series = AttributedSeries(
            times: given.times, values: given.values, attributes: given.attributes)
        var dice = LinearCongruence(seed: 1)
        for _ in 0..<200 {
            let from = Int(dice.unit() * 2000)
            let to = min(2000, from + Int(dice.unit() * dice.unit() * 2000))
            for attribute in 0..<5 {
                var wanted = Extent.nothing
                for index in from..<to where Int(given.attributes[index]) == attribute {
                    if given.values[index].isFinite { wanted.include(given.values[index]) }
                }
                let found = series.valueExtent(of: from..<to, attribute: attribute)
                #expect(found == wanted || found.isEmpty && wanted.isEmpty)
            }
        }
    }

    @Test func allAttributesTogetherAreTheLine() {
        let given = Self.samples(1500, run: 4, seed: 23)
        let series = AttributedSeries(
            times: given.times, values: given.values, attributes: given.attributes)
        let grid = ColumnGrid(origin: 0, width: 1.1)
        let columns = 0..<grid.column(containing: series.timeExtent.max) + 1
        var all: [ColumnSpan] = []
        series.columnSpans(grid, columns, longestGap: 2.5, into: &all)
        var union = [Extent](repeating: .nothing, count: columns.count)
        for attribute in series.attributes {
            var spans: [ColumnSpan] = []
            series.columnSpans(grid, columns, longestGap: 2.5, attribute: attribute, into: &spans)
            for (index, span) in spans.enumerated() where !span.isEmpty {
                union[index] = union[index].union(Extent(min: span.low, max: span.high))
            }
        }
        for (span, extent) in zip(all, union) {
            #expect(
                span.isEmpty
                    ? extent.isEmpty
                    : abs(span.low - extent.min) < 1e-9 && abs(span.high - extent.max) < 1e-9)
        }
        #expect(series.samples.times == series.times && series.samples.values == series.values)
    }

    @Test func cornersOfACurveBelongToTheSampleBefore() {
        let series = SampleSeries(times: [0, 1, 2], values: [0, 4, 1])
        for step in [LineInterpolation.Step.start, .middle, .end] {
            let line = LineInterpolation.stepped(step).vertices(
                of: series, in: 0..<3, detail: CurveDetail(departure: 1))
            #expect(line.samples.count == line.count)
            #expect(line.samples == (step == .middle ? [0, 0, 0, 1, 1, 1, 2] : [0, 0, 1, 1, 2]))
        }
        let curve = LineInterpolation.monotone.vertices(
            of: series, in: 0..<3, detail: CurveDetail(departure: 0.01))
        for (time, sample) in zip(curve.times, curve.samples) {
            #expect(sample == Int(time.rounded(.down)))
        }
    }
}
