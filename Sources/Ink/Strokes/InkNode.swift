import Geometry

/// A place on a stroke, and how wide the stroke is there.
public struct InkNode: Hashable, Sendable {
    /// Where, in points.
    public var position: Point
    /// The width of the stroke, in points.
    public var width: Double

    /// A node from its parts.
    public init(_ position: Point, width: Double) {
        self.position = position
        self.width = width
    }
}

/// The curve of a stroke: smooth through its nodes, with an even change of width between them.
public struct InkCurve: Hashable, Sendable {
    /// The nodes.
    public var nodes: [InkNode]

    /// The curve through nodes.
    public init(_ nodes: [InkNode]) { self.nodes = nodes }

    /// The curve as straight pieces that stay within a distance of it, in points; a single node
    /// stays one.
    ///
    /// Cost: linear in the pieces.
    public func flattened(within distance: Double) -> [InkNode] {
        flattened(within: distance, in: nodes.indices)
    }

    /// The part of it between nodes, as straight pieces; the first piece begins at the first of
    /// those nodes.
    public func flattened(within distance: Double, in part: Range<Int>) -> [InkNode] {
        precondition(distance > 0, "pieces cannot be within \(distance) of a curve")
        guard let first = part.first else { return [] }
        var pieces = [nodes[first]]
        for index in part.dropFirst() {
            append(segment(endingAt: index), endingAt: index, within: distance, to: &pieces)
        }
        return pieces
    }

    /// Appends the pieces of the curve that ends at a node.
    func append(
        _ curve: CubicCurve, endingAt index: Int, within distance: Double,
        to pieces: inout [InkNode]
    ) {
        let (a, b) = (nodes[index - 1], nodes[index])
        let count = curve.pieces(within: distance)
        for piece in 1..<count {
            let part = Double(piece) / Double(count)
            pieces.append(
                InkNode(curve.place(at: part), width: a.width + (b.width - a.width) * part))
        }
        pieces.append(b)
    }

    /// The curve between a node and the one before.
    func segment(endingAt index: Int) -> CubicCurve {
        func place(_ index: Int) -> Point? {
            nodes.indices.contains(index) ? nodes[index].position : nil
        }
        return CubicCurve(
            place(index - 2), nodes[index - 1].position, nodes[index].position, place(index + 1))
    }

    /// The length of its straight pieces within 0.1 points, in points.
    public var length: Double {
        let pieces = flattened(within: 0.1)
        return zip(pieces, pieces.dropFirst()).reduce(0) {
            $0 + ($1.1.position - $1.0.position).length
        }
    }
}
