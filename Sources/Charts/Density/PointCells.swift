// Points that are much denser than device pixels.
//
// Method: a grid of cells anchored to the data, each four to a device pixel in both directions. Of
// the samples of one style in a cell one is drawn, at its own place, so a point that is alone is
// exactly where it is, and a crowd has the edges that it has with all points.
// Inside a crowd, where all pixels around one are taken as far as half of the radius of the points,
// only one point is drawn for every second, third … pixel: opaque points cover the same, and
// translucent ones are drawn with the opacity of all that they stand for. That opacity is exact for
// points in the same place: n of opacity a cover 1 - (1 - a)^n. n is taken apart into powers of two,
// so few opacities are needed, and their points are drawn in layers.
// So no sample of a style makes another style denser or thinner, and no ring is drawn that is not in
// the data.
// Cost: the samples of the columns that are drawn are read once, O(samples + cells); a pan reads only
// those of the columns that come into view. Limit: of a column with more than `mostRead` samples
// (three million in a plot of 900 columns) as many are read, spread evenly, and for each style the
// lowest and the highest of all.
// Rejected: the extremes of each column and some samples between (a ring of extremes around every
// cloud, and a moat inside of it); cells as large as a pixel everywhere (blocks of eight by eight
// pixels at the edges of a cloud are wrong by up to 8 %); a texture of counts (a second way to draw
// each shape).

import ChartCore
import ChartScene
import Geometry
import Painting

/// The points of columns of device pixels, one for each cell of pixels and style of samples.
///
/// Kept until other columns are requested or the samples change.
@MainActor
final class PointCells {
    /// The most samples of a column that are read.
    nonisolated static let mostRead = 4096
    /// The cells of a device pixel in each direction.
    nonisolated static let parts = 4
    /// The rows that are drawn are counted in steps of this number, so that small changes of the
    /// value range keep what is known.
    private static let rowStep = 64

    /// How points look, as far as it matters for which of them are drawn.
    struct Look: Equatable {
        /// The style of each attribute; the first one counts for all beyond the last.
        var styles: [PointStyle]
        /// Device pixels in a point.
        var scale: Double

        /// The distance of points inside a crowd, in device pixels; 0 if all cells are drawn.
        func step(_ attribute: Int) -> Int {
            let style = styles[attribute < styles.count ? attribute : 0]
            // The strokes of those in front are seen, wherever they are.
            guard style.stroke == nil else { return 0 }
            let radius = style.radius * scale
            return radius < 1.5 ? 0 : max(1, Int(radius / 2))
        }

        var widestStep: Int { styles.indices.reduce(0) { max($0, step($1)) } }
    }

    /// Points that are drawn in one style.
    struct Layer {
        var style: PointStyle
        var buffer: SampleBuffer
    }

    /// What is drawn, from behind to the front.
    private(set) var layers: [Layer] = []
    private var buffers: [SampleBuffer] = []
    private var key: Key?
    private var known: [Int: PointColumn] = [:]
    private var reader = PointColumnReader()

    private struct Key: Equatable {
        var revision: Revision
        var grid: ColumnGrid
        var columns: [Range<Int>]
        var rows: Range<Int>
        var height: Double
        var look: Look

        /// Whether the cells of columns are the same.
        func hasSameCells(as other: Key) -> Bool {
            revision == other.revision && grid == other.grid && rows == other.rows
                && height == other.height && look.styles.count == other.look.styles.count
        }
    }

    /// Updates the points from a source.
    ///
    /// - Parameters:
    ///   - values: the range of values that are drawn, with the reach of the points.
    ///   - pixel: the height of a device pixel, in units of values.
    func update(
        _ source: any SampleSource, _ grid: ColumnGrid, _ columns: [Range<Int>],
        values: Extent, pixel: Double, look: Look
    ) {
        guard pixel > 0, pixel.isFinite, !values.isEmpty else {
            key = nil
            layers = []
            return
        }
        // A power of two stays while the range of values moves a little.
        let height = pixel.binade
        func floored(_ value: Double) -> Int {
            let row = Double(PointColumnReader.row(value, height))
            return Int((row / Double(Self.rowStep)).rounded(.down)) * Self.rowStep
        }
        let rows = floored(values.min)..<floored(values.max) + Self.rowStep
        let now = Key(
            revision: source.revision, grid: grid, columns: columns, rows: rows, height: height,
            look: look)
        guard now != key else { return }
        if let key, !key.hasSameCells(as: now) { known = [:] }
        key = now
        reader.begin(rows: rows, height: height, styles: look.styles.count)
        // Which points a pixel represents depends on those around it and around these.
        let margin = 2 * look.widestStep
        let wide = columns.map { $0.lowerBound - margin..<$0.upperBound + margin }
        var kept: [Int: PointColumn] = [:]
        for part in wide { read(source, grid, part, into: &kept) }
        known = kept
        show(columns, now)
    }

    /// Reads the columns that are not known.
    private func read(
        _ source: any SampleSource, _ grid: ColumnGrid, _ columns: Range<Int>,
        into kept: inout [Int: PointColumn]
    ) {
        var next: (column: Int, index: Int)?
        for column in columns where kept[column] == nil {
            if let cells = known[column] {
                kept[column] = cells
                continue
            }
            let left = grid.left(of: column)
            let first =
                next.flatMap { $0.column == column ? $0.index : nil } ?? source.lowerBound(left)
            let end = source.lowerBound(grid.left(of: column + 1))
            next = (column + 1, end)
            kept[column] = reader.read(
                source, first..<max(first, end), left: left, width: grid.width)
        }
    }

    // MARK: Drawing

    /// Makes the layers of columns.
    private func show(_ columns: [Range<Int>], _ key: Key) {
        var stacks = key.look.styles.map { PointStack(style: $0) }
        for part in columns {
            for attribute in stacks.indices {
                let step = key.look.step(attribute)
                let crowd =
                    step > 0
                    ? PointCrowd(part, key.rows, step: step) { known[$0]?.pixels[attribute] ?? [] }
                    : nil
                for column in part {
                    guard let cells = known[column] else { continue }
                    for pixel in cells.pixels[attribute] {
                        stacks[attribute].add(pixel, of: cells, column, crowd)
                    }
                }
            }
        }
        layers = []
        for stack in stacks {
            for (level, places) in stack.levels.enumerated() where !places.times.isEmpty {
                while buffers.count <= layers.count { buffers.append(SampleBuffer()) }
                let buffer = buffers[layers.count]
                buffer.replace(times: places.times, values: places.values, longestGap: .infinity)
                layers.append(Layer(style: stack.style(level), buffer: buffer))
            }
        }
    }
}

/// The points of one attribute, by the number of samples that they stand for.
private struct PointStack {
    let style: PointStyle
    /// The places of points that stand for 1, 2, 4 … samples.
    private(set) var levels: [(times: [Double], values: [Double])] = []
    /// The level from which on more samples look the same.
    private let last: Int

    init(style: PointStyle) {
        self.style = style
        last =
            (0..<16).first { level in
                let covers = Self.multiplied(style, level)
                return (covers.fill.alpha >= 0.999 || covers.fill.alpha <= 0)
                    && (covers.stroke.map { $0.color.alpha >= 0.999 } ?? true)
            } ?? 15
    }

    /// The style of points of a level.
    func style(_ level: Int) -> PointStyle { Self.multiplied(style, level) }

    private static func multiplied(_ style: PointStyle, _ level: Int) -> PointStyle {
        func covering(_ color: Color) -> Color {
            guard color.alpha > 0, color.alpha < 1, level > 0 else { return color }
            var shows = 1 - Double(color.alpha)
            for _ in 0..<level { shows *= shows }
            return color.opacity(Float(1 - shows) / color.alpha)
        }
        var style = style
        style.fill = covering(style.fill)
        if let stroke = style.stroke {
            style.stroke = Border(width: stroke.width, color: covering(stroke.color))
        }
        return style
    }

    /// Adds the points of a pixel.
    mutating func add(
        _ pixel: PointColumn.Pixel, of column: PointColumn, _ number: Int, _ crowd: PointCrowd?
    ) {
        let isInside = crowd?.isInside(number, pixel.row) ?? false
        let moved = crowd?.moved(to: number, pixel.row) ?? 0
        if isInside {
            guard crowd?.isKept(number, pixel.row) ?? true else { return }
            add(column.cells[pixel.first], pixel.count + moved)
            return
        }
        var (place, extra) = (pixel.first, moved)
        while place >= 0 {
            let cell = column.cells[place]
            add(cell, cell.count + extra)
            (place, extra) = (cell.next, 0)
        }
    }

    private mutating func add(_ cell: PointColumn.Cell, _ count: Int) {
        var rest = count >> last > 0 ? 1 << last : count
        while rest > 0 {
            let level = rest.trailingZeroBitCount
            while levels.count <= level { levels.append(([], [])) }
            levels[level].times.append(cell.time)
            levels[level].values.append(cell.value)
            rest &= rest - 1
        }
    }
}
