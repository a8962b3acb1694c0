// Which numbered elements of a content changed since a revision.
//
// Method: every change has a number, and a log stores the changed range. A user of the log that
// keeps a copy stores the number of the copy, and requests the changes since then. Changes that
// have not been requested yet are joined if they touch; those that have been requested are not
// joined with later ones, which would send them twice.
// Limits: the log is short. If a copy is too many changes behind, everything counts as changed.

/// The last changes of a content, by the numbers of the changed elements.
package struct ChangeLog {
    /// Increases with every change.
    package private(set) var revision = 1
    private var changes: [Change]
    /// Changes up to this number are no longer stored.
    private var forgotten = 0
    /// The number of changes that have been requested.
    private var seen = 0

    private struct Change {
        var revision: Int
        var range: Range<Int>
    }

    private static let longest = 64

    /// A log of a content with `count` elements, all of them new.
    package init(count: Int) { changes = [Change(revision: 1, range: 0..<count)] }

    /// Records that all elements were replaced, by `count` new ones.
    package mutating func replace(count: Int) {
        revision += 1
        forgotten = revision - 1
        changes = [Change(revision: revision, range: 0..<count)]
        seen = 0
    }

    /// Records a change of elements.
    package mutating func mark(_ range: Range<Int>) {
        revision += 1
        guard !range.isEmpty else { return }
        if changes.count > seen, let last = changes.last,
            last.range.upperBound >= range.lowerBound, last.range.lowerBound <= range.upperBound
        {
            changes[changes.count - 1] = Change(
                revision: revision, range: last.range.joined(range))
        } else {
            changes.append(Change(revision: revision, range: range))
        }
        guard changes.count > Self.longest else { return }
        if seen > 0 {
            forgotten = changes[seen - 1].revision
            changes.removeFirst(seen)
            seen = 0
        } else {
            // Changes must not accumulate while none are requested: one range around them all is
            // enough.
            let all = changes.dropFirst().reduce(changes[0].range) { $0.joined($1.range) }
            changes = [Change(revision: revision, range: all)]
        }
    }

    /// The changes since a revision, some of whose elements may no longer exist; nil for
    /// everything.
    package mutating func changes(since known: Int) -> [Range<Int>]? {
        seen = changes.count
        guard known >= forgotten else { return nil }
        return changes.filter { $0.revision > known }.map(\.range)
    }
}

extension Range<Int> {
    /// The smallest range around both.
    fileprivate func joined(_ other: Range<Int>) -> Range<Int> {
        Swift.min(lowerBound, other.lowerBound)..<Swift.max(upperBound, other.upperBound)
    }
}
