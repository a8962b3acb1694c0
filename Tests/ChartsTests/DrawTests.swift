import ChartCore
import ChartInteraction
import ChartScene
import Charts
import GPU
import Geometry
import Testing
import Text

/// The contents of a chart's frame, checked by its pixels.
@MainActor @Suite struct DrawTests {
    private static let day = 86_400.0

    /// A chart over 0…7 days and 0…10, with ticks at the days and at every fifth value.
    private func bench(scale: Double = 1) throws -> Bench {
        let bench = try Bench(scale: scale)
        bench.prepare()
        bench.show(values: Extent(min: 0, max: 10))
        return bench
    }

    /// The position of a value, in device pixels, by the rule that the command line promises.
    private func place(_ t: Double, _ v: Double, _ chart: Chart) -> Point {
        let plot = chart.plotProjection.plot
        let x = plot.minX + (t - chart.x.range.min) / chart.x.range.length * plot.width
        let y = plot.maxY - (v - chart.y.range.min) / chart.y.range.length * plot.height
        return Point(x: x, y: y)
    }

    private func bar(_ color: UInt32) -> BarMark {
        let mark = BarMark(
            id: "bars", style: BarStyle(width: .fraction(0.5), colors: [Color(hex: color)]))
        mark.show([Bar(start: 2 * Self.day, end: 3 * Self.day, value: 9)])
        return mark
    }

    @Test func everythingIsCalledInItsOrder() throws {
        let bench = try bench()
        var order: [String] = []
        let mark = StubMark(id: "mark")
        mark.note = { order.append("mark") }
        let other = StubMark(id: "other")
        other.note = { order.append("other") }
        let hidden = StubMark(id: "hidden")
        hidden.isHidden = true
        hidden.note = { order.append("hidden") }
        let behind = Paint(0x000001)
        behind.note = { order.append("background") }
        let before = Paint(0x000002)
        before.note = { order.append("foreground") }
        let unseen = Paint(0x000003)
        unseen.isHidden = true
        unseen.note = { order.append("unseen") }
        bench.chart.marks = [mark, hidden, other]
        bench.chart.background = [behind, unseen]
        bench.chart.foreground = [unseen, before]
        bench.chart.willEncode = { _, _ in order.append("will encode") }
        bench.chart.didEncode = { _, _ in order.append("will commit") }
        try bench.draw()
        #expect(
            order == ["will encode", "background", "mark", "other", "foreground", "will commit"])
    }

    @Test func laterPartsLieOverEarlierOnes() throws {
        let bench = try bench()
        let chart = bench.chart
        // A grid line that the bar does not cover, and a position on it that the bar covers.
        let open = place(5.2 * Self.day, 4, chart)
        let covered = place(2.5 * Self.day, 4, chart)
        let bare = place(5.2 * Self.day, 7, chart)
        var picture = try bench.draw()
        #expect(picture.color(at: open) == Bench.grid)
        #expect(picture.color(at: bare) == 0)

        chart.willEncode = { scene, _ in
            scene.fill(Rect(x: 0, y: 0, width: 5000, height: 5000), Color(hex: 0x300000))
        }
        picture = try bench.draw()
        #expect(picture.color(at: bare) == 0x300000)
        #expect(picture.color(at: open) == Bench.grid)

        chart.background = [Paint(0x400000)]
        picture = try bench.draw()
        #expect(picture.color(at: bare) == 0x400000, "the background covers what the hook drew")
        #expect(picture.color(at: open) == Bench.grid, "the grid is on the background")
        let label = try #require(chart.placedLabels(bench.typesetter).y.first)
        let outside = Point(x: label.rect.maxX + 4, y: label.rect.midY)
        #expect(picture.color(at: outside) == 0x300000, "the background ends with the plot")

        chart.marks = [bar(0x0000FF)]
        picture = try bench.draw()
        #expect(picture.color(at: covered) == 0x0000FF, "marks are on the grid")

        chart.foreground = [
            ReferenceLine(at: 4, width: 3, color: Color(hex: 0xFFFF00)), Paint(0x777777),
        ]
        picture = try bench.draw()
        #expect(picture.color(at: covered) == 0x777777, "the foreground is on the marks")
        #expect(picture.color(at: outside) == 0x300000, "the foreground ends with the plot")
        chart.foreground.removeLast()
        picture = try bench.draw()
        #expect(picture.color(at: covered) == 0xFFFF00)

        chart.didEncode = { scene, _ in
            scene.fill(Rect(x: 0, y: 0, width: 5000, height: 5000), Color(hex: 0x123456))
        }
        picture = try bench.draw()
        #expect(Set(picture.inkColumns(rows: 0..<picture.height)).count == picture.width)
        #expect(picture.color(at: covered) == 0x123456)
        #expect(
            picture.color(at: label.rect.center) == 0x123456, "the last hook comes after the labels"
        )
    }

    @Test func hiddenMarksAndAttachmentsAreNotDrawn() throws {
        let bench = try bench()
        let empty = try bench.draw()
        let mark = bar(0x0000FF)
        let zone = Zone(2...4, color: Color(hex: 0x400000))
        bench.chart.marks = [mark]
        bench.chart.background = [zone]
        let full = try bench.draw()
        #expect(full != empty)
        mark.isHidden = true
        zone.isHidden = true
        #expect(try bench.draw() == empty)
        mark.isHidden = false
        zone.isHidden = false
        #expect(try bench.draw() == full)
    }

    @Test func zonesReachFromValueToValueAndEndAtThePlot() throws {
        let bench = try bench()
        let chart = bench.chart
        chart.background = [Zone(3...1e9, color: Color(hex: 0x400000))]
        let picture = try bench.draw()
        let plot = chart.plotProjection.plot
        let column = Int(plot.midX) + 3
        let rows = (0..<picture.height).filter { picture[column, $0] == 0x400000 }
        let top = try #require(rows.first)
        let bottom = try #require(rows.last)
        // The grid line at the upper edge may take the first row.
        #expect(abs(Double(top) - plot.minY) <= 1)
        #expect(abs(Double(bottom + 1) - place(0, 3, chart).y) <= 1)
        #expect(picture[Int(plot.minX) - 2, top + 10] == 0)
        #expect(picture[Int(plot.maxX) + 2, top + 10] == 0)
    }

    @Test(arguments: [1.0, 1.25, 1.5, 2.0]) func samplesStandWhereTheFormulaSays(
        scale: Double
    ) throws {
        let bench = try bench(scale: scale)
        let chart = bench.chart
        let times = [0.0, 0.37, 1.9, 3.14159, 5.0, 6.99, 7.0].map { $0 * Self.day }
        let values = [0.0, 9.73, 3.3, 10.0, 0.01, 6.6, 5.0]
        let points = PointMark(
            id: "points", style: PointStyle(radius: 2.5, fill: Color(hex: 0x3366CC)))
        points.show(SampleSeries(times: times, values: values))
        let pairs = RangeBarMark(
            id: "pairs", style: .range(width: 6, color: Color(hex: 0xCC3366)))
        pairs.show(RangeSeries(times: [4.4 * Self.day], lows: [2], highs: [8]))
        chart.marks = [pairs, points]
        let picture = try bench.draw()
        for (t, v) in zip(times, values) {
            #expect(
                picture.color(at: place(t, v, chart)) == 0x3366CC,
                "\(t / Self.day), \(v)")
        }
        #expect(picture.color(at: place(4.4 * Self.day, 5, chart)) == 0xCC3366)
        var top = place(4.4 * Self.day, 8, chart)
        top.y += 1
        #expect(picture.color(at: top) == 0xCC3366)
        top.y -= 3
        #expect(picture.color(at: top) != 0xCC3366)
        var bottom = place(4.4 * Self.day, 2, chart)
        bottom.y -= 2
        #expect(picture.color(at: bottom) == 0xCC3366)
    }

    @Test(arguments: [1.0, 1.25, 1.5, 2.0]) func gridLinesAreOneDevicePixel(
        scale: Double
    ) throws {
        let bench = try bench(scale: scale)
        let chart = bench.chart
        let picture = try bench.draw()
        let plot = chart.plotProjection.plot
        let labels = chart.placedLabels(bench.typesetter).y
        #expect(labels.count >= 3)
        let column = Int(plot.minX) + 7
        for label in labels {
            let y = place(0, label.value, chart).y
            let near = (Int(y) - 4)...(Int(y) + 4)
            let rows = near.filter { picture[column, $0] != 0 }
            #expect(rows == [Int(y.rounded(.down))], "\(label.text)")
            #expect(rows.allSatisfy { picture[column, $0] == Bench.grid })
        }
        // Grid lines of days are only on whole columns.
        let row = Int(plot.minY) + 5
        let columns = (Int(plot.minX) - 3...Int(plot.maxX) + 3).filter { picture[$0, row] != 0 }
        #expect(columns.allSatisfy { picture[$0, row] == Bench.grid })
        #expect(zip(columns, columns.dropFirst()).allSatisfy { $1 - $0 > 2 })
        #expect(columns.count >= 7)
    }

    @Test(arguments: [1.0, 1.25, 1.5, 2.0]) func thePlotsEdgesAreOnDevicePixels(
        scale: Double
    ) throws {
        for offset in [0.0, 0.3, 0.5, 0.77] {
            for size in [(333.3, 211.7), (600.5, 300.25), (91.0, 60.0)] {
                let bench = try Bench(
                    frame: Rect(x: 10 + offset, y: 20 - offset, width: size.0, height: size.1),
                    scale: scale)
                bench.prepare()
                let chart = bench.chart
                let exact = chart.plotProjection.plot
                for edge in [exact.minX, exact.minY, exact.maxX, exact.maxY] {
                    #expect(edge == edge.rounded())
                }
                let plot = chart.plot
                for (points, pixels) in [
                    (plot.minX, exact.minX), (plot.maxX, exact.maxX), (plot.minY, exact.minY),
                    (plot.maxY, exact.maxY),
                ] { #expect(abs(points * scale - pixels) < 1e-6) }
                #expect(bench.frame.contains(plot))
            }
        }
    }

    @Test func aChartTooSmallForAPlotDrawsNothing() throws {
        for size in [(0.0, 0.0), (40.0, 300.0), (300.0, 30.0), (72.0, 55.0)] {
            let bench = try Bench(frame: Rect(x: 5, y: 5, width: size.0, height: size.1))
            let picture = try bench.draw()
            #expect(picture.inkColumns(rows: 0..<picture.height).isEmpty)
            #expect(bench.chart.plot.width >= 0 && bench.chart.plot.height >= 0)
        }
    }

    // MARK: Cost

    @Test func aPanSendsNothingButNewLabels() throws {
        let calendar = CivilCalendar(zone: .utc)
        let start = utc(2026, 3, 1)
        let bench = try Bench(
            calendar: calendar, range: Extent(min: start, max: start + 14 * Self.day))
        let chart = bench.chart
        let times = (0..<20_000).map { start - 200 * Self.day + Double($0) * 1800 }
        let values = times.indices.map { Double(($0 * 7919) % 1000) / 100 }
        let line = LineMark(id: "line", style: LineStyle(width: 2, color: Color(hex: 0xFF)))
        line.show(SampleSeries(times: times, values: values))
        let points = PointMark(id: "points", style: PointStyle(radius: 2, fill: Color(hex: 0xFF)))
        points.show(SampleSeries(times: times, values: values))
        let bars = BarMark(
            id: "bars", style: BarStyle(width: .fraction(0.5), colors: [Color(hex: 0xFF00FF)]))
        bars.show(
            (-200..<200).map {
                Bar(
                    start: start + Double($0) * Self.day, end: start + Double($0 + 1) * Self.day,
                    value: Double(abs($0) % 10))
            })
        chart.marks = [bars, line, points]
        bench.prepare()
        bench.show(values: Extent(min: 0, max: 10))
        try bench.draw()
        #expect(bench.statistics.vertexBytes > 20_000 * 16, "the first frame sends the samples")
        try bench.draw()
        #expect(bench.statistics.uploadedBytes == 0)
        // Two days each way are within the range that ticks were first made for, and the labels
        // that enter were sent already.
        var quiet = 0
        for step in 1...40 {
            chart.x.panZoom.set(
                Extent(
                    min: start + Double(step) * 0.11 * Self.day,
                    max: start + (14 + Double(step) * 0.11) * Self.day))
            try bench.draw()
            #expect(bench.statistics.vertexBytes < 6144)
            #expect(bench.statistics.uploadedBytes < 40_000)
            if bench.statistics.vertexBytes == 0 { quiet += 1 }
        }
        #expect(quiet >= 20, "\(quiet) of 40 frames sent nothing")
        // A long pan makes new labels occasionally; no text is ever shaped twice.
        for step in 1...120 {
            let day = Double(step) * 0.7
            chart.x.panZoom.set(
                Extent(min: start + day * Self.day, max: start + (14 + day) * Self.day))
            try bench.draw()
            #expect(bench.statistics.vertexBytes < 6144)
        }
        #expect(bench.typesetter.shapedCount == bench.typesetter.cachedCount)
    }

    @Test func aGlideOfTheValuesSendsNoSamples() throws {
        let bench = try bench()
        let chart = bench.chart
        let times = (0..<5000).map { Double($0) * 120 }
        let line = LineMark(id: "line", style: LineStyle(width: 2, color: Color(hex: 0xFF)))
        line.show(
            SampleSeries(times: times, values: times.map { $0.truncatingRemainder(dividingBy: 20) })
        )
        chart.marks = [line]
        try bench.draw()
        chart.fitValues(over: chart.x.range, at: 1, animated: true)
        for step in 1...20 {
            chart.advance(to: 1 + Double(step) * 0.016)
            try bench.draw()
            // Columns of a wide line, at most: 20 bytes per device pixel.
            #expect(bench.statistics.vertexBytes < 20 * 560)
        }
    }

    @Test func otherSamplesAreSentOnceAndTheSameOnesNotAgain() throws {
        let bench = try bench()
        let points = PointMark(id: "points", style: PointStyle(radius: 2, fill: Color(hex: 0xFF)))
        let series = SampleSeries(times: [0, Self.day], values: [1, 2])
        points.show(series)
        bench.chart.marks = [points]
        try bench.draw()
        points.show(series)
        points.style.radius = 5
        points.style.fill = Color(hex: 0xFF0000)
        try bench.draw()
        #expect(bench.statistics.vertexBytes == 0, "a style change sends no data")
        points.show(SampleSeries(times: [0, Self.day], values: [1, 3]))
        let picture = try bench.draw()
        #expect(bench.statistics.vertexBytes > 0)
        #expect(
            picture.color(at: place(Self.day, 3, bench.chart)) == 0xFF0000)
    }
}
