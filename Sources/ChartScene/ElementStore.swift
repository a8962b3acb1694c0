/// Elements of a content in the format of shaders, and which of them changed since a revision.
@MainActor
package final class ElementStore<Element: BitwiseCopyable> {
    /// The elements.
    package private(set) var elements: [Element]
    /// Whether the elements are replaced every few frames.
    package let isStreamed: Bool
    private var log: ChangeLog

    package init(_ elements: [Element] = [], isStreamed: Bool = false) {
        self.elements = elements
        self.isStreamed = isStreamed
        log = ChangeLog(count: elements.count)
    }

    /// The number of elements.
    package var count: Int { elements.count }
    /// Increases with every change.
    package var revision: Int { log.revision }
    /// Bytes from one element to the next.
    package static var stride: Int { MemoryLayout<Element>.stride }

    /// Replaces all elements.
    package func replace(_ new: [Element]) {
        elements = new
        log.replace(count: new.count)
    }

    /// Replaces all elements from `index` on.
    package func replace(from index: Int, with new: some Sequence<Element>) {
        elements.removeSubrange(index...)
        elements.append(contentsOf: new)
        log.mark(index..<elements.count)
    }

    /// Replaces the elements from `index` on, as many as there are in `new`; grows if necessary.
    package func set(_ new: [Element], at index: Int) {
        let overlap = min(new.count, elements.count - index)
        elements.replaceSubrange(index..<index + overlap, with: new)
        log.mark(index..<index + new.count)
    }

    /// Changes the elements of a range one by one.
    package func change(_ range: Range<Int>, _ body: (inout Element) -> Void) {
        for index in range { body(&elements[index]) }
        log.mark(range)
    }

    /// The changes since a revision, some of whose elements may no longer exist; nil for
    /// everything.
    package func changes(since known: Int) -> [Range<Int>]? { log.changes(since: known) }
}
