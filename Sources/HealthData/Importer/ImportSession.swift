import Streams

/// One run of an import: what has been collected, and whom to tell.
final class ImportSession {
    let options: ImportOptions
    private let files: [String]
    private let progress: (ImportProgress) -> Void
    private let batch: ((SampleBatch) -> Void)?
    private let askCancelled: () -> Bool
    private var store = RecordStore()
    private var report = ImportReport()
    private var map = RecordStore.SinkMap()
    private var readBefore = 0
    /// Whether room was made for what the current file seems to hold.
    private var hasReserved = false
    private var current = 0
    /// The index of the file that is being read.
    var currentFile: Int { current }
    private(set) var isCancelled = false

    init(
        files: [String], options: ImportOptions, progress: @escaping (ImportProgress) -> Void,
        batch: ((SampleBatch) -> Void)?, isCancelled: @escaping () -> Bool
    ) {
        self.files = files
        self.options = options
        self.progress = progress
        self.batch = batch
        askCancelled = isCancelled
    }

    /// Reads one of the files.
    func read(_ index: Int) {
        current = index
        report.files.append(FileReport(path: files[index], format: "unknown", bytes: 0))
        map = RecordStore.SinkMap()
        hasReserved = false
        do throws(ImportTrouble) {
            let file = try ImportTrouble.catching { () throws(StreamTrouble) in
                try InputFile(path: files[index])
            }
            report.files[index].bytes = file.size
            let format = try Sniffer.format(of: file)
            report.files[index].format = format.name
            switch format {
            case .appleHealth: try ExportReader(session: self, file: file).readPlain()
            case .zip: try ExportReader(session: self, file: file).readArchive()
            case .table(let encoding):
                try TableReader(session: self, file: file, encoding: encoding).read()
            }
        } catch {
            report.files[index].failure = error
        }
    }

    /// Called by readers about once a megabyte.
    ///
    /// False where the import is to stop.
    func step(_ sink: inout RecordSink, taken: Int) -> Bool {
        let size = report.files[current].bytes
        let part = size > 0 ? min(1, Double(taken) / Double(size)) : 0
        if sink.waiting >= options.batchSize {
            flush(&sink)
            if !hasReserved, part > 0.02 {
                hasReserved = true
                store.reserve(from: map, part: part)
            }
        }
        tell(read: readBefore + sink.read, fraction: (Double(current) + part) / Double(files.count))
        if askCancelled() { isCancelled = true }
        return !isCancelled
    }

    /// Asks whether the import is to stop.
    func stopAsked() -> Bool {
        if askCancelled() { isCancelled = true }
        return isCancelled
    }

    /// The numbers that the store gave the sources of the current file's sink.
    var sourceNumbers: [UInt16] { map.sources }

    /// Hands the waiting samples over.
    func flush(_ sink: inout RecordSink) {
        let samples = store.take(&sink, &map, copies: batch != nil)
        if let batch, !samples.isEmpty {
            batch(SampleBatch(samples: samples, sources: store.sources))
        }
    }

    /// The samples of a metric that were handed over so far.
    func columns(_ id: MetricID) -> SampleColumns? { store.columns(id) }

    /// The end of a file: the last samples, and its report.
    func complete(_ sink: inout RecordSink) {
        flush(&sink)
        readBefore += sink.read
        report.files[current].read = sink.read
        report.files[current].refused = sink.refused
        report.files[current].merged = sink.merged
        report.files[current].refusals = sink.refusals
        report.files[current].notes = sink.notes
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
        report.wasCancelled = isCancelled
        var reports = report.files
        let finished = store
        store = RecordStore()
        let records = finished.finish(&reports, mode: options.merge)
        report.files = reports
        if !files.isEmpty { tell(read: readBefore, fraction: 1, finished: true) }
        return ImportResult(records: records, report: report)
    }
}
