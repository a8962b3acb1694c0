// The number of points to keep at each zoom.
//
// The finest level keeps everything and is for windows so narrow that they contain at most the
// desired number of samples m; each further level is for windows twice as wide and keeps half as
// many points, so that a window always shows about m of them; the last keeps m points for the whole
// series.

extension Thinning {
    /// A number of points and the widest window for it.
    public struct Level: Hashable, Sendable {
        /// The number of points kept of the whole series.
        public let points: Int
        /// The widest window, in units of x.
        public let width: Double

        /// Creates a level.
        public init(points: Int, width: Double) {
            self.points = points
            self.width = width
        }
    }

    /// The desired number of points in a window if several series share the picture: 500 for all of
    /// them together, but at least 175 for each.
    public static func pointsInWindow(seriesCount: Int) -> Int {
        precondition(seriesCount > 0, "a picture shows at least one series")
        return max(175, 500 / seriesCount)
    }

    /// The levels of a series, finest first; none without samples.
    ///
    /// - Parameters:
    ///   - times: x of the samples, ascending and finite.
    ///   - pointsInWindow: The maximum number of points in a window, at least 2.
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
        // If samples are crowded, no levels are made for windows narrower than half a window's
        // points would need in an even series.
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

    /// The finest level for windows of a width, otherwise the last level; nil if there are none.
    public static func level(forWindow width: Double, in levels: [Level]) -> Level? {
        levels.first { $0.width >= width } ?? levels.last
    }

    /// The samples that each level keeps, all from the same order of importance.
    public func kept(
        times: some RandomAccessCollection<Double>, values: some RandomAccessCollection<Double>,
        levels: [Level]
    ) -> [Kept] {
        let most = levels.reduce(0) { max($0, $1.points) }
        let order = order(times: times, values: values, limit: most)
        return levels.map { order.kept($0.points) }
    }
}
