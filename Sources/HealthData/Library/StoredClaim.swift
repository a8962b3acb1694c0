import Foundation
import GRDB

/// The samples that a dataset claims of a series stored with another dataset.
struct StoredClaim {
    /// The claiming dataset.
    let dataset: Int64
    let series: Int64
    private let bytes: [UInt8]
    /// Nil if it was written by an earlier version without checksums.
    private let checksum: Int64?

    private init(_ row: DatabaseRow) throws {
        dataset = try row.value("dataset")
        series = try row.value("series")
        let runs: Data = try row.value("runs")
        bytes = [UInt8](runs)
        // A backup of an earlier version is read unchanged.
        checksum = row.hasColumn("checksum") ? try row.value("checksum") : nil
    }

    /// The claimed ones of the `count` samples of the series; throws if the claim is damaged.
    func runs(of count: Int) throws(PackedReader.Malformed) -> ClaimRuns {
        if let checksum, checksum != StoredClaim.checksum(bytes, dataset, series) {
            throw PackedReader.Malformed()
        }
        return try ClaimRuns(bytes, count: count)
    }

    /// The claims to a series, in the order of the datasets.
    static func all(series: Int64, _ database: Database) throws -> [StoredClaim] {
        try DatabaseRow.fetchAll(
            database, sql: "SELECT * FROM claim WHERE series = ? ORDER BY dataset",
            arguments: [series]
        ).map { try StoredClaim($0) }
    }

    /// The claims of a dataset.
    static func all(dataset: Int64, _ database: Database) throws -> [StoredClaim] {
        try DatabaseRow.fetchAll(
            database, sql: "SELECT * FROM claim WHERE dataset = ? ORDER BY series",
            arguments: [dataset]
        ).map { try StoredClaim($0) }
    }

    /// Writes a dataset's claim to a series, unless it is empty.
    static func insert(
        _ runs: ClaimRuns, dataset: Int64, series: Int64, _ database: Database
    ) throws {
        guard !runs.isEmpty else { return }
        let bytes = runs.bytes
        try database.execute(
            sql: "INSERT INTO claim (dataset, series, runs, checksum) VALUES (?, ?, ?, ?)",
            arguments: [dataset, series, Data(bytes), checksum(bytes, dataset, series)])
    }

    private static func checksum(_ runs: [UInt8], _ dataset: Int64, _ series: Int64) -> Int64 {
        var whole = PackedWriter()
        whole.append(signed: dataset)
        whole.append(signed: series)
        return Int64(bitPattern: Checksum.of(whole.bytes + runs))
    }
}
