// Where another table begins in the same file: a header in the middle, perhaps below a title and
// empty lines. Only rows whose date cannot be read are examined, and at most a few lines.

import Streams

/// Finds out whether a row that is no record begins another table.
struct SectionSearch {
    enum Outcome {
        /// It is a row like any other.
        case none
        /// More bytes are needed; the row itself may be a title, or else it is like a header.
        case unknown(isTitle: Bool)
        /// Another table begins with it.
        case header
        /// The header of the table comes once more; the index and the lines behind it.
        case repeated(next: Int, lines: Int)
    }

    /// The most lines above a header that may belong to it.
    private static let mostTitles = 4

    private let splitter: RowSplitter
    private let header: [String]

    init(_ splitter: RowSplitter, _ header: [String]) {
        self.splitter = splitter
        self.header = header
    }

    func look(_ bytes: RawSpan, _ from: Int, _ end: Int, final: Bool) -> Outcome {
        var row = Row()
        var index = from
        var lines = 0
        for _ in 0...SectionSearch.mostTitles {
            guard index < end else { return final ? .none : .unknown(isTitle: index > from) }
            guard splitter.split(bytes, index, end, final: final, into: &row) else {
                return .unknown(isTitle: index > from)
            }
            if row.isBroken { return .none }
            let cells = row.fields.map { bytes.field($0, quoted: row.hasQuotes) }
            index = row.next
            lines += row.lines
            if HeaderRow.isHeader(cells) {
                if cells == header { return .repeated(next: index, lines: lines) }
                return isRecord(bytes, index, end, final, cells.count)
            }
            let texts = cells.filter { !$0.isEmpty }
            guard texts.count <= 1, texts.allSatisfy({ !ColumnReading.looksLikeData($0) })
            else { return .none }
        }
        return .none
    }

    /// Whether a record of a table with this number of columns begins at an index.
    private func isRecord(
        _ bytes: RawSpan, _ from: Int, _ end: Int, _ final: Bool, _ columns: Int
    ) -> Outcome {
        guard from < end else { return final ? .none : .unknown(isTitle: false) }
        var row = Row()
        guard splitter.split(bytes, from, end, final: final, into: &row) else {
            return .unknown(isTitle: false)
        }
        let cells = row.fields.map { bytes.field($0, quoted: row.hasQuotes) }
        let isDated = cells.contains { ColumnReading.looksLikeDate($0) }
        return isDated && !row.isBroken ? .header : .none
    }
}

/// Recognizes headers by their cells alone.
enum HeaderRow {
    /// Whether cells are those of a header wherever they are: names, one of which is a word for a
    /// time, without dates and numbers.
    ///
    /// Programs for sleep have times of day among their names.
    static func isHeader(_ cells: [String]) -> Bool {
        let full = cells.filter { !$0.isEmpty }
        guard full.count >= 2 else { return false }
        var clocks = 0
        var namesTime = false
        for cell in full {
            if let first = cell.utf8.first, first &- 0x30 <= 9 {
                guard isClock(cell) else { return false }
                clocks += 1
                continue
            }
            switch HeaderNames.parse(cell).role {
            case .start, .time, .end, .recorded: namesTime = namesTime || cell.utf8.count > 2
            default: break
            }
        }
        return namesTime && clocks * 2 < full.count
            && full.allSatisfy { isClock($0) || !ColumnReading.looksLikeData($0) }
    }

    /// Whether a cell is a time of day.
    static func isClock(_ cell: String) -> Bool {
        cell.contains(":") && cell.utf8.count <= 8
            && ColumnReading.padded(cell) { bytes, end in
                DateReader.timeOfDay(bytes, 0, end) != nil
            }
    }

    /// The indices of the rows that are headers of tables: texts above numbers.
    static func all(_ rows: [TableDetection.Sample]) -> [Int] {
        rows.indices.filter { index in
            guard index + 1 < rows.count else { return false }
            let cells = rows[index].fields.filter { !$0.isEmpty }
            return cells.count >= 2
                && cells.allSatisfy { !ColumnReading.looksLikeData($0) }
                && rows[index + 1].fields.contains { ColumnReading.looksLikeNumber($0) }
        }
    }

    /// The rows up to the second header, without the titles above that.
    static func firstSection(_ rows: [TableDetection.Sample]) -> [TableDetection.Sample] {
        guard let first = rows.firstIndex(where: { isHeader($0.fields) }) else { return rows }
        var end = rows[(first + 1)...].firstIndex { row in
            isHeader(row.fields) && row.fields != rows[first].fields
        }
        guard var stop = end, stop > first + 1, stop + 1 < rows.count,
            rows[stop + 1].fields.contains(where: { ColumnReading.looksLikeDate($0) })
        else { return rows.filter { $0.row == rows[first].row || $0.fields != rows[first].fields } }
        while stop > first + 2, rows[stop - 1].fields.count(where: { !$0.isEmpty }) == 1,
            !rows[stop - 1].fields.contains(where: { ColumnReading.looksLikeData($0) })
        {
            stop -= 1
        }
        end = stop
        return rows[..<(end ?? rows.count)].filter {
            $0.row == rows[first].row || $0.fields != rows[first].fields
        }
    }
}
