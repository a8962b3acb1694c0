/// How often the values of readings end in 0, which people who round do.
///
/// Method: the last digits of all values are compared with ten digits that are equally frequent, by Pearson's χ²
/// with nine degrees of freedom; 27.877 is exceeded by chance once in a thousand times.
package struct TerminalDigits: Equatable, Sendable {
    /// How many systolic values end in each digit, from 0 to 9.
    package let counts: [Int]
    /// Pearson's χ².
    package let chiSquare: Double

    /// The value of χ² that chance exceeds once in a thousand times.
    package static let limit = 27.877
    /// The fewest values that are tested: two for each digit.
    package static let fewest = 20

    /// The digits of the systolic values: of those that were typed in, if any reading is marked as such,
    /// else of all; nil for fewer than twenty.
    package init?(_ readings: [PressureReading]) {
        let typed = readings.filter(\.isTyped)
        let values = (typed.isEmpty ? readings : typed).map(\.pressure.systolic)
        guard values.count >= Self.fewest else { return nil }
        var counts = [Int](repeating: 0, count: 10)
        for value in values { counts[Int(value.rounded()) % 10] += 1 }
        self.counts = counts
        let expected = Double(values.count) / 10
        chiSquare = counts.reduce(0) {
            $0 + (Double($1) - expected) * (Double($1) - expected) / expected
        }
    }

    /// The share of the values that end in 0.
    package var zeros: Double { Double(counts[0]) / Double(counts.reduce(0, +)) }

    /// Whether the values end in 0 too often for chance: more than 30 in 100.
    package var preferZero: Bool { zeros > 0.3 && chiSquare > Self.limit }
}
