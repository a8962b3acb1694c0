import Charts
import Geometry
import Imaging

/// The content of a picture, apart from its background.
struct Ink {
    let width: Int
    let height: Int
    /// The number of pixels of each colour, by its value.
    private var counts: [UInt32: Int] = [:]
    /// The first and the last column and row that differ from the background.
    private(set) var columns = Int.max...Int.max
    private(set) var rows = Int.max...Int.max
    /// The fraction of the pixels that differ from the background.
    private(set) var part = 0.0
    /// The mean of red, green and blue in each tile, row by row.
    private(set) var tiles: [[Double]] = []

    /// - Parameter across: The number of tiles in a row, and of rows.
    init(_ picture: Bitmap, ground: Color, across: Int = 24) {
        (width, height) = (picture.width, picture.height)
        let ground = Ink.value(Bitmap.Pixel(ground))
        var (left, right, top, bottom) = (Int.max, -1, Int.max, -1)
        var sums = [[Double]](repeating: [0, 0, 0, 0], count: across * across)
        for y in 0..<height {
            for x in 0..<width {
                let pixel = picture[x, y]
                let value = Ink.value(pixel)
                counts[value, default: 0] += 1
                let tile = y * across / height * across + x * across / width
                sums[tile][0] += Double(pixel.red)
                sums[tile][1] += Double(pixel.green)
                sums[tile][2] += Double(pixel.blue)
                sums[tile][3] += 1
                guard value != ground else { continue }
                (left, right) = (min(left, x), max(right, x))
                (top, bottom) = (min(top, y), max(bottom, y))
            }
        }
        if right >= left { (columns, rows) = (left...right, top...bottom) }
        let all = width * height
        part = Double(all - counts[ground, default: 0]) / Double(all)
        tiles = sums.map { sum in sum.prefix(3).map { $0 / max(sum[3], 1) } }
    }

    /// The number of colours.
    var colors: Int { counts.count }

    /// The number of pixels with exactly that colour.
    func count(of color: Color) -> Int { counts[Ink.value(Bitmap.Pixel(color)), default: 0] }

    /// The mean difference of the tiles' mean colours from those of another picture, out of 255.
    func distance(to other: Ink) -> Double {
        let sum = zip(tiles, other.tiles).reduce(0) { sum, pair in
            zip(pair.0, pair.1).reduce(sum) { $0 + abs($1.0 - $1.1) }
        }
        return sum / Double(3 * max(tiles.count, 1))
    }

    private static func value(_ pixel: Bitmap.Pixel) -> UInt32 {
        UInt32(pixel.red) << 24 | UInt32(pixel.green) << 16 | UInt32(pixel.blue) << 8
            | UInt32(pixel.alpha)
    }
}
