import ChartCore

/// What there is of one metric, in a few numbers.
public struct MetricSummary: Sendable {
    /// The part of one source.
    ///
    /// Its sum is not merged with other sources'.
    public struct SourcePart: Sendable {
        public var name: String
        public var samples: Int
        /// Per component; empty for texts.
        public var sums: [Double]
    }

    public let metric: Metric
    /// How many samples there are, of all sources, copies left out.
    public let samples: Int
    /// The starts of the earliest and the latest sample; nil for what has no times.
    public let first: Double?
    public let last: Double?
    /// Least, greatest and mean of the samples' values, per component; empty for texts.
    public let minimum: [Double]
    public let maximum: [Double]
    public let mean: [Double]
    /// The sum per component, overlapping devices counted once; empty for texts.
    public let sum: [Double]
    /// The sources, the one with the most samples first.
    public let sources: [SourcePart]

    /// Sums a metric up; nil where there are no samples.
    ///
    /// Sleep and workouts count in seconds.
    public init?(_ records: HealthRecords, _ id: MetricID) {
        guard let all = records[id], !all.columns.isEmpty else { return nil }
        metric = all.metric
        let columns = all.columns
        samples = columns.count
        let isTimed = metric.aggregation != .named
        first = isTimed ? columns.starts.min() : nil
        last = isTimed ? columns.starts.max() : nil
        let values = MetricSummary.components(all)
        minimum = values.map { $0.min() ?? 0 }
        maximum = values.map { $0.max() ?? 0 }
        mean = values.map { MetricSummary.total($0) / Double(max(1, $0.count)) }
        if metric.isSwept {
            let merged = MetricSamples(
                metric: metric, columns: records.merged(id), labels: all.labels)
            sum = MetricSummary.components(merged).map(MetricSummary.total)
        } else {
            sum = values.map(MetricSummary.total)
        }
        sources = MetricSummary.parts(all, records.sources)
    }

    private static func total(_ values: Column<Double>) -> Double {
        var sum = ExactSum()
        for value in values { sum.add(value) }
        return sum.value
    }

    /// The numbers of a metric's components: values, or lengths of time; nothing for texts.
    private static func components(_ samples: MetricSamples) -> [Column<Double>] {
        let columns = samples.columns
        switch samples.metric.aggregation {
        case .sum, .mean, .named: return [columns.values]
        case .pair: return [columns.values, columns.seconds]
        case .category:
            guard samples.metric.id == .sleep || samples.metric.id == .workouts else { return [] }
            return [Column((0..<columns.count).compactMap { length(samples, $0) })]
        }
    }

    /// The seconds of a sleep or workout sample; nil for a stage that is no sleep.
    private static func length(_ samples: MetricSamples, _ index: Int) -> Double? {
        if samples.metric.id == .sleep,
            SleepStage(rawValue: Int(samples.columns.values[index]))?.isAsleep != true
        {
            return nil
        }
        return samples.columns.end(at: index) - samples.columns.starts[index]
    }

    private static func parts(_ samples: MetricSamples, _ sources: [Source]) -> [SourcePart] {
        let columns = samples.columns
        var counts: [String: (samples: Int, sums: [ExactSum])] = [:]
        let components =
            switch samples.metric.aggregation {
            case .pair: 2
            case .sum, .mean, .named: 1
            case .category: samples.metric.id == .sleep || samples.metric.id == .workouts ? 1 : 0
            }
        // By number first: looking up names once per sample would be slow.
        var bySource = [(samples: Int, sums: [ExactSum])](
            repeating: (0, [ExactSum](repeating: ExactSum(), count: components)),
            count: sources.count)
        for index in 0..<columns.count {
            let source = Int(columns.sources[index])
            bySource[source].samples += 1
            guard components > 0 else { continue }
            if samples.metric.aggregation == .category {
                if let length = length(samples, index) { bySource[source].sums[0].add(length) }
                continue
            }
            bySource[source].sums[0].add(columns.values[index])
            if components == 2 { bySource[source].sums[1].add(columns.seconds[index]) }
        }
        for (number, part) in bySource.enumerated() where part.samples > 0 {
            let name = sources[number].name
            guard var known = counts[name] else {
                counts[name] = part
                continue
            }
            known.samples += part.samples
            for component in 0..<components {
                known.sums[component].add(part.sums[component].value)
            }
            counts[name] = known
        }
        return counts.map { SourcePart(name: $0, samples: $1.samples, sums: $1.sums.map(\.value)) }
            .sorted { $0.samples != $1.samples ? $0.samples > $1.samples : $0.name < $1.name }
    }
}
