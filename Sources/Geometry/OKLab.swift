// Colours by their appearance.
//
// Source: Björn Ottosson, "A perceptual color space for image processing" (2020),
// https://bottosson.github.io/posts/oklab/, in the precision of its second edition (January 2021),
// which CSS Color 4 also refers to; the transfer function is that of sRGB, IEC 61966-2-1.
// Limits: colours outside sRGB are clamped component by component, which changes their hue
// slightly. The path between two colours of sRGB leaves it little or not at all.
// Rejected: mixing sRGB values (the middle of a ramp is muddy, and its lightness uneven); CIELAB
// (blues turn violet on the path to white).

import Glibc

/// A colour as lightness and two opponent axes, in which equal distances look equal.
public struct OKLab: Hashable, Sendable {
    /// The lightness: 0 is black, 1 is white.
    public var lightness: Double
    /// From green, below zero, to red.
    public var a: Double
    /// From blue, below zero, to yellow.
    public var b: Double

    /// A colour from its coordinates.
    public init(lightness: Double, a: Double, b: Double) {
        self.lightness = lightness
        self.a = a
        self.b = b
    }

    /// A colour's coordinates, without its alpha.
    public init(_ color: Color) {
        let red = linear(Double(color.red))
        let green = linear(Double(color.green))
        let blue = linear(Double(color.blue))
        let l = cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
        let m = cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
        let s = cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
        lightness = 0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s
        a = 1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s
        b = 0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s
    }

    /// The colour, clamped to sRGB.
    public func color(alpha: Float = 1) -> Color {
        func cube(_ value: Double) -> Double { value * value * value }
        let l = cube(lightness + 0.3963377774 * a + 0.2158037573 * b)
        let m = cube(lightness - 0.1055613458 * a - 0.0638541728 * b)
        let s = cube(lightness - 0.0894841775 * a - 1.2914855480 * b)
        return Color(
            red: encoded(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
            green: encoded(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
            blue: encoded(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s), alpha: alpha)
    }
}

/// A component of sRGB as an amount of light.
func linear(_ value: Double) -> Double {
    value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
}

/// An amount of light as a component of sRGB.
private func encoded(_ light: Double) -> Float {
    let light = min(max(light, 0), 1)
    return Float(light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055)
}
