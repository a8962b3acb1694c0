// Files that an earlier version added, before positions were kept.
//
// That version computed lengths from positions on a sphere, this one on the ellipsoid, and they
// differ by up to 0.6 %. So the digest of the samples differs too, and a file with positions has to
// be found by all of the rest: its size, its format, and the times and values of all of its samples
// except those lengths. It then replaces the earlier reading, with its positions.
//
// Another file may have some of the same lengths, as each export of a phone has those before it.
// They would not be found among the stored ones, and would count twice. So the stored lengths with
// the same times and the same source get their values of now first, whichever datasets they belong
// to.

import ChartCore
import Foundation
import GRDB

enum EarlierReading {
    /// The greatest difference of a length on the sphere, as a part of it.
    private static let difference = 0.007

    /// The dataset that an earlier version made of a file with positions; nil if there is none.
    ///
    /// Cost: reads all samples of datasets with the same size, format and number of samples.
    static func same(
        as parts: FileParts, _ report: FileReport, isPartial: Bool, _ database: Database
    ) throws -> LibraryDataset? {
        guard parts.workouts.contains(where: { $0.track != nil }) else { return nil }
        let candidates = try DatabaseRow.fetchAll(
            database,
            sql: """
                SELECT * FROM dataset WHERE tracks IS NULL AND bytes = ? AND format = ?
                AND samples = ? AND isPartial = ? ORDER BY id
                """,
            arguments: [report.bytes, report.format, parts.count, isPartial]
        ).compactMap { try? LibraryDataset($0) }
        return try candidates.first {
            try DatasetTimes(of: $0, database).are(in: parts, except: .route)
        }
    }

    /// What makes two lengths the same one.
    private struct Key: Hashable {
        var start: Double
        var end: Double
        var source: String

        init(_ columns: SampleColumns, _ index: Int, _ sources: [StoredSource]) {
            start = columns.starts[index]
            end = columns.end(at: index)
            source = sources[Int(columns.sources[index])].identity
        }
    }

    /// Gives the lengths of a series that an earlier version computed the values that a file has
    /// for them now.
    ///
    /// Cost: reads the chunks of the time that both have, and writes those that change. Nothing for
    /// series of other metrics and of this version.
    static func renew(
        _ series: StoredSeries, of givers: [StoredSource], from new: MetricSamples,
        _ sources: [StoredSource], _ database: Database
    ) throws {
        guard series.metric.id == .route else { return }
        let isEarlier = try Bool.fetchOne(
            database, sql: "SELECT tracks IS NULL FROM dataset WHERE id = ?",
            arguments: [series.dataset])
        guard isEarlier == true else { return }
        var lengths: [Key: Double] = [:]
        for index in 0..<new.columns.count {
            lengths[Key(new.columns, index, sources)] = new.columns.values[index]
        }
        var changed: [(number: Int, bytes: [UInt8])] = []
        try series.forEachChunk(
            database, sources: StoredSource.numbers(givers.count), labels: [], in: new.span
        ) { part in
            guard case .samples(let columns, let first) = part else { return true }
            if let renewed = renewed(columns, lengths, givers) {
                changed.append(
                    (first / SampleChunk.most, SampleChunk.bytes(renewed, 0..<renewed.count)))
            }
            return true
        }
        for (number, bytes) in changed {
            try database.execute(
                sql: "UPDATE chunk SET checksum = ?, bytes = ? WHERE series = ? AND number = ?",
                arguments: [
                    Int64(bitPattern: Checksum.of(bytes)), Data(bytes), series.id, number,
                ])
        }
    }

    /// The samples with the values of now; nil if none is different.
    private static func renewed(
        _ columns: SampleColumns, _ lengths: [Key: Double], _ sources: [StoredSource]
    ) -> SampleColumns? {
        var result = SampleColumns()
        var isChanged = false
        for index in 0..<columns.count {
            var value = columns.values[index]
            if let length = lengths[Key(columns, index, sources)], length != value,
                abs(length - value) <= difference * value
            {
                value = length
                isChanged = true
            }
            result.append(
                start: columns.starts[index], end: columns.end(at: index), value: value,
                source: columns.sources[index], marks: columns.marks(at: index))
        }
        return isChanged ? result : nil
    }
}
