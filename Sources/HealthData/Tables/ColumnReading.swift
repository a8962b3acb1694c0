import Localization
import Streams

/// Reads the sampled cells of a table column by column to find out what they hold.
struct ColumnReading {
    struct Times {
        var start: Int
        var startShape: DateShape
        var time: Int?
        var end: Int?
        var endShape = DateShape.iso
        /// Whether the end is only a time of day.
        var endIsClock = false
        var source: Int?
        var isOrderOpen = false
        /// Which years the dates mean.
        var years = YearCount.common
        /// A column of times of day that cannot be read.
        var unreadable: Int?
        /// The share of the cells that are dates of the shape.
        var ratio: Double
    }

    typealias Name = (name: String, role: HeaderNames.Role, unit: String?)

    let body: [TableDetection.Sample]
    let names: [Name]?
    let columns: Int
    var assumptions = Assumptions()
    /// The columns that hold the units of others.
    var units = UnitColumns()
    /// The units that the file as a whole names.
    var fileUnits: [String] = []
    /// The delimiter of the table.
    var delimiter = UInt8(ascii: ";")
    /// How all numbers are written, if the kind of file decides it.
    var decimals: NumberStyle?
    /// Whether a program wrote the rows as records with named values.
    var isOfRecords = false
    /// What the numbers of the whole table show about the decimal sign.
    var decimalColumns: DecimalColumns?
    /// The columns of numbers like `1,234` of which nothing shows the decimal sign.
    var openDecimals: Set<Int> = []
    private(set) var notes: [ImportNote] = []
    private(set) var questions: [OpenQuestion] = []

    init(body: [TableDetection.Sample], names: [Name]?, columns: Int) {
        self.body = body
        self.names = names
        self.columns = columns
    }

    func cells(_ column: Int) -> [String] {
        body.compactMap { row in
            guard column < row.fields.count, !row.fields[column].isEmpty else { return nil }
            return row.fields[column]
        }
    }

    func role(_ column: Int) -> HeaderNames.Role {
        guard let names, column < names.count else { return .unknown }
        return names[column].role
    }

    mutating func note(_ text: String) {
        if !notes.contains(where: { $0.text == text }) {
            notes.append(ImportNote(place: "", text: text))
        }
    }

    // MARK: Values

    /// The columns that hold values.
    ///
    /// `used` are columns that hold something else; `isSole` means that there are no values in them.
    mutating func valueColumns(
        _ times: Times, except used: Set<Int> = [], isSole: Bool = true
    ) -> [TablePlan.Value] {
        let taken = used.union(
            [times.start, times.time, times.end, times.source, times.unreadable].compactMap { $0 })
        decimalColumns = DecimalColumns(self, except: taken)
        let free = (0..<columns).filter { !taken.contains($0) }
        var values: [TablePlan.Value] = []
        var identifiers: [Int] = []
        let systolic = free.first { role($0) == .systolic }
        let diastolic = free.first { role($0) == .diastolic }
        if let systolic, let diastolic, let metric = Metric(.bloodPressure) {
            var value = TablePlan.Value(
                kind: .pair, column: systolic, second: diastolic, metric: metric,
                style: style([systolic, diastolic], metric))
            setUnit(&value, names?[systolic].unit, names?[systolic].name ?? "", cells(systolic))
            values.append(value)
        } else if names == nil, let triple = headerlessPressure(free) {
            return triple
        }
        for column in free {
            if column == systolic, diastolic != nil { continue }
            if column == diastolic, systolic != nil { continue }
            if numbersRows(column), free.count > 1 || role(column) == .identifier {
                identifiers.append(column)
                continue
            }
            if let value = value(column, sole: free.count == 1) { values.append(value) }
        }
        ColumnSieve.sift(&values, of: &self)
        // What only names the rows is a reading if there is no other.
        if isSole, !values.contains(where: \.isNumeric) {
            let readings = identifiers.compactMap { value($0, sole: free.count == 1) }
            identifiers.removeAll { column in readings.contains { $0.column == column } }
            values += readings
        }
        for column in identifiers {
            note(
                tr(
                    "the column {1} only numbers the rows and was passed over",
                    names?[column].name ?? "\(column + 1)"))
        }
        return OneQuantity.joined(values, &self)
    }

    /// Two or three columns of whole numbers that can only be a blood pressure, perhaps with the
    /// pulse.
    private mutating func headerlessPressure(_ free: [Int]) -> [TablePlan.Value]? {
        guard free.count == 2 || free.count == 3, let pressure = Metric(.bloodPressure),
            let pulse = Metric(.heartRate)
        else { return nil }
        let limits = [70.0...260, 30.0...160, 30.0...220]
        let numbers = free.map { cells($0).compactMap { Int($0) } }
        guard let count = numbers.first?.count, count > 0 else { return nil }
        for (index, column) in free.enumerated() {
            guard numbers[index].count == cells(column).count, numbers[index].count == count,
                numbers[index].allSatisfy({ limits[index].contains(Double($0)) })
            else { return nil }
        }
        guard zip(numbers[0], numbers[1]).allSatisfy({ $0 > $1 }) else { return nil }
        note(tr("without a header; the numbers were taken as systolic, diastolic and pulse"))
        var values = [
            TablePlan.Value(kind: .pair, column: free[0], second: free[1], metric: pressure)
        ]
        if free.count == 3 {
            values.append(TablePlan.Value(kind: .number, column: free[2], metric: pulse))
        }
        return values
    }

    private mutating func value(_ column: Int, sole: Bool) -> TablePlan.Value? {
        let cells = cells(column).filter { !NumberText.missing.contains($0.lowercased()) }
        let parsed = names.flatMap { column < $0.count ? $0[column] : nil }
        let name =
            parsed.map { $0.name.isEmpty ? "\(column + 1)" : $0.name }
            ?? (sole ? "value" : "\(column + 1)")
        if cells.isEmpty {
            guard body.isEmpty, let role = parsed?.role, case .metric(let id) = role,
                let metric = Metric(id)
            else { return nil }
            return TablePlan.Value(
                kind: metric.aggregation == .pair ? .pairText : .number, column: column,
                metric: metric)
        }
        let pairs = cells.filter { ColumnReading.isPairText($0) }.count
        if pairs * 2 > cells.count, let metric = Metric(.bloodPressure) {
            var value = TablePlan.Value(kind: .pairText, column: column, metric: metric)
            value.unit = units.units[column]
            if let unit = parsed?.unit {
                value.conversion = UnitConversion.from(unit, to: metric.unit) ?? .same
            }
            return value
        }
        var metric: Metric?
        if case .metric(let id) = parsed?.role { metric = Metric(id) }
        if metric?.aggregation == .pair { metric = nil }
        let unit = parsed?.unit ?? CellUnits.common(cells)
        // Numbers in a unit of another kind are another quantity: fat in kilograms, not in %.
        if let known = metric, let unit, UnitConversion.isUnit(unit),
            UnitConversion.from(unit, to: known.unit) == nil
        {
            metric = nil
        }
        metric = metric ?? unit.flatMap { CellUnits.metric(name, in: $0) }
        let numbers = cells.filter {
            ColumnReading.looksLikeNumber($0) || CellUnits.isCompound($0, metric)
        }.count
        guard numbers * 2 > cells.count || metric != nil && numbers > 0 else {
            if metric != nil {
                note(tr("the column {1} holds no readable number: {2}", name, cells[0]))
                return nil
            }
            return category(column, name, cells)
        }
        let ofRows = units.firstUnit(of: column, body)
        let known = metric ?? CellUnits.column(name, ofRows ?? unit)
        var value = TablePlan.Value(
            kind: .number, column: column, metric: known, style: style([column], known))
        if metric != nil {
            setUnit(&value, parsed?.unit, name, cells)
        } else if ofRows != nil {
            value.unit = units.units[column]
        }
        return value
    }

    private mutating func category(
        _ column: Int, _ name: String, _ cells: [String]
    ) -> TablePlan.Value? {
        let distinct = Set(cells)
        if distinct.count > 50 || distinct.count > 8 && distinct.count * 2 > cells.count {
            note(tr("the column {1} holds free text and was passed over", name))
            return nil
        }
        guard let metric = Metric(.category(name)) else { return nil }
        return TablePlan.Value(kind: .category, column: column, metric: metric)
    }

    /// The conversion from the header's unit, or from the only unit that fits the values.
    mutating func setUnit(
        _ value: inout TablePlan.Value, _ unit: String?, _ name: String, _ cells: [String]
    ) {
        let canonical = value.metric.unit
        let own =
            units.units[value.column] ?? (value.second > 0 ? units.units[value.second] : nil)
        if let own, value.metric.family != .other {
            value.unit = own
            if let unit { value.conversion = UnitConversion.from(unit, to: canonical) ?? .same }
            // A row without a unit is the exception.
            return
        }
        if let unit, let conversion = UnitConversion.from(unit, to: canonical) {
            value.conversion = conversion
            return
        }
        for unit in fileUnits {
            guard let conversion = UnitConversion.from(unit, to: canonical) else { continue }
            value.conversion = conversion
            return
        }
        var numbers: [Double] = []
        var hasOwnUnits = false
        for cell in cells {
            let outcome = ColumnReading.padded(cell) { bytes, end in
                NumberText.read(bytes, 0, end, value.style)
            }
            guard case .number(let number, let own) = outcome else { continue }
            if own.isEmpty { numbers.append(number) } else { hasOwnUnits = true }
        }
        let isNameless = tr("the column {1} has no unit", name)
        if let given = assumptions.units[value.metric.id],
            let conversion = UnitConversion.from(given, to: canonical)
        {
            value.conversion = conversion
            if !numbers.isEmpty {
                ask(.unit(of: value.metric, assumed: given, isNameless, isAnswered: true))
            }
            return
        }
        // Units behind the numbers need no assumption.
        if hasOwnUnits { return }
        guard let least = numbers.min(), let most = numbers.max() else { return }
        var assumed: String?
        switch value.metric.id {
        case .height where most > 3: assumed = "cm"
        case .glucose where most < 40: assumed = "mmol/L"
        case .temperature where least > 60: assumed = "°F"
        case .oxygen where most > 0 && most <= 1, .bodyFat where most > 0 && most <= 1:
            assumed = "fraction"
        case .weight where least > 2000: assumed = "g"
        // No systolic pressure is below 40 mmHg, and none above 40 kPa.
        case .bloodPressure where most < 40: assumed = "kPa"
        case .exerciseTime where name.lowercased().contains("min"): assumed = "min"
        default: break
        }
        if let shown = UnitEvidence.unit(of: value, name, in: &self),
            let conversion = UnitConversion.from(shown.unit, to: canonical)
        {
            value.conversion = conversion
            ask(.unit(of: value.metric, assumed: shown.unit, shown.reason))
        } else if let assumed, let conversion = UnitConversion.from(assumed, to: canonical) {
            value.conversion = conversion
            ask(
                .unit(
                    of: value.metric, assumed: assumed,
                    tr("by the values of the column {1}, which has no unit", name)))
        } else if [.weight, .distance, .exerciseTime, .glucose].contains(value.metric.id) {
            ask(.unit(of: value.metric, assumed: canonical, isNameless))
        }
    }

    /// Records a question; one of each kind is enough.
    mutating func ask(_ question: OpenQuestion) {
        if !questions.contains(where: { $0.id == question.id }) { questions.append(question) }
    }

    // MARK: Kinds of cells

    /// Passes the bytes of a cell to `body`, followed by the padding that searches may read.
    static func padded<Result>(_ text: String, _ body: (RawSpan, Int) -> Result) -> Result {
        if text.utf8.count <= 64 {
            // Cells are short and are examined many times: this path allocates no memory.
            var bytes = InlineArray<128, UInt8>(repeating: 0)
            var count = 0
            for byte in text.utf8 {
                bytes[count] = byte
                count += 1
            }
            return body(bytes.span.bytes, count)
        }
        var bytes = Array(text.utf8)
        let count = bytes.count
        bytes.append(contentsOf: [UInt8](repeating: 0, count: ByteWindow.padding))
        return body(bytes.span.bytes, count)
    }

    static func looksLikeNumber(_ cell: String) -> Bool {
        padded(cell) { bytes, end in
            for style in [NumberStyle.point, .comma] {
                switch NumberText.read(bytes, 0, end, style) {
                case .number, .notFinite: return true
                default: break
                }
            }
            return false
        }
    }

    static func looksLikeDate(_ cell: String) -> Bool {
        padded(cell) { bytes, end in
            var reader = DateReader()
            let shapes: [DateShape] = [
                .iso, .yearFirst, .compact, .monthName, .dayFirst, .monthFirst, .unixTime,
            ]
            return shapes.contains { reader.read(bytes, 0, end, $0).next == end }
        }
    }

    static func looksLikeData(_ cell: String) -> Bool {
        looksLikeNumber(cell) || looksLikeDate(cell) || isPairText(cell)
            || padded(cell) { bytes, end in DateReader.timeOfDay(bytes, 0, end) != nil }
    }

    /// Whether a cell is like `120/80`, perhaps with blanks and a unit.
    static func isPairText(_ cell: String) -> Bool {
        padded(cell) { bytes, end in PairText.read(bytes, 0, end) != nil }
    }
}

/// Two numbers in one cell.
enum PairText {
    /// Reads all of `from..<end` as `120/80`, with or without `mmHg` behind it.
    static func read(_ bytes: RawSpan, _ from: Int, _ end: Int) -> (Double, Double)? {
        if !PlainText.isASCII(bytes, from, end), end - from <= 64 {
            let text = PlainText.folded(bytes.text(from, end)).trimmingBlanks()
            return ColumnReading.padded(text) { bytes, count in readPlain(bytes, 0, count) }
        }
        return readPlain(bytes, from, end)
    }

    private static func readPlain(
        _ bytes: RawSpan, _ from: Int, _ end: Int
    ) -> (Double, Double)? {
        let slash = bytes.first(0x2f, from: from, to: end)
        guard slash < end else { return nil }
        let first = NumberScan.read(bytes, from, slash)
        guard first.outcome == .number,
            (first.next..<slash).allSatisfy({ bytes.byte($0) == 0x20 })
        else { return nil }
        var start = slash + 1
        while start < end, bytes.byte(start) == 0x20 { start += 1 }
        let second = NumberScan.read(bytes, start, end)
        guard second.outcome == .number else { return nil }
        let rest = bytes.text(second.next, end).trimmingBlanks().lowercased()
        guard rest.isEmpty || rest == "mmhg" else { return nil }
        return (first.value, second.value)
    }
}
