import ChartCore
import ChartInteraction
import Charts
import Geometry
import HealthData

/// A span of time that a person has marked.
struct SpanSelection: Equatable {
    /// What is marking it just now.
    enum Hold {
        case drag
        case keys
    }

    var metric: MetricID
    /// Where marking began, and how far it has come.
    var anchor: Double
    var head: Double
    /// The marked span, from border to border of bars or from sample to sample.
    var span: Extent
    /// Nil once it stands.
    var hold: Hold?
    /// When it was marked last, in seconds.
    var time: Double

    /// Whether anything is marked yet: a press without a movement marks nothing.
    var isShown: Bool { hold != .drag || anchor != head }
}

/// A span and its figures, with the one before it.
struct SpanFigures: Equatable {
    var span: Extent
    var summary: SpanSummary
    var spanBefore: Extent
    var before: SpanSummary
}

extension ViewerModel {
    /// Whether spans can be selected: of what has times.
    var canSelect: Bool { chart != nil && isTimed }

    /// The unit of the bars; nil where samples are shown one by one.
    private var barUnit: CalendarUnit? { presenter?.bars?.unit }

    /// The figures of the marked span; nil where nothing is marked.
    var spanFigures: SpanFigures? {
        guard let selection, selection.isShown else { return nil }
        return figures(over: selection.span)
    }

    /// The figures of the marked span, else of all that is in view; nil where there is none.
    var figuresInView: SpanFigures? {
        if let spanFigures { return spanFigures }
        guard canSelect, let data = presenter?.data else { return nil }
        let view = axis.target.intersection(data.extent)
        guard !view.isEmpty, presenter?.hasData(over: axis.target) == true else { return nil }
        let last = view.max > view.min ? view.max.nextDown : view.max
        return figures(
            over: data.snapped(
                Extent(min: view.min, max: last), unit: barUnit, calendar: calendar))
    }

    private func figures(over span: Extent) -> SpanFigures? {
        guard let data = presenter?.data else { return nil }
        let unit = barUnit
        let isSum = unit != nil
        let before = data.span(before: span, unit: unit, calendar: calendar)
        return SpanFigures(
            span: span,
            summary: data.summary(
                over: span, isClosed: !isSum, unit: unit, calendar: calendar),
            spanBefore: before,
            before: data.summary(over: before, isClosed: false, unit: unit, calendar: calendar))
    }

    // MARK: By hand

    /// Marks what a gesture drags over; whether it was for that.
    func select(_ gesture: Gesture) -> Bool {
        switch gesture.kind {
        case .select: drag(gesture)
        case .tap(let count) where gesture.button == .left && count == 1:
            // A click elsewhere takes the span away, and does nothing else.
            guard let selection, let chart, selection.isShown else { return false }
            let place = chart.projection.xValue(at: gesture.location.x)
            if chart.plot.contains(gesture.location), selection.span.contains(place) {
                return false
            }
            clearSelection(at: gesture.time)
        default: return false
        }
        return true
    }

    private func drag(_ gesture: Gesture) {
        guard canSelect, let chart, let selected else { return }
        func place(_ point: Point) -> Double {
            let plot = chart.plot
            return chart.projection.xValue(at: min(max(point.x, plot.minX), plot.maxX))
        }
        switch gesture.phase {
        case .began:
            guard chart.plot.contains(gesture.origin) else { return }
            selectionBefore = selection
            point(at: nil, at: gesture.time)
            selection = SpanSelection(
                metric: selected, anchor: place(gesture.origin), head: place(gesture.location),
                span: .nothing, hold: .drag, time: gesture.time)
            snapSelection(at: gesture.time)
        case .changed, .ended:
            guard selection?.hold == .drag else { return }
            selection?.head = place(gesture.location)
            snapSelection(at: gesture.time)
            if gesture.phase == .ended { finishSelection(at: gesture.time) }
        case .cancelled:
            guard selection?.hold == .drag else { return }
            selection = selectionBefore
            onChange(.input)
        }
    }

    // MARK: By keys

    /// Begins to mark at the crosshair, or in the middle of the view.
    func beginSelection(at time: Double) {
        guard canSelect, let chart, let selected else { return }
        let place = reading?.time ?? presenter?.reading(at: chart.x.target.mid)?.time
        let start = place ?? chart.x.target.mid
        point(at: nil, at: time)
        selection = SpanSelection(
            metric: selected, anchor: start, head: start, span: .nothing, hold: .keys, time: time)
        snapSelection(at: time)
    }

    /// Moves the end that is being marked on by readings or bars.
    func extendSelection(by count: Int, at time: Double) {
        guard let head = selection?.head, let place = presenter?.step(from: head, by: count) else {
            return
        }
        moveSelection(to: place, at: time)
    }

    /// Moves the end that is being marked to an end of the view.
    func extendSelection(toEnd isLast: Bool, at time: Double) {
        guard let view = chart?.x.target else { return }
        guard let place = presenter?.reading(at: isLast ? view.max.nextDown : view.min)?.time else {
            return
        }
        moveSelection(to: place, at: time)
    }

    private func moveSelection(to place: Double, at time: Double) {
        guard selection?.hold == .keys, let chart else { return }
        selection?.head = place
        snapSelection(at: time)
        guard !chart.x.target.contains(place) else { return }
        if hasCalendarPages {
            turn(toPageOf: place, at: time)
        } else {
            glide(to: chart.x.target.showing(place), at: time, cause: .page)
        }
    }

    /// What is marked stands from now on; what is nothing goes.
    func finishSelection(at time: Double) {
        guard let selection else { return }
        guard selection.isShown else { return clearSelection(at: time) }
        self.selection?.hold = nil
        self.selection?.time = time
        onChange(.input)
    }

    /// Takes the marked span away.
    func clearSelection(at time: Double) {
        guard selection != nil else { return }
        selection = nil
        selectionTime = time
        onChange(.input)
    }

    private func snapSelection(at time: Double) {
        guard let selection, let data = presenter?.data else { return }
        let marked = Extent(
            min: min(selection.anchor, selection.head), max: max(selection.anchor, selection.head))
        self.selection?.span = data.snapped(marked, unit: barUnit, calendar: calendar)
        self.selection?.time = time
        selectionTime = time
        onChange(.input)
    }
}
