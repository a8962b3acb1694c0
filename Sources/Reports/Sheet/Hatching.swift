import Geometry
import Painting

/// How an area is filled without a colour.
enum Hatching {
    case none
    /// Thin lines, far apart.
    case light
    /// Lines that rise to the right, close together.
    case dense
    /// Two directions of lines.
    case crossed
    case solid
}

extension SheetPen {
    /// Fills a rectangle with lines, and draws its edge.
    func hatch(_ rect: Rect, _ hatching: Hatching, edge: Double = 0.6) {
        guard !rect.isEmpty else { return }
        switch hatching {
        case .none: break
        case .solid: canvas.fill(Path(rect), .color(.black))
        case .light: lines(rect, distance: 5, rises: true)
        case .dense: lines(rect, distance: 2.4, rises: true)
        case .crossed:
            lines(rect, distance: 3.2, rises: true)
            lines(rect, distance: 3.2, rises: false)
        }
        if edge > 0 {
            canvas.stroke(
                Path(rect), .black, StrokeStyle(width: edge, join: .miter(limit: 4)))
        }
    }

    /// Lines at 45 degrees, cut at the edges of a rectangle: without a clip, which could become an image.
    private func lines(_ rect: Rect, distance: Double, rises: Bool) {
        var path = Path()
        let step = distance * 2.0.squareRoot()
        var start = rect.minX - rect.height + step / 2
        while start < rect.maxX {
            // From the bottom at `start` to the top at `start + height`.
            let left = max(start, rect.minX)
            let right = min(start + rect.height, rect.maxX)
            if right > left {
                let (low, high) = (left - start, right - start)
                if rises {
                    path.move(to: Point(x: left, y: rect.maxY - low))
                    path.line(to: Point(x: right, y: rect.maxY - high))
                } else {
                    path.move(to: Point(x: left, y: rect.minY + low))
                    path.line(to: Point(x: right, y: rect.minY + high))
                }
            }
            start += step
        }
        canvas.stroke(path, .black, StrokeStyle(width: 0.4, join: .bevel, cap: .butt))
    }
}
