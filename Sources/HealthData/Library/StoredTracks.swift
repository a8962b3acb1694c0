// The positions of the workouts of a dataset, as stored.
//
// Layout: a row for each block of at most 4,096 points (`TrackBlock`), with the number of its
// workout among those of the dataset, its own number, and the number of blocks of the track. So
// damage costs one block and not the track, and is noticed even if a row is missing. Rows belong to
// their dataset, as the other data of its workouts does, and are removed with it. The checksum is
// over the numbers as well as over the bytes. A dataset knows how many of its workouts have a
// track; it knows nothing if it was added before tracks were kept.
//
// Rejected: the track in the row of its workout (damage of any page would cost all of it, and the
// figures with it), points in rows (ten times the room).

import Foundation
import GRDB

/// The tracks of a dataset, as far as they can be read.
struct StoredTracks {
    /// The readable tracks, by the numbers of their workouts; damaged ones without the lost points.
    private(set) var tracks: [Int: Track] = [:]
    /// The numbers of the workouts whose tracks have lost points.
    private(set) var torn: Set<Int> = []
    /// The number of workouts whose tracks are missing altogether.
    private(set) var missing = 0

    /// The number of tracks that are not whole.
    var damaged: Int { torn.count + missing }

    /// Takes the track of a workout; nil if it has none.
    mutating func take(_ workout: Int) -> Track? { tracks.removeValue(forKey: workout) }

    // MARK: Writing

    /// Replaces the tracks of a dataset by those of its workouts, which have these numbers.
    static func write(_ workouts: [Workout], dataset: Int64, _ database: Database) throws {
        try database.execute(sql: "DELETE FROM track WHERE dataset = ?", arguments: [dataset])
        let statement = try database.makeStatement(
            sql: """
                INSERT INTO track (dataset, workout, block, blocks, points, bytes, checksum)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """)
        for (workout, track) in workouts.map(\.track).enumerated() {
            for (number, block) in (track?.blocks ?? []).enumerated() {
                let place = Place(workout: workout, block: number, blocks: track?.blocks.count ?? 0)
                try statement.execute(
                    arguments: [
                        dataset, workout, number, place.blocks, block.count, Data(block.bytes),
                        place.checksum(block.bytes),
                    ])
            }
        }
        try database.execute(
            sql: "UPDATE dataset SET tracks = ? WHERE id = ?",
            arguments: [workouts.count { $0.track != nil }, dataset])
    }

    // MARK: Reading

    /// The place of a block in a dataset.
    private struct Place {
        var workout: Int
        var block: Int
        /// The number of blocks of the track.
        var blocks: Int

        var isPossible: Bool { workout >= 0 && block >= 0 && block < blocks }

        /// The checksum of a block's bytes at a possible place.
        func checksum(_ bytes: [UInt8]) -> Int64 {
            var writer = PackedWriter()
            for number in [workout, block, blocks] { writer.append(number) }
            return Int64(bitPattern: Checksum.of(writer.bytes + bytes))
        }
    }

    /// Reads the tracks of a dataset; there are none if it was written before tracks were kept.
    ///
    /// Cost: proportional to the number of points, all of which are checked.
    init(of dataset: LibraryDataset, _ database: Database) throws {
        guard let expected = dataset.tracks else { return }
        let rows = try DatabaseRow.fetchCursor(
            database, sql: "SELECT * FROM track WHERE dataset = ? ORDER BY workout, block",
            arguments: [dataset.id])
        var known: Set<Int> = []
        var reading: Reading?
        while let row = try rows.next() {
            guard let workout: Int = try? row.value("workout") else { continue }
            if known.insert(workout).inserted {
                finish(reading)
                reading = Reading(workout: workout)
            }
            if let (place, block) = try? StoredTracks.block(row) {
                reading?.append(block, at: place)
            }
        }
        finish(reading)
        missing = max(0, expected - known.count)
    }

    /// The blocks of a track that were read so far.
    private struct Reading {
        let workout: Int
        /// The blocks without gaps between them.
        private(set) var parts: [[TrackBlock]] = []
        private var last: Place?

        init(workout: Int) { self.workout = workout }

        /// Whether there are all blocks.
        var isWhole: Bool { parts.count == 1 && parts[0].count == last?.blocks }

        mutating func append(_ block: TrackBlock, at place: Place) {
            if let last, place.block == last.block + 1 {
                parts[parts.count - 1].append(block)
            } else {
                parts.append([block])
            }
            last = place
        }
    }

    private mutating func finish(_ reading: Reading?) {
        guard let reading else { return }
        let parts = reading.parts.compactMap { Track(blocks: $0) }
        if reading.isWhole {
            tracks[reading.workout] = parts.first
        } else {
            torn.insert(reading.workout)
            tracks[reading.workout] = Track.joined(inOrder: parts)
        }
    }

    /// The block of a row; throws if it is damaged.
    private static func block(_ row: DatabaseRow) throws -> (Place, TrackBlock) {
        let place = Place(
            workout: try row.value("workout"), block: try row.value("block"),
            blocks: try row.value("blocks"))
        let data: Data = try row.value("bytes")
        let checksum: Int64 = try row.value("checksum")
        let bytes = [UInt8](data)
        guard place.isPossible, checksum == place.checksum(bytes) else {
            throw PackedReader.Malformed()
        }
        return (place, try TrackBlock(bytes: bytes))
    }

    /// Removes a dataset's damaged blocks; returns how many of its tracks are not whole then.
    static func settle(_ dataset: LibraryDataset, _ database: Database) throws -> Int {
        try DatabaseRow.deleteDamaged("track", of: dataset.id, database) { _ = try block($0) }
        return try StoredTracks(of: dataset, database).damaged
    }
}
