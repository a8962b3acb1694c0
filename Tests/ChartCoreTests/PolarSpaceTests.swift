import ChartCore
import Geometry
import Glibc
import Testing

/// Polar places compared with numbers that can be checked by hand.
@MainActor @Suite struct PolarSpaceTests {
    private func near(_ a: Point, _ x: Double, _ y: Double) -> Bool {
        abs(a.x - x) < 1e-9 && abs(a.y - y) < 1e-9
    }

    @Test func aCompassBeginsAtTwelveAndGoesClockwise() {
        let space = PolarProjection(
            PolarLayout(range: Extent(min: 0, max: 10)), center: Point(x: 50, y: 40), radius: 20)
        #expect(near(space.point(10, at: 0), 50, 20))
        #expect(near(space.point(5, at: 90), 60, 40))
        #expect(near(space.point(10, at: 180), 50, 60))
        #expect(near(space.point(10, at: 630), 30, 40), "any number of turns")
        #expect(near(space.point(10, at: 53.13010235415598), 66, 28), "3, 4, 5")
        #expect(near(space.point(20, at: 0), 50, 0), "beyond the rim")
        #expect(near(space.point(-5, at: 33), 50, 40), "not through the centre")
    }

    @Test func mathematicsBeginsAtThreeAndGoesTheOtherWay() {
        let layout = PolarLayout.mathematical(range: .unit)
        let space = PolarProjection(layout, center: .zero, radius: 1)
        #expect(near(space.point(1, at: 0), 1, 0))
        #expect(near(space.point(1, at: .pi / 2), 0, -1))
        #expect(near(space.point(1, at: .pi), -1, 0))
        #expect(near(space.point(0.5, at: .pi / 6), 0.4330127018922193, -0.25))
    }

    @Test func aHoleMovesTheBeginningOutwards() {
        var layout = PolarLayout(range: Extent(min: 100, max: 200), turn: 24)
        layout.hole = 0.4
        let space = PolarProjection(layout, center: .zero, radius: 50)
        for (value, radius) in [(100.0, 20.0), (150, 35), (200, 50), (250, 65), (0, 20)] {
            #expect(abs(space.radius(of: value) - radius) < 1e-9)
        }
        #expect(near(space.point(150, at: 6), 35, 0), "six hours of a day are a quarter")
        #expect(near(space.point(200, at: -6), -50, 0))
        #expect(space.radius(of: .nan).isNaN)
    }

    @Test(arguments: [0.0, 0.3], [true, false])
    func thereAndBackIsTheSamePlace(hole: Double, isClockwise: Bool) {
        var layout = PolarLayout(range: Extent(min: -5, max: 15), turn: 7)
        layout.hole = hole
        layout.isClockwise = isClockwise
        layout.zero = 0.3
        let space = PolarProjection(
            layout, in: Rect(x: 3, y: 5, width: 200, height: 100), margin: 10)
        #expect(space.center == Point(x: 103, y: 55) && space.radius == 40)
        for value in stride(from: -4.0, through: 20, by: 1.7) {
            for angle in stride(from: 0.0, to: 7, by: 0.31) {
                let place = space.place(of: space.point(value, at: angle))
                #expect(abs(place.value - value) < 1e-9)
                let apart = (place.angle - angle).remainder(dividingBy: 7)
                #expect(abs(apart) < 1e-9 && place.angle >= 0 && place.angle < 7)
            }
        }
    }

    @Test func aRangeIsFittedWhenToldTo() {
        let space = PolarSpace(PolarLayout(range: .unit))
        let before = space.revision
        space.fit(Extent(min: 3, max: 17))
        #expect(space.layout.range == Extent(min: 0, max: 20) && space.revision != before)
        space.fit(Extent(min: -3, max: 17))
        #expect(space.layout.range == Extent(min: -5, max: 20))
        space.fit(.nothing)
        #expect(space.layout.range == Extent(min: -5, max: 20))
    }

    // MARK: Outlines

    private let degree = Double.pi / 180
    private let corners = [0.0, 90, 180, 270].map { PolarSample(angle: $0, value: 1) }

    @Test func straightLinesJoinSamplesAndTurningOnesGoRound() {
        let layout = PolarLayout(range: .unit)
        let square = layout.line(corners, .straight, isClosed: true, chord: degree)
        #expect(square.count == 5 && near(square[4], 0, -1) && near(square[1], 1, 0))
        let round = layout.line(corners, .turning, isClosed: true, chord: degree)
        #expect(round.count == 361)
        #expect(round.allSatisfy { abs(($0 - .zero).length - 1) < 1e-9 })
        #expect(near(round[45], 0.5.squareRoot(), -(0.5.squareRoot())))
        let open = layout.line(corners, .turning, isClosed: false, chord: degree)
        #expect(open.count == 271)
    }

    @Test(arguments: [1.0, 20, 500, 4000]) func chordsAreNearTheirArcs(radius: Double) {
        let chord = PolarLayout.chord(radius: radius)
        func departure(_ angle: Double) -> Double { radius * (1 - cos(angle / 2)) }
        #expect(departure(chord) <= 0.1)
        #expect(chord == .pi / 8 || departure(2 * chord) > 0.1, "as long as can be")
        #expect(chord == PolarLayout.chord(radius: radius * 1.001))
    }

    @Test func gapsStayGaps() {
        let layout = PolarLayout(range: .unit)
        var samples = corners
        samples[1].value = .nan
        let line = layout.line(samples, .straight, isClosed: true, chord: degree)
        #expect(line.count == 5 && !line[1].x.isFinite && line[2].x.isFinite)
        samples[0].value = .nan
        #expect(
            layout.line(samples, .straight, isClosed: true, chord: degree).count == 4,
            "nothing to close with")
    }

    /// Twice the area between a band's two lines.
    private func area(_ band: PolarBand) -> Double {
        func loop(_ points: [Point]) -> Double {
            points.indices.reduce(0) {
                let (a, b) = (points[$1], points[($1 + 1) % points.count])
                return $0 + a.x * b.y - b.x * a.y
            }
        }
        return band.isClosed
            ? abs(loop(band.outline)) - (band.base.count > 1 ? abs(loop(band.base)) : 0)
            : abs(loop(band.outline + band.base.reversed()))
    }

    @Test func bandsLieOnOneSideOfTheirRing() {
        let layout = PolarLayout(range: .unit)
        let whole = layout.bands(corners, .straight, base: nil, isClosed: true, chord: degree)
        #expect(whole.count == 1 && whole[0].isClosed && whole[0].base == [.zero])
        #expect(abs(area(whole[0]) / 2 - 2) < 1e-9, "a square of diagonal 2")
        let ring = layout.bands(corners, .turning, base: 0.5, isClosed: true, chord: degree)
        #expect(ring.count == 1 && ring[0].base.count == ring[0].outline.count)
        #expect(abs(area(ring[0]) / 2 - 0.75 * Double.pi) < 1e-3)
        // 1 and 0.25 alternate: the ring at 0.5 is crossed four times.
        let star = (0..<4).map {
            PolarSample(angle: 90 * Double($0), value: $0 % 2 == 0 ? 1 : 0.25)
        }
        let parts = layout.bands(star, .turning, base: 0.5, isClosed: true, chord: degree)
        #expect(parts.count == 4 && parts.allSatisfy { !$0.isClosed })
        // Each crossing is two thirds of the way down: 60 degrees from a peak.
        for part in parts {
            for (edge, place) in [(part.outline.first, 0), (part.outline.last, 1)] {
                let length = edge.map { ($0 - .zero).length } ?? 0
                #expect(abs(length - 0.5) < 1e-9, "\(place)")
            }
            let sides = Set(
                part.outline.dropFirst().dropLast().map { ($0 - .zero).length > 0.5 })
            #expect(sides.count == 1)
        }
        // From 60 degrees before a peak to 60 after it r goes from 0.5 to 1 and back: the area is
        // 2 · ½ ∫ (r² − ¼) dφ = π/3 · (mean of r² − ¼), and that mean is 7/12.
        let peak = parts.map { area($0) / 2 }.max() ?? 0
        #expect(abs(peak - Double.pi / 3 * (7.0 / 12 - 0.25)) < 1e-3)
    }

    @Test func aBandWithAGapHasNoSeam() {
        let layout = PolarLayout(range: .unit)
        var samples = (0..<12).map { PolarSample(angle: 30 * Double($0), value: 1) }
        samples[5].value = .nan
        let bands = layout.bands(samples, .straight, base: nil, isClosed: true, chord: degree)
        #expect(bands.count == 1 && !bands[0].isClosed)
        // Ten of twelve triangles with the sine of 30 degrees.
        #expect(abs(area(bands[0]) / 2 - 10 * 0.25) < 1e-9)
        #expect(layout.bands([], .straight, base: 0, isClosed: true, chord: degree).isEmpty)
        #expect(
            layout.bands([samples[0]], .straight, base: 0, isClosed: true, chord: degree).isEmpty)
    }
}
