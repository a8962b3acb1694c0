import ChartCore
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
        func refusal(_ problem: String, _ remedy: String) -> LibraryError {
            LibraryError(
                place: tr("reading"), problem: problem, remedy: remedy, isRefusal: true)
        }
        guard let known = Metric(metric), Self.isPossible(known) else {
            throw refusal(
                tr("“{1}” has no single readings", metric.rawValue),
                tr("choose another metric"))
        }
        guard !isImpossible, (second != nil) == (known.aggregation == .pair),
            SoundTime.contains(from: time, to: time)
        else { throw refusal(tr("this value is not possible"), tr("check its digits")) }
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
        guard
            let dataset = try library.add(ImportResult(records: records, report: report)).first?
                .dataset
        else {
            throw refusal(
                tr("the library has this reading already"), tr("change its time or its value"))
        }
        return dataset
    }
}
