import ChartCore
import Charts
import HealthData
import Localization

/// Notes, and what is damaged, in the lane over the plot.
extension MetricChart {
    /// The lane of notes over the plot; nil where the chart does not lie along the dates.
    var lane: EventLane? { context.lane }

    /// Shows the notes about this metric or about all metrics, and where its samples are damaged or
    /// missing.
    func show(_ notes: [Library.Note], damaged: [ClosedRange<Double>] = []) {
        guard let lane else { return }
        let had = !lane.events.isEmpty
        // Notes have numbers from 1 on.
        let gaps = damaged.enumerated().map { number, span in
            ChartEvent(
                id: -1 - Int64(number), span: Extent(min: span.lowerBound, max: span.upperBound),
                text: tr("damaged in the library"))
        }
        lane.events =
            gaps
            + notes.filter { $0.concerns(metric.id) }.map {
                ChartEvent(id: $0.id, span: NoteTime.span(of: $0, in: calendar), text: $0.text)
            }
        if had != !lane.events.isEmpty { context.restyle() }
    }

    /// The notes about what a reading covers: in its span, or so near that both are one place.
    func notes(of reading: Reading) -> [String] {
        guard let lane, !lane.events.isEmpty else { return [] }
        let density = chart.x.range.length > 0 ? chart.plot.width / chart.x.range.length : 0
        let slack = density > 0 ? Self.nearby / density : 0
        let covered = reading.span ?? Extent(min: reading.time - slack, max: reading.time + slack)
        return lane.events.filter { event in
            let isWithin = event.span.min <= covered.max && event.span.max >= covered.min
            // What ends where a bar begins does not belong to it, nor what begins where it ends.
            let touches = event.span.min == covered.max || event.span.max == covered.min
            return isWithin && (!touches || event.isMoment && event.span.min == covered.min)
        }.map(\.text)
    }

    /// How near a note is to a reading for both to be one place, in points.
    private static let nearby = 8.0
}
