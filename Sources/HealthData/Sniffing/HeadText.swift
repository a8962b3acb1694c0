import Streams

/// The first bytes of a document as UTF-8 text, and the rows of the table that it may be.
struct HeadText {
    /// The bytes, followed by the padding that searches may read.
    private let bytes: [UInt8]
    /// The indices in them at which the text begins and ends.
    private let start: Int
    private let count: Int
    /// Whether the text is the whole document.
    private let isWhole: Bool

    struct TextRow {
        /// The index among all rows of the document.
        var number: Int
        var fields: [String]
    }

    init(_ head: DocumentHead) {
        isWhole = head.isWhole
        switch head.encoding {
        case nil:
            (bytes, start, count) = ([], 0, 0)
        case .utf8(let skip):
            (bytes, start, count) = (head.padded, skip, head.bytes.count)
        case .codePage(let page):
            (bytes, start, count) = HeadText.transcoded(head.bytes, .codePage(page))
        case .utf16(let order, let skip):
            (bytes, start, count) = HeadText.transcoded(
                Array(head.bytes.dropFirst(skip)), .utf16(littleEndian: order, skip: 0))
        }
    }

    var isEmpty: Bool { count <= start }

    /// The index of the first occurrence of a byte.
    func first(_ byte: UInt8) -> Int? {
        let place = bytes.span.bytes.first(byte, from: start, to: count)
        return place < count ? place : nil
    }

    /// The first lines.
    func lines(atMost most: Int) -> [String] {
        guard !isEmpty else { return [] }
        let lines = bytes[start..<count].split(
            maxSplits: most, omittingEmptySubsequences: false
        ) { $0 == 0x0a || $0 == 0x0d }
        return lines.prefix(most).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The first rows of a table with this dialect.
    func rows(_ dialect: Dialect, atMost most: Int) -> [TextRow] {
        let splitter = RowSplitter(dialect: dialect)
        var found: [TextRow] = []
        var row = Row()
        var index = start
        let span = bytes.span.bytes
        for number in 0..<most where index < count {
            guard splitter.split(span, index, count, final: isWhole, into: &row) else { break }
            if !row.isBroken {
                found.append(
                    TextRow(
                        number: number,
                        fields: row.fields.map { span.field($0, quoted: row.hasQuotes) }))
            }
            index = row.next
        }
        return found
    }

    private static func transcoded(
        _ bytes: [UInt8], _ encoding: TextEncoding
    ) -> (bytes: [UInt8], start: Int, count: Int) {
        var stream = TranscodingStream(BytesStream(bytes), encoding)
        var text = [UInt8](repeating: 0, count: bytes.count * 3 + 8)
        var have = 0
        while let got = try? stream.read(into: &text, have..<text.count), got > 0 { have += got }
        return (text[..<have] + [UInt8](repeating: 0, count: ByteWindow.padding), 0, have)
    }
}

/// The first rows of a document that may be a table, divided in one way.
struct HeadTable {
    /// The number of rows at the beginning that may be the header.
    static let depth = 12

    struct Row {
        /// The index among all rows of the document.
        var number: Int
        var fields: [String]
        /// The fields as names of columns, and the units in brackets behind them.
        var names: [(name: String, unit: String?)]
    }

    let dialect: Dialect
    let rows: [Row]

    static func all(of text: HeadText) -> [HeadTable] {
        guard !text.isEmpty else { return [] }
        var newline: UInt8 = 0x0a
        if text.first(0x0a) == nil, text.first(0x0d) != nil { newline = 0x0d }
        let delimiters = [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09]
        return delimiters.filter { text.first($0) != nil }.map { delimiter in
            let dialect = Dialect(delimiter: delimiter, newline: newline)
            return HeadTable(
                dialect: dialect,
                rows: text.rows(dialect, atMost: depth).map { row in
                    Row(
                        number: row.number, fields: row.fields,
                        names: row.fields.map { field in
                            let (name, unit) = HeaderNames.withoutUnit(field)
                            return (HeaderNames.normalized(name), unit)
                        })
                })
        }
    }
}

/// Bytes in memory as a stream.
struct BytesStream: ByteStream {
    private let bytes: [UInt8]
    private(set) var taken = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func read(
        into buffer: inout [UInt8], _ range: Range<Int>
    ) throws(StreamError) -> Int {
        let count = min(range.count, bytes.count - taken)
        for index in 0..<count { buffer[range.lowerBound + index] = bytes[taken + index] }
        taken += count
        return count
    }
}
