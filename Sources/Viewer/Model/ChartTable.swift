import ChartCore
import Charts
import HealthData
import Localization

/// The numbers of a chart in its view, as a CSV table for another program.
///
/// A bar of the chart is a row, or a reading, or a name. Values are there twice: in the unit in which
/// they are kept, and in the one that is shown (durations in hours). Series that the person has hidden
/// are left out.
@MainActor
struct ChartTable {
    private let chart: MetricChart
    private let range: Extent
    /// The workouts that the chart is about; nil for other charts.
    private let workouts: [WorkoutEntry]?

    /// A value of each row.
    private struct Column {
        var name: String
        /// The value of the row with an index, in the metric's own unit; nil for none.
        var value: (Int) -> Double?
    }

    /// - Parameters:
    ///   - range: what is in view.
    ///   - workouts: the workouts in view, if these are the records of the chart.
    init(_ chart: MetricChart, over range: Extent, workouts: [WorkoutEntry]? = nil) {
        (self.chart, self.range, self.workouts) = (chart, range, workouts)
    }

    /// The table as bytes of a file.
    var bytes: [UInt8] {
        if let workouts { return Self.bytes(of: workouts, zone: chart.calendar.zone) }
        if chart.parts.nights?.picture == .lanes { return blocks() }
        return switch chart.data.content {
        case .totals(let ladder): totals(chart.bars?.ladder ?? ladder)
        case .readings(let readings): self.readings(readings)
        case .pairs(let pairs): self.pairs(pairs)
        case .lines(let lines): self.lines(lines)
        case .categories(let series): named(series)
        }
    }

    /// Workouts with their figures, in the order of time.
    static func bytes(of workouts: [WorkoutEntry], zone: ZoneRules) -> [UInt8] {
        let figures = Workout.Figures.columns
        var table = CSVTable(
            ["start", "end", "sport", "name", "source"] + figures.map(\.name), zone: zone)
        for entry in workouts.sorted(by: { $0.workout.start < $1.workout.start }) {
            let workout = entry.workout
            table.append(
                (workout.start, workout.end),
                [.text(workout.sport), .text(workout.name ?? ""), .text(entry.source)]
                    + figures.map { .number($0.value(workout.figures)) })
        }
        return table.buffer.bytes
    }

    // MARK: Rows

    private func totals(_ ladder: CalendarLadder) -> [UInt8] {
        let totals = chart.bars.flatMap { ladder[$0.unit] } ?? ladder.days
        let indices = totals.indices(over: range)
        var columns = [Column(name: "total") { totals.buckets[$0].sum }]
        if totals.unit > .day {
            columns.append(
                Column(name: "per_day") { index in
                    totals.days[index] > 0
                        ? totals.buckets[index].sum / Double(totals.days[index]) : nil
                })
        }
        if let nights = chart.data.nights {
            for item in chart.legend where item.isShown {
                guard let stage = nights.present.first(where: { $0.label == item.id }) else {
                    continue
                }
                let own = nights.ladder(of: [stage])[totals.unit]
                columns.append(
                    Column(name: stage.label) { index in
                        own?.index(containing: totals.buckets[index].span.mid).flatMap {
                            own?.buckets[$0].sum
                        }
                    })
            }
        }
        return write(
            columns, indices, extra: totals.unit > .day ? ("days", { totals.days[$0] }) : nil
        ) {
            (totals.buckets[$0].span.min, totals.buckets[$0].span.max)
        }
    }

    /// The visible stages of the nights in view.
    private func blocks() -> [UInt8] {
        guard let timeline = chart.data.nights?.timeline else { return [] }
        let hidden = Set(chart.legend.filter { !$0.isShown }.map(\.id))
        var table = CSVTable(
            ["start", "end", "stage", "duration", "unit", "shown_duration", "shown_unit"],
            zone: chart.calendar.zone)
        for night in timeline.nights[timeline.indices(over: range)] {
            for block in timeline.blocks[night.blocks]
            where block.end > range.min && block.start < range.max
                && !hidden.contains(block.stage.label)
            {
                let length = block.end - block.start
                table.append(
                    (block.start, block.end),
                    [
                        .text(block.stage.label), Self.cell(length), .text(chart.metric.unit),
                        Self.cell(chart.format.tableValue(length)), .text(chart.format.tableUnit),
                    ])
            }
        }
        return table.buffer.bytes
    }

    private func readings(_ readings: Readings) -> [UInt8] {
        let series = readings.series
        var columns = [Column(name: "value") { series.value(at: $0) }]
        let trend = readings.trend
        if trend.count == series.count, trend.count > 0, isShown("trend") {
            columns.append(Column(name: "trend") { trend.value(at: $0) })
        }
        return write(columns, indices(series)) { (series.time(at: $0), series.time(at: $0)) }
    }

    private func pairs(_ pairs: Pairs) -> [UInt8] {
        let series = pairs.series
        let names = chart.metric.components
        let columns = [
            Column(name: names.first ?? "upper") { series.highs[$0] },
            Column(name: names.dropFirst().first ?? "lower") { series.lows[$0] },
        ]
        let indices = series.lowerBound(range.min)..<series.lowerBound(range.max)
        return write(columns, indices) { (series.times[$0], series.times[$0]) }
    }

    private func lines(_ set: LineSet) -> [UInt8] {
        let shown = zip(set.lines, chart.legend).filter { $1.isShown }.map(\.0)
        // The lines have most of their times in common, but each may have some of its own.
        var places = [Int](repeating: 0, count: shown.count)
        let ranges = shown.map { indices($0.readings.series) }
        for (line, range) in ranges.enumerated() { places[line] = range.lowerBound }
        var rows: [(time: Double, values: [Double?])] = []
        while true {
            let next = shown.indices.compactMap { line in
                places[line] < ranges[line].upperBound
                    ? shown[line].readings.series.time(at: places[line]) : nil
            }.min()
            guard let next else { break }
            var values: [Double?] = []
            for line in shown.indices {
                let series = shown[line].readings.series
                guard places[line] < ranges[line].upperBound,
                    series.time(at: places[line]) == next
                else {
                    values.append(nil)
                    continue
                }
                values.append(series.value(at: places[line]))
                places[line] += 1
            }
            rows.append((next, values))
        }
        let columns = shown.indices.map { line in
            Column(name: shown[line].name) { rows[$0].values[line] }
        }
        return write(columns, rows.indices) { (rows[$0].time, rows[$0].time) }
    }

    private func named(_ series: CategorySeries) -> [UInt8] {
        let first = max(0, Int(max(range.min, -1).rounded(.up)))
        let last = min(series.count - 1, Int(min(range.max, Double(series.count)).rounded(.down)))
        let format = chart.format
        var table = CSVTable(
            ["name", "value", "unit", "shown_value", "shown_unit"], zone: chart.calendar.zone)
        for index in first..<max(first, last + 1) {
            let value = series.values[index]
            table.append(
                nil,
                [
                    .text(series.names[index]), Self.cell(value), .text(chart.metric.unit),
                    Self.cell(format.tableValue(value)), .text(format.tableUnit),
                ])
        }
        return table.buffer.bytes
    }

    // MARK: Writing

    /// Rows with their times, their values as they are kept, and as they are shown.
    private func write(
        _ columns: [Column], _ indices: Range<Int>,
        extra: (name: String, value: (Int) -> Int)? = nil, times: (Int) -> (Double, Double)
    ) -> [UInt8] {
        let format = chart.format
        let names = columns.map(\.name)
        var table = CSVTable(
            ["start", "end"] + (extra.map { [$0.name] } ?? []) + names + ["unit"]
                + names.map { "shown_" + $0 } + ["shown_unit"], zone: chart.calendar.zone)
        for index in indices {
            let (start, end) = times(index)
            let values = columns.map { $0.value(index) }
            var cells: [CSVTable.Cell] = extra.map { [.number(Double($0.value(index)))] } ?? []
            cells += values.map { Self.cell($0) }
            cells.append(.text(chart.metric.unit))
            cells += values.map { Self.cell($0.map(format.tableValue)) }
            cells.append(.text(format.tableUnit))
            table.append((start, end), cells)
        }
        return table.buffer.bytes
    }

    private static func cell(_ value: Double?) -> CSVTable.Cell {
        .number(value.flatMap { $0.isFinite ? $0 : nil })
    }

    private func indices(_ series: SampleSeries) -> Range<Int> {
        series.lowerBound(range.min)..<series.lowerBound(range.max)
    }

    /// Whether the legend has a series, and it is not hidden.
    private func isShown(_ series: String) -> Bool {
        chart.legend.contains { $0.id == series && $0.isShown }
    }
}
