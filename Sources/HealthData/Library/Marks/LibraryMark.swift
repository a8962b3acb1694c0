import Foundation
import Localization

/// A mark that a person has drawn on the chart of a metric.
///
/// What it looks like is in `bytes`, which only the program that draws it understands; the other
/// members say where it is, for lists and for other programs.
package struct LibraryMark: Sendable, Hashable, Identifiable {
    /// Its number; later marks have larger ones.
    package let id: Int64
    /// The metric whose chart it is on.
    package var metric: MetricID
    /// What it is, in one word: "pen", "trendLine".
    package var kind: String
    /// What the values of the chart were sums over, such as "day"; nil if they were none.
    package var basis: String?
    /// From when to when it reaches, in seconds since 1970; nil if it is at no time.
    package var times: ClosedRange<Double>?
    /// From which value to which it reaches, in the metric's unit; nil if it is at no value.
    package var values: ClosedRange<Double>?
    /// When it was drawn, in seconds since 1970.
    package var created: Double
    /// When it was last changed.
    package var changed: Double
    /// When it was removed; nil for one that is there.
    package var deleted: Double?
    /// What it looks like.
    package var bytes: [UInt8]

    /// Creates a mark from its parts.
    package init(
        id: Int64, metric: MetricID, kind: String, basis: String?, times: ClosedRange<Double>?,
        values: ClosedRange<Double>?, created: Double, changed: Double, deleted: Double? = nil,
        bytes: [UInt8]
    ) {
        (self.id, self.metric, self.kind, self.basis) = (id, metric, kind, basis)
        (self.times, self.values) = (times, values)
        (self.created, self.changed, self.deleted) = (created, changed, deleted)
        self.bytes = bytes
    }
}

/// A change of marks that can be taken back.
package struct LibraryMarkChange: Sendable, Hashable {
    /// The metric whose marks it changed.
    package var metric: MetricID
    /// The marks that it removed or replaced, as they were.
    package var before: [LibraryMark]
    /// The marks that it added, or put in place of others.
    package var after: [LibraryMark]

    /// Creates a change.
    package init(metric: MetricID, before: [LibraryMark], after: [LibraryMark]) {
        (self.metric, self.before, self.after) = (metric, before, after)
    }
}

/// What is written about marks.
package struct LibraryMarkEdit: Sendable, Hashable {
    /// How a change came about.
    package enum Way: Sendable, Hashable {
        /// A person has made it.
        case made
        /// The last change of the metric was taken back: `before` and `after` are those of the way
        /// back.
        case undone
        /// The change that was taken back last was made again.
        case redone
        /// A mark is still being drawn. It is there after a crash, and cannot be taken back.
        case draft
    }

    package var way: Way
    package var change: LibraryMarkChange

    /// Creates an edit.
    package init(_ way: Way, _ change: LibraryMarkChange) {
        (self.way, self.change) = (way, change)
    }
}

/// The marks of a library.
package struct LibraryMarkList: Sendable {
    /// Identifies what the list holds: equal as long as nobody has changed any mark.
    package struct Version: Sendable, Hashable {
        var count: Int
        var changed: Double
        var deleted: Double
        var lastChange: Int64
    }

    /// The marks that are there, in the order of their numbers.
    package var marks: [LibraryMark] = []
    /// Those that were removed and are still kept, in that order.
    package var removed: [LibraryMark] = []
    /// The changes of each metric that can be taken back, the latest last.
    package var done: [MetricID: [LibraryMarkChange]] = [:]
    /// Those that were taken back, in the order in which they were.
    package var undone: [MetricID: [LibraryMarkChange]] = [:]
    /// The damaged ones that are missing from the list, a sentence each.
    package var damages: [String] = []
    /// What the list holds.
    package var version = Version(count: 0, changed: 0, deleted: 0, lastChange: 0)

    /// An empty list.
    package init() {}
}
