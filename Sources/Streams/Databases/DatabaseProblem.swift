import CSQLite
import Localization

/// The error messages for databases.
enum DatabaseProblem {
    /// SQLite on this machine lacks a feature that protects a connection.
    static func missing(_ place: String) -> StreamError {
        StreamError(
            place: place, problem: tr("this version of SQLite cannot guard against a foreign file"),
            remedy: tr("install SQLite 3.31 or later"))
    }

    /// The largest number of characters of a message that is displayed: it quotes the file.
    private static let longestMessage = 200

    /// Why a statement failed.
    ///
    /// - Parameters:
    ///   - code: SQLite's result code.
    ///   - said: SQLite's message.
    ///   - end: why the watch ended the statement; nil if it did not.
    static func of(
        _ code: Int32, _ message: String, end: DatabaseWatch.End?, place: String
    ) -> StreamError {
        let again = tr("copy or export it again")
        switch end {
        case .cancelled:
            return StreamError(
                place: place, problem: tr("was not read to its end"), remedy: tr("open it again"))
        case .tooMuchWork: return tooManyRows(place)
        case .tooMuchMemory:
            return StreamError(
                place: place, problem: tr("the database needs more memory than any real one"),
                remedy: again)
        case nil: break
        }
        let problem =
            switch code & 0xff {
            case SQLITE_NOTADB: tr("is encrypted, or is not a complete database")
            case SQLITE_TOOBIG:
                tr("the database has a text or a definition that is too long to be a real one")
            default: tr("the database is damaged: {1}", String(message.prefix(longestMessage)))
            }
        return StreamError(place: place, problem: problem, remedy: again)
    }

    /// The pages of a file lead to more rows than fit into it.
    static func tooManyRows(_ place: String) -> StreamError {
        StreamError(
            place: place,
            problem: tr("the database leads to more rows than a file of its size can hold"),
            remedy: tr("it is damaged or was made to mislead; export it again"))
    }

    /// There are more tables than any program makes.
    static func tooManyTables(_ place: String) -> StreamError {
        StreamError(
            place: place, problem: tr("the database has more tables than any real one"),
            remedy: tr("copy or export it again"))
    }
}
