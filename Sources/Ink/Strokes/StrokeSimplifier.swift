// Fewer nodes for the same curve.
//
// Method: begins with every 24th node, and adds the one that is farthest from the smooth curve, in
// every part that is too far, until none is. Both distances count: from the nodes to the new curve,
// and from the new curve to the line through the nodes. So the curve that is kept is the one that was
// drawn, within the tolerance.
// Rejected: Visvalingam and Whyatt's areas, which bound no distance; Douglas and Peucker's chords,
// which know nothing of the smooth curve between the nodes that are kept.

import Geometry

/// Removes the nodes of a stroke that its curve does not need.
public enum StrokeSimplifier {
    /// The number of nodes in a part of the stroke at the start.
    private static let stride = 24

    /// The nodes that keep a curve within a distance of the one through all nodes, in points, and
    /// its width too.
    ///
    /// Cost: linear in the nodes for each round; there are about five.
    public static func simplified(_ nodes: [InkNode], within distance: Double) -> [InkNode] {
        precondition(distance > 0, "a curve cannot be within \(distance) of another")
        guard nodes.count > 2 else { return nodes }
        var kept = Array(Swift.stride(from: 0, to: nodes.count - 1, by: stride))
        kept.append(nodes.count - 1)
        // A part whose ends and neighbours stayed the same need not be measured again.
        var isSettled = Set<[Int]>()
        while true {
            var next: [Int] = [kept[0]]
            for (order, end) in kept.enumerated().dropFirst() {
                let part = [
                    order > 1 ? kept[order - 2] : -1, kept[order - 1], end,
                    order + 1 < kept.count ? kept[order + 1] : -1,
                ]
                if !isSettled.contains(part) {
                    if let worst = farthest(nodes, part, distance) {
                        next.append(worst)
                    } else {
                        isSettled.insert(part)
                    }
                }
                next.append(end)
            }
            if next.count == kept.count { return kept.map { nodes[$0] } }
            kept = next
        }
    }

    /// The node between the ends of a part that is farthest from its curve; nil if everything is
    /// within the distance.
    ///
    /// - Parameter part: the node before, the ends, and the node after; -1 for none.
    private static func farthest(_ nodes: [InkNode], _ part: [Int], _ distance: Double) -> Int? {
        let (first, last) = (part[1], part[2])
        guard last - first > 1 else { return nil }
        let inner = (first + 1)..<last
        let curve = CubicCurve(
            part[0] < 0 ? nil : nodes[part[0]].position, nodes[first].position,
            nodes[last].position, part[3] < 0 ? nil : nodes[part[3]].position)
        let count = max(curve.pieces(within: distance / 4), 4)
        let places = (0...count).map { curve.place(at: Double($0) / Double(count)) }
        var worst: (index: Int, excess: Double)?
        func take(_ index: Int, _ error: Double) {
            let excess = error - distance
            if excess > 0, excess > worst?.excess ?? 0 {
                worst = (min(max(index, inner.lowerBound), inner.upperBound - 1), excess)
            }
        }
        for index in inner {
            let place = nodes[index].position
            var nearest = Double.infinity
            var way = 0.0
            for piece in 0..<count {
                let segment = Segment(places[piece], places[piece + 1])
                let part = segment.part(nearestTo: place)
                let length = (segment.place(at: part) - place).length
                if length < nearest { (nearest, way) = (length, Double(piece) + part) }
            }
            let share = way / Double(count)
            let width = nodes[first].width * (1 - share) + nodes[last].width * share
            take(index, max(nearest, abs(width - nodes[index].width) / 2))
        }
        for place in places {
            var nearest = (index: first, distance: Double.infinity)
            for index in first..<last {
                let length = Segment(nodes[index].position, nodes[index + 1].position)
                    .distance(to: place)
                if length < nearest.distance { nearest = (index + 1, length) }
            }
            take(nearest.index, nearest.distance)
        }
        return worst?.index
    }
}
