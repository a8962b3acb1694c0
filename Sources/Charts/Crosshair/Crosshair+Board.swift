import ChartCore
import Geometry
import Text

extension Crosshair {
    /// Finds the place of the board, for the time of the last `advance`.
    ///
    /// Call it in each frame after the chart was laid out; a `ChartFigure` does so for its charts.
    /// Without a board or a chart nothing happens. It uses where the ranges are going, so that the
    /// board need not move again when they arrive.
    ///
    /// - Parameter container: the area that the board stays inside, in points; nil for the chart's
    ///   frame.
    public func prepare(
        in container: Rect? = nil, deviceScale: Double, typesetter: Typesetter
    ) {
        guard let board, let chart else { return }
        guard let x else { return board.leave() }
        let isOther = x != preparedX
        preparedX = x
        let now = view(of: x, in: chart, atTarget: false)
        let isStill =
            chart.x.target == chart.x.range
            && chart.dimensions.allSatisfy { $0.target == $0.range }
        board.duration = fade
        board.place(
            in: InfoBoard.Surroundings(
                now: now, target: isStill ? now : view(of: x, in: chart, atTarget: true),
                plot: chart.plot, container: container ?? chart.frame),
            isOther: isOther, since: isOther ? changeTime : time, at: time,
            deviceScale: deviceScale, typesetter: typesetter)
        // The line ends on top of a bar; where the board hangs over it, it begins there.
        start = nil
        if let rect = board.rect, end != nil, rect.minX <= now.x, now.x <= rect.maxX {
            start = rect.maxY - chart.plot.minY
        }
    }

    /// The place of the line and what must not be covered there: the rings, and the top of a bar.
    private func view(
        of x: Double, in chart: Chart, atTarget: Bool
    ) -> InfoBoardPlacement.View {
        func projection(_ dimension: String?) -> Projection {
            let values = dimension.flatMap { chart.dimension($0) } ?? chart.y
            return atTarget ? chart.targetProjection(of: values) : chart.projection(of: values)
        }
        let base = projection(nil)
        let radius = style.ringRadius
        var places = rings.map { ring in
            let own = ring.dimension == nil ? base : projection(ring.dimension)
            return Point(x: own.pointX(ring.x), y: own.pointY(ring.y))
        }
        let line = base.pointX(x)
        if let end { places.append(Point(x: line, y: base.pointY(end))) }
        // What lies beyond the plot is not drawn, and not in the way.
        let plot = base.plot
        return InfoBoardPlacement.View(
            x: line,
            markers: places.map { place in
                let y = place.y >= plot.minY - 1 && place.y <= plot.maxY + 1 ? place.y : -1e6
                return Rect(
                    x: place.x - radius, y: y - radius, width: 2 * radius, height: 2 * radius)
            })
    }
}
