import Imaging

/// The difference of two pictures of the same content from renderers with different antialiasing.
package struct RenderingDifference: CustomStringConvertible {
    /// The largest difference of a channel, of 255, at pixels with uniform surroundings in both.
    package private(set) var worst = 0
    /// The position of that pixel.
    package private(set) var place = (x: 0, y: 0)
    /// The fraction of all pixels that differ by no more than 3 of 255.
    package private(set) var same = 0.0

    /// The difference of two pictures of one size, both opaque.
    package init(_ a: Bitmap, _ b: Bitmap) {
        precondition(a.width == b.width && a.height == b.height, "the pictures have one size")
        var count = 0
        for y in 0..<a.height {
            for x in 0..<a.width {
                let difference = Self.most(a[x, y], b[x, y])
                if difference <= 3 { count += 1 }
                if difference > worst, Self.isPlain(a, x, y), Self.isPlain(b, x, y) {
                    (worst, place) = (difference, (x, y))
                }
            }
        }
        same = Double(count) / Double(a.width * a.height)
    }

    package var description: String {
        "\(worst) of 255 at \(place.x), \(place.y); \((same * 100).rounded()) % are the same"
    }

    private static func most(_ a: Bitmap.Pixel, _ b: Bitmap.Pixel) -> Int {
        let red = abs(Int(a.red) - Int(b.red))
        let green = abs(Int(a.green) - Int(b.green))
        return max(red, green, abs(Int(a.blue) - Int(b.blue)))
    }

    /// Whether there is no edge within two pixels.
    ///
    /// The edge of the picture counts too.
    private static func isPlain(_ bitmap: Bitmap, _ x: Int, _ y: Int) -> Bool {
        guard x >= 2, y >= 2, x < bitmap.width - 2, y < bitmap.height - 2 else { return false }
        let middle = bitmap[x, y]
        return (-2...2).allSatisfy { dy in
            (-2...2).allSatisfy { dx in most(middle, bitmap[x + dx, y + dy]) <= 2 }
        }
    }
}
