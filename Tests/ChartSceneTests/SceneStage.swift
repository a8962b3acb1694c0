import ChartScene
import Geometry
import Painting
import Testing
import Text

/// Builds scenes for tests: no display, no driver.
@MainActor
struct SceneStage {
    var size = Size(width: 200, height: 100)
    var scale = 1.0

    /// 0…width and 0…height upwards, one unit a device pixel.
    var identity: PlotProjection {
        let (width, height) = (size.width * scale, size.height * scale)
        return PlotProjection(
            plot: Rect(x: 0, y: 0, width: width, height: height), x: 0...width, y: 0...height)
    }

    func scene(_ body: (SceneBuilder) -> Void) -> Scene {
        let builder = SceneBuilder(size: size, scale: scale)
        body(builder)
        return builder.finish()
    }

    /// The elements of the outlines of a scene, including those of clips and tags.
    func elements(_ body: (SceneBuilder) -> Void) -> [Picture.Element] {
        Self.flattened(scene(body).picture().elements)
    }

    static func flattened(_ elements: [Picture.Element]) -> [Picture.Element] {
        elements.flatMap { element -> [Picture.Element] in
            switch element {
            case .clip(_, _, let inner), .tagged(_, let inner), .group(_, let inner),
                .transformed(_, let inner):
                flattened(inner)
            default: [element]
            }
        }
    }
}

extension Picture.Element {
    /// The rectangle of a plain rectangle.
    var rect: Rect? {
        if case .rectangle(let rect, _, _, _, _) = self { return rect }
        return nil
    }

    /// The colour of a plain rectangle.
    var color: Color? {
        if case .rectangle(_, .color(let color), _, _, _) = self { return color }
        return nil
    }

    /// The corners of an outline that is stroked or filled.
    var points: [Point] {
        let path: Path
        switch self {
        case .stroke(let stroked, _, _): path = stroked
        case .fill(let filled, _, _): path = filled
        default: return []
        }
        return path.steps.compactMap { step in
            switch step {
            case .move(let point), .line(let point): point
            default: nil
            }
        }
    }
}

func point(_ x: Double, _ y: Double) -> Point { Point(x: x, y: y) }

func isNear(_ a: Rect?, _ b: Rect, _ slack: Double = 1e-6) -> Bool {
    guard let a else { return false }
    return abs(a.x - b.x) < slack && abs(a.y - b.y) < slack && abs(a.width - b.width) < slack
        && abs(a.height - b.height) < slack
}
