import ChartCore
import GRDB
import Localization

/// A reading that a person typed in.
package struct OwnReading: Sendable, Hashable {
    package var metric: MetricID
    /// When it was taken, in seconds since 1970.
    package var time: Double
    /// The value in the metric's unit; of a pair the first one.
    package var value: Double
    /// The second value of a pair; nil for other metrics.
    package var second: Double?

    package init(metric: MetricID, time: Double, value: Double, second: Double? = nil) {
        self.metric = metric
        self.time = time
        self.value = value
        self.second = second
    }

    /// Whether readings of a metric can be typed in: single values and pairs, not totals over time.
    package static func isPossible(_ metric: Metric) -> Bool {
        metric.aggregation == .mean || metric.aggregation == .pair
    }

    /// The possible values of the metric, in its unit, for a message; nil if there are no bounds.
    package static func bounds(
        of metric: Metric
    ) -> (first: ClosedRange<Double>, second: ClosedRange<Double>?)? {
        let possible = PossibleValues.of(metric)
        return possible.isBounded ? (possible.range, possible.second) : nil
    }

    /// Whether no body can have this value, or a device would mean by it that it has none.
    package var isImpossible: Bool {
        guard value.isFinite, second?.isFinite ?? true else { return true }
        // A pressure is higher when the heart beats.
        if let second, second >= value { return true }
        return PossibleValues.of(metric).verdict(value, second) != .reading
    }
}

extension LibraryDataset {
    /// The format of readings that a person typed in.
    static let ownFormat = "manual"

    /// The metric of a reading that a person typed in; nil for a file.
    package var ownMetric: MetricID? {
        guard format == Self.ownFormat, path.hasPrefix(Self.ownPrefix) else { return nil }
        return MetricID(String(path.dropFirst(Self.ownPrefix.count)))
    }

    /// What the path of such a reading begins with, before its metric.
    static let ownPrefix = ownFormat + ":"
}

extension OwnReading {
    /// Keeps it in a library, as a dataset of one sample.
    ///
    /// It is a sample of the manual source, like those that other programs say were typed in.
    ///
    /// - Throws: if it is impossible, if the library has it already, or if it cannot be written.
    package func keep(in library: Library) throws(LibraryError) -> LibraryDataset {
        guard let dataset = try library.add(try sound()).first?.dataset else {
            throw Self.knownAlready
        }
        return dataset
    }

    /// Replaces a reading that was typed in, in one transaction: the library always has one of the two.
    ///
    /// The dataset keeps its number and the time when it was added. A reading that is the same as the
    /// one that it replaces changes nothing.
    ///
    /// - Returns: the dataset as it is now.
    /// - Throws: if it is impossible, if the old one is not there any more, if the library has it
    ///   already or another typed one of the metric at its new time, or if it cannot be written; the
    ///   library is unchanged then.
    package func replace(
        _ dataset: LibraryDataset, in library: Library
    ) throws(LibraryError) -> LibraryDataset {
        let result = try sound()
        guard dataset.ownMetric == metric else {
            throw Self.refusal(
                tr("“{1}” is not a reading of this metric", dataset.name),
                tr("delete it and add another one"))
        }
        let isSame = isKept(as: dataset)
        let (path, format, time) = (dataset.path, dataset.format, time)
        let libraryPath = library.path
        let replaced = try library.write { database in
            let found = try DatabaseRow.fetchOne(
                database, sql: "SELECT * FROM dataset WHERE id = ?", arguments: [dataset.id])
            guard let found, let there = try? LibraryDataset(found), there == dataset else {
                throw Self.refusal(
                    tr("another program has changed or deleted the reading"),
                    tr("look at the list of all readings once more"))
            }
            if isSame { return dataset }
            if time != dataset.span?.first {
                let others = try Int.fetchOne(
                    database,
                    sql: """
                        SELECT COUNT(*) FROM dataset
                        WHERE path = ? AND format = ? AND first = ? AND id <> ?
                        """, arguments: [path, format, time, dataset.id])
                guard others == 0 else {
                    throw Self.refusal(
                        tr("you have entered another reading at this time"),
                        tr("change the time, or edit the other reading"))
                }
            }
            try DatasetRemoval.takeOut(dataset.id, libraryPath, database)
            let addition = try DatasetWriter.add(
                result, 0, libraryPath, database, inPlaceOf: dataset)
            // The transaction ends without any change.
            guard let new = addition.dataset else { throw Self.knownAlready }
            try StoredCopies.update(database)
            return new
        }
        if !isSame { library.giveBackRoom() }
        return replaced
    }

    /// Whether a dataset is this reading, and not another one at the same time.
    package func isKept(as dataset: LibraryDataset) -> Bool {
        guard dataset.ownMetric == metric, dataset.samples == 1, let known = Metric(metric) else {
            return false
        }
        let parts = FileParts(result(of: known).records, file: 0)
        return Int64(bitPattern: parts.digest) == dataset.digest
    }

    static var knownAlready: LibraryError {
        refusal(
            tr("the library has this reading already"), tr("change its time or its value"))
    }

    private static func refusal(_ problem: String, _ remedy: String) -> LibraryError {
        LibraryError(place: tr("reading"), problem: problem, remedy: remedy, isRefusal: true)
    }

    /// The reading as the result of an import.
    ///
    /// - Throws: if it is impossible.
    private func sound() throws(LibraryError) -> ImportResult {
        guard let known = Metric(metric), Self.isPossible(known) else {
            throw Self.refusal(
                tr("“{1}” has no single readings", metric.rawValue),
                tr("choose another metric"))
        }
        guard !isImpossible, (second != nil) == (known.aggregation == .pair),
            SoundTime.contains(from: time, to: time)
        else { throw Self.refusal(tr("this value is not possible"), tr("check its digits")) }
        return result(of: known)
    }

    private func result(of known: Metric) -> ImportResult {
        var columns = SampleColumns()
        columns.append(
            start: time, end: time, value: value, second: second,
            source: 0, marks: .manual)
        let records = HealthRecords(
            samples: [MetricSamples(metric: known, columns: columns)],
            sources: [Source(name: "", kind: .other, file: 0)])
        var file = FileReport(
            path: LibraryDataset.ownPrefix + metric.rawValue, format: LibraryDataset.ownFormat,
            bytes: 0)
        (file.read, file.used) = (1, 1)
        var report = ImportReport()
        report.files = [file]
        return ImportResult(records: records, report: report)
    }
}
