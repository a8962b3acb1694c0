import Platform
import Streams

/// One run of an import: what has been collected, and whom to tell.
final class ImportSession {
    let options: ImportOptions
    private let files: [String]
    private let progress: (ImportProgress) -> Void
    private let grown: ((() -> HealthRecords) -> Void)?
    private let cancellation: Cancellation
    private var store = RecordStore()
    private var report = ImportReport()
    private var map = RecordStore.SinkMap()
    /// Whether samples have come since somebody who wants to see them did.
    private(set) var hasGrown = false
    private var current = 0
    /// The file that is being read from its beginning.
    private var input: InputFile?
    /// The index of the file that is being read.
    var currentFile: Int { current }
    private(set) var isCancelled = false
    /// Whether tables are kept open at their ends, for what is appended to them.
    let follows: Bool
    private var tails: [Int: TableTail] = [:]
    private var laterNotes: [Int: [ImportNote]] = [:]

    init(
        files: [String], options: ImportOptions, follows: Bool = false,
        progress: @escaping (ImportProgress) -> Void,
        grown: ((() -> HealthRecords) -> Void)?, cancellation: Cancellation
    ) {
        self.files = files
        self.options = options
        self.follows = follows
        self.progress = progress
        self.grown = grown
        self.cancellation = cancellation
    }

    /// Reads one of the files.
    func read(_ index: Int) {
        current = index
        report.files.append(FileReport(path: files[index], format: "unknown", bytes: 0))
        map = RecordStore.SinkMap()
        do throws(ImportTrouble) {
            let file = try ImportTrouble.catching { () throws(StreamTrouble) in
                try InputFile(path: files[index], cancellation: cancellation)
            }
            input = file
            defer {
                report.files[index].bytes = file.size
                input = nil
            }
            let format = try Sniffer.format(of: file)
            report.files[index].format = format.name
            switch format {
            case .appleHealth: try ExportReader(session: self, file: file).readPlain()
            case .zip: try ExportReader(session: self, file: file).readArchive()
            case .table(let encoding):
                try TableReader(session: self, file: file, encoding: encoding).read()
            }
        } catch {
            // What could not be made out of a part is no failure of the whole.
            if !stopAsked() { report.files[index].failure = error }
        }
    }

    /// Called by readers about once a megabyte.
    ///
    /// False where the import is to stop.
    func step(_ sink: inout RecordSink, taken: Int) -> Bool {
        flush(&sink)
        if hasGrown {
            grown? {
                hasGrown = false
                return store.records
            }
        }
        tell(read: readBefore + sink.tally.read, fraction: fraction(taken: taken))
        return !stopAsked()
    }

    /// The part of all files that is done; nil while a pipe may still bring something.
    private func fraction(taken: Int) -> Double? {
        guard let input else { return Double(current + 1) / Double(files.count) }
        guard input.isWhole else { return nil }
        let part = input.size > 0 ? min(1, Double(taken) / Double(input.size)) : 0
        return (Double(current) + part) / Double(files.count)
    }

    /// Asks whether the import is to stop.
    func stopAsked() -> Bool {
        if cancellation.isCancelled { isCancelled = true }
        return isCancelled
    }

    /// The numbers that the store gave the sources of the current file's sink.
    var sourceNumbers: [UInt16] { map.sources }

    /// Takes over the waiting samples of the current file's own sink.
    func flush(_ sink: inout RecordSink) { take(&sink, &map) }

    /// Takes over the samples of a sink that holds one part of the current file.
    func take(part sink: inout RecordSink) {
        var own = RecordStore.SinkMap()
        take(&sink, &own)
    }

    private func take(_ sink: inout RecordSink, _ map: inout RecordStore.SinkMap) {
        if sink.waiting > 0 { hasGrown = grown != nil }
        store.take(&sink, &map)
    }

    /// The samples of a metric that were handed over so far.
    func columns(_ id: MetricID) -> SampleColumns? { store.columns(id) }

    /// The records met in the files before the current one.
    private var readBefore: Int {
        report.files.indices.reduce(0) { $1 == current ? $0 : $0 + report.files[$1].read }
    }

    /// The end of a file: the last samples, and its report.
    func complete(_ sink: inout RecordSink) {
        flush(&sink)
        report.files[current].read = sink.tally.read
        report.files[current].refused = sink.tally.refused
        report.files[current].merged = sink.tally.merged
        report.files[current].refusals = sink.tally.refusals
        report.files[current].notes = sink.tally.notes
    }

    private func tell(read: Int, fraction: Double?, finished: Bool = false) {
        progress(
            ImportProgress(
                path: files[current], file: current, files: files.count, read: read,
                fraction: fraction,
                finished: finished))
    }

    /// Sorts and merges; nothing may be read afterwards.
    func finish() -> ImportResult {
        let finished = store
        store = RecordStore()
        return result(of: finished, isTold: true)
    }

    /// What there is now, sorted and merged; more may be read afterwards.
    ///
    /// `isTold` says that the progress hears of the end.
    func result(isTold: Bool) -> ImportResult { result(of: store, isTold: isTold) }

    private func result(of store: consuming RecordStore, isTold: Bool) -> ImportResult {
        var report = report
        report.wasCancelled = isCancelled
        for (index, notes) in laterNotes where report.files.indices.contains(index) {
            report.files[index].notes += notes
        }
        let records = store.finish(&report.files, mode: options.merge)
        if !files.isEmpty, isTold {
            tell(read: report.files.reduce(0) { $0 + $1.read }, fraction: 1, finished: true)
        }
        return ImportResult(records: records, report: report)
    }

    // MARK: Following

    /// Keeps what is needed to read on behind the end of the current file.
    func keep(_ tail: TableTail) {
        var tail = tail
        tail.map = map
        tails[current] = tail
    }

    /// What is needed to read on behind the end of a file; nil where it cannot be read on.
    func tail(_ index: Int) -> TableTail? { tails[index] }

    /// The same, no longer kept here.
    func takeTail(_ index: Int) -> TableTail? { tails.removeValue(forKey: index) }

    /// Goes back to a file to read on behind its end.
    func resume(_ index: Int, _ tail: TableTail, size: Int) {
        current = index
        map = tail.map
        report.files[index].bytes = size
        report.files[index].failure = nil
    }

    /// Whether nothing could be had from a file.
    func hasFailed(_ index: Int) -> Bool {
        report.files.indices.contains(index) && report.files[index].failure != nil
    }

    /// Notes something that befell a file while it was followed.
    func note(_ index: Int, _ text: String) {
        laterNotes[index, default: []].append(ImportNote(place: "", text: text))
    }
}
