// The selection of a span of x, by a drag or by keys.
//
// Method: a small state machine like that of the crosshair (`CrosshairTracker`). It keeps where
// selecting began and the position it has reached, and asks its source for the span between the
// two, so that a host decides how a span is snapped. It draws nothing: `SpanHighlight` does.

import ChartCore
import ChartInteraction
import Geometry

/// The span of x that is selected in charts with one x dimension.
///
/// A drag with the right button or with Shift selects (`Gesture.Kind.select`), a click elsewhere clears the
/// selection, and keys extend it from reading to reading.
@MainActor
public final class SpanTracker {
    /// The source of the charts, positions and actions for selecting.
    @MainActor
    public struct Source {
        /// The chart whose plot is dragged over; nil while nothing can be selected.
        public var chart: () -> Chart?
        /// The span to select for the values of x between two positions: from border to border of
        /// bars, or from sample to sample.
        public var snap: (Extent) -> Extent
        /// The position of the reading nearest to a value of x; nil for none.
        public var nearest: (_ x: Double) -> Double?
        /// The position a number of readings after another, before it if negative; nil for none.
        public var step: (_ x: Double, _ count: Int) -> Double?
        /// The value of x that keys begin at; nil for the middle of the view.
        public var start: () -> Double?
        /// Moves the view to include a position beyond it.
        public var reveal: (_ x: Double, _ chart: Chart, _ time: Double) -> Void
        /// Called before selecting begins.
        public var willBegin: (_ time: Double) -> Void

        /// Creates a source.
        public init(
            chart: @escaping () -> Chart?,
            snap: @escaping (Extent) -> Extent,
            nearest: @escaping (_ x: Double) -> Double?,
            step: @escaping (_ x: Double, _ count: Int) -> Double?,
            start: @escaping () -> Double? = { nil },
            reveal: @escaping (_ x: Double, _ chart: Chart, _ time: Double) -> Void,
            willBegin: @escaping (_ time: Double) -> Void = { _ in }
        ) {
            self.chart = chart
            self.snap = snap
            self.nearest = nearest
            self.step = step
            self.start = start
            self.reveal = reveal
            self.willBegin = willBegin
        }
    }

    private let source: Source
    /// The selection; nil for none.
    public private(set) var selection: SpanSelection?
    /// When it last changed, in seconds; nil while nothing was ever selected.
    public private(set) var changeTime: Double?
    /// The selection before the drag that is under way.
    private var before: SpanSelection?
    /// Called when the selection changes.
    public var onChange: () -> Void = {}

    /// A tracker with nothing selected.
    public init(_ source: Source) { self.source = source }

    // MARK: By a drag

    /// Follows a gesture; returns whether it selects or clears, so that no other tool gets it.
    public func follow(_ gesture: Gesture) -> Bool {
        switch gesture.kind {
        case .select: drag(gesture)
        case .tap(let count) where gesture.button == .left && count == 1:
            // A click elsewhere clears the selection, and does nothing else.
            guard let selection, let chart = source.chart(), selection.isShown else { return false }
            let place = chart.projection.valueX(atPoint: gesture.location.x)
            if chart.plot.contains(gesture.location), selection.span.contains(place) {
                return false
            }
            clear(at: gesture.time)
        default: return false
        }
        return true
    }

    private func drag(_ gesture: Gesture) {
        guard let chart = source.chart() else { return }
        func place(_ point: Point) -> Double {
            let plot = chart.plot
            return chart.projection.valueX(atPoint: min(max(point.x, plot.minX), plot.maxX))
        }
        switch gesture.phase {
        case .began:
            guard chart.plot.contains(gesture.origin) else { return }
            before = selection
            source.willBegin(gesture.time)
            selection = SpanSelection(
                anchor: place(gesture.origin), head: place(gesture.location), span: .nothing,
                hold: .drag, time: gesture.time)
            snap(at: gesture.time)
        case .changed, .ended:
            guard selection?.hold == .drag else { return }
            selection?.head = place(gesture.location)
            snap(at: gesture.time)
            if gesture.phase == .ended { finish(at: gesture.time) }
        case .cancelled:
            guard selection?.hold == .drag else { return }
            selection = before
            onChange()
        }
    }

    // MARK: By keys

    /// Begins to select at the source's start, or in the middle of the view.
    public func begin(at time: Double) {
        guard let chart = source.chart() else { return }
        let middle = chart.x.scale.kind.transform.value(at: chart.x.target.mid)
        let start = source.start() ?? source.nearest(middle) ?? middle
        source.willBegin(time)
        selection = SpanSelection(
            anchor: start, head: start, span: .nothing, hold: .keys, time: time)
        snap(at: time)
    }

    /// Selects everything in view, at once.
    public func selectAll(at time: Double) {
        guard let chart = source.chart() else { return }
        let (view, transform) = (chart.x.target, chart.x.scale.kind.transform)
        source.willBegin(time)
        selection = SpanSelection(
            anchor: transform.value(at: view.min), head: transform.value(at: view.max.nextDown),
            span: .nothing, hold: .keys, time: time)
        snap(at: time)
        finish(at: time)
    }

    /// Moves the end that is being selected by a number of readings, back if negative.
    public func extend(by count: Int, at time: Double) {
        guard let head = selection?.head, let place = source.step(head, count) else { return }
        move(to: place, at: time)
    }

    /// Moves the end that is being selected to the first or the last reading in view.
    public func extend(toEnd isLast: Bool, at time: Double) {
        guard let chart = source.chart() else { return }
        let view = chart.x.target
        let end = chart.x.scale.kind.transform.value(at: isLast ? view.max.nextDown : view.min)
        guard let place = source.nearest(end) else { return }
        move(to: place, at: time)
    }

    private func move(to x: Double, at time: Double) {
        guard selection?.hold == .keys, let chart = source.chart() else { return }
        selection?.head = x
        snap(at: time)
        let place = chart.x.scale.kind.transform.place(of: x)
        if !chart.x.target.contains(place) { source.reveal(x, chart, time) }
    }

    /// Completes the selection; without a movement it is cleared.
    public func finish(at time: Double) {
        guard let selection else { return }
        guard selection.isShown else { return clear(at: time) }
        self.selection?.hold = nil
        self.selection?.time = time
        onChange()
    }

    /// Clears the selection.
    public func clear(at time: Double) {
        guard selection != nil else { return }
        selection = nil
        changeTime = time
        onChange()
    }

    /// Forgets everything without a notification: the source of the selection is gone.
    public func forget() {
        selection = nil
        before = nil
    }

    private func snap(at time: Double) {
        guard let selection else { return }
        self.selection?.span = source.snap(
            Extent(
                min: min(selection.anchor, selection.head),
                max: max(selection.anchor, selection.head)))
        self.selection?.time = time
        changeTime = time
        onChange()
    }
}
