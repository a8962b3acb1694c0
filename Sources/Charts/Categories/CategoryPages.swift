import ChartCore

/// Categories cut into pages of as many bars each, in the order of their indices.
///
/// Category i has the slot from i - ½ to i + ½ of its dimension. The last page keeps all of its
/// slots: its bars stand at the left, at the places they would have on any other page.
public struct CategoryPages: Hashable, Sendable {
    /// How many categories there are.
    public let count: Int
    /// How many slots a page has.
    public let barsPerPage: Int

    /// Pages for so many categories.
    ///
    /// - Precondition: the count is not negative, and a page has at least one slot.
    public init(count: Int, barsPerPage: Int = 5) {
        precondition(count >= 0, "there cannot be \(count) categories")
        precondition(barsPerPage > 0, "a page needs at least one bar, not \(barsPerPage)")
        self.count = count
        self.barsPerPage = barsPerPage
    }

    /// How many pages there are: one where there is nothing.
    public var pageCount: Int { max(1, (count + barsPerPage - 1) / barsPerPage) }

    /// From the first slot of the first page to the last one of the last page.
    public var bounds: Extent { window(0).union(window(pageCount - 1)) }

    /// What of the dimension a page shows; any whole number is the number of a page.
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

    /// The page that a category is on; the nearest one for an index that there is none for.
    public func page(of index: Int) -> Int {
        clamped(Int((Double(index) / Double(barsPerPage)).rounded(.down)))
    }

    /// Where a window is among the pages: 1 on the second one, 1.5 half-way between it and the third.
    public func position(of window: Extent) -> Double {
        (window.min + 0.5) / Double(barsPerPage)
    }

    /// The page that a window shows the most of.
    public func page(nearest window: Extent) -> Int {
        let position = position(of: window).rounded()
        return clamped(Int(min(max(position, 0), Double(pageCount))))
    }

    /// The page on which a swipe ends that set out from `page`, where its momentum alone would carry
    /// the window to `window`: a quarter of a page's way turns it.
    public func page(after page: Int, carriedTo window: Extent) -> Int {
        let way = position(of: window) - Double(page)
        let turned = way < 0 ? (way - 0.75).rounded(.up) : (way + 0.75).rounded(.down)
        return clamped(page + Int(min(max(turned, -1e9), 1e9)))
    }

    /// How many bars a page has in a plot of so many points, with slots of at least `slot` points:
    /// at most `most` and at least one.
    public static func barsPerPage(in width: Double, slot: Double, most: Int) -> Int {
        precondition(slot > 0 && most > 0, "a page needs slots with width, and at least one")
        guard width > 0 else { return most }
        return max(1, Int(min(Double(most), (width / slot + 1e-9).rounded(.down))))
    }

    private func clamped(_ page: Int) -> Int { min(max(page, 0), pageCount - 1) }
}
