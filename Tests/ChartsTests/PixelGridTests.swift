import ChartCore
import Charts
import SeededRandom
import Testing

/// The positions at which a panning range is drawn.
@Suite struct PixelGridTests {
    struct Span: CustomTestStringConvertible, Sendable {
        let name: String
        let range: Extent
        let pixels: Int
        var testDescription: String { name }
    }

    nonisolated static let spans = [
        Span(
            name: "a millisecond, a million seconds away",
            range: Extent(min: 1e6, max: 1e6 + 0.001), pixels: 1210),
        Span(
            name: "a second of today", range: Extent(min: 1.79e9, max: 1.79e9 + 1), pixels: 977),
        Span(name: "a week", range: Extent(min: 1.79e9, max: 1.79e9 + 604_800), pixels: 530),
        Span(
            name: "120 years", range: Extent(min: -2.2e9, max: -2.2e9 + 120 * 31_556_952),
            pixels: 3840),
        Span(name: "about zero", range: Extent(min: -0.3, max: 0.7), pixels: 333),
    ]

    @Test(arguments: spans) func aPanIsAWholeNumberOfPixelsAndNearWhereItIs(span: Span) {
        var grid = PixelGrid()
        grid.update(span.range, pixels: span.pixels)
        #expect(grid.place(of: span.range, pixels: span.pixels).range == span.range)
        let unit = span.range.length / Double(span.pixels)
        // The precision of doubles, in pixels.
        let digits = 8 * max(abs(span.range.min), abs(span.range.max)).ulp / unit
        let revision = grid.revision
        var dice = LinearCongruence(seed: 7)
        var exact = span.range.min
        for _ in 0..<2_000 {
            exact += (dice.unit() - 0.48) * span.range.length * 0.3
            let range = Extent(min: exact, max: exact + span.range.length)
            grid.update(range, pixels: span.pixels)
            let place = grid.place(of: range, pixels: span.pixels)
            #expect(abs(place.range.min - exact) <= (0.5 + digits) * unit)
            #expect(abs(place.range.max - range.max) <= (0.5 + digits) * unit)
            let moved = (place.range.min - span.range.min) / unit
            #expect(abs(moved - Double(place.first)) <= digits)
            #expect(place.columns.origin == span.range.min)
            #expect(abs(place.columns.left(of: place.first) - place.range.min) <= digits * unit)
        }
        #expect(grid.revision == revision, "a pan lays no new grid")
    }

    @Test func aMillionPansDoNotDrift() {
        var grid = PixelGrid()
        let length = 86_400.0 * 365.2425
        let start = 1.7e9
        grid.update(Extent(min: start, max: start + length), pixels: 1_228)
        let unit = length / 1_228
        var exact = start
        var worst = 0.0
        for step in 0..<1_000_000 {
            exact += unit * 0.713
            guard step % 97 == 0 || step > 999_900 else { continue }
            let range = Extent(min: exact, max: exact + length)
            grid.update(range, pixels: 1_228)
            let place = grid.place(of: range, pixels: 1_228)
            worst = max(worst, abs(place.range.min - exact) / unit)
            #expect(abs((place.range.min - start) / unit - Double(place.first)) < 1e-3)
        }
        #expect(worst <= 0.5001)
        #expect(worst > 0.4, "the pans were not whole pixels")
        #expect(exact - start > 500 * length)
    }

    @Test func aZoomIsDrawnWhereItIs() {
        var grid = PixelGrid()
        var range = Extent(min: 1.79e9, max: 1.79e9 + 604_800)
        grid.update(range, pixels: 530)
        var revision = grid.revision
        for factor in [0.5, 1 + 1e-6, 1.0000001, 3, 1e-4, 1e6] {
            let middle = range.mid + 0.0123 * range.length
            range = Extent(
                min: middle - factor * range.length / 2, max: middle + factor * range.length / 2)
            #expect(grid.place(of: range, pixels: 530).range == range, "asked before the frame")
            grid.update(range, pixels: 530)
            #expect(grid.place(of: range, pixels: 530).range == range)
            #expect(grid.revision != revision)
            revision = grid.revision
        }
        grid.update(range, pixels: 531)
        #expect(grid.revision != revision, "another width is another zoom")
        #expect(grid.place(of: range, pixels: 531).range == range)
    }

    @Test func theLastDigitsOfALengthAreNoZoom() {
        var grid = PixelGrid()
        let length = 4095.1 / 2
        let start = 1.7e9
        grid.update(Extent(min: start, max: start + length), pixels: 1_210)
        let revision = grid.revision
        var lengths = Set<Double>()
        for step in 0..<200 {
            let low = start + Double(step) / 200 * 4095.1
            let range = Extent(min: low, max: start + (Double(step) / 200 + 0.5) * 4095.1)
            lengths.insert(range.length)
            grid.update(range, pixels: 1_210)
        }
        #expect(lengths.count > 1, "all lengths were the same, to the last digit")
        #expect(grid.revision == revision)
    }

    @Test func withoutARangeOrAPlotThereIsNoGrid() {
        var grid = PixelGrid()
        grid.update(.nothing, pixels: 100)
        grid.update(Extent(min: 0, max: 1), pixels: 0)
        #expect(grid.unit == 0)
        #expect(
            grid.place(of: Extent(min: 0, max: 1), pixels: 10).range == Extent(min: 0, max: 1))
    }
}
