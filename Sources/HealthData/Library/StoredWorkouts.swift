// The other data of the workouts of a dataset, in addition to their samples, as stored.
//
// Layout: a row for each workout that has other data, in the order of the file and as it was read,
// before merging. So the data of a dataset is removed with it, and the workouts of the remaining
// ones are joined again, like those of files that are opened together. The bytes of a row are a
// version, the sport, the times, the source's number in the dataset, the figures, the laps, and the
// name if there is one. Figures are a number whose bits show which of them are present, and the
// values. Each row has its own checksum, so that damage costs one workout its figures and no
// samples. The track of a workout is in rows of its own (`StoredTracks`). Rejected: a column for
// each figure (a migration for each new one), one block for each dataset (damage would cost all of
// them).

import ChartCore
import Foundation
import GRDB
import Localization

enum StoredWorkouts {
    /// The version of the bytes of a workout without a name.
    private static let version: UInt8 = 1
    /// The version of those with a name at their end.
    private static let namedVersion: UInt8 = 2
    /// More bytes than the name of any sport has.
    private static let longestSport = 1 << 16

    /// The workout of a row, or its damage.
    enum Part {
        case workout(Workout)
        /// The number of workouts with damaged figures; from and to their starts, NaN if even those
        /// are unknown.
        case damage(count: Int, first: Double, last: Double)
        /// The number of workouts that have lost positions; from and to their starts, NaN if not
        /// all of these are known.
        case torn(count: Int, first: Double, last: Double)
    }

    /// The other data of the workouts of a dataset, and which of it can be read completely.
    struct Whole {
        var workouts: [Workout] = []
        var hasFigures = true
        var hasTracks = true
    }

    // MARK: Rows

    /// Replaces the other data of the workouts of a dataset.
    static func write(_ workouts: [Workout], dataset: Int64, _ database: Database) throws {
        try database.execute(
            sql: "DELETE FROM workout WHERE dataset = ?", arguments: [dataset])
        let statement = try database.makeStatement(
            sql: """
                INSERT INTO workout (dataset, number, start, checksum, bytes)
                VALUES (?, ?, ?, ?, ?)
                """)
        for (number, workout) in workouts.enumerated() {
            let bytes = bytes(workout)
            try statement.execute(
                arguments: [
                    dataset, number, workout.start, Int64(bitPattern: Checksum.of(bytes)),
                    Data(bytes),
                ])
        }
        try database.execute(
            sql: "UPDATE dataset SET workouts = ? WHERE id = ?",
            arguments: [workouts.count, dataset])
        try StoredTracks.write(workouts, dataset: dataset, database)
    }

    /// Reads the other data of the workouts of a dataset, as far as it is good.
    ///
    /// Reads nothing if the dataset was written before figures were kept. `sources` maps the
    /// dataset's numbers of sources.
    static func forEach(
        _ dataset: Library.Dataset, _ database: Database, sources: [UInt16],
        _ body: (Part) throws -> Void
    ) throws {
        guard let expected = dataset.workouts else { return }
        let rows = try DatabaseRow.fetchCursor(
            database, sql: "SELECT * FROM workout WHERE dataset = ? ORDER BY number",
            arguments: [dataset.id])
        var tracks = try StoredTracks(of: dataset, database)
        var torn: [Double] = []
        var known = 0
        while let row = try rows.next() {
            known += 1
            let start: Double = (try? row.value("start")) ?? .nan
            let number: Int? = try? row.value("number")
            if let number, tracks.torn.contains(number) { torn.append(start) }
            if var workout = try? workout(row, sources: sources) {
                workout.track = number.flatMap { tracks.take($0) }
                try body(.workout(workout))
            } else {
                try body(.damage(count: 1, first: start, last: start))
            }
        }
        if known != expected {
            try body(.damage(count: expected &- known, first: .nan, last: .nan))
        }
        // Positions whose workout is damaged find it by their times.
        for (_, track) in tracks.tracks.sorted(by: { $0.key < $1.key }) {
            guard let span = track.span, span.lowerBound < span.upperBound,
                let source = sources.first
            else { continue }
            try body(
                .workout(
                    Workout(
                        sport: Sport.other, start: span.lowerBound, end: span.upperBound,
                        source: source, track: track)))
        }
        if tracks.damaged > 0 {
            let areKnown = torn.count == tracks.damaged && torn.allSatisfy(\.isFinite)
            try body(
                .torn(
                    count: tracks.damaged, first: areKnown ? torn.min() ?? .nan : .nan,
                    last: areKnown ? torn.max() ?? .nan : .nan))
        }
    }

    /// The other data of the workouts of a dataset.
    static func whole(of dataset: Library.Dataset, _ database: Database) throws -> Whole {
        var whole = Whole()
        whole.hasFigures = dataset.workouts != nil
        whole.hasTracks = dataset.tracks != nil
        let count = try StoredSource.all(of: dataset.id, database).count
        try forEach(dataset, database, sources: StoredSource.numbers(count)) { part in
            switch part {
            case .workout(let workout): whole.workouts.append(workout)
            case .damage: whole.hasFigures = false
            case .torn: whole.hasTracks = false
            }
        }
        return whole
    }

    /// Removes a dataset's damaged workouts; returns how many are then missing.
    static func settle(_ dataset: Library.Dataset, _ database: Database) throws -> Int {
        let sources = try StoredSource.all(of: dataset.id, database).count
        let rows = try DatabaseRow.fetchAll(
            database, sql: "SELECT * FROM workout WHERE dataset = ?", arguments: [dataset.id])
        var good = 0
        for row in rows {
            if (try? workout(row, sources: StoredSource.numbers(sources))) != nil {
                good += 1
            } else {
                try database.execute(
                    sql: "DELETE FROM workout WHERE dataset = ? AND number = ?",
                    arguments: [dataset.id, row["number"] as DatabaseValue])
            }
        }
        return max(0, (dataset.workouts ?? good) - good)
    }

    /// A workout; throws if it is damaged.
    private static func workout(_ row: DatabaseRow, sources: [UInt16]) throws -> Workout {
        let data: Data = try row.value("bytes")
        let checksum: Int64 = try row.value("checksum")
        let bytes = [UInt8](data)
        guard Checksum.of(bytes) == UInt64(bitPattern: checksum) else {
            throw PackedReader.Malformed()
        }
        let workout = try workout(bytes, sources: sources)
        // Data that no reader produces may still be stored with the right checksum.
        guard SoundTime.contains(from: workout.start, to: workout.end), workout.isWellFormed
        else { throw PackedReader.Malformed() }
        // An earlier version kept numbers that no workout has.
        return workout.sound
    }

    // MARK: Bytes

    /// The bytes of a workout.
    static func bytes(_ workout: Workout) -> [UInt8] {
        var writer = PackedWriter()
        writer.append(byte: workout.name == nil ? version : namedVersion)
        append(workout.sport.utf8.prefix(longestSport), &writer)
        writer.append(whole: workout.start)
        writer.append(whole: workout.end)
        writer.append(Int(workout.source))
        append(workout.figures, &writer)
        writer.append(workout.laps.count)
        for lap in workout.laps {
            writer.append(whole: lap.start)
            append(lap.figures, &writer)
        }
        if let name = workout.name { append(name.utf8, &writer) }
        return writer.bytes
    }

    private static func append(_ text: some Collection<UInt8>, _ writer: inout PackedWriter) {
        writer.append(text.count)
        for byte in text { writer.append(byte: byte) }
    }

    private static func text(
        _ reader: inout PackedReader, most: Int
    ) throws(PackedReader.Malformed) -> String {
        var text: [UInt8] = []
        for _ in 0..<(try reader.count(most: most)) { text.append(try reader.byte()) }
        return String(decoding: text, as: UTF8.self)
    }

    private static func append(_ figures: Workout.Figures, _ writer: inout PackedWriter) {
        let values = Workout.Figures.all.map { figures[keyPath: $0] }
        writer.append(
            values.enumerated().reduce(UInt64(0)) { $1.element == nil ? $0 : $0 | 1 << $1.offset })
        for case .some(let value) in values { writer.append(whole: value) }
    }

    /// The workout that the bytes encode; its source's number is mapped through `sources`.
    static func workout(
        _ bytes: [UInt8], sources: [UInt16]
    ) throws(PackedReader.Malformed) -> Workout {
        var reader = PackedReader(bytes)
        let version = try reader.byte()
        guard version == Self.version || version == namedVersion else {
            throw PackedReader.Malformed()
        }
        let sport = try text(&reader, most: min(longestSport, bytes.count))
        let start = try reader.whole()
        let end = try reader.whole()
        let source = try reader.count(most: sources.count - 1)
        var workout = Workout(
            sport: sport, start: start, end: end, source: sources[source])
        workout.figures = try figures(&reader)
        // A lap takes more than one byte.
        for _ in 0..<(try reader.count(most: bytes.count)) {
            let start = try reader.whole()
            workout.laps.append(Workout.Lap(start: start, figures: try figures(&reader)))
        }
        if version == namedVersion { workout.name = try text(&reader, most: bytes.count) }
        guard reader.isAtEnd else { throw PackedReader.Malformed() }
        return workout
    }

    private static func figures(
        _ reader: inout PackedReader
    ) throws(PackedReader.Malformed) -> Workout.Figures {
        let there = try reader.number()
        guard there >> UInt64(Workout.Figures.all.count) == 0 else {
            throw PackedReader.Malformed()
        }
        var figures = Workout.Figures()
        for (place, figure) in Workout.Figures.all.enumerated() where there >> place & 1 == 1 {
            figures[keyPath: figure] = try reader.whole()
        }
        return figures
    }
}

extension Damage {
    /// A sentence about damage to the figures of workouts.
    static func sentence(
        damaged count: Int, _ first: Double, _ last: Double, _ file: String
    ) -> String {
        let workouts = Metric(.workouts)?.name ?? ""
        guard first.isFinite, last.isFinite else {
            return tr("{1} of {2}: the figures of {3} are missing", workouts, file, "\(count)")
        }
        return tr(
            "{1} of {2}: the figures of {3} from {4} to {5} are damaged", workouts, file,
            "\(count)", day(first), day(last))
    }

    /// A sentence about damage to the positions of workouts.
    static func sentence(
        torn count: Int, _ first: Double, _ last: Double, _ file: String
    ) -> String {
        let workouts = Metric(.workouts)?.name ?? ""
        guard first.isFinite, last.isFinite else {
            return tr("{1} of {2}: positions of {3} are missing", workouts, file, "\(count)")
        }
        return tr(
            "{1} of {2}: positions of {3} from {4} to {5} are damaged or missing", workouts, file,
            "\(count)", day(first), day(last))
    }

    /// A sentence about waypoints and planned routes that are damaged or missing.
    static func sentence(places count: Int, _ file: String) -> String {
        trn(
            "{n} waypoint or planned route of {1} is damaged or missing",
            "{n} waypoints and planned routes of {1} are damaged or missing", count: count, file)
    }

    /// A day, for a sentence about damage.
    static func day(_ instant: Double) -> String {
        // A damaged instant may have any value.
        Date(timeIntervalSince1970: min(max(instant, SoundTime.first), SoundTime.end))
            .formatted(.iso8601.year().month().day())
    }
}
