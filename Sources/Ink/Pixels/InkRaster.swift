// Strokes as pixels, without a GPU.
//
// Method: the coverage of an uneven capsule is its signed distance at the centre of a pixel, four
// pixels at a time; a stroke keeps the largest of its pieces in a mask, and is painted through it
// once, like on the GPU (`ChartRendering/Ink`). A piece is computed only where it can be: in each row
// between the edges of the band around its line.
// Limits: pixels are the same as those of the GPU to a 255th for each stroke.
// Rejected: the GPU for ten thousands of short pieces: on a software driver each costs about as much as
// a stroke does here.

import Geometry

/// Pixels that strokes are painted on, one after the other.
public struct InkRaster: Sendable {
    /// In pixels.
    public let width: Int
    /// In pixels.
    public let height: Int
    /// Red, green, blue and alpha, premultiplied, row by row from the top.
    public private(set) var bytes: [UInt8]
    /// The rows that were painted on; all others are clear.
    public private(set) var paintedRows = 0..<0
    /// The coverage of the stroke that is not painted yet.
    private var mask: [UInt8]
    private let stride: Int
    /// The part of the mask that is not zero.
    private var covered = PixelRect(x: 0, y: 0, width: 0, height: 0)

    /// Clear pixels.
    public init(width: Int, height: Int) {
        precondition(width >= 0 && height >= 0, "there are no \(width) × \(height) pixels")
        (self.width, self.height) = (width, height)
        // Four pixels may begin at the last one.
        stride = width + Self.lanes
        bytes = [UInt8](repeating: 0, count: width * height * 4)
        mask = [UInt8](repeating: 0, count: stride * height)
    }

    private static let lanes = 4

    /// Adds straight pieces to the coverage of the stroke that is painted next.
    ///
    /// - Parameter pieces: the ends of the pieces, with the width at each, in pixels. A width below
    ///   one pixel is drawn as one. A single one is a dot.
    public mutating func cover(_ pieces: some Collection<InkNode>) {
        guard var last = pieces.first.map(Disc.init) else { return }
        if pieces.count == 1 { return cover(Capsule(last, last)) }
        for piece in pieces.dropFirst() {
            let next = Disc(piece)
            cover(Capsule(last, next))
            last = next
        }
    }

    /// Adds a rectangle of pixels to the coverage.
    public mutating func cover(_ rect: PixelRect) {
        let part = rect.intersection(PixelRect(x: 0, y: 0, width: width, height: height))
        guard !part.isEmpty else { return }
        covered = covered.union(part)
        for row in part.y..<part.maxY {
            for column in part.x..<part.maxX { mask[row * stride + column] = 255 }
        }
    }

    /// Paints a colour through the coverage, which is empty afterwards.
    public mutating func paint(_ color: Color) {
        let part = covered
        guard !part.isEmpty else { return }
        covered = PixelRect(x: 0, y: 0, width: 0, height: 0)
        let premultiplied = [color.red, color.green, color.blue, 1].map {
            UInt32((min(max($0, 0), 1) * min(max(color.alpha, 0), 1) * 255).rounded())
        }
        let source = SIMD4<UInt32>(premultiplied)
        paintedRows =
            paintedRows.isEmpty
            ? part.y..<part.maxY
            : min(paintedRows.lowerBound, part.y)..<max(paintedRows.upperBound, part.maxY)
        let (width, stride) = (width, stride)
        bytes.withUnsafeMutableBytes { bytes in
            mask.withUnsafeMutableBytes { mask in
                for row in part.y..<part.maxY {
                    for column in part.x..<part.maxX {
                        let coverage = mask[row * stride + column]
                        if coverage == 0 { continue }
                        mask[row * stride + column] = 0
                        let at = (row * width + column) * 4
                        let under = SIMD4<UInt32>(
                            truncatingIfNeeded: bytes.loadUnaligned(
                                fromByteOffset: at, as: SIMD4<UInt8>.self))
                        let over = Self.share(source &* UInt32(coverage))
                        let sum = over &+ Self.share(under &* (255 &- over.w))
                        bytes.storeBytes(
                            of: SIMD4<UInt8>(truncatingIfNeeded: sum), toByteOffset: at,
                            as: SIMD4<UInt8>.self)
                    }
                }
            }
        }
    }

    /// A 255th, rounded.
    private static func share(_ product: SIMD4<UInt32>) -> SIMD4<UInt32> {
        let half = product &+ 128
        return (half &+ (half &>> 8)) &>> 8
    }

    /// The bytes of a part, row by row.
    public func bytes(of part: PixelRect) -> [UInt8] {
        precondition(
            part.intersection(PixelRect(x: 0, y: 0, width: width, height: height)) == part,
            "\(part) is not in \(width) × \(height) pixels")
        if part.width == width {
            return Array(bytes[part.y * width * 4..<part.maxY * width * 4])
        }
        return (part.y..<part.maxY).flatMap { row in
            bytes[(row * width + part.x) * 4..<(row * width + part.maxX) * 4]
        }
    }

    private mutating func cover(_ capsule: Capsule) {
        let part = capsule.bounds.intersection(
            PixelRect(x: 0, y: 0, width: width, height: height))
        guard !part.isEmpty else { return }
        covered = covered.union(part)
        let stride = stride
        mask.withUnsafeMutableBytes { mask in
            for row in part.y..<part.maxY {
                let columns = capsule.columns(inRow: row, from: part.x, to: part.maxX)
                var column = columns.lowerBound
                while column < columns.upperBound {
                    let at = row * stride + column
                    let known = mask.loadUnaligned(fromByteOffset: at, as: SIMD4<UInt8>.self)
                    if known != SIMD4(repeating: 255) {
                        let new = capsule.coverage(column: column, row: row)
                        mask.storeBytes(
                            of: known.replacing(with: new, where: new .> known), toByteOffset: at,
                            as: SIMD4<UInt8>.self)
                    }
                    column += Self.lanes
                }
            }
        }
    }
}

/// The end of a piece, in pixels.
private struct Disc {
    var x: Float
    var y: Float
    var radius: Float

    init(_ node: InkNode) {
        x = Float(node.position.x)
        y = Float(node.position.y)
        radius = Float(max(node.width, 1) / 2)
    }
}

/// The convex hull of two discs.
private struct Capsule {
    let start: Disc
    /// The radius at the other end.
    let radius: Float
    /// The way to the centre of the other end, as a unit vector, and its length.
    let along: SIMD2<Float>
    let length: Float
    /// The sine of the angle of the tangents with the way, and its cosine.
    let slope: Float
    let rise: Float
    let bounds: PixelRect

    init(_ a: Disc, _ b: Disc) {
        let way = SIMD2(b.x - a.x, b.y - a.y)
        let size = (way.x * way.x + way.y * way.y).squareRoot()
        let most = max(a.radius, b.radius) + 0.5
        let (left, right) = (min(a.x, b.x) - most, max(a.x, b.x) + most)
        let (top, bottom) = (min(a.y, b.y) - most, max(a.y, b.y) + most)
        let far: Float = 1e6
        if left > -far, top > -far, right < far, bottom < far {
            // Those whose centres are inside.
            let (x, y) = (Int((left - 0.5).rounded(.up)), Int((top - 0.5).rounded(.up)))
            bounds = PixelRect(
                x: x, y: y, width: Int((right - 0.5).rounded(.down)) + 1 - x,
                height: Int((bottom - 0.5).rounded(.down)) + 1 - y)
        } else {
            bounds = PixelRect(x: 0, y: 0, width: 0, height: 0)
        }
        let slope = size > 0 ? (a.radius - b.radius) / size : 2
        if abs(slope) >= 1 {
            // One contains the other.
            start = a.radius >= b.radius ? a : b
            radius = start.radius
            (along, length, self.slope, rise) = (SIMD2(1, 0), 0, 0, 1)
        } else {
            start = a
            radius = b.radius
            along = way / size
            length = size
            self.slope = slope
            rise = (1 - slope * slope).squareRoot()
        }
    }

    /// The pixels of a row in which its coverage may be above zero.
    func columns(inRow row: Int, from left: Int, to right: Int) -> Range<Int> {
        // The band around its line; across is the line's unit normal.
        guard abs(along.y) > 0.05 else { return left..<right }
        let most = max(start.radius, radius) + 0.5
        let down = Float(row) + 0.5 - start.y
        let middle = start.x + along.x * down / along.y
        let reach = most / abs(along.y)
        let first = max(Float(left), (middle - reach - 0.5).rounded(.up))
        let last = min(Float(right - 1), (middle + reach - 0.5).rounded(.down))
        return first <= last ? Int(first)..<Int(last) + 1 : left..<left
    }

    /// The coverage of four pixels of a row.
    func coverage(column: Int, row: Int) -> SIMD4<UInt8> {
        let x = Self.steps + (Float(column) - start.x)
        let y = Float(row) + 0.5 - start.y
        // Along the line and away from it, then the same along the tangent from where it touches the
        // first circle.
        let onLine = x * along.x + along.y * y
        let across = x * along.y - along.x * y
        let away = across.replacing(with: -across, where: across .< 0)
        let u = onLine * rise - away * slope
        let v = onLine * slope + away * rise
        let end = length * rise
        let isAfter = u .> end
        // Beyond the ends: distances from the centres.
        let (zero, first) = (SIMD4<Float>(), SIMD4(repeating: start.radius))
        let beyond = (u - end).replacing(with: u, where: u .< 0)
        let off = v - zero.replacing(with: start.radius - radius, where: isAfter)
        let round = (beyond * beyond + off * off).squareRoot()
        let distance = v.replacing(with: round, where: isAfter .| (u .< 0))
        let inside = 0.5 - (distance - first.replacing(with: radius, where: isAfter))
        let coverage = inside.replacing(with: 0, where: inside .< 0)
            .replacing(with: 1, where: inside .> 1)
        // The last byte of a number this large counts its ones.
        let bits = unsafeBitCast(coverage * 255 + 8_388_608, to: SIMD4<UInt32>.self)
        return SIMD4<UInt8>(truncatingIfNeeded: bits)
    }

    private static let steps = SIMD4<Float>(0.5, 1.5, 2.5, 3.5)
}
