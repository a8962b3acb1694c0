import ChartCore

/// The number of samples and their sums, by group.
struct SampleSums {
    private var counts: [Int]
    /// The components of the first group, then those of the second, and so on.
    private var totals: [ExactSum]
    /// Their durations, if the metric counts time.
    private var times: [CountedTime]
    private let components: Int

    /// `group` returns the number of a sample's group by its index; nil for a sample in no group.
    init(_ samples: MetricSamples, groups: Int, group: (Int) -> Int?) {
        components = samples.componentCount
        counts = [Int](repeating: 0, count: groups)
        totals = [ExactSum](repeating: ExactSum(), count: groups * components)
        let isTime = CountedTime.counts(samples.metric.id)
        times = [CountedTime](repeating: CountedTime(), count: isTime ? groups : 0)
        add(samples, group: group)
    }

    /// Adds further samples of the metric.
    mutating func add(_ samples: MetricSamples, group: (Int) -> Int?) {
        let columns = samples.columns
        for index in 0..<columns.count {
            guard let number = group(index) else { continue }
            counts[number] += 1
            guard components > 0 else { continue }
            if !times.isEmpty {
                times[number].add(columns, index, of: samples.metric.id)
                continue
            }
            totals[number * components].add(columns.values[index])
            if components == 2 { totals[number * 2 + 1].add(columns.secondaryValues[index]) }
        }
    }

    /// How many samples belong to a group.
    func count(of group: Int) -> Int { counts[group] }

    /// The sums of a group, per component.
    func sums(of group: Int) -> [Double] {
        times.isEmpty
            ? totals[group * components..<(group + 1) * components].map(\.value)
            : [times[group].seconds]
    }
}

extension MetricSamples {
    /// The number of components of a sample: its values, or the time it takes; none for a text.
    var componentCount: Int {
        switch metric.aggregation {
        case .pair: 2
        case .sum, .mean, .named: 1
        case .category: CountedTime.counts(metric.id) ? 1 : 0
        }
    }
}
