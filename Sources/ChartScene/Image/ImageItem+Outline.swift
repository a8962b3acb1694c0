import Geometry
import Painting

@MainActor
extension ImageItem {
    public func record(on canvas: Canvas, in clip: PixelRect) {
        if map == .identity {
            canvas.image(image, in: rect, sampling: sampling, opacity: alpha)
        } else {
            canvas.transformed(by: map) {
                canvas.image(image, in: rect, sampling: sampling, opacity: alpha)
            }
        }
    }

    public var report: [(String, SceneValue)] {
        [
            ("rect", .rect(rect)),
            (
                "map",
                .array([map.a, map.b, map.c, map.d, map.tx, map.ty].map { .number($0) })
            ), ("width", .count(image.width)), ("height", .count(image.height)),
            ("alpha", .number(alpha)),
        ]
    }
}
