import ChartCore
import ChartScene
import Charts
import Geometry
import Testing

/// The distance between labels, the value axis while it glides, and the marks at the plot's edge.
@MainActor @Suite struct LabelTests {
    private static let day = 86_400.0

    /// Times, and next to the first one of each day its name; a shorter one if there is no room.
    private struct TwoTiers: AxisLabeling {
        let words: TimeWords

        func label(_ tick: Tick, step: AxisStep) -> AxisLabel {
            var label = words.label(tick, step: step)
            if label.isStrong {
                label.shortText = String(label.text.prefix(3))
                label.placement = .leading
            }
            return label
        }

        func samples(step: AxisStep) -> [AxisLabel] {
            words.samples(step: step) + [
                AxisLabel("Wed 30 Sep", short: "Wed", isStrong: true, placement: .leading)
            ]
        }
    }

    @Test func labelsOfTwoTiersKeepTheirDistance() throws {
        let calendar = CivilCalendar(zone: .utc)
        let bench = try Bench(
            frame: Rect(x: 0, y: 0, width: 700, height: 200), calendar: calendar,
            times: TwoTiers(words: TimeWords(calendar: calendar)))
        bench.prepare()
        let middle = utc(2026, 7, 15)
        var length = 3 * 3600.0
        var (short, whole) = (0, 0)
        while length < 900 * Self.day {
            bench.show(x: Extent(min: middle - length * 0.37, max: middle + length * 0.63))
            bench.prepare()
            let labels = bench.chart.placedLabels(bench.typesetter).x
            for (left, right) in zip(labels, labels.dropFirst()) {
                let gap = right.rect.minX - left.rect.maxX
                #expect(gap >= bench.chart.xAxis.labelGap - 0.02, "\(left.text), \(right.text)")
            }
            if length < 4 * Self.day {
                for label in labels where label.text.contains("Wed") {
                    if label.text == "Wed" { short += 1 } else { whole += 1 }
                }
                // No hour next to a day is missing, except if the step is too short for both.
                #expect(labels.count >= 3, "\(labels.map(\.text))")
            }
            length *= 1.02
        }
        #expect(short > 20 && whole > 20, "\(short) short and \(whole) whole names")
    }

    // MARK: Values

    @Test(arguments: [(20_000.0, 20.0), (20, 20_000), (7, 1_000_000), (1_000_000, 3)])
    func nothingCrowdsWhileTheValuesGlide(from: Double, to: Double) throws {
        let bench = try Bench(
            filters: [
                SourceFilter(alternative: .unit, expandMin: false, expandMax: false),
                NiceRangeFilter(spacing: TickSpacing()),
            ])
        bench.prepare()
        let mark = StubMark(id: "stub", extent: Extent(min: 0, max: from))
        bench.chart.marks = [mark]
        bench.chart.fitValues(over: .unit, at: 0, animated: false)
        bench.prepare()
        mark.extent = Extent(min: 0, max: to)
        bench.chart.fitValues(over: .unit, at: 0, animated: true)
        bench.chart.advance(to: 0)
        bench.prepare()
        let plot = bench.chart.plot
        var counts: [Int] = []
        // The glide, and twice as long for labels that waited for others to fade out.
        for frame in 0...120 {
            bench.chart.advance(to: 0.3 * Double(frame) / 40)
            let picture = try bench.draw()
            let labels = bench.chart.placedLabels(bench.typesetter).y.sorted {
                $0.rect.y < $1.rect.y
            }
            for (above, below) in zip(labels, labels.dropFirst()) {
                #expect(below.rect.minY > above.rect.maxY, "frame \(frame)")
                if above.opacity == 1, below.opacity == 1 {
                    #expect(below.rect.y - above.rect.y >= 19.9, "frame \(frame)")
                }
            }
            let column = Int(plot.midX) + 3
            let lines = (Int(plot.minY)..<Int(plot.maxY)).filter {
                picture[column, $0] == Bench.grid
            }
            for (above, below) in zip(lines, lines.dropFirst()) {
                #expect(below - above >= 19, "frame \(frame)")
            }
            // The gutter is that of the target from the first frame on.
            #expect(bench.chart.plot == plot, "frame \(frame)")
            counts.append(labels.count)
        }
        #expect((3...6).contains(counts.last ?? 0))
        let last = bench.chart.placedLabels(bench.typesetter).y
        #expect(last.map(\.value).min() == bench.chart.y.range.min)
        #expect(last.map(\.value).max() == bench.chart.y.range.max)
    }

    @Test func aGutterIsAsWideAsTheLabelsThatCanBeSeen() throws {
        let bench = try Bench(
            filters: [
                SourceFilter(alternative: .unit, expandMin: false, expandMax: false),
                NiceRangeFilter(spacing: TickSpacing()),
            ])
        bench.prepare()
        bench.show(values: Extent(min: 0, max: 1000))
        bench.prepare()
        let widest = bench.chart.placedLabels(bench.typesetter).y.map(\.rect.width).max()
        #expect(widest == bench.chart.yAxis.widestLabel)
    }

    /// Room that labels need and do not have is added in half the time of the values' glide.
    @Test(arguments: [30.0, 60, 144]) func aPlotGivesWayAtASpeed(rate: Double) throws {
        let bench = try Bench(
            filters: [
                SourceFilter(alternative: .unit, expandMin: false, expandMax: false),
                NiceRangeFilter(spacing: TickSpacing()),
            ])
        let chart = bench.chart
        bench.prepare()
        bench.show(values: Extent(min: 0, max: 100))
        chart.advance(to: 9)
        bench.prepare()
        let first = chart.plot
        let mark = StubMark(id: "stub", extent: Extent(min: 0, max: 100_000_000))
        chart.marks = [mark]
        chart.fitValues(over: .unit, at: 10, animated: true)
        var ends: [Double] = [first.maxX]
        for frame in 0...Int(0.6 * rate) {
            chart.advance(to: 10 + Double(frame) / rate)
            bench.prepare()
            ends.append(chart.plot.maxX)
        }
        let last = chart.plot.maxX
        let way = first.maxX - last
        #expect(way > 5)
        // It ends softly: it begins with twice its mean speed. One point of tolerance for device
        // pixels.
        for (before, now) in zip(ends, ends.dropFirst()) {
            #expect(now <= before && before - now <= way * 2 / 0.15 / rate + 1)
        }
        #expect(!chart.advance(to: 11))
        // It does not shrink again; in another size it is another picture.
        mark.extent = Extent(min: 0, max: 100)
        chart.fitValues(over: .unit, at: 12, animated: true)
        for time in [12.1, 12.6, 13] {
            chart.advance(to: time)
            bench.prepare()
            #expect(chart.plot.maxX == last)
        }
        bench.prepare(in: Rect(x: 10, y: 20, width: 600, height: 310))
        #expect(chart.plot.maxX == first.maxX)
    }

    @Test func aChartThatBeganWithoutDataIsRoundOnceItHasAHeight() throws {
        let bench = try Bench(
            filters: [
                SourceFilter(alternative: .unit),
                NiceRangeFilter(
                    maximumTicks: 24, spacing: TickSpacing()),
            ])
        bench.chart.fitValues(over: .unit, at: 0, animated: false)
        bench.prepare()
        bench.chart.fitValues(over: .unit, at: 0, animated: false)
        bench.prepare()
        let labels = bench.chart.placedLabels(bench.typesetter).y
        #expect(labels.map(\.value) == [0, 0.2, 0.4, 0.6, 0.8, 1])
    }

    // MARK: Edges

    /// The number of pixels of a colour in columns of a picture.
    private func ink(_ picture: Picture, _ columns: Range<Int>) -> Double {
        var sum = 0.0
        for y in 0..<picture.height {
            for x in columns { sum += Double(picture[x, y] & 0xFF) / 255 }
        }
        return sum
    }

    enum Kind: CaseIterable, Sendable {
        case disc
        case range
    }

    private func mark(_ kind: Kind, at times: [Double]) -> any Mark {
        switch kind {
        case .disc:
            let points = PointMark(
                id: "points", style: PointStyle(radius: 6, fill: Color(hex: 0x0000FF)))
            points.show(SampleSeries(times: times, values: times.map { _ in 5 }))
            return points
        case .range:
            let bars = RangeBarMark(id: "bars", style: .range(width: 12, color: Color(hex: 0xFF)))
            bars.show(
                RangeSeries(
                    times: times, lows: times.map { _ in 3 }, highs: times.map { _ in 7 }))
            return bars
        }
    }

    /// A point and a range are drawn whole while their instant is in the plot, and not at all when
    /// it is not; also if the picture of the plot is reused.
    @Test(arguments: Kind.allCases, [1.0, 1.5]) func whatStandsAtTheEdgeIsWholeOrNotThere(
        kind: Kind, scale: Double
    ) throws {
        for isKept in [false, true] {
            let bench = try Bench(scale: scale, range: Extent(min: 0, max: 500))
            if isKept { bench.chart.style.ground = Color(hex: 0) }
            let chart = bench.chart
            chart.style.grid = Color(hex: 0)
            chart.style.label = Color(hex: 0)
            chart.style.strongLabel = Color(hex: 0)
            chart.marks = [mark(kind, at: [250])]
            bench.prepare()
            bench.show(values: Extent(min: 0, max: 10))
            let unit = 500 / (chart.plot.width * scale)
            /// The columns around the mark.
            func around(_ place: Double) -> Range<Int> {
                Int(place - 16 * scale)..<Int(place + 16 * scale)
            }
            let whole = ink(try bench.draw(), around(chart.plotProjection.pixelX(250)))
            #expect(whole > 50)
            for isLeft in [true, false] {
                var (seen, unseen) = (0, 0)
                // Step by step across the edge: present before it, gone behind it.
                for step in stride(from: -12.0, through: 12, by: 3) {
                    let start = (isLeft ? 250 : -250) + step * unit
                    chart.x.panZoom.set(Extent(min: start, max: start + 500))
                    let place = chart.plotProjection.pixelX(250)
                    let plot = chart.plotProjection.plot
                    let inside = place >= plot.minX && place <= plot.maxX
                    // On the edge itself it may be either.
                    if abs(place - plot.minX) < 0.5 || abs(place - plot.maxX) < 0.5 { continue }
                    let found = ink(try bench.draw(), around(place))
                    if inside {
                        #expect(abs(found - whole) < 0.05 * whole, "\(step) \(isLeft) \(isKept)")
                        seen += 1
                    } else {
                        #expect(found == 0, "\(step) \(isLeft) \(isKept)")
                        unseen += 1
                    }
                }
                #expect(seen > 2 && unseen > 2)
            }
        }
    }

    @Test func aLineIsCutAtTheEdgeWhereItsPointsAre() throws {
        let bench = try Bench(range: Extent(min: 0, max: 500))
        let chart = bench.chart
        chart.style.grid = Color(hex: 0)
        chart.style.label = Color(hex: 0)
        let line = LineMark(id: "line", style: LineStyle(width: 2, color: Color(hex: 0xFF)))
        line.show(SampleSeries(times: [-100, 600], values: [5, 5]))
        chart.marks = [line, mark(.disc, at: [-1, 501])]
        bench.prepare()
        bench.show(values: Extent(min: 0, max: 10))
        let picture = try bench.draw()
        let plot = chart.plotProjection.plot
        #expect(ink(picture, 0..<Int(plot.minX)) == 0)
        #expect(ink(picture, Int(plot.maxX)..<picture.width) == 0)
        #expect(ink(picture, Int(plot.minX)..<Int(plot.minX) + 1) > 1)
    }
}
