import GPU
import Geometry
import Text

/// The items of a list in the order they were recorded, and the batches that they go into.
struct ListRecording {
    var shapes: [ShapeInstance] = []
    var shadows: [ShadowInstance] = []
    var markers: [MarkerInstance] = []
    var glyphs: [GlyphVertex] = []
    var strokes: [StrokeInstance] = []
    var mesh: [MeshVertex] = []
    var fills: [SolidFill] = []
    var runs: [GlyphRun] = []

    /// A batch while it grows: pieces of its kind's array, not yet next to each other.
    fileprivate struct Open {
        var kind: DisplayList.Kind
        var clip: DisplayList.ListClip?
        var pieces: [Range<Int>]
        var bounds: Rect
        /// The items' own bounds, while there are not too many to look at one by one.
        var items: [Rect]
    }

    private var open: [Open] = []
    private static let itemsLookedAt = 256

    /// Puts the elements `range` of their array, which cover `bounds` (device pixels), into a batch.
    mutating func add(
        _ kind: DisplayList.Kind, _ range: Range<Int>, bounds: Rect, clip: DisplayList.ListClip?
    ) {
        guard !range.isEmpty else { return }
        var visible = bounds
        if let rect = clip?.rect {
            visible = bounds.intersection(
                Rect(
                    x: Double(rect.x), y: Double(rect.y), width: Double(rect.width),
                    height: Double(rect.height)))
            if visible.isEmpty { return }
        }
        var index = open.count - 1
        while index >= 0 {
            if open[index].kind == kind && open[index].clip == clip {
                open[index].take(range, visible, Self.itemsLookedAt)
                return
            }
            if open[index].touches(visible) { break }
            index -= 1
        }
        open.append(
            Open(kind: kind, clip: clip, pieces: [range], bounds: visible, items: [visible]))
    }

    /// The elements of one array in the order of the batches.
    func ordered<Element>(_ kind: DisplayList.Kind, _ elements: [Element]) -> [Element] {
        var result: [Element] = []
        result.reserveCapacity(elements.count)
        for batch in open where batch.kind == kind {
            for piece in batch.pieces { result.append(contentsOf: elements[piece]) }
        }
        return result
    }

    /// The batches, each with its run of the ordered array.
    func finalBatches() -> [DisplayList.Batch] {
        var next: [DisplayList.Kind: Int] = [:]
        return open.map { batch in
            let start = next[batch.kind, default: 0]
            let count = batch.pieces.reduce(0) { $0 + $1.count }
            next[batch.kind] = start + count
            return DisplayList.Batch(
                kind: batch.kind, clip: batch.clip, range: start..<start + count,
                bounds: batch.bounds)
        }
    }
}

extension ListRecording.Open {
    fileprivate mutating func take(_ range: Range<Int>, _ item: Rect, _ most: Int) {
        if let last = pieces.last, last.upperBound == range.lowerBound {
            pieces[pieces.count - 1] = last.lowerBound..<range.upperBound
        } else {
            pieces.append(range)
        }
        bounds = bounds.union(item)
        if items.count < most { items.append(item) } else { items = [bounds] }
    }

    fileprivate func touches(_ rect: Rect) -> Bool {
        bounds.intersects(rect) && items.contains { $0.intersects(rect) }
    }
}
