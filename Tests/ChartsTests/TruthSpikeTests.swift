import ChartCore
import ChartScene
import Charts
import Foundation
import Geometry
import Testing

/// One sample that differs, among very many that do not: it must be visible whatever is shown.
///
/// `ORESEN_TRUTH_SAMPLES` sets the number of samples; a hundred million need a release build and 4
/// GB of memory.
@MainActor @Suite struct TruthSpikeTests {
    private static let count =
        ProcessInfo.processInfo.environment["ORESEN_TRUTH_SAMPLES"].flatMap(Int.init) ?? 1_000_000

    /// Samples a second apart, all equal except one.
    private static func series(spike: Int) -> SampleSeries {
        let start = 1_700_000_000.0
        return SampleSeries(
            times: (0..<count).lazy.map { start + Double($0) },
            values: (0..<count).lazy.map { $0 == spike ? 1.0 : 0 })
    }

    private func bench(_ series: SampleSeries) throws -> Bench {
        let bench = try Bench(frame: Rect(x: 3, y: 5, width: 420, height: 120))
        let line = LineMark(id: "spike", style: LineStyle(width: 1, color: Color(hex: 0xFF0000)))
        line.show(series)
        bench.chart.marks = [line]
        return bench
    }

    /// Whether the spike's picture is there: in its column, or in the next if it is within a pixel
    /// of the border, up to its height.
    private func isVisible(
        _ time: Double, _ bench: Bench, _ picture: Picture
    ) -> Bool {
        let drawn = bench.chart.plotProjection
        let x = drawn.pixelX(time)
        let rows = Int(drawn.plot.minY)..<Int(drawn.plot.maxY)
        let columns = Int((x - 1).rounded(.down))...Int((x + 1).rounded(.down))
        return columns.contains { column in
            guard let ink = TruthInk(picture, column: column, rows: rows) else { return false }
            return ink.top <= drawn.pixelY(1) + 1
        }
    }

    @Test func aSpikeIsVisibleAtEveryZoomAndPan() throws {
        let spike = Self.count / 3 * 2 + 7
        let series = Self.series(spike: spike)
        let time = series.times[spike]
        let bench = try bench(series)
        bench.show(values: Extent(min: -0.1, max: 1.1))
        // Powers of 1.5 from all samples to a few.
        var length = Double(Self.count)
        var zooms = 0
        while length > 6 {
            let place = [0.5, 0.123, 0.9, 0.31][zooms % 4]
            let range = Extent(min: time - place * length, max: time + (1 - place) * length)
            bench.show(x: range)
            #expect(isVisible(time, bench, try bench.draw()), "\(length) samples wide")
            length /= 1.5
            zooms += 1
        }
        #expect(zooms > 25)
        // A hundred pans by slightly more than a hundredth of a pixel, dense and very dense.
        for length in [Double(Self.count) * 0.9, 20_000.7] {
            bench.show(x: Extent(min: time - length * 0.6, max: time + length * 0.4))
            bench.prepare()
            let pixel = length / bench.chart.plotProjection.plot.width
            for step in 0..<100 {
                let from = time - length * 0.6 + Double(step) * pixel * 0.0137
                bench.show(x: Extent(min: from, max: from + length))
                #expect(isVisible(time, bench, try bench.draw()), "pan \(step) at \(length)")
                // The picture is on whole pixels, at most half a pixel from the requested range.
                let drawn = bench.chart.plotProjection
                #expect(abs(drawn.x.lowerBound - from) <= 0.51 * pixel)
                // And at exactly this position, on a grid of its own.
                guard step % 5 == 0 else { continue }
                let scaled = length * (1 + 1e-5 * Double(step + 1))
                bench.show(x: Extent(min: from, max: from + scaled))
                #expect(isVisible(time, bench, try bench.draw()), "pan \(step), scaled")
            }
        }
    }

    @Test func aHoleOfOneSampleIsAGapWhereItCanBeSeen() throws {
        // One missing value among many: nothing is drawn over it as soon as it has a pixel.
        let count = 50_000
        let hole = 31_234
        var values = [Double](repeating: 0.5, count: count)
        values[hole] = .nan
        let series = SampleSeries(times: (0..<count).map(Double.init), values: values)
        let bench = try bench(series)
        bench.show(values: .unit)
        for samplesAPixel in [0.05, 0.2, 0.4] {
            let length = 300 * samplesAPixel
            bench.show(x: Extent(min: Double(hole) - length / 2, max: Double(hole) + length / 2))
            let picture = try bench.draw()
            let drawn = bench.chart.plotProjection
            let rows = Int(drawn.plot.minY)..<Int(drawn.plot.maxY)
            let middle = Int(drawn.pixelX(Double(hole)))
            #expect(TruthInk(picture, column: middle, rows: rows) == nil)
            let before = Int(drawn.pixelX(Double(hole) - 1.5))
            #expect(TruthInk(picture, column: before, rows: rows) != nil)
        }
    }
}
