import ChartCore
import ChartInteraction

/// The selection of a figure: one span, shown in all charts of its x dimension.
@MainActor
final class FigureSelection {
    private unowned let figure: ChartFigure
    private(set) lazy var tracker = makeTracker()
    /// Called when another span is selected, or none.
    var onSelect: (SpanSelection?) -> Void = { _ in }

    init(_ figure: ChartFigure) { self.figure = figure }

    private var chart: Chart? { figure.leadPanel?.chart }

    private func makeTracker() -> SpanTracker {
        let tracker = SpanTracker(
            .init(
                chart: { [unowned self] in figure.selectsSpans ? chart : nil },
                snap: { [unowned self] in snap($0) },
                nearest: { [unowned self] x in chart?.reading(at: x)?.x },
                step: { [unowned self] x, count in chart?.step(from: x, by: count) },
                start: { [unowned self] in figure.crosshairPlace },
                reveal: { [unowned self] x, chart, time in
                    let place = chart.x.scale.kind.transform.place(of: x)
                    chart.x.panZoom.glide(
                        to: chart.x.target.showing(place), at: time, duration: chart.duration(),
                        cause: .page)
                    figure.fitTarget(of: chart.x, at: time)
                },
                willBegin: { [unowned self] time in figure.hideCrosshair(at: time) }))
        tracker.onChange = { [unowned self] in show() }
        return tracker
    }

    /// From border to border of bars, or from sample to sample.
    private func snap(_ span: Extent) -> Extent {
        guard let chart else { return span }
        let everywhere = Extent(min: -.infinity, max: .infinity)
        var snapped = Extent.nothing
        for end in [span.min, span.max] {
            guard let reading = chart.reading(at: end, within: everywhere) else { continue }
            let slots = reading.parts.compactMap(\.reading.span)
            for slot in slots { snapped = snapped.union(slot) }
            if slots.isEmpty { snapped.include(reading.x) }
        }
        return snapped.isEmpty ? span : snapped
    }

    /// Shows the span in every chart of the dimension, or removes it.
    private func show() {
        let selected = figure.selectedSpan
        let time = tracker.changeTime ?? 0
        for panel in figure.panels {
            guard let selected, panel.chart.x === chart?.x else {
                panel.highlight.show(nil, at: time)
                continue
            }
            panel.attach([panel.highlight])
            panel.highlight.fadeDuration = panel.chart.duration(0.15)
            panel.highlight.show(selected.span, at: time)
        }
        onSelect(selected)
    }
}
