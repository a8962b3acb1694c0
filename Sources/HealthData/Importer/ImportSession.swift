import Localization
import Platform
import Streams

/// The loop of an import: walks through the files, finds each document's format, and reads it.
final class ImportSession {
    let options: ImportOptions
    /// The output for the readers.
    let output: RecordOutput
    private let files: [String]
    private let report: ImportReportBuilder
    private let cancellation: Cancellation

    init(
        files: [String], options: ImportOptions, follows: Bool = false,
        progress: @escaping (ImportProgress) -> Void,
        grown: ((() -> HealthRecords) -> Void)?, cancellation: Cancellation
    ) {
        self.files = files
        self.options = options
        self.cancellation = cancellation
        report = ImportReportBuilder(files: files, assumptions: options.assumptions)
        output = RecordOutput(
            files: files, options: options, follows: follows, report: report,
            progress: progress, grown: grown, cancellation: cancellation)
    }

    /// Whether the person cancelled the reading.
    var wasCancelled: Bool { output.wasCancelled }

    // MARK: Files

    /// Reads one of the files.
    func read(_ index: Int) {
        read(index) { walk throws(ImportError) in try walk.run() }
    }

    /// Reads one of the files, which is already open.
    func read(_ index: Int, _ file: InputFile) {
        read(index) { walk throws(ImportError) in try walk.run(file) }
    }

    /// Reads one of the files, which is already open, with a given format.
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
            report.begin(index, document, format: format.name, evidence: [], about: "")
            output.begin(document, program: format.program)
            try format.read(document, output)
        }
    }

    private func read(_ index: Int, _ body: (DocumentWalk) throws(ImportError) -> Void) {
        report.begin(file: index)
        guard output.begin(file: index) else {
            return report.refuse(index, ReadingMemory.notRead(files[index]))
        }
        do throws(ImportError) {
            guard index < RecordStore.mostFiles else {
                throw ImportError(
                    place: files[index], problem: tr("there are too many files to read at once"),
                    remedy: tr("give the folder that they are in"))
            }
            try body(DocumentWalk(files[index], self, limit: output.limit, cancellation))
        } catch {
            if !output.stopAsked() { report.fail(index, error) }
        }
        output.endFile()
        if let ending = output.ending, !output.wasCancelled {
            report.cutShort(index, ending.failure)
        }
        report.settleFormat(
            index, recordings: FormatCatalogue.recordings, wasCancelled: output.isCancelled)
    }

    // MARK: The end

    /// Sorts and merges; nothing may be read afterwards.
    ///
    /// `settled` is called for each metric as soon as its samples are merged.
    func finish(settled: (@Sendable (HealthRecords) -> Void)? = nil) -> ImportResult {
        result(of: output.takeStore(), reportsEnd: true, settled: settled)
    }

    /// The records so far, sorted and merged; more may be read afterwards.
    ///
    /// `reportsEnd` means that the progress reports the end.
    func result(reportsEnd: Bool) -> ImportResult {
        result(of: output.storeSoFar, reportsEnd: reportsEnd)
    }

    private func result(
        of store: consuming RecordStore, reportsEnd: Bool,
        settled: (@Sendable (HealthRecords) -> Void)? = nil
    ) -> ImportResult {
        var report = report.finished(
            wasCancelled: output.wasCancelled, crowded: store.crowdedFiles)
        let records = store.finish(&report.files, mode: options.merge, settled: settled)
        if !files.isEmpty, reportsEnd {
            output.reportProgress(
                read: report.files.reduce(0) { $0 + $1.read }, fraction: 1, finished: true)
        }
        return ImportResult(records: records, report: report)
    }

    // MARK: Following

    /// Reads a followed file on from its end; returns whether there was a complete row.
    func readOn(_ index: Int, _ file: InputFile) -> Bool {
        guard output.tail(index) != nil else { return false }
        report.resume(index, size: file.size)
        return output.readOn(index, file)
    }

    /// Whether nothing could be read from a file.
    func hasFailed(_ index: Int) -> Bool { report.hasFailed(index) }

    /// Notes an event of a file while it was followed.
    func note(_ index: Int, _ text: String) { report.note(index, text) }
}

// MARK: Documents

extension ImportSession: DocumentWalk.Visitor {
    func enter(_ container: String, bytes: Int) {
        report.enter(output.currentFile, container: container, bytes: bytes)
    }

    func visit(_ document: Document) throws(ImportError) -> Bool {
        let index = output.currentFile
        defer { report.end(index, document) }
        let candidates = FormatCatalogue.candidates(document.head)
        guard let format = candidates.first?.format, !document.head.bytes.isEmpty else {
            let (problem, remedy) = ForeignFiles.refusal(of: document.head)
            throw ImportError(place: document.place, problem: problem, remedy: remedy)
        }
        let about = Answers.about(format: format, name: document.head.name)
        report.begin(
            index, document, format: format.name, evidence: candidates.map(\.evidence),
            about: about)
        output.begin(document, program: format.program)
        output.assume(options.answers.assumptions(about: about, over: options.assumptions))
        try format.read(document, output)
        return !output.stopAsked()
    }

    func exceed(_ failure: ImportError) { output.end(forAll: false, failure) }

    func passOver(_ path: String, _ failure: ImportError) {
        if output.stopAsked() { return }
        report.passOver(output.currentFile, path, failure)
    }
}
