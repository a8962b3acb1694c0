import ChartCore
import ChartInteraction
import Geometry
import Glibc

extension ReplayTrace {
    // MARK: A wheel

    private static func turns(_ trace: InputTrace) -> [(place: Double, steps: Vector)] {
        trace.frames.flatMap(\.events).compactMap { event in
            if case .wheel(let steps) = event.kind { (event.position.x, steps) } else { nil }
        }
    }

    private static func turned(_ trace: InputTrace, _ plot: ReplayPlot, _ start: Extent) -> Outcome
    {
        let window = turns(trace).reduce(start) {
            plot.zoomed($0, by: pow(1.2, -$1.steps.dy), about: $1.place)
        }
        return Outcome(
            window: window, rest: trace.frames.last?.time,
            rule: "a factor of 1.2 a step about the pointer")
    }

    static let wheeling = [
        ReplayTrace(
            name: "wheel-in-steps",
            gesture: "A wheel zooms in notch by notch, about a moving pointer.",
            record: { hand, _ in
                for i in 0..<9 {
                    hand.wait(0.11)
                    hand.send(
                        .wheel(Vector(dx: 0, dy: i < 6 ? -1 : 1)),
                        Point(x: 400 + 40 * Double(i), y: 310))
                }
            }, outcome: turned),
        ReplayTrace(
            name: "wheel-to-both-limits",
            gesture: "A fast wheel zooms in as far as it goes, and out as far as it goes.",
            record: { hand, _ in
                for i in 0..<64 {
                    hand.wait(0.02)
                    hand.send(
                        .wheel(Vector(dx: 0, dy: i < 24 ? -2 : 2.5)), Point(x: 640, y: 310))
                }
            },
            outcome: { trace, plot, _ in
                Outcome(
                    window: plot.bounds, rest: trace.frames.last?.time,
                    rule: "the whole range")
            }),
        ReplayTrace(
            name: "wheel-over-the-axis",
            gesture: "A wheel in eighths of a step over the time axis.",
            record: { hand, plot in
                for _ in 0..<40 {
                    hand.wait(0.016)
                    hand.send(
                        .wheel(Vector(dx: 0, dy: -0.125)), Point(x: 820, y: plot.rect.maxY + 14))
                }
            }, outcome: turned),
        ReplayTrace(
            name: "wheel-sideways", gesture: "A wheel tilted to the right moves the chart.",
            record: { hand, _ in
                for _ in 0..<5 {
                    hand.wait(0.09)
                    hand.send(.wheel(Vector(dx: 1, dy: 0)), Point(x: 600, y: 310))
                }
            },
            outcome: { trace, plot, start in
                Outcome(
                    window: plot.panned(start, by: -300), rest: trace.frames.last?.time,
                    rule: "60 points a step")
            }),
    ]

    // MARK: A touchpad

    private static let pad = Point(x: 640, y: 320)

    private static func stopped(_ trace: InputTrace) -> Double {
        trace.time { if case .scrollStopped = $0 { true } else { false } }
    }

    static let scrolling = [
        ReplayTrace(
            name: "touchpad-momentum", gesture: "Two fingers throw the chart on a touchpad.",
            record: { hand, _ in
                hand.scroll(
                    by: Vector(dx: -260, dy: 12), at: pad, in: 0.3, rate: 140, resting: 0.01,
                    ReplayHand.thrown)
            },
            outcome: { trace, plot, start in
                let way = trace.scrolled
                let fling = ReplayFling(way)
                return Outcome(
                    window: plot.panned(start, by: (way.last?.place.dx ?? 0) + fling.distance),
                    rest: stopped(trace) + fling.duration,
                    rule:
                        "the fingers' path along x, and the momentum of their last tenth of a second"
                )
            }),
        ReplayTrace(
            name: "fling-stopped-by-hold",
            gesture: "A touchpad's throw is stopped by fingers that come to rest on it.",
            record: { hand, _ in
                hand.scroll(
                    by: Vector(dx: 240, dy: 4), at: pad, in: 0.28, resting: 0.01, ReplayHand.thrown)
                hand.wait(0.25)
                hand.send(.holdBegan(fingers: 2), pad)
                hand.wait(0.3)
                hand.send(.holdEnded(isCancelled: false), pad)
            },
            outcome: { trace, plot, start in
                let way = trace.scrolled
                let fling = ReplayFling(way)
                let hold = trace.time { $0 == .holdBegan(fingers: 2) }
                return Outcome(
                    window: plot.panned(
                        start,
                        by: (way.last?.place.dx ?? 0) + fling.distance(after: hold - stopped(trace))
                    ),
                    rest: hold, rule: "v·exp(-k·t) until the hold")
            }),
        ReplayTrace(
            name: "lock-near-horizontal",
            gesture: "Two fingers scroll at ten degrees to the horizontal.",
            record: { hand, _ in
                hand.scroll(by: Vector(dx: 220, dy: 39), at: pad, in: 0.6, resting: 0.14)
            },
            outcome: { trace, plot, start in
                Outcome(
                    window: plot.panned(start, by: trace.scrolled.last?.place.dx ?? 0),
                    rest: stopped(trace), rule: "the part along x alone")
            }),
        ReplayTrace(
            name: "lock-near-vertical",
            gesture: "Two fingers scroll at ten degrees to the vertical.",
            record: { hand, _ in
                hand.scroll(by: Vector(dx: -30, dy: 170), at: pad, in: 0.6, resting: 0.14)
            }, outcome: unchanged("the values cannot be moved, and time is not affected")),
        ReplayTrace(
            name: "trackpoint-scroll", gesture: "A trackpoint scrolls and just stops.",
            record: { hand, _ in
                hand.scroll(
                    by: Vector(dx: 180, dy: 0), at: pad, in: 0.8, rate: 60, source: .continuous)
            },
            outcome: { trace, plot, start in
                Outcome(
                    window: plot.panned(start, by: trace.scrolled.last?.place.dx ?? 0),
                    rest: (trace.frames.last?.time ?? 0) + 0.2,
                    rule: "its path; ended after a pause of 0.2 s, without momentum")
            }),
        ReplayTrace(
            name: "control-scroll-zoom", gesture: "Control and a scroll zoom about the pointer.",
            record: { hand, _ in
                let place = Point(x: 800, y: 320)
                hand.scroll(
                    by: Vector(dx: 3, dy: -150), at: place, in: 0.7, holding: .control, resting: 0.1
                )
            },
            outcome: { trace, plot, start in
                Outcome(
                    window: plot.zoomed(
                        start, by: exp((trace.scrolled.last?.place.dy ?? 0) / 200), about: 800),
                    rest: stopped(trace), rule: "a factor e in 200 points")
            }),
        ReplayTrace(
            name: "touchpad-pinch-about-the-pointer",
            gesture: "Two fingers spread on a touchpad, turn a little and drift.",
            record: { hand, _ in
                hand.send(.pinchBegan(fingers: 2), pad)
                var sent = (way: Vector.zero, turn: 0.0)
                hand.move(0.9, rate: 125, ReplayHand.calm) { hand, part, tremor in
                    let step = ((Vector(dx: 60, dy: -20) * part + tremor) - sent.way) * 256
                    let fixed = Vector(
                        dx: step.dx.rounded() / 256, dy: step.dy.rounded() / 256)
                    sent.way = sent.way + fixed
                    hand.send(
                        .pinchUpdated(
                            translation: fixed, scale: (exp(0.9 * part) * 256).rounded() / 256,
                            rotation: 12 * part - sent.turn), pad)
                    sent.turn = 12 * part
                }
                hand.wait(0.05)
                hand.send(.pinchEnded(isCancelled: false), pad)
            },
            outcome: { trace, plot, start in
                var (way, scale) = (0.0, 1.0)
                for case .pinchUpdated(let step, let now, _) in trace.frames.flatMap(\.events)
                    .map(\.kind)
                {
                    way += step.dx
                    scale = now
                }
                return Outcome(
                    window: plot.window(
                        of: start.length / scale, value: plot.value(at: 640, start),
                        at: 640 + way),
                    rest: trace.frames.last?.time,
                    rule: "the compositor's scale, about the pointer and the fingers' drift")
            }),
    ]

    // MARK: The overview

    private static let year = Extent(min: 1_735_689_600, max: 1_735_689_600 + 300 * day)

    private static func strip(_ plot: ReplayPlot, _ time: Double) -> Point {
        Point(
            x: plot.overview.minX + (time - plot.domain.min) / plot.domain.length
                * plot.overview.width,
            y: plot.overview.midY)
    }

    static let overviewing = [
        ReplayTrace(
            name: "overview-window-dragged",
            gesture: "The overview's window is dragged with a mouse.",
            view: .window(year),
            record: { hand, plot in
                let a = strip(plot, year.mid)
                hand.drag(from: a, to: a + Vector(dx: 150, dy: 6), in: 0.8)
            },
            outcome: { trace, plot, start in
                let way = trace.dragged
                let travel = (way.last?.place.x ?? 0) - (way.first?.place.x ?? 0)
                return Outcome(
                    window: start.offset(by: travel / plot.overview.width * plot.domain.length),
                    rest: nil, rule: "the mouse's path in the scale of the strip")
            }),
        ReplayTrace(
            name: "overview-handle-through-the-other",
            gesture: "A finger drags the lower handle past the upper one.", view: .window(year),
            record: { hand, plot in
                let a = strip(plot, year.min) + Vector(dx: 4, dy: 0)
                let b = strip(plot, year.max) + Vector(dx: 60, dy: 4)
                hand.swipe(from: a, to: b, in: 1, resting: 0.1)
            },
            outcome: { _, plot, start in
                Outcome(
                    window: Extent(
                        min: start.max - 50 / plot.overview.width * plot.domain.length,
                        max: start.max),
                    rest: nil, rule: "the handles stay 50 points apart")
            }),
        ReplayTrace(
            name: "overview-drag-cancelled",
            gesture: "The compositor cancels a finger that drags the overview's window.",
            view: .window(year),
            record: { hand, plot in
                let a = strip(plot, year.mid)
                let b = a + Vector(dx: -170, dy: 2)
                hand.send(.touchBegan(0), a)
                hand.slide(0, from: a, to: b, in: 0.6)
                hand.send(.touchCancelled, b)
            },
            outcome: { trace, _, start in
                Outcome(
                    window: start, rest: nil, rule: "everything as before the finger came down")
            }),
    ]
}
