/// What one of several sources gives to a metric: by itself, and where all of them count together.
package struct SourceShare: Sendable, Hashable {
    package let source: SourceKey
    /// How many samples it has, totals among them, copies left out.
    package let samples: Int
    /// The sum of its samples, per component, of totals what they have more than what is finer; the
    /// seconds of sleep and workouts; empty for texts.
    package let sums: [Double]
    /// What of that counts: with those of the other sources it is the metric's whole sum.
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

    /// The same shares as they stand where nobody has placed them.
    package static func inDefaultOrder(_ shares: [SourceShare]) -> [SourceShare] {
        shares.sorted {
            SourceKey.stands($0.source, with: $0.samples, before: $1.source, with: $1.samples)
        }
    }
}

extension HealthRecords {
    /// What each source gives to a metric, in the order in which they count; none where there is only
    /// one.
    ///
    /// Cost: nothing for a metric of one source, else O(samples).
    package func shares(of id: MetricID) -> [SourceShare] {
        guard let all = self[id], !all.columns.areOfOneSource else { return [] }
        let found = SourceGroups(all.columns, sources, of: id, order: order)
        guard found.groups.count > 1 else { return [] }
        let own = all.sumsAlone(sources, groups: found.groups.count) {
            found.rank(of: $0, in: all.columns)
        }
        var counted = own
        if all.metric.isSwept || found.isAnySwitchedOff {
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
