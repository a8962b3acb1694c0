// Which marks may be in a part of a view, without asking each of them.
//
// Method: the marks in the order in which they begin along the x axis, and the farthest end up to each
// of them. Those in a part are a range of that order: from the first whose farthest end is not before
// it to the last that begins before its end. Marks whose points keep their distances in points begin
// and end at one value here, and the part is larger by the widest of them. Marks on another scale are
// asked one by one, and so are the last few that have changed: the order is made again only when there
// are many of those. Marks that follow the plot sideways are in every part of every view, and listed
// separately.

import ChartCore
import Geometry

/// Finds the marks of a document by where they are along the x axis.
public struct InkIndex: Sendable {
    private struct Entry {
        var start: Double
        var end: Double
        var mark: InkMark.ID
    }

    private var entries: [Entry] = []
    /// The farthest end of each entry and those before it.
    private var ends: [Double] = []
    /// The marks that are in no order.
    private var others: Set<InkMark.ID> = []
    /// The marks that stay where they are when the chart pans.
    private var fixed: Set<InkMark.ID> = []
    /// How far any mark reaches beyond its places, in points.
    private var reach = 0.0
    private let transform: ScaleTransform
    private var revision: Revision
    /// The number of nodes of the marks when the order was made.
    public private(set) var nodeCount = 0

    /// The marks that have changed since the order was made.
    private var changed = 0

    /// As many of them as are allowed before it is made again.
    private static let most = 256

    /// An index of the marks of a document for views with a transform.
    ///
    /// Cost: n log n.
    public init(_ document: InkDocument, _ transform: ScaleTransform = .identity) {
        self.transform = transform
        revision = document.revision
        for mark in document.marks {
            nodeCount += mark.stroke?.nodeCount ?? 2
            guard let places = mark.placesX(transform) else {
                if mark.followsPlotX { fixed.insert(mark.id) } else { others.insert(mark.id) }
                continue
            }
            entries.append(Entry(start: places.lowerBound, end: places.upperBound, mark: mark.id))
            reach = max(reach, mark.reachX)
        }
        entries.sort { $0.start < $1.start }
        var farthest = -Double.infinity
        ends = entries.map { entry in
            farthest = max(farthest, entry.end)
            return farthest
        }
    }

    /// Brings it up to date with its document, for views with a transform.
    ///
    /// Cost: linear in the marks that have changed; if there are many, that of a new one.
    public mutating func update(_ document: InkDocument, _ transform: ScaleTransform) {
        guard revision != document.revision || transform != self.transform else { return }
        if transform == self.transform, let changes = document.changes(since: revision) {
            revision = document.revision
            for change in changes {
                changed += change.before.count + change.after.count
                others.formUnion((change.before + change.after).map(\.id))
                fixed.formUnion(change.after.filter(\.followsPlotX).map(\.id))
            }
            if changed <= max(Self.most, entries.count / 8) { return }
        }
        self = InkIndex(document, transform)
    }

    /// The marks that follow the plot sideways, in drawing order; some of them may not be in the
    /// document any more, or follow it in another way.
    public var fixedMarks: [InkMark.ID] { fixed.sorted() }

    /// The marks that may be between two device pixels of a view, in drawing order, without those
    /// that follow the plot sideways; some of them may not be in the document any more.
    ///
    /// Cost: linear in those that it returns and in those that are in no order, and logarithmic in
    /// all.
    public func marks(from left: Double, to right: Double, in view: InkAxisView) -> [InkMark.ID] {
        let margin = reach * view.pixelsPerPoint + 2
        let (a, b) = (
            view.place(atPixel: left - margin), view.place(atPixel: right + margin)
        )
        let (low, high) = (min(a, b), max(a, b))
        let first = ends.indices.partitioningIndex { ends[$0] >= low }
        let last = entries.indices.partitioningIndex { entries[$0].start > high }
        guard first < last else { return others.subtracting(fixed).sorted() }
        var found = others.isEmpty ? [] : Array(others.subtracting(fixed))
        for entry in entries[first..<last]
        where entry.end >= low && !others.contains(entry.mark) { found.append(entry.mark) }
        return found.sorted()
    }
}
extension InkMark {
    /// Whether it stays where it is when its chart pans.
    package var followsPlotX: Bool { if case .fractions = x { true } else { false } }

    /// From where to where it is along the places of an x axis; nil if that does not follow from its
    /// axis alone.
    fileprivate func placesX(_ transform: ScaleTransform) -> ClosedRange<Double>? {
        let points = extentX
        switch x {
        case .values(let origin, let perPoint, let own):
            guard own == transform, let points else { return nil }
            let (a, b) = (
                origin + points.lowerBound * perPoint, origin + points.upperBound * perPoint
            )
            return a.isFinite && b.isFinite ? min(a, b)...max(a, b) : nil
        case .pinned(let value, _):
            let place = transform.place(of: value)
            return place.isFinite ? place...place : nil
        case .fractions: return nil
        }
    }

    /// How far it may be from its places, in points.
    fileprivate var reachX: Double {
        guard case .pinned(_, let point) = x, let points = extentX else { return overhang }
        return overhang + max(abs(points.lowerBound - point), abs(points.upperBound - point))
    }

    /// From where to where its own points are; nil if it has no end.
    private var extentX: ClosedRange<Double>? {
        if figure?.kind == .level { return nil }
        return places.minX...places.maxX
    }
}
