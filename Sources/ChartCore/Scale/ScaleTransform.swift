// The layout of values along a scale: linear, by their logarithms, or by the logarithms of their
// sizes on both sides of zero.
//
// A scale's range, its ticks and all panning and zooming are in *places*, and so are linear; marks,
// series and readings are in *values*. This transform maps values to places; it always ascends.
//
// Method: a place is the decimal logarithm, so that a decade is one unit long and a power of ten is
// exactly a whole number. The symmetric kind is linear up to a size c and continues as the
// logarithm with the same slope (its derivative is continuous):
//   place(v) = v / (c · ln 10)                               for |v| <= c,
//   place(v) = sign(v) · (1 / ln 10 + log10(|v| / c))        beyond.
// So decades beyond c are one unit long too. The idea is that of J. B. W. Webber, "A bi-symmetric
// log transformation for wide-range data", Measurement Science and Technology 24 (2013), which uses
// sign(v) · log10(1 + |v / c|).
// Limits: a value that is not above zero has no place on a logarithmic scale.
// Rejected: Webber's own form (its decades next to c have uneven lengths, and no part of it is
// linear, so that round numbers around zero are unevenly spaced); natural logarithms (no power of
// ten would have an exact place).

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

    /// Places equal values.
    public static let identity = ScaleTransform(.identity)

    /// Decimal logarithms: places of values above zero, a decade one unit long.
    public static let logarithmic = ScaleTransform(.logarithmic)

    /// Linear between a size below and above zero, and logarithmic beyond, with a decade one unit
    /// long.
    ///
    /// - Parameter size: above zero; smaller values are evenly spaced around zero.
    public static func symmetricLogarithmic(linearTo size: Double) -> ScaleTransform {
        precondition(size > 0 && size.isFinite, "the linear part needs a size above zero")
        return ScaleTransform(.symmetric(size))
    }

    /// The lower end of all places: below those of all numbers, in decades.
    ///
    /// It is used for values without a place that a mark begins at: bars from zero on a logarithmic
    /// scale come from far below the visible range.
    public static let lowest = -400.0

    /// How many decades below the largest value a scale extends if the size of the small values
    /// above zero is unknown.
    public static let depth = 3.0

    /// Whether places equal values.
    public var isIdentity: Bool { form == .identity }

    /// The size up to which values are evenly spaced around zero; nil for transforms other than the
    /// symmetric one.
    public var linearTo: Double? {
        if case .symmetric(let size) = form { return size }
        return nil
    }

    /// The part of a decade that the straight part takes on either side of zero: 1 / ln 10.
    private static let straight = 1 / Glibc.log(10.0)

    /// The place of a value; NaN if it has none.
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

    /// The value at a place; the inverse of `place(of:)`.
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

    /// The place of a value at which a mark begins or ends: `lowest` if the value is too low to
    /// have its own.
    public func bound(of value: Double) -> Double {
        form == .logarithmic && value <= 0 ? Self.lowest : place(of: value)
    }

    /// The places of a range of values.
    ///
    /// Values without a place are omitted: a range from zero extends down without end (minus
    /// infinity) on a logarithmic scale, and one that ends at zero is `Extent.nothing`.
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

    /// Whether the distance between two ascending places is at most a given distance of their
    /// values.
    ///
    /// Values computed from places are rounded, so a distance that exceeds the limit only by that
    /// error is accepted.
    public func isWithin(_ distance: Double, from: Double, to: Double) -> Bool {
        if isIdentity || distance == .infinity { return to - from <= distance }
        return value(at: to) - value(at: from) <= distance * (1 + 1e-9)
    }
}

/// The transforms of both scales of a plot.
public struct ScaleTransforms: Hashable, Sendable {
    /// Along the horizontal scale.
    public var x: ScaleTransform
    /// Along the vertical scale.
    public var y: ScaleTransform

    /// Creates two transforms; places equal values by default.
    public init(x: ScaleTransform = .identity, y: ScaleTransform = .identity) {
        self.x = x
        self.y = y
    }

    /// Places equal values on both scales.
    public static let identity = ScaleTransforms()

    /// Whether places equal values on both scales.
    public var isIdentity: Bool { x.isIdentity && y.isIdentity }
}
