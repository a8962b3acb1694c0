// The header and the directories of a PMTiles archive, version 3 (the specification of Protomaps).
//
// A directory has entries in the order of tile numbers: a run of tiles with the same bytes, or a directory
// of its own (a leaf). Its columns follow one another as varints: how much each number differs from the
// one before, the lengths of the runs (zero for a leaf), the lengths of the bytes, and their offsets
// (zero for those right after the bytes before, else one more than the offset).
// Whatever a file says is compared with its size before it is used.

import ChartCore

/// The first 127 bytes of an archive.
public struct PMTilesHeader: Hashable, Sendable {
    /// How bytes are compressed.
    public enum Compression: UInt8, Hashable, Sendable {
        /// It is not said.
        case unknown
        /// They are as they are.
        case none
        /// Deflated, with the header of gzip.
        case gzip
        /// Brotli, which is not read.
        case brotli
        /// Zstandard, which is not read.
        case zstd
    }

    /// The bytes of the file with the first directory.
    public let rootDirectory: Range<Int>
    /// The bytes with what the maker says of the map, as JSON.
    public let metadata: Range<Int>
    /// The bytes with all other directories.
    public let leafDirectories: Range<Int>
    /// The bytes with all tiles.
    public let tileData: Range<Int>
    /// How directories and metadata are compressed.
    public let directoryCompression: Compression
    /// How tiles are compressed.
    public let tileCompression: Compression
    /// What the tiles are.
    public let kind: TileKind
    /// The zooms that there are tiles of.
    public let zooms: ClosedRange<Int>
    /// The borders of the map, which may be wrong.
    public let bounds: MapBounds

    /// As many bytes it has.
    public static let length = 127

    /// Reads the first bytes of a file.
    public init(_ bytes: [UInt8], fileLength: Int) throws(TileArchiveError) {
        guard bytes.count >= 8, Array(bytes.prefix(7)) == Array("PMTiles".utf8) else {
            throw .isNoArchive
        }
        guard bytes[7] == 3 else { throw .hasVersion(Int(bytes[7])) }
        guard bytes.count >= Self.length else { throw .isDamaged }
        func number(_ place: Int) -> UInt64 {
            (0..<8).reduce(0) { $0 | UInt64(bytes[place + $1]) << UInt64(8 * $1) }
        }
        func part(_ place: Int) throws(TileArchiveError) -> Range<Int> {
            guard let start = Int(exactly: number(place)),
                let length = Int(exactly: number(place + 8)), start <= fileLength,
                length <= fileLength - start
            else { throw .isDamaged }
            return start..<start + length
        }
        rootDirectory = try part(8)
        metadata = try part(24)
        leafDirectories = try part(40)
        tileData = try part(56)
        guard let directories = Compression(rawValue: bytes[97]),
            let tiles = Compression(rawValue: bytes[98])
        else { throw .isDamaged }
        (directoryCompression, tileCompression) = (directories, tiles)
        // The bytes of the tiles show a kind of the future.
        kind = TileKind(rawValue: bytes[99]) ?? .unknown
        guard bytes[100] <= bytes[101], bytes[101] <= 31 else { throw .isDamaged }
        zooms = Int(bytes[100])...Int(bytes[101])
        func degrees(_ place: Int) -> Double {
            let bits = (0..<4).reduce(UInt32(0)) {
                $0 | UInt32(bytes[place + $1]) << UInt32(8 * $1)
            }
            return Double(Int32(bitPattern: bits)) / 1e7
        }
        bounds = MapBounds(
            west: degrees(102), south: degrees(106), east: degrees(110), north: degrees(114))
    }
}

/// A directory of an archive.
public struct PMTilesDirectory: Hashable, Sendable {
    /// Where to find a tile.
    public enum Place: Hashable, Sendable {
        /// Bytes of the tile data.
        case tile(Range<Int>)
        /// Bytes of the leaf directories.
        case leaf(Range<Int>)
    }

    private struct Entry: Hashable {
        var number: UInt64
        /// How many tiles have these bytes; zero for a leaf.
        var run: UInt64
        var bytes: Range<Int>
    }

    private let entries: [Entry]

    /// Entries of one directory at most: a hundred times as many as archives are made with.
    public static let most = 2_000_000

    /// Reads a directory, which is not compressed any more.
    public init(_ bytes: [UInt8]) throws(TileArchiveError) {
        var reader = MessageReader(bytes[...])
        // Each entry has four bytes at least.
        guard let count = try reader.varint(atMost: UInt64(bytes.count / 4)), count <= Self.most
        else {
            throw .isTooLarge
        }
        var entries = [Entry](
            repeating: Entry(number: 0, run: 0, bytes: 0..<0), count: Int(count))
        var number: UInt64 = 0
        for index in entries.indices {
            let (sum, isOver) = number.addingReportingOverflow(try reader.varint())
            // They rise, so a tile is found in one place.
            guard !isOver, index == 0 || sum > number else { throw .isDamaged }
            number = sum
            entries[index].number = number
        }
        for index in entries.indices { entries[index].run = try reader.varint() }
        for index in entries.indices {
            guard let length = try reader.varint(atMost: 1 << 40), length > 0 else {
                throw .isDamaged
            }
            entries[index].bytes = 0..<Int(length)
        }
        for index in entries.indices {
            guard let offset = try reader.varint(atMost: 1 << 60) else { throw .isDamaged }
            let start: Int
            if offset == 0 {
                guard index > 0 else { throw .isDamaged }
                start = entries[index - 1].bytes.upperBound
            } else {
                start = Int(offset) - 1
            }
            entries[index].bytes = start..<start + entries[index].bytes.count
        }
        self.entries = entries
    }

    /// The number of entries.
    public var count: Int { entries.count }

    /// Where the first entry leads to.
    var first: Place? {
        entries.first.map { $0.run == 0 ? .leaf($0.bytes) : .tile($0.bytes) }
    }

    /// Where a tile is, by its number in the order of the archive; nil if the directory does not have it.
    public func place(of number: UInt64) -> Place? {
        let after = entries.indices.partitioningIndex { entries[$0].number > number }
        guard after > 0 else { return nil }
        let entry = entries[after - 1]
        if entry.run == 0 { return .leaf(entry.bytes) }
        return number - entry.number < entry.run ? .tile(entry.bytes) : nil
    }
}
