import GRDB
import Localization
import Platform

/// Why the library could not be read or written, with its place and a remedy.
package struct LibraryError: ReportableError, Hashable {
    package let place: String
    package let problem: String
    package let remedy: String
    /// Whether the request is not possible with these files, while the library is intact.
    package let isRefusal: Bool
    /// Whether the database itself is damaged.
    let isDamage: Bool

    init(
        place: String, problem: String, remedy: String = "", isRefusal: Bool = false,
        isDamage: Bool = false
    ) {
        self.isDamage = isDamage
        self.place = place
        self.problem = problem
        self.remedy = remedy
        self.isRefusal = isRefusal
    }

    /// A name that matches no dataset or several.
    package static func unclear(_ name: String, matches: Int, _ library: Library) -> LibraryError {
        LibraryError(
            place: library.path,
            problem: matches == 0
                ? tr("holds no dataset {1}", name)
                : tr("holds {1} datasets that are called {2}", "\(matches)", name),
            remedy: tr("name the number that oresen library list shows"), isRefusal: true)
    }

    /// A file that is not read because an earlier one could not be kept.
    package static func notTried(_ file: String) -> LibraryError {
        LibraryError(
            place: file, problem: tr("was not read, because of what went wrong before"),
            remedy: tr("open it again"))
    }

    /// A file that no longer has its former content.
    static func otherFile(_ file: String) -> LibraryError {
        LibraryError(
            place: file,
            problem: tr("has changed since it was added, so its former data is kept"),
            remedy: tr("remove its data from the library and add the file again"), isRefusal: true)
    }

    /// A file that is to be read again and is missing.
    package static func gone(_ file: String) -> LibraryError {
        LibraryError(
            place: file, problem: tr("cannot be read any more, so nothing was changed"),
            remedy: tr("put it back, or remove it from the library, and answer again"),
            isRefusal: true)
    }

    /// A file that gave nothing.
    init(_ failure: ImportError) {
        self.init(
            place: failure.place, problem: failure.problem, remedy: failure.remedy,
            isRefusal: true)
    }

    /// An error reported by a database.
    private init(_ error: DatabaseError, _ path: String) {
        let message = error.message ?? ""
        switch error.resultCode {
        case .SQLITE_FULL:
            self.init(
                place: path, problem: tr("the disk is full; the library is unchanged"),
                remedy: tr("make room and try again"))
        case .SQLITE_IOERR:
            self.init(
                place: path,
                problem: tr(
                    "cannot be read or written: {1}; its former content is intact", message),
                remedy: tr("see whether the disk is full or failing"))
        case .SQLITE_CORRUPT, .SQLITE_NOTADB:
            self.init(
                place: path, problem: tr("is damaged: {1}", message),
                remedy: Self.damageRemedy, isDamage: true)
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            self.init(
                place: path, problem: tr("another program has been writing to it for too long"),
                remedy: tr("wait for it, or end it"))
        case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH:
            self.init(
                place: path, problem: tr("may not be written to"),
                remedy: tr("see its permissions, or use another with --library"))
        case .SQLITE_CANTOPEN:
            self.init(
                place: path, problem: tr("cannot be opened"),
                remedy: tr("see its permissions, or use another with --library"))
        case .SQLITE_ERROR:
            self.init(
                place: path, problem: tr("is damaged: {1}", message), remedy: Self.damageRemedy,
                isDamage: true)
        default:
            self.init(place: path, problem: tr("the database failed: {1}", message))
        }
    }

    /// Whether an error means that the database is damaged.
    ///
    /// The program's queries are right, so a table or column that is missing is damage to the
    /// schema.
    static func isDamage(_ error: any Error) -> Bool {
        switch error {
        case let error as DatabaseError:
            switch error.resultCode {
            case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_ERROR: true
            case .SQLITE_IOERR:
                [.SQLITE_IOERR_READ, .SQLITE_IOERR_SHORT_READ, .SQLITE_IOERR_CORRUPTFS].contains(
                    error.extendedResultCode)
            default: false
            }
        case is PackedReader.Malformed, is RowDecodingError: true
        case let failure as LibraryError: failure.isDamage
        default: false
        }
    }

    /// Whether an error means that the database has a log whose index cannot be written.
    static func needsIndex(_ error: any Error) -> Bool {
        guard let error = error as? DatabaseError else { return false }
        return [.SQLITE_CANTOPEN, .SQLITE_READONLY].contains(error.resultCode)
    }

    /// The remedy for damage.
    package static var damageRemedy: String {
        tr(
            "add its files again or restore a backup; oresen library salvage writes the good part into a new library"
        )
    }

    private static func damaged(_ path: String) -> LibraryError {
        LibraryError(
            place: path, problem: tr("is damaged: a row is not what was written"),
            remedy: Self.damageRemedy, isDamage: true)
    }

    /// Runs a body that uses the database at `path`; turns every error into a `LibraryError`.
    static func catching<Result>(
        _ path: String, _ body: () throws -> Result
    ) throws(LibraryError) -> Result {
        do {
            return try body()
        } catch let failure as LibraryError {
            throw failure
        } catch let error as DatabaseError {
            throw LibraryError(error, path)
        } catch is PackedReader.Malformed {
            throw damaged(path)
        } catch is RowDecodingError {
            throw damaged(path)
        } catch {
            throw LibraryError(place: path, problem: "\(error)")
        }
    }
}
