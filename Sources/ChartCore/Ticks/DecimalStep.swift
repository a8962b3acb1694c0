// Round steps for numbers: 1, 2 or 5 times a power of ten.
//
// Source: P. Heckbert, "Nice numbers for graph labels", Graphics Gems (1990). His rule picks the
// step from the range and a desired number of labels. Here the step is the smallest round one whose
// ticks are far enough apart, and it is kept while the view moves (see TickStepper).
//
// Values are computed as whole numbers multiplied or divided by a power of ten, both exact up to
// 10^22, so every value is the correctly rounded decimal: 0.3 is the same Double as a multiple of
// 0.1 and of 0.05, and ticks can be identified by their value while the step changes.
//
// Rejected: extended Wilkinson (Talbot, Lin, Hanrahan 2010). It optimises labels for one fixed
// range and gives different, differently anchored steps for the next, so labels would jump while a
// view moves.

import Glibc

/// A step between ticks that can grow and shrink along a ladder.
public protocol TickStep: Hashable, Sendable {
    /// The length in units of the scale (the mean length for steps of the calendar).
    var length: Double { get }
    /// The next smaller step; nil if there is none.
    var finer: Self? { get }
    /// The next larger step; nil if there is none.
    var coarser: Self? { get }
}

/// A round step for numbers: 1, 2 or 5 times a power of ten.
public struct DecimalStep: ValueStep {
    /// 1, 2 or 5.
    public let mantissa: Int
    /// The power of ten, -300…300.
    public let exponent: Int

    /// The step `mantissa` times ten to the `exponent`.
    public init(mantissa: Int, exponent: Int) {
        precondition([1, 2, 5].contains(mantissa), "a round step begins with 1, 2 or 5")
        self.mantissa = mantissa
        self.exponent = min(max(exponent, -300), 300)
    }

    /// The smallest round step of at least `length`, which must be above zero.
    public init(atLeast length: Double) {
        precondition(length > 0, "a round step needs a length above zero")
        var step = DecimalStep(
            mantissa: 1, exponent: Int(log10(min(max(length, 1e-300), 1e300)).rounded(.down)) - 1)
        while step.length < length, let next = step.coarser { step = next }
        self = step
    }

    public var finer: DecimalStep? {
        switch mantissa {
        case 5: DecimalStep(mantissa: 2, exponent: exponent)
        case 2: DecimalStep(mantissa: 1, exponent: exponent)
        default: exponent > -300 ? DecimalStep(mantissa: 5, exponent: exponent - 1) : nil
        }
    }

    public var coarser: DecimalStep? {
        switch mantissa {
        case 1: DecimalStep(mantissa: 2, exponent: exponent)
        case 2: DecimalStep(mantissa: 5, exponent: exponent)
        default: exponent < 300 ? DecimalStep(mantissa: 1, exponent: exponent + 1) : nil
        }
    }

    /// The value of tick `n`, as the correctly rounded decimal.
    public func value(_ n: Int) -> Double {
        let whole = Double(n * mantissa)
        if exponent >= 0 { return whole * pow(10, Double(exponent)) }
        // In two steps if one power would not be exact anyway and might underflow.
        return exponent >= -290
            ? whole / pow(10, Double(-exponent)) : whole / 1e290 / pow(10, Double(-exponent - 290))
    }

    /// The number of digits after the decimal point that a label needs.
    public var fractionDigits: Int { max(0, -exponent) }

    /// The number of parts into which minor ticks divide the step, so that they are round too.
    public var minorDivisions: Int { mantissa == 2 ? 4 : 5 }
}

extension Double {
    /// Rounded by a rule, but to the nearest whole number if the difference is only a rounding
    /// error.
    func nearlyRounded(_ rule: FloatingPointRoundingRule) -> Double {
        let nearest = rounded()
        return abs(self - nearest) <= 4 * ulp ? nearest : rounded(rule)
    }
}
