import ChartCore
import ChartScene

/// Some samples of each column of device pixels, as points in the middle of the column: the first,
/// lowest, highest and last, and a crowd that represents those between; for samples with
/// attributes, the lowest and the highest of each attribute.
///
/// Kept until other columns are requested or the samples change.
@MainActor
final class PointColumns {
    /// The largest number of samples of a column that represent those between its lowest and its
    /// highest.
    ///
    /// Points reach over as many columns as they are wide, so fewer wide points make a cloud as
    /// dense. A column costs the same however many samples it has.
    ///
    /// - Parameter diameter: of the points, in device pixels.
    nonisolated static func crowd(ofWidth diameter: Double) -> Int {
        Int(min(max(80 / diameter, 4), 16))
    }

    let buffer = SampleBuffer()
    private var key: Key?

    private struct Key: Equatable {
        var revision: Revision
        var grid: ColumnGrid
        var columns: [Range<Int>]
        var crowd: Int
    }

    /// Updates the points from a source.
    ///
    /// - Parameter diameter: of the points, in device pixels.
    func update(
        _ source: any SampleSource, _ grid: ColumnGrid, _ columns: [Range<Int>], diameter: Double
    ) {
        let crowd = Self.crowd(ofWidth: diameter)
        let now = Key(revision: source.revision, grid: grid, columns: columns, crowd: crowd)
        guard now != key else { return }
        key = now
        if let source = source as? any AttributedSampleSource {
            let points = Self.attributedPoints(source, grid, columns, crowd: crowd)
            buffer.replace(
                times: points.times, values: points.values, attributes: points.attributes,
                longestGap: .infinity)
        } else {
            let points = Self.points(source, grid, columns, crowd: crowd)
            buffer.replace(times: points.times, values: points.values, longestGap: .infinity)
        }
    }

    /// The points of some columns with their attributes, in the order of the columns.
    ///
    /// O(columns · attributes in use · log count).
    static func attributedPoints(
        _ source: some AttributedSampleSource, _ grid: ColumnGrid, _ columns: [Range<Int>],
        crowd: Int
    ) -> ColumnPoints {
        let used = source.attributes
        return gather(source, grid, columns) { indices, points in
            if indices.count > 2 {
                for attribute in used {
                    let extent = source.valueExtent(of: indices, attribute: attribute)
                    guard !extent.isEmpty else { continue }
                    points.add(extent.min, attribute)
                    points.add(extent.max, attribute)
                }
            }
            func add(_ index: Int) {
                points.add(source.value(at: index), source.attribute(at: index))
            }
            add(indices.lowerBound)
            for index in StratifiedSamples(of: indices, atMost: crowd) { add(index) }
            add(indices.upperBound - 1)
        }
    }

    /// The points of some columns, in the order of the columns.
    ///
    /// O(columns · log count).
    static func points(
        _ source: some SampleSource, _ grid: ColumnGrid, _ columns: [Range<Int>], crowd: Int
    ) -> ColumnPoints {
        gather(source, grid, columns) { indices, points in
            let summary = source.summary(of: indices)
            guard !summary.isEmpty else { return }
            points.add(summary.first)
            points.add(summary.minimum)
            points.add(summary.maximum)
            for index in StratifiedSamples(of: indices, atMost: crowd) {
                points.add(source.value(at: index))
            }
            points.add(summary.last)
        }
    }

    /// Iterates over the columns that have samples.
    private static func gather(
        _ source: some SampleSource, _ grid: ColumnGrid, _ columns: [Range<Int>],
        _ add: (Range<Int>, inout ColumnPoints) -> Void
    ) -> ColumnPoints {
        var points = ColumnPoints()
        for part in columns {
            var index = source.lowerBound(grid.left(of: part.lowerBound))
            for column in part {
                let next = source.lowerBound(grid.left(of: column + 1))
                defer { index = next }
                guard next > index else { continue }
                points.begin(at: grid.origin + (Double(column) + 0.5) * grid.width)
                add(index..<next, &points)
            }
        }
        return points
    }
}

/// Points of columns, one column after the other, without duplicates in a column.
struct ColumnPoints {
    private(set) var times: [Double] = []
    private(set) var values: [Double] = []
    private(set) var attributes: [UInt8] = []
    private var middle = 0.0
    private var start = 0

    /// Begins a column.
    mutating func begin(at middle: Double) {
        self.middle = middle
        start = values.count
    }

    /// Adds a point to the column unless it is there or has no value.
    mutating func add(_ value: Double, _ attribute: Int = 0) {
        let attribute = UInt8(clamping: attribute)
        guard !value.isNaN,
            !(start..<values.count).contains(where: {
                values[$0] == value && attributes[$0] == attribute
            })
        else { return }
        times.append(middle)
        values.append(value)
        attributes.append(attribute)
    }
}
