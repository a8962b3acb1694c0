import ChartCore

// Samples that look wrong stay in the columns of their metric, in their places, so that the library
// keeps them with the others. Whatever counts or draws takes `counted`.

extension SampleColumns {
    /// Whether some sample is left out.
    ///
    /// Cost: nothing if no sample has a mark, else O(samples).
    package var hasLeftOut: Bool { marks.contains { !$0.isDisjoint(with: .leftOut) } }

    /// The samples that are left out.
    package var leftOut: SampleColumns {
        hasLeftOut ? gathered(indices(ofLeftOut: true)) : SampleColumns()
    }

    /// The samples that count.
    ///
    /// Cost: that of `hasLeftOut`, and a copy if there are some.
    package var counted: SampleColumns {
        hasLeftOut ? gathered(indices(ofLeftOut: false)) : self
    }

    /// Removes the samples that are left out, and returns them.
    mutating func takeLeftOut() -> SampleColumns {
        guard hasLeftOut else { return SampleColumns() }
        let taken = gathered(indices(ofLeftOut: true))
        gather(indices(ofLeftOut: false))
        return taken
    }

    private func indices(ofLeftOut isLeftOut: Bool) -> [Int] {
        (0..<count).filter { marks[$0].isDisjoint(with: .leftOut) != isLeftOut }
    }

    /// These samples and others of the same metric, in the order of their starts.
    package func joined(with other: SampleColumns) -> SampleColumns {
        if other.isEmpty { return self }
        if isEmpty { return other }
        var all = self
        all.append(contentsOf: other)
        if let order = SampleOrder.stablyByStart(all) { all.gather(order) }
        return all
    }

    /// The latest start; minus infinity if there are no samples.
    ///
    /// Cost: nothing if the starts rise, else O(samples).
    var latestStart: Double {
        if isStrictlyRising { return starts.last ?? -.infinity }
        var latest = -Double.infinity
        starts.withSpans(in: 0..<count) { span in
            for index in span.indices where span[index] > latest { latest = span[index] }
        }
        return latest
    }
}

extension MetricSamples {
    /// The samples that count: all except those that are left out.
    package var counted: MetricSamples {
        var result = self
        result.columns = columns.counted
        return result
    }
}
