import Geometry
import Painting
import Text

@MainActor
extension PictureItem {
    public func record(on canvas: Canvas, in clip: PixelRect) {
        let scale = canvas.scale
        let moved = Vector(
            dx: (place.x * scale).rounded() / scale, dy: (place.y * scale).rounded() / scale)
        let opacity = min(max(alpha * Double(evenColor?.alpha ?? 1), 0), 1)
        guard opacity > 0 else { return }
        var elements = picture.elements
        if var tone = evenColor {
            tone.alpha = 1
            elements = elements.map { $0.inTone(tone) }
        }
        guard opacity < 1 else { return canvas.append(elements, movedBy: moved) }
        canvas.group(opacity: opacity) { canvas.append(elements, movedBy: moved) }
    }

    public var report: [(String, SceneValue)] {
        var fields: [(String, SceneValue)] = [
            ("place", .point(place)), ("alpha", .number(alpha)),
            ("elements", .count(picture.elements.count)),
            ("texts", .array(Self.texts(picture.elements).map { .string($0) })),
        ]
        if let evenColor { fields.append(("color", .color(evenColor))) }
        return fields
    }

    private static func texts(_ elements: [Picture.Element]) -> [String] {
        elements.flatMap { element -> [String] in
            switch element {
            case .text(let line, _, _, _, _): return [line.text]
            case .clip(_, _, let inner), .group(_, let inner), .transformed(_, let inner),
                .tagged(_, let inner):
                return texts(inner)
            default: return []
            }
        }
    }
}

extension Picture.Element {
    /// The element in another colour, if it is one of those that are drawn in an even tone.
    fileprivate func inTone(_ tone: Color) -> Picture.Element {
        switch self {
        case .polygon(let points, _): .polygon(points, color: tone)
        case .band(let first, let second, let isClosed, _):
            .band(first, second, isClosed: isClosed, color: tone)
        case .sector(let center, let inner, let outer, let from, let to, _):
            .sector(
                center: center, inner: inner, outer: outer, from: from, to: to, color: tone)
        case .fill(let path, _, let rule): .fill(path, .color(tone), rule: rule)
        default: self
        }
    }
}
