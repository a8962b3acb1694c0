import Localization
import Platform
import Streams

/// One run of an import: what has been collected, and whom to tell.
final class ImportSession {
    let options: ImportOptions
    /// What is taken for granted of the document that is being read.
    private(set) var assumptions: Assumptions
    private let files: [String]
    private let progress: (ImportProgress) -> Void
    private let grown: ((() -> HealthRecords) -> Void)?
    private let cancellation: Cancellation
    private var store: RecordStore
    private var report = ImportReport()
    private var map = RecordStore.SinkMap()
    /// Whether samples have come since somebody who wants to see them did.
    private(set) var hasGrown = false
    /// How many samples there were before the document that is being read.
    private var countsBefore: [Int] = []
    private var current = 0
    /// What became of the records of every document, by file.
    private var documents: [[DocumentTally]] = []
    /// The records met in all documents that were completed.
    private var readAltogether = 0
    /// The document that is being read from its beginning.
    private var document: Document?
    /// The kind of file in which the documents of the current one stand.
    private var container: String?
    /// The index of the file that is being read.
    var currentFile: Int { current }
    /// Whether the person cancelled the reading.
    private(set) var wasCancelled = false
    /// Why reading stops before the end; nil while nothing stops it.
    private var ending: Ending?
    /// Whether reading the current file has ended early, for any reason.
    var isCancelled: Bool { wasCancelled || ending != nil }
    /// How much may come out of archives.
    private let limit: ExpansionLimit
    private var memory: ReadingMemory
    /// Whether tables are kept open at their ends, for what is appended to them.
    let follows: Bool
    private var tails: [Int: TableTail] = [:]
    private var laterNotes: [Int: [ImportNote]] = [:]

    /// An end of reading before the end of the input.
    private struct Ending {
        var failure: ImportError
        /// Whether the other files are not read either.
        var isForAll: Bool
    }

    /// What was read of one document.
    private struct DocumentTally {
        var tally = ReadingTally()
        /// The path inside an archive or folder; empty for a file.
        var path: String
        /// What answers to its questions are remembered for.
        var about = ""
        /// The document's entry among the file's members.
        var member: Int?
        /// The latest value that each of its questions is about, and when it was.
        var latest: [String: (time: Double, value: Double)] = [:]

        /// Takes down the latest values for its questions, out of the samples that have come of it.
        mutating func noteLatest(_ store: RecordStore, behind counts: [Int]) {
            for question in tally.questions {
                guard let id = question.metric?.id,
                    let new = store.latest(id, behind: counts),
                    new.time >= latest[question.id]?.time ?? -.infinity
                else { continue }
                latest[question.id] = new
            }
        }
    }

    init(
        files: [String], options: ImportOptions, follows: Bool = false,
        progress: @escaping (ImportProgress) -> Void,
        grown: ((() -> HealthRecords) -> Void)?, cancellation: Cancellation
    ) {
        self.files = files
        self.options = options
        assumptions = options.assumptions
        store = RecordStore(files: files.count, order: options.order)
        limit = ExpansionLimit(free: options.freeExpansion)
        memory = ReadingMemory(options.memory, showsPictures: grown != nil)
        self.follows = follows
        self.progress = progress
        self.grown = grown
        self.cancellation = cancellation
    }

    /// Reads one of the files.
    func read(_ index: Int) {
        read(index) { walk throws(ImportError) in try walk.run() }
    }

    /// Reads one of the files, which is open already.
    func read(_ index: Int, _ file: InputFile) {
        read(index) { walk throws(ImportError) in try walk.run(file) }
    }

    /// Reads one of the files, which is open already, by a format whatever it looks like.
    func read(_ index: Int, _ file: InputFile, as format: any RecordFormat.Type) {
        read(index) { _ throws(ImportError) in
            let head = try ImportError.catching { () throws(StreamError) in
                try file.head(DocumentHead.size)
            }
            let document = Document(
                .file(file),
                head: DocumentHead(
                    path: files[index], bytes: head, isWhole: head.count < DocumentHead.size),
                place: file.path, isMember: false, share: 0...1, cancellation: cancellation)
            self.document = document
            begin(document, format, [])
            try format.read(document, self)
        }
    }

    private func read(_ index: Int, _ body: (DocumentWalk) throws(ImportError) -> Void) {
        current = index
        container = nil
        report.files.append(FileReport(path: files[index], format: "unknown", bytes: 0))
        documents.append([])
        if let ending {
            guard !ending.isForAll else {
                report.files[index].failure = ReadingMemory.notRead(files[index])
                return
            }
            self.ending = nil
        }
        do throws(ImportError) {
            guard index < RecordStore.mostFiles else {
                throw ImportError(
                    place: files[index], problem: tr("there are too many files to read at once"),
                    remedy: tr("give the folder that they are in"))
            }
            try body(
                DocumentWalk(
                    files[index], self, limit: limit, cancellation))
        } catch {
            fail(error)
        }
        document = nil
        tellEnding(index)
        settleFormat(index)
    }

    /// Takes down why a file, or the rest of it, cannot be read.
    private func fail(_ failure: ImportError) {
        if stopAsked() { return }
        // What could not be made out of a part is no failure of the whole.
        if documents[current].contains(where: { $0.tally.read > 0 }) {
            note(current, ImportNote(place: failure.place, text: failure.problem))
        } else {
            report.files[current].failure = failure
        }
    }

    /// Ends the reading of the current file, and with `forAll` of the others.
    private func end(forAll: Bool, _ failure: ImportError) {
        if ending == nil { ending = Ending(failure: failure, isForAll: forAll) }
    }

    /// Reports that a file was not read to its end, and what was read of it.
    private func tellEnding(_ index: Int) {
        guard let ending, !wasCancelled else { return }
        guard documents[index].contains(where: { $0.tally.read > 0 }) else {
            report.files[index].failure = ending.failure
            return
        }
        report.files[index].cutShort = ending.failure
        let text = tr(
            "{1}: reading stopped here; everything before it was read", ending.failure.problem)
        note(index, ImportNote(place: "", text: text))
    }

    /// Names the format of an archive or folder after what most of its records stood in.
    private func settleFormat(_ index: Int) {
        guard let container else { return }
        let members = report.files[index].members
        let known = members.filter { !$0.format.isEmpty }
        func weight(_ member: MemberReport) -> Int {
            FormatCatalogue.recordings.contains(member.format) ? min(member.read, 1) : member.read
        }
        guard let most = known.max(by: { weight($0) < weight($1) }) else {
            report.files[index].format = container
            guard report.files[index].failure == nil, !isCancelled else { return }
            let path = files[index]
            report.files[index].failure =
                members.first { $0.failure != nil }.flatMap { first in
                    members.count > 1
                        ? nil
                        : ImportError(
                            place: "\(path):\(first.path)", problem: first.failure ?? "",
                            remedy: tr("give an export of health records or a table (CSV)"))
                }
                ?? ImportError(
                    place: path,
                    problem: tr(
                        "holds nothing that can be read among {1} files", "\(members.count)"),
                    remedy: tr("see oresen info --explain for each of them"))
            return
        }
        report.files[index].format = "\(most.format).\(container)"
    }

    /// Called by readers about once a megabyte.
    ///
    /// False where the import is to stop.
    func step(_ sink: inout RecordSink, taken: Int) -> Bool {
        flush(&sink)
        if memory.isShort { end(forAll: true, ReadingMemory.failure(files[current])) }
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
        guard let document else { return Double(current + 1) / Double(files.count) }
        return document.fraction(taken: taken).map {
            (Double(current) + $0) / Double(files.count)
        }
    }

    /// Reads a document through a window, to its end or as far as the scanner wants.
    func read(_ document: Document, _ scanner: inout some WindowScanner) {
        var stream = document.stream
        // What the head holds as a whole needs no more room, and one byte to see its end.
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

    /// Asks whether the import is to stop.
    func stopAsked() -> Bool {
        if cancellation.isCancelled { wasCancelled = true }
        return isCancelled
    }

    /// The numbers that the store gave the sources of the current file's sink.
    var sourceNumbers: [UInt16] { map.sources }

    /// Takes over the waiting samples of the current file's own sink.
    func flush(_ sink: inout RecordSink) { take(&sink, &map) }

    /// Takes over the samples of a sink that holds one part of the current file.
    func take(part sink: inout RecordSink) {
        var own = RecordStore.SinkMap(sink.adopted, through: map)
        take(&sink, &own)
    }

    private func take(_ sink: inout RecordSink, _ map: inout RecordStore.SinkMap) {
        if sink.waiting > 0 { hasGrown = grown != nil }
        let before = store.taken
        store.take(&sink, &map)
        if let document, document.isArchived,
            !limit.take(
                samples: store.taken - before,
                areNamed: document.head.isXML || document.head.isJSON)
        {
            end(forAll: false, ImportError(limit.failure(files[current])))
        }
    }

    /// The samples of a metric that were handed over so far.
    func columns(_ id: MetricID) -> SampleColumns? { store.columns(id) }

    /// The records met in the documents before the current one.
    private var readBefore: Int {
        readAltogether - (documents[current].last?.tally.read ?? 0)
    }

    /// The end of a document: the last samples, and what became of its records.
    func complete(_ sink: inout RecordSink) {
        flush(&sink)
        guard let last = documents[current].indices.last else { return }
        readAltogether += sink.tally.read - documents[current][last].tally.read
        documents[current][last].tally = sink.tally
        documents[current][last].noteLatest(store, behind: countsBefore)
        guard let member = documents[current][last].member else { return }
        report.files[current].members[member].read = sink.tally.read
        report.files[current].members[member].refused = sink.tally.refused
    }

    /// The sums over a file's documents.
    private func summarize(_ index: Int, _ file: inout FileReport) {
        file.read = documents[index].reduce(0) { $0 + $1.tally.read }
        file.refused = documents[index].reduce(0) { $0 + $1.tally.refused }
        file.merged = documents[index].reduce(0) { $0 + $1.tally.merged }
        var places: [String: Int] = [:]
        file.refusals = []
        file.notes = []
        file.questions = []
        var times: [Double] = []
        for document in documents[index] {
            func place(_ text: String) -> String {
                document.path.isEmpty
                    ? text : text.isEmpty ? document.path : "\(document.path):\(text)"
            }
            for refusal in document.tally.refusals {
                if let known = places[refusal.reason] {
                    file.refusals[known].count += refusal.count
                } else {
                    places[refusal.reason] = file.refusals.count
                    file.refusals.append(
                        Refusal(
                            place: place(refusal.place), reason: refusal.reason,
                            count: refusal.count, type: refusal.type))
                }
            }
            for var question in document.tally.questions {
                // What the command line says is no question.
                if question.isAnswered, options.assumptions.settles(question.id) { continue }
                question.about = document.about
                let own = document.latest[question.id]
                if let own { question.note(latest: own.value) }
                guard let known = file.questions.firstIndex(where: { $0.isSame(as: question) })
                else {
                    file.questions.append(question)
                    times.append(own?.time ?? -.infinity)
                    continue
                }
                // Of several documents the latest value counts.
                if let own, own.time >= times[known] {
                    swap(&file.questions[known], &question)
                    times[known] = own.time
                }
                file.questions[known].merge(question)
            }
            file.notes += document.tally.notes.map {
                ImportNote(place: place($0.place), text: $0.text)
            }
        }
    }

    private func tell(read: Int, fraction: Double?, finished: Bool = false) {
        progress(
            ImportProgress(
                path: files[current], file: current, files: files.count, read: read,
                fraction: fraction,
                finished: finished))
    }

    /// Sorts and merges; nothing may be read afterwards.
    ///
    /// `settled` hears of each metric as soon as its samples are merged.
    func finish(settled: (@Sendable (HealthRecords) -> Void)? = nil) -> ImportResult {
        let finished = store
        store = RecordStore(files: files.count, order: options.order)
        return result(of: finished, isTold: true, settled: settled)
    }

    /// What there is now, sorted and merged; more may be read afterwards.
    ///
    /// `isTold` says that the progress hears of the end.
    func result(isTold: Bool) -> ImportResult { result(of: store, isTold: isTold) }

    private func result(
        of store: consuming RecordStore, isTold: Bool,
        settled: (@Sendable (HealthRecords) -> Void)? = nil
    ) -> ImportResult {
        var report = report
        report.wasCancelled = wasCancelled
        for index in report.files.indices {
            summarize(index, &report.files[index])
            report.files[index].notes += laterNotes[index, default: []]
        }
        for index in store.crowdedFiles {
            report.files[index].notes.append(
                ImportNote(
                    place: "",
                    text: tr(
                        "there are more than {1} sources; further ones of this file are one",
                        "65,000")))
        }
        let records = store.finish(&report.files, mode: options.merge, settled: settled)
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
        countsBefore = store.counts
        report.files[index].bytes = size
        report.files[index].failure = nil
    }

    /// Whether nothing could be had from a file.
    func hasFailed(_ index: Int) -> Bool {
        report.files.indices.contains(index) && report.files[index].failure != nil
    }

    /// Notes something that befell a file while it was followed.
    func note(_ index: Int, _ text: String) {
        note(index, ImportNote(place: "", text: text))
    }

    private func note(_ index: Int, _ note: ImportNote) {
        laterNotes[index, default: []].append(note)
    }
}

/// What takes records out of the bytes that a window shows.
protocol WindowScanner {
    var sink: RecordSink { get set }

    /// Whether nothing that follows is wanted.
    var isDone: Bool { get }

    /// Takes whole records and returns the index of the first byte that has to come again.
    ///
    /// `isFinal` says that nothing comes behind `end`, `isStuck` that the window cannot grow.
    mutating func scan(_ bytes: RawSpan, to end: Int, isFinal: Bool, isStuck: Bool) -> Int
}

// MARK: Documents

extension ImportSession: DocumentWalk.Visitor {
    func enter(_ container: String, bytes: Int) {
        self.container = container
        report.files[current].bytes = bytes
    }

    func visit(_ document: Document) throws(ImportError) -> Bool {
        self.document = document
        defer {
            if container == nil {
                report.files[current].bytes = document.size
            } else if container == "folder" {
                report.files[current].bytes += document.size
            }
        }
        let candidates = FormatCatalogue.candidates(document.head)
        let evidence = candidates.map(\.evidence)
        guard let format = candidates.first?.format, !document.head.bytes.isEmpty else {
            let (problem, remedy) = ForeignFiles.refusal(of: document.head)
            throw ImportError(place: document.place, problem: problem, remedy: remedy)
        }
        begin(document, format, evidence)
        let about = Answers.about(format: format.name, name: document.head.name)
        assumptions = options.answers.assumptions(about: about, over: options.assumptions)
        documents[current][documents[current].count - 1].about = about
        try format.read(document, self)
        return !stopAsked()
    }

    func exceed(_ failure: ImportError) { end(forAll: false, failure) }

    func passOver(_ path: String, _ failure: ImportError) {
        if stopAsked() { return }
        if report.files[current].members.last?.path != path {
            report.files[current].members.append(MemberReport(path: path, format: ""))
        }
        // In place: archives may have a hundred thousand members.
        let last = report.files[current].members.count - 1
        report.files[current].members[last].failure = failure.problem
        if report.files[current].members[last].read == 0 {
            report.files[current].members[last].format = ""
        }
    }

    private func begin(
        _ document: Document, _ format: any RecordFormat.Type, _ evidence: [Evidence]
    ) {
        map = RecordStore.SinkMap(of: format.program)
        var tally = DocumentTally(path: "")
        countsBefore = store.counts
        if document.isMember {
            var member = MemberReport(path: document.head.path, format: format.name)
            member.evidence = evidence
            tally.path = document.head.path
            tally.member = report.files[current].members.count
            report.files[current].members.append(member)
        } else {
            report.files[current].format = format.name
            report.files[current].evidence = evidence
        }
        documents[current].append(tally)
    }
}
