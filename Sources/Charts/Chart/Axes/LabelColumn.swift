// Which labels along y have room over one another.
//
// Method: labels of values are one line high, so their distance alone counts. While values glide to
// another range the ticks are already those of the target; as long as they would crowd only every
// second, fourth, eighth of them is drawn, counted by the ticks' own numbers: whatever is visible, the
// same ones stay.

import ChartCore

/// The labels of an upright axis that have room among each other.
struct LabelColumn {
    /// Labels are never drawn nearer to each other than this, in points.
    static let leastDistance = 20.0
    /// How much nearer than it should a step may come that a hand zooms out.
    private static let patience = 1.15

    /// Every how many-th tick is drawn.
    private(set) var every = 1

    /// Begins with all ticks of another step.
    mutating func restart() { every = 1 }

    /// Leaves out labels that stand too close; whether they are others than before.
    ///
    /// - Parameter distance: from tick to tick, in points; nil where that is not one.
    mutating func thin(_ labels: inout [TickLabel], distance: Double?) -> Bool {
        if let distance { update(distance: distance) }
        var changed = false
        for index in labels.indices {
            let isShown =
                !labels[index].label.text.isEmpty && labels[index].tick.ordinal % every == 0
            if isShown != labels[index].isShown { changed = true }
            labels[index].isShown = isShown
        }
        return changed
    }

    /// Chooses every how many-th tick is drawn where so many points lie between two; what was left out
    /// comes back with a little more room than it needs.
    mutating func update(distance: Double) {
        func row(_ every: Int) -> Double { Double(every) * distance }
        while row(every) < Self.leastDistance, every < 1 << 20 { every *= 2 }
        while every > 1, row(every / 2) >= Self.leastDistance * LabelRow.slack.factor { every /= 2 }
    }

    /// How far apart ticks of a step have to stand, in points.
    ///
    /// - Parameters:
    ///   - length: of the axis, in points.
    ///   - isKept: whether a hand moves an axis that has that step.
    static func distance(
        _ step: AxisStep, _ spacing: TickSpacing, length: Double, isKept: Bool
    ) -> Double {
        let distance = max(spacing.distance(length: length), spacing.least * step.unevenness)
        return isKept ? max(min(distance, leastDistance), distance / patience) : distance
    }
}
