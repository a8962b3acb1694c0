// Marks as bytes, for their checksums, their copies, and the journal of changes.
//
// Layout, texts with their length: number, metric, kind, basis; then 8 bytes each: first and last
// time, lowest and highest value, when it was drawn, changed and removed, not a number for none; then
// the length of its own bytes, and these. Changes: the number of marks before, each with its length,
// and those after.

enum PackedMarks {
    /// A mark as bytes.
    static func bytes(_ mark: LibraryMark) -> [UInt8] {
        var bytes = PackedWriter()
        bytes.append(signed: mark.id)
        for text in [mark.metric.rawValue, mark.kind, mark.basis ?? ""] {
            append(Array(text.utf8), to: &bytes)
        }
        let numbers = [
            mark.times?.lowerBound, mark.times?.upperBound, mark.values?.lowerBound,
            mark.values?.upperBound, mark.created, mark.changed, mark.deleted,
        ]
        for number in numbers { bytes.append(whole: number ?? .nan) }
        append(mark.bytes, to: &bytes)
        return bytes.bytes
    }

    /// The mark of bytes.
    static func mark(_ bytes: [UInt8]) throws(PackedReader.Malformed) -> LibraryMark {
        var reader = PackedReader(bytes)
        let id = try reader.signed()
        var texts: [String] = []
        for _ in 0..<3 {
            guard let text = String(validating: try part(&reader), as: UTF8.self) else {
                throw PackedReader.Malformed()
            }
            texts.append(text)
        }
        var numbers: [Double?] = []
        for _ in 0..<7 {
            let number = try reader.whole()
            numbers.append(number.isNaN ? nil : number)
        }
        let own = try part(&reader)
        guard reader.isAtEnd, let created = numbers[4], let changed = numbers[5] else {
            throw PackedReader.Malformed()
        }
        return LibraryMark(
            id: id, metric: MetricID(texts[0]), kind: texts[1],
            basis: texts[2].isEmpty ? nil : texts[2], times: try range(numbers[0], numbers[1]),
            values: try range(numbers[2], numbers[3]), created: created, changed: changed,
            deleted: numbers[6], bytes: own)
    }

    /// A range; nil without ends.
    static func range(
        _ low: Double?, _ high: Double?
    ) throws(PackedReader.Malformed) -> ClosedRange<Double>? {
        guard let low, let high else { return nil }
        guard low.isFinite, high.isFinite, low <= high else { throw PackedReader.Malformed() }
        return low...high
    }

    /// A change as bytes, without its metric.
    static func bytes(_ change: LibraryMarkChange) -> [UInt8] {
        var bytes = PackedWriter()
        for marks in [change.before, change.after] {
            bytes.append(marks.count)
            for mark in marks { append(self.bytes(mark), to: &bytes) }
        }
        return bytes.bytes
    }

    /// The change of bytes.
    static func change(
        _ bytes: [UInt8], metric: MetricID
    ) throws(PackedReader.Malformed) -> LibraryMarkChange {
        var reader = PackedReader(bytes)
        var sides: [[LibraryMark]] = []
        for _ in 0..<2 {
            // Each mark takes some bytes.
            let count = try reader.count(most: reader.left)
            var marks: [LibraryMark] = []
            for _ in 0..<count { marks.append(try mark(try part(&reader))) }
            sides.append(marks)
        }
        guard reader.isAtEnd else { throw PackedReader.Malformed() }
        return LibraryMarkChange(metric: metric, before: sides[0], after: sides[1])
    }

    private static func append(_ part: [UInt8], to bytes: inout PackedWriter) {
        bytes.append(part.count)
        bytes.append(part)
    }

    private static func part(
        _ reader: inout PackedReader
    ) throws(PackedReader.Malformed) -> [UInt8] {
        try reader.bytes(try reader.count(most: reader.left))
    }
}
