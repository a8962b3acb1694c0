import ChartScene
import Geometry
import Painting

/// Draws the small pictures of metrics.
@MainActor
enum SparklinePicture {
    /// Draws a small picture into a rectangle.
    ///
    /// - Parameters:
    ///   - ground: the colour behind it.
    ///   - marksEnd: whether a dot marks the last value of a line.
    static func draw(
        _ sparkline: Sparkline, _ color: Color, ground: Color, _ rect: Rect, _ pane: PaneCanvas,
        marksEnd: Bool = false
    ) {
        let canvas = pane.canvas
        let faded = pane.theme.faded(color, by: 0.42, on: ground)
        switch sparkline.shape {
        case .bars(let values):
            let slot = rect.width / Double(max(values.count, 8))
            for (index, value) in values.enumerated() where value.isFinite {
                let height = max(2, value * rect.height)
                let x = rect.maxX - Double(values.count - index) * slot
                canvas.fill(
                    Rect(
                        x: x + slot * 0.15, y: rect.maxY - height, width: slot * 0.7, height: height
                    ),
                    sparkline.isStrong(index, of: values.count) ? color : faded, corners: 1.5)
            }
        case .line(let values): line(values, color, rect, pane, marksEnd: marksEnd)
        case .ranges(let values):
            let slot = rect.width / Double(max(values.count, 8))
            for (index, value) in values.enumerated() {
                let x = rect.maxX - Double(values.count - index) * slot
                let top = rect.maxY - value.upperBound * rect.height
                let bottom = rect.maxY - value.lowerBound * rect.height
                canvas.fill(
                    Rect(
                        x: x + slot * 0.2, y: top, width: slot * 0.6, height: max(3, bottom - top)),
                    sparkline.isStrong(index, of: values.count) ? color : faded, corners: 2)
            }
        }
    }

    private static func line(
        _ values: [Double], _ color: Color, _ rect: Rect, _ pane: PaneCanvas, marksEnd: Bool
    ) {
        let canvas = pane.canvas
        guard values.count > 1 else {
            if let value = values.first, value.isFinite {
                canvas.circle(
                    at: Point(x: rect.midX, y: rect.maxY - value * rect.height), radius: 2.5,
                    fill: color)
            }
            return
        }
        // The dot at the end has room in the rectangle.
        let width = rect.width - (marksEnd ? 3 : 0)
        func place(_ index: Int) -> Point {
            Point(
                x: rect.x + width * Double(index) / Double(values.count - 1),
                y: rect.maxY - 3 - values[index] * (rect.height - 6))
        }
        var run: [Point] = []
        @MainActor func flush() {
            if run.count > 1 {
                canvas.polyline(run, width: 1.6, color: color)
            } else if let point = run.first {
                canvas.circle(at: point, radius: 1.2, fill: color)
            }
            run = []
        }
        for index in values.indices {
            guard values[index].isFinite else {
                flush()
                continue
            }
            run.append(place(index))
        }
        flush()
        if marksEnd, let last = values.indices.last(where: { values[$0].isFinite }) {
            canvas.circle(at: place(last), radius: 2.6, fill: color)
        }
    }
}
