import GPU
import Geometry
import Text

/// The items of a list in recording order, and their batches.
@MainActor
struct ListRecording {
    /// The glyphs that the list needs.
    var runs: [GlyphRun] = []

    /// A batch while it grows: pieces of its kind's array, not yet next to each other.
    fileprivate struct Open {
        var kind: ObjectIdentifier
        var clip: DisplayList.ListClip?
        var pieces: [Range<Int>]
        var bounds: Rect
        /// The items' own bounds, as long as they are few enough to check one by one.
        var items: [Rect]
    }

    private var arrays: [ObjectIdentifier: any RecordedItems] = [:]
    private var open: [Open] = []
    private static let itemsLookedAt = 256
    private static let fills = ObjectIdentifier(SolidFill.self)

    /// Adds items that cover `bounds` (device pixels) to a batch.
    mutating func add<Element>(
        _ elements: [Element], of kind: ListKind<Element>, bounds: Rect,
        clip: DisplayList.ListClip?
    ) {
        let range = append(elements, ObjectIdentifier(kind)) { ListElements(kind, $0) }
        add(ObjectIdentifier(kind), range, bounds: bounds, clip: clip)
    }

    /// Adds a rectangle that covers `bounds` (device pixels) to a batch.
    mutating func add(_ fill: SolidFill, bounds: Rect, clip: DisplayList.ListClip?) {
        let range = append([fill], Self.fills) { ListFills($0) }
        add(Self.fills, range, bounds: bounds, clip: clip)
    }

    /// Adds items that are drawn separately, and cover `bounds` (device pixels), to their own
    /// batch.
    mutating func add(_ items: any ListItems, bounds: Rect, clip: DisplayList.ListClip?) {
        let id = ObjectIdentifier(items)
        arrays[id] = RecordedItem(items)
        add(id, 0..<1, bounds: bounds, clip: clip)
    }

    private mutating func append<Element>(
        _ elements: [Element], _ id: ObjectIdentifier,
        _ make: @escaping @MainActor ([Element]) -> any ListItems
    ) -> Range<Int> {
        let recorded: RecordedElements<Element>
        if let known = arrays[id] as? RecordedElements<Element> {
            recorded = known
        } else {
            recorded = RecordedElements(make)
            arrays[id] = recorded
        }
        let start = recorded.elements.count
        recorded.elements.append(contentsOf: elements)
        return start..<recorded.elements.count
    }

    private mutating func add(
        _ kind: ObjectIdentifier, _ range: Range<Int>, bounds: Rect, clip: DisplayList.ListClip?
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

    /// The batches, each with its run of the items of its kind.
    func finalBatches() -> [DisplayList.Batch] {
        var pieces: [ObjectIdentifier: [Range<Int>]] = [:]
        for batch in open { pieces[batch.kind, default: []] += batch.pieces }
        var items: [ObjectIdentifier: any ListItems] = [:]
        for (kind, pieces) in pieces {
            items[kind] = arrays[kind]?.items(of: pieces)
        }
        var next: [ObjectIdentifier: Int] = [:]
        return open.compactMap { batch in
            let start = next[batch.kind, default: 0]
            let count = batch.pieces.reduce(0) { $0 + $1.count }
            next[batch.kind] = start + count
            guard let items = items[batch.kind] else { return nil }
            return DisplayList.Batch(
                items: items, clip: batch.clip, range: start..<start + count,
                bounds: batch.bounds)
        }
    }
}

/// All items of one kind, in recording order.
@MainActor
private protocol RecordedItems: AnyObject {
    /// The items of a list, in the order of some pieces.
    func items(of pieces: [Range<Int>]) -> any ListItems
}

private final class RecordedElements<Element>: RecordedItems {
    var elements: [Element] = []
    private let make: @MainActor ([Element]) -> any ListItems

    init(_ make: @escaping @MainActor ([Element]) -> any ListItems) { self.make = make }

    func items(of pieces: [Range<Int>]) -> any ListItems {
        var ordered: [Element] = []
        ordered.reserveCapacity(elements.count)
        for piece in pieces { ordered.append(contentsOf: elements[piece]) }
        return make(ordered)
    }
}

private final class RecordedItem: RecordedItems {
    private let item: any ListItems

    init(_ item: any ListItems) { self.item = item }

    func items(of pieces: [Range<Int>]) -> any ListItems { item }
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
