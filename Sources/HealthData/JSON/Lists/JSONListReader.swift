import Localization
import Streams

/// Reads the lists at all depths of a JSON document, each as a table.
struct JSONListReader {
    private let document: Document
    private let file: InputFile
    private let output: RecordOutput
    private let outline: JSONOutline

    init(_ document: Document, _ file: InputFile, _ output: RecordOutput) throws(ImportError) {
        self.document = document
        self.file = file
        self.output = output
        outline = try ImportError.catching { () throws(StreamError) in
            try JSONOutline(file, output.options, stopAsked: output.stopAsked)
        }
    }

    /// Reads all lists that are tables, and notes the others; false if there is no table.
    func read() -> Bool {
        var read: Set<Int> = []
        var passed: [JSONOutline.Table] = []
        for table in outline.tables {
            // An object around all lists describes the document.
            if outline.lists[table.lists[0]].isDocument, table.records == 1 { continue }
            if output.isCancelled { return true }
            let name = outline.name(of: table)
            if self.read(table, name) {
                read.insert(table.path)
            } else {
                passed.append(table)
            }
        }
        guard !read.isEmpty else { return false }
        // A list that only holds other lists has nothing of its own to read.
        let above = Set(read.flatMap { outline.paths.above($0) })
        note(passed.filter { !above.contains($0.path) }.map { outline.name(of: $0) })
        return true
    }

    /// Reads a table; false if it is none.
    private func read(_ table: JSONOutline.Table, _ name: String) -> Bool {
        // The dates in the records are tried before those around their list.
        for repeated in choices(table) {
            let reader = TableReader(
                output: output, file: file, name: document.head.name, encoding: .utf8(skip: 0),
                planner: TableDetection(
                    assumptions: output.assumptions, name: "\(table.label).json",
                    decimals: .point, isOfRecords: true))
            let isTable = reader.read(part: name, tooLong: table.tooLong) {
                JSONListStream(table, of: outline, file, repeating: repeated, output.options)
            }
            if isTable { return true }
        }
        return false
    }

    /// What is repeated in each row, in the order in which it is tried.
    private func choices(_ table: JSONOutline.Table) -> [JSONListStream.Repeated] {
        var base: JSONListStream.Repeated = []
        let roles = table.columns.map { JSONListNames.role(outline.paths.name($0)) }
        let lists = table.lists.map { outline.lists[$0] }
        if lists.contains(where: { $0.source > 0 }), !roles.contains(.source) {
            base.insert(.source)
        }
        if lists.contains(where: { $0.zone > 0 }), !roles.contains(.zone) { base.insert(.zone) }
        // A date for all records of a list is one for times of day, or for a single record.
        let haveTimes = table.columns.contains {
            [.time, .start].contains(HeaderNames.parse(outline.paths.name($0)).role)
        }
        let isDated = lists.contains { $0.date > 0 }
        return isDated && (haveTimes || lists.allSatisfy { $0.records <= 1 })
            ? [base, base.union(.date)] : [base]
    }

    /// Notes what was not read.
    private func note(_ passed: [String]) {
        var sink = RecordSink(file: output.currentFile)
        output.begin(part: "")
        for name in passed { sink.note("", tr("the list {1} was passed over", name)) }
        for name in outline.longTexts {
            sink.note(
                "",
                tr(
                    "texts of more than {1} kB in {2} were passed over",
                    "\(JSONTable.longestText >> 10)", name))
        }
        if outline.isOverfull {
            sink.note(
                "",
                tr(
                    "there are more than {1} names; the values of the others were passed over",
                    "\(JSONPaths.most)"))
        }
        if outline.isBroken {
            sink.note(
                "", tr("the JSON is broken or cut off; everything before that place was read"))
        }
        output.complete(&sink)
    }
}
