// Values that are stored in one unit and shown in another.
//
// Method: an affine map, shown = value / size + offset. Round numbers are chosen among shown
// values, and a tick has both: its shown value comes from its step and is exact, and its place on
// the scale is computed from that, never the reverse. Factors between units are hardly ever exact
// in binary, so a number that is one of at most six decimals, except for rounding errors in its
// last digits, is replaced by that one: 98.6 °F are 37 °C and back. Without a conversion nothing is
// changed.

/// The unit in which the values of a scale are shown, if it is not the unit in which they are
/// stored.
public struct ShownUnit: Hashable, Sendable {
    /// The size of the unit in units of the scale: 0.45359237 for pounds over kilograms.
    public let size: Double
    /// The shown value for zero: 32 for degrees Fahrenheit over degrees Celsius.
    public let offset: Double

    /// A unit of a size above zero.
    public init(size: Double = 1, offset: Double = 0) {
        precondition(size > 0 && size.isFinite && offset.isFinite, "a unit has a size above zero")
        self.size = size
        self.offset = offset
    }

    /// The unit in which values are stored.
    public static let same = ShownUnit()

    /// The shown value for a value.
    public func shown(_ value: Double) -> Double {
        self == .same ? value : tidied(value / size + offset)
    }

    /// The value for a shown value; the inverse of `shown`.
    public func value(ofShown shown: Double) -> Double {
        self == .same ? shown : tidied((shown - offset) * size)
    }

    /// The shown difference for a difference of two values; the offset does not apply.
    public func shown(difference: Double) -> Double {
        self == .same ? difference : tidied(difference / size)
    }

    /// The difference of values for a shown difference.
    public func difference(ofShown shown: Double) -> Double {
        self == .same ? shown : tidied(shown * size)
    }

    /// The shown range for a range of values.
    public func shown(_ range: Extent) -> Extent {
        Extent(min: shown(range.min), max: shown(range.max))
    }

    /// The range of values for a shown range.
    public func range(ofShown range: Extent) -> Extent {
        Extent(min: value(ofShown: range.min), max: value(ofShown: range.max))
    }

    /// A number of at most six decimals if the number equals it except for rounding errors;
    /// otherwise the number.
    private func tidied(_ number: Double) -> Double {
        guard abs(number) < 1e9 else { return number }
        let short = (number * 1e6).rounded() / 1e6
        let largest = max(abs(number), abs(offset), abs(offset * size))
        return abs(short - number) <= 8 * largest.ulp ? short : number
    }
}
