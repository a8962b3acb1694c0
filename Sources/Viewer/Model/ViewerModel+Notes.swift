import ChartCore
import ChartInteraction
import Charts
import HealthData

/// The notes of the library that is on show.
extension ViewerModel {
    /// Takes over the notes that there are now.
    func takeNotes(_ notes: [Library.Note], at time: Double) {
        guard notes != self.notes else { return }
        keepNotes(notes)
        // A note may lie where there are no data.
        updateBounds(at: time)
        active.refreshCrosshair()
        onChange(.data)
    }

    /// Whether there is a library on show, in which notes are kept.
    var keepsNotes: Bool { datasets != nil && presenter != nil }

    /// A note by its number.
    func note(_ id: Library.Note.ID) -> Library.Note? { notes.first { $0.id == id } }

    /// The metric that a note that is written now may be about alone.
    var noteCandidate: MetricID? { presenter?.metric.id }

    /// What a note that is written now is of: the span that is marked, what the crosshair tells of,
    /// else the day of `now`, where that is in view or there is nothing in view, else the last day
    /// that is.
    func noteSpan(now: Double) -> Extent {
        if let selection = active.selection, selection.isShown { return selection.span }
        if let reading = active.reading, isTimed {
            return reading.span ?? Extent(min: reading.time, max: reading.time)
        }
        let view = isTimed ? x.target.intersection(timedExtent) : .nothing
        let instant = view.isEmpty || x.target.contains(now) ? now : view.max.nextDown
        let day = calendar.start(of: .day, containing: instant)
        return Extent(min: day, max: day)
    }

    /// Shows when a note is, on a chart that it is on.
    func show(_ note: Library.Note, at time: Double) {
        if let metric = note.metric, presenters[metric] != nil {
            choose(metric, at: time)
        } else if let selected, navigator.route != .metric(selected) {
            choose(selected, at: time)
        }
        guard isTimed else { return }
        let span = NoteTime.span(of: note, in: calendar)
        guard !x.target.contains(span) else { return }
        if hasCalendarPages, span.length <= x.target.length {
            turn(toPageOf: span.mid, at: time)
        } else if span.length <= 0.8 * x.target.length {
            glide(to: x.target.showing(span.min).showing(span.max), at: time, cause: .page)
        } else {
            glide(to: span.expanded(by: span.length * 0.1), at: time, cause: .zoom)
        }
        onChange(.input)
    }
}
