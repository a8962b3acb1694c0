import ChartCore
import Foundation
import GRDB
import Localization

extension Library {
    /// Takes what a file brought out again.
    ///
    /// What other files hold too stays, now with them: the library is as if this one had never been
    /// added.
    ///
    /// - Throws: where there is no such dataset, it is damaged, or nothing can be written; nothing is
    ///   changed then.
    public func remove(_ dataset: Int64) throws(LibraryTrouble) {
        let path = path
        try LibraryTrouble.catching(path) {
            try pool.write { database in
                try Library.takeOut(dataset, path, database)
            }
            giveBackRoom()
        }
    }

    /// Puts what a new reading of its file brought in the place of a dataset, in one transaction.
    ///
    /// - Throws: as `add` and `remove` do, and where the file is another one by now, whose records are
    ///   not those of the dataset; nothing is changed then.
    public func replace(
        _ dataset: Int64, with result: ImportResult
    ) throws(LibraryTrouble) -> [Addition] {
        let path = path
        return try LibraryTrouble.catching(path) {
            let additions = try pool.write { database in
                let bytes = try Int.fetchOne(
                    database, sql: "SELECT bytes FROM dataset WHERE id = ?", arguments: [dataset])
                let file = result.report.files.first
                if let bytes, bytes != file?.bytes {
                    throw LibraryTrouble(
                        place: file?.path ?? "",
                        problem: tr(
                            "is another file by now, so what it brought then is kept as it is"),
                        remedy: tr("remove that from the library and add the file again"),
                        isRefusal: true)
                }
                try Library.takeOut(dataset, path, database)
                return try Library.add(result, path, database)
            }
            giveBackRoom()
            return additions
        }
    }

    /// What is gone is to leave the disk as well; where there is no room for that, or somebody else is
    /// reading, its room is used again.
    private func giveBackRoom() {
        try? pool.writeWithoutTransaction { database in
            try database.execute(sql: "VACUUM")
            try database.checkpoint(.truncate)
        }
    }

    private static func takeOut(_ dataset: Int64, _ path: String, _ database: Database) throws {
        let count = try Int.fetchOne(
            database, sql: "SELECT count(*) FROM dataset WHERE id = ?", arguments: [dataset])
        guard count == 1 else {
            throw LibraryTrouble(
                place: path, problem: tr("holds no dataset {1}", "\(dataset)"),
                remedy: tr("see oresen library list"), isRefusal: true)
        }
        for series in try StoredSeries.all(database, dataset: dataset) {
            try Library.handOn(series, path, database)
        }
        try database.execute(sql: "DELETE FROM dataset WHERE id = ?", arguments: [dataset])
    }

    /// Gives the samples of a series that others claim to the first of them, and their claims on
    /// with it.
    private static func handOn(
        _ series: StoredSeries, _ path: String, _ database: Database
    ) throws {
        let rows = try DatabaseRow.fetchAll(
            database, sql: "SELECT dataset, runs FROM claim WHERE series = ? ORDER BY dataset",
            arguments: [series.id])
        guard !rows.isEmpty else { return }
        let columns = try series.columns(database, path: path)
        let givers = try StoredSource.all(of: series.dataset, database)
        var claims = try rows.map { row -> (dataset: Int64, numbers: [Int]) in
            let runs: Data = try row.value("runs")
            return (
                try row.value("dataset"), try ClaimRuns([UInt8](runs), count: columns.count).numbers
            )
        }
        while !claims.isEmpty {
            let (heir, numbers) = claims.removeFirst()
            guard !numbers.isEmpty else { continue }
            let takers = try StoredSource.all(of: heir, database)
            var moved = MetricSamples(
                metric: series.metric, columns: columns.gathered(numbers), labels: series.labels)
            moved.columns.renumberSources(
                givers.map { giver in
                    let number =
                        takers.firstIndex {
                            $0.name == giver.name && $0.kind == giver.kind
                                && $0.isFile == giver.isFile && $0.program == giver.program
                        } ?? takers.firstIndex {
                            $0.name == giver.name && $0.kind == giver.kind
                                && $0.isFile == giver.isFile
                        } ?? takers.firstIndex {
                            $0.name == giver.name && $0.isFile == giver.isFile
                        }
                        ?? takers.firstIndex { $0.identity == giver.identity } ?? 0
                    return UInt16(number)
                })
            guard let new = try StoredSeries.insert(moved, dataset: heir, database) else {
                continue
            }
            // What has moved is no longer to be had here.
            var place: [Int: Int] = [:]
            for (index, number) in numbers.enumerated() { place[number] = index }
            for other in claims.indices {
                let shared = claims[other].numbers.compactMap { place[$0] }
                claims[other].numbers.removeAll { place[$0] != nil }
                guard !shared.isEmpty else { continue }
                try database.execute(
                    sql: "INSERT INTO claim (dataset, series, runs) VALUES (?, ?, ?)",
                    arguments: [claims[other].dataset, new, Data(ClaimRuns(shared).bytes)])
            }
        }
    }
}
