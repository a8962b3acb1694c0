import ChartCore
import ChartInteraction
import Charts
import Geometry
import HealthData

/// All that a reading depends on beside its place.
struct ReadingKey: Equatable {
    var metric: MetricID?
    var data: Int
    var legend: Int
    var range: Extent
}

extension ActiveChart {
    /// What the crosshair shows; nil while nothing is pointed at.
    var reading: Reading? { crosshair.reading }

    /// What a crosshair of the chart on show reads.
    func makeCrosshair() -> CrosshairTracker<Reading> {
        let tracker = CrosshairTracker<Reading>(
            .init(
                chart: { [unowned self] in chart },
                read: { [unowned self] x in
                    readingKey = currentReadingKey
                    return fullReading(at: x).map { ($0.time, $0) }
                },
                step: { [unowned self] x, count in metricChart?.step(from: x, by: count) },
                reveal: { [unowned self] x, chart, time in reveal(x, in: chart, at: time) },
                // A pointer that has just marked a span does not cover its figures.
                mayHover: { [unowned self] in selection?.isShown != true }))
        tracker.onChange = { [unowned self] before, needsFrame in
            readingDidChange(from: before, needsFrame: needsFrame)
        }
        return tracker
    }

    /// Points the crosshair at a place in the plot; nil takes it away.
    ///
    /// - Parameter time: of the event that asks for it, in seconds; nil for the next frame.
    func point(at place: Point?, at time: Double? = nil) { crosshair.point(at: place, at: time) }

    /// What is told of the place of x, with what the person has noted of it.
    private func fullReading(at x: Double) -> Reading? {
        guard let metricChart, var reading = metricChart.reading(at: x) else { return nil }
        reading.notes = metricChart.notes(of: reading)
        return reading
    }

    private func readingDidChange(from before: Reading?, needsFrame: Bool) {
        metricChart?.select(reading)
        if let reading, let metric = metricChart?.metric.id,
            reading.time != before?.time || reading.value != before?.value
        {
            model.onSelect(metric, reading)
        }
        if needsFrame { model.onChange(.input) }
    }

    private var currentReadingKey: ReadingKey {
        ReadingKey(
            metric: model.selected, data: model.dataRevision,
            legend: metricChart?.legendRevision ?? 0,
            range: chart?.x.range ?? .nothing)
    }

    /// Brings what is told up to date within a frame: with the data, the series that are shown, and
    /// the unit that the view's length asks for.
    func updateCrosshair() {
        guard crosshair.hold != nil, chart != nil else { return }
        crosshair.noteView()
        if readingKey != currentReadingKey { refreshCrosshair() }
    }

    /// Reads again what there is at the crosshair's place.
    func refreshCrosshair() {
        if readingKey?.metric == model.selected { crosshair.refresh() } else { crosshair.forget() }
    }

    /// Moves a view that the crosshair is leaving so far that it stays in it.
    func keepCrosshairInView(at time: Double) {
        crosshair.keepInView(at: time, duration: model.appearance.reducesMotion ? 0 : 0.3)
    }

    /// Turns to the page that holds a place, or pans just so far.
    private func reveal(_ place: Double, in chart: Chart, at time: Double) {
        if model.hasCalendarPages { return model.turn(toPageOf: place, at: time) }
        let view = metricChart?.view(of: chart.x.target, showing: place)
        chart.x.panZoom.glide(
            to: view ?? chart.x.target.showing(place), at: time,
            duration: model.appearance.reducesMotion ? 0 : 0.3,
            cause: .page)
        model.onChange(.input)
    }
}
