/// Pixels for pictures: red, green, blue and alpha, 8 bits each, colours multiplied by alpha.
///
/// It never changes and is compared by identity, so that a renderer may keep a copy as long as it
/// exists.
public final class PaintedImage: Hashable, Sendable {
    /// In pixels, above zero.
    public let width: Int
    /// In pixels, above zero.
    public let height: Int
    /// Four bytes a pixel, red first, without gaps between rows, the top row first.
    public let bytes: [UInt8]

    /// Creates an image from its bytes, exactly four per pixel.
    public init(width: Int, height: Int, bytes: [UInt8]) {
        precondition(
            width > 0 && height > 0 && bytes.count == width * height * 4,
            "\(width) × \(height) pixels are not \(bytes.count) bytes")
        (self.width, self.height, self.bytes) = (width, height, bytes)
    }

    public static func == (a: PaintedImage, b: PaintedImage) -> Bool { a === b }

    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// How the colour between pixels is computed for an image that is drawn larger, turned or between
/// pixels.
public enum ImageSampling: Hashable, Sendable {
    /// The nearest pixel.
    case nearest
    /// A mixture of the four nearest pixels; the pixels at the edge continue beyond it.
    case linear
}
