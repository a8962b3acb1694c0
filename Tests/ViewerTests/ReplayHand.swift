import ChartCore
import ChartInteraction
import Geometry
import Glibc
import SeededRandom

// A hand that records traces.
//
// Data layout: a clock, a seeded generator, and the trace so far.
// Method: a movement is a course between two places over a time, sampled at the device's rate with
// the properties of real input: uneven intervals in whole milliseconds, places in 256ths of a
// point, a tremor of about nine to the second, noise. Slow movements begin and end at rest (the
// minimum-jerk polynomial); throws leave the surface at their greatest speed. Everything is derived
// from the name of the gesture, so the same name gives the same trace.
// Source of the course: Flash and Hogan, "The coordination of arm movements", J. Neurosci. 5
// (1985).

/// A hand that moves as real hands do, and the same way every time.
struct ReplayHand {
    private var numbers: SplitMix
    private var phase = 0.0
    private(set) var time = 5123.4
    private(set) var trace = InputTrace()

    /// The time of the first event, in seconds.
    var start: Double { trace.frames.first?.time ?? time }

    init(_ name: String) {
        numbers = SplitMix(seed: name.utf8.reduce(11) { $0 &* 31 &+ UInt64($1) })
    }

    /// The course of a movement that begins and ends at rest.
    static func calm(_ p: Double) -> Double { p * p * p * (10 - 15 * p + 6 * p * p) }

    /// The course of a throw: from rest to one and a half times the mean speed.
    static func thrown(_ p: Double) -> Double { p * p * (1.5 - 0.5 * p) }

    /// A number in -1…1.
    mutating func noise() -> Double { 2 * numbers.unit() - 1 }

    private mutating func tremor() -> Vector {
        let wave = 2 * .pi * 9.3 * time + phase
        return Vector(dx: 0.3 * sin(wave) + 0.1 * noise(), dy: 0.25 * cos(wave) + 0.1 * noise())
    }

    private static func fixed(_ value: Double) -> Double { (value * 256).rounded() / 256 }

    mutating func wait(_ seconds: Double) {
        time = ((time + seconds * (1 + 0.1 * noise())) * 1000).rounded() / 1000
    }

    /// Sends the events of one frame.
    mutating func send(_ events: [(InputEvent.Kind, Point)], _ modifiers: Modifiers = []) {
        trace.record(
            InputFrame(
                time: time,
                events: events.map { kind, place in
                    InputEvent(
                        time: time,
                        position: Point(x: Self.fixed(place.x), y: Self.fixed(place.y)),
                        kind: kind, modifiers: modifiers)
                }))
    }

    mutating func send(_ kind: InputEvent.Kind, _ place: Point, _ modifiers: Modifiers = []) {
        send([(kind, place)], modifiers)
    }

    /// Reports at a rate until `duration` has passed; `report` gets the fraction of the way and a
    /// tremor.
    mutating func move(
        _ duration: Double, rate: Double, _ course: (Double) -> Double,
        _ report: (inout ReplayHand, Double, Vector) -> Void
    ) {
        let begin = time
        phase = .pi * noise()
        while true {
            let interval = (1 / rate) * (1 + 0.25 * noise())
            time = ((time + max(interval, 0.001)) * 1000).rounded() / 1000
            let part = min((time - begin) / duration, 1)
            let tremor = part < 1 ? tremor() : .zero
            report(&self, course(part), tremor)
            if part >= 1 { return }
        }
    }

    // MARK: Fingers

    /// Moves one finger from a place to another.
    mutating func slide(
        _ id: Int, from a: Point, to b: Point, in duration: Double, rate: Double = 120,
        _ course: (Double) -> Double = ReplayHand.calm
    ) {
        move(duration, rate: rate, course) { hand, part, tremor in
            hand.send(.touchMoved(id), a + (b - a) * part + tremor)
        }
    }

    /// Puts one finger down, moves it from a place to another, rests and lifts it.
    mutating func swipe(
        _ id: Int = 0, from a: Point, to b: Point, in duration: Double, rate: Double = 120,
        resting rest: Double, _ course: (Double) -> Double = ReplayHand.calm
    ) {
        send(.touchBegan(id), a)
        slide(id, from: a, to: b, in: duration, rate: rate, course)
        wait(rest)
        send(.touchEnded(id), b)
    }

    /// Moves two fingers from two places to two others.
    mutating func spread(
        _ a: (from: Point, to: Point), _ b: (from: Point, to: Point), in duration: Double,
        rate: Double = 120, ids: (Int, Int) = (0, 1),
        _ course: (Double) -> Double = ReplayHand.calm
    ) {
        move(duration, rate: rate, course) { hand, part, tremor in
            hand.send([
                (.touchMoved(ids.0), a.from + (a.to - a.from) * part + tremor),
                (.touchMoved(ids.1), b.from + (b.to - b.from) * part + tremor * -0.7),
            ])
        }
    }

    // MARK: A pointer

    /// Moves the pointer from a place to another, with whatever is pressed.
    mutating func point(
        from a: Point, to b: Point, in duration: Double, rate: Double = 125,
        holding modifiers: Modifiers = [], _ course: (Double) -> Double = ReplayHand.calm
    ) {
        move(duration, rate: rate, course) { hand, part, tremor in
            hand.send(.pointerMoved, a + (b - a) * part + tremor * 0.5, modifiers)
        }
    }

    /// Drags with a button, with a rest before the release.
    mutating func drag(
        _ button: PointerButton = .left, from a: Point, to b: Point, in duration: Double,
        rate: Double = 125, holding modifiers: Modifiers = []
    ) {
        send(.pointerMoved, a, modifiers)
        wait(0.12)
        send(.pointerPressed(button), a, modifiers)
        wait(0.03)
        point(from: a, to: b, in: duration, rate: rate, holding: modifiers)
        wait(0.15)
        send(.pointerReleased(button), b, modifiers)
    }

    /// Scrolls with two fingers on a touchpad by a distance, with the pointer at a place; they are
    /// lifted after a rest, if one is given.
    mutating func scroll(
        by distance: Vector, at place: Point, in duration: Double, rate: Double = 110,
        source: ScrollSource = .finger, holding modifiers: Modifiers = [],
        resting rest: Double? = nil, _ course: (Double) -> Double = ReplayHand.calm
    ) {
        var sent = Vector.zero
        move(duration, rate: rate, course) { hand, part, tremor in
            let wanted = distance * part + tremor * 0.5
            let step = Vector(
                dx: Self.fixed(wanted.dx - sent.dx), dy: Self.fixed(wanted.dy - sent.dy))
            guard step != .zero else { return }
            sent = sent + step
            hand.send(.scrolled(step, source), place, modifiers)
        }
        guard let rest else { return }
        wait(rest)
        send(
            [(.scrollStopped(.horizontal), place), (.scrollStopped(.vertical), place)], modifiers)
    }
}
