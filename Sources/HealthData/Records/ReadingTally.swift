import Localization

/// What the places in a file are counted in.
enum PlaceUnit: Sendable, Hashable {
    case line
    case byte
    /// A record, the first being 1.
    case record
    /// A row of a table of a database.
    case row(table: String)

    /// A place in the person's language.
    func text(_ number: Int) -> String {
        switch self {
        case .line: tr("line {1}", "\(number)")
        case .byte: tr("byte {1}", "\(number)")
        case .record: tr("record {1}", "\(number)")
        case .row(let table): tr("{1} row {2}", table, "\(number)")
        }
    }
}

/// What became of the records that a reader met: how many, which were refused and why, and what the
/// person should know.
struct ReadingTally: Sendable {
    private struct Reason {
        var text: String
        var line: Int
        var count: Int
        /// The kind of record that is not known, where that is the reason.
        var type: String?
    }

    private struct Note {
        var place: String
        /// The line, where the place is one; 0 where it is not.
        var line: Int
        var text: String
    }

    /// At most so many reasons are told apart in a report.
    static let mostReasons = 500
    /// At most so many notes are kept; of the others it is said how many there are.
    static let mostNotes = 100
    /// At most so many notes are told from one another.
    static let mostCounted = 10_000

    /// What places are counted in.
    var unit = PlaceUnit.line
    /// Records met.
    var read = 0
    /// Records refused.
    private(set) var refused = 0
    /// Records that the reader itself saw to repeat another.
    var merged = 0
    private var reasons: [Reason] = []
    private var reasonNumbers: [String: Int] = [:]
    private var collected: [Note] = []
    /// The hashes of the texts of all notes, kept or not.
    private var noted: Set<Int> = []
    /// What the file leaves open.
    private(set) var questions: [OpenQuestion] = []

    /// The number of a reason for refusing.
    ///
    /// `type` is what the file calls the kind of record, where that it is not known is the reason.
    mutating func reason(_ text: String, type: String? = nil) -> Int {
        if let number = reasonNumbers[text] { return number }
        if reasons.count == ReadingTally.mostReasons {
            reasons.append(Reason(text: tr("other reasons"), line: 0, count: 0))
        }
        if reasons.count > ReadingTally.mostReasons { return ReadingTally.mostReasons }
        reasonNumbers[text] = reasons.count
        reasons.append(Reason(text: text, line: 0, count: 0, type: type))
        return reasons.count - 1
    }

    /// Refuses `count` met records for a numbered reason.
    ///
    /// `line` is asked for only the first time.
    mutating func refuse(_ reason: Int, count: Int = 1, line: () -> Int) {
        if reasons[reason].count == 0 { reasons[reason].line = line() }
        reasons[reason].count += count
        refused += count
    }

    /// Notes something that the person should know, once.
    mutating func note(_ place: String, line: Int = 0, _ text: String) {
        guard noted.count < ReadingTally.mostCounted, noted.insert(text.hashValue).inserted,
            collected.count < ReadingTally.mostNotes
        else { return }
        collected.append(Note(place: place, line: line, text: text))
    }

    /// Takes down what the file leaves open, once.
    mutating func ask(_ question: OpenQuestion) {
        if !questions.contains(where: { $0.id == question.id }) { questions.append(question) }
    }

    /// Adds what was met behind the records of this tally, in a part before which the file has so
    /// many lines.
    mutating func add(_ part: ReadingTally, linesBefore: Int) {
        read += part.read
        merged += part.merged
        for own in part.reasons where own.count > 0 {
            refuse(reason(own.text, type: own.type), count: own.count) { own.line + linesBefore }
        }
        for question in part.questions { ask(question) }
        for own in part.collected {
            note(own.place, line: own.line > 0 ? own.line + linesBefore : 0, own.text)
        }
        // Those that the part did not keep come behind as many as are kept here.
        for hash in part.noted where noted.count < ReadingTally.mostCounted { noted.insert(hash) }
    }

    /// Forgets the counts and notes, and keeps the numbers of the reasons.
    mutating func clear() {
        read = 0
        refused = 0
        merged = 0
        for index in reasons.indices {
            reasons[index].count = 0
            reasons[index].line = 0
        }
        collected = []
        noted = []
        questions = []
    }

    /// The refusals, by the place of their first record.
    var refusals: [Refusal] {
        reasons.filter { $0.count > 0 }.sorted { $0.line < $1.line }.map {
            Refusal(
                place: $0.line > 0 ? unit.text($0.line) : "", reason: $0.text, count: $0.count,
                type: $0.type)
        }
    }

    /// The notes, and how many more there are.
    var notes: [ImportNote] {
        var notes = collected.map {
            ImportNote(place: $0.line > 0 ? unit.text($0.line) : $0.place, text: $0.text)
        }
        let more = noted.count - collected.count
        if noted.count == ReadingTally.mostCounted {
            let least = LocaleFormat.current.number(more)
            notes.append(ImportNote(place: "", text: tr("… and at least {1} more", least)))
        } else if more > 0 {
            notes.append(
                ImportNote(place: "", text: trn("… and {n} more", "… and {n} more", count: more)))
        }
        return notes
    }
}
