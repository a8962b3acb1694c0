extension Range<Int> {
    /// The first index from which a monotone predicate is true; the upper bound if it never is.
    ///
    /// O(log count) calls of the predicate, which must be false up to some index and true from there.
    public func partitioningIndex(where holds: (Int) -> Bool) -> Int {
        var low = lowerBound
        var high = upperBound
        while low < high {
            let middle = low + (high - low) / 2
            if holds(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
