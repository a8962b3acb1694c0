import ChartCore
import Charts
import Foundation
import HealthData
import Ink

/// What a person has drawn on the charts of metrics.
///
/// The drawings of a metric are in the `InkLayer` of its chart. Here they are loaded, written, and
/// shown or hidden together.
@MainActor
final class Drawings {
    private unowned let model: ViewerModel
    /// Drawings of metrics whose chart is not there yet.
    private var waiting: [MetricID: InkDocument] = [:]
    /// What the library holds; nil if none is shown.
    var version: LibraryMarkList.Version?
    /// Changes whenever any drawing does, or whether drawings are shown.
    private(set) var revision = 0
    /// Whether drawings are shown.
    var areShown = true {
        didSet {
            for chart in model.metricCharts.values { chart.ink?.isHidden = !areShown }
            noteChange()
        }
    }
    /// Writes edits to the library; nil while nothing is written.
    var write: (([LibraryMarkEdit]) -> Void)?
    /// Whether edits wait to be written.
    var hasUnwritten: () -> Bool = { false }
    /// Reads the drawings of the library once nothing waits to be written.
    var readAgain: () -> Void = {}
    /// Whether the library holds other drawings than those that are shown.
    private var isStale = false

    init(_ model: ViewerModel) { self.model = model }

    /// Whether a library is shown, in which drawings are kept.
    var areKept: Bool { model.datasets != nil }

    /// Whether there is any drawing.
    var isEmpty: Bool {
        waiting.values.allSatisfy(\.marks.isEmpty)
            && model.metricCharts.values.allSatisfy { $0.ink?.document.marks.isEmpty ?? true }
    }

    private func noteChange() {
        revision += 1
        model.onChange(.input)
    }

    // MARK: Loading

    /// Takes the drawings of the library that is shown now.
    ///
    /// Drawings on files that are part of the library from now on stay, and are written.
    func take(_ stored: StoredDrawings) {
        let isFirst = version == nil
        // What is being drawn, or waits to be written, is not in what was read.
        isStale = !isFirst && (isBusy || hasUnwritten())
        guard !isStale else { return isBusy ? () : readAgain() }
        version = stored.version
        if isFirst { keepAll(except: stored) }
        for (metric, document) in stored.documents {
            var document = document
            if isFirst, let mine = drawn(on: metric) { document.append(mine) }
            set(document, of: metric)
        }
        for metric in metricsWithDrawings where stored.documents[metric] == nil && !isFirst {
            set(InkDocument(), of: metric)
        }
        revision += 1
        model.onChange(.data)
    }

    /// Whether something is being drawn.
    var isBusy: Bool { model.metricCharts.values.contains { $0.ink?.isBusy == true } }

    /// Reads the drawings again, if that had to wait until nothing was being drawn.
    func catchUp() {
        guard isStale, !isBusy else { return }
        isStale = false
        readAgain()
    }

    /// Writes the changes that have made drawings that the library does not have, so that they can be
    /// taken back afterwards, too.
    private func keepAll(except stored: StoredDrawings) {
        var edits: [LibraryMarkEdit] = []
        for metric in metricsWithDrawings.sorted(by: { $0.rawValue < $1.rawValue }) {
            let known = Set(stored.documents[metric]?.marks.map(\.id) ?? [])
            edits += (drawn(on: metric)?.history ?? []).filter { change in
                !(change.before + change.after).contains { known.contains($0.id) }
            }.map { LibraryMarkEdit(.made, $0, of: metric) }
        }
        if !edits.isEmpty { write?(edits) }
    }

    private var metricsWithDrawings: Set<MetricID> {
        Set(waiting.keys).union(
            model.metricCharts.values.filter { $0.ink != nil }.map(\.metric.id))
    }

    private func drawn(on metric: MetricID) -> InkDocument? {
        model.metricCharts[metric]?.ink?.document ?? waiting[metric]
    }

    private func set(_ document: InkDocument, of metric: MetricID) {
        guard let chart = model.metricCharts[metric], chart.hasDates else {
            waiting[metric] = document
            return
        }
        // A chart without drawings needs no layer.
        guard chart.ink != nil || !document.marks.isEmpty || document.canUndo || document.canRedo
        else { return }
        layer(of: chart)?.document = document
    }

    /// Gives a chart the drawings that are known of its metric.
    func adopt(_ chart: MetricChart) {
        guard chart.chart.x === model.x, let document = waiting.removeValue(forKey: chart.metric.id)
        else { return }
        set(document, of: chart.metric.id)
    }

    /// Releases the drawings of a document before another one is shown.
    func forget() {
        waiting = [:]
        version = nil
        revision += 1
    }

    // MARK: Drawing

    /// The layer of a chart, which is made when it is first needed; nil for a chart without dates.
    @discardableResult
    func layer(of chart: MetricChart) -> InkLayer? {
        guard let layer = chart.makeInk() else { return nil }
        layer.isHidden = !areShown
        // Several windows and programs number drawings in one library.
        layer.leastNumber = { Int(Date().timeIntervalSince1970 * 1e6) }
        return layer
    }

    /// Takes a change that a person has made, and writes it.
    func didChange(_ change: InkDocument.Change, _ way: LibraryMarkEdit.Way, of metric: MetricID) {
        if areKept { write?([LibraryMarkEdit(way, change, of: metric)]) }
        noteChange()
    }

    /// Writes a drawing that is not finished.
    func writeDraft(_ mark: InkMark, of metric: MetricID) {
        didDraft(InkDocument.Change(before: [], after: [mark]), of: metric)
    }

    /// Removes a draft that has become no drawing.
    func removeDraft(_ mark: InkMark, of metric: MetricID) {
        didDraft(InkDocument.Change(before: [mark], after: []), of: metric)
    }

    private func didDraft(_ change: InkDocument.Change, of metric: MetricID) {
        if areKept { write?([LibraryMarkEdit(.draft, change, of: metric)]) }
    }

    /// Notes that other drawings are selected.
    func didSelect() { noteChange() }
}
