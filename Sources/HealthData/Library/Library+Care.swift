import ChartCore
import Foundation
import GRDB
import Glibc
import Localization

extension Library {
    /// Looks through everything: the database's own structure, every chunk's checksum, and whether
    /// all parts fit together.
    ///
    /// - Returns: what is wrong, a sentence each; nothing where all is well.
    public func verify() throws(LibraryTrouble) -> [String] {
        try LibraryTrouble.catching(path) { try pool.read { try Library.faults(in: $0) } }
    }

    /// What is wrong with a database, a sentence each.
    private static func faults(in database: Database) throws -> [String] {
        var wrong = try String.fetchAll(database, sql: "PRAGMA integrity_check(20)")
            .filter { $0 != "ok" }
        wrong += try DatabaseRow.fetchAll(database, sql: "PRAGMA foreign_key_check").map {
            "\($0)"
        }
        let names = Dictionary(
            uniqueKeysWithValues: try DatabaseRow.fetchAll(
                database, sql: "SELECT * FROM dataset"
            )
            .map { try Dataset($0) }.map { ($0.id, $0) })
        var counted: [Int64: Int] = [:]
        for row in try DatabaseRow.fetchAll(
            database, sql: "SELECT * FROM series ORDER BY id")
        {
            guard let series = try? StoredSeries(row) else {
                let id: Int64 = try row.value("id")
                wrong.append(tr("series {1} cannot be made out", "\(id)"))
                continue
            }
            let name = names[series.dataset]?.name ?? ""
            let sources = try StoredSource.all(of: series.dataset, database).count
            var last = -Double.infinity
            try series.forEachChunk(
                database, sources: (0..<sources).map { UInt16(truncatingIfNeeded: $0) },
                labels: Array(series.labels.indices)
            ) { part in
                switch part {
                case .samples(let columns):
                    counted[series.dataset, default: 0] += columns.count
                    let starts = columns.starts
                    if starts[0] < last
                        || zip(starts, starts.dropFirst()).contains(where: { $0 > $1 })
                    {
                        wrong.append(
                            tr("{1} of {2}: samples out of order", series.metric.name, name)
                        )
                        return false
                    }
                    last = starts[starts.count - 1]
                case .damage(let damage):
                    wrong.append(Library.sentence(damage, series, name))
                }
                return true
            }
            for claim in try DatabaseRow.fetchAll(
                database, sql: "SELECT * FROM claim WHERE series = ?",
                arguments: [series.id])
            {
                let runs: Data = try claim.value("runs")
                let owner: Int64 = try claim.value("dataset")
                do throws(PackedReader.Malformed) {
                    counted[owner, default: 0] += try ClaimRuns(
                        [UInt8](runs), count: series.samples
                    ).numbers.count
                } catch {
                    wrong.append(
                        tr(
                            "what {1} shares with {2} cannot be made out",
                            names[owner]?.name ?? "", name))
                }
            }
        }
        for dataset in names.values.sorted(by: { $0.id < $1.id }) {
            wrong += try faults(inWorkoutsOf: dataset, database)
        }
        for dataset in names.values.sorted(by: { $0.id < $1.id })
        where counted[dataset.id, default: 0] != dataset.samples && wrong.isEmpty {
            wrong.append(
                tr(
                    "{1} has {2} samples in place of {3}", dataset.name,
                    "\(counted[dataset.id, default: 0])", "\(dataset.samples)"))
        }
        return wrong
    }

    /// What is wrong with the figures of a dataset's workouts, a sentence each.
    private static func faults(
        inWorkoutsOf dataset: Dataset, _ database: Database
    ) throws -> [String] {
        let sources = try StoredSource.all(of: dataset.id, database).count
        var wrong: [String] = []
        try StoredWorkouts.forEach(
            dataset, database, sources: (0..<sources).map { UInt16(truncatingIfNeeded: $0) }
        ) { part in
            if case .damage(let count, let first, let last) = part {
                wrong.append(sentence(damaged: count, first, last, dataset.name))
            }
        }
        return wrong
    }

    /// Writes the whole library into one new file.
    ///
    /// - Throws: where there is such a file already, or it cannot be written; nothing is left of it
    ///   then.
    public func backUp(to file: String) throws(LibraryTrouble) {
        guard access(file, F_OK) != 0 else {
            throw LibraryTrouble(
                place: file, problem: tr("is there already"),
                remedy: tr("name a file that is not there"), isRefusal: true)
        }
        let unfinished = file + ".part-" + UUID().uuidString
        do throws(LibraryTrouble) {
            try LibraryTrouble.catching(file) {
                try pool.writeWithoutTransaction { database in
                    let mask = umask(0o077)
                    defer { umask(mask) }
                    try database.execute(sql: "VACUUM INTO ?", arguments: [unfinished])
                }
            }
            try Library.name(unfinished, file)
        } catch {
            unlink(unfinished)
            throw error
        }
    }

    /// Gives a finished file its name, and sees to it that both are on the disk.
    private static func name(_ unfinished: String, _ file: String) throws(LibraryTrouble) {
        let descriptor = open(unfinished, O_RDONLY | O_CLOEXEC)
        if descriptor >= 0 {
            fsync(descriptor)
            Glibc.close(descriptor)
        }
        // A name that somebody took meanwhile stays theirs, where the disk can tell.
        let isNamed = link(unfinished, file) == 0
        if isNamed { unlink(unfinished) }
        guard isNamed || (errno != EEXIST && rename(unfinished, file) == 0) else {
            throw LibraryTrouble(
                place: file,
                problem: tr("cannot be written: {1}", String(cString: strerror(errno))),
                remedy: tr("see the permissions there"))
        }
    }

    /// Puts a backup in the place of everything that the library in a directory holds.
    ///
    /// Where it holds something, that is backed up beside it first; a damaged one is set aside as it
    /// is, and a missing one is made. A backup of an earlier version is brought to this one.
    ///
    /// - Returns: the file with what was there before; nil where there was nothing.
    /// - Throws: where the file is no backup, is damaged or of a later version; the library is as it
    ///   was then.
    public static func restore(
        from file: String, in directory: String
    ) throws(LibraryTrouble) -> String? {
        let source = try backup(file)
        defer { try? source.close() }
        do throws(LibraryTrouble) {
            let library = try Library(directory: directory)
            defer { library.close() }
            return try library.replace(by: source)
        } catch {
            guard error.isDamage else { throw error }
        }
        let path = path(in: directory)
        let kept = freeName(path + ".before-restore")
        for ending in ["", "-wal", "-shm"] where access(path + ending, F_OK) == 0 {
            guard rename(path + ending, kept + ending) == 0 else {
                throw LibraryTrouble(
                    place: path + ending,
                    problem: tr("cannot be set aside: {1}", String(cString: strerror(errno))),
                    remedy: tr("see the permissions there"))
            }
        }
        let library = try Library(directory: directory)
        defer { library.close() }
        _ = try library.replace(by: source)
        return kept
    }

    /// A file that is a whole backup, open for reading.
    private static func backup(_ file: String) throws(LibraryTrouble) -> DatabaseQueue {
        guard access(file, R_OK) == 0 else {
            throw LibraryTrouble(
                place: file, problem: tr("cannot be read: {1}", String(cString: strerror(errno))),
                remedy: tr("name a file that oresen library backup wrote"), isRefusal: true)
        }
        do throws(LibraryTrouble) {
            return try LibraryTrouble.catching(file) {
                var configuration = Configuration()
                configuration.readonly = true
                let source = try DatabaseQueue(path: file, configuration: configuration)
                try Library.check(source, file)
                try source.read { database in
                    let id = try Int.fetchOne(database, sql: "PRAGMA application_id") ?? 0
                    guard id == LibrarySchema.applicationID else {
                        throw LibraryTrouble(
                            place: file, problem: tr("is no backup of a library"),
                            remedy: tr("name a file that oresen library backup wrote"),
                            isRefusal: true)
                    }
                    if let wrong = try faults(in: database).first {
                        throw LibraryTrouble(
                            place: file, problem: tr("is damaged: {1}", wrong),
                            remedy: tr("take an earlier backup"), isRefusal: true)
                    }
                }
                return source
            }
        } catch {
            // Damage of the backup is none of the library.
            throw LibraryTrouble(
                place: error.place, problem: error.problem, remedy: tr("take an earlier backup"),
                isRefusal: true)
        }
    }

    private func replace(by source: DatabaseQueue) throws(LibraryTrouble) -> String? {
        var before: String?
        if try !datasets().isEmpty {
            let kept = Library.freeName(path + ".before-restore")
            try backUp(to: kept)
            before = kept
        }
        try LibraryTrouble.catching(path) {
            try source.backup(to: pool)
            try LibrarySchema.migrator.migrate(pool)
        }
        return before
    }

    private static func freeName(_ name: String) -> String {
        var number = 1
        while access("\(name)-\(number)", F_OK) == 0 { number += 1 }
        return "\(name)-\(number)"
    }
}
