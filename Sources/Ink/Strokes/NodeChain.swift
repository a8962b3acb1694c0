import Geometry

/// The nodes of a stroke that is being drawn.
struct NodeChain: Hashable, Sendable {
    private(set) var nodes: [InkNode] = []
    /// Whether corners get nodes close to them on both sides, so that the smooth curve does not
    /// swing out there.
    let guardsCorners: Bool

    /// The least distance between nodes, in points.
    private static let leastDistance = 0.1
    /// How far the smooth curve may be from the line between two nodes at a corner, in points.
    private static let largestBulge = 0.1
    /// The distance of the nodes at both sides of a corner, in points.
    private static let guardDistance = 1.0

    init(guardsCorners: Bool) { self.guardsCorners = guardsCorners }

    /// Adds a node; one very close to the last one only widens it.
    mutating func add(_ node: InkNode) {
        guard let last = nodes.last else { return nodes.append(node) }
        if (node.position - last.position).length < Self.leastDistance {
            nodes[nodes.count - 1].width = max(last.width, node.width)
            return
        }
        if guardsCorners, nodes.count > 1, swingsOut(before: node.position) {
            let before = nodes[nodes.count - 2]
            let first = Self.guardNode(from: last, towards: before)
            let second = Self.guardNode(from: last, towards: node)
            if let first { nodes.insert(first, at: nodes.count - 1) }
            if let second { nodes.append(second) }
        }
        nodes.append(node)
    }

    /// Adds the last node, which is exactly where the pen left the surface.
    mutating func end(at node: InkNode) {
        add(node)
        if nodes.count > 1 { nodes[nodes.count - 1].position = node.position }
    }

    private func swingsOut(before next: Point) -> Bool {
        let place = nodes[nodes.count - 1].position
        let before = nodes[nodes.count - 2].position
        return CubicCurve(nil, before, place, next).bulge > Self.largestBulge
            || CubicCurve(before, place, next, nil).bulge > Self.largestBulge
    }

    /// The node close to a corner on the line to a neighbour; nil if the neighbour is close itself.
    private static func guardNode(from corner: InkNode, towards other: InkNode) -> InkNode? {
        let way = other.position - corner.position
        let part = guardDistance / way.length
        guard part < 0.5 else { return nil }
        return InkNode(
            corner.position + way * part, width: corner.width + (other.width - corner.width) * part)
    }

    /// A chain of the nodes from an index on.
    func suffix(from index: Int) -> NodeChain {
        var chain = NodeChain(guardsCorners: guardsCorners)
        chain.nodes = Array(nodes[index...])
        return chain
    }

    /// Makes both ends thin over a length in points, a quarter of the stroke at most.
    mutating func taper(over length: Double) {
        guard length > 0, nodes.count > 1 else { return }
        let whole = zip(nodes, nodes.dropFirst()).reduce(0) {
            $0 + ($1.1.position - $1.0.position).length
        }
        let length = min(length, whole / 4)
        guard length > 0 else { return }
        taperStart(over: length)
        nodes.reverse()
        taperStart(over: length)
        nodes.reverse()
    }

    private mutating func taperStart(over length: Double) {
        var way = 0.0
        for index in 1..<nodes.count {
            let (a, b) = (nodes[index - 1], nodes[index])
            let next = way + (b.position - a.position).length
            if next >= length {
                // The place where the stroke has its own width.
                let part = (length - way) / (next - way)
                if part < 1 {
                    nodes.insert(
                        InkNode(
                            Segment(a.position, b.position).place(at: part),
                            width: a.width + (b.width - a.width) * part), at: index)
                }
                break
            }
            way = next
        }
        way = 0
        for index in nodes.indices {
            if index > 0 { way += (nodes[index].position - nodes[index - 1].position).length }
            guard way < length else { break }
            let part = way / length
            nodes[index].width *= Self.tip + (1 - Self.tip) * part * (2 - part)
        }
    }

    /// The part of its width that a stroke has at its very end.
    private static let tip = 0.2
}
