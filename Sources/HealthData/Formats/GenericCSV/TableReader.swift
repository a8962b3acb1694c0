import Localization
import Streams

/// Reads a table of times and values: CSV, TSV and their relatives.
struct TableReader {
    private static let headSize = 1 << 18

    private let session: ImportSession
    private let file: InputFile
    private let encoding: TextEncoding

    init(session: ImportSession, file: InputFile, encoding: TextEncoding) {
        self.session = session
        self.file = file
        self.encoding = encoding
    }

    func read() throws(ImportTrouble) {
        switch encoding {
        case .utf8(let skip):
            try read { FileStream(file, from: skip) }
        case .utf16(_, let skip):
            try read { TranscodingStream(FileStream(file, from: skip), encoding) }
        case .latin1:
            try read { TranscodingStream(FileStream(file), encoding) }
        }
    }

    /// `open` gives the text from its beginning, as often as it is asked.
    private func read<Stream: ByteStream>(_ open: () -> Stream) throws(ImportTrouble) {
        var plan = try detect(open())
        if plan.isDateOrderOpen { try settleDateOrder(&plan, open()) }
        var name = file.path == "-" ? Substring(tr("standard input")) : Substring(file.path)
        if let slash = name.lastIndex(of: "/"), name.index(after: slash) < name.endIndex {
            name = name[name.index(after: slash)...]
        }
        var scanner = TableScanner(
            plan: plan, file: session.currentFile, fileName: String(name),
            zone: session.options.zone)
        var stream = open()
        var window = ByteWindow(limit: TableScanner.longestLine)
        var consumed = 0
        var stopped: StreamTrouble?
        while true {
            do throws(StreamTrouble) {
                try window.advance(by: consumed, from: &stream)
            } catch {
                stopped = error
            }
            let final = window.atEnd || stopped != nil
            let count = window.count
            let stuck = window.isFull
            consumed = window.withBytes { bytes in
                scanner.scan(bytes, to: count, final: final, stuck: stuck)
            }
            if !session.step(&scanner.sink, taken: stream.taken) || final { break }
        }
        if let stopped { scanner.sink.note(stopped.place, stopped.problem) }
        let read = scanner.sink.read
        session.complete(&scanner.sink)
        if read == 0 {
            throw ImportTrouble(
                place: file.path, problem: tr("the table has a header and no rows"),
                remedy: tr("export it anew with records in it"))
        }
    }

    private func detect<Stream: ByteStream>(_ stream: Stream) throws(ImportTrouble) -> TablePlan {
        var stream = stream
        var head = [UInt8](repeating: 0, count: TableReader.headSize + ByteWindow.padding)
        var have = 0
        var whole = false
        while have < TableReader.headSize {
            let got = try ImportTrouble.catching { () throws(StreamTrouble) in
                try stream.read(into: &head, have..<TableReader.headSize)
            }
            if got == 0 {
                whole = true
                break
            }
            have += got
        }
        let detection = TableDetection(assumptions: session.options.assumptions)
        guard let plan = detection.plan(head.span.bytes, count: have, whole: whole) else {
            throw ImportTrouble(
                place: "\(file.path):line 1",
                problem: tr(
                    "no table with a column of dates and a column of values can be made out"),
                remedy: tr(
                    "give rows like 2026-10-31 08:00,72.5 with a header that names the columns"))
        }
        return plan
    }

    /// Looks through the whole file for a date that proves the order of day and month.
    private func settleDateOrder<Stream: ByteStream>(
        _ plan: inout TablePlan, _ stream: Stream
    ) throws(ImportTrouble) {
        var stream = stream
        var window = ByteWindow(limit: TableScanner.longestLine)
        let splitter = RowSplitter(dialect: plan.dialect)
        var row = Row()
        var dates = DateReader()
        var consumed = 0
        var number = 0
        var skipsLine = false
        var dayFirst = 0
        var monthFirst = 0
        while true {
            do throws(StreamTrouble) {
                try window.advance(by: consumed, from: &stream)
            } catch {
                throw ImportTrouble(error)
            }
            let count = window.count
            let final = window.atEnd
            let stuck = window.isFull
            consumed = window.withBytes { bytes in
                var index = 0
                while index < count {
                    if skipsLine {
                        let lineEnd = bytes.first(plan.dialect.newline, from: index, to: count)
                        if lineEnd == count { return count }
                        skipsLine = false
                        index = lineEnd + 1
                        continue
                    }
                    guard splitter.split(bytes, index, count, final: final, into: &row) else {
                        if !stuck || index > 0 { return index }
                        skipsLine = true
                        return count
                    }
                    if number >= plan.skippedRows, plan.start < row.fields.count {
                        let field = row.fields[plan.start]
                        let asDay = dates.read(
                            bytes, field.lowerBound, field.upperBound, .dayFirst)
                        let asMonth = dates.read(
                            bytes, field.lowerBound, field.upperBound, .monthFirst)
                        if asDay.next >= 0, asMonth.next < 0 { dayFirst += 1 }
                        if asMonth.next >= 0, asDay.next < 0 { monthFirst += 1 }
                    }
                    number += 1
                    index = row.next
                }
                return index
            }
            if final || session.stopAsked() { break }
        }
        if dayFirst == 0, monthFirst == 0 {
            plan.notes.append(
                ImportNote(
                    place: "",
                    text: tr(
                        "dates like 03/04/2026 were read day first, unproved (see --assume)")))
        } else if dayFirst > 0, monthFirst > 0 {
            plan.notes.append(
                ImportNote(
                    place: "", text: tr("some dates have the day first and some the month first")))
        }
        if monthFirst > dayFirst { plan.startShape = .monthFirst }
        if plan.end != nil, plan.endShape == .dayFirst { plan.endShape = plan.startShape }
    }
}
