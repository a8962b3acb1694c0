import ChartCore
import Localization

/// The content of a library.
package struct LibraryContents: Sendable {
    /// Sorted, without copies, overlapping devices merged.
    package let records: HealthRecords
    /// The datasets; a source's `file` is an index into them.
    package let datasets: [LibraryDataset]
    /// The notes, the earliest first.
    package let notes: [LibraryNote]
    /// The person's own targets, in the order in which they were made.
    package let targets: [LibraryTarget]
    /// The damaged parts that are missing from the records, a sentence each.
    package var damages: [String] { parts.map(\.text) }

    /// The spans in which samples of a metric are damaged or missing, in the order of time; spans
    /// of several files may overlap.
    package func damagedSpans(of metric: MetricID) -> [ClosedRange<Double>] {
        parts.filter { $0.metric == metric }.compactMap(\.span)
            .sorted { $0.lowerBound < $1.lowerBound }
    }

    /// Whether the reading was stopped before its end.
    package let wasCancelled: Bool
    /// The library's own file.
    let path: String
    var parts: [Damage]
    let tallies: [DatasetTally]

    /// The results for the records of all datasets together, and their damage; damage outside
    /// datasets is listed for the library itself.
    package var report: ImportReport {
        var report = ImportReport()
        report.wasCancelled = wasCancelled
        report.files = zip(datasets, tallies).map { dataset, tally in
            var file = FileReport(
                path: dataset.path, format: dataset.format, bytes: dataset.bytes)
            file.read = dataset.report.read
            file.merged = dataset.report.merged
            file.refused = dataset.report.refused
            file.refusals = dataset.report.refusals.map {
                Refusal(place: $0.place, reason: $0.reason, count: $0.count, type: $0.type)
            }
            file.notes = dataset.report.notes.map { ImportNote(place: "", text: $0) }
            file.questions = dataset.report.questions ?? []
            file.damages = parts.filter { $0.dataset == dataset.id }.map(\.text)
            if wasCancelled {
                // From a part of the records one cannot see which of the rest would count.
                file.used = max(0, file.read - file.merged - file.refused)
            } else {
                tally.settle(&file)
            }
            return file
        }
        let known = Set(datasets.map(\.id))
        let others = parts.filter { part in part.dataset.map { !known.contains($0) } ?? true }
        if !others.isEmpty {
            var file = FileReport(path: path, format: "library", bytes: 0)
            file.damages = others.map(\.text)
            report.files.append(file)
        }
        return report
    }
}

/// The result for the records of a dataset after all datasets were merged.
struct DatasetTally: Sendable {
    /// Records stored with it.
    var own = 0
    /// Those of them that repeat others or are covered by others.
    var merged = 0
    /// Those of them whose source was switched off.
    var switchedOff = 0
    /// Its samples that cannot be read.
    var damaged = 0

    /// Applies the counts to a report.
    ///
    /// Records of the file that are not stored with it repeat records that are, with it or with
    /// another dataset, unless they are damaged.
    func settle(_ file: inout FileReport) {
        let refused = min(file.refused, file.read)
        file.used = min(max(0, own - merged - switchedOff), file.read - refused)
        let lost = min(damaged, file.read - refused - file.used)
        if lost > 0 {
            file.refusals.append(
                Refusal(
                    place: "", reason: tr("what the library kept of it is damaged"), count: lost))
        }
        file.refused = refused + lost
        file.merged = file.read - file.used - file.refused
        file.switchedOff = min(switchedOff, file.merged)
    }
}
