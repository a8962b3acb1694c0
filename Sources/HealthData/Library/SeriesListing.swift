import ChartCore
import GRDB
import Localization

/// All series that can be identified, and the problems with the others.
struct SeriesListing {
    /// The metrics in the order of lists.
    var series: [StoredSeries] = []
    var damages: [Damage] = []

    /// Reads all series.
    init(_ database: Database) throws {
        var known: Set<Int64> = []
        for row in try DatabaseRow.fetchAll(
            database, sql: "SELECT * FROM series ORDER BY dataset, id")
        {
            if let one = try? StoredSeries(row) {
                if known.insert(one.id).inserted { series.append(one) }
                continue
            }
            let id: Int64? = try? row.value("id")
            let metric: String? = try? row.value("metric")
            let name = metric.flatMap { Metric(MetricID($0))?.name ?? $0 }
            damages.append(
                Damage(
                    dataset: try? row.value("dataset"),
                    text: name.map { tr("series {1} cannot be made out: {2}", id.text, $0) }
                        ?? tr("series {1} cannot be made out", id.text)))
        }
        series = series.enumerated()
            .sorted { a, b in
                a.element.metric.id == b.element.metric.id
                    ? a.offset < b.offset
                    : Metric.listed(a.element.metric, before: b.element.metric)
            }
            .map(\.element)
    }

    /// The missing samples of datasets without damaged parts: those shared with a dataset that was
    /// removed, or claims that are damaged.
    func missing(
        from datasets: [LibraryDataset], _ database: Database
    ) throws -> [Damage] {
        var counted: [Int64: Int] = [:]
        var lengths: [Int64: Int] = [:]
        var unclear = Set(damages.compactMap(\.dataset))
        for series in series {
            counted[series.dataset, default: 0] += series.samples
            lengths[series.id] = series.samples
        }
        return try datasets.flatMap { dataset -> [Damage] in
            var count = counted[dataset.id, default: 0]
            var damages: [Damage] = []
            for claim in try StoredClaim.all(dataset: dataset.id, database) {
                if let runs = try? claim.runs(of: lengths[claim.series] ?? 0) {
                    count += runs.count
                } else {
                    unclear.insert(dataset.id)
                    damages.append(
                        Damage(
                            dataset: dataset.id,
                            text: tr(
                                "what {1} shares with others cannot be made out", dataset.name)))
                }
            }
            guard count < dataset.samples, !unclear.contains(dataset.id) else { return damages }
            let lost = dataset.samples - count
            return damages + [
                Damage(
                    dataset: dataset.id,
                    text: tr("{1}: {2} samples are missing", dataset.name, "\(lost)"),
                    samples: lost, isAbsence: true)
            ]
        }
    }
}

extension Int64? {
    /// The number as text for a sentence.
    fileprivate var text: String { map { "\($0)" } ?? "?" }
}
