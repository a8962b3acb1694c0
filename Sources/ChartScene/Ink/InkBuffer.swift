// Strokes as the GPU draws them.
//
// Layout: 12 bytes for each end of a straight piece: its place in device pixels and its radius. Two
// neighbours make an uneven capsule. The last one of a stroke has a negative radius: nothing joins
// it to the stroke after it. One more at the end of the buffer is the neighbour of the last.
// Limits: pieces are those of one view; a zoom makes new ones. Code that adds them omits what cannot
// be seen, so that places stay near the target and a float holds them.

import Geometry
import Ink

/// Strokes as straight pieces between circles, in device pixels, prepared for drawing.
@MainActor
public final class InkBuffer: SceneContent {
    /// A stroke.
    public struct Stroke: Hashable, Sendable {
        /// The ends of its pieces, by their numbers in the buffer.
        package var vertices: Range<Int>
        /// Its colour; each pixel that it covers gets it once.
        public var color: Color
        /// The smallest rectangle around it, in device pixels.
        public var bounds: Rect
    }

    package let store = ElementStore<InkVertex>(isStreamed: true)
    /// The strokes, in drawing order.
    public private(set) var strokes: [Stroke] = []
    /// How many vertices of the last stroke are not its tail.
    package private(set) var lasting = 0
    /// Changes when strokes are removed.
    package private(set) var generation = 0

    /// Increases with every change.
    public var revision: Int { store.revision }

    /// An empty buffer.
    public init() {}

    /// Removes all strokes.
    public func removeAll() {
        strokes = []
        lasting = 0
        generation += 1
        store.replace([])
    }

    /// Adds a stroke; without pieces it adds nothing.
    ///
    /// - Parameters:
    ///   - pieces: the ends of its straight pieces, with the width at each, in device pixels. A
    ///     width below one pixel is drawn as one.
    ///   - tail: pieces after those, until the stroke is extended.
    public func add(_ pieces: [InkNode], tail: [InkNode] = [], color: Color) {
        guard !pieces.isEmpty || !tail.isEmpty else { return }
        strokes.append(Stroke(vertices: count..<count, color: color, bounds: .zero))
        lasting = 0
        extend(pieces, tail: tail)
    }

    /// Adds pieces to the last stroke, from its end on, and after them a tail that only lasts until
    /// the next call.
    ///
    /// Cost: linear in the pieces and the tail; only these are sent to the GPU.
    public func extend(_ pieces: [InkNode], tail: [InkNode] = []) {
        precondition(!strokes.isEmpty, "no stroke to extend")
        let index = strokes.count - 1
        let own = strokes[index].vertices
        let end = own.lowerBound + lasting
        guard !pieces.isEmpty || !tail.isEmpty || own.upperBound > end else { return }
        // The last vertex that lasts joins the first of these.
        let first = lasting > 0 ? end - 1 : end
        var vertices = (pieces + tail).map { InkVertex($0) }
        if lasting > 0 {
            var last = store.elements[first]
            last.radius = abs(last.radius)
            vertices.insert(last, at: 0)
        }
        guard let last = vertices.last else { return }
        vertices[vertices.count - 1].radius = -last.radius
        strokes[index].vertices = own.lowerBound..<(first + vertices.count)
        let bounds = Self.bounds(pieces + tail)
        if own.isEmpty {
            strokes[index].bounds = bounds
        } else if !pieces.isEmpty || !tail.isEmpty {
            strokes[index].bounds = strokes[index].bounds.union(bounds)
        }
        lasting += pieces.count
        store.replace(from: first, with: vertices + [vertices[vertices.count - 1]])
    }

    /// The number of vertices, without the one after the last.
    private var count: Int { strokes.last?.vertices.upperBound ?? 0 }

    private static func bounds(_ pieces: [InkNode]) -> Rect {
        var (left, top) = (Double.infinity, Double.infinity)
        var (right, bottom) = (-Double.infinity, -Double.infinity)
        for piece in pieces {
            let reach = max(piece.width, 1) / 2
            left = min(left, piece.position.x - reach)
            right = max(right, piece.position.x + reach)
            top = min(top, piece.position.y - reach)
            bottom = max(bottom, piece.position.y + reach)
        }
        return Rect(x: left, y: top, width: right - left, height: bottom - top)
    }
}

/// The end of a piece: see `Ink/ink.vert`.
package struct InkVertex: BitwiseCopyable {
    package var x: Float
    package var y: Float
    /// Negative at the end of a stroke.
    package var radius: Float

    init(_ node: InkNode) {
        x = Float(node.position.x)
        y = Float(node.position.y)
        radius = Float(max(node.width, 1) / 2)
    }

    /// The node that it was made of.
    var node: InkNode {
        InkNode(Point(x: Double(x), y: Double(y)), width: Double(abs(radius)) * 2)
    }
}
