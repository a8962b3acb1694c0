import ChartCore
import Glibc
import SeededRandom
import Testing

/// A source that provides only the required properties of its samples and attributes, sample by
/// sample.
private struct OwnAttributedSource: AttributedSampleSource {
    let times: [Double]
    let values: [Double]
    let numbers: [UInt8]
    let revision = Revision.next()

    var count: Int { times.count }
    var attributes: [Int] { Set(numbers.map(Int.init)).sorted() }
    func time(at index: Int) -> Double { times[index] }
    func value(at index: Int) -> Double { values[index] }
    func attribute(at index: Int) -> Int { Int(numbers[index]) }
    func summary(of indices: Range<Int>) -> Summary {
        indices.reduce(into: Summary()) { $0.append(Summary(values[$1])) }
    }
    func valueExtent(of indices: Range<Int>) -> Extent { summary(of: indices).extent }
    func valueExtent(of indices: Range<Int>, attribute: Int) -> Extent {
        indices.reduce(into: .nothing) { extent, index in
            if numbers[index] == attribute { extent.include(values[index]) }
        }
    }
    func segmentExtent(of indices: Range<Int>, attribute: Int) -> Extent {
        indices.reduce(into: .nothing) { extent, index in
            if isEnd(index, attribute) { extent.include(values[index]) }
        }
    }
    private func isEnd(_ index: Int, _ attribute: Int) -> Bool {
        func isMissing(_ index: Int) -> Bool {
            !times.indices.contains(index) || values[index].isNaN
        }
        if isMissing(index) { return false }
        if !isMissing(index - 1), numbers[index - 1] == attribute { return true }
        let isAlone = isMissing(index - 1) && isMissing(index + 1)
        return (isAlone || !isMissing(index + 1)) && numbers[index] == attribute
    }
}

/// Samples with attributes on logarithmic and symmetric scales, compared with a loop over all of
/// them.
@Suite struct TransformedAttributedSamplesTests {
    /// How often values are not above zero.
    enum Signs: Double, CaseIterable {
        case above = 0
        case seldom = 0.004
        case often = 0.3
        case mostlyBelow = 0.9
    }

    static let layouts = [
        ScaleTransforms(y: .logarithmic), ScaleTransforms(x: .logarithmic),
        ScaleTransforms(x: .logarithmic, y: .logarithmic),
        ScaleTransforms(
            x: .symmetricLogarithmic(linearTo: 4), y: .symmetricLogarithmic(linearTo: 0.1)),
    ]

    /// Times from below zero on with long gaps, values of several signs with missing ones, and
    /// attributes in runs of about a given length.
    private static func series(
        _ count: Int, _ signs: Signs, run: Double, seed: UInt64
    ) -> AttributedSeries {
        var numbers = SplitMix(seed: seed)
        func next() -> Double { Double.random(in: 0..<1, using: &numbers) }
        var (times, values, attributes) = ([Double](), [Double](), [UInt8]())
        var time = -6.0
        var attribute = UInt8(0)
        for _ in 0..<count {
            time += next() < 0.02 ? 3 + 4 * next() : next() * 0.2
            if next() < 1 / run { attribute = UInt8(next() * 4) }
            times.append(time)
            let size = pow(10, next() * 6 - 2)
            let isAbove = next() >= signs.rawValue
            values.append(next() < 0.03 ? .nan : isAbove ? size : next() < 0.5 ? 0 : -size)
            attributes.append(attribute)
        }
        return AttributedSeries(times: times, values: values, attributes: attributes)
    }

    private static func transformed(
        _ base: any SampleSource, _ transforms: ScaleTransforms
    ) throws -> TransformedAttributedSamples {
        var samples = TransformedSamples()
        samples.update(base, transforms)
        return try #require(samples.attributed)
    }

    /// A sample with a place on both scales, or none along y.
    private struct Placed {
        var x: Double
        var y: Double
        var time: Double
        var attribute: Int
    }

    private static func placed(
        _ base: AttributedSeries, _ transforms: ScaleTransforms
    ) -> [Placed] {
        (0..<base.count).map {
            Placed(
                x: transforms.x.place(of: base.time(at: $0)),
                y: transforms.y.place(of: base.value(at: $0)), time: base.time(at: $0),
                attribute: base.attribute(at: $0))
        }
        .filter { !$0.x.isNaN }
    }

    /// The parts of columns that the segments of each attribute between places, and isolated
    /// samples, cover; computed segment by segment.
    private static func extents(
        _ samples: [Placed], _ grid: ColumnGrid, _ columns: Range<Int>, gap: Double
    ) -> [[Extent]] {
        func isJoined(_ index: Int) -> Bool {
            index >= 0 && index + 1 < samples.count && samples[index].y.isFinite
                && samples[index + 1].y.isFinite
                && samples[index + 1].time - samples[index].time <= gap
        }
        var extents = [[Extent]](
            repeating: [Extent](repeating: .nothing, count: columns.count), count: 5)
        func include(_ value: Double, _ attribute: Int, _ column: Int) {
            guard columns.contains(column) else { return }
            extents[attribute][column - columns.lowerBound].include(value)
        }
        for (index, sample) in samples.enumerated() {
            let first = grid.column(containing: sample.x)
            guard isJoined(index) else {
                if sample.y.isFinite, !isJoined(index - 1) {
                    include(sample.y, sample.attribute, first)
                }
                continue
            }
            let next = samples[index + 1]
            for column in first...grid.column(containing: next.x) {
                for place in [
                    max(sample.x, grid.left(of: column)), min(next.x, grid.left(of: column + 1)),
                ] {
                    let part = next.x > sample.x ? (place - sample.x) / (next.x - sample.x) : 0
                    include(sample.y * (1 - part) + next.y * part, sample.attribute, column)
                }
            }
        }
        return extents
    }

    private static func isSame(_ span: ColumnSpan, _ extent: Extent) -> Bool {
        span.isEmpty || extent.isEmpty
            ? span.isEmpty && extent.isEmpty
            : abs(span.low - extent.min) < 1e-9 && abs(span.high - extent.max) < 1e-9
    }

    @Test(arguments: Signs.allCases, [1.0, 3, 40]) func columnsOfAnAttributeAreItsSegments(
        signs: Signs, run: Double
    ) throws {
        let base = Self.series(1500, signs, run: run, seed: 11)
        for transforms in Self.layouts {
            let samples = try Self.transformed(base, transforms)
            let placed = Self.placed(base, transforms)
            let range = transforms.x.places(of: Extent(min: 0.3, max: base.timeExtent.max))
            // Columns narrower than the gap: a gap that begins and ends within one does not count.
            for (pixels, gap) in [(60, Double.infinity), (700, .infinity), (700, 2.5)] {
                let grid = ColumnGrid(origin: range.min, width: range.length / Double(pixels))
                let columns = -2..<pixels + 3
                let wanted = Self.extents(placed, grid, columns, gap: gap)
                var spans: [ColumnSpan] = []
                for attribute in wanted.indices {
                    samples.columnSpans(
                        grid, columns, longestGap: gap, attribute: attribute, into: &spans)
                    #expect(spans.count == columns.count)
                    let wrong = zip(spans, wanted[attribute]).enumerated().filter {
                        !Self.isSame($1.0, $1.1)
                    }
                    #expect(wrong.map { "\($0.offset): \($0.element)" } == [], "\(attribute)")
                }
            }
        }
    }

    @Test(arguments: Signs.allCases) func allAttributesTogetherAreTheLine(signs: Signs) throws {
        let base = Self.series(3000, signs, run: 4, seed: 23)
        for transforms in Self.layouts {
            let samples = try Self.transformed(base, transforms)
            let range = transforms.x.places(of: Extent(min: 0.3, max: base.timeExtent.max))
            let grid = ColumnGrid(origin: range.min, width: range.length / 800)
            var (all, spans): ([ColumnSpan], [ColumnSpan]) = ([], [])
            samples.columnSpans(grid, 0..<800, longestGap: 2.5, into: &all)
            var union = [Extent](repeating: .nothing, count: 800)
            for attribute in samples.attributes {
                samples.columnSpans(
                    grid, 0..<800, longestGap: 2.5, attribute: attribute, into: &spans)
                for (index, span) in spans.enumerated() where !span.isEmpty {
                    union[index] = union[index].union(Extent(min: span.low, max: span.high))
                }
            }
            #expect(zip(all, union).allSatisfy(Self.isSame))
        }
    }

    @Test(arguments: Signs.allCases) func runsComeToTheSamplesOfAnAttribute(signs: Signs) throws {
        let base = Self.series(4000, signs, run: 3, seed: 5)
        var numbers = SplitMix(seed: 77)
        for transforms in Self.layouts {
            let samples = try Self.transformed(base, transforms)
            let placed = Self.placed(base, transforms)
            #expect(samples.count == placed.count && samples.attributes == base.attributes)
            #expect(
                placed.indices.allSatisfy { samples.attribute(at: $0) == placed[$0].attribute })
            for _ in 0..<80 {
                let from = Int.random(in: 0..<placed.count, using: &numbers)
                let length = Int.random(in: 0...3000, using: &numbers)
                let indices = from..<min(placed.count, from + length)
                for attribute in 0..<5 {
                    var (own, ends) = (Extent.nothing, Extent.nothing)
                    for index in indices where placed[index].y.isFinite {
                        let y = placed[index].y
                        let before = index > 0 && placed[index - 1].y.isFinite
                        let after = index + 1 < placed.count && placed[index + 1].y.isFinite
                        let isOwn = placed[index].attribute == attribute
                        if isOwn { own.include(y) }
                        if before && placed[index - 1].attribute == attribute
                            || isOwn && (after || !before)
                        {
                            ends.include(y)
                        }
                    }
                    let found = samples.valueExtent(of: indices, attribute: attribute)
                    let segments = samples.segmentExtent(of: indices, attribute: attribute)
                    #expect(found == own || found.isEmpty && own.isEmpty)
                    #expect(segments == ends || segments.isEmpty && ends.isEmpty)
                }
            }
        }
    }

    @Test func aSampleAloneAmongPlacesIsOneOfItsOwnAttribute() throws {
        // Among the values a segment of attribute 1 ends at 5, and there is none of attribute 2.
        let base = AttributedSeries(
            times: [-1, 1, 2, 3, 4], values: [7, -3, 5, .nan, .nan], attributes: [0, 1, 2, 3, 0])
        let samples = try Self.transformed(base, Self.layouts[2])
        #expect(samples.count == 4)
        let place = Extent(min: log10(5), max: log10(5))
        #expect(samples.segmentExtent(of: 0..<4, attribute: 2) == place)
        #expect(samples.segmentExtent(of: 0..<4, attribute: 1).isEmpty)
        #expect(samples.valueExtent(of: 0..<4, attribute: 2) == place)
        #expect(samples.valueExtent(of: 0..<4, attribute: 1).isEmpty)
    }

    @Test func samplesWithoutAttributesHaveNone() throws {
        var samples = TransformedSamples()
        samples.update(SampleSeries(times: [1, 2], values: [3, 4]), Self.layouts[0])
        #expect(samples.attributed == nil)
        var series = AttributedSeries(times: [1, 2], values: [3, 4], attributes: [0, 1])
        samples.update(series, Self.layouts[0])
        let before = try #require(samples.attributed)
        #expect(before.revision == samples.revision && before.count == 2)
        series.append(time: 3, value: 5, attribute: 2)
        samples.update(series, Self.layouts[0])
        let after = try #require(samples.attributed)
        #expect(after.firstChange(since: before.revision) == 2 && after.attributes == [0, 1, 2])
    }

    /// A custom source provides only summaries of runs, and its columns are computed on every
    /// scale.
    @Test func aSourceOfOnesOwnHasTheSameColumns() throws {
        let series = Self.series(800, .often, run: 3, seed: 41)
        let own = OwnAttributedSource(
            times: Array(series.times), values: Array(series.values),
            numbers: (0..<series.count).map { UInt8(series.attribute(at: $0)) })
        let last = series.timeExtent.max
        for transforms in Self.layouts + [.identity] {
            let known: any AttributedSampleSource =
                transforms.isIdentity ? series : try Self.transformed(series, transforms)
            let source: any AttributedSampleSource =
                transforms.isIdentity ? own : try Self.transformed(own, transforms)
            let range = transforms.x.places(of: Extent(min: 0.3, max: last))
            let grid = ColumnGrid(origin: range.min, width: range.length / 300)
            var (a, b): ([ColumnSpan], [ColumnSpan]) = ([], [])
            for attribute in 0..<5 {
                known.columnSpans(grid, -1..<301, longestGap: 2, attribute: attribute, into: &a)
                source.columnSpans(grid, -1..<301, longestGap: 2, attribute: attribute, into: &b)
                #expect(zip(a, b).allSatisfy { $0 == $1 || $0.isEmpty && $1.isEmpty })
                #expect(a.count == 302 && b.count == 302)
            }
        }
    }
}
