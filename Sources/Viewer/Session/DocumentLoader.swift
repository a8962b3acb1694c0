import ChartCore
import EventLoop
import Foundation
import Glibc
import HealthData
import Platform
import Synchronization

/// Reads files on a separate thread and delivers pictures of what has been read so far.
///
/// The reading uses all processors, and yields to the window when that needs one.
///
/// The pictures are complete values, built on that thread, and share their samples with one another
/// and with the import: the main thread only shows them. While the file is read they come at
/// growing intervals, so that building them never costs more than a fraction of the reading; if
/// several wait, only the newest is shown. The last one is made of the merged records. `cancel`
/// keeps what was read until then, and stops following files.
final class DocumentLoader: Sendable {
    private let source: DocumentSource
    private let options: ImportOptions
    private let calendar: CivilCalendar
    private let cancellation = Cancellation()
    private let signal = FileSignal()

    init(
        _ source: DocumentSource, zone: ZoneRules, assumptions: Assumptions,
        answers: Answers = Answers(), order: SourceOrder = SourceOrder(), calendar: CivilCalendar,
        now: Double = .infinity
    ) {
        var options = ImportOptions(zone: zone, assumptions: assumptions)
        options.now = now
        options.answers = answers
        options.order = order
        self.source = source
        self.options = options
        self.calendar = calendar
    }

    /// Stops the reading as soon as possible; the snapshot with the report still comes.
    func cancel() {
        cancellation.cancel()
        signal.send([])
    }

    /// Reads everything on the calling thread: for pictures without a window.
    func load() -> ImportSnapshot {
        let growth = DocumentGrowth(calendar: calendar, remarks: true) { _ in }
        return read(growth, grows: false)
    }

    /// Reads all records on the calling thread, without pictures of them.
    func records() -> Result<HealthRecords, ExportFailure> {
        guard let directory = source.library else {
            let result = Importer(files: source.files, options: options).run(
                progress: { _ in }, cancellation: cancellation)
            return .success(result.records)
        }
        do throws(LibraryError) {
            let library = try Library(reading: directory)
            defer { library.close() }
            return .success(try library.contents(order: options.order).records)
        } catch {
            return .failure(ExportFailure("\(error)"))
        }
    }

    /// Starts the reading in the background.
    ///
    /// `deliver` runs on the main actor, in order; the last call brings the report.
    ///
    /// - Parameter grows: whether to deliver pictures of what has been read so far.
    func start(
        mailbox: Mailbox, grows: Bool = true,
        deliver: @escaping @MainActor @Sendable (ImportSnapshot) -> Void
    ) {
        let slot = SnapshotSlot(mailbox: mailbox, deliver: deliver)
        WorkerThread.detach(priority: .background) { [self] in
            let growth = DocumentGrowth(calendar: calendar) { slot.offer($0) }
            slot.offer(read(growth, grows: grows))
        }
    }

    /// Reads the source to its end.
    private func read(_ growth: DocumentGrowth, grows: Bool) -> ImportSnapshot {
        switch source {
        case .files(let files):
            return growth.picture(
                of: result(
                    of: files, options, growth, grows: grows, isShown: true, reportsEnd: false))
        case .library(let directory, let removing):
            return keeping(in: directory, growth, reads: removing.isEmpty) {
                library throws(LibraryError) in
                var failure: LibraryError?
                do throws(LibraryError) {
                    for dataset in removing { try library.remove(dataset) }
                } catch {
                    // If the library differs from what was shown, it is read again; if it is
                    // broken, it is not.
                    guard error.isRefusal else { throw error }
                    failure = error
                }
                var picture = try contents(
                    of: library, growth, grows: grows && removing.isEmpty,
                    cancellation: cancellation)
                if let failure { picture.report?.add(failure) }
                return picture
            }
        case .addition(let files, let directory):
            return added(files, to: directory, growth, grows: grows)
        case .replacement(let datasets, let directory):
            return replaced(datasets, in: directory, growth)
        }
    }

    /// Reads files again and replaces the datasets that came from them.
    ///
    /// This happens only if all files still exist and could be read to their ends; otherwise the
    /// library is left untouched.
    private func replaced(
        _ datasets: [Library.Dataset], in directory: String, _ growth: DocumentGrowth
    ) -> ImportSnapshot {
        var report = ImportReport()
        var picture = keeping(in: directory, growth) { library throws(LibraryError) in
            let gone = Set(datasets.map(\.path)).filter { access($0, R_OK) != 0 }
            for file in gone.sorted() { report.add(.gone(file)) }
            if gone.isEmpty {
                do throws(LibraryError) {
                    if let readings = readings(of: datasets, growth, &report) {
                        report.take(try library.replace(readings))
                    }
                } catch {
                    report.add(error)
                }
            }
            return try contents(of: library, growth, grows: false, cancellation: Cancellation())
        }
        // Errors that the library itself reports come first.
        if picture.datasets != nil { picture.report = report.withDamages(of: picture.report) }
        picture.progress = growth.progress
        return picture
    }

    /// The current contents of the files of datasets, each file read once.
    ///
    /// Nil if one could not be read to its end; the report has the error.
    private func readings(
        of datasets: [Library.Dataset], _ growth: DocumentGrowth, _ report: inout ImportReport
    ) -> [(dataset: Library.Dataset, result: ImportResult)]? {
        var options = options
        options.order = SourceOrder()
        var results: [String: ImportResult] = [:]
        for dataset in datasets where results[dataset.path] == nil {
            growth.restart()
            let result = result(
                of: [dataset.path], options, growth, grows: false, isShown: false, reportsEnd: true)
            report.append(result.report)
            guard !result.report.wasCancelled, !result.report.nothingUsed else { return nil }
            results[dataset.path] = result
        }
        return datasets.compactMap { dataset in results[dataset.path].map { (dataset, $0) } }
    }

    /// Reads files into the library, each separately: a record that two of them share belongs to
    /// both.
    private func added(
        _ files: [String], to directory: String, _ growth: DocumentGrowth, grows: Bool
    ) -> ImportSnapshot {
        // If a library is already displayed, a file grows unseen.
        let isNew = !Library.exists(in: directory)
        // What is kept does not depend on the current order of sources.
        var options = options
        options.order = SourceOrder()
        var report = ImportReport()
        var picture = ImportSnapshot()
        var library: Library?
        defer { library?.close() }
        var waiting = files[...]
        do throws(LibraryError) {
            while let file = waiting.popFirst(), !cancellation.isCancelled {
                growth.restart()
                let result = result(
                    of: [file], options, growth, grows: grows && isNew, isShown: isNew,
                    reportsEnd: true)
                report.append(result.report)
                guard !result.report.nothingUsed else { continue }
                if isNew { picture = growth.picture(of: result) }
                if library == nil { library = try Library(directory: directory) }
                if let library { report.take(try library.add(result)) }
            }
            if library == nil, !isNew { library = try Library(reading: directory) }
            if let library {
                // What was kept is shown even if the reading was stopped.
                picture = try contents(
                    of: library, growth, grows: false, cancellation: Cancellation())
            }
        } catch {
            // What was read is shown if nothing else was shown and nothing was kept. The report
            // says that it is not kept, and which files were not tried.
            report.add(error)
            for file in waiting {
                report.add(.notTried(file))
            }
            if let library,
                let kept = try? contents(
                    of: library, growth, grows: false, cancellation: Cancellation()),
                kept.datasets?.isEmpty == false || !isNew
            {
                picture = kept
            }
        }
        picture.progress = growth.progress
        picture.report = report.withDamages(of: picture.datasets == nil ? nil : picture.report)
        return picture
    }

    /// Reads files.
    ///
    /// - Parameters:
    ///   - isShown: whether there will be a picture of the result.
    ///   - reportsEnd: whether to report the end of the reading separately, since what follows takes
    ///     time.
    private func result(
        of files: [String], _ options: ImportOptions, _ growth: DocumentGrowth, grows: Bool,
        isShown: Bool, reportsEnd: Bool
    ) -> ImportResult {
        let pictures = growth.pictures
        let finish: @Sendable (HealthRecords) -> Void = { records in
            for samples in records.samples { pictures.finish(samples.metric.id, of: records) }
        }
        return Importer(files: files, options: options).run(
            progress: { growth.note($0, reportsEnd: reportsEnd) },
            grown: grows ? { growth.grow($0) } : nil,
            settled: isShown ? finish : nil, cancellation: cancellation)
    }

    private func contents(
        of library: Library, _ growth: DocumentGrowth, grows: Bool, cancellation: Cancellation
    ) throws(LibraryError) -> ImportSnapshot {
        // With the first picture, so that the charts leave room for them.
        growth.notes = try library.notes().all
        let contents = try library.contents(
            order: options.order,
            grown: grows ? { growth.grow($0) } : nil, cancellation: cancellation)
        growth.restart()
        var picture = growth.picture(
            of: ImportResult(records: contents.records, report: contents.report))
        picture.datasets = contents.datasets
        picture.notes = contents.notes
        picture.places = MapPlaces(targets: contents.targets, contents.records.places)
        picture.drawings = StoredDrawings(try library.drawings.all())
        for metric in contents.records.metrics {
            picture.damagedSpans[metric.id] = contents.damagedSpans(of: metric.id)
        }
        return picture
    }

    private func keeping(
        in directory: String, _ growth: DocumentGrowth, reads: Bool = false,
        _ body: (Library) throws(LibraryError) -> ImportSnapshot
    ) -> ImportSnapshot {
        do throws(LibraryError) {
            let library =
                reads ? try Library(reading: directory) : try Library(directory: directory)
            defer { library.close() }
            return try body(library)
        } catch {
            return ImportSnapshot(progress: growth.progress, report: ImportReport(error))
        }
    }

    /// Reads in the background, then follows the files and reads what is appended to them.
    ///
    /// It ends when it is cancelled; nothing runs while nothing is written.
    ///
    /// `deliver` runs on the main actor: first as with `start`, then once for every picture of new
    /// records, at most sixty times a second, each with a report and marked as an update.
    ///
    /// - Parameter grows: whether to deliver pictures before the first report.
    /// - Throws: `EventLoopError` if files cannot be watched; nothing was started then.
    @MainActor
    func startFollowing(
        loop: EventLoop, grows: Bool = true,
        deliver: @escaping @MainActor @Sendable (ImportSnapshot) -> Void
    ) throws(EventLoopError) {
        let signal = signal
        let files = source.files
        // Watched before they are read, so that no change in between is missed.
        let watcher = try FileWatcher(loop: loop, paths: files.filter { $0 != "-" }) { changes in
            signal.send(
                Set(
                    changes.filter { !$0.value.isDisjoint(with: [.closed, .replaced]) }.map(\.key)))
        }
        let slot = SnapshotSlot(mailbox: loop.mailbox, deliver: deliver)
        let mailbox = loop.mailbox
        let follower = WorkerThread(priority: .background) { [self] in
            let growth = DocumentGrowth(calendar: calendar) { slot.offer($0) }
            let followed = FollowedImport(files: files, options: options)
            let result = followed.read(
                progress: { growth.note($0, reportsEnd: false) },
                grown: grows ? { growth.grow($0) } : nil,
                cancellation: cancellation)
            slot.offer(growth.picture(of: result))
            while !cancellation.isCancelled {
                let closed = signal.wait()
                let readings = followed.fullReadCount
                if cancellation.isCancelled { break }
                guard let result = followed.update(closed: closed) else { continue }
                if followed.fullReadCount != readings { growth.restart() }
                var picture = growth.picture(of: result)
                picture.isUpdate = true
                slot.offer(picture)
                // Everything that arrives until the next frame is shown together.
                Thread.sleep(forTimeInterval: 1 / 60)
            }
            mailbox.post { watcher.close() }
        }
        if let follower {
            follower.detach()
        } else {
            // Reading once is better than not at all.
            watcher.close()
            start(mailbox: mailbox, grows: grows, deliver: deliver)
        }
    }
}

extension ImportReport {
    /// The same report, with the damages that the library reports.
    fileprivate func withDamages(of library: ImportReport?) -> ImportReport {
        var report = self
        if let library { report.takeDamages(of: library) }
        return report
    }
}

/// Wakes the thread that follows files.
private final class FileSignal: Sendable {
    private let condition = NSCondition()
    private let state = Mutex<(rung: Bool, closed: Set<String>)>((false, []))

    /// Signals that files have changed, and which of them their writer closed or replaced.
    func send(_ closed: Set<String>) {
        condition.lock()
        state.withLock {
            $0.rung = true
            $0.closed.formUnion(closed)
        }
        condition.signal()
        condition.unlock()
    }

    /// Waits for a ring, and returns the closed files.
    func wait() -> Set<String> {
        condition.lock()
        defer { condition.unlock() }
        while !state.withLock({ $0.rung }) { condition.wait() }
        return state.withLock {
            let closed = $0.closed
            $0 = (false, [])
            return closed
        }
    }
}

/// The newest snapshot on its way to the main actor: it replaces one that is not shown yet.
private final class SnapshotSlot: Sendable {
    private let mailbox: Mailbox
    private let deliver: @MainActor @Sendable (ImportSnapshot) -> Void
    private let waiting = Mutex<ImportSnapshot?>(nil)

    init(mailbox: Mailbox, deliver: @escaping @MainActor @Sendable (ImportSnapshot) -> Void) {
        self.mailbox = mailbox
        self.deliver = deliver
    }

    func offer(_ snapshot: ImportSnapshot) {
        let isFirst = waiting.withLock { waiting in
            let isFirst = waiting == nil
            var newest = snapshot
            if let older = waiting {
                if newest.metrics.isEmpty, newest.report == nil { newest.metrics = older.metrics }
                newest.progress = newest.progress ?? older.progress
                newest.report = newest.report ?? older.report
                newest.workouts = newest.workouts ?? older.workouts
                newest.notes = newest.notes ?? older.notes
                newest.places = newest.places ?? older.places
                newest.drawings = newest.drawings ?? older.drawings
                // What was never shown as a first picture is not an update.
                newest.isUpdate = newest.isUpdate && (older.report == nil || older.isUpdate)
            }
            waiting = newest
            return isFirst
        }
        guard isFirst else { return }
        mailbox.post { [self] in
            let newest = waiting.withLock { waiting in
                defer { waiting = nil }
                return waiting
            }
            if let newest { deliver(newest) }
        }
    }
}

/// The pictures of the metrics, each of which any thread may make.
private final class MetricPictures: Sendable {
    private let calendar: CivilCalendar
    private let growths = Mutex<[MetricID: MetricGrowth]>([:])
    private let finished = Mutex<[MetricID: MetricData]>([:])

    init(calendar: CivilCalendar) { self.calendar = calendar }

    /// Discards the pictures, because the files were read again.
    func restart() {
        growths.withLock { $0 = [:] }
        finished.withLock { $0 = [:] }
    }

    /// The picture of samples in file order; `settled` returns them sorted and merged.
    func data(_ samples: MetricSamples, settled: () -> MetricSamples) -> MetricData {
        made(samples, isLast: false, settled)
    }

    /// Makes the picture of a metric of settled records, once no more will come for a while.
    func finish(_ id: MetricID, of records: HealthRecords) {
        let data = whole(id, of: records)
        finished.withLock { $0[id] = data }
    }

    /// The picture that `finish` made of these records' samples, or a new one.
    func takeFinished(_ id: MetricID, of records: HealthRecords) -> MetricData? {
        finished.withLock { $0.removeValue(forKey: id) } ?? whole(id, of: records)
    }

    private func whole(_ id: MetricID, of records: HealthRecords) -> MetricData? {
        guard let samples = records[id] else { return nil }
        let merged = MetricSamples(
            metric: samples.metric, columns: records.merged(id), labels: samples.labels)
        let leftOut = LeftOutValue.all(records.leftOut(id), of: samples.metric)
        // A metric of which every sample is left out has no chart; the report asks about it.
        if merged.columns.isEmpty, !leftOut.isEmpty { return nil }
        var data = made(merged, isLast: true) { merged }
        data.leftOut = leftOut
        data.shares = records.shares(of: id)
        if [.mean, .pair].contains(merged.metric.aggregation) {
            data.sources = ReadingSources(merged.columns, records.sources)
        }
        return data
    }

    private func made(
        _ samples: MetricSamples, isLast: Bool, _ settled: () -> MetricSamples
    ) -> MetricData {
        let id = samples.metric.id
        var growth =
            growths.withLock { $0.removeValue(forKey: id) } ?? MetricGrowth(calendar: calendar)
        let data = growth.data(samples, isLast: isLast, settled: settled)
        growths.withLock { $0[id] = growth }
        return data
    }
}

/// The pictures of what has been read so far.
///
/// They are made on the loader's thread, except those of settled metrics.
private final class DocumentGrowth {
    private(set) var progress: ImportProgress?
    /// The notes of the library that is read; nil if none is.
    var notes: [Library.Note]?
    private let clock = SystemClock()
    let pictures: MetricPictures
    /// Whether to report names in the order of sources that match nothing.
    ///
    /// That is so for an order given for these files, not for one that was kept for all.
    private let remarks: Bool
    private let publish: (ImportSnapshot) -> Void
    private let start: Double
    private var nextPicture = 0.0
    /// What the pictures have cost, in seconds.
    private var spent = 0.0
    /// What the last picture cost per record that had been read.
    private var costOfRecord = 0.0
    /// Whether the files were read to their ends; everything after that comes as one picture.
    private var hasEnded = false
    private var lastProgress = 0.0

    init(
        calendar: CivilCalendar, remarks: Bool = false,
        publish: @escaping (ImportSnapshot) -> Void
    ) {
        pictures = MetricPictures(calendar: calendar)
        self.remarks = remarks
        self.publish = publish
        start = clock.now
    }

    /// Reports how far the reading has come, four times a second.
    ///
    /// A frame for it costs the reading time, and a person reads a number no faster.
    ///
    /// - Parameter reportsEnd: whether to report the end separately. It is false if the picture comes
    ///   right after the end, since a frame for the report would only delay it.
    func note(_ progress: ImportProgress, reportsEnd: Bool) {
        self.progress = progress
        let now = clock.now
        guard progress.finished ? reportsEnd : now - lastProgress >= 0.25 else { return }
        lastProgress = now
        publish(ImportSnapshot(progress: progress))
    }

    /// Makes a picture of what has been read, unless it is too soon for one, or it would cost too
    /// much.
    func grow(_ soFar: () -> HealthRecords) {
        let began = clock.now
        guard !hasEnded, began >= nextPicture, isWorthwhile(began) else { return }
        let records = soFar()
        publish(
            ImportSnapshot(metrics: metrics(of: records), progress: progress, notes: notes))
        let end = clock.now
        spent += end - began
        if let read = progress?.read, read > 0 { costOfRecord = (end - began) / Double(read) }
        // Pictures come at growing intervals, of at most a second.
        nextPicture = end + min(1, max(0.03, end - start))
    }

    /// Whether pictures take no more than a twentieth of the time of the whole reading.
    ///
    /// A picture now is assumed to cost as much per record as the last one.
    private func isWorthwhile(_ now: Double) -> Bool {
        let elapsed = now - start
        let whole = progress.flatMap(\.fraction).map { $0 > 0 ? elapsed / $0 : elapsed } ?? elapsed
        let cost = costOfRecord * Double(progress?.read ?? 0)
        return spent + cost <= max(whole, elapsed) / 20 || spent == 0
    }

    /// Discards the pictures, because the files were read again.
    func restart() { pictures.restart() }

    /// The picture of a finished import.
    func picture(of result: ImportResult) -> ImportSnapshot {
        hasEnded = true
        let records = result.records
        let pictures = pictures
        let made = Mutex([MetricData?](repeating: nil, count: records.samples.count))
        // Start the largest first, or it ends last and alone.
        let turns = records.samples.indices.sorted {
            records.samples[$0].columns.count > records.samples[$1].columns.count
        }
        Workers.perform(turns.count) { turn in
            let index = turns[turn]
            let data = pictures.takeFinished(records.samples[index].metric.id, of: records)
            made.withLock { $0[index] = data }
        }
        let metrics = made.withLock { $0 }.compactMap(\.self)
        return ImportSnapshot(
            metrics: MetricData.withCharts(metrics),
            progress: progress, report: result.report, places: MapPlaces(result.records.places),
            remarks: remarks ? records.orderRemarks : [], workouts: WorkoutList(records))
    }

    private func metrics(of records: HealthRecords) -> [MetricData] {
        MetricData.withCharts(
            records.samples.filter { !$0.columns.isEmpty }
                .sorted { Metric.listed($0.metric, before: $1.metric) }
                .map { samples in
                    pictures.data(samples) {
                        let settled = HealthRecords(
                            samples: [samples], sources: records.sources, order: records.order
                        ).settled()
                        return MetricSamples(
                            metric: samples.metric, columns: settled.merged(samples.metric.id),
                            labels: samples.labels)
                    }
                })
    }
}
