import ChartCore
import ChartScene
import Charts
import GPU
import Geometry
import Testing

/// A highlighted span, compared pixel by pixel with computed ends.
@MainActor @Suite struct SpanHighlightTests {
    private static let day = 86_400.0
    private static let fill: UInt32 = 0xFF0000
    private static let edge: UInt32 = 0x0000FF

    /// Where it is drawn: clipped to the plot by the chart, or over everything.
    enum Place: CaseIterable {
        case foreground
        case overlay
    }

    /// A week of days with a highlight that has no span yet.
    private func make(
        scale: Double = 1, alpha: Float = 1, in place: Place = .foreground
    ) throws -> (Bench, SpanHighlight) {
        let bench = try Bench(scale: scale)
        bench.show(values: Extent(min: 0, max: 100))
        let highlight = SpanHighlight(
            style: SpanHighlight.Style(
                fill: Color(hex: Self.fill).opacity(alpha), edge: Color(hex: Self.edge),
                edgeWidth: 2))
        switch place {
        case .foreground: bench.chart.foreground.append(highlight)
        case .overlay: bench.chart.overlay.append(highlight)
        }
        return (bench, highlight)
    }

    /// The column in device pixels of a position in days, from the plot and the range alone.
    private func column(_ bench: Bench, _ days: Double) -> Double {
        let plot = bench.chart.plot
        let range = bench.chart.x.range
        let part = (days * Self.day - range.min) / range.length
        return (plot.minX + part * plot.width) * bench.scale
    }

    /// The columns of a colour in the row through the plot's middle.
    private func columns(_ picture: Picture, _ color: UInt32, _ bench: Bench) -> [Int] {
        let row = self.row(bench)
        return (0..<picture.width).filter { picture[$0, row] == color }
    }

    /// A row in the plot without a grid line.
    private func row(_ bench: Bench) -> Int {
        Int((bench.chart.plot.midY * bench.scale).rounded()) + 7
    }

    private func days(_ from: Double, _ to: Double) -> Extent {
        Extent(min: from * Self.day, max: to * Self.day)
    }

    @Test(arguments: [1, 1.5, 2.0], Place.allCases)
    func theBandGoesFromEndToEndOverTheWholeHeight(scale: Double, place: Place) throws {
        let (bench, highlight) = try make(scale: scale, in: place)
        let before = try bench.draw()
        highlight.show(days(1.3, 4.6), at: 0)
        #expect(!highlight.advance(to: 1))
        #expect(highlight.opacity == 1 && highlight.isShown)
        let picture = try bench.draw()
        let (left, right) = (column(bench, 1.3), column(bench, 4.6))

        // The lines: as wide as the style sets, around the ends.
        let lines = columns(picture, Self.edge, bench)
        let wide = Int(2 * scale)
        try #require(lines.count == 2 * wide, "\(lines)")
        for (end, line) in [(left, lines.prefix(wide)), (right, lines.suffix(wide))] {
            let first = try #require(line.first)
            #expect(Array(line) == Array(first..<first + wide))
            #expect(abs(Double(first) + Double(wide) / 2 - end) <= 1)
        }
        // The band between them, and nothing else.
        let band = columns(picture, Self.fill, bench)
        #expect(band == Array(lines[wide - 1] + 1..<lines[wide]))
        // Over the whole height of the plot, and not a pixel more.
        let plot = bench.chart.plot
        let middle = Int((left + right) / 2) + 3
        let rows = (0..<picture.height).filter { picture[middle, $0] == Self.fill }
        let top = try #require(rows.first)
        let bottom = try #require(rows.last)
        #expect(rows.count == bottom - top + 1)
        #expect(abs(Double(top) - plot.minY * scale) <= 1)
        #expect(abs(Double(bottom) + 1 - plot.maxY * scale) <= 1)
        // Nothing else has changed.
        var changed = 0
        for y in 0..<picture.height {
            for x in 0..<picture.width where picture[x, y] != before[x, y] {
                let isInside = (top...bottom).contains(y) && x >= lines[0] && x <= lines.last ?? 0
                if !isInside { changed += 1 }
            }
        }
        #expect(changed == 0, "\(changed) pixels next to the band")
    }

    @Test(arguments: Place.allCases) func whatLiesOutsideThePlotIsCutOff(place: Place) throws {
        let (bench, highlight) = try make(in: place)
        let before = try bench.draw()
        let plot = bench.chart.plotProjection.plot
        let (first, last) = (Int(plot.minX), Int(plot.maxX))
        // From before the plot into it: no line at the plot's border, which is not the span's.
        highlight.show(days(-2, 3.5), at: 0)
        highlight.advance(to: 1)
        var picture = try bench.draw()
        #expect(columns(picture, Self.edge, bench).count == 2)
        #expect(columns(picture, Self.fill, bench).first == first)
        // Out of it on the other side.
        highlight.show(days(3.5, 99), at: 1)
        highlight.advance(to: 2)
        picture = try bench.draw()
        #expect(columns(picture, Self.edge, bench).count == 2)
        #expect(columns(picture, Self.fill, bench).last == last - 1)
        // Over both: all of the plot, and nothing outside it.
        highlight.show(days(-99, 99), at: 2)
        highlight.advance(to: 3)
        picture = try bench.draw()
        #expect(columns(picture, Self.fill, bench) == Array(first..<last))
        let row = row(bench)
        for x in 0..<picture.width where !(first..<last).contains(x) {
            #expect(picture[x, row] == before[x, row], "column \(x)")
        }
        // Entirely elsewhere.
        for span in [days(-9, -1), days(8, 20)] {
            highlight.show(span, at: 3)
            highlight.advance(to: 4)
            #expect(try bench.draw() == before)
        }
    }

    @Test func nothingIsDrawnWhereNothingIsHighlighted() throws {
        let (bench, highlight) = try make()
        try bench.draw()
        let before = try bench.draw()
        let draws = bench.statistics.draws
        bench.chart.foreground.removeAll { $0 === highlight }
        #expect(try bench.draw() == before)
        #expect(bench.statistics.draws == draws, "not even something unseen")
        bench.chart.foreground.append(highlight)
        #expect(highlight.span == nil && !highlight.isShown)
        // Hidden, and removed at once.
        highlight.show(days(1, 2), at: 0)
        highlight.advance(to: 1)
        highlight.isHidden = true
        #expect(try bench.draw() == before)
        highlight.isHidden = false
        #expect(try bench.draw() != before)
        highlight.forget()
        #expect(!highlight.isShown && highlight.opacity == 0)
        #expect(try bench.draw() == before)
    }

    @Test func itIsSeenThroughAndFades() throws {
        let (bench, highlight) = try make(alpha: 0.5)
        let before = try bench.draw()
        let x = Int(column(bench, 2.6))
        func red() throws -> Double {
            let pixel = try bench.draw()[x, row(bench)]
            #expect(pixel & 0xFFFF == 0)
            return Double(pixel >> 16)
        }
        highlight.show(days(1.3, 4.6), at: 10)
        #expect(highlight.advance(to: 10))
        #expect(try bench.draw() == before, "it begins with nothing")
        var last = 0.0
        for time in [10.03, 10.075, 10.12] {
            #expect(highlight.advance(to: time))
            #expect(highlight.opacity > last && highlight.opacity < 1)
            last = highlight.opacity
            #expect(abs(try red() - 255 * 0.5 * last) <= 2)
        }
        #expect(!highlight.advance(to: 10.2))
        #expect(abs(try red() - 127.5) <= 1)
        // Another span is another position, without a fade.
        highlight.show(days(2, 3), at: 11)
        #expect(!highlight.advance(to: 11) && highlight.opacity == 1)
        // One that fades out is visible where it was.
        highlight.show(nil, at: 12)
        #expect(highlight.span == nil)
        #expect(highlight.advance(to: 12.075) && highlight.isShown)
        #expect(highlight.opacity > 0 && highlight.opacity < 1)
        #expect(abs(try red() - 255 * 0.5 * highlight.opacity) <= 2)
        #expect(!highlight.advance(to: 12.2) && !highlight.isShown)
        #expect(try bench.draw() == before)
        // Without motion it is there at once.
        highlight.fadeDuration = 0
        highlight.show(days(1.3, 4.6), at: 13)
        #expect(!highlight.advance(to: 13) && highlight.opacity == 1)
        #expect(abs(try red() - 127.5) <= 1)
    }

    @Test func itMovesWithTheData() throws {
        let (bench, highlight) = try make()
        highlight.show(days(1.3, 4.6), at: 0)
        highlight.advance(to: 1)
        let before = columns(try bench.draw(), Self.edge, bench)
        let moved = 40 / bench.chart.plot.width * bench.chart.x.range.length
        bench.show(x: Extent(min: -moved, max: 7 * Self.day - moved))
        #expect(columns(try bench.draw(), Self.edge, bench) == before.map { $0 + 40 })
        // Magnified twice, it is twice as wide.
        bench.show(x: days(1, 4.5))
        let near = columns(try bench.draw(), Self.edge, bench)
        #expect(near.count == 2, "only the beginning is in view")
        #expect(abs(Double(near.first ?? 0) + 1 - column(bench, 1.3)) <= 1)
    }
}
