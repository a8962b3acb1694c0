// The shapes that the records of an export have.
//
// Millions of records are written by one program and differ in a few values alone: dates, the
// number, the address of a device. What is between them, with the type, the source and the unit, is
// the same in thousands of neighbours. So a record that was read the long way leaves its shape: its
// bytes without the values that change, and what its words mean. A record that has the same bytes
// around its own values means the same, and only those are looked at.
//
// Layout: pieces of text between the values, one shape behind the other; sets of eight shapes by a
// hash of the bytes in which types differ, the one used last tried first. A full set gives its
// oldest place to a new shape. Exact: the text is compared byte by byte, and a value ends at the
// first quote of its kind and holds no `<`, which is where the long way ends it too. Limits: tags
// with more than `mostText` bytes of such text have no shape. Cost: about a hundred bytes compared
// for every record, and 160 kB for a scanner at most.

import Streams

struct RecordShapes {
    /// A value that differs from record to record, as far as it is read.
    private enum Hole: UInt8 {
        case start, end, value, unread
    }

    /// Text that stands before a value, or behind the last one where there is no value behind it.
    private struct Piece {
        var text: Int
        var length: Int
        var hole: Hole
        /// The quote that ends the value; 0 where there is none.
        var quote: UInt8
    }

    private struct Shape {
        var terms: ExportAssembler.RecordTerms
        var pieceCount: Int
        var selfClosing: Bool
    }

    private static let setCount = 64
    private static let ways = 8
    private static let mostText = 320
    private static let mostPieces = 16
    /// Where the words of the types begin to differ, behind `<Record type="HKQuantityTypeIdentifier`.
    private static let telling = 38

    private var shapes: [Shape] = []
    /// The pieces of all shapes, `mostPieces` for each.
    private var pieces: [Piece] = []
    /// The texts of all shapes, `mostText` bytes and some to compare words for each.
    private var text: [UInt8] = []
    /// The shapes of each set, the one used last first; below zero for none.
    private var sets = [Int32](repeating: -1, count: setCount * ways)

    /// What a record means that has a known shape; nil for one that has to be read the long way.
    ///
    /// `tag` has the places of its dates and its value then, and its end.
    @inline(__always)
    mutating func match(
        _ bytes: RawSpan, _ open: Int, _ end: Int, _ tag: inout ExportScanner.Attributes
    ) -> ExportAssembler.RecordTerms? {
        let first = RecordShapes.set(bytes, open) &* RecordShapes.ways
        for way in first..<first &+ RecordShapes.ways {
            let index = Int(sets[way])
            if index < 0 { return nil }
            guard fits(index, bytes, open, end, &tag) else { continue }
            if way != first {
                sets[way] = sets[first]
                sets[first] = Int32(truncatingIfNeeded: index)
            }
            return shapes[index].terms
        }
        return nil
    }

    @inline(__always)
    private static func set(_ bytes: RawSpan, _ open: Int) -> Int {
        let word = bytes.word(open &+ telling) ^ (bytes.word(open &+ telling &+ 8) &* 31)
        return Int(truncatingIfNeeded: (word &* 0x9e37_79b9_7f4a_7c15) >> 58)
    }

    private func fits(
        _ index: Int, _ bytes: RawSpan, _ open: Int, _ end: Int,
        _ tag: inout ExportScanner.Attributes
    ) -> Bool {
        let texts = text.span.bytes
        var place = open
        let first = index &* RecordShapes.mostPieces
        for number in first..<first &+ shapes[index].pieceCount {
            let piece = pieces[number]
            guard place &+ piece.length <= end,
                bytes.isSame(place, texts, piece.text, count: piece.length)
            else { return false }
            place &+= piece.length
            guard piece.quote != 0 else { break }
            let close = bytes.first(piece.quote, or: 0x3c, from: place, to: end)
            guard close < end, bytes.byte(close) == piece.quote else { return false }
            // Of an empty one another may stand in the place.
            guard close > place || piece.hole == .unread else { return false }
            switch piece.hole {
            case .start: tag.start = place..<close
            case .end: tag.end = place..<close
            case .value: tag.value = place..<close
            case .unread: break
            }
            place = close
        }
        tag.hasValue = true
        tag.selfClosing = shapes[index].selfClosing
        tag.next = place
        return true
    }

    /// Remembers the shape of a record that was read the long way.
    @inline(never)
    mutating func learn(
        _ bytes: RawSpan, _ open: Int, _ tag: ExportScanner.Attributes,
        _ terms: ExportAssembler.RecordTerms
    ) {
        guard tag.hasValue, !tag.value.isEmpty, !tag.start.isEmpty, !tag.end.isEmpty else { return }
        let holes = RecordShapes.holes(bytes, open, tag, device: terms.isSourceOpen)
        let room = RecordShapes.mostText + 8
        let length = tag.next - open - holes.reduce(0) { $0 + $1.range.count }
        guard length <= RecordShapes.mostText, holes.count < RecordShapes.mostPieces else { return }

        let first = RecordShapes.set(bytes, open) * RecordShapes.ways
        let last = first + RecordShapes.ways - 1
        let isNew = sets[last] < 0
        let index = isNew ? shapes.count : Int(sets[last])
        if isNew {
            text.append(contentsOf: repeatElement(0, count: room))
            let none = Piece(text: 0, length: 0, hole: .unread, quote: 0)
            pieces.append(contentsOf: repeatElement(none, count: RecordShapes.mostPieces))
        }
        var from = open
        var free = index * room
        var number = index * RecordShapes.mostPieces
        func addPiece(to behind: Int, _ hole: Hole, quote: UInt8) {
            pieces[number] = Piece(text: free, length: behind - from, hole: hole, quote: quote)
            number += 1
            for place in from..<behind {
                text[free] = bytes.byte(place)
                free += 1
            }
        }
        for hole in holes {
            addPiece(
                to: hole.range.lowerBound, hole.kind, quote: bytes.byte(hole.range.upperBound))
            from = hole.range.upperBound
        }
        addPiece(to: tag.next, .unread, quote: 0)

        let shape = Shape(
            terms: terms, pieceCount: holes.count + 1, selfClosing: tag.selfClosing)
        if isNew {
            shapes.append(shape)
        } else {
            shapes[index] = shape
        }
        for way in stride(from: last, to: first, by: -1) { sets[way] = sets[way - 1] }
        sets[first] = Int32(truncatingIfNeeded: index)
    }

    /// The values of a tag that differ from record to record, in their order.
    ///
    /// What says what the record means is none of them, and neither is a second value of one name.
    ///
    /// - Parameter device: whether the device says something, all but its address in memory.
    private static func holes(
        _ bytes: RawSpan, _ open: Int, _ tag: ExportScanner.Attributes, device: Bool
    ) -> [(range: Range<Int>, kind: Hole)] {
        var holes: [(range: Range<Int>, kind: Hole)] = []
        var index = open + 1
        while index < tag.next {
            // The tag was read to its end before, so every equals sign has a quote behind it.
            let equals = bytes.first(UInt8(ascii: "="), from: index, to: tag.next)
            guard equals < tag.next else { break }
            var quote = equals + 1
            while quote < tag.next, bytes.byte(quote) <= 0x20 { quote += 1 }
            let close = bytes.first(bytes.byte(quote), from: quote + 1, to: tag.next)
            guard close < tag.next else { break }
            let range = quote + 1..<close
            index = close + 1
            switch range {
            case tag.start: holes.append((range, .start))
            case tag.end: holes.append((range, .end))
            case tag.value: holes.append((range, .value))
            case tag.type, tag.source, tag.unit: break
            case tag.device where device:
                if let address = address(bytes, range) { holes.append((address, .unread)) }
            // Of an empty one another may stand in the place.
            case _ where range.isEmpty: break
            default: holes.append((range, .unread))
            }
        }
        return holes
    }

    /// Where the address of a device in memory stands: `&lt;&lt;HKDevice: 0x283&gt;, name:`.
    private static func address(_ bytes: RawSpan, _ device: Range<Int>) -> Range<Int>? {
        let name: StaticString = "HKDevice: 0x"
        guard let place = bytes.first(name, from: device.lowerBound, to: device.upperBound) else {
            return nil
        }
        let first = place + name.utf8CodeUnitCount
        let end = bytes.first(UInt8(ascii: "&"), from: first, to: device.upperBound)
        return end < device.upperBound ? first..<end : nil
    }
}
