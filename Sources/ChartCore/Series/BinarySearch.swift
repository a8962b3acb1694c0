extension Range<Int> {
    /// The first index from which on a monotone predicate holds; the upper bound where it never does.
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
