import ChartCore
import Geometry
import Painting

@MainActor
extension ColumnItem {
    public func record(on canvas: Canvas, in clip: PixelRect) {
        for layer in layers {
            let (width, color) = canvas.stroke(layer.width, layer.color, alpha)
            let buffer = layer.columns.content
            let half = buffer.grid.width / 2
            var path = Path()
            for column in buffer.thin.elements {
                let number = buffer.columns.lowerBound + Int(column.number)
                let x = projection.pixelX(ofPlace: buffer.grid.left(of: number) + half)
                let top = projection.pixelY(ofPlace: buffer.origin + Double(column.high))
                let bottom = projection.pixelY(ofPlace: buffer.origin + Double(column.low))
                path.move(to: canvas.point(x, top))
                path.line(to: canvas.point(x, bottom))
            }
            canvas.stroke(path, color, StrokeStyle(width: width))
        }
    }

    public var report: [(String, SceneValue)] {
        [
            (
                "layers",
                .array(
                    layers.map { layer in
                        .object([
                            ("columns", .count(layer.columns.content.thin.count)),
                            ("color", .color(layer.color)), ("width", .number(layer.width)),
                        ])
                    })
            ), ("alpha", .number(alpha)), ("projection", projection.report),
        ]
    }
}
