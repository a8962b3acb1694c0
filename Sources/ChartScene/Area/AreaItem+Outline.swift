import Geometry
import Painting

@MainActor
extension AreaItem {
    public func record(on canvas: Canvas, in clip: PixelRect) {
        let buffer = band.content
        guard let shown = projection.visibleX(in: clip, reach: 1) else { return }
        let visible = buffer.visible(shown)
        guard !visible.isEmpty else { return }
        let base = style.base.map { projection.boundY($0).rounded() }
        var path = Path()
        var upper: [Point] = []
        var lower: [Point] = []
        func end() {
            if upper.count > 1 { path.append(Path(upper + lower.reversed())) }
            (upper, lower) = ([], [])
        }
        for vertex in buffer.store.elements[visible.lowerBound...visible.upperBound] {
            guard vertex.xLow != BandVertex.end else {
                end()
                continue
            }
            let x = projection.pixelX(
                ofPlace: buffer.originX + (Double(vertex.xHigh) + Double(vertex.xLow)))
            let high = projection.pixelY(ofPlace: buffer.originY + Double(vertex.high))
            let low =
                base ?? projection.pixelY(ofPlace: buffer.originY + Double(vertex.low))
            upper.append(canvas.point(x, high))
            lower.append(canvas.point(x, low))
        }
        end()
        canvas.clipped(to: canvas.rect(projection.plot.inset(by: -1))) {
            canvas.fill(path, paint(canvas))
        }
    }

    private func paint(_ canvas: Canvas) -> Paint {
        let (upper, lower) = (
            style.upper.opacity(Float(alpha)), style.lower.opacity(Float(alpha))
        )
        guard upper != lower else { return .color(upper) }
        let plot = projection.plot
        let top = style.gradient.map { projection.boundY($0.upperBound) } ?? plot.minY
        let bottom = style.gradient.map { projection.boundY($0.lowerBound) } ?? plot.maxY
        return .linear(
            LinearGradient(
                from: upper, at: canvas.point(plot.minX, top), to: lower,
                at: canvas.point(plot.minX, max(bottom, top + 1e-6))))
    }

    public var report: [(String, SceneValue)] {
        [
            ("samples", .count(band.content.count)), ("upper", .color(style.upper)),
            ("lower", .color(style.lower)), ("alpha", .number(alpha)),
            ("projection", projection.report),
        ]
    }
}
