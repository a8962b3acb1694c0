// The lists in a JSON document: where they are, what columns their records have, and what the
// objects around them say about them.
//
// Method: one walk through the whole document. A list is one array; the lists of one path with the
// same name and unit are one table. What an object says about the lists in it may come behind them,
// so it is taken when the object ends; the nearest object counts. A document of any size is read
// through a window. Limits: `mostLists` lists and `mostTables` tables; the texts that belong to lists
// are kept once each.

import Localization
import Streams

/// The lists of records in a JSON document.
struct JSONOutline {
    static let mostLists = 1 << 20
    static let mostTables = 1000

    /// One array of records.
    struct List {
        var path: Int
        /// The range of its elements in the document.
        var start: Int
        var end: Int
        /// Whether it is an object whose members are named by dates.
        var isDated = false
        /// Whether it is the document itself.
        var isDocument = false
        var records = 0
        /// The numbers of the texts that belong to it; 0 for none.
        var name = 0
        var unit = 0
        var source = 0
        var zone = 0
        var date = 0
        /// The number of the set of its columns.
        var columns = 0
    }

    /// The lists that are read as one table.
    struct Table {
        var path: Int
        var label: String
        var unit: String
        var lists: [Int] = []
        var columns: [Int] = []
        var records = 0
        /// The numbers of the records that are too long to be read.
        var tooLong: [Int] = []
    }

    private(set) var paths = JSONPaths()
    private(set) var lists: [List] = []
    private(set) var texts = [""]
    private(set) var tables: [Table] = []
    private(set) var isBroken = false
    /// Whether there were more lists or tables than are read.
    private(set) var isOverfull = false
    /// The paths with texts that were too long for a cell.
    private(set) var longTexts: [String] = []

    /// Walks through a file, until `stopAsked` returns true.
    init(
        _ file: InputFile, _ options: ImportOptions, stopAsked: () -> Bool
    ) throws(StreamError) {
        var walk = JSONWalk()
        var receiver = Receiver()
        var stream = FileStream(file)
        var window = ByteWindow(size: options.documentWindowSize, limit: options.longestItem)
        var consumed = 0
        while true {
            try window.advance(by: consumed, from: &stream)
            let (count, isFinal, isStuck) = (window.count, window.atEnd, window.isFull)
            let offset = window.offset
            consumed = window.withBytes { bytes in
                walk.scan(
                    bytes, to: count, isFinal: isFinal, isStuck: isStuck, offset: offset,
                    &receiver)
            }
            if isFinal || walk.isBroken || stopAsked() { break }
        }
        isBroken = !walk.isComplete
        walk.breakOff(at: window.offset + window.count, &receiver)
        receiver.finish(at: window.offset + window.count)
        paths = walk.paths
        lists = receiver.lists
        texts = receiver.texts
        isOverfull = receiver.isOverfull || paths.isOverfull
        longTexts = walk.longTexts.map { [paths] in paths.text($0) }.sorted()
        makeTables(receiver.columnSets, receiver.tooLong)
    }

    private mutating func makeTables(_ columnSets: [[Int]], _ tooLong: [Int: [Int]]) {
        struct Key: Hashable {
            var path: Int
            var name: Int
            var unit: Int
        }
        var places: [Key: Int] = [:]
        for (index, list) in lists.enumerated() where list.records > 0 {
            let own = paths.name(list.path)
            let name = JSONListNames.isOfContainer(own) ? list.name : 0
            let key = Key(path: list.path, name: name, unit: list.unit)
            let place: Int
            if let known = places[key] {
                place = known
            } else {
                guard tables.count < JSONOutline.mostTables else {
                    isOverfull = true
                    continue
                }
                place = tables.count
                places[key] = place
                tables.append(
                    Table(
                        path: list.path,
                        label: JSONListNames.label(list.path, paths, name: texts[name]),
                        unit: texts[list.unit]))
            }
            tables[place].lists.append(index)
            tables[place].tooLong += tooLong[index, default: []].map {
                tables[place].records + $0
            }
            tables[place].records += list.records
            let new = columnSets[list.columns]
            if tables[place].columns != new {
                let known = Set(tables[place].columns)
                tables[place].columns += new.filter { !known.contains($0) }
            }
        }
    }

    /// The name of a table in the report.
    func name(of table: Table) -> String {
        let path = paths.text(table.path)
        if path.isEmpty { return table.label }
        return path.split(separator: ".").last.map(String.init) == table.label
            || table.label.isEmpty
            ? path : "\(path) (\(table.label))"
    }

    // MARK: Collecting

    private struct Receiver: JSONListReceiver {
        var lists: [List] = [List(path: JSONPaths.root, start: 0, end: 0, isDocument: true)]
        var texts = [""]
        var columnSets: [[Int]] = [[]]
        var isOverfull = false
        /// The numbers of the records that are too long, by their lists.
        var tooLong: [Int: [Int]] = [:]
        private var textNumbers: [String: Int] = ["": 0]
        private var setNumbers: [[Int]: Int] = [[]: 0]
        /// The open lists, by their indices; nil for those that are not kept.
        private var open: [(list: Int?, columns: [Int], known: Set<Int>)] = [(0, [], [])]
        /// The number of lists before each open object.
        private var objects: [Int] = []
        private var roles: [JSONListNames.Role?] = []
        private var knownRoles = 0

        mutating func beginList(_ path: Int, at offset: Int, isDated: Bool, date: String?) {
            guard path != JSONPaths.none, lists.count < JSONOutline.mostLists else {
                isOverfull = isOverfull || path != JSONPaths.none
                open.append((nil, [], []))
                return
            }
            var list = List(path: path, start: offset, end: offset, isDated: isDated)
            if let date { list.date = number(of: date) }
            open.append((lists.count, [], []))
            lists.append(list)
        }

        mutating func endList(_ path: Int, at offset: Int) {
            guard open.count > 1, let ended = open.popLast() else { return }
            close(ended, at: offset)
        }

        private mutating func close(
            _ ended: (list: Int?, columns: [Int], known: Set<Int>), at offset: Int
        ) {
            guard let list = ended.list else { return }
            lists[list].end = offset
            if let known = setNumbers[ended.columns] {
                lists[list].columns = known
            } else {
                setNumbers[ended.columns] = columnSets.count
                lists[list].columns = columnSets.count
                columnSets.append(ended.columns)
            }
        }

        /// Ends what is open where the document ends.
        mutating func finish(at offset: Int) {
            while let ended = open.popLast() { close(ended, at: offset) }
        }

        mutating func beginObject(_ path: Int) { objects.append(lists.count) }

        mutating func endObject(
            _ path: Int, _ cells: ArraySlice<JSONWalk.Cell>, _ walk: JSONWalk
        ) {
            guard let first = objects.popLast(), first < lists.count else { return }
            for cell in cells where walk.paths.parent(cell.path) == path {
                guard let role = role(cell.path, walk.paths) else { continue }
                if path == JSONPaths.root, role == .unit || role == .name && objects.isEmpty {
                    continue
                }
                let text = walk.text(of: cell)
                guard role == .date || cell.isString, !text.isEmpty else { continue }
                let number = number(of: text)
                for index in first..<lists.count {
                    switch role {
                    case .name: if lists[index].name == 0 { lists[index].name = number }
                    case .unit: if lists[index].unit == 0 { lists[index].unit = number }
                    case .source: if lists[index].source == 0 { lists[index].source = number }
                    case .zone: if lists[index].zone == 0 { lists[index].zone = number }
                    case .date: if lists[index].date == 0 { lists[index].date = number }
                    }
                }
            }
        }

        mutating func record(
            _ path: Int, _ cells: ArraySlice<JSONWalk.Cell>, depth: Int, isTooLong: Bool,
            _ walk: JSONWalk
        ) {
            let last = open.count - 1
            guard path != JSONPaths.none, let list = open[last].list, lists[list].path == path
            else { return }
            lists[list].records += 1
            if isTooLong { tooLong[list, default: []].append(lists[list].records) }
            // Mostly a record has the columns of the one before it.
            for cell in cells where !open[last].known.contains(cell.path) {
                open[last].known.insert(cell.path)
                open[last].columns.append(cell.path)
            }
        }

        private mutating func role(_ path: Int, _ paths: JSONPaths) -> JSONListNames.Role? {
            while roles.count <= path { roles.append(JSONListNames.role(paths.name(roles.count))) }
            return roles[path]
        }

        private mutating func number(of text: String) -> Int {
            if let known = textNumbers[text] { return known }
            textNumbers[text] = texts.count
            texts.append(text)
            return texts.count - 1
        }
    }
}
