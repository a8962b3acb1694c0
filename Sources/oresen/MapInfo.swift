import Cartography
import Localization
import Maps
import Platform

/// What a file with a map contains, for `oresen info`.
struct MapInfo {
    let path: String
    private let result: Result<any TileArchive, TileArchiveError>

    init(path: String) {
        self.path = path
        do throws(TileArchiveError) {
            result = .success(try MapFile.archive(path: path))
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
        guard case .success(let archive) = result else { return "" }
        let bounds = archive.bounds
        var parts = [
            "map", Self.kind(archive.kind, archive.metadata.layers),
            "zooms \(archive.zooms.lowerBound) to \(archive.zooms.upperBound)",
            "\(bounds.south) to \(bounds.north) north, \(bounds.west) to \(bounds.east) east",
        ]
        if let attribution = archive.metadata.attribution { parts.append(attribution) }
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
            guard case .success(let archive) = result else {
                return json.member("failure", failure ?? "")
            }
            let bounds = archive.bounds
            json.member("name", archive.metadata.name ?? "")
            json.member("attribution", archive.metadata.attribution ?? "")
            json.member("tiles", "\(archive.kind)")
            if archive.kind == .vector {
                json.member("schema", Self.schema(archive.metadata.layers))
            }
            json.member("leastZoom", archive.zooms.lowerBound)
            json.member("mostZoom", archive.zooms.upperBound)
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
}
