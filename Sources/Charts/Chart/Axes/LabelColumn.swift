// Which labels along y have room over one another.
//
// Method: labels of values are one line high, so their distance alone counts. While values glide to
// another range the ticks are already those of the target. As long as they would be too close, only
// every second, fourth or eighth is drawn, counted by the ticks' own numbers, so the same ones stay
// whatever is visible.

import ChartCore

/// The labels of a vertical axis that have room among each other.
struct LabelColumn {
    /// Labels are never drawn nearer to each other than this, in points.
    static let leastDistance = 20.0
    /// How much closer than its distance a step may get while a hand zooms out, as a factor.
    private static let patience = 1.15

    /// The interval of the ticks that are drawn: 2 for every second one.
    private(set) var every = 1

    /// Starts with all ticks of another step.
    mutating func restart() { every = 1 }

    /// Leaves out labels that are too close; returns whether the choice changed.
    ///
    /// - Parameter distance: from tick to tick, in points; nil if it is not constant.
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

    /// Chooses the interval of the drawn ticks from the distance between two, in points; ticks left
    /// out come back only when there is a little more room than they need.
    mutating func update(distance: Double) {
        func row(_ every: Int) -> Double { Double(every) * distance }
        while row(every) < Self.leastDistance, every < 1 << 20 { every *= 2 }
        while every > 1, row(every / 2) >= Self.leastDistance * LabelRow.slack.factor { every /= 2 }
    }

    /// The distance that ticks of a step need, in points.
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
