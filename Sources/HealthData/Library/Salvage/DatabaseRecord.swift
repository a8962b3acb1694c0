// A record of an SQLite database: the values of a row, from the bytes of its cell.
//
// Source: "Database File Format", https://www.sqlite.org/fileformat2.html, section 2.1. The first
// number of a record is the length of its header; each further one gives the type and length of a
// value. If damage cut a record off, the values before the cut are whole.

import Foundation
import GRDB

/// The values of a row.
struct DatabaseRecord {
    let values: [DatabaseValue]
    /// Whether all its bytes were there.
    let isWhole: Bool

    /// Nil if the bytes are not a record.
    ///
    /// - Parameter length: how many bytes the whole record has; damage may have left fewer.
    init?(_ bytes: [UInt8], length: Int) {
        var at = 0
        guard let header = Self.number(bytes, &at), header > 0, header <= 1 << 16,
            Int(header) <= bytes.count
        else { return nil }
        let end = Int(header)
        var types: [Int] = []
        while at < end {
            guard let type = Self.number(bytes, &at), at <= end, type <= UInt64(Int32.max)
            else { return nil }
            types.append(Int(type))
        }
        guard at == end, types.allSatisfy({ $0 != 10 && $0 != 11 }),
            types.reduce(end, { $0 + Self.length($1) }) == length
        else { return nil }
        values = types.map { type in
            let from = at
            at += Self.length(type)
            return Self.value(type, bytes[min(from, bytes.count)..<min(at, bytes.count)])
        }
        isWhole = bytes.count >= length
    }

    private static func length(_ type: Int) -> Int {
        switch type {
        case 0, 8, 9: 0
        case 1...4: type
        case 5: 6
        case 6, 7: 8
        default: (type - 12) / 2
        }
    }

    /// A value; a text or blob that was cut keeps what is left, a number that was cut is null.
    private static func value(_ type: Int, _ bytes: ArraySlice<UInt8>) -> DatabaseValue {
        switch type {
        case 0: return .null
        case 8: return 0.databaseValue
        case 9: return 1.databaseValue
        case 1...6:
            guard bytes.count == length(type), let first = bytes.first else { return .null }
            let start: Int64 = first >= 0x80 ? -1 : 0
            return bytes.reduce(start) { $0 << 8 | Int64($1) }.databaseValue
        case 7:
            guard bytes.count == 8 else { return .null }
            let number = Double(bitPattern: bytes.reduce(0) { $0 << 8 | UInt64($1) })
            // SQLite does not store this number.
            return number.isNaN ? .null : number.databaseValue
        default:
            return type % 2 == 0
                ? Data(bytes).databaseValue
                : String(decoding: bytes, as: UTF8.self).databaseValue
        }
    }

    /// A number of one to nine bytes, the highest first: seven bits of each, eight of the ninth.
    static func number(_ bytes: [UInt8], _ at: inout Int) -> UInt64? {
        var number: UInt64 = 0
        for index in 0..<9 {
            guard at < bytes.count else { return nil }
            let byte = bytes[at]
            at += 1
            if index == 8 { return number << 8 | UInt64(byte) }
            number = number << 7 | UInt64(byte & 0x7F)
            if byte < 0x80 { return number }
        }
        return nil
    }
}
