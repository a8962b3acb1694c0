import ChartScene
import Geometry
import Glibc
import Painting

/// The colour at each device pixel.
struct PaintedPixels {
    private let first: Color
    private let last: Color
    private let start: Point
    /// From the start to the position of the last colour, divided by the square of its length.
    private let along: Vector

    init(_ paint: Paint, around bounds: Rect, scale: Double) {
        var end: Point
        switch paint {
        case .color(let color):
            (first, last, start) = (color, color, .zero)
            end = .zero
        case .gradient(let from, let to, let turns):
            let angle = turns * 2 * .pi
            let direction = Vector(dx: cos(angle), dy: sin(angle))
            // The rectangle's extent along the direction.
            let reach = abs(direction.dx) * bounds.width / 2 + abs(direction.dy) * bounds.height / 2
            (first, last) = (from, to)
            start = bounds.center + direction * -reach
            end = bounds.center + direction * reach
        case .linear(let gradient):
            (first, last) = (gradient.first, gradient.last)
            start = Point(x: gradient.start.x * scale, y: gradient.start.y * scale)
            end = Point(x: gradient.end.x * scale, y: gradient.end.y * scale)
        }
        let way = end - start
        let square = way.dx * way.dx + way.dy * way.dy
        along = square > 0 ? way * (1 / square) : .zero
    }

    private func color(x: Double, y: Double) -> Color {
        if first == last { return first }
        let part = (x - start.x) * along.dx + (y - start.y) * along.dy
        return first.mixed(with: last, Float(min(max(part, 0), 1)))
    }

    /// The image of a part with the given coverage of its pixels, row by row; nil if none is
    /// covered.
    func image(of part: PixelRect, coverage: [Float]) -> PaintedImage? {
        guard coverage.contains(where: { $0 > 0 }) else { return nil }
        var bytes = [UInt8](repeating: 0, count: part.width * part.height * 4)
        for index in coverage.indices where coverage[index] > 0 {
            let color = color(
                x: Double(part.x + index % part.width) + 0.5,
                y: Double(part.y + index / part.width) + 0.5)
            for (offset, value) in color.premultiplied.enumerated() {
                bytes[4 * index + offset] = UInt8(
                    (min(max(value * coverage[index], 0), 1) * 255).rounded())
            }
        }
        return PaintedImage(width: part.width, height: part.height, bytes: bytes)
    }
}
