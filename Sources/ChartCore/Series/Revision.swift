import Synchronization

/// The state of some data at a moment: equal revisions mean equal content.
///
/// Every change gets a number that has never been used before in this process, even on a copy. So a
/// renderer that stores the revision it uploaded needs one comparison to see whether it is current.
public struct Revision: Hashable, Comparable, Sendable {
    private let number: UInt64

    /// The revision of empty data that never changed.
    public static let none = Revision(number: 0)

    private static let last = Atomic<UInt64>(0)

    /// A revision later than all before it.
    public static func next() -> Revision {
        Revision(number: last.wrappingAdd(1, ordering: .relaxed).newValue)
    }

    public static func < (a: Revision, b: Revision) -> Bool { a.number < b.number }
}

/// The changes and their revisions, for code that keeps a copy of the data elsewhere (a GPU
/// buffer).
///
/// Stores the last 32 changes; a copy that is further behind is replaced entirely.
struct ChangeLog: Sendable {
    private(set) var revision = Revision.none
    private var entries: [(revision: Revision, firstIndex: Int)] = []
    private var forgotten = Revision.none

    /// Records that everything from `firstIndex` on may differ now.
    mutating func note(firstIndex: Int) {
        revision = .next()
        if entries.count == 32 { forgotten = entries.removeFirst().revision }
        entries.append((revision, firstIndex))
    }

    /// The first index that may differ from the state at an earlier revision; nil if nothing does.
    func firstChange(since earlier: Revision) -> Int? {
        if earlier == revision { return nil }
        if earlier < forgotten { return 0 }
        guard
            earlier == .none || entries.contains(where: { $0.revision == earlier })
                || earlier == forgotten
        else { return 0 }
        var first = Int.max
        for entry in entries where entry.revision > earlier { first = min(first, entry.firstIndex) }
        return first == .max ? 0 : first
    }
}
