// The waypoints and planned routes of a dataset, as stored.
//
// Layout: a row for each of them, the waypoints first, in the order of the file. The bytes of a row
// are a version, which of the two it is, the source's number in the dataset, the name, and then for
// a waypoint the coordinates, a byte whose bits show which of height, symbol and note there are, and
// these; for a route the number of its blocks, and each block with its length before it. Each row has
// its own checksum, so damage costs one of them. Rows belong to their dataset and are removed with
// it. A dataset knows how many it has; it knows nothing if it was added before they were kept.

import Foundation
import GRDB
import Geodesy

/// The waypoints and planned routes of a dataset, as far as they can be read.
struct StoredPlaces {
    private static let version: UInt8 = 1
    private enum Kind {
        static let waypoint: UInt8 = 0
        static let route: UInt8 = 1
    }

    /// The readable ones, with the dataset's own numbers of sources.
    private(set) var places = Places()
    /// How many of those that the dataset had cannot be read.
    private(set) var damaged = 0

    // MARK: Writing

    /// Replaces the waypoints and routes of a dataset.
    static func write(_ places: Places, dataset: Int64, _ database: Database) throws {
        try database.execute(sql: "DELETE FROM place WHERE dataset = ?", arguments: [dataset])
        let statement = try database.makeStatement(
            sql: "INSERT INTO place (dataset, number, bytes, checksum) VALUES (?, ?, ?, ?)")
        let all = places.waypoints.map(bytes) + places.routes.map(bytes)
        for (number, bytes) in all.enumerated() {
            try statement.execute(
                arguments: [dataset, number, Data(bytes), checksum(number, bytes)])
        }
        try database.execute(
            sql: "UPDATE dataset SET places = ? WHERE id = ?", arguments: [places.count, dataset])
    }

    private static func checksum(_ number: Int, _ bytes: [UInt8]) -> Int64 {
        var writer = PackedWriter()
        writer.append(number)
        return Int64(bitPattern: Checksum.of(writer.bytes + bytes))
    }

    private static func bytes(_ waypoint: Waypoint) -> [UInt8] {
        var writer = PackedWriter()
        writer.append(byte: version)
        writer.append(byte: Kind.waypoint)
        writer.append(Int(waypoint.source))
        writer.append(text: waypoint.name)
        writer.append(whole: waypoint.place.latitude)
        writer.append(whole: waypoint.place.longitude)
        writer.append(
            byte: (waypoint.height == nil ? 0 : 1) | (waypoint.symbol == nil ? 0 : 2)
                | (waypoint.note == nil ? 0 : 4))
        if let height = waypoint.height { writer.append(whole: height) }
        if let symbol = waypoint.symbol { writer.append(text: symbol) }
        if let note = waypoint.note { writer.append(text: note) }
        return writer.bytes
    }

    private static func bytes(_ route: PlannedRoute) -> [UInt8] {
        var writer = PackedWriter()
        writer.append(byte: version)
        writer.append(byte: Kind.route)
        writer.append(Int(route.source))
        writer.append(text: route.name)
        writer.append(route.track.blocks.count)
        for block in route.track.blocks {
            writer.append(block.bytes.count)
            writer.append(block.bytes)
        }
        return writer.bytes
    }

    // MARK: Reading

    /// Reads the waypoints and routes of a dataset; there are none if it was written before they were
    /// kept.
    init(of dataset: LibraryDataset, _ database: Database) throws {
        guard let expected = dataset.places else { return }
        let rows = try DatabaseRow.fetchCursor(
            database, sql: "SELECT * FROM place WHERE dataset = ? ORDER BY number",
            arguments: [dataset.id])
        while let row = try rows.next() {
            if let place = try? Self.place(row) { places.append(place) }
        }
        damaged = max(0, expected - places.count)
    }

    /// The waypoint or route of a row; throws if it is damaged.
    private static func place(_ row: DatabaseRow) throws -> Places {
        let number: Int = try row.value("number")
        let data: Data = try row.value("bytes")
        let kept: Int64 = try row.value("checksum")
        let bytes = [UInt8](data)
        guard number >= 0, kept == checksum(number, bytes) else { throw PackedReader.Malformed() }
        var reader = PackedReader(bytes)
        guard try reader.byte() == version else { throw PackedReader.Malformed() }
        let kind = try reader.byte()
        let source = UInt16(try reader.count(most: Int(UInt16.max)))
        let name = try reader.text()
        let place: Places
        switch kind {
        case Kind.waypoint:
            place = Places(waypoints: [try waypoint(name, source, &reader)])
        case Kind.route: place = Places(routes: [try route(name, source, &reader)])
        default: throw PackedReader.Malformed()
        }
        guard reader.isAtEnd else { throw PackedReader.Malformed() }
        return place
    }

    private static func waypoint(
        _ name: String, _ source: UInt16, _ reader: inout PackedReader
    ) throws -> Waypoint {
        let place = Coordinate(latitude: try reader.whole(), longitude: try reader.whole())
        guard place.isValid else { throw PackedReader.Malformed() }
        let flags = try reader.byte()
        return Waypoint(
            name: name, place: place, height: try flags & 1 == 0 ? nil : reader.whole(),
            symbol: try flags & 2 == 0 ? nil : reader.text(),
            note: try flags & 4 == 0 ? nil : reader.text(), source: source)
    }

    private static func route(
        _ name: String, _ source: UInt16, _ reader: inout PackedReader
    ) throws -> PlannedRoute {
        var blocks: [TrackBlock] = []
        for _ in 0..<(try reader.count(most: reader.left)) {
            let length = try reader.count(most: reader.left)
            blocks.append(try TrackBlock(bytes: reader.bytes(length)))
        }
        guard let track = Track(blocks: blocks) else { throw PackedReader.Malformed() }
        return PlannedRoute(name: name, track: track, source: source)
    }

    /// Removes a dataset's damaged waypoints and routes; returns how many are then missing.
    static func settle(_ dataset: LibraryDataset, _ database: Database) throws -> Int {
        try DatabaseRow.deleteDamaged("place", of: dataset.id, database) { _ = try place($0) }
        return try StoredPlaces(of: dataset, database).damaged
    }
}
