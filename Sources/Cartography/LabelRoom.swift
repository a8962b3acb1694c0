import Geometry

/// The room that labels have taken, in cells of a grid that find neighbours.
struct LabelRoom {
    private struct Cell: Hashable {
        var x: Int
        var y: Int
    }

    private var cells: [Cell: [Rect]] = [:]
    /// Points.
    private static let side = 64.0

    /// Whether a rectangle touches nothing that was taken.
    func isFree(_ rect: Rect) -> Bool {
        Self.cells(rect).allSatisfy { cell in
            (cells[cell] ?? []).allSatisfy { !$0.intersects(rect) }
        }
    }

    /// Takes a rectangle.
    mutating func take(_ rect: Rect) {
        for cell in Self.cells(rect) { cells[cell, default: []].append(rect) }
    }

    private static func cells(_ rect: Rect) -> [Cell] {
        func range(_ low: Double, _ high: Double) -> ClosedRange<Int> {
            // What is as far away as this is on no screen.
            let ends = [low, high].map { Int(min(max($0 / side, -1e6), 1e6).rounded(.down)) }
            return ends[0]...max(ends[0], ends[1])
        }
        return range(rect.minX, rect.maxX).flatMap { x in
            range(rect.minY, rect.maxY).map { Cell(x: x, y: $0) }
        }
    }
}
