import ChartCore
import Foundation
import GRDB
import Localization

extension Library {
    /// A person's own words about a moment or a span of time: "began lisinopril 5 mg", "flu".
    package struct Note: Sendable, Hashable, Identifiable {
        /// The longest text that a note may have, in Unicode scalars.
        package static let longestText = 1000

        package let id: Int64
        /// When it begins, in seconds since 1970.
        package var start: Double
        /// When it ends; the same as `start` for a moment.
        package var end: Double
        /// The metric whose chart it is for; nil for the charts of all.
        package var metric: MetricID?
        /// One line.
        package var text: String
        /// When it was written, in seconds since 1970.
        package let created: Double
        /// When it was last changed; the same as `created` where it never was.
        package let changed: Double

        /// A note put together, as a library would hold it.
        package init(
            id: Int64, start: Double, end: Double, metric: MetricID? = nil, text: String,
            created: Double, changed: Double
        ) {
            (self.id, self.start, self.end) = (id, start, end)
            (self.metric, self.text) = (metric, text)
            (self.created, self.changed) = (created, changed)
        }

        /// Whether it is about a moment, and no span.
        package var isMoment: Bool { end == start }

        /// Whether it belongs on the chart of a metric.
        package func concerns(_ metric: MetricID) -> Bool { self.metric ?? metric == metric }
    }

    /// The notes of a library.
    package struct Notes: Sendable {
        /// All that can be read, in the order of their times.
        package let all: [Note]
        /// Those that are damaged and are not among them, a sentence each.
        package let damages: [String]
    }

    /// All notes, the earliest first.
    package func notes() throws(LibraryError) -> Notes {
        let notes = try readBest {
            try StoredNotes.read($0)
        } isWhole: {
            $0.damages.isEmpty
        }
        let lost = salvagedDamages.filter { $0.dataset == nil }.map(\.text)
        return Notes(all: notes.all, damages: notes.damages + lost)
    }

    /// Writes a note at a moment, or over a span where `end` is given.
    ///
    /// - Parameter metric: the one whose chart it is for; nil for the charts of all.
    /// - Throws: where the text or the times are none that are kept, or nothing can be written;
    ///   nothing is changed then.
    @discardableResult
    package func addNote(
        _ text: String, from start: Double, to end: Double? = nil, metric: MetricID? = nil
    ) throws(LibraryError) -> Note {
        let now = Date().timeIntervalSince1970
        let draft = try Library.sound(
            Note(
                id: 0, start: start, end: end ?? start, metric: metric, text: text, created: now,
                changed: now))
        return try writing { try StoredNotes.insert(draft, $0) }
    }

    /// Puts a note's text, times and metric in the place of those that it had.
    ///
    /// - Returns: the note as it is kept now.
    /// - Throws: as `addNote`, and where there is no such note; nothing is changed then.
    @discardableResult
    package func changeNote(_ note: Note) throws(LibraryError) -> Note {
        let draft = try Library.sound(note)
        let path = path
        return try writing { database in
            guard let changed = try StoredNotes.replace(draft, database) else {
                throw Library.noNote(note.id, path)
            }
            return changed
        }
    }

    /// Takes a note out, a damaged one too.
    ///
    /// - Throws: where there is no such note, or nothing can be written; nothing is changed then.
    package func removeNote(_ id: Int64) throws(LibraryError) {
        let path = path
        try writing { database in
            guard try StoredNotes.delete(id, database) else { throw Library.noNote(id, path) }
        }
    }

    /// Whether there is any dataset or note, be it a damaged one.
    func holdsAnything() throws(LibraryError) -> Bool {
        if try !datasets().isEmpty { return true }
        return try read { try StoredNotes.count($0) > 0 }
    }

    private static func noNote(_ id: Int64, _ path: String) -> LibraryError {
        LibraryError(
            place: path, problem: tr("holds no note {1}", "\(id)"),
            remedy: tr("see oresen library notes"), isRefusal: true)
    }

    /// Changes notes in one transaction; what was there before leaves the disk as well.
    private func writing<Result>(
        _ body: (Database) throws -> Result
    ) throws(LibraryError) -> Result {
        let result = try write { database in
            // What a person removes is overwritten, not only freed. Unlike the removal of a
            // dataset, this does not rewrite the whole file.
            try database.execute(sql: "PRAGMA secure_delete = ON")
            let result = try body(database)
            try StoredCopies.updateNotes(database)
            return result
        }
        // While somebody is reading, the log is left, and emptied later.
        try? writer.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
        return result
    }

    /// A note as it is kept: without blanks around its text.
    ///
    /// - Throws: where it cannot be kept, with why.
    private static func sound(_ note: Note) throws(LibraryError) -> Note {
        func refusal(_ problem: String, _ remedy: String) -> LibraryError {
            LibraryError(place: tr("note"), problem: problem, remedy: remedy, isRefusal: true)
        }
        var note = note
        note.text = note.text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !note.text.isEmpty else {
            throw refusal(tr("nothing is written in it"), tr("write what it is to say"))
        }
        let count = note.text.unicodeScalars.count
        guard count <= Note.longestText else {
            throw refusal(
                tr(
                    "has {1} characters, and may have {2}", "\(count)", "\(Note.longestText)"),
                tr("say it in fewer words, or in two notes"))
        }
        guard note.text.unicodeScalars.allSatisfy({ !$0.properties.breaksLine }) else {
            throw refusal(tr("has several lines"), tr("write it in one line"))
        }
        guard note.end >= note.start else {
            throw refusal(SoundTime.backwards, tr("give the times the other way round"))
        }
        guard SoundTime.contains(from: note.start, to: note.end) else {
            throw refusal(SoundTime.reason, tr("give another date"))
        }
        if let metric = note.metric {
            guard Metric(metric) != nil else {
                throw refusal(
                    tr("there is no metric '{1}'", metric.rawValue),
                    tr("leave it out, so that the note is on all charts"))
            }
        }
        return note
    }
}

extension Unicode.Scalar.Properties {
    /// Whether it is no sign, but a control or the end of a line.
    fileprivate var breaksLine: Bool {
        switch generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}
