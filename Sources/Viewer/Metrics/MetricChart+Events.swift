import ChartCore
import Charts
import HealthData
import Localization

/// Notes and damaged spans, in the lane over the plot.
extension MetricChart {
    /// The lane of notes over the plot; nil if the chart has no time axis.
    var lane: EventLane? { context.lane }

    /// Shows the notes about this metric or about all metrics, and the damaged or missing spans.
    func show(_ notes: [Library.Note], damaged: [ClosedRange<Double>] = []) {
        guard let lane else { return }
        let had = !lane.events.isEmpty
        // The ids of notes begin at 1.
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

    /// The notes about a reading, and the values that were left out there: within its span, or too
    /// close to distinguish the positions.
    func notes(of reading: Reading) -> [String] {
        let events = lane?.events ?? []
        guard !events.isEmpty || !data.leftOut.isEmpty else { return [] }
        let density = chart.x.range.length > 0 ? chart.plot.width / chart.x.range.length : 0
        let slack = density > 0 ? Self.nearby / density : 0
        let covered = reading.span ?? Extent(min: reading.time - slack, max: reading.time + slack)
        let notes = events.filter { event in
            let isWithin = event.span.min <= covered.max && event.span.max >= covered.min
            // A note that ends where a bar begins is not about the bar, nor one that begins where
            // it ends.
            let touches = event.span.min == covered.max || event.span.max == covered.min
            return isWithin && (!touches || event.isMoment && event.span.min == covered.min)
        }.map(\.text)
        return notes + leftOut(within: covered)
    }

    /// The values within a span that were left out, in words: at most three of them, and how many
    /// more there are.
    private func leftOut(within span: Extent) -> [String] {
        let found = data.leftOut.filter { $0.time >= span.min && $0.time <= span.max }
        var words = found.prefix(3).map { one in
            var format = format
            format.decimals = MetricFormat.decimals(of: [one.value], metric)
            let figure =
                one.value.isNaN
                ? metric.name
                : one.second.map { format.pair(one.value, $0).text }
                    ?? format.reading(one.value).text
            return one.isFuture
                ? tr("left out, dated after tomorrow: {1}", figure)
                : tr("left out, looks wrong: {1}", figure)
        }
        let more = found.count - words.count
        if more > 0 { words.append(trn("… and {n} more", "… and {n} more", count: more)) }
        return words
    }

    /// How close a note and a reading are to count as the same position, in points.
    private static let nearby = 8.0
}
