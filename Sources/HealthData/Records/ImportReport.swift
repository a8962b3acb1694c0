import Localization

/// Records of one file that could not be used for the same reason.
package struct Refusal: Sendable, Hashable {
    /// The place of the first of them: `line 12`.
    package let place: String
    /// Why, in one clause.
    package let reason: String
    package internal(set) var count: Int
    /// The file's name for the kind of record, if the reason is that the kind is unknown.
    package let type: String?
    /// The cell of a table that could not be used, in the first of them; nil if it is not one cell.
    package let cell: RefusedCell?

    package init(
        place: String, reason: String, count: Int, type: String? = nil, cell: RefusedCell? = nil
    ) {
        self.place = place
        self.reason = reason
        self.count = count
        self.type = type
        self.cell = cell
    }

    /// The reason, with the cell that shows it: `unreadable date (Datum: “27/02/2567”)`.
    package var shownReason: String {
        cell.map { tr("{1} ({2})", reason, $0.description) } ?? reason
    }
}

/// A cell of a table that could not be used.
package struct RefusedCell: Sendable, Hashable, CustomStringConvertible {
    /// The longest value that is shown whole, in characters.
    private static let longest = 40

    /// The name of its column; empty if the table has no header.
    package let column: String
    /// Its text, or the beginning of a long one.
    package let value: String

    package init(column: String, value: String) {
        self.column = column
        self.value =
            value.count > RefusedCell.longest
            ? String(value.prefix(RefusedCell.longest)) + "…" : value
    }

    package var description: String {
        column.isEmpty ? tr("“{1}”", value) : tr("{1}: “{2}”", column, value)
    }
}

/// Something the person should know about a file although no data was lost: an assumption, an early
/// end.
package struct ImportNote: Sendable, Hashable {
    package let place: String
    package let text: String

    package init(place: String, text: String) {
        self.place = place
        self.text = text
    }
}

/// The result for one document in an archive or a folder.
package struct MemberReport: Sendable {
    /// The path inside the archive or folder; a colon separates an inner archive from its content.
    package let path: String
    /// The format's name; empty if none fits.
    package internal(set) var format: String
    /// Records met in it.
    package internal(set) var read = 0
    /// Records that could not be used.
    package internal(set) var refused = 0
    /// Why nothing was read, or not everything; nil if everything was read.
    package internal(set) var failure: String?
    /// What to do about it; nil if everything was read.
    package internal(set) var remedy: String?
    /// The evidence for this format and for others, the best first.
    package internal(set) var evidence: [Evidence] = []

    init(path: String, format: String) {
        self.path = path
        self.format = format
    }
}

/// The result for one file: `read == used + merged + refused`.
package struct FileReport: Sendable {
    /// The path as it was given; `-` is standard input.
    package let path: String
    /// The format's name: `apple-health`, `apple-health.zip`, `csv`; `unknown` if none fits.
    ///
    /// For an archive or folder: the format with the most records, and the kind of container.
    package internal(set) var format: String
    /// The size in bytes.
    package internal(set) var bytes: Int
    /// Records met in the file.
    package internal(set) var read = 0
    /// Records that are shown.
    package internal(set) var used = 0
    /// Records that repeat another, are wholly covered by a device of higher priority, or have a
    /// source that does not count.
    package internal(set) var merged = 0
    /// How many of the merged records have a source that does not count.
    package internal(set) var switchedOff = 0
    /// Records that could not be used.
    package internal(set) var refused = 0
    /// Why records were refused, the earliest place of each reason first.
    package internal(set) var refusals: [Refusal] = []
    /// Assumptions and warnings.
    package internal(set) var notes: [ImportNote] = []
    /// What the file leaves open and was assumed.
    package internal(set) var questions: [OpenQuestion] = []
    /// The damage to what the library kept of the file, a clause each.
    package internal(set) var damages: [String] = []
    /// Why the file gave nothing at all; nil if it gave something.
    package internal(set) var failure: ImportError?
    /// Why reading stopped before the end of the file; nil if nothing stopped it.
    ///
    /// The records read before count.
    package internal(set) var cutShort: ImportError?
    /// The evidence for its format and for others, the best first; see `members` for an archive's.
    package internal(set) var evidence: [Evidence] = []
    /// The documents in an archive or a folder; empty for a file.
    package internal(set) var members: [MemberReport] = []

    package init(path: String, format: String, bytes: Int) {
        self.path = path
        self.format = format
        self.bytes = bytes
    }
}

/// The results for all files of an import.
package struct ImportReport: Sendable {
    package internal(set) var files: [FileReport] = []
    /// Whether the import was stopped before its end; what was read until then is kept.
    package internal(set) var wasCancelled = false

    package init() {}

    /// Adds the files of another report.
    package mutating func append(_ other: ImportReport) {
        files += other.files
        wasCancelled = wasCancelled || other.wasCancelled
    }

    /// Adds the damage that the library reports, of files that are in the report or not.
    package mutating func takeDamages(of library: ImportReport) {
        for damaged in library.files where !damaged.damages.isEmpty {
            let index = files.firstIndex { $0.path == damaged.path && $0.failure == nil }
            if let index {
                files[index].damages += damaged.damages.filter {
                    !files[index].damages.contains($0)
                }
            } else {
                var file = FileReport(path: damaged.path, format: damaged.format, bytes: 0)
                file.damages = damaged.damages
                files.append(file)
            }
        }
    }

    /// The damage to what the library kept, a sentence each with its file and what to do.
    package var damages: [String] {
        files.flatMap { file in
            file.damages.map {
                tr("{1}: {2}; add it to the library again, or restore a backup", file.path, $0)
            }
        }
    }

    /// Why complete files were not read to their ends: a limit was reached.
    package var cutShort: [ImportError] { files.compactMap(\.cutShort) }

    /// Whether no record of any file could be used.
    package var nothingUsed: Bool { files.allSatisfy { $0.used == 0 } }

    /// Why files without a failure of their own still gave nothing, a sentence each.
    package var emptyFiles: [String] {
        files.filter { $0.failure == nil && $0.used == 0 }.map { file in
            // For a file that ended before its first record the note explains the end.
            if file.read == 0, let note = file.notes.last {
                return tr("{1}: {2}; copy or export it again", file.path, note.text)
            }
            guard let first = file.refusals.first else {
                return tr("{1}: holds no records; give a file with some", file.path)
            }
            let place = first.place.isEmpty ? file.path : "\(file.path):\(first.place)"
            let reasons = file.refusals.map { (text: $0.shownReason, count: $0.count) }
            return tr(
                "{1}: none of the {2} records can be used: {3}", place, "\(file.read)",
                ImportReport.list(reasons))
        }
    }

    /// The most reasons that one sentence names.
    private static let mostReasons = 5

    /// Reasons in one clause, each with how often it applies; it says where to find the others if
    /// there are too many.
    static func list(_ reasons: [(text: String, count: Int)]) -> String {
        guard reasons.count > 1 else { return reasons.first?.text ?? "" }
        var parts = reasons.prefix(mostReasons).map { tr("{1} × {2}", "\($0.count)", $0.text) }
        let more = reasons.count - parts.count
        if more > 0 {
            parts.append(
                trn(
                    "{n} other reason (see oresen info --explain)",
                    "{n} other reasons (see oresen info --explain)", count: more))
        }
        return parts.joined(separator: ", ")
    }
}

/// The progress of an import.
package struct ImportProgress: Sendable, Hashable {
    /// The file being read.
    package let path: String
    /// Its index and the number of files.
    package let file: Int
    package let files: Int
    /// Records met so far in all files.
    package let read: Int
    /// The fraction that is done, 0…1 over all files; nil if the length is unknown.
    package let fraction: Double?
    /// Whether this is the last report of the import.
    package let finished: Bool
}
