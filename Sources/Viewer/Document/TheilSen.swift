import Statistics

extension TheilSen {
    /// The values used at most: their pairs are sorted.
    private static let most = 600
    /// With fewer values there is no interval worth showing.
    private static let least = 8

    /// The slope of values over time, in values per second; nil for fewer than eight values at different
    /// times.
    ///
    /// More than 600 values are averaged in groups of equal size first.
    init?(_ points: [(time: Double, value: Double)]) {
        let points = Self.grouped(points)
        guard points.count >= Self.least, Set(points.map(\.time)).count >= Self.least else {
            return nil
        }
        // From the first time on: seconds since 1970 leave little room for what differs.
        let start = points[0].time
        self.init(points.map { $0.time - start }, points.map(\.value))
    }

    /// The points, averaged in groups so that there are no more than `most`.
    private static func grouped(
        _ points: [(time: Double, value: Double)]
    ) -> [(time: Double, value: Double)] {
        guard points.count > most else { return points }
        let size = (points.count + most - 1) / most
        return stride(from: 0, to: points.count, by: size).map { start in
            let group = points[start..<min(start + size, points.count)]
            let count = Double(group.count)
            return (
                group.reduce(0) { $0 + $1.time } / count,
                group.reduce(0) { $0 + $1.value } / count
            )
        }
    }
}
