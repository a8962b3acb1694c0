import Foundation
import Geometry
import SeededRandom
import Testing

@testable import Ink

/// The smooth curves of strokes, and strokes as they are kept.
@Suite struct InkCurveTests {
    /// The spline by the pyramid of Barry and Goldman.
    private func pyramid(_ p: [Point], _ part: Double) -> Point {
        var knots = [0.0]
        for index in 1..<4 {
            knots.append(knots[index - 1] + (p[index] - p[index - 1]).length.squareRoot())
        }
        let time = knots[1] + (knots[2] - knots[1]) * part
        var level = p
        for depth in 1...3 {
            level = (0..<(4 - depth)).map { index in
                // Each level reaches one knot farther, but the last stays between its two.
                let (a, b) =
                    depth == 3 ? (knots[1], knots[2]) : (knots[index], knots[index + depth])
                let share = (time - a) / (b - a)
                return level[index] + (level[index + 1] - level[index]) * share
            }
        }
        return level[0]
    }

    @Test func curvesAreCentripetalSplines() {
        let p = [(0.0, 0.0), (10, 3), (12, 20), (40, 22)].map { Point(x: $0.0, y: $0.1) }
        let curve = CubicCurve(p[0], p[1], p[2], p[3])
        for part in stride(from: 0.0, through: 1, by: 0.125) {
            #expect((curve.place(at: part) - pyramid(p, part)).length < 1e-9)
        }
    }

    @Test(arguments: [1.0, 0.1, 0.01])
    func piecesStayWithinADistance(distance: Double) {
        var numbers = Xorshift(seed: 7)
        for _ in 0..<50 {
            let p = (0..<4).map { _ in Point(x: numbers.unit() * 300, y: numbers.unit() * 300) }
            let curve = CubicCurve(p[0], p[1], p[2], p[3])
            let fine = (0...2_000).map { curve.place(at: Double($0) / 2_000) }
            let nodes = p.map { InkNode($0, width: 2) }
            let pieces = InkCurve(nodes).flattened(within: distance, in: 1..<3).map(\.position)
            #expect(departure(of: fine, from: pieces) <= distance)
            #expect(pieces.first == p[1] && pieces.last == p[2])
        }
    }

    @Test func aCurveThroughTheSamePlaceTwiceIsFinite() {
        let a = InkNode(Point(x: 1, y: 1), width: 2)
        let b = InkNode(Point(x: 9, y: 1), width: 4)
        for nodes in [[a], [a, a], [a, a, b], [a, b, b], [a, b, a, b]] {
            let pieces = InkCurve(nodes).flattened(within: 0.1)
            #expect(
                pieces.allSatisfy { $0.position.x.isFinite && abs($0.position.y - 1) < 1e-9 })
            #expect(pieces.first == nodes.first && pieces.last == nodes.last)
        }
    }

    @Test(arguments: [StrokeModel.Fidelity.draw, .write])
    func fewerNodesKeepTheCurve(fidelity: StrokeModel.Fidelity) {
        func path(_ time: Double) -> Point {
            Point(x: 50 + 90 * time + 15 * sin(9 * time), y: 80 + 30 * cos(14 * time * time))
        }
        let model = StrokeModel(fidelity, rate: 133, duration: 3, path)
        let kept = StrokeSimplifier.simplified(model.nodes, within: 0.05)
        #expect(kept.count < model.nodes.count / 2)
        #expect(kept.first == model.nodes.first && kept.last == model.nodes.last)
        let (all, few) = (places(model.nodes), places(kept))
        // The distance is measured to the line through the nodes, which is almost the curve.
        #expect(departure(of: all, from: few) < 0.06)
        #expect(departure(of: few, from: all) < 0.06)
    }

    @Test func nodesSurviveAsBytes() throws {
        var numbers = Xorshift(seed: 3)
        let nodes = (0..<500).map { index in
            InkNode(
                Point(x: numbers.unit() * 4_000 - 90, y: numbers.unit() * 3_000), width: 0.3 * 9)
        }
        let bytes = InkNodeCoding.bytes(nodes)
        let read = try InkNodeCoding.nodes(bytes)
        #expect(read.count == nodes.count)
        for (a, b) in zip(read, nodes) {
            #expect(abs(a.position.x - b.position.x) <= 0.5 / 64)
            #expect(abs(a.position.y - b.position.y) <= 0.5 / 64)
            #expect(abs(a.width - b.width) <= 0.5 / 16)
        }
        // Rounding happens once.
        #expect(try InkNodeCoding.nodes(InkNodeCoding.bytes(read)) == read)
        let far = [InkNode(Point(x: -9e6, y: 9e6), width: 64), InkNode(.zero, width: 1)]
        #expect(try InkNodeCoding.nodes(InkNodeCoding.bytes(far)) == far)
    }

    /// A stroke of 200 nodes costs about five bytes for each.
    @Test func aNodeIsAboutFiveBytes() {
        let nodes = (0..<200).map { index in
            InkNode(
                Point(x: 300 + 2 * Double(index), y: 200 + 40 * sin(Double(index) / 9)),
                width: 4 + sin(Double(index) / 5))
        }
        #expect(InkNodeCoding.bytes(nodes).count < 1_100)
    }

    @Test func damagedBytesAreRefused() throws {
        let bytes = InkNodeCoding.bytes([
            InkNode(Point(x: 100, y: 100), width: 4), InkNode(Point(x: 120, y: 90), width: 4),
        ])
        for length in 0..<bytes.count {
            #expect(throws: InkNodeError.self) {
                try InkNodeCoding.nodes(Array(bytes[..<length]))
            }
        }
        #expect(throws: InkNodeError.wrongCount) { try InkNodeCoding.nodes(bytes + [0]) }
        #expect(throws: InkNodeError.wrongCount) { try InkNodeCoding.nodes([0]) }
        var numbers = Xorshift(seed: 11)
        var count = 0
        for _ in 0..<100_000 {
            let random = (0..<Int(numbers.next() % 40)).map { _ in UInt8(numbers.next() >> 56) }
            if let nodes = try? InkNodeCoding.nodes(random) {
                count += 1
                #expect(nodes.allSatisfy { $0.position.x.isFinite && $0.width >= 0 })
            }
        }
        #expect(count > 0)
    }
}
