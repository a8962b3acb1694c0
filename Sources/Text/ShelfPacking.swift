// Packing of small rectangles into one large one, with removal.
//
// Layout: the page is cut into shelves from the top; a shelf has a height and a list of free spans,
// sorted by x. A rectangle is placed on the lowest shelf that is tall enough, at most half taller
// than it, and has a span wide enough; else on an empty shelf, which is cut to its height; else on
// a new shelf. A removed rectangle is merged with its free neighbours. Neighbouring empty shelves
// are merged as well, so an empty page is whole again.
// Limits: heights are rounded up to even numbers, which costs at most a row per glyph.
// Rejected: skyline and MAXRECTS (denser by a few percent, but neither supports single removals).

/// The layout of rectangles on one page.
struct ShelfPacking {
    struct Span {
        var x: Int
        var width: Int
    }

    struct Shelf {
        var y: Int
        var height: Int
        var free: [Span]
    }

    private(set) var width: Int
    private(set) var height: Int
    private var shelves: [Shelf] = []

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// Finds space for a rectangle and reserves it; nil if there is none.
    mutating func place(width w: Int, height h: Int) -> (x: Int, y: Int)? {
        let h = (h + 1) & ~1
        guard w <= width, h <= height else { return nil }
        return placeOnShelf(w, h, atMost: h + h / 2) ?? placeOnEmptyShelf(w, h) ?? placeOnNewShelf(
            w, h)
            ?? placeOnShelf(w, h, atMost: .max)
    }

    /// Frees a rectangle that `place` returned, with the same width.
    mutating func remove(x: Int, y: Int, width w: Int) {
        guard let i = shelves.firstIndex(where: { $0.y == y }) else {
            preconditionFailure("no shelf begins at row \(y)")
        }
        let at = shelves[i].free.firstIndex { $0.x > x } ?? shelves[i].free.count
        shelves[i].free.insert(Span(x: x, width: w), at: at)
        join(&shelves[i].free, at)
        joinEmptyShelves(around: i)
    }

    /// Enlarges the page; its contents keep their places.
    mutating func grow(width newWidth: Int, height newHeight: Int) {
        precondition(newWidth >= width && newHeight >= height, "a page does not shrink")
        if newWidth > width {
            for i in shelves.indices {
                shelves[i].free.append(Span(x: width, width: newWidth - width))
                join(&shelves[i].free, shelves[i].free.count - 1)
            }
        }
        width = newWidth
        height = newHeight
    }

    private var used: Int { shelves.last.map { $0.y + $0.height } ?? 0 }

    private func isEmpty(_ shelf: Shelf) -> Bool {
        shelf.free.count == 1 && shelf.free[0].width == width
    }

    private mutating func placeOnShelf(_ w: Int, _ h: Int, atMost limit: Int) -> (x: Int, y: Int)? {
        var best: (shelf: Int, span: Int)?
        for (i, shelf) in shelves.enumerated() where shelf.height >= h && shelf.height <= limit {
            if let best, shelves[best.shelf].height <= shelf.height { continue }
            if limit < .max, isEmpty(shelf) { continue }
            if let span = shelf.free.firstIndex(where: { $0.width >= w }) { best = (i, span) }
        }
        guard let best else { return nil }
        return take(w, shelf: best.shelf, span: best.span)
    }

    private mutating func placeOnEmptyShelf(_ w: Int, _ h: Int) -> (x: Int, y: Int)? {
        guard let i = shelves.firstIndex(where: { isEmpty($0) && $0.height >= h }) else {
            return nil
        }
        let rest = shelves[i].height - h
        if rest > 0 {
            shelves[i].height = h
            let below = Shelf(y: shelves[i].y + h, height: rest, free: [Span(x: 0, width: width)])
            shelves.insert(below, at: i + 1)
        }
        return take(w, shelf: i, span: 0)
    }

    private mutating func placeOnNewShelf(_ w: Int, _ h: Int) -> (x: Int, y: Int)? {
        guard used + h <= height else { return nil }
        shelves.append(Shelf(y: used, height: h, free: [Span(x: 0, width: width)]))
        return take(w, shelf: shelves.count - 1, span: 0)
    }

    private mutating func take(_ w: Int, shelf i: Int, span j: Int) -> (x: Int, y: Int) {
        let x = shelves[i].free[j].x
        shelves[i].free[j].x += w
        shelves[i].free[j].width -= w
        if shelves[i].free[j].width == 0 { shelves[i].free.remove(at: j) }
        return (x, shelves[i].y)
    }

    private func join(_ spans: inout [Span], _ i: Int) {
        if i + 1 < spans.count, spans[i].x + spans[i].width == spans[i + 1].x {
            spans[i].width += spans[i + 1].width
            spans.remove(at: i + 1)
        }
        if i > 0, spans[i - 1].x + spans[i - 1].width == spans[i].x {
            spans[i - 1].width += spans[i].width
            spans.remove(at: i)
        }
    }

    private mutating func joinEmptyShelves(around i: Int) {
        guard isEmpty(shelves[i]) else { return }
        var first = i
        if i > 0, isEmpty(shelves[i - 1]) { first = i - 1 }
        while first + 1 < shelves.count, isEmpty(shelves[first + 1]) {
            shelves[first].height += shelves[first + 1].height
            shelves.remove(at: first + 1)
        }
        if first == shelves.count - 1 { shelves.remove(at: first) }
    }
}
