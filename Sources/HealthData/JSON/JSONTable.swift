// A list of JSON records as the table that it makes.
//
// Method: a first pass collects the names of all members; the name of a member in a nested object
// is its path with points. A second pass writes a row for each record, with a cell for each name.
// Rows are made on demand, so that a list of any size takes no memory. The places in a row that is
// an array are its names; each member of an object of dates and values is a row. Lists in records
// are passed over and noted, and so are texts that are too long for a date, a number or a label.
// Limits: at most `mostColumns` names are distinguished; about `mostText` bytes of the table are
// made at once, however short the records are.

import Localization
import Streams

/// The columns of the table that a JSON list makes.
struct JSONTable {
    static let mostColumns = 1000
    /// Texts and column names with more bytes are passed over.
    static let longestText = 1 << 12

    /// A set of at most `mostColumns` names.
    private struct Names {
        private(set) var names: Set<String> = []
        /// Whether there are further ones.
        private(set) var isOverfull = false

        mutating func insert(_ name: String) {
            if names.count < JSONTable.mostColumns {
                names.insert(name)
            } else if !names.contains(name) {
                isOverfull = true
            }
        }
    }

    /// Whether there are further names.
    private var isOverfull = false
    /// Whether records have lists of records in them, or names that are dates.
    private(set) var isNested = false

    private(set) var columns: [String] = []
    private(set) var places: [String: Int] = [:]
    /// Whether the rows are members of one object, with the member's name as the first cell.
    private(set) var hasNames = false
    private(set) var notes: [ImportNote] = []
    /// The numbers of the records that are too long to be read, whose rows are empty.
    private(set) var tooLong: [Int] = []

    /// Collects the names that occur in a document, until `stopAsked` returns true.
    init(
        _ head: DocumentHead, _ file: InputFile, _ options: ImportOptions,
        stopAsked: () -> Bool
    ) throws(StreamError) {
        var records = JSONRecords(head)
        var stream = FileStream(file)
        var window = ByteWindow(size: options.documentWindowSize, limit: options.longestItem)
        var consumed = 0
        var lists = Names()
        var longTexts = Names()
        var hasLongNames = false
        var scalars = 0
        var others = 0
        while true {
            try window.advance(by: consumed, from: &stream)
            let (count, isFinal, isStuck) = (window.count, window.atEnd, window.isFull)
            let (met, before) = (records.count, records.tooLong)
            consumed = window.withBytes { bytes in
                records.scan(bytes, to: count, isFinal: isFinal, isStuck: isStuck) { tape, name in
                    let isScalar = JSONTable.isScalar(tape.nodes[0].kind)
                    if isScalar, !name.isEmpty { scalars += 1 } else { others += 1 }
                    if tape.nodes[0].kind == .object, JSONListNames.isDate(name) { isNested = true }
                    JSONTable.forEachCell(of: 0, tape, bytes, below: "") { name, node in
                        guard let name else {
                            hasLongNames = true
                            return
                        }
                        if tape.nodes[node].kind == .array {
                            if JSONTable.holdsRecords(tape, node) { isNested = true }
                            return lists.insert(name)
                        }
                        add(name)
                        if JSONTable.isLong(tape, node) { longTexts.insert(name) }
                    }
                }
            }
            if records.tooLong > before { tooLong.append(met + 1) }
            if isFinal || records.isBroken || stopAsked() { break }
        }
        if scalars > others {
            hasNames = true
            columns = ["date", "value"]
            places = ["date": 0, "value": 1]
        }
        for name in lists.names.sorted() { note(tr("the list {1} was passed over", name)) }
        if lists.isOverfull {
            note(
                tr(
                    "there are more than {1} such lists; the others were passed over as well",
                    "\(JSONTable.mostColumns)"))
        }
        for name in longTexts.names.sorted() {
            note(
                tr(
                    "texts of more than {1} kB in {2} were passed over",
                    "\(JSONTable.longestText >> 10)", name))
        }
        if hasLongNames {
            note(
                tr(
                    "values whose names have more than {1} kB were passed over",
                    "\(JSONTable.longestText >> 10)"))
        }
        if isOverfull {
            note(
                tr(
                    "there are more than {1} names; the values of the others were passed over",
                    "\(JSONTable.mostColumns)"))
        }
        if let note = records.endNote { notes.append(note) }
    }

    private mutating func note(_ text: String) {
        notes.append(ImportNote(place: "", text: text))
    }

    private mutating func add(_ name: String) {
        guard places[name] == nil else { return }
        if name.split(separator: ".").contains(where: { JSONListNames.isDate(String($0)) }) {
            isNested = true
        }
        guard columns.count < JSONTable.mostColumns else {
            isOverfull = true
            return
        }
        places[name] = columns.count
        columns.append(name)
    }

    /// Whether an array contains objects or arrays.
    private static func holdsRecords(_ tape: borrowing JSONTape, _ node: Int) -> Bool {
        guard let first = tape.element(0, of: node) else { return false }
        return !isScalar(tape.nodes[first].kind)
    }

    static func isScalar(_ kind: JSONTape.Kind) -> Bool { kind != .object && kind != .array }

    /// Whether a value is a text that is too long for a cell.
    static func isLong(_ tape: borrowing JSONTape, _ node: Int) -> Bool {
        tape.nodes[node].kind == .string
            && tape.nodes[node].end - tape.nodes[node].start > longestText
    }

    /// Calls `body` with the name and the node of every value of a record that is one cell, and of
    /// every list in it; without the name if that is too long.
    static func forEachCell(
        of node: Int, _ tape: borrowing JSONTape, _ bytes: RawSpan, below prefix: String,
        _ body: (String?, Int) -> Void
    ) {
        guard prefix.utf8.count <= longestText else { return body(nil, node) }
        let kind = tape.nodes[node].kind
        if isScalar(kind) { return body(prefix.isEmpty ? "value" : prefix, node) }
        // Only the record itself may be a row without names.
        if kind == .array, !prefix.isEmpty { return body(prefix, node) }
        var children: [Int] = []
        tape.forEach(in: node) { children.append($0) }
        let names =
            kind == .object
            ? tape.names(of: node, bytes) : children.indices.map { "\($0 + 1)" }
        for (name, child) in zip(names, children) {
            let path = prefix.isEmpty ? name : prefix + "." + name
            forEachCell(of: child, tape, bytes, below: path, body)
        }
    }
}

/// The rows of a JSON list as the text of a table.
struct JSONTableStream: ByteStream {
    private let table: JSONTable
    private var records: JSONRecords
    private var stream: FileStream
    /// The window is in a box, because streams are copied and windows cannot be.
    private let window: WindowBox
    /// The index up to which the window was read, and whether more records in it follow.
    private var consumed = 0
    private var isStopped = false
    private var output: [UInt8] = []
    private var given = 0
    private var hasEnded = false
    /// The number of bytes from which on no more rows are made at once.
    private static let mostText = 1 << 18

    private final class WindowBox {
        var window: ByteWindow

        init(_ options: ImportOptions) {
            window = ByteWindow(
                size: min(1 << 17, options.documentWindowSize), limit: options.longestItem)
        }
    }

    init(
        _ table: JSONTable, _ head: DocumentHead, _ file: InputFile, _ options: ImportOptions
    ) {
        window = WindowBox(options)
        self.table = table
        records = JSONRecords(head)
        stream = FileStream(file)
        let names = table.columns.map { JSONTableStream.quoted($0) }
        output = Array((names.joined(separator: ",") + "\n").utf8)
    }

    var taken: Int { stream.taken }

    mutating func read(
        into buffer: inout [UInt8], _ range: Range<Int>
    ) throws(StreamError) -> Int {
        while given == output.count {
            if hasEnded { return 0 }
            output.removeAll(keepingCapacity: true)
            given = 0
            try fill()
        }
        let count = min(range.count, output.count - given)
        for index in 0..<count { buffer[range.lowerBound + index] = output[given + index] }
        given += count
        return count
    }

    private mutating func fill() throws(StreamError) {
        if !isStopped {
            try window.window.advance(by: consumed, from: &stream)
            consumed = 0
        }
        let (count, isFinal) = (window.window.count, window.window.atEnd)
        let isStuck = window.window.isFull
        let table = table
        let (from, before) = (consumed, records.tooLong)
        var rows: [UInt8] = []
        (consumed, isStopped) = window.window.withBytes { bytes in
            records.scan(
                bytes, from: from, to: count, isFinal: isFinal, isStuck: isStuck,
                until: { tape, name in
                    JSONTableStream.appendRow(tape, bytes, name, table, to: &rows)
                    return rows.count >= JSONTableStream.mostText
                })
        }
        // The rows behind it keep the numbers of their records.
        if records.tooLong > before { rows.insert(UInt8(ascii: "\n"), at: 0) }
        output = rows
        if isFinal && !isStopped || records.isBroken { hasEnded = true }
    }

    /// Adds the row of a record: an empty line if it has no cell.
    private static func appendRow(
        _ tape: borrowing JSONTape, _ bytes: RawSpan, _ name: String, _ table: JSONTable,
        to rows: inout [UInt8]
    ) {
        var cells: [(place: Int, text: String)] = []
        if table.hasNames {
            if name.utf8.count <= JSONTable.longestText { cells.append((0, quoted(name))) }
            if JSONTable.isScalar(tape.nodes[0].kind) { cells.append((1, cell(tape, 0, bytes))) }
        } else {
            JSONTable.forEachCell(of: 0, tape, bytes, below: "") { name, node in
                guard let name, let place = table.places[name] else { return }
                cells.append((place, cell(tape, node, bytes)))
            }
        }
        cells.removeAll { $0.text.isEmpty }
        if cells.isEmpty { return rows.append(UInt8(ascii: "\n")) }
        let order = cells.indices.sorted { (cells[$0].place, $0) < (cells[$1].place, $1) }
        var place = 0
        for (index, next) in zip(order, order.dropFirst().map(Optional.some) + [nil]) {
            // If a name is repeated, the last one counts.
            let cell = cells[index]
            if let next, cells[next].place == cell.place { continue }
            rows.append(contentsOf: repeatElement(UInt8(ascii: ","), count: cell.place - place))
            rows.append(contentsOf: cell.text.utf8)
            place = cell.place
        }
        let more = table.columns.count - 1 - place
        rows.append(contentsOf: repeatElement(UInt8(ascii: ","), count: more))
        rows.append(UInt8(ascii: "\n"))
    }

    private static func cell(_ tape: borrowing JSONTape, _ node: Int, _ bytes: RawSpan) -> String {
        if JSONTable.isLong(tape, node) { return "" }
        return switch tape.nodes[node].kind {
        case .string: quoted(tape.text(node, bytes) ?? "")
        case .null, .object, .array: ""
        default: bytes.text(tape.nodes[node].start, tape.nodes[node].end)
        }
    }

    /// A text as a cell; line ends in it become blanks, so that a record is a line.
    static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\"\""
            case "\n", "\r": result += " "
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
