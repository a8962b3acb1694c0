import ChartCore

/// The position of an axis on the screen: the places of the window's two ends along its direction.
public struct AxisTrack: Hashable, Sendable {
    /// The place of the window's lower end, in points.
    public var start: Double
    /// The place of the window's upper end, in points; less than `start` for an axis that goes up.
    public var end: Double

    /// Makes the track of an axis.
    ///
    /// - Precondition: the two places differ.
    public init(start: Double, end: Double) {
        precondition(start != end, "an axis without extent on the screen cannot be held")
        self.start = start
        self.end = end
    }

    /// The length on the screen, in points.
    public var length: Double { abs(end - start) }

    /// The position of a place on the screen: 0 at the window's lower end, 1 at its upper end.
    public func fraction(at place: Double) -> Double { (place - start) / (end - start) }
}

extension AxisLimits {
    /// Limits that keep a window inside `bounds`, at most as long as they are.
    public static func inside(_ bounds: Extent, minimumLength: Double) -> AxisLimits {
        AxisLimits(minimumLength: minimumLength, bounds: bounds)
    }

    /// The places between which the lower end of a window of a given length may rest: inside the
    /// bounds, or around them if the window is longer than they are.
    func lowerEnds(length: Double) -> ClosedRange<Double> {
        guard let bounds, !bounds.isEmpty else { return -Double.infinity...Double.infinity }
        let a = bounds.min
        let b = bounds.max - length
        return min(a, b)...max(a, b)
    }

    /// The window with a lower end and a length; if the window rests against the bounds, its upper
    /// end is exactly theirs.
    func window(lower: Double, length: Double) -> Extent {
        if let bounds, lower == bounds.max - length {
            return Extent(min: lower, max: bounds.max)
        }
        return Extent(min: lower, max: lower + length)
    }
}
