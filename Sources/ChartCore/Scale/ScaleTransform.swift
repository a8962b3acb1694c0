// How values are laid out along a scale: as they are, by their logarithms, or by the logarithms of
// their sizes on both sides of zero.
//
// A scale's range, its ticks and everything that pans and zooms are in *places*, and so are linear;
// marks, series and readings are in *values*. Between the two stands this map, which always ascends.
//
// Method: a place is the decimal logarithm, so that a decade is one unit long and a power of ten is a
// whole number, exactly. The symmetric kind is straight up to a size c and goes on as the logarithm
// with the slope it has there (its derivative is continuous):
//   place(v) = v / (c · ln 10)                               for |v| <= c,
//   place(v) = sign(v) · (1 / ln 10 + log10(|v| / c))        beyond.
// So decades beyond c are one unit long too. It follows the idea of J. B. W. Webber, "A
// bi-symmetric log transformation for wide-range data", Measurement Science and Technology 24
// (2013), who takes sign(v) · log10(1 + |v / c|).
// Limits: a value that is not above zero has no place on a logarithmic scale.
// Rejected: Webber's own form (its decades next to c are of uneven lengths, and nothing in it is
// straight, so that round numbers about zero stand unevenly); natural logarithms (no power of ten
// would have an exact place).

import Glibc

/// A map from values to their places along a scale, and back; it always ascends.
public struct ScaleTransform: Hashable, Sendable {
    private enum Form: Hashable {
        case identity
        case logarithmic
        case symmetric(Double)
    }

    private let form: Form

    private init(_ form: Form) { self.form = form }

    /// Values are their own places.
    public static let identity = ScaleTransform(.identity)

    /// Decimal logarithms: places of values above zero, a decade one unit long.
    public static let logarithmic = ScaleTransform(.logarithmic)

    /// Straight between a size below and above zero, and logarithmic beyond, a decade one unit long.
    ///
    /// - Parameter size: above zero: what is smaller is laid out evenly about zero.
    public static func symmetricLogarithmic(linearTo size: Double) -> ScaleTransform {
        precondition(size > 0 && size.isFinite, "a scale is straight up to a size above zero")
        return ScaleTransform(.symmetric(size))
    }

    /// Where places end downwards: below those of all numbers, in decades.
    ///
    /// What stands on a value that has no place stands here: bars from zero on a logarithmic scale
    /// come from far below what is seen.
    public static let lowest = -400.0

    /// How many decades under the largest value a scale goes down where nothing says how small values
    /// above zero are.
    public static let depth = 3.0

    /// Whether values are their own places.
    public var isIdentity: Bool { form == .identity }

    /// Up to which size values are laid out evenly about zero; nil for other transforms than the
    /// symmetric one.
    public var linearTo: Double? {
        if case .symmetric(let size) = form { return size }
        return nil
    }

    /// The part of a decade that the straight part takes on either side of zero: 1 / ln 10.
    private static let straight = 1 / Glibc.log(10.0)

    /// Where a value stands; NaN where it has no place.
    public func place(of value: Double) -> Double {
        switch form {
        case .identity: return value
        case .logarithmic: return value > 0 ? log10(value) : .nan
        case .symmetric(let size):
            let part = value / size
            if abs(part) <= 1 { return part * Self.straight }
            let place = Self.straight + log10(abs(part))
            return part < 0 ? -place : place
        }
    }

    /// The value that stands at a place; the inverse of `place(of:)`.
    public func value(at place: Double) -> Double {
        switch form {
        case .identity: return place
        case .logarithmic: return pow(10, place)
        case .symmetric(let size):
            if abs(place) <= Self.straight { return place / Self.straight * size }
            let value = pow(10, abs(place) - Self.straight) * size
            return place < 0 ? -value : value
        }
    }

    /// The place of a value that something stands on or ends at: `lowest` where it has none of its
    /// own, being too low.
    public func bound(of value: Double) -> Double {
        form == .logarithmic && value <= 0 ? Self.lowest : place(of: value)
    }

    /// The places of a range of values.
    ///
    /// What has no place is left out: a range from zero reaches down without end (minus infinity)
    /// on a logarithmic scale, and one that ends at zero is `Extent.nothing`.
    public func places(of values: Extent) -> Extent {
        guard !isIdentity, !values.isEmpty else { return values }
        guard form == .logarithmic else {
            return Extent(min: place(of: values.min), max: place(of: values.max))
        }
        guard values.max > 0 else { return .nothing }
        return Extent(
            min: values.min > 0 ? place(of: values.min) : -.infinity, max: place(of: values.max))
    }

    /// The values in a range of places.
    public func values(of places: Extent) -> Extent {
        guard !isIdentity, !places.isEmpty else { return places }
        return Extent(min: value(at: places.min), max: value(at: places.max))
    }

    /// Whether two places in order lie no further apart than a distance between values.
    ///
    /// Values that came from places are rounded, so a distance that is longer by no more than that
    /// is none.
    public func isWithin(_ distance: Double, from: Double, to: Double) -> Bool {
        if isIdentity || distance == .infinity { return to - from <= distance }
        return value(at: to) - value(at: from) <= distance * (1 + 1e-9)
    }
}

/// How both scales of a plot lay out their values.
public struct ScaleTransforms: Hashable, Sendable {
    /// Along the horizontal scale.
    public var x: ScaleTransform
    /// Along the vertical scale.
    public var y: ScaleTransform

    /// Two transforms; values are their own places unless told otherwise.
    public init(x: ScaleTransform = .identity, y: ScaleTransform = .identity) {
        self.x = x
        self.y = y
    }

    /// Values are their own places on both scales.
    public static let identity = ScaleTransforms()

    /// Whether values are their own places on both scales.
    public var isIdentity: Bool { x.isIdentity && y.isIdentity }
}
