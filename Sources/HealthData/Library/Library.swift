import ChartCore
import Foundation
import GRDB
import Glibc
import Localization

/// The person's own collection of records: one database that holds what files brought.
///
/// The originals are neither kept nor needed afterwards. Everything that changes it is one
/// transaction: it happens wholly or not at all, whenever the program or the machine ends. Several
/// programs may use one library at once. Calls block; make them from a thread of your own.
public final class Library: Sendable {
    /// The database's file.
    public let path: String
    private let directory: String
    let pool: DatabasePool

    /// The file of the library in a directory.
    public static func path(in directory: String) -> String { directory + "/library.sqlite" }

    /// Whether there is a library in a directory.
    public static func exists(in directory: String) -> Bool {
        access(path(in: directory), F_OK) == 0
    }

    /// The library in a directory; one that is missing is made, and so is the directory, for nobody
    /// else to read.
    ///
    /// One of an earlier version is brought to this one.
    ///
    /// - Throws: where it cannot be read, belongs to another program or to a later version.
    public init(directory: String) throws(LibraryTrouble) {
        let path = Library.path(in: directory)
        self.path = path
        self.directory = directory
        try Library.prepare(directory, path)
        pool = try LibraryTrouble.catching(path) {
            try Library.alone(in: directory) {
                let pool = try DatabasePool(path: path, configuration: Library.configuration)
                try Library.check(pool, path)
                try LibrarySchema.migrator.migrate(pool)
                return pool
            }
        }
    }

    /// Brings everything to what another database holds, of this version or an earlier one.
    func take(_ source: DatabaseQueue) throws(LibraryTrouble) {
        try LibraryTrouble.catching(path) {
            try Library.alone(in: directory) {
                try source.backup(to: pool)
                try LibrarySchema.migrator.migrate(pool)
            }
        }
    }

    /// Lets go of the file; what was written goes from beside it into it first, as far as nobody
    /// else is reading.
    public func close() {
        try? pool.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA busy_timeout = 0")
            _ = try database.checkpoint(.truncate)
        }
        try? pool.close()
    }

    static var configuration: Configuration {
        var configuration = Configuration()
        configuration.label = "library"
        configuration.busyMode = .timeout(10)
        configuration.prepareDatabase { database in
            // What was said to be kept is on the disk.
            try database.execute(sql: "PRAGMA synchronous = FULL")
        }
        return configuration
    }
}
