// A picture of a map as tiles.
//
// Its place is that of a world file next to it, or that of its name (`PicturePlacement`). It is cut into tiles
// once (`PictureCutter`); they are kept in a database under a name that changes with the picture, its place
// and the method, so one that has changed is cut again. What is kept may be removed at any time.

import Geodesy
import Geometry
import Glibc
import Imaging
import Platform
import Streams

/// A PNG or JPEG picture that is on the earth.
public struct PictureMap: Sendable {
    /// The path of the picture.
    public let path: String
    /// Pixels.
    public let width: Int
    /// Pixels.
    public let height: Int
    /// Where its pixels are.
    public let placement: PicturePlacement
    /// The borders of the picture.
    public var bounds: MapBounds { grid.bounds }
    /// The greatest zoom of its tiles, at which their pixels are about as large as those of the picture.
    public var zoom: Int { grid.zoom }
    /// Its tiles of the greatest zoom.
    let grid: PictureGrid
    private let key: String

    /// Another number makes all pictures be cut again.
    private static let version = 1
    private static let longestText = 1 << 16

    /// Reads the header of a picture, and its place.
    ///
    /// - Throws: that there is no such picture, that it is too large to be read, or has no place.
    public init(path: String) throws(TileArchiveError) {
        self.path = path
        do throws(ImagingError) {
            let rows = try PictureRows(path: path)
            (width, height) = (rows.width, rows.height)
        } catch { throw Self.refusal(error) }
        do throws(PlacementError) {
            placement = try Self.placement(path, width, height)
        } catch { throw .hasNoPlace(error) }
        guard let grid = PictureGrid(placement, width: width, height: height) else {
            throw .hasNoPlace(.isFlat)
        }
        self.grid = grid
        var status = stat()
        guard stat(path, &status) == 0 else { throw .cannotRead(String(cString: strerror(errno))) }
        let text = """
            \(Self.version) \(status.st_dev) \(status.st_ino) \(status.st_size) \
            \(status.st_mtim.tv_sec) \(status.st_mtim.tv_nsec) \(placement.words)
            """
        // FNV-1a, 64 bits.
        let hash = text.utf8.reduce(UInt64(0xcbf2_9ce4_8422_2325)) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01b3
        }
        key = String(hash, radix: 16)
    }

    // MARK: Place

    /// The files next to a picture that may have its place or its system.
    public static func sideFiles(of path: String) -> [String] {
        worldFiles(of: path) + endings("prj").map { stem(path) + $0 }
    }

    private static func worldFiles(of path: String) -> [String] {
        let ending = String(path.dropFirst(stem(path).count + 1))
        var names = ["wld"]
        if let first = ending.first, let last = ending.last { names.append("\(first)\(last)w") }
        return names.flatMap { endings($0) }.map { stem(path) + $0 }
            + [path + "w", path + "W", path + ".wld"]
    }

    private static func endings(_ name: String) -> [String] {
        [".\(name.lowercased())", ".\(name.uppercased())"]
    }

    /// The path without its ending.
    private static func stem(_ path: String) -> String {
        guard let dot = path.lastIndex(of: "."), dot > (path.lastIndex(of: "/") ?? path.startIndex)
        else { return path }
        return String(path[..<dot])
    }

    /// Whether a file next to a picture, or its name, says where it is on the earth.
    public static func hasPlace(_ path: String) -> Bool {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        return worldFiles(of: path).contains { FileIdentity(path: $0) != nil }
            || PicturePlacement(fileName: name, width: 1, height: 1) != nil
    }

    private static func placement(
        _ path: String, _ width: Int, _ height: Int
    ) throws(PlacementError) -> PicturePlacement {
        func text(_ paths: [String]) -> String? {
            for path in paths {
                // Nothing is waited for.
                guard FileIdentity(path: path) != nil, let file = try? InputFile(path: path),
                    let bytes = try? file.head(longestText)
                else { continue }
                return String(decoding: bytes, as: UTF8.self)
            }
            return nil
        }
        guard let world = text(worldFiles(of: path)) else {
            let name = path.split(separator: "/").last.map(String.init) ?? path
            guard
                let named = PicturePlacement(fileName: name, width: width, height: height)
            else { throw .hasNoWorldFile }
            return named
        }
        let system = text(endings("prj").map { stem(path) + $0 }).map {
            MapSystem(wellKnownText: $0)
        }
        // A system that is not known must not be taken for degrees.
        if case .some(.none) = system { throw .hasNoSystem }
        return try PicturePlacement(worldFile: world, system: system ?? nil)
    }

    // MARK: Tiles

    /// The tiles that are kept in a folder; nil if the picture has to be cut.
    public func archive(in folder: String) -> (any TileArchive)? {
        let path = place(in: folder)
        guard FileIdentity(path: path) != nil else { return nil }
        return try? MBTilesArchive(path: path, rows: .fromSouth)
    }

    /// Cuts the picture into tiles, and keeps them in a folder, which is made if it is missing.
    ///
    /// Cost: linear in the pixels, and at most `PictureCutter.mostMemory` bytes.
    ///
    /// - Parameters:
    ///   - cancellation: ends it; nothing is kept then.
    ///   - progress: receives the part that is done, from 0 to 1.
    public func cut(
        into folder: String, cancellation: Cancellation = Cancellation(),
        progress: (Double) -> Void = { _ in }
    ) throws(TileArchiveError) -> any TileArchive {
        mkdir(folder, 0o700)
        let path = place(in: folder)
        do throws(PictureCutter.Problem) {
            var cutter = try PictureCutter(self, path)
            try cutter.cut(cancellation, progress)
        } catch {
            switch error {
            case .picture(let error): throw Self.refusal(error)
            case .database(let error):
                throw .cannotReadPicture("\(error.place): \(error.problem); \(error.remedy).")
            case .wasCancelled: throw .wasCancelled
            }
        }
        return try MBTilesArchive(path: path, rows: .fromSouth)
    }

    private func place(in folder: String) -> String { "\(folder)/\(key).mbtiles" }

    /// Removes the tiles of this picture that are kept in a folder; an open map stays until it is closed.
    public func removeTiles(from folder: String) { unlink(place(in: folder)) }

    /// Removes all tiles that are kept in a folder; those of open maps stay until they are closed.
    public static func removeAll(in folder: String) {
        guard let opened = opendir(folder) else { return }
        defer { closedir(opened) }
        while let entry = readdir(opened) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { place in
                place.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name.hasSuffix(".mbtiles") { unlink("\(folder)/\(name)") }
        }
    }

    private static func refusal(_ error: ImagingError) -> TileArchiveError {
        let text = error.problem + (error.remedy.isEmpty ? "" : "; " + error.remedy)
        return .cannotReadPicture(text.prefix(1).uppercased() + text.dropFirst() + ".")
    }
}
