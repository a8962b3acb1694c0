// How much of each device pixel is inside outlines.
//
// Method: every edge adds the covered part of its pixels to the rows that it crosses, and the
// covered part of the row to all pixels right of it, with the sign of its direction; the sum from
// the left is then how often outlines go around a pixel, including parts of pixels (R. Levien's
// accumulation buffer, font-rs, 2016). So edges are exact to a 255th if outlines do not cross
// within a pixel.
// Limits: a pixel covered in part by several outlines gets their sum. Everything outside the
// raster's bounds is ignored.

import Geometry
import Glibc
import Painting

/// The coverage of a rectangle of device pixels by outlines.
struct CoverageRaster {
    let bounds: PixelRect
    /// The change from each pixel to the next on its right, row by row.
    private var changes: [Float]

    /// An empty raster.
    init(_ bounds: PixelRect) {
        self.bounds = bounds
        changes = [Float](repeating: 0, count: (bounds.width + 2) * bounds.height)
    }

    /// Adds the edges of an outline in device pixels, which is closed if necessary.
    mutating func add(_ points: [Point]) {
        guard let first = points.first, points.count > 2 else { return }
        var last = first
        for point in points.dropFirst() + [first] {
            add(
                Point(x: last.x - Double(bounds.x), y: last.y - Double(bounds.y)),
                Point(x: point.x - Double(bounds.x), y: point.y - Double(bounds.y)))
            last = point
        }
    }

    private mutating func add(_ from: Point, _ to: Point) {
        guard from.y != to.y, from.x.isFinite, from.y.isFinite, to.x.isFinite, to.y.isFinite
        else { return }
        let sign: Float = from.y < to.y ? 1 : -1
        let (top, bottom) = from.y < to.y ? (from, to) : (to, from)
        let slope = (bottom.x - top.x) / (bottom.y - top.y)
        let first = Int(max(top.y, 0).rounded(.down))
        let end = Int(min(bottom.y, Double(bounds.height)).rounded(.up))
        guard first < end else { return }
        for row in first..<end {
            let y0 = max(Double(row), top.y)
            let y1 = min(Double(row + 1), bottom.y)
            guard y1 > y0 else { continue }
            let x0 = top.x + (y0 - top.y) * slope
            let x1 = top.x + (y1 - top.y) * slope
            cover(row, min(x0, x1), max(x0, x1), sign * Float(y1 - y0))
        }
    }

    /// Adds a piece of an edge within a row, from `left` to `right`, which covers a part of the
    /// row's height.
    private mutating func cover(_ row: Int, _ left: Double, _ right: Double, _ part: Float) {
        let start = row * (bounds.width + 2)
        let width = Double(bounds.width)
        // The part left of the raster counts for its first pixel, the part right of it for none.
        if right <= 0 {
            changes[start] += part
            return
        }
        if left >= width { return }
        let (l, r) = (min(max(left, 0), width), min(max(right, 0), width))
        let first = Int(l.rounded(.down))
        let last = min(Int(r.rounded(.up)), bounds.width)
        let whole = right - left
        guard whole > 1e-9, last > first + 1 else {
            // Within one pixel: the mean position determines how much of it is right of the edge.
            let middle = Float((l + r) / 2 - Double(first))
            changes[start + first] += part * (1 - middle)
            changes[start + first + 1] += part * middle
            return
        }
        var before: Float = 0
        // The area right of the edge in all pixels up to each one, as the area of a trapezium.
        for pixel in first..<last {
            let from = max(left, Double(pixel))
            let to = min(right, Double(pixel + 1))
            // The part of the row covered by the edge so far.
            let done = Float((from - left) / whole)
            let step = Float(max(to - from, 0) / whole)
            let inside = done + step * Float(Double(pixel + 1) - (from + to) / 2)
            changes[start + pixel] += part * (inside - before)
            before = inside
        }
        let rest = Float(min((Double(last) - left) / whole, 1))
        changes[start + last] += part * (rest - before)
        if last == bounds.width { return }
        changes[start + last + 1] += part * (1 - rest)
    }

    /// The coverage of each pixel, row by row, from 0 to 1.
    func coverage(_ rule: FillRule) -> [Float] {
        var result: [Float] = []
        result.reserveCapacity(bounds.width * bounds.height)
        for row in 0..<bounds.height {
            var sum: Float = 0
            for column in 0..<bounds.width {
                sum += changes[row * (bounds.width + 2) + column]
                switch rule {
                case .nonZero: result.append(min(abs(sum), 1))
                case .evenOdd:
                    let rest = abs(sum).truncatingRemainder(dividingBy: 2)
                    result.append(rest > 1 ? 2 - rest : rest)
                }
            }
        }
        return result
    }
}
