import Cartography
import ChartScene
import Geometry
import Testing
import Text

@MainActor
@Suite struct CompassTests {
    private func items(_ compass: Compass, _ typesetter: Typesetter) -> Int {
        let scene = SceneBuilder(size: Size(width: 300, height: 300), scale: 1)
        compass.encode(
            into: scene, in: Rect(x: 0, y: 0, width: 300, height: 300), typesetter: typesetter)
        return scene.finish().nodes.count
    }

    @Test func theDialHasSixtyMarksAndTwelveLetters() {
        #expect(Compass.marks == 60 && Compass.letters.count == 12)
        for (mark, text) in Compass.letters {
            let degrees = mark * 6
            let wanted = [0: "N", 90: "E", 180: "S", 270: "W"][degrees] ?? "\(degrees / 10)"
            #expect(text == wanted)
        }
    }

    @Test func fixedTheNeedleTurnsAndFollowingTheDial() {
        let compass = Compass()
        compass.setHeading(70, at: 0)
        #expect(compass.advance(to: 1))
        _ = compass.advance(to: 30)
        #expect(!compass.advance(to: 30))
        #expect(compass.needleAngle == 70 && compass.dialAngle == 0)
        compass.setFollowsHeading(true, at: 30)
        // A quick turn: less than two seconds.
        #expect(compass.advance(to: 30.3))
        #expect(!compass.advance(to: 32))
        #expect(compass.needleAngle == 0 && compass.dialAngle == 290)
        // The shorter way: from 290 over 0.
        compass.setHeading(350, at: 32)
        _ = compass.advance(to: 60)
        #expect(compass.dialAngle == 10)
    }

    @Test func targetsAreWhereTheyAre() {
        let compass = Compass()
        compass.setTargets(
            [
                .init(id: "a", name: "Joinville", direction: 198, distance: "72 km"),
                .init(id: "b", name: "Summit", direction: 10),
            ], at: 0)
        compass.choose("a", at: 0)
        #expect(compass.target?.name == "Joinville")
        _ = compass.advance(to: 5)
        #expect(compass.targetAngle == 198)
        compass.setHeading(100, at: 5)
        compass.setFollowsHeading(true, at: 5)
        _ = compass.advance(to: 40)
        #expect(compass.targetAngle == 98)
        compass.choose(nil, at: 40)
        #expect(compass.targetAngle == nil)
    }

    @Test func aLostHeadingFlickersAndComesBack() {
        let compass = Compass()
        compass.setHeading(45, at: 0)
        _ = compass.advance(to: 20)
        compass.setHeading(nil, at: 20)
        #expect(compass.advance(to: 20))
        // From one to nothing and back in five thirds of a second.
        let fifths: [(passed: Double, opacity: Double)] = [
            (0, 1), (0.416666666666667, 0.5), (0.833333333333333, 0), (1.666666666666667, 1),
        ]
        for (passed, opacity) in fifths {
            let time = 20 + passed
            _ = compass.advance(to: time)
            #expect(abs(compass.opacities.heading - opacity) < 1e-9)
        }
        #expect(compass.needleAngle == 45)
        _ = compass.advance(to: 20 + 5.0 / 6 + 5.0 / 3)
        compass.setHeading(45, at: 20 + 5.0 / 6 + 5.0 / 3)
        _ = compass.advance(to: 22.75)
        #expect(compass.opacities.heading > 0.99)
        #expect(!compass.advance(to: 23))
        compass.reducesMotion = true
        compass.setHeading(nil, at: 24)
        #expect(!compass.advance(to: 24.1))
        #expect(compass.opacities.heading == 0.4)
    }

    @Test func lessMotionCountsFromTheMomentOn() throws {
        let typesetter = Typesetter(fonts: try FontLibrary())
        func picture(_ compass: Compass) -> PictureItem? {
            let scene = SceneBuilder(size: Size(width: 300, height: 300), scale: 1)
            compass.encode(
                into: scene, in: Rect(x: 0, y: 0, width: 300, height: 300), typesetter: typesetter)
            if case .item(let item)? = scene.finish().nodes.first {
                return item as? PictureItem
            }
            return nil
        }
        let compass = Compass()
        compass.setHeading(0, at: 0)
        compass.setHeading(90, at: 1)
        _ = compass.advance(to: 1.5)
        let turning = try #require(picture(compass))
        compass.reducesMotion = true
        #expect(!compass.advance(to: 1.6))
        #expect(try #require(picture(compass)) != turning)
        // While the heading is lost as well.
        compass.reducesMotion = false
        compass.setHeading(nil, at: 10)
        _ = compass.advance(to: 10.4)
        compass.reducesMotion = true
        _ = compass.advance(to: 10.5)
        #expect(compass.opacities.heading == 0.4)
        // A heading that stays unknown changes nothing.
        let still = try #require(picture(compass)).picture
        compass.setHeading(nil, at: 11)
        _ = compass.advance(to: 11)
        #expect(try #require(picture(compass)).picture === still)
    }

    @Test func anglesAreTheSameAtEveryFrameRate() {
        func angles(_ rate: Double) -> [Double] {
            let compass = Compass()
            compass.setTargets([.init(id: "x", name: "", direction: 30)], at: 0)
            compass.choose("x", at: 0)
            var time = 0.0
            while time < 1 {
                _ = compass.advance(to: time)
                time += 1 / rate
            }
            compass.setHeading(200, at: 1)
            compass.setFollowsHeading(true, at: 1.25)
            while time < 2 {
                _ = compass.advance(to: time)
                time += 1 / rate
            }
            _ = compass.advance(to: 2)
            return [compass.dialAngle, compass.needleAngle, compass.targetAngle ?? 0]
        }
        let wanted = angles(30)
        for rate in [60.0, 144, 3] {
            for (a, b) in zip(angles(rate), wanted) { #expect(abs(a - b) < 1e-9) }
        }
    }

    @Test func atRestItIsOnePicture() throws {
        let typesetter = Typesetter(fonts: try FontLibrary())
        let compass = Compass()
        compass.setTargets(
            (0..<5).map { .init(id: "\($0)", name: "Target \($0)", direction: Double($0) * 70) },
            at: 0)
        compass.reading = "12 km/h"
        #expect(items(compass, typesetter) == 1)
        compass.namesTargets = true
        compass.setHeading(12, at: 1)
        _ = compass.advance(to: 1.2)
        #expect(items(compass, typesetter) == 1)
    }
}
