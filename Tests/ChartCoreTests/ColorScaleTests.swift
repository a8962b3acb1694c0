import Geometry
import Testing

/// Interpolated colours.
@Suite struct ColorScaleTests {
    /// The coordinates of the corners of sRGB, as CSS Color 4 gives them for its samples.
    @Test(
        arguments: [
            (0xFFFFFF, 1.0, 0.0, 0.0), (0x000000, 0, 0, 0), (0xFF0000, 0.62796, 0.22486, 0.12585),
            (0x00FF00, 0.86644, -0.23389, 0.17950), (0x0000FF, 0.45201, -0.03246, -0.31153),
            (0x808080, 0.59987, 0, 0),
        ] as [(UInt32, Double, Double, Double)])
    func coordinatesAreThePublishedOnes(hex: UInt32, lightness: Double, a: Double, b: Double) {
        let lab = OKLab(Color(hex: hex))
        #expect(abs(lab.lightness - lightness) < 2e-5)
        #expect(abs(lab.a - a) < 2e-5 && abs(lab.b - b) < 2e-5)
    }

    @Test func thereAndBackIsTheSameColor() {
        for step in 0..<4096 {
            let hex = UInt32(step) &* 0x9E37_79B1 >> 8
            #expect(OKLab(Color(hex: hex)).color().hexString == Color(hex: hex).hexString)
        }
    }

    @Test func halfWayFromBlackToWhiteHasHalfTheLightness() {
        let scale = ColorScale([Color(hex: 0), Color(hex: 0xFFFFFF)], from: 0, to: 10)
        // 0.5 cubed is 0.125 of the light: 1.055 · 0.125^(1/2.4) − 0.055 = 0.38857.
        let gray = scale.color(at: 5)
        #expect(abs(gray.red - 0.38857) < 1e-4 && abs(gray.blue - 0.38857) < 1e-4)
        // And 0.64 of a third of the way is a third: 0.027 of the light.
        #expect(abs(scale.color(at: 3).green - (1.055 * 0.22206 - 0.055)) < 1e-3)
    }

    @Test func endsAreClampedAndNumbersMayBeMissing() {
        let red = Color(hex: 0xFF0000)
        let blue = Color(hex: 0x0000FF)
        var scale = ColorScale([red, blue], from: -1, to: 1)
        #expect(scale.color(at: -7) == red && scale.color(at: -.infinity) == red)
        #expect(scale.color(at: 7) == blue && scale.color(at: .infinity) == blue)
        #expect(scale.color(at: -1) == red && scale.color(at: 1) == blue)
        #expect(scale.color(at: .nan) == .clear)
        scale.missing = red
        #expect(scale.color(at: .nan) == red)
    }

    @Test func twoStopsAtOneValueAreAStep() {
        let (red, green, blue) = (Color(hex: 0xFF0000), Color(hex: 0x00FF00), Color(hex: 0x0000FF))
        let scale = ColorScale([.init(0, red), .init(1, red), .init(1, green), .init(2, blue)])
        #expect(scale.color(at: 0.999).hexString == "#FF0000")
        #expect(scale.color(at: 1) == green)
        #expect(ColorScale([red], from: 3, to: 3).color(at: 5) == red)
    }

    @Test func whatCannotBeSeenColoursNothing() {
        let scale = ColorScale(
            [Color(hex: 0x00FF00, alpha: 0), Color(hex: 0xFF0000)], from: 0, to: 1)
        let half = scale.color(at: 0.5)
        #expect(half.alpha == 0.5 && half.hexString == "#FF0000")
    }

    /// The order is visible without hues, and the ends have contrast with the ground.
    @Test(arguments: [0xFFFFFF, 0x1B1E24] as [UInt32])
    func sequencesGoOneWay(ground: UInt32) {
        let ground = Color(hex: ground)
        let ladder = ColorScale.sequential(from: 2, to: 8, on: ground).colors(101)
            .map { OKLab($0).lightness }
        let isDark = ground.luminance < 0.2
        #expect(zip(ladder, ladder.dropFirst()).allSatisfy { isDark ? $0 < $1 : $0 > $1 })
        let most = ColorScale.sequential(from: 2, to: 8, on: ground).color(at: 8)
        #expect(most.contrast(with: ground) > 7)
        let sides = ColorScale.diverging(from: -3, through: 1, to: 2, on: ground)
        let lightness = sides.colors(5).map { OKLab($0).lightness }
        let ends = [sides.color(at: -3), sides.color(at: 2)]
        #expect(ends.allSatisfy { $0.contrast(with: ground) > 3 })
        #expect(sides.color(at: 1).contrast(with: ground) < 1.8)
        #expect(abs(OKLab(ends[0]).lightness - OKLab(ends[1]).lightness) < 0.15, "\(lightness)")
    }
}
