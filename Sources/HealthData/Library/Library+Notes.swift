import ChartCore
import Foundation
import GRDB
import Localization

extension Library {
    package typealias Note = LibraryNote
    package typealias Notes = LibraryNoteList

    /// All notes, the earliest first.
    package func notes() throws(LibraryError) -> Notes {
        let notes = try readBest {
            try StoredNotes.read($0)
        } isWhole: {
            $0.damages.isEmpty
        }
        let lost = salvagedDamages.filter { $0.dataset == nil && $0.subject == nil }.map(\.text)
        return Notes(all: notes.all, damages: notes.damages + lost)
    }

    /// Writes a note at a moment, or over a span if `end` is given.
    ///
    /// - Parameter metric: the metric whose chart it is for; nil for all charts.
    /// - Throws: if the text or the times cannot be kept, or nothing can be written; nothing is
    ///   changed then.
    @discardableResult
    package func addNote(
        _ text: String, from start: Double, to end: Double? = nil, metric: MetricID? = nil
    ) throws(LibraryError) -> Note {
        let now = Date().timeIntervalSince1970
        let draft = try Note(
            id: 0, start: start, end: end ?? start, metric: metric, text: text, created: now,
            changed: now
        ).sound()
        return try NoteWriting(library: self).write { try StoredNotes.insert(draft, $0) }
    }

    /// Replaces a note's text, times and metric.
    ///
    /// - Returns: the note as it is kept now.
    /// - Throws: like `addNote`, and if there is no such note; nothing is changed then.
    @discardableResult
    package func changeNote(_ note: Note) throws(LibraryError) -> Note {
        let draft = try note.sound()
        let path = path
        return try NoteWriting(library: self).write { database in
            guard let changed = try StoredNotes.replace(draft, database) else {
                throw NoteWriting.noNote(note.id, path)
            }
            return changed
        }
    }

    /// Removes a note, even a damaged one.
    ///
    /// - Throws: if there is no such note, or nothing can be written; nothing is changed then.
    package func removeNote(_ id: Int64) throws(LibraryError) {
        let path = path
        try NoteWriting(library: self).write { database in
            guard try StoredNotes.delete(id, database) else { throw NoteWriting.noNote(id, path) }
        }
    }
}
