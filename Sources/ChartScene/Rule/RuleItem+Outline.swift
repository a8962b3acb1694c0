import Geometry
import Painting

@MainActor
extension RuleItem {
    public func record(on canvas: Canvas, in clip: PixelRect) {
        let plot = projection.plot
        let isUpright = axis == .x
        let along = span ?? (isUpright ? plot.minY...plot.maxY : plot.minX...plot.maxX)
        let limits =
            isUpright
            ? plot.minX - 0.01...plot.maxX + 0.01 : plot.minY - 0.01...plot.maxY + 0.01
        let (from, to) = (along.lowerBound.rounded(), along.upperBound.rounded())
        let width = Double(max(pixels, 1))
        let rules = rules.content
        for (value, opacity) in zip(rules.values, rules.opacities) where opacity > 0 {
            let place =
                isUpright ? projection.pixelX(ofPlace: value) : projection.pixelY(ofPlace: value)
            guard limits.contains(place) else { continue }
            let first = toEdge(place - width / 2)
            canvas.fill(
                isUpright
                    ? canvas.rect(first, from, first + width, to)
                    : canvas.rect(from, first, to, first + width),
                color.opacity(Float(alpha * opacity)))
        }
    }

    public var report: [(String, SceneValue)] {
        [
            ("axis", .string(axis == .x ? "x" : "y")),
            ("values", .array(rules.content.values.map { .number($0) })),
            ("color", .color(color)), ("pixels", .count(pixels)), ("alpha", .number(alpha)),
            ("projection", projection.report),
        ]
    }
}
