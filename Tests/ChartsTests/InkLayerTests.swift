import ChartCore
import ChartInteraction
import ChartScene
import Charts
import GPU
import Geometry
import Ink
import Testing

/// Ink on a chart: drawn with a tool, at home in the data, and part of the picture that pans.
@MainActor @Suite struct InkLayerTests {
    private typealias Desk = InkDesk
    private static let day = InkDesk.day

    @Test(arguments: [1.0, 1.5, 2])
    func aStrokeStaysAtItsData(scale: Double) throws {
        let desk = try Desk(scale: scale)
        let corner = (x: 3.0 * Self.day, y: 8.0)
        #expect(desk.draw([(Self.day, 2), corner, (5 * Self.day, 3)]))
        #expect(desk.layer.document.marks.count == 1)
        for (first, last, top) in [(0.0, 7.0, 10.0), (2, 4, 10), (-20, 20, 10), (0, 7, 40)] {
            desk.bench.chart.x.panZoom.set(Extent(min: first * Self.day, max: last * Self.day))
            desk.bench.show(values: Extent(min: 0, max: top))
            for _ in 0..<3 { try desk.bench.draw() }
            let picture = try desk.bench.draw()
            #expect(desk.hasInk(picture, corner.x, corner.y - 0.05), "\(first)...\(last), \(top)")
            #expect(desk.hasInk(picture, 2.5 * Self.day, 6.5))
        }
        // Back where it was drawn, all nodes are where the pen was, to the hundredth of a pixel.
        desk.bench.chart.x.panZoom.set(Extent(min: 0, max: 7 * Self.day))
        desk.bench.show(values: Extent(min: 0, max: 10))
        desk.bench.prepare()
        let projection = desk.bench.chart.plotProjection
        let view = InkView(
            x: InkAxisView(
                start: projection.plot.minX, length: projection.plot.width,
                first: projection.x.lowerBound, last: projection.x.upperBound,
                pixelsPerPoint: scale),
            y: InkAxisView(
                start: projection.plot.minY, length: projection.plot.height,
                first: projection.y.upperBound, last: projection.y.lowerBound,
                pixelsPerPoint: scale))
        let mark = desk.layer.document.marks[0]
        let run = try #require(mark.runs(in: view).first)
        let ends = [(try #require(mark.stroke).nodes[0], run[0])]
        for (node, pixel) in ends {
            #expect(abs(pixel.position.x - node.position.x * scale) < 0.01)
            #expect(abs(pixel.position.y - node.position.y * scale) < 0.01)
        }
    }

    /// Handwriting keeps its size when the chart zooms, at the place where it began.
    @Test func writingKeepsItsShape() throws {
        let desk = try Desk()
        desk.tool.fidelity = .write
        desk.draw([(3 * Self.day, 5), (3.2 * Self.day, 6), (3.4 * Self.day, 5)])
        let wide = try desk.bench.draw()
        desk.bench.chart.x.panZoom.set(Extent(min: 2 * Self.day, max: 4 * Self.day))
        let zoomed = try desk.bench.draw()
        func width(_ picture: Picture) -> Int {
            (0..<picture.width).count { x in
                (0..<picture.height).contains {
                    picture[x, $0] >> 16 > 0x60 && picture[x, $0] & 0xFFFF == 0
                }
            }
        }
        #expect(abs(width(wide) - width(zoomed)) <= 1)
        #expect(width(wide) > 20)
        #expect(desk.hasInk(zoomed, 3 * Self.day + 600, 5.03))
    }

    /// A title that is fixed to the plot stays where it is while the chart pans, and leaves nothing.
    @Test func whatIsFixedToThePlotStays() throws {
        let desk = try Desk()
        for _ in 0..<3 { try desk.bench.draw() }
        let view = try #require(desk.layer.view)
        let (x, y) = (view.x.start + 100, view.y.start + 40)
        let nodes = [
            InkNode(Point(x: x, y: y), width: 6), InkNode(Point(x: x + 60, y: y), width: 6),
        ]
        desk.layer.document.add(
            InkMark(
                id: desk.layer.makeID(), .stroke(InkStroke(InkBrush(.pen, size: 6), nodes)),
                color: .fixed(Desk.red), x: InkAxis(.fractions, in: view.x),
                y: InkAxis(.fractions, in: view.y)))
        func red(_ picture: Picture) -> [Int] {
            (0..<picture.width).filter { picture[$0, Int(y)] == 0xFF0000 }
        }
        let before = red(try desk.bench.draw())
        #expect(before.count > 50)
        for step in 1..<6 {
            let start = [0.3, -0.4, 2, 2.1, 0][step - 1] * Self.day
            desk.bench.chart.x.panZoom.set(Extent(min: start, max: start + 7 * Self.day))
            #expect(red(try desk.bench.draw()) == before)
        }
        desk.layer.document.undo()
        #expect(red(try desk.bench.draw()).isEmpty)
    }

    /// While it pans, the kept picture is the same as if everything were drawn.
    @Test func aPanIsTheSameAsDrawingEverything() throws {
        let desks = [try Desk(), try Desk(keeps: false)]
        for desk in desks {
            for index in 0..<12 {
                desk.tool.brush = InkBrush(index % 3 == 0 ? .marker : .pen, size: 3 + Double(index))
                let x = Double(index) * 0.7 * Self.day
                desk.draw([
                    (min(max(x, 0.1), 6.9 * Self.day), 1),
                    (min(x + 2 * Self.day, 6.9 * Self.day), 9),
                    (max(x - Self.day, 0.1), 5),
                ])
            }
            #expect(desk.layer.document.marks.count == 12)
        }
        var start = 0.0
        for step in 0..<12 {
            start += [0.11, -0.37, 0.02, 1.3, -0.6][step % 5] * Self.day
            let pictures = try desks.map { desk in
                desk.bench.chart.x.panZoom.set(Extent(min: start, max: start + 7 * Self.day))
                return try desk.bench.draw()
            }
            let worst = zip(pictures[0].bytes, pictures[1].bytes).map { abs(Int($0) - Int($1)) }
                .max()
            #expect(worst ?? 0 <= 1, "step \(step)")
        }
    }

    /// A pan at rest draws no ink again, and sends nothing.
    @Test func aKeptPictureCostsNothing() throws {
        let desk = try Desk()
        desk.draw([(Self.day, 2), (5 * Self.day, 8)])
        for _ in 0..<4 { try desk.bench.draw() }
        let rest = desk.bench.statistics
        desk.layer.isHidden = true
        for _ in 0..<4 { try desk.bench.draw() }
        #expect(desk.bench.statistics.draws == rest.draws)
        #expect(rest.uploadedBytes == 0)
    }

    @Test func theLiveStrokeReachesThePen() throws {
        let desk = try Desk()
        let projection = desk.bench.chart.projection
        let pen = PenState(tool: 3, pressure: 1)
        var place = projection.point(x: Self.day, y: 5)
        #expect(desk.send(.pointerPressed(.left), place, pen))
        for _ in 0..<30 {
            place = place + Vector(dx: 5, dy: 0.5)
            #expect(desk.send(.pointerMoved, place, pen))
            let picture = try desk.bench.draw()
            #expect(picture[Int(place.x) - 1, Int(place.y)] >> 16 > 0x60)
        }
        // The pen leaves while it is down: the stroke is kept.
        _ = desk.send(.pointerLeft, place, pen)
        #expect(desk.layer.document.marks.count == 1)
        #expect(desk.layer.document.marks[0].stroke?.nodes.count ?? 0 > 1)
    }

    @Test func whatIsNotAPenLooksUntilItDraws() throws {
        let desk = try Desk()
        let line = [(Self.day, 2.0), (5 * Self.day, 8.0)].map { (x: $0.0, y: $0.1) }
        #expect(!desk.draw(line, pen: nil))
        #expect(desk.layer.document.marks.isEmpty)
        desk.tool.isDrawing = true
        #expect(desk.draw(line, pen: nil))
        #expect(desk.layer.document.marks.count == 1)
        let place = desk.bench.chart.projection.point(x: Self.day, y: 2)
        desk.draw(line)
        #expect(desk.send(.touchBegan(4), place, nil) == false, "a pen was used")
        let other = try Desk()
        other.tool.isDrawing = true
        #expect(other.send(.touchBegan(4), place, nil))
        #expect(other.send(.touchMoved(4), place + Vector(dx: 30, dy: 0), nil))
        #expect(other.send(.touchEnded(4), place + Vector(dx: 30, dy: 0), nil))
        #expect(other.layer.document.marks.count == 1)
        // Outside of the plot nothing is drawn.
        #expect(!other.send(.pointerPressed(.left), Point(x: 1, y: 1), PenState(tool: 1)))
    }

    @Test func theEraserRemovesStrokesAsOneChange() throws {
        let desk = try Desk()
        for y in [2.0, 4, 6] { desk.draw([(Self.day, y), (5 * Self.day, y)]) }
        let eraser = PenState(tool: 2, kind: .eraser)
        desk.draw([(3 * Self.day, 1), (3 * Self.day, 5)], pen: eraser)
        #expect(desk.layer.document.marks.count == 1)
        desk.layer.document.undo()
        #expect(desk.layer.document.marks.count == 3)
        desk.layer.document.redo()
        #expect(desk.layer.document.marks.count == 1)
        // So does a pen whose lower button is held.
        let pen = PenState(tool: 1, pressure: 0.5)
        let place = desk.bench.chart.projection.point(x: 3 * Self.day, y: 9)
        #expect(desk.send(.pointerPressed(.right), place, pen))
        desk.draw([(3 * Self.day, 7), (3 * Self.day, 5)], pen: pen)
        #expect(desk.send(.pointerReleased(.right), place, pen))
        #expect(desk.layer.document.marks.isEmpty)
        desk.layer.document.undo()
        // Next to a stroke nothing is erased.
        desk.tool.action = .erase
        desk.draw([(3 * Self.day, 7), (4 * Self.day, 7)])
        #expect(desk.layer.document.marks.count == 1)
        desk.draw([(3 * Self.day, 6), (3.1 * Self.day, 6)])
        #expect(desk.layer.document.marks.isEmpty)
    }

    /// A chart that follows its data may move under a pen that is down.
    @Test func aStrokeStaysAtItsDataWhileTheChartMoves() throws {
        let desk = try Desk()
        let pen = PenState(tool: 1, pressure: 0.5)
        let chart = desk.bench.chart
        func place(_ x: Double, _ y: Double) -> Point { chart.projection.point(x: x, y: y) }
        #expect(desk.send(.pointerPressed(.left), place(3 * Self.day, 2), pen))
        for step in 1...40 {
            let start = Double(step) * 0.02 * Self.day
            chart.x.panZoom.set(Extent(min: start, max: start + 7 * Self.day))
            desk.bench.prepare()
            let height = 2 + 0.1 * Double(step)
            #expect(desk.send(.pointerMoved, place(3 * Self.day, height), pen))
            let picture = try desk.bench.draw()
            let (tip, foot) = (
                desk.hasInk(picture, 3 * Self.day, height - 0.1),
                desk.hasInk(picture, 3 * Self.day, 2.2)
            )
            #expect(tip, "step \(step)")
            #expect(foot || step <= 5, "step \(step)")
        }
        #expect(desk.send(.pointerReleased(.left), place(3 * Self.day, 6), pen))
        let picture = try desk.bench.draw()
        for height in [2.2, 3, 4, 5, 5.8] {
            #expect(desk.hasInk(picture, 3 * Self.day, height))
        }
    }

    @Test func drawingShowsAHiddenLayer() throws {
        let desk = try Desk()
        desk.layer.isHidden = true
        desk.draw([(Self.day, 2), (5 * Self.day, 8)])
        #expect(!desk.layer.isHidden)
    }

    @Test func aLayerCanBeTakenOff() throws {
        let desk = try Desk()
        desk.draw([(Self.day, 2), (5 * Self.day, 8)])
        desk.layer.detach()
        #expect(desk.bench.chart.foreground.isEmpty && desk.bench.chart.background.isEmpty)
        let picture = try desk.bench.draw()
        #expect(!desk.hasInk(picture, 3 * Self.day, 5))
        #expect(!desk.draw([(Self.day, 2), (5 * Self.day, 8)]))
    }
}
