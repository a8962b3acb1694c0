import GRDB
import Localization

/// Takes samples out of the tables of a database.
struct DatabaseRecords {
    let file: DatabaseFile
    let session: ImportSession
    var sink: RecordSink
    private let document: Document
    /// How many rows the tables have that are read, and how many of them were.
    private var rows = 0
    private var rowsTaken = 0
    private let noTime: Int
    private let noValue: Int
    private let badTime: Int
    private let backwards: Int
    private(set) var isStopped = false

    init(_ document: Document, _ session: ImportSession) throws(ImportTrouble) {
        self.document = document
        self.session = session
        file = try DatabaseFile(document)
        sink = RecordSink(file: session.currentFile)
        sink.tally.unit = .record
        noTime = sink.reason(tr("it has no time"))
        noValue = sink.reason(tr("it has no value"))
        badTime = sink.reason(SoundTime.reason)
        backwards = sink.reason(SoundTime.backwards)
        if file.hasLog {
            sink.note(
                "",
                tr(
                    "a log stands beside it, and what is in that alone is not read; close the program that writes it"
                ))
        }
    }

    /// The number of a source.
    mutating func source(_ name: String, _ kind: SourceKind) -> UInt16 { sink.source(name, kind) }

    /// The slot of a metric of the catalogue.
    mutating func slot(_ id: MetricID) -> Int { sink.slot(id) }

    /// Says how many rows are going to be read.
    mutating func expect(_ tables: [String]) throws(ImportTrouble) {
        for table in tables { rows += try file.count(table) }
    }

    /// Reads rows of tables; trouble in the middle of them is noted, and what was read stays.
    mutating func each(
        _ sql: String, _ body: (inout DatabaseRecords, DatabaseRow) -> Void
    ) throws(ImportTrouble) {
        guard !isStopped else { return }
        var records = self
        var hasRead = false
        do throws(ImportTrouble) {
            try file.rows(sql) { row in
                hasRead = true
                body(&records, row)
                records.rowsTaken += 1
                if records.rowsTaken % 16_384 == 0 { records.step() }
                return !records.isStopped
            }
        } catch {
            self = records
            guard hasRead || sink.tally.read > 0 else { throw error }
            sink.note("", error.problem)
            return
        }
        self = records
    }

    private mutating func step() {
        let share = rows > 0 ? min(1, Double(rowsTaken) / Double(rows)) : 1
        isStopped = !session.step(&sink, taken: Int(share * Double(document.size)))
    }

    // MARK: Samples

    /// Adds a sample, or refuses the record; one record was met.
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

    /// Refuses a record that was met.
    mutating func refuse(_ reason: Int) {
        let place = sink.tally.read
        sink.refuse(reason) { place }
    }

    /// Counts records of a kind that nothing is known of.
    mutating func passOver(_ count: Int, _ reason: String, type: String) {
        guard count > 0 else { return }
        let place = sink.tally.read + 1
        sink.met(count)
        sink.refuse(sink.reason(reason, type: type), count: count) { place }
    }

    /// The end of the document.
    mutating func finish(_ missing: String) throws(ImportTrouble) {
        session.complete(&sink)
        guard sink.tally.read == 0 else { return }
        throw ImportTrouble(
            place: document.place, problem: missing, remedy: tr("export it anew"))
    }
}
