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
        try Library.prepare(directory, path)
        pool = try LibraryTrouble.catching(path) {
            let pool = try DatabasePool(path: path, configuration: Library.configuration)
            try Library.check(pool, path)
            try LibrarySchema.migrator.migrate(pool)
            return pool
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

    private static func prepare(_ directory: String, _ path: String) throws(LibraryTrouble) {
        var upTo = directory.hasPrefix("/") ? "" : "."
        for part in directory.split(separator: "/") {
            upTo += "/" + part
            if mkdir(upTo, 0o700) != 0, errno != EEXIST {
                throw LibraryTrouble(
                    place: upTo,
                    problem: tr("cannot be made: {1}", String(cString: strerror(errno))),
                    remedy: tr("see the permissions there, or use another with --library"))
            }
        }
        // Made here, so that nobody else may read it from its first byte on; the database's other
        // files follow it in that.
        let file = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        if file >= 0 {
            Glibc.close(file)
        } else if errno != EACCES, errno != EROFS {
            throw LibraryTrouble(
                place: path, problem: tr("cannot be opened: {1}", String(cString: strerror(errno))),
                remedy: tr("name another directory with --library"))
        }
    }

    /// Sees to it that a database is a library, and none of a later version.
    static func check(_ database: some DatabaseReader, _ path: String) throws {
        try database.read { database in
            let id = try Int.fetchOne(database, sql: "PRAGMA application_id") ?? 0
            let tables = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master") ?? 0
            guard id == LibrarySchema.applicationID || tables == 0 else {
                throw LibraryTrouble(
                    place: path, problem: tr("is a database of another program"),
                    remedy: tr("name another one"), isRefusal: true)
            }
            guard try !LibrarySchema.migrator.hasBeenSuperseded(database) else {
                throw LibraryTrouble(
                    place: path, problem: tr("was written by a later version of Oresen"),
                    remedy: tr("install that version, or use another library with --library"),
                    isRefusal: true)
            }
        }
    }

    // MARK: Datasets

    /// What one file, folder or archive brought.
    public struct Dataset: Sendable, Hashable, Identifiable {
        public let id: Int64
        /// Where it was read from.
        public let path: String
        /// The format's name, as in a report.
        public let format: String
        /// The size of the file in bytes.
        public let bytes: Int
        /// When it was added, in seconds since 1970.
        public let added: Double
        /// Whether its reading was stopped before its end.
        public let isPartial: Bool
        /// How many samples it has, those it shares with others among them.
        public let samples: Int
        /// Of how many workouts it has figures; nil where it was added before these were kept.
        let workouts: Int?
        /// From its first sample to its last; nil where it has none with times.
        public let span: (first: Double, last: Double)?
        /// What became of its records.
        public let report: DatasetReport

        /// The file's name alone.
        public var name: String { path.split(separator: "/").last.map(String.init) ?? path }

        public static func == (a: Dataset, b: Dataset) -> Bool { a.id == b.id }

        public func hash(into hasher: inout Hasher) { hasher.combine(id) }

        init(_ row: DatabaseRow) throws {
            id = try row.value("id")
            path = try row.value("path")
            format = try row.value("format")
            bytes = try row.value("bytes")
            added = try row.value("added")
            isPartial = try row.value("isPartial")
            samples = try row.value("samples")
            // A backup of the first version is read as it is.
            workouts = row.hasColumn("workouts") ? try row.value("workouts") : nil
            let first: Double? = try row.value("first")
            let last: Double? = try row.value("last")
            span = first.flatMap { first in last.map { (first, $0) } }
            let text: String = try row.value("report")
            report = DatasetReport(json: text)
        }
    }

    /// All datasets, the earliest added first.
    public func datasets() throws(LibraryTrouble) -> [Dataset] {
        try LibraryTrouble.catching(path) {
            try pool.read { database in
                try DatabaseRow.fetchAll(database, sql: "SELECT * FROM dataset ORDER BY id")
                    .map { try Dataset($0) }
            }
        }
    }
}

/// What became of the records of a dataset when it was read.
public struct DatasetReport: Sendable, Hashable, Codable {
    /// Records of one kind of trouble.
    public struct Refusal: Sendable, Hashable, Codable {
        public var place: String
        public var reason: String
        public var count: Int
        /// What the file calls the kind of record, where that it is not known is why.
        public var type: String?
    }

    public var read = 0
    public var merged = 0
    public var refused = 0
    public var refusals: [Refusal] = []
    /// Notes, a sentence each.
    public var notes: [String] = []
    /// What the file left open, answered or not; nil where an earlier version kept it as notes.
    public var questions: [OpenQuestion]?

    init(_ report: FileReport) {
        read = report.read
        merged = report.merged
        refused = report.refused
        refusals = report.refusals.map {
            Refusal(place: $0.place, reason: $0.reason, count: $0.count, type: $0.type)
        }
        notes = report.notes.map { $0.place.isEmpty ? $0.text : "\($0.place): \($0.text)" }
        questions = report.questions
    }

    /// What was kept; nothing of a text that is none.
    init(json: String) {
        if let kept = try? JSONDecoder().decode(DatasetReport.self, from: Data(json.utf8)) {
            self = kept
        }
    }

    private init() {}

    func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
}
