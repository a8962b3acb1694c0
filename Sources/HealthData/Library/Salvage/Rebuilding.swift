// Puts what can be read of a damaged library into a new file, under the same name or another.
//
// The damaged file keeps a name of its own beside it. The new one is finished and on the disk before it
// takes the name, in one step, so whenever the machine ends there is a library. The log of a file that
// SQLite can open was brought into it before; one that cannot be opened is set aside with its log, of
// which the new file already has everything, since a log beside a file that it is not of would destroy
// that.

import Foundation
import GRDB
import Glibc
import Localization
import Streams

enum Rebuilding {
    /// Writes a library anew that is damaged; whoever calls has its folder to itself.
    ///
    /// - Returns: where the damaged file is now; nil where it is not damaged, or nothing can be read.
    static func rebuild(_ path: String) throws -> String? {
        guard try isDamaged(path), let found = try SalvagedDatabase(of: path) else { return nil }
        try found.settle()
        let kept = Library.freeName(path + ".damaged")
        let unfinished = Leftovers.name(path + Library.unfinished)
        do {
            try found.write(to: unfinished)
            guard link(path, kept) == 0 else { throw Library.unwritten(kept) }
            if access(path + "-wal", F_OK) == 0, rename(path + "-wal", kept + "-wal") != 0 {
                throw Library.unwritten(kept)
            }
            unlink(path + "-shm")
            guard rename(unfinished, path) == 0 else { throw Library.unwritten(path) }
        } catch {
            Library.discard(unfinished)
            throw error
        }
        settle(folderOf: path)
        return kept
    }

    /// What a person is told of it.
    static func notice(_ kept: String) -> String {
        tr(
            "the library was damaged and has been written anew as far as it can be read; the damaged file is kept as {1}",
            kept)
    }

    /// Whether anything in it is not what was written.
    private static func isDamaged(_ path: String) throws -> Bool {
        do {
            let connection = try LibraryConnection.reading(path)
            defer { connection.close() }
            return try connection.read { database in
                try !Inspection.structure(database).isEmpty
                    || !Inspection(database).wrong.isEmpty
                    || StoredCopies.missing(database) > 0
            }
        } catch  where LibraryTrouble.isDamage(error) {
            return true
        }
    }

    /// Waits until the names in the folder of a file are on the disk, where it knows such a thing.
    static func settle(folderOf path: String) {
        let folder = URL(filePath: path).deletingLastPathComponent().path
        let descriptor = open(folder.isEmpty ? "." : folder, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }
}

extension SalvagedDatabase {
    /// Takes out what is not what was written, and keeps how much of each dataset that is.
    func settle() throws {
        try queue.write { database in
            for series in try Library.series(database).series {
                try settle(series, database)
            }
            try deleteUnclear(database)
            let found = try Inspection(database).found
            for dataset in try Library.Listing(database).datasets {
                let workouts = try StoredWorkouts.settle(dataset, database)
                let samples = max(0, dataset.samples - (found[dataset.id]?.count ?? 0))
                let loss =
                    samples > 0 || workouts > 0
                    ? try DatasetLoss(samples: samples, workouts: workouts).json() : nil
                try database.execute(
                    sql: "UPDATE dataset SET lost = ? WHERE id = ?",
                    arguments: [loss, dataset.id])
            }
            try StoredNotes.deleteDamaged(database)
            try database.execute(sql: "DELETE FROM copy")
            try StoredCopies.update(database)
        }
    }

    /// Takes out the chunks of a series that cannot be read.
    private func settle(_ series: StoredSeries, _ database: Database) throws {
        let sources = try StoredSource.all(of: series.dataset, database).count
        var damaged: [Int] = []
        var good: [(number: Int, first: Double, last: Double)] = []
        var last = -Double.infinity
        try series.forEachChunk(
            database, sources: StoredSource.numbers(sources), labels: Array(series.labels.indices)
        ) { part in
            switch part {
            case .samples(let columns, let first):
                let starts = Array(columns.starts)
                let number = first / SampleChunk.most
                if starts[0] >= last, zip(starts, starts.dropFirst()).allSatisfy({ $0 <= $1 }) {
                    last = starts[starts.count - 1]
                    good.append((number, starts[0], last))
                } else {
                    damaged.append(number)
                }
            case .damage(let damage):
                if let number = damage.chunk { damaged.append(number) }
            }
            return true
        }
        for number in damaged {
            try database.execute(
                sql: "DELETE FROM chunk WHERE series = ? AND number = ?",
                arguments: [series.id, number])
        }
        for chunk in good {
            try database.execute(
                sql: """
                    UPDATE chunk SET first = ?, last = ?
                    WHERE series = ? AND number = ? AND (first <> ? OR last <> ?)
                    """,
                arguments: [
                    chunk.first, chunk.last, series.id, chunk.number, chunk.first, chunk.last,
                ])
        }
        if damaged.isEmpty, let first = good.first, good.count == good[good.count - 1].number + 1 {
            try database.execute(
                sql: "UPDATE series SET first = ?, last = ? WHERE id = ?",
                arguments: [first.first, good[good.count - 1].last, series.id])
        }
    }

    /// Takes out descriptions and claims that cannot be made out.
    private func deleteUnclear(_ database: Database) throws {
        for row in try DatabaseRow.fetchAll(database, sql: "SELECT rowid AS place, * FROM series")
        where (try? StoredSeries(row)) == nil {
            try database.execute(
                sql: "DELETE FROM chunk WHERE series = (SELECT id FROM series WHERE rowid = ?)",
                arguments: [row["place"] as Int64])
            try database.execute(
                sql: "DELETE FROM series WHERE rowid = ?", arguments: [row["place"] as Int64])
        }
        var lengths: [Int64: Int] = [:]
        for series in try Library.series(database).series { lengths[series.id] = series.samples }
        for dataset in try Int64.fetchAll(database, sql: "SELECT id FROM dataset") {
            for claim in try StoredClaim.all(dataset: dataset, database)
            where (try? claim.runs(of: lengths[claim.series] ?? 0)) == nil {
                try database.execute(
                    sql: "DELETE FROM claim WHERE dataset = ? AND series = ?",
                    arguments: [dataset, claim.series])
            }
        }
    }

    /// Writes it into one new file that only the person can read, and waits for the disk.
    func write(to file: String) throws {
        let made = open(file, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        guard made >= 0 else { throw Library.unwritten(file) }
        close(made)
        try queue.writeWithoutTransaction { database in
            try database.execute(sql: "VACUUM INTO ?", arguments: [file])
        }
        let written = open(file, O_RDONLY | O_CLOEXEC)
        guard written >= 0 else { throw Library.unwritten(file) }
        defer { close(written) }
        guard fsync(written) == 0 else { throw Library.unwritten(file) }
    }
}
