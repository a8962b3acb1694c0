// Writes what can be read of a damaged library into a new file, under the same name or another.
//
// The damaged file is kept next to it under another name. The new file is complete and on the disk
// before it takes the name, in one step, so there is a library whenever the machine stops. If
// SQLite can open the damaged file, its log is written into it first. If not, the file is set aside
// with its log, and the new file already has everything from that log. A log must not stay next to
// a file that it does not belong to, because it would destroy that file.

import Foundation
import GRDB
import Glibc
import Localization
import Platform
import Streams

enum Rebuilding {
    /// Rewrites a damaged library; the caller has its folder locked exclusively.
    ///
    /// - Returns: where the damaged file is now; nil if it is not damaged, or nothing can be read.
    static func rebuild(_ path: String) throws -> String? {
        guard try isDamaged(path), let found = try SalvagedDatabase(of: path) else { return nil }
        try found.settle()
        let kept = LibraryBackup.freeName(path + ".damaged")
        try replace(path, by: found.queue, keeping: kept)
        return kept
    }

    /// Replaces a library by a new file with the content of a database.
    ///
    /// The old file is kept with its log under another name. If that fails, the library is
    /// unchanged. The caller has the folder locked exclusively.
    static func replace(_ path: String, by queue: DatabaseQueue, keeping kept: String) throws {
        let unfinished = Leftovers.name(path + LibraryBackup.unfinished)
        do {
            try write(queue, to: unfinished)
            try replace(path, by: unfinished, keeping: kept)
        } catch {
            LibraryBackup.discard(unfinished)
            throw error
        }
    }

    private static func replace(_ path: String, by finished: String, keeping kept: String) throws {
        // The library has both names until the new file takes its place in one step.
        guard link(path, kept) == 0 || (errno != EEXIST && renameExclusively(path, to: kept))
        else {
            throw LibraryBackup.unwritten(kept)
        }
        do {
            if access(path + "-wal", F_OK) == 0, rename(path + "-wal", kept + "-wal") != 0 {
                throw LibraryBackup.unwritten(kept)
            }
            unlink(path + "-shm")
            guard rename(finished, path) == 0 else { throw LibraryBackup.unwritten(path) }
        } catch {
            _ = rename(kept + "-wal", path + "-wal")
            if access(path, F_OK) == 0 { unlink(kept) } else { _ = rename(kept, path) }
            throw error
        }
        settle(folderOf: path)
    }

    /// Writes a database into one new file that only the person can read, and waits for the disk.
    static func write(_ queue: DatabaseQueue, to file: String) throws {
        let made = open(file, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        guard made >= 0 else { throw LibraryBackup.unwritten(file) }
        close(made)
        try queue.writeWithoutTransaction { database in
            try database.execute(
                sql: "VACUUM INTO ?", arguments: [LibraryConnection.fileName(file)])
        }
        let written = open(file, O_RDONLY | O_CLOEXEC)
        guard written >= 0 else { throw LibraryBackup.unwritten(file) }
        defer { close(written) }
        guard fsync(written) == 0 else { throw LibraryBackup.unwritten(file) }
    }

    /// The sentence for the person about it.
    static func notice(_ kept: String) -> String {
        tr(
            "the library was damaged; what can be read was written to a new file, and the damaged file is kept as {1}",
            kept)
    }

    /// Whether anything in it is damaged.
    private static func isDamaged(_ path: String) throws -> Bool {
        do {
            let connection = try LibraryConnection.reading(path)
            defer { connection.close() }
            return try connection.read { database in
                try !Inspection.structure(database).isEmpty
                    || !Inspection(database).wrong.isEmpty
                    || StoredCopies.missing(database) > 0
            }
        } catch  where LibraryError.isDamage(error) {
            return true
        }
    }

    /// Waits until the names in a file's folder are on the disk, if the file system supports that.
    static func settle(folderOf path: String) {
        let folder = URL(filePath: path).deletingLastPathComponent().path
        let descriptor = open(folder.isEmpty ? "." : folder, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }
}

extension SalvagedDatabase {
    /// Removes damaged content, and records how much each dataset loses.
    func settle() throws {
        try queue.write { database in
            for series in try SeriesListing(database).series {
                try settle(series, database)
            }
            try deleteUnclear(database)
            let found = try Inspection(database).found
            for dataset in try DatasetListing(database).datasets {
                let workouts = try StoredWorkouts.settle(dataset, database)
                let tracks = try StoredTracks.settle(dataset, database)
                let places = try StoredPlaces.settle(dataset, database)
                let samples = max(0, dataset.samples - (found[dataset.id]?.count ?? 0))
                let loss = try DatasetLoss(
                    samples: samples, workouts: workouts, tracks: tracks, places: places)?.json()
                try database.execute(
                    sql: "UPDATE dataset SET lost = ? WHERE id = ?",
                    arguments: [loss, dataset.id])
            }
            try StoredNotes.deleteDamaged(database)
            try StoredMarks.deleteDamaged(database)
            try StoredTargets.deleteDamaged(database)
            try database.execute(sql: "DELETE FROM copy")
            try StoredCopies.update(database)
        }
    }

    /// Removes the chunks of a series that cannot be read.
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

    /// Removes descriptions and claims that cannot be read.
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
        for series in try SeriesListing(database).series { lengths[series.id] = series.samples }
        for dataset in try Int64.fetchAll(database, sql: "SELECT id FROM dataset") {
            for claim in try StoredClaim.all(dataset: dataset, database)
            where (try? claim.runs(of: lengths[claim.series] ?? 0)) == nil {
                try database.execute(
                    sql: "DELETE FROM claim WHERE dataset = ? AND series = ?",
                    arguments: [dataset, claim.series])
            }
        }
    }
}
