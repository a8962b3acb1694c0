// The marks of a chart, with every change undoable.
//
// A change is a list of marks before and after. Taking it back exchanges the two. Marks lie in the
// order of their numbers, so a mark that returns is where it was. The list of changes has no limit;
// a new change removes those that were taken back. What was changed last, in whatever way, is listed
// for pictures of the marks, which draw only that again.

import ChartCore

/// Marks, and the changes that made them.
public struct InkDocument: Hashable, Sendable {
    /// A change of marks.
    public struct Change: Hashable, Sendable {
        /// The marks that it removed or replaced, as they were.
        public var before: [InkMark]
        /// The marks that it added, or put in place of others.
        public var after: [InkMark]

        /// A change from marks to others.
        public init(before: [InkMark], after: [InkMark]) {
            (self.before, self.after) = (before, after)
        }

        /// The change that takes it back.
        public var reversed: Change { Change(before: after, after: before) }
    }

    /// The marks, the later ones on top.
    public private(set) var marks: [InkMark] = []
    /// Changes whenever the marks do.
    public private(set) var revision = Revision.next()
    private var undone: [Change] = []
    private var done: [Change] = []
    private var lastNumber = 0
    /// The last changes in whatever way, each with the revision before it.
    private var recent: [RecentChange] = []

    private struct RecentChange: Hashable, Sendable {
        var from: Revision
        var change: Change
    }

    private static let longest = 64

    /// A document without marks.
    public init() {}

    /// A document with marks that were kept, in the order of their numbers.
    ///
    /// - Parameters:
    ///   - done: the changes that can be taken back, the latest last, if they were kept too.
    ///   - undone: those that were taken back, and can be made again, in the order in which they
    ///     were taken back.
    public init(_ kept: [InkMark], done: [Change] = [], undone: [Change] = []) {
        marks = kept.sorted { $0.id < $1.id }
        (self.done, self.undone) = (done, undone)
        let known = (done + undone).flatMap { $0.before + $0.after }
        lastNumber = (kept + known).map(\.id.number).max() ?? 0
    }

    /// The changes that can be taken back, the latest last.
    public var history: [Change] { done }
    /// The change that would be taken back next; nil if there is none.
    public var latest: Change? { done.last }
    /// Whether there is a change to take back.
    public var canUndo: Bool { !done.isEmpty }
    /// Whether there is a change that was taken back.
    public var canRedo: Bool { !undone.isEmpty }

    /// The changes since a revision, in whatever way they were made, the latest last; nil if it is
    /// not one of the last few.
    public func changes(since known: Revision) -> [Change]? {
        if known == revision { return [] }
        guard let first = recent.lastIndex(where: { $0.from == known }) else { return nil }
        return recent[first...].map(\.change)
    }

    /// The number for the next mark: above all others, and not below a number.
    public mutating func makeID(from least: Int = 1) -> InkMark.ID {
        lastNumber = max(lastNumber + 1, least)
        return InkMark.ID(lastNumber)
    }

    /// The mark with a number.
    public subscript(id: InkMark.ID) -> InkMark? {
        index(of: id).map { marks[$0] }
    }

    /// Adds a mark.
    public mutating func add(_ mark: InkMark) { change(removing: [], adding: [mark]) }

    /// Removes marks; numbers without one are passed over.
    public mutating func remove(_ ids: some Sequence<InkMark.ID>) {
        change(removing: Array(Set(ids)).sorted(), adding: [])
    }

    /// Removes all marks.
    public mutating func removeAll() { remove(marks.map(\.id)) }

    /// Removes marks and adds others, as one change; returns whether anything is different.
    ///
    /// A mark with the number of one that is there takes its place.
    ///
    /// Cost: linear in the changed marks, and in all after the first of those that are removed.
    @discardableResult
    public mutating func change(removing ids: [InkMark.ID], adding new: [InkMark]) -> Bool {
        let before = present(Set(ids).union(new.map(\.id)))
        guard before != new else { return false }
        apply(from: before, to: new)
        done.append(Change(before: before, after: new))
        undone = []
        return true
    }

    /// Takes the last change back; returns it, or nil if there is none.
    @discardableResult
    public mutating func undo() -> Change? {
        guard let last = done.popLast() else { return nil }
        apply(from: last.after, to: last.before)
        undone.append(last)
        return last
    }

    /// Makes the change again that was taken back last; returns it, or nil if there is none.
    @discardableResult
    public mutating func redo() -> Change? {
        guard let last = undone.popLast() else { return nil }
        apply(from: last.before, to: last.after)
        done.append(last)
        return last
    }

    /// Takes marks that somebody else has changed or removed, without a change of its own.
    public mutating func take(removing ids: [InkMark.ID], adding new: [InkMark]) {
        apply(from: present(Set(ids).union(new.map(\.id))), to: new)
    }

    /// Takes the marks of another document, whose numbers are its own, and the changes that made them:
    /// these can be taken back first.
    public mutating func append(_ other: InkDocument) {
        take(removing: [], adding: other.marks)
        done += other.done
        undone = []
    }

    /// Those of some marks that are in the document, in drawing order.
    private func present(_ ids: Set<InkMark.ID>) -> [InkMark] {
        ids.sorted().compactMap { self[$0] }
    }

    private mutating func apply(from old: [InkMark], to new: [InkMark]) {
        recent.append(RecentChange(from: revision, change: Change(before: old, after: new)))
        if recent.count > 2 * Self.longest { recent.removeFirst(Self.longest) }
        revision = .next()
        if let first = old.map(\.id).min() {
            let gone = Set(old.map(\.id))
            let rest = marks[place(of: first)...].filter { !gone.contains($0.id) }
            marks.replaceSubrange(place(of: first)..., with: rest)
        }
        for mark in new {
            lastNumber = max(lastNumber, mark.id.number)
            marks.insert(mark, at: place(of: mark.id))
        }
    }

    private func index(of id: InkMark.ID) -> Int? {
        let place = place(of: id)
        return place < marks.count && marks[place].id == id ? place : nil
    }

    /// The index of the first mark whose number is not below one.
    private func place(of id: InkMark.ID) -> Int {
        marks.indices.partitioningIndex { marks[$0].id >= id }
    }
}
