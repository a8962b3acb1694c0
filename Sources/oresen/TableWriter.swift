import ChartCore
import HealthData
import Platform

/// Writes samples and buckets to standard output, as CSV or JSON.
struct TableWriter {
    let metric: Metric
    let zone: ZoneRules
    let isJSON: Bool

    /// Samples: `start,end,value`, or the two values of a pair; and `mark` if some of them look
    /// wrong.
    ///
    /// - Parameter workouts: further properties of samples that are workouts; JSON includes them.
    func write(
        _ columns: SampleColumns, _ indices: [Int], labels: [String], workouts: [Workout]? = nil
    ) {
        var names = metric.components.isEmpty ? ["value"] : metric.components
        let hasFigures = isJSON && workouts != nil
        if hasFigures { names += Workout.Figures.columns.map(\.name) + ["name", "trackPoints"] }
        let hasMarks = indices.contains { !columns.marks(at: $0).reason.isEmpty }
        if hasMarks { names.append("mark") }
        // The samples may be those of one source, the workouts are those of all.
        let known = Dictionary(
            (hasFigures ? workouts ?? [] : []).map { (TableWriter.key($0), $0) },
            uniquingKeysWith: { first, _ in first })
        let texts = LabelColumns(columns, labels: labels)
        let pairs = metric.aggregation == .pair ? PairColumns(columns) : nil
        write(names, indices.count) { row in
            let index = indices[row]
            var cells: [Cell]
            if metric.aggregation == .category {
                cells = [.text(texts.label(at: index))]
            } else if let pairs {
                cells = [.number(pairs.upper[index]), .number(pairs.lower[index])]
            } else {
                cells = [.number(columns.values[index])]
            }
            if hasFigures {
                let workout = known[
                    TableWriter.key(
                        Workout(
                            sport: texts.label(at: index),
                            start: columns.starts[index], end: columns.end(at: index),
                            source: columns.sources[index]))]
                cells += Workout.Figures.columns.map { figure in
                    .number((workout?.figures).flatMap(figure.value))
                }
                cells.append((workout?.name).map { .text($0) } ?? .number(nil))
                cells.append(.number((workout?.track?.count).map(Double.init)))
            }
            if hasMarks { cells.append(.text(columns.marks(at: index).reason)) }
            return ((columns.starts[index], columns.end(at: index)), cells)
        }
    }

    /// The identity of a workout: its sport, its times and its source.
    private static func key(_ workout: Workout) -> Workout {
        Workout(
            sport: workout.sport, start: workout.start, end: workout.end, source: workout.source)
    }

    /// Values by name: `name,value`, in the order of the file.
    func write(_ named: NamedValues) {
        write(["name", "value"], named.count) { index in
            (nil, [.text(named.name(at: index)), .number(named.values[index])])
        }
    }

    /// Buckets: the statistics, for a pair those of each component with the component's name as a
    /// prefix.
    func write(_ rows: [BucketRow]) {
        let columns = ["count", "sum", "mean", "minimum", "maximum", "coverage"]
        let names =
            metric.components.isEmpty
            ? columns : metric.components.flatMap { name in columns.map { "\(name).\($0)" } }
        write(names, rows.count) { index in
            let row = rows[index]
            let cells = row.components.flatMap { part in
                [
                    Cell.number(Double(part.count)), .number(part.sum), .number(part.mean),
                    .number(part.minimum), .number(part.maximum), .number(row.coverage),
                ]
            }
            return ((row.start, row.end), cells)
        }
    }

    private typealias Cell = CSVTable.Cell

    /// One row: its start and end, if it has times, and its cells.
    private typealias Row = (times: (start: Double, end: Double)?, cells: [Cell])

    private func write(_ names: [String], _ count: Int, _ row: (Int) -> Row) {
        if isJSON {
            writeJSON(names, count, row)
            return
        }
        let times = metric.aggregation == .named ? [] : ["start", "end"]
        var table = CSVTable(times + names, zone: zone)
        for index in 0..<count {
            let (times, cells) = row(index)
            table.append(times, cells)
            if !StandardOutput.write(&table.buffer, least: 1 << 16) { return }
        }
        StandardOutput.write(&table.buffer)
    }

    private func writeJSON(_ names: [String], _ count: Int, _ row: (Int) -> Row) {
        var json = JSONText()
        json.object { json in
            json.member("metric", metric.id.rawValue)
            json.member("unit", metric.unit)
            json.member("rows") { json in
                json.array(0..<count) { json, index in
                    let (times, cells) = row(index)
                    json.object { json in
                        if let times {
                            json.member("start", zone.iso(times.start))
                            json.member("end", zone.iso(times.end))
                        }
                        for (name, cell) in zip(names, cells) {
                            switch cell {
                            case .number(let number): json.member(name, number)
                            case .text(let text): json.member(name, text)
                            case .instant(let instant): json.member(name, zone.iso(instant))
                            }
                        }
                    }
                }
            }
        }
        var buffer = json.buffer
        buffer.append("\n")
        StandardOutput.write(&buffer)
    }
}
