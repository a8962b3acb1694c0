import Localization
import Platform
import Streams

/// The interface of a format's reader: where its records go, what is assumed, and whether to go on.
///
/// It collects the samples of all files of an import. Belongs to one thread.
final class RecordOutput {
    let options: ImportOptions
    /// The assumptions about the document that is being read.
    private(set) var assumptions: Assumptions
    /// Whether tables are kept open at their ends, to read what is appended later.
    let follows: Bool
    /// The index of the file that is being read.
    private(set) var currentFile = 0
    /// Whether samples have come since the last copy was taken for display.
    private(set) var hasGrown = false
    /// Whether the person cancelled the reading.
    private(set) var wasCancelled = false
    /// Why reading stops before the end; nil while nothing stops it.
    private(set) var ending: Ending?
    private let files: [String]
    private let report: ImportReportBuilder
    private let progress: (ImportProgress) -> Void
    private let grown: ((() -> HealthRecords) -> Void)?
    private let cancellation: Cancellation
    private var store: RecordStore
    private var map = RecordStore.SinkMap()
    /// What looks wrong in the latest document of each file.
    private var searches: [Int: DoubtSearch] = [:]
    /// How many samples there were before the document that is being read.
    private var countsBefore: [Int] = []
    /// The document that is being read from its beginning.
    private var document: Document?
    /// The program whose export it is a part of.
    private var program: String?
    /// How much may come out of archives.
    let limit: ExpansionLimit
    private var memory: ReadingMemory
    private var tails: [Int: (tail: any DocumentTail, map: RecordStore.SinkMap)] = [:]

    /// An end of reading before the end of the input.
    struct Ending {
        var failure: ImportError
        /// Whether to skip the other files too.
        var isForAll: Bool
    }

    init(
        files: [String], options: ImportOptions, follows: Bool, report: ImportReportBuilder,
        progress: @escaping (ImportProgress) -> Void,
        grown: ((() -> HealthRecords) -> Void)?, cancellation: Cancellation
    ) {
        self.files = files
        self.options = options
        self.follows = follows
        self.report = report
        self.progress = progress
        self.grown = grown
        self.cancellation = cancellation
        assumptions = options.assumptions
        store = RecordStore(files: files.count, order: options.order)
        limit = ExpansionLimit(free: options.freeExpansion)
        memory = ReadingMemory(options.memory, showsPictures: grown != nil)
    }

    // MARK: Stopping

    /// Whether reading the current file has ended early, for any reason.
    var isCancelled: Bool { wasCancelled || ending != nil }

    /// Checks whether the import is to stop.
    func stopAsked() -> Bool {
        if cancellation.isCancelled { wasCancelled = true }
        return isCancelled
    }

    /// Ends the reading of the current file, and with `forAll` also of the others.
    func end(forAll: Bool, _ failure: ImportError) {
        if ending == nil { ending = Ending(failure: failure, isForAll: forAll) }
    }

    // MARK: Documents

    /// Moves to a file; clears the early end of the file before it, unless that ended all reading.
    ///
    /// - Returns: whether the file may be read.
    func begin(file index: Int) -> Bool {
        currentFile = index
        guard let ending else { return true }
        if ending.isForAll { return false }
        self.ending = nil
        return true
    }

    /// Begins a document, whose records follow.
    ///
    /// - Parameter program: the program whose export it is a part of; nil for any.
    func begin(_ document: Document, program: String?) {
        self.document = document
        self.program = program
        map = RecordStore.SinkMap(of: program)
        countsBefore = store.counts
        searches[currentFile] = DoubtSearch(now: options.now, zone: options.zone)
    }

    /// Begins a part of the document, which has a sink and a tally of its own.
    ///
    /// - Parameter name: its name in the places of the report.
    func begin(part name: String) {
        map = RecordStore.SinkMap(of: program)
        report.begin(currentFile, part: name)
    }

    /// Changes the assumptions about the document that is being read.
    func assume(_ assumptions: Assumptions) { self.assumptions = assumptions }

    /// Ends the current file.
    func endFile() { document = nil }

    /// Ends a document: takes its last samples and the results for its records.
    func complete(_ sink: inout RecordSink) {
        flush(&sink)
        var tally = sink.tally
        for question in searches[currentFile]?.questions(assumptions) ?? [] {
            tally.ask(question)
        }
        report.complete(currentFile, tally) { [store, countsBefore] question in
            question.metric.flatMap { store.latest($0.id, after: countsBefore) }
        }
    }

    // MARK: Records

    /// Called by readers about once a megabyte.
    ///
    /// Returns false if the import is to stop.
    func step(_ sink: inout RecordSink, taken: Int) -> Bool {
        flush(&sink)
        if memory.isShort { end(forAll: true, ReadingMemory.failure(files[currentFile])) }
        if hasGrown {
            grown? {
                hasGrown = false
                return store.records
            }
        }
        reportProgress(
            read: report.readBefore(currentFile) + sink.tally.read,
            fraction: fraction(taken: taken))
        return !stopAsked()
    }

    /// Reports the progress of the reading.
    func reportProgress(read: Int, fraction: Double?, finished: Bool = false) {
        progress(
            ImportProgress(
                path: files[currentFile], file: currentFile, files: files.count, read: read,
                fraction: fraction, finished: finished))
    }

    /// The fraction of all files that is done; nil while a pipe may still deliver data.
    private func fraction(taken: Int) -> Double? {
        guard let document else { return Double(currentFile + 1) / Double(files.count) }
        return document.fraction(taken: taken).map {
            (Double(currentFile) + $0) / Double(files.count)
        }
    }

    /// Reads a document through a window, to its end or until the scanner is done.
    func read(_ document: Document, _ scanner: inout some WindowScanner) {
        var stream = document.stream
        // If the head holds the whole document, it needs only one more byte, to see the end.
        let head = document.head
        let size =
            head.isWhole
            ? min(options.documentWindowSize, head.bytes.count + 1) : options.documentWindowSize
        var window = ByteWindow(size: size, limit: options.longestItem)
        var consumed = 0
        while true {
            var failure: StreamError?
            do throws(StreamError) {
                try window.advance(by: consumed, from: &stream)
            } catch {
                failure = error
                consumed = 0
            }
            let isFinal = window.atEnd || failure != nil
            let count = window.count
            let isStuck = window.isFull
            consumed = window.withBytes { bytes in
                scanner.scan(bytes, to: count, isFinal: isFinal, isStuck: isStuck)
            }
            if let failure { scanner.sink.note("", failure.problem) }
            let goesOn = step(&scanner.sink, taken: stream.taken)
            if !goesOn || isFinal || scanner.isDone { return }
        }
    }

    /// The numbers of the current file's sources in the store, by their numbers in its sink.
    var sourceNumbers: [UInt16] { map.sources }

    /// The samples of a metric that were handed over so far.
    func columns(_ id: MetricID) -> SampleColumns? { store.columns(id) }

    /// Takes the waiting samples of the current file's own sink.
    func flush(_ sink: inout RecordSink) { take(&sink, &map) }

    /// Takes the samples of a sink that holds one part of the current file.
    func take(part sink: inout RecordSink) {
        var own = RecordStore.SinkMap(sink.adopted, through: map)
        take(&sink, &own)
    }

    private func take(_ sink: inout RecordSink, _ map: inout RecordStore.SinkMap) {
        if sink.waiting > 0 { hasGrown = grown != nil }
        let before = store.taken
        let file = currentFile
        store.take(&sink, &map) { samples in searches[file]?.search(&samples, assumptions) }
        if let document, document.isArchived,
            !limit.take(
                samples: store.taken - before,
                areNamed: document.head.isXML || document.head.isJSON)
        {
            end(forAll: false, ImportError(limit.failure(files[currentFile])))
        }
    }

    // MARK: Ends

    /// All samples; nothing may be read afterwards.
    func takeStore() -> RecordStore {
        let finished = store
        store = RecordStore(files: files.count, order: options.order)
        return finished
    }

    /// All samples so far; more may be read afterwards.
    var storeSoFar: RecordStore { store }

    /// Keeps what is needed to continue reading at the end of the current file.
    func keep(_ tail: some DocumentTail) { tails[currentFile] = (tail, map) }

    /// What is needed to continue reading at the end of a file; nil if that is not possible.
    func tail(_ index: Int) -> (any DocumentTail)? { tails[index]?.tail }

    /// Reads on at the former end of a followed file; returns whether any whole record was there.
    func readOn(_ index: Int, _ file: InputFile) -> Bool {
        guard let (tail, map) = tails.removeValue(forKey: index) else { return false }
        currentFile = index
        self.map = map
        countsBefore = store.counts
        return tail.readOn(file, self)
    }
}

/// The end of a document that is followed.
protocol DocumentTail {
    /// The position of the first record that was not read.
    var position: Int { get }
    /// The file it is the end of.
    var identity: FileIdentity { get }
    /// The bytes before that position.
    var before: [UInt8] { get }
    /// Reads what was appended, keeps the new tail in the output, and returns whether there was any
    /// whole record to read.
    func readOn(_ file: InputFile, _ output: RecordOutput) -> Bool
}
