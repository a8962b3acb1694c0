import ChartCore

/// Categories divided into pages of the same number of bars, in the order of their indices.
///
/// Category i has the slot from i - ½ to i + ½ of its dimension. The last page keeps all of its
/// slots: its bars are at the left, at the positions they would have on any other page.
public struct CategoryPages: Hashable, Sendable {
    /// The number of categories.
    public let count: Int
    /// The number of slots on a page.
    public let barsPerPage: Int

    /// Pages for a number of categories.
    ///
    /// - Precondition: the count is not negative, and a page has at least one slot.
    public init(count: Int, barsPerPage: Int = 5) {
        precondition(count >= 0, "there cannot be \(count) categories")
        precondition(barsPerPage > 0, "a page needs at least one bar, not \(barsPerPage)")
        self.count = count
        self.barsPerPage = barsPerPage
    }

    /// The number of pages: one if there are no categories.
    public var pageCount: Int { max(1, (count + barsPerPage - 1) / barsPerPage) }

    /// From the first slot of the first page to the last one of the last page.
    public var bounds: Extent { window(0).union(window(pageCount - 1)) }

    /// The part of the dimension that a page shows; any whole number is the number of a page.
    public func window(_ page: Int) -> Extent {
        let first = Double(page) * Double(barsPerPage) - 0.5
        return Extent(min: first, max: first + Double(barsPerPage))
    }

    /// The categories of a page.
    public func indices(on page: Int) -> Range<Int> {
        guard (0..<pageCount).contains(page) else { return 0..<0 }
        let first = page * barsPerPage
        return first..<min(count, first + barsPerPage)
    }

    /// The page of a category; the nearest one for an index without a category.
    public func page(of index: Int) -> Int {
        clamped(Int((Double(index) / Double(barsPerPage)).rounded(.down)))
    }

    /// The position of a window among the pages: 1 on the second one, 1.5 halfway between it and
    /// the third.
    public func position(of window: Extent) -> Double {
        (window.min + 0.5) / Double(barsPerPage)
    }

    /// The page that a window shows the most of.
    public func page(nearest window: Extent) -> Int {
        let position = position(of: window).rounded()
        return clamped(Int(min(max(position, 0), Double(pageCount))))
    }

    /// The page on which a swipe ends that started from `page`, if its momentum alone would carry
    /// the window to `window`: a quarter of a page is enough to turn it.
    public func page(after page: Int, carriedTo window: Extent) -> Int {
        let way = position(of: window) - Double(page)
        let turned = way < 0 ? (way - 0.75).rounded(.up) : (way + 0.75).rounded(.down)
        return clamped(page + Int(min(max(turned, -1e9), 1e9)))
    }

    /// The number of bars on a page in a plot of a width in points, with slots of at least `slot`
    /// points: at most `most` and at least one.
    public static func barsPerPage(in width: Double, slot: Double, most: Int) -> Int {
        precondition(slot > 0 && most > 0, "a page needs slots with width, and at least one")
        guard width > 0 else { return most }
        return max(1, Int(min(Double(most), (width / slot + 1e-9).rounded(.down))))
    }

    private func clamped(_ page: Int) -> Int { min(max(page, 0), pageCount - 1) }
}
