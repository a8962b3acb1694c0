import Geometry
import Testing

@testable import ChartInteraction

/// The hand that holds a pen, by traces of screens and people.
@Suite struct PalmRejectionTests {
    /// One event of a trace: a time in milliseconds and what happens.
    enum Step: Sendable {
        case near(Double, Double, Double)
        case tip(Double)
        case lift(Double)
        case away(Double)
        case down(Double, Int, Double, Double, size: Double? = nil)
        case move(Double, Int, Double, Double, size: Double? = nil)
        case up(Double, Int)
    }

    /// A trace, its name, and what is left of its touches.
    struct Trace: Sendable, CustomTestStringConvertible {
        var name: String
        var steps: [Step]
        var outcome: String

        init(_ name: String, _ steps: [Step], _ outcome: String) {
            (self.name, self.steps, self.outcome) = (name, steps, outcome)
        }

        var testDescription: String { name }
    }

    /// `+1` a finger came down, `~1` it moved, `-1` it left, `x` all were taken back.
    private func outcome(_ steps: [Step]) -> String {
        var filter = PalmRejection()
        var tip = Point.zero
        var words: [String] = []
        for step in steps {
            let event: InputEvent
            func pen(_ time: Double, _ kind: InputEvent.Kind) -> InputEvent {
                InputEvent(
                    time: time / 1_000, position: tip, kind: kind, pen: PenState(tool: 1))
            }
            func touch(
                _ time: Double, _ kind: InputEvent.Kind, _ x: Double, _ y: Double, _ size: Double?
            ) -> InputEvent {
                var event = InputEvent(
                    time: time / 1_000, position: Point(x: x, y: y), kind: kind)
                event.contact = size
                return event
            }
            switch step {
            case .near(let time, let x, let y):
                tip = Point(x: x, y: y)
                event = pen(time, .pointerMoved)
            case .tip(let time): event = pen(time, .pointerPressed(.left))
            case .lift(let time): event = pen(time, .pointerReleased(.left))
            case .away(let time): event = pen(time, .pointerLeft)
            case .down(let time, let id, let x, let y, let size):
                event = touch(time, .touchBegan(id), x, y, size)
            case .move(let time, let id, let x, let y, let size):
                event = touch(time, .touchMoved(id), x, y, size)
            case .up(let time, let id): event = touch(time, .touchEnded(id), 0, 0, nil)
            }
            for left in filter.filter(InputFrame(event)).events where left.pen == nil {
                switch left.kind {
                case .touchBegan(let id): words.append("+\(id)")
                case .touchMoved(let id): words.append("~\(id)")
                case .touchEnded(let id): words.append("-\(id)")
                case .touchCancelled: words.append("x")
                default: words.append("?")
                }
            }
        }
        return words.joined(separator: " ")
    }

    static let traces = [
        Trace(
            "no pen at all", [.down(0, 1, 10, 10), .move(20, 1, 60, 10), .up(90, 1)],
            "+1 ~1 -1"),
        Trace(
            "two fingers, no pen",
            [
                .down(0, 1, 10, 10), .down(200, 2, 90, 10), .move(220, 1, 5, 10), .up(300, 1),
                .up(310, 2),
            ], "+1 +2 ~1 -1 -2"),
        Trace(
            "the palm while the pen hovers",
            [.near(0, 400, 300), .down(100, 1, 450, 360), .move(150, 1, 480, 360), .up(900, 1)],
            ""),
        Trace(
            "the palm while the pen writes",
            [
                .near(0, 400, 300), .tip(50), .down(100, 1, 900, 700), .move(150, 1, 905, 700),
                .lift(500), .up(600, 1),
            ], ""),
        Trace(
            "the palm just before the pen",
            [.down(0, 1, 450, 360), .move(100, 1, 453, 361), .near(200, 400, 300), .up(900, 1)],
            "+1 ~1 x"),
        Trace(
            "the palm just before the pen, which touches at once",
            [.down(0, 1, 450, 360), .near(120, 400, 300), .tip(125), .up(900, 1)], "+1 x"),
        Trace(
            "a pan before the pen goes on while it hovers",
            [
                .down(0, 1, 450, 360), .move(100, 1, 500, 360), .near(200, 100, 100),
                .move(250, 1, 550, 360), .up(300, 1),
            ], "+1 ~1 ~1 -1"),
        Trace(
            "a pan before the pen ends when it writes",
            [
                .down(0, 1, 450, 360), .move(100, 1, 500, 360), .near(200, 100, 100), .tip(220),
                .move(250, 1, 550, 360), .up(300, 1),
            ], "+1 ~1 -1"),
        Trace(
            "a finger that rests for long before the pen",
            [.down(0, 1, 450, 360), .near(400, 100, 100), .up(600, 1)], "+1 -1"),
        Trace(
            "a screen that loses the pen when the hand lies down",
            [
                .near(0, 400, 300), .away(300), .down(310, 1, 450, 360), .move(330, 1, 470, 380),
                .near(500, 400, 300), .up(2_000, 1),
            ], ""),
        Trace(
            "a touch half a second after the pen",
            [.near(0, 400, 300), .away(300), .down(801, 1, 450, 360), .up(900, 1)], "+1 -1"),
        Trace(
            "a touch within half a second stays ignored",
            [
                .near(0, 400, 300), .away(300), .down(700, 1, 450, 360), .move(1_500, 1, 90, 90),
                .up(1_600, 1),
            ], ""),
        Trace(
            "two fingers pan while the pen hovers far away",
            [
                .near(0, 100, 100), .down(100, 1, 500, 400), .down(180, 2, 600, 400),
                .move(200, 1, 510, 400), .up(300, 1), .up(310, 2),
            ], "+1 +2 ~1 -1 -2"),
        Trace(
            "two fingers that do not come together",
            [
                .near(0, 100, 100), .down(100, 1, 500, 400), .down(230, 2, 600, 400),
                .move(250, 2, 510, 400), .up(300, 1), .up(310, 2),
            ], ""),
        Trace(
            "two fingers close to the tip",
            [
                .near(0, 480, 380), .down(100, 1, 500, 400), .down(120, 2, 700, 400),
                .up(300, 1), .up(310, 2),
            ], ""),
        Trace(
            "two fingers, one of them the edge of the hand",
            [
                .near(0, 100, 100), .down(100, 1, 500, 400, size: 34),
                .down(120, 2, 600, 400, size: 12), .up(300, 1), .up(310, 2),
            ], ""),
        Trace(
            "two fingers pan until the pen writes",
            [
                .near(0, 100, 100), .down(100, 1, 500, 400), .down(110, 2, 600, 400),
                .move(200, 1, 520, 400), .tip(300), .move(310, 1, 530, 400), .up(400, 1),
                .up(410, 2),
            ], "+1 +2 ~1 -1 -2"),
        Trace(
            "two fingers while the pen writes",
            [
                .near(0, 100, 100), .tip(50), .down(100, 1, 500, 400), .down(110, 2, 600, 400),
                .up(400, 1), .up(410, 2),
            ], ""),
        Trace(
            "the edge of a hand without a pen",
            [.down(0, 1, 10, 10, size: 52), .move(20, 1, 60, 10, size: 30), .up(90, 1)], ""),
        Trace(
            "a finger that flattens to a hand",
            [
                .down(0, 1, 10, 10, size: 14), .move(20, 1, 12, 10, size: 48),
                .move(40, 1, 90, 10, size: 48), .up(90, 1),
            ], "+1 x"),
        Trace(
            "a finger that moves and then flattens",
            [
                .down(0, 1, 10, 10, size: 14), .move(20, 1, 40, 10, size: 14),
                .move(40, 1, 90, 10, size: 48), .up(90, 1),
            ], "+1 ~1 ~1 -1"),
        Trace(
            "of two fingers only the hand is taken back",
            [
                .down(0, 1, 10, 10), .move(100, 1, 90, 10), .down(500, 2, 300, 300),
                .near(600, 350, 280), .move(650, 1, 100, 10), .up(700, 2), .up(800, 1),
            ], "+1 ~1 +2 -2 ~1 -1"),
        Trace(
            "a third finger joins two",
            [
                .near(0, 100, 100), .down(100, 1, 500, 400), .down(110, 2, 600, 400),
                .down(500, 3, 700, 500), .up(600, 3), .up(610, 2), .up(620, 1),
            ], "+1 +2 +3 -3 -2 -1"),
        Trace(
            "the first of two fingers has moved meanwhile",
            [
                .near(0, 100, 100), .down(100, 1, 500, 400), .move(120, 1, 504, 400),
                .down(150, 2, 600, 400), .up(300, 1), .up(310, 2),
            ], "+1 +2 ~1 -1 -2"),
    ]

    @Test(arguments: traces)
    func traceHasItsOutcome(trace: Trace) {
        #expect(outcome(trace.steps) == trace.outcome)
    }

    @Test func fingersDrawUntilAPenWasUsed() {
        var filter = PalmRejection()
        func pen(_ kind: InputEvent.Kind) -> InputFrame {
            InputFrame(InputEvent(time: 0, position: .zero, kind: kind, pen: PenState(tool: 1)))
        }
        _ = filter.filter(pen(.pointerMoved))
        #expect(!filter.hasUsedPen)
        _ = filter.filter(pen(.pointerPressed(.left)))
        _ = filter.filter(pen(.pointerLeft))
        #expect(filter.hasUsedPen)
    }

    /// The compositor's own cancellation ends everything, and mice are left alone.
    @Test func otherEventsPass() {
        var filter = PalmRejection()
        let events = [
            InputEvent(time: 0, position: .zero, kind: .touchBegan(1)),
            InputEvent(time: 0, position: .zero, kind: .touchCancelled),
            InputEvent(time: 0, position: .zero, kind: .pointerMoved),
            InputEvent(time: 0, position: .zero, kind: .wheel(Vector(dx: 0, dy: 1))),
        ]
        #expect(filter.filter(InputFrame(time: 0, events: events)).events == events)
        let end = InputEvent(time: 1, position: .zero, kind: .touchEnded(1))
        #expect(filter.filter(InputFrame(end)).events.isEmpty)
    }
}
