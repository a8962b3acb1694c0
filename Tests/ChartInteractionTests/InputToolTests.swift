import ChartInteraction
import Geometry
import Testing

/// A tool that notes what it sees, and takes it while it is asked to.
@MainActor
private final class NotingTool: InputTool {
    var seen: [InputEvent] = []
    var takes = false
    var frames: [Double] = []
    var resets = 0
    var nextDeadline: Double?
    var advances: [Double] = []

    func handle(_ event: InputEvent) -> Bool {
        seen.append(event)
        return takes
    }
    func endFrame(at time: Double) { frames.append(time) }
    func advance(to time: Double) { advances.append(time) }
    func reset(at time: Double) { resets += 1 }
}

@MainActor
@Suite struct InputToolTests {
    private func move(_ time: Double, _ x: Double) -> InputEvent {
        InputEvent(time: time, position: Point(x: x, y: 5), kind: .pointerMoved)
    }

    @Test func aToolSeesEverySampleBeforeTheNextOneAndBeforeGestures() {
        let (first, second) = (NotingTool(), NotingTool())
        var gestures: [Gesture] = []
        let tools = InputTools([first, second, GestureTool { gestures.append($0) }])
        let events = (0..<7).map { move(1 + Double($0) / 1000, Double($0)) }
        #expect(tools.handle(InputFrame(time: 1.01, events: events)))
        #expect(first.seen == events && second.seen == events)
        #expect(gestures.map(\.location.x) == (0..<7).map(Double.init))
        #expect(first.frames == [1.01] && second.frames == [1.01])

        first.takes = true
        gestures = []
        #expect(tools.handle(InputFrame(time: 2, events: events)))
        #expect(first.seen.count == 14 && second.seen.count == 7 && gestures.isEmpty)
    }

    @Test func withoutAToolThatTakesThemEventsAreLeft() {
        let tool = NotingTool()
        #expect(!InputTools([tool]).handle(InputFrame(time: 1, events: [move(1, 0)])))
        #expect(InputTools([tool]).handle(InputFrame(time: 1, events: [])))
    }

    @Test func toolsThatAreReplacedAreReset() {
        let (first, second, third) = (NotingTool(), NotingTool(), NotingTool())
        var tools = InputTools([first, second])
        tools.replace(by: [second, third], at: 3)
        #expect([first.resets, second.resets, third.resets] == [1, 0, 0])
        tools.reset(at: 4)
        #expect([first.resets, second.resets, third.resets] == [1, 1, 1])
    }

    @Test func theEarliestDeadlineCounts() {
        let (first, second) = (NotingTool(), NotingTool())
        let tools = InputTools([first, second])
        #expect(tools.nextDeadline == nil)
        second.nextDeadline = 5
        #expect(tools.nextDeadline == 5)
        first.nextDeadline = 4
        #expect(tools.nextDeadline == 4)
        tools.advance(to: 4.5)
        #expect(first.advances == [4.5] && second.advances == [4.5])
    }

    /// A finger that rests is a long press, at the interpreter's own deadline.
    @Test func gesturesThatDependOnTimeComeThroughTheTools() throws {
        var gestures: [Gesture] = []
        let tools = InputTools([GestureTool { gestures.append($0) }])
        let place = Point(x: 10, y: 10)
        tools.handle(
            InputFrame(
                time: 1, events: [InputEvent(time: 1, position: place, kind: .touchBegan(0))]))
        let deadline = try #require(tools.nextDeadline)
        tools.advance(to: deadline)
        #expect(gestures.contains { $0.kind == .longPress && $0.phase == .began })
        tools.reset(at: deadline + 1)
        #expect(gestures.last?.phase == .cancelled)
    }
}
