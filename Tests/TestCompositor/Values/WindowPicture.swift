/// The pixels that a client committed, as 0xAARRGGBB with premultiplied alpha, rows from the top.
public struct WindowPicture: Sendable, Equatable {
    public let width: Int
    public let height: Int
    /// Row by row without gaps, as in the buffer.
    ///
    /// With `isOpaque` the top byte means nothing.
    public let pixels: [UInt32]
    /// Whether the buffer's format has no alpha.
    public let isOpaque: Bool

    public init(width: Int, height: Int, pixels: [UInt32], isOpaque: Bool = false) {
        precondition(
            pixels.count == width * height,
            "\(pixels.count) pixels are not \(width) times \(height)")
        self.width = width
        self.height = height
        self.pixels = pixels
        self.isOpaque = isOpaque
    }

    /// The pixel in this column and row, which must be inside.
    public subscript(x: Int, y: Int) -> UInt32 {
        precondition(
            x >= 0 && x < width && y >= 0 && y < height,
            "(\(x), \(y)) is outside \(width) × \(height)")
        let pixel = pixels[y * width + x]
        return isOpaque ? pixel | 0xFF00_0000 : pixel
    }

    /// The number of pixels with exactly this value; opaque formats count as alpha 255.
    public func count(of pixel: UInt32) -> Int {
        let mask: UInt32 = isOpaque ? 0xFF00_0000 : 0
        return pixels.reduce(0) { $0 + (($1 | mask) == pixel ? 1 : 0) }
    }

    /// The area where a picture differs from another by more than the last step of a colour; nil if
    /// it does not.
    ///
    /// A newly drawn picture and a kept one may differ by that step, and which of them is displayed
    /// may depend on how busy the machine is.
    public func difference(from other: WindowPicture) -> String? {
        guard width == other.width, height == other.height else {
            return "\(width) × \(height) is not \(other.width) × \(other.height)"
        }
        func channel(_ pixel: UInt32, _ shift: UInt32) -> Int { Int((pixel >> shift) & 255) }
        let shifts: [UInt32] = isOpaque ? [0, 8, 16] : [0, 8, 16, 24]
        let places = zip(pixels, other.pixels).enumerated().filter { _, pair in
            pair.0 != pair.1
                && shifts.contains { abs(channel(pair.0, $0) - channel(pair.1, $0)) > 1 }
        }.map(\.offset)
        guard let first = places.first, let last = places.last else { return nil }
        return "\(places.count) pixels, from (\(first % width), \(first / width)) to "
            + "(\(last % width), \(last / width))"
    }

    /// The picture as a binary PPM file without alpha, to look at after a failure.
    public var portablePixmap: [UInt8] {
        var bytes = Array("P6\n\(width) \(height)\n255\n".utf8)
        bytes.reserveCapacity(bytes.count + 3 * pixels.count)
        for pixel in pixels {
            bytes.append(UInt8(truncatingIfNeeded: pixel >> 16))
            bytes.append(UInt8(truncatingIfNeeded: pixel >> 8))
            bytes.append(UInt8(truncatingIfNeeded: pixel))
        }
        return bytes
    }
}
