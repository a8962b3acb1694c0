import ChartCore

/// How many samples there are and what they add up to, by what each of them belongs to.
struct SampleSums {
    private var counts: [Int]
    /// The components of the first group, then those of the second.
    private var totals: [ExactSum]
    private let components: Int

    /// `group` tells the number of a sample's group by its index.
    init(_ samples: MetricSamples, groups: Int, group: (Int) -> Int) {
        components = samples.componentCount
        counts = [Int](repeating: 0, count: groups)
        totals = [ExactSum](repeating: ExactSum(), count: groups * components)
        let columns = samples.columns
        for index in 0..<columns.count {
            let number = group(index)
            counts[number] += 1
            guard components > 0 else { continue }
            if samples.metric.aggregation == .category {
                if let length = samples.length(at: index) { totals[number].add(length) }
                continue
            }
            totals[number * components].add(columns.values[index])
            if components == 2 { totals[number * 2 + 1].add(columns.seconds[index]) }
        }
    }

    /// How many samples belong to a group.
    func count(of group: Int) -> Int { counts[group] }

    /// What they add up to, per component.
    func sums(of group: Int) -> [Double] {
        totals[group * components..<(group + 1) * components].map(\.value)
    }
}

extension MetricSamples {
    /// How many numbers a sample gives: its values, or the time it takes; none for a text.
    var componentCount: Int {
        switch metric.aggregation {
        case .pair: 2
        case .sum, .mean, .named: 1
        case .category: metric.id == .sleep || metric.id == .workouts ? 1 : 0
        }
    }

    /// The seconds of a sleep or workout sample; nil for a stage that is no sleep.
    func length(at index: Int) -> Double? {
        if metric.id == .sleep,
            SleepStage(rawValue: Int(columns.values[index]))?.isAsleep != true
        {
            return nil
        }
        return columns.end(at: index) - columns.starts[index]
    }
}
