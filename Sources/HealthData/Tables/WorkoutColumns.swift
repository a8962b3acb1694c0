// Tables with one workout in each row: a sport, a start, and a length or an end.
//
// The figures are those of the workout and not readings of their own. A distance without a unit is
// in the unit that makes the speed one of a person; kilometres and miles cannot be distinguished
// in that way, so it is asked.

import Localization
import Streams

/// Finds the columns that make workouts.
struct WorkoutColumns {
    private(set) var value: TablePlan.Value
    private(set) var figures: [TablePlan.Figure] = []
    private(set) var duration: TablePlan.Length?
    /// The start and the end of the workouts, if other columns than the row's have them.
    private(set) var own: (start: SpanColumns.Time, end: SpanColumns.Time?)?
    private(set) var taken: Set<Int> = []

    private static let fileWords: Set<String> = [
        "workout", "workouts", "exercise", "exercises", "sport", "sports", "training", "trainings",
        "activities", "run", "runs", "ride", "rides", "session", "sessions",
    ]

    /// - Parameter file: the words of the file's name.
    init?(
        _ reader: inout ColumnReading, _ spans: SpanColumns, _ times: ColumnReading.Times,
        file: Set<String>
    ) {
        guard let metric = Metric(.workouts), let names = reader.names else { return nil }
        let isNamed = !file.isDisjoint(with: WorkoutColumns.fileWords)
        let anything: Set<String> = [
            "type", "kind", "art", "typ", "tipo", "category", "title", "name",
        ]
        let mayBeSport = (0..<min(reader.columns, names.count)).filter { column in
            // `Type` alone is a word for anything.
            reader.role(column) == .sport
                || isNamed && reader.role(column) == .unknown
                    && anything.contains(HeaderNames.normalized(names[column].name))
        }
        let sports = mayBeSport.filter { column in
            let cells = reader.cells(column)
            let texts = cells.count { !ColumnReading.looksLikeData($0) }
            return !cells.isEmpty && texts * 2 > cells.count
        }.sorted { a, b in
            // The name that a person gave comes last.
            func isName(_ column: Int) -> Bool {
                ["name", "title"].contains {
                    HeaderNames.normalized(names[column].name).hasSuffix($0)
                }
            }
            return isName(a) != isName(b) ? isName(b) : a < b
        }
        guard !sports.isEmpty || isNamed else { return nil }
        own = spans.span(named: ["workout", "activity", "exercise", "session", "training"])
        if own?.start.column == times.start { own = nil }
        let lengths = LengthColumn.all(&reader, times, except: spans.taken)
        let hasEnd = own?.end != nil || own == nil && times.end != nil
        guard hasEnd || !lengths.isEmpty else { return nil }
        // A row without its end has its length.
        duration = lengths.first?.length
        let whole = hasEnd ? nil : duration
        taken = Set(sports.prefix(1)).union(lengths.map(\.column))
        let active = lengths.first { $0.column != whole?.column && !$0.countsPauses }
        var hasFigure: Set<TableProfile.Figure> = []
        value = TablePlan.Value(
            kind: sports.first == nil ? .workout(tr("Workout")) : .category,
            column: sports.first ?? own?.start.column ?? times.start, metric: metric)
        if let active {
            figures.append(
                TablePlan.Figure(
                    column: active.column, figure: .activeDuration, style: .point,
                    conversion: .same, length: active.text))
        }
        for column in 0..<min(reader.columns, names.count) where !taken.contains(column) {
            guard !spans.taken.contains(column), column != times.start, column != times.time,
                let figure = WorkoutColumns.figure(names[column]), !hasFigure.contains(figure),
                let found = WorkoutColumns.figure(figure, column, &reader, lengths.first?.length)
            else { continue }
            hasFigure.insert(figure)
            figures.append(found)
            taken.insert(column)
        }
        // The name of a file alone is not enough for a table of readings with a length.
        guard !sports.isEmpty || hasFigure.contains(.distance) || hasFigure.contains(.energy)
        else { return nil }
    }

    // MARK: Figures

    private static let energyNames: Set<String> = [
        "calories", "kcal", "energy", "kalorien", "energie", "calorías", "calorie", "calorias",
        "calorieën", "kalorier", "kalorie", "kalorit", "калории", "卡路里", "カロリー",
    ]

    private static func figure(_ name: ColumnReading.Name) -> TableProfile.Figure? {
        let (stem, statistic) = HeaderQualifier.split(name.name)
        let words = Set(stem.split(separator: " ").map(String.init))
        if energyNames.contains(stem) || name.unit == "kcal" {
            return statistic == nil ? .energy : nil
        }
        if case .metric(let id) = HeaderNames.role(ofNormalized: stem) ?? name.role {
            switch id {
            case .distance where statistic == nil: return .distance
            case .activeEnergy where statistic == nil: return .energy
            case .heartRate:
                return statistic == .mean
                    ? .meanHeartRate : statistic == .greatest ? .highestHeartRate : nil
            default: return nil
            }
        }
        if statistic == nil, words.contains("calories") || words.contains("energy"),
            words.isSubset(of: [
                "calories", "energy", "burned", "burnt", "active", "total", "activity",
            ])
        {
            return .energy
        }
        if statistic == nil, words.contains("distance"), words.count <= 2 { return .distance }
        return nil
    }

    private static func figure(
        _ figure: TableProfile.Figure, _ column: Int, _ reader: inout ColumnReading,
        _ duration: TablePlan.Length?
    ) -> TablePlan.Figure? {
        guard let metric = Metric(figure.metric), let name = reader.names?[column] else {
            return nil
        }
        let cells = reader.cells(column)
        let numbers = cells.count { ColumnReading.looksLikeNumber($0) }
        guard numbers > 0, numbers * 2 >= cells.count else { return nil }
        if figure == .distance, let metres = metres(in: &reader, metric) {
            return TablePlan.Figure(
                column: metres.column, figure: figure, style: metres.style,
                conversion: metres.conversion)
        }
        var value = TablePlan.Value(
            kind: .number, column: column, metric: metric, style: reader.style([column], metric))
        let unit = name.unit ?? reader.units.firstUnit(of: column, reader.body)
        if figure == .distance, unit == nil, !CellUnits.areThere(cells) {
            setDistance(&value, name.name, &reader, duration)
        } else if figure == .distance || figure == .energy {
            reader.setUnit(&value, unit, name.name, cells)
        }
        return TablePlan.Figure(
            column: column, figure: figure, style: value.style, conversion: value.conversion)
    }

    /// The column in metres of two columns of distances without a unit: Strava writes each distance
    /// in kilometres for people (in metres for a swim), and once more in metres.
    private static func metres(
        in reader: inout ColumnReading, _ metric: Metric
    ) -> TablePlan.Value? {
        guard let names = reader.names else { return nil }
        let columns = (0..<min(reader.columns, names.count)).filter { column in
            names[column].unit == nil && WorkoutColumns.figure(names[column]) == .distance
        }
        guard columns.count == 2 else { return nil }
        let values = columns.map { column in
            TablePlan.Value(
                kind: .number, column: column, metric: metric, style: reader.style([column], metric)
            )
        }
        guard let ratio = UnitEvidence.ratio(of: values[1], to: values[0], in: reader) else {
            return nil
        }
        let (size, larger) = ratio > 1 ? (ratio, values[1]) : (1 / ratio, values[0])
        // The numbers for people are rounded to two digits: of 0.05 km that is a tenth.
        return (900...1100).contains(size) || (1450...1770).contains(size) ? larger : nil
    }

    /// Sets the unit of distances that have none, by the speeds that it makes.
    private static func setDistance(
        _ value: inout TablePlan.Value, _ name: String, _ reader: inout ColumnReading,
        _ duration: TablePlan.Length?
    ) {
        let isAnswered = reader.assumptions.units[.distance] != nil
        var speeds: [Double] = []
        for row in reader.body {
            guard let duration, duration.column < row.fields.count,
                value.column < row.fields.count,
                let seconds = duration.text.seconds(row.fields[duration.column]), seconds > 0
            else { continue }
            let number = ColumnReading.number(row.fields[value.column], value.style)
            if let number, number > 0 { speeds.append(number / seconds) }
        }
        let median = speeds.isEmpty ? nil : speeds.sorted()[speeds.count / 2]
        // Two decimetres a second is slow for a walk, 30 m a second fast for a bicycle downhill.
        guard !isAnswered, let median, median * 1000 >= 0.2, median < 0.2 else {
            reader.setUnit(&value, nil, name, reader.cells(value.column))
            return
        }
        guard let conversion = UnitConversion.from("km", to: value.metric.unit) else { return }
        value.conversion = conversion
        reader.ask(
            .unit(
                of: value.metric, assumed: "km",
                tr("by the speeds that the column {1} makes, which has no unit", name)))
    }

    /// The figures of a row's workout.
    static func figures(
        _ bytes: RawSpan, _ row: borrowing Row, _ columns: [TablePlan.Figure],
        _ numbers: inout CellNumbers
    ) -> Workout.Figures {
        var figures = Workout.Figures()
        for figure in columns where figure.column < row.fields.count {
            let field = row.fields[figure.column]
            if let length = figure.length {
                let seconds = length.seconds(bytes.field(field, quoted: row.hasQuotes))
                if let seconds, seconds > 0 { figure.figure.set(seconds, in: &figures) }
                continue
            }
            guard let metric = Metric(figure.figure.metric) else { continue }
            let value = TablePlan.Value(
                kind: .number, column: figure.column, metric: metric, style: figure.style,
                conversion: figure.conversion)
            guard case .success(let number) = numbers.read(bytes, field, value), number > 0
            else { continue }
            figure.figure.set(number, in: &figures)
        }
        return figures
    }
}
