import Geometry
import Painting

@MainActor
extension PointItem {
    public func record(on canvas: Canvas, in clip: PixelRect) {
        let buffer = samples.content
        let isStyled = buffer.hasAttributes && !others.isEmpty
        let used =
            isStyled
            ? Set(buffer.usedAttributes.map { $0 <= others.count ? $0 : 0 }).sorted() : [0]
        for attribute in used {
            let style = attribute == 0 ? style : others[attribute - 1]
            let visible = buffer.visible(
                projection, clip, reach: style.radius * canvas.scale + 1)
            for index in visible {
                let sample = buffer.samples.elements[index + 1]
                if isStyled {
                    let own = Int(buffer.attributes.elements[index + 1])
                    if (own <= others.count ? own : 0) != attribute { continue }
                }
                let x = projection.pixelX(
                    ofPlace: buffer.originX + (Double(sample.xHigh) + Double(sample.xLow)))
                let y = projection.pixelY(ofPlace: buffer.originY + Double(sample.y))
                guard projection.plot.inset(by: -0.25).contains(Point(x: x, y: y)) else { continue }
                style.record(at: canvas.point(x, y), alpha, on: canvas)
            }
        }
    }

    public var report: [(String, SceneValue)] {
        [
            ("samples", .count(samples.content.count)), ("fill", .color(style.fill)),
            ("radius", .number(style.radius)), ("alpha", .number(alpha)),
            ("projection", projection.report),
        ]
    }
}

@MainActor
extension PointStyle {
    /// Records a point at a place in points.
    func record(at place: Point, _ alpha: Double, on canvas: Canvas) {
        canvas.marker(
            shape, at: place, radius: radius, fill: fill.opacity(Float(alpha)),
            stroke: stroke.map {
                Border(width: $0.width, color: $0.color.opacity(Float(alpha)))
            })
    }
}
