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
        var source: Int?
        var isOrderOpen = false
        /// The share of the cells that are dates of the shape.
        var ratio: Double
    }

    typealias Name = (name: String, role: HeaderNames.Role, unit: String?)

    let body: [TableDetection.Sample]
    let names: [Name]?
    let columns: Int
    var assumptions = Assumptions()
    /// The units that the file as a whole names.
    var fileUnits: [String] = []
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

    // MARK: Times

    /// The columns with the times of the rows; nil if there are none.
    func timeColumns() -> Times? {
        var candidates = (0..<columns).filter { role($0) == .start }
        candidates += (0..<columns).filter { role($0) == .time }
        candidates += (0..<columns).filter { role($0) == .unknown }
        // The time at which a row was written dates it only if no other time does.
        candidates += (0..<columns).filter { role($0) == .recorded }
        for column in candidates {
            let named = [.start, .time, .recorded].contains(role(column))
            guard let found = shape(cells(column), named: named, first: column == 0),
                found.ratio >= 0.5
            else { continue }
            var times = Times(
                start: column, startShape: found.shape, isOrderOpen: found.open, ratio: found.ratio)
            findRest(&times)
            return times
        }
        // For a table with a header and no rows, the names alone decide.
        if body.isEmpty, let column = candidates.first, role(column) != .unknown {
            return Times(start: column, startShape: .iso, ratio: 0.1)
        }
        return nil
    }

    private func findRest(_ times: inout Times) {
        let dates = cells(times.start)
        let haveTimes = dates.filter { hasTime($0, times.startShape) }.count * 2 > dates.count
        for column in 0..<columns where column != times.start {
            switch role(column) {
            case .time where times.time == nil && !haveTimes:
                if isTimes(cells(column), strict: false) { times.time = column }
            case .end where times.end == nil:
                if let found = shape(cells(column), named: true, first: false), found.ratio >= 0.5 {
                    times.end = column
                    times.endShape = found.shape
                }
            case .source where times.source == nil: times.source = column
            default: break
            }
        }
        let next = times.start + 1
        if times.time == nil, !haveTimes, next < columns, role(next) == .unknown,
            isTimes(cells(next), strict: true)
        {
            times.time = next
        }
    }

    private func isTimes(_ cells: [String], strict: Bool) -> Bool {
        let good = cells.filter { cell in
            let separators = cell.filter { $0 == ":" }.count * 2 + cell.filter { $0 == "." }.count
            return (!strict || separators >= 2)
                && ColumnReading.padded(cell) { bytes, end in
                    DateReader.timeOfDay(bytes, 0, end) != nil
                }
        }
        return !cells.isEmpty && good.count * 10 >= cells.count * 6
    }

    /// The shape that most cells have.
    func shape(
        _ cells: [String], named: Bool, first: Bool
    ) -> (shape: DateShape, ratio: Double, open: Bool)? {
        guard !cells.isEmpty else { return nil }
        var counts: [DateShape: Int] = [:]
        for shape in DateShape.allCases {
            if shape == .serialDay {
                let rising = zip(cells, cells.dropFirst()).allSatisfy {
                    (Double($0) ?? 0) <= (Double($1) ?? 0)
                }
                guard named || names == nil && first && cells.count > 1 && rising else { continue }
            }
            if shape == .unixTime, !named, !first { continue }
            let count = cells.count { reads($0, shape) }
            counts[shape] = count
            // No shape can have more; but a column that fits day first may fit month first as well.
            if count == cells.count, shape != .dayFirst { break }
        }
        var best = DateShape.iso
        for shape in DateShape.allCases where counts[shape, default: 0] > counts[best, default: 0] {
            best = shape
        }
        let count = counts[best, default: 0]
        guard count > 0 else { return nil }
        var open = false
        if best == .dayFirst || best == .monthFirst,
            counts[.dayFirst, default: 0] == counts[.monthFirst, default: 0]
        {
            // A point between the numbers means that the day is first.
            if cells.contains(where: { $0.prefix(3).contains(".") }) {
                best = .dayFirst
            } else {
                best = assumptions.dateOrder == .monthFirst ? .monthFirst : .dayFirst
                open = true
            }
        }
        return (best, Double(count) / Double(cells.count), open)
    }

    func reads(_ cell: String, _ shape: DateShape) -> Bool {
        ColumnReading.padded(cell) { bytes, end in
            var reader = DateReader()
            return reader.read(bytes, 0, end, shape).next == end
        }
    }

    /// The seconds of a cell with a date, without regard to zones; nil if it is none.
    func moment(_ cell: String, _ shape: DateShape) -> Double? {
        ColumnReading.padded(cell) { bytes, end in
            var reader = DateReader()
            let reading = reader.read(bytes, 0, end, shape)
            return reading.next == end ? reading.local : nil
        }
    }

    /// The number of a cell, without its unit; nil if it is none.
    static func number(_ cell: String, _ style: NumberStyle) -> Double? {
        padded(cell) { bytes, end in
            guard case .number(let number, _) = NumberText.read(bytes, 0, end, style) else {
                return nil
            }
            return number
        }
    }

    private func hasTime(_ cell: String, _ shape: DateShape) -> Bool {
        ColumnReading.padded(cell) { bytes, end in
            var reader = DateReader()
            let reading = reader.read(bytes, 0, end, shape)
            return reading.next == end && reading.hasTime
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
            [times.start, times.time, times.end, times.source].compactMap { $0 })
        let free = (0..<columns).filter { !taken.contains($0) }
        var values: [TablePlan.Value] = []
        var identifiers: [Int] = []
        let systolic = free.first { role($0) == .systolic }
        let diastolic = free.first { role($0) == .diastolic }
        if let systolic, let diastolic, let metric = Metric(.bloodPressure) {
            let unit = (names?[systolic].unit).flatMap { UnitConversion.from($0, to: metric.unit) }
            values.append(
                TablePlan.Value(
                    kind: .pair, column: systolic, second: diastolic, metric: metric,
                    style: style(cells(systolic) + cells(diastolic), metric),
                    conversion: unit ?? .same))
        } else if names == nil, let triple = headerlessPressure(free) {
            return triple
        }
        for column in free {
            if column == systolic, diastolic != nil { continue }
            if column == diastolic, systolic != nil { continue }
            if role(column) == .identifier {
                identifiers.append(column)
                continue
            }
            if let value = value(column, sole: free.count == 1) { values.append(value) }
        }
        // What only names the rows is a reading if there is no other.
        if isSole, !values.contains(where: \.isNumeric) {
            values += identifiers.compactMap { value($0, sole: free.count == 1) }
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
            return TablePlan.Value(kind: .pairText, column: column, metric: metric)
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
        let known = metric ?? CellUnits.column(name, unit)
        var value = TablePlan.Value(
            kind: .number, column: column, metric: known, style: style(cells, known))
        if metric != nil { setUnit(&value, parsed?.unit, name, cells) }
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
        case .oxygen where most <= 1, .bodyFat where most <= 1: assumed = "fraction"
        case .weight where least > 2000: assumed = "g"
        case .exerciseTime where name.lowercased().contains("min"): assumed = "min"
        default: break
        }
        if let assumed, let conversion = UnitConversion.from(assumed, to: canonical) {
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

    /// Whether the decimal separator is a comma or a point.
    mutating func style(_ cells: [String], _ metric: Metric) -> NumberStyle {
        var comma = 0
        var point = 0
        var openComma = 0
        var openPoint = 0
        for cell in cells {
            let found = Separators(in: cell)
            if found.commas == 0, found.points == 0 { continue }
            let isComma = found.last == ","
            // The last of two kinds separates the decimals; several of one kind can only separate
            // thousands.
            let isThousands =
                (found.commas == 0 || found.points == 0)
                && found.commas + found.points > 1
            if isThousands || found.commas > 0 && found.points > 0 || found.behind != 3
                || found.before > 3 || found.beginsWithZero
            {
                if isComma != isThousands { comma += 1 } else { point += 1 }
            } else if isComma {
                openComma += 1
            } else {
                openPoint += 1
            }
        }
        if comma != point { return comma > point ? .comma : .point }
        // Only numbers like 1,234: thousands for counts, decimals for other metrics.
        if openComma > 0, openPoint == 0 {
            let counted = metric.unit == "count"
            note(
                counted
                    ? tr("numbers like 1,234 were read as thousands")
                    : tr("numbers like 1,234 were read as decimals"))
            return counted ? .point : .comma
        }
        if openPoint > 0, openComma == 0, metric.unit == "count" {
            note(tr("numbers like 1.234 were read as thousands"))
            return .comma
        }
        return .point
    }

    /// The commas and points in the number that a cell begins with, and the digits around them.
    private struct Separators {
        var commas = 0
        var points = 0
        /// The last of the separators.
        var last: Unicode.Scalar?
        /// The digits before the first separator and after the last.
        var before = 0
        var behind = 0
        var beginsWithZero = false

        init(in cell: String) {
            var isFirst = true
            for scalar in cell.unicodeScalars {
                switch scalar {
                case "0"..."9":
                    if isFirst { beginsWithZero = scalar == "0" }
                    if last == nil { before += 1 }
                    behind += 1
                case ",", ".":
                    if scalar == "," { commas += 1 } else { points += 1 }
                    last = scalar
                    behind = 0
                case "'", "\u{2019}", " ", "\u{a0}", "\u{202f}", "-", "+": break
                default: return
                }
                isFirst = false
            }
        }
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
