import ChartCore
import ChartInteraction
import Geometry
import Glibc

extension ReplayTrace {
    // MARK: A pointer, taps and holds

    static let pointing = [
        ReplayTrace(
            name: "mouse-drag", gesture: "A mouse drags the chart and rests before it lets go.",
            metric: "steps",
            record: { hand, _ in
                hand.drag(from: Point(x: 720, y: 320), to: Point(x: 505, y: 342), in: 0.8)
            },
            outcome: { trace, plot, start in
                Outcome(
                    window: plot.panned(start, by: -215),
                    rest: trace.time { $0 == .pointerReleased(.left) },
                    rule: "the mouse's distance of -215 points")
            }),
        ReplayTrace(
            name: "hover", gesture: "The pointer goes over the chart and leaves the window.",
            record: { hand, _ in
                let places = [
                    Point(x: 300, y: 250), Point(x: 700, y: 420), Point(x: 960, y: 240),
                    Point(x: 1099, y: 300),
                ]
                for (a, b) in zip(places, places.dropFirst()) {
                    hand.point(from: a, to: b, in: 0.6)
                    hand.wait(0.2)
                }
                hand.send(.pointerLeft, Point(x: 1099, y: 300))
            }, outcome: unchanged("nothing moves the range")),
        ReplayTrace(
            name: "long-press-scrub", gesture: "A finger rests, then leads the crosshair.",
            record: { hand, _ in
                let (a, b) = (Point(x: 420, y: 300), Point(x: 800, y: 330))
                hand.send(.touchBegan(0), a)
                hand.wait(0.65)
                hand.slide(0, from: a, to: b, in: 1.2)
                hand.wait(0.1)
                hand.send(.touchEnded(0), b)
            }, outcome: unchanged("a finger that rested half a second moves the crosshair alone")),
        ReplayTrace(
            name: "shift-drag-select", gesture: "Shift and a drag select two weeks of bars.",
            metric: "steps",
            record: { hand, _ in
                hand.drag(
                    from: Point(x: 420, y: 300), to: Point(x: 770, y: 360), in: 0.9, holding: .shift
                )
            }, outcome: unchanged("a selection moves nothing")),
        ReplayTrace(
            name: "right-drag-select", gesture: "The right button selects backwards.",
            metric: "blood-pressure",
            record: { hand, _ in
                hand.drag(
                    .right, from: Point(x: 800, y: 400), to: Point(x: 480, y: 300), in: 0.7)
            }, outcome: unchanged("a selection moves nothing")),
        ReplayTrace(
            name: "select-across-a-gap",
            gesture: "A selection from before the first sample into the record.",
            view: .window(beginning),
            record: { hand, _ in
                hand.drag(
                    from: Point(x: 330, y: 300), to: Point(x: 940, y: 320), in: 0.9, rate: 90,
                    holding: .shift)
            }, outcome: unchanged("a selection moves nothing, with data or without")),
        ReplayTrace(
            name: "double-tap-fit", gesture: "Two taps show everything.",
            record: { hand, _ in
                for (id, place) in [Point(x: 600, y: 300), Point(x: 607, y: 296)].enumerated() {
                    hand.send(.touchBegan(id), place)
                    hand.wait(0.07)
                    hand.send(.touchEnded(id), place)
                    hand.wait(0.14)
                }
            },
            outcome: { trace, plot, _ in
                Outcome(
                    window: plot.domain, rest: lifted(trace) + 0.3,
                    rule: "the whole record, 0.3 s after the second tap")
            }),
        ReplayTrace(
            name: "double-click-fit", gesture: "Two clicks show everything.", metric: "steps",
            record: { hand, _ in
                let place = Point(x: 640, y: 320)
                hand.send(.pointerMoved, place)
                for _ in 0..<2 {
                    hand.wait(0.12)
                    hand.send(.pointerPressed(.left), place)
                    hand.wait(0.06)
                    hand.send(.pointerReleased(.left), place)
                }
            },
            outcome: { trace, plot, _ in
                Outcome(
                    window: plot.domain,
                    rest: trace.time { $0 == .pointerReleased(.left) } + 0.3,
                    rule: "the whole record, 0.3 s after the second click")
            }),
    ]
}
