import ChartCore
import ChartInteraction
import Geometry
import Glibc

extension ReplayTrace {
    // MARK: Beyond the ends

    static let ends = [
        ReplayTrace(
            name: "rubber-band",
            gesture: "A finger pulls the chart beyond its beginning, and lets go.",
            view: .window(beginning),
            record: { hand, _ in
                let (a, b) = (Point(x: 400, y: 300), Point(x: 700, y: 306))
                hand.swipe(from: a, to: b, in: 0.8, resting: 0.3)
            },
            outcome: { trace, plot, start in
                let spring = ReplaySpring(displacement: 300, velocity: 0)
                return Outcome(
                    window: plot.beginning(as: start),
                    rest: lifted(trace) + spring.duration,
                    rule: "back to the end by a spring, from a pull of 300 points")
            }),
        ReplayTrace(
            name: "rubber-band-and-back",
            gesture: "A finger pulls the chart beyond its beginning and brings it back itself.",
            view: .window(beginning),
            record: { hand, _ in
                let (a, b) = (Point(x: 400, y: 300), Point(x: 640, y: 306))
                hand.send(.touchBegan(0), a)
                hand.slide(0, from: a, to: b, in: 0.5)
                hand.slide(0, from: b, to: Point(x: 330, y: 300), in: 0.7)
                hand.wait(0.2)
                hand.send(.touchEnded(0), Point(x: 330, y: 300))
            },
            outcome: { trace, plot, start in
                Outcome(
                    window: plot.panned(start, by: -70), rest: lifted(trace),
                    rule: "70 points to the left of where it began, whatever was between")
            }),
        ReplayTrace(
            name: "fling-into-the-end", gesture: "A finger throws the chart into its beginning.",
            view: .window(beginning.offset(by: 45 * day)),
            record: { hand, _ in
                let (a, b) = (Point(x: 400, y: 300), Point(x: 520, y: 304))
                hand.swipe(from: a, to: b, in: 0.15, resting: 0.005, ReplayHand.thrown)
            },
            outcome: { trace, plot, start in
                let fling = ReplayFling(trace.finger(0))
                let left = plot.points(start.min - plot.bounds.min, start) - 120
                // At the end the velocity has decreased by k times the distance.
                let meeting = -log(1 - fling.decay * left / fling.velocity) / fling.decay
                let spring = ReplaySpring(
                    displacement: 0, velocity: fling.velocity - fling.decay * left)
                return Outcome(
                    window: plot.beginning(as: start),
                    rest: lifted(trace) + meeting + spring.duration,
                    rule: "to the end by momentum, and back to it by a spring")
            }),
        ReplayTrace(
            name: "pinch-beyond-the-end",
            gesture:
                "Two fingers close at the beginning, so that the view goes beyond it.",
            view: .window(beginning),
            record: { hand, _ in
                let (a, b) = (Point(x: 380, y: 300), Point(x: 860, y: 310))
                let (a1, b1) = (Point(x: 560, y: 300), Point(x: 800, y: 310))
                hand.send([(.touchBegan(0), a), (.touchBegan(1), b)])
                hand.spread((a, a1), (b, b1), in: 0.8)
                hand.wait(0.2)
                hand.send([(.touchEnded(0), a1), (.touchEnded(1), b1)])
            },
            outcome: { trace, plot, start in
                let held = plot.pinched(start, (380, 560), (860, 800))
                let spring = ReplaySpring(
                    displacement: plot.points(plot.bounds.min - held.min, held), velocity: 0)
                return Outcome(
                    window: plot.beginning(as: held),
                    rest: lifted(trace) + spring.duration,
                    rule: "the length given by the fingers, at the end, by a spring")
            }),
        ReplayTrace(
            name: "rubber-band-caught",
            gesture: "A chart on its way back from beyond its beginning is caught and let go.",
            view: .window(beginning),
            record: { hand, _ in
                let (a, b) = (Point(x: 400, y: 300), Point(x: 700, y: 306))
                hand.swipe(from: a, to: b, in: 0.6, resting: 0.1)
                hand.wait(0.15)
                hand.send(.touchBegan(1), a)
                hand.wait(0.4)
                hand.send(.touchEnded(1), a)
            },
            outcome: { trace, plot, start in
                let caught =
                    trace.time { $0 == .touchBegan(1) } - trace.time { $0 == .touchEnded(0) }
                let pull = 300 * (1 + 10 * caught) * exp(-10 * caught)
                let spring = ReplaySpring(displacement: pull, velocity: 0)
                return Outcome(
                    window: plot.beginning(as: start),
                    rest: lifted(trace) + spring.duration,
                    rule: "back by a second spring, from what was left of the pull")
            }),
    ]

    // MARK: Pages

    /// Wednesday, 14 October 2026.
    private static let october = 1_791_936_000.0

    static let paging = [
        ReplayTrace(
            name: "page-swipe-accepted", gesture: "A finger swipes to the next week.",
            metric: "steps", view: .page("w", at: october),
            record: { hand, _ in
                let (a, b) = (Point(x: 860, y: 330), Point(x: 520, y: 322))
                hand.swipe(from: a, to: b, in: 0.35, resting: 0.006, ReplayHand.thrown)
            },
            outcome: { _, _, start in
                Outcome(
                    window: start.offset(by: 7 * day), rest: nil,
                    rule: "the next week of the calendar, to the second")
            }),
        ReplayTrace(
            name: "page-swipe-rejected",
            gesture: "A finger pulls a little at the week and lets go.",
            metric: "steps", view: .page("w", at: october),
            record: { hand, _ in
                let (a, b) = (Point(x: 700, y: 330), Point(x: 560, y: 326))
                hand.swipe(from: a, to: b, in: 0.6, resting: 0.15)
            },
            outcome: { _, _, start in
                Outcome(window: start, rest: nil, rule: "the same week of the calendar")
            }),
    ]
}
