import ChartCore
import ChartInteraction
import Geometry
import Glibc

// The required outcome of a gesture, computed independently of the program: from the events of the
// trace, the plot's place and the formulas of the documents, in the simplest form.

/// The screen under a gesture.
struct ReplayPlot {
    var rect: Rect
    /// The limits of the visible range.
    var bounds: Extent
    /// The whole record, and the strip in which it is drawn.
    var domain: Extent
    var overview: Rect

    func value(at place: Double, _ window: Extent) -> Double {
        window.min + (place - rect.minX) / rect.width * window.length
    }

    /// The window of a length with a value at a place.
    func window(of length: Double, value: Double, at place: Double) -> Extent {
        let lower = value - (place - rect.minX) / rect.width * length
        return Extent(min: lower, max: lower + length)
    }

    /// The window after the content was moved by a number of points.
    func panned(_ window: Extent, by points: Double) -> Extent {
        window.offset(by: -points / rect.width * window.length)
    }

    /// The window after two fingers moved from two places to two others, each with its own data.
    func pinched(_ window: Extent, _ a: (Double, Double), _ b: (Double, Double)) -> Extent {
        let (va, vb) = (value(at: a.0, window), value(at: b.0, window))
        return self.window(
            of: (vb - va) * rect.width / (b.1 - a.1), value: va, at: a.1)
    }

    /// The window after a zoom about a place.
    func zoomed(_ window: Extent, by factor: Double, about place: Double) -> Extent {
        self.window(of: window.length / factor, value: value(at: place, window), at: place)
    }

    /// The window of the same length at the lower end of the limits.
    func beginning(as window: Extent) -> Extent {
        Extent(min: bounds.min, max: bounds.min + window.length)
    }

    func points(_ distance: Double, _ window: Extent) -> Double {
        distance / window.length * rect.width
    }
}

/// Momentum as documented: v·exp(-k·t), k = max(4, ln|v| / 2), until 1 pt/s.
struct ReplayFling {
    let velocity: Double
    var decay: Double { max(4, log(abs(velocity)) / 2) }
    var duration: Double { log(abs(velocity)) / decay }
    var distance: Double { distance(after: duration) }

    func distance(after time: Double) -> Double {
        velocity / decay * (1 - exp(-decay * min(time, duration)))
    }

    /// The slope of a line through the places of the last tenth of a second, in points per second.
    ///
    /// The newest sample has the greatest weight. Computed by the normal equations, with times
    /// counted from the first sample.
    init(_ samples: [(time: Double, place: Double)]) {
        guard let last = samples.last else {
            velocity = 0
            return
        }
        var (s, st, sx, stt, stx) = (0.0, 0.0, 0.0, 0.0, 0.0)
        for sample in samples where last.time - sample.time <= 0.1005 {
            let t = sample.time - last.time
            let w = exp(t / 0.04)
            let x = sample.place - last.place
            (s, st, sx) = (s + w, st + w * t, sx + w * x)
            (stt, stx) = (stt + w * t * t, stx + w * t * x)
        }
        velocity = (s * stx - st * sx) / (s * stt - st * st)
    }

    /// The velocity of a finger or a pointer.
    init(_ way: [(time: Double, place: Point)]) { self.init(way.map { ($0.time, $0.place.x) }) }

    /// The velocity of a scroll.
    init(_ way: [(time: Double, place: Vector)]) { self.init(way.map { ($0.time, $0.place.dx) }) }
}

/// The way back to an edge: (x + (v + 10·x)·t)·exp(-10·t), until it is under 0.2 pt and 1 pt/s.
struct ReplaySpring {
    let displacement: Double
    let velocity: Double

    private func isAtRest(_ t: Double) -> Bool {
        let slope = velocity + 10 * displacement
        let fade = exp(-10 * t)
        let place = (displacement + slope * t) * fade
        return abs(place) < 0.2 && abs(slope * fade - 10 * place) < 1
    }

    /// The time until it rests for good: searched from the end, then bisected.
    var duration: Double {
        var high = 6.0
        while high > 0, isAtRest(high) { high -= 0.001 }
        guard high > 0 else { return 0 }
        var low = high
        high += 0.001
        for _ in 0..<60 {
            let middle = (low + high) / 2
            if isAtRest(middle) { high = middle } else { low = middle }
        }
        return high
    }
}

extension InputTrace {
    /// The places of a finger, with their times.
    func finger(_ id: Int) -> [(time: Double, place: Point)] {
        frames.flatMap(\.events).compactMap { event in
            switch event.kind {
            case .touchBegan(id), .touchMoved(id): (event.time, event.position)
            default: nil
            }
        }
    }

    /// The places of the pointer from the time a button was pressed, with their times.
    var dragged: [(time: Double, place: Point)] {
        let events = frames.flatMap(\.events)
        guard
            let first = events.firstIndex(where: {
                if case .pointerPressed = $0.kind { true } else { false }
            })
        else { return [] }
        return events[first...].map { ($0.time, $0.position) }
    }

    /// The distances that the content was scrolled, with their times.
    var scrolled: [(time: Double, place: Vector)] {
        var sum = Vector.zero
        return frames.flatMap(\.events).compactMap { event in
            guard case .scrolled(let delta, _) = event.kind else { return nil }
            sum = sum - delta
            return (event.time, sum)
        }
    }

    func time(of isMeant: (InputEvent.Kind) -> Bool) -> Double {
        frames.flatMap(\.events).last { isMeant($0.kind) }?.time ?? .nan
    }
}
