// Reads the rows of a table, by its plan.
//
// A row is one record, however many values it holds: its first value represents the record, the
// others are attached. A row without any usable value is refused for the first reason found; an
// unusable value among usable ones is noted. Nothing in a row can shift another row.

import ChartCore
import Localization
import Streams

struct TableScanner: Sendable {
    var sink: RecordSink
    private(set) var plan: TablePlan
    private var splitter: RowSplitter
    private let zone: ZoneRules
    private let readsPlainRows: Bool
    private var row = Row()
    private var times: RowTimes
    private var plain: PlainRows
    private var clock: JSONClock
    private var rowNumber = 0
    private var lineNumber = 1
    private var skipsLine = false
    /// How many rows are read one by one, so that the report can show the cell of the last of them.
    private var singleRows = 0
    private var sources: RowSources
    private var slots: [Int]
    private var reasons: [Int] = []
    private var numbers = CellNumbers()
    /// Reads the rows of a table with the kind of the reading in a column.
    private var kinds: KindReadings?
    /// Reads the times of nights that are not those of their rows.
    private var nightTimes: RowTimes?
    /// Whether the date of the latest row cannot be read.
    private var isUndated = false
    /// Whether another table begins at the scanner's position.
    private(set) var isAtSection = false
    /// Whether the file may grow after its end was read.
    private let isFollowed: Bool
    /// Whether the row at the scanner's position was found not to begin another table.
    private var isNoSection = false
    /// The index of the reason for rows that a filter excludes.
    private var filtered = 0
    /// The index of the reason for all rows of a table that is not read.
    private var unread: Int?
    /// The marks of the row's samples.
    private var marks: SampleMarks

    init(
        plan: TablePlan, file: Int, fileName: String, zone: ZoneRules, readsPlainRows: Bool,
        isFollowed: Bool
    ) {
        self.plan = plan
        self.isFollowed = isFollowed
        self.zone = zone
        self.readsPlainRows = readsPlainRows
        times = RowTimes(plan, zone)
        clock = JSONClock(zone)
        splitter = RowSplitter(dialect: plan.dialect, longestQuoted: plan.longestQuoted)
        plain = PlainRows(plan, isOn: readsPlainRows)
        sink = RecordSink(file: file)
        sources = RowSources(plan, fileName: fileName, &sink)
        marks = plan.marks
        slots = []
        for reason in RowRefusal.allCases { reasons.append(sink.reason(reason.text)) }
        if let filter = plan.filter { filtered = sink.reason(filter.reason) }
        if let own = plan.unread { unread = sink.reason(own.reason, type: own.type) }
        addPlan()
    }

    /// Prepares the sink for what the plan says.
    private mutating func addPlan() {
        slots = []
        for value in plan.values { slots.append(sink.slot(value.metric)) }
        for (slot, value) in zip(slots, plan.values) where !value.labels.isEmpty {
            sink.setLabels(value.labels, slot: slot)
        }
        kinds = plan.kinds.map { KindReadings($0) }
        nightTimes = nil
        for value in plan.values {
            if case .night(let night) = value.kind, let own = night.plan(within: plan) {
                nightTimes = RowTimes(own, zone)
            }
        }
        for note in plan.notes { sink.note(note.place, note.text) }
        for question in plan.questions { sink.tally.ask(question) }
    }

    /// Refuses the row; `value` is the index of the value that shows the reason.
    private mutating func refuse(_ reason: RowRefusal, _ bytes: RawSpan, value: Int? = nil) {
        let number = reasons[reason.rawValue]
        if sink.tally.isNew(number) {
            sink.tally.show(plan.cell(of: reason, in: row, bytes, value: value), for: number)
        }
        let line = lineNumber
        sink.refuse(number) { line }
    }

    /// Refuses a record that the text of the table leaves out because of its length.
    mutating func refuseTooLong(record: Int) {
        sink.met()
        sink.refuse(reasons[RowRefusal.long.rawValue]) { record }
    }

    /// Continues with another table in the same file, which begins at the scanner's position.
    ///
    /// Without a plan the row there is refused.
    mutating func beginSection(_ next: TablePlan?) {
        isAtSection = false
        guard var next, next.skippedRows > 0 else {
            isNoSection = true
            return
        }
        // Places in the notes count from the beginning of the section.
        next.notes = next.notes.filter(\.place.isEmpty)
        plan = next
        times = RowTimes(plan, zone)
        splitter = RowSplitter(dialect: plan.dialect, longestQuoted: plan.longestQuoted)
        plain = PlainRows(plan, isOn: readsPlainRows)
        marks = plan.marks
        rowNumber = 0
        addPlan()
    }

    /// Joins the halves of blood pressures that came in rows of their own.
    mutating func join(pairs: SampleColumns?, sources: [UInt16]) {
        BloodPressureHalves.join(&sink, pairs: pairs, sources: sources)
    }

    /// Counts the records of a table with a header instead of its lines.
    mutating func countRecords() {
        lineNumber = 0
        sink.tally.unit = .record
    }

    // MARK: Parts

    /// The byte that ends a line.
    var newline: UInt8 { plan.dialect.newline }

    /// Whether a row begins at the scanner's position, and all rows from there on are records.
    var isBetweenRecords: Bool {
        !skipsLine && !isAtSection && rowNumber >= plan.skippedRows
    }

    /// Whether rows have to be read by one thread: their meaning depends on rows before them.
    var isSequential: Bool { plan.isSequential }

    /// Forgets what was read, for a part of the file that begins with a record.
    mutating func beginPart() {
        times.localZone.beginPart()
        // The file's own source is always the first.
        sink.clear(keeping: 1)
        sources.forget()
        rowNumber = plan.skippedRows
        lineNumber = 1
        skipsLine = false
        isUndated = false
        isAtSection = false
        isNoSection = false
        singleRows = 0
    }

    /// Whether the meaning of a time depends on the row before the part.
    var needsRowBefore: Bool { times.localZone.needsRowBefore }

    /// Continues behind a part that another scanner read; its samples are taken elsewhere.
    mutating func add(part: TableScanner) {
        times.localZone.add(part: part.times.localZone)
        sink.tally.add(part.sink.tally, linesBefore: lineNumber - 1)
        lineNumber += part.lineNumber - 1
        rowNumber += part.rowNumber - plan.skippedRows
    }

    // MARK: Rows

    /// Reads whole rows from `from` on.
    ///
    /// - Returns: the index of the first byte that has to be passed again.
    mutating func scan(
        _ bytes: RawSpan, from: Int = 0, to end: Int, final: Bool, stuck: Bool
    ) -> Int {
        var index = from
        while index < end {
            if skipsLine {
                let lineEnd = bytes.first(plan.dialect.newline, from: index, to: end)
                if lineEnd == end { return end }
                skipsLine = false
                lineNumber += 1
                index = lineEnd + 1
                continue
            }
            if rowNumber >= plan.skippedRows, singleRows == 0 {
                let next = readPlainRows(bytes, index, end)
                if next > index {
                    index = next
                    continue
                }
            }
            guard splitter.split(bytes, index, end, final: final, into: &row) else {
                if !stuck || index > from { return index }
                sink.met()
                refuse(.long, bytes)
                skipsLine = true
                return end
            }
            if rowNumber >= plan.skippedRows { readRow(bytes, isLast: final && row.next == end) }
            if isUndated {
                isUndated = false
                let stop = readUndated(bytes, end, final: final, stuck: stuck && index == from)
                if let stop { return stop }
            }
            rowNumber &+= 1
            singleRows = max(0, singleRows &- 1)
            lineNumber &+= row.lines
            index = row.next
        }
        return index
    }

    /// Refuses the row whose date cannot be read, or passes over it if it is the header once more.
    ///
    /// - Returns: the index of the row if another table begins there, or if more bytes are needed to
    ///   know that.
    @inline(never)
    private mutating func readUndated(
        _ bytes: RawSpan, _ end: Int, final: Bool, stuck: Bool
    ) -> Int? {
        let found =
            plan.header.isEmpty || isNoSection
            ? .none : SectionSearch(splitter, plan.header).look(bytes, row.start, end, final: final)
        isNoSection = false
        switch found {
        case .none: refuse(.date, bytes)
        case .unknown where stuck: refuse(.date, bytes)
        // What follows a title may come much later.
        case .unknown(isTitle: true) where isFollowed: refuse(.date, bytes)
        case .unknown:
            sink.tally.read -= 1
            return row.start
        case .header:
            sink.tally.read -= 1
            isAtSection = true
            return row.start
        case .repeated(let next, let lines):
            sink.tally.read -= 1
            row.next = next
            row.lines = lines
        }
        return nil
    }

    /// Adds plain rows from `from` on.
    ///
    /// - Returns: the index behind them.
    @inline(__always)
    private mutating func readPlainRows(_ bytes: RawSpan, _ from: Int, _ end: Int) -> Int {
        let next = plain.read(bytes, from: from, to: end, &times.localZone)
        let count = plain.count
        guard count > 0 else { return from }
        let starts = plain.starts
        let values = plain.values
        let found = values.span.extracting(first: count)
        let areOrdinary = sink.areOrdinary(slots[0], found)
        if !areOrdinary, sink.tally.isNew(reasons[RowRefusal.noReading.rawValue]),
            let place = found.indices.first(where: { !sink.isReading(slots[0], found[$0]) })
        {
            singleRows = place + 1
            return from
        }
        sink.met(count)
        sink.add(
            slots[0], starts: starts.span.extracting(first: count), values: found,
            areRising: plain.areRising, areOrdinary: areOrdinary, source: sources.ofFile,
            line: lineNumber)
        rowNumber &+= count
        lineNumber &+= count
        return next
    }

    /// Whether the file ends in the middle of its last row.
    ///
    /// It was not written or copied to its end: what is left of a cell may be another number.
    private func isCut(_ bytes: RawSpan) -> Bool {
        plan.areRowsWhole && row.fields.count < plan.columns
            && bytes.byte(row.next - 1) != plan.dialect.newline
    }

    @inline(__always)
    private mutating func readRow(_ bytes: RawSpan, isLast: Bool) {
        guard !row.isBroken else {
            sink.met()
            refuse(.broken, bytes)
            return
        }
        // Empty lines and comments are not records.
        guard let first = row.fields.first else { return }
        if first.isEmpty {
            guard row.fields.contains(where: { !$0.isEmpty }) else { return }
        } else if row.isComment(bytes) {
            return
        }
        sink.met()
        if let unread {
            let line = lineNumber
            sink.refuse(unread) { line }
            return
        }
        if row.fields.count > plan.columns,
            row.fields[plan.columns...].contains(where: { !$0.isEmpty })
        {
            refuse(.columns, bytes)
            return
        }
        if isLast, isCut(bytes) {
            refuse(.cut, bytes)
            return
        }
        if let name = plan.name {
            readNamed(bytes, name)
            return
        }
        var part: String?
        if let filter = plan.filter {
            let text =
                filter.column < row.fields.count
                ? bytes.field(row.fields[filter.column], quoted: row.hasQuotes) : ""
            switch filter.decision(text) {
            case .accepted: break
            case .part: part = text
            case .refused(let reason): return refuse(reason, bytes)
            case .repeated:
                sink.tally.merged += 1
                return
            case .excluded:
                let line = lineNumber
                return sink.refuse(filtered) { line }
            }
        }
        let span: (start: Double, end: Double)
        switch times.span(bytes, row) {
        case .span(let start, let end): span = (start, end)
        case .refused(.date):
            isUndated = true
            return
        case .refused(let reason): return refuse(reason, bytes)
        case .date:
            sink.tally.read -= 1
            return
        }
        var source =
            plan.source == nil ? sources.ofFile : sources.source(bytes, row, plan, &sink)
        if let part { source = sources.source(ofPart: part, source, &sink) }
        marks = part == nil ? plan.marks : plan.partMarks
        if kinds != nil {
            let problem = kinds?.read(
                bytes, row, span, source: source, marks: marks, line: lineNumber, &numbers, &sink)
            if let problem { refuse(problem, bytes) }
            return
        }
        var used = false
        var refusal = RowRefusal.noValue
        var shown: Int?
        for index in plan.values.indices {
            guard let problem = readValue(bytes, index, span, source, attached: used) else {
                used = true
                continue
            }
            if problem == .noValue { continue }
            if shown == nil { (refusal, shown) = (problem, index) }
            if used || plan.values.count > 1 { noteCell(problem, index) }
        }
        if !used { refuse(refusal, bytes, value: shown) }
    }

    /// Adds the values of a row that has a name and no time.
    @inline(never)
    private mutating func readNamed(_ bytes: RawSpan, _ column: Int) {
        let name =
            column < row.fields.count
            ? bytes.field(row.fields[column], quoted: row.hasQuotes).trimmingBlanks() : ""
        guard !name.isEmpty else {
            refuse(.noName, bytes)
            return
        }
        var used = false
        var refusal = RowRefusal.noValue
        var shown: Int?
        for index in plan.values.indices {
            let column = plan.values[index].column
            guard column < row.fields.count, !row.fields[column].isEmpty else { continue }
            switch number(bytes, index, row.fields[column]) {
            case .success(let value):
                sink.addNamed(
                    slots[index], row: rowNumber, name, value, source: sources.ofFile,
                    marks: used ? .attached : [])
                used = true
            case .failure(.noValue): continue
            case .failure(let problem):
                if shown == nil { (refusal, shown) = (problem, index) }
                if used || plan.values.count > 1 { noteCell(problem, index) }
            }
        }
        if !used { refuse(refusal, bytes, value: shown) }
    }

    @inline(never)
    private mutating func noteCell(_ problem: RowRefusal, _ index: Int) {
        sink.note(
            "", line: lineNumber, "\(plan.values[index].metric.name): \(problem.text)")
    }

    // MARK: Values

    /// Adds one value of the row.
    ///
    /// - Returns: the reason if it cannot be added.
    @inline(__always)
    private mutating func readValue(
        _ bytes: RawSpan, _ index: Int, _ span: (start: Double, end: Double), _ source: UInt16,
        attached: Bool
    ) -> RowRefusal? {
        let column = plan.values[index].column
        guard column < row.fields.count, !row.fields[column].isEmpty else { return .noValue }
        let field = row.fields[column]
        let marks = attached ? marks.union(.attached) : marks
        switch plan.values[index].kind {
        case .number:
            let conversion = plan.values[index].conversion
            var value: Double
            if plan.values[index].style == .point, plan.values[index].unit == nil {
                let quick = NumberScan.read(
                    bytes, field.lowerBound, field.upperBound, shift: conversion.shift)
                if quick.outcome == .number, quick.next == field.upperBound {
                    if isMissing(quick.value, index) { return .noValue }
                    value = conversion.apply(quick.value)
                    return add(index, span, value, source, marks)
                }
            }
            switch number(bytes, index, field) {
            case .success(let number): value = number
            case .failure(let problem): return problem
            }
            return add(index, span, value, source, marks)
        default:
            return readOther(bytes, index, field, span, source, marks)
        }
    }

    /// Adds a value with the row's times.
    ///
    /// - Returns: the reason if it is no reading.
    @inline(__always)
    private mutating func add(
        _ index: Int, _ span: (start: Double, end: Double), _ value: Double,
        second: Double? = nil, _ source: UInt16, _ marks: SampleMarks
    ) -> RowRefusal? {
        guard sink.isReading(slots[index], value, second) else { return .noReading }
        let isAmount = plan.values[index].metric.aggregation == .sum
        sink.add(
            slots[index], start: span.start, end: isAmount || isLong ? span.end : span.start,
            value: value, second: second, source: source, marks: marks)
        return nil
    }

    /// Whether samples other than amounts have a length as well.
    ///
    /// A reading on a day without a time is an instant; a summary of the day fills the day.
    private var isLong: Bool {
        plan.end != nil || plan.duration != nil
            || plan.marks.contains(.summary) && plan.length == 0
    }

    /// Whether a number means "no value".
    @inline(__always)
    private func isMissing(_ number: Double, _ index: Int) -> Bool {
        let missing = plan.values[index].missing
        return !missing.isEmpty && missing.contains(number)
    }

    /// Reads a number with thousands groups, a decimal comma or a unit behind it.
    @inline(__always)
    private mutating func number(
        _ bytes: RawSpan, _ index: Int, _ field: Range<Int>
    ) -> CellNumbers.Outcome {
        numbers.read(bytes, field, plan.values[index], in: row)
    }

    @inline(never)
    private mutating func readOther(
        _ bytes: RawSpan, _ index: Int, _ field: Range<Int>, _ span: (start: Double, end: Double),
        _ source: UInt16, _ marks: SampleMarks
    ) -> RowRefusal? {
        let end = isLong ? span.end : span.start
        switch plan.values[index].kind {
        case .number, .named: return .notNumber
        case .percent:
            guard let share = numbers.percent(bytes, row, plan.values[index]) else {
                return .noValue
            }
            return add(index, span, share, source, marks)
        case .lengths(let parts):
            guard
                let lengths = NightColumns.lengths(
                    bytes, row, parts, plan.values[index], &numbers)
            else { return .notNumber }
            return NightColumns.add(
                lengths, from: span.start, slot: slots[index], source, marks, to: &sink)
        case .sum(let smaller):
            switch numbers.sum(bytes, row, plan.values[index], smaller) {
            case .success(let value): return add(index, span, value, source, marks)
            case .failure(let problem): return problem
            }
        case .night(let night):
            var own = span
            if nightTimes != nil {
                guard case .span(let start, let end)? = nightTimes?.span(bytes, row) else {
                    return .date
                }
                own = (start, end)
            }
            guard let lengths = night.lengths(bytes, row, own) else { return .notNumber }
            return NightColumns.add(
                lengths, from: own.start, slot: slots[index], source, marks, to: &sink)
        case .stage:
            let text = bytes.field(field, quoted: row.hasQuotes)
            if NumberText.missing.contains(text.lowercased()) { return .noValue }
            guard let stage = SleepStageText.stage(ofCell: text) else { return .label }
            sink.addStage(
                slots[index], start: span.start, end: span.end, stage, source: source,
                marks: marks)
        case .workout(let sport):
            sink.add(
                Workout(
                    sport: sport, start: span.start, end: end, source: source,
                    figures: WorkoutColumns.figures(bytes, row, plan.figures, &numbers)),
                marks: marks)
        case .phases(let seconds, let stages):
            let phases = SleepPhases(
                bytes.field(field, quoted: row.hasQuotes), seconds: seconds, stages)
            let used = sink.addPhases(
                slots[index], from: span.start, to: plan.end == nil ? .infinity : span.end, phases,
                source: source, marks: marks.subtracting([.summary, .total]))
            return used ? nil : .label
        case .member(let name):
            switch numbers.member(name, bytes, row, plan.values[index]) {
            case .success(let value): return add(index, span, value, source, marks)
            case .failure(let problem): return problem
            }
        case .series:
            let cell = bytes.field(field, quoted: row.hasQuotes)
            guard let series = JSONSeries(cell, &clock) else {
                return NumberText.missing.contains(cell.lowercased()) ? .noValue : .notNumber
            }
            return series.add(
                slot: slots[index], source, marks.subtracting([.summary, .total]), to: &sink)
        case .labels(let labels):
            let text = bytes.field(field, quoted: row.hasQuotes).trimmingBlanks()
            guard let label = labels[text] else { return .label }
            sink.add(
                slots[index], start: span.start, end: span.end, value: Double(label),
                source: source, marks: marks)
        case .pair, .pairText:
            switch numbers.pair(bytes, row, plan.values[index]) {
            case .failure(let problem): return problem
            case .success(let upper, let lower):
                return add(index, span, upper, second: lower, source, marks)
            }
        case .category:
            let text = bytes.field(field, quoted: row.hasQuotes).trimmingBlanks()
            guard plan.values[index].metric.id != .workouts else {
                let sports = plan.values[index].sports
                sink.add(
                    Workout(
                        sport: sports.map { $0[text] ?? Sport.other } ?? text,
                        start: span.start, end: end,
                        source: source,
                        figures: WorkoutColumns.figures(bytes, row, plan.figures, &numbers)),
                    marks: marks)
                return nil
            }
            sink.addLabel(
                slots[index], start: span.start, end: end, text, source: source, marks: marks)
        }
        return nil
    }
}
