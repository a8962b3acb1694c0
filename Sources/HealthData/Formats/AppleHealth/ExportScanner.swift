// The scanner of Apple Health's `export.xml`.
//
// Method: the file is one long list of flat elements, so it is scanned, not parsed: jump to the
// next `<`, check the name, read the attributes of the few elements that matter, go on. The
// document type is skipped up to its `]>` and never read, because that of iOS 16 is not
// well-formed. The scanner tolerates attributes in any order and repeated (the first counts),
// either quote, comments, CDATA, control characters and unknown elements. A value without its
// closing quote ends at the next known tag, so that a broken element costs only itself. Records
// that are written like an earlier one are read in a short way (`RecordShapes`). Limit: a tag
// longer than the window (4 MiB) is refused. Rejected: libexpat (a tenth of the speed, and it stops
// at the first error); building a tree.

import ChartCore
import Streams

struct ExportScanner {
    /// The ranges of the attribute values of the current tag.
    ///
    /// It is not copyable because the compiler would copy it for each record.
    struct Attributes: ~Copyable {
        var type = 0..<0
        var unit = 0..<0
        var value = 0..<0
        var source = 0..<0
        var device = 0..<0
        var start = 0..<0
        var end = 0..<0
        var key = 0..<0
        var hasValue = false
        var selfClosing = false
        /// The index behind the tag.
        var next = 0
        /// The number of lines that end in it, if its shape is known.
        var lineFeeds = 0
    }

    private enum TagEnd {
        case complete
        /// The bytes end inside the tag.
        case cut
        /// The tag is broken; reading goes on at `next` of its attributes.
        case broken
    }

    /// The ends of declarations that were searched for up to the last byte and not found.
    ///
    /// So the bytes are searched only once, however many declarations have no end.
    private struct MissingEnds {
        var instruction = false
        var comment = false
        var section = false
        var documentType = false
    }

    var assembler: ExportAssembler
    /// Whether the end of the root element was met.
    private(set) var rootClosed = false
    /// Whether the root element was met.
    private(set) var rootOpened = false
    private var shapes = RecordShapes()

    private let usesFastPaths: Bool

    init(file: Int, options: ImportOptions) {
        assembler = ExportAssembler(file: file, zone: options.zone)
        usesFastPaths = options.usesFastPaths
    }

    /// Whether no element other than the root is open.
    var isBetweenElements: Bool { !assembler.wantsMetadata }

    /// Adds the counts and notes of another scanner, whose bytes follow after `linesBefore` lines.
    ///
    /// Its samples were taken over before.
    mutating func add(_ part: inout ExportScanner, linesBefore: Int) {
        assembler.add(&part.assembler, linesBefore: linesBefore)
        rootOpened = rootOpened || part.rootOpened
        rootClosed = rootClosed || part.rootClosed
        part.rootOpened = false
        part.rootClosed = false
    }

    /// Forgets everything that was scanned.
    mutating func forget() {
        assembler.forget()
        // Shapes contain the numbers of sources.
        shapes = RecordShapes()
        rootOpened = false
        rootClosed = false
    }

    /// Scans whole tags.
    ///
    /// `final` means that nothing follows `end`. `stuck` means that the window cannot grow. No tag
    /// is begun from `stop` on; one that was begun before may end behind it.
    ///
    /// - Returns: the index of the first byte that has to be passed again, with more bytes behind
    ///   it.
    mutating func scan(
        _ bytes: RawSpan, to end: Int, stop: Int = .max, linesBefore: Int, final: Bool,
        stuck: Bool = false
    ) -> Int {
        assembler.lines.beginWindow(linesBefore: linesBefore)
        shapes.stopLearning()
        var missing = MissingEnds()
        var index = 0
        while true {
            let open = bytes.first(0x3c, from: index, to: end)
            if open >= stop { return max(index, stop) }
            assembler.lines.countLines(bytes, to: open)
            // Names and terminators are compared without further checks, so they must be within the
            // bytes.
            if open &+ 32 > end, !final { return open }
            if open &+ 1 >= end { return final ? end : open }
            let head = bytes.byte(open &+ 1)
            // A record's shape includes only children without a meaning and the end tag.
            if shapes.isAwaiting, head != UInt8(ascii: "M"), head != UInt8(ascii: "/") {
                shapes.stopLearning()
            }
            switch head {
            case UInt8(ascii: "R"):
                var tag = Attributes()
                // The name of the element is part of a shape.
                if usesFastPaths,
                    let terms = shapes.match(bytes, open, end, stop: stop, &tag)
                {
                    assembler.record(bytes, tag, terms, at: open)
                    index = tag.next
                    assembler.lines.passLines(tag.lineFeeds, to: index)
                    continue
                }
                guard isName("Record", bytes, open, end) else {
                    index = open &+ 1
                    continue
                }
                switch readAttributes(bytes, open &+ 7, end, &tag) {
                case .complete:
                    if let terms = assembler.record(bytes, tag, at: open) {
                        shapes.learn(bytes, open, tag, terms)
                    }
                    index = tag.next
                case .broken:
                    assembler.brokenRecord(bytes, at: open)
                    index = tag.next
                case .cut:
                    if !final, !stuck { return open }
                    assembler.cutRecord(bytes, at: open, final: final)
                    index = open &+ 1
                }
            case UInt8(ascii: "/"):
                index = open &+ 2
                endTag(bytes, index, end)
                if shapes.isAwaiting {
                    if bytes.matches("Record>", at: index, to: end) {
                        shapes.learnRest(bytes, behind: index &+ 7)
                    } else {
                        shapes.stopLearning()
                    }
                }
            case UInt8(ascii: "M")
            where assembler.wantsMetadata && isName("MetadataEntry", bytes, open, end):
                if let value = valueOfOtherMetadata(bytes, open, end) {
                    shapes.child(value: value)
                    index = value.upperBound &+ 1
                    continue
                }
                shapes.stopLearning()
                var tag = Attributes()
                switch readAttributes(bytes, open &+ 14, end, &tag) {
                case .complete:
                    assembler.metadata(bytes, tag, at: open)
                    index = tag.next
                case .broken:
                    index = tag.next
                case .cut:
                    if !final, !stuck { return open }
                    index = open &+ 1
                }
            case UInt8(ascii: "C") where isName("Correlation", bytes, open, end):
                var tag = Attributes()
                switch readAttributes(bytes, open &+ 12, end, &tag) {
                case .complete:
                    assembler.correlation(bytes, tag)
                    index = tag.next
                case .broken:
                    index = tag.next
                case .cut:
                    if !final, !stuck { return open }
                    index = open &+ 1
                }
            case UInt8(ascii: "W") where isName("Workout", bytes, open, end):
                var tag = Attributes()
                switch readAttributes(bytes, open &+ 8, end, &tag) {
                case .complete:
                    assembler.workout(bytes, tag, at: open)
                    index = tag.next
                case .broken:
                    assembler.brokenRecord(bytes, at: open)
                    index = tag.next
                case .cut:
                    if !final, !stuck { return open }
                    assembler.cutRecord(bytes, at: open, final: final)
                    index = open &+ 1
                }
            case UInt8(ascii: "W"), UInt8(ascii: "A"), UInt8(ascii: "L"), UInt8(ascii: "C"),
                UInt8(ascii: "V"), UInt8(ascii: "F"):
                guard let next = rareElement(bytes, open, end, final: final, stuck: stuck) else {
                    return open
                }
                index = next
            case UInt8(ascii: "H") where isName("HealthData", bytes, open, end):
                rootOpened = true
                index = open &+ 11
            case UInt8(ascii: "!"), UInt8(ascii: "?"):
                guard let behind = skipDeclaration(bytes, open, end, &missing) else {
                    if !final, !stuck { return open }
                    // It never ends: it is taken for stray characters, so that nothing behind it is
                    // lost.
                    index = open &+ 2
                    continue
                }
                index = behind
            default:
                shapes.stopLearning()
                index = open &+ 1
            }
        }
    }

    /// The range of the value of a `MetadataEntry` in the form that phones write and without a
    /// meaning that is read; nil for others.
    @inline(__always)
    private func valueOfOtherMetadata(
        _ bytes: RawSpan, _ open: Int, _ end: Int
    ) -> Range<Int>? {
        let key = open &+ 20
        guard bytes.matches(" key=\"", at: open &+ 14, to: end),
            !bytes.matches("HKWas", at: key, to: .max),
            !bytes.matches("HKElevation", at: key, to: .max)
        else { return nil }
        let keyEnd = bytes.first(0x22, or: 0x3c, from: key, to: end)
        // An empty key counts as missing, and another may follow.
        guard keyEnd > key, bytes.matches("\" value=\"", at: keyEnd, to: end) else { return nil }
        let value = keyEnd &+ 9
        let close = bytes.first(0x22, or: 0x3c, from: value, to: end)
        guard close < end, bytes.byte(close) == 0x22 else { return nil }
        return value..<close
    }

    /// Elements that are not read: they count as records of their kinds.
    private static let foreignKinds: [StaticString] = [
        "ClinicalRecord", "Audiogram", "VisionPrescription",
    ]

    /// Scans a tag that is none of the common ones.
    ///
    /// - Returns: the index behind it; nil if it has to be passed again with more bytes behind it.
    @inline(never)
    private mutating func rareElement(
        _ bytes: RawSpan, _ open: Int, _ end: Int, final: Bool, stuck: Bool
    ) -> Int? {
        func isNamed(_ name: StaticString) -> Bool { isName(name, bytes, open, end) }
        let name: StaticString
        let take: (inout ExportAssembler, RawSpan, borrowing Attributes) -> Void
        // An element that is a record counts although its tag cannot be read.
        var isRecord = true
        if isNamed("ActivitySummary") {
            name = "ActivitySummary"
            take = { $0.activitySummary($1, $2, at: open) }
        } else if let kind = ExportScanner.foreignKinds.first(where: { isNamed($0) }) {
            name = kind
            take = { assembler, bytes, _ in assembler.foreign("\(kind)", bytes, at: open) }
        } else if assembler.workoutIsOpen, isNamed("WorkoutStatistics") {
            name = "WorkoutStatistics"
            isRecord = false
            take = { $0.part($1, $2, at: open) { $0?.takeStatistics($1) } }
        } else if assembler.workoutIsOpen, isNamed("FileReference") {
            name = "FileReference"
            isRecord = false
            take = { $0.part($1, $2, at: open) { $0?.takeRoute($1) } }
        } else if assembler.workoutIsOpen, isNamed("WorkoutActivity") {
            name = "WorkoutActivity"
            isRecord = false
            take = { $0.activity($1, $2, at: open) }
        } else if assembler.workoutIsOpen, isNamed("Location") {
            name = "Location"
            take = { assembler, bytes, _ in assembler.location(bytes, at: open) }
        } else {
            return open &+ 1
        }
        var tag = Attributes()
        switch readAttributes(bytes, open &+ 1 &+ name.utf8CodeUnitCount, end, &tag) {
        case .complete:
            take(&assembler, bytes, tag)
            return tag.next
        case .broken:
            if isRecord {
                assembler.brokenRecord(bytes, at: open)
            } else {
                assembler.noteFigure(bytes, at: open)
            }
            return tag.next
        case .cut:
            if !final, !stuck { return nil }
            if isRecord { assembler.cutRecord(bytes, at: open, final: final) }
            return open &+ 1
        }
    }

    /// Whether the tag at `open` has this name.
    @inline(__always)
    private func isName(_ name: StaticString, _ bytes: RawSpan, _ open: Int, _ end: Int) -> Bool {
        let behind = open &+ 1 &+ name.utf8CodeUnitCount
        guard bytes.matches(name, at: open &+ 1, to: end), behind < end else { return false }
        let next = bytes.byte(behind)
        return next <= 0x20 || next == 0x2f || next == 0x3e
    }

    private mutating func endTag(_ bytes: RawSpan, _ at: Int, _ end: Int) {
        if bytes.matches("Record", at: at, to: end) {
            assembler.endRecord()
        } else if bytes.matches("Correlation", at: at, to: end) {
            assembler.endCorrelation()
        } else if assembler.workoutIsOpen, isName("Workout", bytes, at &- 1, end) {
            assembler.endWorkout()
        } else if assembler.workoutIsOpen, isName("WorkoutActivity", bytes, at &- 1, end) {
            assembler.endActivity()
        } else if bytes.matches("HealthData", at: at, to: end) {
            assembler.endRecord()
            rootClosed = true
        }
    }

    /// The index behind a comment, CDATA section, processing instruction or document type; nil if
    /// cut.
    ///
    /// An end that is missing after one position is missing after all later ones of the same bytes.
    private func skipDeclaration(
        _ bytes: RawSpan, _ open: Int, _ end: Int, _ missing: inout MissingEnds
    ) -> Int? {
        if bytes.byte(open + 1) == UInt8(ascii: "?") {
            return behind("?>", bytes, from: open + 2, end, &missing.instruction)
        }
        if bytes.matches("<!--", at: open, to: end) {
            return behind("-->", bytes, from: open + 4, end, &missing.comment)
        }
        if bytes.matches("<![CDATA[", at: open, to: end) {
            return behind("]]>", bytes, from: open + 9, end, &missing.section)
        }
        guard bytes.matches("<!DOCTYPE", at: open, to: end) else { return open + 2 }
        if missing.documentType { return nil }
        let next = behindDocumentType(bytes, open, end, &missing)
        missing.documentType = next == nil
        return next
    }

    /// The index behind the next occurrence of a text; nil if there is none, which is remembered.
    private func behind(
        _ text: StaticString, _ bytes: RawSpan, from: Int, _ end: Int, _ isMissing: inout Bool
    ) -> Int? {
        if isMissing { return nil }
        let place = bytes.first(text, from: from, to: end)
        isMissing = place == nil
        return place.map { $0 + text.utf8CodeUnitCount }
    }

    /// The index behind a document type; nil if cut.
    private func behindDocumentType(
        _ bytes: RawSpan, _ open: Int, _ end: Int, _ missing: inout MissingEnds
    ) -> Int? {
        var index = open + 9
        var inside = false
        while index < end {
            switch bytes.byte(index) {
            case UInt8(ascii: "[") where !inside:
                inside = true
            case UInt8(ascii: ">") where !inside:
                return index + 1
            case UInt8(ascii: "]"):
                var behind = index + 1
                while behind < end, bytes.byte(behind) <= 0x20 { behind += 1 }
                if behind < end, bytes.byte(behind) == UInt8(ascii: ">") { return behind + 1 }
            case UInt8(ascii: "<"):
                // The root element begins although the subset was never closed.
                if bytes.matches("<HealthData", at: index, to: end) { return index }
                if bytes.matches("<!--", at: index, to: end) {
                    let next = behind("-->", bytes, from: index + 4, end, &missing.comment)
                    guard let next else { return nil }
                    index = next - 1
                }
            default: break
            }
            index += 1
        }
        return nil
    }

    /// Reads the attributes of a tag, from the index behind its name.
    private func readAttributes(
        _ bytes: RawSpan, _ from: Int, _ end: Int, _ found: inout Attributes
    ) -> TagEnd {
        found = Attributes()
        var index = from
        while true {
            while index < end, bytes.byte(index) <= 0x20 { index &+= 1 }
            guard index < end else { return .cut }
            let head = bytes.byte(index)
            if head == UInt8(ascii: ">") {
                found.next = index &+ 1
                return .complete
            }
            if head == UInt8(ascii: "/") {
                found.selfClosing = true
                index &+= 1
                continue
            }
            let name = index
            // Go to the equals sign; if the tag ends before it, the rest of the tag is meaningless.
            while index < end {
                let byte = bytes.byte(index)
                if byte == UInt8(ascii: "=") { break }
                if byte == UInt8(ascii: ">") || byte == UInt8(ascii: "<") {
                    found.next = byte == UInt8(ascii: ">") ? index &+ 1 : index
                    return .broken
                }
                index &+= 1
            }
            guard index &+ 1 < end else { return .cut }
            var nameEnd = index
            while nameEnd > name, bytes.byte(nameEnd &- 1) <= 0x20 { nameEnd &-= 1 }
            index &+= 1
            while index < end, bytes.byte(index) <= 0x20 { index &+= 1 }
            guard index < end else { return .cut }
            let quote = bytes.byte(index)
            guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
                found.next = index
                return .broken
            }
            let value = index &+ 1
            var close = value
            while true {
                close = bytes.first(quote, or: 0x3c, from: close, to: end)
                if close >= end { return .cut }
                if bytes.byte(close) == quote { break }
                // A `<` in a value is not allowed. If a known tag begins here, the quote is
                // missing.
                if close &+ 16 > end { return .cut }
                if isKnownTag(bytes, close, end) {
                    found.next = close
                    return .broken
                }
                close &+= 1
            }
            take(bytes, name, nameEnd &- name, value..<close, &found)
            index = close &+ 1
        }
    }

    @inline(never)
    private func isKnownTag(_ bytes: RawSpan, _ at: Int, _ end: Int) -> Bool {
        for name: StaticString in [
            "<Record ", "</", "<MetadataEntry ", "<Correlation ", "<Workout", "<ActivitySummary ",
            "<HealthData", "<Clinical", "<Heart", "<Instantaneous", "<Audiogram ", "<Vision",
        ] where bytes.matches(name, at: at, to: end) {
            return true
        }
        return false
    }

    /// Stores an attribute that matters; if it is repeated, the first counts.
    @inline(__always)
    private func take(
        _ bytes: RawSpan, _ name: Int, _ length: Int, _ value: Range<Int>, _ found: inout Attributes
    ) {
        switch length {
        case 3:
            if bytes.matches("key", at: name, to: .max), found.key.isEmpty { found.key = value }
        case 4:
            let word = UInt32(truncatingIfNeeded: bytes.word(name))
            if word == 0x6570_7974 {  // type
                if found.type.isEmpty { found.type = value }
            } else if word == 0x7469_6e75 {  // unit
                if found.unit.isEmpty { found.unit = value }
            }
        case 5:
            if bytes.matches("value", at: name, to: .max), !found.hasValue {
                found.value = value
                found.hasValue = true
            }
        case 6:
            if bytes.matches("device", at: name, to: .max), found.device.isEmpty {
                found.device = value
            }
        case 7:
            if bytes.matches("endDate", at: name, to: .max), found.end.isEmpty { found.end = value }
        case 9:
            if bytes.matches("startDate", at: name, to: .max), found.start.isEmpty {
                found.start = value
            }
        case 10:
            if bytes.matches("sourceName", at: name, to: .max), found.source.isEmpty {
                found.source = value
            }
        case 19:
            if bytes.matches("workoutActivityType", at: name, to: .max), found.type.isEmpty {
                found.type = value
            }
        default: break
        }
    }
}
