// Which labels along x have room beside one another.
//
// Method: a step keeps labels apart on the whole; where it does not (a strong one is wider than its
// samples, a month shorter than the mean) the strong one stays and its neighbours give way. From the
// left, first each strong label that is clear of the strong one before it, then each ordinary one that is
// clear of what was chosen on both sides. O(labels).
// That depends on the zoom alone, so nothing comes and goes in a pan but at the ends of the axis; and
// what was left out comes back only with a little more room than it needs, so that the last digits of a
// range let nothing flicker.
// Rejected: the largest set that fits (one more label far away would change which of two stands here).

import Geometry

/// The labels of a horizontal axis that have room among each other.
struct LabelRow {
    /// A label that would like to be seen.
    struct Candidate {
        /// From where to where it goes, in points.
        var span: Extent
        /// Whether ordinary ones give way to it.
        var isStrong = false
        /// Whether something is written.
        var isWritten = true
        /// How much room it needs on both sides, in points.
        var gap: Double
    }

    /// How much more room than it needs something takes to come back, in points and as a factor.
    static let slack = (gap: 2.0, factor: 1.05)

    /// Whether strong labels are short.
    private(set) var isTight = false

    /// Chooses the labels that have room, and between their whole and their short texts; whether
    /// anything is another than before.
    ///
    /// - Parameters:
    ///   - density: how many points a unit of the data takes.
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
                    // Labels that stand exactly at the gap do not come and go with the last digits.
                    gap: gap - 0.01 + (label.wasHidden ? Self.slack.gap : 0))
            })
        for (index, isShown) in shown.enumerated() {
            if labels[index].isShown != isShown { changed = true }
            labels[index].isShown = isShown
            labels[index].wasHidden = !isShown
        }
        return changed
    }

    /// Whether each of some labels has room, which are in the order of their places.
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
