import ChartCore
import ChartRendering
import ChartScene
import GPU
import Geometry
import SeededRandom
import Testing

@MainActor
@Suite struct ColumnTests {
    private func span(_ low: Double, _ high: Double) -> ColumnSpan {
        ColumnSpan(low: low, high: high, first: low, last: high)
    }

    private func buffer(
        _ spans: [ColumnSpan], first: Int = 0, width: Double = 1
    ) -> ColumnBuffer {
        let buffer = ColumnBuffer()
        buffer.replace(grid: ColumnGrid(origin: 0, width: width), first: first, spans: spans)
        return buffer
    }

    /// The spans of a walk of `perColumn` samples in each of a number of columns, and its samples.
    private func walk(
        _ columns: Int, perColumn: Int, height: Double, seed: UInt64
    ) -> (spans: [ColumnSpan], times: [Double], values: [Double]) {
        var random = SplitMix(seed: seed)
        var y = height / 2
        var times: [Double] = []
        var values: [Double] = []
        for index in 0..<columns * perColumn {
            y += (random.unit() - 0.5) * height / 20
            y = min(max(y, 4), height - 4)
            times.append((Double(index) + 0.5) / Double(perColumn))
            values.append(y)
        }
        var spans: [ColumnSpan] = []
        for column in 0..<columns {
            let part = values[column * perColumn..<(column + 1) * perColumn]
            var low = part.min() ?? 0
            var high = part.max() ?? 0
            // Borders are in the middle between two samples.
            for index in [column * perColumn, (column + 1) * perColumn]
            where index > 0 && index < values.count {
                let crossing = (values[index - 1] + values[index]) / 2
                low = min(low, crossing)
                high = max(high, crossing)
            }
            spans.append(span(low, high))
        }
        return (spans, times, values)
    }

    @Test(arguments: [1.0, 1.5, 2.0])
    func aLineOfOneDevicePixelCoversExactlyItsRows(scale: Double) throws {
        let stage = try Stage(width: 200, height: 120)
        var random = SplitMix(seed: 7)
        var spans: [ColumnSpan] = []
        for _ in 0..<200 {
            let low = random.unit() * 100 + 5
            spans.append(span(low, low + random.unit() * random.unit() * 40))
        }
        spans[50] = .nothing
        let columns = buffer(spans)
        let picture = try stage.draw(scale: scale) { r in
            r.columns(columns, color: white, width: 1 / scale, in: stage.identity)
        }
        #expect(stage.statistics.draws == 1)
        for x in 0..<200 {
            let top = 120 - spans[x].high - 0.5
            let bottom = 120 - spans[x].low + 0.5
            for y in 0..<120 {
                let wanted =
                    x == 50 ? 0 : max(min(Double(y + 1), bottom) - max(Double(y), top), 0)
                #expect(abs(picture.coverage(x, y) - wanted) < 0.006, "\(x), \(y)")
            }
        }
    }

    @Test func aLineUnderAPixelGetsPaler() throws {
        let stage = try Stage(width: 8, height: 20)
        let picture = try stage.draw { r in
            r.columns(
                buffer(Array(repeating: span(10.5, 10.5), count: 8)), color: white, width: 0.4,
                in: stage.identity)
        }
        for x in 0..<8 { #expect(picture[x, 9] == 0x666666 && picture.column(x) == 0.4) }
    }

    @Test(arguments: [1.0, 1.5, 2.0], [1.0, 1.5, 2, 3, 4.25])
    func aFlatLineAndASpikeAreAsWideAsTheLine(scale: Double, width: Double) throws {
        let stage = try Stage(width: 60, height: 60)
        let pixels = width * scale
        var spans = Array(repeating: span(20, 20), count: 60)
        spans[30] = span(20, 50)
        let picture = try stage.draw(scale: scale) { r in
            r.columns(buffer(spans), color: white, width: width, in: stage.identity)
        }
        #expect(abs(picture.column(8) - pixels) < 0.02)
        // Beyond the foot of the spike and below its tip its width is the height of the line.
        for y in 15..<28 { #expect(abs(picture.row(y) - pixels) < 0.02, "row \(y)") }
        // It ends half a width above its sample, in its own column.
        #expect(abs(picture.column(30) - (30 + pixels)) < 0.02)
        #expect((0..<20).allSatisfy { picture.coverage($0, 10) == 0 })
    }

    @Test func aRampIsAsThickAsTheLineThatItReplaces() throws {
        let stage = try Stage(width: 200, height: 200)
        for slope in [0.2, 0.5, 1, 2, 5] {
            for width in [1.0, 2, 3, 5] {
                let spans = (0..<200).map { x in
                    span(100 + slope * (Double(x) - 100), 100 + slope * (Double(x) - 99))
                }
                let columns = try stage.draw { r in
                    r.columns(buffer(spans), color: white, width: width, in: stage.identity)
                }
                let line = SampleBuffer()
                line.replace(times: [0, 200], values: [100 - slope * 100, 100 + slope * 100])
                let picture = try stage.draw { r in
                    r.line(line, LineStyle(width: width, color: white), in: stage.identity)
                }
                // Whole columns extend at most a step further than the exact line.
                let more = columns.area / picture.area - 1
                let step = min(slope, 1) / (width * (1 + slope * slope).squareRoot())
                #expect(more > -0.12 && more < step + 0.1, "\(slope), \(width): \(more)")
            }
        }
    }

    @Test func aLoneColumnIsADot() throws {
        let stage = try Stage(width: 40, height: 40)
        var spans = Array(repeating: ColumnSpan.nothing, count: 40)
        spans[20] = span(20, 20)
        for radius in [1.5, 2.5, 4.5] {
            let picture = try stage.draw { r in
                r.columns(
                    buffer(spans), color: white, width: 2 * radius, in: stage.identity)
            }
            let disc = Double.pi * radius * radius
            #expect(abs(picture.area - disc) < 0.1 * disc, "\(radius): \(picture.area) of \(disc)")
        }
    }

    @Test func whatAGapPartsIsNotJoined() throws {
        let stage = try Stage(width: 20, height: 60)
        let spans = (0..<20).map { $0 < 10 ? span(10, 12) : span(40, 42) }
        let picture = try stage.draw { r in
            r.columns(buffer(spans), color: white, width: 5, in: stage.identity)
        }
        for x in 0..<20 { #expect(picture.coverage(x, 33) == 0 && picture.coverage(x, 26) == 0) }
        // The end of each half is drawn around its corner.
        #expect(picture[10, 49] == 0xFFFFFF && picture[9, 19] == 0xFFFFFF)
    }

    @Test(arguments: [0.5, 0.73, 1.0, 1.6, 2.3])
    func neighboursNeitherOverlapNorLeaveAHole(column: Double) throws {
        let stage = try Stage(width: 120, height: 60)
        let count = Int(150 / column)
        for width in [1.0, 3] {
            for shift in [0, 0.3, 0.5] {
                let projection = PlotProjection(
                    plot: Rect(x: 0, y: 0, width: 120, height: 60), x: -shift...120 - shift,
                    y: 0...60)
                let columns = buffer(
                    Array(repeating: span(20, 40), count: count), first: -5, width: column)
                let picture = try stage.draw { r in
                    r.columns(
                        columns, color: Color(hex: 0xFFFFFF, alpha: 0.4), width: width,
                        in: projection)
                }
                for x in 0..<119 {
                    for y in 20..<40 where picture[x, y] != 0x666666 {
                        Issue.record("\(picture[x, y]) at \(x), \(y), width \(width)")
                        return
                    }
                }
            }
        }
    }

    @Test func aDenseWalkIsTheLineThroughItsSamples() throws {
        let stage = try Stage(width: 200, height: 160)
        for width in [1.0, 2, 3] {
            let (spans, times, values) = walk(200, perColumn: 40, height: 160, seed: 3)
            let columns = try stage.draw { r in
                r.columns(buffer(spans), color: white, width: width, in: stage.identity)
            }
            let line = SampleBuffer()
            line.replace(times: times, values: values)
            let picture = try stage.draw { r in
                r.line(line, LineStyle(width: width, color: white), in: stage.identity)
            }
            for x in 3..<197 {
                let rows = columns.rows(inColumn: x)
                #expect(rows == Array((rows.first ?? 0)...(rows.last ?? 0)), "a hole in \(x)")
                // No further than the line, which extends a little into its neighbours too.
                let exact = picture.rows(inColumn: x)
                #expect((rows.first ?? 0) >= (exact.first ?? 0) - 1, "\(x), \(width)")
                #expect((rows.last ?? 0) <= (exact.last ?? 0) + 1, "\(x), \(width)")
            }
            for (time, value) in zip(times, values) {
                #expect(columns.coverage(Int(time), Int(160 - value)) > 0.49, "\(time)")
            }
            let ratio = columns.area / picture.area
            #expect(ratio > 0.84 && ratio < 1.01, "\(width): \(ratio)")
        }
    }

    @Test func aPanSendsNothingAndNeitherDoesAZoomOfAThinLine() throws {
        let stage = try Stage(width: 100, height: 80)
        let columns = buffer(walk(300, perColumn: 4, height: 80, seed: 5).spans, first: -100)
        for (step, width) in [1.0, 1, 3, 3].enumerated() {
            let first = Double(step % 2) * 20
            let projection = PlotProjection(
                plot: Rect(x: 0, y: 0, width: 100, height: 80),
                x: first...first + 100 * (1 + Double(step) * 1e-13), y: first...80 + first)
            _ = try stage.draw { r in
                r.columns(columns, color: white, width: width, in: projection)
            }
            #expect(step % 2 == 0 || stage.statistics.uploadedBytes == 0)
            #expect(stage.statistics.instances <= 104)
        }
        let zoomed = PlotProjection(
            plot: Rect(x: 0, y: 0, width: 100, height: 80), x: 0...100, y: 30...50)
        _ = try stage.draw { r in
            r.columns(columns, color: white, width: 1, in: zoomed)
        }
        #expect(stage.statistics.uploadedBytes == 0)
    }

    @Test func columnsFarFromTheOriginOfTimeKeepTheirPixel() throws {
        let stage = try Stage(width: 64, height: 20)
        let grid = ColumnGrid(origin: 1_760_000_000, width: 0.001)
        let columns = ColumnBuffer()
        let first = 3_000_000_000
        columns.replace(
            grid: grid, first: first,
            spans: (0..<64).map { $0.isMultiple(of: 2) ? span(10.5, 10.5) : .nothing })
        let left = grid.left(of: first)
        let projection = PlotProjection(
            plot: Rect(x: 0, y: 0, width: 64, height: 20), x: left...left + 0.064, y: 0...20)
        let picture = try stage.draw { r in
            r.columns(columns, color: white, width: 1, in: projection)
        }
        #expect(picture.columns(inRow: 9) == Array(stride(from: 0, to: 64, by: 2)))
    }
}
