import ChartCore
import ChartScene
import Geometry

/// A mark in a polar space, in the middle of a chart whose axes are hidden.
///
/// It is independent of the axes: no range moves it, and it extends no range.
@MainActor
public protocol PolarMark: Mark {
    /// The space it shares with the grid and with other marks.
    var space: PolarSpace { get }
    /// The smallest and the largest of its values, for `PolarSpace.fit`.
    var radii: Extent { get }
}

extension PolarMark {
    public var domain: Extent { .nothing }
    public func values(over range: Extent) -> Extent { .nothing }
}

extension PolarSpace {
    /// Takes a round range that includes the values of some marks, and zero.
    public func fit(_ marks: [any PolarMark], rings: Int = 5) {
        fit(marks.reduce(Extent.nothing) { $0.union($1.radii) }, rings: rings)
    }

    /// A projection in points for the target of a scene.
    func projection(_ projection: PlotProjection, scale: Double) -> PolarProjection {
        let pixels = projection.plot
        return self.projection(
            in: Rect(
                x: pixels.x / scale, y: pixels.y / scale, width: pixels.width / scale,
                height: pixels.height / scale))
    }
}

extension PolarProjection {
    /// The projection into the plot of positions in units of the rim around the centre, y upwards;
    /// nil if there is no room.
    func unit(in projection: PlotProjection, scale: Double) -> PlotProjection? {
        let (plot, rim) = (projection.plot, radius * scale)
        guard rim > 0 else { return nil }
        let middle = Point(x: center.x * scale, y: center.y * scale)
        return PlotProjection(
            plot: plot, x: (plot.minX - middle.x) / rim...(plot.maxX - middle.x) / rim,
            y: (middle.y - plot.maxY) / rim...(middle.y - plot.minY) / rim)
    }
}

extension [PolarSample] {
    /// Samples from angles and the same number of values.
    init(angles: [Double], values: [Double]) {
        precondition(
            angles.count == values.count, "\(angles.count) angles for \(values.count) values")
        self = zip(angles, values).map { PolarSample(angle: $0, value: $1) }
    }

    /// The smallest and the largest value.
    var radii: Extent {
        reduce(into: .nothing) { if $1.value.isFinite { $0.include($1.value) } }
    }

    /// Whether they equal those of another list, gaps included.
    func isSame(as other: [PolarSample]) -> Bool {
        count == other.count
            && zip(self, other).allSatisfy {
                ($0.angle == $1.angle || $0.angle.isNaN && $1.angle.isNaN)
                    && ($0.value == $1.value || $0.value.isNaN && $1.value.isNaN)
            }
    }
}

extension SampleBuffer {
    /// Replaces all samples by positions in units of a rim, y downwards; those that are not finite
    /// are gaps.
    func replace(_ points: [Point]) {
        replace(
            times: points.map { $0.x.isFinite ? $0.x : 0 },
            values: points.map { $0.x.isFinite ? -$0.y : .nan }, origin: .zero)
    }
}
