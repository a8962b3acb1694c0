import ChartCore
import ChartInteraction
import Geometry
import Glibc

extension ReplayTrace {
    // MARK: Two fingers

    private static func pinch(
        _ name: String, _ gesture: String, view: View = .window(june),
        from a: Point, _ b: Point, to a1: Point, _ b1: Point, seconds: Double = 0.8
    ) -> ReplayTrace {
        ReplayTrace(
            name: name, gesture: gesture, view: view,
            record: { hand, _ in
                hand.send(.touchBegan(0), a)
                hand.wait(0.021)
                hand.send(.touchBegan(1), b)
                hand.spread((a, a1), (b, b1), in: seconds)
                hand.wait(0.15)
                hand.send(.touchEnded(1), b1)
                hand.wait(0.02)
                hand.send(.touchEnded(0), a1)
            },
            outcome: { trace, plot, start in
                let window: Extent
                let turned = abs(b.y - a.y) > abs(b.x - a.x) * 2.5
                if turned {
                    // Above each other: the ratio of their distances, about their midpoint.
                    let factor = (b1 - a1).length / (b - a).length
                    let value = plot.value(at: (a.x + b.x) / 2, start)
                    window = plot.window(
                        of: start.length / factor, value: value, at: (a1.x + b1.x) / 2)
                } else {
                    window = plot.pinched(start, (a.x, a1.x), (b.x, b1.x))
                }
                return Outcome(
                    window: window, rest: lifted(trace),
                    rule: turned
                        ? "the data in the middle of the fingers, and the ratio of their distances"
                        : "each finger's own data under it")
            })
    }

    static let pinching = [
        pinch(
            "pinch-horizontal", "Two fingers next to each other spread.",
            from: Point(x: 560, y: 300), Point(x: 700, y: 310), to: Point(x: 430, y: 305),
            Point(x: 850, y: 300)),
        pinch(
            "pinch-vertical", "Two fingers above each other spread; only time can zoom.",
            from: Point(x: 640, y: 240), Point(x: 660, y: 380), to: Point(x: 620, y: 180),
            Point(x: 664, y: 500)),
        pinch(
            "pinch-free", "Two fingers on a slant spread.",
            from: Point(x: 560, y: 300), Point(x: 690, y: 420), to: Point(x: 500, y: 220),
            Point(x: 790, y: 480)),
        pinch(
            "pinch-together", "Two fingers come together and go to the right meanwhile.",
            from: Point(x: 350, y: 300), Point(x: 650, y: 310), to: Point(x: 600, y: 300),
            Point(x: 780, y: 320), seconds: 1.1),
        ReplayTrace(
            name: "pinch-moving-centroid",
            gesture: "Two fingers spread, close and wander over half the plot.",
            record: { hand, _ in
                let ways = movingPinch
                hand.send([(.touchBegan(0), ways[0].0), (.touchBegan(1), ways[0].1)])
                for (before, after) in zip(ways, ways.dropFirst()) {
                    hand.spread((before.0, after.0), (before.1, after.1), in: 0.4, rate: 144)
                }
                hand.wait(0.12)
                hand.send([
                    (.touchEnded(0), movingPinch[3].0), (.touchEnded(1), movingPinch[3].1),
                ])
            },
            outcome: { trace, plot, start in
                let (first, last) = (movingPinch[0], movingPinch[3])
                return Outcome(
                    window: plot.pinched(
                        start, (first.0.x, last.0.x), (first.1.x, last.1.x)),
                    rest: lifted(trace), rule: "each finger's own data under it")
            }),
        ReplayTrace(
            name: "pinch-to-limit-and-back",
            gesture: "Two fingers spread beyond the closest zoom and come back.",
            view: .window(Extent(min: june.min, max: june.min + 8 * 3600)),
            record: { hand, _ in
                let y = 300.0
                hand.send([
                    (.touchBegan(0), Point(x: 610, y: y)), (.touchBegan(1), Point(x: 670, y: y)),
                ])
                let (a, b) = (Point(x: 300, y: y), Point(x: 980, y: y))
                hand.spread((Point(x: 610, y: y), a), (Point(x: 670, y: y), b), in: 0.7)
                hand.spread((a, Point(x: 540, y: y)), (b, Point(x: 740, y: y)), in: 0.5)
                hand.wait(0.12)
                hand.send([
                    (.touchEnded(0), Point(x: 540, y: y)), (.touchEnded(1), Point(x: 740, y: y)),
                ])
            },
            outcome: { trace, plot, start in
                // The window stays at an hour up to the greatest distance and grows from there on.
                let spans = zip(trace.finger(0), trace.finger(1)).map { $1.place.x - $0.place.x }
                let widest = spans.max() ?? .nan
                let length = 3600 * widest / (spans.last ?? .nan)
                return Outcome(
                    window: plot.window(
                        of: length, value: plot.value(at: 640, start), at: 640),
                    rest: lifted(trace),
                    rule: "an hour at the widest, growing at once with the first step back")
            }),
        ReplayTrace(
            name: "second-finger-joins", gesture: "A second finger joins a dragging one.",
            record: { hand, _ in
                let (a, a1) = (Point(x: 420, y: 300), Point(x: 540, y: 306))
                let b = Point(x: 760, y: 330)
                hand.send(.touchBegan(0), a)
                hand.slide(0, from: a, to: a1, in: 0.4)
                hand.send(.touchBegan(1), b)
                let (a2, b2) = (Point(x: 480, y: 310), Point(x: 900, y: 320))
                hand.spread((a1, a2), (b, b2), in: 0.6)
                hand.wait(0.14)
                hand.send([(.touchEnded(0), a2), (.touchEnded(1), b2)])
            },
            outcome: { trace, plot, start in
                Outcome(
                    window: plot.pinched(
                        plot.panned(start, by: 120), (540, 480), (760, 900)),
                    rest: lifted(trace), rule: "a pan of 120 points, then each finger's own data")
            }),
        ReplayTrace(
            name: "finger-leaves-pinch", gesture: "One of two fingers leaves; the other drags on.",
            record: { hand, _ in
                let (a, b) = (Point(x: 480, y: 300), Point(x: 680, y: 312))
                hand.send([(.touchBegan(0), a), (.touchBegan(1), b)])
                let (a1, b1) = (Point(x: 400, y: 306), Point(x: 800, y: 318))
                hand.spread((a, a1), (b, b1), in: 0.5)
                hand.wait(0.02)
                hand.send(.touchEnded(0), a1)
                let b2 = Point(x: 700, y: 330)
                hand.slide(1, from: b1, to: b2, in: 0.5)
                hand.wait(0.2)
                hand.send(.touchEnded(1), b2)
            },
            outcome: { trace, plot, start in
                Outcome(
                    window: plot.panned(
                        plot.pinched(start, (480, 400), (680, 800)), by: -100),
                    rest: lifted(trace), rule: "each finger's own data, then a pan of -100 points")
            }),
        ReplayTrace(
            name: "pinch-thrown", gesture: "Two fingers side by side throw the chart together.",
            record: { hand, _ in
                let (a, b) = (Point(x: 420, y: 300), Point(x: 560, y: 300))
                let way = Vector(dx: 200, dy: 0)
                hand.send([(.touchBegan(0), a), (.touchBegan(1), b)])
                hand.spread((a, a + way), (b, b + way), in: 0.22, ReplayHand.thrown)
                hand.wait(0.005)
                hand.send([(.touchEnded(0), a + way), (.touchEnded(1), b + way)])
            },
            outcome: { trace, plot, start in
                let centres = zip(trace.finger(0), trace.finger(1)).map {
                    ($0.time, ($0.place.x + $1.place.x) / 2)
                }
                let fling = ReplayFling(centres)
                return Outcome(
                    window: plot.panned(start, by: 200 + fling.distance),
                    rest: lifted(trace) + fling.duration,
                    rule: "the fingers' path, and the momentum of their middle")
            }),
        ReplayTrace(
            name: "pinch-cancelled", gesture: "The compositor cancels a pinch.",
            record: { hand, _ in
                let (a, b) = (Point(x: 480, y: 300), Point(x: 680, y: 312))
                hand.send([(.touchBegan(0), a), (.touchBegan(1), b)])
                hand.spread((a, Point(x: 380, y: 300)), (b, Point(x: 900, y: 312)), in: 0.5)
                hand.send(.touchCancelled, a)
            },
            outcome: { trace, _, start in
                Outcome(
                    window: start, rest: trace.time { $0 == .touchCancelled },
                    rule: "everything as before the fingers came down")
            }),
    ]

    private static let movingPinch: [(Point, Point)] = [
        (Point(x: 440, y: 280), Point(x: 580, y: 292)),
        (Point(x: 380, y: 340), Point(x: 820, y: 320)),
        (Point(x: 620, y: 240), Point(x: 760, y: 262)),
        (Point(x: 500, y: 300), Point(x: 900, y: 330)),
    ]
}
