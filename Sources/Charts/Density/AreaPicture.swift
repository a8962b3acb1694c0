import ChartCore
import ChartScene

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
        var columns: [Range<Int>]
    }

    /// Updates the area under the line through samples.
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
        show([
            AreaSides(
                line: curve.line, base: base, longestGap: longestGap,
                transform: source.timeTransform)
        ])
    }

    /// Updates the area of columns.
    func update(
        _ source: any SampleSource, longestGap: Double, base: Double, _ grid: ColumnGrid,
        _ columns: [Range<Int>]
    ) {
        let now = ColumnKey(
            revision: source.revision, longestGap: longestGap, base: base, grid: grid,
            columns: columns)
        guard now != columnKey else { return }
        columnKey = now
        show(
            columns.map { part in
                source.columnSpans(grid, part, longestGap: longestGap, into: &spans)
                return AreaSides(spans: spans, grid: grid, first: part.lowerBound, base: base)
            })
    }

    private func show(_ parts: [AreaSides]) {
        let (above, below) = (parts.map(\.above), parts.map(\.below))
        self.above.replace(
            times: above.flatMap(\.times), low: above.flatMap(\.lows),
            high: above.flatMap(\.highs))
        self.below.replace(
            times: below.flatMap(\.times), low: below.flatMap(\.lows),
            high: below.flatMap(\.highs))
    }
}
