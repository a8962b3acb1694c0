// Which labels along x have room next to one another.
//
// Method: a step generally keeps labels apart. Where it does not (a strong label is wider than its
// samples, a month shorter than the mean), the strong one stays and its neighbours are left out.
// From the left: first each strong label that is clear of the strong one before it, then each
// ordinary one that is clear of the chosen ones on both sides. O(labels). The choice depends on the
// zoom alone, so in a pan labels change only at the ends of the axis. A label that was left out
// comes back only with a little more room than it needs, so that the last digits of a range cause
// no flicker. Rejected: the largest set that fits (one more label far away would change which of
// two neighbours is drawn).

import Geometry

/// The labels of a horizontal axis that have room among each other.
struct LabelRow {
    /// A label that may be chosen.
    struct Candidate {
        /// Its extent, in points.
        var span: Extent
        /// Whether ordinary ones are left out for it.
        var isStrong = false
        /// Whether it has a text.
        var isWritten = true
        /// The room it needs on both sides, in points.
        var gap: Double
    }

    /// The room in excess of its need that a label must have to come back, in points and as a
    /// factor.
    static let slack = (gap: 2.0, factor: 1.05)

    /// Whether strong labels are short.
    private(set) var isTight = false

    /// Chooses the labels that have room, and their whole or short texts; returns whether anything
    /// changed.
    ///
    /// - Parameters:
    ///   - density: the number of points per unit of the data.
    ///   - distance: from tick to tick, in points.
    ///   - full: that distance if all texts were whole, in points.
    ///   - gap: the least distance between labels, in points.
    mutating func choose(
        among labels: inout [TickLabel], density: Double, distance: Double, full: Double,
        gap: Double
    ) -> Bool {
        guard let origin = labels.first?.anchor else { return false }
        isTight = distance < full * (isTight ? Self.slack.factor : 1)
        var changed = false
        for index in labels.indices where labels[index].hasShort {
            if labels[index].isShort != isTight { changed = true }
            labels[index].isShort = isTight
        }
        let shown = Self.chosen(
            among: labels.map { label in
                Candidate(
                    span: label.reach.offset(by: (label.anchor - origin) * density),
                    isStrong: label.isStrong, isWritten: !label.text.isEmpty,
                    // The last digits must not make labels exactly at the gap appear and disappear.
                    gap: gap - 0.01 + (label.wasHidden ? Self.slack.gap : 0))
            })
        for (index, isShown) in shown.enumerated() {
            if labels[index].isShown != isShown { changed = true }
            labels[index].isShown = isShown
            labels[index].wasHidden = !isShown
        }
        return changed
    }

    /// Whether each of a list of labels, in the order of their positions, has room.
    static func chosen(among labels: [Candidate]) -> [Bool] {
        var shown = [Bool](repeating: false, count: labels.count)
        var end = -Double.infinity
        for (index, label) in labels.enumerated()
        where label.isStrong && label.isWritten && label.span.min >= end + label.gap {
            shown[index] = true
            end = label.span.max
        }
        var nextStrong = [Double](repeating: .infinity, count: labels.count)
        var begin = Double.infinity
        for index in labels.indices.reversed() {
            nextStrong[index] = begin
            if shown[index] { begin = labels[index].span.min }
        }
        end = -.infinity
        for (index, label) in labels.enumerated() where label.isWritten {
            if !shown[index] {
                guard !label.isStrong, label.span.min >= end + label.gap,
                    label.span.max + label.gap <= nextStrong[index]
                else { continue }
                shown[index] = true
            }
            end = label.span.max
        }
        return shown
    }
}
