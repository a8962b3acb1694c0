import Foundation
import GRDB
import Localization

/// The data of one file, folder or archive.
package struct LibraryDataset: Sendable, Hashable, Identifiable {
    package let id: Int64
    /// The path from which it was read.
    package let path: String
    /// The format's name, as in a report.
    package let format: String
    /// The size of the file in bytes.
    package let bytes: Int
    /// When it was added, in seconds since 1970.
    package let added: Double
    /// Whether its reading was stopped before its end.
    package let isPartial: Bool
    /// How many samples it has, including those it shares with others.
    package let samples: Int
    /// The number of workouts with figures; nil if it was added before figures were kept.
    let workouts: Int?
    /// The number of workouts with a track; nil if it was added before tracks were kept.
    let tracks: Int?
    /// The number of its waypoints and planned routes; nil if it was added before these were kept.
    let places: Int?
    /// The times of its first and its last sample; nil if it has none with times.
    package let span: (first: Double, last: Double)?
    /// The result for its records.
    package let report: DatasetReport
    /// A number that is equal for equal samples.
    let digest: Int64
    /// The losses to damage that are recorded; nil if it lost nothing.
    let lost: DatasetLoss?

    /// The file's name alone.
    package var name: String { path.split(separator: "/").last.map(String.init) ?? path }

    /// Whether they are one dataset, not two that had the same number one after the other.
    package static func == (a: LibraryDataset, b: LibraryDataset) -> Bool {
        a.id == b.id && a.digest == b.digest && a.added == b.added
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(id) }

    /// - Throws: if the row is damaged.
    init(_ row: DatabaseRow) throws {
        id = try row.value("id")
        path = try row.value("path")
        format = try row.value("format")
        bytes = try row.value("bytes")
        added = try row.value("added")
        isPartial = try row.value("isPartial")
        samples = try row.value("samples")
        digest = try row.value("digest")
        // A backup of the first version is read unchanged.
        workouts = row.hasColumn("workouts") ? try row.value("workouts") : nil
        tracks = row.hasColumn("tracks") ? try row.value("tracks") : nil
        places = row.hasColumn("places") ? try row.value("places") : nil
        lost = row.hasColumn("lost") ? DatasetLoss(json: try row.value("lost")) : nil
        let first: Double? = try row.value("first")
        let last: Double? = try row.value("last")
        span = first.flatMap { first in last.map { (first, $0) } }
        let text: String = try row.value("report")
        report = DatasetReport(json: text)
        guard
            [bytes, samples, workouts ?? 0, tracks ?? 0, places ?? 0].allSatisfy(
                DatasetReport.counts.contains)
        else {
            throw PackedReader.Malformed()
        }
    }

    /// Whether it left a question open, so that an answer would change how it is read.
    package func isOpen(to question: OpenQuestion, answeredBy choice: String) -> Bool {
        (report.questions ?? []).contains {
            $0.isSame(as: question)
                && (!$0.isAnswered || $0.isMixed || $0.assumed != choice)
        }
    }
}

/// The datasets, and those that cannot be identified.
struct DatasetListing {
    /// The earliest added first.
    var datasets: [LibraryDataset] = []
    var damages: [Damage] = []

    init(_ database: Database) throws {
        var known: Set<Int64> = []
        for row in try DatabaseRow.fetchAll(
            database, sql: "SELECT * FROM dataset ORDER BY id")
        {
            let id: Int64? = try? row.value("id")
            guard let dataset = try? LibraryDataset(row) else {
                damages.append(
                    Damage(
                        dataset: nil,
                        text: tr("dataset {1} cannot be made out", id.map { "\($0)" } ?? "?")))
                continue
            }
            guard known.insert(dataset.id).inserted else {
                damages.append(
                    Damage(
                        dataset: dataset.id,
                        text: tr("{1}: it is listed twice", dataset.name)))
                continue
            }
            if !dataset.report.isWhole {
                damages.append(
                    Damage(
                        dataset: dataset.id,
                        text: tr(
                            "{1}: the report on its records cannot be read", dataset.name))
                )
            }
            datasets.append(dataset)
        }
    }
}

extension Library {
    package typealias Dataset = LibraryDataset

    /// All readable datasets, the earliest added first.
    package func datasets() throws(LibraryError) -> [Dataset] { try list().datasets }

    /// All readable datasets, the earliest added first, and the problems with the others, a
    /// sentence each.
    package func list() throws(LibraryError) -> (datasets: [Dataset], damages: [String]) {
        let listing = try readBest {
            try DatasetListing($0)
        } isWhole: {
            $0.damages.isEmpty
        }
        let damages = salvagedDamages + listing.damages
        return (listing.datasets, (damages + structureDamages(without: damages)).map(\.text))
    }
}

/// A damaged part of the library.
struct Damage: Sendable, Hashable {
    /// The dataset that loses something; nil if unknown.
    var dataset: Int64?
    /// What is damaged, in a clause.
    var text: String
    /// How many of the dataset's samples are lost.
    var samples = 0
    /// Whether something is missing, while everything present is correct.
    var isAbsence = false
    /// What of the person's own is damaged; nil for all else, and for notes.
    var subject: Subject?

    /// What a person has made in the library, other than notes.
    enum Subject: Sendable {
        case drawing, target
    }
    /// The metric that loses samples, and the span of time; nil if unknown.
    var metric: MetricID?
    var span: ClosedRange<Double>?
}

/// What a dataset lost to damage, so that it could not be written into a new library.
struct DatasetLoss: Sendable, Hashable, Codable {
    /// How many of its samples, including those that it shared with others.
    var samples = 0
    /// How many workouts lost their figures.
    var workouts = 0
    /// How many workouts lost positions; nil where that was not counted yet.
    var tracks: Int?
    /// How many waypoints and planned routes are missing; nil where that was not counted yet.
    var places: Int?

    /// A loss; nil if nothing is lost.
    init?(samples: Int, workouts: Int, tracks: Int, places: Int) {
        guard samples > 0 || workouts > 0 || tracks > 0 || places > 0 else { return nil }
        (self.samples, self.workouts, self.tracks) = (samples, workouts, tracks)
        self.places = places
    }

    /// Nil if there is no text, or it cannot be decoded.
    init?(json: String?) {
        guard let json,
            let loss = try? JSONDecoder().decode(DatasetLoss.self, from: Data(json.utf8)),
            [loss.samples, loss.workouts, loss.tracks ?? 0, loss.places ?? 0].allSatisfy(
                DatasetReport.counts.contains)
        else { return nil }
        self = loss
    }

    func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
}

/// The result for the records of a dataset when it was read.
package struct DatasetReport: Sendable, Hashable, Codable {
    /// Records that were refused for one reason.
    package struct Refusal: Sendable, Hashable, Codable {
        package var place: String
        package var reason: String
        package var count: Int
        /// The file's name for the kind of record, if the reason is that the kind is unknown.
        package var type: String?
    }

    package var read = 0
    package var merged = 0
    package var refused = 0
    package var refusals: [Refusal] = []
    /// Notes, a sentence each.
    package var notes: [String] = []
    /// What the file left open, answered or not; nil if an earlier version kept it as notes.
    package var questions: [OpenQuestion]?

    init(_ report: FileReport) {
        read = report.read
        merged = report.merged
        refused = report.refused
        refusals = report.refusals.map {
            Refusal(place: $0.place, reason: $0.reason, count: $0.count, type: $0.type)
        }
        notes = report.notes.map { $0.place.isEmpty ? $0.text : "\($0.place): \($0.text)" }
        questions = report.questions
    }

    /// Whether the stored report could be read.
    private(set) var isWhole = true

    /// The valid counts: the upper bound is above that of all files together, and small enough for
    /// sums.
    static let counts = 0...1 << 40

    /// All properties except `isWhole`, which is never written.
    private enum CodingKeys: CodingKey {
        case read, merged, refused, refusals, notes, questions
    }

    /// Decodes a stored report; empty if the text is not one.
    init(json: String) {
        if let kept = try? JSONDecoder().decode(DatasetReport.self, from: Data(json.utf8)),
            kept.isBalanced
        {
            self = kept
        } else {
            isWhole = false
        }
    }

    /// Whether its counts are possible for a file.
    private var isBalanced: Bool {
        ([read, merged, refused] + refusals.map(\.count))
            .allSatisfy(DatasetReport.counts.contains)
    }

    /// For a dataset about which nothing is known.
    init() {}

    func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
}
