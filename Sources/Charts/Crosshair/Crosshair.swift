import ChartCore
import ChartScene
import Geometry
import Painting

/// The vertical line at a position of x, and a ring on each mark's picture there.
///
/// The rings are drawn like the marks: through the projection, so they stay on the line while
/// ranges move, in the same frame. A board with the values moves with them (`InfoBoard`).
///
/// Add it to `Chart.overlay`, or draw it after the chart. A `ChartFigure` has one for each chart.
@MainActor
public final class Crosshair: Attachment {
    /// Its look.
    public struct Style: Hashable, Sendable {
        /// The colour of the vertical line.
        public var line: Color
        /// The width of the line in points.
        public var lineWidth: Double
        /// The radius to the outside of the ring, in points.
        public var ringRadius: Double
        /// The width of the coloured line of a ring, inwards from its radius, in points.
        public var ringWidth: Double
        /// The colour within a ring: that of the ground.
        public var ringFill: Color

        /// A style; the widths are the design's.
        public init(
            line: Color, lineWidth: Double = 1, ringRadius: Double = 6, ringWidth: Double = 2.5,
            ringFill: Color
        ) {
            self.line = line
            self.lineWidth = lineWidth
            self.ringRadius = ringRadius
            self.ringWidth = ringWidth
            self.ringFill = ringFill
        }
    }

    /// A ring on the picture of a mark.
    public struct Ring: Hashable, Sendable {
        /// Its position along x.
        public var x: Double
        /// Its value.
        public var y: Double
        /// The mark's colour.
        public var color: Color
        /// The id of the value dimension it belongs to; nil for that of the projection it is drawn
        /// in.
        public var dimension: String?

        /// Creates a ring at a position.
        public init(x: Double, y: Double, color: Color, dimension: String? = nil) {
            self.x = x
            self.y = y
            self.color = color
            self.dimension = dimension
        }
    }

    public var isHidden = false
    /// Colours and widths.
    public var style: Style
    /// The chart whose value dimensions rings belong to; needed if it has several, and for a board.
    public weak var chart: Chart?
    /// The board with the values, drawn between the line and the rings; nil for none.
    public var board: InfoBoard?
    /// The duration of fades, in seconds; it appears and disappears at once while its chart reduces
    /// motion.
    public var fadeDuration = 0.15
    /// The position of the line; nil if there is none, or none any more.
    public private(set) var x: Double?
    /// A ring for each value that it reads.
    public private(set) var rings: [Ring] = []
    /// The value at which a line from above ends, on top of a bar; nil for a line across the plot.
    public private(set) var end: Double?
    /// The upper end of the line, in points from the plot's top; nil for the plot's top.
    ///
    /// `prepare` sets it: over a bar the line begins under the board.
    public var start: Double?
    /// When `x` changed last, in seconds.
    var changeTime = 0.0
    /// The place of the line in the last layout.
    var preparedX: Double?
    private var presence = MovingValue(0)
    private(set) var time = 0.0
    private var buffers: [(look: Look, buffer: SampleBuffer)] = []
    /// The transforms that the buffers were filled for.
    private var transforms = ScaleTransforms.identity

    /// The common look of rings that are drawn together.
    private struct Look: Equatable {
        var color: Color
        var dimension: String?
    }

    /// A crosshair without a position.
    public init(style: Style) { self.style = style }

    /// Shows the readings of a chart's marks.
    public func show(_ reading: CrosshairReading, at time: Double) {
        // A bar of another dimension ends elsewhere: the line continues through it.
        let ends = reading.parts.map { $0.dimension == nil ? $0.reading.end : nil }
        show(
            x: reading.x,
            rings: reading.parts.flatMap { part in
                part.reading.drawn.map {
                    Ring(
                        x: part.reading.x, y: $0, color: part.color, dimension: part.dimension)
                }
            },
            end: ends.contains(nil) ? nil : ends.compactMap { $0 }.max(), at: time)
    }

    /// Shows the line at a position, with given rings.
    ///
    /// - Parameter time: of the request, on the frame clock.
    public func show(x: Double, rings: [Ring], end: Double? = nil, at time: Double) {
        if x != self.x { changeTime = time }
        self.x = x
        self.end = end
        if rings != self.rings {
            self.rings = rings
            send()
        }
        if presence.target != 1 { presence.move(to: 1, at: time, duration: fade) }
    }

    var fade: Double { chart?.isStill == true ? 0 : fadeDuration }

    /// Lets it fade out in place.
    public func hide(at time: Double) {
        if presence.target != 0 { presence.move(to: 0, at: time, duration: fade) }
        if presence.value(at: time) == 0, !presence.isMoving(at: time) { forget() }
    }

    /// Removes it at once.
    public func forget() {
        presence = MovingValue(0)
        x = nil
        rings = []
        buffers = []
        start = nil
        preparedX = nil
        board?.leave()
    }

    /// Advances the fade; returns whether another frame is needed.
    @discardableResult
    public func advance(to time: Double) -> Bool {
        self.time = time
        if presence.target == 0, x != nil, !presence.isMoving(at: time) { forget() }
        return isMoving
    }

    /// Whether it, or its board, will look different in the next frame without anything happening.
    public var isMoving: Bool {
        presence.isMoving(at: time) || board?.isMoving(at: time) ?? false
    }

    /// Its opacity, from 0 to 1.
    public var opacity: Double { presence.value(at: time) }
    /// Whether it is visible or fading out.
    public var isShown: Bool { x != nil }
    /// Whether it is fading out.
    public var isLeaving: Bool { presence.target == 0 }

    /// The transform of a dimension, for the values of its rings.
    private func transform(of dimension: String?) -> ScaleTransform {
        dimension.flatMap { chart?.dimension($0) }?.scale.kind.transform ?? transforms.y
    }

    private func send() {
        func look(_ ring: Ring) -> Look { Look(color: ring.color, dimension: ring.dimension) }
        var looks: [Look] = []
        for ring in rings where !looks.contains(look(ring)) { looks.append(look(ring)) }
        // The buffers on the GPU are reused for the next sample.
        let known = buffers.map(\.buffer)
        buffers = looks.enumerated().map { number, wanted in
            let own = rings.filter { look($0) == wanted }
            let buffer = number < known.count ? known[number] : SampleBuffer()
            let y = transform(of: wanted.dimension)
            buffer.replace(
                times: own.map { transforms.x.place(of: $0.x) },
                values: own.map { y.place(of: $0.y) })
            return (wanted, buffer)
        }
    }

    public func encode(into scene: SceneBuilder, _ projection: PlotProjection) {
        encodeLine(into: scene, projection)
        board?.encode(into: scene, alpha: opacity)
        encodeRings(into: scene, projection)
    }

    /// Draws the line alone: it may be under a board and the rings over it.
    public func encodeLine(into scene: SceneBuilder, _ projection: PlotProjection) {
        guard let x, opacity > 0 else { return }
        let plot = projection.plot
        let top = plot.minY + (start ?? 0) * scene.scale
        let bottom = end.map { min(projection.boundY($0), plot.maxY) } ?? plot.maxY
        guard bottom > top, projection.pixelX(x) >= plot.minX - 1,
            projection.pixelX(x) <= plot.maxX + 1
        else { return }
        let strip = PixelRect(
            snapping: Rect(
                x: plot.minX - 1, y: top, width: plot.width + 2, height: bottom - top), scale: 1)
        scene.clipped(toPixels: strip) {
            // From above the plot if the line begins there.
            let tall = PlotProjection(
                plot: Rect(
                    x: plot.x, y: min(plot.y, top), width: plot.width,
                    height: plot.maxY - min(plot.y, top)), x: projection.x, y: projection.y,
                xTransform: projection.xTransform, yTransform: projection.yTransform)
            // Whole device pixels: it is crisp at every scale.
            let pixels = max(1, (style.lineWidth * scene.scale).rounded())
            scene.referenceLine(
                at: x, axis: .x, width: pixels / scene.scale,
                color: style.line.opacity(Float(opacity)),
                in: tall)
        }
    }

    /// Draws the rings alone.
    public func encodeRings(into scene: SceneBuilder, _ projection: PlotProjection) {
        guard opacity > 0 else { return }
        if projection.transforms != transforms {
            transforms = projection.transforms
            send()
        }
        // A ring on the plot's edge is whole, one beyond it is not drawn.
        let reach = (style.ringRadius + 1) * scene.scale
        let plot = projection.plot
        let around = PixelRect(
            snapping: Rect(
                x: plot.x - reach, y: plot.y - reach, width: plot.width + 2 * reach,
                height: plot.height + 2 * reach), scale: 1)
        scene.clipped(toPixels: around) {
            for (look, buffer) in buffers {
                var own = projection
                if let dimension = look.dimension.flatMap({ chart?.dimension($0) }) {
                    let range = dimension.range
                    own.y = range.min...max(range.min, range.max)
                    own.yTransform = dimension.scale.kind.transform
                }
                scene.points(
                    buffer,
                    PointStyle(
                        radius: style.ringRadius, fill: style.ringFill,
                        stroke: Border(width: style.ringWidth, color: look.color)), in: own,
                    alpha: opacity)
            }
        }
    }
}

extension ChartTheme {
    /// The style of a crosshair in these colours.
    public var crosshair: Crosshair.Style { Crosshair.Style(line: label, ringFill: ground) }
}
