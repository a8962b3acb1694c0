import Localization

/// The unit in which places in a file are counted.
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

/// The result for the records that a reader met: how many, which were refused and why, and what the
/// person should know.
struct ReadingTally: Sendable {
    private struct Reason {
        var text: String
        var line: Int
        var count: Int
        /// The kind of record that is unknown, if that is the reason.
        var type: String?
        /// The cell of the first record that shows the reason.
        var cell: RefusedCell?
    }

    private struct Note {
        var place: String
        /// The line, if the place is one; otherwise 0.
        var line: Int
        var text: String
    }

    /// The most reasons that a report distinguishes.
    static let mostReasons = 500
    /// The most notes that are kept; of the others only the number is reported.
    static let mostNotes = 100
    /// The most notes that are distinguished.
    static let mostCounted = 10_000

    /// The unit of places.
    var unit = PlaceUnit.line
    /// Records met.
    var read = 0
    /// Records refused.
    private(set) var refused = 0
    /// Records that the reader itself recognised as repeating another.
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
    /// `type` is the file's name for the kind of record, if the reason is that the kind is unknown.
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
    /// `line` is called only the first time.
    mutating func refuse(_ reason: Int, count: Int = 1, line: () -> Int) {
        if reasons[reason].count == 0 { reasons[reason].line = line() }
        reasons[reason].count += count
        refused += count
    }

    /// Whether no record was refused for a numbered reason yet.
    func isNew(_ reason: Int) -> Bool { reasons[reason].count == 0 }

    /// Shows the cell of the record that is refused next for a reason.
    mutating func show(_ cell: RefusedCell?, for reason: Int) { reasons[reason].cell = cell }

    /// Notes something that the person should know, once.
    mutating func note(_ place: String, line: Int = 0, _ text: String) {
        guard noted.count < ReadingTally.mostCounted, noted.insert(text.hashValue).inserted,
            collected.count < ReadingTally.mostNotes
        else { return }
        collected.append(Note(place: place, line: line, text: text))
    }

    /// Adds a question that the file leaves open, once.
    mutating func ask(_ question: OpenQuestion) {
        if !questions.contains(where: { $0.id == question.id }) { questions.append(question) }
    }

    /// Adds the tally of the part that follows, whose first line has `linesBefore` lines before it
    /// in the file.
    mutating func add(_ part: ReadingTally, linesBefore: Int) {
        read += part.read
        merged += part.merged
        for own in part.reasons where own.count > 0 {
            let number = reason(own.text, type: own.type)
            if isNew(number) { show(own.cell, for: number) }
            refuse(number, count: own.count) { own.line + linesBefore }
        }
        for question in part.questions { ask(question) }
        for own in part.collected {
            note(own.place, line: own.line > 0 ? own.line + linesBefore : 0, own.text)
        }
        // Notes that the part did not keep are added last, while there is room to count them.
        for hash in part.noted where noted.count < ReadingTally.mostCounted { noted.insert(hash) }
    }

    /// Clears the counts and notes, and keeps the numbers of the reasons.
    mutating func clear() {
        read = 0
        refused = 0
        merged = 0
        for index in reasons.indices {
            reasons[index].count = 0
            reasons[index].line = 0
            reasons[index].cell = nil
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
                type: $0.type, cell: $0.cell)
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
