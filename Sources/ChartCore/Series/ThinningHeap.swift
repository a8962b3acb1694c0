/// A binary heap with the largest element on top.
///
/// Layout: an array in which the children of element i are 2i + 1 and 2i + 2, no child larger than
/// its parent. Both operations cost O(log count).
struct ThinningHeap<Element: Comparable> {
    private(set) var elements: [Element] = []

    var isEmpty: Bool { elements.isEmpty }
    var count: Int { elements.count }
    /// The largest element; nil in an empty heap.
    var top: Element? { elements.first }

    mutating func push(_ element: Element) {
        elements.append(element)
        var child = elements.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard elements[parent] < elements[child] else { return }
            elements.swapAt(parent, child)
            child = parent
        }
    }

    /// Removes and returns the largest element; nil if the heap is empty.
    mutating func pop() -> Element? {
        guard let last = elements.popLast() else { return nil }
        guard let top = elements.first else { return last }
        elements[0] = last
        var parent = 0
        while true {
            var child = 2 * parent + 1
            guard child < elements.count else { return top }
            if child + 1 < elements.count, elements[child] < elements[child + 1] { child += 1 }
            guard elements[parent] < elements[child] else { return top }
            elements.swapAt(parent, child)
            parent = child
        }
    }
}
