// Custom interactions: a threshold that is dragged up and down, and a span that is marked while
// Shift is held, with its mean.
//
// `ChartFigure.willHandle` receives every gesture before the charts. The charts never see a gesture
// that it consumes; all others pan and zoom as usual. `Chart.projection` converts points to values.
// Reference lines and highlights animate once `willAdvance` passes the time of each frame to them.

import ChartWindows

@main
struct CustomInteraction {
    @MainActor
    static func main() {
        ChartProgram.run("Drag the threshold", size: Size(width: 900, height: 480)) { program in
            let study = Study(program.theme)
            if program.picture != nil { study.mark(Extent(min: 61, max: 96), at: 0) }
            try program.show(study.figure, picturedAt: 1)
        }
    }
}

/// A chart of daily steps, with its interactions.
@MainActor
final class Study {
    let figure: ChartFigure
    private let chart: Chart
    private let bars: BarMark
    private let steps: [Double]
    private let threshold: ReferenceLine
    private let mean = ReferenceLine(at: .nan, width: 1.5, color: .clear)
    private let span: SpanHighlight
    /// The texts are in two rows above the bars.
    private let above = ReferenceLabel(ReferenceLine(at: 14_000, width: 1, color: .clear))
    private let told = ReferenceLabel(ReferenceLine(at: 13_200, width: 1, color: .clear))
    /// The gesture that drags the threshold, and the threshold at its start.
    private var drag: (id: Int, from: Double)?

    init(_ theme: ChartTheme) {
        steps = (0..<126).map { day in
            let walked = 3000 + (day * 7919 + day * day * 31) % 6500
            return Double(day % 7 > 4 ? walked + 2600 : walked)
        }
        bars = BarMark(id: "Steps", style: BarStyle(width: .fraction(0.7), colors: [.clear]))
            .colors(theme.series[1], theme.series[1].mixed(with: theme.ground, 0.6)).corners(2)
        threshold = ReferenceLine(at: 8000, width: 2, color: theme.series[5])
        mean.color = theme.strongLabel
        span = SpanHighlight(
            style: .init(fill: theme.series[5].opacity(0.12), edge: theme.series[5]))
        chart = Chart { [bars, span, threshold, mean, above, told] in
            bars
            span.drawn(.foreground)
            threshold.drawn(.foreground)
            mean.drawn(.foreground)
            above
            told
            NumberAxis(unit: "d")
            ValueAxis(includesZero: true, headroom: 0.2)
        }
        figure = ChartFigure([chart], theme: theme)
        lift(to: 8000, at: 0)
        chart.showAll()
        told.isFree = { [span] x, _ in x.min >= span.span?.min ?? 0 }
        figure.willHandle = { [unowned self] in handle($0) }
        figure.willAdvance = { [threshold, mean, span] time in
            [threshold.advance(to: time), mean.advance(to: time), span.advance(to: time)]
                .contains(true)
        }
    }

    /// Moves the threshold to a value; the days above it are highlighted and counted.
    func lift(to value: Double, at time: Double) {
        threshold.move(to: max(0, value), at: time, duration: 0)
        let isAbove = steps.map { $0 >= threshold.value }
        bars.show(
            steps.indices.map {
                Bar(center: Double($0), slot: 1, value: steps[$0], color: isAbove[$0] ? 0 : 1)
            })
        above.write("\(isAbove.count { $0 }) days above \(written(threshold.value))")
    }

    /// Marks the days of a span and shows their mean; nil removes the mark.
    func mark(_ days: Extent?, at time: Double) {
        span.show(days, at: time)
        let marked = days.map { days in steps.indices.filter { days.contains(Double($0)) } } ?? []
        let sum = marked.reduce(0) { $0 + steps[$1] }
        let value = marked.isEmpty ? Double.nan : sum / Double(marked.count)
        mean.move(to: value, at: time, duration: 0.2)
        told.write(marked.isEmpty ? "" : "Mean of \(marked.count) days: \(written(value))")
    }

    /// A number in the format of the axis.
    private func written(_ value: Double) -> String { figure.locale.number(value.rounded(.down)) }

    private func handle(_ gesture: Gesture) -> PanZoomInteraction.Response {
        let projection = chart.projection
        switch gesture.kind {
        case .pan:
            let distance = abs(gesture.origin.y - projection.py(threshold.value))
            if gesture.phase == .began, chart.plot.contains(gesture.origin), distance < 10 {
                drag = (gesture.id, threshold.value)
            }
            guard let drag, drag.id == gesture.id else { return [] }
            let value = projection.yValue(at: gesture.location.y)
            lift(to: gesture.phase == .cancelled ? drag.from : value, at: gesture.time)
            if gesture.phase == .ended || gesture.phase == .cancelled { self.drag = nil }
        case .select:
            let ends = [gesture.origin.x, gesture.location.x].map { projection.xValue(at: $0) }
            let days = Extent(min: ends.min() ?? 0, max: ends.max() ?? 0)
            mark(gesture.phase == .cancelled ? nil : days, at: gesture.time)
        case .tap(1) where span.span != nil: mark(nil, at: gesture.time)
        default: return []
        }
        return [.consumed, .changed]
    }
}
