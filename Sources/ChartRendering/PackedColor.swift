import Geometry

/// A colour in four bytes, straight alpha, as vertex attributes carry it.
struct PackedColor: BitwiseCopyable, Hashable {
    var red: UInt8
    var green: UInt8
    var blue: UInt8
    var alpha: UInt8

    init(_ color: Color) {
        func byte(_ value: Float) -> UInt8 { UInt8((min(max(value, 0), 1) * 255).rounded()) }
        red = byte(color.red)
        green = byte(color.green)
        blue = byte(color.blue)
        alpha = byte(color.alpha)
    }

    static let clear = PackedColor(.clear)
}

extension Color {
    /// The four components, colour multiplied by alpha.
    var premultiplied: [Float] { [red * alpha, green * alpha, blue * alpha, alpha] }
}
