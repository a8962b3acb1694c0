// A list of records in JSON as the table that it makes.
//
// Method: a first pass collects the names of all members, those of objects in objects behind a point;
// a second one writes a row for each record, with a cell for each name. Rows are made as they are asked
// for, so that a list of any size takes no memory. Of a row that is an array the places are the names;
// of an object of dates and values each member is a row. Lists in records are passed over and noted.
// Limit: `mostColumns` names are told apart.

import Localization
import Streams

/// The columns of the table that a list in JSON makes.
struct JSONTable {
    static let mostColumns = 1000
    /// Whether there are further names.
    private var isOverfull = false

    private(set) var columns: [String] = []
    private(set) var places: [String: Int] = [:]
    /// Whether the rows are members of one object, the name of each being the first cell.
    private(set) var hasNames = false
    private(set) var notes: [ImportNote] = []
    /// The numbers of the records that are too long to be looked at, whose rows are empty.
    private(set) var tooLong: [Int] = []

    /// Looks through a document for the names that occur in it.
    init(
        _ head: DocumentHead, _ file: InputFile, _ options: ImportOptions
    ) throws(StreamTrouble) {
        var records = JSONRecords(head)
        var stream = FileStream(file)
        var window = ByteWindow(size: options.documentWindowSize, limit: options.longestItem)
        var consumed = 0
        var skipped: Set<String> = []
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
                    JSONTable.forEachCell(of: 0, tape, bytes, below: "", skipped: &skipped) {
                        name, _ in add(name)
                    }
                }
            }
            if records.tooLong > before { tooLong.append(met + 1) }
            if isFinal || records.isBroken { break }
        }
        if scalars > others {
            hasNames = true
            columns = ["date", "value"]
            places = ["date": 0, "value": 1]
        }
        for name in skipped.sorted() {
            notes.append(
                ImportNote(place: "", text: tr("the list {1} was passed over", name)))
        }
        if isOverfull {
            notes.append(
                ImportNote(
                    place: "",
                    text: tr(
                        "there are more than {1} names; the values of the others were passed over",
                        "\(JSONTable.mostColumns)")))
        }
        if let note = records.endNote { notes.append(note) }
    }

    private mutating func add(_ name: String) {
        guard places[name] == nil else { return }
        guard columns.count < JSONTable.mostColumns else {
            isOverfull = true
            return
        }
        places[name] = columns.count
        columns.append(name)
    }

    static func isScalar(_ kind: JSONTape.Kind) -> Bool { kind != .object && kind != .array }

    /// Calls `body` with the name and the node of every value of a record that is one cell.
    static func forEachCell(
        of node: Int, _ tape: borrowing JSONTape, _ bytes: RawSpan, below prefix: String,
        skipped: inout Set<String>, _ body: (String, Int) -> Void
    ) {
        let kind = tape.nodes[node].kind
        if isScalar(kind) { return body(prefix.isEmpty ? "value" : prefix, node) }
        // Only the record itself may be a row without names.
        if kind == .array, !prefix.isEmpty {
            skipped.insert(prefix)
            return
        }
        var children: [Int] = []
        tape.forEach(in: node) { children.append($0) }
        let names =
            kind == .object
            ? tape.names(of: node, bytes) : children.indices.map { "\($0 + 1)" }
        for (name, child) in zip(names, children) {
            let path = prefix.isEmpty ? name : prefix + "." + name
            forEachCell(of: child, tape, bytes, below: path, skipped: &skipped, body)
        }
    }
}

/// The rows of a list in JSON as the text of a table.
struct JSONTableStream: ByteStream {
    private let table: JSONTable
    private var records: JSONRecords
    private var stream: FileStream
    /// The window is a box, because a stream is copied and a window is not.
    private let window: WindowBox
    private var consumed = 0
    private var output: [UInt8] = []
    private var given = 0
    private var hasEnded = false

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
        output = JSONTableStream.row(table.columns.map(JSONTableStream.quoted))
    }

    var taken: Int { stream.taken }

    mutating func read(
        into buffer: inout [UInt8], _ range: Range<Int>
    ) throws(StreamTrouble) -> Int {
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

    private mutating func fill() throws(StreamTrouble) {
        try window.window.advance(by: consumed, from: &stream)
        let (count, isFinal) = (window.window.count, window.window.atEnd)
        let isStuck = window.window.isFull
        let table = table
        var rows: [UInt8] = []
        let before = records.tooLong
        consumed = window.window.withBytes { bytes in
            records.scan(bytes, to: count, isFinal: isFinal, isStuck: isStuck) { tape, name in
                rows += JSONTableStream.row(JSONTableStream.cells(tape, bytes, name, table))
            }
        }
        // The rows behind it keep the numbers of their records.
        if records.tooLong > before { rows.insert(UInt8(ascii: "\n"), at: 0) }
        output = rows
        if isFinal || records.isBroken { hasEnded = true }
    }

    private static func cells(
        _ tape: borrowing JSONTape, _ bytes: RawSpan, _ name: String, _ table: JSONTable
    ) -> [String] {
        var cells = [String](repeating: "", count: table.columns.count)
        if table.hasNames {
            cells[0] = quoted(name)
            if JSONTable.isScalar(tape.nodes[0].kind) { cells[1] = cell(tape, 0, bytes) }
            return cells
        }
        var skipped: Set<String> = []
        JSONTable.forEachCell(of: 0, tape, bytes, below: "", skipped: &skipped) { name, node in
            if let place = table.places[name] { cells[place] = cell(tape, node, bytes) }
        }
        return cells
    }

    private static func cell(_ tape: borrowing JSONTape, _ node: Int, _ bytes: RawSpan) -> String {
        switch tape.nodes[node].kind {
        case .string: quoted(tape.text(node, bytes) ?? "")
        case .null, .object, .array: ""
        default: bytes.text(tape.nodes[node].start, tape.nodes[node].end)
        }
    }

    /// A text as a cell; line ends in it become blanks, so that a record is a line.
    private static func quoted(_ text: String) -> String {
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

    private static func row(_ cells: [String]) -> [UInt8] {
        Array((cells.joined(separator: ",") + "\n").utf8)
    }
}
