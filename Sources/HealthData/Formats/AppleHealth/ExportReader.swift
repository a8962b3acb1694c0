// Reads an Apple Health export.
//
// Method: all processors scan it in blocks that begin where top-level elements do (`RecordBlocks`).
// That a block begins between two elements is an assumption, since a line that looks like such a
// beginning may be in a comment or inside an element. So a block counts only if the one before it
// ended between elements at its last byte, and if it ends in such a position itself. Otherwise the
// calling thread scans it again, together with what was left over. So samples, refusals, lines and
// notes are those of one thread, whatever the file holds. Limits: a file whose elements do not
// begin on lines of their own is scanned by one thread, while another reads or unpacks it.

import Localization
import Streams

struct ExportReader {
    /// The number of bytes that a thread scans at a time.
    private static let blockSize = 1 << 21
    /// The number of bytes behind the start of a line that are examined.
    private static let reach = 40

    private let output: RecordOutput

    init(output: RecordOutput) { self.output = output }

    /// Reads `export.xml`, plain or from an archive.
    func read(_ document: Document) {
        var scanner = ExportScanner(file: output.currentFile, options: output.options)
        read(document, &scanner)
        scanner.assembler.finish()
        output.flush(&scanner.assembler.sink)
        BloodPressureHalves.join(
            &scanner.assembler.sink, pairs: output.columns(.bloodPressure),
            sources: output.sourceNumbers)
        output.complete(&scanner.assembler.sink)
    }

    /// The part of the stream that the calling thread still has to scan, and its position.
    private struct Position {
        /// The end of the bytes before, which has to be scanned again with more bytes behind it.
        var rest: [UInt8] = []
        /// The number of bytes of the next block that were read with the one before it.
        var skipped = 0
        var linesBefore = 0

        /// Whether the next block begins here.
        var isAtBorder: Bool { rest.isEmpty && skipped == 0 }
    }

    private func read(_ document: Document, _ scanner: inout ExportScanner) {
        let indent = ExportReader.indent(document.head)
        let size = output.options.exportBlockSize ?? ExportReader.blockSize
        let blocks = RecordBlocks(
            document.stream, size: size, longest: max(size, output.options.longestItem),
            reach: ExportReader.reach
        ) { bytes, place in
            indent.map { ExportReader.begins(bytes, place, $0) } ?? true
        }
        let options = output.options
        let file = output.currentFile
        let isParallel = indent != nil && output.options.workers > 1
        // If only the calling thread can scan, one other may read.
        let workers = isParallel ? output.options.workers : min(output.options.workers, 2)
        var position = Position()
        let failure = blocks.forEach(
            workers: workers, ahead: 2 * workers + 1,
            make: { ExportPart(scanner: ExportScanner(file: file, options: options)) },
            scan: { block in
                guard isParallel else { return }
                let (count, ahead, isLast) = (block.count, block.ahead, block.isLast)
                block.withBytes { part, bytes in
                    part.scan(bytes, count, ahead: ahead, isLast: isLast)
                }
            },
            take: { block in
                if isParallel, position.isAtBorder, scanner.isBetweenElements, block.part.isWhole {
                    take(&block.part, &scanner, &position)
                } else {
                    block.part.forget()
                    scan(block, &scanner, &position)
                }
                return output.step(&scanner.assembler.sink, taken: block.taken)
            })
        guard !output.isCancelled else { return }
        note(failure, scanner.rootClosed, line: position.linesBefore + 1, &scanner)
    }

    /// Takes over a thread's results for a block.
    private func take(
        _ part: inout ExportPart, _ scanner: inout ExportScanner, _ position: inout Position
    ) {
        scanner.assembler.sink.adoptSources(of: &part.scanner.assembler.sink)
        // Gives the adopted sources their numbers.
        output.flush(&scanner.assembler.sink)
        output.take(part: &part.scanner.assembler.sink)
        scanner.add(&part.scanner, linesBefore: position.linesBefore)
        position.linesBefore += part.lines
    }

    /// Scans a block with the calling thread, after the rest of the blocks before it.
    private func scan(
        _ block: RecordBlock<ExportPart>, _ scanner: inout ExportScanner, _ position: inout Position
    ) {
        var bytes = position.rest
        bytes.append(contentsOf: block.bytes[position.skipped..<block.count + block.ahead])
        let end = bytes.count
        let stop = end - block.ahead
        bytes.append(contentsOf: repeatElement(0, count: ByteWindow.padding))
        var consumed = scanner.scan(
            bytes.span.bytes, to: end, stop: stop, linesBefore: position.linesBefore,
            final: block.isLast, stuck: stop >= output.options.longestItem)
        if block.isLast { consumed = end }
        position.linesBefore += bytes.span.bytes.lineFeeds(from: 0, to: consumed)
        position.skipped = max(consumed - stop, 0)
        position.rest = consumed < stop ? Array(bytes[consumed..<stop]) : []
    }

    /// Notes where reading stopped, if that was before the end.
    private func note(
        _ failure: StreamError?, _ isClosed: Bool, line: Int, _ scanner: inout ExportScanner
    ) {
        if let failure {
            scanner.assembler.sink.note(
                tr("line {1}", "\(line)"),
                tr("{1}: reading stopped here; everything before it was read", failure.problem))
        } else if !isClosed {
            scanner.assembler.sink.note(
                tr("line {1}", "\(line)"),
                tr("the file is cut off; everything before its end was read"))
        }
    }

    // MARK: Starts of elements

    /// The blanks between the start of a line and the first record; nil if records have no lines of
    /// their own.
    private static func indent(_ head: DocumentHead) -> Int? {
        let places = (["<Record ", "<Workout ", "<ActivitySummary "] as [StaticString])
            .compactMap { head.position(of: $0) }
        guard let first = places.min() else { return nil }
        var index = first
        while index > 0, head.bytes[index - 1] == 0x20 || head.bytes[index - 1] == 0x09 {
            index -= 1
        }
        guard index > 0, head.bytes[index - 1] == 0x0a, first - index <= 8 else { return nil }
        return first - index
    }

    /// Whether a line begins with `indent` blanks and an element that may be at the top level.
    private static func begins(_ bytes: RawSpan, _ place: Int, _ indent: Int) -> Bool {
        for index in place..<place + indent
        where bytes.byte(index) != 0x20 && bytes.byte(index) != 0x09 {
            return false
        }
        let open = place + indent
        guard bytes.byte(open) == UInt8(ascii: "<") else { return false }
        return switch bytes.byte(open + 1) {
        case UInt8(ascii: "R"): bytes.matches("Record ", at: open + 1, to: .max)
        case UInt8(ascii: "W"): bytes.matches("Workout ", at: open + 1, to: .max)
        case UInt8(ascii: "C"): bytes.matches("Correlation ", at: open + 1, to: .max)
        case UInt8(ascii: "A"): bytes.matches("ActivitySummary ", at: open + 1, to: .max)
        default: false
        }
    }
}

/// A thread's results for a block.
private struct ExportPart: Sendable {
    var scanner: ExportScanner
    /// The number of lines that end in the block.
    private(set) var lines = 0
    /// Whether it was scanned to its last byte and ends between elements.
    private(set) var isWhole = false

    mutating func scan(_ bytes: RawSpan, _ count: Int, ahead: Int, isLast: Bool) {
        let end = scanner.scan(
            bytes, to: count + ahead, stop: isLast ? .max : count, linesBefore: 0, final: isLast)
        lines = scanner.assembler.lines.count(bytes, before: count)
        isWhole = end == count && scanner.isBetweenElements
    }

    /// Discards the results of a block.
    mutating func forget() { scanner.forget() }
}
