import ChartCore
import ChartInteraction
import Charts
import Foundation
import Geometry
import HealthData
import Ink
import Localization
import Statistics
import Testing

@testable import Viewer

/// Drawing in the viewer: tools, list, keys, numbers, and what is written.
@MainActor @Suite struct InkViewerTests {
    private let day = 86_400.0

    /// The viewer on the sample records with drawing on.
    private func rig(
        _ metric: String = "weight", _ period: Period = .halfYear,
        size: Size = Size(width: 1100, height: 720), isOpen: Bool = true
    ) throws -> ViewerRig {
        let rig = try ViewerRig(
            metric, period, at: CivilDate(year: 2026, month: 6, day: 14), size: size,
            reducesMotion: true)
        if isOpen { rig.press(.character("p")) }
        rig.settle()
        return rig
    }

    /// Draws with the mouse through places of the plot, from 0 to 1.
    private func draw(_ rig: ViewerRig, _ places: [(Double, Double)], settles: Bool = true) {
        let points = places.map { rig.at($0.0, $0.1) }
        rig.send(.pointerMoved, points[0])
        rig.send(.pointerPressed(.left), points[0])
        for (a, b) in zip(points, points.dropFirst()) {
            for step in 1...10 {
                rig.send(.pointerMoved, a + (b - a) * (Double(step) / 10), after: 0.01)
            }
        }
        rig.send(.pointerReleased(.left), points[points.count - 1])
        if settles { rig.settle() }
    }

    private func marks(_ rig: ViewerRig) -> [InkMark] {
        rig.model.metricChart?.ink?.document.marks ?? []
    }

    private func press(_ rig: ViewerRig, _ key: Key, control: Bool = false, shift: Bool = false) {
        rig.wait(0.2)
        rig.viewer.controller.press([KeyCombination(key, control: control, shift: shift)])
        rig.settle()
    }

    private func rows(_ rig: ViewerRig) -> [SemanticNode] {
        rig.node(ControlID("ink.list"))?.children ?? []
    }

    // MARK: Tools

    @Test func drawingBeginsAndEnds() throws {
        let rig = try rig(isOpen: false)
        let card = rig.card
        draw(rig, [(0.2, 0.3), (0.4, 0.5)])
        #expect(marks(rig).isEmpty, "looking is not drawing")
        #expect(rig.node(ControlID("ink.palette")) == nil)
        rig.viewer.scene.press(ControlID("ink.draw"))
        rig.settle()
        #expect(rig.node(ControlID("ink.palette")) != nil && rig.card.width < card.width)
        let range = rig.model.axis.range
        draw(rig, [(0.2, 0.3), (0.4, 0.5)])
        #expect(marks(rig).count == 1 && rig.model.axis.range == range)
        #expect(rows(rig).map(\.name).count == 1)
        press(rig, .escape)
        #expect(rig.node(ControlID("ink.palette")) == nil && rig.card == card)
        #expect(marks(rig).count == 1)
        // The chart moves again.
        draw(rig, [(0.4, 0.5), (0.6, 0.5)])
        #expect(marks(rig).count == 1 && rig.model.axis.range != range)
    }

    /// While drawing is off a pen draws, whatever was chosen last.
    @Test func aPenAloneOnlyDraws() throws {
        let rig = try rig()
        rig.viewer.context.ink.tool = .eraser
        press(rig, .escape)
        let places = (0...10).map { rig.at(0.2 + 0.02 * Double($0), 0.4) }
        func send(_ kind: InputEvent.Kind, _ place: Point) {
            rig.wait(0.01)
            rig.viewer.controller.handle(
                InputFrame(
                    InputEvent(
                        time: rig.time, position: place, kind: kind,
                        pen: PenState(tool: 1, pressure: 0.5))))
        }
        for _ in 0..<2 {
            send(.pointerMoved, places[0])
            send(.pointerPressed(.left), places[0])
            for place in places { send(.pointerMoved, place) }
            send(.pointerReleased(.left), places[10])
        }
        #expect(marks(rig).count == 2 && marks(rig).allSatisfy { $0.tool == .pen })
        // A tap pins the reading, as that of a finger does, and draws no dot.
        send(.pointerPressed(.left), places[3])
        send(.pointerReleased(.left), places[3])
        rig.settle()
        #expect(marks(rig).count == 2 && rig.reading != nil)
    }

    @Test func everyToolDoesWhatItSays() throws {
        let rig = try rig()
        for tool in InkMode.Tool.allCases where tool.draws {
            let before = marks(rig).count
            rig.viewer.scene.press(ControlID(tool.command))
            rig.settle()
            draw(rig, [(0.2, 0.3), (0.4, 0.5)])
            #expect(marks(rig).count == before + 1, "\(tool)")
            #expect(marks(rig).last?.tool == tool)
        }
        let all = marks(rig).count
        // A loop around everything selects it; Delete removes it; undo brings it back.
        press(rig, .character("v"))
        draw(rig, [(0.02, 0.02), (0.98, 0.02), (0.98, 0.95), (0.02, 0.95)])
        #expect(rows(rig).count { $0.isSelected } >= 5)
        press(rig, .character("a"), control: true)
        press(rig, .delete)
        #expect(marks(rig).isEmpty)
        press(rig, .character("z"), control: true)
        #expect(marks(rig).count == all)
        press(rig, .character("z"), control: true, shift: true)
        #expect(marks(rig).isEmpty)
        for _ in 0...all { press(rig, .character("z"), control: true) }
        #expect(marks(rig).isEmpty)
    }

    @Test func keysChooseToolsAndSizes() throws {
        let rig = try rig()
        let mode = rig.viewer.context.ink
        for (key, shift, tool) in [
            ("b", true, InkMode.Tool.marker), ("e", false, .eraser), ("e", true, .partEraser),
            ("v", false, .select), ("a", false, .arrow), ("x", false, .text), ("b", false, .pen),
        ] {
            press(rig, .character(Character(key)), shift: shift)
            #expect(mode.tool == tool)
        }
        mode.size = 4
        for size in [8.0, 16, 32, 64, 64] {
            press(rig, .character("]"))
            #expect(mode.size == size)
        }
        for size in [32.0, 16, 8, 4, 2, 1, 1] {
            press(rig, .character("["))
            #expect(mode.size == size)
        }
    }

    /// Sizes between the doubled ones: by the wheel over the size, and by keys.
    @Test func sizesAreFree() throws {
        let rig = try rig()
        let mode = rig.viewer.context.ink
        press(rig, .character("]"), control: true)
        press(rig, .character("]"), control: true)
        #expect(mode.size == 5)
        press(rig, .character("["), control: true)
        #expect(mode.size == 4)
        let larger = try #require(rig.node(ControlID(CommandID.largerInk, in: .ink))).frame
        let place = Point(x: larger.minX - 4, y: larger.midY)
        let range = rig.model.axis.range
        for _ in 0..<5 {
            rig.send(.wheel(Vector(dx: 0, dy: -1)), place, after: 0.02)
        }
        rig.settle()
        #expect(mode.size == 9 && rig.model.axis.range == range)
    }

    @Test func aColorIsTakenAndGiven() throws {
        let rig = try rig()
        rig.viewer.scene.press(ControlID(InkPalettePane.choose(4)))
        draw(rig, [(0.2, 0.3), (0.4, 0.5)])
        #expect(marks(rig)[0].color == .named(.green))
        press(rig, .character("a"), control: true)
        rig.viewer.scene.press(ControlID(CommandID.otherInkColors))
        rig.settle()
        rig.viewer.scene.press(ControlID(InkPalettePane.choose(1)))
        #expect(marks(rig)[0].color == .fixed(Color(hex: 0xFF0000)))
    }

    @Test func aPressWithTheTextToolWritesANote() throws {
        let rig = try rig()
        press(rig, .character("x"))
        rig.click(rig.at(0.5))
        // Without a library it says so.
        #expect(rig.viewer.context.toast?.text.contains("library") == true)
        #expect(marks(rig).isEmpty)
    }

    // MARK: Numbers

    /// A line over 61 days, from 74 to 73: its change a week is a seventh of 61 days.
    @Test func aTrendLineTellsItsSlope() throws {
        let rig = try rig()
        let chart = try #require(rig.model.metricChart)
        let start = rig.model.calendar.start(of: CivilDate(year: 2026, month: 4, day: 1))
        func number(_ figure: InkFigure, basis: InkBasis? = nil) -> MarkNumbers {
            var words = MarkNumbers(
                InkMark(
                    id: .init(1), .figure(figure), color: .named(.blue),
                    x: .values(origin: 0, perPoint: 1), y: .values(origin: 0, perPoint: 1),
                    basis: basis), on: chart)
            // A number and its unit stay on one line.
            words.numbers = words.numbers.map { $0.replacing("\u{A0}", with: " ") }
            return words
        }
        let pen = InkBrush(.pen, size: 2)
        let trend = number(
            InkFigure(
                .trendLine, from: Point(x: start, y: 74), to: Point(x: start + 61 * day, y: 73),
                brush: pen))
        #expect(trend.title == "Trend line")
        #expect(trend.numbers.first == "−0.11 kg a week")
        #expect(trend.numbers.last == "−1.0 kg (−1.4%) in 61 days")
        #expect(trend.numbers.count == 3 && trend.numbers[1].hasPrefix("likely −0."))
        #expect(trend.name.hasPrefix("Trend line, 1 Apr 2026 – 1 Jun 2026, −0.11 kg a week"))
        // It does not matter at which end it was begun.
        let back = number(
            InkFigure(
                .trendLine, from: Point(x: start + 61 * day, y: 73), to: Point(x: start, y: 74),
                brush: pen))
        #expect(back == trend)
        let hours = number(
            InkFigure(
                .measure, from: Point(x: start, y: 74), to: Point(x: start + day / 4, y: 74.6),
                brush: pen))
        #expect(hours.numbers == ["+0.6 kg (+0.8%) in 6 h", "+0.10 kg an hour"])
        let samples = chart.data.samples(onBasis: nil)
        let level = number(
            InkFigure(.level, from: Point(x: start, y: 73), to: Point(x: start, y: 73), brush: pen))
        let share = Double(samples.values.count { $0 >= 73 }) / Double(samples.values.count)
        #expect(
            level.numbers == ["73.0 kg", "\(Int((share * 100).rounded()))% of all at or above it"])
        #expect(level.dates.isEmpty)
        let box = number(
            InkFigure(
                .rangeBox, from: Point(x: start, y: 74), to: Point(x: start + 30 * day, y: 73),
                brush: pen))
        let within = samples.times.indices.filter {
            samples.times[$0] >= start && samples.times[$0] <= start + 30 * day
        }.map { samples.values[$0] }
        let inside = within.count { $0 >= 73 && $0 <= 74 }
        let part = Int((Double(inside) / Double(within.count) * 100).rounded())
        #expect(box.numbers[0] == "73.0 – 74.0 kg")
        #expect(box.numbers[1] == "\(part)% of \(within.count) values inside")
        func times(_ kind: InkFigure.Kind, _ from: Double, _ to: Double) -> MarkNumbers {
            var words = MarkNumbers(
                InkMark(
                    id: .init(1), kind, from: Point(x: from, y: 0), to: Point(x: to, y: 0),
                    brush: pen, color: .named(.blue)), on: chart)
            words.numbers = words.numbers.map { $0.replacing("\u{A0}", with: " ") }
            return words
        }
        let span = times(.span, start, start + 30 * day)
        let average = (within.reduce(0, +) / Double(within.count) * 10).rounded() / 10
        #expect(span.title == "Span" && span.dates == box.dates)
        #expect(span.numbers.first == "average \(average) kg")
        #expect(span.numbers.last == "\(within.count) values")
        #expect(span.numbers.count == 4 && span.numbers[1].hasSuffix("kg a week"))
        #expect(span.numbers[2].hasPrefix("likely "))
        let void = times(.span, start + 40_000 * day, start + 40_030 * day)
        #expect(void.numbers == ["no values in this time"])
        // The reading of the day that is nearest to the moment.
        let first = try #require(samples.times.indices.first { samples.times[$0] >= start })
        let moment = times(.moment, samples.times[first] + 60, 0)
        let value = (within[0] * 10).rounded() / 10
        #expect(moment.title == "Moment")
        #expect(moment.numbers == ["\(value) kg"])
        #expect(times(.moment, start + 40_000 * day, 0).numbers == ["no values on this day"])
        // In pounds the line is where it was, and its numbers are pounds.
        let mass = try #require(Quantity(chart.metric))
        rig.model.appearance.pin(at: rig.time) { $0.units[mass] = .pound }
        rig.settle()
        let pounds = number(
            InkFigure(
                .trendLine, from: Point(x: start, y: 74), to: Point(x: start + 61 * day, y: 73),
                brush: pen))
        #expect(pounds.numbers.first == "−0.25 lb a week")
    }

    @Test func theSlopeOfValuesIsTheirMedian() throws {
        // y = 3 t, and one wrong value.
        var points = (0..<20).map { (time: Double($0), value: 3 * Double($0)) }
        points[7].value = 1_000
        let slope = try #require(TheilSen(points))
        #expect(slope.slope == 3 && slope.interval.contains(3))
        #expect(slope.interval.upperBound - slope.interval.lowerBound < 1)
        #expect(TheilSen(Array(points[..<7])) == nil)
        #expect(TheilSen((0..<20).map { _ in (time: 5, value: 1) }) == nil)
        // Sen's rule for the N = 28 slopes of 8 values, with C = z √V and V = 8 · 7 · 21 / 18: the slopes of
        // the ranks (N - C) / 2 and (N + C) / 2 + 1, from 1 on.
        let eight: [(time: Double, value: Double)] = [
            (0, 1), (1, 4), (2, 2), (3, 7), (4, 5), (5, 9), (6, 8), (7, 12),
        ]
        var slopes: [Double] = []
        for (i, a) in eight.enumerated() {
            for b in eight[..<i] { slopes.append((a.value - b.value) / (a.time - b.time)) }
        }
        slopes.sort()
        let spread = 1.959964 * (8.0 * 7 * 21 / 18).squareRoot()
        let few = try #require(TheilSen(eight))
        #expect(few.slope == (slopes[13] + slopes[14]) / 2)
        #expect(few.interval.lowerBound == slopes[Int(((28 - spread) / 2).rounded()) - 1])
        #expect(few.interval.upperBound == slopes[Int(((28 + spread) / 2).rounded())])
        let many = (0..<5_000).map { (time: Double($0), value: Double($0 * 2 + $0 % 3)) }
        #expect(abs(try #require(TheilSen(many)).slope - 2) < 0.001)
    }

    // MARK: Sums

    /// Drawings on the sums of days are a sign over the sums of hours, which leads back to them.
    @Test func drawingsOnDaysAreASignOverHours() throws {
        let rig = try rig("steps", .month)
        draw(rig, [(0.2, 0.3), (0.6, 0.5)])
        let mark = try #require(marks(rig).first)
        #expect(mark.basis == InkBasis(.day))
        let layer = try #require(rig.model.metricChart?.ink)
        #expect(layer.shownMarks == [mark])
        let view = try #require(layer.view)
        let before = mark.runs(in: view)
        rig.press(.character("1"))
        rig.model.choose(.day, at: rig.time)
        rig.settle()
        #expect(rig.model.metricChart?.inkBasis == InkBasis(.hour))
        #expect(layer.shownMarks.isEmpty)
        let sign = try #require(rig.node(ControlID(InkChipsPane.show("day"))))
        #expect(sign.name == "1 drawing on days")
        rig.viewer.scene.press(sign.id)
        rig.settle()
        #expect(layer.shownMarks == [mark])
        #expect(rig.node(ControlID(InkChipsPane.show("day"))) == nil)
        // Back in the same month, every point is where it was.
        rig.model.glide(
            to: Extent(min: view.x.first, max: view.x.last), at: rig.time, cause: .page)
        rig.settle()
        let after = mark.runs(in: try #require(layer.view))
        for (a, b) in zip(before.joined(), after.joined()) {
            #expect((a.position - b.position).length < 0.5)
        }
    }

    @Test func chartsWithoutDatesCannotBeDrawnOn() throws {
        let rig = try rig(isOpen: false)
        #expect(rig.viewer.context.canDraw)
        #expect(rig.viewer.context.reasonNotToDraw == nil)
    }

    // MARK: Around it

    @Test func drawingsAreHiddenAndShown() throws {
        let rig = try rig()
        draw(rig, [(0.2, 0.3), (0.4, 0.5)])
        press(rig, .character("d"), shift: true)
        #expect(rig.model.metricChart?.ink?.isHidden == true)
        press(rig, .character("d"), shift: true)
        #expect(rig.model.metricChart?.ink?.isHidden == false)
        press(rig, .character("d"), shift: true)
        draw(rig, [(0.3, 0.3), (0.5, 0.5)])
        #expect(rig.model.drawings.areShown, "who draws wants to see it")
    }

    @Test func theTableHasEveryDrawing() throws {
        let rig = try rig()
        rig.viewer.context.ink.tool = .trendLine
        draw(rig, [(0.2, 0.3), (0.6, 0.5)])
        rig.viewer.context.ink.tool = .pen
        draw(rig, [(0.3, 0.3), (0.4, 0.5)])
        var copied: [String: [UInt8]] = [:]
        rig.viewer.host.onCopy = { copied = $0 }
        press(rig, .character("c"), control: true, shift: true)
        let table = String(decoding: try #require(copied["text/csv"]), as: UTF8.self)
        let lines = table.split(separator: "\r\n")
        #expect(lines.count == 3)
        #expect(lines[0] == "metric,kind,basis,from,to,lowest,highest,unit,numbers")
        #expect(lines[1].hasPrefix("Weight,Trend line,,2026-0") && lines[1].contains("kg a week"))
        #expect(lines[2].hasPrefix("Weight,Pen,,2026-0") && lines[2].hasSuffix(",kg,"))
    }

    /// A person without a pointer: the crosshair's reading, Enter, and arrows.
    @Test func marksCanBePlacedByKeys() throws {
        let rig = try rig()
        rig.viewer.context.ink.tool = .trendLine
        try rig.focus(.chart)
        for _ in 0..<3 { press(rig, .left) }
        let reading = try #require(rig.reading)
        press(rig, .enter, control: true)
        let mark = try #require(marks(rig).first)
        #expect(mark.figure?.start == Point(x: reading.time, y: reading.value))
        let row = try #require(rows(rig).first)
        try rig.focus(row.id)
        press(rig, .down, shift: true)
        press(rig, .down)
        let moved = try #require(marks(rig).first?.figure)
        #expect(moved.start.y < reading.value && moved.end.y < moved.start.y)
        #expect(moved.start.x == mark.figure?.start.x)
    }

    /// What was drawn on a file before it is kept can be taken back after that, also after a restart.
    @Test func keptDrawingsCanBeTakenBack() throws {
        let rig = try rig()
        draw(rig, [(0.2, 0.3), (0.4, 0.5)])
        draw(rig, [(0.5, 0.3), (0.7, 0.5)])
        press(rig, .character("a"), control: true)
        press(rig, .delete)
        press(rig, .character("z"), control: true)
        let drawn = marks(rig)
        #expect(drawn.count == 2)
        let path = NSTemporaryDirectory() + "oresen-kept-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: path) }
        let library = try Library(directory: path)
        defer { library.close() }
        // The library has a drawing of its own.
        let own = InkMark(
            id: .init(1_600_000_000_000_000), .trendLine, from: Point(x: 1_780_000_000, y: 73),
            to: Point(x: 1_780_500_000, y: 74), brush: InkBrush(.pen, size: 2), color: .named(.red))
        try library.drawings.edit([
            LibraryMarkEdit(.made, InkDocument.Change(before: [], after: [own]), of: .weight)
        ])
        let drawings = rig.model.drawings
        var written: [LibraryMarkEdit] = []
        drawings.write = { written += $0 }
        drawings.take(StoredDrawings(try library.drawings.all()))
        try library.drawings.edit(written)
        #expect(Set(marks(rig).map(\.id)) == Set(drawn.map(\.id) + [own.id]))
        let stored = StoredDrawings(try library.drawings.all()).documents[.weight]
        var restarted = try #require(stored)
        #expect(restarted.marks == marks(rig))
        for count in [2, 1] {
            press(rig, .character("z"), control: true)
            restarted.undo()
            #expect(marks(rig).count == count && restarted.marks == marks(rig))
        }
        #expect(marks(rig).map(\.id) == [own.id])
    }

    /// Drawings of another program that arrive in the middle of a stroke wait for its end.
    @Test func othersDrawingsWaitForTheStroke() throws {
        let rig = try rig()
        let drawings = rig.model.drawings
        var list = LibraryMarkList()
        drawings.take(StoredDrawings(list))
        var reads = 0
        drawings.readAgain = { reads += 1 }
        draw(rig, [(0.2, 0.3), (0.4, 0.5)])
        let first = marks(rig)
        func ids() -> [InkMark.ID] { marks(rig).map(\.id) }
        rig.send(.pointerPressed(.left), rig.at(0.5))
        rig.send(.pointerMoved, rig.at(0.55))
        drawings.take(StoredDrawings(list))
        #expect(ids() == first.map(\.id) && reads == 0)
        rig.send(.pointerMoved, rig.at(0.6))
        rig.send(.pointerReleased(.left), rig.at(0.6))
        #expect(marks(rig).count == 2 && reads == 1)
        // What waits to be written is not taken away either.
        drawings.hasUnwritten = { true }
        drawings.take(StoredDrawings(list))
        #expect(marks(rig).count == 2 && reads == 2)
        drawings.hasUnwritten = { false }
        list.marks = [LibraryMark(try #require(first.first), of: .weight)]
        drawings.take(StoredDrawings(list))
        #expect(ids() == first.map(\.id))
    }

    @Test func rowsLeadToTheirDrawings() throws {
        let rig = try rig()
        draw(rig, [(0.2, 0.3), (0.3, 0.5)])
        let span = try #require(marks(rig).first?.spanX)
        rig.model.glide(
            to: rig.model.x.target.offset(by: -400 * day), at: rig.time, cause: .page)
        rig.settle()
        #expect(!rig.model.x.target.contains(span.lowerBound))
        rig.viewer.scene.press(try #require(rows(rig).first).id)
        rig.settle()
        #expect(rig.model.x.target.contains(span.lowerBound))
        #expect(rows(rig).first?.isSelected == true)
    }

    /// After a stroke that looks like handwriting the pen offers to write on the page; that turns
    /// what was written already, too.
    @Test func handwritingIsOfferedThePage() throws {
        let rig = try rig()
        draw(rig, [(0.1, 0.3), (0.3, 0.4)])
        #expect(rig.viewer.context.toast == nil, "a line is no writing")
        func write(_ x: Double) {
            let places = (0...8).map { (x + 0.008 * Double($0), $0 % 2 == 0 ? 0.5 : 0.53) }
            // A message does not stay for ever.
            draw(rig, places, settles: false)
        }
        write(0.3)
        let toast = try #require(rig.viewer.context.toast)
        #expect(toast.action?.title == "Write on page")
        write(0.4)
        #expect(rig.viewer.context.toast?.number == toast.number, "it is offered once")
        let before = marks(rig)
        toast.action?.perform()
        rig.settle()
        #expect(rig.viewer.context.ink.fidelity == .write)
        let after = marks(rig)
        #expect(after[0] == before[0])
        let view = try #require(rig.model.metricChart?.ink?.view)
        for (mark, was) in zip(after.dropFirst(), before.dropFirst()) {
            guard case .pinned = mark.x, case .pinned = mark.y else {
                Issue.record("it follows the data")
                continue
            }
            // It is where it was, and stays as large as it is.
            for (a, b) in zip(mark.runs(in: view).joined(), was.runs(in: view).joined()) {
                #expect((a.position - b.position).length < 0.1)
            }
        }
        let pins = after.dropFirst().map(\.x)
        #expect(pins.count == 2 && pins.first == pins.last, "near strokes stay together")
        press(rig, .character("z"), control: true)
        #expect(marks(rig) == before)
    }

    /// A drawing that is too small to be seen is a sign, which leads to it; so does its row.
    @Test func whatIsTooSmallIsASignThatLeadsToIt() throws {
        let rig = try rig()
        draw(rig, [(0.2, 0.3), (0.25, 0.31)])
        draw(rig, [(0.3, 0.3), (0.35, 0.31)])
        let drawn = rig.model.x.target
        func sign() -> SemanticNode? {
            rig.viewer.scene.tree.first { $0.id.name.hasPrefix("ink.glyph") }
        }
        func goFar() {
            rig.model.glide(
                to: drawn.expanded(by: 3_000 * day), at: rig.time, cause: .zoom)
            rig.settle()
        }
        #expect(sign() == nil)
        goFar()
        let far = rig.model.x.target.length
        #expect(far > 6 * drawn.length)
        let node = try #require(sign())
        #expect(node.name == "Show 2 drawings" && node.role == .button)
        rig.viewer.scene.press(node.id)
        rig.settle()
        #expect(sign() == nil)
        #expect(abs(rig.model.x.target.length / drawn.length - 1) < 0.05)
        for mark in marks(rig) {
            #expect(rig.model.x.target.contains(try #require(mark.spanX?.lowerBound)))
        }
        goFar()
        #expect(sign() != nil)
        rig.viewer.scene.press(try #require(rows(rig).last).id)
        rig.settle()
        #expect(abs(rig.model.x.target.length / drawn.length - 1) < 0.05)
        // The same with a click, while the chart is only looked at.
        press(rig, .escape)
        press(rig, .escape)
        goFar()
        rig.click(try #require(sign()).frame.center)
        rig.settle()
        #expect(sign() == nil && marks(rig).count == 2)
        #expect(rig.model.x.target.length < far / 3)
    }

    /// The tools are at the side where the hand is not.
    @Test(arguments: [Size(width: 1100, height: 720), Size(width: 420, height: 860)])
    func toolsAreWhereTheHandIsNot(size: Size) throws {
        let rig = try rig(size: size)
        func frames() throws -> (palette: Rect, list: Rect, bar: Rect) {
            (
                try #require(rig.node(ControlID("ink.palette"))).frame,
                try #require(rig.node(ControlID("ink.drawings"))).frame,
                try #require(rig.node(ControlID("ink.done", in: .ink))).frame
            )
        }
        let right = try frames()
        #expect(right.palette.maxX <= rig.card.minX)
        rig.viewer.scene.press(ControlID("ink.side", in: .ink))
        rig.settle()
        #expect(rig.model.appearance.pins.drawingHand == .left)
        let left = try frames()
        #expect(left.palette.minX >= rig.card.maxX)
        #expect(left.palette.size == right.palette.size && left.list.size == right.list.size)
        for frame in [left.list, left.bar] {
            #expect(!frame.intersects(rig.card) && !frame.intersects(left.palette))
            #expect(Rect(origin: .zero, size: size).contains(frame))
        }
        let isBelow = left.list.minY >= rig.card.maxY
        #expect(left.list.maxX <= rig.card.minX || isBelow)
        // It is kept with the other choices.
        let kept = try JSONEncoder().encode(rig.model.appearance.pins)
        let again = try JSONDecoder().decode(Preferences.self, from: kept)
        #expect(again.drawingHand == .left)
    }

    /// The list is at the side of the chart, below it in a narrow window, and absent in a low one.
    @Test(arguments: [
        (Size(width: 360, height: 480), false), (Size(width: 700, height: 420), false),
        (Size(width: 420, height: 860), true), (Size(width: 700, height: 900), true),
        (Size(width: 1600, height: 1000), true),
    ])
    func narrowAndLowWindowsHaveRoom(size: Size, hasList: Bool) throws {
        let rig = try rig(size: size)
        let palette = try #require(rig.node(ControlID("ink.palette")))
        for node in palette.flattened {
            #expect(palette.frame.inset(by: -1).contains(node.frame), "\(node.name)")
        }
        #expect(!palette.frame.intersects(rig.card) && rig.card.width > 100)
        let drawings = rig.node(ControlID("ink.drawings"))
        #expect((drawings != nil) == hasList)
        guard let drawings else { return }
        #expect(!drawings.frame.intersects(rig.card) && !drawings.frame.intersects(palette.frame))
        #expect(Rect(origin: .zero, size: size).contains(drawings.frame))
        #expect((drawings.frame.minY >= rig.card.maxY) == (size.width < 1_000))
        draw(rig, [(0.2, 0.3), (0.6, 0.5)])
        #expect(rows(rig).count == 1)
        for node in drawings.flattened {
            #expect(drawings.frame.inset(by: -1).contains(node.frame), "\(node.name)")
        }
    }
}
