import ChartCore
import ChartInteraction
import Charts
import Geometry
import Ink
import Testing

/// The signs of marks that are too small to be seen.
@MainActor @Suite struct InkGlyphTests {
    private static let day = InkDesk.day

    private func show(_ desk: InkDesk, _ first: Double, _ last: Double) throws {
        desk.bench.chart.x.panZoom.set(Extent(min: first * Self.day, max: last * Self.day))
        desk.bench.show(values: Extent(min: 0, max: 100))
        for _ in 0..<3 { try desk.bench.draw() }
    }

    /// Two strokes two days from each other, and one eight weeks later.
    private func desk(scale: Double = 1, keeps: Bool = true) throws -> InkDesk {
        let desk = try InkDesk(scale: scale, keeps: keeps)
        for day in [1.0, 3, 60] {
            desk.bench.chart.x.panZoom.set(
                Extent(min: (day - 2) * Self.day, max: (day + 5) * Self.day))
            desk.bench.prepare()
            desk.draw([(day * Self.day, 4), ((day + 1) * Self.day, 6)])
        }
        #expect(desk.layer.document.marks.count == 3)
        return desk
    }

    @Test(arguments: [1.0, 1.5, 2]) func whatIsTooSmallIsASign(scale: Double) throws {
        let desk = try desk(scale: scale)
        try show(desk, 0, 7)
        #expect(desk.layer.glyphs.isEmpty)
        try show(desk, -200, 600)
        let ids = desk.layer.document.marks.map(\.id)
        let glyphs = desk.layer.glyphs
        #expect(glyphs.map(\.marks) == [[ids[0], ids[1]], [ids[2]]])
        let projection = desk.bench.chart.projection
        let place = projection.point(x: 1.5 * Self.day, y: 5)
        let first = try #require(glyphs.first)
        #expect((first.frame.center - place).length < 0.01 && first.opacity == 1)
        #expect(first.frame.width > first.frame.height)
        #expect(desk.layer.glyph(at: place) == first)
        #expect(desk.layer.glyph(at: Point(x: place.x, y: place.y + 15)) == nil)
        // The mark itself is not there any more, and the sign is: a pencil in its colour.
        #expect(desk.layer.mark(at: place, within: 6) == nil)
        let picture = try desk.bench.draw()
        func red(_ frame: Rect) -> Int {
            let rows = Int(frame.minY * scale)..<Int(frame.maxY * scale)
            let columns = Int(frame.minX * scale)..<Int(frame.maxX * scale)
            return rows.reduce(0) { count, y in
                count
                    + columns.count {
                        let pixel = picture[$0, y]
                        return pixel >> 16 > 0x60 && pixel & 0xFFFF < 0x4000
                    }
            }
        }
        #expect(red(first.frame) > 10)
        // Nothing else is red in the plot.
        let all = red(desk.bench.chart.plot)
        #expect(all == glyphs.reduce(0) { $0 + red($1.frame) })
        desk.layer.isHidden = true
        try show(desk, -200, 600)
        #expect(desk.layer.glyphs.isEmpty)
    }

    /// A sign leads to where its marks are as large as they were drawn.
    @Test func aSignLeadsToItsMarks() throws {
        let desk = try desk()
        try show(desk, -200, 600)
        let glyphs = desk.layer.glyphs
        #expect(glyphs.count == 2)
        for glyph in glyphs {
            let range = try #require(desk.layer.range(toShow: glyph.marks))
            #expect(abs(range.length - 7 * Self.day) < 0.01 * Self.day)
            for id in glyph.marks {
                let span = try #require(desk.layer.document[id]?.spanX)
                #expect(range.contains(span.lowerBound) && range.contains(span.upperBound))
            }
        }
        // Far from one another all of them are in it.
        let all = try #require(desk.layer.range(toShow: desk.layer.document.marks.map(\.id)))
        #expect(all.contains(Self.day) && all.contains(61 * Self.day))
        #expect(all.length < 80 * Self.day)
        #expect(desk.layer.range(toShow: []) == nil)
        // A figure takes a third of the plot.
        desk.layer.document.add(
            InkMark(
                id: .init(9), .trendLine, from: Point(x: 10 * Self.day, y: 2),
                to: Point(x: 12 * Self.day, y: 3), brush: InkBrush(.pen, size: 2),
                color: .named(.red)))
        let figure = try #require(desk.layer.range(toShow: [.init(9)]))
        #expect(abs(figure.length - 6 * Self.day) < 1 && abs(figure.mid - 11 * Self.day) < 1)
    }

    /// A press on a sign is given to the program, if it wants it, and nothing is drawn.
    @Test(arguments: [false, true]) func aSignCanBePressed(isPen: Bool) throws {
        let desk = try desk()
        try show(desk, -200, 600)
        let glyph = try #require(desk.layer.glyphs.first)
        var pressed: [InkGlyph] = []
        desk.tool.onGlyph = { glyph, _ in pressed.append(glyph) }
        let pen = isPen ? PenState(tool: 1, pressure: 0.5) : nil
        let middle = glyph.frame.center
        #expect(desk.send(.pointerPressed(.left), middle, pen))
        #expect(desk.send(.pointerReleased(.left), middle, pen))
        #expect(pressed == [glyph] && desk.layer.document.marks.count == 3)
        // Released elsewhere it is no press.
        #expect(desk.send(.pointerPressed(.left), middle, pen))
        #expect(desk.send(.pointerReleased(.left), Point(x: middle.x + 90, y: middle.y), pen))
        #expect(pressed.count == 1 && !desk.tool.isBusy && !desk.layer.isBusy)
        #expect(desk.send(.touchBegan(4), middle, nil))
        #expect(desk.send(.touchEnded(4), middle, nil))
        #expect(pressed.count == 2)
        // A program that wants no presses is given none.
        desk.tool.onGlyph = nil
        #expect(desk.send(.pointerPressed(.left), middle, pen) == isPen)
    }

    /// A selected mark is seen, and is in no sign.
    @Test func aSelectedMarkIsSeen() throws {
        let desk = try desk()
        let ids = desk.layer.document.marks.map(\.id)
        desk.tool.select([ids[2]])
        try show(desk, -200, 600)
        #expect(desk.layer.glyphs.map(\.marks) == [[ids[0], ids[1]]])
        let place = desk.bench.chart.projection.point(x: 60.5 * Self.day, y: 5)
        #expect(desk.layer.mark(at: place, within: 6)?.id == ids[2])
        #expect(desk.hasInk(try desk.bench.draw(), 60.5 * Self.day, 5))
    }

    /// While it pans, the picture is the same as if everything were drawn.
    @Test func signsPanWithTheChart() throws {
        let desks = [try desk(), try desk(keeps: false)]
        for step in 0..<12 {
            let first = -200 + Double(step) * 7.3
            let pictures = try desks.map { desk in
                try show(desk, first, first + 800)
                return try desk.bench.draw()
            }
            let worst = zip(pictures[0].bytes, pictures[1].bytes).map { abs(Int($0) - Int($1)) }
                .max()
            #expect(worst ?? 0 <= 1, "step \(step)")
            #expect(desks[0].layer.glyphs.count == 2)
        }
    }
}
