import ChartCore
import ChartInteraction
import Geometry
import Glibc

// What has to come of a gesture, worked out apart from the program: from the events of the trace,
// the plot's place and the formulas as they stand in the documents, in the plainest form.

/// The screen under a gesture.
struct ReplayPlot {
    var rect: Rect
    /// What may be looked at.
    var bounds: Extent
    /// The whole record, and where it is drawn small.
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

    /// After the content was moved by so many points.
    func panned(_ window: Extent, by points: Double) -> Extent {
        window.offset(by: -points / rect.width * window.length)
    }

    /// After two fingers went from two places to two others, each with its own data.
    func pinched(_ window: Extent, _ a: (Double, Double), _ b: (Double, Double)) -> Extent {
        let (va, vb) = (value(at: a.0, window), value(at: b.0, window))
        return self.window(
            of: (vb - va) * rect.width / (b.1 - a.1), value: va, at: a.1)
    }

    /// After a zoom about a place.
    func zoomed(_ window: Extent, by factor: Double, about place: Double) -> Extent {
        self.window(of: window.length / factor, value: value(at: place, window), at: place)
    }

    /// The window of the same length at the lower end of what may be looked at.
    func beginning(as window: Extent) -> Extent {
        Extent(min: bounds.min, max: bounds.min + window.length)
    }

    func points(_ distance: Double, _ window: Extent) -> Double {
        distance / window.length * rect.width
    }
}

/// Momentum after the documents: v·exp(-k·t), k = max(4, ln|v| / 2), until 1 pt/s.
struct ReplayFling {
    let velocity: Double
    var decay: Double { max(4, log(abs(velocity)) / 2) }
    var duration: Double { log(abs(velocity)) / decay }
    var distance: Double { distance(after: duration) }

    func distance(after time: Double) -> Double {
        velocity / decay * (1 - exp(-decay * min(time, duration)))
    }

    /// The velocity of a line through the places of the last tenth of a second, the newest counting
    /// most, in points per second.
    ///
    /// By the normal equations, with times counted from the first sample.
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

    /// Of a finger or a pointer.
    init(_ way: [(time: Double, place: Point)]) { self.init(way.map { ($0.time, $0.place.x) }) }

    /// Of a scroll.
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

    /// When it rests for good: looked for from the end, then halved.
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
    /// Where a finger was seen, and when.
    func finger(_ id: Int) -> [(time: Double, place: Point)] {
        frames.flatMap(\.events).compactMap { event in
            switch event.kind {
            case .touchBegan(id), .touchMoved(id): (event.time, event.position)
            default: nil
            }
        }
    }

    /// Where the pointer was seen from the time a button went down.
    var dragged: [(time: Double, place: Point)] {
        let events = frames.flatMap(\.events)
        guard
            let first = events.firstIndex(where: {
                if case .pointerPressed = $0.kind { true } else { false }
            })
        else { return [] }
        return events[first...].map { ($0.time, $0.position) }
    }

    /// How far the content has been scrolled, and when.
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
