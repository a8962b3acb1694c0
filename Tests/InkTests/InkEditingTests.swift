import ChartCore
import Geometry
import Testing

@testable import Ink

/// Marks that are moved, cut and recognised.
@Suite struct InkEditingTests {
    private let view = InkView(
        x: InkAxisView(start: 40, length: 800, first: 0, last: 100, pixelsPerPoint: 1),
        y: InkAxisView(start: 10, length: 400, first: 50, last: 0, pixelsPerPoint: 1))
    private let logarithmic = InkView(
        x: InkAxisView(start: 40, length: 800, first: 0, last: 100, pixelsPerPoint: 1),
        y: InkAxisView(
            start: 10, length: 400, first: 2, last: 0, transform: .logarithmic, pixelsPerPoint: 1))

    private func stroke(_ places: [(Double, Double)], width: Double = 4) -> InkStroke {
        InkStroke(
            InkBrush(.pen, size: 4),
            places.map { InkNode(Point(x: $0.0, y: $0.1), width: width) })
    }

    private func mark(
        _ places: [(Double, Double)], _ way: InkAxis.Way = .values, in view: InkView
    ) -> InkMark {
        InkMark(
            id: .init(1), .stroke(stroke(places)), color: .named(.blue),
            x: InkAxis(way, in: view.x, pinning: places[0].0),
            y: InkAxis(way, in: view.y, pinning: places[0].1))
    }

    private func figure(
        _ kind: InkFigure.Kind, _ a: (Double, Double), _ b: (Double, Double)
    )
        -> InkMark
    {
        InkMark(
            id: .init(2),
            .figure(
                InkFigure(
                    kind, from: Point(x: a.0, y: a.1), to: Point(x: b.0, y: b.1),
                    brush: InkBrush(.pen, size: 2))), color: .named(.blue),
            x: .values(origin: 0, perPoint: 1), y: .values(origin: 0, perPoint: 1))
    }

    @Test(arguments: [InkAxis.Way.values, .pinned, .fractions])
    func aMoveGoesAsFarAsTheHand(way: InkAxis.Way) throws {
        // Places are kept in such parts of a point.
        let kept = 1 / InkNodeCoding.placesPerPoint
        for (from, to) in [(view, view), (logarithmic, logarithmic), (view, logarithmic)] {
            let mark = mark([(100, 100), (180, 130), (220, 190)], way, in: from)
            let moved = mark.moved(by: Vector(dx: 31.5, dy: -12), in: to)
            for (a, b) in zip(mark.runs(in: to).joined(), moved.runs(in: to).joined()) {
                #expect(abs(b.position.x - a.position.x - 31.5) < kept)
                #expect(abs(b.position.y - a.position.y + 12) < kept)
            }
            #expect(mark.runs(in: to).joined().count == 3)
        }
    }

    /// A figure whose ends are values is at these values on every scale, and a moved end is where
    /// the hand is.
    @Test func figuresAreAtTheirValues() {
        for view in [view, logarithmic] {
            var mark = figure(.trendLine, (20, 40), (60, 4))
            for (handle, value) in zip(mark.handles(in: view), [(20.0, 40.0), (60, 4)]) {
                #expect(abs(view.x.value(atPixel: handle.place.x) - value.0) < 1e-9)
                #expect(abs(view.y.value(atPixel: handle.place.y) - value.1) < 1e-9)
            }
            mark = mark.moving(.end, to: Point(x: 440, y: 260), in: view)
            #expect(abs((mark.figure?.end.x ?? 0) - 50) < 1e-9)
            #expect(
                abs((mark.figure?.end.y ?? 0) - view.y.value(atPixel: 260)) < 1e-9)
            #expect(mark.figure?.start == Point(x: 20, y: 40))
        }
        // Below a logarithmic axis there is no place.
        #expect(figure(.line, (1, -3), (5, 5)).runs(in: logarithmic).isEmpty)
    }

    @Test(arguments: InkFigure.Kind.allCases) func figuresCanBeHit(kind: InkFigure.Kind) {
        let mark = figure(kind, (25, 25), (75, 10))
        let seen = Rect(x: 40, y: 10, width: 800, height: 400)
        #expect(!mark.pieces(in: view, within: seen).isEmpty)
        let corner = Point(x: 240, y: 210)
        let isAtCorner = mark.isHit(at: corner, within: 3, in: view)
        #expect(isAtCorner == (kind != .ellipse))
        // A time is at every height, and nowhere else.
        #expect(mark.isHit(at: Point(x: 240, y: 60), within: 3, in: view) == kind.crossesHeight)
        let end = mark.isHit(at: Point(x: 640, y: 60), within: 3, in: view)
        #expect(end == (kind == .span))
        let top = mark.isHit(at: Point(x: 440, y: 210), within: 3, in: view)
        #expect(top == [.ellipse, .rectangle, .rangeBox, .level].contains(kind))
        #expect(!mark.isHit(at: Point(x: 500, y: 400), within: 3, in: view))
        // Out of sight nothing is drawn, except for a level, which goes on.
        let away = mark.pieces(in: view, within: Rect(x: 40, y: 380, width: 100, height: 30))
        #expect(away.isEmpty)
        // Only what has an end inside is tinted: a box there, a span over the whole height.
        let tinted = mark.tintedPixels(in: view)
        #expect((tinted != nil) == kind.isTinted)
        if let tinted, kind == .span {
            #expect(tinted == PixelRect(x: 240, y: 10, width: 400, height: 400))
        }
    }

    /// A straight stroke from x 100 to 300 with a width of 4, and an eraser of radius 20 at 200: it
    /// loses what is within 20 + 2.
    @Test func theEraserCutsAtItsEdge() throws {
        let mark = mark([(100, 100), (160, 100), (300, 100)], in: view)
        let rests = try #require(
            mark.remains(erasedAt: Point(x: 200, y: 100), radius: 20, in: view))
        #expect(rests.count == 2)
        let ends = rests.map { ($0.nodes[0].position.x, $0.nodes[$0.nodes.count - 1].position.x) }
        #expect(abs(ends[0].0 - 100) < 1e-9 && abs(ends[0].1 - 178) < 1e-6)
        #expect(abs(ends[1].0 - 222) < 1e-6 && abs(ends[1].1 - 300) < 1e-9)
        #expect(mark.remains(erasedAt: Point(x: 200, y: 140), radius: 20, in: view) == nil)
        #expect(mark.remains(erasedAt: Point(x: 200, y: 100), radius: 200, in: view) == [])
        let end = try #require(
            mark.remains(erasedAt: Point(x: 300, y: 100), radius: 20, in: view))
        #expect(end.count == 1 && abs(end[0].nodes[end[0].nodes.count - 1].position.x - 278) < 1e-6)
    }

    /// What remains of a curve is on the curve.
    @Test func whatRemainsIsTheSameCurve() throws {
        let mark = mark([(100, 100), (160, 60), (240, 160), (300, 90), (340, 200)], in: view)
        let rests = try #require(
            mark.remains(erasedAt: Point(x: 200, y: 110), radius: 15, in: view))
        #expect(rests.count == 2)
        let whole = try #require(mark.stroke).curve.flattened(within: 0.01).map(\.position)
        for rest in rests {
            for place in rest.curve.flattened(within: 0.05) {
                let away =
                    zip(whole, whole.dropFirst())
                    .map { Segment($0, $1).distance(to: place.position) }.min() ?? 100
                #expect(away < 0.12)
                #expect((place.position - Point(x: 200, y: 110)).length > 15 + 2 - 0.1)
            }
        }
    }

    // MARK: Finding

    /// Everything that has pieces in a part of a view is found, in drawing order.
    @Test func theIndexFindsWhatIsSeen() {
        var random = SystemRandomNumberGenerator()
        var marks: [InkMark] = []
        for number in 0..<400 {
            let start = Double.random(in: -2_000...3_000, using: &random)
            let length = Double.random(in: 0...(number % 20 == 0 ? 3_000 : 60), using: &random)
            let ways: [InkAxis.Way] = [.values, .values, .pinned, .fractions]
            var mark = mark(
                [(start, 100), (start + length / 2, 120), (start + length, 90)],
                ways[number % 4], in: number % 7 == 0 ? logarithmic : view)
            if number % 11 == 0 {
                mark = figure(number % 2 == 0 ? .arrow : .level, (start, 20), (start + 9, 30))
            }
            mark.id = .init(number)
            marks.append(mark)
        }
        let index = InkIndex(InkDocument(marks))
        var found = 0
        for (first, last) in [(0.0, 100.0), (40, 42), (-300, 500), (100, 0), (500, 501)] {
            var other = view
            (other.x.first, other.x.last) = (first, last)
            for (left, right) in [(40.0, 840.0), (300, 320), (40, 41)] {
                let seen = Rect(x: left, y: 10, width: right - left, height: 400)
                let all = marks.filter {
                    !$0.followsPlotX && !$0.pieces(in: other, within: seen).isEmpty
                }.map(\.id)
                let some = index.marks(from: left, to: right, in: other.x)
                #expect(Set(some).isSuperset(of: all) && some == some.sorted())
                found += some.count
            }
        }
        #expect(index.fixedMarks == marks.filter(\.followsPlotX).map(\.id))
        // Far from all of them are asked.
        #expect(found < 15 * 400 * 3 / 4)
    }

    /// After changes it finds what a new one finds, and not much more.
    @Test func theIndexFollowsItsDocument() throws {
        var random = SystemRandomNumberGenerator()
        func made(_ number: Int) -> InkMark {
            let start = Double.random(in: -500...1_500, using: &random)
            var mark = mark([(start, 100), (start + 30, 120)], .values, in: view)
            mark.id = .init(number)
            return mark
        }
        var document = InkDocument((1...600).map(made))
        var index = InkIndex(document)
        for round in 0..<60 {
            switch round % 4 {
            case 0: document.add(made(document.makeID().number))
            case 1:
                document.remove((0..<9).map { _ in .init(Int.random(in: 1...650, using: &random)) })
            case 2: document.undo()
            default:
                document.change(
                    removing: [], adding: [made(Int.random(in: 1...650, using: &random))])
            }
            if round % 3 == 0 { index.update(document, .identity) }
        }
        index.update(document, .identity)
        for left in stride(from: -100.0, to: 900, by: 90) {
            let seen = Rect(x: left, y: 0, width: 90, height: 400)
            let some = index.marks(from: left, to: left + 90, in: view.x)
            let all = document.marks.filter { !$0.pieces(in: view, within: seen).isEmpty }
            #expect(Set(some).isSuperset(of: all.map(\.id)) && some == some.sorted())
            #expect(some.count < 400)
        }
    }

    /// The last changes of a document are known, however they were made.
    @Test func aDocumentListsItsChanges() throws {
        var document = InkDocument([])
        let empty = document.revision
        let marks = (1...3).map { number in
            var mark = mark([(1, 2), (3, 4)], .values, in: view)
            mark.id = .init(number)
            return mark
        }
        document.add(marks[0])
        let one = document.revision
        document.change(removing: [.init(1)], adding: Array(marks[1...]))
        document.undo()
        #expect(document.marks == [marks[0]])
        let changes = try #require(document.changes(since: one))
        #expect(changes.map(\.before) == [[marks[0]], Array(marks[1...])])
        #expect(changes.map(\.after) == [Array(marks[1...]), [marks[0]]])
        #expect(document.changes(since: empty)?.count == 3)
        #expect(document.changes(since: document.revision) == [])
        document.take(removing: [.init(1)], adding: [marks[2]])
        #expect(document.changes(since: one)?.last == .init(before: [marks[0]], after: [marks[2]]))
        for _ in 0..<200 {
            document.undo()
            document.redo()
        }
        #expect(document.changes(since: one) == nil)
        #expect(document.changes(since: InkDocument().revision) == nil)
    }

    // MARK: Figures that were meant

    /// Places with the tremble of a hand, the same in every run.
    private func drawn(_ places: [(Double, Double)]) -> InkStroke {
        stroke(
            places.enumerated().map { index, place in
                let tremble = Double(index * 7919 % 13) / 13 - 0.5
                return (place.0 + tremble, place.1 - tremble)
            })
    }

    private func path(_ corners: [(Double, Double)]) -> [(Double, Double)] {
        zip(corners, corners.dropFirst()).flatMap { a, b in
            (0..<12).map { step in
                let part = Double(step) / 12
                return (a.0 + (b.0 - a.0) * part, a.1 + (b.1 - a.1) * part)
            }
        } + [corners[corners.count - 1]]
    }

    private func ring(_ turns: Double = 6.2) -> [(Double, Double)] {
        (0...40).map { step in
            let turn = Double(step) / 40 * turns
            return (200 + 80 * cosine(turn), 150 + 45 * cosine(turn - .pi / 2))
        }
    }

    /// The cosine by its series, so that no other library is needed.
    private func cosine(_ angle: Double) -> Double {
        var (term, sum) = (1.0, 1.0)
        for n in 1...20 {
            term *= -angle * angle / Double((2 * n - 1) * (2 * n))
            sum += term
        }
        return sum
    }

    @Test func meantFiguresAreRecognised() throws {
        let line = try #require(InkFigureFit.figure(drawn(path([(50, 60), (250, 110)]))))
        #expect(line.kind == .line)
        #expect((line.end - Point(x: 250, y: 110)).length < 2)
        let arrow = try #require(
            InkFigureFit.figure(
                drawn(path([(50, 60), (250, 110), (228, 118), (250, 110), (232, 92)]))))
        #expect(arrow.kind == .arrow)
        #expect((arrow.end - Point(x: 250, y: 110)).length < 3)
        let ellipse = try #require(InkFigureFit.figure(drawn(ring())))
        #expect(ellipse.kind == .ellipse)
        #expect(abs(ellipse.end.x - ellipse.start.x - 160) < 4)
        let box = try #require(
            InkFigureFit.figure(
                drawn(path([(50, 60), (200, 60), (200, 160), (50, 160), (50, 62)]))))
        #expect(box.kind == .rectangle)
        #expect((box.start - Point(x: 50, y: 60)).length < 3)
    }

    @Test func whatIsNoFigureStays() {
        let zigzag = path([(50, 60), (90, 140), (130, 60), (170, 140), (210, 60)])
        let half = ring(3.4)
        let dot = [(50.0, 50.0), (51, 50), (51, 51)]
        for places in [zigzag, half, dot] {
            #expect(InkFigureFit.figure(drawn(places)) == nil)
        }
    }

    @Test func namedColorsStandOutOnBothGrounds() {
        for name in InkColor.Name.allCases {
            for ground in [Color(hex: 0xFFFFFF), Color(hex: 0x1B1E24), Color(hex: 0x14161A)] {
                let color = InkColor.named(name).color(on: ground)
                #expect(color.contrast(with: ground) >= 3, "\(name)")
            }
        }
        let red = Color(hex: 0xFF0000)
        #expect(InkColor.fixed(red).color(on: Color(hex: 0)) == red)
    }
}
