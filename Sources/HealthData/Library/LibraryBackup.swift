import ChartCore
import Foundation
import GRDB
import Glibc
import Localization
import Platform
import Streams

/// Copies of a library in one file: writing them, and restoring them.
struct LibraryBackup {
    /// The library that is copied, restored, or is a backup itself.
    private let library: Library

    init(of library: Library) { self.library = library }

    /// The part of a name that marks an unfinished file.
    static let unfinished = ".part-"

    /// Removes unfinished files of killed programs from the folder of a file.
    static func sweep(folderOf file: String) {
        let folder = URL(filePath: file).deletingLastPathComponent().path
        Leftovers.sweep(folder.isEmpty ? "." : folder, marker: unfinished)
    }

    /// Removes a file that will not be finished, and the files that SQLite wrote next to it.
    static func discard(_ unfinished: String) {
        for ending in ["", "-journal"] { unlink(unfinished + ending) }
    }

    /// Writes it into one new file, with a call that waits for the disk.
    func write(to file: String, sync: (Int32) -> Int32) throws(LibraryError) {
        guard access(file, F_OK) != 0 else {
            throw LibraryError(
                place: file, problem: tr("is there already"),
                remedy: tr("name a file that is not there"), isRefusal: true)
        }
        LibraryBackup.sweep(folderOf: file)
        let unfinished = Leftovers.name(file + LibraryBackup.unfinished)
        do throws(LibraryError) {
            // Only the person can read it from the beginning, whatever the process's umask: an
            // empty file is filled as a new one would be.
            let made = open(unfinished, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
            guard made >= 0 else { throw LibraryBackup.unwritten(file) }
            Glibc.close(made)
            try copy(to: unfinished, for: file)
            try LibraryBackup.name(unfinished, file, sync)
        } catch {
            LibraryBackup.discard(unfinished)
            throw error
        }
    }

    /// Writes it into an empty file, which becomes another one.
    private func copy(to unfinished: String, for file: String) throws(LibraryError) {
        do {
            try library.connection.queue.writeWithoutTransaction { database in
                try database.execute(
                    sql: "VACUUM INTO ?", arguments: [LibraryConnection.fileName(unfinished)])
            }
        } catch  where LibraryError.isDamage(error) {
            // A part of a library is not a backup.
            throw LibraryError(
                place: library.path, problem: tr("is damaged, so no backup of it was written"),
                remedy: LibraryError.damageRemedy, isDamage: true)
        } catch {
            try LibraryError.catching(file) { throw error }
        }
    }

    /// Gives a finished file its name, and ensures that both are on the disk.
    static func name(
        _ unfinished: String, _ file: String, _ sync: (Int32) -> Int32
    ) throws(LibraryError) {
        try settle(unfinished, for: file, sync)
        // Another program may have taken the name in the meantime.
        guard renameExclusively(unfinished, to: file) else { throw unwritten(file) }
        let folder = URL(filePath: file).deletingLastPathComponent().path
        do throws(LibraryError) {
            try settle(folder.isEmpty ? "." : folder, isFolder: true, for: file, sync)
        } catch {
            // A file that may be lost with the machine is not a backup.
            unlink(file)
            throw error
        }
    }

    /// Waits until a file, or the entries of a folder, are on the disk.
    private static func settle(
        _ path: String, isFolder: Bool = false, for file: String, _ sync: (Int32) -> Int32
    ) throws(LibraryError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw unwritten(file) }
        defer { Glibc.close(descriptor) }
        // Some network disks do not support this for folders, and keep their entries anyway.
        guard sync(descriptor) == 0 || isFolder && [EINVAL, ENOTSUP].contains(errno) else {
            throw unwritten(file)
        }
    }

    /// The error that a file cannot be written, with the reason of the last system call.
    static func unwritten(_ file: String) -> LibraryError {
        LibraryError(
            place: file,
            problem: tr("cannot be written: {1}", String(cString: strerror(errno))),
            remedy: tr("see the permissions there, and whether the disk is failing"))
    }

    /// See `Library.restore`.
    static func restore(
        from file: String, in directory: String
    ) throws(LibraryError) -> String? {
        let source = try backup(file)
        defer { source.close() }
        do throws(LibraryError) {
            let library = try Library(directory, rebuilds: false)
            defer { library.close() }
            return try LibraryBackup(of: library).replace(by: source)
        } catch {
            guard error.isDamage else { throw error }
        }
        return try setAside(directory, for: source)
    }

    /// Replaces a damaged library, which is kept under another name, by the content of a backup.
    ///
    /// - Returns: that name.
    private static func setAside(
        _ directory: String, for source: Library
    ) throws(LibraryError) -> String {
        let path = Library.path(in: directory)
        let current = try LibraryError.catching(source.path) {
            try LibraryBackup(of: source).currentCopy()
        }
        return try LibraryError.catching(path) {
            let lock = try FolderLock(directory)
            defer { lock.release() }
            return try lock.alone {
                let kept = freeName(path + ".before-restore")
                try Rebuilding.replace(
                    path, by: try current?.queue ?? source.connection.queue, keeping: kept)
                return kept
            }
        }
    }

    /// A file that is a whole backup, open for reading.
    private static func backup(_ file: String) throws(LibraryError) -> Library {
        guard access(file, R_OK) == 0 else {
            throw LibraryError(
                place: file, problem: tr("cannot be read: {1}", String(cString: strerror(errno))),
                remedy: tr("name a file that oresen library backup wrote"), isRefusal: true)
        }
        do throws(LibraryError) {
            let source = try Library(file: file)
            do throws(LibraryError) {
                try LibraryBackup(of: source).expectBackup()
            } catch {
                source.close()
                throw error
            }
            return source
        } catch {
            // Damage of the backup is not damage of the library.
            throw LibraryError(
                place: error.place, problem: error.problem,
                remedy: error.isDamage || error.remedy.isEmpty
                    ? tr("take an earlier backup") : error.remedy, isRefusal: true)
        }
    }

    /// Ensures that everything in a backup is intact, and nothing else is in it.
    private func expectBackup() throws(LibraryError) {
        let id = try LibraryError.catching(library.path) {
            try library.readFile { try Int.fetchOne($0, sql: "PRAGMA application_id") ?? 0 }
        }
        guard id == LibrarySchema.applicationID else {
            throw LibraryError(
                place: library.path, problem: tr("is not a backup of a library"),
                remedy: tr("name a file that oresen library backup wrote"), isRefusal: true)
        }
        if let wrong = try library.verify().first {
            throw LibraryError(
                place: library.path, problem: tr("is damaged: {1}", wrong),
                remedy: tr("take an earlier backup"), isRefusal: true)
        }
    }

    /// Replaces everything in this library by the content of another one, in one transaction.
    ///
    /// - Returns: the file with what was there before; nil if there was nothing.
    private func replace(by source: Library) throws(LibraryError) -> String? {
        let current = try LibraryError.catching(source.path) {
            try LibraryBackup(of: source).currentCopy()
        }
        var before: String?
        var state: Int
        repeat {
            // Data that somebody else added while the backup was written belongs in it too.
            if let written = before {
                unlink(written)
                before = nil
            }
            state = try version()
            if try OwnContent.isThere(library) {
                let kept = LibraryBackup.freeName(library.path + ".before-restore")
                try library.backUp(to: kept)
                before = kept
            }
        } while try version() != state
        try LibraryError.catching(library.path) {
            // The file itself if SQLite can open it, which `expectBackup` ensured.
            try (current?.queue ?? source.connection.queue).backup(to: library.writer)
        }
        return before
    }

    /// A number that changes when another connection writes.
    private func version() throws(LibraryError) -> Int {
        try LibraryError.catching(library.path) {
            try library.writer.read { try Int.fetchOne($0, sql: "PRAGMA data_version") ?? 0 }
        }
    }

    /// The content of a backup of an earlier version, migrated in a file without a name.
    ///
    /// So nobody ever finds the library half restored. Nil if the backup is of this version.
    private func currentCopy() throws -> OwnedQueue? {
        let isCurrent = try library.readFile { database in
            try LibrarySchema.migrator.hasCompletedMigrations(database)
                && StoredCopies.missing(database) == 0
        }
        if isCurrent { return nil }
        let copy = OwnedQueue(try DatabaseQueue(path: ""))
        try library.connection.queue.backup(to: copy.queue)
        try LibrarySchema.migrator.migrate(copy.queue)
        try copy.queue.write { try StoredCopies.update($0) }
        return copy
    }

    static func freeName(_ name: String) -> String {
        var number = 1
        while access("\(name)-\(number)", F_OK) == 0 { number += 1 }
        return "\(name)-\(number)"
    }
}
