import ChartCore
import ChartInteraction
import Geometry
import Glibc

extension ReplayTrace {
    // MARK: One finger, thrown and caught

    static let throwing = [
        ReplayTrace(
            name: "finger-drag", gesture: "A finger drags the chart and rests before it leaves.",
            record: { hand, _ in
                let (a, b) = (Point(x: 420, y: 300), Point(x: 700, y: 318))
                hand.swipe(from: a, to: b, in: 0.7, resting: 0.2)
            },
            outcome: { trace, plot, start in
                Outcome(
                    window: plot.panned(start, by: 280), rest: lifted(trace),
                    rule: "the finger's distance of 280 points along x, and no momentum")
            }),
        ReplayTrace(
            name: "slow-drag",
            gesture: "A finger creeps over the chart and leaves without a throw.",
            record: { hand, _ in
                let (a, b) = (Point(x: 500, y: 300), Point(x: 540, y: 303))
                hand.swipe(from: a, to: b, in: 1.1, rate: 60, resting: 0.012)
            },
            outcome: { trace, plot, start in
                Outcome(
                    window: plot.panned(start, by: 40), rest: lifted(trace),
                    rule: "the finger's path; it left slower than 30 points a second")
            }),
        ReplayTrace(
            name: "finger-fling", gesture: "A finger throws the chart; it rolls out to its end.",
            record: { hand, _ in
                let (a, b) = (Point(x: 420, y: 280), Point(x: 640, y: 292))
                hand.swipe(from: a, to: b, in: 0.22, resting: 0.006, ReplayHand.thrown)
            }, outcome: flung),
        ReplayTrace(
            name: "fling-to-the-left", gesture: "The same to the left, at 250 reports a second.",
            metric: "blood-pressure",
            record: { hand, _ in
                let (a, b) = (Point(x: 800, y: 330), Point(x: 430, y: 300))
                hand.swipe(from: a, to: b, in: 0.3, rate: 250, resting: 0.004, ReplayHand.thrown)
            }, outcome: flung),
        ReplayTrace(
            name: "mouse-fling", gesture: "A mouse throws the chart.",
            record: { hand, _ in
                let (a, b) = (Point(x: 700, y: 280), Point(x: 520, y: 270))
                hand.send(.pointerMoved, a)
                hand.wait(0.1)
                hand.send(.pointerPressed(.left), a)
                hand.point(from: a, to: b, in: 0.2, rate: 250, ReplayHand.thrown)
                hand.wait(0.004)
                hand.send(.pointerReleased(.left), b)
            },
            outcome: { trace, plot, start in
                let fling = ReplayFling(trace.dragged.dropLast())
                let rest = trace.time { $0 == .pointerReleased(.left) } + fling.duration
                return Outcome(
                    window: plot.panned(start, by: -180 + fling.distance), rest: rest,
                    rule: "the mouse's path, and v·exp(-k·t) of its last tenth of a second")
            }),
        ReplayTrace(
            name: "fling-stopped-by-touch", gesture: "A finger throws the chart; a touch stops it.",
            record: { hand, _ in
                let (a, b) = (Point(x: 420, y: 280), Point(x: 640, y: 290))
                hand.swipe(from: a, to: b, in: 0.2, resting: 0.005, ReplayHand.thrown)
                hand.wait(0.31)
                hand.send(.touchBegan(1), Point(x: 610, y: 300))
                hand.wait(0.12)
                hand.send(.touchEnded(1), Point(x: 610, y: 300))
            },
            outcome: { trace, plot, start in
                let way = trace.finger(0)
                let fling = ReplayFling(way)
                let release = trace.time { $0 == .touchEnded(0) }
                let touch = trace.time { $0 == .touchBegan(1) }
                return Outcome(
                    window: plot.panned(start, by: 220 + fling.distance(after: touch - release)),
                    rest: touch, rule: "v·exp(-k·t) until the touch")
            }),
        ReplayTrace(
            name: "fling-thrown-again",
            gesture: "A fling is caught and thrown on by a second finger.",
            record: { hand, _ in
                for id in 0..<2 {
                    let (a, b) = (Point(x: 420, y: 280), Point(x: 560, y: 286))
                    hand.swipe(id, from: a, to: b, in: 0.15, resting: 0.005, ReplayHand.thrown)
                    hand.wait(0.2)
                }
            },
            outcome: { trace, plot, start in
                let flings = [0, 1].map { ReplayFling(trace.finger($0)) }
                let caught =
                    (trace.finger(1).first?.time ?? .nan) - trace.time { $0 == .touchEnded(0) }
                return Outcome(
                    window: plot.panned(
                        start, by: 280 + flings[0].distance(after: caught) + flings[1].distance),
                    rest: lifted(trace) + flings[1].duration,
                    rule: "two paths, the first fling until it is caught, the second to its end")
            }),
        ReplayTrace(
            name: "touch-cancelled", gesture: "The compositor cancels a dragging finger.",
            record: { hand, _ in
                let (a, b) = (Point(x: 420, y: 280), Point(x: 640, y: 290))
                hand.send(.touchBegan(0), a)
                hand.slide(0, from: a, to: b, in: 0.5)
                hand.wait(0.02)
                hand.send(.touchCancelled, b)
            },
            outcome: { trace, _, start in
                Outcome(
                    window: start, rest: trace.time { $0 == .touchCancelled },
                    rule: "everything as before the finger came down")
            }),
    ]

    private static let flung: @Sendable (InputTrace, ReplayPlot, Extent) -> Outcome = {
        trace, plot, start in
        let way = trace.finger(0)
        let fling = ReplayFling(way)
        let dragged = (way.last?.place.x ?? 0) - (way.first?.place.x ?? 0)
        return Outcome(
            window: plot.panned(start, by: dragged + fling.distance),
            rest: lifted(trace) + fling.duration,
            rule: "the finger's path, and v·exp(-k·t) of its last tenth of a second")
    }
}
