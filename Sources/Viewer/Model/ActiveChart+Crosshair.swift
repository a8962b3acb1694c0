import ChartCore
import ChartInteraction
import Charts
import Geometry
import HealthData

/// Everything that a reading depends on in addition to its position.
struct ReadingKey: Equatable {
    var metric: MetricID?
    var data: Int
    var legend: Int
    var range: Extent
}

extension ActiveChart {
    /// What the crosshair shows; nil while nothing is pointed at.
    var reading: Reading? { crosshair.reading }

    /// Makes the crosshair, which reads the displayed chart.
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
                // A pointer that has just selected a span does not cover its figures.
                mayHover: { [unowned self] in selection?.isShown != true }))
        tracker.onChange = { [unowned self] before, needsFrame in
            readingDidChange(from: before, needsFrame: needsFrame)
        }
        return tracker
    }

    /// Points the crosshair at a position in the plot; nil removes it.
    ///
    /// - Parameter time: the time of the event that causes it, in seconds; nil for the next frame.
    func point(at place: Point?, at time: Double? = nil) { crosshair.point(at: place, at: time) }

    /// The reading at x, with the person's notes about it.
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

    /// Updates the reading within a frame.
    ///
    /// It depends on the data, the visible series, and the unit that fits the view's length.
    func updateCrosshair() {
        guard crosshair.hold != nil, chart != nil else { return }
        crosshair.noteView()
        if readingKey != currentReadingKey { refreshCrosshair() }
    }

    /// Reads the data at the crosshair's position again.
    func refreshCrosshair() {
        if readingKey?.metric == model.selected { crosshair.refresh() } else { crosshair.forget() }
    }

    /// Moves the view just far enough to keep the crosshair in it.
    func keepCrosshairInView(at time: Double) {
        crosshair.keepInView(at: time, duration: model.appearance.reducesMotion ? 0 : 0.3)
    }

    /// Turns to the page that contains a position, or pans just far enough to show it.
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
