import Foundation
import GRDB

/// Databases made to do harm, or damaged by a disk in the worst places.
struct HostileDatabase {
    static let time = 1_780_272_000  // 2026-06-01T00:00:00Z

    /// One good record of steps and one of a heart rate.
    static let minutes = """
        CREATE TABLE MI_BAND_ACTIVITY_SAMPLE (TIMESTAMP INTEGER, DEVICE_ID INTEGER, STEPS INTEGER,
            HEART_RATE INTEGER);
        INSERT INTO MI_BAND_ACTIVITY_SAMPLE VALUES (\(time), 1, 40, 70);
        """
    /// One good record of a weight.
    static let weight = """
        CREATE TABLE weight_record_table (row_id INTEGER PRIMARY KEY, time INTEGER, weight REAL);
        INSERT INTO weight_record_table VALUES (1, \(time)000, 71000);
        """
    /// A view that has a row for every number, without end.
    static let endless = """
        AS WITH RECURSIVE c(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM c)
        SELECT id, 1780300800000 AS start_time, 1780300801000 AS end_time, 5 AS count FROM c;
        """

    var path: String

    /// A database made by these statements.
    ///
    /// - Parameter schema: changes of the file's definitions, made afterwards.
    init(_ path: String, pageSize: Int = 4_096, _ sql: String, schema: [String] = []) throws {
        self.path = path
        var configuration = Configuration()
        configuration.prepareDatabase { database in
            try database.execute(sql: "PRAGMA page_size = \(pageSize)")
        }
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.writeWithoutTransaction { database in
            try database.execute(sql: sql)
            if !schema.isEmpty {
                try database.execute(sql: "PRAGMA writable_schema = ON; BEGIN")
                for change in schema { try database.execute(sql: change) }
                try database.execute(sql: "COMMIT")
            }
        }
        try queue.close()
    }

    /// A table with a definition other than the one it was made with.
    static func redefined(_ table: String, _ definition: String) -> String {
        "UPDATE sqlite_master SET sql = '\(definition.replacing("'", with: "''"))' "
            + "WHERE name = '\(table)'"
    }

    // MARK: Pages

    private static func big(_ value: Int, _ size: Int) -> [UInt8] {
        (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    /// A number in the format of SQLite's records.
    static func varint(_ value: Int) -> [UInt8] {
        var bytes = [UInt8(value & 0x7f)]
        var rest = value >> 7
        while rest > 0 {
            bytes.insert(UInt8(rest & 0x7f) | 0x80, at: 0)
            rest >>= 7
        }
        return bytes
    }

    /// A page of a b-tree; `right` is the last child of an inner page.
    static func page(_ cells: [[UInt8]], size: Int, right: Int? = nil, offset: Int = 0) -> [UInt8] {
        var page = [UInt8](repeating: 0, count: size)
        var place = size
        var pointers: [UInt8] = []
        for cell in cells {
            place -= cell.count
            page.replaceSubrange(place..<place + cell.count, with: cell)
            pointers += big(place, 2)
        }
        var header: [UInt8] = [right == nil ? 13 : 5, 0, 0]
        header += big(cells.count, 2) + big(place, 2) + [0]
        if let right { header += big(right, 4) }
        header += pointers
        page.replaceSubrange(offset..<offset + header.count, with: header)
        return page
    }

    /// A page that leads to the same child again and again.
    static func repeating(_ child: Int, _ count: Int, size: Int, offset: Int = 0) -> [UInt8] {
        page(
            (1...count).map { big(child, 4) + varint($0) }, size: size, right: child,
            offset: offset)
    }

    /// A row of minutes: time, device, steps, heart rate.
    static func row(_ id: Int, _ time: Int, _ steps: Int) -> [UInt8] {
        let record = [5, 4, 1, 1, 1] + big(time, 4) + [1, UInt8(steps), 70]
        return varint(record.count) + varint(id) + record
    }

    /// Replaces pages of the file, which then has `pages` pages.
    func edit(pages: Int, size: Int = 4_096, _ body: (inout [UInt8]) -> Void) throws {
        let url = URL(fileURLWithPath: path)
        var bytes = Array(try Data(contentsOf: url))
        bytes += [UInt8](repeating: 0, count: max(0, pages * size - bytes.count))
        body(&bytes)
        // The number of pages, and the change counter for which it is valid.
        bytes.replaceSubrange(28..<32, with: Self.big(bytes.count / size, 4))
        bytes.replaceSubrange(92..<96, with: bytes[24..<28])
        try Data(bytes).write(to: url)
    }

    static func put(_ page: [UInt8], _ number: Int, _ bytes: inout [UInt8]) {
        let start = (number - 1) * page.count
        bytes.replaceSubrange(start..<start + page.count, with: page)
    }

    /// Makes the rows of all leaves share a blob on the same overflow pages, which form a loop.
    func shareOverflow(pages: Int) throws {
        let size = 512
        let payload = (pages - 2) * (size - 4)
        let least = (size - 12) * 32 / 255 - 23
        let exact = least + (payload - least) % (size - 4)
        let local = exact <= size - 35 ? exact : least
        // The record ends where its last value does.
        let blob = Self.varint(2 * (payload - 14) + 12)
        let header = [UInt8(4 + blob.count), 4] + blob + [1, 1]
        let (leaves, first) = (30, 40)
        func cell(_ id: Int) -> [UInt8] {
            var record = header + Self.big(Self.time + id, 4)
            record += [UInt8](repeating: 0, count: local - record.count)
            return Self.varint(payload) + Self.varint(id) + record + Self.big(first, 4)
        }
        let perLeaf = (size - 8) / (cell(1_000).count + 2)
        try edit(pages: pages, size: size) { bytes in
            var children: [[UInt8]] = []
            for leaf in 0..<leaves {
                let ids = (1...perLeaf).map { leaf * perLeaf + $0 }
                Self.put(Self.page(ids.map(cell), size: size), 4 + leaf, &bytes)
                children.append(Self.big(4 + leaf, 4) + Self.varint(leaf * perLeaf + perLeaf))
            }
            Self.put(
                Self.page(children.dropLast(), size: size, right: 3 + leaves), 2, &bytes)
            for page in first...pages {
                bytes.replaceSubrange(
                    (page - 1) * size..<(page - 1) * size + 4,
                    with: Self.big(page < pages ? page + 1 : first, 4))
            }
        }
    }
}
