/// Samples that each have a number that selects how they are drawn: the style of the line segment
/// that starts at a sample, or the style of the sample's point.
///
/// Attributes are from 0 to 255; the mark decides what they look like. In a line the attribute of
/// the last sample is ignored, as no segment starts there. So is that of a sample followed by a
/// missing value, unless the sample is isolated and drawn as a dot.
public protocol AttributedSampleSource: SampleSource {
    /// The attributes that occur, ascending.
    var attributes: [Int] { get }

    /// The attribute of a sample, from 0 to 255.
    func attribute(at index: Int) -> Int

    /// The part of columns of a grid that the segments with one attribute cover, one span for each
    /// column.
    ///
    /// As `columnSpans(_:_:longestGap:into:)`, whose spans are the union of those of all
    /// attributes; but a gap that begins and ends within one column does not count. O(columns · log
    /// count), however often attributes change.
    func columnSpans(
        _ grid: ColumnGrid, _ columns: Range<Int>, longestGap: Double, attribute: Int,
        into spans: inout [ColumnSpan])

    /// The smallest and the largest value of the samples at `indices` that have an attribute;
    /// `Extent.nothing` if there are none.
    ///
    /// O(log count).
    func valueExtent(of indices: Range<Int>, attribute: Int) -> Extent

    /// The smallest and the largest value of the samples at `indices` at which a segment with an
    /// attribute starts or ends, and of the isolated samples with the attribute; `Extent.nothing`
    /// if there are none.
    ///
    /// A segment goes from each sample with a value to the next one, if that has a value too,
    /// however far away it is; it may extend beyond `indices`. The columns are computed from these.
    /// O(log count).
    func segmentExtent(of indices: Range<Int>, attribute: Int) -> Extent
}
