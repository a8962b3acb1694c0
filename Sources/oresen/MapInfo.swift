import Cartography
import Localization
import Maps
import Platform

/// What a file with a map contains, for `oresen info`.
struct MapInfo {
    let path: String
    private let result: Result<Content, TileArchiveError>

    /// What there is in the file.
    private enum Content {
        case tiles(any TileArchive)
        case picture(PictureMap)

        var bounds: MapBounds {
            switch self {
            case .tiles(let archive): archive.bounds
            case .picture(let picture): picture.bounds
            }
        }
    }

    init(path: String) {
        self.path = path
        do throws(TileArchiveError) {
            result =
                MapFile.format(of: path) == .picture
                ? .success(.picture(try PictureMap(path: path)))
                : .success(.tiles(try MapFile.archive(path: path)))
        } catch {
            result = .failure(error)
        }
    }

    /// Why it cannot be read, as a sentence; nil if it can.
    var failure: String? {
        guard case .failure(let error) = result else { return nil }
        return "\(path): \(error)"
    }

    /// A line for people.
    var text: String {
        guard case .success(let content) = result else { return "" }
        var parts = ["map"]
        switch content {
        case .tiles(let archive):
            parts += [
                Self.kind(archive.kind, archive.metadata.layers),
                "zooms \(archive.zooms.lowerBound) to \(archive.zooms.upperBound)",
            ]
        case .picture(let picture):
            parts.append("a picture of \(picture.width) × \(picture.height) pixels")
        }
        let bounds = content.bounds
        parts.append(
            "\(bounds.south) to \(bounds.north) north, \(bounds.west) to \(bounds.east) east")
        if case .tiles(let archive) = content, let attribution = archive.metadata.attribution {
            parts.append(attribution)
        }
        return "\(path): \(parts.joined(separator: ", "))"
    }

    private static func kind(_ kind: TileKind, _ layers: [String]) -> String {
        switch kind {
        case .vector: "vector tiles (\(schema(layers)))"
        case .unknown: "tiles of an unknown kind"
        case .png, .jpeg, .webp, .avif: "pictures (\(kind))"
        }
    }

    private static func schema(_ layers: [String]) -> String {
        switch MapSchema(layers: layers) {
        case .base: "Natural Earth"
        case .protomaps: "Protomaps"
        case .shortbread: "Shortbread"
        case .openMapTiles: "OpenMapTiles"
        case .unknown: "unknown schema"
        }
    }

    func write(_ json: inout JSONText) {
        json.object { json in
            json.member("path", path)
            guard case .success(let content) = result else {
                return json.member("failure", failure ?? "")
            }
            switch content {
            case .tiles(let archive): Self.write(archive, &json)
            case .picture(let picture):
                json.member("tiles", "picture")
                json.member("width", picture.width)
                json.member("height", picture.height)
            }
            let bounds = content.bounds
            json.member("box") { json in
                json.object { json in
                    json.member("south", bounds.south)
                    json.member("north", bounds.north)
                    json.member("west", bounds.west)
                    json.member("east", bounds.east)
                }
            }
        }
    }

    private static func write(_ archive: any TileArchive, _ json: inout JSONText) {
        json.member("name", archive.metadata.name ?? "")
        json.member("attribution", archive.metadata.attribution ?? "")
        json.member("tiles", "\(archive.kind)")
        if archive.kind == .vector {
            json.member("schema", schema(archive.metadata.layers))
        }
        json.member("leastZoom", archive.zooms.lowerBound)
        json.member("mostZoom", archive.zooms.upperBound)
    }
}
