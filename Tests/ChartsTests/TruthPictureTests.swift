import ChartCore
import ChartScene
import Charts
import Geometry
import Testing

/// The part of a column of pixels that a line's picture covers, in device pixels from the top.
struct TruthInk {
    /// The upper edge, from the coverage of the first row.
    var top: Double
    /// The lower edge.
    var bottom: Double
    /// Whether the rows between are all covered.
    var isSolid: Bool
    /// The middle of the first row that is covered at all.
    var firstRow: Double
    /// The middle of the last one.
    var lastRow: Double

    /// Reads the red of a column; nil if there is none.
    init?(_ picture: Picture, column: Int, rows: Range<Int>) {
        func coverage(_ row: Int) -> Double {
            Double(picture.bytes[(row * picture.width + column) * 4]) / 255
        }
        var first: Int?
        var last = 0
        var full = 0
        for row in rows where coverage(row) > 0.02 {
            if first == nil { first = row }
            last = row
            if coverage(row) > 0.98 { full += 1 }
        }
        guard let first else { return nil }
        top = Double(first + 1) - coverage(first)
        bottom = Double(last) + coverage(last)
        firstRow = Double(first) + 0.5
        lastRow = Double(last) + 0.5
        isSolid = last - first < 2 || full >= last - first - 1
    }
}

/// The picture of a line compared with a search through all of its samples.
@MainActor @Suite struct TruthPictureTests {
    /// A line of pure red on black; the grid is pure green, so that it does not interfere.
    private func mark(_ width: Double) -> LineMark {
        LineMark(id: "truth", style: LineStyle(width: width, color: Color(hex: 0xFF0000)))
    }

    /// A chart that was drawn, the expected coverage of its line, and the actual one.
    private struct Drawn {
        var truth: TruthCase
        var projection: PlotProjection
        var expected: TruthColumns
        var ink: [TruthInk?]
        /// Samples per device pixel.
        var density: Double

        /// The position of a value, limited to the plot's edges.
        func place(_ value: Double) -> Double {
            min(max(projection.pixelY(value), projection.plot.minY), projection.plot.maxY)
        }

        /// Whether an extent is entirely outside the plot, or nearly.
        func isOutside(_ extent: Extent, by edge: Double = 0.6) -> Bool {
            projection.pixelY(extent.min) < projection.plot.minY + edge
                || projection.pixelY(extent.max) > projection.plot.maxY - edge
        }

        /// The result of the search in columns around one.
        func around(_ column: Int, _ reach: Int) -> Extent {
            (max(0, column - reach)...min(ink.count - 1, column + reach))
                .reduce(Extent.nothing) { $0.union(expected.extents[$1]) }
        }

        /// Records the columns that are wrong, if any.
        func report(_ wrong: [String]) {
            #expect(
                wrong.isEmpty,
                """
                \(truth.words), \(density) a pixel, \(wrong.count) of \(ink.count) columns: \
                \(wrong.prefix(4).joined(separator: "; "))
                """)
        }
    }

    /// Draws the case of a seed with a line of a width in points.
    private func draw(_ seed: Int, _ bench: Bench, width: Double) throws -> Drawn {
        let truth = TruthCase(seed: seed)
        let line = mark(width)
        line.show(truth.series, longestGap: truth.longestGap)
        bench.chart.marks = [line]
        bench.show(x: truth.window)
        bench.prepare()
        // The values in the window with some margin, sometimes cut to half of them.
        var extent = truth.series.valueExtent(over: truth.window)
        if extent.isEmpty { extent = Extent(min: -1, max: 1) }
        var room = max(extent.length * 0.05, 1e-6)
        if seed % 7 == 3 { room = -extent.length * 0.25 }
        if !(extent.length > 0) { room = 1 }
        // Hidden meanwhile: otherwise what the line itself shows would be added to the range.
        line.isHidden = true
        bench.show(values: extent.expanded(by: room))
        line.isHidden = false
        let picture = try bench.draw()
        let drawn = bench.chart.plotProjection
        let pixels = Int(drawn.plot.width)
        let rows = Int(drawn.plot.minY)..<Int(drawn.plot.maxY)
        let range = Extent(min: drawn.x.lowerBound, max: drawn.x.upperBound)
        // Drawn on whole pixels: less than half a pixel from the requested range.
        #expect(abs(drawn.x.lowerBound - truth.window.min) * drawn.scaleX <= 0.51)
        return Drawn(
            truth: truth, projection: drawn,
            expected: TruthColumns(
                times: truth.times, values: truth.values, range: range, pixels: pixels,
                longestGap: truth.longestGap),
            ink: (0..<pixels).map {
                TruthInk(picture, column: Int(drawn.plot.minX) + $0, rows: rows)
            },
            density: Double(truth.series.slice(over: range).count) / Double(pixels))
    }

    /// Columns: the extent itself, to half a pixel.
    private func checkColumns(_ drawn: Drawn) {
        var wrong: [String] = []
        for k in drawn.ink.indices where !drawn.expected.isDoubtful[k] {
            let extent = drawn.expected.extents[k]
            guard let ink = drawn.ink[k] else {
                if !extent.isEmpty, !drawn.isOutside(extent) { wrong.append("\(k): nothing") }
                continue
            }
            if extent.isEmpty { wrong.append("\(k): ink over a gap") }
            if extent.isEmpty || drawn.isOutside(extent) { continue }
            let tolerance = 0.55 + drawn.expected.slack[k] * abs(drawn.projection.scaleY)
            let top = drawn.place(extent.max)
            let bottom = drawn.place(extent.min)
            if abs(ink.top - top) > tolerance || abs(ink.bottom - bottom) > tolerance {
                wrong.append("\(k): \(ink.top)…\(ink.bottom), not \(top)…\(bottom)")
            }
            if !ink.isSolid { wrong.append("\(k): holes") }
        }
        drawn.report(wrong)
    }

    /// A wider line of columns: half the width around the extent, and no further than a disc drawn
    /// along the line would reach.
    private func checkWideColumns(_ drawn: Drawn, radius: Double) {
        var wrong: [String] = []
        let aside = Int((radius + 0.5).rounded(.up))
        for k in aside..<(drawn.ink.count - aside) {
            if (k - aside...k + aside).contains(where: { drawn.expected.isDoubtful[$0] }) {
                continue
            }
            let around = drawn.around(k, aside)
            let slack = (k - aside...k + aside).map { drawn.expected.slack[$0] }.max() ?? 0
            let tolerance = 0.55 + slack * abs(drawn.projection.scaleY)
            let own = drawn.expected.extents[k]
            guard let ink = drawn.ink[k] else {
                if !own.isEmpty, !drawn.isOutside(own) { wrong.append("\(k): nothing") }
                continue
            }
            if around.isEmpty {
                wrong.append("\(k): ink over a gap")
                continue
            }
            if ink.top < drawn.place(around.max) - radius - tolerance
                || ink.bottom > drawn.place(around.min) + radius + tolerance
            {
                wrong.append("\(k): \(ink.top)…\(ink.bottom) beyond the line")
            }
            if own.isEmpty || drawn.isOutside(own) { continue }
            let top = max(drawn.place(own.max) - radius, drawn.projection.plot.minY)
            let bottom = min(drawn.place(own.min) + radius, drawn.projection.plot.maxY)
            if ink.top > top + tolerance || ink.bottom < bottom - tolerance {
                wrong.append("\(k): \(ink.top)…\(ink.bottom) omits some of \(top)…\(bottom)")
            }
        }
        drawn.report(wrong)
    }

    /// Samples: the round stroke reaches half its width and half a pixel around the line, so no
    /// pixel beyond has its middle covered, and no part of the line is missing.
    private func checkSamples(_ drawn: Drawn) {
        var wrong: [String] = []
        let reach = 1.05
        for k in drawn.ink.indices where !drawn.expected.isDoubtful[k] {
            let around = drawn.around(k, 2)
            if let ink = drawn.ink[k], k > 1, k < drawn.ink.count - 2 {
                if around.isEmpty {
                    wrong.append("\(k): ink over a gap")
                } else if ink.firstRow < drawn.place(around.max) - reach
                    || ink.lastRow > drawn.place(around.min) + reach
                {
                    wrong.append("\(k): \(ink.top)…\(ink.bottom) beyond the line")
                }
            }
            let extent = drawn.expected.extents[k]
            // The tip of a steep line that just enters the plot covers next to nothing of a pixel.
            if extent.isEmpty || drawn.isOutside(extent, by: 1.1) { continue }
            let inks = (max(0, k - 1)...min(drawn.ink.count - 1, k + 1))
                .compactMap { drawn.ink[$0] }
            let top = inks.map(\.firstRow).min() ?? .infinity
            let bottom = inks.map(\.lastRow).max() ?? -.infinity
            // An end beyond the plot may be one past a missing value: then nothing leads to it.
            let plot = drawn.projection.plot
            let upper = drawn.projection.pixelY(extent.max)
            let lower = drawn.projection.pixelY(extent.min)
            if (upper >= plot.minY && top > upper + reach)
                || (lower <= plot.maxY && bottom < lower - reach)
            {
                wrong.append(
                    "\(k): nothing of \(drawn.place(extent.max))…\(drawn.place(extent.min))")
            }
        }
        drawn.report(wrong)
    }

    @Test(arguments: 0..<10) func everyColumnCoversWhatTheSamplesDo(group: Int) throws {
        let scale = [1.0, 1, 2][group % 3]
        let bench = try Bench(frame: Rect(x: 3, y: 5, width: 420, height: 200), scale: scale)
        var dense = 0
        var sparse = 0
        for seed in 0..<20 {
            let drawn = try draw(group * 20 + seed, bench, width: 1 / scale)
            if drawn.density > 2.05 {
                checkColumns(drawn)
                dense += 1
            } else {
                checkSamples(drawn)
                sparse += 1
            }
        }
        // Both ways of drawing occurred.
        #expect(dense >= 3 && sparse >= 3)
    }

    @Test(arguments: [1.5, 2, 3, 5]) func aWideLineCoversThatAndItsWidth(width: Double) throws {
        let bench = try Bench(frame: Rect(x: 3, y: 5, width: 420, height: 200))
        var dense = 0
        for seed in 300..<340 {
            let drawn = try draw(seed, bench, width: width)
            guard drawn.density > 2.05 else { continue }
            dense += 1
            checkWideColumns(drawn, radius: width / 2)
        }
        #expect(dense > 10)
    }
}
