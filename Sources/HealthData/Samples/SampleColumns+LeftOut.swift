import ChartCore

// Samples that look wrong stay in the columns of their metric, in their places, so that the library
// keeps them with the others. Whatever counts or draws takes `counted`.

extension SampleColumns {
    /// Whether some sample is left out.
    ///
    /// Cost: nothing if no sample has a mark, else O(samples).
    package var hasLeftOut: Bool { !usedMarks.isDisjoint(with: .leftOut) }

    /// The samples that are left out.
    package var leftOut: SampleColumns {
        var rest = self
        return rest.takeLeftOut()
    }

    /// The samples that count.
    ///
    /// Cost: that of `hasLeftOut`, and a copy if there are some and they are not the last ones.
    package var counted: SampleColumns {
        var rest = self
        _ = rest.takeLeftOut()
        return rest
    }

    /// Removes the samples that are left out, and returns them.
    ///
    /// Cost: that of `hasLeftOut`. If there are some, those that stay are copied, unless all others
    /// are behind them, as dates in the future are.
    mutating func takeLeftOut() -> SampleColumns {
        guard hasLeftOut else { return SampleColumns() }
        var indices: [Int] = []
        var first = 0
        marks.withSpans(in: 0..<count) { marks in
            for offset in marks.indices where !marks[offset].isDisjoint(with: .leftOut) {
                indices.append(first + offset)
            }
            first += marks.count
        }
        let taken: SampleColumns
        if let least = indices.first, least == count - indices.count {
            taken = suffix(from: least)
        } else {
            taken = gathered(indices)
        }
        remove(indices)
        return taken
    }

    /// These samples and others of the same metric, both in the order of their starts, together in
    /// that order.
    ///
    /// Cost: O(others) if they begin after these, else O(samples).
    package func joined(with other: SampleColumns) -> SampleColumns {
        if other.isEmpty { return self }
        if isEmpty { return other }
        var all = self
        all.append(contentsOf: other)
        if other.starts[0] >= starts[count - 1] { return all }
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
