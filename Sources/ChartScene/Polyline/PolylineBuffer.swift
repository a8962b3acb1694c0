// Polylines as the GPU draws them.
//
// Layout: 12 bytes for each vertex: its place, and the colour of the segment after it. A clear colour
// means that there is no segment. A segment is drawn from four vertices: its ends and their neighbours.
// So there is one more vertex before the first, and there are two after the last.

import Geometry

/// Lines through vertices of a plane, with a colour for each segment.
@MainActor
public final class PolylineBuffer: SceneContent {
    /// A vertex.
    public struct Vertex: BitwiseCopyable, Hashable {
        package var x: Float
        package var y: Float
        package var color: PackedColor

        /// A vertex at coordinates of the plane.
        ///
        /// - Parameter color: that of the segment to the next vertex; nil if there is none.
        public init(x: Double, y: Double, color: Color?) {
            (self.x, self.y) = (Float(x), Float(y))
            self.color = color.map { PackedColor($0) } ?? .clear
        }

        /// Whether a segment leads to the next vertex.
        package var hasSegment: Bool { color.alpha > 0 }
        var place: Point { Point(x: Double(x), y: Double(y)) }
    }

    package let store = ElementStore<Vertex>(isStreamed: true)

    /// The rectangles around segments that follow one another, `blockLength` of them in each.
    package private(set) var blocks: [Rect] = []
    /// Segments that are drawn or left out together.
    package static let blockLength = 64

    /// Increases with every change.
    public var revision: Int { store.revision }
    /// The number of vertices.
    public var count: Int { max(store.count - 3, 0) }

    /// An empty buffer.
    public init() {}

    /// Replaces all vertices; the last one of each line has no colour.
    ///
    /// Cost: linear in the vertices.
    public func replace(_ vertices: [Vertex]) {
        blocks = Self.blocks(vertices)
        guard var last = vertices.last, var first = vertices.first else { return store.replace([]) }
        first.color = .clear
        last.color = .clear
        store.replace([first] + vertices.dropLast() + [last, last, last])
    }

    private static func blocks(_ vertices: [Vertex]) -> [Rect] {
        stride(from: 0, to: max(vertices.count - 1, 0), by: blockLength).map { first in
            // The last segment ends at the first vertex of the next block.
            let block = vertices[first...min(first + blockLength, vertices.count - 1)]
            let (xs, ys) = (block.map(\.x), block.map(\.y))
            let (left, top) = (Double(xs.min() ?? 0), Double(ys.min() ?? 0))
            return Rect(
                x: left, y: top, width: Double(xs.max() ?? 0) - left,
                height: Double(ys.max() ?? 0) - top)
        }
    }

    /// The vertices, as they were given.
    package var vertices: ArraySlice<Vertex> {
        count == 0 ? [] : store.elements[1...count]
    }
}
