import Geodesy
import Maps
import Testing

@Suite("Targets")
struct TargetTests {
    @Test("Targets of the ancestor, as it wrote them")
    func ancestor() throws {
        let text = TargetText(
            """
            Joinville 26.18.19.50S 48.50.44.44W
            Blumenau\t26.54.46.10S\t49.04.04.47W\t50

            # a remark
            Half 26.30S 48.15W 0
            """)
        #expect(
            text.refusals.isEmpty && text.targets.map(\.name) == ["Joinville", "Blumenau", "Half"])
        let (joinville, blumenau) = (text.targets[0].place, text.targets[1].place)
        #expect(abs(joinville.latitude + (26 + 18.0 / 60 + 19.5 / 3600)) < 1e-9)
        #expect(abs(blumenau.longitude + (49 + 4.0 / 60 + 4.47 / 3600)) < 1e-9)
        #expect(text.targets[1].height == 50 && text.targets[2].height == nil)
        #expect(text.targets[2].place == Coordinate(latitude: -26.5, longitude: -48.25))
        // On the ellipsoid; the ancestor's sphere had 71,060 m.
        let way = Geodesic(from: joinville, to: blumenau)
        #expect(abs(way.length - 70_843.299024) < 1e-5, "\(way.length)")
    }

    @Test("Other forms: long names, decimals, units")
    func forms() {
        let text = TargetText(
            """
            "Top of the hill" 47.5 8.25 1200ft
            AVeryLongNameThatIsNotCut -47.123456 +8.654321 12.5m
            Tab 47°30′N 8°15′E # near
            Decimal 47.123456°N 8.654321°E
            """)
        #expect(text.refusals.isEmpty)
        #expect(
            text.targets.map(\.name) == [
                "Top of the hill", "AVeryLongNameThatIsNotCut", "Tab", "Decimal",
            ])
        #expect(text.targets.last?.place == Coordinate(latitude: 47.123456, longitude: 8.654321))
        #expect(text.targets[0].place == Coordinate(latitude: 47.5, longitude: 8.25))
        #expect(abs((text.targets[0].height ?? 0) - 365.76) < 1e-9)
        #expect(text.targets[1].place == Coordinate(latitude: -47.123456, longitude: 8.654321))
        #expect(text.targets[1].height == 12.5)
        #expect(TargetText("a 1 2 10", isImperial: true).targets[0].height == 3.048)
    }

    @Test("Each wrong line is named and costs itself alone")
    func refusals() {
        let text = TargetText(
            "a 1 2\nb 91 2\nc 1\n\nd 1 2 x\ne 1 2 3 4\n\"\" 1 2\nf 1 181\ng 1.60S 2\nh 1 2\n🙂 x y")
        #expect(text.targets.map(\.name) == ["a", "h"])
        #expect(text.refusals.map(\.line) == [2, 3, 5, 6, 7, 8, 9, 11])
        #expect(text.refusals[0].problem == CoordinateError.isBeyondPole.description)
        #expect(text.refusals.allSatisfy { $0.problem.hasSuffix(".") })
        #expect(TargetText("").targets.isEmpty)
    }

    @Test(
        "Rings are crossed inwards and outwards, each at its distance",
        arguments: [
            (1010, 990, [.inwards]), (990, 1010, [.outwards]), (10_400, 10_600, []),
            (11_100, 10_900, [.inwards]), (96, 94, []), (91, 89, [.inwards]), (89, 91, [.outwards]),
            (500, 500, []), (1001, 999, [.inwards]), (101, 100, [.inwards]), (100, 99, []),
            (99, 100, []), (100, 101, [.outwards]), (100, 100, []),
        ] as [(Double, Double, [TargetApproach.Event])])
    func rings(last: Double, now: Double, events: [TargetApproach.Event]) {
        var approach = TargetApproach()
        #expect(approach.move(to: last, bearing: nil, at: 0) == [])
        #expect(approach.move(to: now, bearing: nil, at: 1) == events)
    }

    @Test("A target abeam is heard, at most every three seconds and in a smaller angle from far")
    func abeam() {
        var approach = TargetApproach()
        _ = approach.move(to: 500, bearing: 80, at: 0)
        #expect(approach.move(to: 500, bearing: 80, at: 1) == [.abeam])
        #expect(approach.move(to: 500, bearing: -100, at: 2) == [])
        #expect(approach.move(to: 500, bearing: -100, at: 4) == [.abeam])
        #expect(approach.move(to: 500, bearing: 74, at: 8) == [])
        #expect(approach.move(to: 500, bearing: 270, at: 9) == [.abeam])
        // 15° × 1500 m / 4500 m = 5°.
        #expect(approach.move(to: 4550, bearing: nil, at: 20) != [.abeam])
        #expect(approach.move(to: 4550, bearing: 84, at: 21) == [])
        #expect(approach.move(to: 4550, bearing: 86, at: 22) == [.abeam])
        #expect(approach.move(to: .nan, bearing: 90, at: 30) == [])
    }
}
