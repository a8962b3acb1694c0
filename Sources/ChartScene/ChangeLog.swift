// Which numbered things of a content changed since somebody looked.
//
// Method: every change has a number, and a log says what it was about. Who keeps a copy remembers the
// number that the copy is of, and asks for what changed since. Changes that nobody has seen yet are joined
// where they touch; those that somebody has seen are not joined with later ones, which would send them
// twice.
// Limits: the log is short. Who did not look for many changes is told that everything changed.

/// The last changes of a content, by the numbers of what changed.
package struct ChangeLog {
    /// Grows with every change.
    package private(set) var revision = 1
    private var changes: [Change]
    /// Changes up to this number are no longer there.
    private var forgotten = 0
    /// How many of the changes somebody has seen.
    private var seen = 0

    private struct Change {
        var revision: Int
        var range: Range<Int>
    }

    private static let longest = 64

    /// A log of a content with so many things, all of them new.
    package init(count: Int) { changes = [Change(revision: 1, range: 0..<count)] }

    /// Everything was replaced, by so many things.
    package mutating func replace(count: Int) {
        revision += 1
        forgotten = revision - 1
        changes = [Change(revision: revision, range: 0..<count)]
        seen = 0
    }

    /// Things changed.
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
            // While nobody looks, changes must not pile up: one range around them all will do.
            let all = changes.dropFirst().reduce(changes[0].range) { $0.joined($1.range) }
            changes = [Change(revision: revision, range: all)]
        }
    }

    /// What changed since a number, of which some may be there no longer; nil for everything.
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
