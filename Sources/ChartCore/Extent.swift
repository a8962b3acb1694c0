/// A one-dimensional range of values, from `min` to `max`, of a scale, an axis or some data.
///
/// Not a `ClosedRange`: rules may change the ends separately and pass through intermediate states,
/// so `max < min` must not trap; such an extent is empty.
public struct Extent: Hashable, Sendable {
    /// The lower end.
    public var min: Double
    /// The upper end.
    public var max: Double

    /// Creates an extent with these ends, in any order of size.
    public init(min: Double, max: Double) {
        self.min = min
        self.max = max
    }

    /// The extent of two values in either order.
    public init(_ a: Double, _ b: Double) {
        self.init(min: Swift.min(a, b), max: Swift.max(a, b))
    }

    /// 0…1.
    public static let unit = Extent(min: 0, max: 1)
    /// The empty extent: its union with any other is the other one.
    public static let nothing = Extent(min: .infinity, max: -.infinity)

    /// `max - min`.
    public var length: Double { max - min }
    /// The middle.
    public var mid: Double { min + (max - min) / 2 }
    /// Whether it contains no value (`max < min`, or NaN).
    public var isEmpty: Bool { !(min <= max) }
    /// Whether both ends are finite and `min < max`.
    public var isProper: Bool { min < max && min.isFinite && max.isFinite }

    /// Whether it contains a value, ends included.
    public func contains(_ value: Double) -> Bool { value >= min && value <= max }
    /// Whether it contains all of another extent.
    public func contains(_ other: Extent) -> Bool { other.min >= min && other.max <= max }
    /// Whether the two share more than an end.
    public func overlaps(_ other: Extent) -> Bool { other.min < max && min < other.max }

    /// The smallest extent that contains both.
    public func union(_ other: Extent) -> Extent {
        Extent(min: Swift.min(min, other.min), max: Swift.max(max, other.max))
    }

    /// The part that both contain; empty if they do not overlap.
    public func intersection(_ other: Extent) -> Extent {
        Extent(min: Swift.max(min, other.min), max: Swift.min(max, other.max))
    }

    /// Beyond this size, on either side of zero, a value cannot be drawn and counts as missing.
    ///
    /// The numbers of a GPU end at 3.4e38, and the difference of two values has to be one of them.
    public static let greatest = 1e37

    /// Widens the extent to include `value`; a value that cannot be drawn (NaN, infinite, or beyond
    /// `greatest`) changes nothing.
    public mutating func include(_ value: Double) {
        if value < min, value >= -Extent.greatest { min = value }
        if value > max, value <= Extent.greatest { max = value }
    }

    /// The nearest value inside.
    public func clamp(_ value: Double) -> Double { Swift.min(Swift.max(value, min), max) }

    /// The extent moved by `distance`.
    public func offset(by distance: Double) -> Extent {
        Extent(min: min + distance, max: max + distance)
    }

    /// Both ends moved outwards by `margin`.
    public func expanded(by margin: Double) -> Extent {
        Extent(min: min - margin, max: max + margin)
    }

    /// The extent `fraction` of the way to `other`, end by end.
    public func mixed(with other: Extent, _ fraction: Double) -> Extent {
        Extent(
            min: fraction == 1 ? other.min : min + (other.min - min) * fraction,
            max: fraction == 1 ? other.max : max + (other.max - max) * fraction)
    }
}
