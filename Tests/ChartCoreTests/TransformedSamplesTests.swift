import ChartCore
import Glibc
import SeededRandom
import Testing

/// Samples on logarithmic scales, compared with a search through all of them.
@Suite struct TransformedSamplesTests {
    private static let both = ScaleTransforms(x: .logarithmic, y: .logarithmic)

    /// Times from below zero to large, values of all signs, with gaps.
    private static func samples(_ count: Int, zeros: Int) -> SampleSeries {
        var numbers = LinearCongruence(seed: 12345)
        func next() -> Double { numbers.unit() }
        var times: [Double] = []
        var values: [Double] = []
        for index in 0..<count {
            times.append(Double(index) * 0.75 - 20)
            let size = pow(10, next() * 8 - 3)
            values.append(
                index % 97 == 5
                    ? .nan : zeros > 0 && index % zeros == 0 ? (index % 2 == 0 ? 0 : -size) : size)
        }
        return SampleSeries(times: times, values: values)
    }

    private static func transformed(
        _ base: any SampleSource, _ transforms: ScaleTransforms
    ) -> TransformedSamples {
        var samples = TransformedSamples()
        samples.update(base, transforms)
        return samples
    }

    @Test func samplesStandAtTheirPlaces() {
        let base = Self.samples(500, zeros: 7)
        let samples = Self.transformed(base, Self.both)
        let shown = (0..<500).filter { base.time(at: $0) > 0 }
        #expect(samples.count == shown.count)
        for (index, original) in shown.enumerated() {
            #expect(samples.time(at: index) == log10(base.time(at: original)))
            let value = base.value(at: original)
            #expect(
                value > 0
                    ? samples.value(at: index) == log10(value) : samples.value(at: index).isNaN)
        }
        let known = samples.timeExtent
        #expect(known.min == log10(base.time(at: shown[0])))
        for place in stride(from: -2.0, through: 3, by: 0.003)
            + (0..<samples.count).map({ samples.time(at: $0) })
        {
            let low = (0..<samples.count).first { samples.time(at: $0) >= place } ?? samples.count
            let high = (0..<samples.count).first { samples.time(at: $0) > place } ?? samples.count
            #expect(samples.lowerBound(place) == low && samples.upperBound(place) == high)
        }
        #expect(
            samples.lowerBound(-.infinity) == 0 && samples.upperBound(.infinity) == samples.count)
    }

    @Test(arguments: [0, 2, 3, 1000]) func runsComeToTheirSamples(zeros: Int) {
        let base = Self.samples(5000, zeros: zeros)
        let samples = Self.transformed(base, ScaleTransforms(y: .logarithmic))
        for (low, high) in [
            (0, 5000), (0, 1), (1, 2), (100, 1200), (4000, 4097), (3, 3), (700, 701),
        ] {
            let places = (low..<high).map { samples.value(at: $0) }.filter { !$0.isNaN }
            let extent = samples.valueExtent(of: low..<high)
            let summary = samples.summary(of: low..<high)
            guard let least = places.min(), let most = places.max() else {
                #expect(extent.isEmpty && summary.isEmpty)
                continue
            }
            #expect(extent == Extent(min: least, max: most))
            #expect(summary.minimum == least && summary.maximum == most)
            #expect(summary.first == places.first && summary.last == places.last)
        }
    }

    /// The part of a column that the line through the places covers, from every piece.
    private static func covered(
        _ samples: TransformedSamples, _ base: SampleSeries, _ from: Double, _ to: Double,
        _ longestGap: Double
    ) -> Extent {
        let first = base.count - samples.count
        var extent = Extent.nothing
        for index in 0..<samples.count {
            let (x, y) = (samples.time(at: index), samples.value(at: index))
            if x >= from, x < to { extent.include(y) }
            guard index + 1 < samples.count else { continue }
            let (x1, y1) = (samples.time(at: index + 1), samples.value(at: index + 1))
            guard !y.isNaN, !y1.isNaN, x1 > x,
                base.time(at: first + index + 1) - base.time(at: first + index) <= longestGap
            else { continue }
            for border in [from, to] where border > x && border <= x1 {
                extent.include(y + (y1 - y) * (border - x) / (x1 - x))
            }
        }
        return extent
    }

    @Test(arguments: [
        ScaleTransforms(y: .logarithmic), ScaleTransforms(x: .logarithmic),
        ScaleTransforms(x: .logarithmic, y: .logarithmic),
        ScaleTransforms(
            x: .symmetricLogarithmic(linearTo: 4), y: .symmetricLogarithmic(linearTo: 0.1)),
    ])
    func columnsAreWhatTheLineCovers(transforms: ScaleTransforms) {
        let base = Self.samples(900, zeros: 5)
        let samples = Self.transformed(base, transforms)
        let range = transforms.x.places(of: Extent(min: 0.4, max: 700))
        for (pixels, longestGap) in [(37, Double.infinity), (120, .infinity), (80, 0.5)] {
            let grid = ColumnGrid(origin: range.min, width: range.length / Double(pixels))
            var spans: [ColumnSpan] = []
            samples.columnSpans(grid, -3..<pixels + 3, longestGap: longestGap, into: &spans)
            #expect(spans.count == pixels + 6)
            for (index, span) in spans.enumerated() {
                let expected = Self.covered(
                    samples, base, grid.left(of: index - 3), grid.left(of: index - 2), longestGap)
                #expect(span.isEmpty == expected.isEmpty)
                guard !span.isEmpty, !expected.isEmpty else { continue }
                #expect(abs(span.low - expected.min) < 1e-9 && abs(span.high - expected.max) < 1e-9)
                #expect(span.first >= span.low && span.last <= span.high)
            }
        }
    }

    @Test func revisionsFollowTheSamplesAndTheLayout() {
        var base = Self.samples(100, zeros: 0)
        var samples = Self.transformed(base, Self.both)
        let first = samples.revision
        samples.update(base, Self.both)
        #expect(samples.revision == first && samples.firstChange(since: first) == nil)
        let count = samples.count
        base.append(times: [1000, 1001], values: [1, 2])
        samples.update(base, Self.both)
        #expect(samples.firstChange(since: first) == count && samples.count == count + 2)
        let second = samples.revision
        samples.update(base, ScaleTransforms(x: .logarithmic))
        #expect(samples.revision != second && samples.firstChange(since: second) == 0)
        // A sample before all others moves the rest.
        let third = samples.revision
        base.append(times: [-50], values: [1])
        samples.update(base, ScaleTransforms(x: .logarithmic))
        #expect(samples.firstChange(since: third) == 0 && samples.count == count + 2)
    }

    @Test func curvesKeepTheirGapsInValues() {
        let base = SampleSeries(times: [1, 2, 4, 100, 101], values: [1, 10, 100, 1000, 1])
        let samples = Self.transformed(base, Self.both)
        let line = LineInterpolation.stepped(.start).vertices(
            of: samples, in: 0..<5, longestGap: 3, detail: CurveDetail(departure: 1))
        // Corners between 1, 2 and 4 and between 100 and 101, none over the 96 between.
        #expect(line.times == [1, 2, 2, 4, 4, 100, 101, 101].map { log10($0) })
        let curve = LineInterpolation.monotone
        #expect(curve.value(of: samples, at: log10(3), longestGap: 3) != nil)
        #expect(curve.value(of: samples, at: log10(50), longestGap: 3) == nil)
    }
}
