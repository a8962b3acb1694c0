import ChartCore
import ChartRendering

/// Both sides of an area on the GPU, sample by sample or column by column.
@MainActor
final class AreaPicture {
    let above = BandBuffer()
    let below = BandBuffer()
    private let curve = CurveWindow()
    private var lineKey: LineKey?
    private var columnKey: ColumnKey?
    private var spans: [ColumnSpan] = []

    private struct LineKey: Equatable {
        var base: Double
        var longestGap: Double
        var transform: ScaleTransform
    }

    private struct ColumnKey: Equatable {
        var revision: Revision
        var longestGap: Double
        var base: Double
        var grid: ColumnGrid
        var columns: Range<Int>
    }

    /// Brings the area under the line through samples up to date.
    func update(
        _ source: any SampleSource, _ interpolation: LineInterpolation, longestGap: Double,
        base: Double, visible: Range<Int>, in projection: PlotProjection
    ) {
        let isNew = curve.update(
            source, interpolation, longestGap: longestGap, visible: visible, in: projection)
        let now = LineKey(
            base: base, longestGap: longestGap, transform: source.timeTransform)
        guard isNew || now != lineKey else { return }
        lineKey = now
        show(
            AreaSides(
                line: curve.line, base: base, longestGap: longestGap,
                transform: source.timeTransform))
    }

    /// Brings the area of columns up to date.
    func update(
        _ source: any SampleSource, longestGap: Double, base: Double, _ grid: ColumnGrid,
        _ columns: Range<Int>
    ) {
        let now = ColumnKey(
            revision: source.revision, longestGap: longestGap, base: base, grid: grid,
            columns: columns)
        guard now != columnKey else { return }
        columnKey = now
        source.columnSpans(grid, columns, longestGap: longestGap, into: &spans)
        show(AreaSides(spans: spans, grid: grid, first: columns.lowerBound, base: base))
    }

    private func show(_ sides: AreaSides) {
        above.replace(times: sides.above.times, low: sides.above.lows, high: sides.above.highs)
        below.replace(times: sides.below.times, low: sides.below.lows, high: sides.below.highs)
    }
}
