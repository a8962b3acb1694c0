// Aggregates of the values of a run of samples, in a form in which two neighbouring runs can be
// combined.
//
// Sums of squares are stored relative to the mean of the run (the sum of the squared deviations),
// and combined by T. Chan, G. Golub and R. LeVeque, "Updating formulae and a pairwise algorithm for
// computing sample variances" (Stanford STAN-CS-79-773, 1979):
//   D = D1 + D2 + (m2 - m1)² · n1 · n2 / (n1 + n2).
// A plain sum of squares loses every digit of the spread once the mean is some 10^8 times the
// spread, which happens for a pressure in pascals with a noise of a hundredth.

/// Aggregates of the values of some samples; missing values (NaN) are not counted.
public struct Summary: Hashable, Sendable {
    /// The number of values.
    public var count: Int
    /// Their sum; 0 if there are none.
    public var sum: Double
    /// The sum of the squares of their differences from the mean.
    public var squaredDeviations: Double
    /// The smallest; infinity if there are none.
    public var minimum: Double
    /// The largest; minus infinity if there are none.
    public var maximum: Double
    /// The earliest; NaN if there are none.
    public var first: Double
    /// The latest; NaN if there are none.
    public var last: Double

    /// The summary of no values.
    @inlinable
    public init() {
        count = 0
        sum = 0
        squaredDeviations = 0
        minimum = .infinity
        maximum = -.infinity
        first = .nan
        last = .nan
    }

    /// The summary of one value.
    @inlinable
    public init(_ value: Double) {
        self.init()
        if value.isNaN { return }
        count = 1
        sum = value
        minimum = value
        maximum = value
        first = value
        last = value
    }

    /// Whether there are no values.
    public var isEmpty: Bool { count == 0 }
    /// The sum divided by the count; NaN if there are no values.
    public var mean: Double { count > 0 ? sum / Double(count) : .nan }
    /// The sum of the squares of the values.
    public var sumOfSquares: Double { count > 0 ? squaredDeviations + sum * mean : 0 }
    /// The square root of the mean squared difference from the mean; NaN if there are no values.
    ///
    /// It is the deviation of exactly these values, so it divides by their count, and one value has
    /// 0.
    public var standardDeviation: Double {
        count > 0 ? (squaredDeviations / Double(count)).squareRoot() : .nan
    }
    /// The smallest and the largest value; `Extent.nothing` if there are none.
    public var extent: Extent { Extent(min: minimum, max: maximum) }

    /// Adds the values of samples that come later.
    public mutating func append(_ later: Summary) {
        guard later.count > 0 else { return }
        guard count > 0 else {
            self = later
            return
        }
        merge(count: later.count, sum: later.sum, squaredDeviations: later.squaredDeviations)
        if later.minimum < minimum { minimum = later.minimum }
        if later.maximum > maximum { maximum = later.maximum }
        last = later.last
    }

    /// Adds values only to the counts and sums.
    mutating func merge(
        count more: Int, sum moreSum: Double, squaredDeviations moreDeviations: Double
    ) {
        guard more > 0 else { return }
        guard count > 0 else {
            (count, sum, squaredDeviations) = (more, moreSum, moreDeviations)
            return
        }
        let (mine, theirs) = (Double(count), Double(more))
        let apart = moreSum / theirs - sum / mine
        squaredDeviations += moreDeviations + apart * apart * (mine * theirs / (mine + theirs))
        sum += moreSum
        count += more
    }
}
