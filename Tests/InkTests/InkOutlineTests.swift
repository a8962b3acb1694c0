import Foundation
import Geometry
import SeededRandom
import Testing

@testable import Ink

/// Outlines of strokes, against the circles and tangents that they are made of.
@Suite struct InkOutlineTests {
    /// How far a place is outside of two circles and their common tangents; negative within.
    private func distance(_ place: Point, _ a: InkNode, _ b: InkNode) -> Double {
        let (r, s) = (a.width / 2, b.width / 2)
        let way = b.position - a.position
        let length = way.length
        if length <= abs(r - s) {
            return min((place - a.position).length - r, (place - b.position).length - s)
        }
        // The nearest of the circles in between, by search: their distance is convex.
        var (low, high) = (0.0, 1.0)
        func at(_ t: Double) -> Double {
            (place - (a.position + way * t)).length - (r + (s - r) * t)
        }
        for _ in 0..<100 {
            let (c, d) = (low + (high - low) / 3, high - (high - low) / 3)
            if at(c) < at(d) { high = d } else { low = c }
        }
        return at((low + high) / 2)
    }

    private func winding(_ place: Point, _ polygon: [Point]) -> Int {
        var turns = 0
        for (index, a) in polygon.enumerated() {
            let b = polygon[(index + 1) % polygon.count]
            guard (a.y <= place.y) != (b.y <= place.y) else { continue }
            let x = a.x + (place.y - a.y) / (b.y - a.y) * (b.x - a.x)
            if x > place.x { turns += b.y > a.y ? 1 : -1 }
        }
        return turns
    }

    /// Strokes that cross themselves, with bends narrower than they are wide.
    @Test(arguments: 0..<30)
    func theFilledOutlineIsTheUnionOfItsParts(seed: Int) {
        var numbers = Xorshift(seed: UInt64(seed + 1))
        var place = Point(x: 50, y: 50)
        var pieces: [InkNode] = []
        for _ in 0..<(seed % 12 + 1) {
            pieces.append(InkNode(place, width: 1 + numbers.unit() * 24))
            place = Point(x: 20 + numbers.unit() * 60, y: 20 + numbers.unit() * 60)
        }
        let polygon = InkOutline.polygon(of: pieces, within: 0.01)
        for _ in 0..<1_500 {
            let probe = Point(x: numbers.unit() * 100, y: numbers.unit() * 100)
            let outside =
                pieces.count == 1
                ? (probe - pieces[0].position).length - pieces[0].width / 2
                : zip(pieces, pieces.dropFirst()).map { distance(probe, $0, $1) }.min() ?? 0
            // Within the departure of the polygon either is right.
            if abs(outside) < 0.011 { continue }
            #expect((winding(probe, polygon) != 0) == (outside < 0), "\(probe), \(outside)")
            // Every part turns the same way.
            #expect(winding(probe, polygon) >= 0)
        }
    }

    @Test func circlesWithinOthersAddNothing() {
        let large = InkNode(Point(x: 10, y: 10), width: 20)
        let small = InkNode(Point(x: 12, y: 10), width: 4)
        let one = InkOutline.polygon(of: [large], within: 0.05)
        #expect(InkOutline.polygon(of: [large, small], within: 0.05) == one)
        #expect(InkOutline.polygon(of: [small, large, small, large], within: 0.05) == one)
        #expect(InkOutline.polygon(of: [], within: 0.05).isEmpty)
        let nothing = InkNode(Point(x: 1, y: 1), width: 0)
        #expect(InkOutline.polygon(of: [nothing], within: 0.05).allSatisfy { $0.x == 1 })
    }
}
