import Geometry

/// A colour in four bytes, straight alpha, in the format of vertex attributes.
package struct PackedColor: BitwiseCopyable, Hashable {
    package var red: UInt8
    package var green: UInt8
    package var blue: UInt8
    package var alpha: UInt8

    package init(_ color: Color) {
        func byte(_ value: Float) -> UInt8 { UInt8((min(max(value, 0), 1) * 255).rounded()) }
        red = byte(color.red)
        green = byte(color.green)
        blue = byte(color.blue)
        alpha = byte(color.alpha)
    }

    package static let clear = PackedColor(.clear)

    /// The unpacked colour.
    var color: Color {
        Color(
            red: Float(red) / 255, green: Float(green) / 255, blue: Float(blue) / 255,
            alpha: Float(alpha) / 255)
    }
}

extension Color {
    /// The four components, colour multiplied by alpha.
    package var premultiplied: [Float] { [red * alpha, green * alpha, blue * alpha, alpha] }
}
