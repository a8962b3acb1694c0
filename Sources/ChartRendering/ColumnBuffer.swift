// What a line of many samples covers of each column of device pixels.
//
// Layout: a column is 12 bytes (its number from the first one, the low and the high value relative
// to an origin), 20 where the line is wider than a column: then what is covered together with the
// stroke's partly covered sides is there too.
// Method: each pixel column is drawn once, as one upright span: no overlap, so a see-through line
// is even without a mask. A line up to a column wide reaches half its width beyond the values,
// which the shader adds. A wider one is the union with its neighbours' spans, as if a disc were
// drawn along the line: a neighbour d columns away reaches √(r² − x²) beyond its extreme, x being
// the distance to where the extreme is: its middle where the line turns there, its far edge where
// it goes on beyond. The union is worked out here for a width and a scale of y; where it falls into
// pieces that do not touch (over a gap), each is a span of its own. What a stroke covers of a
// column that it reaches in part is drawn with that part as its coverage. Where columns are device
// pixels, as they are but for a moment in a zoom, each span is a GL line through the middles of its
// pixels, else a quad: lines cost a software rasteriser two thirds, and since coverage is worked
// out for every pixel and is 0 at their ends, it is of no matter how a driver ends them.
// Limits: values have 24 bits relative to the first; within a column the line is its extent.
// Rejected: quads as wide as the stroke over one another (three times the pixels, tones that add
// up); one triangle strip for all (twice the cost on a software rasteriser); expanded triangles
// (four times the bytes, the same cost); flat values and the fragment's place (a fifth more).

import ChartCore
import GPU
import Geometry

/// Spans of a line in columns of equal width, for `Renderer.drawColumns`: in memory, with a copy of
/// a few kilobytes on the GPU.
@MainActor
public final class ColumnBuffer {
    /// The columns, by their numbers in the grid.
    public private(set) var columns = 0..<0
    /// Where the columns are.
    public private(set) var grid = ColumnGrid(origin: 0, width: 1)

    let thin = VertexStore<ColumnVertex>(usage: .streamed)
    let wide = VertexStore<WideColumnVertex>(usage: .streamed)
    private(set) var origin = 0.0
    private var lows: [Double] = []
    private var highs: [Double] = []
    private var wideKey: Stroke?

    /// What wide spans depend on.
    struct Stroke {
        /// Half the line's width in device pixels.
        var radius: Double
        /// The width of a column in device pixels.
        var column: Double
        /// Device pixels per unit of y.
        var scale: Double

        /// Whether spans would be the same: the ends of a range that pans vary in their last
        /// digits.
        func isLike(_ other: Stroke) -> Bool {
            radius == other.radius && abs(column - other.column) < 1e-4
                && abs(scale - other.scale) < 1e-6 * abs(scale)
        }
    }

    /// An empty buffer.
    public init() {}

    /// Replaces all columns by `spans`, which begin at column `first` of `grid`.
    ///
    /// A span that is not finite is nothing. For a line of a width above one device pixel the
    /// columns should go on beyond the visible ones, by `margin(width:scale:)`.
    ///
    /// - Parameter origin: What values are kept relative to, near those that are drawn; by default
    ///   the first of them. With the same origin a column looks the same to the last bit whichever
    ///   others are beside it.
    public func replace(
        grid: ColumnGrid, first: Int, spans: [ColumnSpan], origin: Double? = nil
    ) {
        self.grid = grid
        columns = first..<first + spans.count
        lows.removeAll(keepingCapacity: true)
        highs.removeAll(keepingCapacity: true)
        for span in spans {
            let known = span.low.isFinite && span.high.isFinite
            lows.append(known ? span.low : .nan)
            highs.append(known ? span.high : .nan)
        }
        self.origin = origin ?? lows.first { !$0.isNaN } ?? 0
        let origin = self.origin
        var list: [ColumnVertex] = []
        list.reserveCapacity(lows.count)
        for index in lows.indices where !lows[index].isNaN {
            list.append(
                ColumnVertex(
                    number: Float(index), low: Float(lows[index] - origin),
                    high: Float(highs[index] - origin)))
        }
        thin.replace(list)
        wideKey = nil
    }

    /// How many columns beyond the visible ones change the picture of a line: `width` in points,
    /// `scale` device pixels per point, columns of one device pixel.
    public static func margin(width: Double, scale: Double) -> Int {
        Int((max(width * scale, 1) / 2).rounded(.up)) + 1
    }

    /// How far a stroke reaches beyond its own column to each side, in columns.
    static func reach(_ stroke: Stroke) -> (full: Int, part: Double) {
        let beyond = max(stroke.radius / stroke.column - 0.5, 0)
        let full = (beyond + 0.01).rounded(.down)
        let part = beyond - full
        return (Int(full), part > 0.01 ? part : 0)
    }

    /// Brings the spans of a stroke wider than a column up to date.
    func updateWide(_ stroke: Stroke) {
        if let wideKey, wideKey.isLike(stroke) { return }
        wideKey = stroke
        let reach = Self.reach(stroke)
        let most = reach.full + (reach.part > 0 ? 1 : 0)
        // What a disc adds at a distance, in units of y, at the middle and at the far edge.
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
            // Some do not touch the ones before them: those that touch one another are joined.
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

    /// A span, and what of it is covered in full.
    struct Piece {
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
struct ColumnVertex: BitwiseCopyable {
    var number: Float
    var low: Float
    var high: Float

    static let attributes: [VertexAttribute] = [.init(0, .float(3), offset: 0)]
}

/// A column of a line wider than columns.
struct WideColumnVertex: BitwiseCopyable {
    var column: ColumnVertex
    var outerLow: Float
    var outerHigh: Float

    init(_ index: Int, _ piece: ColumnBuffer.Piece, _ origin: Double) {
        outerLow = Float(piece.low - origin)
        outerHigh = Float(piece.high - origin)
        // Nothing covered in full: a span turned over, which covers nothing.
        let inside = piece.innerLow <= piece.innerHigh
        column = ColumnVertex(
            number: Float(index), low: inside ? Float(piece.innerLow - origin) : outerHigh,
            high: inside ? Float(piece.innerHigh - origin) : outerLow)
    }

    static let attributes: [VertexAttribute] = [
        .init(0, .float(3), offset: 0), .init(1, .float(2), offset: 12),
    ]
}

/// The columns of one style of a line.
public struct ColumnLayer {
    /// What the segments of the style cover.
    public var buffer: ColumnBuffer
    /// The colour.
    public var color: Color
    /// The line's width in points; under one device pixel the line gets paler.
    public var width: Double

    /// A layer from its parts; the width is above zero.
    public init(_ buffer: ColumnBuffer, color: Color, width: Double) {
        precondition(width > 0 && width.isFinite, "a line needs a width above zero, not \(width)")
        self.buffer = buffer
        self.color = color
        self.width = width
    }
}

extension Renderer {
    /// Draws columns as a line, within the plot rectangle and the clip.
    ///
    /// Columns lie on whole device pixels. Costs one draw call, and sends nothing but columns that
    /// were replaced, or, of a line wider than a column, changed with the zoom of y. Only a
    /// see-through line with columns narrower than a pixel costs a mask.
    /// - Parameters:
    ///   - width: The line's width in points; under one device pixel the line gets paler.
    ///   - alpha: What the colour's alpha is multiplied by.
    public func drawColumns(
        _ buffer: ColumnBuffer, color: Color, width: Double, in projection: PlotProjection,
        alpha: Double = 1
    ) throws(GPUError) {
        let layer = ColumnLayer(buffer, color: color, width: width)
        let stroke = stroke(of: layer, projection)
        let painted = painted(layer, alpha)
        guard painted.alpha > 0, stroke.column > 0, stroke.scale < 0 else { return }
        if painted.alpha < 1 && stroke.column < 0.999 {
            try throughMask(
                within: PixelRect(enclosing: projection.plot.inset(by: -2 * stroke.radius)),
                color: painted.premultiplied
            ) { () throws(GPUError) in
                try drawSpans(buffer, stroke, projection, [1, 1, 1, 1], .mask, .maximum)
            }
        } else {
            try drawSpans(buffer, stroke, projection, painted.premultiplied, [], .over)
        }
    }

    /// Draws the columns of a line in several styles, within the plot rectangle and the clip; a later
    /// layer covers those before it.
    ///
    /// Costs a draw call for each layer. Where one of them can be seen through, each pixel is shared
    /// out among them, as between the segments of a line, at the cost of a mask for three layers.
    public func drawColumns(
        _ layers: [ColumnLayer], in projection: PlotProjection, alpha: Double = 1
    ) throws(GPUError) {
        let drawn = layers.map {
            (
                buffer: $0.buffer, stroke: stroke(of: $0, projection),
                color: painted($0, alpha)
            )
        }
        .filter { $0.color.alpha > 0 && $0.stroke.column > 0 && $0.stroke.scale < 0 }
        if drawn.allSatisfy({ $0.color.alpha >= 1 }) {
            for layer in drawn {
                try drawSpans(
                    layer.buffer, layer.stroke, projection, layer.color.premultiplied, [], .over)
            }
            return
        }
        let covering = Array(drawn.reversed())
        let reach = drawn.reduce(0) { max($0, 2 * $1.stroke.radius) }
        try throughShares(
            within: PixelRect(enclosing: projection.plot.inset(by: -reach)),
            colors: covering.map(\.color.premultiplied)
        ) { (index, channel) throws(GPUError) in
            let layer = covering[index]
            try drawSpans(layer.buffer, layer.stroke, projection, channel, [], .maximum)
        }
    }

    private func stroke(
        of layer: ColumnLayer, _ projection: PlotProjection
    ) -> ColumnBuffer.Stroke {
        ColumnBuffer.Stroke(
            radius: max(layer.width * scale, 1) / 2,
            column: layer.buffer.grid.width * projection.scaleX, scale: projection.scaleY)
    }

    private func painted(_ layer: ColumnLayer, _ alpha: Double) -> Color {
        layer.color.opacity(Float(min(layer.width * scale, 1) * alpha))
    }

    private func drawSpans(
        _ buffer: ColumnBuffer, _ stroke: ColumnBuffer.Stroke, _ projection: PlotProjection,
        _ color: [Float], _ extra: Pipeline.Options, _ blend: Blend
    ) throws(GPUError) {
        let reach = ColumnBuffer.reach(stroke)
        if reach.full == 0 && reach.part == 0 {
            try drawSpans(
                buffer, buffer.thin, ColumnVertex.attributes, .column, { $0.number },
                grows: stroke.radius, stroke, projection, color, extra, blend)
            return
        }
        buffer.updateWide(stroke)
        // Without partly covered sides there is nothing to tell apart.
        let attributes = WideColumnVertex.attributes
        try drawSpans(
            buffer, buffer.wide, reach.part > 0 ? attributes : Array(attributes.prefix(1)),
            reach.part > 0 ? .wideColumn : .column, { $0.column.number }, grows: 0, stroke,
            projection, color, reach.part > 0 ? extra.union(.wide) : extra, blend)
    }

    private func drawSpans<Vertex>(
        _ buffer: ColumnBuffer, _ store: VertexStore<Vertex>, _ attributes: [VertexAttribute],
        _ use: VertexUse, _ number: (Vertex) -> Float, grows: Double,
        _ stroke: ColumnBuffer.Stroke, _ projection: PlotProjection, _ color: [Float],
        _ options: Pipeline.Options, _ blend: Blend
    ) throws(GPUError) {
        var first = projection.pixelX(ofPlace: buffer.grid.left(of: buffer.columns.lowerBound))
        var step = stroke.column
        var options = options
        if abs(step - 1) * Double(buffer.columns.count) < 0.25 {
            options.insert(.lines)
            (first, step) = ((first + 0.001).rounded(), 1)
        }
        // A column is drawn where the projection has it, to the nearest pixel.
        let left = Float((Double(clip.rect.x) - first - 1) / step - 1)
        let right = Float((Double(clip.rect.maxX) - first + 1) / step)
        let start = (0..<store.count).partitioningIndex { number(store.elements[$0]) >= left }
        let end = (start..<store.count).partitioningIndex { number(store.elements[$0]) > right }
        guard start < end, let copy = try store.resident(on: device),
            let pipeline = try prepare(.column, options, blend: blend)
        else { return }
        let box = try copy.vertexArray(use, attributes, first: start)
        pipeline.program.set(
            pipeline.uniform("uColumns"), Float(first), Float(step), Float(grows))
        if options.contains(.wide) {
            pipeline.program.set(
                pipeline.uniform("uSides"), Float(ColumnBuffer.reach(stroke).part))
        }
        pipeline.program.set(
            pipeline.projectionY, vector: projection.uniformY(origin: buffer.origin))
        pipeline.program.set(pipeline.plot, vector: projection.edges)
        pipeline.program.set(pipeline.color, vector: color)
        let isLines = options.contains(.lines)
        try device.draw(
            isLines ? .lines : .triangleStrip, vertices: isLines ? 2 : 4, instances: end - start,
            program: pipeline.program, vertexArray: box.array)
    }
}
