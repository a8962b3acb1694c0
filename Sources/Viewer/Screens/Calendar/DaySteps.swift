import Statistics

/// The values of days in five steps with about as many days each; equal values are in one step.
struct DaySteps: Equatable {
    /// The days of a step.
    struct Step: Equatable {
        /// From 0 for the lowest days to 4 for the highest.
        var index: Int
        /// From its lowest to its highest value.
        var range: ClosedRange<Double>
        var count: Int
    }

    static let count = 5

    /// The quintiles, which end the steps below the highest.
    private let bounds: [Double]
    /// The steps that have days, from the lowest.
    private(set) var steps: [Step] = []

    /// Cost: O(n log n) for n values.
    init(_ values: [Double]) {
        let sorted = values.sorted()
        bounds =
            sorted.first == sorted.last
            ? []
            : (1..<Self.count).compactMap {
                Order.quantile(Double($0) / Double(Self.count), ofSorted: sorted)
            }
        for value in sorted {
            let step = index(of: value)
            if let last = steps.last, last.index == step {
                steps[steps.count - 1].range = last.range.lowerBound...value
                steps[steps.count - 1].count += 1
            } else {
                steps.append(Step(index: step, range: value...value, count: 1))
            }
        }
    }

    /// The step of a value; the middle one if all days have the same.
    func index(of value: Double) -> Int {
        bounds.isEmpty ? Self.count / 2 : bounds.count { $0 < value }
    }
}
