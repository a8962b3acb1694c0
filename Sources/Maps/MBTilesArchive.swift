// Tiles in SQLite, in the form of MBTiles 1.3 (the specification of Mapbox).
//
// A table or a view `tiles` has the bytes by zoom, column and row, with rows that are numbered from the
// south (TMS); `metadata` has what its maker says. Some programs number rows from the north. The borders
// show it: tiles of the greatest zoom are within them in one order and not in the other. Borders are
// often wrong, so only tiles that speak clearly for the other order turn it.

import Geodesy
import Streams

/// A file with tiles in the format MBTiles.
public final class MBTilesArchive: TileArchive {
    /// How rows of tiles are numbered.
    public enum RowOrder: String, Hashable, Sendable {
        /// From the south, as the format demands.
        case fromSouth
        /// From the north.
        case fromNorth
    }

    public let path: String
    public let metadata: MapMetadata
    public let kind: TileKind
    public let zooms: ClosedRange<Int>
    public let bounds: MapBounds
    /// How the rows of this file are numbered.
    public let rows: RowOrder
    private let database: TileDatabase

    /// Bytes of a tile at most, unpacked.
    private static let mostOfTile = 32 << 20
    /// No map has a greater zoom.
    private static let mostZoom = 30
    /// Tiles that are compared with the borders.
    private static let samples = 64

    /// Opens a file and reads its metadata.
    ///
    /// Cost: a few milliseconds.
    ///
    /// - Parameter rows: how rows are numbered; nil finds it out.
    public convenience init(
        path: String, rows: RowOrder? = nil
    ) throws(TileArchiveError) {
        let file: InputFile
        do throws(StreamError) {
            file = try InputFile(path: path)
        } catch { throw .cannotRead(error.problem) }
        try self.init(file, rows)
    }

    /// Opens bytes in memory, by a copy in a temporary file.
    ///
    /// - Parameter name: what messages call it.
    public convenience init(
        named name: String, bytes: [UInt8], rows: RowOrder? = nil
    ) throws(TileArchiveError) {
        let file: InputFile
        do throws(StreamError) {
            file = try InputFile(bytes: bytes, path: name)
        } catch { throw .cannotRead(error.problem) }
        try self.init(file, rows)
    }

    private init(_ file: InputFile, _ rows: RowOrder?) throws(TileArchiveError) {
        path = file.path
        let database: TileDatabase
        let words: [String: String]
        let known: [Int]?
        do throws(TileDatabase.Problem) {
            database = try TileDatabase(file)
            words = try database.metadata()
            known = try Self.zooms(of: database)
        } catch { throw TileArchiveError(error) }
        self.database = database
        func zoom(_ name: String) -> Int? {
            words[name].flatMap { Double($0) }.flatMap { Int(exactly: $0) }
                .flatMap { (0...Self.mostZoom).contains($0) ? $0 : nil }
        }
        let found = known ?? [zoom("minzoom"), zoom("maxzoom")].compactMap(\.self)
        guard let least = found.min(), let most = found.max() else {
            throw known == nil ? .takesTooLong : .hasNoTiles
        }
        zooms = least...most
        metadata = MapMetadata(
            name: words["name"], attribution: words["attribution"], json: words["json"])
        bounds = words["bounds"].flatMap(Self.bounds) ?? .world
        self.rows = rows ?? Self.rows(of: database, zoom: most, bounds)
        kind =
            switch words["format"]?.lowercased() {
            case "pbf", "mvt", "application/x-protobuf": .vector
            case "png", "image/png": .png
            case "jpg", "jpeg", "image/jpeg": .jpeg
            case "webp", "image/webp": .webp
            case "avif", "image/avif": .avif
            default: .unknown
            }
    }

    public func tile(_ number: TileNumber) throws(TileArchiveError) -> [UInt8]? {
        guard zooms.contains(number.zoom) else { return nil }
        let row = rows == .fromNorth ? number.y : (1 << number.zoom) - 1 - number.y
        do throws(TileDatabase.Problem) {
            let stored = try database.tile(
                TileDatabase.Number(zoom: number.zoom, column: number.x, row: row))
            return try stored.map { stored throws(TileDatabase.Problem) in
                try unpacked(stored)
            }
        } catch { throw TileArchiveError(error) }
    }

    public func anyTile() throws(TileArchiveError) -> [UInt8]? {
        do throws(TileDatabase.Problem) {
            return try database.firstTile().map { stored throws(TileDatabase.Problem) in
                try unpacked(stored)
            }
        } catch { throw TileArchiveError(error) }
    }

    /// Vector tiles are deflated.
    private func unpacked(_ stored: [UInt8]) throws(TileDatabase.Problem) -> [UInt8] {
        guard stored.prefix(2) == [0x1F, 0x8B] else { return stored }
        do throws(StreamError) {
            guard
                let bytes = try Gzip.unpacked(stored, limit: Self.mostOfTile, place: path)
            else { throw StreamError(place: path, problem: "") }
            return bytes
        } catch { throw .file(error) }
    }

    // MARK: What is in the file

    /// The zooms that have tiles; nil if they are not quickly found.
    private static func zooms(of database: TileDatabase) throws(TileDatabase.Problem) -> [Int]? {
        var found: [Int] = []
        for zoom in 0...mostZoom {
            do throws(TileDatabase.Problem) {
                if !(try database.numbers(zoom: zoom, most: 1)).isEmpty { found.append(zoom) }
            } catch .reachedLimit { return nil }
        }
        return found
    }

    /// The borders in a text: west, south, east and north with commas.
    private static func bounds(_ text: String) -> MapBounds? {
        let numbers = text.split(separator: ",").compactMap {
            Double($0.filter { !$0.isWhitespace })
        }
        guard numbers.count == 4, numbers.allSatisfy(\.isFinite), numbers[1] < numbers[3],
            numbers[0] < numbers[2], abs(numbers[1]) <= 90, abs(numbers[3]) <= 90,
            abs(numbers[0]) <= 360, abs(numbers[2]) <= 360
        else { return nil }
        return MapBounds(
            west: numbers[0], south: numbers[1], east: numbers[2], north: numbers[3])
    }

    /// The order in which tiles are within the borders.
    private static func rows(
        of database: TileDatabase, zoom: Int, _ bounds: MapBounds
    ) -> RowOrder {
        let latest = MapPlane.mercatorLatitude
        func height(_ latitude: Double) -> Double {
            let place = Coordinate(latitude: min(max(latitude, -latest), latest), longitude: 0)
            return MapPlane.mercator.point(place)?.y ?? 0.5
        }
        let (top, bottom) = (height(bounds.north), height(bounds.south))
        let side = 1 / Double(1 << zoom)
        var (fromSouth, fromNorth) = (0, 0)
        for number in (try? database.numbers(zoom: zoom, most: samples)) ?? [] {
            func isWithin(_ row: Int) -> Bool {
                let y = Double(row) * side
                return y + side > top - side && y < bottom + side
            }
            if isWithin(number.row) { fromNorth += 1 }
            if isWithin((1 << zoom) - 1 - number.row) { fromSouth += 1 }
        }
        return fromSouth == 0 && fromNorth > 0 ? .fromNorth : .fromSouth
    }
}

extension TileArchiveError {
    fileprivate init(_ problem: TileDatabase.Problem) {
        switch problem {
        case .file(let error):
            self = error.problem.isEmpty ? .isTooLarge : .cannotRead(error.problem)
        case .hasNoTiles: self = .hasNoTiles
        case .isNotAllowed: self = .computesTiles
        case .reachedLimit: self = .takesTooLong
        }
    }
}
