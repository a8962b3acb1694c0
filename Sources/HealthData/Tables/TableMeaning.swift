// What the columns of a table mean together. In this order: a long table, workouts, nights, and
// whatever is left is a column of readings of its own.

import Localization

/// The values of a table, by all its columns.
struct TableMeaning {
    private(set) var values: [TablePlan.Value] = []
    private var figures: [TablePlan.Figure] = []
    private var duration: TablePlan.Length?
    private var zone: Int?
    private var offset: Int?
    private var kinds: KindColumns?

    /// - Parameter file: the words of the file's name.
    init(
        _ reader: inout ColumnReading, _ times: inout ColumnReading.Times, file: Set<String>
    ) {
        let spans = SpanColumns(&reader, &times)
        zone = spans.zone
        if let writer = UnmarkedUTC.writer(of: reader) {
            offset = 0
            reader.note(writer.note)
        }
        var taken = spans.taken
        taken.formUnion([times.start, times.time, times.end, times.source].compactMap { $0 })
        taken.formUnion(TableMeaning.nameless(&reader, except: taken))
        reader.units = UnitColumns(reader, except: taken)
        kinds = KindColumns(&reader, except: taken)
        guard kinds == nil else {
            spans.noteOthers(&reader, times, except: [])
            return
        }
        taken.formUnion(reader.units.units.values)
        var night: Set<Int> = []
        if let workouts = WorkoutColumns(&reader, spans, times, file: file) {
            if let own = workouts.own {
                times.start = own.start.column
                times.startShape = own.start.shape
                times.time = nil
                times.end = own.end?.column
                times.endShape = own.end?.shape ?? .iso
                times.endIsClock = false
            }
            values.append(workouts.value)
            figures = workouts.figures
            duration = workouts.duration
            taken.formUnion(workouts.taken)
        } else if let sleep = SleepColumns(&reader, spans, times, file: file) {
            values.append(sleep.value)
            night = sleep.taken
            taken.formUnion(night)
        }
        spans.noteOthers(&reader, times, except: night)
        if !values.contains(where: { $0.metric.id == .sleep }),
            let stages = StageColumn(&reader, times, except: taken)
        {
            values.append(stages.value)
            duration = duration ?? stages.duration
            taken.formUnion(stages.taken)
        }
        // A length without an end is the end, if the table has other values.
        if values.isEmpty, times.end == nil,
            let length = LengthColumn.all(&reader, times, except: taken).first,
            reader.role(length.column) == .length
        {
            let others = reader.valueColumns(times, except: taken.union([length.column]))
            if others.contains(where: { $0.isNumeric }) {
                duration = length.length
                values = others
                return
            }
        }
        values += reader.valueColumns(times, except: taken, isSole: values.isEmpty)
        if reader.names == nil { dropTexts(&reader) }
    }

    /// The columns that hold no readings by their headers: those of zones, and those of which the
    /// header is a time of day.
    private static func nameless(
        _ reader: inout ColumnReading, except taken: Set<Int>
    ) -> Set<Int> {
        guard let names = reader.names else { return [] }
        var found: Set<Int> = []
        var clocks = 0
        for (column, name) in names.enumerated()
        where column < reader.columns && !taken.contains(column) {
            if HeaderRow.isClock(name.name) {
                clocks += 1
                found.insert(column)
            }
            if name.role == .zone, HeaderNames.normalized(name.name).contains("offset") {
                if !reader.cells(column).isEmpty {
                    reader.note(
                        tr("the offsets in {1} have no unit and were passed over", name.name))
                }
                found.insert(column)
            }
        }
        if clocks > 0 {
            reader.note(
                trn(
                    "{n} column with a time of day for a name was passed over",
                    "{n} columns with a time of day for a name were passed over", count: clocks))
        }
        return found
    }

    /// Passes over texts that no header names, if there are numbers next to them.
    private mutating func dropTexts(_ reader: inout ColumnReading) {
        guard values.contains(where: \.isNumeric) else { return }
        for value in values where !value.isNumeric {
            reader.note(
                tr(
                    "the column {1} holds text without a name and was passed over",
                    "\(value.column + 1)"))
        }
        values.removeAll { !$0.isNumeric }
    }

    /// Sets what was found, in addition to the values.
    func complete(_ plan: inout TablePlan) {
        plan.figures = figures
        plan.duration = duration
        plan.zone = zone
        plan.offset = offset
        plan.kinds = kinds
    }

    /// Whether the table is one of readings, and not of scraps of text.
    ///
    /// - Parameter regular: the share of the rows with as many cells as most have.
    func isTaken(
        _ reader: ColumnReading, _ times: ColumnReading.Times, _ dialect: Dialect, regular: Double
    ) -> Bool {
        if kinds != nil { return true }
        guard !values.isEmpty, regular >= 0.5 else { return false }
        guard reader.names == nil || !values.contains(where: \.isNumeric) else { return true }
        if reader.names == nil {
            // Without a header, texts have no name.
            return values.contains(where: \.isNumeric)
                && (dialect.delimiter != 0x20 || values.allSatisfy(\.isNumeric))
        }
        // A diary of words has a header that names its dates, and hardly an irregular row.
        return dialect.delimiter != 0x20 && regular >= 0.9 && times.ratio >= 0.9
            && [.start, .time, .recorded].contains(reader.role(times.start))
    }
}

extension TablePlan.Value {
    /// Whether the values are numbers, or nights and workouts, and not just texts.
    var isNumeric: Bool {
        if case .category = kind { metric.id == .workouts } else { true }
    }
}
