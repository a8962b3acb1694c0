import ChartCore
import ChartInteraction
import Charts
import HealthData

/// The notes of the library that is shown, and where its records are damaged.
@MainActor
final class LibraryNotes {
    private unowned let model: ViewerModel
    /// The notes, earliest first.
    private(set) var all: [Library.Note] = []
    /// The spans of time in which samples of a metric are damaged or missing in the library.
    private(set) var damagedSpans: [MetricID: [ClosedRange<Double>]] = [:]

    init(_ model: ViewerModel) { self.model = model }

    /// Takes the notes and the damaged spans of another document.
    func take(_ notes: [Library.Note], damaged: [MetricID: [ClosedRange<Double>]]) {
        damagedSpans = damaged
        keep(notes)
    }

    private func keep(_ notes: [Library.Note]) {
        all = notes
        for metricChart in model.allMetricCharts { show(on: metricChart) }
    }

    /// Shows the notes and the damaged spans on a chart.
    func show(on metricChart: MetricChart) {
        metricChart.show(all, damaged: damagedSpans[metricChart.metric.id] ?? [])
    }

    /// From the first note to the last one; nil without notes.
    var extent: Extent? {
        guard let first = all.first else { return nil }
        let last = all.reduce(first.end) { max($0, $1.end) }
        return Extent(min: first.start, max: last.nextUp)
    }

    /// Takes the current notes.
    func take(_ notes: [Library.Note], at time: Double) {
        guard notes != all else { return }
        keep(notes)
        // A note may be in a range without data.
        model.updateBounds(at: time)
        model.active.refreshCrosshair()
        model.onChange(.data)
    }

    /// Whether a library is shown, in which notes are kept.
    var areKept: Bool { model.datasets != nil && model.metricChart != nil }

    /// A note by its id.
    subscript(id: Library.Note.ID) -> Library.Note? { all.first { $0.id == id } }

    /// The metric that a new note can be restricted to.
    var candidate: MetricID? { model.metricChart?.metric.id }

    /// The span of a new note.
    ///
    /// It is the selected span, else the span of the crosshair's reading, else the day of `now` if
    /// that is in view or nothing is in view, else the last day in view.
    func span(now: Double) -> Extent {
        if let selection = model.active.selection, selection.isShown { return selection.span }
        if let reading = model.active.reading, model.isTimed {
            return reading.span ?? Extent(min: reading.time, max: reading.time)
        }
        let view = model.isTimed ? model.x.target.intersection(model.timedExtent) : .nothing
        let instant = view.isEmpty || model.x.target.contains(now) ? now : view.max.nextDown
        let day = model.calendar.start(of: .day, containing: instant)
        return Extent(min: day, max: day)
    }

    /// Shows the time of a note, on a chart that has the note.
    func show(_ note: Library.Note, at time: Double) {
        if let metric = note.metric, model.metricCharts[metric] != nil {
            model.choose(metric, at: time)
        } else if let selected = model.selected, model.navigator.route != .metric(selected) {
            model.choose(selected, at: time)
        }
        guard model.isTimed else { return }
        let span = NoteTime.span(of: note, in: model.calendar)
        guard !model.x.target.contains(span) else { return }
        if model.hasCalendarPages, span.length <= model.x.target.length {
            model.turn(toPageOf: span.mid, at: time)
        } else if let (range, cause) = model.dates.view(toShow: span) {
            model.glide(to: range, at: time, cause: cause)
        }
        model.onChange(.input)
    }
}
