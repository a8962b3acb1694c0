import Geodesy
import Imaging
import Maps

/// Reads maps and places as the viewer does, from memory.
enum MapReading {
    typealias Violation = FuzzReader.Violation

    /// An archive of tiles: whatever it has for some tiles of each of its zooms.
    static func archive(_ input: [UInt8]) throws(Violation) {
        let archive: PMTilesArchive
        do throws(TileArchiveError) {
            archive = try PMTilesArchive(named: "input", count: input.count) { range in
                Array(input[range.clamped(to: input.indices)])
            }
        } catch { return try isSentence(error.description) }
        try Violation.unless(
            archive.header.zooms.upperBound <= 31, "zooms up to \(archive.header.zooms)")
        for zoom in archive.header.zooms {
            let last = (1 << zoom) - 1
            for (x, y) in [(0, 0), (last, last), (last / 2, last / 3)] {
                guard let number = TileNumber(zoom: zoom, x: x, y: y) else { continue }
                do throws(TileArchiveError) {
                    if let bytes = try archive.tile(number) { _ = try? VectorTile(bytes) }
                } catch { try isSentence(error.description) }
            }
        }
    }

    /// Tiles in SQLite: whatever they have for some numbers, within their limits.
    static func database(_ input: [UInt8]) throws(Violation) {
        let archive: MBTilesArchive
        do throws(TileArchiveError) {
            archive = try MBTilesArchive(named: "input", bytes: input)
            _ = try archive.anyTile()
        } catch { return try isSentence(error.description) }
        for zoom in archive.zooms {
            let last = (1 << zoom) - 1
            for (x, y) in [(0, 0), (last, last), (last / 2, last / 3)] {
                guard let number = TileNumber(zoom: zoom, x: x, y: y) else { continue }
                do throws(TileArchiveError) {
                    _ = try archive.tile(number)
                } catch { try isSentence(error.description) }
            }
        }
    }

    /// The picture of a tile: none has more pixels than are allowed, and each is multiplied by its alpha.
    static func picture(_ input: [UInt8]) throws(Violation) {
        let most = 1 << 14
        let bitmap: Bitmap
        do throws(ImagingError) {
            bitmap = try Bitmap(encoded: input, name: "input", mostPixels: most)
        } catch { return try isSentence(error.problem) }
        try Violation.unless(bitmap.width * bitmap.height <= most, "too many pixels")
        try Violation.unless(bitmap.alpha == .premultiplied, "straight alpha")
        let size = Bitmap.size(ofEncoded: input)
        try Violation.unless(
            size?.width == bitmap.width && size?.height == bitmap.height, "another size")
    }

    /// A vector tile: each part has a place, and no layer has more than the tile's bytes can hold.
    static func tile(_ input: [UInt8]) throws(Violation) {
        let tile: VectorTile
        do throws(TileArchiveError) {
            tile = try VectorTile(input)
        } catch { return try isSentence(error.description) }
        var places = 0
        for layer in tile.layers {
            try Violation.unless(layer.extent > 0, "a side of \(layer.extent)")
            for feature in layer.features {
                for part in feature.parts {
                    let least = feature.kind == .points ? 1 : feature.kind == .lines ? 2 : 3
                    try Violation.unless(part.count >= least, "\(feature.kind) of \(part.count)")
                    places += part.count
                }
            }
        }
        try Violation.unless(
            places <= input.count, "\(places) places in \(input.count) bytes")
    }

    /// The placement of a picture: a world file, or the name of the picture.
    static func placement(_ input: [UInt8]) throws(Violation) {
        let text = String(decoding: input, as: UTF8.self)
        _ = MapSystem(wellKnownText: text)
        let system = MapSystem(epsg: input.reduce(0) { ($0 * 31 + Int($1)) & 0xFFFF })
        for system in [nil, system] {
            let placement: PicturePlacement
            do throws(PlacementError) {
                placement = try PicturePlacement(worldFile: text, system: system)
            } catch {
                try isSentence(error.description)
                continue
            }
            try check(placement)
        }
        if let named = PicturePlacement(fileName: text, width: 4000, height: 3000) {
            try check(named)
        }
    }

    private static func check(_ placement: PicturePlacement) throws(Violation) {
        for (column, row) in [(0.0, 0.0), (4000, 3000), (2000.5, 0.5)] {
            guard let place = placement.place(column: column, row: row) else { continue }
            try Violation.unless(
                place.latitude.isFinite && place.longitude.isFinite, "a pixel is at \(place)")
        }
    }

    /// Targets as text: each is a place on the earth, and each line is one or is refused.
    static func targets(_ input: [UInt8]) throws(Violation) {
        let text = String(decoding: input, as: UTF8.self)
        for isImperial in [false, true] {
            let read = TargetText(text, isImperial: isImperial)
            for target in read.targets {
                try Violation.unless(target.place.isValid, "a target at \(target.place)")
                try Violation.unless(target.height?.isFinite ?? true, "a height")
            }
            let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            try Violation.unless(
                read.targets.count + read.refusals.count <= lines.count, "more than lines")
            for refusal in read.refusals { try isSentence(refusal.problem) }
        }
    }

    /// A place in one of the forms that people write: it is on the earth, and every form that it is
    /// written in is read as the same place.
    static func coordinate(_ input: [UInt8]) throws(Violation) {
        let place: Coordinate
        do throws(CoordinateError) {
            place = try Coordinate(parsing: String(decoding: input, as: UTF8.self))
        } catch { return try isSentence(error.description) }
        try Violation.unless(place.isValid, "\(place)")
        for format in CoordinateFormat.allCases {
            guard let text = format.text(place) else { continue }
            let again: Coordinate
            do throws(CoordinateError) {
                again = try Coordinate(parsing: text)
            } catch {
                throw Violation("\(text), which is written for \(place), is refused: \(error)")
            }
            try Violation.unless(
                place.distance(to: again) < 20, "\(place) is read from \(text) as \(again)")
        }
    }

    private static func isSentence(_ text: String) throws(Violation) {
        try Violation.unless(!text.isEmpty, "an error without a sentence")
    }
}

extension MapReading {
    /// Initial inputs, by the names of the readers.
    static let seeds: [String: [FuzzSeed]] = [
        "pmtiles": [FuzzSeed("one-tile", archiveOfOneTile)],
        "vector-tile": [FuzzSeed("triangle", triangle)],
        "map-picture": pictures,
        "placement": [
            FuzzSeed("world", "0.001\n0\n0\n-0.001\n8.5\n47.25\n"),
            FuzzSeed("turned", "10.5\n3\n3\n-10.5\n471000\n5250000\n"),
            FuzzSeed("name", "2530s+4930w+0100+0130+25+-40.png"),
            FuzzSeed("system", "PROJCS[\"x\",AUTHORITY[\"EPSG\",\"32632\"]]"),
        ],
        "targets": [
            FuzzSeed(
                "letters",
                "# from a list\nJoinville 26.18.19.50S 48.50.44.44W 50\nHut 47.15N 8.30E\n")
        ],
        "target-text": [
            FuzzSeed(
                "ancestor",
                "Joinville 26.18.19.50S 48.50.44.44W 50\n\"Two words\" 47.5 8.25 # hut\n"),
            FuzzSeed("letters", "Hut N47°15.5' E8°30.25' 1200m\nbroken\n"),
        ],
        "coordinate": [
            FuzzSeed("decimal", "47.25, 8.5"), FuzzSeed("minutes", "26°18.5′S 48°50.7′W"),
            FuzzSeed("seconds", "47°15'00\"N 8°30'00\"E"), FuzzSeed("geo", "geo:47.25,8.5;u=10"),
            FuzzSeed("utm", "32T 465000 5233000"), FuzzSeed("mgrs", "32TMT6500033000"),
        ],
    ]

    /// A picture in each format.
    private static let pictures: [FuzzSeed] = {
        let bitmap = Bitmap(
            width: 4, height: 4, filledWith: Bitmap.Pixel(red: 9, green: 99, blue: 199))
        let webp: [UInt8] = [
            82, 73, 70, 70, 28, 0, 0, 0, 87, 69, 66, 80, 86, 80, 56, 76, 16, 0, 0, 0, 47, 3, 192, 0,
            16, 7, 80, 178, 34, 71, 1, 3, 17, 209, 255, 0,
        ]
        return [
            FuzzSeed("png", (try? bitmap.encodedPNG()) ?? []),
            FuzzSeed("jpeg", (try? bitmap.encodedJPEG(quality: 90)) ?? []), FuzzSeed("webp", webp),
        ]
    }()

    /// A map of one tile, for a database.
    static let tables = """
        CREATE TABLE metadata (name text, value text);
        CREATE TABLE tiles (
            zoom_level integer, tile_column integer, tile_row integer, tile_data blob);
        INSERT INTO metadata VALUES ('bounds', '8,47,9,48'), ('format', 'png');
        INSERT INTO tiles VALUES (1, 1, 1, x'0102');
        """

    /// A tile with a triangle in a layer of one feature.
    private static let triangle: [UInt8] = {
        let geometry: [UInt8] = [9, 20, 20, 18, 200, 1, 0, 0, 200, 1, 15]
        let feature: [UInt8] = [18, 2, 0, 0, 24, 3, 34, UInt8(geometry.count)] + geometry
        let layer: [UInt8] =
            [10, 5] + Array("water".utf8) + [18, UInt8(feature.count)] + feature
            + [26, 4] + Array("kind".utf8) + [34, 6, 10, 4] + Array("lake".utf8)
            + [40, 128, 32, 120, 2]
        return [26, UInt8(layer.count)] + layer
    }()

    /// An archive without compression whose only tile is that of zoom 0.
    private static let archiveOfOneTile: [UInt8] = {
        let root: [UInt8] = [1, 0, 1, UInt8(triangle.count), 1]
        let words = Array("{\"name\":\"x\",\"vector_layers\":[{\"id\":\"water\"}]}".utf8)
        func number(_ value: Int) -> [UInt8] { (0..<8).map { UInt8(value >> (8 * $0) & 0xFF) } }
        var header = Array("PMTiles".utf8) + [3]
        let (first, second) = (127 + root.count, 127 + root.count + words.count)
        for value in [
            127, root.count, first, words.count, second, 0, second, triangle.count, 1, 1, 1,
        ] {
            header += number(value)
        }
        header += [1, 1, 1, 1, 0, 0]
        header += [UInt8](repeating: 0, count: 127 - header.count)
        return header + root + words + triangle
    }()
}
