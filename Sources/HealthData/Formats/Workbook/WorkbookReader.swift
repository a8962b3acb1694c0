import Localization
import Streams

/// Reads the sheets of a workbook, each as a table.
struct WorkbookReader {
    private let document: Document
    private let archive: WorkbookArchive
    private let output: RecordOutput

    init(_ document: Document, _ file: InputFile, _ output: RecordOutput) {
        self.document = document
        self.output = output
        archive = WorkbookArchive(file: file)
    }

    /// A sheet, and how its rows are opened.
    private struct Sheet {
        var name: String
        var isHidden: Bool
        var open: () throws(StreamError) -> (SheetStream, any SheetVisitor)
    }

    /// The sheets that are not read.
    private struct Passed {
        var hidden: [String] = []
        var others: [(name: String, problem: String)] = []
    }

    func readOpenXML() throws(ImportError) {
        let archive = archive
        let book = try ImportError.catching { () throws(StreamError) in
            try OfficeOpenXML(archive)
        }
        guard let book, !book.isBinary else {
            let isBinary = book != nil
            throw ImportError(
                place: document.place,
                problem: isBinary
                    ? tr("is an Excel workbook in binary form (XLSB)")
                    : tr("is an Office document without sheets"),
                remedy: tr("open it and save the sheet with the records as CSV"))
        }
        try read(
            book.sheets.map { sheet in
                Sheet(name: sheet.name, isHidden: sheet.isHidden) { () throws(StreamError) in
                    let merged = try ExcelSheet.merged(archive, sheet.part)
                    let visitor = ExcelSheet(book, merged: merged)
                    return (try SheetStream(archive, part: sheet.part, visitor), visitor)
                }
            })
    }

    func readOpenDocument() throws(ImportError) {
        let archive = archive
        let sheets = OpenDocumentSheets()
        try ImportError.catching { () throws(StreamError) in
            let manifest = OpenDocumentManifest()
            // A file without a list of its parts is read all the same.
            _ = try? archive.visit("META-INF/manifest.xml", manifest)
            guard !manifest.isEncrypted else {
                throw StreamError(
                    place: document.place, problem: tr("is locked with a password"),
                    remedy: tr("open it and save it without a password"))
            }
            do throws(StreamError) {
                try archive.visit("content.xml", sheets)
            } catch {
                // Sheets before the place at which the file is broken are read.
                if sheets.sheets.isEmpty { throw error }
            }
        }
        try read(
            sheets.sheets.enumerated().map { index, sheet in
                Sheet(name: sheet.name, isHidden: sheet.isHidden) { () throws(StreamError) in
                    let visitor = OpenDocumentSheet(sheet: index)
                    return (try SheetStream(archive, part: "content.xml", visitor), visitor)
                }
            })
    }

    // MARK: Sheets

    private func read(_ sheets: [Sheet]) throws(ImportError) {
        guard !sheets.isEmpty else {
            throw ImportError(
                place: document.place, problem: tr("holds no sheets"),
                remedy: tr("save the records in it as a table (CSV)"))
        }
        var passed = Passed()
        var read = 0
        var counts = (formulas: 0, repeats: 0)
        for sheet in sheets {
            if output.isCancelled { return }
            if sheet.isHidden {
                passed.hidden.append(sheet.name)
                continue
            }
            do throws(ImportError) {
                let own = try self.read(sheet)
                counts.formulas += own.formulas
                counts.repeats += own.repeats
                read += 1
            } catch {
                passed.others.append((sheet.name, error.problem))
            }
        }
        guard read > 0 else { throw refusal(passed) }
        note(passed, counts)
    }

    /// Reads a sheet.
    ///
    /// - Returns: the number of its formulas without a result, and of its rows and values that are
    ///   repeated too often.
    private func read(
        _ sheet: Sheet
    ) throws(ImportError) -> (formulas: Int, repeats: Int) {
        var visitor: (any SheetVisitor)?
        let reader = TableReader(
            output: output, file: archive.file, name: document.head.name,
            encoding: .utf8(skip: 0),
            planner: TableDetection(
                assumptions: output.assumptions,
                name: "\(sheet.name) \(document.head.name)", decimals: .point,
                isSheet: true))
        try reader.read(sheet: sheet.name) { () throws(StreamError) in
            let (stream, own) = try sheet.open()
            visitor = own
            return stream
        }
        return (visitor?.formulas ?? 0, visitor?.cutRepeats ?? 0)
    }

    private func refusal(_ passed: Passed) -> ImportError {
        let remedy = tr("give each sheet a header with a date and the names of the values")
        if let only = passed.others.first, passed.others.count == 1, passed.hidden.isEmpty {
            return ImportError(
                place: document.place, problem: tr("sheet {1}: {2}", only.name, only.problem),
                remedy: remedy)
        }
        let reasons = passed.others.map { tr("sheet {1}: {2}", $0.name, $0.problem) }
        let problem = tr("none of its sheets is a table of records")
        return ImportError(
            place: document.place,
            problem: reasons.isEmpty
                ? problem : "\(problem): \(reasons.prefix(3).joined(separator: "; "))",
            remedy: remedy)
    }

    /// Notes what was not read.
    private func note(_ passed: Passed, _ counts: (formulas: Int, repeats: Int)) {
        var sink = RecordSink(file: output.currentFile)
        output.begin(part: "")
        for sheet in passed.others {
            sink.note("", tr("sheet {1} was passed over: {2}", sheet.name, sheet.problem))
        }
        for name in passed.hidden {
            sink.note("", tr("the hidden sheet {1} was passed over", name))
        }
        if counts.repeats > 0 {
            sink.note(
                "",
                trn(
                    "{n} row or value is repeated too often; not all of its repetitions were read",
                    "{n} rows or values are repeated too often; not all of their repetitions were read",
                    count: counts.repeats))
        }
        if counts.formulas > 0 {
            sink.note(
                "",
                trn(
                    "{n} formula has no stored result; open the file and save it in the program that made it",
                    "{n} formulas have no stored results; open the file and save it in the program that made it",
                    count: counts.formulas))
        }
        output.complete(&sink)
    }
}
