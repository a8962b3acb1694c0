import Geometry
import Painting

@MainActor
extension ErrorBarItem {
    public func record(on canvas: Canvas, in clip: PixelRect) {
        let buffer = values.content
        let scale = canvas.scale
        guard let shown = projection.visibleX(in: clip, reach: style.reach * scale + 2) else {
            return
        }
        let width = max(1, (style.width * scale).rounded())
        let arm = max(0, ((style.cap * scale - width) / 2).rounded())
        let color = style.color.opacity(Float(alpha))
        let plot = projection.plot
        let reach = 4 * (width + 1)
        func left(_ value: ErrorBarVertex) -> Double {
            let place = buffer.originX + (Double(value.xHigh) + Double(value.xLow))
            return toEdge(projection.pixelX(ofPlace: place) - width / 2)
        }
        func row(_ value: ErrorBarVertex.SplitValue) -> Double? {
            value.value(from: buffer.originY).map {
                let y = min(
                    max(projection.pixelY(ofPlace: $0), plot.minY - reach), plot.maxY + reach)
                return toEdge(y - width / 2)
            }
        }
        let visible = buffer.visible(shown)
        if color.alpha > 0 {
            for value in buffer.store.elements[visible] {
                guard let top = row(value.top), let bottom = row(value.bottom) else { continue }
                let x = left(value)
                canvas.fill(canvas.rect(x, top, x + width, bottom + width), color)
                let caps = [row(value.high), row(value.low)]
                for (number, cap) in caps.enumerated() {
                    guard var start = cap else { continue }
                    let end = start + width
                    // If caps share rows, the lower one gets the rest.
                    if let taken = caps[1 - number],
                        taken < start || (taken == start && number == 1)
                    {
                        start = max(start, taken + width)
                    }
                    guard end > start, arm > 0 else { continue }
                    canvas.fill(canvas.rect(x - arm, start, x, end), color)
                    canvas.fill(canvas.rect(x + width, start, x + width + arm, end), color)
                }
            }
        }
        guard let point = style.point else { return }
        for value in buffer.store.elements[visible] {
            guard let y = value.value.value(from: buffer.originY) else { continue }
            point.record(
                at: canvas.point(left(value) + width / 2, projection.pixelY(ofPlace: y)), alpha,
                on: canvas)
        }
    }

    public var report: [(String, SceneValue)] {
        [
            ("values", .count(values.content.count)), ("color", .color(style.color)),
            ("alpha", .number(alpha)), ("projection", projection.report),
        ]
    }
}
