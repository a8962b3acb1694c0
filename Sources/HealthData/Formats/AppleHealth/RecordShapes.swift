// The shapes of the records of an export.
//
// Millions of records are written by one program and differ only in a few values: dates, the
// number, the address of a device. The text between these values, with the type, the source and the
// unit, is the same in thousands of neighbours. So a record that was read the long way leaves its
// shape: its bytes without the values that change, and the meaning of its words. A record with the
// same bytes around its own values has the same meaning, and only the values are read. The
// beginning of a record up to its first date is mostly the same including all values, and is
// compared as one run. Children without a meaning that is read belong to the shape, together with
// the end tag: most records of a heart rate have one.
//
// Layout: pieces of text between the values, one shape after the other; sets of eight shapes by a
// hash of the bytes in which types differ, the most recently used tried first. A full set gives its
// oldest place to a new shape. Exact: the text is compared byte by byte. A value ends at the first
// quote of its kind and contains no `<`, as in the long way. It also contains no line end: so a
// shape knows how many lines end in its records. Limits: tags with more than `mostText` bytes of
// such text have no shape, and children with more than `mostRest` are read separately. Cost: some
// hundred bytes compared for every record, and at most 1 MB per scanner.

import Streams

struct RecordShapes {
    /// A value that differs from record to record, by how it is read.
    private enum Hole: UInt8 {
        case start, end, value, unread
    }

    /// Text before a value, or the text behind the last value.
    private struct Piece {
        var text: Int
        var length: Int
        var hole: Hole
        /// The quote that ends the value; 0 if there is no value.
        var quote: UInt8
        /// The length of the value of the record that left the piece.
        var usual: Int
    }

    private struct Shape {
        var terms: ExportAssembler.RecordTerms
        var pieceCount: Int
        var selfClosing: Bool
        /// The number of lines that end in the tag, and in what follows it.
        var lineFeeds: Int
        var restLineFeeds = 0
        /// The number of values in the beginning of records, and the length of the last one's
        /// beginning; below zero if it is not known.
        var leadPieces: Int
        var leadLength = -1
        /// The number of pieces of the children and the end tag; 0 if they are not known.
        var restCount = 0
        /// The number of consecutive records with other children.
        var restMisses = 0
    }

    private static let setCount = 64
    private static let ways = 8
    private static let mostText = 320
    private static let mostRest = 256
    private static let mostLead = 512
    private static let mostPieces = 16
    private static let mostRestPieces = 8
    /// The number of pieces of a shape: those of the tag, and those behind it.
    private static let pieceRoom = mostPieces + mostRestPieces
    /// The bytes of a shape: the text of the tag, the text behind it, and the beginning of the last
    /// record; padding for searches follows each.
    private static let restText = mostText + 16
    private static let leadText = restText + mostRest + 16
    private static let textRoom = leadText + mostLead + 16
    /// The number of records with other children after which those are remembered.
    private static let mostMisses = 4
    /// The offset at which the words of the types begin to differ, behind
    /// `<Record type="HKQuantityTypeIdentifier`.
    private static let telling = 38

    private var shapes: [Shape] = []
    /// The pieces of all shapes, `pieceRoom` for each.
    private var pieces: [Piece] = []
    /// The texts of all shapes, `textRoom` bytes for each.
    private var text: [UInt8] = []
    /// The shapes of each set, the most recently used first; below zero for none.
    private var sets = [Int32](repeating: -1, count: setCount * ways)

    /// The shape of the record whose children are being learned; below zero for none.
    private var awaiting = -1
    /// The index behind its tag.
    private var restFrom = 0
    /// The values of its children.
    private var restHoles: [Range<Int>] = []

    /// The meaning of a record with a known shape; nil if the record has to be read the long way.
    ///
    /// `tag` then has the ranges of its dates and its value, and its end. If its children and end
    /// tag are known too, and all are before `stop`, the record counts as closed.
    @inline(__always)
    mutating func match(
        _ bytes: RawSpan, _ open: Int, _ end: Int, stop: Int,
        _ tag: inout ExportScanner.Attributes
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
            tag.lineFeeds = shapes[index].lineFeeds
            if !tag.selfClosing { passRest(index, bytes, min(end, stop), &tag) }
            return shapes[index].terms
        }
        return nil
    }

    @inline(__always)
    private static func set(_ bytes: RawSpan, _ open: Int) -> Int {
        let word = bytes.word(open &+ telling) ^ (bytes.word(open &+ telling &+ 8) &* 31)
        return Int(truncatingIfNeeded: (word &* 0x9e37_79b9_7f4a_7c15) >> 58)
    }

    private mutating func fits(
        _ index: Int, _ bytes: RawSpan, _ open: Int, _ end: Int,
        _ tag: inout ExportScanner.Attributes
    ) -> Bool {
        let first = index &* RecordShapes.pieceRoom
        let last = first &+ shapes[index].pieceCount &- 1
        let leadEnd = first &+ shapes[index].leadPieces
        let leadLength = shapes[index].leadLength
        var number = first
        var place = open
        if leadLength >= 0, open &+ leadLength <= end,
            bytes.isSame(
                open, text.span.bytes, index &* RecordShapes.textRoom &+ RecordShapes.leadText,
                count: leadLength)
        {
            number = leadEnd
            place = open &+ leadLength
        } else {
            guard starts(with: first, bytes, &place, end) else { return false }
            while number < leadEnd {
                guard let close = close(of: number, bytes, place, end) else { return false }
                place = close
                number &+= 1
                guard starts(with: number, bytes, &place, end) else { return false }
            }
            noteLead(index, bytes, open, place)
        }
        while number < last {
            let hole = pieces[number].hole
            guard let close = close(of: number, bytes, place, end),
                // An empty value may be replaced by another attribute of the same name.
                close > place || hole == .unread
            else { return false }
            switch hole {
            case .start: tag.start = place..<close
            case .end: tag.end = place..<close
            case .value: tag.value = place..<close
            case .unread: break
            }
            place = close
            number &+= 1
            guard starts(with: number, bytes, &place, end) else { return false }
        }
        tag.hasValue = true
        tag.selfClosing = shapes[index].selfClosing
        tag.next = place
        return true
    }

    /// Whether the text of a piece is at a place; if so, moves the place behind it.
    @inline(__always)
    private func starts(
        with number: Int, _ bytes: RawSpan, _ place: inout Int, _ end: Int
    ) -> Bool {
        let piece = pieces[number]
        guard place &+ piece.length <= end,
            bytes.isSame(place, text.span.bytes, piece.text, count: piece.length)
        else { return false }
        place &+= piece.length
        return true
    }

    /// The index at which the value behind a piece ends; nil if it does not end with its quote.
    @inline(__always)
    private func close(of number: Int, _ bytes: RawSpan, _ place: Int, _ end: Int) -> Int? {
        let (quote, usual) = (pieces[number].quote, pieces[number].usual)
        // A date is usually as long as the one before it.
        let likely = place &+ usual
        if usual >= 16, usual <= 32, likely < end, bytes.byte(likely) == quote,
            bytes.hasNone(of: quote, 0x3c, 0x0a, from: place, to: likely)
        {
            return likely
        }
        let close = bytes.first(quote, or: 0x3c, or: 0x0a, from: place, to: end)
        return close < end && bytes.byte(close) == quote ? close : nil
    }

    /// Remembers the beginning of a record.
    private mutating func noteLead(_ index: Int, _ bytes: RawSpan, _ open: Int, _ behind: Int) {
        let count = behind &- open
        guard count <= RecordShapes.mostLead else {
            shapes[index].leadLength = -1
            return
        }
        shapes[index].leadLength = count
        let to = index &* RecordShapes.textRoom &+ RecordShapes.leadText
        for offset in 0..<count { text[to &+ offset] = bytes.byte(open &+ offset) }
    }

    /// Passes over the children of a record and its end tag if they are known; otherwise the record
    /// stays open.
    @inline(__always)
    private mutating func passRest(
        _ index: Int, _ bytes: RawSpan, _ end: Int, _ tag: inout ExportScanner.Attributes
    ) {
        if let behind = behindRest(index, bytes, tag.next, end) {
            shapes[index].restMisses = 0
            tag.selfClosing = true
            tag.next = behind
            tag.lineFeeds &+= shapes[index].restLineFeeds
            return
        }
        shapes[index].restMisses &+= 1
        if shapes[index].restCount == 0
            || shapes[index].restMisses >= RecordShapes.mostMisses
        {
            startLearning(of: index, from: tag.next)
        }
    }

    @inline(__always)
    private func behindRest(_ index: Int, _ bytes: RawSpan, _ from: Int, _ end: Int) -> Int? {
        var left = shapes[index].restCount
        guard left > 0 else { return nil }
        var number = index &* RecordShapes.pieceRoom &+ RecordShapes.mostPieces
        var place = from
        while true {
            guard starts(with: number, bytes, &place, end) else { return nil }
            left &-= 1
            if left == 0 { return place }
            guard let close = close(of: number, bytes, place, end) else { return nil }
            place = close
            number &+= 1
        }
    }

    // MARK: Learning

    /// Remembers the shape of a record that was read the long way.
    @inline(never)
    mutating func learn(
        _ bytes: RawSpan, _ open: Int, _ tag: borrowing ExportScanner.Attributes,
        _ terms: ExportAssembler.RecordTerms
    ) {
        guard tag.hasValue, !tag.value.isEmpty, !tag.start.isEmpty, !tag.end.isEmpty else { return }
        let holes = RecordShapes.holes(bytes, open, tag, device: terms.isSourceOpen)
        let length = tag.next - open - holes.reduce(0) { $0 + $1.range.count }
        guard length <= RecordShapes.mostText, holes.count < RecordShapes.mostPieces,
            holes.allSatisfy({
                bytes.lineFeeds(from: $0.range.lowerBound, to: $0.range.upperBound) == 0
            })
        else { return }

        let first = RecordShapes.set(bytes, open) * RecordShapes.ways
        let last = first + RecordShapes.ways - 1
        let isNew = sets[last] < 0
        let index = isNew ? shapes.count : Int(sets[last])
        if isNew {
            text.append(contentsOf: repeatElement(0, count: RecordShapes.textRoom))
            let none = Piece(text: 0, length: 0, hole: .unread, quote: 0, usual: 0)
            pieces.append(contentsOf: repeatElement(none, count: RecordShapes.pieceRoom))
        }
        setPieces(
            index * RecordShapes.pieceRoom, bytes, open, holes, to: tag.next,
            text: index * RecordShapes.textRoom)

        let dated = holes.firstIndex {
            $0.kind != .unread || RecordShapes.looksLikeDate(bytes, $0.range)
        }
        let shape = Shape(
            terms: terms, pieceCount: holes.count + 1, selfClosing: tag.selfClosing,
            lineFeeds: bytes.lineFeeds(from: open, to: tag.next), leadPieces: dated ?? 0)
        if isNew {
            shapes.append(shape)
        } else {
            shapes[index] = shape
        }
        for way in stride(from: last, to: first, by: -1) { sets[way] = sets[way - 1] }
        sets[first] = Int32(truncatingIfNeeded: index)
        if !tag.selfClosing { startLearning(of: index, from: tag.next) }
    }

    /// Writes the pieces of `from..<behind` around the values in it.
    private mutating func setPieces(
        _ number: Int, _ bytes: RawSpan, _ from: Int, _ holes: [(range: Range<Int>, kind: Hole)],
        to behind: Int, text free: Int
    ) {
        var (number, from, free) = (number, from, free)
        func add(to behind: Int, _ hole: Hole, quote: UInt8, usual: Int) {
            pieces[number] = Piece(
                text: free, length: behind - from, hole: hole, quote: quote, usual: usual)
            number += 1
            for place in from..<behind {
                text[free] = bytes.byte(place)
                free += 1
            }
        }
        for (range, kind) in holes {
            add(
                to: range.lowerBound, kind, quote: bytes.byte(range.upperBound),
                usual: range.count)
            from = range.upperBound
        }
        add(to: behind, .unread, quote: 0, usual: 0)
    }

    private static func looksLikeDate(_ bytes: RawSpan, _ range: Range<Int>) -> Bool {
        range.count >= 19 && bytes.byte(range.lowerBound + 4) == UInt8(ascii: "-")
            && bytes.byte(range.lowerBound + 7) == UInt8(ascii: "-")
    }

    /// Whether the children of the last record are being learned.
    @inline(__always)
    var isAwaiting: Bool { awaiting >= 0 }

    /// Starts learning the children of a record, which follow from here on.
    private mutating func startLearning(of index: Int, from next: Int) {
        awaiting = index
        restFrom = next
        restHoles.removeAll(keepingCapacity: true)
    }

    /// Stops learning children: something else is among them, or other bytes follow.
    @inline(__always)
    mutating func stopLearning() { awaiting = -1 }

    /// Adds the value of a child without a meaning.
    @inline(__always)
    mutating func child(value: Range<Int>) {
        if awaiting >= 0 { restHoles.append(value) }
    }

    /// Learns the children at the end of their record.
    @inline(never)
    mutating func learnRest(_ bytes: RawSpan, behind: Int) {
        let index = awaiting
        awaiting = -1
        let length = behind - restFrom - restHoles.reduce(0) { $0 + $1.count }
        guard length <= RecordShapes.mostRest, restHoles.count < RecordShapes.mostRestPieces,
            restHoles.allSatisfy({ bytes.lineFeeds(from: $0.lowerBound, to: $0.upperBound) == 0 })
        else { return }
        setPieces(
            index * RecordShapes.pieceRoom + RecordShapes.mostPieces, bytes, restFrom,
            restHoles.map { ($0, .unread) }, to: behind,
            text: index * RecordShapes.textRoom + RecordShapes.restText)
        shapes[index].restCount = restHoles.count + 1
        shapes[index].restLineFeeds = bytes.lineFeeds(from: restFrom, to: behind)
        shapes[index].restMisses = 0
    }

    // MARK: Values

    /// The values of a tag that differ from record to record, in their order.
    ///
    /// Attributes that determine the meaning of the record are excluded, and so is a second value
    /// of the same name.
    ///
    /// - Parameter device: whether the device matters, except for its address in memory.
    private static func holes(
        _ bytes: RawSpan, _ open: Int, _ tag: borrowing ExportScanner.Attributes, device: Bool
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
            // An empty value may be replaced by another attribute of the same name.
            case _ where range.isEmpty: break
            default: holes.append((range, .unread))
            }
        }
        return holes
    }

    /// The range of a device's address in memory: `&lt;&lt;HKDevice: 0x283&gt;, name:`.
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
