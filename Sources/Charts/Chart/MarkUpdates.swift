import ChartCore
import ChartScene

/// Sends updates to the marks of a chart when something has changed.
@MainActor
final class MarkUpdates {
    /// The last update.
    private var last: MarkUpdate?
    /// The marks' looks after it.
    private var looks: [Revision] = []
    private var counts: [Int] = []
    /// Whether one of them is changing.
    private var isFading = false

    /// The marks that are known to be in no other chart.
    private var claimed: [ObjectIdentifier] = []

    /// Checks that no other chart has one of the marks, once for each change of their list.
    func claim(_ marks: [any Mark], for chart: Chart) {
        guard !marks.elementsEqual(claimed, by: { ObjectIdentifier($0) == $1 }) else { return }
        claimed = marks.map { ObjectIdentifier($0) }
        MarkOwners.claim(marks, for: chart)
    }

    /// Sends an update to marks; returns whether one of them needs another frame for itself.
    ///
    /// - Parameters:
    ///   - update: without the numbers of samples, which the marks are asked for.
    ///   - transform: of the scale of x.
    ///   - fades: determines which marks are drawn.
    func send(
        _ marks: [any Mark], of update: MarkUpdate, _ transform: ScaleTransform, _ fades: MarkFades
    ) -> Bool {
        var update = update
        if let last, !isFading, last.range == update.range, last.pixels == update.pixels,
            last.isHeld == update.isHeld, lookAsBefore(marks, fades)
        {
            return false
        }
        // A fade begins only in `advance`; no time has passed since then, so it continues here.
        if isFading, let last { update.fades = update.fades || last.time == update.time }
        let values = transform.values(of: update.range)
        counts.removeAll(keepingCapacity: true)
        for mark in marks {
            let adaptive = fades.isDrawn(mark) ? mark as? any AdaptiveMark : nil
            counts.append(adaptive?.sampleCount(over: values) ?? 0)
        }
        update.total = Double(counts.reduce(0, +)) / Double(update.pixels)
        last = update
        isFading = false
        for (mark, count) in zip(marks, counts) where fades.isDrawn(mark) {
            update.samples = count
            if (mark as? any AdaptiveMark)?.update(update) == true { isFading = true }
        }
        looks.removeAll(keepingCapacity: true)
        for mark in marks where fades.isDrawn(mark) { looks.append(mark.revision) }
        return isFading
    }

    private func lookAsBefore(_ marks: [any Mark], _ fades: MarkFades) -> Bool {
        var index = 0
        for mark in marks where fades.isDrawn(mark) {
            guard index < looks.count, looks[index] == mark.revision else { return false }
            index += 1
        }
        return index == looks.count
    }
}
