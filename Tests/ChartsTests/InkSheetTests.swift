import ChartCore
import ChartScene
import Charts
import GPU
import Geometry
import Ink
import Testing

/// Many marks, which are painted as tiles: whatever happens, the picture is that of the marks.
@MainActor @Suite struct InkSheetTests {
    private static let day = InkDesk.day
    /// These have more nodes than are drawn one by one.
    private static let many = 170

    /// Strokes in rows over four weeks, none on another.
    private static func marks(_ desk: InkDesk, _ count: Int = many) throws -> [InkMark] {
        let view = try #require(desk.layer.view)
        return (0..<count).map { number in
            let (column, row) = (number % 40, number / 40)
            let start = Point(
                x: view.x.start + Double(column) * 44 - 300,
                y: view.y.start + 14 + Double(row) * 42)
            let nodes: [InkNode] = (0..<30).map { step in
                let y = step % 2 == 0 ? start.y : start.y + 20
                return InkNode(Point(x: start.x + Double(step), y: y), width: 2 + Double(step % 3))
            }
            let brush = InkBrush(number % 5 == 0 ? .marker : .pen, size: 3)
            return InkMark(
                id: .init(number + 1), .stroke(InkStroke(brush, nodes)),
                color: .fixed(number % 3 == 0 ? InkDesk.red : Color(hex: 0x20C060)),
                x: InkAxis(.values, in: view.x), y: InkAxis(.values, in: view.y))
        }
    }

    /// A chart that shows nothing but ink in its plot: grid lines depend on more than the range.
    private static func plain() throws -> InkDesk {
        let desk = try InkDesk()
        desk.bench.chart.style.grid = Color(hex: 0)
        // What is compared is the ink, and not the signs of what is too small.
        desk.bench.chart.annotations = []
        return desk
    }

    private func desk(_ marks: [InkMark]? = nil) throws -> InkDesk {
        let desk = try Self.plain()
        desk.layer.document = InkDocument(try marks ?? Self.marks(desk))
        return desk
    }

    private func show(_ desk: InkDesk, from first: Double, days: Double = 7) {
        desk.bench.chart.x.panZoom.set(
            Extent(min: first * Self.day, max: (first + days) * Self.day))
    }

    /// A frame, a sixtieth of a second later.
    @discardableResult
    private func frame(_ desk: InkDesk) throws -> Picture {
        desk.time += 1.0 / 60
        desk.bench.chart.advance(to: desk.time)
        return try desk.bench.draw()
    }

    /// Frames until nothing is left to do; returns the last picture.
    private func settle(_ desk: InkDesk) throws -> Picture {
        var picture = try frame(desk)
        for _ in 0..<10_000 {
            desk.time += 1.0 / 60
            let moves = desk.bench.chart.advance(to: desk.time)
            picture = try desk.bench.draw()
            if !moves { return picture }
        }
        Issue.record("it never rests")
        return picture
    }

    /// The same marks in a few layers, each with too few for tiles, drawn at once.
    private func expected(_ desk: InkDesk) throws -> Picture {
        let other = try Self.plain()
        let marks = desk.layer.document.marks
        var layers: [InkLayer] = []
        for part in stride(from: 0, to: marks.count, by: 100).reversed() {
            let layer = InkLayer(InkDocument(Array(marks[part..<min(part + 100, marks.count)])))
            layer.attach(to: other.bench.chart)
            layers.append(layer)
        }
        defer { layers = [] }
        other.bench.chart.annotations = []
        other.bench.chart.x.panZoom.set(desk.bench.chart.drawnRange)
        other.bench.show(values: desk.bench.chart.y.range)
        return try other.bench.draw()
    }

    /// The largest difference of two pictures in the plot.
    private func worst(_ a: Picture, _ b: Picture, _ desk: InkDesk) -> Int {
        guard a.bytes.count == b.bytes.count else { return 256 }
        let plot = desk.bench.chart.plot
        var worst = 0
        a.bytes.withUnsafeBufferPointer { a in
            b.bytes.withUnsafeBufferPointer { b in
                for y in Int(plot.minY)..<Int(plot.maxY) {
                    let row = y * (a.count / Int(desk.bench.frame.maxY + 10))
                    for index in row + Int(plot.minX) * 4..<row + Int(plot.maxX) * 4
                    where a[index] != b[index] {
                        worst = max(worst, abs(Int(a[index]) - Int(b[index])))
                    }
                }
            }
        }
        return worst
    }

    @Test func aPanIsTheSameAsDrawingEverything() throws {
        let desk = try desk()
        #expect(worst(try frame(desk), try expected(desk), desk) <= 2)
        for step in 0..<6 {
            show(desk, from: [0.4, -2, -1.9, 3, 9, 0][step])
            #expect(worst(try frame(desk), try expected(desk), desk) <= 2, "step \(step)")
        }
    }

    @Test func aZoomIsShownAtOnceAndSharpAfterIt() throws {
        let desk = try desk()
        _ = try settle(desk)
        // In the middle of a mark.
        let mark = try #require(desk.layer.document.marks.first { $0.id.number == 98 })
        let place = try #require(mark.stroke).nodes[15].position
        func ink() throws -> Bool {
            let view = try #require(desk.layer.view)
            let pixel = mark.pixel(of: place, in: view)
            let picture = try frame(desk)
            return (-2...2).contains { dy in
                (-2...2).contains {
                    picture[Int(pixel.x) + $0, Int(pixel.y) + dy] & 0xFF00 > 0x4000
                }
            }
        }
        show(desk, from: 0.1, days: 6.6)
        desk.bench.prepare()
        #expect(try ink())
        #expect(worst(try settle(desk), try expected(desk), desk) <= 2)
        show(desk, from: -3, days: 14)
        #expect(worst(try settle(desk), try expected(desk), desk) <= 2)
        desk.bench.show(values: Extent(min: 2, max: 9))
        #expect(worst(try settle(desk), try expected(desk), desk) <= 2)
    }

    /// A standalone picture is sharp at once, at every scale.
    @Test func aStandalonePictureIsSharp() throws {
        let desk = try desk()
        for days in [7.0, 12] {
            show(desk, from: 1, days: days)
            #expect(worst(try desk.bench.draw(), try expected(desk), desk) <= 2)
        }
    }

    @Test func everyChangeIsSeenInTheNextFrame() throws {
        let desk = try desk()
        _ = try settle(desk)
        func check(_ name: String) throws {
            #expect(worst(try frame(desk), try expected(desk), desk) <= 3, "\(name)")
        }
        var all = try Self.marks(desk, 200)
        all.removeFirst(Self.many)
        for mark in all { desk.layer.document.add(mark) }
        try check("added")
        desk.layer.document.remove([.init(97), .init(100), .init(190)])
        try check("removed")
        desk.layer.document.undo()
        try check("returned")
        var mark = try #require(desk.layer.document[.init(99)])
        mark.color = .fixed(Color(hex: 0xFF00FF))
        desk.layer.document.change(removing: [], adding: [mark])
        try check("recoloured")
        let view = try #require(desk.layer.view)
        let moved = mark.moved(by: Vector(dx: 0, dy: 21), in: view)
        desk.layer.document.change(removing: [], adding: [moved])
        try check("moved")
        for _ in 0..<4 { desk.layer.document.undo() }
        try check("all undone")
        for _ in 0..<3 { desk.layer.document.redo() }
        show(desk, from: 0.3)
        try check("redone and panned")
        // As if another window had changed them all.
        desk.layer.document = InkDocument(Array(desk.layer.document.marks.dropLast(30)))
        try check("replaced")
        desk.layer.isHidden = true
        let hidden = try frame(desk)
        desk.layer.isHidden = false
        #expect(worst(hidden, try frame(desk), desk) > 100)
        try check("shown again")
    }

    /// New strokes are over the tiles for some frames and in them afterwards; nothing shows it.
    @Test func strokesOneByOneAreThoseOfOnePicture() throws {
        let desk = try desk()
        _ = try settle(desk)
        func check(_ name: String) throws {
            #expect(worst(try frame(desk), try expected(desk), desk) <= 3, "\(name)")
        }
        let more = try Self.marks(desk, Self.many + 40).suffix(40)
        for (index, mark) in more.enumerated() {
            var mark = mark
            // Over what is there, and translucent: what was drawn twice would be darker.
            mark.brush = InkBrush(.pen, size: mark.brush.size)
            mark.color = .fixed(Color(hex: 0x4020C0, alpha: 0.5))
            desk.layer.document.add(
                mark.moved(by: Vector(dx: 9, dy: -42), in: try #require(desk.layer.view)))
            // Stretched tiles are not sharp.
            if index != 34 { try check("stroke \(index)") }
            switch index {
            case 4, 17: show(desk, from: Double(index) / 40)
            case 8: desk.layer.document.undo()
            case 9: desk.layer.document.redo()
            case 13: desk.layer.document.remove([.init(60)])
            case 20: try check("drawn again")
            case 25: _ = try settle(desk)
            case 30: show(desk, from: 3)
            case 33: show(desk, from: 3, days: 6.5)
            case 34: _ = try settle(desk)
            case 37: desk.layer.isHidden = true
            default: continue
            }
            desk.layer.isHidden = false
            if index != 33 { try check("after stroke \(index)") }
        }
        #expect(worst(try settle(desk), try expected(desk), desk) <= 3)
    }

    /// What is added while another thread paints is not forgotten.
    @Test func strokesDuringPaintingStay() throws {
        let desk = try desk()
        let more = try Self.marks(desk, 186).suffix(16)
        for (index, mark) in more.enumerated() {
            if index % 4 == 0 { show(desk, from: Double(index) / 7, days: 6 + Double(index % 3)) }
            desk.layer.document.add(mark)
            try frame(desk)
        }
        #expect(worst(try settle(desk), try expected(desk), desk) <= 3)
        show(desk, from: 2.6, days: desk.bench.chart.x.range.length / Self.day)
        #expect(worst(try settle(desk), try expected(desk), desk) <= 3)
    }

    /// Two renderers draw one chart in turn; neither has what the other has taken.
    @Test func anotherRendererShowsThemToo() throws {
        let desk = try desk()
        let first = try settle(desk)
        let other = try Bench(of: desk.bench.chart)
        #expect(worst(try other.draw(), first, desk) == 0)
        #expect(worst(try frame(desk), first, desk) == 0)
    }

    @Test func atRestNothingIsDrawnOrSent() throws {
        let desk = try desk()
        _ = try settle(desk)
        for _ in 0..<3 { try frame(desk) }
        #expect(desk.bench.statistics.uploadedBytes == 0)
        #expect(desk.bench.chart.advance(to: desk.time + 1) == false)
        // A pan within what was painted draws one strip.
        show(desk, from: 0.02)
        try frame(desk)
        #expect(desk.bench.statistics.vertexBytes == 0)
    }
}
