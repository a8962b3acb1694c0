// Long tables: one reading in each row, its kind in a column of texts, its number in another,
// perhaps its unit in a third.
//
// A table is long if at least half of the different texts of a column name metrics, by Apple's
// names or by those of headers, and one column holds the numbers. Rows of kinds that nobody knows
// become columns under the kind's name. One kind with two units of different kinds is two metrics.

import Localization
import Streams

/// The columns of a table with the kind of each row's reading.
struct KindColumns: Sendable {
    var kind: Int
    var value: Int
    var unit: Int?
    var style = NumberStyle.point
    /// The conversions of numbers without a unit, by the texts of their kinds.
    var conversions: [String: UnitConversion] = [:]

    private static let valueNames: Set<String> = [
        "value", "values", "qty", "quantity", "amount", "reading", "result", "measurement value",
        "measurement", "number", "numeric value", "wert", "messwert", "valeur", "valor", "valore",
        "waarde", "værdi", "värde", "wartość", "değer", "значение", "値", "数值", "测量值",
    ]
    private static let unitNames: Set<String> = [
        "unit", "units", "uom", "measurement unit", "unit of measure", "einheit", "unité",
        "unidad", "unità", "eenheid", "enhed", "enhet", "jednostka", "birim", "единица", "単位",
        "单位",
    ]

    init?(_ reader: inout ColumnReading, except taken: Set<Int>) {
        guard let names = reader.names else { return nil }
        let free = (0..<min(reader.columns, names.count)).filter { !taken.contains($0) }
        func column(named known: Set<String>, where fits: (Int) -> Bool) -> Int? {
            free.first { known.contains(HeaderNames.normalized(names[$0].name)) && fits($0) }
        }
        let kinds = free.first { column in
            let cells = reader.cells(column)
            guard let first = cells.first, !ColumnReading.looksLikeData(first) else { return false }
            let texts = Set(cells)
            let known = texts.count { KindMeaning($0).isKnown }
            return known * 2 >= texts.count
        }
        guard let kinds else { return nil }
        kind = kinds
        func isNumeric(_ column: Int) -> Bool {
            let cells = reader.cells(column)
            return cells.contains { ColumnReading.looksLikeNumber($0) }
        }
        unit = column(named: KindColumns.unitNames) { $0 != kinds }
        let unit = unit
        let others = free.filter {
            $0 != kinds && $0 != unit && reader.role($0) != .identifier && isNumeric($0)
        }
        let named = column(named: KindColumns.valueNames) {
            $0 != kinds && $0 != unit && !reader.cells($0).isEmpty
        }
        guard let found = named ?? (others.count == 1 ? others[0] : nil) else { return nil }
        value = found
        // A known metric in the name of the numbers' column contradicts a kind for each row.
        if case .metric = reader.role(found) { return nil }
        guard let metric = Metric(.column("value")) else { return nil }
        style = reader.style([found], metric)
        setConversions(&reader)
        for column in free where ![kinds, found, unit].contains(column) {
            guard !reader.cells(column).isEmpty, !names[column].name.isEmpty else { continue }
            reader.note(tr("the column {1} was passed over", names[column].name))
        }
    }

    /// Finds the units of kinds whose rows name none, as for a column of their own.
    private mutating func setConversions(_ reader: inout ColumnReading) {
        var cells: [String: [String]] = [:]
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
        guard max(columns.kind, columns.value) < row.fields.count,
            !row.fields[columns.value].isEmpty
        else { return .noValue }
        let field = row.fields[columns.value]
        let text = bytes.field(row.fields[columns.kind], quoted: row.hasQuotes)
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
            sink.add(
                sink.slot(metric), start: span.start, end: span.end, value: value, source: source,
                marks: marks)
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
            sink.add(
                sink.slot(metric), start: span.start, end: span.end, value: pair.0,
                second: pair.1, source: source, marks: marks)
        case .sleep:
            guard let stage = stage(bytes.field(field, quoted: row.hasQuotes)) else {
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
            let metric = CellUnits.column(KindReadings.name(text), unit(bytes, row))
            let value = TablePlan.Value(
                kind: .number, column: columns.value, metric: metric, style: columns.style)
            let result = numbers.read(bytes, field, value)
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
            guard let conversion = numbers.conversion(unit, to: metric.unit) else {
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

    /// The stage of sleep that a text means, in Apple's words or as a person writes it.
    private func stage(_ text: String) -> SleepStage? {
        if let stage = AppleTypes.stage(of: text) { return stage }
        switch HeaderNames.normalized(text) {
        case "in bed", "inbed": return .inBed
        case "asleep", "sleep", "sleeping", "unspecified": return .asleep
        case "awake", "wake": return .awake
        case "core", "light", "asleep core", "light sleep": return .core
        case "deep", "asleep deep", "deep sleep": return .deep
        case "rem", "asleep rem", "rem sleep": return .rem
        default: return nil
        }
    }
}

extension CellNumbers.Outcome {
    /// The reason why there is no number.
    var problem: RowRefusal? {
        if case .failure(let reason) = self { reason } else { nil }
    }
}
