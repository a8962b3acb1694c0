// The records of some lists in a JSON document as the text of a table.
//
// Method: only the parts of the document with these lists are read again, one after the other. Each
// record is a row with a cell for each column; lists in the record are passed over, since they are
// tables of their own. What the objects around a list say about all of its records is repeated in
// each row: its source, its zone, and, if the records themselves have no dates, its date.

import Streams

/// The records of a table's lists, row by row.
struct JSONListStream: ByteStream {
    /// What is repeated in each row.
    struct Repeated: OptionSet {
        let rawValue: UInt8
        static let date = Repeated(rawValue: 1)
        static let source = Repeated(rawValue: 2)
        static let zone = Repeated(rawValue: 4)
    }

    private let outline: JSONOutline
    private let table: JSONOutline.Table
    private let file: InputFile
    private let repeated: Repeated
    private let box: Box
    private let windowSize: Int
    private let limit: Int
    /// The number of the list that comes next.
    private var next = 0
    private var rows: Rows
    private var given = 0
    private(set) var taken = 0

    /// The window and the walk through the current list.
    ///
    /// They are in a box, because streams are copied and windows cannot be.
    private final class Box {
        var window: ByteWindow?
        var walk = JSONWalk()
        var stream: FileStream?
        var consumed = 0
        var start = 0
    }

    init(
        _ table: JSONOutline.Table, of outline: JSONOutline, _ file: InputFile,
        repeating repeated: Repeated, _ options: ImportOptions
    ) {
        self.outline = outline
        self.table = table
        self.file = file
        self.repeated = repeated
        windowSize = min(1 << 17, options.documentWindowSize)
        limit = options.longestItem
        box = Box()
        rows = Rows(table, outline)
        var header: [String] = []
        let others = Set(
            table.columns.map {
                outline.paths.components(from: table.path, to: $0).joined(separator: ".")
            })
        for column in table.columns {
            header.append(
                JSONListNames.header(
                    outline.paths.components(from: table.path, to: column), label: table.label,
                    unit: table.unit, others: others))
        }
        if repeated.contains(.date) { header.append("date") }
        if repeated.contains(.source) { header.append("source") }
        if repeated.contains(.zone) { header.append("timezone") }
        rows.text = Array((header.map(JSONTableStream.quoted).joined(separator: ",") + "\n").utf8)
    }

    mutating func read(
        into buffer: inout [UInt8], _ range: Range<Int>
    ) throws(StreamError) -> Int {
        while given == rows.text.count {
            rows.text.removeAll(keepingCapacity: true)
            given = 0
            guard try fill() else { return 0 }
        }
        let count = min(range.count, rows.text.count - given)
        for index in 0..<count { buffer[range.lowerBound + index] = rows.text[given + index] }
        given += count
        return count
    }

    /// Reads on; false if there is nothing more.
    private mutating func fill() throws(StreamError) -> Bool {
        guard var window = box.window.take(), var stream = box.stream else { return open() }
        do throws(StreamError) {
            try window.advance(by: box.consumed, from: &stream)
        } catch {
            box.window = consume window
            throw error
        }
        box.stream = stream
        let (count, isFinal, isStuck) = (window.count, window.atEnd, window.isFull)
        let offset = box.start + window.offset
        var (walk, rows) = (box.walk, self.rows)
        // The walk changes its arrays in place.
        box.walk = JSONWalk()
        self.rows.text = []
        box.consumed = window.withBytes { bytes in
            walk.scan(
                bytes, to: count, isFinal: isFinal, isStuck: isStuck, offset: offset, &rows)
        }
        taken = max(taken, offset + box.consumed)
        self.rows = rows
        if isFinal || walk.isBroken || walk.isDone {
            box.stream = nil
        } else {
            box.window = consume window
            box.walk = walk
        }
        return true
    }

    /// Opens the next list; false if there is none.
    private mutating func open() -> Bool {
        guard next < table.lists.count else { return false }
        let list = outline.lists[table.lists[next]]
        next += 1
        box.walk =
            list.isDocument
            ? JSONWalk(document: outline.paths)
            : JSONWalk(list: list.path, isDated: list.isDated, paths: outline.paths)
        // The bracket behind the elements ends the walk.
        box.stream = FileStream(file, from: list.start, to: list.isDocument ? .max : list.end + 1)
        let size =
            list.isDocument ? windowSize : min(windowSize, max(1024, list.end - list.start + 2))
        box.window = ByteWindow(size: size, limit: max(limit, size))
        box.consumed = 0
        box.start = list.start
        var ending = ""
        if repeated.contains(.date) {
            ending += "," + JSONTableStream.quoted(outline.texts[list.date])
        }
        if repeated.contains(.source) {
            ending += "," + JSONTableStream.quoted(outline.texts[list.source])
        }
        if repeated.contains(.zone) {
            ending += "," + JSONTableStream.quoted(outline.texts[list.zone])
        }
        rows.ending = Array(ending.utf8)
        return true
    }

    // MARK: Rows

    private struct Rows: JSONListReceiver {
        var text: [UInt8] = []
        /// What is repeated at the end of each row.
        var ending: [UInt8] = []
        private let path: Int
        private let columns: Int
        /// The column of each path; -1 for none.
        private let places: [Int]
        private var cells: [Int]

        init(_ table: JSONOutline.Table, _ outline: JSONOutline) {
            path = table.path
            columns = table.columns.count
            var places = [Int](repeating: -1, count: outline.paths.count)
            for (place, column) in table.columns.enumerated() where column >= 0 {
                places[column] = place
            }
            self.places = places
            cells = [Int](repeating: -1, count: columns)
        }

        mutating func record(
            _ path: Int, _ found: ArraySlice<JSONWalk.Cell>, depth: Int, isTooLong: Bool,
            _ walk: JSONWalk
        ) {
            guard path == self.path, depth == walk.depthOfRecords else { return }
            // An empty line keeps the number of a record that has no cells.
            guard !isTooLong, !found.isEmpty else { return text.append(UInt8(ascii: "\n")) }
            for index in cells.indices { cells[index] = -1 }
            // If a name is repeated, the last one counts.
            for index in found.indices {
                let path = found[index].path
                if path < places.count, places[path] >= 0 { cells[places[path]] = index }
            }
            for place in cells.indices {
                if place > 0 { text.append(UInt8(ascii: ",")) }
                guard cells[place] >= 0 else { continue }
                let cell = found[cells[place]]
                if cell.isString {
                    text.append(contentsOf: JSONTableStream.quoted(walk.text(of: cell)).utf8)
                } else {
                    walk.copy(cell, to: &text)
                }
            }
            text.append(contentsOf: ending)
            text.append(UInt8(ascii: "\n"))
        }

        mutating func beginList(_ path: Int, at offset: Int, isDated: Bool, date: String?) {}
        mutating func endList(_ path: Int, at offset: Int) {}
        mutating func beginObject(_ path: Int) {}
        mutating func endObject(
            _ path: Int, _ cells: ArraySlice<JSONWalk.Cell>, _ walk: JSONWalk
        ) {}
    }
}
