// Rows and fields of a table (RFC 4180, and the deviations found in real files).
//
// A quoted field may hold delimiters, doubled quotes and line ends. A quote that is never closed
// would swallow the rest of the file. So a quoted field counts as broken if it passes
// `longestQuoted` bytes or the end of the file, or if something other than a delimiter follows its
// closing quote; then the row ends at its first line end and only that row is lost.

import Streams

/// How the text of a table is divided.
struct Dialect: Sendable, Hashable {
    /// The delimiter; 0x20 means runs of blanks.
    var delimiter: UInt8
    /// The line end: line feed, or the carriage return of old files.
    var newline: UInt8 = 0x0a
}

/// The fields of one row.
struct Row {
    /// The ranges of the fields, without the blanks around them and without their quotes.
    var fields: [Range<Int>] = []
    /// Whether some field may hold doubled quotes.
    var hasQuotes = false
    /// Whether a quote is not closed, or is followed by something other than a delimiter.
    var isBroken = false
    /// The index at which it begins.
    var start = 0
    /// The index behind the row's line end.
    var next = 0
    /// The number of line ends that the row spans.
    var lines = 1

    /// Whether the row is a comment, that is, begins with `#`; a text that begins with `#` is
    /// quoted.
    func isComment(_ bytes: RawSpan) -> Bool {
        guard let first = fields.first, !first.isEmpty,
            bytes.byte(first.lowerBound) == UInt8(ascii: "#")
        else { return false }
        guard hasQuotes else { return true }
        var index = start
        while index < first.lowerBound, bytes.byte(index) != 0x22 { index += 1 }
        return index == first.lowerBound
    }
}

struct RowSplitter {
    /// The longest quoted field in a table of unknown origin, in bytes.
    static let longestQuoted = 1 << 16
    /// The longest quoted field in tables of programs that write whole lists into one, in bytes.
    ///
    /// It is half of the longest row, so that an unclosed quote is found before the window is full.
    static let longestList = ImportOptions.longestItem / 2

    let dialect: Dialect
    /// The length in bytes from which a quoted field counts as broken.
    var longestQuoted = RowSplitter.longestQuoted

    /// Splits the row that begins at `from`.
    ///
    /// `final` means that the bytes end at `end`: the last row needs no line end.
    ///
    /// - Returns: false if the end of the row has not come yet.
    @inline(__always)
    func split(
        _ bytes: RawSpan, _ from: Int, _ end: Int, final: Bool, into row: inout Row
    ) -> Bool {
        let lineEnd = bytes.first(dialect.newline, from: from, to: end)
        if lineEnd == end, !final { return false }
        row.fields.removeAll(keepingCapacity: true)
        row.hasQuotes = false
        row.isBroken = false
        row.start = from
        row.lines = 1
        row.next = lineEnd < end ? lineEnd &+ 1 : end
        let quote = bytes.first(0x22, from: from, to: lineEnd)
        if quote < lineEnd {
            return splitQuoted(bytes, from, lineEnd, end, final: final, into: &row)
        }
        splitPlain(bytes, from, lineEnd, into: &row)
        return true
    }

    @inline(__always)
    private func splitPlain(_ bytes: RawSpan, _ from: Int, _ lineEnd: Int, into row: inout Row) {
        if dialect.delimiter == 0x20 {
            splitBlanks(bytes, from, lineEnd, into: &row)
            return
        }
        var start = from
        while true {
            let stop = bytes.first(dialect.delimiter, from: start, to: lineEnd)
            row.fields.append(trimmed(bytes, start, stop))
            if stop >= lineEnd { return }
            start = stop &+ 1
        }
    }

    private func splitBlanks(_ bytes: RawSpan, _ from: Int, _ lineEnd: Int, into row: inout Row) {
        var index = from
        while true {
            while index < lineEnd, bytes.byte(index) <= 0x20 { index += 1 }
            if index >= lineEnd { return }
            let start = index
            while index < lineEnd, bytes.byte(index) > 0x20 { index += 1 }
            row.fields.append(start..<index)
        }
    }

    /// The range without blanks and control characters at its ends.
    @inline(__always)
    private func trimmed(_ bytes: RawSpan, _ from: Int, _ end: Int) -> Range<Int> {
        var start = from
        var stop = end
        while start < stop, isBlank(bytes.byte(start)) { start &+= 1 }
        while stop > start, isBlank(bytes.byte(stop &- 1)) { stop &-= 1 }
        return start..<stop
    }

    @inline(__always)
    private func isBlank(_ byte: UInt8) -> Bool { byte <= 0x20 || byte == 0x7f }

    @inline(never)
    private func splitQuoted(
        _ bytes: RawSpan, _ from: Int, _ firstLineEnd: Int, _ end: Int, final: Bool,
        into row: inout Row
    ) -> Bool {
        var index = from
        var lineEnd = firstLineEnd
        func broken() -> Bool {
            row.isBroken = true
            row.lines = 1
            row.next = firstLineEnd < end ? firstLineEnd + 1 : end
            return true
        }
        while true {
            // At the beginning of a field.
            var start = index
            while start < lineEnd, isBlank(bytes.byte(start)),
                bytes.byte(start) != dialect.delimiter
            {
                start += 1
            }
            guard start < lineEnd, bytes.byte(start) == 0x22 else {
                let stop = plainEnd(bytes, start, lineEnd)
                if dialect.delimiter != 0x20 || stop > start {
                    row.fields.append(trimmed(bytes, start, stop))
                }
                if stop >= lineEnd { break }
                index = stop + 1
                continue
            }
            row.hasQuotes = true
            var close = start + 1
            while true {
                close = bytes.first(
                    0x22, from: close, to: min(end, start + longestQuoted))
                if close >= end {
                    // A quote with nothing behind it in the last line is an empty field.
                    if final, isLastQuote(bytes, start, lineEnd, end) {
                        row.fields.append(lineEnd..<lineEnd)
                        return true
                    }
                    return final || close - start >= longestQuoted ? broken() : false
                }
                guard bytes.byte(close) == 0x22 else { return broken() }
                if close + 1 < end, bytes.byte(close + 1) == 0x22 {
                    close += 2
                    continue
                }
                break
            }
            // The next byte shows whether the quote is doubled; it may not have come yet.
            if close + 1 >= end, !final { return false }
            if close > lineEnd {
                row.lines += bytes.count(dialect.newline, from: lineEnd, to: close)
                lineEnd = bytes.first(dialect.newline, from: close, to: end)
                if lineEnd == end, !final { return false }
                row.next = lineEnd < end ? lineEnd + 1 : end
            }
            row.fields.append(trimmed(bytes, start + 1, close))
            var behind = close + 1
            while behind < lineEnd, isBlank(bytes.byte(behind)),
                bytes.byte(behind) != dialect.delimiter
            {
                behind += 1
            }
            if behind >= lineEnd { break }
            guard bytes.byte(behind) == dialect.delimiter || dialect.delimiter == 0x20 else {
                return broken()
            }
            index = dialect.delimiter == 0x20 ? behind : behind + 1
        }
        return true
    }

    /// Whether nothing but blanks follows a quote, which is in the last line.
    private func isLastQuote(
        _ bytes: RawSpan, _ quote: Int, _ lineEnd: Int, _ end: Int
    ) -> Bool {
        lineEnd + 1 >= end && (quote + 1..<lineEnd).allSatisfy { isBlank(bytes.byte($0)) }
    }

    private func plainEnd(_ bytes: RawSpan, _ from: Int, _ lineEnd: Int) -> Int {
        if dialect.delimiter != 0x20 {
            return bytes.first(dialect.delimiter, from: from, to: lineEnd)
        }
        var index = from
        while index < lineEnd, bytes.byte(index) > 0x20 { index += 1 }
        return index
    }
}

extension RawSpan {
    /// The number of times that a byte occurs in `from..<end`.
    func count(_ byte: UInt8, from: Int, to end: Int) -> Int {
        var count = 0
        for index in from..<end where self.byte(index) == byte { count += 1 }
        return count
    }

    /// The text of a field, with doubled quotes made single.
    func field(_ range: Range<Int>, quoted: Bool) -> String {
        let raw = text(range.lowerBound, range.upperBound)
        guard quoted, raw.contains("\"\"") else { return raw }
        var result = ""
        var lastWasQuote = false
        for character in raw {
            if character == "\"", lastWasQuote {
                lastWasQuote = false
                continue
            }
            lastWasQuote = character == "\""
            result.append(character)
        }
        return result
    }
}
