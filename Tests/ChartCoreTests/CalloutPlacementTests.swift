import ChartCore
import Geometry
import Testing

/// The positions of callouts.
@Suite struct CalloutPlacementTests {
    private let bounds = Rect(x: 0, y: 0, width: 400, height: 300)

    private func item(
        _ id: String, _ x: Double, _ y: Double, _ width: Double = 80, _ height: Double = 30
    ) -> CalloutPlacement<String>.Item {
        .init(id: id, point: Point(x: x, y: y), size: Size(width: width, height: height))
    }

    private func covers(_ rect: Rect, _ x: Double, _ y: Double) -> Bool {
        rect.intersects(Rect(x: x - 5.9, y: y - 5.9, width: 11.8, height: 11.8))
    }

    @Test func aCalloutStandsOverItsPoint() {
        var placement = CalloutPlacement<String>()
        let rect = placement.place([item("a", 200, 150)], in: bounds)[0]
        #expect(rect == Rect(x: 160, y: 150 - 14 - 30, width: 80, height: 30))
    }

    /// Wherever the point is, its callout is inside the bounds and next to the point.
    @Test func itStaysInsideBesideItsPoint() {
        for x in stride(from: 0.0, through: 400, by: 12.5) {
            for y in stride(from: 0.0, through: 300, by: 12.5) {
                var placement = CalloutPlacement<String>()
                let rect = placement.place([item("a", x, y)], in: bounds)[0]
                #expect(bounds.inset(by: 1.99).contains(rect))
                #expect(!covers(rect, x, y), "\(x), \(y)")
            }
        }
    }

    /// There are labels next to the plot: a box at its right edge is on the left of its point.
    @Test func itStaysInThePlotWhereItCan() {
        let plot = Rect(x: 10, y: 10, width: 320, height: 260)
        var placement = CalloutPlacement<String>()
        let rect = placement.place([item("a", 328, 150)], in: bounds, preferring: plot)[0]
        #expect(plot.contains(rect) && !covers(rect, 328, 150))
        let tall = placement.place([item("b", 328, 150, 350, 30)], in: bounds, preferring: plot)[0]
        #expect(bounds.contains(tall))
    }

    @Test func calloutsAvoidOneAnother() {
        var placement = CalloutPlacement<String>()
        let items = (0..<8).map { item("\($0)", 140 + 18 * Double($0), 150 + Double($0 % 3) * 9) }
        let rects = placement.place(items, in: bounds)
        for (number, rect) in rects.enumerated() {
            #expect(
                bounds.contains(rect) && !covers(rect, items[number].point.x, items[number].point.y)
            )
            for other in rects.dropFirst(number + 1) {
                #expect(!rect.inset(by: -3.9).intersects(other), "\(number)")
            }
        }
        var again = CalloutPlacement<String>()
        #expect(again.place(items, in: bounds) == rects, "the same each time")
    }

    /// In a pan over the whole width and back a callout changes its side a few times, and each time
    /// later than it would without memory.
    @Test func aPanDoesNotLetThemJump() {
        var placement = CalloutPlacement<String>()
        var sides: [Point] = []
        func side(_ x: Double, _ y: Double) -> Point {
            let rect = placement.place(
                [item("still", 200, 100), item("moving", x, y)], in: bounds)[1]
            return Point(x: (rect.midX - x).rounded(), y: (rect.midY - y).rounded())
        }
        for step in 0...500 {
            // There and back, with a trembling hand.
            let x = 60 + Double(min(step, 500 - step)) + (step % 2 == 0 ? 0.8 : 0)
            let now = side(x, 96)
            if let last = sides.last, abs(last.x - now.x) < 6, abs(last.y - now.y) < 6 { continue }
            sides.append(now)
        }
        #expect(sides.count <= 9, "\(sides)")
    }

    @Test func whatHasNoRoomIsPlacedAllTheSame() {
        var placement = CalloutPlacement<String>()
        let small = Rect(x: 10, y: 10, width: 60, height: 20)
        let rects = placement.place([item("a", 20, 15), item("b", 30, 15)], in: small)
        #expect(rects.allSatisfy { $0.x == 12 && $0.y == 12 })
        #expect(placement.place([], in: small).isEmpty)
    }
}
