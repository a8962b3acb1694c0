// Samples with attributes, as a scale that is not linear shows them.
//
// Data layout: nothing is copied; the samples are those of `TransformedSamples`, the attributes
// those of its base series.
// Method: the transforms ascend, so the extremes of the segments of an attribute are those of their
// values, which the series provides (see AttributeRuns). But on a logarithmic scale a segment from
// or to a value that is not above zero does not exist, and the sample at its other end may be
// isolated. So a run is answered at once if its samples and their neighbours all have places; other
// runs are halved, a half in which the attribute has nothing above zero is skipped, and short runs
// are read sample by sample. The covered parts of columns are computed as on linear scales (see
// AttributedSampleSource+Defaults).
// Cost: for each attribute that of TransformedSamples. Runs in which values above zero alternate
// with others cost one step for each sample.
// Rejected: a series of places (its memory again, for each layout, and a delay with each revision);
// runs of attributes over the values above zero in addition to those over all (more memory for
// every series, needed by few of them).

/// The places of samples with attributes on two scales, without copying them.
public struct TransformedAttributedSamples: AttributedSampleSource {
    private let samples: TransformedSamples
    private let base: any AttributedSampleSource
    /// How many samples at the beginning of `base` have no place along x.
    private let skipped: Int

    init(_ samples: TransformedSamples, of base: any AttributedSampleSource, skipped: Int) {
        self.samples = samples
        self.base = base
        self.skipped = skipped
    }

    public var count: Int { samples.count }
    public var revision: Revision { samples.revision }
    public func firstChange(since earlier: Revision) -> Int? {
        samples.firstChange(since: earlier)
    }
    public var timeTransform: ScaleTransform { samples.timeTransform }
    public var timeExtent: Extent { samples.timeExtent }
    /// The attributes that occur, ascending; including those of samples without a place.
    public var attributes: [Int] { base.attributes }

    public func time(at index: Int) -> Double { samples.time(at: index) }
    public func value(at index: Int) -> Double { samples.value(at: index) }
    public func attribute(at index: Int) -> Int { base.attribute(at: index + skipped) }
    public func lowerBound(_ time: Double) -> Int { samples.lowerBound(time) }
    public func upperBound(_ time: Double) -> Int { samples.upperBound(time) }
    public func summary(of indices: Range<Int>) -> Summary { samples.summary(of: indices) }
    public func valueExtent(of indices: Range<Int>) -> Extent { samples.valueExtent(of: indices) }

    public func columnSpans(
        _ grid: ColumnGrid, _ columns: Range<Int>, longestGap: Double,
        into spans: inout [ColumnSpan]
    ) {
        samples.columnSpans(grid, columns, longestGap: longestGap, into: &spans)
    }

    /// The part of columns that the segments with an attribute cover.
    ///
    /// O(columns · log count), except if values above zero alternate with others on a logarithmic
    /// scale: O(samples in the columns) there.
    public func columnSpans(
        _ grid: ColumnGrid, _ columns: Range<Int>, longestGap: Double, attribute: Int,
        into spans: inout [ColumnSpan]
    ) {
        columnSpans(grid, columns, attribute: attribute, into: &spans) {
            samples.isGap($0, longestGap)
        }
    }

    /// The lowest and the highest place of the samples at `indices` that have an attribute.
    ///
    /// O(log count), except if values above zero alternate with others on a logarithmic scale:
    /// O(indices) there.
    public func valueExtent(of indices: Range<Int>, attribute: Int) -> Extent {
        samples.transforms.y.places(of: shifted(indices)) {
            base.valueExtent(of: $0, attribute: attribute)
        } smallest: { index in
            let value = base.value(at: index)
            return base.attribute(at: index) == attribute && value > 0 ? value : .infinity
        }
    }

    /// The lowest and the highest place at which a segment with an attribute starts or ends, or at
    /// which an isolated sample with it is.
    ///
    /// O(log count), except if values above zero alternate with others on a logarithmic scale:
    /// O(indices) there.
    public func segmentExtent(of indices: Range<Int>, attribute: Int) -> Extent {
        let (run, transform) = (shifted(indices), samples.transforms.y)
        if isWhole(run) {
            return transform.places(of: base.segmentExtent(of: run, attribute: attribute))
        }
        // A sample may be isolated here although a segment of the values starts or ends at it.
        let values = base.segmentExtent(of: run, attribute: attribute)
            .union(base.valueExtent(of: run, attribute: attribute))
        guard !transform.places(of: values).isEmpty else { return .nothing }
        guard indices.count > ScaleTransform.short else {
            var extent = Extent.nothing
            for index in indices where isEnd(index, attribute: attribute) {
                extent.include(value(at: index))
            }
            return extent
        }
        let (front, back) = indices.halves
        return segmentExtent(of: front, attribute: attribute)
            .union(segmentExtent(of: back, attribute: attribute))
    }

    /// Whether a run of the series' samples and its neighbours have places if they have values, so
    /// that the segments of places are those of values.
    private func isWhole(_ run: Range<Int>) -> Bool {
        let around = max(0, run.lowerBound - 1)..<min(base.count, run.upperBound + 1)
        guard around.lowerBound >= skipped else { return false }
        let values = base.valueExtent(of: around)
        return values.isEmpty || !samples.transforms.y.place(of: values.min).isNaN
    }

    private func shifted(_ indices: Range<Int>) -> Range<Int> {
        indices.lowerBound + skipped..<indices.upperBound + skipped
    }
}
