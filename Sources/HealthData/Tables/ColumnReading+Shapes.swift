import Glibc
import Streams

extension ColumnReading {
    /// The columns with the times of the rows; nil if there are none.
    mutating func timeColumns() -> Times? {
        var search = TimeColumnSearch(self)
        let times = search.times()
        for text in search.notes { note(text) }
        return times
    }

    /// Which years the dates of a column mean: see `TimeColumnSearch`.
    mutating func yearCount(_ column: Int, _ shape: DateShape) -> YearCount {
        var search = TimeColumnSearch(self)
        let years = search.yearCount(column, shape)
        for text in search.notes { note(text) }
        return years
    }

    /// Whether a column numbers the rows or identifies them: by its name, or because nothing that
    /// is measured has numbers like its own.
    ///
    /// Those are whole numbers of eight digits and more, all of the same length.
    func numbersRows(_ column: Int) -> Bool {
        let cells = cells(column)
        let areWhole = cells.allSatisfy { $0.utf8.allSatisfy { $0 &- 0x30 <= 9 } }
        switch role(column) {
        case .identifier:
            return areWhole || !cells.contains(where: ColumnReading.looksLikeNumber)
        case .unknown:
            guard names != nil, areWhole, let first = cells.first, cells.count > 1 else {
                return false
            }
            return first.utf8.count >= 8 && cells.allSatisfy { $0.utf8.count == first.utf8.count }
        default: return false
        }
    }

    /// The instant from which on nothing can have been measured, with room for all zones.
    static var tomorrow: Double { Double(time(nil)) + 86_400 }

    /// Whether most cells are times of day; with `strict` only those with a colon or two points.
    func areClocks(_ cells: [String], strict: Bool) -> Bool {
        let good = cells.filter { cell in
            let separators = cell.filter { $0 == ":" }.count * 2 + cell.filter { $0 == "." }.count
            return (!strict || separators >= 2)
                && ColumnReading.padded(cell) { bytes, end in
                    DateReader.timeOfDay(bytes, 0, end) != nil
                }
        }
        return !cells.isEmpty && good.count * 10 >= cells.count * 6
    }

    // MARK: Shapes

    /// The shape that most cells have.
    func shape(
        _ cells: [String], named: Bool, first: Bool
    ) -> (shape: DateShape, ratio: Double, open: Bool)? {
        guard !cells.isEmpty else { return nil }
        let areNumbers = cells.allSatisfy(ColumnReading.isBareNumber)
        var counts: [DateShape: Int] = [:]
        for shape in DateShape.allCases {
            if areNumbers, ![.compact, .unixTime, .serialDay].contains(shape) { continue }
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

    private static func isBareNumber(_ cell: String) -> Bool {
        padded(cell) { bytes, end in
            let number = NumberScan.read(bytes, 0, end)
            return number.outcome == .number && number.next == end
        }
    }

    func reads(_ cell: String, _ shape: DateShape) -> Bool { moment(cell, shape, .either) != nil }

    /// The local time of a cell; nil if it has not the shape.
    func moment(_ cell: String, _ shape: DateShape, _ years: YearCount = .either) -> Double? {
        ColumnReading.padded(cell) { bytes, end in
            var reader = DateReader()
            reader.years = years
            let reading = reader.read(bytes, 0, end, shape)
            return reading.next == end ? reading.local : nil
        }
    }

    func hasTime(_ cell: String, _ shape: DateShape) -> Bool {
        ColumnReading.padded(cell) { bytes, end in
            var reader = DateReader()
            reader.years = .either
            let reading = reader.read(bytes, 0, end, shape)
            return reading.next == end && reading.hasTime
        }
    }

    /// The seconds since midnight of a cell with a time of day; nil for another cell.
    static func clock(_ cell: String) -> Double? {
        padded(cell) { bytes, end in DateReader.timeOfDay(bytes, 0, end)?.seconds }
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
}
