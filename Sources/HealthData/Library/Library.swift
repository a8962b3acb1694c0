import ChartCore
import Foundation
import GRDB
import Glibc
import Localization
import Synchronization

/// The person's own collection of records: one database with the data of the added files.
///
/// The originals are neither kept nor needed afterwards. Every change is one transaction: it
/// happens completely or not at all, whenever the program or the machine ends, and it is on the
/// disk when the call returns. Several programs may use one library at once. Calls block; make them
/// from a thread of your own.
///
/// Damage costs only the damaged part: if SQLite cannot go on, everything that can be found on the
/// pages is read (`SalvagedDatabase`), and the first change writes that into a new file.
package final class Library: Sendable {
    /// The sources from which it is read.
    private struct State {
        /// Nil if SQLite cannot open it at all.
        var connection: LibraryConnection?
        /// The readable content, if the library is damaged.
        var salvaged: SalvagedDatabase?
        /// Why SQLite could not read it, a sentence; nil if it could, or was not used.
        var structure: String?
        /// Events that the person should know about, a sentence each.
        var notices: [String] = []
    }

    /// The database's file.
    package let path: String
    let directory: String
    private let state: Mutex<State>
    /// The lock that every writer holds; nil if the library is open only for reading.
    private let lock: FolderLock?

    /// The file of the library in a directory.
    package static func path(in directory: String) -> String { directory + "/library.sqlite" }

    /// Whether there is a library in a directory.
    package static func exists(in directory: String) -> Bool {
        access(path(in: directory), F_OK) == 0
    }

    /// Opens the library in a directory for writing.
    ///
    /// A missing library is created, and so is the directory; nobody else can read them. A library
    /// of an earlier version is migrated to this one, and a damaged one is rewritten as far as it
    /// can be read.
    ///
    /// - Throws: if it cannot be read, belongs to another program or to a later version.
    package convenience init(directory: String) throws(LibraryError) {
        try self.init(directory, rebuilds: true)
    }

    init(_ directory: String, rebuilds: Bool) throws(LibraryError) {
        let path = Library.path(in: directory)
        self.path = path
        self.directory = directory
        try LibraryOpening.prepare(directory, path)
        let lock = try LibraryError.catching(path) { try FolderLock(directory) }
        self.lock = lock
        LibraryBackup.sweep(folderOf: path)
        let state = try LibraryError.catching(path) {
            do {
                return State(connection: try LibraryOpening.openForWriting(path, lock))
            } catch  where rebuilds && LibraryError.isDamage(error) {
                guard let kept = try lock.alone({ try Rebuilding.rebuild(path) }) else {
                    throw error
                }
                return State(
                    connection: try LibraryOpening.openForWriting(path, lock),
                    notices: [Rebuilding.notice(kept)])
            }
        }
        self.state = Mutex(state)
    }

    /// Opens the library in a directory only for reading: nothing at all is written.
    ///
    /// - Throws: if there is none, or it belongs to another program or to a later version.
    package convenience init(reading directory: String) throws(LibraryError) {
        try self.init(file: Library.path(in: directory), in: directory)
    }

    /// Opens a library in any file only for reading.
    init(file path: String, in directory: String = "") throws(LibraryError) {
        self.path = path
        self.directory = directory
        lock = nil
        let state = try LibraryError.catching(path) {
            do {
                return State(connection: try .reading(path))
            } catch  where LibraryError.isDamage(error) || LibraryError.needsIndex(error) {
                guard let found = try Library.found(at: path) else { throw error }
                return State(
                    salvaged: found,
                    structure: LibraryError.isDamage(error) ? Library.structure(error) : nil)
            }
        }
        self.state = Mutex(state)
        do throws(LibraryError) {
            let isBlank = try read { database in
                try LibraryOpening.check(database, path)
                return try LibraryOpening.isBlank(database)
            }
            // A first opening was interrupted.
            if isBlank {
                let empty = try LibraryError.catching(path) { try SalvagedDatabase() }
                self.state.withLock { $0.salvaged = empty }
            }
        } catch {
            close()
            throw error
        }
    }

    /// Releases the file; first writes the log next to it into the file, as far as nobody else is
    /// reading.
    package func close() {
        let connection = state.withLock { $0.connection }
        if lock != nil {
            connection?.bringLogIn()
        }
        connection?.close()
        lock?.release()
    }

    /// Events since it was opened that the person should know about, a sentence each.
    package var notices: [String] { state.withLock { $0.notices } }

    /// The connection that writes, for operations outside transactions.
    var writer: DatabaseQueue {
        guard let connection = state.withLock({ $0.connection }), lock != nil else {
            preconditionFailure("\(path) is open for reading only and must not be written")
        }
        return connection.queue
    }

    /// The connection; throws if SQLite cannot open the file at all.
    var connection: LibraryConnection {
        get throws {
            guard let connection = state.withLock({ $0.connection }) else {
                throw DatabaseError(resultCode: .SQLITE_CORRUPT)
            }
            return connection
        }
    }

    /// Whether nothing has been written into it yet.
    var isBlank: Bool { state.withLock { $0.salvaged?.isBlank ?? false } }

    /// Damage that no remaining row shows; empty for a library that SQLite can read.
    var salvagedDamages: [Damage] { state.withLock { $0.salvaged?.damages ?? [] } }

    // MARK: Reading

    /// Reads in one transaction, or, if the database is damaged, everything that can be found in
    /// it.
    ///
    /// `body` may run more than once.
    func read<Result>(_ body: (Database) throws -> Result) throws(LibraryError) -> Result {
        try LibraryError.catching(path) {
            if let queue = state.withLock({ $0.salvaged?.queue }) { return try queue.read(body) }
            do {
                return try readFile(body)
            } catch  where LibraryError.isDamage(error) {
                guard try salvage() else { throw error }
                state.withLock { $0.structure = Library.structure(error) }
                return try salvagedQueue.read(body)
            }
        }
    }

    /// The sentence for a file that SQLite cannot read.
    static func structure(_ error: any Error) -> String {
        let message = (error as? DatabaseError)?.message ?? tr("a row is not what was written")
        return tr("its structure is damaged: {1}", message)
    }

    /// The report on a file that is damaged although everything in it could be read, which is the
    /// case if there is no other damage.
    func structureDamages(without others: [Damage]) -> [Damage] {
        guard others.isEmpty, let text = state.withLock({ $0.structure }) else { return [] }
        return [Damage(dataset: nil, text: text)]
    }

    /// Reads, and if something is damaged reads once more everything that can be found.
    ///
    /// A damaged row that SQLite reads may have a good copy.
    func readBest<Result>(
        _ body: (Database) throws -> Result, isWhole: (Result) -> Bool
    ) throws(LibraryError) -> Result {
        let result = try read(body)
        if isWhole(result) || state.withLock({ $0.salvaged != nil }) { return result }
        guard (try? salvage()) == true else { return result }
        return try read(body)
    }

    func readFile<Result>(_ body: (Database) throws -> Result) throws -> Result {
        let connection = try connection
        do {
            return try connection.read(body)
        } catch is LibraryConnection.Changed {
            // Another program is writing to it now: read with locks.
            connection.close()
            let shared = try LibraryConnection.reading(path, isShared: true)
            state.withLock { $0.connection = shared }
            return try shared.read(body)
        } catch  where lock == nil && LibraryError.needsIndex(error) {
            // A log next to it cannot be read without writing its index: as with damage, the pages
            // themselves can be read.
            guard try salvage() else { throw error }
            return try salvagedQueue.read(body)
        }
    }

    /// Finds everything that can be read of the file; returns false if that is nothing.
    ///
    /// From then on the found data is read in place of the file.
    @discardableResult
    func salvage() throws -> Bool {
        if state.withLock({ $0.salvaged != nil }) { return true }
        guard let found = try Library.found(at: path) else { return false }
        state.withLock { $0.salvaged = found }
        return true
    }

    /// Everything that can be read of a file; nil if that is nothing.
    ///
    /// A library has a journal next to it only if the very first opening was interrupted before
    /// anything was in it. Then it is an empty one, and the next writer removes the journal.
    private static func found(at path: String) throws -> SalvagedDatabase? {
        if let found = try SalvagedDatabase(of: path) { return found }
        return FileState.exists(path + "-journal") ? try SalvagedDatabase() : nil
    }

    /// Uses the salvaged data for reading from now on.
    func take(_ found: SalvagedDatabase) { state.withLock { $0.salvaged = found } }

    private var salvagedQueue: DatabaseQueue {
        get throws {
            guard let queue = state.withLock({ $0.salvaged?.queue }) else {
                throw DatabaseError(resultCode: .SQLITE_CORRUPT)
            }
            return queue
        }
    }

    // MARK: Writing

    /// Writes in one transaction, which is on the disk when this returns.
    ///
    /// A damaged database is rewritten first, as far as it can be read; `body` may then run once
    /// more.
    func write<Result>(_ body: (Database) throws -> Result) throws(LibraryError) -> Result {
        try LibraryError.catching(path) {
            do {
                return try writeOnce(body)
            } catch  where LibraryError.isDamage(error) {
                guard try rebuild() else { throw error }
                return try writeOnce(body)
            }
        }
    }

    private func writeOnce<Result>(_ body: (Database) throws -> Result) throws -> Result {
        guard let lock else {
            preconditionFailure("\(path) is open for reading only and must not be written")
        }
        var current = state.withLock { $0.connection }
        if current?.isCurrent != true {
            // Another program has rewritten it.
            current?.close()
            current = try LibraryOpening.openForWriting(path, lock)
            state.withLock { $0 = State(connection: current, notices: $0.notices) }
        }
        guard let connection = current else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
        let result = try connection.queue.write(body)
        // The data salvaged before is no longer complete.
        state.withLock {
            $0.salvaged = nil
            $0.structure = nil
        }
        return result
    }

    /// Writes what can be read into a new file, if the database is damaged; the damaged file is
    /// kept next to it.
    ///
    /// - Returns: whether it was damaged and is whole now.
    func rebuild() throws -> Bool {
        guard let lock else { return false }
        let connection = state.withLock { $0.connection }
        connection?.bringLogIn()
        connection?.close()
        let kept = try lock.alone { try Rebuilding.rebuild(path) }
        let opened = try LibraryOpening.openForWriting(path, lock)
        state.withLock {
            $0.connection = opened
            $0.salvaged = nil
            $0.structure = nil
            if let kept { $0.notices.append(Rebuilding.notice(kept)) }
        }
        return kept != nil
    }
}
