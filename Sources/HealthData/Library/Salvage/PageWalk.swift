// A walk over the pages of a damaged database that finds every row whose own pages are whole.
//
// Method: the walk first follows the b-trees whose roots the schema names, page by page. A damaged
// page costs itself and, if it led to other pages, their place in the tree. Then all pages that no
// tree led to, and that are neither free nor part of a row, are read as leaves. The types of the
// values show which table a row belongs to. Every page is read as a node only once, so a tree with
// a loop ends.
//
// Source: "Database File Format", https://www.sqlite.org/fileformat2.html, sections 1.4 to 1.6.
//
// Rejected: skipping damage by SQL (a tree without its root leads nowhere, and the lost keys are
// not known), sqlite3_recover (no packaged SQLite has it).

import GRDB

/// Walks over all pages.
struct PageWalk {
    /// A row, or an entry of an index.
    struct Row {
        /// The name of the table or index; nil for a row that no tree led to.
        var tree: String?
        /// The number of a row of a table; nil in an index and in a table without such numbers.
        var number: Int64?
        var values: [DatabaseValue]
        /// Whether all of its bytes were present.
        var isWhole: Bool
    }

    private enum Node {
        static let indexInterior: UInt8 = 2
        static let tableInterior: UInt8 = 5
        static let indexLeaf: UInt8 = 10
        static let tableLeaf: UInt8 = 13
    }

    let pages: DatabasePages
    /// For each table or index, how many of its pages are not nodes of a tree.
    private(set) var torn: [String: Int] = [:]
    private var isKnown: [Bool]
    /// The pages that some row uses in addition to its leaf.
    private var isTail: [Bool]

    init(_ pages: DatabasePages) {
        self.pages = pages
        isKnown = [Bool](repeating: false, count: pages.count + 1)
        isTail = isKnown
    }

    /// Passes all rows to `body`, those in trees first.
    mutating func forEachRow(_ body: (Row) throws -> Void) throws {
        for (name, root) in roots() { try walk(root, name, body) }
        for page in free() { isKnown[page] = true }
        for page in 1..<isKnown.count where !isKnown[page] && !isTail[page] {
            let bytes = pages.page(page)
            let type = bytes[page == 1 ? 100 : 0]
            guard [Node.tableLeaf, Node.indexLeaf, Node.indexInterior].contains(type) else {
                continue
            }
            isKnown[page] = true
            try rows(of: bytes, page, nil, body)
        }
    }

    /// The trees that the schema names; the schema is on the first page.
    private mutating func roots() -> [(name: String, root: Int)] {
        var roots: [(String, Int)] = []
        let take: (Row) -> Void = { row in
            guard row.values.count == 5, let name = String.fromDatabaseValue(row.values[1]),
                let root = Int.fromDatabaseValue(row.values[3]), root > 1
            else { return }
            roots.append((name, root))
        }
        // Nothing that `take` does can fail.
        try? walk(1, "sqlite_master", take)
        return roots
    }

    private mutating func walk(
        _ root: Int, _ name: String, _ body: (Row) throws -> Void
    ) throws {
        var waiting = [root]
        while let page = waiting.popLast() {
            guard isKnown.indices.contains(page), page > 0, !isKnown[page] else { continue }
            let bytes = pages.page(page)
            let head = page == 1 ? 100 : 0
            switch bytes[head] {
            case Node.tableInterior, Node.indexInterior:
                isKnown[page] = true
                waiting.append(Int(DatabasePages.word(bytes, head + 8)))
                for cell in cells(bytes, head) where cell + 4 <= pages.usable {
                    waiting.append(Int(DatabasePages.word(bytes, cell)))
                }
                // An index has entries in its inner nodes too.
                if bytes[head] == Node.indexInterior { try rows(of: bytes, page, name, body) }
            case Node.tableLeaf, Node.indexLeaf:
                isKnown[page] = true
                try rows(of: bytes, page, name, body)
            default:
                torn[name, default: 0] += 1
            }
        }
    }

    /// The pages that are not in use.
    private func free() -> [Int] {
        let head = pages.page(1)
        var trunk = Int(DatabasePages.word(head, 32))
        var found: Set<Int> = []
        while trunk > 1, trunk <= pages.count, found.insert(trunk).inserted {
            let bytes = pages.page(trunk)
            let count = min(Int(DatabasePages.word(bytes, 4)), pages.usable / 4 - 2)
            for index in 0..<max(0, count) {
                let leaf = Int(DatabasePages.word(bytes, 8 + 4 * index))
                if leaf > 1, leaf <= pages.count { found.insert(leaf) }
            }
            trunk = Int(DatabasePages.word(bytes, 0))
        }
        return found.filter { !isKnown[$0] }
    }

    // MARK: Cells

    /// The positions of a node's cells.
    private func cells(_ bytes: [UInt8], _ head: Int) -> [Int] {
        let isInner = bytes[head] == Node.tableInterior || bytes[head] == Node.indexInterior
        let first = head + (isInner ? 12 : 8)
        let count = Int(bytes[head + 3]) << 8 | Int(bytes[head + 4])
        return (0..<count).compactMap { index in
            let at = first + 2 * index
            guard at + 2 <= pages.usable else { return nil }
            let cell = Int(bytes[at]) << 8 | Int(bytes[at + 1])
            return cell >= first && cell < pages.usable ? cell : nil
        }
    }

    private mutating func rows(
        of bytes: [UInt8], _ page: Int, _ name: String?, _ body: (Row) throws -> Void
    ) throws {
        let head = page == 1 ? 100 : 0
        let isTable = bytes[head] == Node.tableLeaf
        let isInner = bytes[head] == Node.indexInterior
        for cell in cells(bytes, head) {
            var at = isInner ? cell + 4 : cell
            guard let length = DatabaseRecord.number(bytes, &at), length > 0,
                length <= UInt64(pages.count * pages.size)
            else { continue }
            var number: Int64?
            if isTable {
                guard let stored = DatabaseRecord.number(bytes, &at) else { continue }
                number = Int64(bitPattern: stored)
            }
            let content = content(bytes, at, Int(length), isTable: isTable)
            guard let record = DatabaseRecord(content, length: Int(length)) else { continue }
            try body(
                Row(
                    tree: name, number: number, values: record.values, isWhole: record.isWhole))
        }
    }

    /// The bytes of a record, fewer if pages of it are damaged.
    private mutating func content(
        _ bytes: [UInt8], _ at: Int, _ length: Int, isTable: Bool
    ) -> [UInt8] {
        let usable = pages.usable
        let most = isTable ? usable - 35 : (usable - 12) * 64 / 255 - 23
        var local = length
        if length > most {
            let least = (usable - 12) * 32 / 255 - 23
            local = least + (length - least) % (usable - 4)
            if local > most { local = least }
        }
        guard at + local <= usable else { return Array(bytes[min(at, usable)..<usable]) }
        var content = Array(bytes[at..<at + local])
        guard length > local, at + local + 4 <= usable else { return content }
        content.reserveCapacity(length)
        var next = Int(DatabasePages.word(bytes, at + local))
        while content.count < length {
            guard next > 1, next <= pages.count, !isKnown[next], !isTail[next] else { break }
            isTail[next] = true
            let tail = pages.page(next)
            guard !pages.unreadable.contains(next) else { break }
            content += tail[4..<min(usable, 4 + length - content.count)]
            next = Int(DatabasePages.word(tail, 0))
        }
        return content
    }
}
