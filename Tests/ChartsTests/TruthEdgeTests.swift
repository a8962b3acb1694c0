import ChartCore
import ChartScene
import Charts
import Geometry
import Testing

/// Degenerate series and views: nothing is drawn that is not there, and nothing breaks.
@MainActor @Suite struct TruthEdgeTests {
    private func bench(_ width: Double = 300, _ height: Double = 120) throws -> Bench {
        try Bench(frame: Rect(x: 3, y: 5, width: width, height: height))
    }

    private func line() -> LineMark {
        LineMark(id: "line", style: LineStyle(width: 1, color: Color(hex: 0xFF0000)))
    }

    private func points() -> PointMark {
        PointMark(id: "points", style: PointStyle(radius: 1, fill: Color(hex: 0xFF0000)))
    }

    /// The columns of the plot, counted from its left edge, that contain any red.
    private func ink(_ bench: Bench) throws -> [Int] {
        let picture = try bench.draw()
        let plot = bench.chart.plotProjection.plot
        let rows = Int(plot.minY)..<Int(plot.maxY)
        return (0..<Int(plot.width)).filter {
            TruthInk(picture, column: Int(plot.minX) + $0, rows: rows) != nil
        }
    }

    @Test func nothingAndMissingValuesLeaveNoInk() throws {
        let bench = try bench()
        let missing = [Double](repeating: .nan, count: 5000)
        for series in [
            SampleSeries(), SampleSeries(times: [5], values: [.nan]),
            SampleSeries(times: missing.indices.map(Double.init), values: missing),
        ] {
            let line = line()
            let points = points()
            line.show(series)
            points.show(series)
            bench.chart.marks = [line, points]
            for range in [
                Extent(min: 0, max: 10), Extent(min: -1e9, max: 1e9), Extent(min: 0, max: 5000),
            ] {
                bench.show(x: range, values: .unit)
                #expect(try ink(bench).isEmpty)
            }
            #expect(line.values(over: Extent(min: 0, max: 5000)).isEmpty)
        }
    }

    @Test func oneSampleIsSeenWhereItIsAndNowhereElse() throws {
        let bench = try bench()
        let line = line()
        line.show(SampleSeries(times: [5], values: [0.5]))
        bench.chart.marks = [line]
        for length in [1e-3, 1, 1e3, 1e9] {
            bench.show(
                x: Extent(min: 5 - 0.37 * length, max: 5 + 0.63 * length), values: .unit)
            let columns = try ink(bench)
            let place = bench.chart.plotProjection.pixelX(5) - bench.chart.plotProjection.plot.minX
            #expect(columns.contains(Int(place)))
            #expect(columns.allSatisfy { abs(Double($0) + 0.5 - place) <= 1.01 })
            // Nothing beyond it, before it or after it.
            for away in [-40.0, 1.5, 7] {
                bench.show(
                    x: Extent(min: 5 + away * length, max: 5 + (away + 1) * length),
                    values: .unit)
                #expect(try ink(bench).isEmpty == (away > 0 || away < -1))
            }
        }
    }

    @Test func rangesOutsideOfTheDataShowNothing() throws {
        let bench = try bench()
        for count in [100, 100_000] {
            let line = line()
            line.show(
                SampleSeries(
                    times: (0..<count).map(Double.init), values: (0..<count).map { Double($0 % 2) })
            )
            bench.chart.marks = [line]
            let end = Double(count)
            for range in [
                Extent(min: -2 * end, max: -0.1 * end), Extent(min: 1.1 * end, max: 3 * end),
                Extent(min: -1e15, max: -1e14), Extent(min: 1e14, max: 1e15),
            ] {
                bench.show(x: range, values: .unit)
                #expect(try ink(bench).isEmpty, "\(count) in \(range)")
            }
            // Values far below and above: the whole line is outside the plot.
            bench.show(x: Extent(min: 0, max: end))
            for values in [Extent(min: 5, max: 6), Extent(min: -1e12, max: -1e11)] {
                line.isHidden = true
                bench.show(values: values)
                line.isHidden = false
                #expect(try ink(bench).isEmpty, "\(count) in \(values)")
            }
        }
    }

    @Test func anInfiniteValueHidesNothingButItself() throws {
        // Readers of files refuse infinite values; a program that has one loses the columns that it
        // and the lines to it are in, and no more.
        for count in [60, 60_000] {
            var values = (0..<count).map { Double($0 % 3) / 4 + 0.25 }
            values[count / 2] = .infinity
            values[count / 3] = -.infinity
            let bench = try bench()
            let line = line()
            line.show(SampleSeries(times: (0..<count).map(Double.init), values: values))
            bench.chart.marks = [line]
            bench.show(x: Extent(min: 0, max: Double(count - 1)), values: .unit)
            let columns = try ink(bench)
            let pixels = Int(bench.chart.plotProjection.plot.width)
            if count > pixels {
                #expect(columns.count >= pixels - 6)
            } else {
                #expect(columns.count > pixels * 9 / 10)
            }
        }
    }

    @Test func aPlotOfNoSizeAndBackwardsRangesDrawNothing() throws {
        for (width, height) in [(0.0, 0.0), (1.0, 1.0), (60.0, 30.0), (300.0, 0.0)] {
            let bench = try bench(width, height)
            let line = line()
            line.show(SampleSeries(times: [0, 1, 2], values: [0, 1, 0]))
            bench.chart.marks = [line]
            _ = try bench.draw()
        }
        let bench = try bench()
        let line = line()
        line.show(SampleSeries(times: [0, 1, 2], values: [0, 1, 0]))
        bench.chart.marks = [line]
        bench.show(values: .unit)
        for range in [Extent(min: 2, max: 0), Extent(min: 1, max: 1)] {
            bench.chart.x.scale.range = range
            _ = try bench.draw()
        }
        bench.show(x: Extent(min: 0, max: 2))
        #expect(try !ink(bench).isEmpty)
    }

    @Test func aStreamThatWrapsShowsItsNewestSamples() throws {
        let bench = try bench()
        let line = line()
        bench.chart.marks = [line]
        var ring = RingSeries(capacity: 70_000)
        var next = 0
        for batch in [69_999, 1, 1, 1000, 65_536, 70_000, 3] {
            ring.append(
                times: (next..<next + batch).map(Double.init),
                values: (next..<next + batch).map { $0 == next + batch - 1 ? 1 : 0.25 })
            next += batch
            line.show(ring)
            // The whole ring: its first sample at the left edge, its last at the right one.
            let first = Double(next - min(next, 70_000))
            bench.show(x: Extent(min: first, max: Double(next)), values: .unit)
            let columns = try ink(bench)
            let pixels = Int(bench.chart.plotProjection.plot.width)
            #expect(columns == Array(0..<pixels), "after \(next)")
            // The newest one is visible, near and from afar.
            for length in [Double(next), 500, 20] {
                bench.show(
                    x: Extent(min: Double(next) - length * 0.9, max: Double(next) + length * 0.1))
                let picture = try bench.draw()
                let projection = bench.chart.plotProjection
                let rows = Int(projection.plot.minY)..<Int(projection.plot.maxY)
                let column = Int(projection.pixelX(Double(next - 1)))
                let ink = (column - 1...column + 1)
                    .compactMap { TruthInk(picture, column: $0, rows: rows) }
                let top = ink.map(\.top).min() ?? .infinity
                #expect(top <= projection.pixelY(1) + 1, "after \(next), \(length) wide")
            }
        }
    }
}
