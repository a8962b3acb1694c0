import Foundation
import GRDB
import Localization

/// What one file, folder or archive brought.
package struct LibraryDataset: Sendable, Hashable, Identifiable {
    package let id: Int64
    /// Where it was read from.
    package let path: String
    /// The format's name, as in a report.
    package let format: String
    /// The size of the file in bytes.
    package let bytes: Int
    /// When it was added, in seconds since 1970.
    package let added: Double
    /// Whether its reading was stopped before its end.
    package let isPartial: Bool
    /// How many samples it has, those it shares with others among them.
    package let samples: Int
    /// Of how many workouts it has figures; nil where it was added before these were kept.
    let workouts: Int?
    /// From its first sample to its last; nil where it has none with times.
    package let span: (first: Double, last: Double)?
    /// What became of its records.
    package let report: DatasetReport
    /// A number that is the same for the same samples.
    let digest: Int64
    /// What the dataset is known to have lost to damage; nil where it lost nothing.
    let lost: DatasetLoss?

    /// The file's name alone.
    package var name: String { path.split(separator: "/").last.map(String.init) ?? path }

    /// Whether they are one dataset, and not two that had the same number after each other.
    package static func == (a: LibraryDataset, b: LibraryDataset) -> Bool {
        a.id == b.id && a.digest == b.digest && a.added == b.added
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(id) }

    /// - Throws: where the row is not what was written.
    init(_ row: DatabaseRow) throws {
        id = try row.value("id")
        path = try row.value("path")
        format = try row.value("format")
        bytes = try row.value("bytes")
        added = try row.value("added")
        isPartial = try row.value("isPartial")
        samples = try row.value("samples")
        digest = try row.value("digest")
        // A backup of the first version is read as it is.
        workouts = row.hasColumn("workouts") ? try row.value("workouts") : nil
        lost = row.hasColumn("lost") ? DatasetLoss(json: try row.value("lost")) : nil
        let first: Double? = try row.value("first")
        let last: Double? = try row.value("last")
        span = first.flatMap { first in last.map { (first, $0) } }
        let text: String = try row.value("report")
        report = DatasetReport(json: text)
        guard [bytes, samples, workouts ?? 0].allSatisfy(DatasetReport.counts.contains) else {
            throw PackedReader.Malformed()
        }
    }

    /// Whether it left a question open, and would be read otherwise with an answer to it.
    package func isOpen(to question: OpenQuestion, answeredBy choice: String) -> Bool {
        (report.questions ?? []).contains {
            $0.isSame(as: question)
                && (!$0.isAnswered || $0.isMixed || $0.assumed != choice)
        }
    }
}

/// The datasets, and what cannot be made out of them.
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
                        text: tr("{1}: it stands there twice", dataset.name)))
                continue
            }
            if !dataset.report.isWhole {
                damages.append(
                    Damage(
                        dataset: dataset.id,
                        text: tr(
                            "{1}: what became of its records cannot be made out", dataset.name))
                )
            }
            datasets.append(dataset)
        }
    }
}

extension Library {
    package typealias Dataset = LibraryDataset

    /// All datasets, the earliest added first, as far as they can be made out.
    package func datasets() throws(LibraryError) -> [Dataset] { try list().datasets }

    /// All datasets, the earliest added first, and what cannot be made out of them, a sentence each.
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

/// A part of the library that is not what was written.
struct Damage: Sendable, Hashable {
    /// The dataset that it costs something; nil where that cannot be told.
    var dataset: Int64?
    /// What is damaged, in a clause.
    var text: String
    /// How many of the dataset's samples it costs.
    var samples = 0
    /// Whether something is missing, and nothing that is there is wrong.
    var isAbsence = false
    /// The metric that loses samples, and the span of time; nil where that is not known.
    var metric: MetricID?
    var span: ClosedRange<Double>?
}

/// What a dataset lost to damage, so that it could not be written into a new library.
struct DatasetLoss: Sendable, Hashable, Codable {
    /// How many of its samples, including those that it shared with others.
    var samples = 0
    /// How many workouts lost their figures.
    var workouts = 0

    init(samples: Int, workouts: Int) {
        (self.samples, self.workouts) = (samples, workouts)
    }

    /// Nil where there is no text, or it cannot be decoded.
    init?(json: String?) {
        guard let json,
            let loss = try? JSONDecoder().decode(DatasetLoss.self, from: Data(json.utf8)),
            [loss.samples, loss.workouts].allSatisfy(DatasetReport.counts.contains)
        else { return nil }
        self = loss
    }

    func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
}

/// What became of the records of a dataset when it was read.
package struct DatasetReport: Sendable, Hashable, Codable {
    /// Records of one kind of trouble.
    package struct Refusal: Sendable, Hashable, Codable {
        package var place: String
        package var reason: String
        package var count: Int
        /// What the file calls the kind of record, where that it is not known is why.
        package var type: String?
    }

    package var read = 0
    package var merged = 0
    package var refused = 0
    package var refusals: [Refusal] = []
    /// Notes, a sentence each.
    package var notes: [String] = []
    /// What the file left open, answered or not; nil where an earlier version kept it as notes.
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

    /// Whether it is what was kept.
    private(set) var isWhole = true

    /// What can be counted: more than all files together have, and few enough to be added up.
    static let counts = 0...1 << 40

    /// All but whether it is whole, which nobody writes.
    private enum CodingKeys: CodingKey {
        case read, merged, refused, refusals, notes, questions
    }

    /// What was kept; nothing of a text that is none.
    init(json: String) {
        if let kept = try? JSONDecoder().decode(DatasetReport.self, from: Data(json.utf8)),
            kept.isBalanced
        {
            self = kept
        } else {
            isWhole = false
        }
    }

    /// Whether its counts can be those of a file.
    private var isBalanced: Bool {
        ([read, merged, refused] + refusals.map(\.count))
            .allSatisfy(DatasetReport.counts.contains)
    }

    /// For a dataset of which nothing is known.
    init() {}

    func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
}
