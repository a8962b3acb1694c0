import ChartCore
import ChartScene
import Charts
import Geometry
import Testing

/// A pan by whole pixels moves the picture by whole pixels.
@MainActor @Suite struct TruthShiftTests {
    /// Noise with spikes, missing values and pauses.
    private static func series(_ count: Int, base: Double, interval: Double) -> SampleSeries {
        var numbers = TruthNumbers(seed: count)
        var time = base
        var times: [Double] = []
        var values: [Double] = []
        for _ in 0..<count {
            time += interval * 2 * numbers.unit()
            if numbers.happens(0.0005) { time += interval * 500 }
            times.append(time)
            values.append(
                numbers.happens(0.01)
                    ? .nan : numbers.unit() + (numbers.happens(0.001) ? 3 : 0))
        }
        return SampleSeries(times: times, values: values)
    }

    /// The number of pixels of the plot that differ between a picture and another one `shift`
    /// columns on, away from the edges; only red counts, the grid is green.
    private func differences(
        _ a: Picture, _ b: Picture, shift: Int, plot: Rect, edge: Int = 4
    ) -> Int {
        var found = 0
        let left = Int(plot.minX) + edge
        let right = Int(plot.maxX) - edge
        for y in Int(plot.minY)..<Int(plot.maxY) {
            for x in max(left, left - shift)..<min(right, right - shift) {
                let here = (y * a.width + x) * 4
                let there = (y * b.width + x + shift) * 4
                if b.bytes[here] != a.bytes[there] { found += 1 }
            }
        }
        return found
    }

    @Test(arguments: [(1.0, true), (1.0, false), (2.0, true), (2.0, false)])
    func theDensePictureMovesByWholePixels(scale: Double, reuses: Bool) throws {
        for (base, interval) in [(0.0, 1.0), (1.79e9, 60), (1e6, 0.01)] {
            let series = Self.series(60_000, base: base, interval: interval)
            let bench = try Bench(
                frame: Rect(x: 3, y: 5, width: 320, height: 120), scale: scale)
            // A chart with a ground keeps its picture.
            bench.chart.style.ground = reuses ? Color(hex: 0) : nil
            let line = LineMark(id: "line", style: LineStyle(width: 1, color: Color(hex: 0xFF0000)))
            line.show(series, longestGap: interval * 100)
            bench.chart.marks = [line]
            let all = series.timeExtent
            let length = all.length / 4
            let start = all.min + length * 1.234_567
            bench.show(x: Extent(min: start, max: start + length))
            bench.show(values: Extent(min: 0, max: 4))
            let first = try bench.draw()
            let plot = bench.chart.plotProjection.plot
            let pixel = length / plot.width
            #expect(Set(first.bytes).count > 3)
            var before = first
            var at = 0
            for shift in [1, 2, 1, 7, -3, 40, -60, 0, 13, -1, 100, -100] {
                at += shift
                let from = start + Double(at) * pixel
                bench.show(x: Extent(min: from, max: from + length))
                let picture = try bench.draw()
                #expect(differences(before, picture, shift: shift, plot: plot) == 0)
                #expect(differences(first, picture, shift: at, plot: plot) == 0)
                before = picture
            }
            // The pan leaves nothing behind: the same position drawn by another chart.
            let other = try Bench(
                frame: Rect(x: 3, y: 5, width: 320, height: 120), scale: scale)
            let same = LineMark(id: "line", style: LineStyle(width: 1, color: Color(hex: 0xFF0000)))
            same.show(series, longestGap: interval * 100)
            other.chart.marks = [same]
            other.show(x: Extent(min: start, max: start + length))
            other.show(values: Extent(min: 0, max: 4))
            #expect(differences(first, try other.draw(), shift: 0, plot: plot, edge: 0) == 0)
        }
    }

    @Test func pansBySomePixelsAndAHalfShowNoShimmer() throws {
        // After any pan, every picture is a whole-pixel shift of the first.
        let series = Self.series(60_000, base: 1.79e9, interval: 60)
        let bench = try Bench(frame: Rect(x: 3, y: 5, width: 320, height: 120))
        bench.chart.style.ground = Color(hex: 0)
        let line = LineMark(id: "line", style: LineStyle(width: 1, color: Color(hex: 0xFF0000)))
        line.show(series)
        bench.chart.marks = [line]
        let all = series.timeExtent
        let length = all.length / 4
        let start = all.min + length
        bench.show(x: Extent(min: start, max: start + length))
        bench.show(values: Extent(min: 0, max: 4))
        let first = try bench.draw()
        let plot = bench.chart.plotProjection.plot
        let pixel = length / plot.width
        var numbers = TruthNumbers(seed: 5)
        for _ in 0..<25 {
            let pan = (numbers.unit() - 0.5) * 100
            bench.show(x: Extent(min: start + pan * pixel, max: start + pan * pixel + length))
            let picture = try bench.draw()
            let moved = Int(
                ((bench.chart.plotProjection.x.lowerBound - start) / pixel).rounded())
            #expect(abs(Double(moved) - pan) <= 0.51)
            #expect(differences(first, picture, shift: moved, plot: plot) == 0, "\(pan)")
        }
    }
}
