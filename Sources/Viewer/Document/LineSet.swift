import ChartCore
import HealthData

/// The lines of one chart: readings of the same unit at the same times, each with a name.
struct LineSet: Sendable {
    /// One of the lines.
    struct Line: Sendable {
        var metric: MetricID
        var name: String
        /// Red, green and blue as the file gives them; nil for a colour of the theme.
        var color: UInt32?
        var readings: Readings
    }

    var lines: [Line] = []

    /// From the first to the last reading of all lines.
    var timeExtent: Extent {
        lines.reduce(.nothing) { $0.union($1.readings.series.timeExtent) }
    }

    /// The line that most of the others have their times in common with.
    var longest: Line? { lines.max { $0.readings.series.count < $1.readings.series.count } }
}

extension MetricData {
    /// The most columns of a table that are one chart: more lines cannot be distinguished.
    private static let mostColumns = 12

    /// The metrics with the charts that they are lines of.
    ///
    /// Lines that a file names as those of one chart are only in the chart. The columns of a table
    /// that have one unit are in the list by themselves, and behind them as one chart.
    static func withCharts(_ all: [MetricData]) -> [MetricData] {
        var result: [MetricData] = []
        var charts: [String: [MetricData]] = [:]
        for data in all {
            guard let line = data.metric.line, case .readings = data.content else { continue }
            charts[line.chart, default: []].append(data)
        }
        var columns: [String: [MetricData]] = [:]
        for data in all where data.isColumn { columns[data.metric.unit, default: []].append(data) }
        for data in all {
            if let chart = data.metric.line?.chart, let lines = charts.removeValue(forKey: chart) {
                result.append(chartOfLines(chart, lines))
            } else if data.metric.line == nil {
                result.append(data)
            }
            guard data.isColumn, let group = columns[data.metric.unit],
                group.count > 1, group.last?.metric.id == data.metric.id
            else { continue }
            let together = group.filter { $0.sharesTimes(with: group[0]) }
            if (2...mostColumns).contains(together.count) {
                let names = together.map(\.metric.title)
                result.append(chartOfLines(names.joined(separator: ", "), together))
            }
        }
        return result
    }

    /// Whether it is a column of a table whose meaning is not known.
    private var isColumn: Bool {
        guard case .readings = content else { return false }
        return metric.id.rawValue.hasPrefix("column:")
    }

    /// Whether at least nine of ten readings of the shorter series have the time of one of the other.
    private func sharesTimes(with other: MetricData) -> Bool {
        guard case .readings(let own) = content, case .readings(let others) = other.content else {
            return false
        }
        let (a, b) = (own.series.times, others.series.times)
        var (i, j, common) = (0, 0, 0)
        while i < a.count, j < b.count {
            if a[i] == b[j] {
                (common, i, j) = (common + 1, i + 1, j + 1)
            } else if a[i] < b[j] {
                i += 1
            } else {
                j += 1
            }
        }
        return common * 10 >= min(a.count, b.count) * 9 && common > 0
    }

    private static func chartOfLines(_ title: String, _ all: [MetricData]) -> MetricData {
        var set = LineSet()
        for data in all {
            guard case .readings(let readings) = data.content else { continue }
            set.lines.append(
                LineSet.Line(
                    metric: data.metric.id, name: data.metric.line?.name ?? data.metric.title,
                    color: data.metric.line?.color, readings: readings))
        }
        let metric = Metric(
            id: .lines(title), family: .other, unit: all.first?.metric.unit ?? "",
            aggregation: .mean, title: title)
        var result = MetricData(
            metric: metric, content: .lines(set), count: all.reduce(0) { $0 + $1.count })
        result.decimals = all.compactMap(\.decimals).max()
        result.leftOut = all.flatMap(\.leftOut).sorted { $0.time < $1.time }
        return result
    }
}
