// Walks through a JSON document of any size, and passes on the records of every list in it.
//
// Method: a stack of the open brackets, and the cells of the open records. A list is an array, or an
// object whose members have dates for names. A record is an object in a list, or an array in one.
// The values in a record, and in the objects in it, are its cells; a list in it has records of its
// own. So a record may be longer than the window, and only its cells are kept. Texts that are longer
// than `JSONTable.longestText` are no cells. Limits: brackets are nested at most
// `JSONTape.deepest` deep; the cells of a record have at most `longestRecord` bytes, and a longer
// record is passed on without its cells. Rejected: a tree of the document (its size is not limited).

import Streams

/// The receiver of what a walk meets.
protocol JSONListReceiver {
    /// A list begins; `offset` is that of its first element.
    ///
    /// - Parameters:
    ///   - isDated: whether it is an object whose members are named by dates.
    ///   - date: the date that names the list; nil if none does.
    mutating func beginList(_ path: Int, at offset: Int, isDated: Bool, date: String?)
    /// The innermost list ends.
    mutating func endList(_ path: Int, at offset: Int)
    /// A record, or an object in one, begins.
    mutating func beginObject(_ path: Int)
    /// It ends; `cells` are the values right in it.
    mutating func endObject(_ path: Int, _ cells: ArraySlice<JSONWalk.Cell>, _ walk: JSONWalk)
    /// A record of a list is complete.
    ///
    /// - Parameter depth: the number of brackets around it.
    mutating func record(
        _ path: Int, _ cells: ArraySlice<JSONWalk.Cell>, depth: Int, isTooLong: Bool,
        _ walk: JSONWalk)
}

struct JSONWalk {
    static let longestRecord = ImportOptions.longestItem

    /// A value of a record.
    struct Cell {
        var path: Int
        /// The range in the walk's text; of a string without its quotes.
        var start: Int
        var end: Int
        var isString: Bool
    }

    private enum Kind {
        /// The document, whose values are records or lists.
        case document
        case list
        /// An object whose members are records named by dates.
        case dated
        /// An object in a list.
        case record
        /// An object in an object.
        case object
        /// An array in a list.
        case row

        var isObject: Bool {
            switch self {
            case .dated, .record, .object: true
            case .document, .list, .row: false
            }
        }
    }

    private struct Frame {
        var kind: Kind
        var path: Int
        /// The number of cells, and of bytes of text, before it.
        var cells: Int
        var text: Int
        /// The number of values in it.
        var count = 0
        var isTooLong = false
    }

    private(set) var paths: JSONPaths
    private var frames: [Frame]
    private var cells: [Cell] = []
    private var text: [UInt8] = []
    /// The path of the member whose value comes next; nil where a name comes.
    private var member: Int?
    /// The date that names the member of a dated object.
    private var key = ""
    /// Whether the rest of a string that does not fit into the window is skipped.
    private var skipsString = false
    private var isEscaped = false
    /// Whether the skipped string is a name.
    private var skipsName = false
    private(set) var isBroken = false
    /// Whether the list that the walk began in has ended.
    private(set) var isDone = false
    /// The number of frames that the walk began with.
    private let base: Int
    /// The paths with texts that were too long.
    private(set) var longTexts: Set<Int> = []

    /// A walk through a document.
    init() {
        paths = JSONPaths()
        frames = [Frame(kind: .document, path: JSONPaths.root, cells: 0, text: 0)]
        base = 1
    }

    /// A walk through a document whose paths are known.
    init(document paths: JSONPaths) {
        self.init()
        self.paths = paths
    }

    /// A walk through one list, from its first element on.
    init(list path: Int, isDated: Bool, paths: JSONPaths) {
        self.paths = paths
        frames = [Frame(kind: isDated ? .dated : .list, path: path, cells: 0, text: 0)]
        base = 1
    }

    /// The number of brackets around a record of the list that the walk began in.
    var depthOfRecords: Int { base }

    /// Whether the document ends where the walk is.
    var isComplete: Bool { frames.count == base && !skipsString && member == nil && !isBroken }

    /// The text of a cell, without escapes.
    func text(of cell: Cell) -> String {
        let bytes = String(decoding: text[cell.start..<cell.end], as: UTF8.self)
        return cell.isString ? JSONTape.unescaped(bytes) : bytes
    }

    /// Adds the bytes of a cell to others, as they are written.
    func copy(_ cell: Cell, to bytes: inout [UInt8]) {
        bytes.append(contentsOf: text[cell.start..<cell.end])
    }

    // MARK: Walking

    /// Walks on from `from`.
    ///
    /// - Parameter offset: the offset in the document of index 0.
    /// - Returns: the index of the first byte that has to be passed again.
    mutating func scan(
        _ bytes: RawSpan, from: Int = 0, to end: Int, isFinal: Bool, isStuck: Bool, offset: Int,
        _ receiver: inout some JSONListReceiver
    ) -> Int {
        var index = from
        if index == 0, offset == 0, base == 1, end >= 3, bytes.byte(0) == 0xef { index = 3 }
        while !isBroken, !isDone {
            if skipsString {
                guard let next = skipString(bytes, index, end) else { return end }
                index = next
                continue
            }
            index = JSONTape.skipBlanks(bytes, index, end)
            guard index < end else { return end }
            let byte = bytes.byte(index)
            if byte == UInt8(ascii: ",") {
                index += 1
                continue
            }
            // Behind a name that was skipped.
            if byte == UInt8(ascii: ":"), member == JSONPaths.none {
                index += 1
                continue
            }
            let last = frames.count - 1
            if member == nil, frames[last].kind.isObject {
                if byte == UInt8(ascii: "}") {
                    close(offset + index, &receiver)
                    index += 1
                    continue
                }
                let next = name(
                    bytes, index, end, isFinal: isFinal, isStuck: isStuck, offset, &receiver)
                guard let next else { return index }
                index = next
                continue
            }
            switch byte {
            case UInt8(ascii: "]"):
                guard frames[last].kind == .list || frames[last].kind == .row else {
                    isBroken = true
                    break
                }
                close(offset + index, &receiver)
                index += 1
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                guard frames.count <= JSONTape.deepest else {
                    isBroken = true
                    break
                }
                open(byte == UInt8(ascii: "["), offset + index + 1, &receiver)
                index += 1
            case UInt8(ascii: "\""):
                guard let close = JSONWalk.endOfString(bytes, index, end) else {
                    if isFinal { isBroken = true }
                    if isStuck, index == 0 {
                        skipsString = true
                        skipsName = false
                        index = 1
                        noteLong(valuePath())
                        continue
                    }
                    return index
                }
                add(bytes, index + 1, close, isString: true, &receiver)
                index = close + 1
            default:
                var next = index
                while next < end, JSONWalk.isOfWord(bytes.byte(next)) { next += 1 }
                guard next < end || isFinal else {
                    if isStuck, index == 0 { isBroken = true }
                    return index
                }
                guard next > index else {
                    isBroken = true
                    break
                }
                addWord(bytes, index, next, &receiver)
                index = next
            }
        }
        return index
    }

    /// The path of the value that comes next.
    private mutating func valuePath() -> Int {
        let last = frames.count - 1
        switch frames[last].kind {
        case .document, .list: return frames[last].path
        case .row:
            return paths.member(of: frames[last].path, named: "\(frames[last].count + 1)")
        case .dated, .record, .object: return member ?? JSONPaths.none
        }
    }

    private mutating func noteLong(_ path: Int) {
        if path != JSONPaths.none { longTexts.insert(path) }
    }

    private mutating func skipString(_ bytes: RawSpan, _ from: Int, _ end: Int) -> Int? {
        var index = from
        while index < end {
            if isEscaped {
                isEscaped = false
                index += 1
                continue
            }
            index = bytes.first(UInt8(ascii: "\""), or: UInt8(ascii: "\\"), from: index, to: end)
            guard index < end else { return nil }
            isEscaped = bytes.byte(index) == UInt8(ascii: "\\")
            index += 1
            if isEscaped { continue }
            skipsString = false
            if skipsName {
                // The value of a name of any length is not read.
                index = JSONTape.skipBlanks(bytes, index, end)
                if index < end, bytes.byte(index) == UInt8(ascii: ":") { index += 1 }
                member = JSONPaths.none
            } else {
                endValue()
            }
            return index
        }
        return nil
    }

    /// Takes the name of a member and the colon behind it; nil if they have not come.
    private mutating func name(
        _ bytes: RawSpan, _ index: Int, _ end: Int, isFinal: Bool, isStuck: Bool, _ offset: Int,
        _ receiver: inout some JSONListReceiver
    ) -> Int? {
        guard bytes.byte(index) == UInt8(ascii: "\"") else {
            isBroken = true
            return nil
        }
        guard let close = JSONWalk.endOfString(bytes, index, end) else {
            if isFinal { isBroken = true }
            guard isStuck, index == 0 else { return nil }
            skipsString = true
            skipsName = true
            return 1
        }
        let colon = JSONTape.skipBlanks(bytes, close + 1, end)
        guard colon < end else {
            if isFinal || isStuck && index == 0 { isBroken = true }
            return nil
        }
        guard bytes.byte(colon) == UInt8(ascii: ":") else {
            isBroken = true
            return nil
        }
        let last = frames.count - 1
        let isDate = JSONListNames.isDate(bytes, index + 1, close)
        if isDate, frames[last].count == 0, frames[last].kind != .dated {
            frames[last].kind = .dated
            receiver.beginList(
                frames[last].path, at: offset + index, isDated: true, date: nil)
        }
        settle(bytes, index + 1, close, isDate)
        return colon + 1
    }

    /// Sets the path of a member by its name.
    private mutating func settle(_ bytes: RawSpan, _ start: Int, _ end: Int, _ isDate: Bool) {
        let last = frames.count - 1
        if end - start > JSONTable.longestText {
            member = JSONPaths.none
            return
        }
        if frames[last].kind == .dated {
            key = isDate ? JSONTape.unescaped(bytes.text(start, end)) : ""
            member = isDate ? frames[last].path : JSONPaths.none
            return
        }
        member = paths.member(of: frames[last].path, bytes, start, end)
    }

    private static func endOfString(_ bytes: RawSpan, _ index: Int, _ end: Int) -> Int? {
        var next = index + 1
        while true {
            next = bytes.first(UInt8(ascii: "\""), or: UInt8(ascii: "\\"), from: next, to: end)
            guard next < end else { return nil }
            if bytes.byte(next) == UInt8(ascii: "\"") { return next }
            next += 2
            if next >= end { return nil }
        }
    }

    private static func isOfWord(_ byte: UInt8) -> Bool {
        byte &- 0x30 <= 9 || byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7a || byte == 0x2b
            || byte == 0x2d || byte == 0x2e
    }

    // MARK: Brackets

    private mutating func open(
        _ isArray: Bool, _ offset: Int, _ receiver: inout some JSONListReceiver
    ) {
        let last = frames.count - 1
        let path = valuePath()
        let kind: Kind
        switch frames[last].kind {
        case .document: kind = isArray ? .list : .record
        case .list: kind = isArray ? .row : .record
        case .dated: kind = isArray ? .list : .record
        case .record, .object, .row: kind = isArray ? .list : .object
        }
        let date = frames[last].kind == .dated ? key : nil
        frames.append(Frame(kind: kind, path: path, cells: cells.count, text: text.count))
        member = nil
        switch kind {
        case .list: receiver.beginList(path, at: offset, isDated: false, date: date)
        case .record, .object: receiver.beginObject(path)
        case .document, .dated, .row: break
        }
        if kind == .record, let date { addKey(date, path) }
    }

    /// Adds the date that names a record.
    private mutating func addKey(_ date: String, _ path: Int) {
        let member = paths.member(of: path, named: "date")
        // A member without a date, or beyond the limit of paths, has no cells.
        guard member != JSONPaths.none else { return }
        let start = text.count
        text.append(contentsOf: date.utf8)
        cells.append(Cell(path: member, start: start, end: text.count, isString: true))
    }

    private mutating func close(_ offset: Int, _ receiver: inout some JSONListReceiver) {
        let frame = frames.removeLast()
        let depth = frames.count
        switch frame.kind {
        case .document: break
        case .list: receiver.endList(frame.path, at: offset)
        case .dated:
            receiver.endList(frame.path, at: offset)
            if depth >= base { receiver.endObject(frame.path, [], self) }
            forget(frame)
        case .row:
            receiver.record(
                frame.path, cells[frame.cells...], depth: depth, isTooLong: frame.isTooLong, self)
            forget(frame)
        case .record:
            receiver.record(
                frame.path, cells[frame.cells...], depth: depth, isTooLong: frame.isTooLong, self)
            receiver.endObject(frame.path, cells[frame.cells...], self)
            forget(frame)
        case .object: receiver.endObject(frame.path, cells[frame.cells...], self)
        }
        if depth < base {
            isDone = true
            return
        }
        endValue()
    }

    /// Ends what is open where the document breaks off; a record that is not complete is none.
    mutating func breakOff(at offset: Int, _ receiver: inout some JSONListReceiver) {
        while frames.count > base, let frame = frames.popLast() {
            switch frame.kind {
            case .document, .row: break
            case .list: receiver.endList(frame.path, at: offset)
            case .dated:
                receiver.endList(frame.path, at: offset)
                receiver.endObject(frame.path, [], self)
            case .record, .object: receiver.endObject(frame.path, cells[frame.cells...], self)
            }
        }
    }

    private mutating func forget(_ frame: Frame) {
        cells.removeLast(cells.count - frame.cells)
        text.removeLast(text.count - frame.text)
    }

    private mutating func endValue() {
        member = nil
        frames[frames.count - 1].count += 1
    }

    // MARK: Values

    private mutating func addWord(
        _ bytes: RawSpan, _ start: Int, _ end: Int, _ receiver: inout some JSONListReceiver
    ) {
        let isNumber = bytes.byte(start) &- 0x30 <= 9 || bytes.byte(start) == UInt8(ascii: "-")
        let isWord =
            bytes.matches("true", at: start, to: end)
            || bytes.matches("false", at: start, to: end)
        guard isNumber && !bytes.matches("-I", at: start, to: end) || isWord else {
            // Null, NaN and Infinity are no values; anything else is not JSON.
            if bytes.matches("null", at: start, to: end) || bytes.matches("NaN", at: start, to: end)
                || bytes.matches("Infinity", at: start, to: end)
                || bytes.matches("-Infinity", at: start, to: end)
            {
                _ = valuePath()
                endValue()
            } else {
                isBroken = true
            }
            return
        }
        add(bytes, start, end, isString: false, &receiver)
    }

    private mutating func add(
        _ bytes: RawSpan, _ start: Int, _ end: Int, isString: Bool,
        _ receiver: inout some JSONListReceiver
    ) {
        let path = valuePath()
        let last = frames.count - 1
        defer { endValue() }
        switch frames[last].kind {
        // A list of numbers or texts has no records.
        case .document, .list: return
        case .dated:
            guard path != JSONPaths.none, end - start <= JSONTable.longestText else { return }
            let frame = Frame(kind: .record, path: path, cells: cells.count, text: text.count)
            addKey(key, path)
            append(bytes, start, end, paths.member(of: path, named: "value"), isString)
            receiver.record(
                path, cells[frame.cells...], depth: frames.count, isTooLong: false, self)
            forget(frame)
        case .record, .object, .row:
            guard path != JSONPaths.none else { return }
            guard end - start <= JSONTable.longestText else { return noteLong(path) }
            append(bytes, start, end, path, isString)
        }
    }

    private mutating func append(
        _ bytes: RawSpan, _ start: Int, _ end: Int, _ path: Int, _ isString: Bool
    ) {
        guard path != JSONPaths.none,
            let record = frames.lastIndex(where: { $0.kind != .object })
        else { return }
        if text.count - frames[record].text > JSONWalk.longestRecord
            || cells.count - frames[record].cells > JSONPaths.most
        {
            frames[record].isTooLong = true
            return
        }
        let from = text.count
        for index in start..<end { text.append(bytes.byte(index)) }
        cells.append(Cell(path: path, start: from, end: text.count, isString: isString))
    }
}
