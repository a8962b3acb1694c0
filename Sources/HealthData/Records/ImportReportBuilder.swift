import Localization

/// Collects the results for the files of an import while they are read.
final class ImportReportBuilder {
    private let files: [String]
    private let assumptions: Assumptions
    private var report = ImportReport()
    /// The results for the records of every document, by file.
    private var documents: [[DocumentTally]] = []
    /// The records met in all documents that were completed.
    private var readAltogether = 0
    /// The kind of container of the current file's documents.
    private var container: String?
    private var laterNotes: [Int: [ImportNote]] = [:]

    /// The result for one document.
    private struct DocumentTally {
        var tally = ReadingTally()
        /// The path inside an archive or folder, and the name of the part; empty for a whole file.
        var path: String
        /// The path of the document.
        var base = ""
        /// The key under which answers to its questions are remembered.
        var about = ""
        /// The document's entry among the file's members.
        var member: Int?
        /// The latest value that each of its questions concerns, and its time.
        var latest: [String: (time: Double, value: Double)] = [:]

        /// Records the latest values that its questions concern.
        mutating func noteLatest(_ latest: (OpenQuestion) -> (time: Double, value: Double)?) {
            for question in tally.questions {
                guard let new = latest(question),
                    new.time >= self.latest[question.id]?.time ?? -.infinity
                else { continue }
                self.latest[question.id] = new
            }
        }
    }

    /// - Parameter assumptions: what the person specified beforehand; it leaves no question open.
    init(files: [String], assumptions: Assumptions) {
        self.files = files
        self.assumptions = assumptions
    }

    // MARK: Files

    /// Begins a file.
    func begin(file index: Int) {
        container = nil
        report.files.append(FileReport(path: files[index], format: "unknown", bytes: 0))
        documents.append([])
    }

    /// Whether a file had any record.
    func hasRecords(_ index: Int) -> Bool {
        documents[index].contains { $0.tally.read > 0 }
    }

    /// Records why a file, or the rest of it, cannot be read.
    func fail(_ index: Int, _ failure: ImportError) {
        // If only a part cannot be read, the file as a whole has not failed.
        if hasRecords(index) {
            note(index, ImportNote(place: failure.place, text: failure.problem))
        } else {
            report.files[index].failure = failure
        }
    }

    /// Records why a file was not read at all.
    func refuse(_ index: Int, _ failure: ImportError) { report.files[index].failure = failure }

    /// Reports that a file was not read to its end, and how much was read.
    func cutShort(_ index: Int, _ failure: ImportError) {
        guard hasRecords(index) else {
            report.files[index].failure = failure
            return
        }
        report.files[index].cutShort = failure
        let text = tr("{1}: reading stopped here; everything before it was read", failure.problem)
        note(index, ImportNote(place: "", text: text))
    }

    /// Returns to a file, to continue reading at its former end.
    func resume(_ index: Int, size: Int) {
        report.files[index].bytes = size
        report.files[index].failure = nil
    }

    /// Whether a file gave nothing.
    func hasFailed(_ index: Int) -> Bool {
        report.files.indices.contains(index) && report.files[index].failure != nil
    }

    /// Notes an event of a file that is being followed.
    func note(_ index: Int, _ text: String) {
        note(index, ImportNote(place: "", text: text))
    }

    private func note(_ index: Int, _ note: ImportNote) {
        laterNotes[index, default: []].append(note)
    }

    // MARK: Documents

    /// Enters an archive or a folder that holds a file's documents.
    func enter(_ index: Int, container: String, bytes: Int) {
        self.container = container
        report.files[index].bytes = bytes
    }

    /// Begins a document of a file.
    ///
    /// - Parameters:
    ///   - format: the name of its format.
    ///   - about: the key under which answers to its questions are remembered.
    func begin(
        _ index: Int, _ document: Document, format: String, evidence: [Evidence], about: String
    ) {
        var tally = DocumentTally(path: "")
        tally.about = about
        if document.isMember {
            var member = MemberReport(path: document.head.path, format: format)
            member.evidence = evidence
            tally.path = document.head.path
            tally.base = tally.path
            tally.member = report.files[index].members.count
            report.files[index].members.append(member)
        } else {
            report.files[index].format = format
            report.files[index].evidence = evidence
        }
        documents[index].append(tally)
    }

    /// Begins a part of the current document of a file.
    ///
    /// - Parameter name: its name in the places of the report.
    func begin(_ index: Int, part name: String) {
        guard let last = documents[index].last else { return }
        var tally = DocumentTally(path: last.base.isEmpty ? name : "\(last.base):\(name)")
        tally.base = last.base
        tally.about = last.about
        tally.member = last.member
        documents[index].append(tally)
    }

    /// Ends the examination of a document of a file, whatever the result.
    func end(_ index: Int, _ document: Document) {
        if container == nil {
            report.files[index].bytes = document.size
        } else if container == "folder" {
            report.files[index].bytes += document.size
        }
    }

    /// Records that a member of a file is not read.
    func passOver(_ index: Int, _ path: String, _ failure: ImportError) {
        if report.files[index].members.last?.path != path {
            report.files[index].members.append(MemberReport(path: path, format: ""))
        }
        // In place: archives may have a hundred thousand members.
        let last = report.files[index].members.count - 1
        report.files[index].members[last].failure = failure.problem
        report.files[index].members[last].remedy = failure.remedy
        if report.files[index].members[last].read == 0 {
            report.files[index].members[last].format = ""
        }
    }

    /// The records met in the documents before the current one of a file.
    func readBefore(_ index: Int) -> Int {
        readAltogether - (documents[index].last?.tally.read ?? 0)
    }

    /// Counts the results for the records of a document.
    ///
    /// - Parameter latest: the latest value that a question concerns, from the samples of the
    ///   document.
    func complete(
        _ index: Int, _ tally: ReadingTally,
        latest: (OpenQuestion) -> (time: Double, value: Double)?
    ) {
        guard let last = documents[index].indices.last else { return }
        readAltogether += tally.read - documents[index][last].tally.read
        let before = documents[index][last].tally
        documents[index][last].tally = tally
        documents[index][last].noteLatest(latest)
        guard let member = documents[index][last].member else { return }
        report.files[index].members[member].read += tally.read - before.read
        report.files[index].members[member].refused += tally.refused - before.refused
    }

    /// Names the format of an archive or folder after that of most of its records.
    ///
    /// - Parameter recordings: the formats whose documents count as one recording each, however
    ///   many readings they contain.
    func settleFormat(_ index: Int, recordings: Set<String>, wasCancelled: Bool) {
        guard let container else { return }
        let members = report.files[index].members
        let known = members.filter { !$0.format.isEmpty }
        func weight(_ member: MemberReport) -> Int {
            recordings.contains(member.format) ? min(member.read, 1) : member.read
        }
        guard let most = known.max(by: { weight($0) < weight($1) }) else {
            report.files[index].format = container
            guard report.files[index].failure == nil, !wasCancelled else { return }
            report.files[index].failure = ImportReportBuilder.emptyContainer(
                files[index], members)
            return
        }
        report.files[index].format = "\(most.format).\(container)"
    }

    /// Why an archive or a folder gave nothing: the reasons of its members.
    private static func emptyContainer(_ path: String, _ members: [MemberReport]) -> ImportError {
        let remedy = tr("give an export of health records or a table (CSV)")
        if members.count == 1, let only = members.first, let failure = only.failure {
            return ImportError(
                place: "\(path):\(only.path)", problem: failure, remedy: only.remedy ?? remedy)
        }
        var reasons: [(text: String, count: Int)] = []
        var numbers: [String: Int] = [:]
        for member in members {
            guard let failure = member.failure else { continue }
            let number = numbers[failure] ?? reasons.count
            numbers[failure] = number
            if number == reasons.count {
                reasons.append((tr("{1} {2}", member.path, failure), 0))
            }
            reasons[number].count += 1
        }
        let problem = tr("holds nothing that can be read among {1} files", "\(members.count)")
        return ImportError(
            place: path,
            problem: reasons.isEmpty
                ? problem : tr("{1}: {2}", problem, ImportReport.list(reasons)),
            remedy: remedy)
    }

    // MARK: The report

    /// The report, with the sums over the documents of each file.
    ///
    /// - Parameter crowded: the files with sources that had to share one number.
    func finished(wasCancelled: Bool, crowded: [Int]) -> ImportReport {
        var report = report
        report.wasCancelled = wasCancelled
        for index in report.files.indices {
            summarize(index, &report.files[index])
            report.files[index].notes += laterNotes[index, default: []]
        }
        for index in crowded {
            report.files[index].notes.append(
                ImportNote(
                    place: "",
                    text: tr(
                        "there are more than {1} sources; further ones of this file are one",
                        "65,000")))
        }
        return report
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
                            count: refusal.count, type: refusal.type, cell: refusal.cell))
                }
            }
            for var question in document.tally.questions {
                // What the command line specifies is not an open question.
                if question.isAnswered, assumptions.settles(question.id) { continue }
                question.about = document.about
                let own = document.latest[question.id]
                if let own { question.note(latest: own.value) }
                guard let known = file.questions.firstIndex(where: { $0.isSame(as: question) })
                else {
                    file.questions.append(question)
                    times.append(own?.time ?? -.infinity)
                    continue
                }
                // Among several documents the latest value counts.
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
}
