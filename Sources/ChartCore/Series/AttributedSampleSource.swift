/// Samples that each carry a number, by which what is drawn of them is chosen: the style of the
/// segment of a line that starts at a sample, or the style of the sample's point.
///
/// Attributes go from 0 to 255; what they look like is the mark's affair. Of a line the attribute of
/// the last sample is of no account, as no segment starts there; nor is that of a sample after which
/// a value is missing, unless the sample is alone and drawn as a dot.
public protocol AttributedSampleSource: SampleSource {
    /// The attributes that occur, ascending.
    var attributes: [Int] { get }

    /// The attribute of a sample, from 0 to 255.
    func attribute(at index: Int) -> Int

    /// What the segments with one attribute cover of columns of a grid, one span for each column.
    ///
    /// As `columnSpans(_:_:longestGap:into:)`, whose spans are the union of those of all attributes;
    /// but a gap that begins and ends within one column does not count as one. O(columns · log
    /// count), however often attributes change.
    func columnSpans(
        _ grid: ColumnGrid, _ columns: Range<Int>, longestGap: Double, attribute: Int,
        into spans: inout [ColumnSpan])

    /// The smallest and the largest value of the samples at `indices` that have an attribute;
    /// `Extent.nothing` where there are none.
    ///
    /// O(log count).
    func valueExtent(of indices: Range<Int>, attribute: Int) -> Extent

    /// The smallest and the largest value of the samples at `indices` at which a segment with an
    /// attribute starts or ends, and of those with the attribute that stand alone; `Extent.nothing`
    /// where there are none.
    ///
    /// A segment goes from each sample with a value to the next one, if that has a value too, however
    /// far away it is; it may end before `indices` or after them. Out of these the columns follow.
    /// O(log count).
    func segmentExtent(of indices: Range<Int>, attribute: Int) -> Extent
}
