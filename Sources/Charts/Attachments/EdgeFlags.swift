import ChartCore
import ChartScene
import Geometry

/// Signs for values that are not part of a chart's ranges: hollow diamonds at the edge of the plot
/// that is nearest to each of them.
///
/// They change no range. A value within the visible range has its sign in its own place. They
/// belong in the foreground of a chart.
///
/// Cost: linear in the values whenever the range of y or the size of the plot changes; a pan costs
/// nothing.
@MainActor
public final class EdgeFlags: Attachment {
    /// A value and its position.
    public struct Flag: Hashable, Sendable {
        /// The position of x.
        public var x: Double
        /// The value of y; the upper edge if it is NaN.
        public var value: Double

        /// A flag for a value.
        public init(x: Double, value: Double) {
            self.x = x
            self.value = value
        }
    }

    /// What the signs were last made for.
    private struct Key: Equatable {
        var plot: Extent
        var y: ClosedRange<Double>
        var transforms: ScaleTransforms
        var scale: Double
    }

    public var isHidden = false
    /// The values, in the order of their positions.
    public var flags: [Flag] = [] {
        didSet { if flags != oldValue { key = nil } }
    }
    /// The distance from the middle of a sign to its corners, in points; above zero.
    public var radius: Double {
        didSet { if radius != oldValue { key = nil } }
    }
    /// The outline of the signs.
    public var color: Color
    /// The inside of the signs: the colour of the ground.
    public var ground: Color
    private let buffer = SampleBuffer()
    private var key: Key?

    /// Signs in a colour, on a ground.
    ///
    /// - Parameter radius: in points, above zero.
    public init(color: Color, ground: Color, radius: Double = 5) {
        precondition(radius > 0, "a sign needs a radius above zero, not \(radius)")
        self.color = color
        self.ground = ground
        self.radius = radius
    }

    /// The vertical position of a flag's middle in a plot, in device pixels from the top of the
    /// target.
    ///
    /// - Parameter scale: device pixels per point.
    public func pixelY(of flag: Flag, in projection: PlotProjection, scale: Double) -> Double {
        // Its outline stays whole within the plot.
        let inset = min(radius * scale + 1, projection.plot.height / 2)
        let (top, bottom) = (projection.plot.minY + inset, projection.plot.maxY - inset)
        let own = projection.pixelY(flag.value)
        return own.isNaN ? top : min(max(own, top), bottom)
    }

    public func encode(into scene: SceneBuilder, _ projection: PlotProjection) {
        guard !flags.isEmpty, projection.scaleY != 0 else { return }
        let now = Key(
            plot: Extent(min: projection.plot.minY, max: projection.plot.maxY), y: projection.y,
            transforms: projection.transforms, scale: scene.scale)
        if now != key {
            key = now
            buffer.replace(
                times: flags.map { projection.xTransform.place(of: $0.x) },
                values: flags.map {
                    let pixel = pixelY(of: $0, in: projection, scale: scene.scale)
                    return projection.y.lowerBound
                        + (pixel - projection.plot.maxY) / projection.scaleY
                }, transform: projection.xTransform)
        }
        scene.points(
            buffer,
            PointStyle(
                .diamond, radius: radius, fill: ground, stroke: Border(width: 1.5, color: color)),
            in: projection)
    }
}
