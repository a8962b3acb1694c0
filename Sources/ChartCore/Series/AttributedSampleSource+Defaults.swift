// The part of columns that the segments of one attribute cover, computed with the methods that
// every source has.
//
// Method: at each border of two columns the segment that crosses it is that of the last sample
// before the border. Between two borders, one search finds the ends of the segments of the
// attribute. This does not use the runs of attributes, so the attribute may change with every
// sample, and a source that shows another one in places uses the same code.
// Limits: a gap counts if it crosses a border of columns; one that begins and ends within a column
// does not.

extension AttributedSampleSource {
    /// The part of columns that the segments with an attribute cover, from searches for their
    /// borders and for the ends of segments between them.
    ///
    /// O(columns · log count) if `segmentExtent(of:attribute:)` is O(log count).
    public func columnSpans(
        _ grid: ColumnGrid, _ columns: Range<Int>, longestGap: Double, attribute: Int,
        into spans: inout [ColumnSpan]
    ) {
        columnSpans(grid, columns, attribute: attribute, into: &spans) {
            time(at: $0) - time(at: $0 - 1) > longestGap
        }
    }

    /// The same, with gaps as the source defines them.
    ///
    /// - Parameter isGap: whether the line is interrupted before a sample (not the first) because
    ///   it is too far from the one before.
    func columnSpans(
        _ grid: ColumnGrid, _ columns: Range<Int>, attribute: Int, into spans: inout [ColumnSpan],
        isGap: (Int) -> Bool
    ) {
        spans.removeAll(keepingCapacity: true)
        spans.reserveCapacity(columns.count)
        var first = lowerBound(grid.left(of: columns.lowerBound))
        var entry = passage(grid.left(of: columns.lowerBound), first, attribute, isGap)
        for column in columns {
            let border = grid.left(of: column + 1)
            // Most columns have few samples: the next border is near.
            let next = first == count || time(at: first) >= border ? first : lowerBound(border)
            let exit = passage(border, next, attribute, isGap)
            spans.append(span(first..<next, entry, exit, attribute, isGap))
            (first, entry) = (next, exit)
        }
    }

    /// How the segments of an attribute cross an instant; the samples up to an index are before it.
    private func passage(
        _ instant: Double, _ index: Int, _ attribute: Int, _ isGap: (Int) -> Bool
    ) -> Passage {
        guard index > 0, index < count, isSegment(at: index - 1, attribute: attribute)
        else { return Passage() }
        guard !isGap(index) else { return Passage(isGap: true) }
        let (from, to) = (time(at: index - 1), time(at: index))
        let part = (instant - from) / (to - from)
        return Passage(value: value(at: index - 1) * (1 - part) + value(at: index) * part)
    }

    /// The part of a column with some samples that an attribute covers.
    private func span(
        _ indices: Range<Int>, _ entry: Passage, _ exit: Passage, _ attribute: Int,
        _ isGap: (Int) -> Bool
    ) -> ColumnSpan {
        var inside = indices
        // The far end of a segment that is too long is not in the picture, unless another segment
        // of the attribute begins there. Neither is the near end, unless one ends there or nothing
        // does.
        if entry.isGap, let sample = inside.first, !isSegment(at: sample, attribute: attribute) {
            inside = sample + 1..<inside.upperBound
        }
        if exit.isGap, let sample = inside.last, isJoined(sample - 1), !isGap(sample),
            self.attribute(at: sample - 1) != attribute
        {
            inside = inside.lowerBound..<sample
        }
        var extent = inside.isEmpty ? .nothing : segmentExtent(of: inside, attribute: attribute)
        for value in [entry.value, exit.value] where !value.isNaN { extent.include(value) }
        if let sample = indices.first, isLast(sample, isGap),
            self.attribute(at: sample) == attribute
        {
            extent.include(value(at: sample))
        }
        guard extent.min <= extent.max else { return .nothing }
        return ColumnSpan(
            low: extent.min, high: extent.max, first: entry.isDrawn ? entry.value : extent.min,
            last: exit.isDrawn ? exit.value : extent.max)
    }

    /// Whether a sample is isolated because the one before is too far away and none follows.
    private func isLast(_ index: Int, _ isGap: (Int) -> Bool) -> Bool {
        index > 0 && value(at: index).isFinite && isGap(index) && !isJoined(index)
    }

    /// Whether a segment starts at a sample: it and the next one have values.
    func isJoined(_ index: Int) -> Bool {
        index >= 0 && index + 1 < count && value(at: index).isFinite
            && value(at: index + 1).isFinite
    }

    /// Whether a segment with an attribute starts at a sample.
    func isSegment(at index: Int, attribute: Int) -> Bool {
        isJoined(index) && self.attribute(at: index) == attribute
    }

    /// Whether a segment with an attribute starts or ends at a sample, or the sample is isolated
    /// and has the attribute.
    func isEnd(_ index: Int, attribute: Int) -> Bool {
        guard value(at: index).isFinite else { return false }
        let (ends, starts) = (isJoined(index - 1), isJoined(index))
        return ends && self.attribute(at: index - 1) == attribute
            || (starts || !ends) && self.attribute(at: index) == attribute
    }
}

/// How a line crosses an instant.
private struct Passage {
    /// Where a segment with the attribute crosses; NaN if none does.
    var value = Double.nan
    /// Whether a segment would cross if the gap were not too long.
    var isGap = false

    var isDrawn: Bool { !value.isNaN }
}
