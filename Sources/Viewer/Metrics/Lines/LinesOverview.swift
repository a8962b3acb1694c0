import ChartCore
import Charts

/// The lines as small lines: the latest readings of the first, and all that are shown over the whole
/// record.
struct LinesOverview: MetricOverview {
    private let context: MetricContext
    private let marks: LinesMarks

    init(_ context: MetricContext, _ marks: LinesMarks) {
        self.context = context
        self.marks = marks
    }

    var sparkline: Sparkline {
        let values = context.lines.lines.first?.readings.series.values.suffix(24) ?? []
        return Sparkline(shape: .line(Sparkline.normalized(Array(values))))
    }

    func shape(over domain: Extent, columns: Int) -> OverviewShape {
        OverviewShape.lines(
            marks.shown.reversed().map { mark, line in
                (line.readings.series, mark.style.color)
            }, over: domain, count: columns * 2,
            longestGap: marks.shown.reduce(0) { max($0, $1.line.readings.longestGap) })
    }
}
