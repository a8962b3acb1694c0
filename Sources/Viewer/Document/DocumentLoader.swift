import ChartCore
import EventLoop
import Foundation
import HealthData
import Platform
import Synchronization

/// What an import has brought so far.
struct ImportSnapshot: Sendable {
    /// The metrics in the order of the list.
    var metrics: [MetricData] = []
    var progress: ImportProgress?
    /// There once the import has ended.
    var report: ImportReport?
}

/// Reads files on a thread of its own and hands over pictures of what has been read so far.
///
/// The pictures are complete values, built on that thread: the main thread only shows them. While
/// the file is read they come at growing distances, so that building them never costs more than a
/// fraction of the reading; the last one is made of the merged records and replaces the others.
/// `cancel` keeps what was read until then.
final class DocumentLoader: Sendable {
    private let files: [String]
    private let options: ImportOptions
    private let calendar: CivilCalendar
    private let isStopped = Atomic<Bool>(false)

    init(
        files: [String], zone: ZoneRules, assumptions: Assumptions, calendar: CivilCalendar
    ) {
        self.files = files
        options = ImportOptions(zone: zone, assumptions: assumptions)
        self.calendar = calendar
    }

    /// Stops the reading as soon as it can; the snapshot with the report still comes.
    func cancel() { isStopped.store(true, ordering: .relaxed) }

    /// Reads everything on the calling thread: for pictures without a window.
    func load() -> ImportSnapshot {
        run { _ in }
    }

    /// Starts the reading in the background.
    ///
    /// `deliver` runs on the main actor, in order; the last call brings the report.
    func start(
        mailbox: Mailbox, deliver: @escaping @MainActor @Sendable (ImportSnapshot) -> Void
    ) {
        Thread.detachNewThread { [self] in
            let last = run { snapshot in mailbox.post { deliver(snapshot) } }
            mailbox.post { deliver(last) }
        }
    }

    private func run(_ publish: @escaping (ImportSnapshot) -> Void) -> ImportSnapshot {
        let growth = Growth(calendar: calendar, publish: publish)
        let result = Importer(files: files, options: options).run(
            progress: { growth.note($0) }, batch: { growth.add($0) },
            isCancelled: { self.isStopped.load(ordering: .relaxed) })
        // The pictures' copy of the samples goes before the last picture is made.
        growth.forget()
        let records = result.records
        return ImportSnapshot(
            metrics: records.samples.map { samples in
                MetricData(
                    MetricSamples(
                        metric: samples.metric, columns: records.merged(samples.metric.id),
                        labels: samples.labels),
                    calendar: calendar)
            },
            progress: growth.progress, report: result.report)
    }
}

/// The samples read so far, on the loader's thread.
private final class Growth {
    private(set) var progress: ImportProgress?
    private let clock = SystemClock()
    private let calendar: CivilCalendar
    private let publish: (ImportSnapshot) -> Void
    private var columns: [MetricID: SampleColumns] = [:]
    private var metrics: [Metric] = []
    private var labels: [MetricID: [String]] = [:]
    private var sources: [Source] = []
    private var nextPicture = 0.0
    private var lastProgress = 0.0

    init(calendar: CivilCalendar, publish: @escaping (ImportSnapshot) -> Void) {
        self.calendar = calendar
        self.publish = publish
    }

    func note(_ progress: ImportProgress) {
        self.progress = progress
        let now = clock.now
        // Ten times a second is as often as a person reads a number.
        guard now - lastProgress >= 0.1 || progress.finished else { return }
        lastProgress = now
        if now < nextPicture || columns.isEmpty {
            publish(ImportSnapshot(progress: progress))
        } else {
            publishPicture(at: now)
        }
    }

    func add(_ batch: SampleBatch) {
        sources = batch.sources
        for samples in batch.samples {
            let id = samples.metric.id
            if columns[id] == nil {
                metrics.append(samples.metric)
                metrics.sort { Metric.listed($0, before: $1) }
            }
            columns[id, default: SampleColumns()].append(contentsOf: samples.columns)
            labels[id] = samples.labels
        }
        let now = clock.now
        if now >= nextPicture { publishPicture(at: now) }
    }

    /// Lets go of the samples: the complete records are there.
    func forget() {
        columns = [:]
        labels = [:]
    }

    private func publishPicture(at start: Double) {
        let picture = metrics.compactMap { metric -> MetricData? in
            guard let raw = columns[metric.id] else { return nil }
            let order = (0..<raw.count).sorted { (raw.starts[$0], $0) < (raw.starts[$1], $1) }
            let sorted = MetricSamples(
                metric: metric, columns: raw.gathered(order), labels: labels[metric.id] ?? [])
            return MetricData(
                MetricSamples(
                    metric: metric, columns: sorted.merged(.overlap, sources: sources),
                    labels: sorted.labels),
                calendar: calendar)
        }
        publish(ImportSnapshot(metrics: picture, progress: progress))
        // A picture costs as much as all that was read: they may take a tenth of the time.
        let end = clock.now
        nextPicture = end + max(0.2, 10 * (end - start))
    }
}
