import ChartCore

/// The summary of one metric in a few numbers.
package struct MetricSummary: Sendable {
    /// The part of one source.
    package struct SourcePart: Sendable {
        package var name: String
        /// How many samples it has; a total with finer samples counts only if there is nothing
        /// else.
        package var samples: Int
        /// The sums per component, not merged with other sources; a total counts for the amount by
        /// which it exceeds its finer samples; empty for texts.
        package var sums: [Double]
        /// The part of the sums that counts when all sources are merged.
        package var counted: [Double]
    }

    package let metric: Metric
    /// How many samples there are, of all sources, without copies.
    ///
    /// A total with finer samples is left out here and in the following numbers, except the sum.
    /// What looks wrong is left out of all of them.
    package let samples: Int
    /// The samples that look wrong and are left out, in the order of time.
    package let leftOut: SampleColumns
    /// The starts of the earliest and the latest sample; nil if the metric has no times.
    package let first: Double?
    package let last: Double?
    /// Least, greatest and mean of the samples' values, per component; empty for texts, and if
    /// every sample is left out.
    package let minimum: [Double]
    package let maximum: [Double]
    package let mean: [Double]
    /// The sum per component, overlapping devices counted once; empty for texts.
    ///
    /// For sleep and workouts the time, moments that several samples cover counted once.
    package let sum: [Double]
    /// The sources, the one with the most samples first.
    package let sources: [SourcePart]

    /// Summarizes a metric; nil if there are no samples.
    ///
    /// Sleep and workouts count in seconds.
    package init?(_ records: HealthRecords, _ id: MetricID) {
        guard let every = records[id], !every.columns.isEmpty else { return nil }
        let all = every.counted
        metric = all.metric
        leftOut = records.leftOut(id)
        let each = MetricSamples(
            metric: all.metric, columns: records.merged(id, .none), labels: all.labels)
        let columns = each.columns
        samples = columns.count
        let isTimed = metric.aggregation != .named
        first = isTimed ? columns.starts.min() : nil
        last = isTimed ? columns.starts.max() : nil
        let values = columns.isEmpty ? [] : MetricSummary.components(each)
        minimum = values.map { $0.min() ?? 0 }
        maximum = values.map { $0.max() ?? 0 }
        mean = values.map { MetricSummary.total($0) / Double(max(1, $0.count)) }
        var merged: MetricSamples?
        if !columns.isEmpty, metric.mergesDevices || records.order.switchesOff(id) {
            let counted = MetricSamples(
                metric: metric, columns: records.merged(id), labels: all.labels)
            // With a single source everything counts.
            merged = all.columns.areOfOneSource ? nil : counted
            sum =
                CountedTime.counts(id)
                ? [CountedTime(counted.columns, of: id).seconds]
                : MetricSummary.components(counted).map(MetricSummary.total)
        } else {
            sum = values.map(MetricSummary.total)
        }
        sources = MetricSummary.parts(all, each: each, merged: merged, records.sources)
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
        case .pair:
            let pairs = samples.pairs
            return [pairs.upper, pairs.lower]
        case .category:
            let id = samples.metric.id
            guard CountedTime.counts(id) else { return [] }
            return [
                Column(
                    (0..<columns.count).compactMap { CountedTime.length(columns, $0, of: id) })
            ]
        }
    }

    /// The parts of the sources; `each` lacks the totals with finer samples, `merged` is nil if all
    /// of the samples count.
    private static func parts(
        _ samples: MetricSamples, each: MetricSamples, merged: MetricSamples?, _ sources: [Source]
    ) -> [SourcePart] {
        // By number: looking up names once per sample would be slow.
        var names: [String] = []
        var numbers: [String: Int] = [:]
        let numberOf = sources.map { source in
            let number = numbers[source.name] ?? names.count
            if number == names.count { names.append(source.name) }
            numbers[source.name] = number
            return number
        }
        func sums(_ samples: MetricSamples) -> SampleSums {
            let columns = samples.columns
            return SampleSums(samples, groups: names.count) { numberOf[Int(columns.sources[$0])] }
        }
        let columns = samples.columns
        let all = sums(each)
        let own = samples.sumsAlone(sources, groups: names.count) {
            numberOf[Int(columns.sources[$0])]
        }
        let counted = merged.map(sums) ?? own
        // A source that has only totals that others cover completely is left out.
        return names.indices.filter {
            all.count(of: $0) > 0 || counted.sums(of: $0).contains { $0 != 0 }
        }.map {
            let count = all.count(of: $0)
            return SourcePart(
                name: names[$0], samples: count > 0 ? count : own.count(of: $0),
                sums: own.sums(of: $0), counted: counted.sums(of: $0))
        }
        .sorted { $0.samples != $1.samples ? $0.samples > $1.samples : $0.name < $1.name }
    }
}
