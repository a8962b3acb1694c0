// What the rows of a whole table show about its dates and numbers, if its beginning does not.

import Localization
import Streams

/// What the rows of a table show.
struct TableProof {
    private let plan: TablePlan
    /// The number of dates that can only have the day or the month first.
    private var dayFirst = 0
    private var monthFirst = 0
    /// What the numbers of each column show about the decimal sign.
    private var decimals: [Int: DecimalProof] = [:]
    /// The columns of these.
    private var numberColumns: [Int] = []
    private var dates = DateReader()

    init(_ plan: TablePlan) {
        self.plan = plan
        dates.years = plan.years
        if plan.openDecimals.isEmpty { return }
        for column in plan.numberColumns { decimals[column] = DecimalProof() }
        numberColumns = Array(decimals.keys)
    }

    /// Looks at all rows of a text.
    mutating func search<Stream: ByteStream>(
        _ stream: Stream, _ output: RecordOutput
    ) throws(ImportError) {
        var stream = stream
        var window = ByteWindow(
            size: output.options.windowSize, limit: output.options.longestItem)
        let splitter = RowSplitter(dialect: plan.dialect, longestQuoted: plan.longestQuoted)
        var row = Row()
        var consumed = 0
        var number = 0
        var skipsLine = false
        while true {
            do throws(StreamError) {
                try window.advance(by: consumed, from: &stream)
            } catch {
                throw ImportError(error)
            }
            let count = window.count
            let final = window.atEnd
            let stuck = window.isFull
            consumed = window.withBytes { bytes in
                var index = 0
                while index < count {
                    if skipsLine {
                        let lineEnd = bytes.first(plan.dialect.newline, from: index, to: count)
                        if lineEnd == count { return count }
                        skipsLine = false
                        index = lineEnd + 1
                        continue
                    }
                    guard splitter.split(bytes, index, count, final: final, into: &row) else {
                        if !stuck || index > 0 { return index }
                        skipsLine = true
                        return count
                    }
                    if number >= plan.skippedRows { add(bytes, row) }
                    number += 1
                    index = row.next
                }
                return index
            }
            if final || output.stopAsked() { return }
        }
    }

    private mutating func add(_ bytes: RawSpan, _ row: borrowing Row) {
        if plan.isDateOrderOpen, plan.start < row.fields.count {
            let field = row.fields[plan.start]
            let asDay = dates.read(bytes, field.lowerBound, field.upperBound, .dayFirst)
            let asMonth = dates.read(bytes, field.lowerBound, field.upperBound, .monthFirst)
            if asDay.next >= 0, asMonth.next < 0 { dayFirst += 1 }
            if asMonth.next >= 0, asDay.next < 0 { monthFirst += 1 }
        }
        for column in numberColumns where column < row.fields.count {
            let field = row.fields[column]
            guard !field.isEmpty, field.count <= 64 else { continue }
            let cell = bytes.text(field.lowerBound, field.upperBound)
            if DecimalColumns.isNumber(cell) { decimals[column]?.add(cell) }
        }
    }

    // MARK: Conclusions

    /// Decides what the plan left open, and asks what the table does not show.
    func settle(_ plan: inout TablePlan, _ assumptions: Assumptions) {
        if plan.isDateOrderOpen { settleDateOrder(&plan, assumptions.dateOrder) }
        if !plan.openDecimals.isEmpty { settleDecimals(&plan, assumptions.decimalSign) }
    }

    /// Decides the order of day and month by what the file proves.
    ///
    /// If it proves neither or both, the order that was assumed decides. Without one, it is the
    /// order that more dates prove, else day first.
    private func settleDateOrder(_ plan: inout TablePlan, _ assumed: DateOrder?) {
        var order = assumed ?? .dayFirst
        if dayFirst == 0, monthFirst == 0 {
            plan.questions.append(
                OpenQuestion(
                    id: "date", assumed: order.rawValue,
                    choices: [DateOrder.dayFirst.rawValue, DateOrder.monthFirst.rawValue],
                    reason: tr("no date shows the order"), isAnswered: assumed != nil))
        } else if dayFirst > 0, monthFirst > 0 {
            plan.notes.append(
                ImportNote(
                    place: "", text: tr("some dates have the day first and some the month first")))
            if assumed == nil, monthFirst > dayFirst { order = .monthFirst }
        } else {
            order = monthFirst > 0 ? .monthFirst : .dayFirst
        }
        let shape = order == .monthFirst ? DateShape.monthFirst : .dayFirst
        if plan.end != nil, plan.endShape == plan.startShape { plan.endShape = shape }
        plan.startShape = shape
    }

    /// Decides the decimal sign of numbers like `1,234`, by what other numbers of the file show.
    private func settleDecimals(_ plan: inout TablePlan, _ assumed: DecimalSign?) {
        var all = DecimalProof()
        for proof in decimals.values {
            var proof = proof
            proof.settleThousands(isCount: false)
            all.add(proof)
        }
        var style = all.sign ?? assumed?.style ?? all.assumedSign
        // A pipe that is not read to its end shows nothing.
        if !all.isOpen, all.sign == nil, assumed == nil { style = plan.openStyle ?? style }
        if all.sign == nil {
            let sign = style == .comma ? DecimalSign.comma : .point
            plan.questions.append(
                OpenQuestion(
                    id: "decimal", assumed: sign.rawValue,
                    choices: [DecimalSign.comma.rawValue, DecimalSign.point.rawValue],
                    reason: tr("no number shows whether 1,234 has decimals or thousands"),
                    isAnswered: assumed != nil))
        }
        plan.setOpenStyle(style)
    }
}
