// Reads a table of times and values: CSV, TSV and similar formats.
//
// Method: the first quarter of a megabyte shows what kind of table it is. The calling thread scans
// the head, so that there is something to display at once. If the text needs no transcoding,
// several threads scan the rest in blocks of whole lines, and the blocks are taken in order. A row
// may hold line ends inside quotes, so whether a block begins with a row is known only when the
// block before it was read to its last byte. If it was not, it is taken up to its last whole row,
// the blocks behind it are dropped, and the calling thread continues alone from there for a while.
// So the records, refusals, lines and notes are those of one thread, whatever the file holds.

import Localization
import Streams

struct TableReader {
    private static let headSize = 1 << 18
    /// How often threads are tried again after a block that was not read to its end.
    private static let mostRestarts = 32

    private let output: RecordOutput
    private let file: InputFile
    /// The name of the file, for rows that name no source.
    private let name: String
    private let encoding: TextEncoding
    private let planner: any TablePlanner

    init(
        output: RecordOutput, file: InputFile, name: String, encoding: TextEncoding,
        planner: any TablePlanner
    ) {
        self.output = output
        self.file = file
        self.name = name == "-" ? tr("standard input") : name
        self.encoding = encoding
        self.planner = planner
    }

    func read() throws(ImportError) {
        switch encoding {
        case .utf8(let skip):
            var scanner = try scanner { FileStream(file, from: skip) }
            let follows = output.follows && file.identity != nil
            let position = readAll(&scanner, from: skip, final: !follows)
            if follows, let identity = file.identity, !output.isCancelled {
                output.flush(&scanner.sink)
                output.keep(
                    TableTail(
                        scanner: scanner, position: position, identity: identity,
                        before: TableTail.bytes(of: file, before: position)))
            }
            try complete(&scanner)
        case .utf16(_, let skip):
            try readTranscoded { transcoded(FileStream(file, from: skip)) }
        case .codePage:
            try readTranscoded { transcoded(FileStream(file)) }
        }
    }

    private func transcoded(_ stream: FileStream) -> TranscodingStream<FileStream> {
        TranscodingStream(stream, encoding, window: min(1 << 16, output.options.windowSize))
    }

    /// Reads a file, or a pipe as its data comes.
    ///
    /// - Returns: the position of the first row that was not read.
    private func readAll(_ scanner: inout TableScanner, from start: Int, final: Bool) -> Int {
        var position = start
        var there = (size: 0, isWhole: false)
        repeat {
            // If nothing comes for a while, the output is offered the records read so far once
            // more.
            while output.hasGrown, file.wait(beyond: there.size, atMost: 0.5) == there,
                output.step(&scanner.sink, taken: position)
            {}
            _ = file.wait(beyond: there.size)
            // A pipe with much data is read in pieces that are large enough for the threads.
            there = file.wait(
                beyond: there.size + 4 * output.options.blockSize, atMost: 0.03)
            position = read(
                &scanner, from: position, size: there.size, final: final && there.isWhole)
        } while !there.isWhole && !output.stopAsked()
        if let failure = file.failure { scanner.sink.note(failure.place, failure.problem) }
        return position
    }

    /// Reads on from the end of what was read, up to the last line end.
    func read(on tail: inout TableTail, size: Int) {
        tail.position = read(&tail.scanner, from: tail.position, size: size, final: false)
        tail.before = TableTail.bytes(of: file, before: tail.position)
        output.flush(&tail.scanner.sink)
        tail.scanner.join(
            pairs: output.columns(.bloodPressure), sources: output.sourceNumbers)
        output.complete(&tail.scanner.sink)
    }

    /// Reads a table whose text is made from records of another kind: a header, then a line for
    /// each.
    ///
    /// `tooLong` are the numbers of the records that the text leaves out because of their length;
    /// `open` returns the text from its beginning, each time it is called.
    func read<Stream: ByteStream>(
        notes: [ImportNote], tooLong: [Int], _ open: () -> Stream
    ) throws(ImportError) {
        var scanner = try scanner(open)
        scanner.countRecords()
        for note in notes { scanner.sink.note(note.place, note.text) }
        var stream = open()
        _ = read(&stream, &scanner, final: true, once: false)
        for record in tooLong { scanner.refuseTooLong(record: record) }
        try complete(&scanner)
    }

    /// Reads one of several tables in a document, whose text is made from its records.
    ///
    /// - Parameters:
    ///   - part: the name of the table in the places of the report.
    ///   - tooLong: the numbers of the records that the text leaves out because of their length.
    ///   - open: returns the text from its beginning, each time it is called.
    /// - Returns: false if it is not a table with times; nothing was read then.
    func read<Stream: ByteStream>(
        part: String, tooLong: [Int], _ open: () -> Stream
    ) -> Bool {
        guard var scanner = try? scanner(open), scanner.plan.name == nil else { return false }
        output.begin(part: part)
        scanner.countRecords()
        var stream = open()
        _ = read(&stream, &scanner, final: true, once: false)
        for record in tooLong { scanner.refuseTooLong(record: record) }
        finish(&scanner)
        return true
    }

    /// Reads a sheet of a workbook, whose rows are the lines of a text.
    ///
    /// `open` returns the text from its beginning, each time it is called.
    ///
    /// - Throws: why it is not a table; nothing was read then.
    func read<Stream: ByteStream>(
        sheet: String, _ open: () throws(StreamError) -> Stream
    ) throws(ImportError) {
        func stream() throws(ImportError) -> Stream {
            try ImportError.catching { () throws(StreamError) in try open() }
        }
        var plan = try plan(stream, settling: stream)
        plan.notes = plan.notes.map { note in
            let place = note.place.isEmpty ? sheet : "\(sheet) \(note.place)"
            return ImportNote(place: place, text: note.text)
        }
        var scanner = scanner(plan)
        output.begin(part: "")
        scanner.sink.tally.unit = .row(table: sheet)
        var text = try stream()
        _ = read(&text, &scanner, final: true, once: false)
        finish(&scanner)
    }

    /// `open` returns the text from its beginning, each time it is called.
    private func readTranscoded<Stream: ByteStream>(_ open: () -> Stream) throws(ImportError) {
        var scanner = try scanner(open)
        var stream = open()
        _ = read(&stream, &scanner, final: true, once: false)
        try complete(&scanner)
    }

    private func finish(_ scanner: inout TableScanner) {
        output.flush(&scanner.sink)
        scanner.join(
            pairs: output.columns(.bloodPressure), sources: output.sourceNumbers)
        scanner.noteTexts()
        output.complete(&scanner.sink)
    }

    private func complete(_ scanner: inout TableScanner) throws(ImportError) {
        finish(&scanner)
        if scanner.sink.tally.read == 0 {
            throw ImportError(
                place: file.path, problem: tr("has a header but no rows"),
                remedy: tr("export it again with data"))
        }
    }

    /// Makes a scanner by the plan of the file.
    private func scanner<Stream: ByteStream>(
        _ open: () -> Stream
    ) throws(ImportError) -> TableScanner {
        scanner(try plan(open, settling: open))
    }

    /// The plan of a text, with what only all of its rows show.
    private func plan<Stream: ByteStream>(
        _ open: () throws(ImportError) -> Stream,
        settling again: () throws(ImportError) -> Stream
    ) throws(ImportError) -> TablePlan {
        var plan = try detect(try open())
        if plan.isDateOrderOpen || !plan.openDecimals.isEmpty {
            let assumptions = output.assumptions
            var proof = TableProof(plan)
            // If a person has answered, the rest of a pipe is not awaited for a proof.
            let isAnswered =
                (!plan.isDateOrderOpen || assumptions.dateOrder != nil)
                && (plan.openDecimals.isEmpty || assumptions.decimalSign != nil)
            if !isAnswered || file.isWhole {
                try proof.search(try again(), output)
            }
            proof.settle(&plan, assumptions)
        }
        return plan
    }

    private func scanner(_ plan: TablePlan) -> TableScanner {
        TableScanner(
            plan: plan, file: output.currentFile, fileName: name,
            zone: output.options.zone, readsPlainRows: output.options.usesFastPaths,
            isFollowed: output.follows)
    }

    // MARK: Reading

    /// Reads the text of the file from `start` to `size`.
    ///
    /// `final` means that a last line without an end is a row.
    ///
    /// - Returns: the position of the first row that was not read.
    private func read(
        _ scanner: inout TableScanner, from start: Int, size: Int, final: Bool
    ) -> Int {
        var position = start
        var restarts = 0
        while true {
            let isLong = size - position >= 2 * output.options.blockSize
            let usesThreads =
                output.options.workers > 1 && isLong && restarts <= TableReader.mostRestarts
                && !scanner.isSequential
            var stream = FileStream(file, from: position, to: size)
            let (read, ended) = self.read(
                &stream, &scanner, before: position, final: final, once: usesThreads)
            position += read
            if ended || output.isCancelled { return position }
            if readBlocks(&scanner, &position, size) { restarts += 1 }
            if output.isCancelled { return position }
        }
    }

    /// Reads a stream with the calling thread: to its end, or with `once` until the next record
    /// begins.
    ///
    /// - Returns: the number of bytes read, and whether there are no more.
    private func read<Stream: ByteStream>(
        _ stream: inout Stream, _ scanner: inout TableScanner, before: Int = 0, final: Bool,
        once: Bool
    ) -> (read: Int, ended: Bool) {
        var window = ByteWindow(
            size: output.options.windowSize, limit: output.options.longestItem)
        var consumed = 0
        var stopped: StreamError?
        while true {
            do throws(StreamError) {
                try window.advance(by: consumed, from: &stream)
                consumed = 0
            } catch {
                stopped = error
            }
            let ended = window.atEnd || stopped != nil
            let count = window.count
            let stuck = window.isFull
            consumed = window.withBytes { bytes in
                if scanner.isAtSection {
                    // The plan needs as much of the section as that of a whole file.
                    guard ended || stuck || count >= TableReader.headSize else { return 0 }
                    scanner.beginSection(
                        sectionPlan(bytes, min(count, TableReader.headSize), whole: ended && final))
                }
                return scanner.scan(bytes, to: count, final: ended && final, stuck: stuck)
            }
            let goesOn = output.step(&scanner.sink, taken: before + stream.taken)
            if ended, scanner.isAtSection, goesOn { continue }
            if !goesOn || ended || once && consumed > 0 && scanner.isBetweenRecords {
                if let stopped { scanner.sink.note(stopped.place, stopped.problem) }
                return (window.offset + consumed, ended)
            }
        }
    }

    /// One block's records on their way to the output.
    private struct Part: Sendable {
        var scanner: TableScanner
        /// The position in the file of the block's first line.
        var offset = 0
        /// The length of the lines, and how much of them was read.
        var count = 0
        var read = 0
    }

    /// Reads blocks with several threads and moves the position on.
    ///
    /// - Returns: whether it stopped at a block that was not read to its end.
    private func readBlocks(
        _ scanner: inout TableScanner, _ position: inout Int, _ size: Int
    ) -> Bool {
        let options = output.options
        let blocks = LineBlocks(
            file, position..<size, size: options.blockSize, newline: scanner.newline,
            longest: max(options.blockSize, options.longestItem))
        var empty = scanner
        empty.beginPart()
        let prototype = empty
        var wasCut = false
        blocks.forEach(
            workers: options.workers, ahead: 2 * options.workers,
            make: { Part(scanner: prototype) },
            scan: { part, bytes, lines, offset in
                part.scanner.beginPart()
                part.offset = offset
                part.count = lines.count
                let end = part.scanner.scan(
                    bytes, from: lines.lowerBound, to: lines.upperBound, final: false,
                    stuck: false)
                part.read = end - lines.lowerBound
            },
            take: { part in
                if part.count == 0 { return true }
                // A part that begins in a doubled hour is read again behind the row before it.
                guard part.offset == position, !part.scanner.needsRowBefore else {
                    wasCut = true
                    return false
                }
                scanner.add(part: part.scanner)
                output.take(part: &part.scanner.sink)
                position += part.read
                wasCut = part.read < part.count
                return output.step(&scanner.sink, taken: position) && !wasCut
            })
        return wasCut
    }

    // MARK: Detection

    /// The plan of another table in the file, which begins with these bytes.
    private func sectionPlan(_ bytes: RawSpan, _ count: Int, whole: Bool) -> TablePlan? {
        guard var plan = planner.plan(bytes, count: count, whole: whole) else { return nil }
        if plan.isDateOrderOpen || !plan.openDecimals.isEmpty {
            TableProof(plan).settle(&plan, output.assumptions)
        }
        return plan
    }

    private func detect<Stream: ByteStream>(_ stream: Stream) throws(ImportError) -> TablePlan {
        var stream = stream
        // Most files are small.
        var room = min(TableReader.headSize, 1 << 14)
        var head = [UInt8](repeating: 0, count: room + ByteWindow.padding)
        var have = 0
        var whole = false
        while have < TableReader.headSize {
            if have == room {
                room = min(TableReader.headSize, 2 * room)
                head += [UInt8](repeating: 0, count: room + ByteWindow.padding - head.count)
            }
            let got = try ImportError.catching { () throws(StreamError) in
                try stream.read(into: &head, have..<room)
            }
            if got == 0 {
                whole = true
                break
            }
            have += got
        }
        guard let plan = planner.plan(head.span.bytes, count: have, whole: whole) else {
            let refusal = planner.refusal(head.span.bytes, count: have, whole: whole)
            throw ImportError(
                place: "\(file.path):\(PlaceUnit.line.text(refusal.line))",
                problem: refusal.problem, remedy: refusal.remedy)
        }
        return plan
    }
}
