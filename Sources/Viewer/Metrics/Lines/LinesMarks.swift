import ChartCore
import ChartScene
import Charts
import Geometry
import HealthData

/// A line for each of the lines, the first one in front.
@MainActor
final class LinesMarks: MetricMarks {
    private(set) var lines: [LineMark] = []
    private let context: MetricContext
    private var chart: Chart { context.chart }

    init(_ context: MetricContext) {
        self.context = context
        dataDidChange()
    }

    /// The lines that are shown, with what they show.
    var shown: [(mark: LineMark, line: LineSet.Line)] {
        zip(lines, context.lines.lines).filter { !$0.0.isHidden }.map { ($0, $1) }
    }

    func dataDidChange() {
        let set = context.lines
        var marks = Dictionary(uniqueKeysWithValues: lines.map { ($0.id, $0) })
        lines = set.lines.map { line in
            let mark =
                marks.removeValue(forKey: line.metric.rawValue)
                ?? LineMark(
                    id: line.metric.rawValue, style: LineStyle(width: 2, color: context.color))
            mark.show(line.readings.series, longestGap: line.readings.longestGap)
            return mark
        }
        let wanted = Array(lines.reversed())
        if !chart.marks.elementsEqual(wanted, by: { $0 === $1 }) { chart.marks = wanted }
        let values = set.lines.reduce(Extent.nothing) {
            $0.union($1.readings.series.valueExtent)
        }
        context.valueRanges = values.isEmpty ? [] : [ReadingsMarks.headroom(values)]
        themeDidChange()
    }

    func themeDidChange() {
        for (index, line) in context.lines.lines.enumerated() {
            let color = color(of: line, index)
            lines[index].style = LineStyle(
                width: 2, color: color, gap: .dashed(.dots(every: 7, width: 2), opacity: 0.6))
        }
        context.legendRevision += 1
    }

    /// The colour that the file gives, mixed until it has the contrast of a mark; one of the theme's
    /// if there is none.
    private func color(of line: LineSet.Line, _ index: Int) -> Color {
        let theme = context.theme
        let wanted =
            line.color.map { Color(hex: $0) }
            ?? (theme.appearance == .light ? ChartTheme.light : .dark).color(of: index)
        return wanted.standingOut(on: [theme.card], at: 3, towards: theme.text1)
    }

    func rangeDidChange(_ range: Extent, at moment: PictureMoment) -> Bool { false }

    /// Nothing moves here: the chart itself animates the fades.
    func advance(to time: Double) -> Bool { false }
}
