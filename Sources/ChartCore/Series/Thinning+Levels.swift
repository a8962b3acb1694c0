// How many points to keep at which zoom.
//
// The finest level keeps everything and is for windows so narrow that no more than the wished number
// of samples m lies in one; each further level is for windows twice as wide and keeps half as many
// points, so that a window always shows about m of them; the last keeps m points for the whole.

extension Thinning {
    /// A number of points and the widest window that it is for.
    public struct Level: Hashable, Sendable {
        /// How many points the whole series keeps.
        public let points: Int
        /// The widest window, in units of x.
        public let width: Double

        /// A level put together.
        public init(points: Int, width: Double) {
            self.points = points
            self.width = width
        }
    }

    /// The wished number of points in a window when a number of series share the picture: 500
    /// between them, but 175 for each at least.
    public static func pointsInWindow(seriesCount: Int) -> Int {
        precondition(seriesCount > 0, "a picture shows at least one series")
        return max(175, 500 / seriesCount)
    }

    /// The levels of a series, finest first; none without samples.
    ///
    /// - Parameters:
    ///   - times: x of the samples, ascending and finite.
    ///   - pointsInWindow: How many points a window may show, at least 2.
    public static func levels(
        times: some RandomAccessCollection<Double>, pointsInWindow: Int
    ) -> [Level] {
        precondition(pointsInWindow >= 2, "a window shows at least two points")
        guard let first = times.first, let last = times.last else { return [] }
        let total = last - first
        let count = times.count
        guard count > pointsInWindow else { return [Level(points: count, width: total)] }
        var narrowest = total
        for (from, to) in zip(times, times.dropFirst(pointsInWindow - 1)) {
            narrowest = min(narrowest, to - from)
        }
        // Where samples crowd, levels are not made for less than the room of half a window's points
        // in an even series.
        var width = max(narrowest, total / Double(2 * count / pointsInWindow))
        var points = count
        var levels: [Level] = []
        while width < total, points > pointsInWindow {
            levels.append(Level(points: points, width: width))
            width *= 2
            points /= 2
        }
        levels.append(Level(points: pointsInWindow, width: total))
        return levels
    }

    /// The finest level that is for a window of a width, else the last; nil where there is none.
    public static func level(forWindow width: Double, in levels: [Level]) -> Level? {
        levels.first { $0.width >= width } ?? levels.last
    }

    /// The samples that each level keeps, all from one order of importance.
    public func kept(
        times: some RandomAccessCollection<Double>, values: some RandomAccessCollection<Double>,
        levels: [Level]
    ) -> [Kept] {
        let most = levels.reduce(0) { max($0, $1.points) }
        let order = order(times: times, values: values, limit: most)
        return levels.map { order.kept($0.points) }
    }
}
