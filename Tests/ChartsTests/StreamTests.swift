import ChartCore
import ChartScene
import Charts
import GPU
import Geometry
import Testing

/// The data sent for long series, for growing ones, and for many.
@MainActor @Suite struct StreamTests {
    private static let blue = Color(hex: 0x0000FF)

    /// A chart of `length` seconds with a line, its values between 0 and 10.
    private func bench(_ length: Double, from start: Double = 0) throws -> Bench {
        let bench = try Bench(range: Extent(min: start, max: start + length))
        bench.prepare()
        bench.show(values: Extent(min: 0, max: 10))
        return bench
    }

    /// One sample per second.
    private func samples(_ count: Int, _ value: (Int) -> Double) -> SampleSeries {
        let times: [Double] = (0..<count).map { Double($0) }
        let values: [Double] = (0..<count).map(value)
        return SampleSeries(times: times, values: values)
    }

    /// Adds one sample per second from a time on.
    private func add(_ ring: inout RingSeries, from first: Int, _ values: [Double]) {
        let times: [Double] = values.indices.map { Double(first + $0) }
        _ = ring.append(times: times, values: values)
    }

    private func wave(_ count: Int) -> SampleSeries {
        samples(count) { (index: Int) -> Double in Double((index * 7919) % 1000) / 100 }
    }

    @Test func aPanInsideTheWindowSendsNothing() throws {
        let bench = try bench(400, from: 500_000)
        let line = LineMark(id: "line", style: LineStyle(width: 3, color: Self.blue))
        line.show(wave(1_000_000))
        bench.chart.marks = [line]
        try bench.draw()
        #expect(line.drawnAs == .samples)
        #expect(bench.statistics.vertexBytes > 400 * 16)
        #expect(bench.statistics.vertexBytes < 20_000 * 16, "a window, not a million samples")
        var sent: [Int] = []
        for step in 1...400 {
            let start = 500_000 + Double(step) * 31
            bench.chart.x.panZoom.set(Extent(min: start, max: start + 400))
            try bench.draw()
            sent.append(bench.statistics.vertexBytes)
        }
        // Axis labels are made again occasionally; samples are sent only when the window moves.
        let windows = sent.filter { $0 > 4_096 }
        #expect(windows.count >= 1 && windows.count <= 6, "\(windows)")
        #expect(sent.count { $0 == 0 } > 360)
    }

    /// Two lines of 4,096 samples, half of them visible, panned to and fro over a whole screen.
    @Test(arguments: [true, false]) func aPanOverAScreenSendsAndShapesNothing(keeps: Bool) throws {
        let start = 1.7e9
        let whole = 4_095.0
        let bench = try Bench(
            frame: Rect(x: 0, y: 0, width: 1_280, height: 800),
            range: Extent(min: start, max: start + whole / 2))
        let chart = bench.chart
        if keeps { chart.style.ground = Color(hex: 0) }
        let times: [Double] = (0..<4_096).map { start + Double($0) }
        for number in [7_919, 6_421] {
            let line = LineMark(id: "\(number)", style: LineStyle(width: 3, color: Self.blue))
            let values: [Double] = (0..<4_096).map { Double(($0 * number) % 1000) / 100 }
            line.show(SampleSeries(times: times, values: values))
            chart.marks.append(line)
        }
        bench.prepare()
        bench.show(values: Extent(min: 0, max: 10))
        for _ in 1...3 { try bench.draw(reading: false) }
        let shaped = bench.typesetter.shapedCount
        for frame in 0...200 {
            let part = Double(frame < 100 ? frame : 200 - frame) / 200
            chart.x.panZoom.set(
                Extent(min: start + part * whole, max: start + (part + 0.5) * whole))
            try bench.draw(reading: false)
            #expect(bench.statistics.uploadedBytes == 0, "frame \(frame)")
        }
        #expect(bench.typesetter.shapedCount == shaped)
        #expect(bench.statistics.draws < 20)
    }

    @Test func drawingDependsOnPixelsAndNotOnSamples() throws {
        for count in [50_000, 500_000] {
            let bench = try bench(Double(count))
            let line = LineMark(id: "line", style: LineStyle(width: 1, color: Self.blue))
            line.show(wave(count))
            let points = PointMark(id: "points", style: PointStyle(radius: 2, fill: Self.blue))
            points.show(wave(count))
            bench.chart.marks = [line]
            try bench.draw()
            #expect(line.drawnAs == .columns)
            #expect(bench.statistics.vertexBytes < 16_384)
            bench.chart.marks = [points]
            try bench.draw()
            #expect(points.drawnAs == .columns)
            // Points depend on the pixels: at most two for each in the plot, and some for the axes.
            #expect(bench.statistics.vertexBytes < 560 * 300 * 2 * 16)
            #expect(bench.statistics.instances < min(count, 560 * 300 * 2) + 1_000)
        }
    }

    @Test func whatIsAddedAtTheEndIsSentAlone() throws {
        let bench = try bench(400, from: 99_700)
        let line = LineMark(id: "line", style: LineStyle(width: 2, color: Self.blue))
        var series = wave(100_000)
        line.show(series)
        bench.chart.marks = [line]
        try bench.draw()
        try bench.draw()
        #expect(bench.statistics.vertexBytes == 0)
        let x = bench.chart.x.range
        let y = bench.chart.y.range
        // With the first batch the buffer becomes a growing one.
        for batch in 0..<10 {
            let first = 100_000 + batch * 10
            let times: [Double] = (first..<first + 10).map { Double($0) }
            _ = series.append(times: times, values: [Double](repeating: 5, count: 10))
            line.show(series)
            let picture = try bench.draw()
            #expect(bench.statistics.vertexBytes > 0)
            #expect(bench.statistics.vertexBytes <= (batch == 0 ? 20_000 : 14) * 16)
            let place = bench.chart.plotProjection.pixel(x: Double(first + 5), y: 5)
            #expect(picture.color(at: place) == 0x0000FF)
        }
        #expect(bench.chart.x.range == x)
        #expect(bench.chart.y.range == y)
    }

    @Test func aRingSendsWhatIsNewAlsoWhileOldSamplesFallOut() throws {
        var ring = RingSeries(capacity: 60_000)
        func add(_ count: Int) {
            let first = ring.count == 0 ? 0 : Int(ring.time(at: ring.count - 1)) + 1
            let values: [Double] = (first..<first + count).map { Double($0 % 10) }
            self.add(&ring, from: first, values)
        }
        add(60_000)
        let bench = try bench(300, from: 59_900)
        let line = LineMark(id: "line", style: LineStyle(width: 2, color: Self.blue))
        line.show(ring)
        bench.chart.marks = [line]
        try bench.draw()
        // With the first batch the buffer becomes a growing one.
        for batch in 0..<20 {
            add(5)
            line.show(ring)
            try bench.draw()
            #expect(bench.statistics.vertexBytes > 0)
            #expect(bench.statistics.vertexBytes <= (batch == 0 ? 20_000 : 9) * 16)
        }
        // Changes behind the view change nothing.
        bench.chart.x.panZoom.set(Extent(min: 20_000, max: 20_300))
        try bench.draw()
        try bench.draw()
        for _ in 0..<5 {
            add(500)
            line.show(ring)
            try bench.draw()
            #expect(bench.statistics.vertexBytes == 0)
        }
        // Until it has been dropped itself.
        for _ in 0..<40 { add(500) }
        line.show(ring)
        let picture = try bench.draw()
        let plot = bench.chart.plotProjection.plot
        let middle = Int(plot.midY)
        #expect((Int(plot.minX)..<Int(plot.maxX)).allSatisfy { picture[$0, middle] != 0x0000FF })
    }

    @Test func aStreamOnAMillionSendsAFewKilobytesAndMovesNoRange() throws {
        var ring = RingSeries(capacity: 1_000_000)
        let values: [Double] = (0..<1_000_000).map { (index: Int) -> Double in
            Double((index * 31) % 1000) / 100
        }
        add(&ring, from: 0, values)
        let bench = try bench(1_000_000, from: 100_000)
        let line = LineMark(id: "line", style: LineStyle(width: 1, color: Self.blue))
        line.show(ring)
        bench.chart.marks = [line]
        try bench.draw()
        let ranges = (bench.chart.x.range, bench.chart.y.range)
        for batch in 0..<20 {
            let first = 1_000_000 + batch * 1_000
            add(&ring, from: first, [Double](repeating: 5, count: 1_000))
            line.show(ring)
            bench.chart.advance(to: Double(batch) / 60)
            try bench.draw()
            #expect(bench.statistics.vertexBytes < 10_000)
        }
        #expect(ranges == (bench.chart.x.range, bench.chart.y.range))
        #expect(line.values(over: ranges.0) == Extent(min: 0, max: 9.99))
    }

    @Test func fiveHundredSeriesOfTwoThousandSamples() throws {
        let bench = try bench(1_999)
        var marks: [LineMark] = []
        for number in 0..<500 {
            let line = LineMark(
                id: "\(number)",
                style: LineStyle(width: 1, color: Color(hex: UInt32(number * 30_000) | 0xFF)))
            line.show(
                samples(2_000) { (index: Int) -> Double in
                    Double((index * (number + 3)) % 997) / 100
                })
            marks.append(line)
        }
        bench.chart.marks = marks
        bench.chart.style.ground = Color(hex: 0)
        try bench.draw()
        #expect(marks.allSatisfy { $0.drawnAs == .columns })
        // One draw per series in addition to those of the axes, and no more columns than pixels.
        #expect(bench.statistics.draws <= 500 + 8)
        #expect(bench.statistics.instances <= 500 * 540 + 1_000)
        for _ in 1...2 { try bench.draw() }
        bench.chart.x.panZoom.set(Extent(min: 20, max: 2_019))
        try bench.draw()
        // A pan by five pixels draws five columns of each.
        #expect(bench.statistics.instances <= 500 * 14 + 1_000)
    }

    // MARK: In a chart

    @Test func aLineChangesAfterTheFingerIsLiftedAndAsksForFrames() throws {
        let bench = try bench(400)
        let chart = bench.chart
        let line = LineMark(id: "line", style: LineStyle(width: 2, color: Self.blue))
        line.show(wave(5_000))
        chart.marks = [line]
        #expect(!chart.advance(to: 0))
        try bench.draw()
        #expect(line.drawnAs == .samples)
        var now = 1.0
        chart.x.panZoom.glide(
            to: Extent(min: 0, max: 2_000), at: now, duration: 0.3)
        while chart.x.panZoom.isMoving {
            #expect(chart.advance(to: now))
            try bench.draw()
            if chart.x.panZoom.isMoving { #expect(line.drawnAs == .samples) }
            now += 1.0 / 60
        }
        #expect(line.drawnAs == .columns, "it changes once the range rests")
        var frames = 0
        let before = line.revision
        while chart.advance(to: now) {
            try bench.draw()
            frames += 1
            now += 1.0 / 60
        }
        #expect((6...10).contains(frames), "150 ms at 60 Hz, not \(frames) frames")
        #expect(line.revision != before)
        let rest = line.revision
        chart.advance(to: now + 5)
        try bench.draw()
        #expect(line.revision == rest)
        // Without motion it is there at once.
        chart.interaction.options.reducesMotion = true
        chart.x.panZoom.set(Extent(min: 0, max: 300))
        #expect(!chart.advance(to: now + 10))
        #expect(line.drawnAs == .samples)
        // The same holds for a program that sets the range between two frames.
        chart.interaction.options.reducesMotion = false
        chart.x.panZoom.set(Extent(min: 0, max: 4_000))
        try bench.draw()
        #expect(line.drawnAs == .columns)
        #expect(!chart.advance(to: now + 20))
    }

    @Test func missingZeroAndNotWornLookDifferentSparseAndDense() throws {
        let style = LineStyle(
            width: 3, color: Self.blue, gap: .dashed(.dots(every: 6, width: 3), opacity: 1))
        for every in [10.0, 0.1] {
            var times: [Double] = []
            var values: [Double] = []
            for index in 0..<Int(1_000 / every) {
                let time = Double(index) * every
                if time > 600, time < 800 { continue }
                times.append(time)
                values.append(time > 200 && time < 400 ? .nan : time > 850 ? 0 : 5)
            }
            let bench = try bench(1_000)
            bench.chart.style.grid = Color(hex: 0)
            let line = LineMark(id: "line", style: style)
            line.show(SampleSeries(times: times, values: values), longestGap: 50)
            bench.chart.marks = [line]
            let picture = try bench.draw()
            #expect(line.drawnAs == (every > 1 ? .samples : .columns))
            let projection = bench.chart.plotProjection
            func ink(_ from: Double, _ to: Double, _ value: Double) -> Double {
                let row = Int(projection.pixelY(value))
                let columns = Int(projection.pixelX(from))..<Int(projection.pixelX(to))
                let inked = columns.filter { x in
                    (row - 1...row + 1).contains { picture[x, $0] & 0xFF > 0x40 }
                }
                return Double(inked.count) / Double(columns.count)
            }
            #expect(ink(20, 180, 5) == 1, "there")
            #expect(ink(215, 385, 5) == 0, "missing")
            #expect(ink(420, 590, 5) == 1)
            let bridge = ink(620, 780, 5)
            #expect(bridge > 0.3 && bridge < 0.9, "not worn: dots, \(bridge)")
            #expect(ink(870, 985, 0.02) == 1, "zero")
            #expect(ink(870, 985, 5) == 0)
        }
    }
}
