import Foundation
import Geometry

@testable import Ink

/// The largest distance from a place of `a` to the nearest one on the line through `b`.
func departure(of a: [Point], from b: [Point]) -> Double {
    // Blocks of the line, each with a rectangle around it: those that are too far are passed over.
    let size = 16
    let blocks = stride(from: 0, to: max(b.count - 1, 1), by: size).map { first in
        let last = min(first + size, b.count - 1)
        let part = b[first...last]
        return (
            first: first, last: last, left: part.map(\.x).min() ?? 0,
            right: part.map(\.x).max() ?? 0, top: part.map(\.y).min() ?? 0,
            bottom: part.map(\.y).max() ?? 0
        )
    }
    var order = 0
    var largest = 0.0
    for place in a {
        var nearest = Double.infinity
        // The block that was nearest last time is probably near again.
        let start = order
        for step in 0..<blocks.count {
            let index = (start + step) % blocks.count
            let block = blocks[index]
            let dx = max(block.left - place.x, place.x - block.right, 0)
            let dy = max(block.top - place.y, place.y - block.bottom, 0)
            guard dx < nearest, dy < nearest else { continue }
            if block.first == block.last {
                nearest = min(nearest, (place - b[block.first]).length)
            }
            for piece in block.first..<block.last {
                let length = distance(place, b[piece], b[piece + 1])
                if length < nearest { (nearest, order) = (length, index) }
            }
            if nearest <= largest { break }
        }
        largest = max(largest, nearest)
    }
    return largest
}

/// The distance from a place to a straight line between two others.
private func distance(_ p: Point, _ a: Point, _ b: Point) -> Double {
    let way = b - a
    let square = way.dx * way.dx + way.dy * way.dy
    if square == 0 { return (p - a).length }
    let part = min(max(((p - a).dx * way.dx + (p - a).dy * way.dy) / square, 0), 1)
    return (p - (a + way * part)).length
}

/// Places along the straight lines through others, no more than `step` apart.
func dense(_ places: [Point], step: Double) -> [Point] {
    var all: [Point] = places.first.map { [$0] } ?? []
    for (a, b) in zip(places, places.dropFirst()) {
        let count = max(Int(((b - a).length / step).rounded(.up)), 1)
        for index in 1...count { all.append(a + (b - a) * (Double(index) / Double(count))) }
    }
    return all
}

/// The curve of nodes as places.
func places(_ nodes: [InkNode]) -> [Point] {
    InkCurve(nodes).flattened(within: 0.01).map(\.position)
}

extension StrokeModel {
    /// The finished model of samples at a rate from a path of time.
    init(
        _ fidelity: Fidelity, rate: Double, duration: Double, _ path: (Double) -> Point
    ) {
        self.init(InkBrush(.pen, size: 4), fidelity)
        let count = Int((duration * rate).rounded())
        for index in 0...count {
            let time = duration * Double(index) / Double(count)
            add(PenSample(time: time, position: path(time)))
        }
        finish()
    }
}
