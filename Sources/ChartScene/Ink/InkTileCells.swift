// Which parts of a tile have ink.
//
// A tile is mostly clear, and a software driver pays for each pixel that it mixes. So tiles are drawn
// as the rectangles of the cells that have ink, or whose neighbours may be mixed with ink when they
// are drawn larger or smaller.

import Geometry

/// A corner of a triangle of a tile that has ink, in pixels from the corner within its border.
package struct InkTileCorner: BitwiseCopyable, Hashable {
    package var x: Float
    package var y: Float
}

/// The squares of a tile that have ink.
struct InkTileCells {
    /// The side of a square, in pixels.
    static let side = 8
    private let width: Int
    private let height: Int
    private let columns: Int
    /// Row by row.
    private var hasInk: [Bool]

    /// The squares of pixels with a border of one.
    ///
    /// - Parameter texels: four bytes for each pixel, row by row; clear ones are zero.
    init(width: Int, height: Int, texels: [UInt8]) {
        (self.width, self.height) = (width, height)
        columns = (width + Self.side - 1) / Self.side
        let rows = (height + Self.side - 1) / Self.side
        hasInk = [Bool](repeating: false, count: columns * rows)
        let border = InkTile.border
        let stride = width + 2 * border
        texels.withUnsafeBytes { bytes in
            // A square with the pixels around it.
            for row in 0..<rows {
                for y in row * Self.side..<min((row + 1) * Self.side, height) + 2 * border {
                    for column in 0..<columns where !hasInk[row * columns + column] {
                        let left = column * Self.side
                        let right = min(left + Self.side, width) + 2 * border
                        let end = (y * stride + right) * 4
                        var at = (y * stride + left) * 4
                        var ink: UInt64 = 0
                        // Two pixels at a time.
                        while at + 8 <= end {
                            ink |= bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self)
                            at += 8
                        }
                        while at < end {
                            ink |= UInt64(bytes[at])
                            at += 1
                        }
                        hasInk[row * columns + column] = ink != 0
                    }
                }
            }
        }
    }

    /// Adds the squares that may have ink of strokes, in pixels from the corner of the border.
    @MainActor
    mutating func insert(_ strokes: InkBuffer) {
        let vertices = strokes.store.elements
        for (index, vertex) in vertices.enumerated() {
            // The last one of a stroke is joined to nothing.
            let next = vertex.radius < 0 ? vertex : vertices[min(index + 1, vertices.count - 1)]
            let reach = max(abs(vertex.radius), abs(next.radius)) + Float(2 + InkTile.border)
            insert(
                min(vertex.x, next.x) - reach, min(vertex.y, next.y) - reach,
                max(vertex.x, next.x) + reach, max(vertex.y, next.y) + reach)
        }
    }

    private mutating func insert(_ left: Float, _ top: Float, _ right: Float, _ bottom: Float) {
        func cells(_ from: Float, _ to: Float, _ length: Int) -> ClosedRange<Int>? {
            let border = Float(InkTile.border)
            let (from, to) = (max(from - border, 0), min(to - border, Float(length - 1)))
            guard from <= to else { return nil }
            return Int(from) / Self.side...Int(to) / Self.side
        }
        guard let x = cells(left, right, width), let y = cells(top, bottom, height) else { return }
        for row in y { for column in x { hasInk[row * columns + column] = true } }
    }

    /// The squares with ink as few rectangles from left to right, none on another: what is next to one
    /// another in a row, and the same in rows that follow one another.
    var parts: [PixelRect] {
        var parts: [PixelRect] = []
        var above: [Range<Int>] = []
        // Where those of the row above are in the list.
        var first = 0
        for row in 0..<(columns > 0 ? hasInk.count / columns : 0) {
            let runs = runs(row)
            let (top, bottom) = (row * Self.side, min((row + 1) * Self.side, height))
            if runs == above {
                for index in first..<parts.count { parts[index].height = bottom - parts[index].y }
                continue
            }
            (above, first) = (runs, parts.count)
            parts += runs.map { run in
                let (left, right) = (
                    run.lowerBound * Self.side, min(run.upperBound * Self.side, width)
                )
                return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
            }
        }
        return parts.sorted { $0.x < $1.x }
    }

    /// The corners of two triangles for each of some rectangles.
    static func corners(of parts: [PixelRect]) -> [InkTileCorner] {
        parts.flatMap { part in
            func corner(_ x: Int, _ y: Int) -> InkTileCorner {
                InkTileCorner(x: Float(x), y: Float(y))
            }
            let (left, top, right, bottom) = (part.x, part.y, part.maxX, part.maxY)
            return [
                corner(left, top), corner(right, top), corner(left, bottom),
                corner(left, bottom), corner(right, top), corner(right, bottom),
            ]
        }
    }

    /// The columns of a row that have ink, as runs.
    private func runs(_ row: Int) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        for column in 0..<columns where hasInk[row * columns + column] {
            if let last = runs.last, last.upperBound == column {
                runs[runs.count - 1] = last.lowerBound..<column + 1
            } else {
                runs.append(column..<column + 1)
            }
        }
        return runs
    }
}
