/// A colour in sRGB with straight (not premultiplied) alpha, each component 0…1.
public struct Color: Hashable, Sendable {
    /// The red component, 0…1, encoded as in sRGB.
    public var red: Float
    /// The green component, 0…1, encoded as in sRGB.
    public var green: Float
    /// The blue component, 0…1, encoded as in sRGB.
    public var blue: Float
    /// The opacity: 0 covers nothing, 1 everything.
    public var alpha: Float

    /// A colour from its components, each 0…1, opaque by default.
    public init(red: Float, green: Float, blue: Float, alpha: Float = 1) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }

    /// A colour from `0xRRGGBB`, the way design tokens are written.
    public init(hex: UInt32, alpha: Float = 1) {
        self.init(
            red: Float((hex >> 16) & 255) / 255, green: Float((hex >> 8) & 255) / 255,
            blue: Float(hex & 255) / 255, alpha: alpha)
    }

    /// Fully transparent: black with an alpha of 0.
    public static let clear = Color(red: 0, green: 0, blue: 0, alpha: 0)

    /// The same colour with its alpha multiplied by `factor`.
    public func opacity(_ factor: Float) -> Color {
        Color(red: red, green: green, blue: blue, alpha: alpha * factor)
    }

    /// The colour `fraction` of the way to `other`, component by component in sRGB.
    public func mixed(with other: Color, _ fraction: Float) -> Color {
        func mix(_ a: Float, _ b: Float) -> Float { a + (b - a) * fraction }
        return Color(
            red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue),
            alpha: mix(alpha, other.alpha))
    }

    /// This colour painted over an opaque `ground`.
    public func over(_ ground: Color) -> Color {
        if alpha == 1 { return self }
        var painted = ground.mixed(with: self, alpha)
        painted.alpha = 1
        return painted
    }

    /// `#RRGGBB`, without the alpha.
    public var hexString: String {
        func byte(_ v: Float) -> UInt32 { UInt32((min(max(v, 0), 1) * 255).rounded()) }
        let value = byte(red) << 16 | byte(green) << 8 | byte(blue)
        let digits = String(value, radix: 16, uppercase: true)
        return "#" + String(repeating: "0", count: 6 - digits.count) + digits
    }
}
