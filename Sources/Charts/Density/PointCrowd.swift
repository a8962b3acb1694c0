// Where the points of one attribute are so dense that some stand for others.
//
// Method: sums over all rectangles of pixels (Crow, "Summed-area tables for texture mapping",
// SIGGRAPH 1984) answer whether a square is full. The samples of a full pixel move to the nearest
// pixel of a grid, which is taken because the square around is full.

/// The pixels inside a crowd of points.
struct PointCrowd {
    /// The distance of the pixels that are kept, and how far all around one is full.
    private let step: Int
    private let columns: Range<Int>
    private let rows: Range<Int>
    /// One more column and row than there are: the sums of what is before each.
    private var sums: [Int32]
    /// The samples that moved to each pixel of the grid.
    private var counts: [Int32]
    private let gridColumns: Range<Int>
    private let gridRows: Range<Int>
    private var width: Int { rows.count + 1 }

    /// - Parameters:
    ///   - part: the columns that are drawn.
    ///   - step: in device pixels, at least 1.
    init(
        _ part: Range<Int>, _ rows: Range<Int>, step: Int,
        pixels: (Int) -> [PointColumn.Pixel]
    ) {
        self.step = step
        self.rows = rows
        columns = part.lowerBound - 2 * step..<part.upperBound + 2 * step
        sums = [Int32](repeating: 0, count: (columns.count + 1) * (rows.count + 1))
        gridColumns =
            Self.nearest(columns.lowerBound, step)..<Self.nearest(columns.upperBound, step) + 1
        gridRows = Self.nearest(rows.lowerBound, step)..<Self.nearest(rows.upperBound, step) + 1
        counts = [Int32](repeating: 0, count: gridColumns.count * gridRows.count)
        for column in columns {
            let start = (column - columns.lowerBound + 1) * width + 1 - rows.lowerBound
            for pixel in pixels(column) { sums[start + pixel.row] = 1 }
        }
        for column in 1...columns.count {
            var own: Int32 = 0
            for row in 1..<width {
                own += sums[column * width + row]
                sums[column * width + row] = own + sums[(column - 1) * width + row]
            }
        }
        guard step > 1 else { return }
        for column in columns {
            for pixel in pixels(column)
            where isInside(column, pixel.row) && !isKept(column, pixel.row) {
                counts[place(column, pixel.row)] &+= Int32(clamping: pixel.count)
            }
        }
    }

    /// The number of the nearest column or row that is kept.
    private static func nearest(_ index: Int, _ step: Int) -> Int {
        Int((Double(index) / Double(step)).rounded(.toNearestOrAwayFromZero))
    }

    private func place(_ column: Int, _ row: Int) -> Int {
        let column = Self.nearest(column, step) - gridColumns.lowerBound
        return column * gridRows.count + Self.nearest(row, step) - gridRows.lowerBound
    }

    /// Whether all pixels are taken in the square around one.
    func isInside(_ column: Int, _ row: Int) -> Bool {
        let left = column - step - columns.lowerBound
        let right = column + step + 1 - columns.lowerBound
        let bottom = row - step - rows.lowerBound
        let top = row + step + 1 - rows.lowerBound
        guard left >= 0, right <= columns.count, bottom >= 0, top <= rows.count else {
            return false
        }
        let count =
            sums[right * width + top] - sums[left * width + top] - sums[right * width + bottom]
            + sums[left * width + bottom]
        return Int(count) == (2 * step + 1) * (2 * step + 1)
    }

    /// Whether a pixel is one of those that stand for others.
    func isKept(_ column: Int, _ row: Int) -> Bool {
        column.isMultiple(of: step) && row.isMultiple(of: step)
    }

    /// The number of samples of other pixels that one represents.
    func moved(to column: Int, _ row: Int) -> Int {
        step > 1 && isKept(column, row) ? Int(counts[place(column, row)]) : 0
    }
}
