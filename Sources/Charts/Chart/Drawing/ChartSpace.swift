import ChartCore
import ChartScene
import Geometry

/// The coordinates of a chart: its plot, and the range of x in it.
@MainActor
struct ChartSpace {
    let x: Dimension
    /// The range of x as it is drawn.
    let drawnRange: Extent
    /// The plot in points.
    let plot: Rect
    /// Device pixels per point.
    let scale: Double

    /// Maps values to points, as they are drawn.
    func projection(of dimension: ValueDimension) -> Projection {
        Projection(
            x: ScaleMapping(kind: x.scale.kind, range: drawnRange), y: dimension.scale.mapping,
            plot: plot)
    }

    /// Maps values to points, as they will be drawn when the ranges have reached their targets.
    func targetProjection(of dimension: ValueDimension) -> Projection {
        Projection(
            x: ScaleMapping(kind: x.scale.kind, range: x.target),
            y: ScaleMapping(kind: dimension.scale.kind, range: dimension.target), plot: plot)
    }

    /// Maps values to device pixels, as they are drawn.
    func plotProjection(of dimension: ValueDimension) -> PlotProjection {
        let (drawn, range) = (drawnRange, dimension.range)
        return PlotProjection(
            plot: Rect(
                x: (plot.x * scale).rounded(), y: (plot.y * scale).rounded(),
                width: (plot.width * scale).rounded(), height: (plot.height * scale).rounded()),
            x: drawn.min...max(drawn.min, drawn.max), y: range.min...max(range.min, range.max),
            xTransform: x.scale.kind.transform, yTransform: dimension.scale.kind.transform)
    }
}
