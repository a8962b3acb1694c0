// Which marks may be in a part of a view, without asking each of them.
//
// Method: the marks in the order in which they begin along the x axis, and the farthest end up to each
// of them. Those in a part are a range of that order: from the first whose farthest end is not before
// it to the last that begins before its end. Marks whose points keep their distances in points begin
// and end at one value here, and the part is larger by the widest of them. Marks that follow the plot,
// and those on another scale, are asked one by one.

import ChartCore
import Geometry

/// Finds marks by where they are along the x axis.
public struct InkIndex: Sendable {
    private struct Entry {
        var start: Double
        var end: Double
        var mark: Int
    }

    private var entries: [Entry] = []
    /// The farthest end of each entry and those before it.
    private var ends: [Double] = []
    /// The marks that are in no order.
    private var others: [Int] = []
    /// How far any mark reaches beyond its places, in points.
    private var reach = 0.0

    /// An index of marks for views with a transform.
    ///
    /// Cost: n log n.
    public init(_ marks: [InkMark], _ transform: ScaleTransform = .identity) {
        for (index, mark) in marks.enumerated() {
            guard let places = mark.placesX(transform) else {
                others.append(index)
                continue
            }
            entries.append(Entry(start: places.lowerBound, end: places.upperBound, mark: index))
            reach = max(reach, mark.reachX)
        }
        entries.sort { $0.start < $1.start }
        var farthest = -Double.infinity
        ends = entries.map { entry in
            farthest = max(farthest, entry.end)
            return farthest
        }
    }

    /// The marks that may be between two device pixels of a view, in drawing order.
    ///
    /// Cost: linear in those that it returns and in those that are in no order, and logarithmic in
    /// all.
    public func marks(from left: Double, to right: Double, in view: InkAxisView) -> [Int] {
        let margin = reach * view.pixelsPerPoint + 2
        let (a, b) = (
            view.place(atPixel: left - margin), view.place(atPixel: right + margin)
        )
        let (low, high) = (min(a, b), max(a, b))
        let first = ends.indices.partitioningIndex { ends[$0] >= low }
        let last = entries.indices.partitioningIndex { entries[$0].start > high }
        guard first < last else { return others }
        let found = entries[first..<last].compactMap { $0.end >= low ? $0.mark : nil }
        return (others + found).sorted()
    }
}

extension InkMark {
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
        let width: Double
        switch content {
        case .stroke(let stroke): width = stroke.widest
        case .figure(let figure): width = figure.brush.size + figure.overhang * 2
        }
        guard case .pinned(_, let point) = x, let points = extentX else { return width }
        return width + max(abs(points.lowerBound - point), abs(points.upperBound - point))
    }

    /// From where to where its own points are; nil if it has no end.
    private var extentX: ClosedRange<Double>? {
        switch content {
        case .stroke(let stroke): return stroke.places.minX...stroke.places.maxX
        case .figure(let figure):
            if figure.kind == .level { return nil }
            return figure.places.minX...figure.places.maxX
        }
    }
}
