import Localization
import Streams

/// Makes samples from the tables of a database.
struct DatabaseRecords {
    let output: RecordOutput
    var sink: RecordSink
    private let database: ForeignDatabase
    private let document: Document
    private var rowsTaken = 0
    private let noTime: Int
    private let noValue: Int
    private let badTime: Int
    private let backwards: Int
    /// The first error of a table.
    private var failure: ImportError?
    private(set) var isStopped = false

    init(_ document: Document, _ output: RecordOutput) throws(ImportError) {
        self.document = document
        self.output = output
        let file = try DatabaseFile(document)
        database = file.database
        sink = RecordSink(file: output.currentFile)
        sink.tally.unit = .record
        noTime = sink.reason(tr("it has no time"))
        noValue = sink.reason(tr("it has no value"))
        badTime = sink.reason(SoundTime.reason)
        backwards = sink.reason(SoundTime.backwards)
        if let warning = file.warning { sink.note("", warning) }
    }

    /// The number of a source.
    mutating func source(_ name: String, _ kind: SourceKind) -> UInt16 { sink.source(name, kind) }

    /// The slot of a metric of the catalogue.
    mutating func slot(_ id: MetricID) -> Int { sink.slot(id) }

    // MARK: Tables

    /// The names of all tables, in lower case and in their order.
    var tables: [String] { database.names }

    /// Whether a table exists and has the columns; all names are in lower case.
    func has(_ table: String, _ columns: String...) -> Bool { has(table, columns) }

    /// Whether a table exists and has the columns; all names are in lower case.
    func has(_ table: String, _ columns: [String]) -> Bool {
        guard let table = database.tables[table] else { return false }
        return columns.allSatisfy { table.column($0) != nil }
    }

    /// Reads rows of a table; an error on the way is noted, and the rows read before it are kept.
    ///
    /// - Parameter columns: the columns to read; rows lack the columns that the table lacks.
    mutating func each(
        _ table: String, _ columns: [String], _ body: (inout DatabaseRecords, ForeignRow) -> Void
    ) {
        guard !isStopped else { return }
        do throws(StreamError) {
            try database.rows(of: table, columns: columns) { row in
                body(&self, row)
                rowsTaken += 1
                if rowsTaken % 16_384 == 0 { step() }
                return !isStopped
            }
        } catch {
            note(error, table)
        }
    }

    /// The values of a table's rows by their keys, to join rows of another table to them.
    ///
    /// If several rows have the same key, only the first counts, and the report notes it. So a join
    /// has no more rows than the table that is joined to this one.
    mutating func parents<Value: Hashable>(
        _ table: String, key: String, _ columns: [String], _ value: (ForeignRow) -> Value
    ) -> DatabaseParents<Value> {
        var parents = DatabaseParents<Value>()
        each(table, [key] + columns) { _, row in
            if let number = row.key(key) { parents.add(number, value(row)) }
        }
        parents.settle()
        if parents.repeats > 0 {
            sink.note(
                "",
                tr(
                    "{1} rows of {2} repeat a number in {3}; only the first row with it counts",
                    "\(parents.repeats)", table, key))
        }
        return parents
    }

    private mutating func step() {
        let taken = min(database.bytesRead, database.size)
        let share = database.size > 0 ? Double(taken) / Double(database.size) : 1
        isStopped = !output.step(&sink, taken: Int(share * Double(document.size)))
    }

    /// Notes why the rest of a table could not be read; other tables are still read.
    private mutating func note(_ found: StreamError, _ table: String) {
        if database.isSpent { isStopped = true }
        guard !output.stopAsked() else { return }
        failure = failure ?? ImportError(found)
        sink.note("", "\(table): \(found.problem)")
    }

    // MARK: Samples

    /// Adds a sample or refuses its record; counts one record as met.
    mutating func add(
        _ slot: Int, from start: Double?, to end: Double?, _ value: Double?,
        second: Double? = nil, needsSecond: Bool = false, _ source: UInt16,
        marks: SampleMarks = []
    ) {
        sink.met()
        guard let start else { return refuse(noTime) }
        let end = end ?? start
        guard let value, !needsSecond || second != nil else { return refuse(noValue) }
        guard SoundTime.contains(start), SoundTime.contains(end) else { return refuse(badTime) }
        guard end >= start else { return refuse(backwards) }
        sink.add(
            slot, start: start, end: end, value: value, second: second, source: source,
            marks: marks)
    }

    /// Adds a sample of a category by its label, or refuses the record; one record was met.
    mutating func addLabel(
        _ slot: Int, from start: Double?, to end: Double?, _ text: String, _ source: UInt16,
        marks: SampleMarks = []
    ) {
        let label = sink.label(text, slot: slot)
        add(slot, from: start, to: end, Double(label), source, marks: marks)
    }

    /// Adds a stage of sleep, or refuses the record; one record was met.
    mutating func addStage(
        _ slot: Int, from start: Double?, to end: Double?, _ stage: SleepStage, _ source: UInt16,
        marks: SampleMarks = []
    ) {
        add(slot, from: start, to: end, Double(stage.rawValue), source, marks: marks)
    }

    /// Refuses a record that was met.
    mutating func refuse(_ reason: Int) {
        let place = sink.tally.read
        sink.refuse(reason) { place }
    }

    /// Counts the records of a table that is unknown or not known well enough to read.
    mutating func passOver(_ table: String, _ reason: String) {
        guard !isStopped else { return }
        var count = 0
        do throws(StreamError) {
            count = try database.count(table)
        } catch {
            note(error, table)
        }
        guard count > 0 else { return }
        let place = sink.tally.read + 1
        sink.met(count)
        sink.refuse(sink.reason(reason, type: table), count: count) { place }
    }

    /// Completes the document.
    mutating func finish(_ missing: String) throws(ImportError) {
        output.complete(&sink)
        guard sink.tally.read == 0 else { return }
        throw failure
            ?? ImportError(
                place: document.place, problem: missing, remedy: tr("export it again"))
    }
}
