// The messages of a FIT file.
//
// Layout of a file: a header with its length, messages, a checksum; several such files may follow
// one another. A definition describes the data messages of one of sixteen local kinds from there
// on: fields with a number, a size and a base type, in either byte order, and fields of developers,
// of which only the sizes are needed. A data message may have a header with a short time that
// counts on from the last complete one. All ones (or, for some types, 0) mean that there is no
// value.
//
// Tolerated: a wrong checksum, a length of 0 (written by devices that lost power), a premature end;
// each is noted, and everything readable counts. What places other messages in time often follows
// them, so each file is passed through twice: first for the clock of its device and the rates of a
// strap, then for everything. Limit: a data message without a definition ends
// the reading of its file, since its length is unknown.

import ChartCore
import Localization

/// The value of one field.
enum FITValue {
    case integer(Int)
    case real(Double)
    case text(String)
}

/// One data message.
struct FITMessage {
    /// The global number of its kind.
    var kind: Int
    var fields: [Int: FITValue]
    /// The numbers of fields with several, of the kinds that have some; nil for "no value".
    var lists: [Int: [Int?]] = [:]
    /// Its position in the file.
    var offset: Int

    /// A number as it is stored; nil if there is none.
    func number(_ field: Int) -> Double? {
        switch fields[field] {
        case .integer(let value): Double(value)
        case .real(let value): value
        default: nil
        }
    }

    func integer(_ field: Int) -> Int? {
        if case .integer(let value) = fields[field] { value } else { nil }
    }

    func text(_ field: Int) -> String? {
        if case .text(let value) = fields[field] { value } else { nil }
    }

    /// The numbers of a field; empty if it has none.
    func list(_ field: Int) -> [Int?] { lists[field] ?? [] }
}

/// What is to be known of a file before its records are read.
struct FITSurvey {
    private(set) var clock = FITClock()
    private(set) var beats = FITBeats()
    private let zone: ZoneRules

    init(zone: ZoneRules) { self.zone = zone }

    /// Whether messages of a kind are needed.
    static func wants(_ kind: Int) -> Bool {
        switch kind {
        case FITKind.activity, FITKind.monitoringInfo, FITKind.timestampCorrelation,
            FITKind.heartRates:
            true
        default: false
        }
    }

    mutating func take(_ message: FITMessage) {
        if message.kind == FITKind.heartRates {
            beats.take(message)
        } else {
            clock.take(message, zone: zone)
        }
    }
}

struct FITReader {
    private struct Field {
        var number: Int
        var size: Int
        var type: UInt8
    }

    private struct Definition {
        var kind: Int
        var isBigEndian: Bool
        var fields: [Field]
        /// The bytes of developers' fields behind the others.
        var developerSize: Int
    }

    /// The number of the field with the time.
    private static let timestamp = 253

    private let bytes: [UInt8]
    private let zone: ZoneRules
    var assembler: FITAssembler
    private var definitions: [Int: Definition] = [:]
    /// The last complete time, in FIT's seconds.
    private var lastTime = 0
    /// What is collected while a file is passed through for the first time; nil the second time.
    private var survey: FITSurvey?

    /// - Parameter zone: the zone of local times.
    init(_ bytes: [UInt8], zone: ZoneRules, _ assembler: FITAssembler) {
        self.bytes = bytes
        self.zone = zone
        self.assembler = assembler
    }

    mutating func note(_ place: String, _ text: String) {
        assembler.activity.sink.note(place, text)
    }

    /// Reads all files, which follow one another.
    mutating func read() {
        var offset = 0
        while offset + 12 <= bytes.count {
            guard let next = readFile(offset) else { break }
            offset = next
        }
        assembler.finish()
    }

    /// Reads the file at an offset.
    ///
    /// - Returns: the offset of the next one; nil if the file breaks off.
    private mutating func readFile(_ start: Int) -> Int? {
        let headerSize = Int(bytes[start])
        guard headerSize >= 12, start + headerSize <= bytes.count,
            bytes[start + 8..<start + 12].elementsEqual(".FIT".utf8)
        else {
            if start > 0 {
                note(
                    PlaceUnit.byte.text(start),
                    tr("the data after the file are not another FIT file and were passed over"))
            }
            return nil
        }
        let first = start + headerSize
        let declared = integer(start + 4, 4, isBigEndian: false)
        var end = first + declared
        if declared == 0 {
            end = max(first, bytes.count - 2)
            note("", tr("its header says that it is empty; it was read to its end"))
        } else if end + 2 > bytes.count {
            if end > bytes.count {
                note(
                    PlaceUnit.byte.text(bytes.count),
                    tr("the file is cut off; everything before its end was read"))
            }
            end = min(end, bytes.count)
        } else if FITReader.checksum(bytes[start..<end]) != integer(end, 2, isBigEndian: false) {
            note("", tr("its checksum is wrong; some of it may be damaged"))
        }
        survey = FITSurvey(zone: zone)
        _ = readMessages(first, end)
        assembler.beginFile(survey ?? FITSurvey(zone: zone))
        survey = nil
        if let broken = readMessages(first, end) {
            note(
                PlaceUnit.byte.text(broken),
                tr("a message cannot be read; everything before it was read"))
        }
        return declared == 0 ? nil : end + 2
    }

    /// Reads the messages of a file.
    ///
    /// - Returns: the offset of the first that cannot be read; nil if all of them can.
    private mutating func readMessages(_ first: Int, _ end: Int) -> Int? {
        definitions = [:]
        lastTime = 0
        var offset = first
        while offset < end {
            guard let next = readMessage(offset, end) else { return offset }
            offset = next
        }
        return nil
    }

    /// Reads a message.
    ///
    /// - Returns: the offset of the next one; nil if it cannot be read.
    private mutating func readMessage(_ offset: Int, _ end: Int) -> Int? {
        let header = bytes[offset]
        if header & 0x80 != 0 {
            // Only the low five bits of the time; they have wrapped around if they are below the
            // last ones.
            let low = Int(header & 0x1f)
            lastTime &+= (low &- lastTime) & 0x1f
            return readData(offset, Int(header >> 5) & 3, end, time: lastTime)
        }
        let local = Int(header & 0x0f)
        if header & 0x40 != 0 {
            return readDefinition(offset, local, end, hasDevelopers: header & 0x20 != 0)
        }
        return readData(offset, local, end, time: nil)
    }

    private mutating func readDefinition(
        _ start: Int, _ local: Int, _ end: Int, hasDevelopers: Bool
    ) -> Int? {
        guard start + 6 <= end else { return nil }
        let isBigEndian = bytes[start + 2] == 1
        let count = Int(bytes[start + 5])
        var offset = start + 6
        guard offset + count * 3 <= end else { return nil }
        var fields: [Field] = []
        for _ in 0..<count {
            fields.append(
                Field(
                    number: Int(bytes[offset]), size: Int(bytes[offset + 1]),
                    type: bytes[offset + 2]))
            offset += 3
        }
        var developerSize = 0
        if hasDevelopers {
            guard offset < end else { return nil }
            let developers = Int(bytes[offset])
            offset += 1
            guard offset + developers * 3 <= end else { return nil }
            for _ in 0..<developers {
                developerSize += Int(bytes[offset + 1])
                offset += 3
            }
        }
        definitions[local] = Definition(
            kind: integer(start + 3, 2, isBigEndian: isBigEndian), isBigEndian: isBigEndian,
            fields: fields, developerSize: developerSize)
        return offset
    }

    private mutating func readData(
        _ start: Int, _ local: Int, _ end: Int, time: Int?
    ) -> Int? {
        guard let definition = definitions[local] else { return nil }
        var offset = start + 1
        let size = definition.fields.reduce(definition.developerSize) { $0 + $1.size }
        guard offset + size <= end else { return nil }
        if survey != nil, !FITSurvey.wants(definition.kind) { return start + 1 + size }
        var message = FITMessage(kind: definition.kind, fields: [:], offset: start)
        let hasLists = FITKind.hasLists(definition.kind)
        for field in definition.fields {
            if let value = value(offset, field, definition.isBigEndian) {
                message.fields[field.number] = value
            }
            if hasLists { message.lists[field.number] = list(offset, field, definition) }
            offset += field.size
        }
        if let time {
            message.fields[FITReader.timestamp] = .integer(time)
        } else if let whole = message.integer(FITReader.timestamp) {
            lastTime = whole
        }
        if survey != nil {
            survey?.take(message)
        } else {
            assembler.take(message, lastTime: lastTime)
        }
        return start + 1 + size
    }

    // MARK: Values

    /// The value of a field, the first if it has several; nil if it has none.
    private func value(_ offset: Int, _ field: Field, _ isBigEndian: Bool) -> FITValue? {
        switch field.type & 0x1f {
        case 0x07:
            let text = bytes[offset..<offset + field.size].prefix { $0 != 0 }
            return text.isEmpty ? nil : .text(String(decoding: text, as: UTF8.self))
        case 0x08:
            guard field.size >= 4 else { return nil }
            let bits = UInt32(truncatingIfNeeded: integer(offset, 4, isBigEndian: isBigEndian))
            let value = Float(bitPattern: bits)
            return value.isFinite ? .real(Double(value)) : nil
        case 0x09:
            guard field.size >= 8 else { return nil }
            let bits = UInt64(bitPattern: Int64(integer(offset, 8, isBigEndian: isBigEndian)))
            let value = Double(bitPattern: bits)
            return value.isFinite ? .real(value) : nil
        case 0x00, 0x02, 0x0d: return unsigned(offset, field, 1, isBigEndian, none: 0xff)
        case 0x0a: return unsigned(offset, field, 1, isBigEndian, none: 0)
        case 0x04: return unsigned(offset, field, 2, isBigEndian, none: 0xffff)
        case 0x0b: return unsigned(offset, field, 2, isBigEndian, none: 0)
        case 0x06: return unsigned(offset, field, 4, isBigEndian, none: 0xffff_ffff)
        case 0x0c: return unsigned(offset, field, 4, isBigEndian, none: 0)
        case 0x01: return signed(offset, field, 1, isBigEndian)
        case 0x03: return signed(offset, field, 2, isBigEndian)
        case 0x05: return signed(offset, field, 4, isBigEndian)
        case 0x0e: return signed(offset, field, 8, isBigEndian)
        case 0x0f: return unsigned(offset, field, 8, isBigEndian, none: -1)
        case 0x10: return unsigned(offset, field, 8, isBigEndian, none: 0)
        default: return nil
        }
    }

    /// The whole numbers of a field, one after the other.
    private func list(_ offset: Int, _ field: Field, _ definition: Definition) -> [Int?] {
        // Bytes have no number that means "no value", unless all of them are it.
        let isBytes = field.type & 0x1f == 0x0d
        let size =
            [0x03, 0x04, 0x0b].contains(field.type & 0x1f)
            ? 2 : [0x05, 0x06, 0x0c].contains(field.type & 0x1f) ? 4 : 1
        var numbers: [Int?] = []
        for place in stride(from: 0, through: field.size - size, by: size) {
            let one = Field(number: field.number, size: size, type: field.type)
            if isBytes {
                numbers.append(Int(bytes[offset + place]))
            } else if case .integer(let number) = value(
                offset + place, one, definition.isBigEndian)
            {
                numbers.append(number)
            } else {
                numbers.append(nil)
            }
        }
        return isBytes && numbers.allSatisfy { $0 == 0xff } ? [] : numbers
    }

    private func unsigned(
        _ offset: Int, _ field: Field, _ size: Int, _ isBigEndian: Bool, none: Int
    ) -> FITValue? {
        guard field.size >= size else { return nil }
        let value = integer(offset, size, isBigEndian: isBigEndian)
        return value == none ? nil : .integer(value)
    }

    private func signed(
        _ offset: Int, _ field: Field, _ size: Int, _ isBigEndian: Bool
    ) -> FITValue? {
        guard field.size >= size else { return nil }
        let shift = 64 - size * 8
        let value = (integer(offset, size, isBigEndian: isBigEndian) << shift) >> shift
        // The largest number means that there is no value.
        return value == Int.max >> shift ? nil : .integer(value)
    }

    /// Reads `size` bytes as a number; the sign is kept if there are eight.
    private func integer(_ offset: Int, _ size: Int, isBigEndian: Bool) -> Int {
        var value = 0
        for index in 0..<size {
            let place = isBigEndian ? offset + index : offset + size - 1 - index
            value = value << 8 | Int(bytes[place])
        }
        return value
    }

    /// The CRC-16 of FIT, computed by half bytes.
    static func checksum(_ bytes: ArraySlice<UInt8>) -> Int {
        var sum: UInt16 = 0
        for byte in bytes {
            for half in [byte & 0x0f, byte >> 4] {
                let carried = table[Int(sum & 0x0f)]
                sum = (sum >> 4) & 0x0fff
                sum = sum ^ carried ^ table[Int(half)]
            }
        }
        return Int(sum)
    }

    private static let table: [UInt16] = [
        0x0000, 0xcc01, 0xd801, 0x1400, 0xf001, 0x3c00, 0x2800, 0xe401,
        0xa001, 0x6c00, 0x7800, 0xb401, 0x5000, 0x9c01, 0x8801, 0x4400,
    ]
}
