import Localization
import Streams

/// Makes the plan of a table whose columns a profile knows.
struct ProfilePlanner: TablePlanner {
    let match: TableProfile.Match
    let assumptions: Assumptions
    /// The day of rows that have only times of day.
    var day: Double?

    private var profile: TableProfile { match.profile }

    func refusal(_ bytes: RawSpan, count: Int, whole: Bool) -> TableRefusal {
        TableRefusal(
            line: 1, problem: tr("the table has no column of dates or none of values"),
            remedy: tr("export it again, with the columns as {1} writes them", profile.title))
    }

    func plan(_ bytes: RawSpan, count: Int, whole: Bool) -> TablePlan? {
        let longest = profile.hasLists ? RowSplitter.longestList : RowSplitter.longestQuoted
        let splitter = RowSplitter(dialect: match.dialect, longestQuoted: longest)
        let rows = TableDetection.sample(bytes, count, splitter, whole: whole)
        let body = rows.filter { $0.row > match.row.number }
        let names = match.row.fields.map(HeaderNames.parse)
        var reader = ColumnReading(body: body, names: names, columns: match.row.fields.count)
        reader.assumptions = assumptions
        reader.delimiter = match.dialect.delimiter
        guard let start = place(where: { if case .start = $0.content { true } else { false } })
        else { return nil }
        var plan = TablePlan(
            dialect: match.dialect, start: start, startShape: .iso, values: [],
            columns: match.row.fields.count, skippedRows: match.row.number + 1)
        plan.areRowsWhole = TableDetection.areWhole(body, columns: plan.columns)
        (plan.startShape, plan.isDateOrderOpen) = shape(start, &reader)
        addTimes(&plan, &reader)
        plan.names = match.row.fields
        plan.years = reader.yearCount(start, plan.startShape)
        plan.order = RowOrder(body, plan)
        reader.decimalColumns = DecimalColumns(
            reader, except: Set([start, plan.time, plan.end].compactMap { $0 }))
        plan.longestQuoted = longest
        plan.offset = profile.offset
        plan.day = day
        plan.hasCivilDays = profile.hasCivilDays
        plan.length = profile.length ?? 0
        plan.program = profile.program
        plan.kindOfSource = profile.kindOfSource
        plan.marks = profile.marks
        addValues(&plan, &reader)
        if let filter = profile.filter,
            let column = place(where: { !$0.names.filter(filter.column.contains).isEmpty })
        {
            plan.filter = TablePlan.Filter(
                column: column, accepted: filter.accepted, reason: filter.reason,
                refused: filter.refused, isRepeat: filter.isRepeat, areParts: filter.areParts)
        }
        guard !plan.values.isEmpty else { return nil }
        notePassedOver(&reader)
        plan.openDecimals = reader.openDecimals
        plan.notes = reader.notes
        plan.questions = reader.questions
        return plan
    }

    private func place(where fits: (TableProfile.Column) -> Bool) -> Int? {
        match.columns.indices.first { index in
            match.columns[index].map { fits(profile.columns[$0]) } ?? false
        }
    }

    private func shape(
        _ column: Int, _ reader: inout ColumnReading
    ) -> (DateShape, isOpen: Bool) {
        if let fixed = profile.dates { return (fixed, false) }
        guard let found = reader.shape(reader.cells(column), named: true, first: true) else {
            return (.iso, false)
        }
        return (found.shape, found.open)
    }

    private func addTimes(_ plan: inout TablePlan, _ reader: inout ColumnReading) {
        for (index, place) in match.columns.enumerated() {
            guard let place else { continue }
            switch profile.columns[place].content {
            case .time: plan.time = index
            case .end, .endOfNight:
                plan.end = index
                plan.needsEnd = profile.columns[place].isRequired
                plan.endShape = shape(index, &reader).0
            case .source: plan.source = index
            default: break
            }
        }
    }

    private func addValues(_ plan: inout TablePlan, _ reader: inout ColumnReading) {
        let diastolic = place { if case .diastolic = $0.content { true } else { false } }
        addSleep(&plan, &reader)
        for (index, place) in match.columns.enumerated() {
            guard let place else { continue }
            let column = profile.columns[place]
            switch column.content {
            case .value(let id):
                guard let metric = Metric(id) else { continue }
                var value = TablePlan.Value(
                    kind: .number, column: index, metric: metric,
                    style: reader.style([index], metric))
                setUnit(&value, column, index, &reader)
                value.missing = column.missing.map(value.conversion.shifted)
                plan.values.append(value)
            case .systolic:
                guard let diastolic, let metric = Metric(.bloodPressure) else { continue }
                var value = TablePlan.Value(
                    kind: .pair, column: index, second: diastolic, metric: metric,
                    style: reader.style([index], metric))
                setUnit(&value, column, index, &reader)
                value.missing = column.missing.map(value.conversion.shifted)
                plan.values.append(value)
            case .share(let id, let whole):
                guard let metric = Metric(id),
                    let second = self.place(where: { $0.names.contains(whole) })
                else { continue }
                plan.values.append(
                    TablePlan.Value(
                        kind: .percent, column: index, second: second, metric: metric,
                        style: reader.style([index], metric)))
            case .stages(let stages):
                guard let metric = Metric(.sleep) else { continue }
                var value = TablePlan.Value(
                    kind: .labels(stages.mapValues(\.rawValue)), column: index, metric: metric)
                value.labels = SleepStage.allCases.map(\.label)
                plan.values.append(value)
            case .member(let id, let name):
                guard let metric = Metric(id) else { continue }
                var value = TablePlan.Value(kind: .member(name), column: index, metric: metric)
                value.missing = column.missing
                plan.values.append(value)
            case .series(let id):
                guard let metric = Metric(id) else { continue }
                plan.values.append(
                    TablePlan.Value(kind: .series, column: index, metric: metric))
            case .category(let id):
                guard let metric = Metric(id) else { continue }
                plan.values.append(
                    TablePlan.Value(kind: .category, column: index, metric: metric))
            case .sport(let names):
                guard let metric = Metric(.workouts) else { continue }
                var value = TablePlan.Value(kind: .category, column: index, metric: metric)
                value.sports = names
                plan.values.append(value)
            case .figure(let figure):
                guard let metric = Metric(figure.metric) else { continue }
                plan.figures.append(
                    TablePlan.Figure(
                        column: index, figure: figure,
                        style: reader.style([index], metric),
                        conversion: column.unit.flatMap {
                            UnitConversion.from($0, to: metric.unit)
                        } ?? .same))
            default: break
            }
        }
    }

    /// Adds the phases of nights, then the lengths of their stages, which together are one value.
    private func addSleep(_ plan: inout TablePlan, _ reader: inout ColumnReading) {
        guard let metric = Metric(.sleep) else { return }
        var parts: [(column: Int, stage: SleepStage)] = []
        var values: [TablePlan.Value] = []
        for (index, place) in match.columns.enumerated() {
            guard let place else { continue }
            switch profile.columns[place].content {
            case .stageLength(let stage): parts.append((index, stage))
            case .phases(let seconds, let stages):
                values.append(
                    TablePlan.Value(
                        kind: .phases(seconds: seconds, stages), column: index, metric: metric))
            case .endOfNight:
                values.append(
                    TablePlan.Value(
                        kind: .night(NightColumns(parts: [], fillsSpan: true)), column: index,
                        metric: metric))
            default: break
            }
        }
        if let first = parts.first {
            values.append(
                TablePlan.Value(
                    kind: .lengths(parts), column: first.column, metric: metric,
                    style: reader.style(parts.map(\.column), metric)))
        }
        for index in values.indices {
            values[index].labels = SleepStage.allCases.map(\.label)
        }
        plan.values += values
    }

    private func setUnit(
        _ value: inout TablePlan.Value, _ column: TableProfile.Column, _ index: Int,
        _ reader: inout ColumnReading
    ) {
        let named = match.row.names[index].unit
        if let named, let conversion = UnitConversion.from(named, to: value.metric.unit) {
            value.conversion = conversion
        } else if profile.asksUnits, column.unit == nil {
            reader.setUnit(&value, nil, match.row.fields[index], reader.cells(index))
        } else if let unit = column.unit,
            let conversion = UnitConversion.from(unit, to: value.metric.unit)
        {
            value.conversion = conversion
        }
    }

    /// Notes the columns that hold something but are not in the profile.
    private func notePassedOver(_ reader: inout ColumnReading) {
        if profile.passesOverQuietly { return }
        for (index, place) in match.columns.enumerated() where place == nil {
            let name = match.row.fields[index]
            guard !name.isEmpty, !reader.cells(index).isEmpty else { continue }
            reader.note(tr("the column {1} was passed over", name))
        }
    }
}

/// Makes the plan of a table that is known but whose rows are not read.
struct UnreadPlanner: TablePlanner {
    let dialect: Dialect
    /// The number of rows before the first record.
    let skippedRows: Int
    let unread: TablePlan.Unread

    func refusal(_ bytes: RawSpan, count: Int, whole: Bool) -> TableRefusal {
        TableRefusal(
            line: 1, problem: unread.reason, remedy: tr("give the other files of the export"))
    }

    func plan(_ bytes: RawSpan, count: Int, whole: Bool) -> TablePlan? {
        // Rows may have any number of columns.
        var plan = TablePlan(
            dialect: dialect, start: 0, startShape: .iso, values: [], columns: .max,
            skippedRows: skippedRows)
        plan.unread = unread
        return plan
    }
}

/// A format whose files are tables that are recognized by the names of their columns.
protocol TableFormat: RecordFormat {
    /// The tables that the program writes.
    static var tables: [TableProfile] { get }
}

extension TableFormat {
    static func sniff(_ head: DocumentHead) -> Sniffed? {
        guard let match = TableProfile.match(tables, head) else { return nil }
        return .certain(match.reason)
    }

    static func read(_ document: Document, _ output: RecordOutput) throws(ImportError) {
        guard let match = TableProfile.match(tables, document.head) else { return }
        try read(document, output, match)
    }

    /// Reads a document as the table that it matches.
    static func read(
        _ document: Document, _ output: RecordOutput, _ match: TableProfile.Match,
        day: Double? = nil
    ) throws(ImportError) {
        try read(
            document, output,
            planner: ProfilePlanner(match: match, assumptions: output.assumptions, day: day))
    }

    /// Reads a document as a table, by the planner's plan.
    static func read(
        _ document: Document, _ output: RecordOutput, planner: any TablePlanner
    ) throws(ImportError) {
        guard let encoding = document.head.encoding else { return }
        try TableReader(
            output: output, file: try document.file(), name: document.head.name,
            encoding: encoding, planner: planner
        ).read()
    }
}
