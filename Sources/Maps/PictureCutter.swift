// Pictures cut into tiles, with bounded memory.
//
// Method: the picture is read row by row, and its rows are kept in a ring as long as tiles need them. The rows
// of tiles are made in the order in which the picture's rows come, one row of tiles at a time; each of
// their pixels is a mixture of the four nearest ones of the picture (bilinear). Where its pixel lies is
// computed exactly for every 32nd, and between them on lines, which is right to a hundredth of a pixel.
// A picture that is turned against its tiles, as those of UTM are a little, needs more rows at a time; if they
// are too many the tiles are made in several strips from west to east, and the picture is read once for
// each strip. The tiles of the smaller zooms are then made from four tiles of the next one.
// Tiles with few colours or with clear parts are PNG, others JPEG.
// Rejected: a transform of the whole picture in a temporary file, which takes more room than the picture.

import Foundation
import Imaging
import Platform
import Streams

/// Cuts one picture; one thread uses it.
struct PictureCutter {
    enum Problem: Error {
        case picture(ImagingError)
        case database(StreamError)
        case wasCancelled
    }

    /// Bytes of the rows of the picture and of tiles that are kept at a time.
    static let mostMemory = 96 << 20
    /// Pictures whose tiles need more even in the narrowest strips are refused.
    private static let mostInStrip = 256 << 20
    private static let side = PictureGrid.side
    private static let quality = 85
    /// Pixels of a picture that is hardly seen.
    private static let tiny = 64

    private let picture: PictureMap
    private let grid: PictureGrid
    private let writer: TileDatabaseWriter

    init(_ picture: PictureMap, _ path: String) throws(Problem) {
        (self.picture, grid) = (picture, picture.grid)
        do throws(StreamError) {
            writer = try TileDatabaseWriter(path: path)
        } catch { throw .database(error) }
    }

    mutating func cut(
        _ cancellation: Cancellation, _ progress: (Double) -> Void
    ) throws(Problem) {
        let strips = try strips()
        let rows = strips.count * grid.rows.count
        var done = 0
        for strip in strips {
            try cut(strip) { () throws(Problem) in
                if cancellation.isCancelled { throw .wasCancelled }
                done += 1
                // The smaller zooms are a quarter of the work at most.
                progress(0.8 * Double(done) / Double(max(rows, 1)))
            }
        }
        let least = try makeOverviews(cancellation)
        do throws(StreamError) {
            try describe(least)
            try writer.finish()
        } catch { throw .database(error) }
        progress(1)
    }

    private func describe(_ least: Int) throws(StreamError) {
        let name = picture.path.split(separator: "/").last.map(String.init) ?? picture.path
        let bounds = grid.bounds
        for (word, value) in [
            ("name", name), ("format", "png"), ("minzoom", "\(least)"),
            ("maxzoom", "\(grid.zoom)"),
            ("bounds", "\(bounds.west),\(bounds.south),\(bounds.east),\(bounds.north)"),
        ] { try writer.say(word, value) }
    }

    // MARK: Strips

    /// Some columns of tiles that are made in one reading of the picture.
    private struct Strip {
        var columns: Range<Int>
        /// The rows of the picture that are kept.
        var capacity: Int
    }

    /// Whether rows of the picture go down where those of the plane do.
    private var goesDown: Bool {
        let middle = (grid.rows.lowerBound + grid.rows.upperBound) * Self.side / 2
        func mean(_ row: Int) -> Double {
            let known = grid.nodes(row: row, columns: grid.columns).map(\.y).filter(\.isFinite)
            return known.isEmpty ? 0 : known.reduce(0, +) / Double(known.count)
        }
        return mean(middle + 8) >= mean(middle - 8)
    }

    /// The widest strips that keep to the memory.
    private func strips() throws(Problem) -> [Strip] {
        var width = grid.columns.count
        while true {
            let strips = stride(from: 0, to: grid.columns.count, by: width).map { start in
                let first = grid.columns.lowerBound + start
                let columns = first..<min(first + width, grid.columns.upperBound)
                return Strip(columns: columns, capacity: capacity(columns))
            }
            let most = strips.map(memory).max() ?? 0
            if most <= Self.mostMemory { return strips }
            if width == 1 {
                guard most <= Self.mostInStrip else {
                    throw .picture(
                        .tooLarge(
                            name: picture.path, width: picture.width, height: picture.height))
                }
                return strips
            }
            width = (width + 1) / 2
        }
    }

    private func memory(_ strip: Strip) -> Int {
        strip.capacity * picture.width * 4 + strip.columns.count * Self.side * Self.side * 4
    }

    /// The rows of the picture that columns of tiles need at a time.
    private func capacity(_ columns: Range<Int>) -> Int {
        let step = 16
        var spans: [(low: Double, high: Double)] = []
        let pixels = grid.rows.lowerBound * Self.side...grid.rows.upperBound * Self.side
        for row in stride(from: pixels.lowerBound, through: pixels.upperBound, by: step) {
            let inside = grid.nodes(row: row, columns: columns).map(\.y).filter(\.isFinite)
            guard let low = inside.min(), let high = inside.max(), high >= 0,
                low <= Double(picture.height)
            else { continue }
            spans.append((max(low, 0), min(high, Double(picture.height))))
        }
        if !goesDown { spans.reverse() }
        // What later rows need is kept, and what earlier ones needed has been read.
        var most = 0.0
        var steepest = 0.0
        var lowest = Double.infinity
        var lows = [Double](repeating: 0, count: spans.count)
        for index in spans.indices.reversed() {
            lowest = min(lowest, spans[index].low)
            lows[index] = lowest
        }
        var highest = 0.0
        for (index, span) in spans.enumerated() {
            highest = max(highest, span.high)
            most = max(most, highest - lows[index])
            if index > 0 {
                steepest = max(steepest, abs(span.low - spans[index - 1].low))
                steepest = max(steepest, abs(span.high - spans[index - 1].high))
            }
        }
        return min(Int((most + 2 * steepest).rounded(.up)) + 8, picture.height)
    }

    // MARK: Tiles of the greatest zoom

    private func cut(_ strip: Strip, _ didRow: () throws(Problem) -> Void) throws(Problem) {
        var window: RowWindow
        do throws(ImagingError) {
            window = try RowWindow(
                PictureRows(path: picture.path), capacity: strip.capacity)
        } catch { throw .picture(error) }
        let width = strip.columns.count * Self.side
        var band = [UInt8](repeating: 0, count: width * Self.side * 4)
        let isDown = goesDown
        let order = isDown ? Array(grid.rows) : grid.rows.reversed()
        for tileRow in order {
            var hasPixels = false
            for index in 0..<Self.side {
                let line = isDown ? index : Self.side - 1 - index
                let nodes = grid.nodes(
                    row: tileRow * Self.side + line, columns: strip.columns)
                do throws(ImagingError) {
                    if try window.paint(nodes, into: &band, at: line * width * 4) {
                        hasPixels = true
                    }
                } catch { throw .picture(error) }
            }
            if hasPixels {
                for column in strip.columns {
                    let start = (column - strip.columns.lowerBound) * Self.side * 4
                    let tile = [UInt8](unsafeUninitializedCapacity: Self.side * Self.side * 4) {
                        target, count in
                        for line in 0..<Self.side {
                            let from = line * width * 4 + start
                            for byte in 0..<Self.side * 4 {
                                target[line * Self.side * 4 + byte] = band[from + byte]
                            }
                        }
                        count = target.count
                    }
                    try add(tile, zoom: grid.zoom, column: column, row: tileRow)
                }
            }
            try didRow()
        }
    }

    /// Stores a tile, unless all of it is clear.
    private func add(
        _ pixels: [UInt8], zoom: Int, column: Int, row: Int
    ) throws(Problem) {
        let colors = TileColors(pixels)
        guard colors.isSeen else { return }
        let bitmap = Bitmap(
            width: Self.side, height: Self.side, alpha: .premultiplied, bytes: pixels)
        let bytes: [UInt8]
        do throws(ImagingError) {
            bytes =
                colors.isOpaque && (!colors.areFew || picture.isPhotograph)
                ? try bitmap.encodedJPEG(quality: Self.quality) : try bitmap.encodedPNG()
        } catch { throw .picture(error) }
        do throws(StreamError) {
            try writer.add(bytes, number(zoom, column, row))
        } catch { throw .database(error) }
    }

    /// The number of a tile as it is in the database, with rows from the south.
    private func number(_ zoom: Int, _ column: Int, _ row: Int) -> TileDatabase.Number {
        let count = 1 << zoom
        return TileDatabase.Number(
            zoom: zoom, column: ((column % count) + count) % count, row: count - 1 - row)
    }

    // MARK: Tiles of the other zooms

    /// Makes the tiles of the smaller zooms, down to that with one tile, or at which the picture is tiny; returns
    /// this zoom.
    private func makeOverviews(_ cancellation: Cancellation) throws(Problem) -> Int {
        var (zoom, columns, rows) = (grid.zoom, grid.columns, grid.rows)
        var size = max(picture.width, picture.height)
        while zoom > 0, columns.count > 1 || rows.count > 1, size > Self.tiny {
            // Across the antimeridian both ends would be in one tile.
            let next = columns.lowerBound >> 1..<((columns.upperBound - 1) >> 1) + 1
            guard next.count <= 1 << (zoom - 1) else { break }
            zoom -= 1
            size /= 2
            columns = next
            rows = rows.lowerBound >> 1..<((rows.upperBound - 1) >> 1) + 1
            for row in rows {
                if cancellation.isCancelled { throw .wasCancelled }
                for column in columns { try makeOverview(zoom, column, row) }
            }
        }
        return zoom
    }

    private func makeOverview(_ zoom: Int, _ column: Int, _ row: Int) throws(Problem) {
        var pixels = [UInt8](repeating: 0, count: Self.side * Self.side * 4)
        var isSeen = false
        for (dx, dy) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
            let stored: [UInt8]?
            do throws(StreamError) {
                stored = try writer.tile(number(zoom + 1, 2 * column + dx, 2 * row + dy))
            } catch { throw .database(error) }
            guard let stored else { continue }
            do throws(ImagingError) {
                let child = try Bitmap(
                    encoded: stored, name: picture.path, mostPixels: Self.side * Self.side)
                TileColors.halve(
                    child.bytes, side: Self.side, into: &pixels, left: dx * Self.side / 2,
                    top: dy * Self.side / 2)
            } catch { throw .picture(error) }
            isSeen = true
        }
        if isSeen { try add(pixels, zoom: zoom, column: column, row: row) }
    }
}

extension PictureMap {
    /// JPEG keeps no palettes.
    fileprivate var isPhotograph: Bool {
        let ending = path.split(separator: ".").last?.lowercased()
        return ending == "jpg" || ending == "jpeg"
    }
}

/// What kinds of pixels a tile has.
struct TileColors {
    /// Whether a pixel is not clear.
    private(set) var isSeen = false
    private(set) var isOpaque = true
    /// Whether these are few colours, as those of a drawing.
    var areFew: Bool { known.count <= 256 }
    private var known: Set<UInt32> = []

    init(_ pixels: [UInt8]) {
        pixels.withUnsafeBytes { bytes in
            for index in 0..<bytes.count / 4 {
                let alpha = bytes[4 * index + 3]
                if alpha != 0 { isSeen = true }
                if alpha != 255 { isOpaque = false }
                // One of 31 shows it.
                if index % 31 == 0, known.count <= 256 {
                    known.insert(bytes.loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self))
                }
            }
        }
    }

    /// Draws pixels in half their size into a quarter of others: each is the mean of four.
    static func halve(
        _ pixels: [UInt8], side: Int, into target: inout [UInt8], left: Int, top: Int
    ) {
        guard pixels.count == side * side * 4, target.count == pixels.count else { return }
        pixels.withUnsafeBufferPointer { source in
            target.withUnsafeMutableBufferPointer { target in
                for y in 0..<side / 2 {
                    let a = 2 * y * side * 4
                    let place = ((top + y) * side + left) * 4
                    for x in 0..<side / 2 {
                        for c in 0..<4 {
                            let i = a + 8 * x + c
                            let sum =
                                Int(source[i]) + Int(source[i + 4]) + Int(source[i + side * 4])
                                + Int(source[i + side * 4 + 4])
                            target[place + 4 * x + c] = UInt8((sum + 2) / 4)
                        }
                    }
                }
            }
        }
    }
}

/// The last rows of a picture that were read.
private struct RowWindow {
    private let rows: PictureRows
    private let capacity: Int
    private var pixels: [UInt8]
    /// The rows that have been read.
    private var count = 0

    init(_ rows: PictureRows, capacity: Int) {
        (self.rows, self.capacity) = (rows, max(capacity, 2))
        pixels = [UInt8](repeating: 0, count: max(capacity, 2) * rows.width * 4)
    }

    /// Reads on until a row is there.
    private mutating func read(upTo row: Int) throws(ImagingError) {
        let length = rows.width * 4
        while count <= row {
            let start = count % capacity * length
            try rows.next(into: &pixels, at: start)
            if rows.format == .png { multiply(start..<start + length) }
            count += 1
        }
    }

    /// Multiplies the colours of a row by its alpha.
    private mutating func multiply(_ range: Range<Int>) {
        pixels.withUnsafeMutableBufferPointer { pixels in
            for place in stride(from: range.lowerBound, to: range.upperBound, by: 4) {
                let alpha = Int(pixels[place + 3])
                if alpha == 255 { continue }
                for c in place..<place + 3 {
                    pixels[c] = UInt8((Int(pixels[c]) * alpha + 127) / 255)
                }
            }
        }
    }

    /// Paints a row of pixels of tiles; returns whether one of them is not clear.
    mutating func paint(
        _ nodes: [(x: Double, y: Double)], into band: inout [UInt8], at place: Int
    ) throws(ImagingError) -> Bool {
        let (width, height) = (rows.width, rows.height)
        let highest = nodes.lazy.map(\.y).filter(\.isFinite).max() ?? -1
        if highest >= 0 { try read(upTo: min(Int(min(highest, 1e9) + 1), height - 1)) }
        var isSeen = false
        let step = PictureGrid.step
        let (first, last) = (max(count - capacity, 0), max(count - 1, 0))
        pixels.withUnsafeBufferPointer { pixels in
            band.withUnsafeMutableBufferPointer { target in
                for (index, (a, b)) in zip(nodes, nodes.dropFirst()).enumerated() {
                    let start = place + index * step * 4
                    let isEmpty =
                        !(a.x + a.y + b.x + b.y).isFinite || max(a.x, b.x) < 0 || max(a.y, b.y) < 0
                        || min(a.x, b.x) >= Double(width) || min(a.y, b.y) >= Double(height)
                    guard !isEmpty, count > 0 else {
                        for byte in start..<start + step * 4 { target[byte] = 0 }
                        continue
                    }
                    let (dx, dy) = ((b.x - a.x) / Double(step), (b.y - a.y) / Double(step))
                    for pixel in 0..<step {
                        let place = start + 4 * pixel
                        let (x, y) = (a.x + dx * Double(pixel), a.y + dy * Double(pixel))
                        guard x >= 0, y >= 0, x < Double(width), y < Double(height) else {
                            for c in 0..<4 { target[place + c] = 0 }
                            continue
                        }
                        // In 256ths, from the middles of pixels.
                        let (sx, sy) = (
                            min(max(Int(x * 256) - 128, 0), (width - 1) << 8),
                            min(max(Int(y * 256) - 128, 0), (height - 1) << 8)
                        )
                        let (column, row) = (sx >> 8, sy >> 8)
                        let (fx, fy) = (sx & 255, sy & 255)
                        let right = column + 1 < width ? 4 : 0
                        let upper = min(max(row, first), last) % capacity * width * 4 + column * 4
                        let lower =
                            min(max(row + 1, first), last) % capacity * width * 4 + column * 4
                        for c in 0..<4 {
                            let above =
                                Int(pixels[upper + c]) * (256 - fx) + Int(pixels[upper + right + c])
                                * fx
                            let below =
                                Int(pixels[lower + c]) * (256 - fx) + Int(pixels[lower + right + c])
                                * fx
                            target[place + c] = UInt8(
                                (above * (256 - fy) + below * fy + 32_768) >> 16)
                        }
                        isSeen = true
                    }
                }
            }
        }
        return isSeen
    }
}
