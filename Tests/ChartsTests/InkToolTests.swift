import ChartCore
import ChartInteraction
import ChartScene
import Charts
import Geometry
import Ink
import Testing

/// What a person does with marks: figures, selecting, erasing parts, straightening.
@MainActor @Suite struct InkToolTests {
    private static let day = InkDesk.day

    private func mark(_ desk: InkDesk) throws -> InkMark {
        try #require(desk.layer.document.marks.last)
    }

    @Test(arguments: InkFigure.Kind.allCases)
    func aFigureIsWhereItWasDrawn(kind: InkFigure.Kind) throws {
        let desk = try InkDesk()
        var changes: [InkDocument.Change] = []
        desk.tool.onChange = { changes.append($0) }
        desk.tool.action = .figure(kind)
        #expect(desk.draw([(Self.day, 2), (5 * Self.day, 8)]))
        let mark = try mark(desk)
        let figure = try #require(mark.figure)
        #expect(figure.kind == kind)
        #expect(changes.count == 1 && changes[0].after == [mark])
        #expect(desk.layer.selection == [mark.id])
        if kind == .level {
            #expect(abs(figure.start.y - 8) < 0.05)
        } else if kind.crossesHeight {
            // Times only: on charts of every basis.
            let first = Double(kind == .moment ? 5 : 1)
            #expect(abs(figure.start.x - first * Self.day) < 600)
            #expect(abs(figure.end.x - 5 * Self.day) < 600)
            #expect(mark.spanY == nil && mark.belongs(to: InkBasis(rawValue: "week")))
        } else {
            #expect(abs(figure.start.x - Self.day) < 600 && abs(figure.start.y - 2) < 0.05)
            #expect(abs(figure.end.x - 5 * Self.day) < 600 && abs(figure.end.y - 8) < 0.05)
        }
        // Its start in another view.
        desk.tool.select([])
        desk.bench.chart.x.panZoom.set(Extent(min: -7 * Self.day, max: 14 * Self.day))
        desk.bench.show(values: Extent(min: -10, max: 20))
        for _ in 0..<3 { try desk.bench.draw() }
        let picture = try desk.bench.draw()
        let days: [InkFigure.Kind: Double] = [.level: 3, .moment: 5]
        let heights: [InkFigure.Kind: Double] = [.level: 8, .moment: -7, .span: 17]
        let place = (x: (days[kind] ?? 1) * Self.day, y: heights[kind] ?? 2)
        let isThere = desk.hasInk(picture, place.x, place.y)
        #expect(isThere == (kind != .ellipse))
    }

    @Test func endsSnapToReadings() throws {
        let desk = try InkDesk()
        let chart = desk.bench.chart
        desk.tool.magnet = { place in
            let reading = chart.projection.point(x: 2 * Self.day, y: 4)
            return (place - reading).length < 12 ? (2 * Self.day, 4) : nil
        }
        desk.tool.action = .figure(.trendLine)
        desk.draw([(2.05 * Self.day, 4.1), (5 * Self.day, 8)])
        #expect(try mark(desk).figure?.start == Point(x: 2 * Self.day, y: 4))
        #expect(try mark(desk).figure?.end.y != 4)
    }

    @Test func aStillPenMakesAFigure() throws {
        let desk = try InkDesk()
        let pen = PenState(tool: 1, pressure: 0.5)
        let start = chart(desk).point(x: Self.day, y: 2)
        #expect(desk.send(.pointerPressed(.left), start, pen))
        for step in 1...20 {
            let tremble = Vector(dx: 8 * Double(step), dy: -3 * Double(step) + Double(step % 2))
            #expect(desk.send(.pointerMoved, start + tremble, pen))
        }
        let deadline = try #require(desk.tool.nextDeadline)
        #expect(deadline > desk.time + 0.4 && deadline <= desk.time + 0.5 + 1e-9)
        desk.tool.advance(to: deadline)
        desk.time = deadline
        // Its end still follows the pen.
        let end = start + Vector(dx: 200, dy: -60)
        #expect(desk.send(.pointerMoved, end, pen))
        #expect(desk.send(.pointerReleased(.left), end, pen))
        #expect(desk.layer.document.marks.count == 1)
        let figure = try #require(try mark(desk).figure)
        #expect(figure.kind == .line)
        let view = try #require(desk.layer.view)
        let tip = try mark(desk).pixel(of: figure.end, in: view)
        #expect((tip - end).length < 0.01)
        // Undo gives back what was drawn, and undo again takes it away.
        desk.tool.undo()
        #expect(try mark(desk).stroke != nil)
        desk.tool.undo()
        #expect(desk.layer.document.marks.isEmpty)
        desk.tool.redo()
        desk.tool.redo()
        #expect(try mark(desk).figure != nil)
    }

    private func chart(_ desk: InkDesk) -> Projection { desk.bench.chart.projection }

    @Test func marksCanBeSelectedMovedAndCopied() throws {
        let desk = try InkDesk()
        for y in [2.0, 5, 8] { desk.draw([(Self.day, y), (3 * Self.day, y)]) }
        let ids = desk.layer.document.marks.map(\.id)
        desk.tool.action = .select
        // A press selects what is there; a press elsewhere selects nothing.
        desk.draw([(2 * Self.day, 5), (2 * Self.day, 5)])
        #expect(desk.layer.selection == [ids[1]])
        desk.draw([(6 * Self.day, 6.5), (6 * Self.day, 6.5)])
        #expect(desk.layer.selection.isEmpty)
        // A loop around two of them, and a drag that moves both.
        desk.draw([
            (0.5 * Self.day, 6.5), (3.5 * Self.day, 6.5), (3.5 * Self.day, 1), (0.5 * Self.day, 1),
        ])
        #expect(desk.layer.selection == [ids[0], ids[1]])
        var changes: [InkDocument.Change] = []
        desk.tool.onChange = { changes.append($0) }
        desk.draw([(2 * Self.day, 5), (4 * Self.day, 6)])
        #expect(changes.count == 1)
        let view = try #require(desk.layer.view)
        func start(_ id: InkMark.ID) throws -> (x: Double, y: Double) {
            let run = try #require(desk.layer.document[id]?.runs(in: view).first)
            return (
                view.x.value(atPixel: run[0].position.x), view.y.value(atPixel: run[0].position.y)
            )
        }
        #expect(try abs(start(ids[0]).x - 3 * Self.day) < 1_000)
        #expect(try abs(start(ids[0]).y - 3) < 0.1)
        #expect(try abs(start(ids[2]).y - 8) < 0.1)
        desk.tool.undo()
        #expect(try abs(start(ids[0]).x - Self.day) < 1_000)
        desk.tool.recolorSelection(.named(.green))
        #expect(desk.layer.document[ids[1]]?.color == .named(.green))
        desk.tool.copySelection()
        #expect(desk.layer.document.marks.count == 5 && desk.layer.selection.count == 2)
        desk.tool.removeSelection()
        #expect(desk.layer.document.marks.map(\.id) == ids)
    }

    /// The ends of a figure that was moved are still values.
    @Test func aMovedFigureIsAtItsValues() throws {
        let desk = try InkDesk()
        desk.tool.action = .figure(.trendLine)
        desk.draw([(Self.day, 2), (5 * Self.day, 8)])
        let before = try #require(try mark(desk).figure)
        desk.tool.action = .select
        desk.draw([(3 * Self.day, 5), (4 * Self.day, 6)])
        let after = try #require(try mark(desk).figure)
        #expect(abs(after.start.x - before.start.x - Self.day) < 1_000)
        #expect(abs(after.end.y - before.end.y - 1) < 0.05)
        #expect(try mark(desk).x == .values(origin: 0, perPoint: 1))
    }

    @Test func anEndOfAFigureCanBeDragged() throws {
        let desk = try InkDesk()
        desk.tool.action = .figure(.trendLine)
        desk.draw([(Self.day, 2), (5 * Self.day, 8)])
        desk.tool.action = .select
        desk.draw([(5 * Self.day, 8), (6 * Self.day, 4)])
        let figure = try #require(try mark(desk).figure)
        #expect(abs(figure.end.x - 6 * Self.day) < 1_000 && abs(figure.end.y - 4) < 0.1)
        #expect(abs(figure.start.x - Self.day) < 1_000)
        #expect(desk.layer.document.marks.count == 1)
    }

    @Test func theEraserTakesParts() throws {
        let desk = try InkDesk()
        desk.draw([(Self.day, 5), (6 * Self.day, 5)])
        desk.tool.action = .erasePart
        // Across it, twice in one gesture.
        desk.draw([
            (3 * Self.day, 7), (3 * Self.day, 3), (5 * Self.day, 3), (5 * Self.day, 7),
        ])
        #expect(desk.layer.document.marks.count == 3)
        for _ in 0..<3 { try desk.bench.draw() }
        let picture = try desk.bench.draw()
        let places = [2.0, 3, 4, 5, 5.8].map { desk.hasInk(picture, $0 * Self.day, 5) }
        #expect(places == [true, false, true, false, true])
        desk.tool.undo()
        #expect(desk.layer.document.marks.count == 1)
    }

    /// Marks on sums of days are not drawn over sums of weeks, and are there again afterwards.
    @Test func marksBelongToTheirSums() throws {
        let desk = try InkDesk()
        let (days, weeks) = (InkBasis(rawValue: "day"), InkBasis(rawValue: "week"))
        desk.layer.basis = days
        desk.draw([(Self.day, 5), (6 * Self.day, 5)])
        func isSeen() throws -> Bool {
            for _ in 0..<3 { try desk.bench.draw() }
            return desk.hasInk(try desk.bench.draw(), 3 * Self.day, 5)
        }
        #expect(try isSeen())
        desk.layer.basis = weeks
        #expect(try !isSeen())
        #expect(desk.layer.shownMarks.isEmpty)
        desk.tool.action = .erase
        desk.draw([(3 * Self.day, 7), (3 * Self.day, 3)])
        #expect(desk.layer.document.marks.count == 1)
        desk.layer.basis = days
        #expect(try isSeen())
    }

    /// Strokes of handwriting that follow one another keep their places towards one another.
    @Test func handwritingStaysTogether() throws {
        let desk = try InkDesk()
        desk.tool.fidelity = .write
        desk.draw([(Self.day, 5), (1.2 * Self.day, 6)])
        desk.draw([(1.3 * Self.day, 5), (1.5 * Self.day, 6)])
        desk.time += 3
        desk.draw([(1.6 * Self.day, 5), (1.8 * Self.day, 6)])
        func pin(_ mark: InkMark) -> Double? {
            if case .pinned(let value, _) = mark.x { value } else { nil }
        }
        let pins = desk.layer.document.marks.map(pin)
        #expect(pins[0] == pins[1] && pins[1] != pins[2])
    }

    @Test func aSecondFingerMovesTheChart() throws {
        let desk = try InkDesk()
        desk.tool.isDrawing = true
        let place = chart(desk).point(x: Self.day, y: 2)
        #expect(desk.send(.touchBegan(1), place, nil))
        #expect(!desk.send(.touchBegan(2), place + Vector(dx: 80, dy: 0), nil))
        #expect(!desk.send(.touchMoved(1), place + Vector(dx: 30, dy: 0), nil))
        #expect(!desk.send(.touchEnded(1), place, nil))
        #expect(desk.layer.document.marks.isEmpty)
    }
}
