// Tiles of a PMTiles archive, read from the file as they are needed.
//
// The root directory is read at once, and a leaf when a tile in it is wanted; the last few leaves stay. A leaf may
// lead to another one, but not deeper than the format means it to, so no archive leads in circles.

import Foundation
import Streams
import Synchronization

/// A file with tiles in the format PMTiles.
public final class PMTilesArchive: TileArchive {
    /// The path of the file, or the name of what is not in a file.
    public let path: String
    /// What the file says of itself.
    public let header: PMTilesHeader
    /// What its maker says of the map.
    public let metadata: MapMetadata
    public var kind: TileKind { header.kind }
    public var zooms: ClosedRange<Int> { header.zooms }
    public var bounds: MapBounds { header.bounds }
    private let bytes: Bytes
    private let root: PMTilesDirectory
    private let leaves = Mutex(Leaves())

    private struct Leaves {
        var known: [Int: PMTilesDirectory] = [:]
        /// The oldest one first.
        var order: [Int] = []
    }

    /// Bytes of a tile and of a directory at most, unpacked.
    private static let mostOfTile = 32 << 20
    private static let mostOfDirectory = 64 << 20
    /// Leaves below leaves.
    private static let deepest = 4
    private static let mostLeaves = 32

    /// The bytes of an archive, wherever they are.
    private struct Bytes: Sendable {
        var place: String
        var count: Int
        /// Reads bytes from an offset on: fewer than asked for at the end.
        var read: @Sendable (Range<Int>) throws(StreamError) -> [UInt8]
    }

    /// Opens a file and reads its header and its first directory.
    public convenience init(path: String) throws(TileArchiveError) {
        let file: InputFile
        do throws(StreamError) {
            file = try InputFile(path: path)
        } catch { throw .cannotRead(error.problem) }
        try self.init(
            Bytes(place: path, count: file.size) { range throws(StreamError) in
                var buffer = [UInt8](repeating: 0, count: range.count)
                var count = 0
                while count < range.count {
                    let got = try file.read(
                        at: range.lowerBound + count, into: &buffer, count..<range.count)
                    guard got > 0 else { break }
                    count += got
                }
                buffer.removeSubrange(count...)
                return buffer
            })
    }

    /// Opens an archive that is somewhere else than in a file, such as in the program.
    ///
    /// - Parameters:
    ///   - name: what messages call it.
    ///   - count: the number of its bytes.
    ///   - read: copies a range of them, on any thread.
    public convenience init(
        named name: String, count: Int, read: @escaping @Sendable (Range<Int>) -> [UInt8]
    ) throws(TileArchiveError) {
        try self.init(Bytes(place: name, count: count, read: read))
    }

    private init(_ bytes: Bytes) throws(TileArchiveError) {
        (path, self.bytes) = (bytes.place, bytes)
        let beginning = 0..<min(PMTilesHeader.length, bytes.count)
        header = try PMTilesHeader(
            try Self.read(beginning, of: bytes), fileLength: bytes.count)
        root = try PMTilesDirectory(
            try Self.unpacked(
                header.rootDirectory, header.directoryCompression, Self.mostOfDirectory, bytes))
        // A map whose words are damaged is a map.
        let words =
            try? Self.unpacked(
                header.metadata, header.directoryCompression, Self.mostOfDirectory, bytes)
        metadata = MapMetadata(json: words ?? [])
    }

    /// The bytes of a tile, unpacked; nil if the archive has none.
    ///
    /// Cost: one or two reads of the file.
    public func tile(_ number: TileNumber) throws(TileArchiveError) -> [UInt8]? {
        guard header.zooms.contains(number.zoom) else { return nil }
        let wanted = number.curveNumber
        return try tile { $0.place(of: wanted) }
    }

    public func anyTile() throws(TileArchiveError) -> [UInt8]? { try tile { $0.first } }

    private func tile(
        at place: (PMTilesDirectory) -> PMTilesDirectory.Place?
    ) throws(TileArchiveError) -> [UInt8]? {
        var directory = root
        for _ in 0..<Self.deepest {
            switch place(directory) {
            case nil: return nil
            case .tile(let range):
                let bytesOfTile = try Self.part(range, of: header.tileData)
                return try Self.unpacked(
                    bytesOfTile, header.tileCompression, Self.mostOfTile, bytes)
            case .leaf(let range):
                directory = try leaf(try Self.part(range, of: header.leafDirectories))
            }
        }
        throw .isDamaged
    }

    private func leaf(_ range: Range<Int>) throws(TileArchiveError) -> PMTilesDirectory {
        if let known = leaves.withLock({ $0.known[range.lowerBound] }) { return known }
        let made = try PMTilesDirectory(
            try Self.unpacked(range, header.directoryCompression, Self.mostOfDirectory, bytes))
        leaves.withLock { leaves in
            if leaves.known.updateValue(made, forKey: range.lowerBound) == nil {
                leaves.order.append(range.lowerBound)
            }
            if leaves.order.count > Self.mostLeaves {
                leaves.known[leaves.order.removeFirst()] = nil
            }
        }
        return made
    }

    /// A range of a part of the file, from the part's beginning on, as one of the file.
    private static func part(
        _ range: Range<Int>, of part: Range<Int>
    ) throws(TileArchiveError) -> Range<Int> {
        guard range.upperBound <= part.count else { throw .isDamaged }
        return part.lowerBound + range.lowerBound..<part.lowerBound + range.upperBound
    }

    private static func unpacked(
        _ range: Range<Int>, _ compression: PMTilesHeader.Compression, _ most: Int,
        _ bytes: Bytes
    ) throws(TileArchiveError) -> [UInt8] {
        guard range.count <= most else { throw .isTooLarge }
        let packed = try read(range, of: bytes)
        switch compression {
        case .none: return packed
        // Some writers say nothing: the bytes show it.
        case .unknown where packed.prefix(2) != [0x1F, 0x8B]: return packed
        case .unknown, .gzip:
            let unpacked: [UInt8]?
            do throws(StreamError) {
                unpacked = try Gzip.unpacked(packed, limit: most, place: bytes.place)
            } catch { throw .isDamaged }
            guard let unpacked else { throw .isTooLarge }
            return unpacked
        case .brotli: throw .hasCompression("Brotli")
        case .zstd: throw .hasCompression("Zstandard")
        }
    }

    private static func read(
        _ range: Range<Int>, of bytes: Bytes
    ) throws(TileArchiveError) -> [UInt8] {
        let found: [UInt8]
        do throws(StreamError) {
            found = try bytes.read(range)
        } catch { throw .cannotRead(error.problem) }
        // The file was cut after it was opened.
        guard found.count == range.count else { throw .isDamaged }
        return found
    }
}
