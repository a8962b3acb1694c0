// A binary heap of deadlines.
//
// Layout: `heap` holds (time, serial) pairs ordered by time and, at the same time, by the order of
// addition; a dictionary holds the actions by serial. Cancelling removes the action only. Its heap
// entry is dropped when it reaches the top, or by a rebuild when more than half of the heap is
// dead, so a key repeat that is set and cancelled repeatedly does not grow the heap.
// Costs: add and pop O(log n), cancel O(1) amortised.
// Rejected: a sorted array (O(n) to insert), timer descriptors (a system call per change), a timer
// wheel (ticks while idle).

/// Actions that become due at absolute times.
struct DeadlineQueue<Action> {
    private struct Entry {
        let time: Double
        let serial: UInt64

        func isBefore(_ other: Entry) -> Bool {
            time < other.time || (time == other.time && serial < other.serial)
        }
    }

    private var heap: [Entry] = []
    private var actions: [UInt64: Action] = [:]

    /// The number of pending deadlines.
    var count: Int { actions.count }

    /// The time of the next deadline, or nil if nothing is pending.
    var next: Double? {
        mutating get {
            dropDead()
            return heap.first?.time
        }
    }

    /// Adds `action` at `time`.
    ///
    /// Serials must increase; deadlines at the same time keep their order.
    mutating func add(_ action: Action, at time: Double, serial: UInt64) {
        precondition(!time.isNaN, "a deadline's time must be a number")
        actions[serial] = action
        heap.append(Entry(time: time, serial: serial))
        siftUp(heap.count - 1)
    }

    /// Removes the deadline and returns whether it was pending.
    @discardableResult
    mutating func cancel(_ serial: UInt64) -> Bool {
        guard actions.removeValue(forKey: serial) != nil else { return false }
        if heap.count > 2 * actions.count + 16 { rebuild() }
        return true
    }

    /// Removes and returns the earliest action due by `time` whose serial is below `limit`.
    mutating func popDue(at time: Double, below limit: UInt64) -> Action? {
        dropDead()
        guard let first = heap.first, first.time <= time, first.serial < limit else { return nil }
        removeFirst()
        return actions.removeValue(forKey: first.serial)
    }

    private mutating func dropDead() {
        while let first = heap.first, actions[first.serial] == nil { removeFirst() }
    }

    private mutating func rebuild() {
        heap.removeAll { actions[$0.serial] == nil }
        // A sorted array is a heap.
        heap.sort { $0.isBefore($1) }
    }

    private mutating func removeFirst() {
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        siftDown(0)
    }

    private mutating func siftUp(_ start: Int) {
        var child = start
        while child > 0 {
            let parent = (child - 1) / 2
            guard heap[child].isBefore(heap[parent]) else { return }
            heap.swapAt(child, parent)
            child = parent
        }
    }

    private mutating func siftDown(_ start: Int) {
        var parent = start
        while true {
            let left = 2 * parent + 1
            guard left < heap.count else { return }
            let right = left + 1
            let least = right < heap.count && heap[right].isBefore(heap[left]) ? right : left
            guard heap[least].isBefore(heap[parent]) else { return }
            heap.swapAt(least, parent)
            parent = least
        }
    }
}
