import ChartCore
import ChartRendering
import ChartScene
import GPU
import Geometry
import SeededRandom
import Testing

@MainActor
@Suite struct SampleBufferTests {
    private let style = LineStyle(
        width: 3, color: white, gap: .dashed(.dots(every: 6, width: 3), opacity: 0.5))

    /// A jumpy series with missing values and long gaps; a unit is a device pixel.
    private func series(_ count: Int) -> SampleSeries {
        var random = SplitMix(seed: 9)
        var time = 0.0
        var times: [Double] = []
        var values: [Double] = []
        for index in 0..<count {
            time += index % 17 == 16 ? 12 : 1 + random.unit()
            times.append(time)
            values.append(index % 29 == 28 ? .nan : 10 + random.unit() * 40)
        }
        return SampleSeries(times: times, values: values)
    }

    private func picture(
        _ stage: Stage, _ buffer: SampleBuffer, from left: Double = 0
    ) throws -> Picture {
        let projection = PlotProjection(
            plot: Rect(x: 0, y: 0, width: 200, height: 60), x: left...left + 200, y: 0...60)
        return try stage.draw { r in
            r.line(buffer, style, in: projection)
            r.points(buffer, PointStyle(radius: 2, fill: white), in: projection)
        }
    }

    @Test func aWindowOfASeriesLooksAsAllOfIt() throws {
        let stage = try Stage(width: 200, height: 60)
        let series = series(2000)
        let whole = SampleBuffer()
        whole.replace(series, in: 0..<series.count, longestGap: 5)
        let window = SampleBuffer()
        for left in [0.0, 812.3, 2400] {
            let visible = series.slice(
                over: Extent(min: left - 10, max: left + 210), withNeighbours: true)
            window.replace(series, in: visible, longestGap: 5)
            #expect(window.count < 200)
            let a = try picture(stage, window, from: left)
            let b = try picture(stage, whole, from: left)
            let worst = zip(a.bytes, b.bytes).map { abs(Int($0) - Int($1)) }.max() ?? 255
            #expect(worst <= 1, "from \(left)")
        }
    }

    @Test func whatIsAddedPieceByPieceIsTheWholeAndIsSentAlone() throws {
        let stage = try Stage(width: 200, height: 60)
        let series = series(150)
        let whole = SampleBuffer()
        whole.replace(series, in: 0..<150, longestGap: 5)
        let wanted = try picture(stage, whole)
        let grown = SampleBuffer()
        grown.replace(series, in: 0..<60, longestGap: 5)
        _ = try picture(stage, grown)
        var end = 60
        var sent: [Int] = []
        for size in [1, 2, 1, 5, 1, 17, 1, 1, 30, 31] {
            grown.append(series, in: end..<end + size)
            end += size
            _ = try picture(stage, grown)
            sent.append(stage.statistics.vertexBytes / size)
        }
        #expect(end == 150)
        #expect(grown.count == whole.count)
        #expect(try picture(stage, grown) == wanted)
        // Now and then a buffer grows and is sent as a whole; otherwise only a few samples are
        // sent.
        #expect(sent.filter { $0 > 5 * 16 + 64 }.count <= 4, "\(sent)")
    }

    @Test func onlyWhatTheClipShowsIsDrawn() throws {
        let stage = try Stage(width: 200, height: 60)
        let times = (0..<200).map { Double($0) + 0.5 }
        let line = SampleBuffer()
        line.replace(times: times, values: times.map { _ in 30 })
        let dotted = SampleBuffer()
        dotted.replace(times: times, values: times.map { _ in 30 }, longestGap: 0.5)
        let bars = BarBuffer()
        bars.replace(times.map { Bar(center: $0, slot: 1, value: 20) })
        let lying = BarBuffer()
        lying.replace((0..<60).map { Bar(center: Double($0) + 0.5, slot: 1, value: 20) })
        let band = BandBuffer()
        band.replace(times: times, values: times.map { _ in 30 })
        let projection = stage.identity
        func check(
            _ wanted: ClosedRange<Int>, _ body: (SceneBuilder) -> Void
        ) throws {
            _ = try stage.draw { r in
                r.clipped(toPixels: PixelRect(x: 100, y: 20, width: 12, height: 10)) { body(r) }
            }
            #expect(wanted.contains(stage.statistics.instances), "\(stage.statistics.instances)")
        }
        let plain = LineStyle(width: 2, color: white)
        try check(12...20) { r in
            r.line(line, plain, in: projection)
        }
        try check(24...44) { r in
            r.line(dotted, style, in: projection)
        }
        try check(12...20) { r in
            r.points(line, PointStyle(radius: 2, fill: white), in: projection)
        }
        let barStyle = BarStyle(width: .fraction(1), colors: [white])
        try check(12...20) { r in
            r.bars(bars, barStyle, in: projection)
        }
        var sideways = barStyle
        sideways.isHorizontal = true
        try check(10...16) { r in
            r.bars(lying, sideways, in: projection)
        }
        try check(12...20) { r in
            r.area(band, AreaStyle(upper: white, lower: white, base: 0), in: projection)
        }
    }
}
