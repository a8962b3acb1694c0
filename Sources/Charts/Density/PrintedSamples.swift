// Lines of many samples in documents.
//
// A document has no device pixels and is viewed at any size, but a line of a million samples would
// give it as many corners. Method: for each quarter of a device pixel of the plot, keep the first,
// the lowest, the highest and the last sample (U. Jugel, Z. Jerzak, G. Hackenbroich, V. Markl, "M4:
// A Visualization-Oriented Time Series Data Aggregation", PVLDB 7(10), 2014). The picture equals
// that of all samples up to four times the plot's resolution, and every value in it is exact.
// Limits: the lowest and the highest sample are in the middle of their quarter, at most an eighth
// of a pixel from their position. Samples that choose the styles of their segments are all kept.

import ChartCore
import ChartScene

/// Some samples in place of many, for documents.
@MainActor
final class PrintedSamples {
    let buffer = SampleBuffer()
    private var key: Key?

    /// The number of columns of samples per device pixel.
    private static let columnsPerPixel = 4

    private struct Key: Equatable {
        var revision: Revision
        var longestGap: Double
        var visible: Range<Int>
        var place: PixelGrid.Place
    }

    /// Whether the visible samples are more than a document shows.
    func thins(_ visible: Range<Int>, _ frame: MarkFrame) -> Bool {
        visible.count > 4 * Self.columnsPerPixel * max(frame.pixels, 1)
    }

    /// Updates the buffer from a source, some of whose samples are visible.
    func update(
        _ source: any SampleSource, longestGap: Double, visible: Range<Int>, _ frame: MarkFrame
    ) {
        let now = Key(
            revision: source.revision, longestGap: longestGap, visible: visible,
            place: frame.place)
        guard now != key else { return }
        key = now
        guard !(source is any AttributedSampleSource) else {
            return buffer.replace(source, in: visible, longestGap: longestGap)
        }
        let (times, values) = Self.thinned(source, visible, frame)
        buffer.replace(
            times: times, values: values, longestGap: longestGap,
            transform: source.timeTransform)
    }

    /// The samples as a series of their own.
    func samples(
        _ source: any SampleSource, _ visible: Range<Int>, _ frame: MarkFrame
    ) -> SampleSeries {
        let (times, values) = Self.thinned(source, visible, frame)
        return SampleSeries(times: times, values: values)
    }

    private static func thinned(
        _ source: some SampleSource, _ visible: Range<Int>, _ frame: MarkFrame
    ) -> (times: [Double], values: [Double]) {
        let width = frame.place.columns.width / Double(columnsPerPixel)
        let origin = frame.place.range.min
        var (times, values): ([Double], [Double]) = ([], [])
        func add(_ time: Double, _ value: Double) {
            times.append(time)
            values.append(value)
        }
        var index = visible.lowerBound
        while index < visible.upperBound {
            let column = ((source.time(at: index) - origin) / width).rounded(.down)
            let end = origin + (column + 1) * width
            var next = min(max(source.lowerBound(end), index + 1), visible.upperBound)
            // A sample that rounding puts on the border belongs to one side only.
            if next == index { next = index + 1 }
            defer { index = next }
            let (first, last) = (source.time(at: index), source.time(at: next - 1))
            guard next - index > 4 else {
                for sample in index..<next {
                    add(source.time(at: sample), source.value(at: sample))
                }
                continue
            }
            let summary = source.summary(of: index..<next)
            guard !summary.isEmpty else {
                add(first, .nan)
                continue
            }
            let middle = first + (last - first) / 2
            add(first, summary.first)
            // In the order that makes the path shorter.
            let isRising = summary.last >= summary.first
            add(middle, isRising ? summary.minimum : summary.maximum)
            add(middle, isRising ? summary.maximum : summary.minimum)
            add(last, summary.last)
        }
        return (times, values)
    }
}
