import HealthData

/// An edit of the notes of a library.
enum NoteEdit: Sendable {
    case add(Library.Note)
    case change(Library.Note)
    case remove(Library.Note.ID)

    /// Performs the edit, and returns all notes after it.
    func perform(in directory: String) throws(LibraryError) -> [Library.Note] {
        let library = try Library(directory: directory)
        defer { library.close() }
        switch self {
        case .add(let note):
            try library.addNote(note.text, from: note.start, to: note.end, metric: note.metric)
        case .change(let note): try library.changeNote(note)
        case .remove(let id): try library.removeNote(id)
        }
        return try library.notes().all
    }
}
