// Strokes from which an eraser takes parts.
//
// Method: the curve is cut into straight pieces, and each piece where it enters and leaves the circle
// of the eraser, made larger by half of the stroke's width there. What remains becomes strokes of the
// fewest nodes that keep the curve, as any new stroke does.

import Geometry

extension InkMark {
    /// What remains of the mark after an eraser: no strokes if nothing does; nil if it touches
    /// nothing, or if the mark is a figure, which is erased as a whole.
    ///
    /// - Parameters:
    ///   - place: the middle of the eraser, and `radius` its size, in device pixels of the view.
    public func remains(erasedAt place: Point, radius: Double, in view: InkView) -> [InkStroke]? {
        guard case .stroke(let stroke) = content, isHit(at: place, within: radius, in: view) else {
            return nil
        }
        // Pieces that stay within a tenth of a pixel in the view.
        let growth = max(
            abs(x.map(to: view.x)?.scale ?? 1), abs(y.map(to: view.y)?.scale ?? 1), 1)
        let pieces = stroke.curve.flattened(within: max(Self.departure / growth, 1e-4))
        let scale = view.x.pixelsPerPoint
        func isInside(_ node: InkNode) -> Bool {
            let away = (pixel(of: node.position, in: view) - place).length
            return away <= radius + max(node.width * scale, 1) / 2
        }
        var runs: [[InkNode]] = []
        var run = isInside(pieces[0]) ? [] : [pieces[0]]
        for (a, b) in zip(pieces, pieces.dropFirst()) {
            let cut = cuts(a, b, at: place, radius: radius, in: view)
            var isOut = !isInside(a)
            for part in cut {
                let node = a.towards(b, part)
                if isOut {
                    run.append(node)
                    runs.append(run)
                    run = []
                } else {
                    run = [node]
                }
                isOut.toggle()
            }
            if isOut { run.append(b) }
        }
        if !run.isEmpty { runs.append(run) }
        return runs.filter { run in
            // A speck at the edge of the eraser is not worth a stroke.
            zip(run, run.dropFirst()).reduce(0) { $0 + ($1.1.position - $1.0.position).length }
                > 0.05
        }.map {
            InkStroke(
                stroke.brush, StrokeSimplifier.simplified($0, within: InkStroke.tolerance))
        }
    }

    /// The parts of the way from one piece's end to the other at which it crosses the edge of the
    /// eraser.
    private func cuts(
        _ a: InkNode, _ b: InkNode, at place: Point, radius: Double, in view: InkView
    ) -> [Double] {
        let (from, to) = (pixel(of: a.position, in: view), pixel(of: b.position, in: view))
        let scale = view.x.pixelsPerPoint
        let (r0, r1) = (
            radius + max(a.width * scale, 1) / 2, radius + max(b.width * scale, 1) / 2
        )
        // |from + t (to - from) - place|² = (r0 + t (r1 - r0))²
        let (way, off, grow) = (to - from, from - place, r1 - r0)
        let square = way.dx * way.dx + way.dy * way.dy - grow * grow
        let linear = 2 * (way.dx * off.dx + way.dy * off.dy - r0 * grow)
        let rest = off.dx * off.dx + off.dy * off.dy - r0 * r0
        if abs(square) < 1e-12 {
            let part = linear == 0 ? .nan : -rest / linear
            return part > 0 && part <= 1 ? [part] : []
        }
        let inside = linear * linear - 4 * square * rest
        guard inside > 0 else { return [] }
        let root = inside.squareRoot()
        return [(-linear - root) / (2 * square), (-linear + root) / (2 * square)]
            .filter { $0 > 0 && $0 <= 1 }.sorted()
    }
}

extension InkNode {
    /// The node a part of the way to another one.
    fileprivate func towards(_ other: InkNode, _ part: Double) -> InkNode {
        let way = other.position - position
        return InkNode(
            Point(x: position.x + way.dx * part, y: position.y + way.dy * part),
            width: width + (other.width - width) * part)
    }
}
