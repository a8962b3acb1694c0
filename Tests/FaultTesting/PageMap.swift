// The use of each page of a library's database.
//
// SQLite's file format (https://www.sqlite.org/fileformat2.html): pages of one size, trees of pages
// that begin at the roots in the schema, leaves and inner pages, chains of overflow pages for rows
// that do not fit. Only the needed parts are read, and only files that are intact: the map is made
// before a page is damaged.

import Foundation

struct PageMap {
    enum Use: Sendable, Hashable, CustomStringConvertible {
        /// The first one, with the header and the schema.
        case first
        case schema
        /// Rows of a table, or a part of one of them.
        case rows(String)
        /// A page that leads to other pages of a table.
        case inner(String)
        /// An index, which can be rebuilt from the rows.
        case index(String)
        case unused

        var description: String {
            switch self {
            case .first: "the first page"
            case .schema: "schema"
            case .rows(let table): "rows of \(table)"
            case .inner(let table): "inner page of \(table)"
            case .index(let name): "index \(name)"
            case .unused: "unused"
            }
        }
    }

    let pageSize: Int
    /// Indexed by the number of the page, minus one.
    private(set) var uses: [Use]
    /// For each page, the number of samples in chunks, or of series, that depend on it.
    private(set) var samples: [Int]
    /// For each page, the number of rows that depend on it.
    private(set) var rows: [Int]
    private let bytes: [UInt8]
    private var names: [Int: String] = [:]

    init(_ file: String) throws {
        bytes = [UInt8](FileManager.default.contents(atPath: file) ?? Data())
        guard bytes.count > 100 else { throw TortureError("\(file): is not a database") }
        let size = Int(bytes[16]) << 8 | Int(bytes[17])
        pageSize = size == 1 ? 65_536 : size
        let count = bytes.count / pageSize
        uses = Array(repeating: .unused, count: count)
        samples = Array(repeating: 0, count: count)
        rows = Array(repeating: 0, count: count)
        var roots: [(page: Int, name: String, isIndex: Bool)] = []
        try walk(1, "sqlite_master", isIndex: false) { map, values in
            guard values.count >= 4, case .text(let type) = values[0],
                case .text(let name) = values[1], case .text(let table) = values[2],
                case .number(let root) = values[3], root > 0
            else { return 0 }
            _ = map
            roots.append((root, type == "index" ? name : table, type == "index"))
            return 0
        }
        uses = uses.map {
            $0 == .rows("sqlite_master") || $0 == .inner("sqlite_master") ? .schema : $0
        }
        uses[0] = .first
        for root in roots {
            try walk(root.page, root.name, isIndex: root.isIndex) { _, values in
                // A series without its row has no metric, so all its chunks are lost too.
                let column = ["chunk": 2, "series": 8][root.name] ?? values.count
                guard !root.isIndex, column < values.count,
                    case .number(let samples) = values[column]
                else { return 0 }
                return samples
            }
        }
    }

    // MARK: Reading

    private enum Value {
        case number(Int)
        case text(String)
        case other
    }

    private func number(_ at: Int, _ size: Int) -> Int {
        (0..<size).reduce(0) { $0 << 8 | Int(bytes[at + $1]) }
    }

    private func variable(_ at: inout Int) -> Int {
        var value = 0
        for index in 0..<9 {
            let byte = Int(bytes[at])
            at += 1
            if index == 8 { return value << 8 | byte }
            value = value << 7 | byte & 0x7F
            if byte & 0x80 == 0 { break }
        }
        return value
    }

    /// Walks through a tree, and records the use of its pages.
    ///
    /// - Parameter samples: the number of samples of a row, from its first values.
    private mutating func walk(
        _ root: Int, _ name: String, isIndex: Bool, _ samples: (PageMap, [Value]) -> Int
    ) throws {
        var waiting = [root]
        while let page = waiting.popLast() {
            guard page >= 1, page <= uses.count else {
                throw TortureError("page \(page) of \(name) is missing")
            }
            let start = (page - 1) * pageSize
            let head = start + (page == 1 ? 100 : 0)
            let kind = Int(bytes[head])
            let isInner = kind == 2 || kind == 5
            let isTable = kind == 5 || kind == 13
            // A table WITHOUT ROWID is an index that holds its rows, in its inner pages as well.
            uses[page - 1] =
                isIndex ? .index(name) : isInner && isTable ? .inner(name) : .rows(name)
            let cells = number(head + 3, 2)
            if isInner { waiting.append(number(head + 8, 4)) }
            for cell in 0..<cells {
                var at = start + number(head + (isInner ? 12 : 8) + 2 * cell, 2)
                if isInner {
                    waiting.append(number(at, 4))
                    at += 4
                    if isTable { continue }
                }
                let length = variable(&at)
                if isTable { _ = variable(&at) }
                let (local, chain) = overflow(at, length, isTable)
                let held = isTable ? samples(self, values(at, local)) : 0
                for each in [page] + chain {
                    if each != page { uses[each - 1] = uses[page - 1] }
                    rows[each - 1] += 1
                    self.samples[each - 1] += held
                }
            }
        }
    }

    /// The part of a row that is on its page, and the pages with the rest.
    private func overflow(_ at: Int, _ length: Int, _ isTable: Bool) -> (Int, [Int]) {
        let usable = pageSize - Int(bytes[20])
        let most = isTable ? usable - 35 : (usable - 12) * 64 / 255 - 23
        guard length > most else { return (length, []) }
        let least = (usable - 12) * 32 / 255 - 23
        let fitting = least + (length - least) % (usable - 4)
        let local = fitting <= most ? fitting : least
        var (chain, next) = ([Int](), number(at + local, 4))
        while next > 0, next <= uses.count, chain.count < uses.count {
            chain.append(next)
            next = number((next - 1) * pageSize, 4)
        }
        return (local, chain)
    }

    /// The first values of a row, as far as they are on its page.
    private func values(_ start: Int, _ local: Int) -> [Value] {
        var at = start
        let end = start + variable(&at)
        var types: [Int] = []
        while at < end { types.append(variable(&at)) }
        var (values, place) = ([Value](), end)
        for type in types {
            let sizes = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0]
            let size = type < 10 ? sizes[type] : type < 12 ? 0 : (type - 12) / 2
            guard place + size <= start + local else { break }
            switch type {
            case 1...6: values.append(.number(number(place, size)))
            case 8, 9: values.append(.number(type - 8))
            case 13... where type % 2 == 1:
                values.append(.text(String(decoding: bytes[place..<place + size], as: UTF8.self)))
            default: values.append(.other)
            }
            place += size
        }
        return values
    }
}
