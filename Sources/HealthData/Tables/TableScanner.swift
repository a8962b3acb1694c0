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
    let plan: TablePlan
    private let splitter: RowSplitter
    private var row = Row()
    private var times: RowTimes
    private var plain: PlainRows
    private var clock: JSONClock
    private var rowNumber = 0
    private var lineNumber = 1
    private var skipsLine = false
    /// How many rows are read one by one, so that the report can show the cell of the last of them.
    private var singleRows = 0
    private let fileSource: UInt16
    private var sourceNames = InternTable()
    private var sourceNumbers: [UInt16] = []
    private var slots: [Int]
    private var reasons: [Int] = []
    private var units: [[String: UnitConversion]]
    /// The index of the reason for rows that a filter excludes.
    private var filtered = 0
    /// The index of the reason for all rows of a table that is not read.
    private var unread: Int?
    /// The marks of the row's samples.
    private var marks: SampleMarks

    init(plan: TablePlan, file: Int, fileName: String, zone: ZoneRules, readsPlainRows: Bool) {
        self.plan = plan
        times = RowTimes(plan, zone)
        clock = JSONClock(zone)
        splitter = RowSplitter(dialect: plan.dialect, longestQuoted: plan.longestQuoted)
        plain = PlainRows(plan, isOn: readsPlainRows)
        sink = RecordSink(file: file)
        if let program = plan.program {
            fileSource = sink.addSource(program.name, program.kind)
        } else {
            fileSource = sink.addSource(fileName, .other, isFile: true)
        }
        marks = plan.marks
        slots = []
        for value in plan.values { slots.append(sink.slot(value.metric)) }
        for (slot, value) in zip(slots, plan.values) where !value.labels.isEmpty {
            sink.setLabels(value.labels, slot: slot)
        }
        for reason in RowRefusal.allCases { reasons.append(sink.reason(reason.text)) }
        if let filter = plan.filter { filtered = sink.reason(filter.reason) }
        if let own = plan.unread { unread = sink.reason(own.reason, type: own.type) }
        units = [[String: UnitConversion]](repeating: [:], count: plan.values.count)
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

    /// Counts the records of a table with a header instead of its lines.
    mutating func countRecords() {
        lineNumber = 0
        sink.tally.unit = .record
    }

    // MARK: Parts

    /// The byte that ends a line.
    var newline: UInt8 { plan.dialect.newline }

    /// Whether a row begins at the scanner's position, and all rows from there on are records.
    var isBetweenRecords: Bool { !skipsLine && rowNumber >= plan.skippedRows }

    /// Forgets what was read, for a part of the file that begins with a record.
    mutating func beginPart() {
        // The file's own source is always the first.
        sink.clear(keeping: 1)
        sourceNames = InternTable()
        sourceNumbers = []
        rowNumber = plan.skippedRows
        lineNumber = 1
        skipsLine = false
        singleRows = 0
    }

    /// Continues behind a part that another scanner read; its samples are taken elsewhere.
    mutating func add(part: TableScanner) {
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
            if rowNumber >= plan.skippedRows { readRow(bytes) }
            rowNumber &+= 1
            singleRows = max(0, singleRows &- 1)
            lineNumber &+= row.lines
            index = row.next
        }
        return index
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
        if sink.tally.isNew(reasons[RowRefusal.noReading.rawValue]),
            let place = sink.firstNoReading(slots[0], found)
        {
            singleRows = place + 1
            return from
        }
        sink.met(count)
        sink.add(
            slots[0], starts: starts.span.extracting(first: count), values: found,
            areRising: plain.areRising,
            source: fileSource, line: lineNumber)
        rowNumber &+= count
        lineNumber &+= count
        return next
    }

    @inline(__always)
    private mutating func readRow(_ bytes: RawSpan) {
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
        if let name = plan.name {
            readNamed(bytes, name)
            return
        }
        var part: String?
        if let filter = plan.filter {
            let text =
                filter.column < row.fields.count
                ? bytes.field(row.fields[filter.column], quoted: row.hasQuotes) : ""
            let isPart = filter.areParts && !text.isEmpty && !filter.accepted.contains(text)
            part = isPart ? text : nil
            guard isPart || filter.accepted.contains(text) else {
                let line = lineNumber
                if filter.refused?.contains(text) == false {
                    refuse(.label, bytes)
                } else if !filter.isRepeat {
                    sink.refuse(filtered) { line }
                } else if text.isEmpty {
                    // A row that is cut off repeats nothing.
                    refuse(.noValue, bytes)
                } else {
                    sink.tally.merged += 1
                }
                return
            }
        }
        let span: (start: Double, end: Double)
        switch times.span(bytes, row) {
        case .span(let start, let end): span = (start, end)
        case .refused(let reason): return refuse(reason, bytes)
        }
        var source = plan.source == nil ? fileSource : source(bytes)
        if let part { source = self.source(ofPart: part, source) }
        marks = part == nil ? plan.marks : plan.partMarks
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
                    slots[index], row: rowNumber, name, value, source: fileSource,
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
            if plan.values[index].style == .point {
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
        plan.end != nil || plan.marks.contains(.summary) && plan.length == 0
    }

    /// Whether a number means "no value".
    @inline(__always)
    private func isMissing(_ number: Double, _ index: Int) -> Bool {
        let missing = plan.values[index].missing
        return !missing.isEmpty && missing.contains(number)
    }

    private enum NumberResult {
        case success(Double)
        case failure(RowRefusal)
    }

    /// Reads a number with thousands groups, a decimal comma or a unit behind it.
    @inline(never)
    private mutating func number(
        _ bytes: RawSpan, _ index: Int, _ field: Range<Int>
    ) -> NumberResult {
        let value = plan.values[index]
        let plain = NumberText.read(
            bytes, field.lowerBound, field.upperBound, value.style, shift: value.conversion.shift)
        switch plain {
        case .missing: return .failure(.noValue)
        case .notFinite: return .failure(.notFinite)
        case .notNumber: return .failure(.notNumber)
        case .number(let number, let unit):
            if isMissing(number, index) { return .failure(.noValue) }
            if unit.isEmpty || !value.acceptsUnits {
                return .success(value.conversion.apply(number))
            }
            let conversion: UnitConversion
            if let known = units[index][unit] {
                conversion = known
            } else {
                guard let found = UnitConversion.from(unit, to: value.metric.unit) else {
                    return .failure(.unit)
                }
                units[index][unit] = found
                conversion = found
            }
            guard
                case .number(let shifted, _) = NumberText.read(
                    bytes, field.lowerBound, field.upperBound, value.style, shift: conversion.shift)
            else { return .failure(.notNumber) }
            return .success(conversion.apply(shifted))
        }
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
            let second = plan.values[index].second
            guard second < row.fields.count, !row.fields[second].isEmpty else { return .noValue }
            guard case .success(let part) = number(bytes, index, field),
                case .success(let whole) = number(bytes, index, row.fields[second]), whole > 0
            else { return .noValue }
            return add(index, span, part * 100 / whole, source, marks)
        case .lengths(let parts):
            return addLengths(bytes, index, parts, span, source, marks)
        case .phases(let seconds, let stages):
            let phases = SleepPhases(
                bytes.field(field, quoted: row.hasQuotes), seconds: seconds, stages)
            let used = sink.addPhases(
                slots[index], from: span.start, to: plan.end == nil ? .infinity : span.end, phases,
                source: source, marks: marks.subtracting([.summary, .total]))
            return used ? nil : .label
        case .member(let name):
            switch number(bytes, index, field) {
            case .success(let value): return add(index, span, value, source, marks)
            case .failure(.notNumber):
                let cell = bytes.field(field, quoted: row.hasQuotes)
                guard let value = JSONSeries.number(cell, name) else {
                    return cell.hasPrefix("{") ? .noValue : .notNumber
                }
                if isMissing(value, index) { return .noValue }
                return add(index, span, value, source, marks)
            case .failure(let problem): return problem
            }
        case .series:
            let cell = bytes.field(field, quoted: row.hasQuotes)
            guard let series = JSONSeries(cell, &clock) else {
                return NumberText.missing.contains(cell.lowercased()) ? .noValue : .notNumber
            }
            return addSeries(series, index, source, marks.subtracting([.summary, .total]))
        case .labels(let labels):
            let text = bytes.field(field, quoted: row.hasQuotes).trimmingBlanks()
            guard let label = labels[text] else { return .label }
            sink.add(
                slots[index], start: span.start, end: span.end, value: Double(label),
                source: source, marks: marks)
        case .pairText:
            guard let pair = PairText.read(bytes, field.lowerBound, field.upperBound) else {
                return .notNumber
            }
            return add(index, span, pair.0, second: pair.1, source, marks)
        case .pair:
            let second = plan.values[index].second
            guard second < row.fields.count, !row.fields[second].isEmpty else { return .pair }
            let upper: Double
            let lower: Double
            switch (number(bytes, index, field), number(bytes, index, row.fields[second])) {
            case (.success(let a), .success(let b)):
                upper = a
                lower = b
            case (.failure(let problem), .failure(let other)):
                return problem == .noValue ? other : problem
            case (.failure(let problem), _), (_, .failure(let problem)):
                return problem == .noValue ? .pair : problem
            }
            return add(index, span, upper, second: lower, source, marks)
        case .category:
            let text = bytes.field(field, quoted: row.hasQuotes).trimmingBlanks()
            guard plan.values[index].metric.id != .workouts else {
                sink.add(
                    Workout(
                        sport: text, start: span.start, end: end,
                        source: source, figures: figures(bytes)), marks: marks)
                return nil
            }
            sink.addLabel(
                slots[index], start: span.start, end: end, text, source: source, marks: marks)
        }
        return nil
    }

    /// The figures of the row's workout.
    private func figures(_ bytes: RawSpan) -> Workout.Figures {
        var figures = Workout.Figures()
        for figure in plan.figures where figure.column < row.fields.count {
            let field = row.fields[figure.column]
            guard
                case .number(let number, unit: "") = NumberText.read(
                    bytes, field.lowerBound, field.upperBound, figure.style,
                    shift: figure.conversion.shift), number > 0
            else { continue }
            figure.figure.set(figure.conversion.apply(number), in: &figures)
        }
        return figures
    }

    /// Adds the stages of a night of which only the lengths are known.
    private mutating func addLengths(
        _ bytes: RawSpan, _ index: Int, _ parts: [(column: Int, stage: SleepStage)],
        _ span: (start: Double, end: Double), _ source: UInt16, _ marks: SampleMarks
    ) -> RowRefusal? {
        var lengths: [(stage: SleepStage, seconds: Double)] = []
        for part in parts where part.column < row.fields.count {
            let field = row.fields[part.column]
            if field.isEmpty { continue }
            switch number(bytes, index, field) {
            case .success(let seconds) where seconds >= 0: lengths.append((part.stage, seconds))
            case .failure(.noValue): continue
            default: return .notNumber
            }
        }
        let total = lengths.reduce(0) { $0 + $1.seconds }
        guard SoundTime.contains(span.start + total) else { return .notNumber }
        return sink.addStages(
            slots[index], from: span.start, lengths, source: source, marks: marks)
            ? nil : .noValue
    }

    /// Adds the readings of a cell.
    private mutating func addSeries(
        _ series: JSONSeries, _ index: Int, _ source: UInt16, _ marks: SampleMarks
    ) -> RowRefusal? {
        var marks = marks
        for reading in series.readings {
            sink.add(
                slots[index], start: reading.time, end: reading.time, value: reading.value,
                source: source, marks: marks)
            marks.insert(.attached)
        }
        return series.readings.isEmpty ? .noValue : nil
    }

    /// The source of one device's part of a source that combines all devices.
    private mutating func source(ofPart part: String, _ whole: UInt16) -> UInt16 {
        let whole = sink.sources[whole]
        return sink.source("\(whole.name) (\(part))", whole.kind)
    }

    private mutating func source(_ bytes: RawSpan) -> UInt16 {
        guard let column = plan.source, column < row.fields.count, !row.fields[column].isEmpty
        else {
            return fileSource
        }
        let field = row.fields[column]
        let number = sourceNames.index(of: bytes, field.lowerBound, field.upperBound)
        if number == sourceNumbers.count {
            let name = sourceNames.text(number)
            sourceNumbers.append(sink.addSource(name, plan.kindOfSource(name)))
        }
        return sourceNumbers[number]
    }
}
