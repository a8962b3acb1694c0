import CSQLite

/// A row of a foreign table during reading.
package struct ForeignRow {
    /// Longer texts are not numbers.
    private static let longestNumber: Int32 = 64

    private let statement: OpaquePointer
    /// The columns by their requested names.
    private let columns: [String]

    init(_ statement: OpaquePointer, _ columns: [String]) {
        self.statement = statement
        self.columns = columns
    }

    /// Whether the table has a requested column.
    package func has(_ column: String) -> Bool { columns.contains(column) }

    /// A finite number in a column, also if it is stored as a text; nil if there is none, or no
    /// such column.
    package func number(_ column: String) -> Double? {
        guard let index = index(column) else { return nil }
        let number: Double?
        switch sqlite3_column_type(statement, index) {
        case SQLITE_INTEGER: return Double(sqlite3_column_int64(statement, index))
        case SQLITE_FLOAT: number = sqlite3_column_double(statement, index)
        case SQLITE_TEXT:
            guard sqlite3_column_bytes(statement, index) <= ForeignRow.longestNumber else {
                return nil
            }
            number = Double(text(index, atMost: Int(ForeignRow.longestNumber)))
        default: return nil
        }
        return number.flatMap { $0.isFinite ? $0 : nil }
    }

    /// A whole number in a column; nil if there is none.
    package func integer(_ column: String) -> Int? {
        number(column).flatMap { Int(exactly: $0.rounded()) }
    }

    /// The key of a row in a column, to the last digit; nil if there is none.
    package func key(_ column: String) -> Int? {
        guard let index = index(column) else { return nil }
        guard sqlite3_column_type(statement, index) == SQLITE_INTEGER else {
            return integer(column)
        }
        return Int(sqlite3_column_int64(statement, index))
    }

    /// A text in a column; empty if there is none.
    ///
    /// - Parameter bytes: the largest number of bytes to read; names are shorter than the default.
    package func text(_ column: String, atMost bytes: Int = 512) -> String {
        guard let index = index(column), sqlite3_column_type(statement, index) == SQLITE_TEXT
        else { return "" }
        return text(index, atMost: bytes)
    }

    private func index(_ column: String) -> Int32? {
        columns.firstIndex(of: column).map(Int32.init)
    }

    private func text(_ index: Int32, atMost bytes: Int) -> String {
        guard let text = sqlite3_column_text(statement, index) else { return "" }
        let count = Int(sqlite3_column_bytes(statement, index))
        let kept = UnsafeBufferPointer(start: text, count: min(count, bytes))
        guard count > bytes else { return String(decoding: kept, as: UTF8.self) }
        // A character is not cut in the middle.
        let whole = kept.dropLast(kept.reversed().prefix { $0 & 0xc0 == 0x80 }.count + 1)
        return String(decoding: whole, as: UTF8.self)
    }
}
