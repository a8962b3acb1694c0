import ChartCore
import ChartScene
import Charts
import GPU
import Geometry
import Testing

/// Heat cells, checked by their pixels.
@MainActor @Suite struct HeatTests {
    private static let gray = ColorScale([Color(hex: 0), Color(hex: 0xFFFFFF)], from: 0, to: 255)
    /// Each whole number from 0 to 3 has a colour.
    private static let flags = ColorScale(
        [0xFF0000, 0x00FF00, 0x0000FF, 0xFFFF00].map { Color(hex: $0) }, from: 0, to: 3)

    private func projection(
        _ stage: MarkStage, x: ClosedRange<Double>, y: ClosedRange<Double>
    ) -> PlotProjection {
        PlotProjection(
            plot: Rect(
                x: 0, y: 0, width: Double(stage.surface.width),
                height: Double(stage.surface.height)), x: x, y: y)
    }

    private func chequered(_ columns: Int, _ rows: Int) -> HeatTable {
        HeatTable(
            x: HeatTable.slots(between: (0...columns).map(Double.init)),
            y: HeatTable.slots(between: (0...rows).map(Double.init)),
            values: (0..<columns * rows).map { Double(($0 % columns + $0 / columns) % 2 + 1) })
    }

    @Test func cellsAreWhereTheyBelong() throws {
        let stage = try MarkStage(width: 40, height: 30)
        let table = HeatTable(
            x: HeatTable.slots(between: [0, 10, 40]), y: HeatTable.slots(between: [0, 20, 30]),
            values: [0, 1, 2, .nan])
        let picture = try stage.draw(HeatMark(table, scale: Self.flags))
        for y in 0..<30 {
            for x in 0..<40 {
                let wanted: UInt32 =
                    switch (x < 10, y >= 10) {
                    case (true, true): 0xFF0000
                    case (false, true): 0x00FF00
                    case (true, false): 0x0000FF
                    case (false, false): 0
                    }
                #expect(picture[x, y] == wanted, "\(x), \(y)")
            }
        }
        #expect(stage.statistics.draws == 1)
    }

    /// At odd zooms and positions every pixel is one of the two colours: nothing overlaps, nothing
    /// shows through.
    @Test func edgesAreSharedAtAnyZoom() throws {
        let stage = try MarkStage(width: 97, height: 61)
        let mark = HeatMark(chequered(20, 12), scale: Self.flags)
        for step in 0..<40 {
            let zoom = 1 + Double(step) * 0.173
            let left = Double(step) * 0.0917
            let shown = projection(
                stage, x: left...left + 12 / zoom, y: 0.31...0.31 + 9.4 / zoom)
            let picture = try stage.draw(mark, in: shown)
            if step > 0 { #expect(stage.statistics.vertexBytes == 0) }
            for y in 0..<61 {
                for x in 0..<97 where ![0x00FF00, 0x0000FF].contains(picture[x, y]) {
                    Issue.record("\(x), \(y) at \(step): \(picture[x, y])")
                }
            }
            // The middle of a pixel decides its cell, except for a pixel next to an edge.
            let place = (x: shown.valueX(atPixel: 50.5), y: shown.valueY(atPixel: 30.5))
            let whole = Int(place.x.rounded(.down)) + Int(place.y.rounded(.down))
            let margin = 0.51 / min(shown.scaleX, -shown.scaleY)
            if abs(place.x - place.x.rounded()) > margin, abs(place.y - place.y.rounded()) > margin
            {
                #expect(picture[50, 30] == (whole % 2 == 0 ? 0x00FF00 : 0x0000FF))
            }
        }
    }

    @Test func gapsAreWholePixelsAndCornersRound() throws {
        let stage = try MarkStage(width: 40, height: 40)
        let table = HeatTable(
            x: HeatTable.slots(between: [0, 20, 40]), y: HeatTable.slots(between: [0, 20, 40]),
            values: [255, 255, 255, 255])
        let mark = HeatMark(table, scale: Self.gray).gap(3)
        let plain = try stage.draw(mark)
        #expect(plain.columns(inRow: 30) == Array(1..<18) + Array(21..<38))
        #expect(plain.rows(inColumn: 30) == Array(1..<18) + Array(21..<38))
        #expect(plain.area == 4 * 17 * 17)
        _ = mark.corners(6)
        let round = try stage.draw(mark)
        // Each square loses its corners outside a circle.
        let lost = 4 * (4 - Double.pi) * 36
        #expect(abs(round.area - (plain.area - lost)) < 3, "\(round.area)")
        let double = try stage.draw(mark.gap(1).corners(0), scale: 2)
        #expect(double.columns(inRow: 30) == Array(1..<19) + Array(21..<39))
    }

    @Test func onlyVisibleColumnsAreDrawnAndAPanSendsNothing() throws {
        let stage = try MarkStage(width: 100, height: 24)
        let table = chequered(1000, 24)
        let mark = HeatMark(table, scale: Self.flags)
        _ = try stage.draw(mark, in: projection(stage, x: 100...110, y: 0...24))
        // Twelve columns share a part of it, and of a pixel at each side.
        #expect(stage.statistics.instances <= 12 * 24)
        _ = try stage.draw(mark, in: projection(stage, x: 500...520, y: 0...24))
        #expect(stage.statistics.vertexBytes == 0 && stage.statistics.uploadedBytes == 0)
    }

    // MARK: Cells smaller than pixels

    /// The mean of what each pixel covers, computed here from all cells.
    @Test(arguments: [HeatReduction.mean, .maximum])
    func smallCellsAreReduced(reduction: HeatReduction) throws {
        let stage = try MarkStage(width: 20, height: 10)
        let (columns, rows) = (90, 35)
        let values = (0..<columns * rows).map { Double(($0 * 7919) % 256) }
        let table = HeatTable(
            x: HeatTable.slots(between: (0...columns).map(Double.init)),
            y: HeatTable.slots(between: (0...rows).map(Double.init)), values: values)
        let mark = HeatMark(table, scale: Self.gray).reduction(reduction)
        let picture = try stage.draw(mark, in: projection(stage, x: 0...90, y: 0...35))
        for y in 0..<10 {
            for x in 0..<20 {
                let (left, right) = (4.5 * Double(x), 4.5 * Double(x + 1))
                let (low, high) = (3.5 * Double(9 - y), 3.5 * Double(10 - y))
                var (sum, most) = (0.0, 0.0)
                for row in Int(low)..<Int(high.rounded(.up)) {
                    for column in Int(left)..<Int(right.rounded(.up)) {
                        let share =
                            (min(right, Double(column) + 1) - max(left, Double(column)))
                            * (min(high, Double(row) + 1) - max(low, Double(row)))
                        sum += share * values[row * columns + column]
                        most = max(most, values[row * columns + column])
                    }
                }
                let value = reduction == .mean ? sum / (4.5 * 3.5) : most
                let wanted = Double(Self.gray.color(at: value).red) * 255
                #expect(abs(picture.coverage(x, y) * 255 - wanted) <= 1, "\(x), \(y)")
            }
        }
    }

    /// Hours keep their edges and gaps while days are narrower than pixels.
    @Test func oneDirectionMayKeepItsEdges() throws {
        let stage = try MarkStage(width: 50, height: 40)
        let table = HeatTable(
            x: HeatTable.slots(between: (0...200).map(Double.init)),
            y: HeatTable.slots(between: [0, 1, 2, 3, 4]),
            values: (0..<800).map { [255.0, 0.01, 255, 255][$0 / 200] })
        let mark = HeatMark(table, scale: Self.gray).gap(2)
        let picture = try stage.draw(mark, in: projection(stage, x: 0...200, y: 0...4))
        let lit = Array(1..<9) + Array(11..<19) + Array(31..<39)
        for x in 0..<50 { #expect(picture.rows(inColumn: x) == lit) }
    }

    /// A spike in one cell of a hundred thousand is visible wherever the picture is panned to.
    @Test func noPeakDisappearsAndNothingFlickers() throws {
        let bench = try Bench(range: Extent(min: 0, max: 100_000))
        var values = [Double](repeating: 1, count: 100_000)
        values[54_321] = 255
        let table = HeatTable(
            x: HeatTable.slots(between: (0...100_000).map(Double.init)),
            y: [Extent(min: 0, max: 1)], values: values)
        bench.chart.marks = [
            HeatMark(table, scale: Self.gray).reduction(.maximum)
        ]
        bench.chart.fitValues(over: bench.chart.x.range, at: 0, animated: false)
        var before: (picture: Picture, first: Int)?
        for step in 0..<12 {
            let left = Double(step) * 713.7
            bench.chart.x.panZoom.set(Extent(min: left, max: left + 100_000))
            let picture = try bench.draw()
            let plot = bench.chart.plotProjection.plot
            let row = Int(plot.midY)
            let lit = (Int(plot.minX)..<Int(plot.maxX)).filter { picture[$0, row] == 0xFFFFFF }
            #expect(lit.count >= 1 && lit.count <= 2, "\(lit) at \(step)")
            let first = try #require(lit.first)
            if let before {
                #expect(first < before.first)
                // The picture is the same, moved.
                let shift = before.first - first
                for x in Int(plot.minX) + 2..<Int(plot.maxX) - shift - 60 {
                    #expect(picture[x, row] == before.picture[x + shift, row])
                }
                #expect(bench.statistics.uploadedBytes <= (shift + 1) * Int(plot.height + 1) * 4)
            }
            before = (picture, first)
        }
    }

    @Test func missingCellsAreNotDrawn() throws {
        let stage = try MarkStage(width: 10, height: 10)
        let table = HeatTable(
            x: HeatTable.slots(between: (0...100).map(Double.init)),
            y: HeatTable.slots(between: [0, 10]),
            values: (0..<100).map { $0 < 50 ? .nan : $0 % 2 == 0 ? 255 : .nan })
        let mark = HeatMark(table, scale: Self.gray)
        let picture = try stage.draw(mark, in: projection(stage, x: 0...100, y: 0...10))
        #expect(picture.columns(inRow: 5) == [5, 6, 7, 8, 9], "missing cells count nowhere")
        #expect(picture[7, 5] == 0xFFFFFF)
        mark.scale.missing = Color(hex: 0xFF0000)
        let marked = try stage.draw(mark, in: projection(stage, x: 0...100, y: 0...10))
        #expect(marked[2, 5] == 0xFF0000)
    }

    // MARK: Readings

    @Test func aReadingTellsItsColumn() throws {
        let table = HeatTable(
            x: HeatTable.slots(between: [0, 10, 20, 30]), y: HeatTable.slots(count: 2),
            values: [1, .nan, 3, 4, .nan, 6])
        let mark = HeatMark(table, scale: Self.gray)
        #expect(mark.domain == Extent(min: 0, max: 30))
        #expect(mark.values(over: Extent(min: 5, max: 6)) == Extent(min: -0.5, max: 1.5))
        #expect(mark.values(over: Extent(min: 40, max: 50)).isEmpty)
        let reading = try #require(mark.nearest(to: 7))
        #expect(reading.x == 5 && reading.values == [1, 4] && reading.drawn.isEmpty)
        #expect(reading.span == Extent(min: 0, max: 10))
        #expect(mark.nearest(to: 15)?.index == 0 || mark.nearest(to: 15)?.index == 2)
        #expect(mark.step(from: 5, by: 1)?.index == 2, "a column without values is stepped over")
        #expect(mark.cell(x: 25, y: 1)?.value == 6 && mark.cell(x: 31, y: 1) == nil)
        let tall = HeatMark(
            HeatTable(
                x: [.unit], y: HeatTable.slots(count: 9),
                values: [4, 2, .nan, 8, 3, 7, 5, 6, 4]), scale: Self.gray)
        #expect(tall.nearest(to: 0.5)?.values == [2, 8])
    }

    @Test func whatChangesTheLookChangesTheRevision() {
        let mark = HeatMark(chequered(2, 2), scale: Self.gray)
        var seen = [mark.revision]
        mark.gap = 1
        seen.append(mark.revision)
        mark.corner = 1
        seen.append(mark.revision)
        mark.reduction = .maximum
        seen.append(mark.revision)
        mark.scale = Self.flags
        seen.append(mark.revision)
        mark.show(chequered(2, 2))
        seen.append(mark.revision)
        #expect(Set(seen).count == 6)
        mark.show(mark.table)
        mark.gap = 1
        #expect(mark.revision == seen.last)
    }
}
