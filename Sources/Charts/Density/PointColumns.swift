import ChartCore
import ChartRendering

/// The first, lowest, highest and last sample of each column of device pixels, as points in the
/// middle of the column; of samples with attributes the lowest and the highest of each attribute, and
/// the first and the last of the column.
///
/// Kept until other columns are asked for or the samples change.
@MainActor
final class PointColumns {
    let buffer = SampleBuffer()
    private var key: Key?

    private struct Key: Equatable {
        var revision: Revision
        var grid: ColumnGrid
        var columns: Range<Int>
    }

    /// Brings the points up to date with a source.
    func update(_ source: any SampleSource, _ grid: ColumnGrid, _ columns: Range<Int>) {
        let now = Key(revision: source.revision, grid: grid, columns: columns)
        guard now != key else { return }
        key = now
        if let source = source as? any AttributedSampleSource {
            let points = Self.attributedPoints(source, grid, columns)
            buffer.replace(
                times: points.times, values: points.values, attributes: points.attributes,
                longestGap: .infinity)
            return
        }
        let (times, values) = Self.points(source, grid, columns)
        buffer.replace(times: times, values: values, longestGap: .infinity)
    }

    /// The points of some columns with their attributes, in the order of the columns.
    ///
    /// O(columns · attributes in use · log count).
    static func attributedPoints(
        _ source: some AttributedSampleSource, _ grid: ColumnGrid, _ columns: Range<Int>
    ) -> (times: [Double], values: [Double], attributes: [UInt8]) {
        var points = (times: [Double](), values: [Double](), attributes: [UInt8]())
        let used = source.attributes
        var index = source.lowerBound(grid.left(of: columns.lowerBound))
        for column in columns {
            let next = source.lowerBound(grid.left(of: column + 1))
            defer { index = next }
            guard next > index else { continue }
            let middle = grid.origin + (Double(column) + 0.5) * grid.width
            func add(_ value: Double, _ attribute: Int) {
                points.times.append(middle)
                points.values.append(value)
                points.attributes.append(UInt8(clamping: attribute))
            }
            add(source.value(at: index), source.attribute(at: index))
            if next - index > 2 {
                for attribute in used {
                    let extent = source.valueExtent(of: index..<next, attribute: attribute)
                    guard !extent.isEmpty else { continue }
                    add(extent.min, attribute)
                    if extent.max > extent.min { add(extent.max, attribute) }
                }
            }
            if next - index > 1 {
                add(source.value(at: next - 1), source.attribute(at: next - 1))
            }
        }
        return points
    }

    /// The points of some columns, in the order of the columns.
    static func points(
        _ source: some SampleSource, _ grid: ColumnGrid, _ columns: Range<Int>
    ) -> (times: [Double], values: [Double]) {
        var times: [Double] = []
        var values: [Double] = []
        times.reserveCapacity(columns.count * 4)
        values.reserveCapacity(columns.count * 4)
        var index = source.lowerBound(grid.left(of: columns.lowerBound))
        for column in columns {
            let next = source.lowerBound(grid.left(of: column + 1))
            defer { index = next }
            guard next > index else { continue }
            let summary = source.summary(of: index..<next)
            guard !summary.isEmpty else { continue }
            let middle = grid.origin + (Double(column) + 0.5) * grid.width
            func add(_ value: Double) {
                times.append(middle)
                values.append(value)
            }
            add(summary.first)
            if summary.minimum != summary.first { add(summary.minimum) }
            if summary.maximum != summary.first, summary.maximum != summary.minimum {
                add(summary.maximum)
            }
            if summary.last != summary.first, summary.last != summary.minimum,
                summary.last != summary.maximum
            {
                add(summary.last)
            }
        }
        return (times, values)
    }
}
