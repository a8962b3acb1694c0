import ChartCore
import ChartInteraction
import Charts
import Geometry
import HealthData

extension ActiveChart {
    /// What is selected; nil for nothing.
    var selection: SpanSelection? { spans.selection }

    /// Makes the tracker that selects spans of the displayed chart.
    func makeSpans() -> SpanTracker {
        let tracker = SpanTracker(
            .init(
                chart: { [unowned self] in canSelect && model.selected != nil ? chart : nil },
                snap: { [unowned self] span in
                    snapped(span)
                },
                nearest: { [unowned self] x in metricChart?.reading(at: x)?.time },
                step: { [unowned self] x, count in metricChart?.step(from: x, by: count) },
                start: { [unowned self] in reading?.time },
                reveal: { [unowned self] x, chart, time in
                    if model.hasCalendarPages {
                        model.turn(toPageOf: x, at: time)
                    } else {
                        model.glide(to: chart.x.target.showing(x), at: time, cause: .page)
                    }
                },
                willBegin: { [unowned self] time in
                    point(at: nil, at: time)
                    selectionMetric = model.selected
                }))
        tracker.onChange = { [unowned self] in model.onChange(.input) }
        return tracker
    }

    /// Clears the selection.
    func clearSelection(at time: Double) { spans.clear(at: time) }

    /// Whether spans can be selected, which requires a time axis.
    var canSelect: Bool { chart != nil && model.isTimed }

    /// The unit of the bars; nil if samples are shown individually.
    private var barUnit: CalendarUnit? { metricChart?.bars?.unit }

    /// Whether the stages of a night are shown, of which any part can be selected.
    private var showsNight: Bool { metricChart?.parts.nights?.picture == .lanes }

    /// A marked span, at the borders of bars or the times of samples; in a night at whole seconds.
    private func snapped(_ span: Extent) -> Extent {
        if showsNight { return Extent(min: span.min.rounded(), max: span.max.rounded()) }
        return metricChart?.data.snapped(span, unit: barUnit, calendar: model.calendar) ?? span
    }

    /// The figures of the selected span; nil if nothing is selected.
    var spanFigures: SpanFigures? {
        guard let selection, selection.isShown else { return nil }
        // All of a page is compared with the page before, whatever of it has readings.
        let view = model.axis.target
        let isWhole =
            snapped(Extent(min: view.min, max: view.max.nextDown)) == selection.span
        return figures(over: selection.span, in: isWhole ? view : nil)
    }

    /// The figures of the selected span, else of everything in view; nil if nothing is in view.
    var figuresInView: SpanFigures? {
        if let spanFigures { return spanFigures }
        guard canSelect, let data = metricChart?.data else { return nil }
        let view = model.axis.target.intersection(data.extent)
        guard !view.isEmpty, metricChart?.hasData(over: model.axis.target) == true else {
            return nil
        }
        let last = view.max > view.min ? view.max.nextDown : view.max
        return figures(
            over: showsNight
                ? model.axis.target : snapped(Extent(min: view.min, max: last)),
            in: model.axis.target)
    }

    /// The figures of a span, or of what a view shows.
    private func figures(over span: Extent, in view: Extent? = nil) -> SpanFigures? {
        guard let data = metricChart?.data else { return nil }
        if showsNight {
            // The night before, or the same time of it.
            let before =
                view.flatMap(model.dates.dayPage(before:))
                ?? span.offset(by: -CalendarUnit.day.meanLength)
            return SpanFigures(
                span: span, summary: data.nightSummary(over: span), spanBefore: before,
                before: data.nightSummary(over: before))
        }
        let unit = barUnit
        let isSum = unit != nil
        let before = data.span(
            before: span, in: view ?? span, unit: unit, calendar: model.calendar)
        return SpanFigures(
            span: span,
            summary: data.summary(
                over: span, isClosed: !isSum, unit: unit, calendar: model.calendar),
            spanBefore: before,
            before: data.summary(
                over: before, isClosed: false, unit: unit, calendar: model.calendar))
    }
}
