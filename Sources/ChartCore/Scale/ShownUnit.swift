// Values that are kept in one unit and shown in another.
//
// Method: an affine map, shown = value / size + offset. What is round is decided over shown values,
// and a tick carries both: its shown value comes from its step and is exact, its place on the scale
// from that, and never the other way round. Factors between units are hardly ever whole in binary,
// so a number that is one of at most six decimals but for what the arithmetic left in its last digits
// is taken for that one: 98.6 °F are 37 °C and back. Without a conversion nothing is touched.

/// The unit that values of a scale are shown in, where it is another one than they are kept in.
public struct ShownUnit: Hashable, Sendable {
    /// How many of the scale's units one of it is: 0.45359237 for pounds over kilograms.
    public let size: Double
    /// What is shown for a value of zero: 32 for degrees Fahrenheit over degrees Celsius.
    public let offset: Double

    /// A unit of a size above zero.
    public init(size: Double = 1, offset: Double = 0) {
        precondition(size > 0 && size.isFinite && offset.isFinite, "a unit has a size above zero")
        self.size = size
        self.offset = offset
    }

    /// That in which values are kept.
    public static let same = ShownUnit()

    /// What is shown for a value.
    public func shown(_ value: Double) -> Double {
        self == .same ? value : tidied(value / size + offset)
    }

    /// The value that a number is shown for; the inverse of `shown`.
    public func value(ofShown shown: Double) -> Double {
        self == .same ? shown : tidied((shown - offset) * size)
    }

    /// What is shown for the difference of two values, which knows of no offset.
    public func shown(difference: Double) -> Double {
        self == .same ? difference : tidied(difference / size)
    }

    /// The difference of values that a difference is shown for.
    public func difference(ofShown shown: Double) -> Double {
        self == .same ? shown : tidied(shown * size)
    }

    /// A range of values as it is shown.
    public func shown(_ range: Extent) -> Extent {
        Extent(min: shown(range.min), max: shown(range.max))
    }

    /// The range of values that a range is shown for.
    public func range(ofShown range: Extent) -> Extent {
        Extent(min: value(ofShown: range.min), max: value(ofShown: range.max))
    }

    /// The number of at most six decimals that a number is but for rounding errors; else itself.
    private func tidied(_ number: Double) -> Double {
        guard abs(number) < 1e9 else { return number }
        let short = (number * 1e6).rounded() / 1e6
        let largest = max(abs(number), abs(offset), abs(offset * size))
        return abs(short - number) <= 8 * largest.ulp ? short : number
    }
}
