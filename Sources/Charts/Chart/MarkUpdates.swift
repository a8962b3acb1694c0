import ChartCore
import ChartScene

/// Tells the marks of a chart how they are drawn next, where that has changed.
@MainActor
final class MarkUpdates {
    /// What they were told last.
    private var last: MarkUpdate?
    /// Their looks after that.
    private var looks: [Revision] = []
    private var counts: [Int] = []
    /// Whether one of them changes by itself.
    private var isFading = false

    /// Tells marks of an update; whether one of them needs another frame for itself.
    ///
    /// - Parameters:
    ///   - update: without the numbers of samples, which the marks are asked for.
    ///   - transform: of the scale of x.
    ///   - fades: knows which marks are drawn.
    func tell(
        _ marks: [any Mark], of update: MarkUpdate, _ transform: ScaleTransform, _ fades: MarkFades
    ) -> Bool {
        var update = update
        if let last, !isFading, last.range == update.range, last.pixels == update.pixels,
            last.isHeld == update.isHeld, lookAsBefore(marks, fades)
        {
            return false
        }
        // What only begins in `advance` goes on there: here time stands still.
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
