import ChartCore

/// Counts how many of many moments are before each of a few borders.
///
/// Moments may come in any order and are not kept. Cost: O(borders) of memory, O(log borders) for a
/// moment, next to nothing for one between the same borders as the moment before it.
struct MomentCounts {
    /// Sorted, without repeats.
    private let borders: [Double]
    /// The number of moments between each border and the one before it; after `sum`, the number of
    /// all moments before it.
    private var counts: [Int]
    private var isSummed = false
    /// The last moment's place, as the number of the border after it.
    private var latest = 0

    init(_ borders: [Double]) {
        var own: [Double] = []
        for border in borders.sorted() where border != own.last { own.append(border) }
        self.borders = own
        counts = [Int](repeating: 0, count: own.count + 1)
    }

    /// Counts a moment.
    mutating func add(_ moment: Double) {
        let isThere =
            (latest == 0 || borders[latest - 1] <= moment)
            && (latest == borders.count || moment < borders[latest])
        if !isThere { latest = place(behind: moment) }
        counts[latest] += 1
    }

    /// Computes the sums, once all moments are counted.
    mutating func sum() {
        guard !isSummed else { return }
        isSummed = true
        for index in counts.indices.dropFirst() { counts[index] += counts[index - 1] }
    }

    /// The number of moments before one of the borders, once they are summed.
    func count(before border: Double) -> Int { counts[place(from: border)] }

    /// The number of the first border that is later than a moment.
    private func place(behind moment: Double) -> Int {
        borders.indices.partitioningIndex { borders[$0] > moment }
    }

    /// The number of a border.
    private func place(from border: Double) -> Int {
        borders.indices.partitioningIndex { borders[$0] >= border }
    }
}
