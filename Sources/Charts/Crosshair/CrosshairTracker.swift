// The position of a crosshair, and what holds it there.
//
// Method: a small state machine over gestures, keys and moves of the range. What holds the
// crosshair decides what may remove it: one held by a hovering pointer is removed by anything that
// moves the chart; one that was pinned, or moved by keys, stays with the data until they leave the
// view. It draws nothing: its owner shows the reading.

import ChartCore
import ChartInteraction
import Geometry

/// What holds a crosshair in place.
public enum CrosshairHold: Hashable, Sendable {
    /// A pointer that rests over the plot.
    case hover
    /// A finger that was held, and moves on.
    case scrub
    /// A click or a tap: it stays.
    case pinned
    /// The arrow keys: it stays, and moves with the view.
    case keys
}

/// The position of the crosshair of charts with one x dimension, and what holds it there.
///
/// It follows a hovering pointer and a finger that was held, is pinned by a click or a tap, and is
/// moved by keys. `Reading` is the type of what is read at a position.
@MainActor
public final class CrosshairTracker<Reading: Equatable> {
    /// What holds it.
    public typealias Hold = CrosshairHold

    /// The source of its readings and the actions on its behalf.
    @MainActor
    public struct Source {
        /// The chart whose plot is pointed at; nil for none.
        public var chart: () -> Chart?
        /// The reading nearest to a position of x, and its position; nil for none.
        public var read: (_ x: Double) -> (x: Double, reading: Reading)?
        /// The position a number of readings after another, before it if negative; nil for none.
        public var step: (_ x: Double, _ count: Int) -> Double?
        /// Moves the view to include a position beyond it.
        public var reveal: (_ x: Double, _ chart: Chart, _ time: Double) -> Void
        /// Whether a hovering pointer shows anything now.
        public var mayHover: () -> Bool

        /// Creates a source.
        public init(
            chart: @escaping () -> Chart?,
            read: @escaping (_ x: Double) -> (x: Double, reading: Reading)?,
            step: @escaping (_ x: Double, _ count: Int) -> Double?,
            reveal: @escaping (_ x: Double, _ chart: Chart, _ time: Double) -> Void,
            mayHover: @escaping () -> Bool = { true }
        ) {
            self.chart = chart
            self.read = read
            self.step = step
            self.reveal = reveal
            self.mayHover = mayHover
        }
    }

    private let source: Source
    /// What holds it; nil while there is no crosshair.
    public private(set) var hold: Hold?
    /// The position on the x axis that is read.
    public private(set) var x: Double?
    /// The reading; nil for none.
    public private(set) var reading: Reading?
    /// When the reading changed, in seconds of the frame clock; nil for the next frame.
    public private(set) var changeTime: Double?
    /// Called with the previous reading when the reading changes.
    ///
    /// `needsFrame` is false within a frame, where none has to be requested.
    public var onChange: (_ before: Reading?, _ needsFrame: Bool) -> Void = { _, _ in }
    /// Its position in the view, from 0 to 1, when the view is at rest.
    private var fraction = 0.5
    /// Whether the pressed finger or button stopped a motion: then it points at nothing.
    private var hasStoppedMotion = false

    /// A crosshair that is not shown yet.
    public init(_ source: Source) { self.source = source }

    /// Whether it stays in place while the view moves.
    public var isHeldFast: Bool { hold == .pinned || hold == .keys }

    // MARK: Pointing

    /// Points at a position in the plot, in points; nil removes the crosshair.
    ///
    /// - Parameter time: of the event that requests it, in seconds; nil for the next frame.
    public func point(at place: Point?, by hold: Hold = .hover, at time: Double? = nil) {
        guard let place, let chart = source.chart(), chart.plot.contains(place) else {
            return release(at: time)
        }
        stand(at: chart.projection.valueX(atPoint: place.x), by: hold, at: time)
    }

    /// Moves the crosshair to the reading nearest to a position of x, if that is in view.
    public func stand(at x: Double, by hold: Hold, at time: Double?) {
        guard let chart = source.chart(), let found = source.read(x),
            Self.holds(chart.x.target, found.x, chart) || Self.holds(chart.x.range, found.x, chart)
        else { return release(at: time) }
        self.hold = hold
        self.x = found.x
        notify(found.reading, at: time)
    }

    /// Removes the crosshair.
    public func release(at time: Double?) {
        hold = nil
        x = nil
        notify(nil, at: time)
    }

    /// Reads again at its position, within a frame: the data or their texts have changed.
    public func refresh() {
        guard let x else { return }
        let found = source.read(x)
        if found == nil {
            hold = nil
            self.x = nil
        }
        notify(found?.reading, at: nil, needsFrame: false)
    }

    /// Removes the crosshair within a frame.
    public func forget() {
        guard hold != nil || x != nil else { return }
        hold = nil
        x = nil
        notify(nil, at: nil, needsFrame: false)
    }

    private func notify(_ reading: Reading?, at time: Double?, needsFrame: Bool = true) {
        let before = self.reading
        guard reading != before else { return }
        self.reading = reading
        changeTime = time
        onChange(before, needsFrame)
    }

    /// Whether a range of places contains a value of x.
    private static func holds(_ range: Extent, _ x: Double, _ chart: Chart) -> Bool {
        range.contains(place(x, chart))
    }

    private static func place(_ x: Double, _ chart: Chart) -> Double {
        chart.x.scale.kind.transform.place(of: x)
    }

    // MARK: With the view

    /// Records, within a frame, its position in a view at rest.
    public func noteView() {
        guard hold != nil, let x, let chart = source.chart(), !chart.x.panZoom.isHeld,
            !chart.x.panZoom.isMoving, chart.x.range.length > 0
        else { return }
        fraction = (Self.place(x, chart) - chart.x.range.min) / chart.x.range.length
    }

    /// Called when the visible range has moved: a crosshair that is held fast moves with the data
    /// until it leaves the view.
    public func rangeDidMove(_ cause: RangeCause) {
        guard let hold, let chart = source.chart(), let x else { return }
        guard isHeldFast else { return release(at: nil) }
        let view = chart.x.panZoom.isMoving ? chart.x.target : chart.x.range
        // A zoom by keys keeps it in view separately.
        guard !Self.holds(view, x, chart), cause != .zoom else { return }
        guard hold == .keys, cause == .page else { return release(at: nil) }
        // A crosshair held by keys also turns the page.
        let transform = chart.x.scale.kind.transform
        stand(
            at: transform.value(at: view.min + fraction * view.length), by: .keys, at: nil)
    }

    /// Moves the view so that a zoom by keys does not take it out of view.
    ///
    /// - Parameter duration: how long that takes, in seconds; 0 for at once.
    public func keepInView(at time: Double, duration: Double) {
        guard isHeldFast, let x, let chart = source.chart() else { return }
        let view = chart.x.target
        guard !Self.holds(view, x, chart) else { return }
        chart.x.panZoom.glide(
            to: view.showing(Self.place(x, chart)), at: time, duration: duration, cause: .zoom)
    }

    // MARK: Keys

    /// Steps from reading to reading; if there is no crosshair yet, it enters from the side.
    public func step(by count: Int, at time: Double) {
        guard let chart = source.chart() else { return }
        guard let x, reading != nil else { return move(toEnd: count < 0, at: time) }
        guard let next = source.step(x, count) else {
            hold = .keys
            return
        }
        hold = .keys
        self.x = next
        if !Self.holds(chart.x.target, next, chart) { source.reveal(next, chart, time) }
        stand(at: next, by: .keys, at: time)
    }

    /// Moves the crosshair to the first or the last reading in view.
    public func move(toEnd isLast: Bool, at time: Double) {
        guard let chart = source.chart() else { return }
        let view = chart.x.target
        let transform = chart.x.scale.kind.transform
        stand(at: transform.value(at: isLast ? view.max : view.min), by: .keys, at: time)
    }

    /// Shows the crosshair in the middle of the view, or removes it.
    public func toggle(at time: Double) {
        guard let chart = source.chart() else { return }
        if reading != nil {
            release(at: time)
        } else {
            let middle = chart.x.scale.kind.transform.value(at: chart.x.target.mid)
            stand(at: middle, by: .keys, at: time)
        }
    }

    // MARK: Pointers and fingers

    /// Follows the hovering pointer and the finger that was held, and is pinned by a click or a
    /// tap.
    ///
    /// Whatever moves the chart removes it, unless it is held fast.
    public func follow(_ gesture: Gesture) {
        switch (gesture.kind, gesture.phase) {
        case (.contact, .began):
            hasStoppedMotion = source.chart()?.x.panZoom.isCoasting ?? false
        case (.hover, .ended), (.hover, .cancelled):
            if hold == .hover { release(at: gesture.time) }
        case (.hover, _):
            if hold != .pinned { hover(gesture) }
        case (.longPress, .ended), (.longPress, .cancelled):
            if hold == .scrub { release(at: gesture.time) }
        case (.longPress, _): point(at: gesture.location, by: .scrub, at: gesture.time)
        case (.tap(let count), .ended): tap(gesture, count)
        case (.pan, _), (.pinch, _), (.wheel, _), (.select, _):
            if !isHeldFast { release(at: gesture.time) }
        default: break
        }
    }

    /// A pointer that only passes outside the plot does not take the crosshair from the keys.
    private func hover(_ gesture: Gesture) {
        guard source.mayHover() else {
            if hold == .hover { release(at: gesture.time) }
            return
        }
        if hold == .keys, source.chart()?.plot.contains(gesture.location) != true { return }
        point(at: gesture.location, by: .hover, at: gesture.time)
    }

    private func tap(_ gesture: Gesture, _ count: Int) {
        guard gesture.button == .left, let chart = source.chart() else { return }
        guard count == 1 else { return release(at: gesture.time) }
        if hasStoppedMotion { return }
        let wasHeldFast = isHeldFast
        let before = x
        point(at: gesture.location, by: .pinned, at: gesture.time)
        guard wasHeldFast, x == before else { return }
        // The same one again: a pointer that is still there continues to show what is under it.
        if gesture.device == .mouse, chart.plot.contains(gesture.location) {
            hold = .hover
        } else {
            release(at: gesture.time)
        }
    }
}

extension Extent {
    /// The extent moved by the least amount that makes it contain a place, a tenth of its length
    /// away from the edge.
    public func showing(_ place: Double) -> Extent {
        let margin = length * 0.1
        if place < min { return offset(by: place - margin - min) }
        if place > max { return offset(by: place + margin - max) }
        return self
    }
}
