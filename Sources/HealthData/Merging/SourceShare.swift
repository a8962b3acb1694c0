/// The contribution of one of several sources to a metric: alone, and when all count together.
package struct SourceShare: Sendable, Hashable {
    package let source: SourceKey
    /// How many samples it has, including totals, without copies.
    package let samples: Int
    /// The sums of its samples, per component; empty for texts.
    ///
    /// A total counts for the amount by which it exceeds its finer samples; sleep and workouts
    /// count in seconds.
    package let sums: [Double]
    /// The part of that that counts: the parts of all sources add up to the metric's sum.
    package let counted: [Double]
    /// Whether it takes part at all, or was switched off.
    package let counts: Bool

    package init(
        source: SourceKey, samples: Int, sums: [Double], counted: [Double], counts: Bool = true
    ) {
        self.source = source
        self.samples = samples
        self.sums = sums
        self.counted = counted
        self.counts = counts
    }

    /// The mean of its samples, per component.
    package var means: [Double] { sums.map { $0 / Double(max(1, samples)) } }

    /// The same shares in the default order.
    package static func inDefaultOrder(_ shares: [SourceShare]) -> [SourceShare] {
        shares.sorted {
            SourceKey.stands($0.source, with: $0.samples, before: $1.source, with: $1.samples)
        }
    }
}

extension HealthRecords {
    /// The share of each source of a metric, in order of priority; empty if there is only one
    /// source.
    ///
    /// Cost: nothing for a metric of one source, else O(samples).
    package func shares(of id: MetricID) -> [SourceShare] {
        guard let all = self[id]?.counted, !all.columns.areOfOneSource else { return [] }
        let found = SourceGroups(all.columns, sources, of: id, order: order)
        guard found.groups.count > 1 else { return [] }
        let own = all.sumsAlone(sources, groups: found.groups.count) {
            found.rank(of: $0, in: all.columns)
        }
        var counted = own
        if all.metric.mergesDevices || found.isAnySwitchedOff {
            let merged = MetricSamples(metric: all.metric, columns: merged(id), labels: all.labels)
            counted = SampleSums(merged, groups: found.groups.count) {
                found.rank(of: $0, in: merged.columns)
            }
        }
        return found.groups.enumerated().map { rank, group in
            SourceShare(
                source: group.source, samples: group.samples, sums: own.sums(of: rank),
                counted: counted.sums(of: rank), counts: group.counts)
        }
    }
}
