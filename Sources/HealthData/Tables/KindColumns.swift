// Long tables: one reading in each row, its kind in a column of texts, its number in another,
// perhaps its unit in a third.
//
// A table is long if at least half of the different texts of a column name metrics, by Apple's
// names or by those of headers, and one column holds the numbers. It is also long if the numbers of
// one column have units of different kinds: no line is drawn through grams and millimetres. Then
// the kind is in a column of texts each of which has units of one kind, or each unit is a kind.
// Rows of kinds that nobody knows become columns under the kind's name. One kind with two units of
// different kinds is two metrics.

import Localization
import Streams

/// The columns of a table with the kind of each row's reading.
struct KindColumns: Sendable {
    /// The column of the kinds; nil if the rows differ only by their units.
    var kind: Int?
    /// The name of the kind of all rows, if no column has it.
    var name = ""
    var value: Int
    var unit: Int?
    var style = NumberStyle.point
    /// The conversions of numbers without a unit, by the texts of their kinds.
    var conversions: [String: UnitConversion] = [:]

    /// The names of columns of numbers of any kind.
    static let valueNames: Set<String> = [
        "value", "values", "qty", "quantity", "amount", "reading", "result", "measurement value",
        "measurement", "number", "numeric value", "wert", "messwert", "valeur", "valor", "valore",
        "waarde", "værdi", "värde", "wartość", "değer", "значение", "値", "数值", "测量值",
    ]
    init?(_ reader: inout ColumnReading, except taken: Set<Int>) {
        guard let names = reader.names else { return nil }
        let free = (0..<min(reader.columns, names.count)).filter { !taken.contains($0) }
        func column(named known: Set<String>, where fits: (Int) -> Bool) -> Int? {
            free.first { known.contains(HeaderNames.normalized(names[$0].name)) && fits($0) }
        }
        let texts = free.filter { column in
            reader.cells(column).first.map { !ColumnReading.looksLikeData($0) } ?? false
                && !reader.units.all.contains(column)
        }
        let known = texts.first { column in
            let texts = Set(reader.cells(column))
            return texts.count { KindMeaning($0).isKnown } * 2 >= texts.count
        }
        let others = free.filter {
            $0 != known && !reader.units.all.contains($0) && reader.role($0) != .identifier
                && reader.cells($0).contains(where: ColumnReading.looksLikeNumber)
        }
        let named = free.first { column in
            KindColumns.valueNames.contains(HeaderNames.normalized(names[column].name))
                && column != known && !reader.cells(column).isEmpty
        }
        guard let found = named ?? (others.count == 1 ? others[0] : nil) else { return nil }
        value = found
        kind = known
        if known == nil {
            let hasUnits = named != nil && reader.units.units[found] != nil
            let named = texts.first { column in
                KindColumns.kindNames.contains(HeaderNames.normalized(names[column].name))
            }
            let areMixed = reader.units.areMixed(found, reader)
            guard areMixed || hasUnits && named != nil else { return nil }
            kind =
                named
                ?? texts.first { KindColumns.haveOwnUnits($0, found, reader) }
            name = names[found].name
        }
        unit = reader.units.units[found]
        // A known metric in the name of the numbers' column contradicts a kind for each row.
        if case .metric = reader.role(found) { return nil }
        guard let metric = Metric(.column("value")) else { return nil }
        style = reader.style([found], metric)
        setConversions(&reader)
        for column in free where ![kind, found, unit].contains(column) {
            guard !reader.cells(column).isEmpty, !names[column].name.isEmpty else { continue }
            reader.note(tr("the column {1} was passed over", names[column].name))
        }
    }

    private static let kindNames: Set<String> = [
        "type", "kind", "test", "test name", "name", "metric", "measure", "measurement",
        "parameter", "analyte", "item", "data type", "record type", "category", "component",
        "art", "messung", "typ", "tipo", "类型", "種類", "项目", "項目",
    ]

    /// Whether each text of a column has numbers with units of one kind only, and there are fewer
    /// texts than rows.
    private static func haveOwnUnits(
        _ column: Int, _ value: Int, _ reader: ColumnReading
    ) -> Bool {
        var units: [String: String] = [:]
        for row in reader.body where column < row.fields.count {
            guard let unit = reader.units.unit(of: value, in: row) else { continue }
            let text = row.fields[column]
            guard let known = units[text] else {
                units[text] = unit
                continue
            }
            if UnitConversion.from(unit, to: known) == nil { return false }
        }
        return units.count > 1 && units.count < reader.body.count
    }

    /// Finds the units of kinds whose rows name none, as for a column of their own.
    private mutating func setConversions(_ reader: inout ColumnReading) {
        var cells: [String: [String]] = [:]
        guard let kind else { return }
        for row in reader.body where max(kind, value) < row.fields.count {
            if let unit, unit < row.fields.count, !row.fields[unit].isEmpty { continue }
            let text = row.fields[kind].trimmingBlanks()
            if ColumnReading.looksLikeNumber(row.fields[value]) {
                cells[text, default: []].append(row.fields[value])
            }
        }
        for (text, cells) in cells.sorted(by: { $0.key < $1.key }) {
            guard case .metric(let id, _) = KindMeaning(text), let metric = Metric(id) else {
                continue
            }
            var own = TablePlan.Value(kind: .number, column: value, metric: metric, style: style)
            let unit = HeaderNames.withoutUnit(text).unit
            reader.setUnit(&own, unit, text, cells)
            conversions[text] = own.conversion
        }
    }
}

/// What the text in a column of kinds means.
enum KindMeaning: Sendable {
    /// A metric, and whether Apple's own name was used.
    case metric(MetricID, isApple: Bool)
    case systolic
    case diastolic
    case pressure
    case sleep
    case standHour
    case unknown

    init(_ text: String) {
        for prefix in ["", "HKQuantityTypeIdentifier", "HKCategoryTypeIdentifier"] {
            switch AppleTypes.meaning(of: prefix + text) {
            case .quantity(let id):
                self = .metric(id, isApple: true)
                return
            case .systolic:
                self = .systolic
                return
            case .diastolic:
                self = .diastolic
                return
            case .sleep:
                self = .sleep
                return
            case .standHour:
                self = .standHour
                return
            case .duration, .unknown: continue
            }
        }
        switch HeaderNames.parse(text).role {
        case .metric(.bloodPressure): self = .pressure
        case .metric(let id): self = .metric(id, isApple: false)
        case .systolic: self = .systolic
        case .diastolic: self = .diastolic
        default:
            let name = HeaderNames.normalized(text)
            self = ["sleep", "sleep analysis", "sleep stage"].contains(name) ? .sleep : .unknown
        }
    }

    var isKnown: Bool {
        if case .unknown = self { false } else { true }
    }
}

/// Reads the rows of a long table.
struct KindReadings: Sendable {
    /// The most kinds that are not known.
    static let mostUnknown = 1000

    private let columns: KindColumns
    private var unknown = 0
    private var meanings: [String: KindMeaning] = [:]
    /// The first unit of each kind that is not known.
    private var units: [String: String] = [:]
    /// Whether the sink knows the labels of the stages of sleep.
    private var hasLabels = false

    init(_ columns: KindColumns) { self.columns = columns }

    /// Adds the reading of a row.
    ///
    /// - Returns: the reason if it cannot be added.
    mutating func read(
        _ bytes: RawSpan, _ row: borrowing Row, _ span: (start: Double, end: Double),
        source: UInt16, marks: SampleMarks, line: Int, _ numbers: inout CellNumbers,
        _ sink: inout RecordSink
    ) -> RowRefusal? {
        guard max(columns.kind ?? 0, columns.value) < row.fields.count,
            !row.fields[columns.value].isEmpty
        else { return .noValue }
        let field = row.fields[columns.value]
        let text =
            columns.kind.map { bytes.field(row.fields[$0], quoted: row.hasQuotes) } ?? columns.name
        guard !text.isEmpty else { return .noName }
        let meaning: KindMeaning
        if let known = meanings[text] {
            meaning = known
        } else {
            meaning = KindMeaning(text)
            if !meaning.isKnown {
                guard unknown < KindReadings.mostUnknown else { return .kinds }
                unknown += 1
            }
            meanings[text] = meaning
        }
        switch meaning {
        case .metric(let id, let isApple):
            guard let metric = Metric(id) else { return .label }
            let result = number(bytes, row, field, metric, text, isApple, &numbers)
            guard case .success(let value) = result else { return result.problem }
            let slot = sink.slot(metric)
            guard sink.isReading(slot, value) else { return .noReading }
            sink.add(
                slot, start: span.start, end: span.end, value: value, source: source, marks: marks)
        case .systolic, .diastolic:
            guard let metric = Metric(.bloodPressure) else { return .label }
            let result = number(bytes, row, field, metric, text, false, &numbers)
            guard case .success(let value) = result else { return result.problem }
            var isSystolic = false
            if case .systolic = meaning { isSystolic = true }
            sink.addHalf(
                RecordSink.Half(
                    start: span.start, end: span.end, value: value, source: source, marks: marks,
                    isSystolic: isSystolic, line: line))
        case .pressure:
            guard let metric = Metric(.bloodPressure),
                let pair = PairText.read(bytes, field.lowerBound, field.upperBound)
            else { return .notNumber }
            let slot = sink.slot(metric)
            guard sink.isReading(slot, pair.0, pair.1) else { return .noReading }
            sink.add(
                slot, start: span.start, end: span.end, value: pair.0, second: pair.1,
                source: source, marks: marks)
        case .sleep:
            let stage = SleepStageText.stage(
                ofCell: bytes.field(field, quoted: row.hasQuotes))
            guard let stage else {
                return .label
            }
            let slot = sink.slot(.sleep)
            if !hasLabels { sink.setLabels(SleepStage.allCases.map(\.label), slot: slot) }
            hasLabels = true
            sink.addStage(
                slot, start: span.start, end: span.end, stage, source: source, marks: marks)
        case .standHour:
            guard
                let hours = AppleTypes.standHours(of: bytes.field(field, quoted: row.hasQuotes))
            else { return .label }
            sink.add(
                sink.slot(.standHours), start: span.start, end: span.end, value: hours,
                source: source, marks: marks)
        case .unknown:
            let (metric, result) = unknown(bytes, row, field, text, &numbers)
            guard case .success(let number) = result else { return result.problem }
            sink.add(
                sink.slot(metric), start: span.start, end: span.end, value: number,
                source: source, marks: marks)
        }
        return nil
    }

    /// The name of a kind that is not known, without Apple's prefixes.
    private static func name(_ text: String) -> String {
        for prefix in ["HKQuantityTypeIdentifier", "HKCategoryTypeIdentifier"]
        where text.hasPrefix(prefix) {
            return String(text.dropFirst(prefix.count))
        }
        return text
    }

    /// Reads a number of a kind that is not known: in the first unit of that kind, or as a metric
    /// of its own if its unit is of another kind.
    private mutating func unknown(
        _ bytes: RawSpan, _ row: borrowing Row, _ field: Range<Int>, _ kind: String,
        _ numbers: inout CellNumbers
    ) -> (Metric, CellNumbers.Outcome) {
        var own = unit(bytes, row)
        if own == nil, field.count <= 64 {
            let written = NumberText.read(
                bytes, field.lowerBound, field.upperBound, columns.style)
            if case .number(_, let unit) = written, !unit.isEmpty { own = unit }
        }
        if let own, units[kind] == nil { units[kind] = own }
        var metric = CellUnits.column(KindReadings.name(kind), units[kind] ?? own)
        var value = TablePlan.Value(
            kind: .number, column: columns.value, metric: metric, style: columns.style)
        if let own {
            if let conversion = numbers.conversion(own, of: metric) {
                value.conversion = conversion
            } else {
                metric = CellUnits.column(KindReadings.name(kind), own)
                value.metric = metric
            }
        }
        return (metric, numbers.read(bytes, field, value))
    }

    private func unit(_ bytes: RawSpan, _ row: borrowing Row) -> String? {
        guard let unit = columns.unit, unit < row.fields.count, !row.fields[unit].isEmpty
        else { return nil }
        return bytes.field(row.fields[unit], quoted: row.hasQuotes)
    }

    private func number(
        _ bytes: RawSpan, _ row: borrowing Row, _ field: Range<Int>, _ metric: Metric,
        _ kind: String, _ isApple: Bool, _ numbers: inout CellNumbers
    ) -> CellNumbers.Outcome {
        var value = TablePlan.Value(
            kind: .number, column: columns.value, metric: metric, style: columns.style)
        if let unit = unit(bytes, row) {
            guard let conversion = numbers.conversion(unit, of: metric) else {
                return .failure(.unit)
            }
            value.conversion = conversion
        } else if let conversion = columns.conversions[kind] {
            value.conversion = conversion
        }
        let outcome = numbers.read(bytes, field, value)
        // Apple writes shares as fractions of one, with the unit %.
        if isApple, metric.unit == "%", case .success(let share) = outcome, share <= 1,
            let fraction = UnitConversion.from("fraction", to: "%"), value.conversion == .same
        {
            value.conversion = fraction
            return numbers.read(bytes, field, value)
        }
        return outcome
    }
}

extension CellNumbers.Outcome {
    /// The reason why there is no number.
    var problem: RowRefusal? {
        if case .failure(let reason) = self { reason } else { nil }
    }
}
