/// The usual time between the points of a track, computed as they come.
///
/// It is the median, which gaps do not distort. Whenever there are more than `most` intervals,
/// every second one is dropped, always the same ones: so a track of any length takes the same
/// memory.
struct UsualInterval {
    private static let most = 65_536

    private var kept: [Double] = []
    private var every = 1
    private var count = 0

    mutating func add(_ interval: Double) {
        defer { count += 1 }
        guard count % every == 0 else { return }
        kept.append(interval)
        guard kept.count == UsualInterval.most else { return }
        kept = stride(from: 0, to: kept.count, by: 2).map { kept[$0] }
        every *= 2
    }

    /// The median, in seconds; nil if there are no intervals.
    var seconds: Double? {
        guard !kept.isEmpty else { return nil }
        let sorted = kept.sorted()
        let middle = sorted.count / 2
        return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }
}
