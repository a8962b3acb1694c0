import ChartCore
import Geometry
import SeededRandom
import Testing

/// The position of the board, compared with independent arithmetic.
@Suite struct InfoBoardTests {
    typealias View = InfoBoardPlacement.View
    let container = Rect(x: 0, y: 0, width: 800, height: 400)
    let plot = Rect(x: 18, y: 18, width: 730, height: 348)
    let size = Size(width: 140, height: 60)

    private func ring(_ x: Double, _ y: Double) -> Rect {
        Rect(x: x - 6, y: y - 6, width: 12, height: 12)
    }

    private func place(
        _ placement: inout InfoBoardPlacement, x: Double, rings: [Double]
    ) -> InfoBoardPlacement.Place? {
        placement.place(
            [size], over: View(x: x, markers: rings.map { ring(x, $0) }), plot: plot, in: container)
    }

    // MARK: The rules of the original chart

    @Test func overThePointWhereNothingIsInTheWay() throws {
        var placement = InfoBoardPlacement()
        let found = try #require(place(&placement, x: 400, rings: [300]))
        #expect(found.rect == Rect(x: 330, y: 26, width: 140, height: 60))
        #expect(found.rule == .over && placement.side == nil)
        // At the plot's edge it is kept inside.
        let edge = try #require(place(&placement, x: 740, rings: [300]))
        #expect(edge.rect.maxX == 794 && edge.rule == .over)
    }

    @Test func liftedAsFarAsTheContainerHasRoom() throws {
        var placement = InfoBoardPlacement()
        // Its bottom would be at 86, five points from the ring: 91 is the first free one.
        #expect(try #require(place(&placement, x: 400, rings: [97])).rect.y == 26)
        #expect(try #require(place(&placement, x: 400, rings: [87])).rect.y == 16)
        #expect(try #require(place(&placement, x: 400, rings: [77])).rect.y == 6)
        #expect(try #require(place(&placement, x: 400, rings: [76.5])).rule != .over)
    }

    @Test(arguments: [
        // Near the right edge to the left, near the left one to the right, else to the wider side.
        (700.0, InfoBoardPlacement.Side.left), (610, .left), (60, .right), (160, .right),
        (384, .left), (382, .right),
    ]) func besideThePointByTheEdges(x: Double, side: InfoBoardPlacement.Side) throws {
        var placement = InfoBoardPlacement()
        let found = try #require(place(&placement, x: x, rings: [40]))
        #expect(found.rule == .aside(side) && placement.side == side)
        // The middle is 0.6 widths from the point.
        #expect(abs(abs(found.rect.midX - x) - 84) < 1e-9)
        #expect((found.rect.midX < x) == (side == .left))
    }

    @Test func theSideStaysWhileItCollides() throws {
        var placement = InfoBoardPlacement()
        #expect(try #require(place(&placement, x: 420, rings: [40])).rule == .aside(.left))
        // Past the middle, where it would begin on the right.
        for x in stride(from: 418.0, through: 170, by: -2) {
            #expect(try #require(place(&placement, x: x, rings: [40])).rule == .aside(.left))
        }
        // There is no room on that side any more.
        #expect(try #require(place(&placement, x: 120, rings: [40])).rule == .aside(.right))
        #expect(try #require(place(&placement, x: 300, rings: [40])).rule == .aside(.right))
        // Without a collision it moves back above the point, and forgets its side.
        #expect(try #require(place(&placement, x: 300, rings: [300])).rule == .over)
        #expect(placement.side == nil)
    }

    @Test func theTargetDecidesAndThePresentIsRespected() throws {
        var placement = InfoBoardPlacement()
        // The values glide so that the ring will be in the way: the board is already at the side.
        let placePlace = placement.place(
            [size], over: View(x: 500, markers: [ring(500, 40)]),
            now: View(x: 500, markers: [ring(500, 300)]), plot: plot, in: container)
        let place = try #require(placePlace)
        #expect(place.rule == .aside(.left))
        // While the range glides it keeps its final distance.
        let movingPlace = placement.place(
            [size], over: View(x: 500, markers: [ring(500, 40)]),
            now: View(x: 560, markers: [ring(560, 40)]), plot: plot, in: container)
        let moving = try #require(movingPlace)
        #expect(abs(moving.rect.midX - (560 - 84)) < 1e-9)
        // A marker that it will not cover, but covers now, is avoided now too.
        let now = ring(400, 60)
        let otherPlace = placement.place(
            [size], over: View(x: 400, markers: [ring(400, 300)]),
            now: View(x: 400, markers: [now]), plot: plot, in: container)
        let other = try #require(otherPlace)
        #expect(!other.rect.intersects(now))
    }

    // MARK: The search

    @Test func gapsAreFoundAboveBetweenAndBelow() throws {
        let narrow = Rect(x: 0, y: 0, width: 170, height: 400)
        let inner = Rect(x: 18, y: 18, width: 134, height: 364)
        for (rings, expected) in [
            // Five points below the ring at 40, at 90; above the point; between 70 and 200; below
            // 45, since 100 leaves no room above it.
            ([40.0, 380], 51.0), ([40, 90, 380], 101), ([300, 360], 26), ([30, 70, 200], 81),
            ([45, 100], 111), ([110, 150, 190, 230, 270, 310, 350], 26),
        ] {
            var placement = InfoBoardPlacement()
            let foundPlace = placement.place(
                [size], over: View(x: 85, markers: rings.map { ring(85, $0) }), plot: inner,
                in: narrow)
            let found = try #require(foundPlace)
            #expect(found.rect.y == expected, "\(rings): \(found.rect)")
            for y in rings { #expect(!found.rect.intersects(ring(85, y))) }
        }
    }

    @Test func aSmallerBoardWhereTheFirstHasNoRoom() throws {
        let tiny = Rect(x: 0, y: 0, width: 200, height: 100)
        let view = View(x: 100, markers: [ring(100, 50)])
        let sizes = [Size(width: 150, height: 60), Size(width: 70, height: 80)]
        var placement = InfoBoardPlacement()
        let foundPlace = placement.place(sizes, over: view, plot: tiny, in: tiny)
        let found = try #require(foundPlace)
        #expect(found.size == 1 && found.rect.size == sizes[1])
        // And cut if neither has: the gap that keeps most of it.
        let cutPlace = placement.place(
            [Size(width: 150, height: 80)], over: view, plot: tiny, in: tiny)
        let cut = try #require(cutPlace)
        #expect(cut.rule == .cut && !cut.rect.intersects(ring(100, 50)))
        #expect(tiny.contains(cut.rect) && cut.rect.width >= 70)
        // If everything is covered there is no board.
        let all = View(x: 100, markers: [tiny])
        #expect(placement.place(sizes, over: all, plot: tiny, in: tiny) == nil)
        #expect(placement.place([], over: view, plot: tiny, in: tiny) == nil)
    }

    /// A place is found for the whole board if, and only if, a search of every half point finds
    /// one.
    @Test func noFreePlaceIsOverlooked() {
        var random = Numbers(seed: 5)
        var counts = (found: 0, missed: 0)
        for _ in 0..<150 {
            let container = Rect(
                x: 0, y: 0, width: random.whole(90...160), height: random.whole(80...130))
            let size = Size(width: random.whole(40...90), height: random.whole(30...70))
            let x = random.whole(0...Int(container.width))
            let markers = (0..<Int(random.whole(1...12))).map { _ in
                ring(
                    random.whole(0...Int(container.width)), random.whole(0...Int(container.height)))
            }
            var placement = InfoBoardPlacement()
            let place = placement.place(
                [size], over: View(x: x, markers: markers), plot: container, in: container)
            let isFree = Self.hasPlace(size, among: markers, in: container)
            #expect((place?.rule ?? .cut) == .cut ? !isFree : isFree)
            if isFree { counts.found += 1 } else { counts.missed += 1 }
        }
        #expect(counts.found > 30 && counts.missed > 30, "both happen: \(counts)")
    }

    /// All whole points are tried: everything in the cases above is whole except the distances.
    private static func hasPlace(_ size: Size, among markers: [Rect], in container: Rect) -> Bool {
        for left in Int(container.x)...Int(container.maxX) {
            for top in Int(container.y)...Int(container.maxY) {
                let (l, t) = (Double(left), Double(top))
                let (r, b) = (l + size.width, t + size.height)
                guard l >= container.x + 6, t >= container.y + 6, r <= container.maxX - 6,
                    b <= container.maxY - 6
                else { continue }
                let isCovering = markers.contains {
                    l < $0.maxX + 5 && r > $0.minX - 5 && t < $0.maxY + 5 && b > $0.minY - 5
                }
                if !isCovering { return true }
            }
        }
        return false
    }

    @Test func aThousandRandomBoardsCoverNothingAndStayInside() throws {
        var random = Numbers(seed: 17)
        var rules: [InfoBoardPlacement.Rule: Int] = [:]
        var placement = InfoBoardPlacement()
        for number in 0..<1_000 {
            let window = Rect(
                x: 0, y: 0, width: random.whole(360...2560), height: random.whole(480...1440))
            let container = Rect(
                x: random.whole(0...12), y: random.whole(100...180), width: window.width - 24,
                height: window.height - random.whole(240...300))
            let plot = container.inset(by: Insets(left: 18, top: 18, right: 52, bottom: 34))
            let series = Int(random.whole(1...9))
            let rows = Double(series + Int(random.whole(0...2)))
            let wide = random.whole(90...260)
            let sizes = [
                Size(width: wide, height: 34 + 21 * rows),
                Size(width: 2 * wide, height: 34 + 21 * (rows / 2).rounded(.up)),
                Size(width: wide / 2, height: 34 + 21 * rows), Size(width: wide / 2, height: 55),
            ]
            let x = plot.x + random.part() * plot.width
            // Usually all at the same instant; sometimes anywhere.
            let isScattered = number % 5 == 0
            let markers = (0..<series * (isScattered ? 4 : 1)).map { _ in
                ring(
                    isScattered ? plot.x + random.part() * plot.width : x,
                    plot.y + random.part() * plot.height)
            }
            if number % 3 == 0 { placement = InfoBoardPlacement() }
            let foundPlace = placement.place(
                sizes, over: View(x: x, markers: markers), plot: plot, in: container)
            let found = try #require(foundPlace)
            rules[found.rule, default: 0] += 1
            let board = found.rect
            #expect(board.minX >= container.minX && board.maxX <= container.maxX)
            #expect(board.minY >= container.minY && board.maxY <= container.maxY)
            #expect(board.minX >= window.minX && board.maxX <= window.maxX)
            for ring in markers {
                let isApart =
                    board.maxX <= ring.minX || board.minX >= ring.maxX || board.maxY <= ring.minY
                    || board.minY >= ring.maxY
                #expect(isApart, "case \(number): \(board) over \(ring)")
            }
        }
        #expect(rules[.cut] == nil, "each has room for a board: \(rules)")
        #expect(rules.count == 4, "all rules are used: \(rules)")
    }

    // MARK: Motion

    private let bounds = Rect(x: 0, y: 0, width: 800, height: 400)

    @Test func theFirstPlaceIsTakenAtOnceAndTheNextInTime() throws {
        var motion = InfoBoardMotion()
        let (a, b) = (
            Rect(x: 100, y: 20, width: 80, height: 40), Rect(x: 300, y: 20, width: 80, height: 40)
        )
        motion.show(a, over: Point(x: 140, y: 10), isOther: true, at: 5)
        #expect(motion.rect(at: 5, in: bounds) == a && !motion.isMoving(at: 5))
        motion.show(b, over: Point(x: 340, y: 10), isOther: true, at: 6)
        #expect(motion.rect(at: 6, in: bounds) == a)
        // Ease-out: three quarters of the way at half of the time.
        #expect(abs(try #require(motion.rect(at: 6.075, in: bounds)).x - 250) < 1e-9)
        #expect(motion.rect(at: 6.15, in: bounds) == b && !motion.isMoving(at: 6.15))
        motion.hide()
        #expect(motion.rect(at: 7, in: bounds) == nil)
        var still = InfoBoardMotion(duration: 0)
        still.show(a, over: .zero, isOther: true, at: 0)
        still.show(b, over: .zero, isOther: true, at: 0)
        #expect(still.rect(at: 0, in: bounds) == b)
    }

    @Test func itMovesWithTheDataInTheSameFrame() throws {
        var motion = InfoBoardMotion()
        var rect = Rect(x: 100, y: 20, width: 80, height: 40)
        motion.show(rect, over: Point(x: 140, y: 10), isOther: true, at: 0)
        for step in 1...30 {
            rect.x += 7
            motion.show(
                rect, over: Point(x: 140 + 7 * Double(step), y: 10), isOther: false,
                at: Double(step) / 60)
            #expect(motion.rect(at: Double(step) / 60, in: bounds) == rect)
        }
        // Held back by the edge it stays there; it moves to another side in the given time.
        motion.show(rect, over: Point(x: 360, y: 10), isOther: false, at: 1)
        #expect(motion.rect(at: 1, in: bounds) == rect)
        let other = Rect(x: rect.x - 96, y: 20, width: 80, height: 40)
        motion.show(other, over: Point(x: 361, y: 10), isOther: false, at: 2)
        #expect(motion.rect(at: 2, in: bounds) == rect && motion.isMoving(at: 2.1))
    }

    @Test(arguments: [24.0, 30, 60, 144]) func anyFrameRateEndsAtTheSameTime(rate: Double) {
        var motion = InfoBoardMotion()
        let (a, b) = (
            Rect(x: 0, y: 0, width: 50, height: 20), Rect(x: 700, y: 90, width: 50, height: 20)
        )
        motion.show(a, over: .zero, isOther: true, at: 0)
        motion.show(b, over: .zero, isOther: true, at: 1.003)
        var frame = 0
        while Double(frame) / rate < 1.003 { frame += 1 }
        while true {
            let time = Double(frame) / rate
            // Showing the same again changes nothing.
            motion.show(b, over: .zero, isOther: false, at: time)
            let p = min((time - 1.003) / 0.15, 1)
            let expected = 700 * p * (2 - p)
            #expect(abs((motion.rect(at: time, in: bounds)?.x ?? 0) - expected) < 1e-9)
            if !motion.isMoving(at: time) { break }
            frame += 1
        }
        #expect(abs(Double(frame) / rate - 1.153) <= 1 / rate)
    }
}

/// Numbers that are the same every time.
private struct Numbers {
    private var numbers: SplitMix

    init(seed: UInt64) { numbers = SplitMix(seed: seed) }

    mutating func part() -> Double { numbers.unit() }

    mutating func whole(_ range: ClosedRange<Int>) -> Double {
        (Double(range.lowerBound) + part() * Double(range.count)).rounded(.down)
    }
}
