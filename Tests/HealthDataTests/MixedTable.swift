import Foundation

@testable import HealthData

/// A table with random columns in the manner of a random country, and what it holds.
struct MixedTable {
    /// How a country writes dates, times and numbers.
    struct Manner: Sendable {
        var name: String
        /// The fields of a date: `Y`, `B` (a Buddhist year), `M`, `D`; `m`, `d` without zeros.
        var date: String
        /// The fields of a time: `H`, `h` (of twelve), `N` minutes, `S` seconds, `a` the half.
        var time: String
        var halves = ["AM", "PM"]
        var decimal = "."
        var thousands = ","
        var delimiter = ","
        /// The headers of the date, the time, the weight, the steps and the pulse.
        var headers = ["Date", "Time", "Weight", "Steps", "Heart rate"]
        /// The first of the digits.
        var zero: UInt32 = 0x30
        /// Whether the day comes first in dates of three numbers; nil if the year does.
        var order: DateOrder?
    }

    static let manners: [Manner] = [
        Manner(
            name: "en-US", date: "m/d/Y", time: "h:N\u{202f}a", order: .monthFirst),
        Manner(name: "en-GB", date: "D/M/Y", time: "H:N", order: .dayFirst),
        Manner(
            name: "de", date: "D.M.Y", time: "H:N:S", decimal: ",", thousands: ".", delimiter: ";",
            headers: ["Datum", "Uhrzeit", "Gewicht", "Schritte", "Puls"], order: .dayFirst),
        Manner(
            name: "fr", date: "D/M/Y", time: "H:N", decimal: ",", thousands: "\u{202f}",
            delimiter: ";", headers: ["Date", "Heure", "Poids", "Pas", "Pouls"], order: .dayFirst),
        Manner(
            name: "es", date: "d/m/Y", time: "h:N:S\u{a0}a", halves: ["a.\u{a0}m.", "p.\u{a0}m."],
            decimal: ",", thousands: ".", delimiter: ";",
            headers: ["Fecha", "Hora", "Peso", "Pasos", "Pulso"], order: .dayFirst),
        Manner(
            name: "sv", date: "Y-M-D", time: "H:N", decimal: ",", thousands: "\u{a0}",
            delimiter: ";", headers: ["Datum", "Tid", "Vikt", "Steg", "Puls"]),
        Manner(
            name: "fi", date: "d.m.Y", time: "H.N", decimal: ",", thousands: "\u{a0}",
            delimiter: "\t", headers: ["Päivä", "Aika", "Paino", "Steps", "Pulse"],
            order: .dayFirst),
        Manner(
            name: "ja", date: "Y/M/D", time: "ah:N", halves: ["午前", "午後"],
            headers: ["日付", "時刻", "体重", "歩数", "脈拍"]),
        Manner(
            name: "ko", date: "Y. m. d.", time: "a h:N", halves: ["오전", "오후"],
            headers: ["날짜", "시간", "체중", "걸음 수", "심박수"]),
        Manner(
            name: "th", date: "D/M/B", time: "H:N",
            headers: ["วันที่", "เวลา", "น้ำหนัก", "จำนวนก้าว", "ชีพจร"], order: .dayFirst),
        Manner(
            name: "ar", date: "D/M/Y", time: "h:N a", halves: ["ص", "م"], decimal: "\u{66b}",
            thousands: "\u{66c}", delimiter: ";", zero: 0x660, order: .dayFirst),
        Manner(name: "iso", date: "Y-M-D", time: "H:N:S", thousands: "", order: nil),
    ]

    let manner: Manner
    private(set) var text = ""
    /// The readings of the table: their metric, and their time and value as numbers.
    private(set) var readings: [MetricID: [Double: Double]] = [:]
    /// The unit of weights, if the table does not name it.
    private(set) var weightUnit = "kg"

    /// The answers to what the table may leave open.
    var answers: Assumptions {
        var answers = Assumptions(dateOrder: manner.order)
        answers.decimalSign = manner.decimal == "," ? .comma : .point
        answers.units[.weight] = weightUnit
        return answers
    }

    private enum Column {
        case number(name: String, next: Int, step: Int)
        case date, clock, moment
        case weight(digits: Int, header: String, isBehind: Bool)
        case steps(isGrouped: Bool)
        case pulse
        case note
    }

    init(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        manner = MixedTable.manners.randomElement(using: &random) ?? MixedTable.manners[0]
        let columns = chosenColumns(&random)
        var rows = [columns.map(header)]
        let count = Int.random(in: 4...40, using: &random)
        var local = Double(Int.random(in: 12_000...20_000, using: &random)) * 86_400
        let hasTimes = columns.contains {
            switch $0 {
            case .clock, .moment: true
            default: false
            }
        }
        for row in 0..<count {
            let step = Int.random(in: 1...3, using: &random)
            local = (local / 86_400).rounded(.down) * 86_400 + Double(step) * 86_400
            if hasTimes { local += 60 * Double(Int.random(in: 0..<1440, using: &random)) }
            rows.append(columns.map { cell($0, row, local, &random) })
        }
        if Bool.random(using: &random) { rows[1...].reverse() }
        for row in rows {
            text += row.map(quoted).joined(separator: manner.delimiter) + "\r\n"
        }
    }

    private mutating func chosenColumns(_ random: inout SplitMix64) -> [Column] {
        var columns: [Column] = []
        let (first, step) =
            [(1, 1), (1_400_000_000, 7), (203_700_123, 90_001), (1_700_000_000_123, 1)]
            .randomElement(
                using: &random) ?? (1, 1)
        let name = ["ID", "Record ID", "Nr", "Row", "Serial number", "sid"].randomElement(
            using: &random)
        if Bool.random(using: &random) {
            columns.append(.number(name: name ?? "ID", next: first, step: step))
        }
        switch Int.random(in: 0..<3, using: &random) {
        case 0: columns.append(.date)
        case 1: columns += [.date, .clock]
        default: columns.append(.moment)
        }
        weightUnit = ["kg", "lb"].randomElement(using: &random) ?? "kg"
        var values: [Column] = [
            .weight(
                digits: Int.random(in: 0...3, using: &random),
                header: Bool.random(using: &random) ? " (\(weightUnit))" : "",
                isBehind: Int.random(in: 0..<4, using: &random) == 0),
            .steps(isGrouped: Bool.random(using: &random)), .pulse, .note,
        ]
        values.shuffle(using: &random)
        let kept = Int.random(in: 1...4, using: &random)
        columns += values.prefix(kept)
        let hasNumber = values.prefix(kept).contains {
            if case .note = $0 { false } else { true }
        }
        if !hasNumber { columns.append(.pulse) }
        return columns
    }

    private func header(_ column: Column) -> String {
        switch column {
        case .number(let name, _, _): name
        case .date, .moment: manner.headers[0]
        case .clock: manner.headers[1]
        case .weight(_, let unit, _): manner.headers[2] + unit
        case .steps: manner.headers[3]
        case .pulse: manner.headers[4]
        case .note: "Note"
        }
    }

    private func quoted(_ cell: String) -> String {
        cell.contains(manner.delimiter) ? "\"\(cell)\"" : cell
    }

    // MARK: Cells

    private mutating func cell(
        _ column: Column, _ row: Int, _ local: Double, _ random: inout SplitMix64
    ) -> String {
        switch column {
        case .number(_, let next, let step): return "\(next + row * step)"
        case .date: return written(date(local))
        case .clock: return written(time(local))
        case .moment: return written(date(local) + " " + time(local))
        case .weight(let digits, _, let isBehind):
            let scale = [1, 10, 100, 1000][digits]
            let number = Int.random(in: 40 * scale...200 * scale, using: &random)
            let factor = weightUnit == "kg" ? 1 : 0.45359237
            readings[.weight, default: [:]][local] = Double(number) / Double(scale) * factor
            return written(decimal(number, digits)) + (isBehind ? "\u{a0}\(weightUnit)" : "")
        case .steps(let isGrouped):
            let number = Int.random(in: 1...30_000, using: &random)
            readings[.steps, default: [:]][local] = Double(number)
            return written(isGrouped ? grouped(number) : "\(number)")
        case .pulse:
            let number = Int.random(in: 40...180, using: &random)
            readings[.heartRate, default: [:]][local] = Double(number)
            return written("\(number)")
        case .note: return ["well", "tired", "after dinner"].randomElement(using: &random) ?? ""
        }
    }

    private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    private func date(_ local: Double) -> String {
        let day = Date(timeIntervalSince1970: local)
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let fields = calendar.dateComponents([.year, .month, .day], from: day)
        let (year, month, day0) = (fields.year ?? 0, fields.month ?? 0, fields.day ?? 0)
        return manner.date.map { field in
            switch field {
            case "Y": "\(year)"
            case "B": "\(year + 543)"
            case "M": two(month)
            case "m": "\(month)"
            case "D": two(day0)
            case "d": "\(day0)"
            default: String(field)
            }
        }.joined()
    }

    private func time(_ local: Double) -> String {
        let minutes = Int(local) % 86_400 / 60
        let hour = minutes / 60
        return manner.time.map { field in
            switch field {
            case "H": two(hour)
            case "h": "\(hour % 12 == 0 ? 12 : hour % 12)"
            case "N": two(minutes % 60)
            case "S": "00"
            case "a": manner.halves[hour / 12]
            default: String(field)
            }
        }.joined()
    }

    private func decimal(_ number: Int, _ digits: Int) -> String {
        guard digits > 0 else { return "\(number)" }
        let text = "\(number)"
        return String(text.dropLast(digits)) + manner.decimal + String(text.suffix(digits))
    }

    private func grouped(_ number: Int) -> String {
        number < 1000
            ? "\(number)"
            : "\(number / 1000)" + manner.thousands + String("\(number + 1_000_000)".suffix(3))
    }

    /// A text in the digits of the country.
    private func written(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let isDigit = scalar.value &- 0x30 <= 9
            let own = isDigit ? Unicode.Scalar(scalar.value - 0x30 + manner.zero) : nil
            result.append(own ?? scalar)
        }
        return String(result)
    }
}
