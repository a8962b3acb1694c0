// The decimal sign of a table.
//
// One program writes all numbers of a file in one way, so what one number shows holds for all:
// `72,5`, `1.234,56` and `0,125` show a comma, `1,234.5` a point. `1,234` shows nothing alone. In a
// column of counts it is a thousand, and so it is next to whole numbers of about its size (`980`,
// `1,234`). If columns contradict each other, each decides for itself.

import Localization
import Streams

/// What the numbers of columns show about their decimal sign.
struct DecimalProof: Sendable {
    /// How many numbers show that a comma is the decimal sign.
    private(set) var commas = 0
    /// How many numbers show that a point is.
    private(set) var points = 0
    /// How many numbers are like `1,234`, which shows nothing alone.
    private(set) var openCommas = 0
    /// How many are like `1.234`.
    private(set) var openPoints = 0
    /// The greatest whole number without a separator, of three digits.
    private var greatestWhole = 0.0
    /// The least number like `1,234`, read as thousands.
    private var leastThousand = Double.infinity
    /// Whether numbers like `1,234` were found to be thousands.
    private(set) var hasSettledThousands = false
    /// Whether a whole number of more than three digits has no separators.
    private var hasPlainThousands = false

    /// The sign that the numbers show; nil if they show none or both.
    var sign: NumberStyle? {
        if commas > 0, points == 0 { return .comma }
        return points > 0 && commas == 0 ? .point : nil
    }

    /// Whether some numbers show a comma and others a point.
    var isMixed: Bool { commas > 0 && points > 0 }

    /// The sign of a single column: of two that are shown, the more frequent one.
    var usualSign: NumberStyle? {
        commas == points ? nil : commas > points ? .comma : .point
    }

    /// Whether there are numbers that show nothing alone.
    var isOpen: Bool { openCommas > 0 || openPoints > 0 }

    /// The sign to assume if nothing shows it: numbers like `1,234` are decimals, except next to some
    /// like `1.234`.
    var assumedSign: NumberStyle { openCommas > 0 && openPoints == 0 ? .comma : .point }

    /// The sign if numbers like `1,234` are thousands; nil if there are both kinds.
    private var signIfThousands: NumberStyle? {
        guard (openCommas > 0) != (openPoints > 0) else { return nil }
        return openCommas > 0 ? .point : .comma
    }

    /// Adds the number that a cell begins with.
    mutating func add(_ cell: String) {
        let found = Separators(in: cell)
        if found.commas == 0, found.points == 0 {
            guard let whole = found.whole else { return }
            if whole >= 1000 { hasPlainThousands = true }
            if whole >= 100, whole < 1000 { greatestWhole = max(greatestWhole, whole) }
            return
        }
        let isComma = found.last == ","
        // The last of two kinds separates the decimals; several of one kind can only separate
        // thousands.
        let isThousands =
            (found.commas == 0 || found.points == 0) && found.commas + found.points > 1
        if isThousands || found.commas > 0 && found.points > 0 || found.behind != 3
            || found.before > 3 || found.before == 0 || found.beginsWithZero
        {
            if isComma != isThousands { commas += 1 } else { points += 1 }
        } else {
            if isComma { openCommas += 1 } else { openPoints += 1 }
            leastThousand = min(leastThousand, found.whole ?? .infinity)
        }
    }

    /// Decides what numbers like `1,234` of one column are, if the column shows it.
    ///
    /// - Parameter isCount: whether the column counts something.
    mutating func settleThousands(isCount: Bool) {
        guard commas == 0, points == 0, let sign = signIfThousands else { return }
        let isNearWhole =
            greatestWhole > 0 && !hasPlainThousands && leastThousand < 30 * greatestWhole
        guard isCount || isNearWhole else { return }
        if sign == .comma { commas += 1 } else { points += 1 }
        hasSettledThousands = true
    }

    /// Adds what another column shows.
    mutating func add(_ other: DecimalProof) {
        commas += other.commas
        points += other.points
        openCommas += other.openCommas
        openPoints += other.openPoints
        hasSettledThousands = hasSettledThousands || other.hasSettledThousands
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
        /// The number without its separators; nil if it has no digits.
        var whole: Double?

        init(in cell: String) {
            var isFirst = true
            for original in cell.unicodeScalars {
                guard let scalar = PlainText.folded(original) else { continue }
                switch scalar {
                case "0"..."9":
                    if isFirst { beginsWithZero = scalar == "0" }
                    if last == nil { before += 1 }
                    behind += 1
                    whole = (whole ?? 0) * 10 + Double(scalar.value - 0x30)
                    isFirst = false
                case ",", ".":
                    if scalar == "," { commas += 1 } else { points += 1 }
                    last = scalar
                    behind = 0
                    isFirst = false
                case "'", "\u{2019}", " ", "-", "+": break
                default:
                    endAtUnit()
                    return
                }
            }
            endAtUnit()
        }

        /// Takes back a separator without digits behind it, as in "72 kg." or "72.".
        private mutating func endAtUnit() {
            guard last != nil, behind == 0 else { return }
            if last == "," { commas -= 1 } else { points -= 1 }
            if commas == 0, points == 0 { last = nil }
        }
    }
}

extension DecimalSign {
    /// How numbers with the sign are written.
    var style: NumberStyle { self == .comma ? .comma : .point }
}

/// What the columns of numbers of a table show about the decimal sign.
struct DecimalColumns {
    /// What each column shows alone.
    private let columns: [Int: DecimalProof]
    /// What all of them show together.
    let whole: DecimalProof

    /// - Parameter taken: the columns that are not of numbers.
    init(_ reading: ColumnReading, except taken: Set<Int>) {
        var columns: [Int: DecimalProof] = [:]
        var whole = DecimalProof()
        for column in 0..<reading.columns {
            let cells = reading.cells(column).filter {
                !NumberText.missing.contains($0.lowercased())
            }
            var proof = DecimalProof()
            var numbers = 0
            for cell in cells where DecimalColumns.isNumber(cell) {
                proof.add(cell)
                numbers += 1
            }
            if case .metric(let id) = reading.role(column), Metric(id)?.unit == "count" {
                proof.settleThousands(isCount: true)
            } else {
                proof.settleThousands(isCount: false)
            }
            columns[column] = proof
            let isTime = taken.contains(column) || reading.role(column) == .time
            if !isTime, numbers * 2 > cells.count { whole.add(proof) }
        }
        self.columns = columns
        self.whole = whole
    }

    /// What some columns show alone.
    func proof(of columns: [Int]) -> DecimalProof {
        columns.reduce(into: DecimalProof()) { sum, column in
            if let proof = self.columns[column] { sum.add(proof) }
        }
    }

    /// Whether a cell is a number and not a date or a time of day.
    static func isNumber(_ cell: String) -> Bool {
        guard ColumnReading.looksLikeNumber(cell) else { return false }
        // What has at most one separator is a number.
        guard cell.utf8.count(where: { $0 == 0x2e || $0 == 0x2c || $0 == 0x3a }) > 1 else {
            return true
        }
        return !ColumnReading.looksLikeDate(cell)
    }
}

extension ColumnReading {
    /// Whether the decimal sign of a value's columns is a comma or a point.
    mutating func style(_ columns: [Int], _ metric: Metric) -> NumberStyle {
        if let decimals { return decimals }
        let table = decimalColumns ?? DecimalColumns(self, except: [])
        decimalColumns = table
        var own = table.proof(of: columns)
        if metric.unit == "count" { own.settleThousands(isCount: true) }
        if let sign = own.usualSign {
            if own.hasSettledThousands {
                note(
                    sign == .point
                        ? tr("numbers like 1,234 were read as thousands")
                        : tr("numbers like 1.234 were read as thousands"))
            }
            return sign
        }
        if let sign = table.whole.sign { return sign }
        guard own.isOpen else { return table.whole.usualSign ?? .point }
        // A comma that separates columns does not separate decimals as well.
        if own.openCommas == 0, delimiter == UInt8(ascii: ","), !table.whole.isMixed {
            return .point
        }
        openDecimals.formUnion(columns)
        return assumptions.decimalSign?.style ?? table.whole.assumedSign
    }
}
