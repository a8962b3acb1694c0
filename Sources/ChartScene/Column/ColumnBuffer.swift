// The part of each column of device pixels that a line of many samples covers.
//
// Layout: a column is 12 bytes (its number from the first one, the low and the high value relative
// to an origin), or 20 if the line is wider than a column: these also include the parts covered by
// the stroke's partly covered sides.
// Method: each pixel column is drawn once, as one vertical span: no overlap, so a translucent line
// is even without a mask. A line up to a column wide extends half its width beyond the values,
// which the shader adds. A wider one is the union with its neighbours' spans, as if a disc were
// drawn along the line: a neighbour d columns away extends √(r² − x²) beyond its extreme, where x
// is the distance to the extreme: to the column's middle if the line turns there, to its far edge
// if it continues beyond. The union is computed here for a width and a scale of y; if it consists
// of pieces that do not touch (over a gap), each is a separate span. The part of a column that a
// stroke reaches partially is drawn with that fraction as its coverage. If columns are device
// pixels, as they are except briefly during a zoom, each span is a GL line through the middles of
// its pixels, otherwise a quad: lines cost a software rasteriser two thirds, and since coverage is
// computed for every pixel and is 0 at their ends, it does not matter how a driver ends them.
// Limits: values have 24 bits relative to the first; within a column the line is its extent.
// Rejected: quads as wide as the stroke over one another (three times the pixels, tones that add
// up); one triangle strip for all (twice the cost on a software rasteriser); expanded triangles
// (four times the bytes, the same cost); flat values and the fragment's place (a fifth more).

import ChartCore
import Geometry

/// Spans of a line in columns of equal width, prepared for drawing.
@MainActor
public final class ColumnBuffer: SceneContent {
    /// The columns, by their numbers in the grid.
    public private(set) var columns = 0..<0
    /// The positions of the columns.
    public private(set) var grid = ColumnGrid(origin: 0, width: 1)

    package let thin = ElementStore<ColumnVertex>(isStreamed: true)
    package let wide = ElementStore<WideColumnVertex>(isStreamed: true)
    package private(set) var origin = 0.0
    private var lows: [Double] = []
    private var highs: [Double] = []
    private var wideKey: Stroke?

    /// The parameters that determine wide spans.
    package struct Stroke {
        /// Half the line's width in device pixels.
        package var radius: Double
        /// The width of a column in device pixels.
        package var column: Double
        /// Device pixels per unit of y.
        package var scale: Double

        package init(radius: Double, column: Double, scale: Double) {
            (self.radius, self.column, self.scale) = (radius, column, scale)
        }

        /// Whether spans would be the same: the ends of a range that is panned vary in their last
        /// digits.
        func isLike(_ other: Stroke) -> Bool {
            radius == other.radius && abs(column - other.column) < 1e-4
                && abs(scale - other.scale) < 1e-6 * abs(scale)
        }
    }

    /// Increases with every change.
    public var revision: Int { thin.revision }

    /// An empty buffer.
    public init() {}

    /// Replaces all columns with `spans`, which begin at column `first` of `grid`.
    ///
    /// A span that is not finite is empty. For a line wider than one device pixel the columns
    /// should extend beyond the visible ones, by `margin(width:scale:)`.
    ///
    /// - Parameter origin: The value that others are stored relative to, near the drawn ones; by
    ///   default the first of them. With the same origin a column looks the same to the last bit,
    ///   whatever its neighbours are.
    public func replace(
        grid: ColumnGrid, first: Int, spans: [ColumnSpan], origin: Double? = nil
    ) {
        self.grid = grid
        columns = first..<first + spans.count
        wideKey = nil
        // In local variables, which the compiler can assume are not shared.
        let origin = origin ?? spans.first { $0.low.isFinite && $0.high.isFinite }?.low ?? 0
        self.origin = origin
        var (lows, highs) = (self.lows, self.highs)
        (self.lows, self.highs) = ([], [])
        lows.removeAll(keepingCapacity: true)
        highs.removeAll(keepingCapacity: true)
        var list: [ColumnVertex] = []
        list.reserveCapacity(spans.count)
        for (index, span) in spans.enumerated() {
            guard span.low.isFinite, span.high.isFinite else {
                lows.append(.nan)
                highs.append(.nan)
                continue
            }
            lows.append(span.low)
            highs.append(span.high)
            list.append(
                ColumnVertex(
                    number: Float(index), low: Float(span.low - origin),
                    high: Float(span.high - origin)))
        }
        (self.lows, self.highs) = (lows, highs)
        thin.replace(list)
    }

    /// How many columns beyond the visible ones affect the picture of a line: `width` in points,
    /// `scale` device pixels per point, columns of one device pixel.
    public static func margin(width: Double, scale: Double) -> Int {
        Int((max(width * scale, 1) / 2).rounded(.up)) + 1
    }

    /// How far a stroke extends beyond its own column to each side, in columns.
    package static func reach(_ stroke: Stroke) -> (full: Int, part: Double) {
        let beyond = max(stroke.radius / stroke.column - 0.5, 0)
        let full = (beyond + 0.01).rounded(.down)
        let part = beyond - full
        return (Int(full), part > 0.01 ? part : 0)
    }

    /// Updates the spans of a stroke wider than a column.
    package func updateWide(_ stroke: Stroke) {
        if let wideKey, wideKey.isLike(stroke) { return }
        wideKey = stroke
        let (lows, highs, origin) = (self.lows, self.highs, self.origin)
        let reach = Self.reach(stroke)
        let most = reach.full + (reach.part > 0 ? 1 : 0)
        // The height that a disc adds at a distance, in units of y, at the middle and at the far
        // edge.
        func growth(_ distance: Double) -> Double {
            let across = distance * stroke.column
            return max(stroke.radius * stroke.radius - across * across, 0).squareRoot()
                / abs(stroke.scale)
        }
        let middle = (0...most).map { growth(Double($0)) }
        let edge = (0...most).map { growth($0 == 0 ? 0 : Double($0) + 0.5) }
        func piece(_ other: Int, of index: Int) -> Piece {
            let away = abs(other - index)
            let next = other < index ? other - 1 : other + 1
            let goesOn = away > 0 && lows.indices.contains(next)
            let up = goesOn && highs[next] > highs[other]
            let down = goesOn && lows[next] < lows[other]
            return Piece(
                low: lows[other] - (down ? edge[away] : middle[away]),
                high: highs[other] + (up ? edge[away] : middle[away]), isFull: away <= reach.full)
        }
        var list: [WideColumnVertex] = []
        list.reserveCapacity(lows.count)
        for index in lows.indices {
            let others = max(0, index - most)...min(lows.count - 1, index + most)
            var all = Piece.nothing
            var isOne = true
            for other in others where !lows[other].isNaN {
                let next = piece(other, of: index)
                isOne = isOne && (all.isEmpty || all.touches(next))
                all.join(next)
            }
            guard !isOne else {
                if !all.isEmpty { list.append(WideColumnVertex(index, all, origin)) }
                continue
            }
            // Some do not touch the ones before them: join those that touch one another.
            var pieces: [Piece] = []
            for other in others where !lows[other].isNaN {
                var joined = piece(other, of: index)
                for known in pieces where known.touches(joined) { joined.join(known) }
                pieces.removeAll { $0.touches(joined) }
                pieces.append(joined)
            }
            for piece in pieces where !piece.isEmpty {
                list.append(WideColumnVertex(index, piece, origin))
            }
        }
        wide.replace(list)
    }

    /// A span, and its fully covered part.
    package struct Piece {
        var low: Double
        var high: Double
        var innerLow = Double.infinity
        var innerHigh = -Double.infinity

        static let nothing = Piece(low: .infinity, high: -.infinity, isFull: false)

        init(low: Double, high: Double, isFull: Bool) {
            self.low = low
            self.high = high
            if isFull { (innerLow, innerHigh) = (low, high) }
        }

        var isEmpty: Bool { low >= high }

        func touches(_ other: Piece) -> Bool { other.low <= high && low <= other.high }

        mutating func join(_ other: Piece) {
            low = min(low, other.low)
            high = max(high, other.high)
            innerLow = min(innerLow, other.innerLow)
            innerHigh = max(innerHigh, other.innerHigh)
        }
    }
}

/// A column: see `Column/column.vert`.
package struct ColumnVertex: BitwiseCopyable {
    package var number: Float
    package var low: Float
    package var high: Float
}

/// A column of a line wider than columns.
package struct WideColumnVertex: BitwiseCopyable {
    package var column: ColumnVertex
    package var outerLow: Float
    package var outerHigh: Float

    package init(_ index: Int, _ piece: ColumnBuffer.Piece, _ origin: Double) {
        outerLow = Float(piece.low - origin)
        outerHigh = Float(piece.high - origin)
        // Nothing fully covered: a reversed span, which covers nothing.
        let inside = piece.innerLow <= piece.innerHigh
        column = ColumnVertex(
            number: Float(index), low: inside ? Float(piece.innerLow - origin) : outerHigh,
            high: inside ? Float(piece.innerHigh - origin) : outerLow)
    }
}

/// The columns of one style of a line.
public struct ColumnLayer {
    /// The parts covered by the segments of the style.
    public var buffer: ColumnBuffer
    /// The colour.
    public var color: Color
    /// The line's width in points; a line below one device pixel gets paler.
    public var width: Double

    /// A layer from its parts; the width is above zero.
    public init(_ buffer: ColumnBuffer, color: Color, width: Double) {
        precondition(width > 0 && width.isFinite, "a line needs a width above zero, not \(width)")
        self.buffer = buffer
        self.color = color
        self.width = width
    }
}
