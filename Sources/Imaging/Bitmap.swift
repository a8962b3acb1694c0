import Geometry

/// A picture in memory: 8 bits each of red, green, blue and alpha, in sRGB, row by row from the
/// top.
public struct Bitmap: Hashable, Sendable {
    /// How the colour components relate to alpha.
    public enum Alpha: Hashable, Sendable {
        /// The components are those of the colour, independent of alpha. Files use this.
        case straight
        /// The components are already multiplied by alpha. Compositors and GPUs use this.
        case premultiplied
    }

    /// One pixel's four bytes.
    public struct Pixel: Hashable, Sendable {
        /// Red, 0…255, encoded as in sRGB.
        public var red: UInt8
        /// Green, 0…255, encoded as in sRGB.
        public var green: UInt8
        /// Blue, 0…255, encoded as in sRGB.
        public var blue: UInt8
        /// The opacity, 0…255.
        public var alpha: UInt8

        /// A pixel, opaque by default.
        public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
            self.red = red
            self.green = green
            self.blue = blue
            self.alpha = alpha
        }

        /// The pixel nearest to `color`, with straight alpha.
        public init(_ color: Color) {
            func byte(_ v: Float) -> UInt8 { UInt8((min(max(v, 0), 1) * 255).rounded()) }
            self.init(
                red: byte(color.red), green: byte(color.green), blue: byte(color.blue),
                alpha: byte(color.alpha))
        }

        /// The pixel as a colour, its components unchanged.
        public var color: Color {
            Color(
                red: Float(red) / 255, green: Float(green) / 255, blue: Float(blue) / 255,
                alpha: Float(alpha) / 255)
        }
    }

    /// The width in pixels, above zero.
    public let width: Int
    /// The height in pixels, above zero.
    public let height: Int
    /// How the components of `bytes` relate to alpha.
    public let alpha: Alpha
    /// Four bytes per pixel, red first, without gaps between rows, the top row first.
    public private(set) var bytes: [UInt8]

    /// A picture from its bytes, which must be exactly four per pixel.
    public init(width: Int, height: Int, alpha: Alpha, bytes: [UInt8]) {
        precondition(width > 0 && height > 0, "a picture of \(width) × \(height) has no pixels")
        precondition(
            bytes.count == width * height * 4,
            "\(width) × \(height) pixels are \(width * height * 4) bytes, not \(bytes.count)")
        self.width = width
        self.height = height
        self.alpha = alpha
        self.bytes = bytes
    }

    /// A picture of one colour.
    public init(width: Int, height: Int, alpha: Alpha = .straight, filledWith pixel: Pixel) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(width * height * 4)
        for _ in 0..<(width * height) {
            bytes += [pixel.red, pixel.green, pixel.blue, pixel.alpha]
        }
        self.init(width: width, height: height, alpha: alpha, bytes: bytes)
    }

    /// The pixel `x` from the left and `y` from the top.
    public subscript(x: Int, y: Int) -> Pixel {
        get {
            let i = index(x, y)
            return Pixel(
                red: bytes[i], green: bytes[i + 1], blue: bytes[i + 2], alpha: bytes[i + 3])
        }
        set {
            let i = index(x, y)
            bytes[i] = newValue.red
            bytes[i + 1] = newValue.green
            bytes[i + 2] = newValue.blue
            bytes[i + 3] = newValue.alpha
        }
    }

    private func index(_ x: Int, _ y: Int) -> Int {
        precondition(
            x >= 0 && x < width && y >= 0 && y < height,
            "(\(x), \(y)) is not in a picture of \(width) × \(height)")
        return (y * width + x) * 4
    }

    /// Paints a part of a row with a colour, which covers what is below as far as it is opaque.
    ///
    /// Both have straight alpha. Each component is rounded to the nearest value.
    mutating func paint(_ pixel: Pixel, columns: ClosedRange<Int>, row: Int) {
        precondition(alpha == .straight, "only pixels with straight alpha are painted on")
        let first = index(columns.lowerBound, row)
        let last = index(columns.upperBound, row)
        let color = [pixel.red, pixel.green, pixel.blue]
        let cover = Int(pixel.alpha)
        for i in stride(from: first, through: last, by: 4) {
            // Both in 255ths of 255ths.
            let below = Int(bytes[i + 3]) * (255 - cover)
            let sum = cover * 255 + below
            guard sum > 0 else { continue }
            for c in 0..<3 {
                let mixed = Int(color[c]) * cover * 255 + Int(bytes[i + c]) * below
                bytes[i + c] = UInt8((mixed + sum / 2) / sum)
            }
            bytes[i + 3] = UInt8((sum + 127) / 255)
        }
    }

    /// Whether every pixel is opaque.
    public var isOpaque: Bool {
        stride(from: 3, to: bytes.count, by: 4).allSatisfy { bytes[$0] == 255 }
    }

    /// The same picture with straight alpha.
    ///
    /// Each component is divided by alpha and rounded to the nearest value. If alpha is 0, all
    /// components are 0, as the colour is unknown. Opaque pixels do not change.
    public func straightened() -> Bitmap {
        guard alpha == .premultiplied else { return self }
        var straight = bytes
        for i in stride(from: 0, to: straight.count, by: 4) where straight[i + 3] != 255 {
            let a = Int(straight[i + 3])
            for c in i..<(i + 3) {
                straight[c] = a == 0 ? 0 : UInt8(min(255, (Int(straight[c]) * 255 + a / 2) / a))
            }
        }
        return Bitmap(width: width, height: height, alpha: .straight, bytes: straight)
    }

    /// The same picture with premultiplied alpha, each component rounded to the nearest.
    public func premultiplied() -> Bitmap {
        guard alpha == .straight else { return self }
        var premultiplied = bytes
        for i in stride(from: 0, to: premultiplied.count, by: 4) where premultiplied[i + 3] != 255 {
            let a = Int(premultiplied[i + 3])
            for c in i..<(i + 3) {
                premultiplied[c] = UInt8((Int(premultiplied[c]) * a + 127) / 255)
            }
        }
        return Bitmap(width: width, height: height, alpha: .premultiplied, bytes: premultiplied)
    }

    /// The same picture with its top row at the bottom, as OpenGL returns pictures.
    public func flipped() -> Bitmap {
        var flipped: [UInt8] = []
        flipped.reserveCapacity(bytes.count)
        for y in (0..<height).reversed() {
            flipped += bytes[(y * width * 4)..<((y + 1) * width * 4)]
        }
        return Bitmap(width: width, height: height, alpha: alpha, bytes: flipped)
    }
}
