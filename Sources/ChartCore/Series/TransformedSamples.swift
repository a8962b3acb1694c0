// Samples as a scale that is not linear shows them: each at the places of its time and its value.
//
// Data layout: nothing is copied. A sample is transformed on access, and a search for a place is
// one for the value at it; samples before the first time that has a place are omitted.
// Method: the transforms ascend, so the extremes of a run are those of its values. But on a
// logarithmic scale values that are not above zero have no place, and if a run contains both kinds
// its lowest place is that of the smallest value above zero. So runs are halved: a half entirely
// above zero is answered at once, one without values above zero is skipped, and short ones are read
// sample by sample.
// A line is straight between samples *in places*, so the covered parts of columns are computed here
// and not from the spans of the values.
// Cost: a logarithm for each sample that is drawn individually, four for each column. Runs in which
// values above zero alternate with others cost one step for each sample.
// Rejected: a copy of all places with its own extremes (the same memory again, and a delay with
// each revision); sums, which cannot be computed from those of the values.

/// The places of samples on two scales, without copying them.
public struct TransformedSamples: SampleSource {
    private var base: any SampleSource = SampleSeries()
    private var baseRevision = Revision.none
    private var log = ChangeLog()
    /// The layout of the samples.
    public private(set) var transforms = ScaleTransforms.identity
    /// How many samples at the beginning have no place along x.
    private var skipped = 0
    public private(set) var count = 0

    /// No samples.
    public init() {}

    /// Shows samples in a layout; costs nothing if both are unchanged.
    public mutating func update(_ base: any SampleSource, _ transforms: ScaleTransforms) {
        let isSameLayout = transforms == self.transforms
        guard !isSameLayout || base.revision != baseRevision || base.count != count + skipped
        else { return }
        let first = isSameLayout ? base.firstChange(since: baseRevision) ?? base.count : 0
        let skipped =
            transforms.x.place(of: 0).isNaN ? base.upperBound(0) : 0
        log.note(firstIndex: skipped == self.skipped ? max(0, first - skipped) : 0)
        self.base = base
        self.transforms = transforms
        self.skipped = skipped
        baseRevision = base.revision
        count = base.count - skipped
    }

    /// The samples with the attributes that select their styles; nil if the samples have none.
    public var attributed: TransformedAttributedSamples? {
        (base as? any AttributedSampleSource).map {
            TransformedAttributedSamples(self, of: $0, skipped: skipped)
        }
    }

    public var revision: Revision { log.revision }
    public func firstChange(since earlier: Revision) -> Int? { log.firstChange(since: earlier) }
    public var timeTransform: ScaleTransform { transforms.x }

    public var timeExtent: Extent {
        count > 0 ? Extent(min: time(at: 0), max: time(at: count - 1)) : .nothing
    }

    public func time(at index: Int) -> Double {
        transforms.x.place(of: base.time(at: index + skipped))
    }

    public func value(at index: Int) -> Double {
        transforms.y.place(of: base.value(at: index + skipped))
    }

    // MARK: Searches

    public func lowerBound(_ time: Double) -> Int { bound(time) { $0 >= time } }
    public func upperBound(_ time: Double) -> Int { bound(time) { $0 > time } }

    /// The first sample whose place is beyond another.
    private func bound(_ place: Double, _ isBeyond: (Double) -> Bool) -> Int {
        guard place.isFinite else { return isBeyond(-.greatestFiniteMagnitude) ? 0 : count }
        // The value at a place is rounded: values near it are compared by their places.
        let slack = 8 * max(abs(place), 1).ulp
        let low = base.lowerBound(transforms.x.value(at: place - slack)) - skipped
        let high = base.upperBound(transforms.x.value(at: place + slack)) - skipped
        let first = max(low, 0)
        return (first..<max(first, high)).partitioningIndex { isBeyond(time(at: $0)) }
    }

    // MARK: Summaries of runs

    /// The summary of the places of samples; sums of places are unknown and NaN.
    ///
    /// The count is that of the values, including those without a place.
    public func summary(of indices: Range<Int>) -> Summary {
        let extent = valueExtent(of: indices)
        var summary = Summary()
        guard !extent.isEmpty else { return summary }
        let values = base.summary(of: shifted(indices))
        summary.count = values.count
        summary.sum = .nan
        summary.squaredDeviations = .nan
        summary.minimum = extent.min
        summary.maximum = extent.max
        summary.first = self.first(of: indices).map { value(at: $0) } ?? .nan
        summary.last = self.last(of: indices).map { value(at: $0) } ?? .nan
        return summary
    }

    public func valueExtent(of indices: Range<Int>) -> Extent {
        base.placeExtent(of: shifted(indices), on: transforms.y)
    }

    private func shifted(_ indices: Range<Int>) -> Range<Int> {
        indices.lowerBound + skipped..<indices.upperBound + skipped
    }

    /// The first sample of a run that has a place along y.
    private func first(of indices: Range<Int>) -> Int? {
        if let first = indices.first, !value(at: first).isNaN { return first }
        guard !valueExtent(of: indices).isEmpty else { return nil }
        var run = indices
        while run.count > 1 {
            let (front, back) = run.halves
            run = base.hasPlace(in: shifted(front), on: transforms.y) ? front : back
        }
        return run.first
    }

    /// The last sample of a run that has a place along y.
    private func last(of indices: Range<Int>) -> Int? {
        if let last = indices.last, !value(at: last).isNaN { return last }
        guard !valueExtent(of: indices).isEmpty else { return nil }
        var run = indices
        while run.count > 1 {
            let (front, back) = run.halves
            run = base.hasPlace(in: shifted(back), on: transforms.y) ? back : front
        }
        return run.first
    }

    // MARK: Columns

    public func columnSpans(
        _ grid: ColumnGrid, _ columns: Range<Int>, longestGap: Double,
        into spans: inout [ColumnSpan]
    ) {
        spans.removeAll(keepingCapacity: true)
        spans.reserveCapacity(columns.count)
        var left = grid.left(of: columns.lowerBound)
        var index = lowerBound(left)
        var entry = crossing(at: left, before: index, longestGap)
        for column in columns {
            left = grid.left(of: column + 1)
            // If the next sample is beyond the column, no search is needed.
            let next = index < count && time(at: index) < left ? lowerBound(left) : index
            let exit = crossing(at: left, before: next, longestGap)
            let extent = index < next ? valueExtent(of: index..<next) : .nothing
            var (first, last) = (Double.nan, Double.nan)
            if !extent.isEmpty {
                first = self.first(of: index..<next).map { value(at: $0) } ?? .nan
                last = self.last(of: index..<next).map { value(at: $0) } ?? .nan
            }
            spans.append(
                ColumnSpan(samples: extent, first: first, last: last, entry: entry, exit: exit))
            (index, entry) = (next, exit)
        }
    }

    /// Whether a sample (not the first) is too far from the one before for a line.
    func isGap(_ index: Int, _ longestGap: Double) -> Bool {
        // The original times are exact, unlike those computed back from places.
        base.time(at: index + skipped) - base.time(at: index + skipped - 1) > longestGap
    }

    /// Where the line crosses a place along x, between the samples before `index` and at it; NaN if
    /// no line crosses it.
    private func crossing(at place: Double, before index: Int, _ longestGap: Double) -> Double {
        guard index > 0, index < count else { return .nan }
        guard !isGap(index, longestGap) else { return .nan }
        let (from, to) = (time(at: index - 1), time(at: index))
        guard to > from else { return value(at: index) }
        let part = (place - from) / (to - from)
        return value(at: index - 1) * (1 - part) + value(at: index) * part
    }
}

extension Range<Int> {
    /// Both halves; the second one is the longer.
    var halves: (Range<Int>, Range<Int>) {
        let middle = lowerBound + count / 2
        return (lowerBound..<middle, middle..<upperBound)
    }
}

extension ScaleTransform {
    /// Runs up to this length are read sample by sample.
    static var short: Int { 64 }

    /// The lowest and the highest place of the values of a run.
    ///
    /// - Parameters:
    ///   - extent: the smallest and the largest value of a part of the run.
    ///   - smallest: the smallest value above zero of a sample; infinity if it has none.
    func places(
        of indices: Range<Int>, extent: (Range<Int>) -> Extent, smallest: (Int) -> Double
    ) -> Extent {
        let values = extent(indices)
        var places = places(of: values)
        guard places.min == -.infinity, !isIdentity else { return places }
        var least = Double.infinity
        var runs = [indices]
        while let run = runs.popLast() {
            guard run.count > Self.short else {
                for index in run { least = min(least, smallest(index)) }
                continue
            }
            let halves = run.halves
            for half in [halves.0, halves.1] {
                let values = extent(half)
                if values.isEmpty || values.max <= 0 { continue }
                if values.min > 0 { least = min(least, values.min) } else { runs.append(half) }
            }
        }
        places.min = place(of: least)
        return places
    }
}

extension RangeSeries {
    /// The lowest and the highest place on a scale of the values in a closed span of time;
    /// `Extent.nothing` if none has one.
    public func placeExtent(over range: Extent, on transform: ScaleTransform) -> Extent {
        let (lows, highs) = (lows, highs)
        return transform.places(of: slice(over: range), extent: valueExtent(of:)) {
            min(lows[$0] > 0 ? lows[$0] : .infinity, highs[$0] > 0 ? highs[$0] : .infinity)
        }
    }
}

extension SampleSource {
    /// Whether any value of a run has a place.
    fileprivate func hasPlace(in indices: Range<Int>, on transform: ScaleTransform) -> Bool {
        let extent = valueExtent(of: indices)
        return !extent.isEmpty && !transform.place(of: extent.max).isNaN
    }

    /// The lowest and the highest place of the values at `indices` on a scale; `Extent.nothing` if
    /// none has one.
    ///
    /// O(log count), except if values above zero alternate with others on a logarithmic scale:
    /// O(indices) there.
    public func placeExtent(of indices: Range<Int>, on transform: ScaleTransform) -> Extent {
        transform.places(of: indices, extent: valueExtent(of:)) {
            let value = value(at: $0)
            return value > 0 ? value : .infinity
        }
    }

    /// The lowest and the highest place of the values in a closed span of time on a scale.
    public func placeExtent(over range: Extent, on transform: ScaleTransform) -> Extent {
        placeExtent(of: slice(over: range), on: transform)
    }
}
