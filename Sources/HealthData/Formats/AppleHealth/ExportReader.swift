// Reads an Apple Health export.
//
// Method: it is scanned in blocks that begin where top-level elements do, by all processors
// (`RecordBlocks`). That a block begins between two elements is an assumption, for a line that looks
// like such a beginning may stand in a comment or inside an element: so a block counts only where the
// one before it ended between elements at its last byte, and where its own end is such a place. One
// that does not is scanned again by the calling thread, together with what was left over. So samples,
// refusals, lines and notes are those of one thread, whatever is in the file. Limits: a file whose
// elements do not begin on lines of their own is scanned by one thread, while another reads or
// unpacks it.

import Localization
import Streams

struct ExportReader {
    /// How many bytes a thread scans at a time.
    private static let blockSize = 1 << 21
    /// How many bytes behind the beginning of a line are looked at.
    private static let reach = 40

    private let output: RecordOutput

    init(output: RecordOutput) { self.output = output }

    /// Reads `export.xml`, plain or out of an archive.
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

    /// What of the stream the calling thread has still to look at, and where it stands.
    private struct Position {
        /// The end of what came before, which has to be seen again with more behind it.
        var rest: [UInt8] = []
        /// How many bytes of the next block were read with the one before it.
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
        // Where only the calling thread can scan, one other may read.
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

    /// Takes over what a thread made of a block.
    private func take(
        _ part: inout ExportPart, _ scanner: inout ExportScanner, _ position: inout Position
    ) {
        scanner.assembler.sink.adoptSources(of: &part.scanner.assembler.sink)
        // So that the numbers of the adopted sources are known.
        output.flush(&scanner.assembler.sink)
        output.take(part: &part.scanner.assembler.sink)
        scanner.add(&part.scanner, linesBefore: position.linesBefore)
        position.linesBefore += part.lines
    }

    /// Scans a block by the calling thread, behind what was left of those before it.
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

    /// Says where reading stopped, if it did so before the end.
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
                tr("the file is cut off, what stands before its end was read"))
        }
    }

    // MARK: Where elements begin

    /// The blanks between the beginning of a line and the first record; nil where records have no
    /// lines of their own.
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

    /// Whether a line begins so deep with an element that may stand at the top.
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

/// What a thread makes of a block.
private struct ExportPart: Sendable {
    var scanner: ExportScanner
    /// How many lines end in the block.
    private(set) var lines = 0
    /// Whether it was scanned to its last byte, and ends between elements.
    private(set) var isWhole = false

    mutating func scan(_ bytes: RawSpan, _ count: Int, ahead: Int, isLast: Bool) {
        let end = scanner.scan(
            bytes, to: count + ahead, stop: isLast ? .max : count, linesBefore: 0, final: isLast)
        lines = scanner.assembler.lines.count(bytes, before: count)
        isWhole = end == count && scanner.isBetweenElements
    }

    /// Lets go of what was made of a block.
    mutating func forget() { scanner.forget() }
}
