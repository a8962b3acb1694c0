import ChartCore
import Charts
import Geometry
import Testing

@testable import ChartScene

/// The positions of samples and ticks compared with exact arithmetic, from a millisecond to 120
/// years.
@MainActor @Suite struct TruthTimeTests {
    nonisolated private static let year = 31_556_952.0
    /// A million seconds from the origin, and a day in 2026.
    private nonisolated static let centers = [1e6 + 0.000_321, 1_795_000_000.123]

    /// A window of every decade around a centre, with ends where nothing is round.
    private func windows(_ center: Double) -> [Extent] {
        var lengths: [Double] = []
        var length = 1e-3
        while length < 120 * Self.year {
            lengths.append(length)
            length *= 10
        }
        lengths.append(120 * Self.year)
        return lengths.map {
            let min = center - 0.4137 * $0
            return Extent(min: min, max: min + $0)
        }
    }

    private func exact(_ time: Double, _ projection: PlotProjection) -> Double {
        projection.plot.minX
            + TruthExact(time).pixel(
                min: projection.x.lowerBound, max: projection.x.upperBound,
                pixels: Int(projection.plot.width))
    }

    /// The middle of the red ink near a column, weighted by coverage; nil if there is none.
    private func middle(_ picture: Picture, near x: Double, rows: Range<Int>) -> Double? {
        var weight = 0.0
        var sum = 0.0
        for column in (Int(x) - 8)...(Int(x) + 8) where column >= 0 && column < picture.width {
            for row in rows {
                let red = Double(picture.bytes[(row * picture.width + column) * 4])
                weight += red
                sum += red * (Double(column) + 0.5)
            }
        }
        return weight > 0 ? sum / weight : nil
    }

    @Test(arguments: centers, [false, true]) func samplesAndTicksAreDrawnWhereTheyShould(
        center: Double, beginsFarAway: Bool
    ) throws {
        let bench = try Bench(frame: Rect(x: 3, y: 5, width: 700, height: 90))
        for window in windows(center) {
            // Nineteen samples in the window, and perhaps one a century and a half before.
            var times = (1...19).map { window.min + window.length * Double($0) / 20.3 }
            var values = times.map { _ in 0.5 }
            if beginsFarAway {
                times = [window.min - 150 * Self.year, window.min - 150 * Self.year] + times
                values = [0.5, .nan] + values
            }
            let points = PointMark(
                id: "points", style: PointStyle(radius: 2, fill: Color(hex: 0xFF0000)))
            points.show(SampleSeries(times: times, values: values))
            bench.chart.marks = [points]
            bench.show(x: window)
            bench.show(values: .unit)
            let picture = try bench.draw()
            let projection = bench.chart.plotProjection
            let rows = Int(projection.plot.minY)..<Int(projection.plot.maxY)
            for time in times.suffix(19) {
                let place = exact(time, projection)
                let seen = try #require(middle(picture, near: place, rows: rows))
                #expect(abs(seen - place) < 0.5, "a sample of \(window.length) s")
            }
            // Ticks: the columns of the grid, at a row without a line across.
            let row = try #require(
                rows.first { row in
                    rows.contains(row + 1)
                        && (Int(projection.plot.minX)..<Int(projection.plot.maxX)).count {
                            picture[$0, row] == Bench.grid
                        } < 60
                })
            let labels = bench.chart.placedLabels(bench.typesetter).x
            #expect(labels.count >= 2)
            for label in labels {
                let place = exact(label.value, projection)
                guard place > projection.plot.minX + 1, place < projection.plot.maxX - 1 else {
                    continue
                }
                let near = (Int(place) - 1)...(Int(place) + 1)
                let columns = near.filter { picture[$0, row] == Bench.grid }
                #expect(columns.count == 1)
                if let column = columns.first {
                    #expect(
                        abs(Double(column) + 0.5 - place) <= 0.52, "a tick of \(window.length) s")
                }
            }
        }
    }

    @Test func valuesAreDrawnWhereTheyShouldBesideAnEnormousOne() throws {
        // The first sample is a billion times as high as what is visible later.
        let bench = try Bench(frame: Rect(x: 3, y: 5, width: 500, height: 200))
        let values = [1e9, -3e8] + (1...20).map { 0.047 * Double($0) }
        let points = PointMark(
            id: "points", style: PointStyle(radius: 2, fill: Color(hex: 0xFF0000)))
        let line = LineMark(id: "line", style: LineStyle(width: 1, color: Color(hex: 0xFF0000)))
        for mark in [points as any Mark, line] {
            let series = SampleSeries(times: values.indices.map { Double($0) * 10 }, values: values)
            points.show(series)
            line.show(series)
            bench.chart.marks = [mark]
            // All of it, then only the small ones.
            bench.show(x: Extent(min: 0, max: 220), values: Extent(min: -1e9, max: 1e9))
            _ = try bench.draw()
            bench.show(x: Extent(min: 15, max: 215), values: .unit)
            let picture = try bench.draw()
            let projection = bench.chart.plotProjection
            let rows = Int(projection.plot.minY)..<Int(projection.plot.maxY)
            // The line passes each sample with the same slope on both sides.
            for i in 3..<21 {
                let column = Int(projection.pixelX(Double(i) * 10))
                let ink = try #require(TruthInk(picture, column: column, rows: rows))
                let exact = projection.plot.maxY - values[i] * projection.plot.height
                #expect(abs((ink.top + ink.bottom) / 2 - exact) < 1, "\(mark.kind) \(i)")
            }
        }
    }

    @Test func theShadersArithmeticKeepsHalfAPixel() {
        // projection.glsl in single precision, step by step, with a buffer that begins where a
        // window of data does: up to four windows before what is visible.
        for center in Self.centers {
            for window in windows(center) {
                let projection = PlotProjection(
                    plot: Rect(x: 40, y: 0, width: 1280, height: 100),
                    x: window.min...window.max, y: 0...1)
                for before in [0.0, 1, 4, 1000] {
                    let origin = window.min - window.length * before
                    let uniform = projection.uniformX(origin: origin)
                    for step in 0...40 {
                        let time = window.min + window.length * Double(step) / 40
                        let (high, low) = split(time - origin)
                        let place =
                            ((high - uniform[0]) + (low - uniform[1])) * uniform[2] + uniform[3]
                        #expect(abs(Double(place) - exact(time, projection)) < 0.5)
                    }
                }
            }
        }
    }
}
