import ChartCore
import ChartScene
import Charts
import Geometry
import Testing

/// The readings of the crosshair for each kind of mark, and where it is drawn.
@MainActor @Suite struct CrosshairTests {
    private static let everything = Extent(min: -.infinity, max: .infinity)
    private let red = Color(hex: 0xFF0000)

    private func line(_ times: [Double], _ values: [Double]) -> LineMark {
        let mark = LineMark(id: "line", style: LineStyle(width: 2, color: red))
        mark.show(SampleSeries(times: times, values: values))
        return mark
    }

    // MARK: The nearest sample

    @Test func theNearestSampleAndNotTheNext() throws {
        let mark = line([0, 10, 20, 40], [1, 2, .nan, 4])
        for (x, expected) in [
            (-5.0, 0), (0, 0), (4, 0), (5, 0), (5.1, 1), (14, 1), (20, 1), (24.9, 1), (25, 1),
            (25.1, 3), (900, 3),
        ] {
            #expect(mark.nearest(to: x)?.index == expected, "at \(x)")
        }
        #expect(mark.nearest(to: .nan) == nil)
        #expect(line([], []).nearest(to: 3) == nil && line([1], [.nan]).nearest(to: 3) == nil)
        let reading = try #require(mark.nearest(to: 12))
        #expect(reading == MarkReading(x: 10, values: [2], drawn: [2], end: nil, index: 1))
    }

    @Test func onlyWhatLiesInTheRange() {
        let mark = line([0, 10, 20, 30], [1, 2, 3, 4])
        #expect(mark.nearest(to: 12, within: Extent(min: 11, max: 30))?.index == 2)
        #expect(mark.nearest(to: 11, within: Extent(min: 11, max: 19)) == nil)
        #expect(mark.nearest(to: 29, within: Extent(min: 0, max: 25))?.index == 2)
        #expect(mark.nearest(to: -7, within: Extent(min: 5, max: 25))?.index == 1)
    }

    @Test func ofSeveralAtOneTimeTheFirst() {
        let mark = line([5, 5, 5, 9, 9], [1, 2, 3, 4, 5])
        #expect(mark.nearest(to: 5)?.index == 0)
        #expect(mark.nearest(to: 6)?.index == 0)
        #expect(mark.nearest(to: 8)?.index == 3)
    }

    @Test func everyKindOfMarkIsRead() throws {
        let points = PointMark(id: "points", style: PointStyle(radius: 3, fill: red))
        points.show(SampleSeries(times: [1, 3], values: [7, 8]))
        #expect(points.nearest(to: 2)?.values == [7])

        let bars = BarMark(id: "bars", style: BarStyle(width: .fraction(0.5), colors: [red]))
        bars.show([
            Bar(start: 0, end: 10, value: 5), Bar(start: 10, end: 20, value: 6),
            Bar(start: 30, end: 40, value: .nan), Bar(start: 40, end: 50, value: 8),
        ])
        // The slot that contains the position; a slot does not include its end. Outside all slots,
        // the nearest one.
        for (x, index) in [(0.0, 0), (9.9, 0), (10, 1), (19.9, 1), (25, 1), (30, 1), (31, 3)] {
            #expect(bars.nearest(to: x)?.index == index, "at \(x)")
        }
        let bar = try #require(bars.nearest(to: 3))
        #expect(
            bar
                == MarkReading(
                    x: 5, values: [5], drawn: [], end: 5, span: Extent(min: 0, max: 10), index: 0))

        let ranges = RangeBarMark(id: "pairs", style: .range(width: 4, color: red))
        ranges.show(RangeSeries(times: [0, 8], lows: [70, .nan], highs: [120, 130]))
        #expect(ranges.nearest(to: 1)?.values == [70, 120])
        #expect(ranges.nearest(to: 7)?.drawn == [130])

        let band = BandMark(id: "band", style: AreaStyle(upper: red, lower: red))
        band.show(times: [0, 4, 8], lows: [1, .nan, 3], highs: [2, 5, 4])
        #expect(band.nearest(to: 4)?.index == 0)
        #expect(band.nearest(to: 5)?.values == [3, 4])
    }

    @Test func stepsGoFromSampleToSample() {
        let mark = line([0, 10, 20, 30, 40], [1, 2, .nan, 4, 5])
        for (x, count, expected) in [
            (0.0, 1, 10.0), (10, 1, 30), (10, 2, 40), (10, 10, 40), (30, -1, 10), (30, -2, 0),
            (30, -9, 0), (5, 1, 10), (5, -1, 0),
        ] {
            #expect(mark.step(from: x, by: count)?.x == expected, "\(count) from \(x)")
        }
        #expect(mark.step(from: 40, by: 1) == nil && mark.step(from: 0, by: -1) == nil)
        // Over two series, the next sample of either.
        let other = PointMark(id: "points", style: PointStyle(radius: 3, fill: red))
        other.show(SampleSeries(times: [4, 33], values: [1, 1]))
        #expect(Chart.step(from: 0, by: 1, over: [mark, other]) == 4)
        #expect(Chart.step(from: 0, by: 3, over: [mark, other]) == 30)
        #expect(Chart.step(from: 0, by: 99, over: [mark, other]) == 40)
        #expect(Chart.step(from: 40, by: -2, over: [mark, other]) == 30)
    }

    // MARK: On the drawn line

    @Test func theRingStandsOnTheThinnedLineAndTheTruthIsTold() throws {
        // The sample at 3 was left out: the line runs from (1, 3) to (5, 11), y = 2x + 1.
        let mark = line([1, 5], [3, 11])
        mark.original = SampleSeries(times: [1, 3, 5], values: [3, 42, 11])
        let reading = try #require(mark.nearest(to: 3.2))
        #expect(reading.values == [42] && reading.drawn == [7] && reading.x == 3)
        #expect(mark.step(from: 1, by: 1)?.drawn == [7])
        // Ends and drawn samples have the ring at their own value.
        #expect(mark.nearest(to: 0)?.drawn == [3] && mark.nearest(to: 9)?.drawn == [11])
        // There is no ring where the line is not drawn.
        let broken = line([1, 2, 5], [3, .nan, 11])
        broken.original = SampleSeries(times: [1, 3, 5], values: [3, 42, 11])
        #expect(broken.nearest(to: 3)?.drawn == [])
    }

    @Test func theChartAsksAllVisibleMarks() throws {
        let bench = try Bench(range: Extent(min: 0, max: 100))
        let a = line([10, 50], [1, 2])
        let b = PointMark(id: "points", style: PointStyle(radius: 3, fill: Color(hex: 0xFF)))
        b.show(SampleSeries(times: [20, 52, 300], values: [5, 6, 7]))
        bench.chart.marks = [a, b]
        let reading = try #require(bench.chart.reading(at: 54))
        #expect(reading.x == 52, "the line is at the nearest of all samples")
        #expect(reading["line"]?.x == 50 && reading["points"]?.values == [6])
        #expect(reading.parts.map(\.mark) == ["line", "points"])
        b.isHidden = true
        #expect(try #require(bench.chart.reading(at: 54)).x == 50)
        #expect(bench.chart.reading(at: 54, within: Extent(min: 60, max: 70)) == nil)
        a.isHidden = true
        #expect(bench.chart.reading(at: 54) == nil)
    }

    // MARK: Drawing

    @Test(arguments: [1.0, 1.5]) func lineAndRingsAreWhereTheDataAre(scale: Double) throws {
        let bench = try Bench(scale: scale, range: Extent(min: 0, max: 100))
        let mark = line([0, 50, 100], [0, 40, 0])
        bench.chart.marks = [mark]
        bench.show(values: Extent(min: 0, max: 100))
        let crosshair = Crosshair(
            style: Crosshair.Style(line: Color(hex: 0xABCDEF), ringFill: Color(hex: 0x102030)))
        crosshair.fadeDuration = 0
        bench.chart.overlay = [crosshair]
        crosshair.show(try #require(bench.chart.reading(at: 48)), at: 0)
        crosshair.advance(to: 0)
        for range in [Extent(min: 0, max: 100), Extent(min: 20, max: 60)] {
            bench.show(x: range)
            let picture = try bench.draw()
            let place = bench.chart.projection.point(x: 50, y: 40)
            func at(_ dx: Double, _ dy: Double) -> UInt32 {
                picture.color(
                    at: Point(x: place.x * scale + dx, y: place.y * scale + dy))
            }
            #expect(at(0, 0) == 0x102030, "the ground within the ring")
            #expect(at(4.7 * scale, 0) == 0xFF0000 && at(0, 4.7 * scale) == 0xFF0000)
            #expect(at(0, -30 * scale) == 0xABCDEF && at(0, 60 * scale) == 0xABCDEF)
        }
        // It is not drawn out of view, or after it was removed.
        bench.show(x: Extent(min: 60, max: 90))
        let without = try bench.draw()
        crosshair.hide(at: 1)
        crosshair.advance(to: 1)
        #expect(!crosshair.isShown)
        #expect(try bench.draw() == without)
    }

    @Test func itFadesInAndOutByTheClock() throws {
        let crosshair = Crosshair(style: Crosshair.Style(line: red, ringFill: red))
        crosshair.show(x: 3, rings: [], at: 10)
        #expect(crosshair.advance(to: 10.075) && abs(crosshair.opacity - 0.75) < 1e-9)
        #expect(!crosshair.advance(to: 10.15) && crosshair.opacity == 1)
        // It moves to another sample at once.
        crosshair.show(x: 4, rings: [], at: 11)
        #expect(!crosshair.advance(to: 11) && crosshair.opacity == 1 && crosshair.x == 4)
        crosshair.hide(at: 12)
        #expect(crosshair.advance(to: 12.075) && abs(crosshair.opacity - 0.25) < 1e-9)
        #expect(crosshair.isLeaving && crosshair.x == 4)
        // Back while it fades out: from its present opacity.
        crosshair.show(x: 4, rings: [], at: 12.075)
        crosshair.advance(to: 12.075)
        #expect(abs(crosshair.opacity - 0.25) < 1e-9)
        crosshair.hide(at: 13)
        #expect(!crosshair.advance(to: 13.2) && !crosshair.isShown)
    }

    @Test func aBarsLineEndsOnTopOfIt() throws {
        let bench = try Bench(range: Extent(min: 0, max: 40))
        let bars = BarMark(id: "bars", style: BarStyle(width: .fraction(0.5), colors: [red]))
        bars.show([Bar(start: 0, end: 40, value: 50)])
        bench.chart.marks = [bars]
        bench.show(values: Extent(min: 0, max: 100))
        let crosshair = Crosshair(style: Crosshair.Style(line: Color(hex: 0xFF), ringFill: red))
        crosshair.fadeDuration = 0
        crosshair.start = 30
        bench.chart.overlay = [crosshair]
        crosshair.show(try #require(bench.chart.reading(at: 3)), at: 0)
        crosshair.start = 30
        crosshair.advance(to: 0)
        let picture = try bench.draw()
        let plot = bench.chart.plot
        let x = Int(bench.chart.projection.px(20))
        let rows = (Int(plot.minY)..<Int(plot.maxY)).filter { picture[x, $0] == 0xFF }
        #expect(rows.first == Int(plot.minY) + 30)
        #expect(rows.last == Int(bench.chart.projection.py(50)) - 1)
    }
}
