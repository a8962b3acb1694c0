// The rows of a sheet as the text of a table.
//
// Method: the sheet's part is read through a window, and each row becomes a line when it ends, so
// that a sheet of a million rows takes no memory. A line has the number of its row in the sheet: rows
// that are missing are empty lines. A value in cells that are merged downwards counts in each of
// them. In Office Open XML merged cells are listed behind the rows, so they are looked for first, by
// their bytes.

import Localization
import Streams

/// What a reader of one kind of sheet makes of its elements.
protocol SheetVisitor: XMLVisitor {
    /// The lines of the rows that have ended, which the stream takes.
    var lines: [UInt8] { get set }
    /// The cells with formulas whose results are not stored.
    var formulas: Int { get }
    /// The rows and values that are repeated more often than is read.
    var cutRepeats: Int { get }
    /// Whether the sheet has ended.
    var isDone: Bool { get }
}

/// The text of a sheet, line by line.
struct SheetStream: ByteStream {
    /// The parser is in a box, because streams are copied.
    private final class Box {
        var source: ArchiveStream
        let scanner: XMLScanner
        let visitor: any SheetVisitor
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var given = 0
        var hasEnded = false
        var failure: StreamError?

        init(_ source: ArchiveStream, _ scanner: XMLScanner, _ visitor: any SheetVisitor) {
            self.source = source
            self.scanner = scanner
            self.visitor = visitor
        }
    }

    private let box: Box

    init(
        _ archive: WorkbookArchive, part: String, _ visitor: any SheetVisitor
    ) throws(StreamError) {
        guard let source = try archive.part(part) else {
            throw StreamError(
                place: archive.file.path, problem: tr("the part {1} is missing", part),
                remedy: tr("copy or export it again"))
        }
        box = Box(
            source, try XMLScanner(path: "\(archive.file.path):\(part)", visitor: visitor),
            visitor)
    }

    var taken: Int { box.source.taken }

    mutating func read(
        into buffer: inout [UInt8], _ range: Range<Int>
    ) throws(StreamError) -> Int {
        while box.given == box.visitor.lines.count {
            box.visitor.lines.removeAll(keepingCapacity: true)
            box.given = 0
            if let failure = box.failure { throw failure }
            if box.hasEnded { return 0 }
            fill()
        }
        let count = min(range.count, box.visitor.lines.count - box.given)
        for index in 0..<count {
            buffer[range.lowerBound + index] = box.visitor.lines[box.given + index]
        }
        box.given += count
        return count
    }

    /// Reads on; the rows before an error are delivered before it.
    private func fill() {
        do throws(StreamError) {
            let got = try box.source.read(into: &box.buffer, 0..<box.buffer.count)
            try box.scanner.take(&box.buffer, count: got, isFinal: got == 0)
            if got == 0 || box.visitor.isDone { box.hasEnded = true }
        } catch {
            box.hasEnded = true
            if !box.visitor.isDone { box.failure = error }
        }
    }
}

/// Cells of one column that are merged over several rows.
struct MergedRows: Sendable, Hashable {
    var column: Int
    /// The rows, counted from 1; the value is in the first.
    var rows: ClosedRange<Int>
}
